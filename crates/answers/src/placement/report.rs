//! A whole decision, as one object for files and programs.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::ObjectName, objects::Objects, order, profile::Profile};
use schedscope_placement::{Decision, column::ScoreColumn};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::placement::{
    DecisionDetails,
    caveats::DecisionCaveats,
    condition::Condition,
    decision_objects::DecisionObject,
    names::{names, sorted},
    spread::SpreadReport,
    summary::{ClusterCounts, DecisionEnd, DecisionGroupStatus, DecisionNote, SchedulerStatus},
};

/// A whole decision, except for the explanations of single clusters.
///
/// Numbers keep all digits. Lists of names are sorted unless their field says otherwise. Memory: O(clusters x
/// prioritizers).
#[answer(Eq)]
pub struct ReportAnswer {
    /// The decided placement.
    pub placement: ObjectName,
    /// The scheduler to reproduce.
    pub profile: Profile,
    /// The time of the decision, RFC 3339.
    pub now: String,
    /// How the decision ended, and why.
    #[serde(flatten)]
    #[ts(flatten)]
    pub end: DecisionEnd,
    /// Whether all clusters are candidates because the input has neither sets nor bindings.
    pub all_clusters_considered: bool,
    /// The bindings in the placement's namespace whose cluster set exists.
    pub valid_bindings: Vec<String>,
    /// The bound cluster sets that the placement may choose from.
    pub eligible_cluster_sets: Vec<String>,
    /// The names of the candidates.
    pub candidates: Vec<String>,
    /// The status of the scheduler; `null` if it did not run.
    pub status: Option<SchedulerStatus>,
    /// The clusters that pass each filter.
    pub filter_results: Vec<FilterResult>,
    /// The scores of each prioritizer, sorted by name, then weight.
    pub prioritizer_results: Vec<PrioritizerResult>,
    /// The totals of the feasible clusters.
    pub scores: ScoreMap,
    /// The feasible clusters, best first, selected ones included.
    pub feasible: Vec<String>,
    /// The selected clusters, best first; with spread in the order of the picks.
    pub selected: Vec<String>,
    /// How many more clusters are wanted than are selected.
    pub unscheduled: i64,
    /// When the hub decides again because a toleration ends, RFC 3339. `null`: none ends.
    pub requeue_time: Option<String>,
    /// The number of clusters after each step.
    pub cluster_counts: ClusterCounts,
    /// The decision groups, in order.
    pub decision_groups: Vec<DecisionGroupStatus>,
    /// The `PlacementDecision`s that the hub would write.
    pub placement_decisions: Vec<DecisionObject>,
    /// The names of the recorded `PlacementDecision`s that the hub would delete.
    pub deleted_placement_decisions: Vec<String>,
    /// The conditions of the placement's status: `PlacementMisconfigured` and `PlacementSatisfied`.
    pub conditions: Vec<Condition>,
    /// The run of spread; `null` without a run.
    pub spread: Option<SpreadReport>,
    /// Notes on the decision: what may surprise.
    pub notes: Vec<DecisionNote>,
    /// What a person must know before believing the decision.
    #[serde(flatten)]
    #[ts(flatten)]
    pub caveats: DecisionCaveats,
}

/// The clusters that pass a chain of filters.
#[answer(Eq)]
pub struct FilterResult {
    /// The names of the filters up to this one, separated by commas.
    pub name: String,
    /// The names of the clusters that pass.
    pub filtered_clusters: Vec<String>,
}

/// The scores of one prioritizer.
#[answer(Eq)]
pub struct PrioritizerResult {
    /// The name of the prioritizer.
    pub name: String,
    /// The weight in force, -10 to 10 on a hub.
    pub weight: i32,
    /// The scores by cluster, -100 to 100, before the weight.
    pub scores: ScoreMap,
}

/// Score points by cluster, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "Record<string, number>")
)]
pub struct ScoreMap(pub Vec<(String, i64)>);

impl Serialize for ScoreMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, score) in &self.0 {
            map.serialize_entry(name, score)?;
        }
        map.end()
    }
}

impl ReportAnswer {
    pub(crate) fn new(of: &DecisionDetails<'_>) -> Self {
        let (decision, objects) = (of.decision, of.objects);
        let status = decision.status(objects, usize::MAX);
        let conditions = of.conditions(&status);
        let status = SchedulerStatus::from(status);
        let scheduled = decision.is_scheduled();
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
            end: of.end(&status),
            all_clusters_considered: decision.all_considered(),
            valid_bindings: of.texts(&decision.candidates.valid_bindings),
            eligible_cluster_sets: of.texts(&decision.candidates.eligible),
            candidates: sorted(decision, objects, decision.available()),
            conditions: conditions.clone(),
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
            caveats: of.caveats(usize::MAX, &conditions),
        }
    }
}

/// The clusters that pass each filter, sorted by name.
fn filter_results(decision: &Decision, objects: &Objects) -> Vec<FilterResult> {
    let mut pipeline = String::new();
    let mut results = Vec::new();
    for (name, clusters) in decision.filters() {
        if !pipeline.is_empty() {
            pipeline.push(',');
        }
        pipeline.push_str(name);
        results.push(FilterResult {
            name: pipeline.clone(),
            filtered_clusters: sorted(decision, objects, clusters),
        });
    }
    results
}

/// The scores of each prioritizer, in the order of the plan.
fn prioritizer_results(decision: &Decision, objects: &Objects) -> Vec<PrioritizerResult> {
    if decision.scoring.is_none() {
        return Vec::new();
    }
    let mut feasible = decision.feasible().to_vec();
    decision.fleet.sort(&mut feasible);
    let scores = |column: Option<&ScoreColumn>| {
        let Some(column) = column else {
            return ScoreMap::default();
        };
        let entries = feasible.iter().filter_map(|&cluster| {
            let score = column.get(decision.place(cluster)?)?;
            Some((objects.cluster_name(cluster).to_owned(), score))
        });
        ScoreMap(entries.collect())
    };
    decision
        .scorers()
        .map(|(entry, column)| PrioritizerResult {
            name: entry.name.clone(),
            weight: entry.weight,
            scores: scores(column),
        })
        .collect()
}
