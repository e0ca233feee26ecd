//! How an answer uses pods and nodes.

use rustc_hash::FxHashSet;
use schedscope_objects::{
    id::PodId, names::Symbol, not_looked_at::TouchedAnswer, pod::Pod, policy::PodDisruptionBudget,
};
use schedscope_pods::{
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::{
    disruption::ComputedStatus,
    queue::{QueueRun, QueueStepOutcome},
};

use crate::verdict_differs::RecordedVerdict;

/// How an answer uses pods and nodes.
#[derive(Debug)]
pub enum Uses<'a> {
    /// It is about the whole input, whichever question follows.
    Whole,
    /// It lists pods.
    Lists,
    /// It counts what pods take of nodes and quotas.
    Counts(TouchedAnswer),
    /// It schedules pods.
    Schedules(Scheduling<'a>),
}

/// What an answer that schedules pods depends on.
#[derive(Debug)]
pub struct Scheduling<'a> {
    /// The kind of answer.
    pub answer: TouchedAnswer,
    /// The pods that it schedules.
    pub pods: Vec<&'a PodInfo>,
    /// The number of nodes that are filtered until all feasible ones are found; 0 if it is about one node.
    pub feasible: usize,
    /// The pods for which the default profile scores several nodes.
    pub scores: Scored<'a>,
    /// It depends on the pods' priorities: they are queued in this order, or can evict others.
    pub ranks: bool,
    /// They can evict others.
    pub evicts: bool,
    /// It names victims.
    pub victims: bool,
    /// Whether a pod gets a node by it, or evicts others.
    pub gives: Gives,
    /// The budgets that matter and whose status is computed.
    pub budgets: Vec<(&'a PodDisruptionBudget, &'a ComputedStatus)>,
    /// The quotas, by namespace and name, whose status it explains by pods that have ended.
    pub explained: Vec<(&'a str, &'a str)>,
    /// The nodes that its pods get or fit, if it names them.
    pub nodes: Vec<&'a NodeInfo>,
    /// What kube-scheduler recorded of pods that the answer places.
    pub verdicts: Vec<RecordedVerdict>,
    /// What it says itself.
    pub says: Says,
    /// The workload whose pods it makes itself: kind, namespace and name.
    pub makes: Option<(Symbol, Symbol, Symbol)>,
}

/// What an answer gives pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A pod gets a node, or evicts others for one.
    Nodes,
    /// All pods wait.
    Nothing,
}

impl Gives {
    /// Nodes, if it gives some.
    pub fn nodes_if(gives: bool) -> Self {
        if gives { Self::Nodes } else { Self::Nothing }
    }
}

/// What an answer says itself, or an answer of which it is a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Says {
    /// Which of its pods depend on volumes.
    pub volumes: bool,
    /// The schedulers of its pods.
    pub schedulers: bool,
    /// What becomes of all pods as they are: no what-if.
    pub all_as_is: bool,
}

impl<'a> Scheduling<'a> {
    /// A kind of answer that schedules pods and depends on nothing else.
    pub fn new(answer: TouchedAnswer, pods: impl Iterator<Item = &'a PodInfo>) -> Self {
        Self {
            answer,
            pods: pods.collect(),
            feasible: 0,
            scores: Scored::None,
            ranks: false,
            evicts: false,
            victims: false,
            gives: Gives::Nodes,
            budgets: Vec::new(),
            explained: Vec::new(),
            nodes: Vec::new(),
            verdicts: Vec::new(),
            says: Says::default(),
            makes: None,
        }
    }

    /// The queue of the pods to schedule. O(pods).
    pub fn queue(snapshot: &'a ClusterSnapshot) -> Self {
        let pods = snapshot.pods.iter();
        let pods = pods.filter(|pod| pod.is_to_schedule());
        Self {
            feasible: snapshot.nodes.len(),
            ranks: true,
            ..Self::new(TouchedAnswer::Queue, pods)
        }
    }
}

/// The pods of an answer for which the default profile scores several nodes.
#[derive(Clone, Copy, Debug, Default)]
pub enum Scored<'a> {
    /// No pods: at most one node was feasible for each, which is selected without scoring.
    #[default]
    None,
    /// All pods, as far as is known.
    All,
    /// These pods.
    Some(&'a PodsWithChoice),
}

impl Scored<'_> {
    /// All, or none.
    pub const fn all_if(scored: bool) -> Self {
        if scored { Self::All } else { Self::None }
    }

    pub(crate) fn has(self, pod: &Pod) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Some(pods) => pods.0.contains(&(pod.namespace, pod.name)),
        }
    }
}

/// The pods with several feasible nodes in some step of a queue, by namespace and name.
#[derive(Clone, Debug, Default)]
pub struct PodsWithChoice(FxHashSet<(Symbol, Symbol)>);

impl PodsWithChoice {
    /// Adds the pods of a queue. O(steps).
    pub fn add(&mut self, run: &QueueRun, snapshot: &ClusterSnapshot) {
        for step in run.steps.iter().filter(|step| step.had_choice) {
            if let Some(info) = snapshot.pods.get(step.pod) {
                self.0.insert((info.pod.namespace, info.pod.name));
            }
        }
    }

    /// These pods.
    pub fn these(pods: impl Iterator<Item = PodId>, snapshot: &ClusterSnapshot) -> Self {
        let infos = pods.filter_map(|pod| snapshot.pods.get(pod));
        Self(
            infos
                .map(|info| (info.pod.namespace, info.pod.name))
                .collect(),
        )
    }

    /// The pods of one queue.
    pub fn of(run: &QueueRun, snapshot: &ClusterSnapshot) -> Self {
        let mut choosing = Self::default();
        choosing.add(run, snapshot);
        choosing
    }
}

/// Whether a pod of a queue evicts others.
pub fn has_victims(run: &QueueRun) -> bool {
    let preempts = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Preempts(..));
    run.steps.iter().any(|step| preempts(&step.outcome))
}

/// Whether a pod of a queue gets a node, or evicts others.
pub fn gives_nodes(run: &QueueRun) -> bool {
    let places = |outcome: &QueueStepOutcome| {
        matches!(
            outcome,
            QueueStepOutcome::Bound(_) | QueueStepOutcome::Preempts(..)
        )
    };
    run.steps.iter().any(|step| places(&step.outcome))
}

/// Whether a pod of a queue found no node in some step: preemption then compares priorities.
pub fn preempts(run: &QueueRun) -> bool {
    let is_bound = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
    run.steps.iter().any(|step| !is_bound(&step.outcome))
}
