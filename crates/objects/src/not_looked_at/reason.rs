//! Why something is not looked at, and the answers that it touches.

use super::{NOT_LOOKED_AT, NotLookedAtRule};
use crate::words;

words! {
    /// Why something of the text is not looked at; stable.
    ///
    /// - `volumes`: in-tree volumes are translated for a CSI driver, whose limits can keep a pod from nodes
    /// - `dynamic-resources`: devices are allocated to claims
    /// - `other-scheduler`: the pod is for a scheduler whose configuration is not in the text
    /// - `pod-group`: the pods of a group are scheduled together, or not at all
    /// - `kueue-quota`: a queue of Kueue decides by its own quotas when pods are made or let go
    /// - `volcano-queue`: Volcano's scheduler shares the cluster between its queues, and schedules by groups of pods
    /// - `koordinator-quota`: a quota is of Koordinator, whose quotas are a tree with other rules
    /// - `scheduler-configuration`: a field of a scheduler's configuration is not applied; plugins that filter, score
    ///   or preempt are switched as it says, and weights and arguments of plugins that score are taken
    /// - `embedded-configuration`: a scheduler's configuration is in a `ConfigMap`, which is not read
    /// - `no-capacity-scheduling`: the profile of a scheduler does not enable `CapacityScheduling`, so that the
    ///   scheduler ignores `ElasticQuota`s, and preempts by `DefaultPreemption`; listed if the text has quotas
    /// - `default-preemption`: `DefaultPreemption` is enabled with `CapacityScheduling` and evicts regardless of quotas
    /// - `node-sampling`: a scheduler with more than 100 nodes stops looking once it has found enough feasible ones
    /// - `storage-capacity-scores`: `VolumeBinding` scores nodes by the storage that a pod's new volumes leave, from
    ///   Kubernetes 1.37 on; listed if several nodes are scored
    /// - `declared-features`: nodes declare features that pods can need
    /// - `numa`: a node's room is divided into NUMA zones
    /// - `node-autoscaling`: nodes are added and removed
    /// - `descheduling`: running pods are evicted
    /// - `pods-not-made`: an object makes pods that are not in the text
    /// - `autoscaled-replicas`: an autoscaler, not the workload, sets the number of replicas
    /// - `namespace-admission`: new pods of the namespace get a node selector or tolerations, or are refused for theirs
    /// - `cluster-resource-quota`: pods of several namespaces are counted, and new ones are refused
    /// - `admission`: webhooks and policies change or refuse new pods
    /// - `hub-features`: a feature gate of the hub changes what its controllers do with placements and cluster sets
    /// - `work-rollout-all`, `work-rollout-progressive`, `work-rollout-per-group`: a placement says which clusters are
    ///   selected; in which order the work of a `ManifestWorkReplicaSet` changes on them is up to its controller
    /// - `vm-settings`: a VM's agent scales it within other bounds or by other rules, or it is migrated
    pub enum NotLookedAtReason {
        /// In-tree volumes can keep a pod from nodes, as those of a CSI driver.
        Volumes = "volumes",
        /// Devices are allocated to claims.
        DynamicResources = "dynamic-resources",
        /// The pod is for a scheduler whose configuration is not in the text.
        OtherScheduler = "other-scheduler",
        /// The pods of a group are scheduled together.
        PodGroup = "pod-group",
        /// A queue of Kueue decides when pods are created or released.
        KueueQuota = "kueue-quota",
        /// Volcano's scheduler shares the cluster between its queues.
        VolcanoQueue = "volcano-queue",
        /// Another scheduler has quotas of this kind, with other rules.
        OtherQuota = "other-quota",
        KoordinatorQuota = "koordinator-quota",
        /// A field of a scheduler's configuration is not applied.
        SchedulerConfiguration = "scheduler-configuration",
        /// A scheduler's configuration is in a `ConfigMap`.
        EmbeddedConfiguration = "embedded-configuration",
        /// A scheduler ignores quotas.
        NoCapacityScheduling = "no-capacity-scheduling",
        /// A scheduler also evicts regardless of quotas.
        DefaultPreemption = "default-preemption",
        /// A scheduler does not look at all nodes.
        NodeSampling = "node-sampling",
        /// `VolumeBinding` scores nodes by their storage.
        StorageCapacityScores = "storage-capacity-scores",
        /// Nodes declare features that pods can need.
        DeclaredFeatures = "declared-features",
        /// A node's room is divided into NUMA zones.
        Numa = "numa",
        /// Nodes are added and removed.
        NodeAutoscaling = "node-autoscaling",
        /// Running pods are evicted.
        Descheduling = "descheduling",
        /// An object makes pods that are not in the text.
        PodsNotMade = "pods-not-made",
        /// An autoscaler says how many pods a workload wants.
        AutoscaledReplicas = "autoscaled-replicas",
        /// New pods of a namespace get a node selector or tolerations.
        NamespaceAdmission = "namespace-admission",
        /// Pods of several namespaces are counted.
        ClusterResourceQuota = "cluster-resource-quota",
        /// Webhooks and policies change or refuse new pods.
        Admission = "admission",
        /// A feature gate of the hub changes what its controllers do.
        HubFeatures = "hub-features",
        /// A `ManifestWorkReplicaSet` changes all clusters of its placements at once.
        WorkRolloutAll = "work-rollout-all",
        /// It changes a number of clusters at a time.
        WorkRolloutProgressive = "work-rollout-progressive",
        /// It changes one decision group after another.
        WorkRolloutPerGroup = "work-rollout-per-group",
        /// A VM is scaled within other bounds or by other rules, or is migrated.
        VmSettings = "vm-settings",
    }
}

words! {
    /// An answer that something can touch.
    pub enum TouchedAnswer {
        /// One scheduling cycle, `simulatePod`.
        SimulatePod = "simulatePod",
        /// The scores of nodes, `scoreNodes`.
        ScoreNodes = "scoreNodes",
        /// One node for one pod, `explainNode`.
        ExplainNode = "explainNode",
        /// The queue of pending pods, `queue`.
        Queue = "queue",
        /// The pods, `pods`.
        Pods = "pods",
        /// The quotas and their use, `quotas`.
        Quotas = "quotas",
        /// The nodes and their use, `nodes`.
        Nodes = "nodes",
        /// A timeline of VMs, `vmTimeline` and `vmStep`.
        VmTimeline = "vmTimeline",
        /// A placement, `decide` and `report`.
        Decide = "decide",
    }
}

impl NotLookedAtReason {
    /// The first entry of the table with this reason.
    pub fn rule(self) -> Option<(u16, &'static NotLookedAtRule)> {
        let mut rules = (0..).zip(NOT_LOOKED_AT);
        rules.find(|(_, rule)| rule.reason == self)
    }

    /// The answers that it touches.
    pub fn answers(self) -> &'static [TouchedAnswer] {
        use TouchedAnswer::{
            Decide, ExplainNode, Nodes, Pods, Queue, Quotas, ScoreNodes, SimulatePod, VmTimeline,
        };
        match self {
            Self::Volumes
            | Self::DynamicResources
            | Self::OtherScheduler
            | Self::DeclaredFeatures
            | Self::SchedulerConfiguration
            | Self::EmbeddedConfiguration
            | Self::NamespaceAdmission
            | Self::ClusterResourceQuota
            | Self::Numa => &[SimulatePod, ScoreNodes, ExplainNode, Queue],
            Self::PodGroup | Self::DefaultPreemption => &[SimulatePod, Queue],
            Self::NodeAutoscaling | Self::Descheduling => &[SimulatePod, Queue, VmTimeline],
            Self::NodeSampling | Self::StorageCapacityScores | Self::AutoscaledReplicas => {
                &[SimulatePod, ScoreNodes, Queue]
            }
            Self::NoCapacityScheduling => &[SimulatePod, ExplainNode, Queue, Quotas],
            Self::OtherQuota => &[SimulatePod, Queue, Quotas],
            Self::KueueQuota | Self::VolcanoQueue | Self::KoordinatorQuota => {
                &[SimulatePod, ExplainNode, Queue, Quotas, Pods]
            }
            Self::PodsNotMade => &[
                SimulatePod,
                ScoreNodes,
                ExplainNode,
                Queue,
                Quotas,
                Nodes,
                VmTimeline,
            ],
            Self::Admission => &[SimulatePod, ScoreNodes, ExplainNode, Queue, Quotas],
            Self::HubFeatures
            | Self::WorkRolloutAll
            | Self::WorkRolloutProgressive
            | Self::WorkRolloutPerGroup => &[Decide],
            Self::VmSettings => &[VmTimeline],
        }
    }
}
