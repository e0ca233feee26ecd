//! Names of clusters.

use schedscope_objects::{id::ClusterId, objects::Objects};
use schedscope_placement::Decision;

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
