//! Everything about a decision, as one object for files and programs.

use schedscope_objects::{diagnostic::ObjectName, order, profile::Profile};
use serde::Serialize;

use crate::placement::{
    DecisionDetails,
    debug::{
        FilterResult, PrioritizerResult, ScoreMap, filter_results, names, prioritizer_results,
        sorted,
    },
    decision_objects::DecisionObject,
    options::CandidateMode,
    spread::SpreadReport,
    summary::{
        ClusterCounts, Condition, DecisionGroupStatus, DecisionNote, DecisionOutcome,
        PlacementProblem, SchedulerStatus, SchedulerStatusCode, SkipReason,
    },
};

/// Everything about a decision but the explanations of single clusters.
///
/// Numbers keep all digits; lists are sorted by name unless they say otherwise. Memory: O(clusters
/// x prioritizers).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionReport {
    /// The placement that was decided.
    pub placement: ObjectName,
    /// Which scheduler answered.
    pub profile: Profile,
    /// The clock, RFC 3339.
    pub now: String,
    /// What became of the pass.
    pub outcome: OutcomeName,
    /// Why nothing is touched, where that is so.
    pub skip_reason: Option<SkipReason>,
    /// The field at fault, where no decision is defined.
    pub invalid_path: Option<String>,
    /// The fault of that field; null where a decision is defined.
    pub problem: Option<PlacementProblem>,
    /// The error with which the hub's pass ends; empty where it ends well or no decision is defined.
    pub error: String,
    /// Neither sets nor bindings are given: all clusters were considered.
    pub all_clusters_considered: bool,
    /// The bindings in the placement's namespace whose set exists.
    pub valid_bindings: Vec<String>,
    /// Those of them that the placement wants.
    pub eligible_cluster_sets: Vec<String>,
    /// The clusters that the placement may choose from.
    pub candidates: Vec<String>,
    /// How the scheduler ended; null where it did not run.
    pub status: Option<SchedulerStatus>,
    /// What each filter left.
    pub filter_results: Vec<FilterResult>,
    /// What each prioritizer scored, sorted by name, then weight.
    pub prioritizer_results: Vec<PrioritizerResult>,
    /// The totals.
    pub scores: ScoreMap,
    /// The feasible clusters, best first.
    pub feasible: Vec<String>,
    /// The selected clusters, best first.
    pub selected: Vec<String>,
    /// How many are wanted beyond those.
    pub unscheduled: i64,
    /// When a toleration of a selected cluster ends next, RFC 3339.
    pub requeue_time: Option<String>,
    /// How many clusters each step left.
    pub cluster_counts: ClusterCounts,
    /// The decision groups.
    pub decision_groups: Vec<DecisionGroupStatus>,
    /// The objects as the hub would write them.
    pub placement_decisions: Vec<DecisionObject>,
    /// The names of existing objects that would be deleted.
    pub deleted_placement_decisions: Vec<String>,
    /// `PlacementMisconfigured`, `PlacementSatisfied`.
    pub conditions: Vec<Condition>,
    /// The run of spread; null where there was none.
    pub spread: Option<SpreadReport>,
    /// What must be said aloud.
    pub notes: Vec<DecisionNote>,
}

/// [`DecisionOutcome`] in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "DecisionReportOutcome")
)]
pub enum OutcomeName {
    /// The scheduler ran.
    Scheduled,
    /// Nothing is touched.
    Skipped,
    /// The hub stops with an error before it schedules.
    SyncError,
    /// No decision is defined.
    Invalid,
}

impl DecisionReport {
    pub(crate) fn new(of: &DecisionDetails<'_>) -> Self {
        let (decision, objects) = (of.decision, of.objects);
        let status = decision.status(objects, usize::MAX);
        let conditions = of.conditions(&status);
        let status = SchedulerStatus::from(status);
        let decided = DecisionOutcome::from(&decision.outcome);
        let scheduled = decision.is_scheduled();
        let (outcome, skip_reason, fault) = match &decided {
            DecisionOutcome::Scheduled => (OutcomeName::Scheduled, None, None),
            DecisionOutcome::Skipped { reason } => (OutcomeName::Skipped, Some(*reason), None),
            DecisionOutcome::SyncError { .. } => (OutcomeName::SyncError, None, None),
            DecisionOutcome::Invalid { path, problem } => {
                (OutcomeName::Invalid, None, Some((path.clone(), *problem)))
            }
        };
        let (invalid_path, problem) = fault.unzip();
        let error = match &decided {
            DecisionOutcome::SyncError { message } => message.clone(),
            DecisionOutcome::Invalid { .. } => String::new(),
            // Clusters that are given come from no pass that could end with an error.
            _ if decision.options.candidates == CandidateMode::Given => String::new(),
            _ if status.code == SchedulerStatusCode::Success => String::new(),
            _ => status.message.clone(),
        };
        let mut prioritizer_results = prioritizer_results(decision, objects);
        order::sort(&mut prioritizer_results, |a, b| {
            (&a.name, a.weight).cmp(&(&b.name, b.weight))
        });
        let mut by_name = decision.ranked().to_vec();
        decision.fleet.sort(&mut by_name);
        let scores = by_name.into_iter().map(|cluster| {
            let total = decision.total(cluster).unwrap_or_default();
            (objects.cluster_name(cluster).to_owned(), total)
        });
        Self {
            placement: of.name(),
            profile: decision.options.profile,
            now: decision.options.now.to_string(),
            outcome,
            skip_reason,
            invalid_path,
            problem,
            error,
            all_clusters_considered: decision.all_considered(),
            valid_bindings: of.texts(&decision.candidates.valid_bindings),
            eligible_cluster_sets: of.texts(&decision.candidates.eligible),
            candidates: sorted(decision, objects, decision.available()),
            conditions,
            status: scheduled.then_some(status),
            filter_results: filter_results(decision, objects),
            prioritizer_results,
            scores: ScoreMap(scores.collect()),
            feasible: names(objects, decision.ranked().iter().copied()),
            selected: names(objects, decision.selected().iter().copied()),
            unscheduled: decision.unscheduled(),
            requeue_time: decision.requeue_time().map(|time| time.to_string()),
            cluster_counts: of.cluster_counts(),
            decision_groups: of.decision_groups(),
            placement_decisions: of.decision_objects(),
            deleted_placement_decisions: of.deleted(),
            spread: SpreadReport::new(of),
            notes: of.notes(),
        }
    }
}
