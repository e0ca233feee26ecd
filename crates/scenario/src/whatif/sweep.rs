//! One parameter over its range, and one cluster over all weights.

use schedscope_answers::{
    placement::DecideOptions,
    placement::integer::Integer,
    whatif::{
        options::{RankOptions, SweepOptions},
        sweep::{
            Exchange, NotLinear, RankAnswer, RankPiece, StabilityAnswer, StableCluster,
            StablePrioritizer, StableRadius, SweepAnswer, SweepInterval, SweepPoint,
            SweptParameter,
        },
    },
};
use schedscope_objects::id::ClusterId;
use schedscope_options::Key;
use schedscope_placement::Decision;
use schedscope_whatif::{
    fraction::Fraction,
    placement::{
        placement_name,
        rank::{curve, selected_on},
        stability::{radius, stable},
        sweep::{Parameter, sweep},
    },
};

use crate::{QuestionError, Scenario};

impl Scenario {
    /// The selection for every value of one parameter.
    ///
    /// # Errors
    /// Not one parameter is named; `now` is not a time; the text has no such placement, constraint, cluster or pod.
    pub fn sweep(&mut self, options: SweepOptions) -> Result<SweepAnswer, QuestionError> {
        if options.pod.is_some() {
            return self.sweep_pod(&options);
        }
        let cluster = options
            .cluster
            .as_deref()
            .map(|name| self.named_cluster(name))
            .transpose()?;
        let (decide, limit) = self.trial_options(options.decide)?;
        let given = [
            options.weight.is_some(),
            options.count,
            options.max_skew.is_some(),
        ];
        if given.iter().filter(|given| **given).count() != 1 {
            return Err(wrong(
                "sweep: name one of `weight`, `count` and `maxSkew`, or a `pod`",
            ));
        }
        let (parameter, name) = match (&options.weight, &options.max_skew) {
            (Some(name), _) => (Parameter::Weight(name.clone()), SweptParameter::Weight),
            (None, Some(term)) => {
                let term = self.spread_term(decide.placement, term)?;
                (Parameter::MaxSkew(term), SweptParameter::MaxSkew)
            }
            (None, None) => (Parameter::Count, SweptParameter::Count),
        };
        let mut trials = self.trials(decide, usize::MAX);
        let found = sweep(&mut trials, &parameter, cluster).ok_or(QuestionError::NoDecision)?;
        let objects = self.reader.objects();
        let terms = &found.decision.placement.spec.spread_constraints;
        let subject = match parameter {
            Parameter::Weight(name) => name,
            Parameter::Count => String::new(),
            Parameter::MaxSkew(at) => terms
                .get(at)
                .map_or("", |term| &objects.names[term.topology_key])
                .to_owned(),
        };
        let mut before: Option<&Decision> = None;
        let intervals = found.stretches.iter().map(|stretch| {
            let now = &stretch.decision;
            let (comes, out) = before.map_or_else(Default::default, |before| {
                self.comes_and_goes(before, now, limit)
            });
            before = Some(now);
            SweepInterval {
                from: Integer(stretch.from),
                to: Integer(stretch.to),
                selected: now.selected_count(),
                cycle: None,
                decided: now.selection().is_some(),
                comes,
                out,
            }
        });
        let intervals = intervals.collect();
        let points = found.points.iter().map(|point| SweepPoint {
            value: Integer(point.value),
            rank: point.rank,
            total: point.total.map(Integer),
            selected: point.selected,
        });
        let (missing_inputs, not_looked_at) = self.doubts(&found.decision);
        Ok(SweepAnswer {
            object: placement_name(&found.decision.placement, &objects.names),
            pod: None,
            parameter: name,
            subject,
            in_force: found.in_force.map(Integer),
            intervals,
            points: points.collect(),
            complete: found.complete,
            missing_inputs,
            not_looked_at,
        })
    }

    /// The place of a spread constraint among those of a placement.
    fn spread_term(&self, placement: usize, term: &Key) -> Result<usize, QuestionError> {
        let placement = self.reader.objects().placements.get(placement);
        let found = placement.map_or(Err(String::new()), |placement| {
            let at = self.constraint(placement, term)?;
            let known = placement.spec.spread_constraints.get(at).map(|_| at);
            known
                .ok_or_else(|| ["there is no spread constraint `", &term.to_string(), "`"].concat())
        });
        found.map_err(|why| wrong(&["sweep.maxSkew: ", &why].concat()))
    }

    /// The rank of one cluster for every real weight of one prioritizer.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement or cluster.
    pub fn rank(&mut self, options: RankOptions) -> Result<RankAnswer, QuestionError> {
        let cluster = self.named_cluster(&options.cluster)?;
        let (decide, limit) = self.trial_options(options.decide)?;
        let mut trials = self.trials(decide.clone(), usize::MAX);
        let decision = trials.decide(&decide).ok_or(QuestionError::NoDecision)?;
        let mut entries = decision.plan.entries.iter().rev();
        let weight = entries
            .find(|entry| entry.name == options.weight)
            .map_or(0, |entry| entry.weight);
        let lines = trials.lines(&options.weight).and_then(|lines| {
            let line = lines
                .all
                .iter()
                .find(|line| line.cluster == cluster)
                .copied();
            line.map(|line| (lines, line)).ok_or(NotLinear::NotFeasible)
        });
        let (missing_inputs, not_looked_at) = self.doubts(&decision);
        let mut answer = RankAnswer {
            object: placement_name(&decision.placement, &self.reader.objects().names),
            cluster: options.cluster,
            prioritizer: options.weight,
            weight,
            rank: decision.rank(cluster),
            selected: decision.selected_count(),
            selected_on: Vec::new(),
            best: None,
            pieces: Vec::new(),
            count: 0,
            reason: lines.as_ref().err().copied(),
            missing_inputs,
            not_looked_at,
        };
        if let Ok((lines, line)) = lines {
            let pieces = curve(&lines, &line);
            let parts = selected_on(&pieces, lines.selected);
            answer.selected_on = parts.into_iter().map(Into::into).collect();
            answer.count = pieces.len();
            let piece = |piece: &schedscope_whatif::placement::rank::RankPiece| RankPiece {
                weights: piece.weights.into(),
                rank: piece.rank,
            };
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
        }
        Ok(answer)
    }

    /// How far weights may change before the selected set does.
    ///
    /// # Errors
    /// `now` is not a time; the text has no such placement.
    pub fn stability(&mut self, options: DecideOptions) -> Result<StabilityAnswer, QuestionError> {
        let (decide, limit) = self.trial_options(options)?;
        let mut trials = self.trials(decide.clone(), usize::MAX);
        let decision = trials.decide(&decide).ok_or(QuestionError::NoDecision)?;
        let items = decision.first_selected(limit);
        let found = stable(&mut trials, &decision, &items);
        let radius = radius(&decision);
        let objects = self.reader.objects();
        let name = |cluster: ClusterId| objects.cluster_name(cluster).to_owned();
        let exchange = |(out, comes): (ClusterId, ClusterId)| Exchange {
            out: name(out),
            comes: name(comes),
        };
        let (missing_inputs, not_looked_at) = self.doubts(&decision);
        let mut answer = StabilityAnswer {
            object: placement_name(&decision.placement, &objects.names),
            prioritizers: Vec::new(),
            narrowest: None,
            radius: None,
            reason: found.as_ref().err().or(radius.as_ref().err()).copied(),
            missing_inputs,
            not_looked_at,
        };
        let (Ok(found), Ok(radius)) = (found, radius) else {
            return Ok(answer);
        };
        answer.radius = radius.map(|radius| StableRadius {
            radius: radius.radius.into(),
            exchange: exchange((radius.out, radius.comes)),
        });
        let rooms = found
            .iter()
            .filter_map(|stable| Some((stable.room()?, &stable.prioritizer)));
        answer.narrowest = rooms
            .min_by_key(|(room, _)| *room)
            .map(|(_, name)| name.clone());
        answer.prioritizers = found
            .into_iter()
            .map(|stable| StablePrioritizer {
                prioritizer: stable.prioritizer,
                weight: stable.weight,
                weights: stable.weights.into(),
                below: stable.below.map(exchange),
                above: stable.above.map(exchange),
                clusters: stable
                    .clusters
                    .into_iter()
                    .map(|(cluster, weights)| StableCluster {
                        cluster: name(cluster),
                        weights: weights.into(),
                    })
                    .collect(),
            })
            .collect();
        Ok(answer)
    }
}

pub(super) fn wrong(message: &str) -> QuestionError {
    QuestionError::Invalid(message.to_owned())
}
