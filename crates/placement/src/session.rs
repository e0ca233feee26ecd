//! The resident engine: decides again, computing only what a change touches.

use std::sync::{Arc, OnceLock};

use schedscope_objects::{
    objects::{Objects, Revisions},
    placement::Placement,
    profile::Profile,
};

use crate::{
    candidates::Candidates,
    decision::{Decision, Scored, cel_path},
    details::Details,
    filter::{
        FilterError, predicate, taint_toleration,
        taint_toleration::{Clock, Tolerated},
    },
    fleet::Fleet,
    groups::{Grouping, Groups},
    history::History,
    memory::{
        CandidatesKey, GroundKey, GroupingKey, HistoryKey, KeptColumn, MatchedKey, Numbers, Slot,
        ToleratedKey,
    },
    options::{CandidateMode, Options},
    prioritizer,
    prioritizer::{Amounts, Column, Kind, Plan, World},
    select,
    select::Selection,
    spread,
    spread::{Ground, MOST_TERMS, Run},
    summary::{DecisionSummary, Outcome, SkipReason},
};

/// Decides placements over the objects of one reader, and remembers.
///
/// Every step's result is kept with exactly what it was computed from. Objects are told apart by
/// [`Objects::revisions`] only, so a session serves the objects of one reader (start another
/// session, or [`Session::clear`] this one, for another reader's).
///
/// What a change costs, for n clusters: a weight or the number of clusters, totals and selection:
/// O(prioritizers x n). Predicates, tolerations, sets: the filters and scores too. Clusters or other
/// objects: everything. The clock: nothing, unless a toleration or a score ends in between.
#[derive(Debug, Default)]
pub struct Session {
    /// Counts computations: what is computed from another step's result is kept with its number.
    count: u64,
    fleet: Slot<u64, Fleet>,
    history: Slot<HistoryKey, History>,
    candidates: Slot<CandidatesKey, Candidates>,
    matched: Slot<MatchedKey, Result<Vec<u32>, FilterError>>,
    tolerated: Slot<ToleratedKey, Tolerated>,
    ground: Slot<GroundKey, Ground>,
    grouping: Slot<GroupingKey, Grouping>,
    columns: Vec<KeptColumn>,
    latest: Option<Decision>,
}

/// Why there is no decision at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecideError {
    /// There is no placement of that index.
    NoSuchPlacement {
        /// The index that was asked for.
        placement: usize,
        /// How many placements there are.
        count: usize,
    },
}

impl std::fmt::Display for DecideError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchPlacement { placement, count } => {
                write!(
                    f,
                    "there is no placement `{placement}`: the text has {count}"
                )
            }
        }
    }
}

impl std::error::Error for DecideError {}

impl Session {
    /// A session that remembers nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Decides a placement and keeps the decision for [`Session::details`].
    ///
    /// # Errors
    /// There is no such placement. The decision before it is kept.
    pub fn decide(
        &mut self,
        objects: &Objects,
        options: &Options,
    ) -> Result<DecisionSummary, DecideError> {
        let placement = objects.placements.get(options.placement);
        let placement = placement.ok_or(DecideError::NoSuchPlacement {
            placement: options.placement,
            count: objects.placements.len(),
        })?;
        let decision = self.run(objects, placement, options);
        let summary = decision.summary(objects);
        self.latest = Some(decision);
        Ok(summary)
    }

    /// The latest decision with its objects, to ask about details. `None` where nothing was decided
    /// yet, or the clusters or other objects have changed since.
    pub fn details<'a>(&'a self, objects: &'a Objects) -> Option<Details<'a>> {
        let decision = self.latest.as_ref()?;
        let same = decision.revisions.clusters == objects.revisions.clusters
            && decision.revisions.others == objects.revisions.others;
        same.then_some(Details { decision, objects })
    }

    fn run(
        &mut self,
        objects: &Objects,
        placement: &Arc<Placement>,
        options: &Options,
    ) -> Decision {
        let (mut decision, numbers) = self.begin(objects, placement, options);
        if let Some(outcome) = untouched(placement, options.candidates) {
            decision.outcome = outcome;
            return decision;
        }
        if let Err(message) = &decision.candidates.clusters {
            decision.outcome = Outcome::SyncError {
                message: message.clone(),
            };
            return decision;
        }
        let tolerated = match self.filter(objects, &mut decision, &numbers) {
            Ok(number) => number,
            Err(outcome) => {
                decision.outcome = outcome;
                return decision;
            }
        };
        if let Some(outcome) = invalid_spread(placement) {
            decision.outcome = outcome;
            return decision;
        }
        let judged = decision
            .tolerated
            .as_deref()
            .is_some_and(|tolerated| tolerated.clusters.is_ok());
        if judged && decision.plan.error.is_none() {
            if let Some(wanted) = decision.wanted.filter(|wanted| *wanted < 0) {
                decision.outcome = Outcome::Invalid {
                    path: "spec.numberOfClusters".to_owned(),
                    message: format!(
                        "`{wanted}` clusters are wanted, but there is no negative number of them"
                    ),
                };
                return decision;
            }
            decision.scored = Some(self.score(objects, &decision, tolerated));
        }
        self.group(objects, &mut decision, tolerated);
        decision
    }

    /// Names, history and candidates.
    fn begin(
        &mut self,
        objects: &Objects,
        placement: &Arc<Placement>,
        options: &Options,
    ) -> (Decision, Numbers) {
        let count = &mut self.count;
        let spec = &placement.spec;
        let Revisions {
            clusters, others, ..
        } = objects.revisions;
        let (fleet_number, fleet) = self.fleet.get(
            count,
            clusters,
            |_| true,
            || Fleet::new(&objects.clusters, &objects.names),
        );
        let (namespace, name) = (placement.namespace, placement.name);
        let key = HistoryKey {
            fleet: fleet_number,
            others,
            namespace,
            name,
        };
        let history = || History::new(objects, &fleet, namespace, name);
        let (history_number, history) = self.history.get(count, key, |_| true, history);
        let key = CandidatesKey {
            fleet: fleet_number,
            others,
            namespace,
            cluster_sets: spec.cluster_sets.clone(),
            mode: options.candidates,
        };
        let candidates = || Candidates::new(objects, &fleet, placement, options.candidates);
        let (candidates_number, candidates) = self.candidates.get(count, key, |_| true, candidates);
        let decision = Decision {
            revisions: objects.revisions,
            placement: Arc::clone(placement),
            options: options.clone(),
            wanted: options.number_of_clusters.over(spec.number_of_clusters),
            outcome: Outcome::Scheduled,
            fleet,
            history,
            candidates,
            matched: None,
            tolerated: None,
            plan: Plan::new(spec, options.profile, &options.weights, &objects.names),
            scored: None,
            grouping: Arc::default(),
            groups: Groups::default(),
            order: OnceLock::new(),
        };
        let numbers = Numbers {
            history: history_number,
            candidates: candidates_number,
        };
        (decision, numbers)
    }

    /// Predicates and taints. Gives the number of the feasible clusters; 0 where they are not
    /// known because the placement is misconfigured.
    ///
    /// # Errors
    /// No decision is defined.
    fn filter(
        &mut self,
        objects: &Objects,
        decision: &mut Decision,
        numbers: &Numbers,
    ) -> Result<u64, Outcome> {
        let placement = Arc::clone(&decision.placement);
        let options = &decision.options;
        let predicates = &placement.spec.predicates;
        let uses_cel = predicates
            .iter()
            .any(|predicate| !predicate.cel_expressions.is_empty());
        let cel = options.cel.as_deref().filter(|_| uses_cel);
        let key = MatchedKey {
            candidates: numbers.candidates,
            predicates: predicates.clone(),
            cel: cel.map(|cel| cel.revision),
        };
        let (matched_number, matched) = self.matched.get(
            &mut self.count,
            key,
            |_| true,
            || predicate::filter(predicates, objects, decision.available(), cel),
        );
        let clock = Clock {
            now: options.now,
            long: options.profile.long_seconds(),
        };
        decision.matched = Some(Arc::clone(&matched));
        let matched = match matched.as_ref() {
            Ok(matched) => matched,
            Err(FilterError::Misconfigured(_)) => return Ok(0),
            Err(FilterError::CelNotEvaluated {
                predicate,
                expression,
            }) => {
                return Err(Outcome::Invalid {
                    path: cel_path(*predicate, *expression),
                    message: "CEL was not evaluated".to_owned(),
                });
            }
        };
        let tolerations = &placement.spec.tolerations;
        let key = ToleratedKey {
            matched: matched_number,
            history: numbers.history,
            tolerations: tolerations.clone(),
            long: clock.long,
        };
        let (fleet, history) = (&decision.fleet, &decision.history);
        let (number, tolerated) = self.tolerated.get(
            &mut self.count,
            key,
            |tolerated| tolerated.window.contains(clock.now),
            || taint_toleration::filter(tolerations, objects, fleet, matched, history, clock),
        );
        decision.tolerated = Some(tolerated);
        Ok(number)
    }

    /// Scores, totals and selection.
    fn score(&mut self, objects: &Objects, decision: &Decision, tolerated: u64) -> Scored {
        let Options { now, profile, .. } = decision.options;
        let world = World {
            objects,
            fleet: &decision.fleet,
            history: &decision.history,
            feasible: decision.feasible(),
            now,
            profile,
        };
        self.columns.retain(|kept| {
            kept.tolerated == tolerated
                && kept.profile == profile
                && kept.column.window.contains(now)
        });
        let kept = |columns: &[KeptColumn], kind: &Kind| {
            let kept = columns.iter().find(|kept| kept.kind == *kind);
            kept.map(|kept| Arc::clone(&kept.column))
        };
        let kinds = decision.plan.active().map(|entry| &entry.kind);
        let missing = kinds.filter(|kind| kept(&self.columns, kind).is_none());
        let resources = missing.filter_map(Kind::resource);
        let amounts = Amounts::read(resources, &objects.clusters, world.feasible);
        let columns: Vec<Option<Arc<Column>>> = decision
            .plan
            .active()
            .map(|entry| {
                if let Some(column) = kept(&self.columns, &entry.kind) {
                    return Some(column);
                }
                let column = Arc::new(prioritizer::score(&entry.kind, &amounts, world)?);
                self.columns.push(KeptColumn {
                    kind: entry.kind.clone(),
                    profile,
                    tolerated,
                    column: Arc::clone(&column),
                });
                Some(column)
            })
            .collect();
        let weighted: Vec<(i32, &Column)> = decision
            .plan
            .active()
            .zip(&columns)
            .filter_map(|(entry, column)| Some((entry.weight, column.as_deref()?)))
            .collect();
        let totals = select::totals(&weighted, world.feasible.len(), profile);
        let wanted = decision
            .wanted
            .map(|wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
        let spread = self.spread(decision, objects, tolerated, &totals, wanted);
        let selection = match &spread {
            Some(run) => run.selection(world.feasible),
            None => Selection::new(world.feasible, &totals, &decision.fleet, wanted),
        };
        let most = decision.wanted.unwrap_or(world.feasible.len() as i64);
        Scored {
            unscheduled: most - selection.count as i64,
            columns,
            spread,
            totals,
            selection,
        }
    }

    /// The run of spread, where the placement and the profile have it. O(feasible) for a change of
    /// weights; the domains are kept.
    fn spread(
        &mut self,
        decision: &Decision,
        objects: &Objects,
        tolerated: u64,
        totals: &[i64],
        wanted: Option<usize>,
    ) -> Option<Run> {
        let terms = &decision.placement.spec.spread_constraints;
        if terms.is_empty() || decision.options.profile == Profile::Upstream {
            return None;
        }
        let key = GroundKey {
            tolerated,
            terms: terms
                .iter()
                .map(|term| {
                    (
                        term.topology_key,
                        term.topology_key_type,
                        term.when_unsatisfiable,
                    )
                })
                .collect(),
        };
        let feasible = decision.feasible();
        let ground = || Ground::new(terms, objects, feasible);
        let (_, ground) = self.ground.get(&mut self.count, key, |_| true, ground);
        let weights = decision
            .plan
            .active()
            .filter(|entry| entry.kind == Kind::Spread);
        let weight = weights.map(|entry| i64::from(entry.weight)).sum();
        let fleet = &decision.fleet;
        Some(Run::new(
            ground, terms, weight, feasible, totals, fleet, wanted,
        ))
    }

    /// Decision groups, also of a misconfigured placement: it has one empty group, unless the
    /// groups are wrong themselves.
    fn group(&mut self, objects: &Objects, decision: &mut Decision, tolerated: u64) {
        let strategy = decision.placement.spec.group_strategy.as_ref();
        let groups = strategy.map_or(&[][..], |strategy| &strategy.decision_groups);
        if !groups.is_empty() {
            let key = GroupingKey {
                tolerated,
                groups: groups.to_vec(),
            };
            let (_, grouping) = self.grouping.get(
                &mut self.count,
                key,
                |_| true,
                || Grouping::new(groups, objects, &decision.fleet, decision.feasible()),
            );
            decision.grouping = grouping;
        }
        decision.groups = Groups::new(
            strategy,
            &decision.grouping,
            decision.selection(),
            decision.options.profile,
        );
    }
}

/// What the API would not accept of spread constraints, if anything.
fn invalid_spread(placement: &Placement) -> Option<Outcome> {
    let terms = &placement.spec.spread_constraints;
    let (path, message) = if terms.len() > MOST_TERMS {
        let message = format!(
            "{} spread constraints, but at most {MOST_TERMS} are allowed",
            terms.len()
        );
        ("spec.spreadPolicy.spreadConstraints".to_owned(), message)
    } else {
        let term = terms.iter().find(|term| term.max_skew < 1)?;
        let message = format!("max skew `{}`, but it must be at least 1", term.max_skew);
        (format!("{}.maxSkew", spread::path(term)), message)
    };
    Some(Outcome::Invalid { path, message })
}

/// Why nothing of a placement is touched, if so.
fn untouched(placement: &Placement, mode: CandidateMode) -> Option<Outcome> {
    let reason = match mode {
        CandidateMode::Given => return None,
        _ if placement.deleting => SkipReason::Deleting,
        _ if placement.scheduling_disabled => SkipReason::SchedulingDisabled,
        _ => return None,
    };
    Some(Outcome::Skipped { reason })
}
