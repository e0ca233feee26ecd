//! The slow twin of `schedscope::quota`: one scheduling cycle, as the specification tells it. Snapshots
//! are cloned, and everything is counted anew at each question.

pub mod across;
pub mod events;
pub mod queue;
pub mod quotas;
pub mod status;
pub mod victims;

use quotas::{Rejection, governing, over_aggregated_min, over_max, over_min, over_min_with, used};
use victims::{Attempt, attempt};

use super::pods::{
    Amounts, ClusterSnapshot, Pod,
    filters::{
        Faults, Named, View, gates, named,
        volumes::{self, Refusal},
    },
    fit::Misfit,
    plus, selector,
};

/// The resources that are compared always.
pub const BASIC: [&str; 3] = ["cpu", "memory", "ephemeral-storage"];

/// What the quota says before any node is asked.
#[derive(Clone, Debug)]
pub struct Admission {
    pub has_quota: bool,
    pub request: Amounts,
    /// With the nominated pods of the same quota.
    pub own: Amounts,
    /// With all nominated pods that count.
    pub all: Amounts,
    /// The preemptor would take its namespace over min.
    pub over_min: bool,
    pub rejection: Option<Rejection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ineligible {
    Policy,
    Terminating,
    /// Node affinity contradicts itself, so nobody asked the quota.
    Conflict,
    /// The volumes refuse the pod, so nobody asked the quota.
    Volumes,
}

#[derive(Clone, Debug)]
pub struct Preemption {
    pub ineligible: Option<Ineligible>,
    /// Every node that was tried.
    pub attempts: Vec<(String, Attempt)>,
    /// The candidates that cost the least, by name.
    pub best: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Cycle {
    pub pod: Pod,
    pub admission: Admission,
    /// What holds the pod back: it is never tried then.
    pub gates: Vec<String>,
    /// What node affinity says of all nodes.
    pub named: Named,
    /// What the volumes of the pod say of all nodes.
    pub refusal: Option<Refusal>,
    /// The nodes that were asked, in the order of the text.
    pub filters: Vec<(String, Option<Misfit>)>,
    pub preemption: Option<Preemption>,
    pub outcome: &'static str,
    /// Where victims go.
    pub node: Option<String>,
}

impl Cycle {
    pub fn feasible(&self) -> impl Iterator<Item = &String> {
        let fitting = self.filters.iter().filter(|(_, misfit)| misfit.is_none());
        fitting.map(|(node, _)| node)
    }

    /// Why nodes do not fit, if that is why the pod waits.
    pub fn reasons(&self) -> Vec<String> {
        let misfits = self
            .filters
            .iter()
            .filter_map(|(_, misfit)| misfit.as_ref());
        let misfits = misfits.filter(|_| self.outcome == "Unschedulable");
        misfits.flat_map(|misfit| misfit.reasons.clone()).collect()
    }

    /// The only nodes that are asked; `None` where all are, or where nobody asks them.
    pub fn node_names(&self) -> Option<&Vec<String>> {
        match &self.named {
            Named::Only(names) if self.admission.rejection.is_none() && self.refusal.is_none() => {
                Some(names)
            }
            _ => None,
        }
    }

    /// Whether no eviction on a node helps: a filter says so, or node affinity does not name the node
    /// and so no filter was asked. A quota that says no says it of all nodes alike.
    pub fn unresolvable(&self, node: &str) -> bool {
        let mut filters = self.filters.iter().filter(|(name, _)| name == node);
        match filters.next() {
            Some((_, misfit)) => misfit.as_ref().is_some_and(|misfit| misfit.unresolvable),
            None if self.refusal.is_some() => true,
            None => self.admission.rejection.is_none() && !self.named.has(node),
        }
    }

    /// The attempt on a node.
    pub fn attempt(&self, node: &str) -> Option<&Attempt> {
        let mut attempts = self.preemption.iter().flat_map(|p| &p.attempts);
        let found = attempts.find(|(name, _)| name == node);
        found.map(|(_, attempt)| attempt)
    }
}

/// What the quota says. The pod must not be in the snapshot.
pub fn admit(snapshot: &ClusterSnapshot, pod: &Pod) -> Admission {
    let request = Amounts::clone(&pod.charge);
    let mut admission = Admission {
        has_quota: governing(snapshot, &pod.namespace).is_some(),
        own: request.clone(),
        all: request.clone(),
        request,
        over_min: false,
        rejection: None,
    };
    if !admission.has_quota {
        return admission;
    }
    for other in snapshot.nominated() {
        if other.uid == pod.uid || governing(snapshot, &other.namespace).is_none() {
            continue;
        }
        let charge = &other.charge;
        if other.namespace == pod.namespace {
            if other.priority >= pod.priority {
                admission.own = plus(&admission.own, charge);
                admission.all = plus(&admission.all, charge);
            }
        } else if !over_min(snapshot, &other.namespace) {
            admission.all = plus(&admission.all, charge);
        }
    }
    admission.over_min = over_min_with(snapshot, &pod.namespace, &admission.own);
    let rejection = over_max(snapshot, &pod.namespace, &admission.own);
    admission.rejection = rejection.or_else(|| over_aggregated_min(snapshot, &admission.all));
    admission
}

/// One scheduling cycle for a pod that is not in the snapshot.
pub fn cycle(snapshot: &ClusterSnapshot, pod: &Pod, proposal: bool) -> Cycle {
    cycle_with(
        snapshot,
        pod,
        proposal,
        Faults::of(proposal, snapshot.minor),
    )
}

/// The same with some faults of the filters and without the others.
pub fn cycle_with(snapshot: &ClusterSnapshot, pod: &Pod, proposal: bool, faults: Faults) -> Cycle {
    let mut cycle = Cycle {
        pod: pod.clone(),
        admission: admit(snapshot, pod),
        gates: gates(pod),
        named: named(&pod.value["spec"]),
        refusal: None,
        filters: Vec::new(),
        preemption: None,
        outcome: "Unschedulable",
        node: None,
    };
    if !cycle.gates.is_empty() {
        cycle.outcome = "Gated";
        return cycle;
    }
    let view = View::new(snapshot, pod, faults);
    let conflict = cycle.named == Named::Conflict;
    if !conflict {
        cycle.refusal = volumes::refusal(snapshot, pod);
    }
    let refused = cycle.refusal.is_some();
    if cycle.admission.rejection.is_none() && !conflict && !refused {
        let nominated = pod.nominated.as_ref().and_then(|name| snapshot.node(name));
        if let Some(node) = nominated.filter(|node| view.misfit(node, pod).is_none()) {
            cycle.filters.push((node.name.clone(), None));
        } else {
            for node in &snapshot.nodes {
                if cycle.named.has(&node.name) || pod.nominated.as_ref() == Some(&node.name) {
                    let misfit = view.misfit(node, pod);
                    cycle.filters.push((node.name.clone(), misfit));
                }
            }
        }
        let failed = |misfit: &Option<Misfit>| misfit.as_ref().is_some_and(volumes::is_failure);
        if cycle.filters.iter().any(|(_, misfit)| failed(misfit)) {
            cycle.outcome = "Error";
            return cycle;
        }
        let feasible = cycle.feasible().count();
        if feasible > 0 {
            // A single node is not scored.
            let fails = feasible > 1 && !selector::preferred_parses(&pod.value["spec"]);
            cycle.outcome = if fails { "Error" } else { "Schedulable" };
            return cycle;
        }
    }
    let ineligible = ineligible(snapshot, pod, &cycle);
    let mut preemption = Preemption {
        ineligible,
        attempts: Vec::new(),
        best: Vec::new(),
    };
    if ineligible.is_none() {
        for node in &snapshot.nodes {
            if !cycle.unresolvable(&node.name) {
                let attempt = attempt(&view, node, pod, &cycle.admission, proposal);
                preemption.attempts.push((node.name.clone(), attempt));
            }
        }
    }
    preemption.best = victims::cheapest(&preemption.attempts);
    let failed = |(_, attempt): &(_, Attempt)| attempt.code() == "Error";
    if let Some(node) = preemption.best.first() {
        cycle.outcome = "Preempt";
        cycle.node = Some(node.clone());
    } else if preemption.attempts.iter().any(failed) {
        cycle.outcome = "Error";
    }
    cycle.preemption = Some(preemption);
    cycle
}

/// Whether the pod may not preempt at all.
fn ineligible(snapshot: &ClusterSnapshot, pod: &Pod, cycle: &Cycle) -> Option<Ineligible> {
    if cycle.named == Named::Conflict {
        return Some(Ineligible::Conflict);
    }
    if pod.never {
        return Some(Ineligible::Policy);
    }
    if cycle.refusal.is_some() {
        return Some(Ineligible::Volumes);
    }
    let node = snapshot.node(pod.nominated.as_ref()?)?;
    if cycle.unresolvable(&node.name) {
        return None;
    }
    for other in snapshot.on(&node.name).filter(|other| other.terminating) {
        let other_has = governing(snapshot, &other.namespace).is_some();
        let holds = match (cycle.admission.has_quota, other_has) {
            (true, true) if other.namespace == pod.namespace => other.priority < pod.priority,
            (true, true) => {
                let theirs = over_min(snapshot, &other.namespace);
                theirs && !cycle.admission.over_min
            }
            (false, false) => other.priority < pod.priority,
            _ => false,
        };
        if holds {
            return Some(Ineligible::Terminating);
        }
    }
    None
}

/// What every namespace with a quota uses, counted anew.
pub fn ledger(snapshot: &ClusterSnapshot) -> Vec<(String, Amounts)> {
    let mut ledger: Vec<(String, Amounts)> = Vec::new();
    for quota in &snapshot.quotas {
        let namespace = &quota.namespace;
        if ledger.iter().all(|(known, _)| known != namespace) {
            let used = used(snapshot, namespace);
            ledger.push((namespace.clone(), used));
        }
    }
    ledger
}
