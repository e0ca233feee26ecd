//! Nodes and pods, and how they change as pods come and go.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    Objects,
    names::{Names, Symbol},
    node::Node,
    order,
    pod::{Phase, Pod, Preemption},
    policy::PriorityClass,
    time::Timestamp,
};

use crate::{
    amounts::ResourceNames,
    node::{NodeInfo, Occupant},
    request::Request,
};

/// Where a pod is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nowhere yet.
    #[default]
    Pending,
    /// On a node, by index.
    Node(u32),
    /// On a node that is not in the text.
    Unknown,
}

/// A pod with everything that scheduling counts about it.
#[derive(Clone, Debug)]
pub struct PodInfo {
    /// The pod itself; for pods of a workload, its template.
    pub pod: Arc<Pod>,
    /// Which one of its workload's; `None`: it stands in the text itself.
    pub number: Option<u32>,
    /// Its workload, by index, where it has one.
    pub workload: u32,
    /// The priority in force: its own, its class's, the global default, or 0.
    pub priority: i32,
    /// The preemption policy in force.
    pub preemption: Preemption,
    /// What it asks for.
    pub request: Request,
    /// Where it is.
    pub place: Place,
    /// When it was bound while pods were played, from 1; 0: before, or not at all.
    pub bound: u32,
    /// Whether it is on its way out.
    pub terminating: bool,
    /// When it was evicted while pods were played, from 1; 0: it was not.
    pub evicted: u32,
    /// When it started.
    pub started: Option<Timestamp>,
    /// The node that is kept free for it, by index; only for live pods that are pending.
    pub nominated: Option<u32>,
    /// The only node that it may go to, as its spec says and as no scheduler asks again once the pod
    /// has started; empty: any.
    pub wanted: Symbol,
    /// It asks for no node by name, label or field.
    pub goes_anywhere: bool,
}

impl PodInfo {
    fn new(
        pod: &Arc<Pod>,
        number: Option<u32>,
        classes: &[Arc<PriorityClass>],
        resources: &mut ResourceNames,
        names: &Names,
    ) -> Self {
        let class = class_of(pod, classes);
        // No scheduler asks where a pod may go that has started.
        let has_started = pod.started.is_some() || pod.phase == Phase::Running;
        let wanted = if has_started { Symbol::EMPTY } else { pod.node };
        Self {
            number,
            workload: 0,
            priority: pod.priority.or(class.map(|class| class.value)).unwrap_or(0),
            preemption: pod
                .preemption
                .or(class.map(|class| class.preemption))
                .unwrap_or_default(),
            request: Request::new(pod, resources, names),
            place: Place::Pending,
            bound: 0,
            evicted: 0,
            terminating: pod.deleting,
            started: pod.started,
            nominated: None,
            wanted,
            goes_anywhere: wanted.is_empty()
                && pod.node_selector.0.is_empty()
                && pod.node_affinity.is_none(),
            pod: Arc::clone(pod),
        }
    }

    /// Whether it is neither succeeded nor failed.
    pub fn is_live(&self) -> bool {
        !self.pod.phase.is_over()
    }

    /// Whether it is on a node, known or not.
    pub fn is_bound(&self) -> bool {
        self.place != Place::Pending
    }

    /// Whether it waits for a node.
    pub fn is_pending(&self) -> bool {
        self.is_live() && !self.is_bound()
    }

    /// The node that it is on, by index.
    pub fn node(&self) -> Option<u32> {
        match self.place {
            Place::Node(node) => Some(node),
            _ => None,
        }
    }

    /// Whether two are one: by their UIDs, by namespace and name where there are none.
    pub fn is_same(&self, other: &Self) -> bool {
        if !self.pod.uid.is_empty() || !other.pod.uid.is_empty() {
            return self.pod.uid == other.pod.uid && self.number == other.number;
        }
        let name = |info: &Self| (info.pod.namespace, info.pod.name, info.number);
        name(self) == name(other)
    }

    /// Its name.
    pub fn name(&self, names: &Names) -> String {
        let name = &names[self.pod.name];
        match self.number {
            Some(number) => format!("{name}-{number}"),
            None => name.to_owned(),
        }
    }

    /// Namespace and name, as `namespace/name`.
    pub fn key(&self, names: &Names) -> String {
        format!("{}/{}", &names[self.pod.namespace], self.name(names))
    }
}

/// What a world is made of.
#[derive(Clone, Debug)]
pub struct Scheduled<'a> {
    /// The texts behind every symbol.
    pub names: &'a Names,
    /// In the order of the text.
    pub nodes: &'a [Arc<Node>],
    /// In the order of the text.
    pub pods: &'a [Arc<Pod>],
    /// The pods that workloads have still to make.
    pub made: Vec<Made>,
    /// Where pods have their priorities from.
    pub priority_classes: &'a [Arc<PriorityClass>],
}

impl<'a> Scheduled<'a> {
    /// The nodes and pods of a text, with the pods that its workloads have still to make.
    pub fn of(objects: &'a Objects) -> Self {
        let made = objects.expansions().into_iter().map(|expansion| Made {
            workload: expansion.workload as u32,
            template: Arc::new(objects.workloads[expansion.workload].template.clone()),
            numbers: expansion.numbers,
        });
        Self {
            names: &objects.names,
            nodes: &objects.nodes,
            pods: &objects.pods,
            made: made.collect(),
            priority_classes: &objects.priority_classes,
        }
    }
}

/// Pods that a workload has still to make.
#[derive(Clone, Debug)]
pub struct Made {
    /// The workload, by index.
    pub workload: u32,
    /// What its pods are made from.
    pub template: Arc<Pod>,
    /// The pods' numbers.
    pub numbers: Vec<u32>,
}

/// All nodes and pods.
///
/// INVARIANT: a node's pods and sums are those of the live pods that are on it, and
/// `PodInfo::nominated` and `NodeInfo::nominated` say the same, whatever came and went.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The resources that anything here names.
    pub resources: ResourceNames,
    /// In the order of the text.
    pub nodes: Vec<NodeInfo>,
    /// In the order of the text, those of workloads behind the others.
    pub pods: Vec<PodInfo>,
    /// The pods that a node is kept free for, by index, ascending.
    pub nominated: Vec<u32>,
    /// The nodes in the order of their names, and the place of each in it.
    by_rank: Vec<u32>,
    ranks: Vec<u32>,
    /// The index of the node of each symbol; [`NONE`] where there is none.
    by_name: Vec<u32>,
    /// The index of each pod by namespace, name and number, [`NONE`] for none.
    by_key: FxHashMap<(Symbol, Symbol, u32), u32>,
}

const NONE: u32 = u32::MAX;

impl World {
    /// All nodes and pods of some objects. O(pods x containers x resources + nodes).
    pub fn new(objects: &Scheduled<'_>) -> Self {
        let names = objects.names;
        let mut world = Self {
            resources: ResourceNames::new(names),
            by_name: vec![NONE; names.len()],
            ..Self::default()
        };
        for node in objects.nodes {
            if let Some(slot) = world.by_name.get_mut(node.name.index()) {
                *slot = world.nodes.len() as u32;
            }
            let info = NodeInfo::new(node, &mut world.resources, names);
            world.nodes.push(info);
        }
        world.rank();
        let classes = objects.priority_classes;
        let resources = &mut world.resources;
        for pod in objects.pods {
            let info = PodInfo::new(pod, None, classes, resources, names);
            world.pods.push(info);
        }
        for made in &objects.made {
            for number in &made.numbers {
                let mut info =
                    PodInfo::new(&made.template, Some(*number), classes, resources, names);
                info.workload = made.workload;
                world.pods.push(info);
            }
        }
        world.by_key.reserve(world.pods.len());
        for pod in 0..world.pods.len() as u32 {
            if let Some(info) = world.pods.get(pod as usize) {
                let number = info.number.unwrap_or(NONE);
                let key = (info.pod.namespace, info.pod.name, number);
                world.by_key.insert(key, pod);
            }
            world.settle(pod, false);
        }
        for node in &mut world.nodes {
            order::sort(&mut node.pods, |a, b| a.importance().cmp(&b.importance()));
        }
        world
    }

    /// Nothing but the basic resources.
    pub fn without_objects(names: &Names) -> Self {
        Self {
            resources: ResourceNames::new(names),
            ..Self::default()
        }
    }

    /// The index of the node of a name.
    pub fn node(&self, name: Symbol) -> Option<u32> {
        let index = self.by_name.get(name.index()).copied()?;
        (index != NONE && !name.is_empty()).then_some(index)
    }

    fn rank(&mut self) {
        let nodes = &self.nodes;
        let name = |node: u32| nodes.get(node as usize).map(|node| node.name.as_str());
        self.by_rank = order::positions(nodes.len(), &mut |a, b| name(a).cmp(&name(b)));
        self.ranks = vec![0; nodes.len()];
        for (rank, node) in self.by_rank.iter().enumerate() {
            if let Some(slot) = self.ranks.get_mut(*node as usize) {
                *slot = rank as u32;
            }
        }
    }

    /// The place of a node in the order of the names.
    pub fn name_rank(&self, node: u32) -> u32 {
        self.ranks.get(node as usize).copied().unwrap_or_default()
    }

    /// The nodes in the order of their names, by index.
    pub fn nodes_by_name(&self) -> &[u32] {
        &self.by_rank
    }

    /// The node at a place in the order of the names.
    pub fn node_by_rank(&self, rank: u32) -> Option<&NodeInfo> {
        let node = self.by_rank.get(rank as usize)?;
        self.nodes.get(*node as usize)
    }

    /// The index of a pod, given as `namespace/name`.
    pub fn pod(&self, key: &str, names: &Names) -> Option<u32> {
        let (namespace, name) = key.split_once('/')?;
        let namespace = names.get(namespace)?;
        let of = |name: &str, number| self.by_key.get(&(namespace, names.get(name)?, number));
        let own = of(name, NONE).copied();
        own.or_else(|| {
            let (name, number) = name.rsplit_once('-')?;
            of(name, number.parse().ok()?).copied()
        })
        // `web-01` is not `web-1`.
        .filter(|index| {
            let info = self.pods.get(*index as usize);
            info.is_some_and(|info| info.key(names) == key)
        })
    }

    /// Puts a pod where its text says.
    fn settle(&mut self, pod: u32, ranked: bool) {
        let Some(info) = self.pods.get(pod as usize) else {
            return;
        };
        let (node, nominated) = (info.pod.node, info.pod.nominated);
        if !node.is_empty() {
            let place = self.node(node).map_or(Place::Unknown, Place::Node);
            self.put(pod, place, ranked);
        } else if info.is_live() {
            self.nominate(pod, self.node(nominated));
        }
    }

    fn put(&mut self, pod: u32, place: Place, ranked: bool) {
        let Some(info) = self.pods.get_mut(pod as usize) else {
            return;
        };
        info.place = place;
        if let Place::Node(node) = place
            && info.is_live()
            && let Some(node) = self.nodes.get_mut(node as usize)
        {
            let occupant = Occupant::new(pod, info);
            if ranked {
                node.add(occupant, &info.request);
            } else {
                node.count(&info.request);
                node.pods.push(occupant);
            }
        }
    }

    /// Binds a pod to a node while pods are played; `moment` counts from 1.
    pub fn bind(&mut self, pod: u32, node: u32, moment: u32) {
        self.nominate(pod, None);
        self.take(pod);
        if let Some(info) = self.pods.get_mut(pod as usize) {
            info.bound = moment;
            info.started = None;
            self.put(pod, Place::Node(node), true);
        }
    }

    /// Evicts a pod while pods are played: it waits again, and for any node; `moment` counts from 1.
    pub fn evict(&mut self, pod: u32, moment: u32) {
        self.take(pod);
        if let Some(info) = self.pods.get_mut(pod as usize) {
            info.bound = 0;
            info.evicted = moment;
            info.terminating = false;
            info.started = None;
            info.wanted = Symbol::EMPTY;
            info.goes_anywhere =
                info.pod.node_selector.0.is_empty() && info.pod.node_affinity.is_none();
        }
    }

    /// Takes a pod off its node. Gives where it was, for [`World::give_back`].
    pub fn take(&mut self, pod: u32) -> Place {
        let Some(info) = self.pods.get_mut(pod as usize) else {
            return Place::Pending;
        };
        let place = std::mem::take(&mut info.place);
        if let Place::Node(node) = place
            && let Some(node) = self.nodes.get_mut(node as usize)
        {
            node.remove(pod, &info.request);
        }
        place
    }

    /// Puts a pod back where it was taken from.
    pub fn give_back(&mut self, pod: u32, place: Place) {
        self.put(pod, place, true);
    }

    /// Keeps a node free for a pod, or no longer any.
    pub fn nominate(&mut self, pod: u32, node: Option<u32>) {
        let Some(info) = self.pods.get_mut(pod as usize) else {
            return;
        };
        let before = std::mem::replace(&mut info.nominated, node);
        if before == node {
            return;
        }
        if let Some(before) = before.and_then(|node| self.nodes.get_mut(node as usize)) {
            before.nominated.retain(|other| *other != pod);
        }
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node as usize)) {
            insert(&mut node.nominated, pod);
        }
        if node.is_some() {
            insert(&mut self.nominated, pod);
        } else {
            self.nominated.retain(|other| *other != pod);
        }
    }

    /// Reads a pod of the text anew, in the place of its former self. O(pods of its nodes).
    pub fn replace(
        &mut self,
        pod: u32,
        new: &Arc<Pod>,
        classes: &[Arc<PriorityClass>],
        names: &Names,
    ) {
        self.take(pod);
        self.nominate(pod, None);
        let info = PodInfo::new(new, None, classes, &mut self.resources, names);
        if let Some(slot) = self.pods.get_mut(pod as usize) {
            *slot = info;
            self.settle(pod, true);
        }
    }
}

fn insert(sorted: &mut Vec<u32>, number: u32) {
    if let Err(at) = sorted.binary_search(&number) {
        sorted.insert(at, number);
    }
}

/// The class of a pod: the one it names, else the global default (of several, that of the smallest
/// value).
fn class_of<'a>(pod: &Pod, classes: &'a [Arc<PriorityClass>]) -> Option<&'a PriorityClass> {
    let mut classes = classes.iter().map(AsRef::as_ref);
    if pod.priority_class.is_empty() {
        let defaults = classes.filter(|class| class.global_default);
        defaults.min_by_key(|class| class.value)
    } else {
        classes.find(|class| class.name == pod.priority_class)
    }
}
