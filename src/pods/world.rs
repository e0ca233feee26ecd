//! Nodes with the pods on them, and what those hold.

use std::sync::Arc;

use super::{
    amounts::{Amounts, ResourceNames, allowed_pods},
    request::Request,
};
use crate::kube::{
    names::{Names, Symbol},
    node::Node,
    objects::Objects,
    pod::{Pod, Preemption, Workload},
    policy::PriorityClass,
};

/// A pod with everything that scheduling counts about it.
#[derive(Clone, Debug)]
pub struct PodInfo {
    /// The pod itself.
    pub pod: Arc<Pod>,
    /// Namespace and name, as `namespace/name`.
    pub key: String,
    /// What makes it itself: its UID, or its key where it has none.
    pub identity: String,
    /// The priority in force: its own, its class's, the global default, or 0.
    pub priority: i32,
    /// The preemption policy in force.
    pub preemption: Preemption,
    /// What it asks for.
    pub request: Request,
    /// The node that it is bound to, by index; `None` where it is not bound or the node is unknown.
    pub node: Option<u32>,
    /// The node that is kept free for it, by index; only for live pods that are not bound.
    pub nominated: Option<u32>,
}

impl PodInfo {
    /// Whether it is neither succeeded nor failed.
    pub fn is_live(&self) -> bool {
        !self.pod.phase.is_over()
    }

    /// Whether its spec names a node, known or not.
    pub fn is_bound(&self) -> bool {
        !self.pod.node.is_empty()
    }
}

/// A node with what the pods on it hold.
#[derive(Clone, Debug)]
pub struct NodeInfo {
    /// The node itself.
    pub node: Arc<Node>,
    /// Its name.
    pub name: String,
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
    /// The live pods on it, by index, in the order of the input.
    pub pods: Vec<u32>,
    /// The pods that it is kept free for, by index.
    pub nominated: Vec<u32>,
}

impl NodeInfo {
    fn new(node: &Arc<Node>, resources: &mut ResourceNames, names: &Names) -> Self {
        Self {
            node: Arc::clone(node),
            name: names[node.name].to_owned(),
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

    /// Counts a pod in.
    pub fn add(&mut self, request: &Request) {
        self.requested.add(&request.fit);
        self.count(request, 1);
    }

    /// Counts a pod out.
    pub fn remove(&mut self, request: &Request) {
        self.requested.subtract(&request.fit);
        self.count(request, -1);
    }

    fn count(&mut self, request: &Request, sign: i64) {
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

/// All nodes and pods.
///
/// INVARIANT: a node's sums are those of its live pods, whatever was added and removed.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The resources that anything here names.
    pub resources: ResourceNames,
    /// In the order of the text.
    pub nodes: Vec<NodeInfo>,
    /// In the order of the text, those of workloads behind the others.
    pub pods: Vec<PodInfo>,
    /// The index of the node of each symbol; [`NONE`] where there is none.
    by_name: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl World {
    /// Everything in a text. O(pods x containers x resources + nodes).
    pub fn new(objects: &Objects) -> Self {
        let names = &objects.names;
        let mut world = Self {
            resources: ResourceNames::new(names),
            by_name: vec![NONE; names.len()],
            ..Self::default()
        };
        for node in &objects.nodes {
            if let Some(slot) = world.by_name.get_mut(node.name.index()) {
                *slot = world.nodes.len() as u32;
            }
            let info = NodeInfo::new(node, &mut world.resources, names);
            world.nodes.push(info);
        }
        let classes = &objects.priority_classes;
        for pod in &objects.pods {
            let key = format!("{}/{}", &names[pod.namespace], &names[pod.name]);
            world.push(pod, key, classes, names);
        }
        for workload in &objects.workloads {
            let template = Arc::new(workload.template.clone());
            for number in 0..workload.replicas {
                let key = workload_pod(workload, number, names);
                world.push(&template, key, classes, names);
            }
        }
        world
    }

    /// The index of the node of a name.
    pub fn node(&self, name: Symbol) -> Option<u32> {
        let index = self.by_name.get(name.index()).copied()?;
        (index != NONE).then_some(index)
    }

    /// Adds a pod; it counts on its node where it is bound and live. Gives its index.
    pub fn push(
        &mut self,
        pod: &Arc<Pod>,
        key: String,
        classes: &[Arc<PriorityClass>],
        names: &Names,
    ) -> u32 {
        let index = self.pods.len() as u32;
        let class = class_of(pod, classes);
        let live = !pod.phase.is_over();
        let info = PodInfo {
            identity: if pod.uid.is_empty() {
                key.clone()
            } else {
                names[pod.uid].to_owned()
            },
            key,
            priority: pod.priority.or(class.map(|class| class.value)).unwrap_or(0),
            preemption: pod
                .preemption
                .or(class.map(|class| class.preemption))
                .unwrap_or_default(),
            request: Request::new(pod, &mut self.resources, names),
            node: self.node(pod.node).filter(|_| !pod.node.is_empty()),
            nominated: self
                .node(pod.nominated)
                .filter(|_| live && pod.node.is_empty() && !pod.nominated.is_empty()),
            pod: Arc::clone(pod),
        };
        if let Some(node) = info.node.filter(|_| live) {
            let node = &mut self.nodes[node as usize];
            node.add(&info.request);
            node.pods.push(index);
        }
        if let Some(node) = info.nominated {
            self.nodes[node as usize].nominated.push(index);
        }
        self.pods.push(info);
        index
    }
}

/// What a workload calls its pods.
fn workload_pod(workload: &Workload, number: u32, names: &Names) -> String {
    format!(
        "{}/{}-{number}",
        &names[workload.namespace], &names[workload.name]
    )
}

/// The class of a pod: the one it names, else the global default (of several, that of the smallest
/// value).
fn class_of<'a>(pod: &Pod, classes: &'a [Arc<PriorityClass>]) -> Option<&'a PriorityClass> {
    let classes = classes.iter().map(AsRef::as_ref);
    if pod.priority_class.is_empty() {
        let defaults = classes.filter(|class| class.global_default);
        defaults.min_by_key(|class| class.value)
    } else {
        classes
            .clone()
            .find(|class| class.name == pod.priority_class)
    }
}
