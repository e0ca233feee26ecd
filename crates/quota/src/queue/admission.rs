//! The API server before the queue.

use schedscope_objects::{id::PodId, names::Names, order};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

use super::queued_pod::QueuedPod;
use crate::resource_quota::{CountedQuota, ResourceQuotaRefusal, admit, admit_created, refusals};

/// New pods that quotas refuse, with all keys for which they do.
pub type RefusedPods = Vec<(PodId, Vec<ResourceQuotaRefusal>)>;

/// The pending pods that are queued, and the new ones that `quotas` refuse, in the order of the queue. Pods that were
/// evicted are new. Invalid pods are neither. O(pods log pods).
pub(super) fn admitted(
    snapshot: &ClusterSnapshot,
    quotas: &mut [CountedQuota],
    names: &Names,
) -> (Vec<QueuedPod>, RefusedPods) {
    let pods = snapshot.pods.entries();
    let pending = pods.filter(|(_, info)| info.is_pending() && !info.pod.refused);
    let mut queued: Vec<QueuedPod> = pending
        .map(|(pod, info)| QueuedPod::new(pod, info, names))
        .collect();
    let mut refused = Vec::new();
    if !quotas.is_empty() {
        order::sort(&mut queued, |a, b| b.cmp(a));
        queued.retain(|queued| {
            let pod = queued.pod.0;
            let info = snapshot.pods.get(pod);
            let refusals = info.map(|info| admit_created(quotas, info, snapshot, names));
            let refusals = refusals.unwrap_or_default();
            let is_admitted = refusals.is_empty();
            if !is_admitted {
                refused.push((pod, refusals));
            }
            is_admitted
        });
    }
    (queued, refused)
}

/// The new pods that `quotas` refuse before the queue.
pub fn refused_pods(
    snapshot: &ClusterSnapshot,
    quotas: &mut [CountedQuota],
    names: &Names,
) -> RefusedPods {
    if quotas.is_empty() {
        return Vec::new();
    }
    admitted(snapshot, quotas, names).1
}

/// All keys for which `quotas` refuse a new pod, as before the queue: the new pods of its namespace are admitted one
/// after another, in the order of the queue. None for a pod that is stored. O(pods log pods).
pub fn refusals_in_turn(
    snapshot: &ClusterSnapshot,
    quotas: &mut [CountedQuota],
    pod: &PodInfo,
    names: &Names,
) -> Vec<ResourceQuotaRefusal> {
    if quotas.is_empty() || !pod.pod.is_new() || pod.pod.refused {
        return Vec::new();
    }
    for other in new_in_turn(snapshot, pod, names) {
        if std::ptr::eq(other, pod) {
            break;
        }
        admit(quotas, other, names);
    }
    refusals(quotas, pod, names)
}

/// The new pods of the namespace of a pod, in the order of the queue. O(pods log pods).
pub fn new_in_turn<'s>(
    snapshot: &'s ClusterSnapshot,
    pod: &PodInfo,
    names: &Names,
) -> impl Iterator<Item = &'s PodInfo> + use<'s> {
    let others = snapshot.pods.entries().filter(|(_, other)| {
        other.is_pending()
            && other.pod.namespace == pod.pod.namespace
            && other.pod.is_new()
            && !other.pod.refused
    });
    let mut others: Vec<_> = others
        .map(|(id, other)| (QueuedPod::new(id, other, names), other))
        .collect();
    order::sort(&mut others, |(a, _), (b, _)| b.cmp(a));
    others.into_iter().map(|(_, other)| other)
}
