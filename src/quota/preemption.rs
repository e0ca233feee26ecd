//! Whom a pod would evict on a node, and on which node.
//!
//! Source: "Capacity scheduling"; scheduler-plugins (August 2026), `CapacityScheduling`; Kubernetes
//! 1.35, default preemption.

use std::cmp::Reverse;

use super::{
    admission::{Admission, over_aggregated_min, over_max},
    disruption::Budgets,
    ledger::Ledger,
};
use crate::{
    kube::{names::Names, pod::Preemption, time::Timestamp},
    order,
    placement::Profile,
    pods::{
        amounts::Amounts,
        fit::{FitCode, Misfit, Reserved, fits_resources, fits_statically},
        world::{NodeInfo, PodInfo, World},
    },
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
    QuotaExceeded,
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
        let holds = node.pods.iter().copied().find(|&index| {
            let Some(other) = self.world.pods.get(index as usize) else {
                return false;
            };
            other.pod.deleting && self.waits_for(ledger, other)
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

    /// Tries a node. The ledger is left as it was. O(pods of the node x resources).
    pub fn try_node(&self, ledger: &mut Ledger, node: u32) -> NodeOutcome {
        let Some(info) = self.world.nodes.get(node as usize) else {
            return NodeOutcome::NoVictims;
        };
        let mut attempt = Attempt::new(self, ledger, info);
        let outcome = attempt.run();
        attempt.restore();
        outcome
    }
}

/// One node, with some of its pods taken out.
struct Attempt<'a, 'l> {
    by: &'a Preemptor<'a>,
    ledger: &'l mut Ledger,
    node: &'a NodeInfo,
    /// What the pods that are in ask for, and what is reserved.
    requested: Amounts,
    /// How many pods are in or reserved for.
    pods: i64,
    /// Who is out.
    out: Vec<u32>,
}

impl<'a, 'l> Attempt<'a, 'l> {
    fn new(by: &'a Preemptor<'a>, ledger: &'l mut Ledger, node: &'a NodeInfo) -> Self {
        let reserved = Reserved::on(node, by.world, by.pod);
        let mut requested = node.requested.clone();
        requested.add(&reserved.requested);
        Self {
            by,
            ledger,
            node,
            pods: node.pods.len() as i64 + reserved.pods,
            requested,
            out: Vec::new(),
        }
    }

    fn info(&self, pod: u32) -> Option<&'a PodInfo> {
        self.by.world.pods.get(pod as usize)
    }

    fn take_out(&mut self, pod: u32) {
        if let Some(info) = self.info(pod) {
            self.requested.subtract(&info.request.fit);
            self.pods -= 1;
            self.ledger.refund(info.pod.namespace, &info.request.charge);
            self.out.push(pod);
        }
    }

    fn put_back(&mut self, pod: u32) {
        if let Some(info) = self.info(pod) {
            self.requested.add(&info.request.fit);
            self.pods += 1;
            self.ledger.charge(info.pod.namespace, &info.request.charge);
            self.out.retain(|other| *other != pod);
        }
    }

    /// Puts everybody back.
    fn restore(mut self) {
        for pod in std::mem::take(&mut self.out) {
            if let Some(info) = self.info(pod) {
                self.ledger.charge(info.pod.namespace, &info.request.charge);
            }
        }
    }

    fn fits(&self) -> Result<(), Misfit> {
        fits_statically(&self.by.pod.pod, &self.node.node, self.by.names)?;
        fits_resources(&self.by.pod.request, self.node, &self.requested, self.pods)
    }

    /// Whether a pod may be evicted now, as the ledger stands.
    fn is_prey(&self, pod: &PodInfo) -> bool {
        let lower = pod.priority < self.by.pod.priority;
        match (self.by.admission.quota, self.ledger.of(pod.pod.namespace)) {
            (None, None) => lower,
            (Some(own), Some(quota)) if self.by.admission.over_min => own == quota && lower,
            (Some(own), Some(quota)) => {
                let quota_over = self.ledger.quotas.get(quota as usize);
                own != quota && quota_over.is_some_and(|quota| quota.over_min().is_some())
            }
            _ => false,
        }
    }

    fn quota_exceeded(&self, own: &Amounts, all: &Amounts) -> bool {
        self.by.admission.quota.is_some_and(|quota| {
            over_max(self.ledger, quota, own).is_some()
                || over_aggregated_min(self.ledger, all).is_some()
        })
    }

    fn run(&mut self) -> NodeOutcome {
        let ranked = by_importance(self.by.world, &self.node.pods);
        // Least important first.
        for &pod in ranked.iter().rev() {
            if self.info(pod).is_some_and(|info| self.is_prey(info)) {
                self.take_out(pod);
            }
        }
        if self.out.is_empty() {
            return NodeOutcome::NoVictims;
        }
        if let Err(misfit) = self.fits() {
            return NodeOutcome::Misfit(misfit);
        }
        let request = &self.by.admission.request;
        if self.quota_exceeded(request, request) {
            return NodeOutcome::QuotaExceeded;
        }
        let mut prey = self.out.clone();
        prey.reverse();
        self.reprieve(&prey)
    }

    /// Puts back whom it can, those first whose eviction would violate a budget. `prey` stands most
    /// important first.
    fn reprieve(&mut self, prey: &[u32]) -> NodeOutcome {
        let Preemptor { world, names, .. } = *self.by;
        let violating = self.by.budgets.violating(world, prey, names);
        let of = |violates: bool| {
            let pods = prey.iter().zip(&violating);
            pods.filter(move |(_, found)| **found == violates)
                .map(|(pod, _)| *pod)
        };
        let order: Vec<(u32, bool)> = of(true)
            .map(|pod| (pod, true))
            .chain(of(false).map(|pod| (pod, false)))
            .collect();
        let mut candidate = Candidate::default();
        for (pod, violates) in order {
            self.put_back(pod);
            let fits = self.fits().is_ok();
            if !fits {
                self.take_out(pod);
                candidate.victims.push(pod);
                candidate.violations += usize::from(violates);
            }
            let Admission { own, all, .. } = self.by.admission;
            if self.quota_exceeded(own, all) {
                if !fits {
                    return match self.by.profile {
                        Profile::Upstream => NodeOutcome::Error(pod),
                        Profile::Proposal => NodeOutcome::Contradiction(pod),
                    };
                }
                self.take_out(pod);
                candidate.victims.push(pod);
            } else if fits {
                candidate.spared.push(pod);
            }
        }
        candidate.victims = by_importance(world, &candidate.victims);
        NodeOutcome::Candidate(candidate)
    }
}

/// Pods, most important first: higher priority, then earlier start (none is later than any), then
/// earlier in the input.
pub fn by_importance(world: &World, pods: &[u32]) -> Vec<u32> {
    let mut ranked = pods.to_vec();
    order::numbers(&mut ranked, &mut |a, b| {
        importance(world, a).cmp(&importance(world, b))
    });
    ranked
}

fn importance(world: &World, pod: u32) -> (Reverse<i32>, bool, Option<Timestamp>, u32) {
    let info = world.pods.get(pod as usize);
    let started = info.and_then(|info| info.pod.started);
    let priority = info.map_or(0, |info| info.priority);
    (Reverse(priority), started.is_none(), started, pod)
}

/// The best of some candidates: fewest budget violations; the least important highest victim; the
/// smallest sum of priorities; fewest victims; the latest start among the most important victims;
/// then the name. Gives a position.
pub fn choose(world: &World, candidates: &[(u32, Candidate)]) -> Option<usize> {
    let positions = 0..candidates.len();
    positions.min_by(|a, b| match (candidates.get(*a), candidates.get(*b)) {
        (Some(a), Some(b)) => cost(world, a).cmp(&cost(world, b)),
        _ => std::cmp::Ordering::Equal,
    })
}

/// A node's cost by everything but its name, then the name. Smaller is better.
pub(crate) type Cost<'a> = (
    (usize, i32, i64, usize, Reverse<(bool, Option<Timestamp>)>),
    &'a str,
);

pub(crate) fn cost<'a>(world: &'a World, (node, candidate): &(u32, Candidate)) -> Cost<'a> {
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
    let earliest = top
        .map(|pod| (pod.pod.started.is_none(), pod.pod.started))
        .min();
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
