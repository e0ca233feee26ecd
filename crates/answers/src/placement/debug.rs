//! The hub's answer for debugging.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::ClusterId, objects::Objects};
use schedscope_placement::{Decision, column::ScoreColumn, outcome::Outcome};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::placement::{
    DecisionDetails,
    names::{names, sorted},
};

/// The body of `/debug/placements/<namespace>/<name>`, without the placement. Empty lists are left out, as on the hub.
///
/// Clusters are sorted by name, in the last filter by rank, because the hub sorts that list in place. The hub lists
/// the others, and the prioritizers, in random order. If the hub leaves the placement alone, this is empty,
/// although the hub would score even then.
#[answer(Eq)]
pub struct DebugAnswer {
    /// The clusters that pass each filter and all filters before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FilterResult>>")]
    pub filtered_pipeline_results: Vec<FilterResult>,
    /// The scores of each prioritizer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PrioritizerResult>>")]
    pub prioritize_results: Vec<PrioritizerResult>,
    /// The totals, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ClusterScore>>")]
    pub aggregated_scores: Vec<ClusterScore>,
    /// The error of the hub; absent without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub error: String,
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

/// A cluster with its total.
#[answer(Eq)]
pub struct ClusterScore {
    /// The name of the cluster.
    pub cluster_name: String,
    /// The total of the cluster.
    pub score: i64,
}

impl DebugAnswer {
    pub(crate) fn new(of: &DecisionDetails<'_>) -> Self {
        let (decision, objects) = (of.decision, of.objects);
        let ranked = decision.ranked();
        let mut filters = filter_results(decision, objects);
        if decision.scoring.is_some()
            && let Some(last) = filters.last_mut()
        {
            last.filtered_clusters = names(objects, ranked.iter().copied());
        }
        let score = |cluster: ClusterId| ClusterScore {
            cluster_name: objects.cluster_name(cluster).to_owned(),
            score: decision.total(cluster).unwrap_or_default(),
        };
        Self {
            filtered_pipeline_results: filters,
            prioritize_results: prioritizer_results(decision, objects),
            aggregated_scores: ranked.iter().map(|&cluster| score(cluster)).collect(),
            error: match &decision.outcome {
                Outcome::SyncError { message } => message.clone(),
                _ => String::new(),
            },
        }
    }
}

/// The clusters that pass each filter, sorted by name.
pub(crate) fn filter_results(decision: &Decision, objects: &Objects) -> Vec<FilterResult> {
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
pub(crate) fn prioritizer_results(
    decision: &Decision,
    objects: &Objects,
) -> Vec<PrioritizerResult> {
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
