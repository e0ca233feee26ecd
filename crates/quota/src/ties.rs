//! Pods whose eviction depends only on the order of equals.
//!
//! A scheduler walks equally important pods in the order of its internal lists, which is not in the text. So a
//! preemption is repeated with other orders of the equals, on a few nodes: the chosen one, and those that another order
//! could choose.

use schedscope_objects::id::{NodeId, PodId};
use schedscope_pods::node::{BoundPod, eviction_order};

use crate::{
    cycle::{Cycle, CycleOutcome, PreemptionAttempt},
    dry_run::{Scratch, protection},
    ledger::Ledger,
    preemption::{CandidateCost, NodeCandidate, NodeOutcome, Preemptor, cost},
};

/// Equally important pods of a node whose eviction depends on the order of equals. If one of the lists is empty, the
/// order of equals of another rank decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Pods that are evicted, but not in another order; in the order of the text.
    pub victims: Vec<PodId>,
    /// Pods that are not evicted, but are in another order; in the order of the text.
    pub spared: Vec<PodId>,
}

/// The parts of a preemption that depend on the order of equals.
#[derive(Clone, Debug, Default)]
pub struct CycleTies {
    /// The ties of the examined nodes: the chosen node, then the cheapest others.
    pub nodes: Vec<(NodeId, Vec<Tie>)>,
    /// The node that another order would choose, with its victims then; `None`: the same node.
    pub other_choice: Option<(NodeId, NodeCandidate)>,
}

/// The maximum number of examined nodes besides the chosen one.
const NODES: usize = 8;
/// Up to this many orders of a node's equals are all tried. Of more, only those that move one equal to an end of the
/// others, as they are and reversed.
const ORDERS: usize = 120;
/// The maximum number of walked pods: on the chosen node, and on all others together.
const STEPS: [usize; 2] = [8192, 4096];

/// The parts of a cycle that depend on the order of equals; empty if the cycle does not evict. Restores the ledger.
/// O(nodes), plus a bounded number of walks.
pub fn find(preemptor: &Preemptor<'_>, ledger: &mut Ledger, cycle: &Cycle) -> CycleTies {
    let mut found = CycleTies::default();
    let snapshot = preemptor.snapshot();
    let (CycleOutcome::Preempt(chosen), Some(attempt)) = (&cycle.outcome, &cycle.preemption) else {
        return found;
    };
    let Some(candidate) = cycle.candidate(*chosen) else {
        return found;
    };
    let [mut steps, mut other_steps] = STEPS;
    // The most expensive candidate over all orders; `None` if in some order the node is not a candidate.
    let mut worst = Some(candidate.clone());
    let ties = node_ties(
        preemptor,
        ledger,
        *chosen,
        Some(candidate),
        &mut steps,
        &mut |outcome| {
            worst = worst.take().zip(outcome).map(|(worst, other)| {
                let is_worse =
                    cost(snapshot, &(*chosen, &worst)) < cost(snapshot, &(*chosen, other));
                if is_worse { other.clone() } else { worst }
            });
        },
    );
    found.nodes.push((*chosen, ties));
    let others = others(preemptor, attempt, *chosen);
    let second = others
        .first()
        .and_then(|(node, candidate)| Some((*node, (*candidate)?.clone())));
    let mut best = second;
    let beats = |node: NodeId, one: &NodeCandidate, other: Option<&(NodeId, NodeCandidate)>| {
        other.is_none_or(|(at, other)| cost(snapshot, &(node, one)) < cost(snapshot, &(*at, other)))
    };
    let worst = worst.map(|worst| (*chosen, worst));
    let is_beaten = best
        .as_ref()
        .is_some_and(|(node, best)| beats(*node, best, worst.as_ref()));
    for (node, candidate) in others {
        let ties = node_ties(
            preemptor,
            ledger,
            node,
            candidate,
            &mut other_steps,
            &mut |outcome| {
                if let Some(other) = outcome
                    && !is_beaten
                    && beats(node, other, best.as_ref())
                {
                    best = Some((node, other.clone()));
                }
            },
        );
        found.nodes.push((node, ties));
    }
    found.other_choice = best.filter(|(node, best)| beats(*node, best, worst.as_ref()));
    found
}

/// The nodes that another order could choose: the cheapest other candidates, then nodes where it could make room; at
/// most [`NODES`] of either. O(nodes)
fn others<'c>(
    preemptor: &Preemptor<'_>,
    attempt: &'c PreemptionAttempt,
    chosen: NodeId,
) -> Vec<(NodeId, Option<&'c NodeCandidate>)> {
    let snapshot = preemptor.snapshot();
    // The order decides which pods may be evicted only if other quotas return borrowed amounts.
    let gives_back = preemptor.admission.quota.is_some() && !preemptor.admission.over_min;
    let mut candidates: Vec<(CandidateCost<'_>, NodeId, &NodeCandidate)> = Vec::new();
    let mut rejected = Vec::new();
    for (node, outcome) in &attempt.nodes {
        match outcome {
            NodeOutcome::Candidate(candidate) => {
                if *node != chosen {
                    let own = cost(snapshot, &(*node, candidate));
                    let at = candidates.partition_point(|(other, ..)| *other < own);
                    if at < NODES {
                        candidates.insert(at, (own, *node, candidate));
                        candidates.truncate(NODES);
                    }
                }
            }
            NodeOutcome::NoVictims => {}
            NodeOutcome::Misfit(_) | NodeOutcome::QuotaExceeded(_) if !gives_back => {}
            _ => rejected.push((*node, None)),
        }
    }
    rejected.truncate(NODES);
    let candidates = candidates.into_iter();
    let candidates = candidates.map(|(_, node, candidate)| (node, Some(candidate)));
    candidates.chain(rejected).collect()
}

/// The ties of one node, chosen or not. Restores the ledger.
pub fn of_node(
    preemptor: &Preemptor<'_>,
    ledger: &mut Ledger,
    node: NodeId,
    outcome: &NodeOutcome,
) -> Vec<Tie> {
    let [mut steps, _] = STEPS;
    node_ties(
        preemptor,
        ledger,
        node,
        outcome.candidate(),
        &mut steps,
        &mut |_| {},
    )
}

/// The ties of a node. `candidate`: the result in the order of the text; `None`: it is not a candidate. `each` receives
/// the result of every other order. `steps`: how many pods may still be walked; decremented. Restores the ledger.
fn node_ties(
    preemptor: &Preemptor<'_>,
    ledger: &mut Ledger,
    node: NodeId,
    candidate: Option<&NodeCandidate>,
    steps: &mut usize,
    each: &mut dyn FnMut(Option<&NodeCandidate>),
) -> Vec<Tie> {
    let Some(info) = preemptor.snapshot().nodes.get(node) else {
        return Vec::new();
    };
    // The pods whose eviction depends on the order.
    let mut hanging: Vec<PodId> = Vec::new();
    let victims = candidate.map_or(&[][..], |candidate| &candidate.victims);
    let mut scratch = Scratch::default();
    let are_alike = equals_are_alike(preemptor, &info.pods);
    let mut swapped = Vec::new();
    for_orders(
        &info.pods,
        preemptor,
        ledger,
        &mut |ledger, known, order| {
            let Some(left) = steps.checked_sub(order.len()) else {
                return false;
            };
            *steps = left;
            let outcome;
            let others = if are_alike {
                // The verdicts stay at their places, and the costs are the same.
                each(candidate);
                swap(&info.pods, (known, order), victims, &mut swapped);
                &swapped
            } else {
                outcome = preemptor.try_node_in_order(ledger, node, order, &mut scratch);
                let other = outcome.candidate();
                each(other);
                other.map_or(&[][..], |candidate| &candidate.victims)
            };
            if victims != others {
                let gone = victims.iter().filter(|pod| !others.contains(pod));
                let new = others.iter().filter(|pod| !victims.contains(pod));
                for pod in gone.chain(new) {
                    if !hanging.contains(pod) {
                        hanging.push(*pod);
                    }
                }
            }
            true
        },
    );
    if hanging.is_empty() {
        return Vec::new();
    }
    let equals = info.pods.chunk_by(BoundPod::is_equal);
    let ties = equals.map(|equals| {
        let pods = equals.iter().map(|bound_pod| bound_pod.pod);
        let hanging = pods.filter(|pod| hanging.contains(pod));
        let (victims, spared) = hanging.partition(|pod| victims.contains(pod));
        Tie { victims, spared }
    });
    ties.filter(|tie| !tie.victims.is_empty() || !tie.spared.is_empty())
        .collect()
}

/// Whether a walk cannot tell the equals of a node apart, as with replicas: they hold the same, in one namespace, and
/// nothing else about them is looked at.
fn equals_are_alike(preemptor: &Preemptor<'_>, pods: &[BoundPod]) -> bool {
    let is_like = |pair: &[BoundPod]| match pair {
        [one, other] if one.is_equal(other) => {
            one.namespace == other.namespace && one.fit == other.fit && one.charge == other.charge
        }
        _ => true,
    };
    preemptor.budgets.is_empty() && preemptor.state.is_alone() && pods.windows(2).all(is_like)
}

/// The pods that stand in an order where those in the known order are victims. O(pods of the node).
fn swap(
    pods: &[BoundPod],
    (known, order): (&[u32], &[u32]),
    victims: &[PodId],
    swapped: &mut Vec<PodId>,
) {
    let pod = |at: &u32| pods.get(*at as usize).map(|pod| pod.pod);
    swapped.clear();
    swapped.extend_from_slice(victims);
    for (one, other) in known.iter().zip(order).filter(|(one, other)| one != other) {
        if let (Some(one), Some(other)) = (pod(one), pod(other))
            && let Some(at) = victims.iter().position(|victim| *victim == one)
            && let Some(slot) = swapped.get_mut(at)
        {
            *slot = other;
        }
    }
}

/// Gets the order of the answer and another one, and returns whether to go on.
type EachOrder<'e> = dyn FnMut(&mut Ledger, &[u32], &[u32]) -> bool + 'e;

/// Calls `each` with the order of the answer and orders of the evictable pods, as places on the node, least important
/// first, until it returns `false`. Does not call it if no two of them are equals.
fn for_orders(
    pods: &[BoundPod],
    preemptor: &Preemptor<'_>,
    ledger: &mut Ledger,
    each: &mut EachOrder<'_>,
) {
    // Use only falls while pods are evicted, so a pod that is protected at first is protected in every order.
    let is_evictable = |at: &u32| {
        let pod = pods.get(*at as usize);
        pod.is_some_and(|pod| protection(preemptor, ledger, pod).is_none())
    };
    // The order of the answer.
    let known: Vec<u32> = eviction_order(pods).filter(is_evictable).collect();
    let rank = |at: &u32| pods.get(*at as usize).map(BoundPod::rank);
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let (mut start, mut orders) = (0, 1_usize);
    for equals in known.chunk_by(|a, b| rank(a) == rank(b)) {
        if equals.len() > 1 {
            groups.push((start, start + equals.len()));
            let factors = 2..=equals.len();
            orders = factors.fold(orders, usize::saturating_mul);
        }
        start += equals.len();
    }
    if groups.is_empty() {
        return;
    }
    let mut reversed = known.clone();
    for (from, to) in &groups {
        reversed.get_mut(*from..*to).unwrap_or_default().reverse();
    }
    if orders <= ORDERS {
        let mut order = reversed.clone();
        loop {
            if order != known && !each(ledger, &known, &order) {
                return;
            }
            let mut is_last = true;
            for (from, to) in &groups {
                let equals = order.get_mut(*from..*to).unwrap_or_default();
                make_next_permutation(equals);
                if Some(&*equals) != reversed.get(*from..*to) {
                    is_last = false;
                    break;
                }
            }
            if is_last {
                return;
            }
        }
    }
    for order in [&reversed, &known] {
        if !each(ledger, &known, order) {
            return;
        }
        for (from, to) in &groups {
            for at in *from..*to {
                let (mut first, mut last) = (order.clone(), order.clone());
                first
                    .get_mut(*from..=at)
                    .unwrap_or_default()
                    .rotate_right(1);
                last.get_mut(at..*to).unwrap_or_default().rotate_left(1);
                if !each(ledger, &known, &first) || !each(ledger, &known, &last) {
                    return;
                }
            }
        }
    }
}

/// Makes the next permutation in lexicographic order; the first follows the last.
fn make_next_permutation(order: &mut [u32]) {
    let rises = |pair: &[u32]| matches!(pair, [one, two] if one < two);
    let Some(at) = order.windows(2).rposition(rises) else {
        order.reverse();
        return;
    };
    let (head, tail) = order.split_at_mut(at + 1);
    if let Some(last) = head.last_mut()
        && let Some(next) = tail.iter_mut().rev().find(|next| **next > *last)
    {
        std::mem::swap(last, next);
    }
    tail.reverse();
}
