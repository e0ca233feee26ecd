//! The kinds of objects that scheduling reads: everything that is known of a kind, once.

/// Passes the declarations of all kinds to another macro.
///
/// `stored`: kinds with a list of their own in [`Objects`](crate::objects::Objects). `workloads`: kinds that create
/// pods and share a list. `others`: kinds that are stored in a way of their own.
///
/// `revision` is the counter that counts changes of the list. `kubectl` are the names that kubectl accepts, the plural
/// first. A kind whose `CustomResourceDefinition` few clusters have is `optional`.
macro_rules! kinds {
    ($then:ident) => {
        $then! {
            stored {
                /// `Placement`.
                Placement {
                    api: "Placement" of CLUSTERS ALPHA_BETA, namespaced,
                    kubectl: ["placements", "placement"], common,
                    list: placements: Placement, revision: placements,
                }
                /// `PlacementDecision`.
                PlacementDecision {
                    api: "PlacementDecision" of CLUSTERS ALPHA_BETA, namespaced,
                    kubectl: ["placementdecisions", "placementdecision"], common,
                    list: decisions: PlacementDecision, revision: others,
                }
                /// `PlacementDecision` of SIG Multicluster.
                MulticlusterPlacementDecision {
                    api: "PlacementDecision" of "multicluster.x-k8s.io" ["v1alpha1"], namespaced,
                    kubectl: [], common,
                    list: multicluster_decisions: PlacementDecision, revision: others,
                }
                /// `ApplicationSet` of Argo CD.
                ApplicationSet {
                    api: "ApplicationSet" of "argoproj.io" ["v1alpha1"], namespaced,
                    kubectl: ["applicationsets", "applicationset", "appset", "appsets"], optional,
                    list: application_sets: ApplicationSet, revision: others,
                }
                /// `Secret`, whether or not it registers a cluster with Argo CD.
                Secret {
                    api: "Secret" of CORE ["v1"], namespaced,
                    kubectl: ["secrets", "secret"], common,
                    list: cluster_secrets: ClusterSecret, revision: others,
                }
                /// `ManagedClusterSet`.
                ManagedClusterSet {
                    api: "ManagedClusterSet" of CLUSTERS SETS, cluster_wide,
                    kubectl: ["managedclustersets", "managedclusterset", "mclset", "mclsets"], common,
                    list: cluster_sets: ManagedClusterSet, revision: others,
                }
                /// `ManagedClusterSetBinding`.
                ManagedClusterSetBinding {
                    api: "ManagedClusterSetBinding" of CLUSTERS SETS, namespaced,
                    kubectl: [
                        "managedclustersetbindings", "managedclustersetbinding", "mclsetbinding", "mclsetbindings"
                    ], common,
                    list: bindings: ManagedClusterSetBinding, revision: others,
                }
                /// `AddOnPlacementScore`.
                AddOnPlacementScore {
                    api: "AddOnPlacementScore" of CLUSTERS ["v1alpha1"], namespaced,
                    kubectl: ["addonplacementscores", "addonplacementscore"], optional,
                    list: scores: AddOnPlacementScore, revision: others,
                }
                /// `Node`.
                Node {
                    api: "Node" of CORE ["v1"], cluster_wide,
                    kubectl: ["nodes", "node", "no"], common,
                    list: nodes: Node, revision: pods,
                }
                /// `ElasticQuota`.
                ElasticQuota {
                    api: "ElasticQuota" of "scheduling.x-k8s.io" ["v1alpha1"], namespaced,
                    kubectl: ["elasticquotas", "elasticquota", "eq", "eqs"], optional,
                    list: quotas: ElasticQuota, revision: pods,
                }
                /// `PriorityClass`.
                PriorityClass {
                    api: "PriorityClass" of "scheduling.k8s.io" ["v1"], cluster_wide,
                    kubectl: ["priorityclasses", "priorityclass", "pc"], common,
                    list: priority_classes: PriorityClass, revision: pods,
                }
                /// `PodDisruptionBudget`.
                PodDisruptionBudget {
                    api: "PodDisruptionBudget" of "policy" ["v1"], namespaced,
                    kubectl: ["poddisruptionbudgets", "poddisruptionbudget", "pdb"], common,
                    list: disruption_budgets: PodDisruptionBudget, revision: pods,
                }
                /// `Namespace`.
                Namespace {
                    api: "Namespace" of CORE ["v1"], cluster_wide,
                    kubectl: ["namespaces", "namespace", "ns"], common,
                    list: namespaces: Namespace, revision: pods,
                }
                /// `Service`.
                Service {
                    api: "Service" of CORE ["v1"], namespaced,
                    kubectl: ["services", "service", "svc"], common,
                    list: services: Service, revision: pods,
                }
                /// `RuntimeClass`.
                RuntimeClass {
                    api: "RuntimeClass" of "node.k8s.io" ["v1"], cluster_wide,
                    kubectl: ["runtimeclasses", "runtimeclass"], common,
                    list: runtime_classes: RuntimeClass, revision: pods,
                }
                /// `ResourceQuota`.
                ResourceQuota {
                    api: "ResourceQuota" of CORE ["v1"], namespaced,
                    kubectl: ["resourcequotas", "resourcequota", "quota"], common,
                    list: resource_quotas: ResourceQuota, revision: pods,
                }
                /// `LimitRange`.
                LimitRange {
                    api: "LimitRange" of CORE ["v1"], namespaced,
                    kubectl: ["limitranges", "limitrange", "limits"], common,
                    list: limit_ranges: LimitRange, revision: pods,
                }
                /// `PersistentVolume`.
                PersistentVolume {
                    api: "PersistentVolume" of CORE ["v1"], cluster_wide,
                    kubectl: ["persistentvolumes", "persistentvolume", "pv"], common,
                    list: persistent_volumes: PersistentVolume, revision: pods,
                }
                /// `PersistentVolumeClaim`.
                PersistentVolumeClaim {
                    api: "PersistentVolumeClaim" of CORE ["v1"], namespaced,
                    kubectl: ["persistentvolumeclaims", "persistentvolumeclaim", "pvc"], common,
                    list: persistent_volume_claims: PersistentVolumeClaim, revision: pods,
                }
                /// `StorageClass`.
                StorageClass {
                    api: "StorageClass" of STORAGE ["v1"], cluster_wide,
                    kubectl: ["storageclasses", "storageclass", "sc"], common,
                    list: storage_classes: StorageClass, revision: pods,
                }
                /// `CSINode`.
                CsiNode {
                    api: "CSINode" of STORAGE ["v1"], cluster_wide,
                    kubectl: ["csinodes", "csinode"], common,
                    list: csi_nodes: CsiNode, revision: pods,
                }
                /// `CSIDriver`.
                CsiDriver {
                    api: "CSIDriver" of STORAGE ["v1"], cluster_wide,
                    kubectl: ["csidrivers", "csidriver"], common,
                    list: csi_drivers: CsiDriver, revision: pods,
                }
                /// `CSIStorageCapacity`.
                CsiStorageCapacity {
                    api: "CSIStorageCapacity" of STORAGE ["v1"], namespaced,
                    kubectl: ["csistoragecapacities", "csistoragecapacity"], common,
                    list: csi_storage_capacities: CsiStorageCapacity, revision: pods,
                }
                /// `VolumeAttachment`.
                VolumeAttachment {
                    api: "VolumeAttachment" of STORAGE ["v1"], cluster_wide,
                    kubectl: ["volumeattachments", "volumeattachment"], common,
                    list: volume_attachments: VolumeAttachment, revision: pods,
                }
                /// `Event`, of a pod that kube-scheduler could not place.
                Event {
                    api: "Event" of CORE ["v1"], namespaced,
                    kubectl: ["events", "event", "ev"], common,
                    list: events: Event, revision: pods,
                }
                /// `KubeSchedulerConfiguration`, a file of kube-scheduler.
                KubeSchedulerConfiguration {
                    api: "KubeSchedulerConfiguration" of "kubescheduler.config.k8s.io" ["v1"], cluster_wide,
                    kubectl: [], common,
                    list: scheduler_configurations: SchedulerConfiguration, revision: pods,
                }
                /// `VirtualMachine`.
                VirtualMachine {
                    api: "VirtualMachine" of "vm.neon.tech" ["v1"], namespaced,
                    kubectl: ["virtualmachines", "virtualmachine", "vm", "vms"], optional,
                    list: virtual_machines: VirtualMachine, revision: vms,
                }
                /// `ConfigMap`, whether or not it has a config of the plugin of autoscaled VMs.
                ConfigMap {
                    api: "ConfigMap" of CORE ["v1"], namespaced,
                    kubectl: ["configmaps", "configmap", "cm"], common,
                    list: config_maps: ConfigMap, revision: vms,
                }
                /// `Timeline`.
                Timeline {
                    api: "Timeline" of "schedscope.dev" ["v1alpha1"], namespaced,
                    kubectl: [], common,
                    list: timelines: Timeline, revision: vms,
                }
            }
            workloads {
                /// `Deployment`.
                Deployment { api: "Deployment" of "apps" ["v1"], kubectl: ["deployments", "deployment", "deploy"] }
                /// `ReplicaSet`.
                ReplicaSet { api: "ReplicaSet" of "apps" ["v1"], kubectl: ["replicasets", "replicaset", "rs"] }
                /// `StatefulSet`.
                StatefulSet { api: "StatefulSet" of "apps" ["v1"], kubectl: ["statefulsets", "statefulset", "sts"] }
                /// `DaemonSet`.
                DaemonSet { api: "DaemonSet" of "apps" ["v1"], kubectl: ["daemonsets", "daemonset", "ds"] }
                /// `Job`.
                Job { api: "Job" of "batch" ["v1"], kubectl: ["jobs", "job"] }
                /// `CronJob`.
                CronJob { api: "CronJob" of "batch" ["v1"], kubectl: ["cronjobs", "cronjob", "cj"] }
                /// `ReplicationController`.
                ReplicationController {
                    api: "ReplicationController" of CORE ["v1"],
                    kubectl: ["replicationcontrollers", "replicationcontroller", "rc"]
                }
            }
            others {
                /// `ManagedCluster`.
                ManagedCluster {
                    api: "ManagedCluster" of CLUSTERS ["v1"], cluster_wide,
                    kubectl: ["managedclusters", "managedcluster", "mcl"]
                }
                /// `Pod`.
                Pod { api: "Pod" of CORE ["v1"], namespaced, kubectl: ["pods", "pod", "po"] }
            }
        }
    };
}
pub(crate) use kinds;

/// The group of core kinds.
const CORE: &str = "";
/// The group of the kinds of Open Cluster Management.
const CLUSTERS: &str = "cluster.open-cluster-management.io";
/// The group of the kinds of volumes.
const STORAGE: &str = "storage.k8s.io";
const ALPHA_BETA: [&str; 2] = ["v1alpha1", "v1beta1"];
const SETS: [&str; 3] = ["v1alpha1", "v1beta1", "v1beta2"];

/// The name, the group, the versions and the scope of a kind.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    pub kind: ObjectKind,
    /// The kind as objects write it.
    pub name: &'static str,
    /// The API group; empty for core kinds.
    pub group: &'static str,
    /// The versions that are read, the current one last; none for what is not an object of the API.
    pub versions: &'static [&'static str],
    /// Whether its objects have a namespace.
    pub is_namespaced: bool,
    /// The names that kubectl accepts, the plural first.
    pub kubectl: &'static [&'static str],
    /// Whether few clusters have the `CustomResourceDefinition` of the kind.
    pub is_optional: bool,
}

macro_rules! is_namespaced {
    (namespaced) => {
        true
    };
    (cluster_wide) => {
        false
    };
}
macro_rules! is_optional {
    (optional) => {
        true
    };
    (common) => {
        false
    };
}

macro_rules! declare {
    (
        stored { $($(#[$of_stored:meta])* $stored:ident {
            api: $stored_name:literal of $stored_group:tt $stored_versions:tt, $scope:ident,
            kubectl: $stored_kubectl:tt, $frequency:ident,
            list: $list:ident: $type:ident, revision: $revision:ident,
        })* }
        workloads { $($(#[$of_workload:meta])* $workload:ident {
            api: $workload_name:literal of $workload_group:tt $workload_versions:tt, kubectl: $workload_kubectl:tt
        })* }
        others { $($(#[$of_other:meta])* $other:ident {
            api: $other_name:literal of $other_group:tt $other_versions:tt, $other_scope:ident,
            kubectl: $other_kubectl:tt
        })* }
    ) => {
        /// A kind that is read here.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ObjectKind {
            $($(#[$of_stored])* $stored,)*
            $($(#[$of_workload])* $workload,)*
            $($(#[$of_other])* $other,)*
        }

        /// Every kind, in the order of [`ObjectKind`].
        pub const KINDS: &[KindInfo] = &[
            $(KindInfo {
                kind: ObjectKind::$stored,
                name: $stored_name,
                group: $stored_group,
                versions: &$stored_versions,
                is_namespaced: is_namespaced!($scope),
                kubectl: &$stored_kubectl,
                is_optional: is_optional!($frequency),
            },)*
            $(KindInfo {
                kind: ObjectKind::$workload,
                name: $workload_name,
                group: $workload_group,
                versions: &$workload_versions,
                is_namespaced: true,
                kubectl: &$workload_kubectl,
                is_optional: false,
            },)*
            $(KindInfo {
                kind: ObjectKind::$other,
                name: $other_name,
                group: $other_group,
                versions: &$other_versions,
                is_namespaced: is_namespaced!($other_scope),
                kubectl: &$other_kubectl,
                is_optional: false,
            },)*
        ];

        impl ObjectKind {
            /// Whether it creates pods.
            pub fn is_workload(self) -> bool {
                matches!(self, $(Self::$workload)|*)
            }
        }
    };
}
kinds!(declare);

impl ObjectKind {
    /// The row of the table.
    pub fn info(self) -> &'static KindInfo {
        &KINDS[self as usize]
    }

    /// The kind of a workload by its name, such as `Deployment`.
    pub fn of_workload(name: &str) -> Option<Self> {
        let mut kinds = KINDS.iter().map(|known| known.kind);
        kinds.find(|kind| kind.is_workload() && kind.name() == name)
    }

    /// As objects write it.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether its objects have a namespace.
    pub fn is_namespaced(self) -> bool {
        self.info().is_namespaced
    }

    /// Whether `uid` identifies its objects and their age orders them: pods, and what creates pods.
    pub fn is_of_pods(self) -> bool {
        self == Self::Pod || self.is_workload()
    }
}

impl KindInfo {
    /// The `apiVersion` that an object should have.
    pub fn api_version(&self) -> String {
        let version = self.versions.last().copied().unwrap_or_default();
        if self.group.is_empty() {
            version.to_owned()
        } else {
            format!("{}/{version}", self.group)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_their_order() {
        for (index, known) in KINDS.iter().enumerate() {
            assert_eq!(known.kind as usize, index);
        }
    }
}
