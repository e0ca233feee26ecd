//! Budgets that never allow a disruption, alone or because several select a pod, so that drains of nodes with their
//! pods never complete.

use schedscope_answer_macro::answer;
use schedscope_answers::whatif::eviction_block::{EvictionBlock, EvictionBlockReason, is_unready};
use schedscope_objects::{
    diagnostic::Severity,
    id::{IdVec, NodeId, PodId},
    names::Names,
    namespaced_name::NamespacedName,
    pod::Health,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::disruption::{BudgetBlock, Budgets};
use schedscope_whatif::pods::drain::left_out;

use crate::{Check, Fact, MOST, context::Context};

pub(crate) const CHECK: Check = Check::before(Severity::Info, rule);

/// A `PodDisruptionBudget` that never allows a disruption, or several of the same pods.
#[answer(Eq)]
pub struct BlockingBudget {
    /// A node with pods that it guards; a cordoned one if there is one.
    pub node: String,
    /// Whether the node is cordoned.
    pub cordoned: bool,
    /// The number of nodes with such pods.
    pub nodes: usize,
    /// The budgets, and why; the pods are those that they guard on all nodes.
    pub block: EvictionBlock,
}

/// Pods on nodes, by the budgets that guard them.
struct Guarded {
    /// The indexes of the budgets.
    by: Vec<usize>,
    pods: Vec<(PodId, NodeId)>,
}

impl Guarded {
    fn by_one(index: usize) -> Self {
        Self {
            by: vec![index],
            pods: Vec::new(),
        }
    }
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
    // By the budgets that guard them: one, or several, which never allow an eviction together.
    let mut guarded: Vec<Guarded> = (0..at_best.len()).map(Guarded::by_one).collect();
    for (pod, info) in snapshot.pods.entries() {
        let node = info.node().filter(|_| info.is_live() && !info.terminating);
        let Some(node) = node.filter(|_| left_out(&info.pod, names).is_none()) else {
            continue;
        };
        let own: Vec<usize> = match budgets.guarding(info, names) {
            Some(index) => vec![index],
            None if info.pod.health == Health::Pending => continue,
            None => {
                let several: Vec<usize> = budgets.selecting(info, names).collect();
                // A single one lets it go while it is not ready.
                if several.len() < 2 {
                    continue;
                }
                several
            }
        };
        match guarded.iter_mut().find(|guarded| guarded.by == own) {
            Some(guarded) => guarded.pods.push((pod, node)),
            None => guarded.push(Guarded {
                by: own,
                pods: vec![(pod, node)],
            }),
        }
    }
    let mut found: Vec<BlockingBudget> = Vec::new();
    for guarded in &guarded {
        let why = match guarded.by.as_slice() {
            [index] => match at_best.get(*index) {
                Some(Err(why)) => Some(*why),
                _ => continue,
            },
            _ => None,
        };
        found.extend(blocking(guarded, why, (snapshot, &budgets, names)));
    }
    // Where pods wait, they are what the answer is about, unless a node is being drained.
    let waits = snapshot.pods.iter().any(PodInfo::is_to_schedule);
    found.retain(|of| of.cordoned || !waits);
    let (first, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|of| of.cordoned);
    let found = first.into_iter().chain(rest).take(MOST);
    found.map(|data| Fact::BudgetBlocks { data }).collect()
}

/// Budgets that never allow the eviction of some pods; `why`: of one budget; `None`: several select the pods.
fn blocking(
    Guarded { by, pods }: &Guarded,
    why: Option<BudgetBlock>,
    (snapshot, budgets, names): (&ClusterSnapshot, &Budgets, &Names),
) -> Option<BlockingBudget> {
    let (pod, first) = pods.first()?;
    let is_cordoned = |node: NodeId| {
        let info = snapshot.nodes.get(node);
        info.is_some_and(|info| info.node.unschedulable)
    };
    let mut has: IdVec<NodeId, bool> = IdVec::from(vec![false; snapshot.nodes.len()]);
    for (_, node) in pods {
        if let Some(slot) = has.get_mut(*node) {
            *slot = true;
        }
    }
    let mut nodes = pods.iter().map(|(_, node)| *node);
    let cordoned = nodes.find(|node| is_cordoned(*node));
    let info = snapshot.pods.get(*pod)?;
    let of = by.iter().filter_map(|index| budgets.get(*index));
    Some(BlockingBudget {
        node: snapshot.nodes.get(cordoned.unwrap_or(*first))?.name.clone(),
        cordoned: cordoned.is_some(),
        nodes: has.iter().filter(|has| **has).count(),
        block: EvictionBlock {
            budgets: of
                .map(|of| NamespacedName::new(of.namespace, of.name, names))
                .collect(),
            pods: pods.len(),
            pod: info.namespaced_name(names),
            unready: is_unready(Some(info), by.len()),
            why: why.map_or(EvictionBlockReason::SeveralBudgets, |why| {
                EvictionBlockReason::of_budget(why, info.pod.namespace, names)
            }),
        },
    })
}
