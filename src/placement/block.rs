//! Walking over many clusters without waiting for memory at each.

use std::{hint::black_box, sync::Arc};

use crate::kube::{managed_cluster::ManagedCluster, objects::Objects};

/// How many clusters are looked ahead: enough to keep all outstanding loads of a processor busy, few
/// enough to stay in its first cache.
const BLOCK: usize = 64;

/// Calls `work` for each of the clusters in order, after `touch` has read a byte of what `work` will
/// read, for a block of clusters at a time.
///
/// A cluster is a small object that points to its labels, taints and resources. Looking at one
/// cluster after another waits for two loads from memory per cluster; reading ahead for a block lets
/// these loads overlap, which makes a pass over 100,000 clusters two to three times as fast.
pub(crate) fn walk(
    objects: &Objects,
    clusters: &[u32],
    touch: impl Fn(&ManagedCluster) -> usize,
    mut work: impl FnMut(u32, &ManagedCluster),
) {
    let cluster = |index: u32| objects.clusters.get(index as usize).map(Arc::as_ref);
    for block in clusters.chunks(BLOCK) {
        let deleting = block.iter().filter_map(|&index| cluster(index));
        black_box(
            deleting
                .map(|cluster| usize::from(cluster.deleting))
                .sum::<usize>(),
        );
        let touched = block.iter().filter_map(|&index| cluster(index));
        black_box(touched.map(&touch).sum::<usize>());
        for &index in block {
            if let Some(cluster) = cluster(index) {
                work(index, cluster);
            }
        }
    }
}
