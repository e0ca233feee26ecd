//! Steps of a queue whose outcome depends on a fault of Kubernetes, on the profile, or on the order of equals.

use schedscope_objects::{names::Names, profile::Profile};
use schedscope_pods::{
    fit::{CycleState, Fault, Faults, FitContext, Undergone},
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::has_exclusive_claim,
};

use super::{QueueRun, QueueSettings, QueueStepOutcome, SimulatedStep, follow};
use crate::{
    cycle::{CycleOutcome, run},
    disruption::Budgets,
    faults::{by_other_profile, deciding},
    ledger::Ledger,
    preemption::{Preemptor, cheapest},
    ties::find,
};

/// The steps of a queue whose outcome is sensitive, as numbers from 1, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HangingSteps {
    /// The last step that was examined.
    pub looked_until: usize,
    /// The steps that end differently without a fault of Kubernetes, or, in `Proposal`, with the faults.
    pub faults: Vec<usize>,
    /// The steps that end differently in the other profile.
    pub other_profile: Vec<usize>,
    /// The steps that could evict other pods, or on another node, in another order of equals.
    pub evictions: Vec<usize>,
}

/// The maximum number of repeated steps, and of nodes that they look at in total.
const STEPS: usize = 1000;
const NODES: usize = 10_000;

impl QueueRun {
    /// Finds the sensitive steps. Skips steps that bind a pod which no fault concerns; repeats the cycle of each other
    /// step, up to a limit.
    pub fn hanging(
        &self,
        (snapshot, ledger): (&ClusterSnapshot, &Ledger),
        budgets: &Budgets,
        names: &Names,
        settings: &QueueSettings,
    ) -> HangingSteps {
        let mut found = HangingSteps::default();
        let (mut snapshot, mut ledger) = (snapshot.clone(), ledger.clone());
        let nodes = snapshot.nodes.len().max(1);
        let mut left = STEPS.min(NODES.div_ceil(nodes));
        for (step, number) in self.steps.iter().zip(1..) {
            let pod = snapshot.pods.get(step.pod);
            let reads_otherwise = ledger.reads_otherwise();
            let could = |pod: &PodInfo| could_hang(step, (&snapshot, pod), names);
            if let Some(pod) = pod.filter(|pod| reads_otherwise || could(pod)) {
                if left == 0 {
                    break;
                }
                left -= 1;
                let (is_fault, is_other, is_order) =
                    hangs(step, &snapshot, &mut ledger, budgets, pod, names, settings);
                if is_fault {
                    found.faults.push(number);
                }
                if is_other {
                    found.other_profile.push(number);
                }
                if is_order {
                    found.evictions.push(number);
                }
            }
            found.looked_until = number;
            follow(&mut snapshot, step, number as u32, names);
            match &step.outcome {
                QueueStepOutcome::Bound(_) => {
                    if let Some(info) = snapshot.pods.get(step.pod) {
                        ledger.charge(info.pod.namespace, &info.request.charge);
                    }
                }
                QueueStepOutcome::Preempts(_, victims) => {
                    for info in victims.iter().filter_map(|pod| snapshot.pods.get(*pod)) {
                        ledger.refund(info.pod.namespace, &info.request.charge);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether a step can be sensitive at all: a step that binds a pod depends only on faults that concern the pod's
/// fields.
fn could_hang(
    step: &SimulatedStep,
    (snapshot, pod): (&ClusterSnapshot, &PodInfo),
    names: &Names,
) -> bool {
    let wants = &pod.pod;
    let on = FitContext {
        snapshot,
        pod,
        names,
        faults: Faults::default(),
    };
    !matches!(step.outcome, QueueStepOutcome::Bound(_))
        || pod.class.terms.is_some()
        || wants.resources.is_some()
        || wants
            .constraints
            .as_deref()
            .is_some_and(|constraints| !constraints.topology_spread.is_empty())
        || has_exclusive_claim(on)
}

/// Whether the outcome of a step depends on a fault, on the profile, and whether its evictions depend on the order of
/// equals. Restores the ledger.
fn hangs(
    step: &SimulatedStep,
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    settings: &QueueSettings,
) -> (bool, bool, bool) {
    let profile = settings.profile;
    let is_bound = matches!(step.outcome, QueueStepOutcome::Bound(_));
    if is_bound && !ledger.reads_otherwise() {
        let released = Faults::of(Profile::Upstream, snapshot.version);
        let state = CycleState::new(snapshot, pod, names, released);
        let beside = Undergone {
            dry_runs: false,
            scores: true,
        };
        let mut faults = Faults::in_release(snapshot.version);
        if !faults.any(|fault| fault.could_matter(state.on, &state.peers, beside)) {
            return (false, false, false);
        }
    }
    let cycle = run(snapshot, ledger, budgets, pod, names, profile);
    let of = (profile, &cycle);
    let by_profile = settings.picks_by_profile();
    let effects = deciding(snapshot, ledger, budgets, pod, names, of);
    let is_other =
        by_profile && by_other_profile(snapshot, ledger, budgets, pod, names, of).is_some();
    let is_fault = is_other && profile == Profile::Proposal
        || effects
            .iter()
            .any(|effect| by_profile || effect.fault != Fault::LeastPodLevel);
    if !matches!(cycle.outcome, CycleOutcome::Preempt(_)) {
        return (is_fault, is_other, false);
    }
    let state = CycleState::new(snapshot, pod, names, Faults::of(profile, snapshot.version));
    let preemptor = Preemptor {
        state: &state,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    let ties = find(&preemptor, ledger, &cycle);
    let of_chosen = ties.nodes.first().is_some_and(|(_, ties)| !ties.is_empty());
    let is_order = of_chosen || ties.other_choice.is_some() || cheapest(snapshot, &cycle).len() > 1;
    (is_fault, is_other, is_order)
}
