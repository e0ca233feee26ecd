//! Drained or lost nodes: where each of their pods lands, and which pods wait.

use std::{cmp::Reverse, sync::Arc};

use schedscope_objects::{
    expansion::WorkloadIndex,
    id::{Id as _, IdVec, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    objects::Objects,
    order,
    pod::{Phase, Pod, Workload},
    taint::CORDON,
    words,
};
use schedscope_pods::snapshot::{ClusterSnapshot, SnapshotInput};
use schedscope_quota::{
    disruption::{BudgetBlock, Budgets, EvictionRefusal},
    ledger::Ledger,
    queue::{QueueRun, QueueSettings, QueueSimulation},
    resource_quota::{admit_created, counted, release},
};

use super::{
    drain_blocks::drain_blocks,
    drain_waits::{DrainWait, drain_waits},
};

words! {
    /// What draining a node means for a pod on it.
    pub enum DrainedKind {
        /// It is evicted, and waits in the queue.
        Evicted = "evicted",
        /// A `DaemonSet` owns it: it stays, for a drain leaves it out.
        DaemonSet = "daemon-set",
        /// It is the mirror of a static pod, which the node itself runs: it stays.
        Mirror = "mirror",
        /// It is terminating: it goes, and nothing waits for it.
        Terminating = "terminating",
        /// No controller owns it: it is deleted, and nothing recreates it. `kubectl drain` requires `--force`.
        Deleted = "deleted",
    }
}

/// A pod of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrainedPod {
    pub pod: PodId,
    /// What happens to it.
    pub kind: DrainedKind,
    /// Why the eviction API refuses it, if the pods are evicted in the order of the list.
    pub refusal: Option<EvictionRefusal>,
    /// Whether it has no controller, so that `kubectl drain` requires `--force`.
    pub is_bare: bool,
}

/// Why evictions of a drain are never allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrainBlock {
    /// The pods that are never evicted, in the order of the evictions.
    pub pods: Vec<PodId>,
    /// The budgets that select each of them, by index.
    pub budgets: Vec<usize>,
    pub why: DrainBlockReason,
}

/// See [`DrainBlock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrainBlockReason {
    /// More than one budget selects the pods, which the eviction API does not support.
    Several,
    /// The budget never allows a disruption.
    Budget(BudgetBlock),
    /// The budget allows fewer concurrent disruptions than pods that are lost: their replacements find no node, or
    /// nothing replaces them.
    NotReplaced {
        /// How many disruptions it allows once all of its pods are ready.
        allowed: i32,
        /// How many of its pods are lost.
        lost: usize,
    },
}

/// A drained node, and the queue after it.
#[derive(Clone, Debug)]
pub struct Drained {
    /// The pods of the node: first those that are evicted, in the order of the queue, then those that are deleted, then
    /// the others in input order.
    pub pods: Vec<DrainedPod>,
    /// The drained node; `None` if nodes are lost.
    pub node: Option<NodeId>,
    /// The nodes and pods before the first step of the queue.
    pub snapshot: ClusterSnapshot,
    /// The queue of all pending pods, those of the node and those of the input.
    pub run: QueueRun,
    /// Where every live pod is at the end.
    pub node_of: IdVec<PodId, Option<NodeId>>,
    /// The disruption budgets before the first pod leaves.
    pub budgets: Arc<Budgets>,
    /// Why the drain never completes; empty if each eviction is allowed sooner or later.
    pub blocks: Vec<DrainBlock>,
    /// The budgets that the drain waits for before it evicts another pod, without those of `blocks`; of a drained node.
    pub waits: Vec<DrainWait>,
    /// The queue without the drain, if pods were pending before it and a comparison is requested.
    pub before: Option<Box<Self>>,
}

impl Drained {
    /// The budgets that guard the evicted pods, by index, ascending. `names`: of the same objects.
    pub fn guarding(&self, names: &Names) -> Vec<usize> {
        let leaves =
            |pod: &&DrainedPod| matches!(pod.kind, DrainedKind::Evicted | DrainedKind::Deleted);
        let infos = self.pods.iter().filter(leaves);
        let infos = infos.filter_map(|pod| self.snapshot.pods.get(pod.pod));
        let mut guarding: Vec<usize> = infos
            .filter_map(|info| self.budgets.guarding(info, names))
            .collect();
        guarding.sort_unstable();
        guarding.dedup();
        guarding
    }
}

/// The kind of a pod that a drain skips because its owner runs it on this very node.
pub fn left_out(pod: &Pod, names: &Names) -> Option<DrainedKind> {
    let kind = kind_of(pod, names);
    matches!(kind, DrainedKind::Mirror | DrainedKind::DaemonSet).then_some(kind)
}

/// What a drain does with a pod, depending on its owner, like `kubectl drain --force --ignore-daemonsets`: a pod
/// without a controller (an owner with `controller: true`) is not managed.
fn kind_of(pod: &Pod, names: &Names) -> DrainedKind {
    let kind = pod.owner.map(|owner| (&names[owner.kind], owner.controls));
    match kind {
        _ if pod.is_mirror => DrainedKind::Mirror,
        Some(("Node", _)) => DrainedKind::Mirror,
        Some(("DaemonSet", true)) => DrainedKind::DaemonSet,
        _ if pod.deleting => DrainedKind::Terminating,
        Some((_, true)) => DrainedKind::Evicted,
        _ => DrainedKind::Deleted,
    }
}

/// The nodes with each value of a label, by value.
pub fn by_label(objects: &Objects, key: &str) -> Vec<(String, Vec<Symbol>)> {
    let names = &objects.names;
    let Some(key) = names.get(key) else {
        return Vec::new();
    };
    let mut found: Vec<(String, Vec<Symbol>)> = Vec::new();
    for node in &objects.nodes {
        let Some(value) = node.labels.get(key).map(|value| &names[value]) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| known == value) {
            Some((_, nodes)) => nodes.push(node.name),
            None => found.push((value.to_owned(), vec![node.name])),
        }
    }
    found
}

/// A queue after a drain or a loss, scheduled in parts.
#[derive(Debug)]
pub struct Draining {
    node: Option<NodeId>,
    pods: Vec<DrainedPod>,
    snapshot: ClusterSnapshot,
    ledger: Ledger,
    budgets: Arc<Budgets>,
    /// For a drain: how many disruptions each budget allows once all of its pods are ready, or why it allows no
    /// disruption.
    at_best: Vec<Result<i32, BudgetBlock>>,
    simulation: QueueSimulation,
    /// The same without the drain.
    before: Option<Box<Self>>,
    /// For the queue without the drain: whether it has finished.
    is_at_end: bool,
}

impl Draining {
    /// Drains a node: cordons it, with the taint that kube-controller-manager adds, and evicts its pods. They wait in
    /// the queue after pending pods of the same priority. Returns `None` if the node does not exist. O(pods + nodes).
    pub fn drain(
        objects: &Objects,
        node: &str,
        settings: (&QueueSettings, KubernetesVersion),
    ) -> Option<Self> {
        let symbol = objects.names.get(node)?;
        let mut changed = objects.clone();
        fail_rejected(&mut changed, &[symbol], settings.1);
        let cordon = changed.names.intern(CORDON);
        let drained = changed.nodes.iter_mut().find(|node| node.name == symbol)?;
        let drained = Arc::make_mut(drained);
        drained.unschedulable = true;
        super::amounts::close(drained, cordon);
        let budgets = Arc::new(Budgets::new(objects));
        let mut draining = leave(changed, &[symbol], (false, budgets), settings);
        draining.node = draining.snapshot.node(symbol);
        draining.at_best = draining.budgets.at_best(objects);
        draining.compare(objects, settings);
        Some(draining)
    }

    /// Loses some nodes: like [`Self::drain`], but no pod remains on the nodes, and they no longer count.
    /// `compares`: whether to schedule the queue also with the nodes.
    pub fn lose(
        objects: &Objects,
        nodes: &[Symbol],
        settings: (&QueueSettings, KubernetesVersion),
        compares: bool,
    ) -> Self {
        let mut changed = objects.clone();
        fail_rejected(&mut changed, nodes, settings.1);
        changed.nodes.retain(|node| !nodes.contains(&node.name));
        let budgets = Arc::new(Budgets::new(objects));
        let mut losing = leave(changed, nodes, (true, budgets), settings);
        if compares {
            losing.compare(objects, settings);
        }
        losing
    }

    /// Loses some nodes whose objects remain, as in an outage: their pods leave them, and no pod comes that does not
    /// tolerate the taint of unreachable nodes.
    pub fn outage(
        objects: &Objects,
        nodes: &[Symbol],
        settings: (&QueueSettings, KubernetesVersion),
    ) -> Self {
        let mut changed = objects.clone();
        fail_rejected(&mut changed, nodes, settings.1);
        let key = changed.names.intern("node.kubernetes.io/unreachable");
        let lost = changed.nodes.iter_mut();
        for node in lost.filter(|node| nodes.contains(&node.name)) {
            super::amounts::close(Arc::make_mut(node), key);
        }
        leave(
            changed,
            nodes,
            (true, Arc::new(Budgets::new(objects))),
            settings,
        )
    }

    /// Also schedules the queue of the original objects, unless no pod is pending there.
    fn compare(&mut self, objects: &Objects, settings: (&QueueSettings, KubernetesVersion)) {
        let budgets = Arc::clone(&self.budgets);
        let before = leave(objects.clone(), &[], (false, budgets), settings);
        if before.simulation.progress().1 > 0 {
            self.before = Some(Box::new(before));
        }
    }

    /// Schedules up to `steps` more pods; returns whether the queue has finished. `names`: of the same objects.
    pub fn advance(&mut self, names: &Names, steps: usize) -> bool {
        if let Some(before) = &mut self.before
            && !before.is_at_end
        {
            before.is_at_end = before.simulation.advance(&before.budgets, names, steps);
            if !before.is_at_end {
                return false;
            }
        }
        self.simulation.advance(&self.budgets, names, steps)
    }

    /// The number of steps made, and the total if no more pods are queued again.
    pub fn progress(&self) -> (usize, usize) {
        let of_before = self.before.as_ref();
        let before = of_before.map_or((0, 0), |before| before.simulation.progress());
        let own = self.simulation.progress();
        (before.0 + own.0, before.1 + own.1)
    }

    /// The nodes and pods before the first step of the queue, and after the last. `names`: of the same objects.
    pub fn finish(self, names: &Names) -> Drained {
        let run = self.simulation.finish();
        let node_of = run.after(usize::MAX, &self.snapshot, &self.ledger).node_of;
        let ends = !run.stopped && run.repeats.is_none();
        let is_lost = |pod: PodId| ends && node_of.get(pod).copied().flatten().is_none();
        let of = (&self.snapshot, &*self.budgets, names);
        let blocks = drain_blocks(&self.pods, &self.at_best, of, is_lost);
        let waits = self
            .node
            .map_or_else(Vec::new, |_| drain_waits(&self.pods, &blocks, of, is_lost));
        Drained {
            node: self.node,
            pods: self.pods,
            snapshot: self.snapshot,
            run,
            node_of,
            budgets: self.budgets,
            blocks,
            waits,
            before: self.before.map(|before| Box::new(before.finish(names))),
        }
    }
}

/// Marks the pods that the kubelets of some nodes reject as failed: they fail before any pod leaves and frees room.
/// O(pods + nodes).
fn fail_rejected(objects: &mut Objects, nodes: &[Symbol], version: KubernetesVersion) {
    let is_new = |pod: &Arc<Pod>| nodes.contains(&pod.node) && !pod.is_settled();
    if !objects.pods.iter().any(is_new) {
        return;
    }
    let snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, version));
    for (pod, info) in objects.pods.iter_mut().zip(&snapshot.pods) {
        if info.rejected.is_some() && nodes.contains(&pod.node) {
            Arc::make_mut(pod).phase = Phase::Failed;
        }
    }
}

/// The pods of some nodes whose template names a node, with the named node. O(pods x log(workloads)).
fn named_by_templates(objects: &Objects, nodes: &[Symbol]) -> Vec<(PodId, Symbol)> {
    let node = |workload: &Workload| Some(workload.template.node).filter(|node| !node.is_empty());
    if !objects.workloads.iter().any(|of| node(of).is_some()) {
        return Vec::new();
    }
    let workloads = WorkloadIndex::new(objects);
    let pods = objects.pods.iter().enumerate();
    let pods = pods.filter(|(_, pod)| nodes.contains(&pod.node));
    let named = pods.filter_map(|(index, pod)| {
        let workload = objects.workloads.get(workloads.controller(pod)?)?;
        Some((PodId::new(index), node(workload)?))
    });
    named.collect()
}

/// The objects once some nodes are lost: the pods that their controllers replace wait, the others have ended.
pub fn lost(objects: &Objects, nodes: &[Symbol], version: KubernetesVersion) -> Objects {
    let mut changed = objects.clone();
    fail_rejected(&mut changed, nodes, version);
    changed.nodes.retain(|node| !nodes.contains(&node.name));
    empty(&mut changed, nodes, true);
    changed
}

/// Takes the pods off some nodes: those that occupy nothing then have failed. `is_gone`: whether the nodes are lost.
fn empty(objects: &mut Objects, nodes: &[Symbol], is_gone: bool) -> Vec<DrainedPod> {
    let mut pods = Vec::new();
    for (index, pod) in objects.pods.iter_mut().enumerate() {
        if pod.node.is_empty() || !nodes.contains(&pod.node) || pod.phase.is_over() {
            continue;
        }
        let kind = kind_of(pod, &objects.names);
        let goes = matches!(kind, DrainedKind::Terminating | DrainedKind::Deleted);
        if goes || (is_gone && kind != DrainedKind::Evicted) {
            // It occupies nothing once the node is empty. If it has a controller, that replaces it like any pod that
            // has ended.
            Arc::make_mut(pod).phase = Phase::Failed;
        } else if is_gone {
            Arc::make_mut(pod).node = Symbol::EMPTY;
        }
        pods.push(DrainedPod {
            pod: PodId::new(index),
            kind,
            refusal: None,
            is_bare: !pod.owner.is_some_and(|owner| owner.controls),
        });
    }
    pods
}

/// Removes the pods from some nodes. `is_gone`: whether the nodes are lost. `budgets`: those before that.
fn leave(
    mut objects: Objects,
    nodes: &[Symbol],
    (is_gone, budgets): (bool, Arc<Budgets>),
    (settings, version): (&QueueSettings, KubernetesVersion),
) -> Draining {
    let returning = named_by_templates(&objects, nodes);
    let mut quotas = counted(&objects, None);
    let mut pods = empty(&mut objects, nodes, is_gone);
    let names = &objects.names;
    let mut snapshot = ClusterSnapshot::new(&SnapshotInput::of(&objects, version));
    let mut ledger = Ledger::new(&objects.quotas, &mut snapshot, names);
    ledger.read_as(settings.profile);
    let turn = |pod: &DrainedPod| {
        let info = snapshot.pods.get(pod.pod)?;
        let created = info.pod.created;
        let turn = (Reverse(info.priority), created.is_none(), created);
        Some((turn, info.key(names)))
    };
    order::sort(&mut pods, |a, b| {
        let rank = |pod: &DrainedPod| match pod.kind {
            DrainedKind::Evicted => 0,
            DrainedKind::Deleted => 1,
            _ => 2,
        };
        let by_turn = || {
            if rank(a) == 0 {
                turn(a).cmp(&turn(b))
            } else {
                a.pod.cmp(&b.pod)
            }
        };
        rank(a).cmp(&rank(b)).then_with(by_turn)
    });
    // Deletions use the same API as evictions.
    let leaving =
        |pod: &&DrainedPod| matches!(pod.kind, DrainedKind::Evicted | DrainedKind::Deleted);
    let all: Vec<PodId> = pods.iter().filter(leaving).map(|pod| pod.pod).collect();
    let refusals = budgets.refusals(&snapshot, &all, names);
    for (pod, refusal) in pods.iter_mut().zip(refusals) {
        pod.refusal = refusal;
    }
    for pod in &pods {
        let stays = matches!(pod.kind, DrainedKind::DaemonSet | DrainedKind::Mirror) && !is_gone;
        if let Some(info) = snapshot.pods.get(pod.pod).filter(|_| !stays) {
            release(&mut quotas, info, names);
        }
    }
    let evicted = pods.iter().filter(|pod| pod.kind == DrainedKind::Evicted);
    let evicted: Vec<PodId> = evicted.map(|pod| pod.pod).collect();
    for &pod in &evicted {
        if !is_gone && let Some(info) = snapshot.pods.get(pod) {
            ledger.refund(info.pod.namespace, &info.request.charge);
        }
        snapshot.evict(pod, 1);
    }
    // Their controllers replace them on the node that the template names; a kubelet admits pods despite a cordon.
    for &pod in &evicted {
        let Some((_, node)) = returning.iter().find(|(known, _)| *known == pod) else {
            continue;
        };
        let info = snapshot.pods.get(pod);
        let refusals = info.map(|info| admit_created(&mut quotas, info, &snapshot, names));
        if refusals.is_some_and(|refusals| !refusals.is_empty()) {
            continue;
        }
        snapshot.replace_on(*node, pod, names);
        if let Some(info) = snapshot.pods.get(pod)
            && info.is_bound()
        {
            ledger.charge(info.pod.namespace, &info.request.charge);
        }
    }
    let simulation = QueueSimulation::new(&snapshot, &ledger, names, settings, quotas);
    Draining {
        node: None,
        pods,
        snapshot,
        ledger,
        budgets,
        at_best: Vec::new(),
        simulation,
        before: None,
        is_at_end: false,
    }
}
