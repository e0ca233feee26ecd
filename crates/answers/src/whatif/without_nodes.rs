//! Where pods land when nodes are gone.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName, expansion::WorkloadIndex, id::Id as _,
    kubernetes_version::KubernetesVersion, names::Symbol, node::Node, objects::Objects, order,
    pod::TopologySpreadConstraint, profile::ProfileChoice,
};
use schedscope_options::options;
use schedscope_whatif::pods::drain::{Drained, DrainedKind};

use super::drain::{DrainAnswer, DrainedPodAnswer, MovedPod, others};
use crate::pods::volumes::at_least_one;

options! {
    /// Options of `withoutNodes`: one of `node`, `label` and `each`.
    pub struct WithoutNodesOptions {
        /// The name of a node that is gone.
        node: Option<String>,
        /// The label of the nodes that are gone, such as `topology.kubernetes.io/zone=a`.
        label: Option<String>,
        /// The key of a label, such as `topology.kubernetes.io/zone`: the nodes of each value are gone in turn. `node`:
        /// each node.
        each: Option<String>,
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The maximum number of losses, and of pods in each.
        limit: usize = 100,
    }
}

/// Where pods land when nodes are gone, worst first. Their pods wait in the queue behind the pods of their priority
/// that wait already, and the queue is scheduled to its end.
#[answer(Eq)]
pub struct WithoutNodesAnswer {
    /// The losses: those that leave most pods without a node first (`waiting`, `deleted` and `othersLost`), then those
    /// that evict most, then by name.
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
    /// The number of evicted pods with a `DoNotSchedule` constraint over a label of these nodes, which count as
    /// deleted: while their Node objects remain, such a constraint counts their domains, with fewer pods. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub spread_over_lost: Option<usize>,
    /// The number of evicted pods that wait at the end while the Node objects remain, with the taint
    /// `node.kubernetes.io/unreachable`. Absent where `spreadOverLost` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub waiting_in_outage: Option<usize>,
    /// The number of evicted pods that wait at the end, with those that were not tried.
    pub waiting: usize,
    /// The number of them that were not tried, because the queue was ended before their turn: `stopped`.
    pub untried: usize,
    /// The number of pods without an owner: they are deleted with their node and do not come back.
    pub deleted: usize,
    /// The number of pods of other nodes that are elsewhere at the end, where that is otherwise than with these nodes.
    pub others_moved: usize,
    /// The number of them that end on no node: other pods preempt them.
    pub others_lost: usize,
    /// The first 100 workloads with pods that leave these nodes or are preempted and end on no node, those first that
    /// lose most for good.
    pub workloads: Vec<LostWorkload>,
    /// The number of all of them.
    pub workloads_total: usize,
    /// The pods of these nodes, in the order of the queue.
    pub pods: Vec<DrainedPodAnswer>,
    /// The first 100 pods of other nodes that are elsewhere at the end, and pending ones, where that is otherwise than
    /// with these nodes: first those of `othersLost`, then the others, in the order of the input. With `each` only
    /// those of `othersLost`.
    pub others: Vec<MovedPod>,
    /// The number of all of them.
    pub others_total: usize,
    /// Whether the queue was ended before its end, or comes again and again.
    pub stopped: bool,
    /// More nodes with which pods run that wait. Absent: none waits, or more than one loss is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<NodesForLoss>,
}

/// Nodes like one that is left, added once the pods wait: of up to 3 shapes the one that leaves the fewest pods
/// waiting, then the one of which the fewest are needed.
#[answer(Eq)]
pub struct NodesForLoss {
    /// The node that they are like.
    pub like: String,
    /// How many help.
    pub nodes: usize,
    /// How many pods of the input still wait with them.
    pub waiting: usize,
}

/// A workload that loses pods.
#[answer(Eq)]
pub struct LostWorkload {
    /// The workload; of a pod without a controller the pod.
    pub workload: ObjectName,
    /// The number of its pods that leave the nodes, and of those that are preempted on others and end on no node.
    pub pods: usize,
    /// The number of them that are on no node at the end.
    pub lost: usize,
}

/// The largest number of workloads that are named.
const WORKLOADS: usize = 100;

/// The workloads of the pods that leave nodes, and of those that are preempted and end on none. `objects`: those
/// before. O(pods x log(workloads)).
pub fn lost_workloads(drained: &Drained, objects: &Objects) -> Vec<LostWorkload> {
    let names = &objects.names;
    let index = WorkloadIndex::new(objects);
    let mut places: FxHashMap<ObjectName, usize> = FxHashMap::default();
    let mut found: Vec<LostWorkload> = Vec::new();
    let own = drained.pods.iter().filter_map(|pod| match pod.kind {
        DrainedKind::Evicted => {
            let at_end = drained.node_of.get(pod.pod).copied().flatten();
            Some((pod.pod, at_end.is_none()))
        }
        DrainedKind::Deleted => Some((pod.pod, true)),
        _ => None,
    });
    let preempted = others(drained, names).into_iter();
    let preempted = preempted.filter_map(|of| of.is_lost.then_some((of.pod, true)));
    for (pod, is_lost) in own.chain(preempted) {
        let Some(of) = objects.pods.get(pod.index()) else {
            continue;
        };
        let workload = index
            .controller(of)
            .and_then(|at| objects.workloads.get(at))
            .map(|workload| (&names[workload.kind], workload.name));
        let owner = of.owner.filter(|owner| owner.controls);
        let owner = owner.map(|owner| (&names[owner.kind], owner.name));
        let (kind, name) = workload.or(owner).unwrap_or(("Pod", of.name));
        let workload = ObjectName {
            kind: kind.to_owned(),
            namespace: names[of.namespace].to_owned(),
            name: names[name].to_owned(),
        };
        let at = *places.entry(workload.clone()).or_insert_with(|| {
            found.push(LostWorkload {
                workload,
                pods: 0,
                lost: 0,
            });
            found.len() - 1
        });
        if let Some(of) = found.get_mut(at) {
            of.pods += 1;
            of.lost += usize::from(is_lost);
        }
    }
    order::sort(&mut found, |a, b| {
        let key = |of: &LostWorkload| (of.lost, of.pods);
        let name = |of: &LostWorkload| {
            let ObjectName {
                kind,
                namespace,
                name,
            } = of.workload.clone();
            (namespace, name, kind)
        };
        key(b).cmp(&key(a)).then_with(|| name(a).cmp(&name(b)))
    });
    found
}

/// How many evicted pods wait at the end. O(pods).
pub fn waiting(drained: &Drained) -> usize {
    let evicted = drained.pods.iter();
    let evicted = evicted.filter(|pod| pod.kind == DrainedKind::Evicted);
    let at_end = evicted.map(|pod| drained.node_of.get(pod.pod).copied().flatten());
    at_end.filter(Option::is_none).count()
}

/// How many evicted pods have a hard spread constraint over a label of the lost nodes. O(nodes + pods).
pub fn spread_over_lost(drained: &Drained, objects: &Objects, lost: &[Symbol]) -> usize {
    let nodes = objects.nodes.iter();
    let lost: Vec<&Arc<Node>> = nodes.filter(|node| lost.contains(&node.name)).collect();
    let is_over = |of: &TopologySpreadConstraint| {
        let mut lost = lost.iter();
        of.is_hard && lost.any(|node| node.labels.get(of.topology_key).is_some())
    };
    let evicted = drained.pods.iter();
    let evicted = evicted.filter(|pod| pod.kind == DrainedKind::Evicted);
    let infos = evicted.filter_map(|pod| drained.snapshot.pods.get(pod.pod));
    let constraints = infos.filter_map(|info| info.pod.constraints.as_deref());
    constraints
        .filter(|of| of.topology_spread.iter().any(is_over))
        .count()
}

impl NodeLoss {
    /// The number of pods that ran and end on no node.
    pub fn lost(&self) -> usize {
        self.waiting + self.deleted + self.others_lost
    }

    /// The loss of a number of nodes. `drained`: their pods; `workloads`: the owners of these pods; `spread`: how many
    /// are spread over labels of the nodes.
    pub fn new(
        (name, nodes): (&str, usize),
        drained: DrainAnswer,
        mut workloads: Vec<LostWorkload>,
        spread: usize,
    ) -> Self {
        let workloads_total = workloads.len();
        workloads.truncate(WORKLOADS);
        Self {
            workloads,
            workloads_total,
            name: name.to_owned(),
            nodes,
            pods_total: drained.pods_total,
            evicted: drained.evicted,
            landed: drained.landed,
            volume_dependent: drained.volume_dependent,
            spread_over_lost: at_least_one(spread),
            waiting_in_outage: None,
            waiting: drained.waiting,
            untried: drained.untried,
            deleted: drained.deleted,
            others_moved: drained.others_moved,
            others_lost: drained.others_lost,
            pods: drained.pods,
            others: drained.others,
            others_total: drained.others_total,
            stopped: drained.stopped || drained.repeats.is_some(),
            needed: None,
        }
    }
}
