//! Nodes and pods, with incremental changes.

mod claims;
mod copies;
mod handed;
mod nodes;
mod pod_info;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    Objects,
    cluster_context::{Namespace, Service},
    id::{Id, IdVec, NodeId, PodId},
    ids,
    kubernetes_version::{KubernetesVersion, VersionedRule},
    names::{Names, Symbol},
    node::Node,
    order,
    pod::{Pod, Workload},
    scheduler_configuration::SchedulerConfiguration,
};

use self::claims::ClaimPods;
pub use self::pod_info::{NamedClasses, PodInfo, Replica};
use crate::{
    amounts::ResourceNames,
    classes::{PodClasses, needs_classes},
    default_profile::ScoringProfile,
    fit::gates,
    matching::{MatchContext, NamespaceLabels},
    node::{BoundPod, NodeInfo},
    request::Request,
    volumes::{Storage, StorageObjects},
};

ids! {
    /// The place of a node in the order of the names.
    pub struct NameRank;
}

/// Where a pod is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PodLocation {
    /// It has no node yet.
    #[default]
    Pending,
    Node(NodeId),
    /// On a node that the text does not define.
    Unknown,
}

/// The objects that a snapshot counts.
#[derive(Clone, Debug)]
pub struct SnapshotInput<'a> {
    /// The texts of every symbol.
    pub names: &'a Names,
    /// In the order of the text.
    pub nodes: &'a [Arc<Node>],
    /// In the order of the text.
    pub pods: &'a [Arc<Pod>],
    /// The replicas that workloads have still to create.
    pub missing: Vec<MissingReplicas>,
    /// The classes of the text.
    pub classes: NamedClasses<'a>,
    /// The namespaces of the text.
    pub namespaces: &'a [Arc<Namespace>],
    /// The services of the text.
    pub services: &'a [Arc<Service>],
    /// The workloads of the text.
    pub workloads: &'a [Arc<Workload>],
    /// The configurations of schedulers of the text.
    pub configurations: &'a [Arc<SchedulerConfiguration>],
    /// What volumes depend on.
    pub storage: StorageObjects<'a>,
    /// What is assumed to be bound: pods (`namespace/name`), with the names of their nodes.
    pub bound: &'a [(String, String)],
    /// The release of Kubernetes that is reproduced.
    pub version: KubernetesVersion,
}

impl<'a> SnapshotInput<'a> {
    /// The nodes and pods of a text, with the pods that its workloads have still to create.
    pub fn of(objects: &'a Objects, version: KubernetesVersion) -> Self {
        let missing = objects
            .expansions()
            .into_iter()
            .map(|expansion| MissingReplicas {
                workload: expansion.workload as u32,
                template: Arc::new(objects.workloads[expansion.workload].template.clone()),
                numbers: expansion.numbers,
            });
        Self {
            names: &objects.names,
            nodes: &objects.nodes,
            pods: &objects.pods,
            missing: missing.collect(),
            classes: NamedClasses::of(objects),
            namespaces: &objects.namespaces,
            services: &objects.services,
            workloads: &objects.workloads,
            configurations: &objects.scheduler_configurations,
            storage: StorageObjects::of(objects),
            bound: &objects.assumed.bound,
            version,
        }
    }
}

/// Pods that a workload has still to create.
#[derive(Clone, Debug)]
pub struct MissingReplicas {
    /// The workload's index in [`Objects::workloads`].
    pub workload: u32,
    pub template: Arc<Pod>,
    /// The numbers of the replicas.
    pub numbers: Vec<u32>,
}

/// All nodes and pods.
///
/// INVARIANT: a node's pods and sums are those of the live pods on it, and `PodInfo::nominated` and
/// `NodeInfo::nominated` agree, after any sequence of changes.
#[derive(Clone, Debug, Default)]
pub struct ClusterSnapshot {
    /// The resources that any node, pod or quota names.
    pub resources: ResourceNames,
    /// In the order of the text.
    pub nodes: IdVec<NodeId, NodeInfo>,
    /// In the order of the text, then those that workloads have still to create.
    pub pods: IdVec<PodId, PodInfo>,
    /// The nominated pods, ascending.
    pub nominated: Vec<PodId>,
    /// Every pod that names its node and has not started, ascending; some that did are no such pods any more.
    handed: Vec<PodId>,
    pub namespaces: NamespaceLabels,
    /// The services, by which pods spread that have no constraint.
    pub services: Vec<Arc<Service>>,
    /// The workloads, by index, for the same purpose.
    pub workloads: Vec<Arc<Workload>>,
    /// The release of Kubernetes that is reproduced.
    pub version: KubernetesVersion,
    /// The profiles of the schedulers that are configured.
    pub profiles: Vec<ScoringProfile>,
    /// The storage of the cluster; `None`: the text says nothing about volumes.
    pub storage: Option<Box<Storage>>,
    /// The pods of each claim; `None`: not needed yet.
    claim_pods: Option<ClaimPods>,
    /// The classes of equivalent pods; `None` if no pod of the text needs them.
    pub classes: Option<Box<PodClasses>>,
    /// The nodes in the order of their names, and the place of each in it.
    by_rank: IdVec<NameRank, NodeId>,
    ranks: IdVec<NodeId, NameRank>,
    /// The node of each symbol.
    by_name: Vec<Option<NodeId>>,
    /// The pod of each namespace and name; of replicas, of the workload's name and the replica's number.
    by_key: FxHashMap<(Symbol, Symbol, Option<u32>), PodId>,
}

impl ClusterSnapshot {
    /// All nodes and pods of some objects. O(pods x containers x resources + nodes).
    pub fn new(objects: &SnapshotInput<'_>) -> Self {
        let names = objects.names;
        let mut snapshot = Self {
            version: objects.version,
            resources: ResourceNames::new(names),
            by_name: vec![None; names.len()],
            namespaces: NamespaceLabels::new(objects.namespaces),
            services: objects.services.to_vec(),
            workloads: objects.workloads.to_vec(),
            ..Self::default()
        };
        for node in objects.nodes {
            let info = NodeInfo::new(node, &mut snapshot.resources, names);
            let id = snapshot.nodes.push(info);
            if let Some(slot) = snapshot.by_name.get_mut(node.name.index()) {
                *slot = Some(id);
            }
        }
        snapshot.rank();
        let node = |name: Symbol| snapshot.node(name);
        let storage = Storage::new(&objects.storage, &snapshot.nodes, &node, names);
        snapshot.storage = storage;
        let profiles = objects.configurations.iter();
        for profile in profiles.flat_map(|configuration| &configuration.profiles) {
            let profile = ScoringProfile::new(profile, &mut snapshot.resources, names);
            snapshot.profiles.push(profile);
        }
        let classes = objects.classes;
        let on = (classes, objects.version);
        let resources = &mut snapshot.resources;
        for pod in objects.pods {
            let info = PodInfo::new(classes.admitted(pod), None, on, resources, names);
            let info = info.configured(&snapshot.profiles, resources);
            let info = info.with_volumes(snapshot.storage.as_deref(), names);
            snapshot.pods.push(info);
        }
        for missing in &objects.missing {
            let template = classes.admitted(&missing.template);
            for &number in &missing.numbers {
                let workload = missing.workload;
                let replica = Some(Replica { workload, number });
                let info = PodInfo::new(Arc::clone(&template), replica, on, resources, names);
                let info = info.configured(&snapshot.profiles, resources);
                let info = info.with_volumes(snapshot.storage.as_deref(), names);
                snapshot.pods.push(info);
            }
        }
        snapshot.by_key.reserve(snapshot.pods.len());
        for pod in snapshot.pods.ids() {
            if let Some(info) = snapshot.pods.get(pod) {
                let key = (info.pod.namespace, info.pod.name, info.number());
                snapshot.by_key.insert(key, pod);
            }
            snapshot.settle(pod, false);
        }
        snapshot.admit_all(names);
        for node in &mut snapshot.nodes {
            order::sort(&mut node.pods, |a, b| a.importance().cmp(&b.importance()));
        }
        snapshot.classes = PodClasses::new(&snapshot.nodes, &mut snapshot.pods, names);
        for ((pod, node), sequence) in objects.bound.iter().zip(1..) {
            let node = names.get(node).and_then(|node| snapshot.node(node));
            if let Some((pod, node)) = snapshot.pod(pod, names).zip(node) {
                snapshot.bind(pod, node, sequence, names);
            }
        }
        snapshot
    }

    /// A snapshot without nodes and pods, which knows the basic resources.
    pub fn without_objects(names: &Names) -> Self {
        Self {
            resources: ResourceNames::new(names),
            ..Self::default()
        }
    }

    /// What the terms of pods are matched with.
    pub fn matching<'a>(&'a self, names: &'a Names) -> MatchContext<'a> {
        MatchContext {
            names,
            namespaces: &self.namespaces,
        }
    }

    /// The configured profile that a pod names; `None`: none is in the text. O(profiles).
    pub fn profile_of(&self, pod: &Pod) -> Option<&ScoringProfile> {
        let name = pod.scheduler_name;
        self.profiles.iter().find(|profile| profile.is_of(name))
    }

    /// The node of a name.
    pub fn node(&self, name: Symbol) -> Option<NodeId> {
        let node = self.by_name.get(name.index()).copied()?;
        node.filter(|_| !name.is_empty())
    }

    fn rank(&mut self) {
        let nodes = &self.nodes;
        let name = |node: u32| {
            nodes
                .as_slice()
                .get(node as usize)
                .map(|node| node.name.as_str())
        };
        let by_rank = order::positions(nodes.len(), &mut |a, b| name(a).cmp(&name(b)));
        self.by_rank = by_rank
            .into_iter()
            .map(|node| NodeId::new(node as usize))
            .collect();
        self.ranks = IdVec::from(vec![NameRank::new(0); nodes.len()]);
        for (rank, node) in self.by_rank.entries() {
            if let Some(slot) = self.ranks.get_mut(*node) {
                *slot = rank;
            }
        }
    }

    /// The place of a node in the order of the names.
    pub fn name_rank(&self, node: NodeId) -> NameRank {
        let first = || NameRank::new(0);
        self.ranks.get(node).copied().unwrap_or_else(first)
    }

    /// The nodes in the order of their names.
    pub fn nodes_by_name(&self) -> &IdVec<NameRank, NodeId> {
        &self.by_rank
    }

    /// The node at a place in the order of the names.
    pub fn node_by_rank(&self, rank: NameRank) -> Option<&NodeInfo> {
        let node = self.by_rank.get(rank)?;
        self.nodes.get(*node)
    }

    /// The pod that is called `namespace/name`.
    pub fn pod(&self, key: &str, names: &Names) -> Option<PodId> {
        let (namespace, name) = key.split_once('/')?;
        let namespace = names.get(namespace)?;
        let of = |name: &str, number| self.by_key.get(&(namespace, names.get(name)?, number));
        let own = of(name, None).copied();
        own.or_else(|| {
            let (name, number) = name.rsplit_once('-')?;
            of(name, Some(number.parse().ok()?)).copied()
        })
        // `web-01` is not `web-1`.
        .filter(|pod| {
            let info = self.pods.get(*pod);
            info.is_some_and(|info| info.key(names) == key)
        })
    }

    /// Puts a pod on its node in the text.
    fn settle(&mut self, pod: PodId, ranked: bool) {
        let Some(info) = self.pods.get(pod) else {
            return;
        };
        let (node, nominated) = (info.pod.node, info.pod.nominated);
        if info.is_handed() {
            return;
        }
        if !node.is_empty() {
            let place = self
                .node(node)
                .map_or(PodLocation::Unknown, PodLocation::Node);
            self.put(pod, place, ranked);
        } else if info.is_live() && self.holds_nominations(&info.pod) {
            self.nominate(pod, self.node(nominated));
        }
    }

    /// Whether a nominated pod holds room: one with scheduling gates does not wait in the queue.
    fn holds_nominations(&self, pod: &Pod) -> bool {
        self.version.has(VersionedRule::GatedNominations) || gates(pod).is_empty()
    }

    fn put(&mut self, pod: PodId, place: PodLocation, ranked: bool) {
        let Some(info) = self.pods.get_mut(pod) else {
            return;
        };
        info.place = place;
        if let PodLocation::Node(id) = place
            && info.is_live()
            && let Some(node) = self.nodes.get_mut(id)
        {
            if let Some(classes) = &mut self.classes {
                classes.change(pod, info, id, true);
            }
            if let Some(storage) = &mut self.storage {
                storage.change(info, id, true);
            }
            let bound_pod = BoundPod::new(pod, info);
            if ranked {
                node.add(bound_pod, &info.request);
            } else {
                node.count(&info.request);
                node.pods.push(bound_pod);
            }
        }
    }

    /// Binds a pod to a node in step `sequence` of a run of the queue, from 1. Its claims get volumes there.
    pub fn bind(&mut self, pod: PodId, node: NodeId, sequence: u32, names: &Names) {
        self.nominate(pod, None);
        self.take(pod);
        self.bind_claims(pod, node, names);
        if let Some(info) = self.pods.get_mut(pod) {
            info.bound = sequence;
            info.started = None;
            self.put(pod, PodLocation::Node(node), true);
        }
    }

    /// Evicts a pod in step `sequence` of a run of the queue, from 1: it is pending again, for any node.
    pub fn evict(&mut self, pod: PodId, sequence: u32) {
        self.take(pod);
        if let Some(info) = self.pods.get_mut(pod) {
            info.bound = 0;
            info.evicted = sequence;
            info.terminating = false;
            info.started = None;
            info.wanted = Symbol::EMPTY;
            if let Some(storage) = &mut self.storage {
                storage.renew_ephemeral(info);
            }
            info.goes_anywhere = info.pod.node_selector.0.is_empty()
                && info.pod.node_affinity.is_none()
                && info.added_affinity.is_none();
        }
    }

    /// Takes a pod off its node; returns its location, for [`ClusterSnapshot::give_back`].
    pub fn take(&mut self, pod: PodId) -> PodLocation {
        let Some(info) = self.pods.get_mut(pod) else {
            return PodLocation::Pending;
        };
        let place = std::mem::take(&mut info.place);
        if let PodLocation::Node(id) = place
            && let Some(node) = self.nodes.get_mut(id)
        {
            if let Some(classes) = &mut self.classes
                && info.is_live()
            {
                classes.change(pod, info, id, false);
            }
            if let Some(storage) = &mut self.storage
                && info.is_live()
            {
                storage.change(info, id, false);
            }
            node.remove(pod, &info.request);
        }
        place
    }

    /// Puts a pod back where it was taken from.
    pub fn give_back(&mut self, pod: PodId, place: PodLocation) {
        self.put(pod, place, true);
    }

    /// Nominates a pod for a node; `None`: no longer for any.
    pub fn nominate(&mut self, pod: PodId, node: Option<NodeId>) {
        let Some(info) = self.pods.get_mut(pod) else {
            return;
        };
        let before = std::mem::replace(&mut info.nominated, node);
        if before == node {
            return;
        }
        if let Some(before) = before.and_then(|node| self.nodes.get_mut(node)) {
            before.nominated.retain(|other| *other != pod);
        }
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node)) {
            insert(&mut node.nominated, pod);
        }
        if node.is_some() {
            insert(&mut self.nominated, pod);
        } else {
            self.nominated.retain(|other| *other != pod);
        }
    }

    /// Replaces a pod of the text that has changed. Returns `false` if the caller must rebuild the snapshot: it names
    /// other resources than before, or a kubelet now admits or rejects another pod. O(pods of its nodes).
    #[must_use]
    pub fn replace(
        &mut self,
        pod: PodId,
        new: &Arc<Pod>,
        classes: NamedClasses<'_>,
        names: &Names,
    ) -> bool {
        let admitted = classes.admitted(new);
        let mut known = self.pods.get(pod).into_iter();
        if !known.all(|info| Request::numbers_alike(&info.pod, &admitted, names)) {
            return false;
        }
        let before = self.pods.get(pod).map(|info| info.pod.node);
        self.take(pod);
        self.nominate(pod, None);
        self.claim_pods = None;
        let info = PodInfo::new(
            admitted,
            None,
            (classes, self.version),
            &mut self.resources,
            names,
        );
        let info = info.configured(&self.profiles, &self.resources);
        let mut info = info.with_volumes(self.storage.as_deref(), names);
        let is_known = match &mut self.classes {
            Some(classes) => classes.learn(pod, &mut info, names),
            None => !needs_classes(new),
        };
        if info.is_handed() {
            insert(&mut self.handed, pod);
        }
        if let Some(slot) = self.pods.get_mut(pod) {
            *slot = info;
            self.settle(pod, true);
        }
        if !is_known {
            self.classes = PodClasses::new(&self.nodes, &mut self.pods, names);
        }
        let nodes = [before.unwrap_or_default(), new.node].map(|name| self.node(name));
        self.admit_again(nodes, pod, names)
    }
}

fn insert(sorted: &mut Vec<PodId>, pod: PodId) {
    if let Err(at) = sorted.binary_search(&pod) {
        sorted.insert(at, pod);
    }
}
