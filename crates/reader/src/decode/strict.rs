//! What the API server's strict validation refuses in an object that it has not stored: fields that no type has, and
//! values of another type than the field's.
//!
//! The other modules read the fields that scheduling needs. Here the names of all fields are known, but no value is
//! kept.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    kind::ObjectKind,
};
use schedscope_text::tree::{Scalar, ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath};

/// The types of the API, Kubernetes 1.36: `Type: field …`. A field ends in `$` if it holds strings, in `#` if it holds
/// whole numbers, in `?` if it is a boolean, and in `=Type` if it holds objects; of other fields, only the name is
/// known. A list or a map of values is marked as one value is.
///
/// Source: the `OpenAPI` document of Kubernetes 1.36; `workloadRef` is of 1.35.
const TYPES: &str = "\
Pod: apiVersion$ kind$ metadata=ObjectMeta spec=PodSpec status
ObjectMeta: annotations$ creationTimestamp deletionGracePeriodSeconds# deletionTimestamp finalizers$
    generateName$ generation# labels$ managedFields name$ namespace$ ownerReferences=OwnerReference
    resourceVersion$ selfLink$ uid$
OwnerReference: apiVersion$ blockOwnerDeletion? controller? kind$ name$ uid$
PodSpec: activeDeadlineSeconds# affinity=Affinity automountServiceAccountToken? containers=Container
    dnsConfig=PodDNSConfig dnsPolicy$ enableServiceLinks? ephemeralContainers=EphemeralContainer
    hostAliases=HostAlias hostIPC? hostNetwork? hostPID? hostUsers? hostname$ hostnameOverride$
    imagePullSecrets=LocalObjectReference initContainers=Container nodeName$ nodeSelector$ os=PodOS overhead
    preemptionPolicy$ priority# priorityClassName$ readinessGates=PodReadinessGate
    resourceClaims=PodResourceClaim resources=ResourceRequirements restartPolicy$ runtimeClassName$
    schedulerName$ schedulingGates=PodSchedulingGate schedulingGroup=PodSchedulingGroup
    securityContext=PodSecurityContext serviceAccount$ serviceAccountName$ setHostnameAsFQDN?
    shareProcessNamespace? subdomain$ terminationGracePeriodSeconds# tolerations=Toleration
    topologySpreadConstraints=TopologySpreadConstraint volumes=Volume workloadRef
Affinity: nodeAffinity=NodeAffinity podAffinity=PodAffinity podAntiAffinity=PodAntiAffinity
NodeAffinity: preferredDuringSchedulingIgnoredDuringExecution=PreferredSchedulingTerm
    requiredDuringSchedulingIgnoredDuringExecution=NodeSelector
PreferredSchedulingTerm: preference=NodeSelectorTerm weight#
NodeSelectorTerm: matchExpressions=NodeSelectorRequirement matchFields=NodeSelectorRequirement
NodeSelectorRequirement: key$ operator$ values$
NodeSelector: nodeSelectorTerms=NodeSelectorTerm
PodAffinity: preferredDuringSchedulingIgnoredDuringExecution=WeightedPodAffinityTerm
    requiredDuringSchedulingIgnoredDuringExecution=PodAffinityTerm
WeightedPodAffinityTerm: podAffinityTerm=PodAffinityTerm weight#
PodAffinityTerm: labelSelector=LabelSelector matchLabelKeys$ mismatchLabelKeys$ namespaceSelector=LabelSelector
    namespaces$ topologyKey$
LabelSelector: matchExpressions=LabelSelectorRequirement matchLabels$
LabelSelectorRequirement: key$ operator$ values$
PodAntiAffinity: preferredDuringSchedulingIgnoredDuringExecution=WeightedPodAffinityTerm
    requiredDuringSchedulingIgnoredDuringExecution=PodAffinityTerm
Container: args$ command$ env=EnvVar envFrom=EnvFromSource image$ imagePullPolicy$ lifecycle=Lifecycle
    livenessProbe=Probe name$ ports=ContainerPort readinessProbe=Probe resizePolicy=ContainerResizePolicy
    resources=ResourceRequirements restartPolicy$ restartPolicyRules=ContainerRestartRule
    securityContext=SecurityContext startupProbe=Probe stdin? stdinOnce? terminationMessagePath$
    terminationMessagePolicy$ tty? volumeDevices=VolumeDevice volumeMounts=VolumeMount workingDir$
EnvVar: name$ value$ valueFrom=EnvVarSource
EnvVarSource: configMapKeyRef=ConfigMapKeySelector fieldRef=ObjectFieldSelector fileKeyRef=FileKeySelector
    resourceFieldRef=ResourceFieldSelector secretKeyRef=SecretKeySelector
ConfigMapKeySelector: key$ name$ optional?
ObjectFieldSelector: apiVersion$ fieldPath$
FileKeySelector: key$ optional? path$ volumeName$
ResourceFieldSelector: containerName$ divisor resource$
SecretKeySelector: key$ name$ optional?
EnvFromSource: configMapRef=ConfigMapEnvSource prefix$ secretRef=SecretEnvSource
ConfigMapEnvSource: name$ optional?
SecretEnvSource: name$ optional?
Lifecycle: postStart=LifecycleHandler preStop=LifecycleHandler stopSignal$
LifecycleHandler: exec=ExecAction httpGet=HTTPGetAction sleep=SleepAction tcpSocket=TCPSocketAction
ExecAction: command$
HTTPGetAction: host$ httpHeaders=HTTPHeader path$ port scheme$
HTTPHeader: name$ value$
SleepAction: seconds#
TCPSocketAction: host$ port
Probe: exec=ExecAction failureThreshold# grpc=GRPCAction httpGet=HTTPGetAction initialDelaySeconds#
    periodSeconds# successThreshold# tcpSocket=TCPSocketAction terminationGracePeriodSeconds# timeoutSeconds#
GRPCAction: port# service$
ContainerPort: containerPort# hostIP$ hostPort# name$ protocol$
ContainerResizePolicy: resourceName$ restartPolicy$
ResourceRequirements: claims limits requests
ContainerRestartRule: action$ exitCodes=ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: operator$ values#
SecurityContext: allowPrivilegeEscalation? appArmorProfile=AppArmorProfile capabilities=Capabilities privileged?
    procMount$ readOnlyRootFilesystem? runAsGroup# runAsNonRoot? runAsUser# seLinuxOptions=SELinuxOptions
    seccompProfile=SeccompProfile windowsOptions=WindowsSecurityContextOptions
AppArmorProfile: localhostProfile$ type$
Capabilities: add$ drop$
SELinuxOptions: level$ role$ type$ user$
SeccompProfile: localhostProfile$ type$
WindowsSecurityContextOptions: gmsaCredentialSpec$ gmsaCredentialSpecName$ hostProcess? runAsUserName$
VolumeDevice: devicePath$ name$
VolumeMount: mountPath$ mountPropagation$ name$ readOnly? recursiveReadOnly$ subPath$ subPathExpr$
PodDNSConfig: nameservers$ options=PodDNSConfigOption searches$
PodDNSConfigOption: name$ value$
EphemeralContainer: args$ command$ env=EnvVar envFrom=EnvFromSource image$ imagePullPolicy$ lifecycle=Lifecycle
    livenessProbe=Probe name$ ports=ContainerPort readinessProbe=Probe resizePolicy=ContainerResizePolicy
    resources=ResourceRequirements restartPolicy$ restartPolicyRules=ContainerRestartRule
    securityContext=SecurityContext startupProbe=Probe stdin? stdinOnce? targetContainerName$
    terminationMessagePath$ terminationMessagePolicy$ tty? volumeDevices=VolumeDevice volumeMounts=VolumeMount
    workingDir$
HostAlias: hostnames$ ip$
LocalObjectReference: name$
PodOS: name$
PodReadinessGate: conditionType$
PodResourceClaim: name$ resourceClaimName$ resourceClaimTemplateName$
PodSchedulingGate: name$
PodSchedulingGroup: podGroupName$
PodSecurityContext: appArmorProfile=AppArmorProfile fsGroup# fsGroupChangePolicy$ runAsGroup# runAsNonRoot?
    runAsUser# seLinuxChangePolicy$ seLinuxOptions=SELinuxOptions seccompProfile=SeccompProfile
    supplementalGroups# supplementalGroupsPolicy$ sysctls=Sysctl windowsOptions=WindowsSecurityContextOptions
Sysctl: name$ value$
Toleration: effect$ key$ operator$ tolerationSeconds# value$
TopologySpreadConstraint: labelSelector=LabelSelector matchLabelKeys$ maxSkew# minDomains# nodeAffinityPolicy$
    nodeTaintsPolicy$ topologyKey$ whenUnsatisfiable$
Volume: awsElasticBlockStore azureDisk azureFile cephfs cinder configMap=ConfigMapVolumeSource
    csi=CSIVolumeSource downwardAPI=DownwardAPIVolumeSource emptyDir=EmptyDirVolumeSource
    ephemeral=EphemeralVolumeSource fc flexVolume flocker gcePersistentDisk gitRepo glusterfs
    hostPath=HostPathVolumeSource image=ImageVolumeSource iscsi name$ nfs=NFSVolumeSource
    persistentVolumeClaim=PersistentVolumeClaimVolumeSource photonPersistentDisk portworxVolume
    projected=ProjectedVolumeSource quobyte rbd scaleIO secret=SecretVolumeSource storageos vsphereVolume
ConfigMapVolumeSource: defaultMode# items=KeyToPath name$ optional?
KeyToPath: key$ mode# path$
CSIVolumeSource: driver$ fsType$ nodePublishSecretRef=LocalObjectReference readOnly? volumeAttributes$
DownwardAPIVolumeSource: defaultMode# items=DownwardAPIVolumeFile
DownwardAPIVolumeFile: fieldRef=ObjectFieldSelector mode# path$ resourceFieldRef=ResourceFieldSelector
EmptyDirVolumeSource: medium$ sizeLimit
EphemeralVolumeSource: volumeClaimTemplate=PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate: metadata=ObjectMeta spec=PersistentVolumeClaimSpec
PersistentVolumeClaimSpec: accessModes$ dataSource=TypedLocalObjectReference dataSourceRef=TypedObjectReference
    resources=VolumeResourceRequirements selector=LabelSelector storageClassName$ volumeAttributesClassName$
    volumeMode$ volumeName$
TypedLocalObjectReference: apiGroup$ kind$ name$
TypedObjectReference: apiGroup$ kind$ name$ namespace$
VolumeResourceRequirements: limits requests
HostPathVolumeSource: path$ type$
ImageVolumeSource: pullPolicy$ reference$
NFSVolumeSource: path$ readOnly? server$
PersistentVolumeClaimVolumeSource: claimName$ readOnly?
ProjectedVolumeSource: defaultMode# sources=VolumeProjection
VolumeProjection: clusterTrustBundle=ClusterTrustBundleProjection configMap=ConfigMapProjection
    downwardAPI=DownwardAPIProjection podCertificate=PodCertificateProjection secret=SecretProjection
    serviceAccountToken=ServiceAccountTokenProjection
ClusterTrustBundleProjection: labelSelector=LabelSelector name$ optional? path$ signerName$
ConfigMapProjection: items=KeyToPath name$ optional?
DownwardAPIProjection: items=DownwardAPIVolumeFile
PodCertificateProjection: certificateChainPath$ credentialBundlePath$ keyPath$ keyType$ maxExpirationSeconds#
    signerName$ userAnnotations$
SecretProjection: items=KeyToPath name$ optional?
ServiceAccountTokenProjection: audience$ expirationSeconds# path$
SecretVolumeSource: defaultMode# items=KeyToPath optional? secretName$
Deployment: apiVersion$ kind$ metadata=ObjectMeta spec=DeploymentSpec status
DeploymentSpec: minReadySeconds# paused? progressDeadlineSeconds# replicas# revisionHistoryLimit#
    selector=LabelSelector strategy=DeploymentStrategy template=PodTemplateSpec
DeploymentStrategy: rollingUpdate=RollingUpdateDeployment type$
RollingUpdateDeployment: maxSurge maxUnavailable
PodTemplateSpec: metadata=ObjectMeta spec=PodSpec
ReplicaSet: apiVersion$ kind$ metadata=ObjectMeta spec=ReplicaSetSpec status
ReplicaSetSpec: minReadySeconds# replicas# selector=LabelSelector template=PodTemplateSpec
StatefulSet: apiVersion$ kind$ metadata=ObjectMeta spec=StatefulSetSpec status
StatefulSetSpec: minReadySeconds# ordinals=StatefulSetOrdinals
    persistentVolumeClaimRetentionPolicy=StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy$
    replicas# revisionHistoryLimit# selector=LabelSelector serviceName$ template=PodTemplateSpec
    updateStrategy=StatefulSetUpdateStrategy volumeClaimTemplates=PersistentVolumeClaim
StatefulSetOrdinals: start#
StatefulSetPersistentVolumeClaimRetentionPolicy: whenDeleted$ whenScaled$
StatefulSetUpdateStrategy: rollingUpdate=RollingUpdateStatefulSetStrategy type$
RollingUpdateStatefulSetStrategy: maxUnavailable partition#
PersistentVolumeClaim: apiVersion$ kind$ metadata=ObjectMeta spec=PersistentVolumeClaimSpec status
DaemonSet: apiVersion$ kind$ metadata=ObjectMeta spec=DaemonSetSpec status
DaemonSetSpec: minReadySeconds# revisionHistoryLimit# selector=LabelSelector template=PodTemplateSpec
    updateStrategy=DaemonSetUpdateStrategy
DaemonSetUpdateStrategy: rollingUpdate=RollingUpdateDaemonSet type$
RollingUpdateDaemonSet: maxSurge maxUnavailable
ReplicationController: apiVersion$ kind$ metadata=ObjectMeta spec=ReplicationControllerSpec status
ReplicationControllerSpec: minReadySeconds# replicas# selector$ template=PodTemplateSpec
Job: apiVersion$ kind$ metadata=ObjectMeta spec=JobSpec status
JobSpec: activeDeadlineSeconds# backoffLimit# backoffLimitPerIndex# completionMode$ completions# managedBy$
    manualSelector? maxFailedIndexes# parallelism# podFailurePolicy=PodFailurePolicy podReplacementPolicy$
    selector=LabelSelector successPolicy=SuccessPolicy suspend? template=PodTemplateSpec
    ttlSecondsAfterFinished#
PodFailurePolicy: rules=PodFailurePolicyRule
PodFailurePolicyRule: action$ onExitCodes=PodFailurePolicyOnExitCodesRequirement
    onPodConditions=PodFailurePolicyOnPodConditionsPattern
PodFailurePolicyOnExitCodesRequirement: containerName$ operator$ values#
PodFailurePolicyOnPodConditionsPattern: status type$
SuccessPolicy: rules=SuccessPolicyRule
SuccessPolicyRule: succeededCount# succeededIndexes$
CronJob: apiVersion$ kind$ metadata=ObjectMeta spec=CronJobSpec status
CronJobSpec: concurrencyPolicy$ failedJobsHistoryLimit# jobTemplate=JobTemplateSpec schedule$
    startingDeadlineSeconds# successfulJobsHistoryLimit# suspend? timeZone$
JobTemplateSpec: metadata=ObjectMeta spec=JobSpec
PodDisruptionBudget: apiVersion$ kind$ metadata=ObjectMeta spec=PodDisruptionBudgetSpec status
PodDisruptionBudgetSpec: maxUnavailable minAvailable selector=LabelSelector unhealthyPodEvictionPolicy$
Service: apiVersion$ kind$ metadata=ObjectMeta spec=ServiceSpec status
ServiceSpec: allocateLoadBalancerNodePorts? clusterIP$ clusterIPs$ externalIPs$ externalName$
    externalTrafficPolicy$ healthCheckNodePort# internalTrafficPolicy$ ipFamilies$ ipFamilyPolicy$
    loadBalancerClass$ loadBalancerIP$ loadBalancerSourceRanges$ ports=ServicePort publishNotReadyAddresses?
    selector$ sessionAffinity$ sessionAffinityConfig=SessionAffinityConfig trafficDistribution$ type$
ServicePort: appProtocol$ name$ nodePort# port# protocol$ targetPort
SessionAffinityConfig: clientIP=ClientIPConfig
ClientIPConfig: timeoutSeconds#
PriorityClass: apiVersion$ description$ globalDefault? kind$ metadata=ObjectMeta preemptionPolicy$ value#
ResourceQuota: apiVersion$ kind$ metadata=ObjectMeta spec=ResourceQuotaSpec status
ResourceQuotaSpec: hard scopeSelector=ScopeSelector scopes$
ScopeSelector: matchExpressions=ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement: operator$ scopeName$ values$
LimitRange: apiVersion$ kind$ metadata=ObjectMeta spec=LimitRangeSpec
LimitRangeSpec: limits=LimitRangeItem
LimitRangeItem: default defaultRequest max maxLimitRequestRatio min type$
ConfigMap: apiVersion$ binaryData$ data$ immutable? kind$ metadata=ObjectMeta
Secret: apiVersion$ data$ immutable? kind$ metadata=ObjectMeta stringData$ type$
Namespace: apiVersion$ kind$ metadata=ObjectMeta spec=NamespaceSpec status
NamespaceSpec: finalizers$
Node: apiVersion$ kind$ metadata=ObjectMeta spec=NodeSpec status
NodeSpec: configSource=NodeConfigSource externalID$ podCIDR$ podCIDRs$ providerID$ taints=Taint unschedulable?
NodeConfigSource: configMap=ConfigMapNodeConfigSource
ConfigMapNodeConfigSource: kubeletConfigKey$ name$ namespace$ resourceVersion$ uid$
Taint: effect$ key$ timeAdded value$
RuntimeClass: apiVersion$ handler$ kind$ metadata=ObjectMeta overhead=Overhead scheduling=Scheduling
Overhead: podFixed
Scheduling: nodeSelector$ tolerations=Toleration
StorageClass: allowVolumeExpansion? allowedTopologies=TopologySelectorTerm apiVersion$ kind$ metadata=ObjectMeta
    mountOptions$ parameters$ provisioner$ reclaimPolicy$ volumeBindingMode$
TopologySelectorTerm: matchLabelExpressions=TopologySelectorLabelRequirement
TopologySelectorLabelRequirement: key$ values$";

/// What a field holds.
#[derive(Clone, Copy, Debug)]
enum Holds {
    Strings,
    Numbers,
    Booleans,
    Objects(&'static str),
    Anything,
}

/// The fields of a type.
type Fields = Vec<(&'static str, Holds)>;

static FIELDS: LazyLock<FxHashMap<&str, Fields>> = LazyLock::new(|| {
    let mut all: FxHashMap<&str, Fields> = FxHashMap::default();
    let mut of = "";
    for word in TYPES.split_whitespace() {
        if let Some(name) = word.strip_suffix(':') {
            of = name;
        } else {
            all.entry(of).or_default().push(field(word));
        }
    }
    all
});

/// A field of [`TYPES`].
fn field(word: &'static str) -> (&'static str, Holds) {
    if let Some((name, of)) = word.split_once('=') {
        return (name, Holds::Objects(of));
    }
    let name = word.trim_end_matches(['$', '#', '?']);
    let holds = match &word[name.len()..] {
        "$" => Holds::Strings,
        "#" => Holds::Numbers,
        "?" => Holds::Booleans,
        _ => Holds::Anything,
    };
    (name, holds)
}

/// The fields that an API server sets.
const STORED: [&str; 4] = [
    "creationTimestamp",
    "managedFields",
    "resourceVersion",
    "uid",
];

/// Reports what the API server refuses in an object of a kind of [`TYPES`], beyond the findings from `since` on, which
/// are of the object. A stored object may be of a newer version, which has more fields.
pub(super) fn check(
    d: &mut Decoder<'_>,
    root: ValueId,
    (kind, api_version): (ObjectKind, &str),
    since: usize,
) {
    let info = kind.info();
    let is_current = api_version.is_empty() || api_version == info.api_version();
    let metadata = d.get(root, "metadata");
    let is_set = |field: &&str| {
        let at = metadata.and_then(|metadata| d.get(metadata, field));
        at.is_some_and(|at| !d.is_null(at))
    };
    if !is_current || !FIELDS.contains_key(info.name) || STORED.iter().any(is_set) {
        return;
    }
    let mut reported = FxHashSet::default();
    let mut mistyped = FxHashSet::default();
    for finding in &mut d.findings[since..] {
        if finding.code == DiagnosticCode::WrongType {
            mistyped.insert(finding.bytes.0);
        }
        if finding.code == DiagnosticCode::UnknownField {
            finding.severity = Severity::Error;
        }
        reported.insert(finding.bytes.0);
    }
    let mut check = Check { reported, mistyped };
    check.value(d, root, &FieldPath::Root, Holds::Objects(info.name));
}

struct Check {
    /// Where the values and keys begin that are reported already.
    reported: FxHashSet<u32>,
    /// Where values of a wrong type begin: what is inside them is not checked.
    mistyped: FxHashSet<u32>,
}

impl Check {
    /// Whether a value is not reported yet.
    fn is_new(&mut self, d: &Decoder<'_>, at: ValueId) -> bool {
        self.reported.insert(d.tree.range(at).0 as u32)
    }

    fn value(&mut self, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, holds: Holds) {
        let tree = d.tree;
        if self.mistyped.contains(&(tree.range(at).0 as u32)) {
            return;
        }
        match tree.kind(at) {
            ValueKind::Sequence => {
                for (index, item) in tree.items(at).enumerate() {
                    self.value(d, item, &FieldPath::Index(path, index), holds);
                }
            }
            ValueKind::Mapping => match holds {
                Holds::Objects(name) => self.fields(d, at, path, &FIELDS[name]),
                Holds::Strings => {
                    for (key, value) in tree.entries(at) {
                        let path = FieldPath::Key(path, d.text_of(key));
                        self.value(d, value, &path, holds);
                    }
                }
                _ => {}
            },
            _ => self.scalar(d, at, path, holds),
        }
    }

    fn scalar(&mut self, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, holds: Holds) {
        let scalar = d.tree.scalar(at, d.source);
        let is_of_type = matches!(
            (holds, &scalar),
            (_, None | Some(Scalar::Null))
                | (Holds::Objects(_) | Holds::Anything, _)
                | (Holds::Strings, Some(Scalar::String(_)))
                | (Holds::Booleans, Some(Scalar::Bool(_)))
        );
        if is_of_type || self.reported.contains(&(d.tree.range(at).0 as u32)) {
            return;
        }
        match holds {
            Holds::Strings => _ = d.string(at, path),
            Holds::Numbers => _ = d.integer(at, path),
            _ => _ = d.boolean(at, path),
        }
        self.is_new(d, at);
    }

    fn fields(&mut self, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, of: &Fields) {
        let tree = d.tree;
        let merged = d.merged(at).into_iter();
        let merged = merged.map(|(key, value, _)| (key, value));
        for (key, value) in merged.chain(tree.entries(at)) {
            let name = d.text_of(key);
            if let Some((_, holds)) = of.iter().find(|(known, _)| *known == name) {
                self.value(d, value, &path.field(name), *holds);
            } else if !d.is_merge(key) && self.is_new(d, key) {
                let others = of.iter().map(|(known, _)| *known);
                let others = others.filter(|known| d.get(at, known).is_none());
                let others: Vec<&str> = others.collect();
                d.unknown_field(key, path, &others, (Severity::Error, Some("")));
            }
        }
    }
}
