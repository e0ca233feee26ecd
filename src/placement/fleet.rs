//! The clusters, as every step of a decision looks at them.

use std::sync::Arc;

use crate::{
    kube::{clusters::Cluster, name_order::NameOrder, names::Symbol, objects::Objects},
    order,
};

/// No rank.
const NONE: u32 = u32::MAX;

/// What the engine needs of all clusters at hand.
#[derive(Debug, Default)]
pub(crate) struct Fleet {
    names: Arc<NameOrder>,
    /// Whether a cluster is being deleted; by index in the objects.
    deleting: Vec<bool>,
    /// Whether a cluster has taints; by index in the objects.
    tainted: Vec<bool>,
}

impl Fleet {
    /// O(clusters).
    pub(crate) fn new(objects: &Objects) -> Self {
        let clusters = objects.clusters.iter();
        Self {
            names: objects.clusters.by_name(&objects.names),
            deleting: clusters.clone().map(Cluster::is_deleting).collect(),
            tainted: clusters.map(Cluster::is_tainted).collect(),
        }
    }

    /// How many clusters there are.
    pub(crate) fn len(&self) -> usize {
        self.deleting.len()
    }

    /// The index of the cluster of a name.
    pub(crate) fn cluster(&self, name: Symbol) -> Option<u32> {
        self.names.cluster(name)
    }

    /// Whether a cluster is being deleted.
    pub(crate) fn is_deleting(&self, cluster: u32) -> bool {
        self.deleting
            .get(cluster as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Whether a cluster has taints.
    pub(crate) fn is_tainted(&self, cluster: u32) -> bool {
        self.tainted.get(cluster as usize).copied().unwrap_or(false)
    }

    /// The rank of a cluster by name.
    pub(crate) fn rank(&self, cluster: u32) -> u32 {
        self.names
            .rank
            .get(cluster as usize)
            .copied()
            .unwrap_or(NONE)
    }

    /// The clusters by name.
    pub(crate) fn by_rank(&self) -> &[u32] {
        &self.names.by_rank
    }

    /// Sorts clusters by name.
    pub(crate) fn sort(&self, clusters: &mut [u32]) {
        order::numbers(clusters, &mut |a, b| self.rank(a).cmp(&self.rank(b)));
    }
}
