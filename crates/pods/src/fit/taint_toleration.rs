//! `TaintToleration`: taints that reject pods which do not tolerate them.

use schedscope_objects::{
    node::Node,
    pod::Pod,
    taint::{Taint, TaintEffect},
};

/// Whether a taint rejects pods that do not tolerate it.
pub fn is_hard(taint: &Taint) -> bool {
    matches!(
        taint.effect,
        TaintEffect::NoSchedule | TaintEffect::NoExecute
    )
}

/// Whether a pod tolerates a taint.
pub(crate) fn tolerates(pod: &Pod, taint: &Taint) -> bool {
    pod.tolerations.iter().any(|t| t.matches(taint).is_ok())
}

/// The first taint of a node that rejects a pod.
pub(crate) fn untolerated<'a>(pod: &Pod, node: &'a Node) -> Option<&'a Taint> {
    let mut taints = node.taints.iter().filter(|taint| is_hard(taint));
    taints.find(|taint| !tolerates(pod, taint))
}
