//! `NodeUnschedulable`: cordoned nodes.

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    pod::Pod,
    taint::{CORDON, Taint, TaintEffect, TaintUpkeep},
};

use crate::fit::taint_toleration::tolerates;

/// Whether a node is cordoned and the pod does not tolerate that.
pub(super) fn rejects(pod: &Pod, node: &Node, names: &Names) -> bool {
    if !node.unschedulable {
        return false;
    }
    let cordon = Taint {
        // Where no object names it, a toleration fits it only without a key.
        key: names.get(CORDON).unwrap_or_default(),
        value: Symbol::EMPTY,
        effect: TaintEffect::NoSchedule,
        time_added: None,
        upkeep: TaintUpkeep::Kept,
    };
    !tolerates(pod, &cordon)
}
