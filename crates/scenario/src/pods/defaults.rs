//! What the API server writes into new pods.

use schedscope_answers::pods::limit_defaults::{DefaultRequest, default_requests};
use schedscope_objects::{id::Id, objects::Objects};
use schedscope_pods::snapshot::ClusterSnapshot;

/// The requests that a new pod has by default of limit ranges.
pub(super) fn defaults(
    objects: &Objects,
    snapshot: &ClusterSnapshot,
    key: &str,
) -> Vec<DefaultRequest> {
    let id = snapshot.pod(key, &objects.names);
    let found = id.and_then(|id| {
        let info = snapshot.pods.get(id)?;
        let written = match info.replica {
            Some(replica) => &objects.workloads.get(replica.workload as usize)?.template,
            None => &**objects.pods.get(id.index())?,
        };
        Some(default_requests(objects, info, written))
    });
    found.unwrap_or_default()
}
