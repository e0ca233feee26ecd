//! Which faults of Kubernetes decide a cycle.

use schedscope_objects::{id::NodeId, names::Names, profile::Profile};
use schedscope_pods::{
    fit::{CycleState, Fault, Faults, Undergone, differ},
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::{
    cycle::{Cycle, CycleOutcome, run, run_with},
    disruption::Budgets,
    ledger::Ledger,
    preemption::NodeOutcome,
};

/// A fault that decides something in a cycle.
#[derive(Clone, Debug)]
pub struct FaultEffect {
    pub fault: Fault,
    pub without: Cycle,
    /// The nodes whose filter result or evictions are others without it, ascending.
    pub nodes: Vec<NodeId>,
}

/// The faults of a profile without which a cycle has another result. Restores the ledger.
///
/// Costs one more cycle for each fault that could matter, and nothing else.
pub fn deciding(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    (profile, cycle): (Profile, &Cycle),
) -> Vec<FaultEffect> {
    let all = Faults::of(profile, snapshot.version);
    let mut effects = Vec::new();
    if all == Faults::default() || !cycle.gates.is_empty() {
        return effects;
    }
    let state = CycleState::new(snapshot, pod, names, all);
    let attempt = cycle.preemption.as_ref();
    let beside = Undergone {
        dry_runs: attempt.is_some_and(|attempt| !attempt.nodes.is_empty()),
        scores: cycle.choice.is_some(),
    };
    for fault in Faults::in_release(snapshot.version) {
        if !fault.could_matter(state.on, &state.peers, beside) {
            continue;
        }
        let faults = all.without(fault);
        let without = run_with(snapshot, ledger, budgets, pod, names, (profile, faults));
        let nodes = snapshot.nodes.ids();
        let nodes: Vec<NodeId> = nodes
            .filter(|node| differs(cycle, &without, *node))
            .collect();
        if !nodes.is_empty() || cycle.outcome != without.outcome {
            effects.push(FaultEffect {
                fault,
                without,
                nodes,
            });
        }
    }
    effects
}

/// How a cycle ends with the other profile; `None` if it ends the same. Restores the ledger.
///
/// Costs one more cycle where a fault could matter, a quota contradicts an eviction, or the profiles read a quota
/// differently, and nothing else.
pub fn by_other_profile(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    (profile, cycle): (Profile, &Cycle),
) -> Option<Cycle> {
    if cycle.outcome == CycleOutcome::Gated {
        return None;
    }
    let nodes = cycle.preemption.iter().flat_map(|tried| &tried.nodes);
    let mut outcomes = nodes.map(|(_, outcome)| outcome);
    let beside = Undergone {
        dry_runs: cycle.preemption.is_some(),
        scores: cycle.choice.is_some(),
    };
    let could_matter = || {
        let released = Faults::of(Profile::Upstream, snapshot.version);
        let state = CycleState::new(snapshot, pod, names, released);
        let mut faults = Faults::in_release(snapshot.version);
        faults.any(|fault| fault.could_matter(state.on, &state.peers, beside))
    };
    let is_contradicted = outcomes.any(|outcome| {
        matches!(
            outcome,
            NodeOutcome::Contradiction(..) | NodeOutcome::Error(_)
        )
    });
    if !is_contradicted && !ledger.reads_otherwise() && !could_matter() {
        return None;
    }
    let other = profile.other();
    ledger.read_as(other);
    let theirs = run(snapshot, ledger, budgets, pod, names, other);
    ledger.read_as(profile);
    let victims = |cycle: &Cycle| match cycle.outcome {
        CycleOutcome::Preempt(node) => cycle.candidate(node).map(|found| found.victims.clone()),
        _ => None,
    };
    let differs = theirs.outcome != cycle.outcome || victims(&theirs) != victims(cycle);
    differs.then_some(theirs)
}

/// Whether the filters or a dry run of preemption have another result for a node. Ignores a node that only one of the
/// cycles reached, because another node decided that.
fn differs(one: &Cycle, two: &Cycle, node: NodeId) -> bool {
    let filter = |cycle: &Cycle| cycle.filters.get(node).cloned().flatten();
    let filters = filter(one).zip(filter(two));
    let dry_runs = one.dry_run(node).zip(two.dry_run(node));
    filters.is_some_and(|(one, two)| differ(&one, &two))
        || dry_runs.is_some_and(|(one, two)| evicts_otherwise(one, two))
}

fn evicts_otherwise(one: &NodeOutcome, two: &NodeOutcome) -> bool {
    use NodeOutcome::{Candidate, Error};
    match (one, two) {
        (Candidate(one), Candidate(two)) => {
            (&one.victims, one.violations) != (&two.victims, two.violations)
        }
        (Candidate(_) | Error(_), _) | (_, Candidate(_) | Error(_)) => one != two,
        _ => false,
    }
}
