//! A text that is kept parsed, with its objects and its latest decision.
//!
//! For interactive tools: the text is parsed once, an edit parses only the pieces again that it touches, and a
//! decision computes only the parts again that changed. Offsets are in the [`Encoding`] of the scenario.

mod advance;
mod cel;
mod edits;
mod find;
mod findings;
mod input;
mod keys;
mod playing;
mod pods;
mod questions;
mod reading;
mod recorded;
mod spread_edits;
mod timeline_edits;
mod vms;
mod whatif;

pub use advance::Progress;
pub use cel::InvalidCelAnswer;
pub use edits::{PrioritizerMode, TextEdit};
pub use findings::Answered;
pub use input::Input;
pub use keys::{ClusterKeysAnswer, KeyUse};
pub use questions::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, DecisionsYamlOptions,
    EvictAcrossNodesOptions, ExplainClusterOptions, LocateAllOptions, LocateOptions,
    MatchClustersOptions, ModeEditOptions, NameOf, NoOptions, NumberOfClustersEditOptions,
    QuantityAnswer, QuantityOptions, QuestionError, SpreadCandidatesOptions, SpreadDomainsOptions,
    SpreadEditOptions, SpreadStepOptions, TimelineEditOptions, WeightEditOptions, Written,
};
#[cfg(feature = "types")]
pub use questions::{Description, descriptions};
pub use reading::{KindCount, PlacementEntry, ReadingAnswer, SeverityCounts};
use schedscope_answers::placement::{
    DecideOptions, DecisionDetails, caveats::DecisionCaveats, explain::ExplainClusterAnswer,
    report::ReportAnswer, summary::DecideAnswer,
};
use schedscope_objects::diagnostic::{Encoding, ObjectName, TextRange};
pub use schedscope_options::Key;
use schedscope_placement::{DecideError, Session};
use schedscope_reader::{Loading, Reader};
use serde::Serialize;

pub use spread_edits::SpreadEdit;
pub use timeline_edits::InvalidEvent;

/// A text, its objects, and the latest decision and runs about them.
#[derive(Debug, Default)]
pub struct Scenario {
    input: Input,
    session: Session,
    cel: cel::Cel,
    desks: pods::Desks,
    runs: vms::Runs,
    /// The copy of the text that what-ifs edit, as of the latest what-if.
    world: whatif::World,
    /// A text that is being read and will replace this one.
    loading: Option<Loading>,
    /// The revision of the decided text.
    decided: Option<u64>,
}

/// One cluster in a decision: whether it is a candidate, which predicates and taints keep it out, its scores, and
/// how far it is below the last selected cluster.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "ExplainClusterAnswer"))]
pub struct LocatedExplanation {
    /// The range of the cluster in the text.
    pub range: TextRange,
    /// The cluster in the decision.
    #[serde(flatten)]
    pub explanation: ExplainClusterAnswer,
}

impl Scenario {
    /// A scenario with a text; offsets count bytes.
    pub fn new(text: &str) -> Self {
        let mut scenario = Self::default();
        scenario.replace(text);
        scenario
    }

    /// An empty scenario whose offsets are in `encoding`.
    pub fn with_encoding(encoding: Encoding) -> Self {
        Self {
            input: Input {
                encoding,
                ..Input::default()
            },
            ..Self::default()
        }
    }

    /// Takes a whole new text. O(bytes).
    pub fn replace(&mut self, text: &str) {
        self.loading = None;
        self.input.reader.replace(text);
    }

    /// Replaces the code units `[from, to)` by `insert` and parses the touched pieces again.
    pub fn edit(&mut self, from: usize, to: usize, insert: &str) {
        self.loading = None;
        self.input
            .reader
            .edit(from, to, insert, self.input.encoding);
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.input.reader.text()
    }

    /// The text with its objects.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// The reader, for its objects and findings.
    pub fn reader(&self) -> &Reader {
        self.input.reader()
    }

    /// The content of the text and the findings about it. O(objects).
    pub fn reading(&self) -> ReadingAnswer {
        reading::reading(&self.input, &self.cel)
    }

    /// Decides a placement and reuses unchanged parts of the last decision. Known results of CEL expressions are
    /// used; [`Scenario::cel_question`] asks for the unknown ones.
    ///
    /// # Errors
    /// `now` is not a time, or the text has no such placement. The decision before it is kept.
    pub fn decide(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<DecideAnswer>, QuestionError> {
        let limit = self.run_decision(options)?;
        let mut summary = self.details()?.summary(limit);
        self.explain_caveats(&mut summary.caveats);
        Ok(self.checked_latest(summary))
    }

    /// Decides a placement for [`Scenario::details`]; returns the limit of the options.
    fn run_decision(&mut self, options: DecideOptions) -> Result<usize, QuestionError> {
        let (options, limit) = self.trial_options(options)?;
        let decision = self.session.decide(self.input.objects(), &options);
        decision.map_err(|DecideError::NoSuchPlacement { placement, count }| {
            QuestionError::NoPlacement {
                wanted: placement.to_string(),
                count,
            }
        })?;
        self.decided = Some(self.input.reader.revision());
        Ok(limit)
    }

    /// Adds what only the text and the decision together tell.
    fn explain_caveats(&self, caveats: &mut DecisionCaveats) {
        let reader = &self.input.reader;
        if let Some(decision) = self.session.latest(reader.objects()) {
            recorded::explain(caveats, reader, decision);
        }
    }

    /// The latest decision, for questions about it.
    ///
    /// # Errors
    /// Nothing was decided yet, or the text has changed since.
    pub fn details(&self) -> Result<DecisionDetails<'_>, QuestionError> {
        let objects = self.input.objects();
        // The session knows of changed objects; paths and places are those of the whole text.
        self.decided
            .filter(|revision| *revision == self.input.reader.revision())
            .and_then(|_| self.session.latest(objects))
            .map(|decision| DecisionDetails::new(decision, objects))
            .ok_or(QuestionError::NoDecision)
    }

    /// Decides a placement and returns the whole decision.
    ///
    /// # Errors
    /// As [`Scenario::decide`].
    pub fn report(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<ReportAnswer>, QuestionError> {
        self.run_decision(options)?;
        let mut report = self.details()?.report();
        self.explain_caveats(&mut report.caveats);
        Ok(self.checked_latest(report))
    }

    /// One cluster in the latest decision.
    ///
    /// # Errors
    /// The text has no such cluster; nothing was decided yet, or the text has changed since.
    pub fn explain(&self, cluster: &Key) -> Result<Answered<LocatedExplanation>, QuestionError> {
        let details = self.details()?;
        let explanation = details.explain(self.cluster_index(cluster)?);
        let mut explanation =
            explanation.ok_or_else(|| QuestionError::NoCluster(cluster.to_string()))?;
        recorded::date_scores(&mut explanation, &self.input.reader);
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: explanation.name.clone(),
        };
        let range = self.input.reader.locate(&object, "", self.input.encoding);
        Ok(self.checked_part(LocatedExplanation {
            range: range.unwrap_or_default(),
            explanation,
        }))
    }
}
