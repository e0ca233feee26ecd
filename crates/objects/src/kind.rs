//! The kinds of objects that scheduling reads.

/// A kind that is read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// `ManagedCluster`.
    ManagedCluster,
    /// `Placement`.
    Placement,
    /// `PlacementDecision`.
    PlacementDecision,
    /// `ManagedClusterSet`.
    ManagedClusterSet,
    /// `ManagedClusterSetBinding`.
    ManagedClusterSetBinding,
    /// `AddOnPlacementScore`.
    AddOnPlacementScore,
    /// `Node`.
    Node,
    /// `Pod`.
    Pod,
    /// `ElasticQuota`.
    ElasticQuota,
    /// `PriorityClass`.
    PriorityClass,
    /// `PodDisruptionBudget`.
    PodDisruptionBudget,
    /// `VirtualMachine`.
    VirtualMachine,
    /// `ConfigMap`.
    ConfigMap,
    /// `Timeline`.
    Timeline,
    /// `Deployment`.
    Deployment,
    /// `ReplicaSet`.
    ReplicaSet,
    /// `StatefulSet`.
    StatefulSet,
    /// `Job`.
    Job,
    /// `Namespace`.
    Namespace,
    /// `Service`.
    Service,
    /// `RuntimeClass`.
    RuntimeClass,
    /// `ReplicationController`.
    ReplicationController,
    /// `ResourceQuota`.
    ResourceQuota,
    /// `LimitRange`.
    LimitRange,
    /// `KubeSchedulerConfiguration`.
    KubeSchedulerConfiguration,
    /// `PlacementDecision` of SIG Multicluster.
    MulticlusterPlacementDecision,
    /// `ApplicationSet` of Argo CD.
    ApplicationSet,
    /// `DaemonSet`.
    DaemonSet,
    /// `Event`.
    Event,
    /// A hub's answer at `/debug/placements`, which has no kind of its own.
    DebugResult,
}

impl ObjectKind {
    /// As objects write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ManagedCluster => "ManagedCluster",
            Self::Placement => "Placement",
            Self::PlacementDecision | Self::MulticlusterPlacementDecision => "PlacementDecision",
            Self::ManagedClusterSet => "ManagedClusterSet",
            Self::ManagedClusterSetBinding => "ManagedClusterSetBinding",
            Self::AddOnPlacementScore => "AddOnPlacementScore",
            Self::Node => "Node",
            Self::Pod => "Pod",
            Self::ElasticQuota => "ElasticQuota",
            Self::PriorityClass => "PriorityClass",
            Self::PodDisruptionBudget => "PodDisruptionBudget",
            Self::VirtualMachine => "VirtualMachine",
            Self::ConfigMap => "ConfigMap",
            Self::Timeline => "Timeline",
            Self::Deployment => "Deployment",
            Self::ReplicaSet => "ReplicaSet",
            Self::StatefulSet => "StatefulSet",
            Self::Job => "Job",
            Self::Namespace => "Namespace",
            Self::Service => "Service",
            Self::RuntimeClass => "RuntimeClass",
            Self::ReplicationController => "ReplicationController",
            Self::ResourceQuota => "ResourceQuota",
            Self::LimitRange => "LimitRange",
            Self::KubeSchedulerConfiguration => "KubeSchedulerConfiguration",
            Self::ApplicationSet => "ApplicationSet",
            Self::DaemonSet => "DaemonSet",
            Self::Event => "Event",
            Self::DebugResult => "DebugResult",
        }
    }

    /// Whether its objects have a namespace.
    pub fn is_namespaced(self) -> bool {
        let cluster_wide = matches!(
            self,
            Self::ManagedCluster
                | Self::ManagedClusterSet
                | Self::Node
                | Self::PriorityClass
                | Self::Namespace
                | Self::RuntimeClass
                | Self::KubeSchedulerConfiguration
        );
        !cluster_wide
    }

    /// Whether its objects are identified by `uid` and ordered by age: pods and workloads.
    pub fn is_of_pods(self) -> bool {
        matches!(
            self,
            Self::Pod
                | Self::Deployment
                | Self::ReplicaSet
                | Self::StatefulSet
                | Self::Job
                | Self::ReplicationController
                | Self::DaemonSet
        )
    }
}
