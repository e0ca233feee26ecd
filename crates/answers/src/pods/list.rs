//! The pods and the nodes there are, for whoever looks for one.

use schedscope_objects::{diagnostic::ObjectName, objects::Objects};
use schedscope_options::{options, words};
use schedscope_pods::{
    amounts::ResourceId,
    score::limit_aware::BestEffort,
    snapshot::{ClusterSnapshot, PodInfo, PodLocation},
};
use serde::Serialize;

use crate::pods::amounts::AmountMap;

/// Which pods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "lowercase"))]
pub enum PodState {
    /// All.
    #[default]
    All,
    /// Those that wait for a node.
    Pending,
    /// Those on a node, known or not.
    Bound,
    /// Those that succeeded or failed.
    Finished,
}

words! {
    PodState { "all" = All, "pending" = Pending, "bound" = Bound, "finished" = Finished, }
}

options! {
    /// Which pods are listed.
    pub struct PodsOptions {
        /// Which pods.
        state: PodState,
        /// Only those whose `namespace/name` holds this text.
        find: Option<String>,
        /// Only those on this node.
        node: Option<String>,
        /// How many pods are passed over.
        offset: usize,
        /// How many pods are listed at most.
        limit: usize = 100,
    }

    /// Which nodes are listed.
    pub struct NodesOptions {
        /// How many nodes are passed over.
        offset: usize,
        /// How many nodes are listed at most.
        limit: usize = 100,
    }
}

/// A page of the pods, in the order of the text, those of workloads behind the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PodsAnswer {
    /// How many there are in all.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub all: usize,
    /// How many wait for a node.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub pending: usize,
    /// How many are on a node.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub bound: usize,
    /// How many succeeded or failed.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub finished: usize,
    /// How many are as asked for.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub found: usize,
    /// The page.
    pub pods: Vec<PodEntry>,
}

/// A pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PodEntry {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// The object that it stands in: itself, or its workload.
    pub object: ObjectName,
    /// Its priority.
    pub priority: i32,
    /// `pending`, `bound` or `finished`.
    #[cfg_attr(feature = "types", ts(type = "\"pending\" | \"bound\" | \"finished\""))]
    pub state: &'static str,
    /// Its node, known or not; null where it has none.
    pub node: Option<String>,
    /// The node that is kept free for it; null where none is.
    pub nominated: Option<String>,
    /// Whether it is on its way out.
    pub terminating: bool,
    /// What must be free on a node.
    pub requests: AmountMap,
    /// What it may use at most; a container without a limit adds 0.
    pub limits: AmountMap,
    /// Whether a container has no limit of cpu or memory.
    pub unbounded: bool,
    /// Whether it has neither requests nor limits.
    pub best_effort: bool,
}

/// A page of the nodes, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodesAnswer {
    /// How many there are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub all: usize,
    /// All nodes together.
    pub total: Vec<NodeResourceUse>,
    /// The page.
    pub nodes: Vec<NodeEntry>,
}

/// A node with what is on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeEntry {
    /// Its name.
    pub name: String,
    /// Whether it is cordoned.
    pub unschedulable: bool,
    /// Its taints, as `key=value:effect`.
    pub taints: Vec<String>,
    /// How many live pods are on it.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub pods: usize,
    /// How many it can hold.
    pub allowed_pods: i64,
    /// How many pods on it have neither requests nor limits.
    pub best_effort: i64,
    /// How many pods on it have a container without a limit of cpu or memory.
    pub unbounded: i64,
    /// Each resource that it has or that is asked of it.
    pub resources: Vec<NodeResourceUse>,
}

/// One resource of a node: milli-CPU, or base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeResourceUse {
    /// The resource.
    pub name: String,
    /// What the node can give.
    pub allocatable: i64,
    /// What the pods on it ask for.
    pub requests: i64,
    /// What they may use at most; those without requests and limits count all of the node.
    pub limits: i64,
}

/// The pods that are asked for. O(pods).
pub fn pods(snapshot: &ClusterSnapshot, objects: &Objects, options: &PodsOptions) -> PodsAnswer {
    let names = &objects.names;
    let mut list = PodsAnswer {
        all: snapshot.pods.len(),
        pending: 0,
        bound: 0,
        finished: 0,
        found: 0,
        pods: Vec::new(),
    };
    let node = options.node.as_deref();
    let limit = options.limit;
    for info in &snapshot.pods {
        let state = state(info);
        match state {
            PodState::Pending => list.pending += 1,
            PodState::Bound => list.bound += 1,
            _ => list.finished += 1,
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
        list.found += 1;
        if list.found > options.offset && list.pods.len() < limit {
            list.pods.push(entry(snapshot, info, objects, state));
        }
    }
    list
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
    PodEntry {
        pod: info.key(&objects.names),
        object: info.object(objects),
        priority: info.priority,
        state: match state {
            PodState::Finished => "finished",
            PodState::Bound => "bound",
            _ => "pending",
        },
        node: node_name(snapshot, info, objects).map(str::to_owned),
        nominated: nominated.map(|node| node.name.clone()),
        terminating: info.terminating,
        requests: AmountMap::of(&snapshot.resources, &info.request.fit),
        limits: AmountMap::of(&snapshot.resources, &info.request.incoming_limits),
        unbounded: info.request.is_unbounded,
        best_effort: info.request.is_best_effort,
    }
}

/// The nodes that are asked for. O(nodes x resources).
pub fn nodes(snapshot: &ClusterSnapshot, objects: &Objects, options: &NodesOptions) -> NodesAnswer {
    let resources: Vec<ResourceId> = (0..snapshot.resources.len() as u32)
        .map(ResourceId)
        .collect();
    let mut total: Vec<NodeResourceUse> = Vec::new();
    let mut list = NodesAnswer {
        all: snapshot.nodes.len(),
        total: Vec::new(),
        nodes: Vec::new(),
    };
    let best_effort = BestEffort::default();
    let limit = options.limit;
    for (index, node) in snapshot.nodes.iter().enumerate() {
        let amounts = resources.iter().map(|resource| {
            let allocatable = node.allocatable.get(*resource);
            let free = best_effort
                .amount(allocatable)
                .saturating_mul(node.best_effort);
            NodeResourceUse {
                name: String::new(),
                allocatable,
                requests: node.requested.get(*resource),
                limits: node.limits.get(*resource).saturating_add(free),
            }
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
        if index < options.offset || list.nodes.len() >= limit {
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
            unbounded: node.unbounded,
            resources: amounts,
        });
    }
    name(snapshot, &mut total);
    list.total = total;
    list
}

/// Names the resources, and leaves out those of which nothing is there.
fn name(snapshot: &ClusterSnapshot, amounts: &mut Vec<NodeResourceUse>) {
    for (number, amounts) in amounts.iter_mut().enumerate() {
        snapshot
            .resources
            .name(ResourceId(number as u32))
            .clone_into(&mut amounts.name);
    }
    amounts.retain(|one| one.allocatable != 0 || one.requests != 0 || one.limits != 0);
}
