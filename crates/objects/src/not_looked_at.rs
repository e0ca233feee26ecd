//! What can stand in a text and changes a scheduler's answer, but is not modelled: one table, [`NOT_LOOKED_AT`].
//!
//! The reader records where an entry of the table stands, answers list what may touch them, and the table of the
//! documentation is made from it.

mod entry;
mod reason;

use self::entry::{
    autoscaler, configuration, declared, disabled, enabled, hub, in_profile, namespace, objects,
    persistent_volume, pods, profile, vm, work,
};
pub use self::reason::{NotLookedAtReason, TouchedAnswer};
use crate::{
    kubernetes_version::{KubernetesVersion, VersionedRule},
    scheduler_configuration::CONFIGURED_PLUGINS,
};

/// The objects that an entry of the table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Pods, and the templates of the workloads that are read; paths begin at the pod.
    Pods,
    /// Objects of an API group, of any version; empty is the core group. A group that is a field of a kind that is
    /// read, such as [`Subject::Objects`] of `Node`, is looked for in it.
    Objects {
        /// The group of `apiVersion`.
        group: &'static str,
        kinds: &'static [&'static str],
    },
}

/// Whether a value that stands at the path of an entry counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Every value except null and empty ones.
    Always,
    /// A string that is not in this list.
    UnlessOneOf(&'static [&'static str]),
    /// A string in this list.
    IfOneOf(&'static [&'static str]),
    /// A plugin that is neither one of the default profile nor `CapacityScheduling`.
    UnlessKnownPlugin,
    /// A plugin that an answer needs for more than scores, or `*`.
    IfNeededPlugin,
    /// This value, where a field beside it has another value.
    IfBeside {
        value: &'static str,
        /// The field beside it, and its value.
        beside: (&'static str, &'static str),
    },
    /// A string that contains this.
    Containing(&'static str),
    /// It depends on more than the value.
    Elsewhere,
}

/// The pods whose answers an entry touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchedPods {
    /// The pod with the field.
    Own,
    /// Pods that have an entry of the same reason themselves.
    OfReason,
    /// New pods of the namespace that it is: manifests and templates, that the API server has not admitted yet.
    NewOfThis,
    /// New pods.
    New,
    /// Pods with claims.
    WithClaims,
    /// The pods whose scheduler has the profile.
    OfProfile,
    /// Every pod.
    Every,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLookedAtRule {
    /// The objects.
    pub subject: Subject,
    /// The path of the field; `[]` is any item of a list, `[key]` a key of a map, `[prefix*]` any key that begins so.
    /// Empty: the object itself.
    pub path: &'static str,
    /// Which values count.
    pub counts: Counts,
    /// Why it matters.
    pub reason: NotLookedAtReason,
    /// The pods that it affects.
    pub pods: TouchedPods,
    /// The rule of later releases that reads it; `None`: all releases do.
    pub needs: Option<VersionedRule>,
}

impl NotLookedAtRule {
    /// Whether kube-scheduler of a release reads it.
    pub fn is_of(&self, version: KubernetesVersion) -> bool {
        self.needs.is_none_or(|rule| version.has(rule))
    }
}

/// The modelled schedulers: the default of pods, the names of kube-scheduler with `CapacityScheduling` in the design
/// document and in the chart of scheduler-plugins, and the scheduler of autoscaled VMs.
const MODELLED_SCHEDULERS: &[&str] = &[
    "default-scheduler",
    "capacityscheduler",
    "scheduler-plugins-scheduler",
    "autoscale-scheduler",
];

/// The actions of restart rules that need a feature of the node.
const RESTARTS_ALL: Counts = Counts::IfOneOf(&["RestartAllContainers"]);

/// A user namespace in the network of the node needs a feature of the node.
const HOST_NETWORK_WITHOUT_HOST_USERS: Counts = Counts::IfBeside {
    value: "false",
    beside: ("hostNetwork", "true"),
};

/// The gates of pods that Kueue has not admitted, or not placed in a topology.
const KUEUE_GATES: Counts =
    Counts::IfOneOf(&["kueue.x-k8s.io/admission", "kueue.x-k8s.io/topology"]);

/// The resources of webhooks and policies that pods are among.
const ADMITTED_PODS: Counts = Counts::IfOneOf(&["pods", "pods/*", "*", "*/*"]);

/// Everything that changes a scheduler's answer and is not modelled, in the order in which answers list it.
///
/// Sources: `pkg/scheduler/framework/plugins` of Kubernetes 1.35 (`dynamicresources`, `gangscheduling`,
/// `nodedeclaredfeatures`), `k8s.io/csi-translation-lib`, and the API groups of projects that run next to a scheduler.
pub const NOT_LOOKED_AT: &[NotLookedAtRule] = {
    use NotLookedAtReason::{
        Admission, ClusterResourceQuota, DeclaredFeatures, DefaultPreemption, Descheduling,
        DynamicResources, EmbeddedConfiguration, KoordinatorQuota, KueueQuota,
        NoCapacityScheduling, NodeAutoscaling, NodeSampling, Numa, OtherQuota, OtherScheduler,
        PodGroup, PodsNotMade, StorageCapacityScores, VmSettings, VolcanoQueue, Volumes,
        WorkRolloutAll, WorkRolloutPerGroup, WorkRolloutProgressive,
    };
    use TouchedPods::{Every, New, OfReason, Own};
    &[
        pods("spec.volumes[].awsElasticBlockStore", Volumes),
        pods("spec.volumes[].azureDisk", Volumes),
        pods("spec.volumes[].azureFile", Volumes),
        pods("spec.volumes[].cinder", Volumes),
        pods("spec.volumes[].gcePersistentDisk", Volumes),
        pods("spec.volumes[].portworxVolume", Volumes),
        pods("spec.volumes[].vsphereVolume", Volumes),
        persistent_volume("spec.awsElasticBlockStore"),
        persistent_volume("spec.azureDisk"),
        persistent_volume("spec.azureFile"),
        persistent_volume("spec.cinder"),
        persistent_volume("spec.gcePersistentDisk"),
        persistent_volume("spec.portworxVolume"),
        persistent_volume("spec.vsphereVolume"),
        pods("spec.resourceClaims", DynamicResources),
        pods("status.extendedResourceClaimStatus", DynamicResources),
        pods("spec.schedulerName", OtherScheduler)
            .counting(Counts::UnlessOneOf(MODELLED_SCHEDULERS)),
        pods("spec.workloadRef", PodGroup),
        pods("spec.schedulingGroup", PodGroup),
        pods("metadata.labels[scheduling.x-k8s.io/pod-group]", PodGroup),
        pods(
            "metadata.annotations[scheduling.k8s.io/group-name]",
            PodGroup,
        ),
        pods(
            "metadata.annotations[scheduling.volcano.sh/group-name]",
            VolcanoQueue,
        ),
        pods(
            "metadata.annotations[scheduling.volcano.sh/queue-name]",
            VolcanoQueue,
        ),
        pods("spec.schedulerName", VolcanoQueue).counting(Counts::IfOneOf(&["volcano"])),
        pods("metadata.labels[kueue.x-k8s.io/queue-name]", KueueQuota),
        pods("spec.schedulingGates[].name", KueueQuota).counting(KUEUE_GATES),
        objects(
            "batch",
            &["Job"],
            "metadata.labels[kueue.x-k8s.io/queue-name]",
            KueueQuota,
            Own,
        ),
        objects(
            "apps",
            &["Deployment", "ReplicaSet", "StatefulSet"],
            "metadata.labels[kueue.x-k8s.io/queue-name]",
            KueueQuota,
            Own,
        ),
        pods(
            "metadata.labels[quota.scheduling.koordinator.sh/*]",
            KoordinatorQuota,
        ),
        pods("spec.schedulerName", KoordinatorQuota)
            .counting(Counts::IfOneOf(&["koord-scheduler"])),
        // With an extended resource's name, pods get its devices by their ordinary requests.
        objects(
            "resource.k8s.io",
            &["DeviceClass"],
            "spec.extendedResourceName",
            DynamicResources,
            Every,
        ),
        objects(
            "resource.k8s.io",
            &[
                "DeviceClass",
                "DeviceTaintRule",
                "ResourceClaim",
                "ResourceClaimTemplate",
                "ResourceSlice",
            ],
            "",
            DynamicResources,
            OfReason,
        ),
        objects("scheduling.x-k8s.io", &["PodGroup"], "", PodGroup, OfReason),
        objects(
            "scheduling.k8s.io",
            &["CompositePodGroup", "PodGroup", "Workload"],
            "",
            PodGroup,
            OfReason,
        ),
        objects(
            "scheduling.volcano.sh",
            &["PodGroup", "Queue"],
            "",
            VolcanoQueue,
            OfReason,
        ),
        objects(
            "kueue.x-k8s.io",
            &[
                "ClusterQueue",
                "Cohort",
                "LocalQueue",
                "ResourceFlavor",
                "Workload",
            ],
            "",
            KueueQuota,
            OfReason,
        ),
        objects(
            "nos.nebuly.com",
            &["ElasticQuota", "CompositeElasticQuota"],
            "",
            OtherQuota,
            Every,
        ),
        objects(
            "scheduling.sigs.k8s.io",
            &["ElasticQuota"],
            "metadata.labels[quota.scheduling.koordinator.sh/*]",
            KoordinatorQuota,
            Every,
        ),
        objects(
            "scheduling.sigs.k8s.io",
            &["ElasticQuota"],
            "metadata.annotations[quota.scheduling.koordinator.sh/*]",
            KoordinatorQuota,
            Every,
        ),
        objects(
            "quota.koordinator.sh",
            &["ElasticQuotaProfile"],
            "",
            KoordinatorQuota,
            Every,
        ),
        objects("", &["ConfigMap"], "data[*]", EmbeddedConfiguration, Every)
            .counting(Counts::Containing("KubeSchedulerConfiguration")),
        profile("profiles[]", NoCapacityScheduling),
        profile("profiles[]", DefaultPreemption),
        configuration("extenders"),
        enabled("profiles[].plugins.multiPoint.enabled[].name"),
        enabled("profiles[].plugins.preEnqueue.enabled[].name"),
        enabled("profiles[].plugins.queueSort.enabled[].name"),
        enabled("profiles[].plugins.preFilter.enabled[].name"),
        enabled("profiles[].plugins.filter.enabled[].name"),
        enabled("profiles[].plugins.postFilter.enabled[].name"),
        enabled("profiles[].plugins.preScore.enabled[].name"),
        enabled("profiles[].plugins.score.enabled[].name"),
        enabled("profiles[].plugins.reserve.enabled[].name"),
        enabled("profiles[].plugins.permit.enabled[].name"),
        // The reader drops those that change only filters and scores. Plugins disabled at `postFilter` are applied.
        disabled("profiles[].plugins.multiPoint.disabled[].name"),
        disabled("profiles[].plugins.preEnqueue.disabled[].name"),
        disabled("profiles[].plugins.preFilter.disabled[].name"),
        disabled("profiles[].plugins.preScore.disabled[].name"),
        in_profile("profiles[].pluginConfig[].name")
            .counting(Counts::UnlessOneOf(CONFIGURED_PLUGINS)),
        in_profile(
            "profiles[].pluginConfig[].args.addedAffinity.preferredDuringSchedulingIgnoredDuringExecution",
        ),
        in_profile("profiles[].pluginConfig[].args.defaultConstraints[].whenUnsatisfiable")
            .counting(Counts::IfOneOf(&["DoNotSchedule"])),
        in_profile("profiles[].pluginConfig[].args.minCandidateNodesPercentage")
            .counting(Counts::UnlessOneOf(&["10"])),
        in_profile("profiles[].pluginConfig[].args.minCandidateNodesAbsolute")
            .counting(Counts::UnlessOneOf(&["100"])),
        objects("", &["Node"], "", NodeSampling, Every).counting(Counts::Elsewhere),
        objects(
            "storage.k8s.io",
            &["StorageClass"],
            "",
            StorageCapacityScores,
            Every,
        )
        .counting(Counts::Elsewhere)
        .since(VersionedRule::StorageCapacityScores),
        // `NodeDeclaredFeatures` reads these of the pod, and what nodes declare.
        declared("spec.containers[].restartPolicyRules[].action").counting(RESTARTS_ALL),
        declared("spec.initContainers[].restartPolicyRules[].action").counting(RESTARTS_ALL),
        declared("spec.hostUsers").counting(HOST_NETWORK_WITHOUT_HOST_USERS),
        declared("status.nodeAllocatableResourceClaimStatuses"),
        objects(
            "",
            &["Node"],
            "status.declaredFeatures",
            DeclaredFeatures,
            OfReason,
        )
        .since(VersionedRule::DeclaredFeatures),
        objects(
            "topology.node.k8s.io",
            &["NodeResourceTopology"],
            "",
            Numa,
            Every,
        ),
        objects(
            "karpenter.sh",
            &["NodeClaim", "NodePool"],
            "",
            NodeAutoscaling,
            Every,
        ),
        objects(
            "autoscaling.x-k8s.io",
            &["ProvisioningRequest"],
            "",
            NodeAutoscaling,
            Every,
        ),
        objects(
            "descheduler",
            &["DeschedulerPolicy"],
            "",
            Descheduling,
            Every,
        ),
        objects("apps", &["DaemonSet"], "", PodsNotMade, Every),
        objects("batch", &["CronJob"], "", PodsNotMade, Every),
        objects("batch.volcano.sh", &["Job"], "", PodsNotMade, Every),
        objects("argoproj.io", &["Rollout"], "", PodsNotMade, Every),
        autoscaler("autoscaling", &["HorizontalPodAutoscaler"]),
        autoscaler("keda.sh", &["ScaledObject"]),
        namespace("metadata.annotations[openshift.io/node-selector]"),
        namespace("metadata.annotations[scheduler.alpha.kubernetes.io/node-selector]"),
        namespace("metadata.annotations[scheduler.alpha.kubernetes.io/defaultTolerations]"),
        namespace("metadata.annotations[scheduler.alpha.kubernetes.io/tolerationsWhitelist]"),
        objects(
            "quota.openshift.io",
            &["ClusterResourceQuota"],
            "",
            ClusterResourceQuota,
            New,
        ),
        objects(
            "admissionregistration.k8s.io",
            &[
                "MutatingWebhookConfiguration",
                "ValidatingWebhookConfiguration",
            ],
            "webhooks[].rules[].resources[]",
            Admission,
            New,
        )
        .counting(ADMITTED_PODS),
        objects(
            "admissionregistration.k8s.io",
            &["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"],
            "spec.matchConstraints.resourceRules[].resources[]",
            Admission,
            New,
        )
        .counting(ADMITTED_PODS),
        objects(
            "autoscaling.k8s.io",
            &["VerticalPodAutoscaler"],
            "",
            Admission,
            New,
        ),
        vm("metadata.annotations[autoscaling.neon.tech/bounds]"),
        vm("metadata.annotations[autoscaling.neon.tech/config]"),
        vm("metadata.labels[autoscaling.neon.tech/auto-migration-enabled]"),
        objects(
            "vm.neon.tech",
            &["VirtualMachineMigration"],
            "",
            VmSettings,
            Every,
        ),
        hub("spec.placementConfiguration.featureGates"),
        hub("spec.registrationConfiguration.featureGates[].feature")
            .counting(Counts::IfOneOf(&["DefaultClusterSet"])),
        work(&["All"], WorkRolloutAll),
        work(&["Progressive"], WorkRolloutProgressive),
        work(&["ProgressivePerGroup"], WorkRolloutPerGroup),
    ]
};
