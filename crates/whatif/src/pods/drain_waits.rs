//! Budgets that a drain waits for: they allow no disruption until pods are ready that are not ready now.

use schedscope_objects::{id::PodId, names::Names, pod::Health, policy::BudgetStatus};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::disruption::{Budgets, EvictionRefusal};

use super::drain::{DrainBlock, DrainedKind, DrainedPod};

/// A budget that allows no disruption now, and allows one later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrainWait {
    /// The budget, by index.
    pub budget: usize,
    /// The pods of the node whose eviction it refuses, in the order of the evictions.
    pub pods: Vec<PodId>,
    /// How many more of its pods must be ready before it allows the eviction of a pod. 0: its status does not say.
    pub needed: i32,
    /// Its pods that are not ready, in input order, without those that the drain may evict now.
    pub unready: Vec<PodId>,
}

/// The budgets that a drain waits for, in the order of the evictions. A pod that is not ready and that may be evicted
/// counts as ready where it lands. O(budgets x pods x pods of the node).
pub(super) fn drain_waits(
    pods: &[DrainedPod],
    blocks: &[DrainBlock],
    (snapshot, budgets, names): (&ClusterSnapshot, &Budgets, &Names),
    is_lost: impl Fn(PodId) -> bool,
) -> Vec<DrainWait> {
    let mut waits: Vec<DrainWait> = Vec::new();
    for pod in pods {
        let Some(EvictionRefusal::Budget(index)) = pod.refusal else {
            continue;
        };
        if let Some(wait) = waits.iter_mut().find(|wait| wait.budget == index) {
            wait.pods.push(pod.pod);
            continue;
        }
        let is_none = |status: BudgetStatus| status.disruptions_allowed == 0;
        let is_blocked = blocks.iter().any(|block| block.budgets.contains(&index));
        if !is_blocked && budgets.status(index).is_some_and(is_none) {
            waits.push(DrainWait {
                budget: index,
                pods: vec![pod.pod],
                needed: 0,
                unready: Vec::new(),
            });
        }
    }
    let was_on_node = |pod: PodId| pods.iter().any(|of| of.pod == pod);
    let is_unready = |pod: PodId, info: &PodInfo| match info.pod.health {
        Health::Ready => false,
        Health::Unready | Health::Pending => true,
        // A pod on a node counts as ready then; those of the drained node have left it here.
        Health::Unstated => info.node().is_none() && !was_on_node(pod),
    };
    waits.retain_mut(|wait| {
        let index = wait.budget;
        let Some(status) = budgets.status(index) else {
            return false;
        };
        let is_own = |info: &PodInfo| budgets.selecting(info, names).any(|of| of == index);
        let unready = snapshot.pods.entries().filter(|(pod, info)| {
            !info.pod.refused
                && !info.pod.deleting
                && !info.pod.phase.is_over()
                && is_unready(*pod, info)
                && is_own(info)
        });
        let unready: Vec<PodId> = unready.map(|(pod, _)| pod).collect();
        let leaves_now = |pod: &&DrainedPod| {
            pod.kind == DrainedKind::Evicted
                && pod.refusal.is_none()
                && unready.contains(&pod.pod)
                && !is_lost(pod.pod)
        };
        let leaving: Vec<PodId> = pods.iter().filter(leaves_now).map(|pod| pod.pod).collect();
        let spare = status.current_healthy - status.desired_healthy;
        let is_stated = status != BudgetStatus::default() && spare <= 0;
        if is_stated {
            // With as many healthy pods as it desires, it lets go pods that are not ready, which are ready elsewhere.
            let has_unready = wait.pods.iter().any(|pod| unready.contains(pod));
            let lets_go = has_unready && status.desired_healthy > 0;
            let recovered = i32::try_from(leaving.len()).unwrap_or(i32::MAX);
            let needed = i32::from(!lets_go).saturating_sub(spare);
            wait.needed = needed.saturating_sub(recovered);
        }
        wait.unready = unready;
        wait.unready.retain(|pod| !leaving.contains(pod));
        !is_stated || wait.needed > 0
    });
    waits
}
