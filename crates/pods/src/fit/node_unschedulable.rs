//! `NodeUnschedulable`: cordoned nodes.

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    pod::Pod,
    taint::{CORDON, Taint, TaintEffect, Toleration},
};

use crate::fit::taint_toleration::tolerates;

/// Whether a node is cordoned and the pod does not tolerate that.
pub(super) fn rejects(pod: &Pod, node: &Node, names: &Names) -> bool {
    if !node.unschedulable {
        return false;
    }
    let cordon = names.get(CORDON).map(|key| Taint {
        key,
        value: Symbol::EMPTY,
        effect: TaintEffect::NoSchedule,
        time_added: None,
    });
    // A toleration without a key tolerates every taint, also where no object names this one.
    let anything = |t: &Toleration| {
        t.key.is_empty()
            && t.effect
                .is_none_or(|effect| effect == TaintEffect::NoSchedule)
    };
    match &cordon {
        Some(taint) => !tolerates(pod, taint),
        None => !pod.tolerations.iter().any(anything),
    }
}
