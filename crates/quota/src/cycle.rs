//! A scheduling cycle: quota, nodes, preemption.

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::{Names, Symbol},
    pod::Preemption,
    profile::Profile,
};
use schedscope_pods::{
    default_profile::{Choice, Preempting, ProfileScores, ScoreInput, pre_score_error},
    fit::{CycleState, Faults, FitCode, Misfit, NamedNodes, gates},
    node::NodeInfo,
    snapshot::{ClusterSnapshot, NameRank, PodInfo},
    volumes::{VolumeRefusal, filter_error},
};

use crate::{
    admission::{Admission, admit},
    disruption::Budgets,
    ledger::Ledger,
    preemption::{Ineligible, NodeCandidate, NodeOutcome, Preemptor, choose},
};

/// The result of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CycleOutcome {
    /// The pod is bound to this node: of those that score best, the first by name.
    Schedulable(NodeId),
    /// The pod is nominated for this node, until the victims there are gone.
    Preempt(NodeId),
    /// It waits.
    Unschedulable,
    /// Scheduling gates hold it back, and it is not tried.
    Gated,
    /// Upstream fails.
    Error,
}

/// A cycle with all its intermediate results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The verdict of the quota.
    pub admission: Admission,
    /// The scheduling gates that hold the pod back, in order; then nothing else was asked.
    pub gates: Box<[Symbol]>,
    /// The nodes that the pod's affinity names. Nodes beyond them are not filtered, and preemption does not help there.
    pub named: NamedNodes,
    /// Why the pod's volumes keep it from every node; then no node was filtered, and the quota was not asked.
    pub refusal: Option<VolumeRefusal>,
    /// The filters' verdict on each node; `None` if they were not asked, because the quota rejected the pod, its
    /// affinity does not name the node, or the nominated node fits.
    pub filters: IdVec<NodeId, Option<Result<(), Misfit>>>,
    /// What the scores say; `None` unless several nodes are feasible. A single one is taken without scoring.
    pub choice: Option<Choice>,
    /// The totals by which the feasible nodes were chosen from, in their order; empty without a `choice`.
    pub totals: Vec<i64>,
    /// The error with which the cycle ends before feasible nodes are scored; `None`: it does not.
    pub error: Option<String>,
    /// The preemption; `None` if a node is feasible.
    pub preemption: Option<PreemptionAttempt>,
    /// The result.
    pub outcome: CycleOutcome,
}

/// The preemption of a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreemptionAttempt {
    /// Why no node was tried.
    pub ineligible: Option<Ineligible>,
    /// The nodes that were tried, ascending, with their results.
    pub nodes: Vec<(NodeId, NodeOutcome)>,
}

impl PreemptionAttempt {
    /// The nodes on which evictions make room.
    pub fn candidates(&self) -> Vec<(NodeId, &NodeCandidate)> {
        let nodes = self.nodes.iter();
        let candidates = nodes.filter_map(|(node, outcome)| Some((*node, outcome.candidate()?)));
        candidates.collect()
    }

    /// The pod with an ephemeral claim that it does not control, because of which upstream fails on a node; `None`: it
    /// does not fail, or by an error of its own.
    pub fn foreign(&self) -> Option<PodId> {
        let mut failed = self.nodes.iter().filter_map(|(_, outcome)| match outcome {
            NodeOutcome::FilterError(pod) => Some(Some(*pod)),
            NodeOutcome::Error(_) => Some(None),
            _ => None,
        });
        failed.next().flatten()
    }
}

impl Cycle {
    /// The nodes that the pod can get by this cycle, ascending: that it fits, else where evictions make room.
    pub fn passing(&self) -> Vec<NodeId> {
        match self.outcome {
            CycleOutcome::Schedulable(_) => self.feasible(),
            CycleOutcome::Preempt(_) => {
                let candidates = self.preemption.iter().flat_map(|of| of.candidates());
                candidates.map(|(node, _)| node).collect()
            }
            CycleOutcome::Unschedulable | CycleOutcome::Gated | CycleOutcome::Error => Vec::new(),
        }
    }

    /// The nodes that the pod fits, ascending.
    pub fn feasible(&self) -> Vec<NodeId> {
        let filters = self.filters.entries();
        let fitting = filters.filter(|(_, filter)| matches!(filter, Some(Ok(()))));
        fitting.map(|(node, _)| node).collect()
    }

    /// The result of the dry run on a node; `None` if it was not tried.
    pub fn dry_run(&self, node: NodeId) -> Option<&NodeOutcome> {
        let nodes = &self.preemption.as_ref()?.nodes;
        let at = nodes.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        nodes.get(at).map(|(_, outcome)| outcome)
    }

    /// The pods that the pod would evict on a node.
    pub fn candidate(&self, node: NodeId) -> Option<&NodeCandidate> {
        self.dry_run(node)?.candidate()
    }
}

/// Runs a cycle for a pod that is not bound. Nothing is changed.
///
/// O(nodes + pods), each times resources.
pub fn run(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    profile: Profile,
) -> Cycle {
    let faults = Faults::of(profile, snapshot.version);
    run_with(snapshot, ledger, budgets, pod, names, (profile, faults))
}

/// The same with some of the faults of the profile.
pub fn run_with(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    (profile, faults): (Profile, Faults),
) -> Cycle {
    let mut cycle = Cycle {
        admission: Admission {
            request: pod.request.charge.clone(),
            ..Admission::default()
        },
        gates: gates(&pod.pod).into(),
        named: NamedNodes::Any,
        refusal: None,
        filters: IdVec::from(vec![None; snapshot.nodes.len()]),
        choice: None,
        totals: Vec::new(),
        error: None,
        preemption: None,
        outcome: CycleOutcome::Unschedulable,
    };
    if !cycle.gates.is_empty() {
        cycle.outcome = CycleOutcome::Gated;
        return cycle;
    }
    let state = CycleState::new(snapshot, pod, names, faults);
    cycle.named.clone_from(&state.named);
    if cycle.named == NamedNodes::Conflict {
        // The quota is not asked any more.
        cycle.preemption = Some(PreemptionAttempt {
            ineligible: Some(Ineligible::NodeAffinityConflict),
            nodes: Vec::new(),
        });
        return cycle;
    }
    cycle.refusal = state.volumes.as_ref().and_then(|volumes| volumes.refusal);
    if cycle.refusal.is_some() {
        // Neither.
        cycle.preemption = Some(PreemptionAttempt {
            ineligible: Some(match (pod.preempting, pod.preemption) {
                (Preempting::Nothing, _) => Ineligible::Profile,
                (_, Preemption::Never) => Ineligible::Policy,
                _ => Ineligible::VolumeRefusal,
            }),
            nodes: Vec::new(),
        });
        return cycle;
    }
    cycle.admission = admit(snapshot, ledger, pod);
    if cycle.admission.rejection.is_none() {
        cycle.filters = filter_nodes(&state);
        cycle.error = error_of_filters(&cycle.filters, &state);
        if cycle.error.is_some() {
            cycle.outcome = CycleOutcome::Error;
            return cycle;
        }
    }
    let feasible = cycle.feasible();
    if feasible.len() > 1 {
        cycle.error = pre_score_error(state.on);
        if cycle.error.is_some() {
            cycle.outcome = CycleOutcome::Error;
            return cycle;
        }
    }
    if let Some((node, scored)) = pick(&state, &feasible) {
        if let Some((choice, totals)) = scored {
            cycle.choice = Some(choice);
            cycle.totals = totals;
        }
        cycle.outcome = CycleOutcome::Schedulable(node);
        return cycle;
    }
    preempt(&mut cycle, &state, ledger, budgets, profile);
    cycle
}

/// The filters' verdict on each node; on the nominated node only, if it fits. That node is filtered first, whether or
/// not the affinity names it, and keeps its verdict.
fn filter_nodes(state: &CycleState<'_>) -> IdVec<NodeId, Option<Result<(), Misfit>>> {
    let nodes = &state.on.snapshot.nodes;
    let nominated = state.on.pod.nominated;
    if let Some(node) = nominated.filter(|node| state.fits(*node).is_ok()) {
        let mut filters = IdVec::from(vec![None; nodes.len()]);
        if let Some(slot) = filters.get_mut(node) {
            *slot = Some(Ok(()));
        }
        return filters;
    }
    let is_filtered = |node: NodeId| state.named.has(node) || nominated == Some(node);
    let verdicts = nodes
        .ids()
        .map(|node| is_filtered(node).then(|| state.fits(node)));
    verdicts.collect()
}

/// The error with which a filter fails on a node.
fn error_of_filters(
    filters: &IdVec<NodeId, Option<Result<(), Misfit>>>,
    state: &CycleState<'_>,
) -> Option<String> {
    let misfits = filters.entries();
    let misfits = misfits.filter_map(|(node, of)| Some((node, of.as_ref()?.as_ref().err()?)));
    filter_error(misfits, state.on.snapshot, state.on.names)
}

/// Tries preemption.
fn preempt(
    cycle: &mut Cycle,
    state: &CycleState<'_>,
    ledger: &mut Ledger,
    budgets: &Budgets,
    profile: Profile,
) {
    let snapshot = state.on.snapshot;
    let preemptor = Preemptor {
        state,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    // After a rejection by the quota all nodes are tried, else those with a filter result that evictions may change.
    let is_hopeful = |node: &NodeId| {
        cycle.admission.rejection.is_some()
            || matches!(
                cycle.filters.get(*node),
                Some(Some(Err(misfit))) if misfit.code() == FitCode::Unschedulable
            )
    };
    let hopeless = state.on.pod.nominated.filter(|node| !is_hopeful(node));
    let mut attempted = PreemptionAttempt {
        ineligible: preemptor.ineligible(ledger, hopeless.is_some()),
        nodes: Vec::new(),
    };
    if attempted.ineligible.is_none() {
        let mut nodes = snapshot.nodes.ids().filter(is_hopeful);
        attempted.nodes = preemptor.try_nodes(ledger, &mut nodes);
    }
    let candidates = attempted.candidates();
    let failed = attempted
        .nodes
        .iter()
        .any(|(_, outcome)| matches!(outcome, NodeOutcome::Error(_) | NodeOutcome::FilterError(_)));
    cycle.outcome = match choose(snapshot, &candidates).and_then(|at| candidates.get(at)) {
        Some((node, _)) => CycleOutcome::Preempt(*node),
        None if failed => CycleOutcome::Error,
        None => CycleOutcome::Unschedulable,
    };
    cycle.preemption = Some(attempted);
}

/// The choice among several feasible nodes, and their totals.
type Scored = (Choice, Vec<i64>);

/// How many nodes of a [`Cycle::choice`] are kept.
const KEPT: usize = 10;

/// The feasible node that the default profile scores best, of equal ones the first by name; and its scores, where there
/// is a choice. O(nodes + classes of pods), and O(pods) for a pod that spreads by what its Services select.
fn pick(state: &CycleState<'_>, feasible: &[NodeId]) -> Option<(NodeId, Option<Scored>)> {
    if feasible.len() < 2 {
        return Some((*feasible.first()?, None));
    }
    let snapshot = state.on.snapshot;
    let nodes = feasible.iter().filter_map(|node| snapshot.nodes.get(*node));
    let nodes: Vec<&NodeInfo> = nodes.collect();
    let scores = ProfileScores::new(&ScoreInput::new(state.on, &nodes));
    let ranks = feasible.iter().map(|node| snapshot.name_rank(*node));
    let ranks: Vec<NameRank> = ranks.collect();
    let choice = scores.choice(&ranks, KEPT)?;
    let first = choice.best.ranks.first()?;
    let node = *snapshot.nodes_by_name().get(*first)?;
    Some((node, Some((choice, scores.totals))))
}
