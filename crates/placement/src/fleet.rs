//! The clusters, as every step of a decision looks at them.

use std::sync::Arc;

use schedscope_objects::{
    clusters::{Cluster, Clusters},
    name_order::NameOrder,
    names::{Names, Symbol},
    order,
};

/// No rank.
const NONE: u32 = u32::MAX;

/// What the engine needs of all clusters at hand.
#[derive(Debug, Default)]
pub struct Fleet {
    names: Arc<NameOrder>,
    /// Whether a cluster is being deleted; by index in the objects.
    deleting: Vec<bool>,
    /// Whether a cluster has taints; by index in the objects.
    tainted: Vec<bool>,
}

impl Fleet {
    /// O(clusters).
    pub fn new(clusters: &Clusters, names: &Names) -> Self {
        let by_name = clusters.by_name(names);
        let clusters = clusters.iter();
        Self {
            names: by_name,
            deleting: clusters.clone().map(Cluster::is_deleting).collect(),
            tainted: clusters.map(Cluster::is_tainted).collect(),
        }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.deleting.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.deleting.is_empty()
    }

    /// The index of the cluster of a name.
    pub fn cluster(&self, name: Symbol) -> Option<u32> {
        self.names.cluster(name)
    }

    /// Whether a cluster is being deleted.
    pub fn is_deleting(&self, cluster: u32) -> bool {
        self.deleting
            .get(cluster as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Whether a cluster has taints.
    pub fn is_tainted(&self, cluster: u32) -> bool {
        self.tainted.get(cluster as usize).copied().unwrap_or(false)
    }

    /// The rank of a cluster by name.
    pub fn rank(&self, cluster: u32) -> u32 {
        self.names
            .rank
            .get(cluster as usize)
            .copied()
            .unwrap_or(NONE)
    }

    /// The clusters by name.
    pub fn by_rank(&self) -> &[u32] {
        &self.names.by_rank
    }

    /// Sorts clusters by name.
    pub fn sort(&self, clusters: &mut [u32]) {
        order::numbers(clusters, &mut |a, b| self.rank(a).cmp(&self.rank(b)));
    }
}
