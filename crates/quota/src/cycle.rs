//! A scheduling cycle: quota, nodes, preemption.

use schedscope_objects::{
    id::{IdVec, NodeId},
    names::Names,
    profile::Profile,
};
use schedscope_pods::{
    default_profile::{Choice, PluginWeights, ProfileScores, ScoreInput},
    fit::{FitCode, Misfit, fits},
    node::NodeInfo,
    snapshot::{ClusterSnapshot, NameRank, PodInfo},
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
    /// Upstream fails.
    Error,
}

/// A cycle with all its intermediate results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The verdict of the quota.
    pub admission: Admission,
    /// The filters' verdict on each node; `None` if they were not asked, because the quota rejected the pod or the
    /// nominated node fits.
    pub filters: IdVec<NodeId, Option<Result<(), Misfit>>>,
    /// What the scores say; `None` unless several nodes are feasible. A single one is taken without scoring.
    pub choice: Option<Choice>,
    /// The preemption; `None` if the pod is schedulable.
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
        let candidates = nodes.filter_map(|(node, outcome)| match outcome {
            NodeOutcome::Candidate(candidate) => Some((*node, candidate)),
            _ => None,
        });
        candidates.collect()
    }
}

impl Cycle {
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
        match self.dry_run(node)? {
            NodeOutcome::Candidate(candidate) => Some(candidate),
            _ => None,
        }
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
    let admission = admit(snapshot, ledger, pod);
    let mut filters = IdVec::from(vec![None; snapshot.nodes.len()]);
    if admission.rejection.is_none() {
        let nominated = pod
            .nominated
            .filter(|node| fits(snapshot, pod, *node, names).is_ok());
        if let Some(node) = nominated {
            if let Some(slot) = filters.get_mut(node) {
                *slot = Some(Ok(()));
            }
        } else {
            let nodes = snapshot.nodes.ids();
            let verdicts = nodes.map(|node| Some(fits(snapshot, pod, node, names)));
            filters = verdicts.collect();
        }
    }
    let mut cycle = Cycle {
        admission,
        filters,
        choice: None,
        preemption: None,
        outcome: CycleOutcome::Unschedulable,
    };
    let feasible = cycle.feasible();
    if let Some((node, choice)) = pick(snapshot, pod, names, profile, &feasible) {
        cycle.choice = choice;
        cycle.outcome = CycleOutcome::Schedulable(node);
        return cycle;
    }
    let preemptor = Preemptor {
        snapshot,
        names,
        pod,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    let misfit_of = |node: NodeId| match cycle.filters.get(node) {
        Some(Some(Err(misfit))) => Some(misfit),
        _ => None,
    };
    let nominated = pod.nominated.and_then(misfit_of);
    let mut attempted = PreemptionAttempt {
        ineligible: preemptor.ineligible(ledger, nominated),
        nodes: Vec::new(),
    };
    if attempted.ineligible.is_none() {
        let hopeful = |node: &NodeId| {
            let code = misfit_of(*node).map(Misfit::code);
            code != Some(FitCode::UnschedulableAndUnresolvable)
        };
        let mut nodes = snapshot.nodes.ids().filter(hopeful);
        attempted.nodes = preemptor.try_nodes(ledger, &mut nodes);
    }
    let candidates = attempted.candidates();
    let failed = attempted
        .nodes
        .iter()
        .any(|(_, outcome)| matches!(outcome, NodeOutcome::Error(_)));
    cycle.outcome = match choose(snapshot, &candidates).and_then(|at| candidates.get(at)) {
        Some((node, _)) => CycleOutcome::Preempt(*node),
        None if failed => CycleOutcome::Error,
        None => CycleOutcome::Unschedulable,
    };
    cycle.preemption = Some(attempted);
    cycle
}

/// How many nodes of a [`Cycle::choice`] are kept.
const KEPT: usize = 10;

/// The feasible node that the default profile scores best, of equal ones the first by name; and its scores, where there
/// is a choice. O(nodes), and O(pods) where pods have affinity terms or the pod spreads.
fn pick(
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
    names: &Names,
    profile: Profile,
    feasible: &[NodeId],
) -> Option<(NodeId, Option<Choice>)> {
    if feasible.len() < 2 {
        return Some((*feasible.first()?, None));
    }
    let nodes = feasible.iter().filter_map(|node| snapshot.nodes.get(*node));
    let nodes: Vec<&NodeInfo> = nodes.collect();
    let input = ScoreInput {
        snapshot,
        names,
        pod,
        nodes: &nodes,
        profile,
    };
    let scores = ProfileScores::new(&input, PluginWeights::default());
    let ranks = feasible.iter().map(|node| snapshot.name_rank(*node));
    let ranks: Vec<NameRank> = ranks.collect();
    let choice = scores.choice(&ranks, KEPT)?;
    let first = choice.best.ranks.first()?;
    let node = *snapshot.nodes_by_name().get(*first)?;
    Some((node, Some(choice)))
}
