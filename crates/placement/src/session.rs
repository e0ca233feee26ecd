//! The resident engine: decides again, computing only what a change touches.

use std::sync::{Arc, OnceLock};

use schedscope_objects::{
    id::ClusterId,
    objects::{Objects, Revisions},
    placement::Placement,
    profile::Profile,
    taint::{LongSeconds, Toleration},
};

use crate::{
    cache::{
        CachedColumn, CandidatesKey, DomainTreeKey, GroupAssignmentKey, MatchedKey,
        RecordedDecisionsKey, StepCache, StepVersions, ToleratedKey,
    },
    candidates::Candidates,
    decision::{Decision, Scoring},
    decision_options::{DecisionOptions, names_constraint},
    filter::{
        FilterError, predicate, taint_toleration,
        taint_toleration::{TaintRules, Tolerated},
    },
    fleet::Fleet,
    groups::{DecisionGroups, GroupAssignment},
    other_profile,
    other_profile::OtherDecision,
    outcome::{InvalidPlacement, Outcome, invalid_spread, untouched},
    prioritizer,
    prioritizer::{ClusterResources, PrioritizerKind, PrioritizerPlan, ScoreColumn, ScoringInput},
    recorded::RecordedDecisions,
    recorded_difference::RecordedPlaces,
    select,
    select::Selection,
    spread::{DomainTree, SpreadRun},
};

/// Decides placements over the objects of one reader, and caches every step.
///
/// Each step's result is cached with exactly the inputs it was computed from. A session compares objects by
/// [`Objects::revisions`] only, so it serves the objects of one reader. For another reader, start another session or
/// [`Session::clear`] this one.
///
/// What a change costs, for n clusters: a weight or the number of clusters, totals and selection:
/// O(prioritizers x n), twice where the other profile may decide differently. Predicates,
/// tolerations, sets: the filters and scores too. Clusters or other objects: everything. The clock:
/// nothing, unless a toleration or a score ends in between.
#[derive(Debug, Default)]
pub struct Session {
    /// Counts computations: a result is cached with the numbers of the results that it was computed from.
    count: u64,
    fleet: StepCache<u64, Fleet>,
    recorded: StepCache<RecordedDecisionsKey, RecordedDecisions>,
    candidates: StepCache<CandidatesKey, Candidates>,
    matched: StepCache<MatchedKey, Result<Vec<ClusterId>, FilterError>>,
    tolerated: StepCache<ToleratedKey, Tolerated>,
    domains: StepCache<DomainTreeKey, DomainTree>,
    grouping: StepCache<GroupAssignmentKey, GroupAssignment>,
    /// By the versions of the recorded decisions and of the feasible clusters.
    recorded_places: StepCache<(u64, u64), RecordedPlaces>,
    columns: Vec<CachedColumn>,
    latest: Option<Decision>,
}

/// Why a decision is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecideError {
    /// The index names no placement.
    NoSuchPlacement {
        /// The requested index.
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
                    "there is no placement `{placement}`: the input has {count}"
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

    /// Decides a placement and keeps the decision for [`Session::latest`].
    ///
    /// # Errors
    /// The placement does not exist. The latest decision is kept.
    pub fn decide(
        &mut self,
        objects: &Objects,
        options: &DecisionOptions,
    ) -> Result<&Decision, DecideError> {
        let placement = placement(objects, options)?;
        let mut decision = self.run(objects, &placement, options);
        let because = other_profile::differences(&decision, &objects.names);
        if !because.is_empty() {
            let profile = options.profile.other();
            let options = DecisionOptions {
                profile,
                ..options.clone()
            };
            let other = self.run(objects, &placement, &options);
            decision.other = OtherDecision::between(&decision, &other, because, objects);
        }
        Ok(self.latest.insert(decision))
    }

    /// Decides a placement on trial: skips the other profile and leaves [`Session::latest`] unchanged.
    ///
    /// # Errors
    /// The placement does not exist.
    pub fn what_if(
        &mut self,
        objects: &Objects,
        options: &DecisionOptions,
    ) -> Result<Decision, DecideError> {
        let placement = placement(objects, options)?;
        Ok(self.run(objects, &placement, options))
    }

    /// The latest decision. `None` if nothing was decided yet, or if the clusters or other objects have changed
    /// since.
    pub fn latest(&self, objects: &Objects) -> Option<&Decision> {
        self.latest.as_ref().filter(|decision| {
            decision.revisions.clusters == objects.revisions.clusters
                && decision.revisions.others == objects.revisions.others
        })
    }

    fn run(
        &mut self,
        objects: &Objects,
        placement: &Arc<Placement>,
        options: &DecisionOptions,
    ) -> Decision {
        let (mut decision, versions) = self.begin(objects, placement, options);
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
        let tolerated = match self.filter(objects, &mut decision, &versions) {
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
                decision.outcome =
                    Outcome::Invalid(InvalidPlacement::NegativeNumberOfClusters { wanted });
                return decision;
            }
            decision.scoring = Some(self.score(objects, &decision, tolerated));
        }
        self.group(objects, &mut decision, tolerated);
        let places = || RecordedPlaces::new(&decision);
        let key = (versions.recorded, tolerated);
        let (_, places) = self
            .recorded_places
            .get(&mut self.count, key, |_| true, places);
        decision.recorded_places = places;
        decision
    }

    /// Names, history and candidates.
    fn begin(
        &mut self,
        objects: &Objects,
        placement: &Arc<Placement>,
        options: &DecisionOptions,
    ) -> (Decision, StepVersions) {
        let count = &mut self.count;
        let spec = &placement.spec;
        let Revisions {
            clusters, others, ..
        } = objects.revisions;
        let (fleet_version, fleet) = self.fleet.get(
            count,
            clusters,
            |_| true,
            || Fleet::new(&objects.clusters, &objects.names),
        );
        let (namespace, name) = (placement.namespace, placement.name);
        let key = RecordedDecisionsKey {
            fleet: fleet_version,
            others,
            namespace,
            name,
        };
        let recorded = || RecordedDecisions::new(objects, &fleet, namespace, name);
        let (recorded_version, recorded) = self.recorded.get(count, key, |_| true, recorded);
        let key = CandidatesKey {
            fleet: fleet_version,
            others,
            namespace,
            cluster_sets: spec.cluster_sets.clone(),
            mode: options.candidates,
        };
        let candidates = || Candidates::new(objects, &fleet, placement, options.candidates);
        let (candidates_version, candidates) =
            self.candidates.get(count, key, |_| true, candidates);
        let decision = Decision {
            revisions: objects.revisions,
            placement: Arc::clone(placement),
            options: options.clone(),
            wanted: options.number_of_clusters.over(spec.number_of_clusters),
            outcome: Outcome::Scheduled,
            fleet,
            recorded,
            candidates,
            matched: None,
            tolerated: None,
            plan: PrioritizerPlan::new(spec, options.profile, &options.weights, &objects.names),
            scoring: None,
            grouping: Arc::default(),
            groups: DecisionGroups::default(),
            recorded_places: Arc::default(),
            other: None,
            order: OnceLock::new(),
        };
        let versions = StepVersions {
            recorded: recorded_version,
            candidates: candidates_version,
        };
        (decision, versions)
    }

    /// Applies predicates and taints. Returns the number of feasible clusters; 0 if they are unknown because the
    /// placement is misconfigured.
    ///
    /// # Errors
    /// No decision is defined.
    fn filter(
        &mut self,
        objects: &Objects,
        decision: &mut Decision,
        versions: &StepVersions,
    ) -> Result<u64, Outcome> {
        let placement = Arc::clone(&decision.placement);
        let options = &decision.options;
        let predicates = &placement.spec.predicates;
        let uses_cel = predicates
            .iter()
            .any(|predicate| !predicate.cel_expressions.is_empty());
        let cel = options.cel.as_deref().filter(|_| uses_cel);
        let key = MatchedKey {
            candidates: versions.candidates,
            predicates: predicates.clone(),
            cel: cel.map(|cel| cel.revision),
        };
        let (matched_version, matched) = self.matched.get(
            &mut self.count,
            key,
            |_| true,
            || predicate::filter(predicates, objects, decision.available(), cel),
        );
        let clock = TaintRules {
            now: options.now,
            // Both profiles share the cache, unless a toleration has long seconds.
            long: if placement.spec.tolerations.iter().any(Toleration::is_long) {
                options.profile.long_seconds()
            } else {
                LongSeconds::Saturate
            },
        };
        decision.matched = Some(Arc::clone(&matched));
        let matched = match matched.as_ref() {
            Ok(matched) => matched,
            Err(FilterError::Misconfigured(_)) => return Ok(0),
            Err(FilterError::CelNotEvaluated {
                predicate,
                expression,
            }) => {
                return Err(Outcome::Invalid(InvalidPlacement::CelNotEvaluated {
                    predicate: *predicate,
                    expression: *expression,
                }));
            }
        };
        let tolerations = &placement.spec.tolerations;
        let key = ToleratedKey {
            matched: matched_version,
            recorded: versions.recorded,
            tolerations: tolerations.clone(),
            long: clock.long,
        };
        let (fleet, recorded) = (&decision.fleet, &decision.recorded);
        let (number, tolerated) = self.tolerated.get(
            &mut self.count,
            key,
            |tolerated| tolerated.window.contains(clock.now),
            || taint_toleration::filter(tolerations, objects, fleet, matched, recorded, clock),
        );
        decision.tolerated = Some(tolerated);
        Ok(number)
    }

    /// Scores, totals and selection.
    fn score(&mut self, objects: &Objects, decision: &Decision, tolerated: u64) -> Scoring {
        let DecisionOptions { now, profile, .. } = decision.options;
        let input = ScoringInput {
            objects,
            fleet: &decision.fleet,
            recorded: &decision.recorded,
            feasible: decision.feasible(),
            now,
            profile,
        };
        self.columns
            .retain(|kept| kept.tolerated == tolerated && kept.column.window.contains(now));
        let kept = |columns: &[CachedColumn], kind: &PrioritizerKind| {
            let kept = columns.iter().find(|kept| {
                kept.kind == *kind && (kept.profile == profile || !kept.column.by_profile)
            });
            kept.map(|kept| Arc::clone(&kept.column))
        };
        let kinds = decision.plan.active().map(|entry| &entry.kind);
        let missing = kinds.filter(|kind| kept(&self.columns, kind).is_none());
        let resources = missing.filter_map(PrioritizerKind::resource);
        let amounts = ClusterResources::read(resources, &objects.clusters, input.feasible);
        let columns: Vec<Option<Arc<ScoreColumn>>> = decision
            .plan
            .active()
            .map(|entry| {
                if let Some(column) = kept(&self.columns, &entry.kind) {
                    return Some(column);
                }
                let column = Arc::new(prioritizer::score(&entry.kind, &amounts, input)?);
                self.columns.push(CachedColumn {
                    kind: entry.kind.clone(),
                    profile,
                    tolerated,
                    column: Arc::clone(&column),
                });
                Some(column)
            })
            .collect();
        let weighted: Vec<(i32, &ScoreColumn)> = decision
            .plan
            .active()
            .zip(&columns)
            .filter_map(|(entry, column)| Some((entry.weight, column.as_deref()?)))
            .collect();
        let kept = self.latest.as_ref().and_then(Decision::weighted);
        let kept = kept
            .as_ref()
            .map(|(columns, totals)| (&columns[..], *totals));
        let totals = select::totals(&weighted, input.feasible.len(), profile, kept);
        let wanted = decision
            .wanted
            .map(|wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
        let spread = self.spread(decision, objects, tolerated, &totals, wanted);
        let selection = if let Some(run) = &spread {
            run.selection(input.feasible)
        } else {
            let (ranks, fleet) = (decision.ranks(), &decision.fleet);
            Selection::new(input.feasible, ranks, &totals, fleet, wanted)
        };
        let most = decision.wanted.unwrap_or(input.feasible.len() as i64);
        Scoring {
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
    ) -> Option<SpreadRun> {
        let terms = &decision.placement.spec.spread_constraints;
        if terms.is_empty() || decision.options.profile == Profile::Upstream {
            return None;
        }
        let key = DomainTreeKey {
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
        let domains = || DomainTree::new(terms, objects, feasible);
        let (_, domains) = self.domains.get(&mut self.count, key, |_| true, domains);
        let weights = decision
            .plan
            .active()
            .filter(|entry| entry.kind == PrioritizerKind::Spread);
        let weight = weights.map(|entry| i64::from(entry.weight)).sum();
        let fleet = &decision.fleet;
        Some(SpreadRun::new(
            domains, terms, weight, feasible, totals, fleet, wanted,
        ))
    }

    /// Decision groups, also of a misconfigured placement: it has one empty group, unless the
    /// groups are wrong themselves.
    fn group(&mut self, objects: &Objects, decision: &mut Decision, tolerated: u64) {
        let strategy = decision.placement.spec.group_strategy.as_ref();
        let groups = strategy.map_or(&[][..], |strategy| &strategy.decision_groups);
        if !groups.is_empty() {
            let key = GroupAssignmentKey {
                tolerated,
                groups: groups.to_vec(),
            };
            let (_, grouping) = self.grouping.get(
                &mut self.count,
                key,
                |_| true,
                || GroupAssignment::new(groups, objects, &decision.fleet, decision.feasible()),
            );
            decision.grouping = grouping;
        }
        decision.groups = DecisionGroups::new(
            strategy,
            &decision.grouping,
            decision.selection(),
            decision.options.profile,
        );
    }
}

/// The placement, with the `maxSkew` values of the options.
fn placement(objects: &Objects, options: &DecisionOptions) -> Result<Arc<Placement>, DecideError> {
    let placement = objects.placements.get(options.placement);
    let mut placement = Arc::clone(placement.ok_or(DecideError::NoSuchPlacement {
        placement: options.placement,
        count: objects.placements.len(),
    })?);
    for (name, skew) in &options.max_skews {
        for term in &mut Arc::make_mut(&mut placement).spec.spread_constraints {
            if names_constraint(name, term, &objects.names) {
                term.max_skew = *skew;
            }
        }
    }
    Ok(placement)
}
