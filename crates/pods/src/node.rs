//! A node with the sums over the pods on it.

use std::{cmp::Reverse, sync::Arc};

use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
    node::Node,
};
use schedscope_time::Timestamp;

use crate::{
    amount_sum::{AmountSum, saturated},
    amounts::{Amounts, ResourceId, ResourceNames, allowed_pods},
    fit::is_hard,
    request::{Request, UnboundedPods},
    snapshot::PodInfo,
};

/// A live pod on a node, with the fields that preemption reads: they lie side by side with those of its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundPod {
    pub pod: PodId,
    pub priority: i32,
    pub namespace: Symbol,
    /// When a run of the queue bound it: the number of the step, from 1. 0 if it was bound before.
    pub bound: u32,
    /// When it started.
    pub started: Option<Timestamp>,
    /// What it holds.
    pub fit: Amounts,
    /// What its quota is charged.
    pub charge: Amounts,
}

/// Smaller is more important.
pub type Importance = (Reverse<i32>, bool, Option<Timestamp>, u32, PodId);

/// Smaller is more important; pods with one rank are equals.
pub type Rank = (Reverse<i32>, bool, Option<Timestamp>, u32);

impl BoundPod {
    /// A pod on a node.
    pub fn new(pod: PodId, info: &PodInfo) -> Self {
        Self {
            pod,
            priority: info.priority,
            namespace: info.pod.namespace,
            bound: info.bound,
            started: info.started,
            fit: info.request.held().clone(),
            charge: info.request.charge.clone(),
        }
    }

    /// The part of the importance that a scheduler reads: pods with one rank are equals. Pods that a run of the queue
    /// bound started one after another.
    pub fn rank(&self) -> Rank {
        (
            Reverse(self.priority),
            self.started.is_none(),
            self.started,
            self.bound,
        )
    }

    /// Whether two pods have one [`rank`](Self::rank).
    #[inline]
    pub fn is_equal(&self, other: &Self) -> bool {
        // As the ranks are, without making them.
        self.priority == other.priority
            && self.started == other.started
            && self.bound == other.bound
    }

    /// Higher priority first, then earlier start (no start counts as the latest), then earlier binding, then the order
    /// of the text.
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

/// The places of a node's pods, which lie most important first, in the order in which preemption takes them out: least
/// important first; equals from the last of the text, and those without a start time from the first.
///
/// Source: `sort.Slice` with the negated `MoreImportantPod` of Kubernetes 1.35. It takes the current time for a missing
/// start time, so that of two pods without one each is more important than the other; with equal start times neither
/// is. Go sorts up to 12 pods by insertion, which reverses equals or keeps them. On a node with more pods its pdqsort
/// decides the order of equals; here it stays the same rule: pdqsort starts from the order of the scheduler's own list,
/// which no text has, and an answer names the equals of which another order evicts others.
pub fn eviction_order(pods: &[BoundPod]) -> impl Iterator<Item = u32> {
    let mut end = pods.len();
    pods.chunk_by(BoundPod::is_equal)
        .rev()
        .flat_map(move |equals| {
            let last = end - 1;
            end -= equals.len();
            let (first, has_start) = (end, equals.first().is_some_and(|pod| pod.started.is_some()));
            (0..equals.len()).map(move |at| {
                let place = if has_start { last - at } else { first + at };
                place as u32
            })
        })
}

/// A node with the sums over the pods on it.
///
/// INVARIANT: the sums equal those of `pods`, after any sequence of additions and removals.
#[derive(Clone, Debug)]
pub struct NodeInfo {
    /// The node itself.
    pub node: Arc<Node>,
    pub name: String,
    /// It is not cordoned and has no taint that rejects pods.
    pub is_open: bool,
    /// What it can allocate.
    pub allocatable: Amounts,
    /// How many pods it can hold.
    pub allowed_pods: i64,
    /// What the live pods on it ask for.
    pub requested: AmountSum,
    /// The same in cpu and memory, where containers without a request count 100m and 200Mi.
    pub non_zero: [i64; 2],
    /// The same, exact.
    exact_non_zero: [i128; 2],
    /// The limits of the containers on it, best-effort pods left out.
    pub limits: AmountSum,
    /// How many best-effort pods are on it.
    pub best_effort: i64,
    /// How many pods on it have a container without a limit, by the resources of which it has none.
    pub unbounded: UnboundedPods,
    /// How many pods on it have limits as a whole.
    pub whole_limits: i64,
    /// The live pods on it, most important first.
    pub pods: Vec<BoundPod>,
    /// The pods that are nominated for it, ascending.
    pub nominated: Vec<PodId>,
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
            requested: AmountSum::default(),
            non_zero: [0; 2],
            exact_non_zero: [0; 2],
            limits: AmountSum::default(),
            best_effort: 0,
            unbounded: UnboundedPods::default(),
            whole_limits: 0,
            pods: Vec::new(),
            nominated: Vec::new(),
        }
    }

    /// The limits of the pods on it of a resource; a best-effort pod counts with all that the node can give.
    pub fn limits_of(&self, resource: ResourceId) -> i64 {
        let all = self.allocatable.get(resource);
        let free = all.saturating_mul(self.best_effort);
        self.limits.get(resource).saturating_add(free)
    }

    /// Counts a pod in, without its place among the others.
    pub fn count(&mut self, request: &Request) {
        self.requested.add(request.held());
        self.tally(request, 1);
    }

    /// Counts a pod in, at its place. O(pods of the node) at worst, by moving.
    pub fn add(&mut self, bound_pod: BoundPod, request: &Request) {
        self.count(request);
        let key = bound_pod.importance();
        let at = self.pods.partition_point(|other| other.importance() < key);
        self.pods.insert(at, bound_pod);
    }

    /// Counts a pod out. O(pods of the node).
    pub fn remove(&mut self, pod: PodId, request: &Request) {
        let Some(at) = self.pods.iter().position(|other| other.pod == pod) else {
            return;
        };
        self.pods.remove(at);
        self.requested.subtract(request.held());
        self.tally(request, -1);
    }

    fn tally(&mut self, request: &Request, sign: i64) {
        for (sum, amount) in self.exact_non_zero.iter_mut().zip(request.held_non_zero()) {
            *sum += i128::from(sign) * i128::from(amount);
        }
        self.non_zero = self.exact_non_zero.map(saturated);
        if request.is_best_effort {
            self.best_effort += sign;
            return;
        }
        self.unbounded.count(request.unbounded, sign);
        self.whole_limits += sign * i64::from(request.has_whole_limits);
        if sign > 0 {
            self.limits.add(&request.limits);
        } else {
            self.limits.subtract(&request.limits);
        }
    }
}
