//! Lists of pods and nodes.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName,
    expansion::WorkloadIndex,
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    objects::Objects,
    selector::LabelQuery,
};
use schedscope_options::{options, words};
use schedscope_pods::{
    amounts::ResourceId,
    fit::gates,
    request::Unbounded,
    snapshot::{ClusterSnapshot, PodInfo, PodLocation},
};
use schedscope_quota::queue::{RefusedPods, unready_before};

use crate::{
    pods::{
        alike::note_alike,
        amounts::AmountMap,
        kubelet::{KubeletRejectedPod, KubeletRejectionAnswer, rejected_pods},
        scheduler::gate_names,
    },
    quota::{queue::NEVER_TRIED, resource_quota::ResourceQuotaAnswer},
};

/// The pods to list. `pending`: without a node; `bound`: on a node; `finished`: succeeded or failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum PodState {
    /// All pods.
    #[default]
    All,
    /// Pods without a node.
    Pending,
    /// Pods on a node, also on one that the input does not have.
    Bound,
    /// Pods that succeeded or failed.
    Finished,
}

words! {
    PodState { "all" = All, "pending" = Pending, "bound" = Bound, "finished" = Finished, }
}

options! {
    /// Options of `pods`.
    pub struct PodsOptions {
        /// Only pods in this state.
        state: PodState,
        /// Only pods whose `namespace/name` contains this text.
        find: Option<String>,
        /// Only pods with these labels, as `kubectl get -l` takes them.
        labels: Option<LabelQuery>,
        /// Only pods on this node.
        node: Option<String>,
        /// Only pods that this workload owns: its kind, namespace and name. Pods of its `ReplicaSet`s count.
        workload: Option<ObjectName>,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// How many pods to skip.
        offset: usize,
        /// The maximum number of pods to list.
        limit: usize = 100,
    }

    /// Options of `nodes`.
    pub struct NodesOptions {
        /// Only nodes with these labels, as `kubectl get -l` takes them.
        labels: Option<LabelQuery>,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// How many nodes to skip.
        offset: usize,
        /// The maximum number of nodes to list.
        limit: usize = 100,
    }
}

/// A page of the pods, in the order of the input; pods of workloads follow the others.
#[answer(Eq)]
pub struct PodsAnswer {
    /// The number of all pods.
    pub all: usize,
    /// The number of pods without a node.
    pub pending: usize,
    /// The number of pods on a node.
    pub bound: usize,
    /// The number of pods that succeeded or failed.
    pub finished: usize,
    /// The number of finished pods that the kubelet of the node rejects that they name.
    #[serde(rename = "kubeletRejected")]
    #[ts(rename = "kubeletRejected", type = "number")]
    pub kubelet_rejected: usize,
    /// The first 100 of them in the order of the input; options do not apply.
    #[serde(rename = "kubeletRejectedPods")]
    #[ts(rename = "kubeletRejectedPods")]
    pub kubelet_rejected_pods: Vec<KubeletRejectedPod>,
    /// The number of pods on a node with a container that waits by its status. Pods being deleted do not count.
    pub waiting: usize,
    /// The first 100 of them in the order of the input; options do not apply.
    #[serde(rename = "waitingPods")]
    #[ts(rename = "waitingPods")]
    pub waiting_pods: Vec<WaitingPod>,
    /// The number of pods that match the options.
    pub found: usize,
    /// The matching pods from `offset`, at most `limit` of them.
    pub pods: Vec<PodEntry>,
}

/// A pod on a node with a container that waits.
#[answer(Eq)]
pub struct WaitingPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The first container that waits, init containers first.
    pub waiting: WaitingContainerAnswer,
}

/// A container that waits for its kubelet, by its status.
#[answer(Eq)]
pub struct WaitingContainerAnswer {
    /// The container.
    pub container: String,
    /// Its `state.waiting.reason`, such as `ImagePullBackOff`; never `PodInitializing`.
    pub reason: String,
}

/// A pod.
#[answer(Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct PodEntry {
    /// The pod.
    pub pod: NamespacedName,
    /// The object in the input: the pod itself, or its workload.
    pub object: ObjectName,
    /// The priority of the pod.
    pub priority: i32,
    /// `pending`: without a node; `bound`: on a node; `finished`: succeeded or failed.
    #[ts(type = "\"pending\" | \"bound\" | \"finished\"")]
    pub state: &'static str,
    /// The name of its node, also if the input does not have that node; `null` without one.
    pub node: Option<String>,
    /// The reason in the status of a pod that failed, such as `Evicted` or `OutOfcpu`; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether no scheduler chose the node of the pod. Absent: a scheduler did, or the pod has no node.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub unscheduled: bool,
    /// The first container of the pod that waits for the kubelet of its node, init containers first; absent without
    /// one, and for pods without a node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitingContainerAnswer>,
    /// Why its scheduler could not place it, as the condition `PodScheduled` says; absent where the input has Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "schedulerMessage")]
    #[ts(rename = "schedulerMessage")]
    pub scheduler_message: Option<String>,
    /// The name of the node that it is nominated for; `null` without one.
    pub nominated: Option<String>,
    /// The scheduling gates of the pod, in order; empty: none holds it back.
    pub gates: Vec<String>,
    /// Whether the API server refuses the pod because it is invalid: no scheduler sees it.
    pub invalid: bool,
    /// The `ResourceQuota` by which the API server refuses the pod, so that no scheduler sees it; absent if none does,
    /// and for pods that are stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// The pod that is not Ready and before which the `StatefulSet` does not create this one, so that no scheduler sees
    /// it; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<NamespacedName>,
    /// Why the kubelet of the node that the pod names in `spec.nodeName` rejects it, so that it fails; absent if none
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// Whether the pod is being deleted.
    pub terminating: bool,
    /// The amounts that must be free on a node; of a pod on a node those that it holds there, which differ where a
    /// container was resized in place.
    pub requests: AmountMap,
    /// The sum of the limits of its containers, of a pod without a node as it counts when it comes to one: the largest
    /// init container where that is more, plus overhead. A container without a limit adds 0.
    pub limits: AmountMap,
    /// Whether a container has no limit of cpu or memory.
    pub unbounded: bool,
    /// Whether the pod has neither requests nor limits.
    pub best_effort: bool,
}

/// A page of the nodes, in the order of the input.
#[answer(Eq)]
pub struct NodesAnswer {
    /// The number of all nodes.
    pub all: usize,
    /// The resources of all nodes together.
    pub total: Vec<NodeResourceUse>,
    /// The number of pods on the nodes with neither requests nor limits: as a limit, each counts with all that its node
    /// can give.
    pub best_effort: i64,
    /// The number of nodes with the `labels` of the options; absent without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<usize>,
    /// The nodes from `offset`, at most `limit` of them.
    pub nodes: Vec<NodeEntry>,
}

/// A node and the use of its resources.
#[answer(Eq)]
pub struct NodeEntry {
    /// The name of the node.
    pub name: String,
    /// Whether the node is cordoned.
    pub unschedulable: bool,
    /// The taints of the node, as `key=value:effect`.
    pub taints: Vec<String>,
    /// The number of live pods on it.
    pub pods: usize,
    /// The number of pods that it can hold.
    pub allowed_pods: i64,
    /// The number of its pods with neither requests nor limits.
    pub best_effort: i64,
    /// The number of its pods with a container without a limit of cpu or memory.
    pub unbounded: i64,
    /// The resources that it has or that its pods request.
    pub resources: Vec<NodeResourceUse>,
    /// The first listed node with the same labels, taints that last, and amounts. Absent: it is the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
}

/// One resource of a node; amounts in milli-CPU or base units.
#[answer(Eq)]
pub struct NodeResourceUse {
    /// The name of the resource.
    pub name: String,
    /// The amount that the node can give to pods.
    pub allocatable: i64,
    /// The sum of the requests of its pods.
    pub requests: i64,
    /// The sum of the limits of its pods; a best-effort pod counts with all that the node can give.
    pub limits: i64,
}

/// The pods that match the options; `refused`: those that `ResourceQuota`s refuse. O(pods + listed x refused).
pub fn pods(
    snapshot: &ClusterSnapshot,
    objects: &Objects,
    refused: &RefusedPods,
    options: &PodsOptions,
) -> PodsAnswer {
    let names = &objects.names;
    let (kubelet_rejected_pods, kubelet_rejected) = rejected_pods(snapshot, names, NEVER_TRIED);
    let mut list = PodsAnswer {
        kubelet_rejected,
        kubelet_rejected_pods,
        waiting: 0,
        waiting_pods: Vec::new(),
        all: snapshot.pods.len(),
        pending: 0,
        bound: 0,
        finished: 0,
        found: 0,
        pods: Vec::new(),
    };
    let node = options.node.as_deref();
    let index = options
        .workload
        .as_ref()
        .map(|workload| (workload, WorkloadIndex::new(objects)));
    let limit = options.limit;
    for (id, info) in snapshot.pods.entries() {
        let state = state(info);
        match state {
            PodState::Pending => list.pending += 1,
            PodState::Bound => list.bound += 1,
            _ => list.finished += 1,
        }
        if state == PodState::Bound
            && let Some(waiting) = waiting(info, names)
        {
            list.waiting += 1;
            if list.waiting <= NEVER_TRIED {
                let pod = info.namespaced_name(names);
                list.waiting_pods.push(WaitingPod { pod, waiting });
            }
        }
        let is_asked = options.state == PodState::All || options.state == state;
        if !is_asked || node.is_some_and(|node| node_name(snapshot, info, objects) != Some(node)) {
            continue;
        }
        if let Some(text) = &options.find
            && !info.key(names).contains(text.as_str())
        {
            continue;
        }
        if let Some(labels) = &options.labels
            && !labels.matches(info.pod.labels.as_slice(), names)
        {
            continue;
        }
        if let Some((workload, index)) = &index
            && !is_owned(info, objects, workload, index)
        {
            continue;
        }
        list.found += 1;
        if list.found > options.offset && list.pods.len() < limit {
            let mut entry = entry(snapshot, info, objects, state);
            let refusal = refused.iter().find(|(pod, _)| *pod == id);
            entry.resource_quota =
                refusal.and_then(|(_, keys)| ResourceQuotaAnswer::new(keys, names));
            list.pods.push(entry);
        }
    }
    list
}

/// The first container that waits for the kubelet of the pod's node.
fn waiting(info: &PodInfo, names: &Names) -> Option<WaitingContainerAnswer> {
    let of = info
        .pod
        .waiting
        .filter(|_| info.is_bound() && info.is_live() && !info.terminating)?;
    Some(WaitingContainerAnswer {
        container: names[of.name].to_owned(),
        reason: names[of.reason].to_owned(),
    })
}

fn state(info: &PodInfo) -> PodState {
    if !info.is_live() {
        PodState::Finished
    } else if info.is_bound() {
        PodState::Bound
    } else {
        PodState::Pending
    }
}

/// Whether a workload owns a pod, itself or through another one. O(log(workloads)).
fn is_owned(
    info: &PodInfo,
    objects: &Objects,
    workload: &ObjectName,
    index: &WorkloadIndex<'_>,
) -> bool {
    let names = &objects.names;
    if names[info.pod.namespace] != workload.namespace {
        return false;
    }
    let is_it =
        |kind: Symbol, name: Symbol| names[kind] == workload.kind && names[name] == workload.name;
    let owner = info.pod.owner;
    if owner.is_some_and(|owner| is_it(owner.kind, owner.name)) {
        return true;
    }
    let controller = match info.replica {
        Some(replica) => Some(replica.workload as usize),
        None => index.controller(&info.pod),
    };
    let controller = controller.and_then(|index| objects.workloads.get(index));
    controller.is_some_and(|of| is_it(of.kind, of.name))
}

fn node_name<'a>(
    snapshot: &'a ClusterSnapshot,
    info: &PodInfo,
    objects: &'a Objects,
) -> Option<&'a str> {
    match info.place {
        PodLocation::Pending => None,
        PodLocation::Node(node) => snapshot.nodes.get(node).map(|node| node.name.as_str()),
        PodLocation::Unknown => Some(&objects.names[info.pod.node]),
    }
}

fn entry(
    snapshot: &ClusterSnapshot,
    info: &PodInfo,
    objects: &Objects,
    state: PodState,
) -> PodEntry {
    let nominated = info.nominated;
    let nominated = nominated.and_then(|node| snapshot.nodes.get(node));
    let request = &info.request;
    // As the node counts it.
    let (requests, limits) = if info.is_bound() {
        (request.held(), &request.limits)
    } else {
        (&request.fit, &request.incoming_limits)
    };
    PodEntry {
        pod: info.namespaced_name(&objects.names),
        object: info.object(objects),
        priority: info.priority,
        state: match state {
            PodState::Finished => "finished",
            PodState::Bound => "bound",
            _ => "pending",
        },
        node: node_name(snapshot, info, objects).map(str::to_owned),
        reason: Some(objects.names[info.pod.reason].to_owned())
            .filter(|reason| state == PodState::Finished && !reason.is_empty()),
        unscheduled: info.is_bound() && info.pod.is_unscheduled && !info.pod.is_mirror,
        waiting: waiting(info, &objects.names),
        scheduler_message: Some(objects.names[info.pod.verdict].to_owned())
            .filter(|message| snapshot.nodes.is_empty() && !message.is_empty()),
        nominated: nominated.map(|node| node.name.clone()),
        gates: gate_names(gates(&info.pod), &objects.names),
        invalid: info.pod.refused,
        resource_quota: None,
        behind: unready_before(info, snapshot, &objects.names)
            .map(|other| other.namespaced_name(&objects.names)),
        kubelet: KubeletRejectionAnswer::of(info, snapshot, &objects.names),
        terminating: info.terminating,
        requests: AmountMap::of(&snapshot.resources, requests),
        limits: AmountMap::of(&snapshot.resources, limits),
        unbounded: info.request.unbounded.has_cpu_or_memory(),
        best_effort: info.request.is_best_effort,
    }
}

/// A page of the nodes. O(nodes x resources).
pub fn nodes(snapshot: &ClusterSnapshot, objects: &Objects, options: &NodesOptions) -> NodesAnswer {
    let resources: Vec<ResourceId> = snapshot.resources.ids().collect();
    let mut total: Vec<NodeResourceUse> = Vec::new();
    let mut list = NodesAnswer {
        all: snapshot.nodes.len(),
        total: Vec::new(),
        best_effort: 0,
        found: None,
        nodes: Vec::new(),
    };
    let (limit, mut found, mut listed) = (options.limit, 0, Vec::new());
    for node in &snapshot.nodes {
        let amounts = resources.iter().map(|resource| NodeResourceUse {
            name: String::new(),
            allocatable: node.allocatable.get(*resource),
            requests: node.requested.get(*resource),
            limits: node.limits_of(*resource),
        });
        let mut amounts: Vec<NodeResourceUse> = amounts.collect();
        if total.is_empty() {
            total.clone_from(&amounts);
        } else {
            for (sum, one) in total.iter_mut().zip(&amounts) {
                sum.allocatable = sum.allocatable.saturating_add(one.allocatable);
                sum.requests = sum.requests.saturating_add(one.requests);
                sum.limits = sum.limits.saturating_add(one.limits);
            }
        }
        list.best_effort += node.best_effort;
        let labels = options.labels.as_ref();
        if labels.is_some_and(|labels| !labels.matches(node.node.labels.as_slice(), &objects.names))
        {
            continue;
        }
        found += 1;
        if found <= options.offset || list.nodes.len() >= limit {
            continue;
        }
        name(snapshot, &mut amounts);
        let taints = node.node.taints.iter();
        list.nodes.push(NodeEntry {
            name: node.name.clone(),
            unschedulable: node.node.unschedulable,
            taints: taints.map(|taint| taint.text(&objects.names)).collect(),
            pods: node.pods.len(),
            allowed_pods: node.allowed_pods,
            best_effort: node.best_effort,
            unbounded: node.unbounded.count_of(Unbounded::has_cpu_or_memory),
            resources: amounts,
            like: None,
        });
        listed.push(&*node.node);
    }
    note_alike(&mut list.nodes, &listed, &objects.names);
    name(snapshot, &mut total);
    list.total = total;
    list.found = options.labels.is_some().then_some(found);
    list
}

/// Names the resources, and leaves out those whose amounts are all 0.
fn name(snapshot: &ClusterSnapshot, amounts: &mut Vec<NodeResourceUse>) {
    for (number, amounts) in amounts.iter_mut().enumerate() {
        snapshot
            .resources
            .name(ResourceId(number as u32))
            .clone_into(&mut amounts.name);
    }
    amounts.retain(|one| one.allocatable != 0 || one.requests != 0 || one.limits != 0);
}
