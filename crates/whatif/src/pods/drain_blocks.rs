//! What refuses to evict pods of a drained node for ever.

use schedscope_objects::{id::PodId, names::Names};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::disruption::{BudgetBlock, Budgets, EvictionRefusal};

use super::drain::{DrainBlock, DrainBlockReason, DrainedKind, DrainedPod};

/// Why evictions of a drain are never allowed. `at_best`: for each budget. `is_lost`: whether a pod is on no node in
/// the end.
pub(super) fn drain_blocks(
    pods: &[DrainedPod],
    at_best: &[Result<i32, BudgetBlock>],
    (snapshot, budgets, names): (&ClusterSnapshot, &Budgets, &Names),
    is_lost: impl Fn(PodId) -> bool,
) -> Vec<DrainBlock> {
    let mut blocks: Vec<DrainBlock> = Vec::new();
    let mut add = |pod: PodId, budgets: Vec<usize>, why: DrainBlockReason| {
        let alike = |block: &&mut DrainBlock| (&block.budgets, block.why) == (&budgets, why);
        match blocks.iter_mut().find(alike) {
            Some(block) => block.pods.push(pod),
            None => blocks.push(DrainBlock {
                pods: vec![pod],
                budgets,
                why,
            }),
        }
    };
    // For each budget, the pods whose eviction counts against it, and that are lost.
    let mut lost: Vec<Vec<PodId>> = vec![Vec::new(); at_best.len()];
    for pod in pods {
        let Some(info) = snapshot.pods.get(pod.pod) else {
            continue;
        };
        match pod.refusal {
            Some(EvictionRefusal::Several) => {
                let selecting = budgets.selecting(info, names).collect();
                add(pod.pod, selecting, DrainBlockReason::Several);
            }
            Some(EvictionRefusal::Budget(index)) => {
                if let Some(Err(why)) = at_best.get(index) {
                    add(pod.pod, vec![index], DrainBlockReason::Budget(*why));
                }
            }
            None => {}
        }
        let leaves = match pod.kind {
            DrainedKind::Deleted => true,
            DrainedKind::Evicted => is_lost(pod.pod),
            _ => false,
        };
        if leaves
            && let Some(index) = budgets.guarding(info, names)
            && let Some(lost) = lost.get_mut(index)
        {
            lost.push(pod.pod);
        }
    }
    for (index, (lost, at_best)) in lost.into_iter().zip(at_best).enumerate() {
        let Ok(allowed) = *at_best else {
            continue;
        };
        let why = DrainBlockReason::NotReplaced {
            allowed,
            lost: lost.len(),
        };
        let most = usize::try_from(allowed).unwrap_or_default();
        for pod in lost.into_iter().skip(most) {
            add(pod, vec![index], why);
        }
    }
    blocks
}
