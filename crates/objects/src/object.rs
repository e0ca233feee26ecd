//! An object of any kind.

use std::sync::Arc;

use crate::{
    addon_placement_score::AddOnPlacementScore,
    application_set::ApplicationSet,
    cluster_context::{LimitRange, Namespace, ResourceQuota, RuntimeClass, Service},
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    clusters::Slot,
    config_map::ConfigMap,
    debug_result::DebugResult,
    event::Event,
    kind::ObjectKind,
    managed_cluster::ManagedCluster,
    names::Symbol,
    node::Node,
    objects::Named,
    placement::Placement,
    placement_decision::PlacementDecision,
    pod::{Pod, Workload},
    policy::{ElasticQuota, PodDisruptionBudget, PriorityClass},
    scheduler_configuration::SchedulerConfiguration,
    timeline::Timeline,
    virtual_machine::VirtualMachine,
};

/// An object that scheduling reads.
#[derive(Clone, Debug)]
pub enum Object {
    /// A `ManagedCluster` that is not stored yet.
    NewCluster(Box<ManagedCluster>),
    /// A stored `ManagedCluster`: its name and its slot.
    ManagedCluster(Symbol, Slot),
    /// `Placement`.
    Placement(Arc<Placement>),
    /// `PlacementDecision`.
    PlacementDecision(Arc<PlacementDecision>),
    /// `ManagedClusterSet`.
    ManagedClusterSet(Arc<ManagedClusterSet>),
    /// `ManagedClusterSetBinding`.
    ManagedClusterSetBinding(Arc<ManagedClusterSetBinding>),
    /// `AddOnPlacementScore`.
    AddOnPlacementScore(Arc<AddOnPlacementScore>),
    /// `Node`.
    Node(Arc<Node>),
    /// `Pod`.
    Pod(Arc<Pod>),
    /// `ElasticQuota`.
    ElasticQuota(Arc<ElasticQuota>),
    /// `PriorityClass`.
    PriorityClass(Arc<PriorityClass>),
    /// `PodDisruptionBudget`.
    PodDisruptionBudget(Arc<PodDisruptionBudget>),
    /// `VirtualMachine`.
    VirtualMachine(Arc<VirtualMachine>),
    /// `ConfigMap`.
    ConfigMap(Arc<ConfigMap>),
    /// `Timeline`.
    Timeline(Arc<Timeline>),
    /// `Namespace`.
    Namespace(Arc<Namespace>),
    /// `Service`.
    Service(Arc<Service>),
    /// `RuntimeClass`.
    RuntimeClass(Arc<RuntimeClass>),
    /// `ResourceQuota`.
    ResourceQuota(Arc<ResourceQuota>),
    /// `LimitRange`.
    LimitRange(Arc<LimitRange>),
    /// `KubeSchedulerConfiguration`.
    SchedulerConfiguration(Arc<SchedulerConfiguration>),
    /// `PlacementDecision` of SIG Multicluster.
    MulticlusterPlacementDecision(Arc<PlacementDecision>),
    /// `ApplicationSet`.
    ApplicationSet(Arc<ApplicationSet>),
    /// A hub's answer at `/debug/placements`.
    DebugResult(Arc<DebugResult>),
    /// `Event`.
    Event(Arc<Event>),
    /// A workload: its kind, and what it makes.
    Workload(ObjectKind, Arc<Workload>),
}

impl Object {
    /// The kind, the namespace, the name: what makes an object itself.
    pub fn identity(&self) -> (ObjectKind, Symbol, Symbol) {
        fn of<T: Named>(kind: ObjectKind, object: &T) -> (ObjectKind, Symbol, Symbol) {
            let (namespace, name) = object.key();
            (kind, namespace, name)
        }
        match self {
            Self::NewCluster(o) => (ObjectKind::ManagedCluster, Symbol::EMPTY, o.name),
            Self::ManagedCluster(name, _) => (ObjectKind::ManagedCluster, Symbol::EMPTY, *name),
            Self::Placement(o) => of(ObjectKind::Placement, &**o),
            Self::PlacementDecision(o) => of(ObjectKind::PlacementDecision, &**o),
            Self::ManagedClusterSet(o) => of(ObjectKind::ManagedClusterSet, &**o),
            Self::ManagedClusterSetBinding(o) => of(ObjectKind::ManagedClusterSetBinding, &**o),
            Self::AddOnPlacementScore(o) => of(ObjectKind::AddOnPlacementScore, &**o),
            Self::Node(o) => of(ObjectKind::Node, &**o),
            Self::Pod(o) => of(ObjectKind::Pod, &**o),
            Self::ElasticQuota(o) => of(ObjectKind::ElasticQuota, &**o),
            Self::PriorityClass(o) => of(ObjectKind::PriorityClass, &**o),
            Self::PodDisruptionBudget(o) => of(ObjectKind::PodDisruptionBudget, &**o),
            Self::VirtualMachine(o) => of(ObjectKind::VirtualMachine, &**o),
            Self::ConfigMap(o) => of(ObjectKind::ConfigMap, &**o),
            Self::Timeline(o) => of(ObjectKind::Timeline, &**o),
            Self::Namespace(o) => of(ObjectKind::Namespace, &**o),
            Self::Service(o) => of(ObjectKind::Service, &**o),
            Self::RuntimeClass(o) => of(ObjectKind::RuntimeClass, &**o),
            Self::ResourceQuota(o) => of(ObjectKind::ResourceQuota, &**o),
            Self::LimitRange(o) => of(ObjectKind::LimitRange, &**o),
            Self::SchedulerConfiguration(o) => of(ObjectKind::KubeSchedulerConfiguration, &**o),
            Self::MulticlusterPlacementDecision(o) => {
                of(ObjectKind::MulticlusterPlacementDecision, &**o)
            }
            Self::ApplicationSet(o) => of(ObjectKind::ApplicationSet, &**o),
            Self::DebugResult(o) => of(ObjectKind::DebugResult, &**o),
            Self::Event(o) => of(ObjectKind::Event, &**o),
            Self::Workload(kind, o) => of(*kind, &**o),
        }
    }

    /// Notes of a pod, or of the pods of a workload, that no API server takes it as it is. One that is stored, or on a
    /// node, was taken once.
    pub fn refuse(&mut self) {
        let pod = match self {
            Self::Pod(pod) => Arc::get_mut(pod).filter(|pod| pod.uid.is_empty()),
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
