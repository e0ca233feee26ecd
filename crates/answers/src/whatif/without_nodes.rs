//! Where pods land when nodes are gone.

use schedscope_answer_macro::answer;
use schedscope_objects::{kubernetes_version::KubernetesVersion, profile::ProfileChoice};
use schedscope_options::options;

use super::drain::{DrainAnswer, DrainedPodAnswer, MovedPod};

options! {
    /// Options of `withoutNodes`: one of `node`, `label` and `each`.
    pub struct WithoutNodesOptions {
        /// The name of a node that is gone.
        node: Option<String>,
        /// The label of the nodes that are gone, such as `topology.kubernetes.io/zone=a`.
        label: Option<String>,
        /// The key of a label each of whose values is gone by itself, such as `topology.kubernetes.io/zone`. `node`:
        /// each node.
        each: Option<String>,
        /// The scheduler whose behaviour is reproduced.
        profile: ProfileChoice,
        /// The version of Kubernetes that schedules. Default: the newest one that nodes report; 1.36 if none does.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of losses to list, and of pods in each.
        limit: usize = 100,
    }
}

/// Where pods land when nodes are gone, worst first. Their pods wait in the queue behind the pods of their priority
/// that wait already, and the queue is scheduled to its end.
#[answer(Eq)]
pub struct WithoutNodesAnswer {
    /// The losses: those that leave most pods without a node first, then those that evict most, then by name.
    pub losses: Vec<NodeLoss>,
    /// The number of all losses.
    pub count: usize,
}

/// The pods when some nodes are gone.
#[answer(Eq)]
pub struct NodeLoss {
    /// What is lost: a node, or the value of a label.
    pub name: String,
    /// The number of nodes that are lost.
    pub nodes: usize,
    /// The number of live pods on them.
    pub pods_total: usize,
    /// The number of them that want another node: pods of a `DaemonSet`, mirrors of static pods, terminating ones and
    /// those without an owner end with their node.
    pub evicted: usize,
    /// The number of evicted pods that are on another node at the end.
    pub landed: usize,
    /// The number of them whose node depends on volumes that the answer does not know. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_dependent: Option<usize>,
    /// The number of evicted pods that wait at the end, with those that were not tried.
    pub waiting: usize,
    /// The number of them that were not tried, because the queue was ended before their turn: `stopped`.
    pub untried: usize,
    /// The number of pods without an owner: they are deleted with their node and do not come back.
    pub deleted: usize,
    /// The number of pods of other nodes that are elsewhere at the end, where that is otherwise than with these nodes.
    pub others_moved: usize,
    /// The pods of these nodes, in the order of the queue.
    pub pods: Vec<DrainedPodAnswer>,
    /// The first 100 pods of other nodes that are elsewhere at the end, and pending ones, where that is otherwise than
    /// with these nodes, in the order of the input. Of one loss alone: with `each` empty.
    pub others: Vec<MovedPod>,
    /// The number of all of them.
    pub others_total: usize,
    /// Whether the queue was ended before its end, or comes again and again.
    pub stopped: bool,
}

impl NodeLoss {
    /// A loss of so many nodes; `drained`: its pods.
    pub fn new(name: &str, nodes: usize, drained: DrainAnswer) -> Self {
        Self {
            name: name.to_owned(),
            nodes,
            pods_total: drained.pods_total,
            evicted: drained.evicted,
            landed: drained.landed,
            volume_dependent: drained.volume_dependent,
            waiting: drained.waiting,
            untried: drained.untried,
            deleted: drained.deleted,
            others_moved: drained.others_moved,
            pods: drained.pods,
            others: drained.others,
            others_total: drained.others_total,
            stopped: drained.stopped || drained.repeats.is_some(),
        }
    }
}
