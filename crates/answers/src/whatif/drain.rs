//! A drained node, and where its pods land.

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::{NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::NamespacedName,
    profile::ProfileChoice,
    words,
};
use schedscope_options::options;
use schedscope_pods::snapshot::PodInfo;
use schedscope_quota::{
    disruption::EvictionRefusal,
    queue::{QueueRun, QueueSettings, QueueStepOutcome},
    resource_quota::ResourceQuotaRefusal,
};
use schedscope_whatif::pods::drain::{Drained, DrainedKind, DrainedPod};

use crate::{
    pods::{
        kubelet::KubeletRejectionAnswer, volume_misfit::VolumeMisfitAnswer, volumes::at_least_one,
    },
    quota::{
        queue::{MAX_STEPS, QueueRepetition, QueueStep, step_answer},
        queue_volumes::depending,
        resource_quota::ResourceQuotaAnswer,
    },
    whatif::{
        eviction_block::EvictionBlock, eviction_wait::EvictionWait, scale_down::ScaleDownAnswer,
    },
};

options! {
    /// Options of `drain`.
    pub struct DrainOptions {
        /// The node.
        node: String [needed],
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// How many pods of the node to skip.
        offset: usize,
        /// The maximum number of pods of the node to list.
        limit: usize = 100,
    }
}

impl DrainOptions {
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
    /// A flag without which `kubectl drain` refuses the node. A `DaemonSet` owns a pod of it, a pod that goes has an
    /// `emptyDir`, a pod has no controller.
    pub enum DrainFlag {
        /// A `DaemonSet` owns a pod of the node.
        IgnoreDaemonsets = "--ignore-daemonsets",
        /// A pod that goes has an `emptyDir`.
        DeleteEmptydirData = "--delete-emptydir-data",
        /// A pod has no controller.
        Force = "--force",
    }
}

/// The largest number of pods of other nodes that are named.
const OTHERS: usize = 100;

/// A node that is drained: its pods are evicted, and the queue is scheduled to its end.
#[answer(Eq)]
pub struct DrainAnswer {
    /// The node.
    pub node: String,
    /// The number of live pods on it.
    pub pods_total: usize,
    /// The number of pods that are evicted and that their controllers create anew.
    pub evicted: usize,
    /// The number of evicted pods that are on another node at the end.
    pub landed: usize,
    /// The number of them whose node depends on volumes that the answer does not know. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub volume_dependent: Option<usize>,
    /// The number of evicted pods that are on this very node again at the end: they tolerate its cordon, or their
    /// template names it in `spec.nodeName`, and a kubelet ignores cordons. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub returned: Option<usize>,
    /// The number of evicted pods that wait at the end, with those that were not tried.
    pub waiting: usize,
    /// The number of them that were not tried, because the queue was ended before their turn: `stopped`,
    /// `repeats`.
    pub untried: usize,
    /// The number of pods without an owner: they are deleted and do not come back, and `kubectl drain` refuses without
    /// `--force`. They are not evicted in the sense of the numbers above.
    pub deleted: usize,
    /// Why the drain never completes; empty: each eviction is allowed sooner or later. The pods that are never evicted
    /// are counted and listed as if they were.
    pub blocks: Vec<EvictionBlock>,
    /// The `PodDisruptionBudget`s that the drain waits for: they refuse an eviction, and allow no disruption until more
    /// of their pods are ready. Without those of `blocks`. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<EvictionWait>>")]
    pub waits: Vec<EvictionWait>,
    /// The number of evictions and deletions that violate a `PodDisruptionBudget`: the API server refuses them until it
    /// allows them, some for ever (`blocks`). No budget guards a pod whose phase is `Pending`, or which is not ready
    /// where `unhealthyPodEvictionPolicy` or enough healthy pods allow that.
    pub violating: usize,
    /// The number of evictions and deletions of pods that several `PodDisruptionBudget`s select: the API server refuses
    /// them, whatever the budgets allow.
    pub with_several_budgets: usize,
    /// The number of pods that are evicted or deleted and have an `emptyDir`, whose data is lost: `kubectl drain`
    /// refuses without `--delete-emptydir-data`.
    pub with_empty_dir: usize,
    /// The flags that `kubectl drain` needs for this node.
    pub flags: Vec<DrainFlag>,
    /// The number of `PodDisruptionBudget`s of the input, which `violating` is counted by.
    pub budgets: usize,
    /// What keeps a cluster autoscaler with its default flags from removing the node. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_down: Option<ScaleDownAnswer>,
    /// A page of the pods: the evicted ones in the order of the queue, then the deleted ones, then the others in the
    /// order of the input.
    pub pods: Vec<DrainedPodAnswer>,
    /// The first 100 pods of other nodes that are elsewhere at the end, and pending ones, where that is otherwise
    /// without the drain: first those of `othersLost`, then the others, in the order of the input.
    pub others: Vec<MovedPod>,
    /// The number of all of them.
    pub others_total: usize,
    /// The number of them that were on a node; the others were pending.
    pub others_moved: usize,
    /// The number of them that were on a node and end on none: pods of this node or pending ones preempt them.
    pub others_lost: usize,
    /// Whether 100,000 steps ended the queue.
    pub stopped: bool,
    /// The steps that would repeat forever, which ended the queue; `null`: none.
    pub repeats: Option<QueueRepetition>,
}

/// A pod of a drained node.
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
#[answer(Eq)]
pub struct DrainedPodAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// `evicted`: it waits in the queue. `daemon-set`: a `DaemonSet` owns it, and it stays. `mirror`: it is the mirror
    /// of a static pod, and stays. `terminating`: it goes, and nothing waits for it. `deleted`: no controller owns it,
    /// and it does not come back.
    #[ts(inline)]
    pub kind: DrainedKind,
    /// Whether its eviction violates a `PodDisruptionBudget`, if the pods are evicted in the order of this list.
    pub violates_budget: bool,
    /// Whether several `PodDisruptionBudget`s select it, so that the API server refuses its eviction.
    pub several_budgets: bool,
    /// Whether its eviction is never allowed: it is in `blocks` of the answer.
    pub never_evicted: bool,
    /// Whether it has an `emptyDir`, whose data is lost where the pod goes.
    pub empty_dir: bool,
    /// The node that it is on at the end; `null`: none.
    pub node: Option<String>,
    /// If it is evicted and waits: the volume that keeps it from every other node, whatever else does. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<VolumeMisfitAnswer>,
    /// Why the API server refuses the pod that its controller creates in its place; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// Why the kubelet of the node that its template names in `spec.nodeName` rejects the new pod; absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// Whether it waits at the end without having been tried, because the queue was ended before its turn, or because a
    /// `StatefulSet` creates it once an earlier pod is Running and Ready.
    pub untried: bool,
    /// Its last turn in the queue; `null`: it had none.
    pub step: Option<QueueStep>,
}

/// A pod that is elsewhere after the queue.
#[answer(Eq)]
pub struct MovedPod {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// The node that it was on; `null`: it waited.
    pub from: Option<String>,
    /// The node that it is on at the end; `null`: it waits.
    pub node: Option<String>,
    /// The pod that preempts it last; `null`: none does.
    pub preempted_by: Option<NamespacedName>,
    /// Whether that violates a `PodDisruptionBudget`, counted from the beginning: preemption may.
    pub violates_budget: bool,
    /// Whether it has no owner, so that nothing creates it anew where it is preempted.
    pub bare: bool,
    /// Why the API server refuses the pod that its controller creates in its place; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// Whether it waits at the end without having been tried, because the queue was ended before its turn, or because a
    /// `StatefulSet` creates it once an earlier pod is Running and Ready.
    pub untried: bool,
    /// Its last turn in the queue; `null`: it had none.
    pub step: Option<QueueStep>,
}

/// Who is preempted last by whom, and whether that violates a budget.
fn preempted(drained: &Drained, names: &Names) -> FxHashMap<PodId, (PodId, bool)> {
    let mut found = FxHashMap::default();
    for step in &drained.run.steps {
        if let QueueStepOutcome::Preempts(_, victims) = &step.outcome {
            let violating = drained.budgets.violating(&drained.snapshot, victims, names);
            for (victim, violates) in victims.iter().zip(violating) {
                found.insert(*victim, (step.pod, violates));
            }
        }
    }
    found
}

/// Where pods are at the end of the queue without the drain, by their names; empty where no pod was pending.
fn places_before(drained: &Drained, names: &Names) -> FxHashMap<String, Option<String>> {
    let Some(before) = &drained.before else {
        return FxHashMap::default();
    };
    let snapshot = &before.snapshot;
    let gone = gone(before);
    let places = snapshot.pods.entries().map(|(pod, info)| {
        let node = before.node_of.get(pod).copied().flatten();
        let node = node.filter(|_| !gone.contains(&pod));
        let node = node.and_then(|node| Some(snapshot.nodes.get(node)?.name.clone()));
        (info.key(names), node)
    });
    places.collect()
}

/// The pods that are preempted and have no owner: nothing creates them anew, wherever the queue puts them.
fn gone(drained: &Drained) -> FxHashSet<PodId> {
    let steps = drained.run.steps.iter();
    let victims = steps.flat_map(|step| match &step.outcome {
        QueueStepOutcome::Preempts(_, victims) => &victims[..],
        _ => &[],
    });
    let is_bare = |pod: &&PodId| drained.snapshot.pods.get(**pod).is_some_and(is_bare);
    victims.filter(is_bare).copied().collect()
}

fn is_bare(info: &PodInfo) -> bool {
    info.pod.owner.is_none() && info.replica.is_none()
}

/// The flags that `kubectl drain` needs. It asks for those of terminating pods, too.
fn flags(drained: &Drained) -> Vec<DrainFlag> {
    let goes =
        |pod: &&DrainedPod| !matches!(pod.kind, DrainedKind::DaemonSet | DrainedKind::Mirror);
    let has_empty_dir = |pod: &DrainedPod| {
        let info = drained.snapshot.pods.get(pod.pod);
        info.is_some_and(|info| info.pod.has_empty_dir)
    };
    let is_daemon = |pod: &DrainedPod| pod.kind == DrainedKind::DaemonSet;
    let going = || drained.pods.iter().filter(goes);
    let flags = [
        (
            DrainFlag::IgnoreDaemonsets,
            drained.pods.iter().any(is_daemon),
        ),
        (DrainFlag::DeleteEmptydirData, going().any(has_empty_dir)),
        (DrainFlag::Force, going().any(|pod| pod.is_bare)),
    ];
    let needed = flags.into_iter().filter(|(_, is_needed)| *is_needed);
    needed.map(|(flag, _)| flag).collect()
}

/// How many pods leave and have an `emptyDir`.
fn with_empty_dir(drained: &Drained) -> usize {
    let leaving = drained
        .pods
        .iter()
        .filter(|pod| matches!(pod.kind, DrainedKind::Evicted | DrainedKind::Deleted));
    let infos = leaving.filter_map(|pod| drained.snapshot.pods.get(pod.pod));
    infos.filter(|info| info.pod.has_empty_dir).count()
}

/// How many of the pods go to a node that depends on their volumes, also on those that pods before them got in the
/// queue; `None`: none of them.
fn on_volumes<'d>(run: &QueueRun, pods: impl Iterator<Item = &'d DrainedPod>) -> Option<usize> {
    let pods: FxHashSet<PodId> = pods.map(|pod| pod.pod).collect();
    at_least_one(depending(run, &pods).len())
}

fn is_violating(pod: &DrainedPod) -> bool {
    matches!(pod.refusal, Some(EvictionRefusal::Budget(_)))
}

fn has_several(pod: &DrainedPod) -> bool {
    pod.refusal == Some(EvictionRefusal::Several)
}

/// A pod that is not of the nodes and is elsewhere at the end than without their loss.
pub(super) struct Other<'d> {
    /// The pod.
    pub pod: PodId,
    info: &'d PodInfo,
    /// Whether it was on a node and is on none at the end.
    pub is_lost: bool,
}

/// Pods that are not of the nodes and are elsewhere at the end than without their loss: first those that end on no
/// node. O(pods).
pub(super) fn others<'d>(drained: &'d Drained, names: &Names) -> Vec<Other<'d>> {
    let snapshot = &drained.snapshot;
    let own: FxHashSet<PodId> = drained.pods.iter().map(|pod| pod.pod).collect();
    let before = places_before(drained, names);
    let gone = gone(drained);
    let name = |node: NodeId| Some(snapshot.nodes.get(node)?.name.clone());
    let others = snapshot.pods.entries().filter_map(|(pod, info)| {
        if !info.is_live() || own.contains(&pod) {
            return None;
        }
        // What happens without the drain, too, is not of the drain.
        let from = info.node();
        let at_end = drained.node_of.get(pod).copied().flatten();
        let stays = at_end.filter(|_| !gone.contains(&pod));
        let differs = match before.get(&info.key(names)) {
            Some(before) => *before != stays.and_then(name),
            None => from != at_end,
        };
        let is_other = differs && (from.is_none() || from != at_end);
        let is_lost = from.is_some() && stays.is_none();
        is_other.then_some(Other { pod, info, is_lost })
    });
    let (mut found, moved): (Vec<Other<'d>>, Vec<Other<'d>>) = others.partition(|of| of.is_lost);
    found.extend(moved);
    found
}

/// A drained node with names.
pub fn drain_answer(drained: &Drained, names: &Names, options: &DrainOptions) -> DrainAnswer {
    let Drained { snapshot, run, .. } = drained;
    let mut turns: FxHashMap<PodId, usize> = FxHashMap::default();
    for (index, step) in run.steps.iter().enumerate() {
        turns.insert(step.pod, index);
    }
    let turn = |pod: PodId| {
        let index = *turns.get(&pod)?;
        step_answer(run.steps.get(index)?, index, snapshot, names)
    };
    let refused: FxHashMap<PodId, &[ResourceQuotaRefusal]> = run
        .refused
        .iter()
        .map(|(pod, of)| (*pod, &of[..]))
        .collect();
    let refusal = |pod: PodId| ResourceQuotaAnswer::new(refused.get(&pod)?, names);
    let name = |node: Option<NodeId>| Some(snapshot.nodes.get(node?)?.name.clone());
    let at_end = |pod: PodId| drained.node_of.get(pod).copied().flatten();
    let is_evicted = |kind: DrainedKind| kind == DrainedKind::Evicted;
    let evicted = || drained.pods.iter().filter(|pod| is_evicted(pod.kind));
    let has_place = |pod: &&DrainedPod| at_end(pod.pod).is_some();
    let is_back =
        |pod: &&DrainedPod| at_end(pod.pod).is_some_and(|node| drained.node == Some(node));
    let lands = |pod: &&DrainedPod| has_place(pod) && !is_back(pod);
    let untried: FxHashSet<PodId> = run.tally().untried.into_iter().collect();
    let is_deleted = |pod: &&DrainedPod| pod.kind == DrainedKind::Deleted;
    let blocks = drained.blocks.iter();
    let blocked: FxHashSet<PodId> = blocks.flat_map(|of| of.pods.clone()).collect();
    let preempted = preempted(drained, names);
    let others = others(drained, names);
    let moved = others.iter().take(OTHERS).map(|&Other { pod, info, .. }| {
        let by = preempted.get(&pod);
        let by_name = by.and_then(|(by, _)| Some(snapshot.pods.get(*by)?.namespaced_name(names)));
        MovedPod {
            pod: info.namespaced_name(names),
            priority: info.priority,
            from: name(info.node()),
            node: name(at_end(pod)),
            preempted_by: by_name,
            violates_budget: by.is_some_and(|(_, violates)| *violates),
            bare: is_bare(info),
            resource_quota: refusal(pod),
            untried: untried.contains(&pod),
            step: turn(pod),
        }
    });
    let pods = drained.pods.iter().skip(options.offset);
    let pods = pods.take(options.limit).filter_map(|pod| {
        let info = snapshot.pods.get(pod.pod)?;
        Some(DrainedPodAnswer {
            pod: info.namespaced_name(names),
            priority: info.priority,
            kind: pod.kind,
            violates_budget: is_violating(pod),
            several_budgets: has_several(pod),
            never_evicted: blocked.contains(&pod.pod),
            empty_dir: info.pod.has_empty_dir,
            node: name(at_end(pod.pod).filter(|_| pod.kind != DrainedKind::Deleted)),
            volume: (is_evicted(pod.kind) && !has_place(&pod))
                .then(|| VolumeMisfitAnswer::of_others(drained.node, snapshot, names, info))
                .flatten(),
            resource_quota: refusal(pod.pod),
            kubelet: KubeletRejectionAnswer::of(info, snapshot, names),
            untried: untried.contains(&pod.pod),
            step: turn(pod.pod),
        })
    });
    DrainAnswer {
        node: options.node.clone(),
        pods_total: drained.pods.len(),
        evicted: evicted().count(),
        landed: evicted().filter(lands).count(),
        returned: at_least_one(evicted().filter(is_back).count()),
        volume_dependent: on_volumes(run, evicted().filter(lands)),
        waiting: evicted().filter(|pod| !has_place(pod)).count(),
        untried: evicted().filter(|pod| untried.contains(&pod.pod)).count(),
        deleted: drained.pods.iter().filter(is_deleted).count(),
        blocks: EvictionBlock::all(drained, names),
        waits: EvictionWait::all(drained, names),
        violating: drained.pods.iter().filter(|pod| is_violating(pod)).count(),
        with_several_budgets: drained.pods.iter().filter(|pod| has_several(pod)).count(),
        with_empty_dir: with_empty_dir(drained),
        flags: flags(drained),
        budgets: drained.budgets.len(),
        scale_down: ScaleDownAnswer::new(drained, names),
        pods: pods.collect(),
        others_total: others.len(),
        others_moved: {
            let was_on_a_node = |of: &&Other<'_>| of.info.node().is_some();
            others.iter().filter(was_on_a_node).count()
        },
        others_lost: others.iter().filter(|of| of.is_lost).count(),
        others: moved.collect(),
        stopped: run.stopped,
        repeats: run.repeats.map(QueueRepetition::new),
    }
}
