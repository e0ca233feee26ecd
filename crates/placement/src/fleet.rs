//! The clusters, as every step of a decision looks at them.

use std::sync::Arc;

use schedscope_objects::{
    clusters::{Cluster, Clusters},
    id::{ClusterId, Id},
    name_order::NameOrder,
    names::{Names, Symbol},
    order,
    taint::TaintUpkeep,
};

/// What the engine needs of all clusters at hand.
#[derive(Debug, Default)]
pub struct Fleet {
    names: Arc<NameOrder>,
    /// Whether a cluster is being deleted; by index in the objects.
    deleting: Vec<bool>,
    /// How many clusters are not being deleted.
    live: usize,
    /// Whether a cluster has taints; by index in the objects.
    tainted: Vec<bool>,
    /// The clusters of which the hub adds or removes taints, ascending.
    hub_tainted: Vec<ClusterId>,
}

impl Fleet {
    /// O(clusters).
    pub fn new(clusters: &Clusters, names: &Names) -> Self {
        let by_name = clusters.by_name(names);
        let deleting: Vec<bool> = clusters.iter().map(Cluster::is_deleting).collect();
        let tainted: Vec<bool> = clusters.iter().map(Cluster::is_tainted).collect();
        let with_taints = tainted.iter().enumerate().filter(|(_, tainted)| **tainted);
        let with_taints = with_taints.map(|(index, _)| ClusterId::new(index));
        let is_hub_tainted = |id: &ClusterId| {
            let cluster = clusters.get(*id);
            let mut taints = cluster.into_iter().flat_map(Cluster::taints);
            taints.any(|taint| taint.upkeep != TaintUpkeep::Kept)
        };
        Self {
            names: by_name,
            live: deleting.iter().filter(|deleting| !**deleting).count(),
            deleting,
            hub_tainted: with_taints.filter(is_hub_tainted).collect(),
            tainted,
        }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.deleting.len()
    }

    /// How many clusters are not being deleted.
    pub fn live(&self) -> usize {
        self.live
    }

    /// Whether it has no clusters.
    pub fn is_empty(&self) -> bool {
        self.deleting.is_empty()
    }

    /// The cluster of a name.
    pub fn cluster(&self, name: Symbol) -> Option<ClusterId> {
        self.names.cluster(name)
    }

    /// Whether a cluster is being deleted.
    pub fn is_deleting(&self, cluster: ClusterId) -> bool {
        self.deleting.get(cluster.index()).copied().unwrap_or(false)
    }

    /// Whether a cluster has taints.
    pub fn is_tainted(&self, cluster: ClusterId) -> bool {
        self.tainted.get(cluster.index()).copied().unwrap_or(false)
    }

    /// The clusters of which the hub adds or removes taints, ascending.
    pub fn hub_tainted(&self) -> &[ClusterId] {
        &self.hub_tainted
    }

    /// The rank of a cluster by name, from 0; an unknown cluster ranks after all others.
    #[inline]
    pub fn rank(&self, cluster: ClusterId) -> u32 {
        self.names
            .rank
            .get(cluster.index())
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// The clusters by name.
    pub fn by_rank(&self) -> &[ClusterId] {
        &self.names.by_rank
    }

    /// Sorts clusters by name.
    pub fn sort(&self, clusters: &mut [ClusterId]) {
        let mut ranks: Vec<u32> = clusters.iter().map(|&cluster| self.rank(cluster)).collect();
        order::numbers(&mut ranks, &mut |a, b| a.cmp(&b));
        for (cluster, rank) in clusters.iter_mut().zip(ranks) {
            if let Some(sorted) = self.by_rank().get(rank as usize) {
                *cluster = *sorted;
            }
        }
    }
}
