//! A rollout of a workload, step by step.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName,
    id::{Id as _, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::NamespacedName,
    profile::ProfileChoice,
    update_strategy::UpdateStrategy,
    words,
};
use schedscope_options::options;
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::queue::QueueSettings;
use schedscope_whatif::pods::rollout::{
    BoundMember, Rollout, RolloutBounds, RolloutEnd, RolloutFix, RolloutStep, Rollouts,
};

use crate::{
    pods::{
        volume_ties::VolumeTiesAnswer,
        volumes::{VolumeName, at_least_one, volume_names},
    },
    quota::{cycle::SimulatePodAnswer, names::AnswerNames, queue::MAX_STEPS},
};

options! {
    /// Options of `rollout`.
    pub struct RolloutOptions {
        /// The `Deployment`, `StatefulSet` or `DaemonSet`: its kind, namespace and name.
        object: ObjectName [needed],
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// How many steps to skip.
        offset: usize,
        /// The maximum number of steps to list.
        limit: usize = 100,
    }
}

impl RolloutOptions {
    /// The settings of the queue.
    pub fn settings(&self) -> QueueSettings {
        QueueSettings {
            profile: self.profile.of_pods(),
            scorers: Vec::new(),
            max_steps: MAX_STEPS,
        }
    }
}

words! {
    /// How a workload replaces its pods, as Kubernetes spells it.
    pub enum RolloutStrategy {
        /// New pods start while old ones run, within bounds.
        RollingUpdate = "RollingUpdate",
        /// All old pods go first.
        Recreate = "Recreate",
        /// Somebody deletes the old pods.
        OnDelete = "OnDelete",
    }
}

words! {
    /// A change with which a rollout completes.
    pub enum RolloutChange {
        /// `maxSurge: 0` and `maxUnavailable: 1`.
        NoSurge = "no-surge",
        /// `strategy: Recreate`.
        Recreate = "recreate",
        /// A node is uncordoned.
        Uncordon = "uncordon",
        /// A node gets the labels of the `nodeSelector`.
        Labels = "labels",
        /// The template has no `nodeSelector`.
        NoSelector = "no-selector",
        /// One more node.
        Node = "node",
        /// Bounds of `ResourceQuota`s are raised.
        Hard = "hard",
        /// The pods that are not ready become ready.
        Ready = "ready",
    }
}

/// The largest number of pods that wait and are named.
const PENDING: usize = 100;

/// A rollout, step by step. In each step, the controller creates or deletes as many pods as its strategy allows, and
/// the pods that wait are scheduled. A pod that gets a node is available immediately; probes and images are not
/// simulated. A pod of the input that has a node and is not ready stays so.
#[answer(Eq)]
pub struct RolloutAnswer {
    /// The workload.
    pub object: ObjectName,
    /// How it ends. `completes`: all old pods that are to be replaced are, and the new ones are on nodes. `stops`: the
    /// controller waits for a pod that stays pending. `waits`: it waits for a pod that has a node and is not ready, as
    /// the input says. `paused`: the `Deployment` is paused. `on-delete`: nothing
    /// happens until the old pods are deleted. `endless`: pods preempt each other endlessly, or there are too many
    /// steps.
    #[ts(inline)]
    pub end: RolloutEnd,
    /// Whether all pods have the template of the workload already, as far as the input tells: a restart is simulated,
    /// which replaces them all.
    pub restart: bool,
    /// The strategy.
    #[ts(inline)]
    pub strategy: RolloutStrategy,
    /// How many pods there may be above the wanted number; `null`: not a rolling update.
    pub max_surge: Option<u32>,
    /// How many pods of the wanted number may be unavailable; `null`: not a rolling update.
    pub max_unavailable: Option<u32>,
    /// The number of old pods before the first step.
    pub old: usize,
    /// The number of pods that have the new template before the first step.
    pub new: usize,
    /// The number of pods with the previous template after `replicas` changed. Absent: it did not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub scaled_to: Option<u32>,
    /// The number of old pods at the end: those that wait to be replaced, or that a partition keeps.
    pub old_left: usize,
    /// The number of pods with the new template that are on nodes and can start there, at the end.
    pub updated: usize,
    /// The number of pods of the workload that get a node which depends on volumes that the answer does not know, and
    /// are on it at the end: whether the rollout ends so depends on these volumes. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_dependent: Option<usize>,
    /// The first 100 pods of the workload that have no node at the end, new ones first.
    pub pending: Vec<NamespacedName>,
    /// The number of all of them.
    pub pending_total: usize,
    /// Whether the rollout creates the first of them. Unless it is of a `StatefulSet`, its name here is not the one
    /// that it gets.
    pub pending_created: bool,
    /// The cycle of the first of them at the end; `null`: there is none. `resourceQuota` says so if the API server
    /// refuses it.
    pub blocked: Option<SimulatePodAnswer>,
    /// The first new pod that has a node and cannot start there: its volume is attached to another node. Absent: there
    /// is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detached: Option<DetachedPod>,
    /// The first 100 pods that have a node and are not ready at the end, new ones first. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub unready: Vec<NamespacedName>,
    /// Changes with which the rollout completes, each rolled out again by itself: at most one of the strategy, and one
    /// more node. Empty: it completes, or none of those that were tried helps.
    pub fixes: Vec<RolloutFixAnswer>,
    /// The number of pods that the scheduler evicts for pods of the rollout or for others. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub evicted: Option<usize>,
    /// The number of all steps.
    pub steps_total: usize,
    /// A page of the steps.
    pub steps: Vec<RolloutStepAnswer>,
}

/// A pod that has a node and waits for a volume that one node can have at a time ("Multi-Attach error").
#[answer(Eq)]
pub struct DetachedPod {
    /// The pod.
    pub pod: NamespacedName,
    /// Its node.
    pub node: String,
    /// The claim.
    pub claim: NamespacedName,
    /// A pod that uses the claim on another node, with it.
    pub by: RolloutPod,
}

/// A change with which a rollout completes.
#[answer(Eq)]
pub struct RolloutFixAnswer {
    /// `no-surge`: `maxSurge: 0` and `maxUnavailable: 1`. `recreate`: the strategy `Recreate`. `uncordon`: `node` is
    /// not cordoned any more. `labels`: `node` has the labels of the `nodeSelector` of the template. `no-selector`: the
    /// template has no `nodeSelector`. `node`: one more node, with the pods that every `DaemonSet` runs there, and the
    /// static pods of the node that it is like. `hard`: `spec.hard` of `ResourceQuota`s is raised. `ready`: the pods
    /// that are not ready become ready.
    #[ts(inline)]
    pub change: RolloutChange,
    /// The node that the further one is like; `null` for other changes.
    pub like: Option<String>,
    /// The node that is uncordoned or labelled; absent for other changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The bounds that are raised. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RaisedHardAnswer>>")]
    pub hard: Vec<RaisedHardAnswer>,
    /// The number of pods whose node depends on volumes that the answer does not know. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_dependent: Option<usize>,
}

/// A bound of a `ResourceQuota` that is raised.
#[answer(Eq)]
pub struct RaisedHardAnswer {
    /// The `ResourceQuota`.
    pub quota: NamespacedName,
    /// The key of `spec.hard`.
    pub key: String,
    /// The new bound.
    pub to: String,
}

/// A step of a rollout: what the controller does, then what the scheduler does.
#[answer(Eq)]
pub struct RolloutStepAnswer {
    /// The number of the step, from 1.
    pub step: usize,
    /// The new pods that the controller creates.
    pub created: Vec<NamespacedName>,
    /// The new pods that a `ResourceQuota` refuses.
    pub refused: Vec<NamespacedName>,
    /// The pods that the controller deletes, with the nodes that they were on.
    pub deleted: Vec<RolloutPod>,
    /// The pods of the workload that get a node, with it.
    pub bound: Vec<BoundPod>,
    /// The pods that the scheduler evicts to make room.
    pub evicted: Vec<NamespacedName>,
}

/// A pod that gets a node.
#[answer(Eq)]
pub struct BoundPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The node.
    pub node: String,
    /// The volumes that its node depends on and that the answer does not know; the following steps hold its room on the
    /// node. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<VolumeName>>")]
    pub volumes: Vec<VolumeName>,
    /// What Kubernetes leaves open about its volumes. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_ties: Option<VolumeTiesAnswer>,
}

/// A pod with its node.
#[answer(Eq)]
pub struct RolloutPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The node; `null`: none.
    pub node: Option<String>,
}

/// A rollout with names; `blocked`: the cycle of the first pod that waits.
pub fn rollout_answer(
    rollouts: &Rollouts,
    blocked: Option<SimulatePodAnswer>,
    options: &RolloutOptions,
) -> RolloutAnswer {
    let rollout = &rollouts.rollout;
    let (snapshot, names) = (rollout.snapshot(), &rollout.objects.names);
    let bounds = rollout.bounds();
    let pending = rollout.pending();
    let listed = pending.iter().take(PENDING);
    let listed = listed.filter_map(|(pod, _)| key(*pod, snapshot, names));
    let steps = rollout.steps.iter().enumerate();
    let steps = steps.skip(options.offset).take(options.limit);
    let evicted = rollout.steps.iter().map(|step| step.evicted.len()).sum();
    RolloutAnswer {
        object: options.object.clone(),
        end: rollout.end.unwrap_or(RolloutEnd::Endless),
        restart: rollout.is_restart,
        strategy: strategy(rollout),
        max_surge: bounds.map(|RolloutBounds { max_surge, .. }| max_surge),
        max_unavailable: bounds.map(|bounds| bounds.max_unavailable),
        old: rollout.old,
        new: rollout.new,
        scaled_to: rollout.scaled_to,
        old_left: rollout.old_left().count(),
        updated: rollout.new_available(),
        volume_dependent: at_least_one(rollout.volume_dependent()),
        pending: listed.collect(),
        pending_total: pending.len(),
        pending_created: pending.first().is_some_and(|(pod, _)| {
            let info = snapshot.pods.get(*pod);
            info.is_some_and(|info| info.replica.is_some())
        }),
        blocked,
        detached: detached(rollout),
        unready: rollout
            .unready()
            .take(PENDING)
            .filter_map(|pod| key(pod, snapshot, names))
            .collect(),
        fixes: rollouts
            .fixes
            .iter()
            .map(|(fix, depending)| fix_answer(*fix, *depending, rollouts))
            .collect(),
        evicted: at_least_one(evicted),
        steps_total: rollout.steps.len(),
        steps: steps
            .map(|(index, step)| step_answer(index, step, snapshot, names))
            .collect(),
    }
}

fn detached(rollout: &Rollout) -> Option<DetachedPod> {
    let (snapshot, names) = (rollout.snapshot(), &rollout.objects.names);
    let (pod, held) = rollout.detached()?;
    let node = |pod: PodId| {
        let node = snapshot.pods.get(pod)?.node()?;
        Some(snapshot.nodes.get(node)?.name.clone())
    };
    Some(DetachedPod {
        pod: key(pod, snapshot, names)?,
        node: node(pod)?,
        claim: NamespacedName::new(snapshot.pods.get(pod)?.pod.namespace, held.claim, names),
        by: RolloutPod {
            pod: key(held.by, snapshot, names)?,
            node: node(held.by),
        },
    })
}

fn strategy(rollout: &Rollout) -> RolloutStrategy {
    match rollout.strategy() {
        UpdateStrategy::Rolling(_) => RolloutStrategy::RollingUpdate,
        UpdateStrategy::Recreate => RolloutStrategy::Recreate,
        UpdateStrategy::OnDelete => RolloutStrategy::OnDelete,
    }
}

fn fix_answer(fix: RolloutFix, depending: usize, rollouts: &Rollouts) -> RolloutFixAnswer {
    let rollout = &rollouts.rollout;
    let names = &rollout.objects.names;
    let (change, node) = match fix {
        RolloutFix::NoSurge => (RolloutChange::NoSurge, None),
        RolloutFix::Recreate => (RolloutChange::Recreate, None),
        RolloutFix::Uncordon(node) => (RolloutChange::Uncordon, Some(node)),
        RolloutFix::Labels(node) => (RolloutChange::Labels, Some(node)),
        RolloutFix::NoSelector => (RolloutChange::NoSelector, None),
        RolloutFix::Node(like) => (RolloutChange::Node, Some(like)),
        RolloutFix::Hard => (RolloutChange::Hard, None),
        RolloutFix::Ready => (RolloutChange::Ready, None),
    };
    let name = node.and_then(|node| {
        let node = rollout.objects.nodes.get(node.index())?;
        Some(names[node.name].to_owned())
    });
    let (like, node) = match change {
        RolloutChange::Uncordon | RolloutChange::Labels => (None, name),
        _ => (name, None),
    };
    let raised = rollouts.raised.iter().filter(|_| fix == RolloutFix::Hard);
    let hard = raised.map(|of| RaisedHardAnswer {
        quota: NamespacedName::new(of.namespace, of.name, names),
        key: names[of.key].to_owned(),
        to: of.value.clone(),
    });
    RolloutFixAnswer {
        change,
        like,
        node,
        hard: hard.collect(),
        volume_dependent: at_least_one(depending),
    }
}

fn step_answer(
    index: usize,
    step: &RolloutStep,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> RolloutStepAnswer {
    let keys = |pods: &[PodId]| {
        let pods = pods.iter();
        pods.filter_map(|pod| key(*pod, snapshot, names)).collect()
    };
    let on = |pod: PodId, node: Option<NodeId>| {
        Some(RolloutPod {
            pod: key(pod, snapshot, names)?,
            node: node.and_then(|node| Some(snapshot.nodes.get(node)?.name.clone())),
        })
    };
    let (deleted, bound) = (step.deleted.iter(), step.bound.iter());
    RolloutStepAnswer {
        step: index + 1,
        created: keys(&step.created),
        refused: keys(&step.refused),
        deleted: deleted.filter_map(|(pod, node)| on(*pod, *node)).collect(),
        bound: bound
            .filter_map(|of| bound_pod(of, snapshot, names))
            .collect(),
        evicted: keys(&step.evicted),
    }
}

fn bound_pod(of: &BoundMember, snapshot: &ClusterSnapshot, names: &Names) -> Option<BoundPod> {
    let info = snapshot.pods.get(of.pod)?;
    let words = AnswerNames {
        snapshot,
        names,
        pod: info,
    };
    Some(BoundPod {
        pod: info.namespaced_name(names),
        node: snapshot.nodes.get(of.node)?.name.clone(),
        volumes: volume_names(info, &of.open, snapshot, names),
        volume_ties: words.volume_ties(of.volumes.as_deref()),
    })
}

fn key(pod: PodId, snapshot: &ClusterSnapshot, names: &Names) -> Option<NamespacedName> {
    Some(snapshot.pods.get(pod)?.namespaced_name(names))
}
