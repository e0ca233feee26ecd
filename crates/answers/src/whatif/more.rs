//! How many more pods fit.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName,
    id::PodId,
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::{NamedObject, NamespacedName},
    objects::Objects,
    profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_quota::queue::QueueSettings;
use schedscope_whatif::pods::more::{More, MoreOf, MoreShape, PendingFirst};

use crate::{
    pods::{kubelet::KubeletRejectionAnswer, volume_ties::VolumeTiesAnswer, volumes::VolumeName},
    quota::{cycle::SimulatePodAnswer, names::AnswerNames, queue::MAX_STEPS},
};

options! {
    /// What new pods are like.
    pub struct MoreLike {
        /// The kind: `Pod`, or that of a workload, such as `Deployment`.
        kind: String = POD.to_owned(),
        /// The namespace. Default: `default`, or that of the only object of this name.
        namespace: Option<String>,
        /// The name.
        name: String [needed],
        /// The number of copies in each round.
        copies: usize [1..=1_000] = 1,
    }

    /// Options of `more`: `pod`, `like`, or both.
    pub struct MoreOptions {
        /// The pod that the new ones are like. With `like`: one more of these, first, with one copy.
        pod: Option<NamedObject>,
        /// The pods and workloads that the new pods are like, at most 20. In each round there are as many copies of
        /// each as it says.
        like: Vec<MoreLike>,
        /// Whether the queue of all pending pods is scheduled first. They evict others as usual.
        pending_first: bool,
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of pods to bind.
        most: usize [1..=10_000] = 1000,
        /// The maximum number of nodes, also of `next`, and of pods to list.
        limit: usize = 100,
    }
}

/// The kind of a pod.
pub const POD: &str = "Pod";

/// The limit of `like`.
pub const MOST_LIKE: usize = 20;

impl MoreOptions {
    /// The settings of the queue.
    pub fn settings(&self) -> QueueSettings {
        QueueSettings {
            profile: self.profile.of_pods(),
            scorers: Vec::new(),
            max_steps: MAX_STEPS,
        }
    }
}

/// How many more pods fit, bound one after another without evictions. The pods of the input stay where they are, and
/// pending ones wait, unless they are scheduled first.
///
/// With `like` they are created in rounds. A pod that does not fit is tried again when others of its round are bound.
/// If it fits then neither, no more are created like it, and the rounds go on with the others. `pod`, `daemonSet`,
/// `next`, `kubelet` and `volumes` are then about the one by which the whole rounds end, or the first one.
#[answer(Eq)]
pub struct MoreAnswer {
    /// The pod, or the workload, that the new ones are like.
    pub pod: NamespacedName,
    /// The number of new pods that fit, of all that they are like.
    pub count: usize,
    /// Whether a `DaemonSet` owns the pod: it has one pod on each node and creates no more, whatever the room.
    pub daemon_set: bool,
    /// Whether `most` ended the count: there may be room for more.
    pub stopped: bool,
    /// The nodes that they are bound to, in the order of the input.
    pub nodes: Vec<NodePods>,
    /// The number of all these nodes.
    pub nodes_total: usize,
    /// The cycle of the next one, which is not bound. `null`: `most` ended the count.
    pub next: Option<SimulatePodAnswer>,
    /// Why the kubelet of the node that each new pod names in `spec.nodeName` rejects the next one; absent if none
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// The volumes that decide how many pods like it fit and that the answer does not know; `count` is without them.
    /// Absent: there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeName>>")]
    pub volumes: Vec<VolumeName>,
    /// What Kubernetes leaves open about the volumes of a new pod. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_ties: Option<VolumeTiesAnswer>,
    /// The rounds; absent without `like`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<MoreRounds>,
    /// The pending pods of the input; absent without `pendingFirst`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<MorePending>,
}

/// New pods on a node.
#[answer(Eq)]
pub struct NodePods {
    /// The node.
    pub node: String,
    /// The number of new pods, without those of `DaemonSet`s.
    pub pods: usize,
}

/// New pods in rounds.
#[answer(Eq)]
pub struct MoreRounds {
    /// The number of rounds of which all pods fit.
    pub whole: usize,
    /// By which of `shapes` they end, from 0; `null`: `most` ended the count.
    pub ended_by: Option<usize>,
    /// What the new pods are like: the option `pod`, if given, then `like`.
    pub shapes: Vec<MoreShapeAnswer>,
}

/// New pods like one pod, or of one workload.
#[answer(Eq)]
pub struct MoreShapeAnswer {
    /// The pod or the workload.
    pub object: ObjectName,
    /// The number of copies in a round.
    pub copies: usize,
    /// The number of new pods that fit, also when others do not fit any more.
    pub count: usize,
    /// Whether a `DaemonSet` owns them.
    pub daemon_set: bool,
    /// The number of nodes that they are bound to.
    pub nodes_total: usize,
    /// The cycle of the next one; `null`: `most` ended the count before.
    pub next: Option<SimulatePodAnswer>,
    /// Why the kubelet of the node that they name in `spec.nodeName` rejects the next one; absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// The volumes that decide how many fit and that the answer does not know; `count` is without them. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeName>>")]
    pub volumes: Vec<VolumeName>,
}

/// What became of the pending pods of the input, before the first new pod.
#[answer(Eq)]
pub struct MorePending {
    /// The number of pods that were pending.
    pub total: usize,
    /// The number of those that got a node.
    pub bound: usize,
    /// The first of the others, in the order of the input.
    pub waiting: Vec<NamespacedName>,
    /// The first pods that pending ones evicted and that got no other node, in the order of the input.
    pub evicted: Vec<NamespacedName>,
    /// The number of all of them.
    pub evicted_total: usize,
    /// Whether pods preempt each other for ever, or there were too many steps.
    pub endless: bool,
}

/// The name of what new pods are like.
pub fn more_name(of: MoreOf, more: &More, objects: &Objects) -> ObjectName {
    let names = &objects.names;
    let with_kind = |kind: &str, name: NamespacedName| ObjectName {
        kind: kind.to_owned(),
        namespace: name.namespace,
        name: name.name,
    };
    match of {
        MoreOf::Pod(pod) => {
            let info = more.snapshot.pods.get(pod);
            let name = info.map(|info| info.namespaced_name(names));
            with_kind(POD, name.unwrap_or_default())
        }
        MoreOf::Workload(at) => {
            let of = objects.workloads.get(at);
            let name = of.map(|of| NamespacedName::new(of.namespace, of.name, names));
            let kind = of.map_or("", |of| &names[of.kind]);
            with_kind(kind, name.unwrap_or_default())
        }
    }
}

/// New pods of a shape. `next`: the cycle of the next one; `kubelet`: what rejects it.
pub fn more_shape_answer(
    shape: &MoreShape,
    object: ObjectName,
    (next, kubelet): (Option<SimulatePodAnswer>, Option<KubeletRejectionAnswer>),
    volumes: Vec<VolumeName>,
) -> MoreShapeAnswer {
    let pod = NamespacedName {
        namespace: object.namespace.clone(),
        name: object.name.clone(),
    };
    MoreShapeAnswer {
        object,
        copies: shape.copies,
        count: shape.count,
        daemon_set: shape.is_daemon,
        nodes_total: shape.nodes.iter().filter(|pods| **pods > 0).count(),
        next: next.map(|next| SimulatePodAnswer { pod, ..next }),
        kubelet,
        volumes,
    }
}

/// All new pods with names.
pub fn more_answer(
    more: &More,
    shapes: Vec<MoreShapeAnswer>,
    names: &Names,
    options: &MoreOptions,
) -> MoreAnswer {
    let on = |node| {
        let pods = more.shapes.iter().filter_map(|shape| shape.nodes.get(node));
        pods.sum::<usize>()
    };
    let nodes = || {
        let nodes = more.snapshot.nodes.entries();
        let nodes = nodes.map(|(node, info)| (info, on(node)));
        nodes.filter(|(_, pods)| *pods > 0)
    };
    let listed = nodes().take(options.limit);
    let listed = listed.map(|(info, pods)| NodePods {
        node: info.name.clone(),
        pods,
    });
    let first = shapes.get(more.ended_by.unwrap_or_default());
    let object = first.map(|first| first.object.clone()).unwrap_or_default();
    MoreAnswer {
        pod: NamespacedName {
            namespace: object.namespace,
            name: object.name,
        },
        count: more.count,
        daemon_set: first.is_some_and(|first| first.daemon_set),
        stopped: shapes.iter().any(|shape| shape.next.is_none()),
        nodes: listed.collect(),
        nodes_total: nodes().count(),
        next: first.and_then(|first| first.next.clone()),
        kubelet: first.and_then(|first| first.kubelet.clone()),
        volumes: first.map(|first| first.volumes.clone()).unwrap_or_default(),
        volume_ties: more.first_tie.as_ref().and_then(|(pod, open)| {
            let words = AnswerNames {
                snapshot: &more.snapshot,
                names,
                pod: more.snapshot.pods.get(*pod)?,
            };
            words.volume_ties(Some(open))
        }),
        pending: more.pending.as_ref().map(|pending| {
            let first_names = |pods: &[PodId]| {
                let pods = pods.iter().take(options.limit);
                let infos = pods.filter_map(|pod| more.snapshot.pods.get(*pod));
                infos.map(|info| info.namespaced_name(names)).collect()
            };
            let PendingFirst {
                total,
                waiting,
                evicted,
                is_endless,
            } = pending;
            MorePending {
                total: *total,
                bound: total - waiting.len(),
                waiting: first_names(waiting),
                evicted: first_names(evicted),
                evicted_total: evicted.len(),
                endless: *is_endless,
            }
        }),
        rounds: (!options.like.is_empty()).then_some(MoreRounds {
            whole: more.rounds,
            ended_by: more.ended_by,
            shapes,
        }),
    }
}
