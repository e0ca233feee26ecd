//! A dry run of preemption on one node.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Symbol,
    order,
    profile::Profile,
    words,
};
use schedscope_pods::{
    amounts::Amounts,
    fit::{Misfit, NodeTrial, fits_statically},
    node::{BoundPod, NodeInfo, Rank, eviction_order},
    volumes::VolumeMisfit,
};

use crate::{
    admission::{Admission, QuotaRejection, reject},
    ledger::{Ledger, Quota},
    preemption::{NodeCandidate, NodeOutcome, Preemptor},
};

words! {
/// Why a pod may not be evicted.
pub enum Protection {
    /// Its priority is not lower.
    Priority = "priority",
    /// The preemptor uses more than its minimum, so it may evict in its own namespace only.
    OtherNamespace = "other-namespace",
    /// The preemptor uses at most its minimum, so it reclaims its share from other namespaces and evicts no pod of its
    /// own.
    OwnNamespace = "own-namespace",
    /// Its quota is not over its minimum, or no longer is once others are gone.
    WithinMin = "within-min",
    /// It has no quota and the preemptor has one.
    NoQuota = "no-quota",
    /// It has a quota and the preemptor has none.
    Quota = "quota",
}
}

/// The verdict on a pod of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvictionVerdict {
    /// It may not be evicted.
    Protected(Protection),
    /// It may be evicted, but the node is of no use even so.
    Considered,
    /// It stays: there is room for both, and the quotas hold.
    Reprieved,
    /// It is a victim: if it is kept, the preemptor does not fit.
    NoRoom(Misfit),
    /// It is a victim: if it is kept, a quota rejects the preemptor.
    Quota(QuotaRejection),
}

/// A pod of a node with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodTrace {
    pub pod: PodId,
    pub verdict: EvictionVerdict,
    /// The disruption budgets that its eviction violates; empty: none.
    pub violated: Vec<Symbol>,
    /// The use of its namespace at that moment; `None` if it has no quota.
    pub used: Option<Amounts>,
}

/// One node with some of its pods taken out.
pub(super) struct NodeDryRun<'a, 'l> {
    by: &'a Preemptor<'a>,
    ledger: &'l mut Ledger,
    node: &'a NodeInfo,
    /// The verdict of the filters that do not depend on the pods of the node; `None`: not asked yet.
    fits_statically: Option<Result<(), Misfit>>,
    /// The node with the pods that are in, and the nominated ones.
    trial: NodeTrial<'a>,
    /// Whether each pod of the node is out, by place on it.
    out: Vec<bool>,
    /// The pods that may be evicted, by place on the node, least important first.
    considered: Vec<u32>,
    /// The places of the pods that are walked, least important first; empty: all, in upstream's order.
    order: &'a [u32],
    /// The verdict on each pod, if it is wanted.
    traces: Option<Vec<PodTrace>>,
}

/// Memory that is used for one node after another.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    out: Vec<bool>,
    considered: Vec<u32>,
}

impl<'a, 'l> NodeDryRun<'a, 'l> {
    pub(super) fn new(
        by: &'a Preemptor<'a>,
        ledger: &'l mut Ledger,
        (id, node): (NodeId, &'a NodeInfo),
        scratch: &mut Scratch,
    ) -> Self {
        let Scratch {
            mut out,
            mut considered,
        } = std::mem::take(scratch);
        out.clear();
        considered.clear();
        Self {
            by,
            ledger,
            node,
            fits_statically: None,
            trial: NodeTrial::new(by.state, id, node),
            out,
            considered,
            order: &[],
            traces: None,
        }
    }

    /// Records the verdict on each pod.
    pub(super) fn traced(mut self) -> Self {
        self.traces = Some(Vec::new());
        self
    }

    /// Walks these pods only, in this order: places on the node, least important first.
    pub(super) fn in_order(mut self, order: &'a [u32]) -> Self {
        self.order = order;
        self
    }

    /// Runs, and leaves the ledger as it was. O(pods of the node x resources).
    pub(super) fn run(mut self, scratch: &mut Scratch) -> (NodeOutcome, Vec<PodTrace>) {
        let outcome = self.decide();
        self.restore();
        *scratch = Scratch {
            out: self.out,
            considered: self.considered,
        };
        (outcome, self.traces.unwrap_or_default())
    }

    fn decide(&mut self) -> NodeOutcome {
        let node = self.node;
        if self.order.is_empty() {
            for at in eviction_order(&node.pods) {
                self.consider(at as usize);
            }
        } else {
            for at in self.order {
                self.consider(*at as usize);
            }
        }
        if self.considered.is_empty() {
            return NodeOutcome::NoVictims;
        }
        if let Err(misfit) = self.fits() {
            let failing = (misfit == Misfit::Volumes(VolumeMisfit::Foreign))
                .then(|| self.foreign())
                .flatten();
            self.trace_considered();
            return failing.map_or(NodeOutcome::Misfit(misfit), NodeOutcome::FilterError);
        }
        let request = &self.by.admission.request;
        if let Some(rejection) = self.rejection(request, request) {
            self.trace_considered();
            return NodeOutcome::QuotaExceeded(rejection);
        }
        self.reprieve()
    }

    /// The first pod that is left on the node, or nominated for it, with an ephemeral claim that it does not control.
    fn foreign(&self) -> Option<PodId> {
        let is_in = |at: &usize| self.out.get(*at) != Some(&true);
        let bound = self.node.pods.iter().enumerate();
        let bound = bound.filter(|(at, _)| is_in(at)).map(|(_, of)| of.pod);
        let mut pods = bound.chain(self.node.nominated.iter().copied());
        pods.find(|pod| {
            let info = self.by.snapshot().pods.get(*pod);
            info.is_some_and(|info| info.volumes.as_ref().is_some_and(|of| of.foreign.is_some()))
        })
    }

    /// What equals have in common, by place on the node.
    fn rank(&self, at: u32) -> Option<Rank> {
        self.node.pods.get(at as usize).map(BoundPod::rank)
    }

    /// Whether pods are equals, by place on the node.
    fn are_equal(&self, one: u32, other: u32) -> bool {
        let pod = |at: u32| self.node.pods.get(at as usize);
        let both = pod(one).zip(pod(other));
        both.is_none_or(|(one, other)| one.is_equal(other))
    }

    /// Takes a pod out, if it may be evicted.
    fn consider(&mut self, at: usize) {
        let node = self.node;
        let Some(bound_pod) = node.pods.get(at) else {
            return;
        };
        if let Some(protection) = self.protection(bound_pod) {
            self.trace(bound_pod, EvictionVerdict::Protected(protection), &[]);
            return;
        }
        if self.considered.is_empty() {
            self.out.resize(node.pods.len(), false);
        }
        self.take_out(at, bound_pod);
        self.considered.push(at as u32);
    }

    /// Puts back as many pods as possible: first those whose eviction would violate a budget, then the others,
    /// both most important first. Equals are put back in the order in which they were taken, and those without a start
    /// time in the reverse.
    fn reprieve(&mut self) -> NodeOutcome {
        let mut considered = std::mem::take(&mut self.considered);
        considered.reverse();
        self.reverse_equals(&mut considered, true);
        let outcome = self.reprieve_in_order(&considered);
        self.considered = considered;
        outcome
    }

    /// Reverses equals, either those that have a start time or those without one.
    fn reverse_equals(&self, places: &mut [u32], have_start: bool) {
        let has_start = |at: &u32| {
            let pod = self.node.pods.get(*at as usize);
            pod.map(|pod| pod.started.is_some())
        };
        for equals in places.chunk_by_mut(|a, b| self.are_equal(*a, *b)) {
            if let [first, _, ..] = equals
                && has_start(first) == Some(have_start)
            {
                equals.reverse();
            }
        }
    }

    fn reprieve_in_order(&mut self, considered: &[u32]) -> NodeOutcome {
        let mut candidate = NodeCandidate::default();
        candidate.reprieved.reserve_exact(considered.len());
        // By place on the node.
        let mut victims: Vec<u32> = Vec::new();
        if self.by.budgets.is_empty() {
            for at in considered.iter().copied() {
                if let Err(outcome) = self.judge(at, &[], &mut candidate, &mut victims) {
                    return outcome;
                }
            }
        } else {
            let pods: Vec<PodId> = considered.iter().filter_map(|at| self.pod(*at)).collect();
            let names = self.by.state.on.names;
            let violated = self.by.budgets.violated(self.by.snapshot(), &pods, names);
            for violates in [true, false] {
                for (at, violated) in considered
                    .iter()
                    .zip(&violated)
                    .filter(|(_, violated)| violated.is_empty() != violates)
                {
                    if let Err(outcome) = self.judge(*at, violated, &mut candidate, &mut victims) {
                        return outcome;
                    }
                }
            }
            // If both kinds were considered, Go sorts again: it keeps the order of equals, and reverses those without a
            // start time.
            let mut kinds = violated.iter().map(Vec::is_empty);
            let first = kinds.next();
            if kinds.any(|kind| Some(kind) != first) {
                order::sort(&mut victims, |a, b| self.rank(*a).cmp(&self.rank(*b)));
                self.reverse_equals(&mut victims, false);
            }
        }
        // Places and ids have the same size, so that this reuses the memory.
        let victims = victims.into_iter().filter_map(|at| self.pod(at));
        candidate.victims = victims.collect();
        NodeOutcome::Candidate(candidate)
    }

    /// Puts a pod back and, if it cannot be kept, removes it permanently.
    ///
    /// # Errors
    /// The node is of no use: upstream fails here, or a quota rejects the preemptor with the pod in and out.
    fn judge(
        &mut self,
        at: u32,
        violated: &[Symbol],
        candidate: &mut NodeCandidate,
        victims: &mut Vec<u32>,
    ) -> Result<(), NodeOutcome> {
        let Some(bound_pod) = self.node.pods.get(at as usize) else {
            return Ok(());
        };
        self.trial.put_back(self.by.state, bound_pod);
        let fits = self.has_room();
        // The reason is needed only for a trace.
        let misfit = (!fits && self.traces.is_some()).then(|| self.fits().err());
        if fits {
            self.charge(at as usize, bound_pod);
        } else {
            self.trial.take_out(self.by.state, bound_pod);
            victims.push(at);
            candidate.violations += usize::from(!violated.is_empty());
        }
        let Admission { own, all, .. } = self.by.admission;
        let rejection = self.rejection(own, all);
        let verdict = self
            .traces
            .is_some()
            .then(|| match (misfit.flatten(), &rejection) {
                (Some(misfit), _) => EvictionVerdict::NoRoom(misfit),
                (None, Some(rejection)) => EvictionVerdict::Quota(rejection.clone()),
                (None, None) => EvictionVerdict::Reprieved,
            });
        let outcome = match rejection {
            Some(rejection) if !fits => Err(match self.by.profile {
                Profile::Upstream => NodeOutcome::Error(bound_pod.pod),
                Profile::Proposal => NodeOutcome::Contradiction(bound_pod.pod, rejection),
            }),
            Some(_) => {
                self.take_out(at as usize, bound_pod);
                victims.push(at);
                Ok(())
            }
            None => {
                if fits {
                    candidate.reprieved.push(bound_pod.pod);
                }
                Ok(())
            }
        };
        if let Some(verdict) = verdict {
            self.trace(bound_pod, verdict, violated);
        }
        outcome
    }

    fn pod(&self, at: u32) -> Option<PodId> {
        self.node
            .pods
            .get(at as usize)
            .map(|bound_pod| bound_pod.pod)
    }

    fn take_out(&mut self, at: usize, bound_pod: &BoundPod) {
        self.trial.take_out(self.by.state, bound_pod);
        self.ledger.refund(bound_pod.namespace, &bound_pod.charge);
        if let Some(out) = self.out.get_mut(at) {
            *out = true;
        }
    }

    /// Charges a pod that has been put back.
    fn charge(&mut self, at: usize, bound_pod: &BoundPod) {
        self.ledger.charge(bound_pod.namespace, &bound_pod.charge);
        if let Some(out) = self.out.get_mut(at) {
            *out = false;
        }
    }

    /// Puts all pods back into the ledger.
    fn restore(&mut self) {
        for (bound_pod, _) in self
            .node
            .pods
            .iter()
            .zip(&self.out)
            .filter(|(_, out)| **out)
        {
            self.ledger.charge(bound_pod.namespace, &bound_pod.charge);
        }
    }

    /// Whether there is room on a node that all other filters accept.
    fn has_room(&self) -> bool {
        self.trial.has_room(self.by.state)
    }

    fn fits(&mut self) -> Result<(), Misfit> {
        let state = self.by.state;
        let fits = self
            .fits_statically
            .get_or_insert_with(|| fits_statically(state.on.pod, self.node, state.on.names));
        fits.clone()?;
        self.trial.fits(state)
    }

    /// Why a pod may not be evicted with the current ledger.
    fn protection(&self, bound_pod: &BoundPod) -> Option<Protection> {
        protection(self.by, self.ledger, bound_pod)
    }

    fn rejection(&self, own: &Amounts, all: &Amounts) -> Option<QuotaRejection> {
        let quota = self.by.admission.quota?;
        reject(self.ledger, quota, own, all)
    }

    fn trace(&mut self, bound_pod: &BoundPod, verdict: EvictionVerdict, violated: &[Symbol]) {
        if let Some(traces) = &mut self.traces {
            let quota = self.ledger.quota(bound_pod.namespace);
            traces.push(PodTrace {
                pod: bound_pod.pod,
                verdict,
                violated: violated.into(),
                used: quota.map(|quota| Amounts::clone(&quota.used)),
            });
        }
    }

    fn trace_considered(&mut self) {
        for at in std::mem::take(&mut self.considered) {
            if let Some(bound_pod) = self.node.pods.get(at as usize) {
                self.trace(bound_pod, EvictionVerdict::Considered, &[]);
            }
        }
    }
}

/// Why a pod may not be evicted with the current ledger; `None` if it may.
pub fn protection(by: &Preemptor<'_>, ledger: &Ledger, bound_pod: &BoundPod) -> Option<Protection> {
    let lower = bound_pod.priority < by.pod().priority;
    match (by.admission.quota, ledger.of(bound_pod.namespace)) {
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
            let quota = ledger.quotas.get(quota);
            let over = quota.is_some_and(Quota::is_over_min);
            (!over).then_some(Protection::WithinMin)
        }
    }
}
