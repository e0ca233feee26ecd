//! Which faults of Kubernetes decide a cycle.

use schedscope_objects::{id::NodeId, names::Names, profile::Profile};
use schedscope_pods::{
    fit::{CycleState, Fault, Faults},
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::{
    cycle::{Cycle, run_with},
    disruption::Budgets,
    ledger::Ledger,
};

/// A fault that decides something in a cycle.
#[derive(Clone, Debug)]
pub struct FaultEffect {
    /// The fault.
    pub fault: Fault,
    /// The cycle without it.
    pub without: Cycle,
    /// The nodes that are judged otherwise without it, ascending.
    pub nodes: Vec<NodeId>,
}

/// The faults of a profile without which a cycle goes otherwise. The ledger is left as it was.
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
    let all = Faults::of(profile);
    let mut effects = Vec::new();
    if all == Faults::default() || snapshot.classes.is_none() || !cycle.gates.is_empty() {
        return effects;
    }
    let state = CycleState::new(snapshot, pod, names, all);
    for fault in Faults::ALL {
        if !could_matter(&state, fault, cycle) {
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

fn could_matter(state: &CycleState<'_>, fault: Fault, cycle: &Cycle) -> bool {
    let (pod, snapshot) = (state.on.pod, state.on.snapshot);
    let dry_runs = cycle
        .preemption
        .as_ref()
        .is_some_and(|attempt| !attempt.nodes.is_empty());
    match fault {
        Fault::NsSelector => {
            let classes = snapshot.classes.as_ref();
            let terms = classes.and_then(|classes| classes.terms.get(pod.class.terms?));
            terms.is_some_and(|class| {
                let terms = &class.terms;
                let mut required = terms.affinity.iter().chain(&terms.anti_affinity);
                required.any(schedscope_pods::matching::AffinityTerm::is_faulty)
            })
        }
        Fault::SpreadDryRun => {
            // Nominated pods are counted as in the dry run.
            let counts = dry_runs || !snapshot.nominated.is_empty();
            let leaving = || snapshot.pods.iter().any(|pod| pod.terminating);
            let (spreads, is_empty) = state.peers.spreads();
            spreads && counts && (is_empty || leaving())
        }
        Fault::PortSet => dry_runs && state.peers.wants_ports(),
    }
}

fn differs(one: &Cycle, two: &Cycle, node: NodeId) -> bool {
    let verdict = |cycle: &Cycle| {
        let filter = cycle.filters.get(node)?.as_ref()?;
        Some(
            filter
                .as_ref()
                .err()
                .map(|misfit| (misfit.filter(), misfit.code())),
        )
    };
    verdict(one) != verdict(two) || one.dry_run(node) != two.dry_run(node)
}
