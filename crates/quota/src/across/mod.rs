//! The smallest set of pods, on any nodes, whose eviction would make room for a pod. No scheduler evicts across nodes.
//!
//! Preemption looks at one node at a time, so a pod may wait although reclaiming borrowed resources would be enough: a
//! known limitation of the design. Here the pods of all nodes are walked as preemption walks those of one node: least
//! important first, skipping pods that the rules protect at that moment. Victims may be on any node; the pod goes to
//! one node, which must then have room, and its quotas must admit it.
//!
//! For each node, all of them are evicted least important first and put back most important first, as preemption does
//! on one node. The result is a set in which every pod is needed. Then smaller sets are searched, size by size, over
//! groups of interchangeable pods, within a budget of steps.
//!
//! Source: "Capacity scheduling", "Cross Node Preemption is not supported".

mod node_room;
mod search;

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    order,
    pod::Preemption,
    profile::Profile,
    words,
};
use schedscope_pods::{
    fit::{CycleState, Faults},
    snapshot::{ClusterSnapshot, PodInfo},
};

use self::search::{EvictionSearch, SmallerSet};
use crate::{admission::Admission, disruption::Budgets, ledger::Ledger, preemption::Preemptor};

/// The limit of steps for the greedy sets, and again for the search.
const BUDGET: usize = 2_000_000;

words! {
    /// Why no evictions make room.
    pub enum NoEviction {
        /// `preemptionPolicy: Never`.
        Policy = "policy",
        /// The pod has no quota: then only the pods of one node matter.
        NoQuota = "no-quota",
        /// No pod may be evicted.
        NoVictims = "no-victims",
        /// No node would have room.
        NoRoom = "no-room",
        /// A quota would still reject the pod.
        Quota = "quota",
        /// Nothing was found in bounded time.
        Budget = "budget",
    }
}

/// Evictions on several nodes that make room for a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evictions {
    /// The node on which the pod would run.
    pub node: NodeId,
    /// The pods to evict, most important first.
    pub victims: Vec<Victim>,
    /// Whether no smaller set does it; `false` if the search ran out of steps.
    pub smallest: bool,
    /// How many victims violate a disruption budget.
    pub violations: usize,
}

/// A pod that would be evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    pub pod: PodId,
    /// The node that it is on.
    pub node: NodeId,
    pub priority: i32,
}

/// Looks for evictions on several nodes. Restores the ledger.
///
/// O(pods log pods + nodes x candidates) for the greedy sets; the search after that is bounded by a budget, too.
///
/// # Errors
/// No evictions make room.
pub fn evict_across_nodes(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    admission: &Admission,
    names: &Names,
) -> Result<Evictions, NoEviction> {
    let faults = Faults::of(Profile::Proposal, snapshot.version);
    let state = CycleState::new(snapshot, pod, names, faults);
    let by = Preemptor {
        state: &state,
        admission,
        budgets,
        profile: Profile::Proposal,
    };
    if pod.preemption == Preemption::Never {
        return Err(NoEviction::Policy);
    }
    if admission.quota.is_none() {
        return Err(NoEviction::NoQuota);
    }
    let mut search = EvictionSearch {
        by: &by,
        candidates: Vec::new(),
        budget: BUDGET,
    };
    search.candidates = search.all_candidates(ledger);
    if search.candidates.is_empty() {
        return Err(NoEviction::NoVictims);
    }
    let (mut node, mut victims) = search.greedy(ledger)?;
    search.budget = BUDGET;
    let smallest = match search.smaller(ledger, victims.len()) {
        SmallerSet::None => true,
        SmallerSet::Found(other, fewer) => {
            (node, victims) = (other, fewer);
            true
        }
        SmallerSet::OutOfBudget => false,
    };
    order::sort(&mut victims, |a, b| {
        a.bound_pod.importance().cmp(&b.bound_pod.importance())
    });
    let pods: Vec<PodId> = victims.iter().map(|victim| victim.bound_pod.pod).collect();
    let violating = budgets.violating(snapshot, &pods, names);
    let victims = victims.iter().map(|victim| Victim {
        pod: victim.bound_pod.pod,
        node: victim.node,
        priority: victim.bound_pod.priority,
    });
    Ok(Evictions {
        node,
        victims: victims.collect(),
        smallest,
        violations: violating.iter().filter(|violates| **violates).count(),
    })
}
