/**
 * Words that say nothing of a cluster: the fields that schedscope reads, and the values that Kubernetes, Open Cluster
 * Management and the project define. Everything else is replaced.
 */

import { kindNames } from "../words/kinds.js";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Fields that schedscope reads or reports; a field that is not listed is left out. A test compares the list with the
 * decoder.
 */
export const fields: ReadonlySet<string> = words(`
  accessModes action active activeDeadlineSeconds addNode addOn addedAffinity affinity agentPeriod agents allocatable
  allocatedResources allowedTopologies amplitude annotations api apiVersion applicationsSync args at attachRequired
  attacher awsElasticBlockStore azureDisk azureFile backoffLimit bind builtIn capacity capacityPressureFactor
  celExpressions celSelector cinder claimName claimRef claimSelector cluster clusterClaims clusterCount
  clusterDecisionResource clusterName clusterProfileRef clusterReplicas clusterSelector clusterSet clusterSets
  clustersPerDecisionGroup completionMode completionTime completions computeUnit concurrencyPolicy conditions config
  configMap configMapRef configmaps configurations constant containerPort containerStatuses containers controller
  count cpu cpus creationTimestamp csi currentHealthy currentNumberScheduled data decisionGroupName decisionGroups
  decisionStrategy decisions declaredFeatures default defaultConstraints defaultRequest defaultingType delete
  deletionGracePeriodSeconds deletionTimestamp deprecatedLastTimestamp desiredHealthy destination disabled
  disruptedPods disruptionsAllowed doMigration downFor driver drivers dumpState duration effect elements emptyDir
  enabled ephemeral eventTime events exclude expectedPods extendedResourceClaimStatus extendedResourceName extenders
  featureGates filter finalizers gcePersistentDisk generateName generation generators globalDefault goTemplate
  groupClusterSelector groupName groupStrategy guest hard hardPodAffinityWeight hostIP hostNetwork hostPort hostUsers
  hubAcceptsClient ignorePreferredTermsOfExistingPods ignoredNamespaces ignoredResourceGroups ignoredResources image
  images initContainerStatuses initContainers involvedObject iscsi items jobTemplate k8sCRUDTimeoutSeconds key kind
  kubeletVersion kubernetes labelSelector labels largestStep lastObservedTime lastScoreUpdateTime lastTimestamp
  lastTransitionTime leaseDurationSeconds limits list load logSuccessiveFailuresThreshold managedFields manager
  matchConstraints matchExpressions matchFields matchKey matchLabelExpressions matchLabelKeys matchLabels matrix max
  maxLimitRequestRatio maxSkew maxSurge maxUnavailable maximumVolumeSize mean mem memBlockSize memory memorySlotSize
  memorySlots merge message metadata migrate migrationDuration migrationFailed min minAvailable
  minCandidateNodesAbsolute minCandidateNodesPercentage minDomains minReadySeconds mismatchLabelKeys mitigations mode
  monitors multiPoint name names namespace namespaceSelector namespaces node nodeAffinity nodeAffinityPolicy
  nodeAllocatableResourceClaimStatuses nodeDefaults nodeInfo nodeMetricLabels nodeName nodeOverrides nodeSelector
  nodeSelectorTerms nodeTaintsPolicy nodeTopology nodes noise nominatedNodeName note numberOfClusters
  numberOfSelectedClusters observedGeneration operation operator ordinals overhead ownerReferences parallelism
  partition patchRetryWaitSeconds paused pdName percentageOfNodesToScore period permit persistentVolumeClaim
  persistentVolumeName persistentvolumeclaims phase placementConfiguration pluginConfig plugins pod podAffinity
  podAffinityTerm podAntiAffinity podFixed podManagementPolicy podName pods pool port ports portworxVolume postBind
  postFilter preBind preEnqueue preFilter preScore predicates preemptionPolicy preference
  preferredDuringSchedulingIgnoredDuringExecution preserveResourcesOnDeletion preventPodSchedulingIfMissing
  prioritizerPolicy priority priorityClassName profiles progressDeadlineSeconds protocol provisioner queueSort quota
  ratio rbd readOnly reason reclaimPolicy reconcileWorkers reference regarding registrationConfiguration replace
  replicas replicationcontrollers request requestedToCapacityRatio requests requeueAfterSeconds required
  requiredClusterSelector requiredDuringSchedulingIgnoredDuringExecution reserve resourceClaims resourceName
  resourceRules resourceVersion resourcequotas resources restart restartPolicy restartPolicyRules rollingUpdate rules
  runtimeClassName scaleTargetRef schedule schedulerName scheduling schedulingGates schedulingGroup scopeName
  scopeSelector scopes score scoreCoordinate scoreName scoreRateLimit scores scoring scoringStrategy secrets seed
  selector selectorType series server services shape sine sizeBytes sortBy source spec spreadConstraints spreadPolicy
  start startTime startupEventHandlingTimeoutSeconds status statusListKey steps storage storageCapacity
  storageClassName strategy stringData subresource succeeded suspend sustainedRequests syncPolicy system taints
  template time timeAdded timeoutSeconds tolerationSeconds tolerations topologyKey topologyKeyType topologyKeys
  topologySpreadConstraints type uid unhealthyPodEvictionPolicy units unreserve unschedulable updateRevision
  updateStrategy use used utilization vCPUs validUntil value values variants version vms volumeAttributesClassName
  volumeBindingMode volumeClaimTemplate volumeClaimTemplates volumeHandle volumeID volumeMode volumeName volumes
  vsphereVolume watermark webhooks weight whenUnsatisfiable workloadRef
`);

/** Kinds, values of enumerations, resources, and words of the verdicts of schedulers. */
const defined = words(`
  AddOn AddOnPlacementScore AddOnPlacementScores Additive AllDecisionsScheduled AllManagedClusterSetsEmpty Always
  AlwaysAllow ApplicationSet Apply Available Balance BalancedAllocation BestEffort Block Bound BuiltIn CPU CSIDriver
  CSINode CSIStorageCapacity CapacityPressure CapacityScheduling CapacitySchedulingArgs Claim Cluster ClusterIP
  ClusterManager ClusterName ClusterQueue ClusterResourceQuota ClusterSetBound ClusterSetEmpty ClustersSelected
  Cohort Complete CompositeElasticQuota CompositePodGroup ConfigMap Container ContainersReady CronJob DaemonSet
  DefaultBinder DefaultClusterSet DefaultPreemption DefaultPreemptionArgs DefaultProfile DelegateFallback Delete
  Deleted Deployment DeschedulerPolicy DeviceClass DeviceTaintRule DiskPressure DisruptionTarget DoNotSchedule
  DoesNotExist DynamicResources ElasticQuota ElasticQuotaProfile Ephemeral Equal Error Event Evicted Exact
  ExclusiveClusterSetLabel Exists ExternalName Failed FailedCreate FailedMount FailedScheduling Failure False
  Filesystem Fits Gt Honor HonorTaints HorizontalPodAutoscaler HubAcceptedManagedCluster IfHealthyBudget
  IfNotPresent Ignore ImageLocality Immediate In Infeasible Initialized Insufficient InterPodAffinity
  InterPodAffinityArgs Job KubeSchedulerConfiguration KubeletReady Label LabelSelector LeastAllocated
  LegacyClusterSetLabel LimitAware LimitRange List LoadBalancer Local LocalQueue Lost Lt ManagedCluster
  ManagedClusterAvailable ManagedClusterConditionAvailable ManagedClusterJoined ManagedClusterSet
  ManagedClusterSetBinding ManagedClusterTaints ManagedClusters ManifestWork Max Memory MemoryPressure Min
  Misconfigured MostAllocated MultiClusterEngine MutatingAdmissionPolicy MutatingWebhookConfiguration Namespace
  NetworkUnavailable Never No NoExecute NoIntersection NoManagedClusterMatched NoManagedClusterSetBindings
  NoSchedule NoSelect NoSelectIfNew Node NodeAffinity NodeAffinityArgs NodeClaim NodeLabel NodeList NodeName
  NodePool NodePort NodePorts NodeReady NodeResourceTopology NodeResourcesAllocatableLeast
  NodeResourcesAllocatableMost NodeResourcesBalancedAllocation NodeResourcesBalancedAllocationArgs NodeResourcesFit
  NodeResourcesFitArgs NodeUnschedulable NodeVolumeLimits Nominated Noop NotAllDecisionsScheduled NotIn ObjectName
  OnDelete OnFailure Once Opaque OrderedReady OverAggregatedMin OverMax PIDPressure Parallel PartialObjectMetadata
  Pending Persistent PersistentVolume PersistentVolumeClaim PersistentVolumeClaims Placement PlacementDecision
  PlacementMisconfigured PlacementRule PlacementSatisfied Pod PodDisruptionBudget PodGroup PodList PodResizePending
  PodScheduled PodTopologySpread PodTopologySpreadArgs Predicate PreemptLowerPriority Preempted Preemption
  PreemptionByScheduler PreferNoSchedule PreferNoSelect PriorityClass PrioritySort Progressing Proposal
  ProvisioningRequest Queue QueueSimulation ReadOnly ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod Ready
  Recreate Released ReplicaSet ReplicationController RequestedToCapacityRatio ResourceAllocatable
  ResourceAllocatableCPU ResourceAllocatableMemory ResourceClaim ResourceClaimTemplate ResourceFlavor ResourceQuota
  ResourceRatio ResourceRatioCPU ResourceRatioMemory ResourceSlice Restart RestartAllContainers Retain RollingUpdate
  Rollout Running RuntimeClass SCTP ScaledObject ScheduleAnyway Scheduled SchedulingGates Score Scores Secret
  SelectorSpread Service Spread StatefulSet Status Steady StorageClass Succeedconfigured Succeeded Success
  SuccessfulCreate Successfully System TCP Table TaintToleration Terminated Terminating Timeline Too True UDP
  Unknown Unschedulable UnschedulableAndUnresolvable Update Upstream ValidatingAdmissionPolicy
  ValidatingWebhookConfiguration VerticalPodAutoscaler VirtualMachine VirtualMachineMigration VmPluginCode
  VmResource VolumeAttachment VolumeBinding VolumeBindingArgs VolumeRestrictions VolumeZone Volumes
  WaitForFirstConsumer Waiting Warning Workload addon admission affinity aggregated amd64 an and anti api apiserver
  app application apps arch are arm64 assigned at attachable autoscale autoscaler autoscaling available aws azure
  batch because bind bound builtin by capacity capacityscheduler cel cidr class classes client cloudprovider cluster
  clusterName clusterclaim clusterid clusters clusterset component config configmaps configuration conflict
  constraints control controller core count cpu created critical csi decision default deleting deployment did didn
  disk docker ebs elastic enforcer ephemeral evicted exceed existing false feature fields find for found free gates
  gce generation gp2 gp3 gpu group had has hash have helpful hostname hub hugepages image immediate in incoming
  index infra instance insufficient inter io is istio job json k8s killed koord kube kubelet kubernetes kubeversion
  kueue kwok label latest lease library limits linux loadbalancers local managed management manager many master
  match max memory metadata mig missing more multicluster name namespace neon network nfs no node nodeports nodes
  not null of on open operator os out persistent persistentvolumeclaim persistentvolumeclaims pid placement plane
  platform plugin plugins pod podgroup pods policy pool ports ppc64le preempted preemption prefilter pressure
  priority product public quota ready reason region regions registration registry rejected release replicas
  replicationcontrollers requested requests required resourcequotas revision role rules s390x satisfy schedule
  scheduled scheduler scheduling scoped score secrets selector server service services set sha256 shared skip spec
  spread standard statefulset status storage storageclass successfully system taint taints template than that the
  tier timeline to tolerate too topology true type uid unavailable unbound uninitialized unreachable unschedulable
  untolerated used value values version victims vm volcano volume volumes waiting was were windows with work worker
  yaml yml zone zones
`);

/** Those, and the names of kinds as kubectl has them. */
export const values: ReadonlySet<string> = new Set([
  ...defined,
  ...kindNames.flatMap(({ kind, names }) => [kind, ...names]),
]);

/** Identifiers of CEL expressions: functions, macros, and the fields of a ManagedCluster. */
export const celNames: ReadonlySet<string> = words(`
  add all allocatable annotations asInteger bool bytes capacity cidr clusterClaims compareTo conditions contains
  cost cpu device distinct double duration dyn effect endsWith exists exists_one false filter find findAll flatten
  format getDate getDayOfMonth getFullYear getHours getMinutes getMonth getSeconds greatest has in indexOf int ip
  isCIDR isGreaterThan isIP isInteger isLessThan isQuantity isSemver isSorted isURL join key kubernetes labels
  lastIndexOf least list lowerAscii major managedCluster map matches math max metadata min minor name null optMap
  optional orValue parseJSON patch quantity replace reverse scores semver sign size sort spec split startsWith
  status string strings sub substring sum taints timestamp trim true type uint upperAscii url value version
`);

/** Maps with keys of users: labels, annotations, amounts of resources, data. */
export const maps: ReadonlySet<string> = words(`
  allocatable allocatedResources annotations capacity data default defaultRequest disruptedPods hard labels limits
  matchLabels max maxLimitRequestRatio min nodeSelector podFixed requests stringData used
`);

/** Fields and maps with amounts, whose numbers have any number of digits. */
export const amounts: ReadonlySet<string> = words(`
  allocatable allocatedResources capacity computeUnit cpu cpus default defaultRequest hard limits max
  maxLimitRequestRatio maximumVolumeSize memBlockSize memory memorySlotSize min podFixed requests resourceVersion
  storage used vCPUs
`);

/** Projects that own all domains below theirs: their keys, versions and drivers are public. */
export const projectDomains = [
  "argoproj.io",
  "istio.io",
  "k8s.io",
  "karpenter.sh",
  "keda.sh",
  "koordinator.sh",
  "kubernetes.io",
  "nebuly.com",
  "neon.tech",
  "open-cluster-management.io",
  "volcano.sh",
  "x-k8s.io",
];

/** Domains of vendors. Others below theirs name machines of users. */
export const vendorDomains = [
  "amd.com",
  "cloud.google.com",
  "csi.vsphere.vmware.com",
  "disk.csi.azure.com",
  "ebs.csi.aws.com",
  "efs.csi.aws.com",
  "eks.amazonaws.com",
  "file.csi.azure.com",
  "gpu.intel.com",
  "habana.ai",
  "k8s.aws",
  "kubernetes.azure.com",
  "machineconfiguration.openshift.io",
  "node.openshift.io",
  "nvidia.com",
  "operator.openshift.io",
  "pd.csi.storage.gke.io",
  "quota.openshift.io",
  "schedscope.dev",
  "security.openshift.io",
  "topology.disk.csi.azure.com",
  "topology.ebs.csi.aws.com",
  "topology.gke.io",
  "vpc.amazonaws.com",
];

/** Keys of public domains whose names users choose. */
export const chosenKeys = /^(?:node-role\.kubernetes\.io|feature\.open-cluster-management\.io)\//;
