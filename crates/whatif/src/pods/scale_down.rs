//! What keeps a cluster autoscaler from removing a node, with its default flags.
//!
//! Source: "What types of pods can prevent CA from removing a node?" in `cluster-autoscaler/FAQ.md` of Kubernetes
//! autoscaler 1.33, and `simulator/drainability/rules` there. It also removes no node that is used too much, or whose
//! pods find no other node.

use schedscope_objects::{id::PodId, names::Names, words};

use super::drain::{Drained, DrainedKind, DrainedPod};

words! {
    /// Why a pod keeps a cluster autoscaler from removing its node.
    pub enum ScaleDownBlock {
        /// It has no controller.
        NotReplicated = "not-replicated",
        /// It is in the namespace `kube-system`, and no budget selects it.
        KubeSystem = "kube-system",
        /// Its annotation says that it is not safe to evict.
        NotSafeToEvict = "not-safe-to-evict",
        /// It has a volume of the node.
        LocalStorage = "local-storage",
        /// Its budget allows no disruption.
        Budget = "budget",
    }
}

/// The namespace of the pods that run Kubernetes itself.
const SYSTEM: &str = "kube-system";

/// The pods of a drained node that keep a cluster autoscaler from removing it, in their order, each by the first rule
/// that applies. O(pods x budgets).
pub fn scale_down_blocks(drained: &Drained, names: &Names) -> Vec<(PodId, ScaleDownBlock)> {
    let blocks = drained.pods.iter();
    blocks
        .filter_map(|pod| Some((pod.pod, block(pod, drained, names)?)))
        .collect()
}

fn block(of: &DrainedPod, drained: &Drained, names: &Names) -> Option<ScaleDownBlock> {
    if !matches!(of.kind, DrainedKind::Evicted | DrainedKind::Deleted) {
        return None;
    }
    let info = drained.snapshot.pods.get(of.pod)?;
    let pod = &info.pod;
    // One eviction is enough: the autoscaler retries the other pods later.
    let budget = || {
        let allow_none = drained.budgets.allow_none(info, names);
        allow_none.then_some(ScaleDownBlock::Budget)
    };
    if pod.safe_to_evict == Some(true) {
        return budget();
    }
    if !pod.owner.is_some_and(|owner| owner.controls) {
        return Some(ScaleDownBlock::NotReplicated);
    }
    let has_budget = || drained.budgets.selecting(info, names).next().is_some();
    if names[pod.namespace] == *SYSTEM && !has_budget() {
        return Some(ScaleDownBlock::KubeSystem);
    }
    if pod.safe_to_evict == Some(false) {
        return Some(ScaleDownBlock::NotSafeToEvict);
    }
    if pod.has_local_storage {
        return Some(ScaleDownBlock::LocalStorage);
    }
    budget()
}
