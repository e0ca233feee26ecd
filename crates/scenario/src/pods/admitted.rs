//! The API server's admission of new pods.

use schedscope_answers::{
    pods::limit_defaults::{DefaultRequest, default_requests},
    quota::resource_quota::ResourceQuotaAnswer,
};
use schedscope_objects::{id::Id, objects::Objects};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::{queue::refusals_in_turn, resource_quota::counted};

/// The default requests of a new pod from limit ranges.
pub(crate) fn defaults(
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

/// The `ResourceQuota` that rejects a pod at admission.
pub(super) fn refusal(
    objects: &Objects,
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
) -> Option<ResourceQuotaAnswer> {
    let names = &objects.names;
    let mut quotas = counted(objects, Some(pod.pod.namespace));
    let refusals = refusals_in_turn(snapshot, &mut quotas, pod, names);
    ResourceQuotaAnswer::new(&refusals, names)
}
