//! The latest decision about a placement, and the questions about it.

use schedscope_answer_macro::answer;
use schedscope_answers::placement::{
    DecideOptions, DecisionDetails, explain::ExplainClusterAnswer, report::ReportAnswer,
    summary::DecideAnswer,
};
use schedscope_checks::context::{About, Decided};
use schedscope_objects::diagnostic::{ObjectName, TextRange};
use schedscope_options::Key;
use schedscope_placement::{DecideError, Decision, DecisionOptions, Session, names_constraint};

use crate::{Answered, Input, QuestionError, cel::Cel, recorded, whatif::unknown};

/// The latest decision about a placement, and the verdicts of CEL expressions.
#[derive(Debug, Default)]
pub struct Decisions {
    session: Session,
    pub(crate) cel: Cel,
    /// The revision of the decided text.
    decided: Option<u64>,
}

/// One cluster in a decision, with its distance to the selected ones.
#[answer]
#[ts(rename = "ExplainClusterAnswer")]
pub struct LocatedExplanation {
    /// The range of the cluster in the text.
    pub range: TextRange,
    /// The cluster in the decision.
    #[serde(flatten)]
    pub explanation: ExplainClusterAnswer,
}

impl Decisions {
    /// The options of a decision, and the maximum number of names to list.
    ///
    /// # Errors
    /// `now` is not a time, the text has no such placement, or the placement no such spread constraint.
    pub(crate) fn options(
        &mut self,
        input: &Input,
        options: DecideOptions,
    ) -> Result<(DecisionOptions, usize), QuestionError> {
        let placement = input.placement_index(options.placement.as_ref())?;
        let limit = options.limit;
        let objects = input.objects();
        let decide = options.read(placement, objects);
        let mut decide = decide.map_err(QuestionError::Now)?;
        if let Some(of) = objects.placements.get(placement) {
            let names = &objects.names;
            for (name, _) in &decide.max_skews {
                let mut terms = of.spec.spread_constraints.iter();
                if !terms.any(|term| names_constraint(name, term, names)) {
                    let why = ["there is no spread constraint `", name, "`"].concat();
                    return Err(unknown::constraint(names, of, &why));
                }
            }
        }
        decide.cel = self.cel.verdicts(&input.reader, placement);
        Ok((decide, limit))
    }

    /// The revision of the verdicts of a placement's CEL expressions; `None` without verdicts.
    ///
    /// # Errors
    /// The text has no such placement.
    pub(crate) fn verdicts(
        &mut self,
        input: &Input,
        options: &DecideOptions,
    ) -> Result<Option<u64>, QuestionError> {
        let placement = input.placement_index(options.placement.as_ref())?;
        let verdicts = self.cel.verdicts(&input.reader, placement);
        Ok(verdicts.map(|verdicts| verdicts.revision))
    }

    /// Decides a placement; returns the limit of the options.
    fn run(&mut self, input: &Input, options: DecideOptions) -> Result<usize, QuestionError> {
        let (options, limit) = self.options(input, options)?;
        let decision = self.session.decide(input.objects(), &options);
        decision.map_err(|DecideError::NoSuchPlacement { placement, count }| {
            QuestionError::NoPlacement {
                wanted: placement.to_string(),
                count,
            }
        })?;
        self.decided = Some(input.reader.revision());
        Ok(limit)
    }

    /// The latest decision.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since.
    fn latest(&self, input: &Input) -> Result<&Decision, QuestionError> {
        // The session knows of changed objects; paths and places are those of the whole text.
        self.decided
            .filter(|revision| *revision == input.reader.revision())
            .and_then(|_| self.session.latest(input.objects()))
            .ok_or(QuestionError::NoDecision)
    }

    /// The latest decision, for questions about it.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since.
    pub(crate) fn details<'a>(
        &'a self,
        input: &'a Input,
    ) -> Result<DecisionDetails<'a>, QuestionError> {
        Ok(DecisionDetails::new(self.latest(input)?, input.objects()))
    }

    /// Decides a placement, and returns a summary.
    pub(crate) fn decide(
        &mut self,
        input: &Input,
        options: DecideOptions,
    ) -> Result<Answered<DecideAnswer>, QuestionError> {
        let limit = self.run(input, options)?;
        let decision = self.latest(input)?;
        let mut summary = DecisionDetails::new(decision, input.objects()).summary(limit);
        recorded::explain(&mut summary.caveats, &input.reader, decision);
        Ok(Answered::new(summary, input, about(decision)))
    }

    /// Decides a placement, and returns the whole decision.
    pub(crate) fn report(
        &mut self,
        input: &Input,
        options: DecideOptions,
    ) -> Result<Answered<ReportAnswer>, QuestionError> {
        self.run(input, options)?;
        let decision = self.latest(input)?;
        let mut report = DecisionDetails::new(decision, input.objects()).report();
        recorded::explain(&mut report.caveats, &input.reader, decision);
        Ok(Answered::new(report, input, about(decision)))
    }

    /// A part of the latest decision.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since; those of the part.
    pub(crate) fn part<A>(
        &self,
        input: &Input,
        part: impl FnOnce(DecisionDetails<'_>) -> Result<A, QuestionError>,
    ) -> Result<Answered<A>, QuestionError> {
        let decision = self.latest(input)?;
        let part = part(DecisionDetails::new(decision, input.objects()))?;
        let about = About::Placement(Decided {
            is_part: true,
            ..decided(decision)
        });
        Ok(Answered::new(part, input, about))
    }

    /// One cluster in the latest decision.
    ///
    /// # Errors
    /// The text has no such cluster; nothing was decided yet, or the text has changed since.
    pub(crate) fn explain(
        &self,
        input: &Input,
        cluster: &Key,
    ) -> Result<Answered<LocatedExplanation>, QuestionError> {
        let no_cluster = || QuestionError::NoCluster(cluster.to_string());
        self.part(input, |details| {
            let index = match cluster {
                Key::Index(index) => Some(*index),
                Key::Name(name) => details.cluster_index(name),
            };
            let explanation = index.and_then(|index| details.explain(index));
            let mut explanation = explanation.ok_or_else(no_cluster)?;
            recorded::date_scores(&mut explanation, &input.reader);
            let object = ObjectName {
                kind: "ManagedCluster".to_owned(),
                namespace: String::new(),
                name: explanation.name.clone(),
            };
            Ok(LocatedExplanation {
                range: input.locate(&object, "").unwrap_or_default(),
                explanation,
            })
        })
    }
}

fn decided(decision: &Decision) -> Decided<'_> {
    Decided {
        placement: &decision.placement,
        decision,
        is_whatif: false,
        is_part: false,
    }
}

fn about(decision: &Decision) -> About<'_> {
    About::Placement(decided(decision))
}

/// What an answer of a what-if about a placement is about.
pub(crate) fn about_whatif(decision: &Decision) -> About<'_> {
    About::Placement(Decided {
        is_whatif: true,
        ..decided(decision)
    })
}
