//! One scheduling cycle: quota, nodes, preemption.

use schedscope_objects::{names::Names, profile::Profile};
use schedscope_pods::{
    amounts::ResourceId,
    fit::{FitCode, Misfit, filter, fits},
    node::NodeInfo,
    score::{Scorer, Weighted, allocated::LeastAllocated},
    world::{PodInfo, World},
};

use crate::{
    admission::{Admission, admit},
    disruption::Budgets,
    ledger::Ledger,
    preemption::{Candidate, Ineligible, NodeOutcome, Preemptor, choose},
};

/// What came of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is bound to this node, by index.
    Schedulable(u32),
    /// It waits on this node, by index, until the victims of this candidate are gone.
    Preempt(u32),
    /// It waits.
    Unschedulable,
    /// Upstream fails.
    Error,
}

/// A cycle with everything that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// What the quota said.
    pub admission: Admission,
    /// What the filters said of each node, by index; `None` where they were not asked, for the quota
    /// rejected the pod or the nominated node fits.
    pub filters: Vec<Option<Result<(), Misfit>>>,
    /// What was tried; `None` where the pod is schedulable.
    pub preemption: Option<Attempted>,
    /// What came of it.
    pub outcome: Outcome,
}

/// An attempt to evict others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempted {
    /// Why nothing was tried.
    pub ineligible: Option<Ineligible>,
    /// The nodes that were tried, by index, ascending, with what came of them.
    pub nodes: Vec<(u32, NodeOutcome)>,
}

impl Attempted {
    /// The nodes on which evictions make room.
    pub fn candidates(&self) -> Vec<(u32, &Candidate)> {
        let nodes = self.nodes.iter();
        let candidates = nodes.filter_map(|(node, outcome)| match outcome {
            NodeOutcome::Candidate(candidate) => Some((*node, candidate)),
            _ => None,
        });
        candidates.collect()
    }
}

impl Cycle {
    /// The nodes that the pod fits, by index.
    pub fn feasible(&self) -> Vec<u32> {
        let filters = self.filters.iter().enumerate();
        let fitting = filters.filter(|(_, filter)| matches!(filter, Some(Ok(()))));
        fitting.map(|(node, _)| node as u32).collect()
    }

    /// What came of evicting others on a node; `None`: that was not tried.
    pub fn attempt(&self, node: u32) -> Option<&NodeOutcome> {
        let nodes = &self.preemption.as_ref()?.nodes;
        let at = nodes.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        nodes.get(at).map(|(_, outcome)| outcome)
    }

    /// Whom the pod would evict on a node.
    pub fn candidate(&self, node: u32) -> Option<&Candidate> {
        match self.attempt(node)? {
            NodeOutcome::Candidate(candidate) => Some(candidate),
            _ => None,
        }
    }
}

/// Runs a cycle for a pod that is not bound. Nothing is changed.
///
/// O(nodes + pods), each times resources.
pub fn run(
    world: &World,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    names: &Names,
    profile: Profile,
) -> Cycle {
    let admission = admit(world, ledger, pod);
    let unasked = || vec![None; world.nodes.len()];
    let mut filters = unasked();
    if admission.rejection.is_none() {
        let nominated = pod
            .nominated
            .filter(|node| fits(world, pod, *node, names).is_ok());
        match nominated {
            Some(node) => {
                if let Some(slot) = filters.get_mut(node as usize) {
                    *slot = Some(Ok(()));
                }
            }
            None => filters = filter(world, pod, names).into_iter().map(Some).collect(),
        }
    }
    let mut cycle = Cycle {
        admission,
        filters,
        preemption: None,
        outcome: Outcome::Unschedulable,
    };
    let feasible = cycle.feasible();
    if let Some(node) = pick(world, pod, &feasible) {
        cycle.outcome = Outcome::Schedulable(node);
        return cycle;
    }
    let preemptor = Preemptor {
        world,
        names,
        pod,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    let misfit_of = |node: u32| match cycle.filters.get(node as usize) {
        Some(Some(Err(misfit))) => Some(misfit),
        _ => None,
    };
    let nominated = pod.nominated.and_then(misfit_of);
    let mut attempted = Attempted {
        ineligible: preemptor.ineligible(ledger, nominated),
        nodes: Vec::new(),
    };
    if attempted.ineligible.is_none() {
        let hopeful = |node: &u32| {
            let code = misfit_of(*node).map(Misfit::code);
            code != Some(FitCode::UnschedulableAndUnresolvable)
        };
        let mut nodes = (0..world.nodes.len() as u32).filter(hopeful);
        attempted.nodes = preemptor.try_nodes(ledger, &mut nodes);
    }
    let candidates = attempted.candidates();
    let failed = attempted
        .nodes
        .iter()
        .any(|(_, outcome)| matches!(outcome, NodeOutcome::Error(_)));
    cycle.outcome = match choose(world, &candidates).and_then(|at| candidates.get(at)) {
        Some((node, _)) => Outcome::Preempt(*node),
        None if failed => Outcome::Error,
        None => Outcome::Unschedulable,
    };
    cycle.preemption = Some(attempted);
    cycle
}

/// The node that Kubernetes' default scoring likes best, then the first by name.
fn pick(world: &World, pod: &PodInfo, feasible: &[u32]) -> Option<u32> {
    let weighted = |resource| Weighted {
        resource,
        weight: 1,
    };
    let scorer = LeastAllocated(vec![
        weighted(ResourceId::CPU),
        weighted(ResourceId::MEMORY),
    ]);
    let nodes: Vec<&NodeInfo> = feasible
        .iter()
        .filter_map(|node| world.nodes.get(*node as usize))
        .collect();
    let points = scorer.score(&pod.request, &nodes)?;
    let ranked = feasible.iter().zip(&nodes).zip(&points);
    let best = ranked.min_by_key(|((_, node), score)| (std::cmp::Reverse(**score), &node.name));
    best.map(|((node, _), _)| *node)
}
