//! Budgets that never allow a disruption, so that drains of nodes with their pods never complete.

use schedscope_answer_macro::answer;
use schedscope_answers::whatif::eviction_block::{EvictionBlock, EvictionBlockReason};
use schedscope_objects::{
    diagnostic::Severity,
    id::{IdVec, NodeId, PodId},
    namespaced_name::NamespacedName,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quota::disruption::Budgets;
use schedscope_whatif::pods::drain::left_out;

use crate::{Check, Fact, MOST, context::Context, finding::FindingPlace};

pub(crate) const CHECK: Check = Check {
    at: FindingPlace::Before,
    severity: Severity::Info,
    rule,
};

/// A `PodDisruptionBudget` that never allows a disruption.
#[answer(Eq)]
pub struct BlockingBudget {
    /// A node with pods that it guards; a cordoned one if there is one.
    pub node: String,
    /// Whether the node is cordoned.
    pub cordoned: bool,
    /// The number of nodes with such pods.
    pub nodes: usize,
    /// The budget, and why; the pods are those that it guards on all nodes.
    pub block: EvictionBlock,
}

/// Of an answer about all pods as they are; of nodes that are not cordoned, if no pod is pending. O(budgets x pods of
/// their namespaces + pods x budgets).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let objects = context.reader.objects();
    let Some(pods) = context
        .all_as_is()
        .filter(|_| !objects.disruption_budgets.is_empty())
    else {
        return Vec::new();
    };
    let (snapshot, names) = (pods.snapshot, &objects.names);
    let budgets = Budgets::new(objects);
    let at_best = budgets.at_best(objects);
    let mut guarded: Vec<Vec<(PodId, NodeId)>> = vec![Vec::new(); at_best.len()];
    for (pod, info) in snapshot.pods.entries() {
        let node = info.node().filter(|_| info.is_live() && !info.terminating);
        if let Some(node) = node
            && left_out(&info.pod, names).is_none()
            && let Some(index) = budgets.guarding(info, names)
            && let Some(list) = guarded.get_mut(index)
        {
            list.push((pod, node));
        }
    }
    let mut found: Vec<BlockingBudget> = Vec::new();
    for (index, (list, at_best)) in guarded.iter().zip(&at_best).enumerate() {
        let (Err(why), Some((pod, first))) = (at_best, list.first()) else {
            continue;
        };
        let is_cordoned = |node: NodeId| {
            let info = snapshot.nodes.get(node);
            info.is_some_and(|info| info.node.unschedulable)
        };
        let mut has: IdVec<NodeId, bool> = IdVec::from(vec![false; snapshot.nodes.len()]);
        for (_, node) in list {
            if let Some(slot) = has.get_mut(*node) {
                *slot = true;
            }
        }
        let cordoned = list
            .iter()
            .map(|(_, node)| *node)
            .find(|node| is_cordoned(*node));
        let (Some(info), Some(budget), Some(node)) = (
            snapshot.pods.get(*pod),
            budgets.get(index),
            snapshot.nodes.get(cordoned.unwrap_or(*first)),
        ) else {
            continue;
        };
        found.push(BlockingBudget {
            node: node.name.clone(),
            cordoned: cordoned.is_some(),
            nodes: has.iter().filter(|has| **has).count(),
            block: EvictionBlock {
                budgets: vec![NamespacedName::new(budget.namespace, budget.name, names)],
                pods: list.len(),
                pod: info.namespaced_name(names),
                why: EvictionBlockReason::of_budget(*why, info.pod.namespace, names),
            },
        });
    }
    // Where pods wait, they are what the answer is about, unless a node is being drained.
    let waits = snapshot.pods.iter().any(PodInfo::is_to_schedule);
    found.retain(|of| of.cordoned || !waits);
    let (first, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|of| of.cordoned);
    let found = first.into_iter().chain(rest).take(MOST);
    found.map(|data| Fact::BudgetBlocks { data }).collect()
}
