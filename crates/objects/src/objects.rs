//! All objects of a text, by kind.

use std::sync::Arc;

use crate::{
    addon_placement_score::AddOnPlacementScore,
    application_set::ApplicationSet,
    cluster_context::{LimitRange, Namespace, ResourceQuota, RuntimeClass, Service},
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    clusters::Clusters,
    config_map::ConfigMap,
    debug_result::DebugResult,
    event::Event,
    expansion::{Membership, TEMPLATE_HASH},
    id::ClusterId,
    names::{Names, Symbol},
    node::Node,
    object::Object,
    placement::Placement,
    placement_decision::PlacementDecision,
    pod::{Pod, Workload},
    policy::{ElasticQuota, PodDisruptionBudget, PriorityClass},
    scheduler_configuration::SchedulerConfiguration,
    timeline::Timeline,
    virtual_machine::VirtualMachine,
};

/// The objects that are fine, each list in the order of the text, without duplicates.
///
/// Objects are shared, so that re-reading one document leaves the others where they are.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// The texts of every [`Symbol`] of these objects.
    pub names: Names,
    /// `ManagedCluster`s. An engine names a cluster by its index here.
    pub clusters: Clusters,
    /// `Placement`s.
    pub placements: Vec<Arc<Placement>>,
    /// `PlacementDecision`s.
    pub decisions: Vec<Arc<PlacementDecision>>,
    /// `PlacementDecision`s of SIG Multicluster.
    pub multicluster_decisions: Vec<Arc<PlacementDecision>>,
    /// `ApplicationSet`s.
    pub application_sets: Vec<Arc<ApplicationSet>>,
    /// Answers of hubs at `/debug/placements`.
    pub debug_results: Vec<Arc<DebugResult>>,
    /// `ManagedClusterSet`s.
    pub cluster_sets: Vec<Arc<ManagedClusterSet>>,
    /// `ManagedClusterSetBinding`s.
    pub bindings: Vec<Arc<ManagedClusterSetBinding>>,
    /// `AddOnPlacementScore`s.
    pub scores: Vec<Arc<AddOnPlacementScore>>,
    /// `Node`s.
    pub nodes: Vec<Arc<Node>>,
    /// `Pod`s, without those that workloads make.
    pub pods: Vec<Arc<Pod>>,
    /// `Deployment`s, `ReplicaSet`s, `StatefulSet`s, `ReplicationController`s and `Job`s.
    pub workloads: Vec<Arc<Workload>>,
    /// `ElasticQuota`s.
    pub quotas: Vec<Arc<ElasticQuota>>,
    /// `PriorityClass`es.
    pub priority_classes: Vec<Arc<PriorityClass>>,
    /// `PodDisruptionBudget`s.
    pub disruption_budgets: Vec<Arc<PodDisruptionBudget>>,
    /// `Namespace`s.
    pub namespaces: Vec<Arc<Namespace>>,
    /// `Service`s.
    pub services: Vec<Arc<Service>>,
    /// `RuntimeClass`es.
    pub runtime_classes: Vec<Arc<RuntimeClass>>,
    /// `ResourceQuota`s.
    pub resource_quotas: Vec<Arc<ResourceQuota>>,
    /// `LimitRange`s.
    pub limit_ranges: Vec<Arc<LimitRange>>,
    /// `Event`s of pods that kube-scheduler could not place.
    pub events: Vec<Arc<Event>>,
    /// `KubeSchedulerConfiguration`s.
    pub scheduler_configurations: Vec<Arc<SchedulerConfiguration>>,
    /// `VirtualMachine`s.
    pub virtual_machines: Vec<Arc<VirtualMachine>>,
    /// `ConfigMap`s, also those that hold no config of the plugin.
    pub config_maps: Vec<Arc<ConfigMap>>,
    /// `Timeline`s.
    pub timelines: Vec<Arc<Timeline>>,
    /// Kinds with an empty list in the text, such as `kind: NodeList` with `items: []`: the cluster has zero of them.
    pub none_of: Vec<Symbol>,
    /// Counts changes; equal revisions of one reader mean equal objects.
    pub revisions: Revisions,
    /// The pods that changed since the last other change.
    pub pod_journal: PodJournal,
}

/// The pods that were replaced in place, so that a consumer updates its counts instead of recounting all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PodJournal {
    /// Incremented at every change that `changed` cannot record; `changed` is then cleared.
    pub epoch: u64,
    /// The indices of the pods that changed since, in order of change.
    pub changed: Vec<u32>,
}

/// Change counters: a result computed from one kind of object is valid while its counter is unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revisions {
    /// Of `clusters`.
    pub clusters: u64,
    /// Of everything else that placements look at, but the placements.
    pub others: u64,
    /// Of `placements`.
    pub placements: u64,
    /// Of nodes, pods, workloads, and objects that restrict pods.
    pub pods: u64,
    /// Of virtual machines, config maps and timelines.
    pub vms: u64,
}

impl Objects {
    /// The name of a cluster; empty for an unknown cluster.
    pub fn cluster_name(&self, cluster: ClusterId) -> &str {
        let cluster = self.clusters.get(cluster);
        cluster.map_or("", |cluster| &self.names[cluster.name()])
    }

    /// Takes all objects out, and keeps the names.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.placements.clear();
        self.decisions.clear();
        self.multicluster_decisions.clear();
        self.application_sets.clear();
        self.debug_results.clear();
        self.cluster_sets.clear();
        self.bindings.clear();
        self.scores.clear();
        self.nodes.clear();
        self.pods.clear();
        self.workloads.clear();
        self.quotas.clear();
        self.priority_classes.clear();
        self.disruption_budgets.clear();
        self.namespaces.clear();
        self.services.clear();
        self.runtime_classes.clear();
        self.resource_quotas.clear();
        self.limit_ranges.clear();
        self.events.clear();
        self.scheduler_configurations.clear();
        self.virtual_machines.clear();
        self.config_maps.clear();
        self.timelines.clear();
        self.none_of.clear();
    }

    /// No objects, with the names and the counters of these, so that a caller of these can distinguish later ones.
    #[must_use]
    pub fn successor(&self) -> Self {
        Self {
            names: self.names.clone(),
            revisions: self.revisions,
            pod_journal: self.pod_journal.clone(),
            ..Self::default()
        }
    }

    /// Adds an object after those of its kind; ignores kinds that are not stored.
    pub fn push(&mut self, object: &Object) {
        match object {
            // The reader stores clusters before it lists them.
            Object::NewCluster(_) => {}
            Object::ManagedCluster(_, slot) => self.clusters.push(*slot),
            Object::Placement(o) => self.placements.push(Arc::clone(o)),
            Object::PlacementDecision(o) => self.decisions.push(Arc::clone(o)),
            Object::MulticlusterPlacementDecision(o) => {
                self.multicluster_decisions.push(Arc::clone(o));
            }
            Object::ApplicationSet(o) => self.application_sets.push(Arc::clone(o)),
            Object::DebugResult(o) => self.debug_results.push(Arc::clone(o)),
            Object::ManagedClusterSet(o) => self.cluster_sets.push(Arc::clone(o)),
            Object::ManagedClusterSetBinding(o) => self.bindings.push(Arc::clone(o)),
            Object::AddOnPlacementScore(o) => self.scores.push(Arc::clone(o)),
            Object::Node(o) => self.nodes.push(Arc::clone(o)),
            Object::Pod(o) => self.pods.push(Arc::clone(o)),
            Object::Workload(_, o) => self.workloads.push(Arc::clone(o)),
            Object::ElasticQuota(o) => self.quotas.push(Arc::clone(o)),
            Object::PriorityClass(o) => self.priority_classes.push(Arc::clone(o)),
            Object::PodDisruptionBudget(o) => self.disruption_budgets.push(Arc::clone(o)),
            Object::Namespace(o) => self.namespaces.push(Arc::clone(o)),
            Object::Service(o) => self.services.push(Arc::clone(o)),
            Object::RuntimeClass(o) => self.runtime_classes.push(Arc::clone(o)),
            Object::ResourceQuota(o) => self.resource_quotas.push(Arc::clone(o)),
            Object::LimitRange(o) => self.limit_ranges.push(Arc::clone(o)),
            // Other events are not used.
            Object::Event(o) if o.failed.is_none() => {}
            Object::Event(o) => self.events.push(Arc::clone(o)),
            Object::SchedulerConfiguration(o) => {
                self.scheduler_configurations.push(Arc::clone(o));
            }
            Object::VirtualMachine(o) => self.virtual_machines.push(Arc::clone(o)),
            Object::ConfigMap(o) => self.config_maps.push(Arc::clone(o)),
            Object::Timeline(o) => self.timelines.push(Arc::clone(o)),
        }
    }

    /// Everything may have changed.
    pub fn bump(&mut self) {
        self.revisions.clusters += 1;
        self.revisions.others += 1;
        self.revisions.placements += 1;
        self.revisions.pods += 1;
        self.revisions.vms += 1;
        self.new_epoch();
    }

    fn new_epoch(&mut self) {
        self.pod_journal.epoch += 1;
        self.pod_journal.changed.clear();
    }

    /// Replaces the object with the same name; returns `false` if no object has it. Counts a change only if the two
    /// differ. O(objects of the kind).
    pub fn exchange(&mut self, object: &Object) -> bool {
        if let Object::Pod(pod) = object {
            return self.exchange_pod(pod);
        }
        let before = self.revisions.pods;
        let done = self.exchange_other(object);
        if self.revisions.pods != before {
            self.new_epoch();
        }
        done
    }

    fn exchange_pod(&mut self, new: &Arc<Pod>) -> bool {
        let is_it = |old: &Arc<Pod>| old.name == new.name && old.namespace == new.namespace;
        let Some(at) = self.pods.iter().position(is_it) else {
            return false;
        };
        let old = &self.pods[at];
        if old != new {
            self.revisions.pods += 1;
            let template_hash = self.names.get(TEMPLATE_HASH);
            let counts = |pod: &Pod| Membership::of(pod, template_hash);
            let is_alone = self.workloads.is_empty() || counts(old) == counts(new);
            if is_alone && self.pod_journal.changed.len() < self.pods.len() {
                self.pod_journal.changed.push(at as u32);
            } else {
                // Otherwise a full recount is as fast.
                self.new_epoch();
            }
        }
        self.pods[at] = Arc::clone(new);
        true
    }

    fn exchange_other(&mut self, object: &Object) -> bool {
        fn put<T: Named + PartialEq>(
            list: &mut [Arc<T>],
            new: &Arc<T>,
            revision: &mut u64,
        ) -> bool {
            let key = new.key();
            let Some(old) = list.iter_mut().find(|old| old.key() == key) else {
                return false;
            };
            if **old != **new {
                *revision += 1;
            }
            *old = Arc::clone(new);
            true
        }
        let of = &mut self.revisions;
        match object {
            Object::NewCluster(_) | Object::Pod(_) => false,
            Object::ManagedCluster(_, slot) => {
                let differs = self.clusters.exchange(*slot);
                of.clusters += u64::from(differs == Some(true));
                differs.is_some()
            }
            Object::Placement(o) => put(&mut self.placements, o, &mut of.placements),
            Object::PlacementDecision(o) => put(&mut self.decisions, o, &mut of.others),
            Object::MulticlusterPlacementDecision(o) => {
                put(&mut self.multicluster_decisions, o, &mut of.others)
            }
            Object::ApplicationSet(o) => put(&mut self.application_sets, o, &mut of.others),
            Object::DebugResult(o) => put(&mut self.debug_results, o, &mut of.others),
            Object::ManagedClusterSet(o) => put(&mut self.cluster_sets, o, &mut of.others),
            Object::ManagedClusterSetBinding(o) => put(&mut self.bindings, o, &mut of.others),
            Object::AddOnPlacementScore(o) => put(&mut self.scores, o, &mut of.others),
            Object::Node(o) => put(&mut self.nodes, o, &mut of.pods),
            Object::Workload(_, o) => {
                let is_it = |old: &&mut Arc<Workload>| old.kind == o.kind && old.key() == o.key();
                let old = self.workloads.iter_mut().find(is_it);
                old.is_some_and(|old| put(std::slice::from_mut(old), o, &mut of.pods))
            }
            Object::ElasticQuota(o) => put(&mut self.quotas, o, &mut of.pods),
            Object::PriorityClass(o) => put(&mut self.priority_classes, o, &mut of.pods),
            Object::PodDisruptionBudget(o) => put(&mut self.disruption_budgets, o, &mut of.pods),
            Object::Namespace(o) => put(&mut self.namespaces, o, &mut of.pods),
            Object::Service(o) => put(&mut self.services, o, &mut of.pods),
            Object::RuntimeClass(o) => put(&mut self.runtime_classes, o, &mut of.pods),
            Object::ResourceQuota(o) => put(&mut self.resource_quotas, o, &mut of.pods),
            Object::LimitRange(o) => put(&mut self.limit_ranges, o, &mut of.pods),
            Object::Event(o) => put(&mut self.events, o, &mut of.pods),
            Object::SchedulerConfiguration(o) => {
                put(&mut self.scheduler_configurations, o, &mut of.pods)
            }
            Object::VirtualMachine(o) => put(&mut self.virtual_machines, o, &mut of.vms),
            Object::ConfigMap(o) => put(&mut self.config_maps, o, &mut of.vms),
            Object::Timeline(o) => put(&mut self.timelines, o, &mut of.vms),
        }
    }
}

/// An object that others name.
pub trait Named {
    /// Its namespace, empty where the kind has none, and its name.
    fn key(&self) -> (Symbol, Symbol);
}

macro_rules! named {
    (namespaced: $($kind:ty),*; cluster_wide: $($wide:ty),*) => {
        $(impl Named for $kind {
            fn key(&self) -> (Symbol, Symbol) {
                (self.namespace, self.name)
            }
        })*
        $(impl Named for $wide {
            fn key(&self) -> (Symbol, Symbol) {
                (Symbol::EMPTY, self.name)
            }
        })*
    };
}

named! {
    namespaced: Placement, PlacementDecision, ManagedClusterSetBinding, AddOnPlacementScore, Pod,
        Workload, ElasticQuota, PodDisruptionBudget, Service, ResourceQuota, LimitRange, VirtualMachine,
        ConfigMap, Timeline, ApplicationSet, DebugResult, Event;
    cluster_wide: ManagedClusterSet, Node, PriorityClass, Namespace, RuntimeClass, SchedulerConfiguration
}
