//! `PlacementDecision` objects as the hub would write them.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    placement::SortBy,
    placement_decision::{GROUP_INDEX_LABEL, GROUP_NAME_LABEL, PLACEMENT_LABEL},
};
use schedscope_placement::groups;

use crate::placement::{DecisionDetails, integer::Integer};

/// A `PlacementDecision` as the hub would write it.
#[answer(Eq)]
pub struct DecisionObject {
    /// `metadata.name`: `<placement>-decision-<k>`, k from 1 over all groups.
    pub name: String,
    /// `metadata.namespace`: the namespace of the placement.
    pub namespace: String,
    /// `metadata.labels`.
    pub labels: DecisionLabels,
    /// `status.decisions[].clusterName`: at most 100 names, in the order of `spec.sortBy`: by name, if it does not
    /// say `Score`.
    pub cluster_names: Vec<String>,
    /// `status.decisions[].score` of each; present in the profile `Proposal` for a placement that uses scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<Integer>>,
}

/// The labels of a [`DecisionObject`].
#[answer(Eq)]
pub struct DecisionLabels {
    /// The index of the decision group, from 0.
    #[serde(rename = "cluster.open-cluster-management.io/decision-group-index")]
    pub group_index: String,
    /// The name of the decision group; empty for clusters that no named group takes.
    #[serde(rename = "cluster.open-cluster-management.io/decision-group-name")]
    pub group_name: String,
    /// The name of the placement.
    #[serde(rename = "cluster.open-cluster-management.io/placement")]
    pub placement: String,
}

impl DecisionLabels {
    /// Pairs of key and value, sorted by key.
    pub fn pairs(&self) -> [(&'static str, &str); 3] {
        [
            (GROUP_INDEX_LABEL, &self.group_index),
            (GROUP_NAME_LABEL, &self.group_name),
            (PLACEMENT_LABEL, &self.placement),
        ]
    }
}

impl DecisionDetails<'_> {
    /// The `PlacementDecision` objects as the hub would write them. O(selected log selected).
    pub fn decision_objects(&self) -> Vec<DecisionObject> {
        let (decision, names) = (self.decision, &self.objects.names);
        let placement = &decision.placement;
        let writes_scores = self.writes_scores();
        let score = |cluster| decision.total(cluster).unwrap_or_default();
        let by_score = writes_scores && placement.spec.sort_by == Some(SortBy::Score);
        let members = groups::members(
            &decision.groups,
            &decision.grouping,
            decision.selection(),
            if by_score { Some(&score) } else { None },
        );
        let objects = members.into_iter().enumerate();
        objects
            .map(|(index, members)| {
                let chunk = decision.groups.chunks.get(members.chunk);
                let group = chunk.and_then(|chunk| chunk.group);
                let clusters = members.clusters.iter();
                DecisionObject {
                    name: groups::object_name(&names[placement.name], index + 1),
                    namespace: names[placement.namespace].to_owned(),
                    labels: DecisionLabels {
                        group_index: members.chunk.to_string(),
                        group_name: groups::group_name(placement, group).to_owned(),
                        placement: names[placement.name].to_owned(),
                    },
                    scores: writes_scores.then(|| {
                        let clusters = members.clusters.iter();
                        clusters.map(|cluster| score(*cluster).into()).collect()
                    }),
                    cluster_names: clusters
                        .map(|&cluster| self.objects.cluster_name(cluster).to_owned())
                        .collect(),
                }
            })
            .collect()
    }
}
