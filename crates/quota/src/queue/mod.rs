//! Pods scheduled one after another.
//!
//! The queue is ordered by priority, then creation time, then name. A pod that fits is bound immediately. A pod that
//! evicts others is nominated for its node and queued again. Its victims are also queued again, as if their controllers
//! had recreated them: after the pods of their priority that wait already. A pod that neither fits nor may evict others
//! waits. After evictions, a waiting pod that comes before the next one in this order, and gets a node now, has its
//! turn first. When the queue is empty, the waiting pods are tried again that an event since could help: all if pods
//! were evicted, and those whose affinity or spread constraint selects a pod that was bound.
//! Pods with scheduling gates are not in the queue, and neither are pods that are being deleted and new pods that a
//! `ResourceQuota` refuses: before the first step the API server admits the new pods in the order of the queue. An
//! evicted pod releases what it used of quotas, and the API server admits the one that its controller creates, too. It
//! refuses a pod once and for all.
//!
//! Equivalent pods share a column of node scores, which is updated by the bindings since its last use. A pod costs
//! O(nodes) for one pass through that column, and the cost of preemption.

mod admission;
mod hangs;
mod open_volumes;
mod queued_pod;
mod repeats;
mod set_order;
pub use set_order::unready_before;
mod simulation;
mod waiting;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::Names,
    profile::Profile,
};
use schedscope_pods::{
    fit::MisfitReason,
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::OpenVolume,
};

pub use self::{
    admission::{RefusedPods, new_in_turn, refusals_in_turn, refused_pods},
    hangs::HangingSteps,
    open_volumes::{OpenVolumes, StepVolumes},
    repeats::Repetition,
    simulation::QueueSimulation,
};
use crate::{
    admission::QuotaRejection,
    disruption::Budgets,
    ledger::Ledger,
    node_scores::NodePick,
    preemption::Ineligible,
    resource_quota::{CountedQuota, ResourceQuotaRefusal},
};

/// How the queue is scheduled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// Which scheduler's behaviour to reproduce.
    pub profile: Profile,
    /// The scorers that pick among the feasible nodes, with their weights; of equal nodes the first by name. Of
    /// several, the normalised scores times their weights are summed. `DefaultProfile` stands for all plugins of the
    /// pod's profile with their weights, the name of one of them for it alone. Empty: `DefaultProfile`.
    pub scorers: Vec<(&'static str, i64)>,
    /// The limit of steps. Queues that repeat themselves end before it.
    pub max_steps: usize,
}

impl QueueSettings {
    /// Whether the pod's profile picks the nodes, so that its scores and their faults count.
    pub fn picks_by_profile(&self) -> bool {
        matches!(self.scorers[..], [] | [("DefaultProfile", _)])
    }
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueStepOutcome {
    /// The pod is bound to this node.
    Bound(NodeId),
    /// The pod is nominated for this node, and these pods are evicted.
    Preempts(NodeId, Box<[PodId]>),
    /// The pod waits: its quota rejects it.
    Rejected(QuotaRejection),
    /// The pod waits: no node fits. How many nodes have each reason, in the order of the text.
    NoNode(Box<[(MisfitReason, usize)]>),
    /// The pod waits: upstream fails while it looks for pods to evict; because of this pod, which has an ephemeral
    /// claim that it does not control. `None`: by an error of its own.
    Error(Option<PodId>),
    /// The pod waits: upstream fails with this error before it scores the nodes that the pod fits.
    PreScoreError(Box<str>),
}

/// One pod's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulatedStep {
    pub pod: PodId,
    /// The result.
    pub outcome: QueueStepOutcome,
    /// The nodes that the pod might as well be bound to, with the one that it is bound to: kube-scheduler takes any of
    /// them. `None`: there is one best node.
    pub tie: Option<Box<NodePick>>,
    /// Whether scores chose between several nodes.
    pub had_choice: bool,
    /// Why the pod, which waits, may not evict others at all.
    pub ineligible: Option<Ineligible>,
    /// If the node depends on volumes: these volumes.
    pub open: Box<[OpenVolume]>,
    /// If the node depends on volumes: the nodes that pass everything else, of a pod that evicts others those where
    /// evictions make room.
    pub passing: Box<[NodeId]>,
    /// What is open about the volumes of the pod, if anything is.
    pub volumes: Option<Box<StepVolumes>>,
    /// The pods that lose their nomination without being bound.
    pub released: Box<[PodId]>,
}

#[derive(Clone, Debug)]
pub struct QueueRun {
    /// The steps, in order.
    pub steps: Vec<SimulatedStep>,
    /// Whether the limit of steps ended it.
    pub stopped: bool,
    /// The steps that would come again and again, which ended it.
    pub repeats: Option<Repetition>,
    /// The pods that wait at the end, in the order of the queue; then those that a `StatefulSet` has still to create,
    /// or to create again, once an earlier pod is on a node.
    pub waiting: Vec<PodId>,
    /// The pods that scheduling gates hold back, in the order of the text: they are never tried.
    pub gated: Vec<PodId>,
    /// The other pods that are being deleted, in the order of the text: the scheduler skips them.
    pub deleting: Vec<PodId>,
    /// The new pods that the API server refuses, in the order of the queue, then the evicted ones that it refuses to
    /// create again: no scheduler sees them.
    pub refused: Vec<(PodId, Vec<ResourceQuotaRefusal>)>,
}

/// The pods of a run, each once: a pod can be bound, evicted and bound again.
#[derive(Clone, Debug, Default)]
pub struct QueueTally {
    /// Those that the queue bound and nothing evicted after that.
    pub bound: FxHashSet<PodId>,
    /// Those that were evicted.
    pub evicted: FxHashSet<PodId>,
    /// Those that wait at the end without having been tried at all, in the order of the queue: it was ended before, or
    /// they are not created.
    pub untried: Vec<PodId>,
}

impl QueueRun {
    /// What became of the pods. O(steps + pods that wait).
    pub fn tally(&self) -> QueueTally {
        let mut tally = QueueTally::default();
        for step in &self.steps {
            match &step.outcome {
                QueueStepOutcome::Bound(_) => {
                    tally.bound.insert(step.pod);
                }
                QueueStepOutcome::Preempts(_, victims) => {
                    for victim in victims {
                        tally.bound.remove(victim);
                        tally.evicted.insert(*victim);
                    }
                }
                _ => {}
            }
        }
        let tried: FxHashSet<PodId> = self.steps.iter().map(|step| step.pod).collect();
        let untried = self.waiting.iter().filter(|pod| !tried.contains(pod));
        tally.untried = untried.copied().collect();
        tally
    }
}

/// The pods and quotas after some steps.
#[derive(Clone, Debug)]
pub struct QueueState {
    /// The node of each live pod.
    pub node_of: IdVec<PodId, Option<NodeId>>,
    /// The node that each pod is nominated for.
    pub nominated: IdVec<PodId, Option<NodeId>>,
    /// The quotas with their use.
    pub ledger: Ledger,
}

/// Schedules all pending pods that `resource_quotas` admit.
///
/// O(steps x (nodes + log pods)) without preemption, where few kinds of pods are queued.
pub fn run_queue(
    snapshot: &ClusterSnapshot,
    ledger: &Ledger,
    budgets: &Budgets,
    names: &Names,
    settings: &QueueSettings,
    resource_quotas: Vec<CountedQuota>,
) -> QueueRun {
    let mut simulation = QueueSimulation::new(snapshot, ledger, names, settings, resource_quotas);
    simulation.advance(budgets, names, usize::MAX);
    simulation.finish()
}

impl QueueRun {
    /// The state after `steps` steps, or after the last one. O(steps + pods).
    pub fn after(&self, steps: usize, snapshot: &ClusterSnapshot, ledger: &Ledger) -> QueueState {
        let node_of = |pod: &PodInfo| pod.node().filter(|_| pod.is_live());
        let mut state = QueueState {
            node_of: snapshot.pods.iter().map(node_of).collect(),
            nominated: snapshot.pods.iter().map(|pod| pod.nominated).collect(),
            ledger: ledger.clone(),
        };
        for step in self.steps.iter().take(steps) {
            for pod in &step.released {
                state.nominate(*pod, None);
            }
            match &step.outcome {
                QueueStepOutcome::Bound(node) => {
                    state.put(step.pod, Some(*node), snapshot);
                    state.nominate(step.pod, None);
                }
                QueueStepOutcome::Preempts(node, victims) => {
                    for victim in victims {
                        state.put(*victim, None, snapshot);
                    }
                    state.nominate(step.pod, Some(*node));
                }
                _ => {}
            }
        }
        state
    }

    /// The cluster after `steps` steps, or after the last one. O(pods + nodes + steps x pods of a node).
    pub fn replay(
        &self,
        steps: usize,
        snapshot: &ClusterSnapshot,
        names: &Names,
    ) -> ClusterSnapshot {
        let mut snapshot = snapshot.clone();
        // As before the first step.
        let refused: FxHashSet<PodId> = self.refused.iter().map(|(pod, _)| *pod).collect();
        let pending = |(id, info): (PodId, &PodInfo)| {
            (info.is_pending() && !info.pod.refused && !refused.contains(&id)).then_some(id)
        };
        for pod in snapshot
            .pods
            .entries()
            .filter_map(pending)
            .collect::<Vec<_>>()
        {
            snapshot.make_ephemeral_claims(pod);
        }
        for (step, sequence) in self.steps.iter().take(steps).zip(1..) {
            follow(&mut snapshot, step, sequence, names);
        }
        snapshot
    }
}

/// Does to a cluster what a step did.
fn follow(snapshot: &mut ClusterSnapshot, step: &SimulatedStep, sequence: u32, names: &Names) {
    for pod in &step.released {
        snapshot.nominate(*pod, None);
    }
    match &step.outcome {
        QueueStepOutcome::Bound(node) => snapshot.bind(step.pod, *node, sequence, names),
        QueueStepOutcome::Preempts(node, victims) => {
            for victim in victims {
                snapshot.evict(*victim, sequence);
            }
            snapshot.nominate(step.pod, Some(*node));
        }
        _ => {}
    }
}

impl QueueState {
    fn put(&mut self, pod: PodId, node: Option<NodeId>, snapshot: &ClusterSnapshot) {
        if let (Some(slot), Some(info)) = (self.node_of.get_mut(pod), snapshot.pods.get(pod)) {
            match node {
                Some(_) => self.ledger.charge(info.pod.namespace, &info.request.charge),
                None => self.ledger.refund(info.pod.namespace, &info.request.charge),
            }
            *slot = node;
        }
    }

    fn nominate(&mut self, pod: PodId, node: Option<NodeId>) {
        if let Some(slot) = self.nominated.get_mut(pod) {
            *slot = node;
        }
    }
}
