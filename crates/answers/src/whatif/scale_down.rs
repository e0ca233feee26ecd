//! What keeps a cluster autoscaler from removing a drained node.

use schedscope_answer_macro::answer;
use schedscope_objects::{names::Names, namespaced_name::NamespacedName};
use schedscope_whatif::pods::{
    drain::Drained,
    scale_down::{ScaleDownBlock, scale_down_blocks},
};

/// The largest number of pods that are listed.
const MOST: usize = 100;

/// What keeps a cluster autoscaler with its default flags from removing a node.
#[answer(Eq)]
pub struct ScaleDownAnswer {
    /// Whether the node has the annotation `cluster-autoscaler.kubernetes.io/scale-down-disabled: "true"`.
    pub disabled: bool,
    /// The first 100 pods that keep it, in the order of the drain.
    pub pods: Vec<ScaleDownPod>,
    /// The number of all of them.
    pub pods_total: usize,
}

/// A pod that keeps a cluster autoscaler from removing its node.
#[answer(Eq)]
pub struct ScaleDownPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The first rule that applies. `not-replicated`: it has no controller. `kube-system`: it is in that namespace, and
    /// no `PodDisruptionBudget` selects it. `not-safe-to-evict`: its annotation
    /// `cluster-autoscaler.kubernetes.io/safe-to-evict` is `false`. `local-storage`: it has a `hostPath` volume, or an
    /// `emptyDir` that is not in memory. `budget`: a
    /// `PodDisruptionBudget` that selects it allows no disruption now.
    #[ts(inline)]
    pub why: ScaleDownBlock,
}

impl ScaleDownAnswer {
    /// `None`: nothing keeps it.
    pub(super) fn new(drained: &Drained, names: &Names) -> Option<Self> {
        let node = drained
            .node
            .and_then(|node| drained.snapshot.nodes.get(node));
        let disabled = node.is_some_and(|node| node.node.scale_down_disabled);
        let blocks = scale_down_blocks(drained, names);
        let pods = blocks.iter().take(MOST).filter_map(|(pod, why)| {
            Some(ScaleDownPod {
                pod: drained.snapshot.pods.get(*pod)?.namespaced_name(names),
                why: *why,
            })
        });
        (disabled || !blocks.is_empty()).then(|| Self {
            disabled,
            pods: pods.collect(),
            pods_total: blocks.len(),
        })
    }
}
