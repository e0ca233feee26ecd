//! One parameter over its range, and one cluster over all weights.

use schedscope_answers::{
    placement::DecideOptions,
    placement::integer::Integer,
    whatif::{
        options::{RankOptions, SweepOptions},
        sweep::{
            Exchange, RankAnswer, RankPiece, StabilityAnswer, StableCluster, StablePrioritizer,
            StableRadius, SweepAnswer, SweepInterval, SweepPoint, SweptParameter,
        },
    },
};
use schedscope_objects::id::ClusterId;
use schedscope_options::Key;
use schedscope_placement::{Decision, DecisionOptions};
use schedscope_whatif::{
    fraction::Fraction,
    placement::{
        Trials, placement_name,
        rank::Ranks,
        stability::Stability,
        sweep::{Parameter, Sweep},
    },
    pods::sweep::PodSweep,
    vm::sweep::VmSweep,
};

use super::{
    unknown,
    works::{Ground, LongQuestion, LongWork},
};
use crate::{Answered, QuestionError, Scenario};

/// A work that decides a placement again.
#[derive(Debug)]
pub(crate) struct OfPlacement<W> {
    options: DecisionOptions,
    work: W,
}

impl<W> OfPlacement<W> {
    fn parts<'a>(&'a mut self, on: Ground<'a>) -> (&'a mut W, Trials<'a>) {
        let Ground { trial, session, .. } = on;
        let trials = Trials {
            editor: trial,
            session,
            options: self.options.clone(),
            left: usize::MAX,
        };
        (&mut self.work, trials)
    }
}

/// A sweep of a parameter of a placement, a pod, or VMs.
#[derive(Debug)]
pub(crate) enum SweepWork {
    Placement(Box<OfPlacement<Sweep>>),
    Pod(Box<PodSweep>),
    Vms(Box<VmSweep>),
}

impl LongQuestion for SweepOptions {
    type Work = SweepWork;

    fn begin(&self, scenario: &mut Scenario) -> Result<SweepWork, QuestionError> {
        if self.pod.is_some() {
            return Ok(SweepWork::Pod(Box::new(scenario.sweep_pod_work(self)?)));
        }
        if self.is_of_vms() {
            return Ok(SweepWork::Vms(Box::new(scenario.sweep_vms_work(self)?)));
        }
        scenario.sweep_work(self)
    }

    fn decides(&self) -> Option<&DecideOptions> {
        (self.pod.is_none() && !self.is_of_vms()).then_some(&self.decide)
    }
}

impl LongWork for SweepWork {
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool {
        match self {
            Self::Placement(sweep) => {
                let (sweep, mut trials) = sweep.parts(on);
                sweep.advance(&mut trials, turns)
            }
            Self::Pod(sweep) => sweep.advance(on.trial, turns),
            Self::Vms(sweep) => sweep.advance(on.trial, turns),
        }
    }

    fn progress(&self) -> (u64, u64) {
        match self {
            Self::Placement(sweep) => sweep.work.progress(),
            Self::Pod(sweep) => sweep.progress(),
            Self::Vms(sweep) => sweep.progress(),
        }
    }
}

impl LongQuestion for RankOptions {
    type Work = OfPlacement<Ranks>;

    fn begin(&self, scenario: &mut Scenario) -> Result<OfPlacement<Ranks>, QuestionError> {
        let cluster = scenario.input.named_cluster(&self.cluster)?;
        let (options, _) = scenario.trial_options(self.decide.clone())?;
        let work = Ranks::new(cluster, &self.weight);
        Ok(OfPlacement { options, work })
    }

    fn decides(&self) -> Option<&DecideOptions> {
        Some(&self.decide)
    }
}

impl LongWork for OfPlacement<Ranks> {
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool {
        let (ranks, mut trials) = self.parts(on);
        ranks.advance(&mut trials, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.work.progress()
    }
}

/// The options of `stability`.
#[derive(Debug, PartialEq)]
pub(crate) struct StabilityQuestion(pub(crate) DecideOptions);

impl LongQuestion for StabilityQuestion {
    type Work = OfPlacement<Stability>;

    fn begin(&self, scenario: &mut Scenario) -> Result<OfPlacement<Stability>, QuestionError> {
        let (options, limit) = scenario.trial_options(self.0.clone())?;
        let work = Stability::new(limit);
        Ok(OfPlacement { options, work })
    }

    fn decides(&self) -> Option<&DecideOptions> {
        Some(&self.0)
    }
}

impl LongWork for OfPlacement<Stability> {
    fn advance(&mut self, on: Ground<'_>, turns: usize) -> bool {
        let (stability, mut trials) = self.parts(on);
        stability.advance(&mut trials, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.work.progress()
    }
}

impl Scenario {
    /// The selection for every value of one parameter.
    ///
    /// # Errors
    /// Not one parameter is named; `now` is not a time; the text has no such placement, constraint, cluster or pod.
    pub fn sweep(
        &mut self,
        options: &SweepOptions,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let (key, work) = self.worked(options.clone())?;
        let answer = match &*work {
            SweepWork::Placement(found) => self.swept(&found.work),
            SweepWork::Pod(found) => self.swept_pod(options, found),
            SweepWork::Vms(found) => self.swept_vms(options, found),
        };
        self.keep_work((key, work));
        answer
    }

    fn sweep_work(&mut self, options: &SweepOptions) -> Result<SweepWork, QuestionError> {
        let cluster = options
            .cluster
            .as_deref()
            .map(|name| self.input.named_cluster(name))
            .transpose()?;
        let (decide, limit) = self.trial_options(options.decide.clone())?;
        let parameter = match (&options.weight, options.count, &options.max_skew) {
            (Some(name), false, None) => Parameter::Weight(name.clone()),
            (None, true, None) => Parameter::Count,
            (None, false, Some(term)) => {
                Parameter::MaxSkew(self.spread_term(decide.placement, term)?)
            }
            _ => {
                return Err(wrong(
                    "sweep: name one of `weight`, `count` and `maxSkew`, or a `pod`, or something of VMs",
                ));
            }
        };
        Ok(SweepWork::Placement(Box::new(OfPlacement {
            options: decide,
            work: Sweep::new(parameter, cluster, limit),
        })))
    }

    fn swept(&self, found: &Sweep) -> Result<Answered<SweepAnswer>, QuestionError> {
        let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let objects = self.input.objects();
        let (parameter, subject) = self.swept_parameter(found.parameter(), decision);
        let intervals = found.stretches.iter().map(|stretch| SweepInterval {
            from: Integer(stretch.from),
            to: Integer(stretch.to),
            selected: stretch.selected,
            cycle: None,
            run: None,
            decided: stretch.decided,
            added: self.input.cluster_list(&stretch.exchange.comes),
            removed: self.input.cluster_list(&stretch.exchange.out),
            unplaced: Vec::new(),
        });
        let points = found.points.iter().map(|point| SweepPoint {
            value: Integer(point.value),
            rank: point.rank,
            total: point.total.map(Integer),
            selected: point.selected,
        });
        let answer = SweepAnswer {
            object: placement_name(&decision.placement, &objects.names),
            pod: None,
            parameter,
            subject,
            in_force: found.range.in_force.map(Integer),
            intervals: intervals.collect(),
            points: points.collect(),
            complete: found.complete,
        };
        Ok(self.checked_whatif(answer, decision))
    }

    /// The parameter as the answer names it: its kind, and the prioritizer or the topology key.
    fn swept_parameter(
        &self,
        parameter: &Parameter,
        decision: &Decision,
    ) -> (SweptParameter, String) {
        match parameter {
            Parameter::Weight(name) => (SweptParameter::Weight, name.clone()),
            Parameter::Count => (SweptParameter::Count, String::new()),
            Parameter::MaxSkew(at) => {
                let term = decision.placement.spec.spread_constraints.get(*at);
                let names = &self.input.objects().names;
                let key = term.map_or("", |term| &names[term.topology_key]);
                (SweptParameter::MaxSkew, key.to_owned())
            }
        }
    }

    /// The place of a spread constraint among those of a placement.
    fn spread_term(&self, placement: usize, term: &Key) -> Result<usize, QuestionError> {
        let objects = self.input.objects();
        let placement = objects.placements.get(placement);
        let placement = placement.ok_or(QuestionError::NoDecision)?;
        let terms = &placement.spec.spread_constraints;
        let found = self.input.constraint(placement, term).and_then(|at| {
            let known = terms.get(at).map(|_| at);
            known
                .ok_or_else(|| ["there is no spread constraint `", &term.to_string(), "`"].concat())
        });
        let names = &objects.names;
        let has = |key: &str| terms.iter().any(|one| names[one.topology_key] == *key);
        found.map_err(|why| match term {
            // More than one has the key.
            Key::Name(key) if has(key) => wrong(&["sweep.maxSkew: ", &why].concat()),
            _ => unknown::constraint(names, placement, &why),
        })
    }

    /// The rank of one cluster for every real weight of one prioritizer.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement or cluster.
    pub fn rank(&mut self, options: RankOptions) -> Result<Answered<RankAnswer>, QuestionError> {
        let (key, work) = self.worked(options.clone())?;
        let answer = self.ranked(options, &work.work);
        self.keep_work((key, work));
        answer
    }

    fn ranked(
        &self,
        options: RankOptions,
        found: &Ranks,
    ) -> Result<Answered<RankAnswer>, QuestionError> {
        let cluster = self.input.named_cluster(&options.cluster)?;
        let limit = options.decide.limit;
        let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let mut entries = decision.plan.entries.iter().rev();
        let weight = entries
            .find(|entry| entry.name == options.weight)
            .map_or(0, |entry| entry.weight);
        let mut answer = RankAnswer {
            object: placement_name(&decision.placement, &self.input.objects().names),
            cluster: options.cluster,
            prioritizer: options.weight,
            weight,
            rank: decision.rank(cluster),
            selected: decision.selected_count(),
            selected_on: Vec::new(),
            best: None,
            pieces: Vec::new(),
            count: 0,
            reason: found.reason,
        };
        let pieces = &found.pieces;
        let piece = |piece: &schedscope_whatif::placement::rank::RankPiece| RankPiece {
            weights: piece.weights.into(),
            rank: piece.rank,
        };
        let parts = found.selected_on.iter();
        answer.selected_on = parts.map(|part| (*part).into()).collect();
        answer.count = pieces.len();
        answer.best = pieces.iter().min_by_key(|piece| piece.rank).map(piece);
        let weight = Fraction::of(i64::from(weight));
        let here = pieces
            .iter()
            .position(|piece| piece.weights.contains(weight))
            .unwrap_or(0);
        let first = here
            .saturating_sub(limit / 2)
            .min(pieces.len().saturating_sub(limit));
        answer.pieces = pieces.iter().skip(first).take(limit).map(piece).collect();
        Ok(self.checked_whatif(answer, decision))
    }

    /// How far weights may change before the selected set does.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement.
    pub fn stability(
        &mut self,
        options: DecideOptions,
    ) -> Result<Answered<StabilityAnswer>, QuestionError> {
        let (key, work) = self.worked(StabilityQuestion(options))?;
        let answer = self.stabilized(&work.work);
        self.keep_work((key, work));
        answer
    }

    fn stabilized(&self, found: &Stability) -> Result<Answered<StabilityAnswer>, QuestionError> {
        let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let objects = self.input.objects();
        let name = |cluster: ClusterId| objects.cluster_name(cluster).to_owned();
        let exchange = |(removed, added): (ClusterId, ClusterId)| Exchange {
            removed: name(removed),
            added: name(added),
        };
        let mut answer = StabilityAnswer {
            object: placement_name(&decision.placement, &objects.names),
            prioritizers: Vec::new(),
            narrowest: None,
            radius: None,
            reason: found.reason,
        };
        if found.reason.is_some() {
            return Ok(self.checked_whatif(answer, decision));
        }
        answer.radius = found.radius.map(|radius| StableRadius {
            radius: radius.radius.into(),
            exchange: exchange((radius.out, radius.comes)),
        });
        let rooms = found.prioritizers.iter();
        let rooms = rooms.filter_map(|stable| Some((stable.room()?, &stable.prioritizer)));
        answer.narrowest = rooms
            .min_by_key(|(room, _)| *room)
            .map(|(_, name)| name.clone());
        answer.prioritizers = found
            .prioritizers
            .iter()
            .map(|stable| StablePrioritizer {
                prioritizer: stable.prioritizer.clone(),
                weight: stable.weight,
                weights: stable.weights.into(),
                below: stable.below.map(exchange),
                above: stable.above.map(exchange),
                clusters: stable
                    .clusters
                    .iter()
                    .map(|(cluster, weights)| StableCluster {
                        cluster: name(*cluster),
                        weights: (*weights).into(),
                    })
                    .collect(),
            })
            .collect();
        Ok(self.checked_whatif(answer, decision))
    }
}

pub(super) fn wrong(message: &str) -> QuestionError {
    QuestionError::Invalid(message.to_owned())
}
