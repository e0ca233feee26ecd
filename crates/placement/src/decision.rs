//! A decision: the results of all steps, and what follows from them for a cluster.

use std::{
    fmt::Write as _,
    sync::{Arc, OnceLock},
};

use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    objects::{Objects, Revisions},
    order,
    placement::{Placement, SCORE_RATE_LIMIT},
    words,
};
use schedscope_time::Timestamp;

use crate::{
    candidates::{CandidateSource, Candidates},
    column::FeasiblePlace,
    conditions::{self, PlacementCondition},
    decision_options::DecisionOptions,
    filter::{FilterError, predicate, taint_toleration},
    fleet::Fleet,
    groups,
    groups::{DecisionGroups, GroupAssignment},
    other_profile::OtherDecision,
    outcome::{Outcome, SchedulerStatus, SchedulerStatusCode},
    prioritizer::{PlannedPrioritizer, PrioritizerPlan, ScoreColumn},
    recorded::RecordedDecisions,
    recorded_difference::RecordedPlaces,
    select::{Selection, Weighted},
    spread::SpreadRun,
};

words! {
    /// Where a cluster ended up. `excluded`: it is not a candidate, or nothing was decided. `filtered`: a candidate
    /// that a filter removed. `feasible`: it passed all filters and is not selected. `selected`: the decision
    /// contains it.
    #[derive(PartialOrd, Ord)]
    pub enum ClusterState {
        /// Not a candidate, or nothing was decided.
        Excluded = "excluded",
        /// A candidate that a filter removed, or that no filter could judge.
        Filtered = "filtered",
        /// Passed the filters, not selected.
        Feasible = "feasible",
        Selected = "selected",
    }
}

/// The results of all steps of one decision.
#[derive(Debug)]
pub struct Decision {
    /// The revisions of the objects that were decided.
    pub revisions: Revisions,
    pub placement: Arc<Placement>,
    /// The options in force.
    pub options: DecisionOptions,
    /// How many clusters are wanted; `None`: all.
    pub wanted: Option<i64>,
    /// The outcome as a whole.
    pub outcome: Outcome,
    /// All clusters.
    pub fleet: Arc<Fleet>,
    /// The decisions that the text has already.
    pub recorded: Arc<RecordedDecisions>,
    /// The clusters to choose from.
    pub candidates: Arc<Candidates>,
    /// The candidates that match a predicate; `None` if the predicates were not reached.
    pub matched: Option<Arc<Result<Vec<ClusterId>, FilterError>>>,
    /// The clusters whose taints are tolerated; `None` if the taints were not reached.
    pub tolerated: Option<Arc<taint_toleration::Tolerated>>,
    /// The prioritizers and their weights.
    pub plan: PrioritizerPlan,
    /// Scores and selection; `None` if an earlier step was misconfigured.
    pub scoring: Option<Scoring>,
    /// The group of each feasible cluster.
    pub grouping: Arc<GroupAssignment>,
    pub groups: DecisionGroups,
    /// Where the recorded clusters are among the feasible ones.
    pub(crate) recorded_places: Arc<RecordedPlaces>,
    /// The other profile's decision, where it differs.
    pub other: Option<OtherDecision>,
    /// The rows of the table in order; see [`Decision::order`].
    pub(crate) order: OnceLock<Vec<ClusterId>>,
}

/// Scores, totals and selection of a decision.
#[derive(Debug)]
pub struct Scoring {
    /// Parallel to the prioritizers whose weight is not 0; `None` for a prioritizer that does not score clusters
    /// one by one.
    pub columns: Vec<Option<Arc<ScoreColumn>>>,
    /// Parallel to the feasible clusters.
    pub totals: Vec<i64>,
    pub selection: Selection,
    /// The run of spread, if there was one.
    pub spread: Option<SpreadRun>,
    /// How many clusters are wanted and not selected.
    pub unscheduled: i64,
}

impl Decision {
    /// Whether the scheduler ran.
    pub fn is_scheduled(&self) -> bool {
        self.outcome == Outcome::Scheduled
    }

    /// Whether there are neither sets nor bindings.
    pub fn all_considered(&self) -> bool {
        self.candidates.basis == CandidateSource::All
    }

    /// The clusters the placement may choose from; none where the scheduler was not reached.
    pub fn available(&self) -> &[ClusterId] {
        match (&self.outcome, &self.candidates.clusters) {
            (Outcome::Scheduled | Outcome::Invalid { .. }, Ok(clusters)) => clusters,
            _ => &[],
        }
    }

    /// The clusters that match a predicate; none where that is not known.
    pub fn matched(&self) -> &[ClusterId] {
        self.matched
            .as_deref()
            .and_then(|matched| matched.as_ref().ok())
            .map_or(&[], Vec::as_slice)
    }

    /// The clusters that passed all filters; none where that is not known.
    pub fn feasible(&self) -> &[ClusterId] {
        self.tolerated
            .as_deref()
            .and_then(|tolerated| tolerated.clusters.as_ref().ok())
            .map_or(&[], Vec::as_slice)
    }

    /// The rank by name of each feasible cluster.
    pub fn ranks(&self) -> &[u32] {
        self.tolerated
            .as_deref()
            .map_or(&[], |tolerated| &tolerated.ranks)
    }

    /// The clock and the rules by which tolerations were judged.
    pub fn taint_rules(&self) -> taint_toleration::TaintRules {
        taint_toleration::TaintRules {
            now: self.options.now,
            long: self.options.profile.long_seconds(),
        }
    }

    /// The place of a feasible cluster.
    pub fn place(&self, cluster: ClusterId) -> Option<FeasiblePlace> {
        // Feasible clusters stand in the order of the text, so ascending.
        let place = self.feasible().binary_search(&cluster).ok();
        place.map(FeasiblePlace::new)
    }

    /// The selection with what it needs to be read.
    pub fn selection(&self) -> Option<(&Selection, &Fleet)> {
        let scored = self.scoring.as_ref()?;
        Some((&scored.selection, &self.fleet))
    }

    /// The spread run; `None` if spread did not run.
    pub fn spread_run(&self) -> Option<&SpreadRun> {
        self.scoring.as_ref()?.spread.as_ref()
    }

    /// The active prioritizers with their columns, in order.
    pub fn scorers(&self) -> impl Iterator<Item = (&PlannedPrioritizer, Option<&ScoreColumn>)> {
        let columns = self.scoring.as_ref().map_or(&[][..], |s| &s.columns);
        self.plan.active().enumerate().map(move |(index, entry)| {
            let column = columns.get(index).and_then(Option::as_deref);
            (entry, column)
        })
    }

    /// The scores with their weights, and the totals that they give; `None`: nothing was scored.
    pub(crate) fn weighted(&self) -> Option<(Vec<Weighted<'_>>, &[i64])> {
        let totals = &self.scoring.as_ref()?.totals;
        let columns = self.scorers();
        let columns = columns.filter_map(|(entry, column)| Some((entry.weight, column?)));
        Some((columns.collect(), totals))
    }

    /// All clusters: the feasible ones by rank, then the filtered, then the excluded ones, both by
    /// name. O(n log n) at the first call.
    pub fn order(&self) -> &[ClusterId] {
        self.order.get_or_init(|| {
            let mut kinds = vec![2_u8; self.fleet.len()];
            for (clusters, kind) in [(self.available(), 1), (self.feasible(), 0)] {
                for &cluster in clusters {
                    if let Some(slot) = kinds.get_mut(cluster.index()) {
                        *slot = kind;
                    }
                }
            }
            let by_name = |kind: u8| {
                let clusters = self.fleet.by_rank().iter().copied();
                clusters.filter({
                    let kinds = &kinds;
                    move |&cluster| kinds.get(cluster.index()) == Some(&kind)
                })
            };
            let mut order: Vec<ClusterId> = match self.selection() {
                Some((selection, fleet)) => selection.ranked(fleet).to_vec(),
                None => by_name(0).collect(),
            };
            order.extend(by_name(1));
            order.extend(by_name(2));
            order
        })
    }

    /// The state of a cluster.
    pub fn state(&self, cluster: ClusterId) -> ClusterState {
        if self.place(cluster).is_some() {
            let selected = self
                .selection()
                .is_some_and(|(selection, fleet)| selection.is_selected(cluster, fleet));
            if selected {
                ClusterState::Selected
            } else {
                ClusterState::Feasible
            }
        } else if self.available().binary_search(&cluster).is_ok() {
            ClusterState::Filtered
        } else {
            ClusterState::Excluded
        }
    }

    /// The state of every cluster, in the order of the text. O(n).
    pub fn states(&self) -> Vec<ClusterState> {
        let mut states = vec![ClusterState::Excluded; self.fleet.len()];
        let mut set = |cluster: ClusterId, state: ClusterState| {
            if let Some(slot) = states.get_mut(cluster.index()) {
                *slot = state;
            }
        };
        for &cluster in self.available() {
            set(cluster, ClusterState::Filtered);
        }
        for &cluster in self.feasible() {
            set(cluster, ClusterState::Feasible);
        }
        if let Some((selection, fleet)) = self.selection() {
            for cluster in selection.unordered(fleet) {
                set(cluster, ClusterState::Selected);
            }
        }
        states
    }

    /// The total of every cluster in the order of the text; NaN for a cluster without one. O(n).
    pub fn totals(&self) -> Vec<f64> {
        let mut totals = vec![f64::NAN; self.fleet.len()];
        if let Some(scoring) = &self.scoring {
            for (&cluster, &total) in self.feasible().iter().zip(&scoring.totals) {
                if let Some(slot) = totals.get_mut(cluster.index()) {
                    *slot = total as f64;
                }
            }
        }
        totals
    }

    /// When changed scores may be written; `None`: now.
    pub fn scores_wait_until(&self) -> Option<Timestamp> {
        let limit = self.placement.spec.score_rate_limit;
        let limit = i128::from(limit.unwrap_or(SCORE_RATE_LIMIT)) * 1_000_000_000;
        let last = self.placement.status.last_score_update?.as_nanosecond();
        let until = Timestamp::from_nanosecond(last + limit)?;
        (self.options.now < until).then_some(until)
    }

    /// The total of a cluster; `None` if it has none.
    pub fn total(&self, cluster: ClusterId) -> Option<i64> {
        let scoring = self.scoring.as_ref()?;
        scoring.totals.get(self.place(cluster)?.index()).copied()
    }

    /// The selected clusters, best first.
    pub fn selected(&self) -> &[ClusterId] {
        self.selection()
            .map_or(&[], |(selection, fleet)| selection.selected(fleet))
    }

    /// The best `limit` of the selected clusters, best first. O(selected + limit log limit).
    pub fn first_selected(&self, limit: usize) -> Vec<ClusterId> {
        self.selection()
            .map_or_else(Vec::new, |(selection, fleet)| selection.first(limit, fleet))
    }

    /// All feasible clusters, best first; empty if nothing was scored.
    pub fn ranked(&self) -> &[ClusterId] {
        self.selection()
            .map_or(&[], |(selection, fleet)| selection.ranked(fleet))
    }

    /// The rank of a cluster from 1; `None` if it has none.
    pub fn rank(&self, cluster: ClusterId) -> Option<u32> {
        let (selection, fleet) = self.selection()?;
        selection.rank(cluster, fleet)
    }

    /// The status with which the scheduler ended. `limit` bounds how many names a warning lists.
    pub fn status(&self, objects: &Objects, limit: usize) -> SchedulerStatus {
        let misconfigured = |plugin: &str, message: &str| SchedulerStatus {
            code: SchedulerStatusCode::Misconfigured,
            plugin: plugin.to_owned(),
            message: message.to_owned(),
            configuration: None,
        };
        match &self.outcome {
            Outcome::Scheduled => {}
            Outcome::Invalid(_) => {
                return SchedulerStatus {
                    code: SchedulerStatusCode::Error,
                    ..SchedulerStatus::default()
                };
            }
            _ => return SchedulerStatus::default(),
        }
        if let Some(message) = &self.groups.error {
            return misconfigured("", message);
        }
        if let Some(Err(FilterError::Misconfigured(message))) = self.matched.as_deref() {
            return misconfigured(predicate::NAME, message);
        }
        let tolerated = self
            .tolerated
            .as_deref()
            .map(|tolerated| &tolerated.clusters);
        if let Some(Err(FilterError::Misconfigured(message))) = tolerated {
            return misconfigured(taint_toleration::NAME, message);
        }
        if let Some(message) = &self.plan.error {
            return SchedulerStatus {
                configuration: self.plan.faulty,
                ..misconfigured("", message)
            };
        }
        // The last warning counts.
        let warning = self
            .scorers()
            .filter_map(|(entry, column)| Some((entry, column?)))
            .filter(|(_, column)| !column.expired.is_empty())
            .last();
        warning.map_or_else(SchedulerStatus::default, |(entry, column)| {
            SchedulerStatus {
                code: SchedulerStatusCode::Warning,
                plugin: entry.name.clone(),
                message: self.expired(objects, entry, column, limit),
                configuration: None,
            }
        })
    }

    /// Upstream's sentence about expired scores, clusters by name.
    fn expired(
        &self,
        objects: &Objects,
        entry: &PlannedPrioritizer,
        column: &ScoreColumn,
        limit: usize,
    ) -> String {
        let feasible = self.feasible();
        let mut clusters: Vec<ClusterId> = column
            .expired
            .iter()
            .filter_map(|&place| feasible.get(place.index()).copied())
            .collect();
        self.fleet.sort(&mut clusters);
        let resource = entry.name.split('/').nth(1).unwrap_or_default();
        let mut message = String::from("AddOnPlacementScores");
        for &cluster in clusters.iter().take(limit) {
            let name = objects.cluster_name(cluster);
            // Writing to a String cannot fail.
            let _ = write!(message, " {name}/{resource}");
        }
        if clusters.len() > limit {
            let _ = write!(message, " and {} more", clusters.len() - limit);
        }
        message.push_str(" expired");
        message
    }

    /// The conditions that the hub would write; none if it touches nothing.
    pub fn conditions(
        &self,
        objects: &Objects,
        status: &SchedulerStatus,
    ) -> Vec<PlacementCondition> {
        if !self.is_scheduled() {
            return Vec::new();
        }
        vec![
            conditions::misconfigured(status),
            conditions::satisfied(&conditions::Satisfaction {
                spec: &self.placement.spec,
                candidates: &self.candidates,
                names: &objects.names,
                available: self.available().len(),
                selected: self.selected_count(),
                unscheduled: self.unscheduled(),
                status,
            }),
        ]
    }

    /// How many clusters are selected.
    pub fn selected_count(&self) -> usize {
        self.scoring.as_ref().map_or(0, |s| s.selection.count)
    }

    /// How many clusters are wanted and not selected.
    pub fn unscheduled(&self) -> i64 {
        self.scoring.as_ref().map_or(0, |s| s.unscheduled)
    }

    /// When to look again.
    pub fn requeue_time(&self) -> Option<Timestamp> {
        self.scoring.as_ref()?;
        self.tolerated.as_deref()?.requeue
    }

    /// The names of existing objects that would be deleted, sorted.
    pub fn deleted(&self, objects: &Objects) -> Vec<Symbol> {
        if !self.is_scheduled() {
            return Vec::new();
        }
        let names = &objects.names;
        let count = self.groups.objects();
        let own = self.recorded.own_decisions.iter();
        let mut deleted: Vec<Symbol> = own
            .filter_map(|&index| objects.decisions.get(index))
            .map(|decision| decision.name)
            .filter(|name| {
                !groups::is_object_name(&names[*name], &names[self.placement.name], count)
            })
            .collect();
        order::sort(&mut deleted, |a, b| names[*a].cmp(&names[*b]));
        deleted
    }

    /// The filters that ran without an error, with what each left.
    pub fn filters(&self) -> Vec<(&'static str, &[ClusterId])> {
        let mut filters = Vec::with_capacity(2);
        if self.is_scheduled() {
            if let Some(Ok(clusters)) = self.matched.as_deref() {
                filters.push((predicate::NAME, clusters.as_slice()));
            }
            if let Some(Ok(clusters)) = self.tolerated.as_deref().map(|t| &t.clusters) {
                filters.push((taint_toleration::NAME, clusters.as_slice()));
            }
        }
        filters
    }
}
