//! Whom a pod would evict on a node, and on which node.
//!
//! Source: "Capacity scheduling"; scheduler-plugins (August 2026), `CapacityScheduling`; Kubernetes
//! 1.35, default preemption.

use std::cmp::Reverse;

use schedscope_objects::{names::Names, pod::Preemption, profile::Profile, time::Timestamp};
use schedscope_pods::{
    fit::{FitCode, Misfit},
    world::{PodInfo, World},
};

use crate::{
    admission::{Admission, Rejection},
    attempt::{Attempt, Scratch, Trace},
    disruption::Budgets,
    ledger::Ledger,
};

/// Why a pod may not evict others at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ineligible {
    /// `preemptionPolicy: Never`.
    Policy,
    /// A pod is terminating on the nominated node, so room is coming. By index.
    Terminating(u32),
}

/// What became of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeOutcome {
    /// Evicting these makes room.
    Candidate(Candidate),
    /// Nobody on it may be evicted.
    NoVictims,
    /// Even without all whom it may evict, the pod does not fit.
    Misfit(Misfit),
    /// Even without all whom it may evict, a quota says no.
    QuotaExceeded(Rejection),
    /// Upstream fails here: a pod that was taken out already is to be taken out again. By index.
    Error(u32),
    /// The same in `Proposal`: a quota says no when a victim is put back.
    Contradiction(u32),
}

/// A node on which evictions make room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Whom to evict, most important first, by index.
    pub victims: Vec<u32>,
    /// Who was considered and may stay, by index, in the order of consideration.
    pub spared: Vec<u32>,
    /// How many victims violate a budget.
    pub violations: usize,
}

/// A pod that looks for room at the cost of others.
#[derive(Debug)]
pub struct Preemptor<'a> {
    /// Nodes and pods.
    pub world: &'a World,
    /// Texts behind names.
    pub names: &'a Names,
    /// The pod.
    pub pod: &'a PodInfo,
    /// What its quota said.
    pub admission: &'a Admission,
    /// The budgets.
    pub budgets: &'a Budgets,
    /// Whose faults to keep.
    pub profile: Profile,
}

impl Preemptor<'_> {
    /// Whether the pod may evict others; `misfit` is what the filters said of its nominated node.
    pub fn ineligible(&self, ledger: &Ledger, misfit: Option<&Misfit>) -> Option<Ineligible> {
        if self.pod.preemption == Preemption::Never {
            return Some(Ineligible::Policy);
        }
        let unresolvable = |misfit: &Misfit| misfit.code() == FitCode::UnschedulableAndUnresolvable;
        if misfit.is_some_and(unresolvable) {
            return None;
        }
        let node = self.world.nodes.get(self.pod.nominated? as usize)?;
        let mut pods = node.pods.iter().map(|occupant| occupant.pod);
        let holds = pods.find(|&index| {
            let Some(other) = self.world.pods.get(index as usize) else {
                return false;
            };
            other.terminating && self.waits_for(ledger, other)
        });
        holds.map(Ineligible::Terminating)
    }

    fn waits_for(&self, ledger: &Ledger, other: &PodInfo) -> bool {
        let lower = other.priority < self.pod.priority;
        match (self.admission.quota, ledger.of(other.pod.namespace)) {
            (None, None) => lower,
            (Some(own), Some(quota)) if own == quota => lower,
            (Some(_), Some(quota)) => {
                let over = ledger
                    .quotas
                    .get(quota as usize)
                    .is_some_and(|q| q.over_min().is_some());
                over && !self.admission.over_min
            }
            _ => false,
        }
    }

    /// Tries nodes, one after another. The ledger is left as it was. O(pods of the nodes x resources).
    pub fn try_nodes(
        &self,
        ledger: &mut Ledger,
        nodes: &mut dyn Iterator<Item = u32>,
    ) -> Vec<(u32, NodeOutcome)> {
        let mut scratch = Scratch::default();
        let mut outcomes = Vec::new();
        for node in nodes {
            if let Some(info) = self.world.nodes.get(node as usize) {
                let attempt = Attempt::new(self, ledger, info, &mut scratch);
                outcomes.push((node, attempt.run(&mut scratch).0));
            }
        }
        outcomes
    }

    /// Tries a node, and notes what becomes of every pod of it, in the order of the walk.
    pub fn trace_node(&self, ledger: &mut Ledger, node: u32) -> (NodeOutcome, Vec<Trace>) {
        match self.world.nodes.get(node as usize) {
            Some(info) => {
                let mut scratch = Scratch::default();
                let attempt = Attempt::new(self, ledger, info, &mut scratch);
                attempt.traced().run(&mut scratch)
            }
            None => (NodeOutcome::NoVictims, Vec::new()),
        }
    }
}

/// The best of some candidates: fewest budget violations; the least important highest victim; the
/// smallest sum of priorities; fewest victims; the latest start among the most important victims;
/// then the name. Gives a position.
pub fn choose(world: &World, candidates: &[(u32, &Candidate)]) -> Option<usize> {
    let costs = candidates.iter().map(|candidate| cost(world, candidate));
    let best = costs.enumerate().min_by(|(_, a), (_, b)| a.cmp(b));
    best.map(|(at, _)| at)
}

/// A node's cost by everything but its name, then the name. Smaller is better.
pub type Cost<'a> = (
    (usize, i32, i64, usize, Reverse<(bool, Option<Timestamp>)>),
    &'a str,
);

/// A candidate's cost; O(victims).
pub fn cost<'a>(world: &'a World, (node, candidate): &(u32, &Candidate)) -> Cost<'a> {
    let victims = candidate
        .victims
        .iter()
        .filter_map(|pod| world.pods.get(*pod as usize));
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
    // No start counts as later than any.
    let earliest = top.map(|pod| (pod.started.is_none(), pod.started)).min();
    let name = world
        .nodes
        .get(*node as usize)
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
