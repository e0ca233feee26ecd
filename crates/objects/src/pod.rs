//! `Pod` (`v1`), and the workloads whose templates make pods.

mod constraints;
mod volumes;

use schedscope_time::Timestamp;

pub use self::constraints::{
    HostPort, LabelKeys, PodAffinity, PodAffinityTerm, PodConstraints, PreferredSchedulingTerm,
    ResizedContainer, ResizedPod, TopologySpreadConstraint, WeightedPodAffinityTerm,
};
pub use self::volumes::{Disk, PodVolume, VolumeSource};
use crate::{
    labels::Labels, managed_cluster::Resources, names::Symbol, selector::LabelSelector,
    taint::Toleration, update_strategy::UpdateStrategy, words,
};

/// A pod, as far as scheduling looks at it.
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pod {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.uid`; empty where absent, then namespace and name are the identity.
    pub uid: Symbol,
    /// The API server has stored it: it has `metadata.creationTimestamp` or a UID. People trim UIDs. A template is not
    /// stored.
    pub is_stored: bool,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `metadata.ownerReferences`: the one that is the controller, else the first.
    pub owner: Option<Owner>,
    /// `metadata.annotations` has `kubernetes.io/config.mirror`: it is the mirror of a static pod.
    pub is_mirror: bool,
    /// `metadata.annotations` has `kubernetes.io/config.source`, and that is not `api`: the kubelet runs it by itself.
    pub is_static: bool,
    /// `metadata.creationTimestamp`.
    pub created: Option<Timestamp>,
    /// `metadata.deletionTimestamp` is set: the pod is terminating.
    pub deleting: bool,
    /// `status.conditions`: `DisruptionTarget` is `True` with reason `PreemptionByScheduler`; the scheduler evicts it.
    pub preempted: bool,
    /// It never was in an API server, and none takes it as it is: no scheduler sees it.
    pub refused: bool,
    /// `spec.nodeName`: where it is bound; empty where it is not.
    pub node: Symbol,
    /// `status.nominatedNodeName`; empty where absent.
    pub nominated: Symbol,
    /// `spec.schedulerName`: the scheduler of the pod; empty where absent.
    pub scheduler_name: Symbol,
    /// `status.phase`.
    pub phase: Phase,
    /// `status.reason`: of a pod that failed, why; empty where absent.
    pub reason: Symbol,
    /// The text says that its phase is `Pending`, and it has no condition `PodScheduled`, which the API server writes
    /// when a scheduler binds a pod: none has.
    pub is_unscheduled: bool,
    /// The condition `PodScheduled` is `True`: a scheduler has bound it, or its kubelet has taken it.
    pub is_scheduled: bool,
    /// The first container that waits, init containers first; `None` where none does.
    pub waiting: Option<WaitingContainer>,
    /// What an eviction asks of it.
    pub health: Health,
    /// The number of nodes of which kube-scheduler says in the condition `PodScheduled` that none is available.
    pub nodes_tried: Option<u32>,
    /// Why its scheduler could not place it: the message of the condition `PodScheduled` where that is `False`; empty
    /// where absent.
    pub verdict: Symbol,
    /// `status.startTime`.
    pub started: Option<Timestamp>,
    /// `spec.priority`, and what Kubernetes' own two classes stand for; `None`: its class says.
    pub priority: Option<i32>,
    /// `spec.priorityClassName`; empty where absent.
    pub priority_class: Symbol,
    /// `spec.activeDeadlineSeconds` is set.
    pub has_deadline: bool,
    /// `spec.preemptionPolicy`; `None`: its class says.
    pub preemption: Option<Preemption>,
    /// `spec.containers`.
    pub containers: Box<[Container]>,
    /// `spec.initContainers`, sidecars included, in order. In containers that were not read from an API server, a
    /// missing request is set to the limit, as the server does.
    pub init_containers: Box<[Container]>,
    /// `spec.overhead`.
    pub overhead: Resources,
    /// `spec.resources`: requests and limits of the pod as a whole.
    pub resources: Option<Box<Container>>,
    /// Whether one of `spec.volumes` is an `emptyDir`, whose data is deleted with the pod.
    pub has_empty_dir: bool,
    /// Whether one of `spec.volumes` is a `hostPath`, or an `emptyDir` that is not in memory, and the annotation
    /// `cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes` does not name it.
    pub has_local_storage: bool,
    /// The annotation `cluster-autoscaler.kubernetes.io/safe-to-evict`; `None` where absent or neither `true` nor
    /// `false`.
    pub safe_to_evict: Option<bool>,
    /// The volumes that can keep the pod from nodes, in order: those of `spec.volumes`, then the
    /// `volumeClaimTemplates` of its `StatefulSet`.
    pub volumes: Box<[PodVolume]>,
    /// `spec.nodeSelector`.
    pub node_selector: Labels,
    /// `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`, `ORed`.
    pub node_affinity: Option<Box<[NodeSelectorTerm]>>,
    /// `spec.tolerations`.
    pub tolerations: Box<[Toleration]>,
    /// `spec.runtimeClassName`; empty where absent.
    pub runtime_class: Symbol,
    /// The fields that few pods have; `None` if all are absent.
    pub constraints: Option<Box<PodConstraints>>,
}

impl Pod {
    /// Whether the API server has still to admit it: it is not stored, and on no node.
    pub fn is_new(&self) -> bool {
        !self.is_stored && self.node.is_empty() && !self.phase.is_over()
    }

    /// Whether its node is settled: neither a scheduler nor a kubelet decides on it again.
    pub fn is_settled(&self) -> bool {
        self.started.is_some()
            || self.is_scheduled
            || self.phase == Phase::Running
            || self.phase.is_over()
    }
}

/// A container whose status is `waiting`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingContainer {
    /// `name`.
    pub name: Symbol,
    /// `state.waiting.reason`.
    pub reason: Symbol,
}

/// The controller that owns an object, in the object's namespace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Owner {
    /// `kind`.
    pub kind: Symbol,
    /// `name`.
    pub name: Symbol,
    /// `uid`; empty where absent.
    pub uid: Symbol,
    /// `apiVersion`; empty where absent.
    pub api_version: Symbol,
    /// `controller` is true: it is the managing controller.
    pub controls: bool,
}

/// `status.phase`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Not all containers have started.
    #[default]
    Pending,
    /// It runs.
    Running,
    /// All containers ended well.
    Succeeded,
    /// All containers ended, one of them badly.
    Failed,
    /// Anything else.
    Unknown,
}

impl Phase {
    /// Whether the pod is over and holds nothing any more.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}

/// What the eviction API and the disruption controller read of a pod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Health {
    /// The pod has no condition `Ready`. The eviction API treats it as ready here.
    #[default]
    Unstated,
    /// The condition `Ready` is `True`.
    Ready,
    /// The pod has a condition `Ready` that is not `True`.
    Unready,
    /// The text says that its phase is `Pending`: no budget guards it.
    Pending,
}

/// `preemptionPolicy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preemption {
    /// May evict pods of lower priority.
    #[default]
    PreemptLowerPriority,
    /// Waits.
    Never,
}

/// The requests and limits of a container.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container {
    /// `resources.requests`.
    pub requests: Resources,
    /// `resources.limits`.
    pub limits: Resources,
    /// An init container with `restartPolicy: Always`, which runs together with the others.
    pub is_sidecar: bool,
    /// `image`; empty where absent.
    pub image: Symbol,
}

/// One of several alternatives that a node may fit: all of its requirements must hold. Without any,
/// no node fits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeSelectorTerm {
    /// `matchExpressions`, over labels.
    pub labels: Vec<NodeRequirement>,
    /// `matchFields`, over `metadata.name`.
    pub fields: Vec<NodeRequirement>,
}

/// `matchExpressions[]` of a [`NodeSelectorTerm`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeRequirement {
    /// `key`.
    pub key: Symbol,
    /// `operator`: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt`; others match nothing.
    pub operator: Symbol,
    /// `values`.
    pub values: Vec<Symbol>,
    /// Whether the key or a value of a requirement on labels is one that a label cannot have. The API machinery does
    /// not parse it, and its term matches no node.
    pub unparsable: bool,
}

/// A workload whose template makes pods: a `Deployment`, `ReplicaSet`, `StatefulSet`, `ReplicationController` or `Job`.
/// A `DaemonSet` and a `CronJob` make none here: their pods are those of the text.
///
/// Which pods it has still to make is for
/// `Objects::expansions` of `schedscope` to say, which knows the pods and
/// the other workloads of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    pub kind: Symbol,
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`: its pods have this name with the suffixes `-0`, `-1` and so on.
    pub name: Symbol,
    /// `metadata.uid`; empty where absent.
    pub uid: Symbol,
    /// Its owner: of a `ReplicaSet`, the `Deployment`.
    pub owner: Option<Owner>,
    /// How many pods it runs in parallel: `replicas`, of a job `parallelism`; 1 if absent, 0 if it is being deleted or
    /// is a job that is suspended or has ended; at most [`MOST_REPLICAS`].
    pub replicas: u32,
    /// The text has `replicas`.
    pub states_replicas: bool,
    /// `paused`: a `Deployment` creates no `ReplicaSet`.
    pub paused: bool,
    /// A `StatefulSet` whose `podManagementPolicy` is not `Parallel`: it makes a pod only when those before it are
    /// Running and Ready.
    pub one_by_one: bool,
    /// `ordinals.start` of a `StatefulSet`: the number of its first pod.
    pub first_ordinal: u32,
    /// How many pods its status counts, which exist in the cluster: `replicas`, of a job `active`, of a daemon set
    /// `currentNumberScheduled`; 0 where absent.
    pub existing: u32,
    /// How it replaces its pods: of a `Deployment`, a `StatefulSet` or a `DaemonSet`.
    pub update: UpdateStrategy,
    /// What pods of its current template have in a label: of a `StatefulSet` `status.updateRevision`, in
    /// `controller-revision-hash`; of a `DaemonSet` the annotation `deprecated.daemonset.template.generation`, in
    /// `pod-template-generation`. Empty where absent, and of other kinds.
    pub revision: Symbol,
    /// Why its controller could not create pods, or why it failed: reason and message of the condition `ReplicaFailure`
    /// or, of a job, `Failed` that is `True`; empty where absent.
    pub failure: (Symbol, Symbol),
    /// The fields that only a job has.
    pub job: Option<Job>,
    /// Why it creates no pods, although its template could be run; `None`: it creates them, or has ended.
    pub resting: Option<Resting>,
    /// The pod template; its `namespace` and `name` are the workload's.
    pub template: Pod,
    /// `spec.selector`; `None`: absent.
    pub selector: Option<LabelSelector>,
}

/// Why a workload creates no pods now, and how many it creates at once when it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resting {
    /// Why it creates none.
    pub cause: RestCause,
    /// How many pods it creates at once.
    pub replicas: u32,
}

words! {
    /// Why a workload creates no pods here.
    pub enum RestCause {
        /// A Job with `spec.suspend`.
        Suspended = "suspended",
        /// A `CronJob`: its Jobs create pods.
        Schedule = "schedule",
        /// A `CronJob` with `spec.suspend`.
        SuspendedSchedule = "suspended-schedule",
        /// A `DaemonSet`: one pod for each node that admits it.
        Nodes = "nodes",
    }
}

/// More pods of one workload than this are not made: a typing error should not cost the answer.
pub const MOST_REPLICAS: u32 = 100_000;

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Job {
    /// `spec.completions`: how many pods must succeed. `None`: `parallelism` is given and this is
    /// not, so the first pod that succeeds ends it.
    pub completions: Option<u32>,
    /// `status.succeeded`.
    pub succeeded: u32,
}
