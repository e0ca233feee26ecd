//! All objects of a text, by kind.

use std::sync::Arc;

use crate::{
    addon_placement_score::AddOnPlacementScore,
    application_set::ApplicationSet,
    cluster_context::{LimitRange, Namespace, ResourceQuota, RuntimeClass, Service},
    cluster_secret::ClusterSecret,
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    clusters::Clusters,
    config_map::ConfigMap,
    diagnostic::ObjectName,
    event::Event,
    expansion::{Membership, TEMPLATE_HASH},
    id::ClusterId,
    kind::{ObjectKind, kinds},
    names::{Names, Symbol},
    node::Node,
    object::Object,
    placement::Placement,
    placement_decision::PlacementDecision,
    pod::{Pod, Workload},
    policy::{ElasticQuota, PodDisruptionBudget, PriorityClass},
    scheduler_configuration::SchedulerConfiguration,
    storage::{
        CsiDriver, CsiNode, CsiStorageCapacity, PersistentVolume, PersistentVolumeClaim,
        StorageClass, VolumeAttachment,
    },
    timeline::Timeline,
    virtual_machine::VirtualMachine,
};

macro_rules! declare {
    (
        stored { $($(#[$doc:meta])* $kind:ident {
            api: $name:literal of $group:tt $versions:tt, $scope:ident,
            kubectl: $kubectl:tt, $frequency:ident,
            list: $list:ident: $type:ident, revision: $revision:ident,
        })* }
        workloads $workloads:tt
        others $others:tt
    ) => {
        /// The objects that are fine, each list in the order of the text, without duplicates.
        ///
        /// Objects are shared, so that re-reading one document leaves the others where they are.
        #[derive(Clone, Debug, Default)]
        pub struct Objects {
            /// The texts behind every [`Symbol`] of these objects.
            pub names: Names,
            /// `ManagedCluster`s. An engine names a cluster by its index here.
            pub clusters: Clusters,
            /// `Pod`s, without those that workloads create.
            pub pods: Vec<Arc<Pod>>,
            /// Workloads, which create pods.
            pub workloads: Vec<Arc<Workload>>,
            $($(#[$doc])* pub $list: Vec<Arc<$type>>,)*
            /// Kinds of which the text has an empty list, such as `kind: NodeList` with `items: []`.
            pub none_of: Vec<Symbol>,
            /// Counts changes; equal revisions of one reader mean equal objects.
            pub revisions: Revisions,
            /// Which pods changed where nothing else did.
            pub pod_journal: PodJournal,
            /// What is assumed beyond the text.
            pub assumed: Assumed,
        }

        impl Objects {
            /// Takes all objects out, and keeps the names.
            pub fn clear(&mut self) {
                self.clusters.clear();
                self.pods.clear();
                self.workloads.clear();
                $(self.$list.clear();)*
                self.none_of.clear();
            }

            /// Adds an object behind those of its kind; one that is not stored yet is left out.
            pub fn push(&mut self, object: &Object) {
                match object {
                    // The reader stores clusters before it lists them.
                    Object::NewCluster(_) => {}
                    Object::ManagedCluster(_, slot) => self.clusters.push(*slot),
                    Object::Pod(o) => self.pods.push(Arc::clone(o)),
                    Object::Workload(_, o) => self.workloads.push(Arc::clone(o)),
                    // No other event or Secret matters.
                    Object::Event(o) if o.failed.is_none() => {}
                    Object::Secret(o) if o.cluster.is_none() => {}
                    $(Object::$kind(o) => self.$list.push(Arc::clone(o)),)*
                }
            }

            /// Calls `visit` with the kind, the namespace and the name of each object, kind by kind, each kind in the
            /// order of the text.
            pub fn each(&self, mut visit: impl FnMut(ObjectKind, Symbol, Symbol)) {
                $(for object in &self.$list {
                    let (namespace, name) = object.key();
                    visit(ObjectKind::$kind, namespace, name);
                })*
                for workload in &self.workloads {
                    if let Some(kind) = ObjectKind::of_workload(&self.names[workload.kind]) {
                        visit(kind, workload.namespace, workload.name);
                    }
                }
                for cluster in self.clusters.iter() {
                    visit(ObjectKind::ManagedCluster, Symbol::EMPTY, cluster.name());
                }
                for pod in &self.pods {
                    visit(ObjectKind::Pod, pod.namespace, pod.name);
                }
            }

            fn exchange_other(&mut self, object: &Object) -> bool {
                let of = &mut self.revisions;
                match object {
                    Object::NewCluster(_) | Object::Pod(_) => false,
                    Object::ManagedCluster(_, slot) => {
                        let differs = self.clusters.exchange(*slot);
                        of.clusters += u64::from(differs == Some(true));
                        differs.is_some()
                    }
                    Object::Workload(_, o) => {
                        let is_it = |old: &&mut Arc<Workload>| old.kind == o.kind && old.key() == o.key();
                        let old = self.workloads.iter_mut().find(is_it);
                        old.is_some_and(|old| put(std::slice::from_mut(old), o, &mut of.pods))
                    }
                    $(Object::$kind(o) => put(&mut self.$list, o, &mut of.$revision),)*
                }
            }
        }
    };
}
kinds!(declare);

/// Replaces the object of the same name and counts the change; `false` if no object has the name.
fn put<T: Named + PartialEq>(list: &mut [Arc<T>], new: &Arc<T>, revision: &mut u64) -> bool {
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

/// What questions assume beyond the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumed {
    /// The workload that creates pods although it rests: a Job that is suspended, the next Job of a `CronJob`, one pod
    /// of a `DaemonSet`.
    pub started: Option<ObjectName>,
    /// Pods (`namespace/name`) that are bound to a node, by its name.
    pub bound: Vec<(String, String)>,
}

impl Objects {
    /// The name of a cluster; empty for an unknown cluster.
    pub fn cluster_name(&self, cluster: ClusterId) -> &str {
        let cluster = self.clusters.get(cluster);
        cluster.map_or("", |cluster| &self.names[cluster.name()])
    }

    /// No objects, with the names and the counters of these, so that a caller that knows these can tell later ones
    /// apart.
    #[must_use]
    pub fn successor(&self) -> Self {
        Self {
            names: self.names.clone(),
            revisions: self.revisions,
            pod_journal: self.pod_journal.clone(),
            assumed: self.assumed.clone(),
            ..Self::default()
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

    /// Assumes something beyond the text.
    pub fn assume(&mut self, assumed: Assumed) {
        if self.assumed != assumed {
            self.assumed = assumed;
            self.revisions.pods += 1;
            self.new_epoch();
        }
    }

    /// Whether a workload that rests is assumed to create pods.
    pub(crate) fn is_started(&self, workload: &Workload) -> bool {
        let names = &self.names;
        self.assumed.started.as_ref().is_some_and(|of| {
            names[workload.kind] == *of.kind
                && names[workload.namespace] == *of.namespace
                && names[workload.name] == *of.name
        })
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
        ConfigMap, Timeline, ApplicationSet, ClusterSecret, Event, PersistentVolumeClaim, CsiStorageCapacity;
    cluster_wide: ManagedClusterSet, Node, PriorityClass, Namespace, RuntimeClass, SchedulerConfiguration,
        PersistentVolume, StorageClass, CsiNode, CsiDriver, VolumeAttachment
}
