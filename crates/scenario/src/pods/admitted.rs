//! The API server's admission of new pods.

use schedscope_answers::quota::resource_quota::ResourceQuotaAnswer;
use schedscope_objects::objects::Objects;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::{queue::refusals_in_turn, resource_quota::counted};

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
