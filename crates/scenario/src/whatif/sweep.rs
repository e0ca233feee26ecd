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
use schedscope_objects::{id::ClusterId, objects::Objects};
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
};

use super::{
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, Decisions, Input, Placements, QuestionError, decisions::about_whatif};

/// A work that decides a placement again.
#[derive(Debug)]
pub(crate) struct OfPlacement<W> {
    options: DecisionOptions,
    work: W,
}

impl<W> OfPlacement<W> {
    fn parts<'a>(&'a mut self, on: WorkInput<'a>) -> (&'a mut W, Trials<'a>) {
        let WorkInput { trial, session, .. } = on;
        let trials = Trials {
            editor: trial,
            session,
            options: self.options.clone(),
            left: usize::MAX,
        };
        (&mut self.work, trials)
    }
}

impl System<SweepOptions> for Decisions {
    type Work = OfPlacement<Sweep>;
    type Answer = SweepAnswer;

    fn begin(
        engine: &mut Placements<'_>,
        asked: &SweepOptions,
    ) -> Result<Self::Work, QuestionError> {
        let input = engine.input;
        let cluster = asked.cluster.as_deref();
        let cluster = cluster.map(|name| input.named_cluster(name)).transpose()?;
        let (options, limit) = engine.state.options(input, asked.decide.clone())?;
        let parameter = match (&asked.weight, asked.count, &asked.max_skew) {
            (Some(name), false, None) => Parameter::Weight(name.clone()),
            (None, true, None) => Parameter::Count,
            (None, false, Some(term)) => {
                Parameter::MaxSkew(spread_term(input, options.placement, term)?)
            }
            _ => {
                return Err(wrong(
                    "sweep: name one of `weight`, `count` and `maxSkew`, or a `pod`, or something of VMs",
                ));
            }
        };
        let work = Sweep::new(parameter, cluster, limit);
        Ok(OfPlacement { options, work })
    }

    fn answer(
        engine: &mut Placements<'_>,
        _: &SweepOptions,
        found: &mut Self::Work,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let (input, found) = (engine.input, &found.work);
        let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let objects = input.objects();
        let (parameter, subject) = swept_parameter(objects, found.parameter(), decision);
        let intervals = found.stretches.iter().map(|stretch| SweepInterval {
            from: Integer(stretch.from),
            to: Integer(stretch.to),
            selected: stretch.selected,
            decided: stretch.decided,
            added: input.cluster_list(&stretch.exchange.comes),
            removed: input.cluster_list(&stretch.exchange.out),
            added_total: stretch.exchange.comes_total,
            removed_total: stretch.exchange.out_total,
            ..SweepInterval::default()
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
        Ok(Answered::new(answer, input, about_whatif(decision)))
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &SweepOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, &options.decide)
    }
}

impl LongWork for OfPlacement<Sweep> {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let (sweep, mut trials) = self.parts(on);
        sweep.advance(&mut trials, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.work.progress()
    }
}

impl System<RankOptions> for Decisions {
    type Work = OfPlacement<Ranks>;
    type Answer = RankAnswer;

    fn begin(
        engine: &mut Placements<'_>,
        options: &RankOptions,
    ) -> Result<Self::Work, QuestionError> {
        let cluster = engine.input.named_cluster(&options.cluster)?;
        let decide = options.decide.clone();
        let work = Ranks::new(cluster, &options.weight);
        let (options, _) = engine.state.options(engine.input, decide)?;
        Ok(OfPlacement { options, work })
    }

    fn answer(
        engine: &mut Placements<'_>,
        options: &RankOptions,
        found: &mut Self::Work,
    ) -> Result<Answered<RankAnswer>, QuestionError> {
        ranked(engine.input, options, &found.work)
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &RankOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, &options.decide)
    }
}

impl LongWork for OfPlacement<Ranks> {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let (ranks, mut trials) = self.parts(on);
        ranks.advance(&mut trials, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.work.progress()
    }
}

impl System<DecideOptions> for Decisions {
    type Work = OfPlacement<Stability>;
    type Answer = StabilityAnswer;

    fn begin(
        engine: &mut Placements<'_>,
        options: &DecideOptions,
    ) -> Result<Self::Work, QuestionError> {
        let (options, limit) = engine.state.options(engine.input, options.clone())?;
        let work = Stability::new(limit);
        Ok(OfPlacement { options, work })
    }

    fn answer(
        engine: &mut Placements<'_>,
        _: &DecideOptions,
        found: &mut Self::Work,
    ) -> Result<Answered<StabilityAnswer>, QuestionError> {
        stabilized(engine.input, &found.work)
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &DecideOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, options)
    }
}

impl LongWork for OfPlacement<Stability> {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let (stability, mut trials) = self.parts(on);
        stability.advance(&mut trials, turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.work.progress()
    }
}

/// The parameter as the answer names it: its kind, and the prioritizer or the topology key.
fn swept_parameter(
    objects: &Objects,
    parameter: &Parameter,
    decision: &Decision,
) -> (SweptParameter, String) {
    match parameter {
        Parameter::Weight(name) => (SweptParameter::Weight, name.clone()),
        Parameter::Count => (SweptParameter::Count, String::new()),
        Parameter::MaxSkew(at) => {
            let term = decision.placement.spec.spread_constraints.get(*at);
            let names = &objects.names;
            let key = term.map_or("", |term| &names[term.topology_key]);
            (SweptParameter::MaxSkew, key.to_owned())
        }
    }
}

/// The place of a spread constraint among those of a placement.
fn spread_term(input: &Input, placement: usize, term: &Key) -> Result<usize, QuestionError> {
    let objects = input.objects();
    let placement = objects.placements.get(placement);
    let placement = placement.ok_or(QuestionError::NoDecision)?;
    let terms = &placement.spec.spread_constraints;
    let found = input.constraint(placement, term).and_then(|at| {
        let known = terms.get(at).map(|_| at);
        known.ok_or_else(|| ["there is no spread constraint `", &term.to_string(), "`"].concat())
    });
    let names = &objects.names;
    let has = |key: &str| terms.iter().any(|one| names[one.topology_key] == *key);
    found.map_err(|why| match term {
        // More than one has the key.
        Key::Name(key) if has(key) => wrong(&["sweep.maxSkew: ", &why].concat()),
        _ => unknown::constraint(names, placement, &why),
    })
}

fn ranked(
    input: &Input,
    options: &RankOptions,
    found: &Ranks,
) -> Result<Answered<RankAnswer>, QuestionError> {
    let cluster = input.named_cluster(&options.cluster)?;
    let limit = options.decide.limit;
    let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
    let mut entries = decision.plan.entries.iter().rev();
    let weight = entries
        .find(|entry| entry.name == options.weight)
        .map_or(0, |entry| entry.weight);
    let mut answer = RankAnswer {
        object: placement_name(&decision.placement, &input.objects().names),
        cluster: options.cluster.clone(),
        prioritizer: options.weight.clone(),
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
    Ok(Answered::new(answer, input, about_whatif(decision)))
}

fn stabilized(
    input: &Input,
    found: &Stability,
) -> Result<Answered<StabilityAnswer>, QuestionError> {
    let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
    let objects = input.objects();
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
        return Ok(Answered::new(answer, input, about_whatif(decision)));
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
    Ok(Answered::new(answer, input, about_whatif(decision)))
}

pub(super) fn wrong(message: &str) -> QuestionError {
    QuestionError::Invalid(message.to_owned())
}
