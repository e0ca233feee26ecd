//! How many more nodes of one shape the pending pods need.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    by_name::ByName,
    id::{NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::NamespacedName,
    profile::ProfileChoice,
    words,
};
use schedscope_options::options;
use schedscope_pods::{
    fit::gates,
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::queue::QueueSettings;
use schedscope_whatif::pods::nodes_needed::{
    NewNodeRoom, NodesNeeded, NodesNeededEnd, NotHelpedReason,
};

use super::more::NodePods;
use crate::{
    pods::{amounts::AmountMap, misfit::MisfitAnswer, scheduler::gate_names},
    quota::{
        names::AnswerNames, queue::MAX_STEPS, rejection::QuotaRejectionAnswer,
        resource_quota::ResourceQuotaAnswer,
    },
};

options! {
    /// Options of `nodesNeeded`: `shape`, `like`, or both.
    pub struct NodesNeededOptions {
        /// What a new node can allocate, by resource. Without `pods`, 110. With `like`: amounts that the new nodes have
        /// instead.
        shape: ByName<String>,
        /// The node that the new ones are like. They have its allocatable amounts, labels, taints, volume limits and
        /// static pods, but not its cordon and the taints of a node that cannot run pods.
        like: Option<String>,
        /// Labels of the new nodes. Without `like`, they also have `kubernetes.io/os` (`linux`) and
        /// `kubernetes.io/arch` (`amd64`); `kubernetes.io/hostname` is their name.
        labels: ByName<String>,
        /// Taints of the new nodes, as `key=value:effect` or `key:effect`.
        taints: Vec<String>,
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of nodes to add.
        most: usize [1..=10_000] = 1000,
        /// The maximum number of new nodes and of pods to list.
        limit: usize = 100,
    }
}

impl NodesNeededOptions {
    /// The settings of the queue.
    pub fn settings(&self) -> QueueSettings {
        QueueSettings {
            profile: self.profile.of_pods(),
            scorers: Vec::new(),
            max_steps: MAX_STEPS,
        }
    }
}

/// How many nodes of one shape the pending pods need. On a new node every `DaemonSet` that fits runs its pod first, and
/// static pods run as on the node of the option `like`; then the pods that wait and fit it are bound, in the order of
/// the queue. Each node is full before the next one is added.
#[answer(Eq)]
pub struct NodesNeededAnswer {
    /// The number of nodes.
    pub nodes: usize,
    /// Why no more are added. `enough`: another one helps no pod. `most`: another one helps, and the option `most` ends
    /// the count. `endless`: pods preempt each other for ever, or there are too many steps.
    #[ts(inline)]
    pub end: NodesNeededEnd,
    /// The least number of nodes: the largest of `bounds` and of `identical`. Pods of several kinds can make more
    /// necessary.
    pub lower_bound: u64,
    /// The least number of nodes by the sums of what the pods request that need them: by each resource, and by the
    /// number of pods.
    pub bounds: Vec<NodesNeededBound>,
    /// The least number of nodes for identical pods, if that is more than each of `bounds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identical: Option<IdenticalPodsBound>,
    /// What a new node has; `null`: none was tried, because no pod waits.
    pub room: Option<NewNodeRoomAnswer>,
    /// The number of pods that get a node that is there already.
    pub bound: usize,
    /// The number of pods that wait without new nodes, with those that pending pods evict.
    pub waiting: usize,
    /// The number of pods on the new nodes, without those of `DaemonSet`s.
    pub placed: usize,
    /// The first new nodes, in the order in which they are added.
    pub new_nodes: Vec<NodePods>,
    /// The first 100 pods that the option `most` leaves waiting and that another node would help.
    pub left: Vec<NamespacedName>,
    /// The number of all of them.
    pub left_total: usize,
    /// The first pods that no number of such nodes helps.
    pub not_helped: Vec<NotHelpedPod>,
    /// The number of all of them.
    pub not_helped_total: usize,
    /// How many more pods wait if all new nodes join before the first pod is scheduled. `null`: not decided.
    pub more_waiting_at_once: Option<usize>,
}

/// The least number of nodes by one resource.
#[answer(Eq)]
pub struct NodesNeededBound {
    /// The resource, or `pods`.
    pub resource: String,
    /// The sum over the pods that need new nodes, in milli-CPU or base units.
    pub requested: i64,
    /// What one new node has without what `DaemonSet`s and static pods take of it.
    pub room: i64,
    /// The least number of nodes.
    pub nodes: u64,
}

/// The least number of nodes for identical pods.
#[answer(Eq)]
pub struct IdenticalPodsBound {
    /// The first of these pods.
    pub pod: NamespacedName,
    /// The number of them that need new nodes.
    pub pods: usize,
    /// The number of them that fit a new node without other pods, by its room, host ports and pod anti-affinity.
    pub on_one: usize,
    /// The least number of nodes.
    pub nodes: u64,
}

/// What a new node has.
#[answer(Eq)]
pub struct NewNodeRoomAnswer {
    /// What it can allocate.
    pub allocatable: AmountMap,
    /// The number of pods that it can hold.
    pub pods: i64,
    /// The `DaemonSet`s that run a pod on it.
    pub daemon_sets: Vec<NamespacedName>,
    /// The number of static pods, as on the node of the option `like`; `null` without one.
    pub static_pods: Option<usize>,
    /// What these pods request.
    pub requested: AmountMap,
}

words! {
    /// Why nodes of a shape do not help a pod.
    pub enum NotHelpedCode {
        /// It does not fit one.
        Misfit = "misfit",
        /// Its affinity names other nodes.
        OtherNode = "other-node",
        /// Its `ElasticQuota` rejects it.
        Quota = "quota",
        /// A `ResourceQuota` refuses it.
        ResourceQuota = "resource-quota",
        /// Scheduling gates hold it back.
        Gates = "gates",
        /// Its `StatefulSet` waits for an earlier pod.
        StatefulSet = "stateful-set",
        /// kube-scheduler fails with an error.
        Error = "error",
    }
}

/// A pod that no number of nodes of a shape helps.
#[answer(Eq)]
pub struct NotHelpedPod {
    /// The pod.
    pub pod: NamespacedName,
    /// Why. `misfit`: it does not fit a new node, which has only the pods of `DaemonSet`s and static pods.
    /// `other-node`: its affinity names other nodes. `quota`: its `ElasticQuota` rejects it. `resource-quota`: a
    /// `ResourceQuota` refuses it. `gates`: scheduling gates hold it back. `stateful-set`: its `StatefulSet` creates it
    /// once an earlier pod is on a node. `error`: kube-scheduler fails with an error.
    #[ts(inline)]
    pub why: NotHelpedCode,
    /// Why it does not fit; `null` unless `misfit`.
    pub misfit: Option<MisfitAnswer>,
    /// Why its `ElasticQuota` rejects it; `null` unless `quota`.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// The `ResourceQuota` that refuses it; `null` unless `resource-quota`.
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// Its scheduling gates.
    pub gates: Vec<String>,
}

/// The largest number of pods that wait and are named.
const LEFT: usize = 100;

/// The nodes with names.
pub fn nodes_needed_answer(of: &NodesNeeded, options: &NodesNeededOptions) -> NodesNeededAnswer {
    let (snapshot, names) = (of.snapshot(), &of.objects.names);
    let name = |pod: &PodId| Some(snapshot.pods.get(*pod)?.namespaced_name(names));
    let new = of.nodes.iter().take(options.limit);
    let new = new.filter_map(|node| {
        Some(NodePods {
            node: snapshot.nodes.get(*node)?.name.clone(),
            pods: of.new_pods(*node).count(),
        })
    });
    let bounds: Vec<NodesNeededBound> = of
        .bounds()
        .into_iter()
        .map(|bound| NodesNeededBound {
            resource: match bound.resource {
                Some(resource) => snapshot.resources.name(resource).to_owned(),
                None => "pods".to_owned(),
            },
            requested: bound.requested,
            room: bound.room,
            nodes: bound.nodes,
        })
        .collect();
    let by_sums = bounds.iter().map(|bound| bound.nodes).max().unwrap_or(0);
    let identical = (of.nodes.len() as u64 > by_sums)
        .then(|| of.identical_pods_bound())
        .flatten()
        .filter(|bound| bound.nodes() > by_sums);
    let not_helped = of.not_helped.iter().take(options.limit);
    let held = of.simulation().held().len();
    let waits = of.simulation().waiting(names).len() + held;
    NodesNeededAnswer {
        nodes: of.nodes.len(),
        end: of.end.unwrap_or(NodesNeededEnd::Endless),
        lower_bound: identical.map_or(by_sums, |bound| bound.nodes()),
        bounds,
        identical: identical.and_then(|bound| {
            Some(IdenticalPodsBound {
                pod: name(&bound.pod)?,
                pods: bound.pods,
                on_one: bound.on_one,
                nodes: bound.nodes(),
            })
        }),
        room: of
            .room
            .as_ref()
            .map(|room| room_answer(room, snapshot, names)),
        bound: of.bound_before,
        waiting: of.waiting_before,
        placed: of.nodes.iter().map(|node| of.new_pods(*node).count()).sum(),
        new_nodes: new.collect(),
        left: of.left.iter().take(LEFT).filter_map(name).collect(),
        left_total: of.left.len(),
        not_helped: not_helped
            .filter_map(|(pod, why)| {
                let info = snapshot.pods.get(*pod)?;
                Some(not_helped_answer(info, why, (snapshot, names, of.probe)))
            })
            .collect(),
        not_helped_total: of.not_helped.len(),
        more_waiting_at_once: of
            .waiting_at_once
            .map(|at_once| at_once.saturating_sub(waits)),
    }
}

fn room_answer(room: &NewNodeRoom, snapshot: &ClusterSnapshot, names: &Names) -> NewNodeRoomAnswer {
    let resources = &snapshot.resources;
    let set = |pod: &PodId| {
        let info = snapshot.pods.get(*pod)?;
        let workload = info.replica.map(|replica| replica.workload as usize);
        let workload = workload.and_then(|workload| snapshot.workloads.get(workload));
        let name = match workload {
            Some(workload) => workload.name,
            None => info.pod.owner?.name,
        };
        Some(NamespacedName::new(info.pod.namespace, name, names))
    };
    NewNodeRoomAnswer {
        allocatable: AmountMap::of(resources, &room.allocatable),
        pods: room.allowed_pods,
        daemon_sets: room.daemon_pods.iter().filter_map(set).collect(),
        static_pods: room.static_pods.as_ref().map(Vec::len),
        requested: AmountMap::of(resources, &room.taken),
    }
}

fn not_helped_answer(
    pod: &PodInfo,
    why: &NotHelpedReason,
    (snapshot, names, probe): (&ClusterSnapshot, &Names, Option<NodeId>),
) -> NotHelpedPod {
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let mut answer = NotHelpedPod {
        pod: pod.namespaced_name(names),
        why: NotHelpedCode::Error,
        misfit: None,
        rejection: None,
        resource_quota: None,
        gates: gate_names(gates(&pod.pod), names),
    };
    answer.why = match why {
        NotHelpedReason::Misfit(misfit) => {
            answer.misfit = probe.map(|node| words.misfit(node, misfit));
            NotHelpedCode::Misfit
        }
        NotHelpedReason::Quota(rejection) => {
            answer.rejection = Some(words.rejection(rejection));
            NotHelpedCode::Quota
        }
        NotHelpedReason::Refused(refusals) => {
            answer.resource_quota = ResourceQuotaAnswer::new(refusals, names);
            NotHelpedCode::ResourceQuota
        }
        NotHelpedReason::OtherNode => NotHelpedCode::OtherNode,
        NotHelpedReason::Gated => NotHelpedCode::Gates,
        NotHelpedReason::Held => NotHelpedCode::StatefulSet,
        NotHelpedReason::Error => NotHelpedCode::Error,
    };
    answer
}
