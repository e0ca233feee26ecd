// Generated from the table of kinds by `cargo xtask types`.

/** Where an API server serves a kind. */
export interface KindApi {
  readonly kind: string;
  /** The name of its lists in addresses. */
  readonly plural: string;
  /** The API group; empty for core kinds. */
  readonly group: string;
  /** The versions that are read, the current one last. */
  readonly versions: readonly string[];
}

/** The kinds that scheduling reads and API servers serve. */
export const kindApis: readonly KindApi[] = [
  {
    kind: "Placement",
    plural: "placements",
    group: "cluster.open-cluster-management.io",
    versions: ["v1alpha1", "v1beta1"],
  },
  {
    kind: "PlacementDecision",
    plural: "placementdecisions",
    group: "cluster.open-cluster-management.io",
    versions: ["v1alpha1", "v1beta1"],
  },
  { kind: "ApplicationSet", plural: "applicationsets", group: "argoproj.io", versions: ["v1alpha1"] },
  { kind: "Secret", plural: "secrets", group: "", versions: ["v1"] },
  {
    kind: "ManagedClusterSet",
    plural: "managedclustersets",
    group: "cluster.open-cluster-management.io",
    versions: ["v1alpha1", "v1beta1", "v1beta2"],
  },
  {
    kind: "ManagedClusterSetBinding",
    plural: "managedclustersetbindings",
    group: "cluster.open-cluster-management.io",
    versions: ["v1alpha1", "v1beta1", "v1beta2"],
  },
  {
    kind: "AddOnPlacementScore",
    plural: "addonplacementscores",
    group: "cluster.open-cluster-management.io",
    versions: ["v1alpha1"],
  },
  { kind: "Node", plural: "nodes", group: "", versions: ["v1"] },
  { kind: "ElasticQuota", plural: "elasticquotas", group: "scheduling.x-k8s.io", versions: ["v1alpha1"] },
  { kind: "PriorityClass", plural: "priorityclasses", group: "scheduling.k8s.io", versions: ["v1"] },
  { kind: "PodDisruptionBudget", plural: "poddisruptionbudgets", group: "policy", versions: ["v1"] },
  { kind: "Namespace", plural: "namespaces", group: "", versions: ["v1"] },
  { kind: "Service", plural: "services", group: "", versions: ["v1"] },
  { kind: "RuntimeClass", plural: "runtimeclasses", group: "node.k8s.io", versions: ["v1"] },
  { kind: "ResourceQuota", plural: "resourcequotas", group: "", versions: ["v1"] },
  { kind: "LimitRange", plural: "limitranges", group: "", versions: ["v1"] },
  { kind: "PersistentVolume", plural: "persistentvolumes", group: "", versions: ["v1"] },
  { kind: "PersistentVolumeClaim", plural: "persistentvolumeclaims", group: "", versions: ["v1"] },
  { kind: "StorageClass", plural: "storageclasses", group: "storage.k8s.io", versions: ["v1"] },
  { kind: "CSINode", plural: "csinodes", group: "storage.k8s.io", versions: ["v1"] },
  { kind: "CSIDriver", plural: "csidrivers", group: "storage.k8s.io", versions: ["v1"] },
  { kind: "CSIStorageCapacity", plural: "csistoragecapacities", group: "storage.k8s.io", versions: ["v1"] },
  { kind: "VolumeAttachment", plural: "volumeattachments", group: "storage.k8s.io", versions: ["v1"] },
  { kind: "Event", plural: "events", group: "", versions: ["v1"] },
  { kind: "VirtualMachine", plural: "virtualmachines", group: "vm.neon.tech", versions: ["v1"] },
  { kind: "ConfigMap", plural: "configmaps", group: "", versions: ["v1"] },
  { kind: "Deployment", plural: "deployments", group: "apps", versions: ["v1"] },
  { kind: "ReplicaSet", plural: "replicasets", group: "apps", versions: ["v1"] },
  { kind: "StatefulSet", plural: "statefulsets", group: "apps", versions: ["v1"] },
  { kind: "DaemonSet", plural: "daemonsets", group: "apps", versions: ["v1"] },
  { kind: "Job", plural: "jobs", group: "batch", versions: ["v1"] },
  { kind: "CronJob", plural: "cronjobs", group: "batch", versions: ["v1"] },
  { kind: "ReplicationController", plural: "replicationcontrollers", group: "", versions: ["v1"] },
  { kind: "ManagedCluster", plural: "managedclusters", group: "cluster.open-cluster-management.io", versions: ["v1"] },
  { kind: "Pod", plural: "pods", group: "", versions: ["v1"] },
];
