//! What was decided before: this placement's own clusters, and how often others chose each.

use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    objects::Objects,
    placement_decision::{PLACEMENT_LABEL, PlacementDecision},
};

use crate::fleet::Fleet;

/// The existing `PlacementDecision`s as columns over the clusters.
#[derive(Debug, Default)]
pub struct RecordedDecisions {
    /// Whether a cluster is in this placement's own decisions; by cluster.
    pub own: Vec<bool>,
    /// The clusters with that flag, in the order of the text, distinct.
    pub own_clusters: Vec<ClusterId>,
    /// Indices of this placement's own decision objects.
    pub own_decisions: Vec<usize>,
    /// How many entries of the other decisions name a cluster; by cluster.
    pub others: Vec<u32>,
    /// The largest such number, over clusters that are gone too.
    pub most: u32,
}

impl RecordedDecisions {
    /// O(entries of all decisions + clusters + names).
    pub fn new(objects: &Objects, fleet: &Fleet, namespace: Symbol, name: Symbol) -> Self {
        let mut recorded = Self {
            own: vec![false; fleet.len()],
            others: vec![0; fleet.len()],
            ..Self::default()
        };
        let label = objects.names.get(PLACEMENT_LABEL);
        let label_of =
            |decision: &PlacementDecision| label.and_then(|key| decision.labels.get(key));
        // How often clusters are named that do not exist (any more); by name.
        let mut gone = vec![0_u32; objects.names.len()];
        for (index, decision) in objects.decisions.iter().enumerate() {
            let here = decision.namespace == namespace;
            if here && label_of(decision) == Some(name) {
                recorded.own_decisions.push(index);
                for cluster in decision.clusters.iter().filter_map(|c| fleet.cluster(*c)) {
                    if let Some(flag) = recorded.own.get_mut(cluster.index())
                        && !*flag
                    {
                        *flag = true;
                        recorded.own_clusters.push(cluster);
                    }
                }
            } else {
                for name in &decision.clusters {
                    let count = match fleet.cluster(*name) {
                        Some(cluster) => recorded.others.get_mut(cluster.index()),
                        None => gone.get_mut(name.index()),
                    };
                    if let Some(count) = count {
                        *count = count.saturating_add(1);
                        recorded.most = recorded.most.max(*count);
                    }
                }
            }
        }
        recorded
    }

    /// Whether a cluster is in this placement's own decisions.
    pub fn is_own(&self, cluster: ClusterId) -> bool {
        self.own.get(cluster.index()).copied().unwrap_or(false)
    }
}
