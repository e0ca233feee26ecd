//! What the hub serves for debugging.

use schedscope_objects::{id::ClusterId, objects::Objects};
use schedscope_placement::{Decision, column::ScoreColumn};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::placement::{DecisionDetails, summary::DecisionOutcome};

/// The body of `/debug/placements/<namespace>/<name>` (ocm 00f84c32b), without the copy of the
/// placement; empty lists are left out, as there.
///
/// Clusters stand in the order of their names, in the last filter in the order of their rank (the
/// hub sorts that list in place). The hub's own order of the others, and of prioritizers, is
/// random. Where nothing is touched this is empty, though the hub would score even then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DebugResult {
    /// What each filter left, after all filters before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<FilterResult>>"))]
    pub filtered_pipeline_results: Vec<FilterResult>,
    /// What each prioritizer scored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<PrioritizerResult>>"))]
    pub prioritize_results: Vec<PrioritizerResult>,
    /// The totals, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<ClusterScore>>"))]
    pub aggregated_scores: Vec<ClusterScore>,
    /// The hub's error: why there is nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub error: String,
}

/// What a chain of filters left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FilterResult {
    /// The filters up to this one, comma separated.
    pub name: String,
    /// The clusters that are left.
    pub filtered_clusters: Vec<String>,
}

/// What a prioritizer scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PrioritizerResult {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: i32,
    /// The scores, by cluster.
    pub scores: ScoreMap,
}

/// Score points by cluster name, sorted by name; an object in JSON.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterScore {
    /// Its name.
    pub cluster_name: String,
    /// Its total.
    pub score: i64,
}

impl DebugResult {
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
            error: match (&decision.outcome).into() {
                DecisionOutcome::SyncError { message } => message,
                _ => String::new(),
            },
        }
    }
}

/// The names of clusters.
pub(crate) fn names(objects: &Objects, clusters: impl Iterator<Item = ClusterId>) -> Vec<String> {
    clusters
        .map(|cluster| objects.cluster_name(cluster).to_owned())
        .collect()
}

/// The names of clusters, sorted.
pub(crate) fn sorted(
    decision: &Decision,
    objects: &Objects,
    clusters: &[ClusterId],
) -> Vec<String> {
    let mut clusters = clusters.to_vec();
    decision.fleet.sort(&mut clusters);
    names(objects, clusters.into_iter())
}

/// What each filter left, clusters sorted by name.
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

/// What each prioritizer scored, in the order of the plan.
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
