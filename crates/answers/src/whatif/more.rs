//! How many more pods like one fit.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    kubernetes_version::KubernetesVersion, names::Names, profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_whatif::pods::more::More;

use crate::{
    pods::{kubelet::KubeletRejectionAnswer, volumes::VolumeName},
    quota::cycle::SimulatePodAnswer,
};

options! {
    /// Options of `more`.
    pub struct MoreOptions {
        /// The pod that the new ones are like, as `namespace/name`.
        pod: String [needed],
        /// The scheduler whose behaviour is reproduced.
        profile: ProfileChoice,
        /// The version of Kubernetes that schedules. Default: the newest one that nodes report; 1.36 if none does.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of pods to bind.
        most: usize [1..=10_000] = 1000,
        /// The maximum number of nodes to list, also of `next`.
        limit: usize = 100,
    }
}

/// How many more pods like one fit: they are created one after another and bound by ordinary cycles, without evictions,
/// until one does not fit. The pods of the input stay where they are, and pending ones wait.
#[answer(Eq)]
pub struct MoreAnswer {
    /// The pod that the new ones are like, as `namespace/name`.
    pub pod: String,
    /// The number of new pods that fit.
    pub count: usize,
    /// Whether a `DaemonSet` owns the pod: it has one pod on each node and creates no more, whatever the room.
    pub daemon_set: bool,
    /// Whether `most` ended the count: there may be room for more.
    pub stopped: bool,
    /// The nodes that they are bound to, in the order of the input.
    pub nodes: Vec<MoreOnNode>,
    /// The number of all these nodes.
    pub nodes_total: usize,
    /// The cycle of the next one, which is not bound; its outcome is `Preempt` if it would evict others, and
    /// `resourceQuota` says so if the API server refuses it. `null`: `most` ended the count.
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
}

/// New pods on a node.
#[answer(Eq)]
pub struct MoreOnNode {
    /// The node.
    pub node: String,
    /// The number of new pods.
    pub pods: usize,
}

/// New pods with names; `next`: the cycle of the next one.
pub fn more_answer(
    more: &More,
    next: Option<SimulatePodAnswer>,
    names: &Names,
    options: &MoreOptions,
) -> MoreAnswer {
    let nodes = || more.nodes.entries().filter(|(_, pods)| **pods > 0);
    let listed = nodes().take(options.limit);
    let listed = listed.filter_map(|(node, pods)| {
        Some(MoreOnNode {
            node: more.snapshot.nodes.get(node)?.name.clone(),
            pods: *pods,
        })
    });
    MoreAnswer {
        pod: options.pod.clone(),
        count: more.count,
        daemon_set: more.is_daemon,
        stopped: more.next.is_none(),
        nodes: listed.collect(),
        nodes_total: nodes().count(),
        next: next.map(|next| SimulatePodAnswer {
            pod: options.pod.clone(),
            ..next
        }),
        kubelet: more
            .next
            .and_then(|next| more.snapshot.pods.get(next))
            .and_then(|next| KubeletRejectionAnswer::of(next, &more.snapshot, names)),
        volumes: Vec::new(),
    }
}
