//! A node with what the pods on it hold.

use std::{cmp::Reverse, sync::Arc};

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    time::Timestamp,
};

use crate::{
    amounts::{Amounts, ResourceNames, allowed_pods},
    fit::is_hard,
    request::Request,
    world::PodInfo,
};

/// A live pod on a node: what preemption asks about it, side by side with its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupant {
    /// The pod, by index.
    pub pod: u32,
    /// Its priority.
    pub priority: i32,
    /// Its namespace.
    pub namespace: Symbol,
    /// When it was bound while pods were played, from 1; 0: before.
    pub bound: u32,
    /// When it started.
    pub started: Option<Timestamp>,
    /// What it asks for.
    pub fit: Amounts,
    /// What its quota is charged.
    pub charge: Amounts,
}

/// Smaller is more important.
pub type Importance = (Reverse<i32>, bool, Option<Timestamp>, u32, u32);

impl Occupant {
    /// A pod by its index.
    pub fn new(pod: u32, info: &PodInfo) -> Self {
        Self {
            pod,
            priority: info.priority,
            namespace: info.pod.namespace,
            bound: info.bound,
            started: info.started,
            fit: info.request.fit.clone(),
            charge: info.request.charge.clone(),
        }
    }

    /// Higher priority first, then earlier start (none is later than any), then earlier bound, then
    /// earlier in the input.
    pub fn importance(&self) -> Importance {
        (
            Reverse(self.priority),
            self.started.is_none(),
            self.started,
            self.bound,
            self.pod,
        )
    }
}

/// A node with what the pods on it hold.
///
/// INVARIANT: the sums are those of `pods`, whatever was added and removed.
#[derive(Clone, Debug)]
pub struct NodeInfo {
    /// The node itself.
    pub node: Arc<Node>,
    /// Its name.
    pub name: String,
    /// It is not cordoned and has no taint that keeps pods away.
    pub is_open: bool,
    /// What it can give.
    pub allocatable: Amounts,
    /// How many pods it can hold.
    pub allowed_pods: i64,
    /// What the live pods on it ask for.
    pub requested: Amounts,
    /// The same in cpu and memory, where containers without a request count 100m and 200Mi.
    pub non_zero: [i64; 2],
    /// What containers on it may use at most, best-effort pods left out.
    pub limits: Amounts,
    /// How many best-effort pods are on it.
    pub best_effort: i64,
    /// How many pods on it have a container that is not limited.
    pub unbounded: i64,
    /// The live pods on it, most important first.
    pub pods: Vec<Occupant>,
    /// The pods that it is kept free for, by index, ascending.
    pub nominated: Vec<u32>,
}

impl NodeInfo {
    /// A node without pods.
    pub fn new(node: &Arc<Node>, resources: &mut ResourceNames, names: &Names) -> Self {
        Self {
            node: Arc::clone(node),
            name: names[node.name].to_owned(),
            is_open: !node.unschedulable && !node.taints.iter().any(is_hard),
            allocatable: Amounts::read(&node.allocatable, resources, names),
            allowed_pods: allowed_pods(&node.allocatable, names),
            requested: Amounts::default(),
            non_zero: [0; 2],
            limits: Amounts::default(),
            best_effort: 0,
            unbounded: 0,
            pods: Vec::new(),
            nominated: Vec::new(),
        }
    }

    /// Counts a pod in, without its place among the others.
    pub fn count(&mut self, request: &Request) {
        self.requested.add(&request.fit);
        self.tally(request, 1);
    }

    /// Counts a pod in, at its place. O(pods of the node) at worst, by moving.
    pub fn add(&mut self, occupant: Occupant, request: &Request) {
        self.count(request);
        let key = occupant.importance();
        let at = self.pods.partition_point(|other| other.importance() < key);
        self.pods.insert(at, occupant);
    }

    /// Counts a pod out. O(pods of the node).
    pub fn remove(&mut self, pod: u32, request: &Request) {
        let Some(at) = self.pods.iter().position(|other| other.pod == pod) else {
            return;
        };
        self.pods.remove(at);
        self.requested.subtract(&request.fit);
        self.tally(request, -1);
    }

    fn tally(&mut self, request: &Request, sign: i64) {
        for (sum, amount) in self.non_zero.iter_mut().zip(request.non_zero) {
            *sum = sum.saturating_add(sign * amount);
        }
        if request.is_best_effort {
            self.best_effort += sign;
            return;
        }
        self.unbounded += sign * i64::from(request.is_unbounded);
        if sign > 0 {
            self.limits.add(&request.limits);
        } else {
            self.limits.subtract(&request.limits);
        }
    }
}
