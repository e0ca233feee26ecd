//! The message of Kubernetes about a pod that fits no node.

use schedscope_objects::order;
use schedscope_pods::fit::NamedNodes;
use schedscope_quota::cycle::Cycle;

use crate::{pods::misfit::MisfitCount, quota::names::AnswerNames};

/// What the scheduler writes into the pod's condition; empty if it has no reason of nodes.
pub(super) fn fit_error(words: &AnswerNames<'_>, cycle: &Cycle, misfits: &[MisfitCount]) -> String {
    let nodes = words.snapshot.nodes.len();
    let mut reasons: Vec<String> = misfits.iter().map(MisfitCount::text).collect();
    if let Some(refusal) = words.refusal(cycle.refusal) {
        reasons.push(refusal.reason);
    }
    match &cycle.named {
        NamedNodes::Conflict => reasons.push(CONFLICT.to_owned()),
        NamedNodes::Only { .. }
            if cycle.admission.rejection.is_none() && cycle.refusal.is_none() =>
        {
            let unfiltered = cycle.filters.iter().filter(|filter| filter.is_none());
            let unfiltered = unfiltered.count();
            if unfiltered > 0 {
                reasons.push(unfiltered.to_string() + NOT_NAMED);
                order::sort(&mut reasons, String::cmp);
            }
        }
        _ => {}
    }
    if reasons.is_empty() {
        return String::new();
    }
    format!("0/{nodes} nodes are available: ") + &reasons.join(", ") + "."
}

/// The reason of `NodeAffinity` if the node names that a pod requires exclude each other.
const CONFLICT: &str = "pod affinity terms conflict";

/// Behind the number of nodes that the affinity of a pod does not name.
const NOT_NAMED: &str = " node(s) didn't satisfy plugin(s) [NodeAffinity]";
