// Generated from the table of kinds by `cargo xtask types`.

/** A kind that kubectl prints. */
export interface KindNames {
  readonly kind: string;
  /** The names that kubectl accepts, the plural first. */
  readonly names: readonly string[];
  /** Few clusters have its CustomResourceDefinition. */
  readonly isOptional?: true;
}

/** The kinds that scheduling reads and kubectl prints. */
export const kindNames: readonly KindNames[] = [
  { kind: "Placement", names: ["placements", "placement"] },
  { kind: "PlacementDecision", names: ["placementdecisions", "placementdecision"] },
  { kind: "ApplicationSet", names: ["applicationsets", "applicationset", "appset", "appsets"], isOptional: true },
  { kind: "Secret", names: ["secrets", "secret"] },
  { kind: "ManagedClusterSet", names: ["managedclustersets", "managedclusterset", "mclset", "mclsets"] },
  {
    kind: "ManagedClusterSetBinding",
    names: ["managedclustersetbindings", "managedclustersetbinding", "mclsetbinding", "mclsetbindings"],
  },
  { kind: "AddOnPlacementScore", names: ["addonplacementscores", "addonplacementscore"], isOptional: true },
  { kind: "Node", names: ["nodes", "node", "no"] },
  { kind: "ElasticQuota", names: ["elasticquotas", "elasticquota", "eq", "eqs"], isOptional: true },
  { kind: "PriorityClass", names: ["priorityclasses", "priorityclass", "pc"] },
  { kind: "PodDisruptionBudget", names: ["poddisruptionbudgets", "poddisruptionbudget", "pdb"] },
  { kind: "Namespace", names: ["namespaces", "namespace", "ns"] },
  { kind: "Service", names: ["services", "service", "svc"] },
  { kind: "RuntimeClass", names: ["runtimeclasses", "runtimeclass"] },
  { kind: "ResourceQuota", names: ["resourcequotas", "resourcequota", "quota"] },
  { kind: "LimitRange", names: ["limitranges", "limitrange", "limits"] },
  { kind: "PersistentVolume", names: ["persistentvolumes", "persistentvolume", "pv"] },
  { kind: "PersistentVolumeClaim", names: ["persistentvolumeclaims", "persistentvolumeclaim", "pvc"] },
  { kind: "StorageClass", names: ["storageclasses", "storageclass", "sc"] },
  { kind: "CSINode", names: ["csinodes", "csinode"] },
  { kind: "CSIDriver", names: ["csidrivers", "csidriver"] },
  { kind: "CSIStorageCapacity", names: ["csistoragecapacities", "csistoragecapacity"] },
  { kind: "VolumeAttachment", names: ["volumeattachments", "volumeattachment"] },
  { kind: "Event", names: ["events", "event", "ev"] },
  { kind: "VirtualMachine", names: ["virtualmachines", "virtualmachine", "vm", "vms"], isOptional: true },
  { kind: "ConfigMap", names: ["configmaps", "configmap", "cm"] },
  { kind: "Deployment", names: ["deployments", "deployment", "deploy"] },
  { kind: "ReplicaSet", names: ["replicasets", "replicaset", "rs"] },
  { kind: "StatefulSet", names: ["statefulsets", "statefulset", "sts"] },
  { kind: "DaemonSet", names: ["daemonsets", "daemonset", "ds"] },
  { kind: "Job", names: ["jobs", "job"] },
  { kind: "CronJob", names: ["cronjobs", "cronjob", "cj"] },
  { kind: "ReplicationController", names: ["replicationcontrollers", "replicationcontroller", "rc"] },
  { kind: "ManagedCluster", names: ["managedclusters", "managedcluster", "mcl"] },
  { kind: "Pod", names: ["pods", "pod", "po"] },
];
