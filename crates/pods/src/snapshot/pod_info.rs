//! A pod of a snapshot.

use std::sync::Arc;

use schedscope_objects::{
    Objects,
    cluster_context::{LimitRange, RuntimeClass},
    diagnostic::ObjectName,
    id::NodeId,
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    pod::{Container, NodeSelectorTerm, Pod, Preemption},
    policy::PriorityClass,
    scheduler_configuration::FiltersOff,
};
use schedscope_time::Timestamp;

use super::PodLocation;
use crate::{
    amounts::ResourceNames,
    classes::PodClass,
    default_profile::{Preempting, ScoringProfile},
    fit::{Filter, KubeletRejection},
    request::Request,
    volumes::{OpenVolume, PodVolumes, Storage, open_volumes},
};

/// A pod with everything that scheduling counts about it.
#[derive(Clone, Debug)]
pub struct PodInfo {
    /// The pod itself; for pods of a workload, its template.
    pub pod: Arc<Pod>,
    /// Which replica of which workload it is; `None` for a pod of the text.
    pub replica: Option<Replica>,
    /// The priority in force: its own, its class's, the global default, or 0.
    pub priority: i32,
    /// The preemption policy in force.
    pub preemption: Preemption,
    /// What it asks for.
    pub request: Request,
    /// Where it is.
    pub place: PodLocation,
    /// When a run of the queue bound it: the number of the step, from 1. 0 if none did.
    pub bound: u32,
    /// Whether it is being deleted.
    pub terminating: bool,
    /// When a run of the queue evicted it: the number of the step, from 1. 0 if none did.
    pub evicted: u32,
    /// Why the kubelet of the node that it names does not take it: the pod has failed, and holds nothing.
    pub rejected: Option<Box<KubeletRejection>>,
    /// When it started.
    pub started: Option<Timestamp>,
    /// The node that it is nominated for; only live pods that are pending have one.
    pub nominated: Option<NodeId>,
    /// The only node on which it may run, from `spec.nodeName`; empty if any node is allowed. Empty for a pod that has
    /// started, because no scheduler checks it again.
    pub wanted: Symbol,
    /// It asks for no node by name, label or field, and its scheduler adds no affinity.
    pub goes_anywhere: bool,
    /// The filters that its scheduler does not use.
    pub filters_off: FiltersOff,
    /// Which plugins of its scheduler preempt.
    pub preempting: Preempting,
    /// The required terms that its scheduler adds to its node affinity.
    pub added_affinity: Option<Arc<[NodeSelectorTerm]>>,
    /// The pods that it is like.
    pub class: PodClass,
    /// Its claims; `None`: it has none, or the text says nothing about volumes.
    pub volumes: Option<Arc<PodVolumes>>,
    /// The volumes about which the text does not say enough, or which are not modelled.
    pub open_volumes: Box<[OpenVolume]>,
}

/// Which replica of a workload a pod is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    /// The workload's index in [`Objects::workloads`].
    pub workload: u32,
    /// The replica's number, from 0.
    pub number: u32,
}

/// The classes that pods name, and what else the API server writes into new pods.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamedClasses<'a> {
    /// The priority classes of the text.
    pub priorities: &'a [Arc<PriorityClass>],
    /// The runtime classes of the text.
    pub runtimes: &'a [Arc<RuntimeClass>],
    /// The limit ranges of the text.
    pub limit_ranges: &'a [Arc<LimitRange>],
}

impl<'a> NamedClasses<'a> {
    /// Those of a text.
    pub fn of(objects: &'a Objects) -> Self {
        Self {
            priorities: &objects.priority_classes,
            runtimes: &objects.runtime_classes,
            limit_ranges: &objects.limit_ranges,
        }
    }

    /// The pod as the API server admits it: with what its namespace's limit ranges and its runtime class add.
    pub(super) fn admitted(self, pod: &Arc<Pod>) -> Arc<Pod> {
        self.with_class(&self.with_limits(pod))
    }

    /// The pod with the requests and limits that the limit ranges of its namespace give its containers, where it is
    /// new. O(limit ranges).
    ///
    /// Source: `plugin/pkg/admission/limitranger` of Kubernetes 1.35.
    fn with_limits(self, pod: &Arc<Pod>) -> Arc<Pod> {
        let ranges = self.limit_ranges.iter();
        let mut ranges = ranges
            .filter(|range| range.namespace == pod.namespace)
            .peekable();
        if ranges.peek().is_none() || !pod.is_new() {
            return Arc::clone(pod);
        }
        let mut pod = Pod::clone(pod);
        for range in ranges {
            let fill = |container: &mut Container| {
                container.requests.fill(&range.requests);
                container.limits.fill(&range.limits);
            };
            pod.containers.iter_mut().for_each(fill);
            pod.init_containers.iter_mut().for_each(fill);
        }
        Arc::new(pod)
    }

    /// The pod with what its runtime class adds to it: overhead, node selector and tolerations, which the API server
    /// writes into a pod that it has not stored yet. O(runtime classes).
    ///
    /// Source: `filters.md`, "What the API server does first"; `plugin/pkg/admission/runtimeclass` of Kubernetes 1.35.
    fn with_class(self, pod: &Arc<Pod>) -> Arc<Pod> {
        if pod.runtime_class.is_empty() || pod.is_stored {
            return Arc::clone(pod);
        }
        let mut classes = self.runtimes.iter();
        let Some(class) = classes.find(|class| class.name == pod.runtime_class) else {
            return Arc::clone(pod);
        };
        let mut pod = Pod::clone(pod);
        if pod.overhead.0.is_empty() {
            pod.overhead.clone_from(&class.overhead);
        }
        let mut selector = pod.node_selector.0.into_vec();
        for (key, value) in &class.node_selector.0 {
            if !selector.iter().any(|(own, _)| own == key) {
                selector.push((*key, *value));
            }
        }
        pod.node_selector.0 = selector.into();
        let mut tolerations = pod.tolerations.into_vec();
        for toleration in &class.tolerations {
            if !tolerations.contains(toleration) {
                tolerations.push(toleration.clone());
            }
        }
        pod.tolerations = tolerations.into();
        Arc::new(pod)
    }
}

impl PodInfo {
    /// `pod` has what its runtime class adds.
    pub(super) fn new(
        pod: Arc<Pod>,
        replica: Option<Replica>,
        (classes, version): (NamedClasses<'_>, KubernetesVersion),
        resources: &mut ResourceNames,
        names: &Names,
    ) -> Self {
        let class = class_of(&pod, classes.priorities);
        let wanted = if pod.is_settled() {
            Symbol::EMPTY
        } else {
            pod.node
        };
        Self {
            replica,
            priority: pod.priority.or(class.map(|class| class.value)).unwrap_or(0),
            preemption: pod
                .preemption
                .or(class.map(|class| class.preemption))
                .unwrap_or_default(),
            request: Request::new(&pod, version, resources, names),
            place: PodLocation::Pending,
            bound: 0,
            evicted: 0,
            terminating: pod.deleting,
            rejected: None,
            started: pod.started,
            nominated: None,
            wanted,
            goes_anywhere: wanted.is_empty()
                && pod.node_selector.0.is_empty()
                && pod.node_affinity.is_none(),
            filters_off: FiltersOff::default(),
            preempting: Preempting::default(),
            added_affinity: None,
            pod,
            class: PodClass::default(),
            volumes: None,
            open_volumes: Box::default(),
        }
    }

    /// The pod as the profile of its scheduler filters nodes for it. O(profiles).
    pub(super) fn configured(
        mut self,
        profiles: &[ScoringProfile],
        resources: &ResourceNames,
    ) -> Self {
        let profile = profiles
            .iter()
            .find(|profile| profile.is_of(self.pod.scheduler_name));
        let Some(profile) = profile else { return self };
        self.filters_off = profile.filters_off;
        self.preempting = profile.preempting;
        self.added_affinity.clone_from(&profile.added_affinity);
        self.goes_anywhere &= self.added_affinity.is_none();
        if profile.filters_off.has(Filter::NodeResourcesFit) {
            self.request.ignore_all();
        } else if let Some(ignored) = &profile.ignored {
            let is_ignored = |resource| ignored.has(resources.name(resource));
            self.request.ignore(&is_ignored);
        }
        self
    }

    /// Whether it has neither succeeded nor failed, and no kubelet rejects it.
    pub fn is_live(&self) -> bool {
        !self.pod.phase.is_over() && self.rejected.is_none()
    }

    /// Whether it is on a node, known or not.
    pub fn is_bound(&self) -> bool {
        self.place != PodLocation::Pending
    }

    /// Whether it waits for a node.
    pub fn is_pending(&self) -> bool {
        self.is_live() && !self.is_bound()
    }

    /// Whether it waits for a node and is not being deleted: kube-scheduler skips pods that are being deleted.
    pub fn is_to_schedule(&self) -> bool {
        self.is_pending() && !self.terminating
    }

    /// The node that it is on, if the text defines it.
    pub fn node(&self) -> Option<NodeId> {
        match self.place {
            PodLocation::Node(node) => Some(node),
            _ => None,
        }
    }

    /// Whether both are the same pod: by UID, or by namespace and name where neither has a UID.
    pub fn is_same(&self, other: &Self) -> bool {
        if !self.pod.uid.is_empty() || !other.pod.uid.is_empty() {
            return self.pod.uid == other.pod.uid && self.number() == other.number();
        }
        let name = |info: &Self| (info.pod.namespace, info.pod.name, info.number());
        name(self) == name(other)
    }

    /// Its number among the replicas of its workload.
    pub(super) fn number(&self) -> Option<u32> {
        self.replica.map(|replica| replica.number)
    }

    /// The object of the text that it comes from: itself, or its workload.
    pub fn object(&self, objects: &Objects) -> ObjectName {
        let names = &objects.names;
        let workload = self
            .replica
            .and_then(|replica| objects.workloads.get(replica.workload as usize));
        let (kind, namespace, name) = match workload {
            Some(workload) => (&names[workload.kind], workload.namespace, workload.name),
            None => ("Pod", self.pod.namespace, self.pod.name),
        };
        ObjectName {
            kind: kind.to_owned(),
            namespace: names[namespace].to_owned(),
            name: names[name].to_owned(),
        }
    }

    pub fn name(&self, names: &Names) -> String {
        let name = &names[self.pod.name];
        match self.number() {
            Some(number) => format!("{name}-{number}"),
            None => name.to_owned(),
        }
    }

    /// The pod with the claims of its volumes. O(volumes).
    pub(super) fn with_volumes(mut self, storage: Option<&Storage>, names: &Names) -> Self {
        if self.pod.volumes.is_empty() {
            return self;
        }
        self.volumes = storage.and_then(|storage| PodVolumes::new(&self, storage, names));
        self.open_volumes = open_volumes(&self, storage);
        self
    }

    /// Whether its node depends on volumes that the answer does not know.
    pub fn depends_on_volumes(&self) -> bool {
        !self.open_volumes.is_empty()
    }

    /// Its namespace and name.
    pub fn namespaced_name(&self, names: &Names) -> NamespacedName {
        NamespacedName {
            namespace: names[self.pod.namespace].to_owned(),
            name: self.name(names),
        }
    }

    /// Namespace and name, as `namespace/name`.
    pub fn key(&self, names: &Names) -> String {
        format!("{}/{}", &names[self.pod.namespace], self.name(names))
    }
}

/// The class of a pod: the one that it names, else the global default (of several, the one with the smallest value).
fn class_of<'a>(pod: &Pod, classes: &'a [Arc<PriorityClass>]) -> Option<&'a PriorityClass> {
    let mut classes = classes.iter().map(AsRef::as_ref);
    if pod.priority_class.is_empty() {
        let defaults = classes.filter(|class| class.global_default);
        defaults.min_by_key(|class| class.value)
    } else {
        classes.find(|class| class.name == pod.priority_class)
    }
}
