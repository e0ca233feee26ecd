//! One parameter over its range, and one cluster over all weights.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::{
        options::SweepOptions,
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

/// A sweep of a placement, or of its real weights.
#[derive(Debug)]
enum Swept {
    Values(Box<Sweep>),
    Rank(Ranks),
    Stability(Stability),
}

/// A work that decides a placement again.
#[derive(Debug)]
pub(crate) struct Sweeping {
    options: DecisionOptions,
    limit: usize,
    swept: Swept,
}

impl System<SweepOptions> for Decisions {
    type Work = Sweeping;
    type Answer = SweepAnswer;

    fn begin(engine: &mut Placements<'_>, asked: &SweepOptions) -> Result<Sweeping, QuestionError> {
        let input = engine.input;
        let named = |name: &Option<String>| {
            let name = name.as_deref();
            name.map(|name| input.named_cluster(name)).transpose()
        };
        let (cluster, rank) = (named(&asked.cluster)?, named(&asked.rank)?);
        let (options, limit) = engine.state.options(input, asked.decide.clone())?;
        let SweepOptions {
            weight,
            count,
            max_skew,
            stability,
            ..
        } = asked;
        let parameter = match (weight, count, max_skew, stability) {
            (Some(name), false, None, false) => Some(Parameter::Weight(name.clone())),
            (None, true, None, false) => Some(Parameter::Count),
            (None, false, Some(term), false) => {
                let term = spread_term(input, options.placement, term)?;
                Some(Parameter::MaxSkew(term))
            }
            (None, false, None, true) => None,
            _ => {
                return Err(wrong(
                    "sweep: name one of `weight`, `count`, `maxSkew` and `stability`, or a `pod`, or something of VMs",
                ));
            }
        };
        let swept = match (parameter, rank) {
            (Some(Parameter::Weight(name)), Some(cluster)) => {
                Swept::Rank(Ranks::new(cluster, &name))
            }
            (Some(parameter), None) => {
                Swept::Values(Box::new(Sweep::new(parameter, cluster, limit)))
            }
            (None, None) => Swept::Stability(Stability::new(limit)),
            _ => return Err(wrong("sweep.rank: name a `weight`")),
        };
        Ok(Sweeping {
            options,
            limit,
            swept,
        })
    }

    fn answer(
        engine: &mut Placements<'_>,
        asked: &SweepOptions,
        work: &mut Sweeping,
    ) -> Result<Answered<SweepAnswer>, QuestionError> {
        let decision = match &work.swept {
            Swept::Values(found) => &found.decision,
            Swept::Rank(found) => &found.decision,
            Swept::Stability(found) => &found.decision,
        };
        let input = engine.input;
        let decision = decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let mut answer = SweepAnswer {
            object: placement_name(&decision.placement, &input.objects().names),
            pod: None,
            parameter: SweptParameter::Weight,
            subject: String::new(),
            in_force: None,
            intervals: Vec::new(),
            points: Vec::new(),
            rank: None,
            stability: None,
            complete: true,
        };
        match &work.swept {
            Swept::Values(found) => values(&mut answer, input, decision, found),
            Swept::Rank(found) => {
                let cluster = asked.rank.as_deref().unwrap_or_default();
                let prioritizer = asked.weight.as_deref().unwrap_or_default();
                let named = (cluster, prioritizer);
                let rank = ranked(input, named, (decision, found), work.limit)?;
                prioritizer.clone_into(&mut answer.subject);
                answer.in_force = Some(Integer(rank.weight.into()));
                answer.complete = rank.reason.is_none();
                answer.rank = Some(rank);
            }
            Swept::Stability(found) => {
                answer.complete = found.reason.is_none();
                answer.stability = Some(stabilized(input.objects(), found));
            }
        }
        Ok(Answered::new(answer, input, about_whatif(decision)))
    }

    fn verdicts(
        engine: &mut Placements<'_>,
        options: &SweepOptions,
    ) -> Result<Option<u64>, QuestionError> {
        engine.state.verdicts(engine.input, &options.decide)
    }
}

impl LongWork for Sweeping {
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let WorkInput { trial, session, .. } = on;
        let mut trials = Trials {
            editor: trial,
            session,
            options: self.options.clone(),
            left: usize::MAX,
        };
        match &mut self.swept {
            Swept::Values(sweep) => sweep.advance(&mut trials, turns),
            Swept::Rank(ranks) => ranks.advance(&mut trials, turns),
            Swept::Stability(stability) => stability.advance(&mut trials, turns),
        }
    }

    fn progress(&self) -> (u64, u64) {
        match &self.swept {
            Swept::Values(sweep) => sweep.progress(),
            Swept::Rank(ranks) => ranks.progress(),
            Swept::Stability(stability) => stability.progress(),
        }
    }
}

/// The selection for every value of one parameter.
fn values(answer: &mut SweepAnswer, input: &Input, decision: &Decision, found: &Sweep) {
    let parameter = found.parameter();
    (answer.parameter, answer.subject) = swept_parameter(input.objects(), parameter, decision);
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
    answer.intervals = intervals.collect();
    let points = found.points.iter().map(|point| SweepPoint {
        value: Integer(point.value),
        rank: point.rank,
        total: point.total.map(Integer),
        selected: point.selected,
    });
    answer.points = points.collect();
    answer.in_force = found.range.in_force.map(Integer);
    answer.complete = found.complete;
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
    (name, prioritizer): (&str, &str),
    (decision, found): (&Decision, &Ranks),
    limit: usize,
) -> Result<RankAnswer, QuestionError> {
    let cluster = input.named_cluster(name)?;
    let mut entries = decision.plan.entries.iter().rev();
    let weight = entries
        .find(|entry| entry.name == prioritizer)
        .map_or(0, |entry| entry.weight);
    let pieces = &found.pieces;
    let piece = |piece: &schedscope_whatif::placement::rank::RankPiece| RankPiece {
        weights: piece.weights.into(),
        rank: piece.rank,
    };
    let in_force = Fraction::of(i64::from(weight));
    let here = pieces
        .iter()
        .position(|piece| piece.weights.contains(in_force))
        .unwrap_or(0);
    let first = here
        .saturating_sub(limit / 2)
        .min(pieces.len().saturating_sub(limit));
    let selected_on = found.selected_on.iter();
    Ok(RankAnswer {
        cluster: name.to_owned(),
        prioritizer: prioritizer.to_owned(),
        weight,
        rank: decision.rank(cluster),
        selected: decision.selected_count(),
        selected_on: selected_on.map(|part| (*part).into()).collect(),
        best: pieces.iter().min_by_key(|piece| piece.rank).map(piece),
        pieces: pieces.iter().skip(first).take(limit).map(piece).collect(),
        count: pieces.len(),
        reason: found.reason,
    })
}

fn stabilized(objects: &Objects, found: &Stability) -> StabilityAnswer {
    let name = |cluster: ClusterId| objects.cluster_name(cluster).to_owned();
    let exchange = |(removed, added): (ClusterId, ClusterId)| Exchange {
        removed: name(removed),
        added: name(added),
    };
    let mut answer = StabilityAnswer {
        prioritizers: Vec::new(),
        narrowest: None,
        radius: None,
        reason: found.reason,
    };
    if found.reason.is_some() {
        return answer;
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
    answer
}

pub(super) fn wrong(message: &str) -> QuestionError {
    QuestionError::Invalid(message.to_owned())
}
