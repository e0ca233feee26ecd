//! Which pods a pod would evict on each node, and which node is chosen.
//!
//! Source: "Capacity scheduling"; scheduler-plugins (August 2026), `CapacityScheduling`; Kubernetes
//! 1.35, default preemption.

use std::cmp::Reverse;

use schedscope_objects::{
    id::{NodeId, PodId},
    order,
    pod::Preemption,
    profile::Profile,
};
use schedscope_pods::{
    default_profile::Preempting,
    fit::{CycleState, Misfit},
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_time::Timestamp;

use crate::{
    admission::{Admission, QuotaRejection},
    cycle::{Cycle, PreemptionAttempt},
    disruption::Budgets,
    dry_run::{NodeDryRun, PodTrace, Scratch},
    ledger::Ledger,
};

/// Why a pod may not evict others at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ineligible {
    /// `preemptionPolicy: Never`.
    Policy,
    /// The profile of its scheduler switches preemption off.
    Profile,
    /// This pod is terminating on the nominated node, so that room is coming.
    Terminating(PodId),
    /// The requirements of a node's name exclude each other.
    NodeAffinityConflict,
    /// The pod's volumes keep it from every node.
    VolumeRefusal,
}

/// The result of the dry run on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeOutcome {
    /// Evicting these makes room.
    Candidate(NodeCandidate),
    /// No pod on it may be evicted.
    NoVictims,
    /// Even with all evictable pods gone, the pod does not fit.
    Misfit(Misfit),
    /// Even without all evictable pods, a quota rejects the pod.
    QuotaExceeded(QuotaRejection),
    /// A filter fails, because this pod has an ephemeral claim that it does not control.
    FilterError(PodId),
    /// Upstream fails: it would remove this pod, which is already removed.
    Error(PodId),
    /// The same in `Proposal`: a quota rejects the pod, with this victim in and out.
    Contradiction(PodId, QuotaRejection),
}

impl NodeOutcome {
    /// What to evict, if that makes room.
    pub fn candidate(&self) -> Option<&NodeCandidate> {
        match self {
            Self::Candidate(candidate) => Some(candidate),
            _ => None,
        }
    }
}

/// A node on which evictions make room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCandidate {
    /// The pods to evict, most important first.
    pub victims: Vec<PodId>,
    /// The pods that were considered and may stay, in the order of consideration.
    pub reprieved: Vec<PodId>,
    /// How many victims violate a budget.
    pub violations: usize,
}

/// A pod that makes room for itself by evicting others.
#[derive(Debug)]
pub struct Preemptor<'a> {
    /// The filters and their input: nodes, the pod, names.
    pub state: &'a CycleState<'a>,
    /// The verdict of its quota.
    pub admission: &'a Admission,
    pub budgets: &'a Budgets,
    /// Which scheduler's behaviour to reproduce.
    pub profile: Profile,
}

impl<'a> Preemptor<'a> {
    /// Nodes and pods.
    pub fn snapshot(&self) -> &'a ClusterSnapshot {
        self.state.on.snapshot
    }

    pub fn pod(&self) -> &'a PodInfo {
        self.state.on.pod
    }

    /// Why the pod may not evict others, if it may not. `is_hopeless`: evictions would not help on its nominated node.
    pub fn ineligible(&self, ledger: &Ledger, is_hopeless: bool) -> Option<Ineligible> {
        let pod = self.pod();
        if pod.preempting == Preempting::Nothing {
            return Some(Ineligible::Profile);
        }
        if pod.preemption == Preemption::Never {
            return Some(Ineligible::Policy);
        }
        if is_hopeless {
            return None;
        }
        let node = self.snapshot().nodes.get(pod.nominated?)?;
        let mut pods = node.pods.iter().map(|bound_pod| bound_pod.pod);
        let holds = pods.find(|&pod| {
            let Some(other) = self.snapshot().pods.get(pod) else {
                return false;
            };
            other.terminating && self.leaves_for_room(other) && self.waits_for(ledger, other)
        });
        holds.map(Ineligible::Terminating)
    }

    /// Whether a terminating pod may hold the pod back: any for `CapacityScheduling`; for `DefaultPreemption` only one
    /// that a scheduler evicts.
    fn leaves_for_room(&self, other: &PodInfo) -> bool {
        self.pod().preempting != Preempting::Default || other.pod.preempted
    }

    fn waits_for(&self, ledger: &Ledger, other: &PodInfo) -> bool {
        let lower = other.priority < self.pod().priority;
        match (self.admission.quota, ledger.of(other.pod.namespace)) {
            (None, None) => lower,
            (Some(own), Some(quota)) if own == quota => lower,
            (Some(_), Some(quota)) => {
                let over = ledger
                    .quotas
                    .get(quota)
                    .is_some_and(|q| q.over_min().is_some());
                over && !self.admission.over_min
            }
            _ => false,
        }
    }

    /// Dry-runs preemption on nodes, one after another. Restores the ledger. O(pods of the nodes x resources).
    pub fn try_nodes(
        &self,
        ledger: &mut Ledger,
        nodes: &mut dyn Iterator<Item = NodeId>,
    ) -> Vec<(NodeId, NodeOutcome)> {
        let mut scratch = Scratch::default();
        let mut outcomes = Vec::new();
        for node in nodes {
            if let Some(info) = self.snapshot().nodes.get(node) {
                let attempt = NodeDryRun::new(self, ledger, (node, info), &mut scratch);
                outcomes.push((node, attempt.run(&mut scratch).0));
            }
        }
        outcomes
    }

    /// Dry-runs preemption on a node with its pods in another order, as places on the node, least important first; pods
    /// not in the order are kept. Restores the ledger.
    pub(super) fn try_node_in_order(
        &self,
        ledger: &mut Ledger,
        node: NodeId,
        order: &[u32],
        scratch: &mut Scratch,
    ) -> NodeOutcome {
        let Some(info) = self.snapshot().nodes.get(node) else {
            return NodeOutcome::NoVictims;
        };
        let attempt = NodeDryRun::new(self, ledger, (node, info), scratch);
        attempt.in_order(order).run(scratch).0
    }

    /// Dry-runs preemption on a node, and records the verdict on each of its pods, in the order of the walk.
    pub fn trace_node(&self, ledger: &mut Ledger, node: NodeId) -> (NodeOutcome, Vec<PodTrace>) {
        match self.snapshot().nodes.get(node) {
            Some(info) => {
                let mut scratch = Scratch::default();
                let attempt = NodeDryRun::new(self, ledger, (node, info), &mut scratch);
                attempt.traced().run(&mut scratch)
            }
            None => (NodeOutcome::NoVictims, Vec::new()),
        }
    }
}

/// The position of the best candidate: fewest budget violations; the least important highest victim; the smallest sum
/// of priorities; fewest victims; the latest start among the most important victims; then the name.
pub fn choose(
    snapshot: &ClusterSnapshot,
    candidates: &[(NodeId, &NodeCandidate)],
) -> Option<usize> {
    let costs = candidates.iter().map(|candidate| cost(snapshot, candidate));
    let best = costs.enumerate().min_by(|(_, a), (_, b)| a.cmp(b));
    best.map(|(at, _)| at)
}

/// The nodes of a cycle where evictions cost the least: Kubernetes takes any of them. Ascending.
pub fn cheapest(snapshot: &ClusterSnapshot, cycle: &Cycle) -> Vec<NodeId> {
    let attempted = cycle.preemption.as_ref();
    let candidates = attempted.map_or_else(Vec::new, PreemptionAttempt::candidates);
    let costs = candidates
        .iter()
        .map(|candidate| (candidate.0, cost(snapshot, candidate).0));
    let costs: Vec<_> = costs.collect();
    let least = costs.iter().map(|(_, cost)| cost).min();
    let least = costs.iter().filter(|(_, cost)| Some(cost) == least);
    least.map(|(node, _)| *node).collect()
}

/// The costs of the chosen candidate and of the next one; `None`: it is the only candidate, or the name decides.
pub fn decided<'a>(
    snapshot: &'a ClusterSnapshot,
    cycle: &Cycle,
) -> Option<(CandidateCost<'a>, CandidateCost<'a>)> {
    let candidates = cycle.preemption.as_ref()?.candidates();
    let mut costs: Vec<_> = candidates.iter().map(|one| cost(snapshot, one)).collect();
    order::sort(&mut costs, Ord::cmp);
    let (best, others) = costs.split_first()?;
    let next = others.first().filter(|next| next.0 != best.0)?;
    Some((*best, *next))
}

/// A node's cost by everything but its name, then the name. Smaller is better.
pub type CandidateCost<'a> = (
    (usize, i32, i64, usize, Reverse<(bool, Option<Timestamp>)>),
    &'a str,
);

/// A candidate's cost. O(victims).
pub fn cost<'a>(
    snapshot: &'a ClusterSnapshot,
    (node, candidate): &(NodeId, &NodeCandidate),
) -> CandidateCost<'a> {
    let victims = candidate
        .victims
        .iter()
        .filter_map(|pod| snapshot.pods.get(*pod));
    let highest = victims
        .clone()
        .map(|pod| pod.priority)
        .max()
        .unwrap_or(i32::MIN);
    let sum = victims
        .clone()
        .map(|pod| i64::from(pod.priority) + (1 << 31))
        .fold(0, i64::saturating_add);
    let top = victims.filter(|pod| pod.priority == highest);
    // No start counts as the latest.
    let earliest = top.map(|pod| (pod.started.is_none(), pod.started)).min();
    let name = snapshot
        .nodes
        .get(*node)
        .map_or("", |node| node.name.as_str());
    (
        (
            candidate.violations,
            highest,
            sum,
            candidate.victims.len(),
            Reverse(earliest.unwrap_or((true, None))),
        ),
        name,
    )
}
