//! An object of any kind.

use std::sync::Arc;

use crate::{
    addon_placement_score::AddOnPlacementScore,
    application_set::ApplicationSet,
    cluster_context::{LimitRange, Namespace, ResourceQuota, RuntimeClass, Service},
    cluster_secret::ClusterSecret,
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    clusters::Slot,
    config_map::ConfigMap,
    event::Event,
    kind::{ObjectKind, kinds},
    managed_cluster::ManagedCluster,
    names::Symbol,
    node::Node,
    objects::Named,
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
        /// An object that scheduling reads.
        #[derive(Clone, Debug)]
        pub enum Object {
            /// A `ManagedCluster` that is not stored yet.
            NewCluster(Box<ManagedCluster>),
            /// A stored `ManagedCluster`: its name and its slot.
            ManagedCluster(Symbol, Slot),
            /// `Pod`.
            Pod(Arc<Pod>),
            /// A workload: its kind, and what it creates.
            Workload(ObjectKind, Arc<Workload>),
            $($(#[$doc])* $kind(Arc<$type>),)*
        }

        impl Object {
            /// The kind, the namespace, the name: what makes an object itself.
            pub fn identity(&self) -> (ObjectKind, Symbol, Symbol) {
                let (kind, (namespace, name)) = match self {
                    Self::NewCluster(o) => (ObjectKind::ManagedCluster, (Symbol::EMPTY, o.name)),
                    Self::ManagedCluster(name, _) => {
                        (ObjectKind::ManagedCluster, (Symbol::EMPTY, *name))
                    }
                    Self::Pod(o) => (ObjectKind::Pod, o.key()),
                    Self::Workload(kind, o) => (*kind, o.key()),
                    $(Self::$kind(o) => (ObjectKind::$kind, o.key()),)*
                };
                (kind, namespace, name)
            }
        }
    };
}
kinds!(declare);

impl Object {
    /// Notes of a pod, or of the pods of a workload, that no API server takes it as it is. One that is stored, or on a
    /// node, was taken once.
    pub fn refuse(&mut self) {
        let pod = match self {
            Self::Pod(pod) => Arc::get_mut(pod).filter(|pod| !pod.is_stored),
            Self::Workload(_, workload) => Arc::get_mut(workload)
                .filter(|workload| workload.uid.is_empty())
                .map(|workload| &mut workload.template),
            _ => None,
        };
        if let Some(pod) = pod {
            pod.refused = pod.node.is_empty() && !pod.phase.is_over();
        }
    }

    /// The kind's name.
    pub fn kind(&self) -> &'static str {
        self.identity().0.name()
    }
}
