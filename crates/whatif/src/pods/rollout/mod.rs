//! A change of a workload's template: which pods its controller creates and deletes, step by step, and whether it
//! completes.
//!
//! In each step the controller creates or deletes pods as far as its strategy allows, and the queue is scheduled to its
//! end, with all pods that wait. A pod that gets a node is available at once, and a deleted one leaves it at once.

mod act;
mod counts;
mod due;
mod fixes;
mod revision;

use std::sync::Arc;

use schedscope_objects::{
    expansion::WorkloadIndex,
    id::{Id as _, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    objects::Objects,
    order,
    pod::{Phase, Pod, Workload},
    profile::Profile,
    update_strategy::UpdateStrategy,
    words,
};
use schedscope_pods::{
    fit::fits_statically,
    snapshot::{ClusterSnapshot, NamedClasses, SnapshotInput},
    volumes::OpenVolume,
};
use schedscope_quota::{
    cycle::{Cycle, run},
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueSettings, QueueSimulation, QueueStepOutcome, StepVolumes},
    resource_quota::{ResourceQuotaRefusal, counted},
};

use self::revision::Revisions;
pub use self::{
    counts::{
        DeploymentPods, RolloutBounds, Scaling, Slot, SlotChanges, daemon_set_changes,
        stateful_set_changes,
    },
    due::{DueRollout, due_rollouts},
    fixes::{RolloutFix, Rollouts},
};
use super::daemons::{AddedNode, start_first_pods};

words! {
    /// How a rollout ends.
    pub enum RolloutEnd {
        /// Every pod that is to be replaced is replaced, and is on a node.
        Completes = "completes",
        /// The controller waits for a pod that stays pending.
        Stops = "stops",
        /// The controller waits for a pod that has a node to become ready.
        Waits = "waits",
        /// The `Deployment` is paused.
        Paused = "paused",
        /// `updateStrategy` is `OnDelete`: nothing happens until somebody deletes pods.
        OnDelete = "on-delete",
        /// Pods preempt each other for ever, or there are too many steps.
        Endless = "endless",
    }
}

/// What happens in a step: the controller's action, then the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolloutStep {
    /// The pods that the controller creates.
    pub created: Vec<PodId>,
    /// The pods that it would create and that a `ResourceQuota` refuses.
    pub refused: Vec<PodId>,
    /// The pods that it deletes, with their nodes.
    pub deleted: Vec<(PodId, Option<NodeId>)>,
    /// The pods of the workload that get a node.
    pub bound: Vec<BoundMember>,
    /// The pods that the scheduler evicts to make room, whoever owns them.
    pub evicted: Vec<PodId>,
}

/// A pod of the workload that gets a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundMember {
    pub pod: PodId,
    pub node: NodeId,
    /// The volumes that its node depends on and that the text does not say enough about.
    pub open: Box<[OpenVolume]>,
    /// What is open about its volumes because Kubernetes takes any one of several.
    pub volumes: Option<Box<StepVolumes>>,
}

/// What to roll out, and on what.
#[derive(Clone, Copy, Debug)]
pub struct RolloutInput<'a> {
    /// The objects of the text.
    pub objects: &'a Objects,
    /// The `Deployment`, `StatefulSet` or `DaemonSet`, by index in [`Objects::workloads`].
    pub workload: usize,
    /// How the queue is scheduled.
    pub settings: &'a QueueSettings,
    /// The release of Kubernetes that is reproduced.
    pub version: KubernetesVersion,
}

/// A pod of the workload.
#[derive(Clone, Copy, Debug)]
struct Member {
    pod: PodId,
    is_new: bool,
    /// The index of its slot, of a `StatefulSet` or a `DaemonSet`.
    slot: usize,
    /// Whether the API server has admitted it.
    is_created: bool,
}

/// A rollout, scheduled in parts.
#[derive(Debug)]
pub struct Rollout {
    /// The objects of the text, with the `ReplicaSet` and the names that the rollout adds.
    pub objects: Objects,
    /// The steps. The first has no action if pods of the workload wait before the rollout.
    pub steps: Vec<RolloutStep>,
    /// How it ends; `None`: it is not at its end yet.
    pub end: Option<RolloutEnd>,
    /// The number of old pods before the first step.
    pub old: usize,
    /// The number of pods that have the current template before it.
    pub new: usize,
    /// Whether all pods have the current template already, so that a restart is simulated.
    pub is_restart: bool,
    /// Whether the pods of the text that are not ready become ready.
    are_ready: bool,
    workload: usize,
    strategy: UpdateStrategy,
    kind: WorkloadKind,
    template: Arc<Pod>,
    members: Vec<Member>,
    /// The slots of a `StatefulSet`, by ordinal, or of a `DaemonSet`, by node: the number of each, and whether a pod is
    /// wanted there.
    places: Vec<(u32, bool)>,
    /// The number of the next copy.
    number: u32,
    /// Whether a `Deployment` has been scaled, if `replicas` has changed.
    is_scaled: bool,
    /// The number of old pods to which it was scaled; `None`: it was not.
    pub scaled_to: Option<u32>,
    simulation: QueueSimulation,
    budgets: Budgets,
    /// The steps of the queue that a step of the rollout has.
    seen: usize,
    current: RolloutStep,
    profile: Profile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorkloadKind {
    Deployment,
    StatefulSet,
    DaemonSet,
}

impl WorkloadKind {
    fn of(workload: &Workload, objects: &Objects) -> Option<Self> {
        match &objects.names[workload.kind] {
            "Deployment" => Some(Self::Deployment),
            "StatefulSet" => Some(Self::StatefulSet),
            "DaemonSet" => Some(Self::DaemonSet),
            _ => None,
        }
    }
}

impl Rollout {
    /// Before the first step, after a change. `None` if the object has no rollouts. O(pods + nodes).
    fn new(input: &RolloutInput<'_>, fix: Option<RolloutFix>) -> Option<Self> {
        let strategy = fix.and_then(RolloutFix::strategy);
        let like = fix.and_then(RolloutFix::node);
        let mut objects = input.objects.clone();
        let of = Arc::clone(objects.workloads.get(input.workload)?);
        let kind = WorkloadKind::of(&of, &objects)?;
        let revisions = Revisions::new(&objects, input.workload);
        let mut template = revisions.template(&mut objects, input.workload);
        leave_terminating(&mut objects, input.workload);
        if let Some(fix) = fix {
            fix.edit(&mut objects, &mut template, &revisions.new);
        }
        let added = like.and_then(|like| fixes::add_node(&mut objects, like));
        // The names of the nodes of a DaemonSet's pods are in their templates.
        for word in ["metadata.name", "In"] {
            objects.names.intern(word);
        }
        let mut counted_objects = SnapshotInput::of(&objects, input.version);
        let workload = input.workload as u32;
        counted_objects.missing.retain(|of| of.workload != workload);
        let mut snapshot = ClusterSnapshot::new(&counted_objects);
        let mut ledger = Ledger::new(&objects.quotas, &mut snapshot, &objects.names);
        ledger.read_as(input.settings.profile);
        if let Some(node) = added.and_then(|name| snapshot.node(name)) {
            let added = AddedNode { node, model: like };
            start_first_pods(&objects, (&mut snapshot, &mut ledger), &[added]);
        }
        let quotas = counted(&objects, None);
        let names = &objects.names;
        let mut simulation =
            QueueSimulation::new(&snapshot, &ledger, names, input.settings, quotas);
        simulation.lose_bare_pods();
        let mut rollout = Self {
            steps: Vec::new(),
            end: None,
            old: revisions.old.len(),
            new: revisions.new.len(),
            is_restart: revisions.is_restart,
            are_ready: fix == Some(RolloutFix::Ready),
            workload: input.workload,
            strategy: strategy.unwrap_or(of.update),
            kind,
            template: Arc::new(template),
            members: Vec::new(),
            places: Vec::new(),
            number: 0,
            is_scaled: false,
            scaled_to: None,
            simulation,
            budgets: Budgets::new(&objects),
            seen: 0,
            current: RolloutStep::default(),
            profile: input.settings.profile,
            objects,
        };
        match kind {
            WorkloadKind::Deployment => {}
            WorkloadKind::StatefulSet => rollout.find_ordinals(&of, &revisions),
            WorkloadKind::DaemonSet => rollout.find_nodes(),
        }
        rollout.enlist(&revisions.old, false);
        rollout.enlist(&revisions.new, true);
        if kind == WorkloadKind::Deployment && of.paused {
            rollout.end = Some(RolloutEnd::Paused);
        }
        Some(rollout)
    }

    /// Finds the ordinals that a `StatefulSet` wants, and those of its pods.
    fn find_ordinals(&mut self, of: &Workload, revisions: &Revisions) {
        let end = of.first_ordinal.saturating_add(of.replicas);
        let wanted = of.first_ordinal..end;
        let pods = revisions.old.iter().chain(&revisions.new);
        let known = pods.filter_map(|pod| self.ordinal(*pod));
        let mut ordinals: Vec<u32> = known.chain(wanted.clone()).collect();
        order::numbers(&mut ordinals, &mut |a, b| a.cmp(&b));
        ordinals.dedup();
        let places = ordinals.into_iter();
        self.places = places
            .map(|ordinal| (ordinal, wanted.contains(&ordinal)))
            .collect();
    }

    fn ordinal(&self, pod: PodId) -> Option<u32> {
        let info = self.snapshot().pods.get(pod)?;
        let (_, ordinal) = self.objects.names[info.pod.name].rsplit_once('-')?;
        ordinal.parse().ok()
    }

    /// Finds the nodes on which a `DaemonSet` wants a pod.
    fn find_nodes(&mut self) {
        let classes = NamedClasses::of(&self.objects);
        let names = &self.objects.names;
        let probe = (None, PROBE);
        let probe = self.simulation.add(probe, &self.template, classes, names);
        let snapshot = self.simulation.snapshot();
        if let Some(info) = snapshot.pods.get(probe) {
            let nodes = snapshot.nodes.entries();
            let fits = |node| fits_statically(info, node, names).is_ok();
            self.places = nodes
                .map(|(id, node)| (id.index() as u32, fits(node)))
                .collect();
        }
    }

    /// Adds pods of the text as members.
    fn enlist(&mut self, pods: &[PodId], is_new: bool) {
        for &pod in pods {
            let info = self.snapshot().pods.get(pod);
            let Some(info) = info.filter(|info| info.is_live()) else {
                continue;
            };
            let place = match self.kind {
                WorkloadKind::Deployment => None,
                WorkloadKind::StatefulSet => self.ordinal(pod),
                WorkloadKind::DaemonSet => info.node().map(|node| node.index() as u32),
            };
            let slot = match place {
                None if self.kind == WorkloadKind::Deployment => Some(0),
                None => None,
                Some(place) => {
                    let at = self.places.partition_point(|(other, _)| *other < place);
                    Some(at).filter(|at| self.places.get(*at).is_some_and(|of| of.0 == place))
                }
            };
            if let Some(slot) = slot {
                self.members.push(Member {
                    pod,
                    is_new,
                    slot,
                    is_created: true,
                });
            }
        }
    }

    /// Schedules up to `turns` more pods, and returns how many of them are left at the end.
    fn advance_by(&mut self, turns: usize) -> usize {
        let mut left = turns;
        while self.end.is_none() && left > 0 {
            let before = self.simulation.steps().len();
            let names = &self.objects.names;
            let is_at_end = self.simulation.advance(&self.budgets, names, left);
            let taken = self.simulation.steps().len() - before;
            left = left.saturating_sub(taken.max(1));
            if !is_at_end {
                continue;
            }
            self.close_step();
            if self.simulation.is_endless() || self.steps.len() >= MOST_STEPS {
                self.end = Some(RolloutEnd::Endless);
            } else if !self.act() {
                self.end = Some(self.ending());
            }
        }
        left
    }

    /// Notes what the queue did since the last action.
    fn close_step(&mut self) {
        let mut step = std::mem::take(&mut self.current);
        let mut own: Vec<u32> = Vec::new();
        let members = self.members.iter();
        own.extend(members.map(|member| member.pod.index() as u32));
        order::numbers(&mut own, &mut |a, b| a.cmp(&b));
        for done in self.simulation.steps().iter().skip(self.seen) {
            match &done.outcome {
                QueueStepOutcome::Bound(node)
                    if own.binary_search(&(done.pod.index() as u32)).is_ok() =>
                {
                    step.bound.push(BoundMember {
                        pod: done.pod,
                        node: *node,
                        open: done.open.clone(),
                        volumes: done.volumes.clone(),
                    });
                }
                QueueStepOutcome::Preempts(_, victims) => step.evicted.extend(victims),
                _ => {}
            }
        }
        // The controller tries again to create the evicted pods that the API server refuses.
        let refused = self.simulation.refused().iter().map(|(pod, _)| pod);
        for pod in refused.filter(|pod| step.evicted.contains(pod)) {
            let members = self.members.iter_mut().filter(|member| member.pod == *pod);
            members.for_each(|member| member.is_created = false);
        }
        self.seen = self.simulation.steps().len();
        if step != RolloutStep::default() {
            self.steps.push(step);
        }
    }

    /// How a rollout ends whose controller has nothing to do.
    fn ending(&self) -> RolloutEnd {
        if self.strategy == UpdateStrategy::OnDelete {
            return RolloutEnd::OnDelete;
        }
        let is_done = if self.kind == WorkloadKind::Deployment {
            let pods = self.deployment_pods();
            pods.old == 0 && pods.new_available == pods.replicas
        } else {
            let first = match self.strategy {
                UpdateStrategy::Rolling(rolling) => rolling.partition as usize,
                _ => 0,
            };
            let slots = self.slots();
            let mut wanted = slots.iter().filter(|slot| slot.wanted).enumerate();
            wanted.all(|(at, slot)| {
                let is_kept = at < first && slot.old == Some(true);
                is_kept || (slot.old.is_none() && slot.new == Some(true))
            })
        };
        if is_done {
            RolloutEnd::Completes
        } else if self.unready().next().is_some()
            && self.pending().is_empty()
            && self.detached().is_none()
        {
            RolloutEnd::Waits
        } else {
            RolloutEnd::Stops
        }
    }

    /// The nodes and pods so far.
    pub fn snapshot(&self) -> &ClusterSnapshot {
        self.simulation.snapshot()
    }

    /// The old pods that are left, in the order in which they were found.
    pub fn old_left(&self) -> impl Iterator<Item = PodId> {
        let left = self.members.iter().filter(|member| !member.is_new);
        left.map(|member| member.pod)
    }

    /// The pods of the workload that have no node, new ones first, each with the keys of the `ResourceQuota`s that
    /// refuse it.
    pub fn pending(&self) -> Vec<(PodId, Vec<ResourceQuotaRefusal>)> {
        let mut pending = Vec::new();
        for is_new in [true, false] {
            let members = self.members.iter().filter(|member| member.is_new == is_new);
            for member in members.filter(|member| !self.is_on_node(member.pod)) {
                let refused = (!member.is_created).then_some(member.pod);
                let refusals =
                    refused.map(|pod| self.simulation.refusals(pod, &self.objects.names));
                pending.push((member.pod, refusals.unwrap_or_default()));
            }
        }
        pending
    }

    /// How many pods of the workload got a node in the rollout that depends on their volumes, and are on it.
    /// O(steps x pods).
    pub fn volume_dependent(&self) -> usize {
        let bound = || self.steps.iter().rev().flat_map(|step| &step.bound);
        let members = self.members.iter();
        let on_nodes = members.filter(|member| self.is_on_node(member.pod));
        let last = on_nodes.filter_map(|member| bound().find(|of| of.pod == member.pod));
        last.filter(|of| !of.open.is_empty()).count()
    }

    /// The number of new pods on nodes that can start there.
    pub fn new_available(&self) -> usize {
        let new = self.members.iter().filter(|member| member.is_new);
        new.filter(|member| self.is_available(member)).count()
    }

    /// The bounds of the strategy; `None`: it is not a rolling update.
    pub fn bounds(&self) -> Option<RolloutBounds> {
        let UpdateStrategy::Rolling(rolling) = self.strategy else {
            return None;
        };
        let replicas = self.objects.workloads.get(self.workload)?.replicas;
        let wanted = self.places.iter().filter(|(_, wanted)| *wanted).count();
        Some(match self.kind {
            WorkloadKind::Deployment => RolloutBounds::of_deployment(&rolling, replicas),
            WorkloadKind::StatefulSet => RolloutBounds::of_stateful_set(&rolling, replicas),
            WorkloadKind::DaemonSet => RolloutBounds::of_daemon_set(&rolling, wanted as u32),
        })
    }

    pub fn strategy(&self) -> &UpdateStrategy {
        &self.strategy
    }

    /// Runs a cycle for a pod that waits, and calls `then` with it.
    pub fn cycle<T>(
        &mut self,
        pod: PodId,
        then: impl FnOnce(&ClusterSnapshot, &mut Ledger, &Budgets, &Cycle) -> T,
    ) -> Option<T> {
        let (snapshot, ledger) = self.simulation.parts();
        let (info, names) = (snapshot.pods.get(pod)?, &self.objects.names);
        let cycle = run(snapshot, ledger, &self.budgets, info, names, self.profile);
        Some(then(snapshot, ledger, &self.budgets, &cycle))
    }

    /// The queue of the rollout.
    pub fn simulation(&self) -> &QueueSimulation {
        &self.simulation
    }
}

/// Pods of the workload that are being deleted are gone before the controller goes on.
fn leave_terminating(objects: &mut Objects, workload: usize) {
    let index = WorkloadIndex::new(objects);
    let pods = objects.pods.iter().enumerate();
    let leaving = pods.filter(|(_, pod)| pod.deleting && index.controller(pod) == Some(workload));
    let leaving: Vec<usize> = leaving.map(|(at, _)| at).collect();
    for at in leaving {
        if let Some(pod) = objects.pods.get_mut(at) {
            Arc::make_mut(pod).phase = Phase::Succeeded;
        }
    }
}

/// The number of the pod by which nodes of a `DaemonSet` are found, above the number of replicas of any workload.
const PROBE: u32 = 1 << 28;
/// The maximum number of steps.
const MOST_STEPS: usize = 100_000;
