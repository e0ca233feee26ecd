//! One node, tried: whom a pod would evict on it.

use schedscope_objects::{order, profile::Profile};
use schedscope_pods::{
    amounts::Amounts,
    fit::{Misfit, Reserved, fits_resources, fits_statically, has_room},
    node::{NodeInfo, Occupant},
};

use crate::{
    admission::{Admission, Rejection, over_aggregated_min, over_max},
    ledger::Ledger,
    preemption::{Candidate, NodeOutcome, Preemptor},
};

/// Why a pod may not be evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Its priority is not lower.
    Priority,
    /// The preemptor uses more than its minimum, so it may evict in its own namespace only.
    OtherNamespace,
    /// The preemptor uses no more than its minimum, so it takes back from others what is its own,
    /// and leaves its own namespace alone.
    OwnNamespace,
    /// Its quota is not over its minimum, or no longer once others are gone.
    WithinMin,
    /// It has no quota and the preemptor has one.
    NoQuota,
    /// It has a quota and the preemptor has none.
    Quota,
}

/// What becomes of a pod on a node that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was never to be evicted.
    Protected(Protection),
    /// It might have been, had the node been of use.
    Considered,
    /// It was put back: there is room for both, and the quotas hold.
    Spared,
    /// With it there is no room.
    NoRoom(Misfit),
    /// With it a quota says no.
    Quota(Rejection),
}

/// A pod on a node that was tried, by index, with what became of it and whether its eviction would
/// violate a disruption budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The pod.
    pub pod: u32,
    /// What became of it.
    pub fate: Fate,
    /// Whether its eviction violates a budget.
    pub violates: bool,
    /// What its namespace used just then; `None` where it has no quota.
    pub used: Option<Amounts>,
}

/// One node, with some of its pods taken out.
pub(super) struct Attempt<'a, 'l> {
    by: &'a Preemptor<'a>,
    ledger: &'l mut Ledger,
    node: &'a NodeInfo,
    /// What does not depend on the pods of the node; `None`: not asked yet.
    fits_statically: Option<Result<(), Misfit>>,
    /// What the pods that are in ask for, and what is reserved.
    requested: Amounts,
    /// How many pods are in or reserved for.
    pods: i64,
    /// Whether each pod of the node is out, by place on it.
    out: Vec<bool>,
    /// Who was considered, by place on the node, least important first.
    prey: Vec<u32>,
    /// Where wanted, what became of each pod.
    traces: Option<Vec<Trace>>,
}

/// Memory that is used for one node after another.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    out: Vec<bool>,
    prey: Vec<u32>,
}

impl<'a, 'l> Attempt<'a, 'l> {
    pub(super) fn new(
        by: &'a Preemptor<'a>,
        ledger: &'l mut Ledger,
        node: &'a NodeInfo,
        scratch: &mut Scratch,
    ) -> Self {
        let Scratch { mut out, mut prey } = std::mem::take(scratch);
        out.clear();
        prey.clear();
        let mut requested = node.requested.clone();
        let mut pods = node.pods.len() as i64;
        if !node.nominated.is_empty() {
            let reserved = Reserved::on(node, by.world, by.pod);
            requested.add(&reserved.requested);
            pods += reserved.pods;
        }
        Self {
            by,
            ledger,
            node,
            fits_statically: None,
            requested,
            pods,
            out,
            prey,
            traces: None,
        }
    }

    /// The same, and notes what becomes of each pod.
    pub(super) fn traced(mut self) -> Self {
        self.traces = Some(Vec::new());
        self
    }

    /// Tries, and leaves the ledger as it was. O(pods of the node x resources).
    pub(super) fn run(mut self, scratch: &mut Scratch) -> (NodeOutcome, Vec<Trace>) {
        let outcome = self.decide();
        self.restore();
        *scratch = Scratch {
            out: self.out,
            prey: self.prey,
        };
        (outcome, self.traces.unwrap_or_default())
    }

    fn decide(&mut self) -> NodeOutcome {
        let node = self.node;
        // Least important first.
        for (at, occupant) in node.pods.iter().enumerate().rev() {
            match self.protection(occupant) {
                None => {
                    if self.prey.is_empty() {
                        self.out.resize(node.pods.len(), false);
                    }
                    self.take_out(at, occupant);
                    self.prey.push(at as u32);
                }
                Some(protection) => self.trace(occupant, Fate::Protected(protection), false),
            }
        }
        if self.prey.is_empty() {
            return NodeOutcome::NoVictims;
        }
        if let Err(misfit) = self.fits() {
            self.trace_considered();
            return NodeOutcome::Misfit(misfit);
        }
        let request = &self.by.admission.request;
        if let Some(rejection) = self.rejection(request, request) {
            self.trace_considered();
            return NodeOutcome::QuotaExceeded(rejection);
        }
        self.reprieve()
    }

    /// Puts back whom it can, those first whose eviction would violate a budget, each most important
    /// first.
    fn reprieve(&mut self) -> NodeOutcome {
        let mut prey = std::mem::take(&mut self.prey);
        prey.reverse();
        let outcome = self.reprieve_in_order(&prey);
        self.prey = prey;
        outcome
    }

    fn reprieve_in_order(&mut self, prey: &[u32]) -> NodeOutcome {
        let mut candidate = Candidate::default();
        if self.by.budgets.is_empty() {
            for at in prey.iter().copied() {
                if let Err(outcome) = self.judge(at, false, &mut candidate) {
                    return outcome;
                }
            }
        } else {
            let pods: Vec<u32> = prey.iter().filter_map(|at| self.pod(*at)).collect();
            let violating = self
                .by
                .budgets
                .violating(self.by.world, &pods, self.by.names);
            for turn in [true, false] {
                for (at, _) in prey.iter().zip(&violating).filter(|(_, v)| **v == turn) {
                    if let Err(outcome) = self.judge(*at, turn, &mut candidate) {
                        return outcome;
                    }
                }
            }
            order::numbers(&mut candidate.victims, &mut |a, b| a.cmp(&b));
        }
        for victim in &mut candidate.victims {
            *victim = self.pod(*victim).unwrap_or_default();
        }
        NodeOutcome::Candidate(candidate)
    }

    /// Puts one back and, where that does not do, takes it out again for good.
    ///
    /// # Errors
    /// The node is of no use: upstream fails here, or a quota says no with the pod in and out.
    fn judge(
        &mut self,
        at: u32,
        violates: bool,
        candidate: &mut Candidate,
    ) -> Result<(), NodeOutcome> {
        let Some(occupant) = self.node.pods.get(at as usize) else {
            return Ok(());
        };
        self.put_back(at as usize, occupant);
        let fits = self.has_room();
        // Why there is none is only told to who asks.
        let misfit = (!fits && self.traces.is_some()).then(|| self.fits().err());
        if !fits {
            self.take_out(at as usize, occupant);
            candidate.victims.push(at);
            candidate.violations += usize::from(violates);
        }
        let Admission { own, all, .. } = self.by.admission;
        let rejection = self.rejection(own, all);
        let fate = match (misfit.flatten(), rejection) {
            (Some(misfit), _) => Fate::NoRoom(misfit),
            (None, Some(rejection)) => Fate::Quota(rejection),
            (None, None) => Fate::Spared,
        };
        if rejection.is_some() && !fits {
            self.trace(occupant, fate, violates);
            return Err(match self.by.profile {
                Profile::Upstream => NodeOutcome::Error(occupant.pod),
                Profile::Proposal => NodeOutcome::Contradiction(occupant.pod),
            });
        }
        if rejection.is_some() {
            self.take_out(at as usize, occupant);
            candidate.victims.push(at);
        } else if fits {
            candidate.spared.push(occupant.pod);
        }
        self.trace(occupant, fate, violates);
        Ok(())
    }

    fn pod(&self, at: u32) -> Option<u32> {
        self.node.pods.get(at as usize).map(|occupant| occupant.pod)
    }

    fn take_out(&mut self, at: usize, occupant: &Occupant) {
        self.requested.subtract(&occupant.fit);
        self.pods -= 1;
        self.ledger.refund(occupant.namespace, &occupant.charge);
        if let Some(out) = self.out.get_mut(at) {
            *out = true;
        }
    }

    fn put_back(&mut self, at: usize, occupant: &Occupant) {
        self.requested.add(&occupant.fit);
        self.pods += 1;
        self.ledger.charge(occupant.namespace, &occupant.charge);
        if let Some(out) = self.out.get_mut(at) {
            *out = false;
        }
    }

    /// Puts everybody back into the ledger.
    fn restore(&mut self) {
        for (occupant, _) in self
            .node
            .pods
            .iter()
            .zip(&self.out)
            .filter(|(_, out)| **out)
        {
            self.ledger.charge(occupant.namespace, &occupant.charge);
        }
    }

    /// Whether there is room, where nothing else speaks against the node.
    fn has_room(&self) -> bool {
        has_room(&self.by.pod.request, self.node, &self.requested, self.pods)
    }

    fn fits(&mut self) -> Result<(), Misfit> {
        let Preemptor { pod, names, .. } = *self.by;
        let fits = self
            .fits_statically
            .get_or_insert_with(|| fits_statically(pod, self.node, names));
        fits.clone()?;
        fits_resources(&pod.request, self.node, &self.requested, self.pods)
    }

    /// What keeps a pod from being evicted, as the ledger stands.
    fn protection(&self, occupant: &Occupant) -> Option<Protection> {
        protection(self.by, self.ledger, occupant)
    }

    fn rejection(&self, own: &Amounts, all: &Amounts) -> Option<Rejection> {
        let quota = self.by.admission.quota?;
        over_max(self.ledger, quota, own)
            .map(Rejection::OverMax)
            .or_else(|| over_aggregated_min(self.ledger, all).map(Rejection::OverAggregatedMin))
    }

    fn trace(&mut self, occupant: &Occupant, fate: Fate, violates: bool) {
        if let Some(traces) = &mut self.traces {
            let quota = self.ledger.quota(occupant.namespace);
            traces.push(Trace {
                pod: occupant.pod,
                fate,
                violates,
                used: quota.map(|quota| quota.used.clone()),
            });
        }
    }

    fn trace_considered(&mut self) {
        for at in std::mem::take(&mut self.prey) {
            if let Some(occupant) = self.node.pods.get(at as usize) {
                self.trace(occupant, Fate::Considered, false);
            }
        }
    }
}

/// What keeps a pod from being evicted, as the ledger stands; `None`: nothing does.
pub fn protection(by: &Preemptor<'_>, ledger: &Ledger, occupant: &Occupant) -> Option<Protection> {
    let lower = occupant.priority < by.pod.priority;
    match (by.admission.quota, ledger.of(occupant.namespace)) {
        (None, Some(_)) => Some(Protection::Quota),
        (Some(_), None) => Some(Protection::NoQuota),
        (None, None) => (!lower).then_some(Protection::Priority),
        (Some(own), Some(quota)) if by.admission.over_min => {
            if own != quota {
                return Some(Protection::OtherNamespace);
            }
            (!lower).then_some(Protection::Priority)
        }
        (Some(own), Some(quota)) if own == quota => Some(Protection::OwnNamespace),
        (Some(_), Some(quota)) => {
            let quota = ledger.quotas.get(quota as usize);
            let over = quota.is_some_and(|quota| quota.over_min().is_some());
            (!over).then_some(Protection::WithinMin)
        }
    }
}
