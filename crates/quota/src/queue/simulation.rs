//! The queue of pending pods, scheduled some steps at a time.

mod changes;

use std::collections::BinaryHeap;

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    order,
    profile::Profile,
};
use schedscope_pods::{
    fit::{Faults, MisfitReason, QueueingHints, count_reasons, gates},
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{OpenVolume, VolumeReason},
};

use crate::{
    cycle::{CycleOutcome, PreemptionAttempt, run},
    disruption::Budgets,
    ledger::Ledger,
    node_scores::{NodePick, NodeScoreCache, is_alike},
    preemption::Ineligible,
    queue::{
        QueueRun, QueueSettings, QueueStepOutcome, SimulatedStep,
        admission::{RefusedPods, admitted},
        open_volumes::OpenVolumes,
        queued_pod::QueuedPod,
        repeats::{QueueMoment, Repetition, SeenStates},
        set_order::SetOrder,
        waiting::Waiting,
    },
    resource_quota::CountedQuota,
};

/// The rejection of a pod, which also holds for pods like it as long as nothing changes.
struct RememberedRejection {
    pod: PodId,
    changes: usize,
    outcome: (QueueStepOutcome, Option<Ineligible>),
}

/// The queue while it is scheduled, some steps at a time.
pub struct QueueSimulation {
    snapshot: ClusterSnapshot,
    ledger: Ledger,
    profile: Profile,
    scorers: Vec<(&'static str, i64)>,
    max_steps: usize,
    scores: NodeScoreCache,
    active: BinaryHeap<QueuedPod>,
    waiting: Waiting,
    order: SetOrder,
    gated: Vec<PodId>,
    deleting: Vec<PodId>,
    refused: RefusedPods,
    quotas: Vec<CountedQuota>,
    /// How many bindings, evictions and nominations there were.
    changes: usize,
    rejected: Vec<RememberedRejection>,
    /// The pods that have lost their nomination since the last step.
    released: Vec<PodId>,
    /// The nodes between which the current step chose by name.
    tie: Option<Box<NodePick>>,
    /// Whether the scores chose between several nodes in the current step.
    chooses: bool,
    open_volumes: OpenVolumes,
    steps: Vec<SimulatedStep>,
    stopped: bool,
    /// Whether evicted pods without a controller are gone.
    without_bare: bool,
    seen: SeenStates,
    repeats: Option<Repetition>,
}

impl std::fmt::Debug for QueueSimulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (steps, active) = (self.steps.len(), self.active.len());
        let mut debug = f.debug_struct("QueueSimulation");
        debug.field("steps", &steps).field("active", &active);
        debug.finish_non_exhaustive()
    }
}

/// The inputs of a simulation that do not change.
#[derive(Clone, Copy)]
struct QueueContext<'a> {
    budgets: &'a Budgets,
    names: &'a Names,
}

/// How many rejections are remembered.
const MAX_REMEMBERED: usize = 32;

impl QueueSimulation {
    /// The queue of all pending pods before its first step, without invalid ones, and without those that one of
    /// `resource_quotas` refuses. These are charged with the others.
    pub fn new(
        snapshot: &ClusterSnapshot,
        ledger: &Ledger,
        names: &Names,
        settings: &QueueSettings,
        mut resource_quotas: Vec<CountedQuota>,
    ) -> Self {
        let faults = Faults::of(settings.profile, snapshot.version);
        let mut simulation = Self {
            scores: NodeScoreCache::new(&settings.scorers, faults, snapshot.version),
            snapshot: snapshot.clone(),
            ledger: ledger.clone(),
            profile: settings.profile,
            scorers: settings.scorers.clone(),
            max_steps: settings.max_steps,
            active: BinaryHeap::new(),
            waiting: Waiting::default(),
            order: SetOrder::new(snapshot, names),
            gated: Vec::new(),
            deleting: Vec::new(),
            refused: Vec::new(),
            quotas: Vec::new(),
            changes: 0,
            rejected: Vec::new(),
            released: Vec::new(),
            tie: None,
            chooses: false,
            open_volumes: OpenVolumes::default(),
            steps: Vec::new(),
            stopped: false,
            without_bare: false,
            seen: SeenStates::default(),
            repeats: None,
        };
        let (queued, refused) = admitted(snapshot, &mut resource_quotas, names);
        simulation.refused = refused;
        simulation.quotas = resource_quotas;
        for queued in queued {
            let pod = queued.pod.0;
            simulation.snapshot.make_ephemeral_claims(pod);
            let info = snapshot.pods.get(pod);
            // Gates keep a pod out of the queue; one that is being deleted is skipped when its turn comes
            // (`skipPodSchedule` in `pkg/scheduler/schedule_one.go` of Kubernetes 1.35).
            if !info.is_some_and(|info| gates(&info.pod).is_empty()) {
                simulation.gated.push(pod);
            } else if info.is_some_and(|info| info.terminating) {
                simulation.deleting.push(pod);
            } else {
                let is_new = info.is_some_and(|info| info.replica.is_some() || info.evicted > 0);
                if !(is_new && simulation.order.hold(pod, snapshot)) {
                    simulation.active.push(queued);
                }
            }
        }
        order::sort(&mut simulation.gated, PodId::cmp);
        order::sort(&mut simulation.deleting, PodId::cmp);
        simulation
    }

    /// Runs at most `steps` more steps; returns whether the queue is at its end.
    pub fn advance(&mut self, budgets: &Budgets, names: &Names, steps: usize) -> bool {
        self.run(QueueContext { budgets, names }, steps)
    }

    /// How many steps were run, and how many there will be if no more pods are queued again.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.steps.len();
        (
            done,
            (done + self.active.len()).min(self.max_steps).max(done),
        )
    }

    /// The run up to here.
    pub fn finish(self) -> QueueRun {
        let mut waiting = self.waiting.pods();
        let active = self.active.into_sorted_vec().into_iter().rev();
        waiting.extend(active.map(|queued| queued.pod.0));
        waiting.extend(self.order.into_held());
        QueueRun {
            steps: self.steps,
            stopped: self.stopped,
            repeats: self.repeats,
            waiting,
            gated: self.gated,
            deleting: self.deleting,
            refused: self.refused,
        }
    }

    fn run(&mut self, on: QueueContext<'_>, steps: usize) -> bool {
        let end = self.steps.len().saturating_add(steps);
        loop {
            if self.active.is_empty() && !self.wake(on) {
                return true;
            }
            if self.steps.len() >= self.max_steps.min(end) {
                self.stopped = self.steps.len() >= self.max_steps;
                return self.stopped;
            }
            let Some(queued) = self.turn(on) else {
                continue;
            };
            let pod = queued.pod.0;
            let (outcome, ineligible) = self.schedule(pod, on);
            let (open, passing) = self.dependence(pod, on);
            let of = (pod, &outcome);
            let volumes = self.open_volumes.step(&self.snapshot, of, on.names);
            match &outcome {
                QueueStepOutcome::Bound(node) => self.bind(pod, *node, on),
                QueueStepOutcome::Preempts(node, victims) => self.preempt(pod, *node, victims, on),
                _ => self.wait(pod, &outcome, on),
            }
            self.steps.push(SimulatedStep {
                pod,
                outcome,
                ineligible,
                open,
                passing,
                volumes,
                tie: self.tie.take(),
                had_choice: std::mem::take(&mut self.chooses),
                released: std::mem::take(&mut self.released).into(),
            });
            if self.ends_in_repetition() {
                return true;
            }
        }
    }

    /// The volumes that the node of a pod depends on, and the nodes that it can get but for them, before it gets one;
    /// both empty for others.
    fn dependence(
        &mut self,
        pod: PodId,
        on: QueueContext<'_>,
    ) -> (Box<[OpenVolume]>, Box<[NodeId]>) {
        let info = self.snapshot.pods.get(pod);
        let Some(info) = info.filter(|info| info.depends_on_volumes()) else {
            return Default::default();
        };
        let (snapshot, ledger) = (&self.snapshot, &mut self.ledger);
        let cycle = run(snapshot, ledger, on.budgets, info, on.names, self.profile);
        let passing = cycle.passing();
        if passing.is_empty() || snapshot.surely_reaches(info, &passing) {
            return Default::default();
        }
        (info.open_volumes.clone(), passing.into())
    }

    /// Ends the run if its state was there before.
    fn ends_in_repetition(&mut self) -> bool {
        let (snapshot, active) = (&self.snapshot, &self.active);
        let moment = || QueueMoment {
            snapshot,
            active: active.iter().map(|queued| queued.pod.0).collect(),
            waiting: self.waiting.pods(),
            evicted: self.waiting.evicted,
            may_go_first: self.waiting.may_go_first,
        };
        self.repeats = self.seen.repeats(&self.steps, snapshot, moment);
        if let Some(repetition) = self.repeats {
            self.steps.truncate(repetition.enough(self.steps.len()));
        }
        self.repeats.is_some()
    }

    /// Lets a pod that was rejected wait.
    fn wait(&mut self, pod: PodId, outcome: &QueueStepOutcome, on: QueueContext<'_>) {
        let info = self.snapshot.pods.get(pod);
        let hints = match (outcome, info) {
            (QueueStepOutcome::NoNode(reasons), Some(info)) => {
                QueueingHints::new(info, reasons, on.names)
            }
            _ => QueueingHints::default(),
        };
        let has_binding = |reasons: &[(MisfitReason, usize)]| {
            let mut reasons = reasons.iter();
            reasons.any(
                |(reason, _)| matches!(reason, MisfitReason::Volumes(of) if of.is_of_binding()),
            )
        };
        let claims = match (outcome, info, &self.snapshot.storage) {
            (QueueStepOutcome::NoNode(reasons), Some(info), Some(storage))
                if has_binding(reasons) =>
            {
                storage.waiting_claims(info).collect()
            }
            _ => Vec::new(),
        };
        self.waiting.push(pod, hints, claims);
    }

    fn queue(&mut self, pod: PodId, on: QueueContext<'_>) {
        if let Some(info) = self.snapshot.pods.get(pod) {
            self.active.push(QueuedPod::new(pod, info, on.names));
        }
    }

    fn bind(&mut self, pod: PodId, node: NodeId, on: QueueContext<'_>) {
        let sequence = self.steps.len() as u32 + 1;
        let nominated = self.snapshot.pods.get(pod).and_then(|info| info.nominated);
        self.snapshot.bind(pod, node, sequence, on.names);
        if let Some(info) = self.snapshot.pods.get(pod) {
            self.scores.moved(pod, info.terminating, node, true);
            self.waiting.bound(pod, info.class);
            self.ledger.charge(info.pod.namespace, &info.request.charge);
        }
        self.changed(Some(node));
        self.changed(nominated);
        if let Some(next) = self.order.release(pod, &self.snapshot) {
            self.queue(next, on);
        }
    }

    fn preempt(&mut self, pod: PodId, node: NodeId, victims: &[PodId], on: QueueContext<'_>) {
        let sequence = self.steps.len() as u32 + 1;
        for &victim in victims {
            if let Some(info) = self.snapshot.pods.get(victim) {
                self.ledger.refund(info.pod.namespace, &info.request.charge);
                self.scores.moved(victim, info.terminating, node, false);
            }
            self.release(victim, on.names);
            self.snapshot.evict(victim, sequence);
        }
        for &victim in victims {
            if !self.loses(victim) {
                self.create_again(victim, on);
            }
        }
        self.waiting.evicted = true;
        // Less important pods lose their nomination for this node.
        let priority = self.snapshot.pods.get(pod).map_or(0, |info| info.priority);
        let nominated = self
            .snapshot
            .nodes
            .get(node)
            .map(|info| info.nominated.clone());
        for other in nominated.unwrap_or_default() {
            let info = self.snapshot.pods.get(other);
            if info.is_some_and(|info| info.priority < priority) {
                self.snapshot.nominate(other, None);
                self.released.push(other);
            }
        }
        let before = self.snapshot.pods.get(pod).and_then(|info| info.nominated);
        self.snapshot.nominate(pod, Some(node));
        self.changed(Some(node));
        self.changed(before);
        self.queue(pod, on);
        self.waiting.may_go_first = true;
    }

    /// Notes between which nodes the scores chose.
    fn picked(&mut self, pick: NodePick) {
        self.chooses = pick.has_choice;
        self.tie = (pick.best.count > 1).then(|| Box::new(pick));
    }

    /// Notes that a node has changed.
    fn changed(&mut self, node: Option<NodeId>) {
        self.changes += 1;
        if let Some(node) = node {
            self.scores.changed(node);
        }
    }

    /// Schedules a pod; if it waits, also returns why it may not evict others at all.
    fn schedule(
        &mut self,
        pod: PodId,
        on: QueueContext<'_>,
    ) -> (QueueStepOutcome, Option<Ineligible>) {
        let Some(info) = self.snapshot.pods.get(pod) else {
            return (QueueStepOutcome::Error(None), None);
        };
        if info.nominated.is_none() {
            if let Some(known) = self.known_rejection(info) {
                return known;
            }
            match self.pick(pod, on.names) {
                Some(Ok((node, pick))) => {
                    self.picked(pick);
                    return (QueueStepOutcome::Bound(node), None);
                }
                Some(Err(error)) => return (QueueStepOutcome::PreScoreError(error.into()), None),
                None => {}
            }
        }
        let Some(info) = self.snapshot.pods.get(pod) else {
            return (QueueStepOutcome::Error(None), None);
        };
        let (snapshot, budgets, names) = (&self.snapshot, on.budgets, on.names);
        let ledger = &mut self.ledger;
        let cycle = run(snapshot, ledger, budgets, info, names, self.profile);
        let outcome = match cycle.outcome {
            CycleOutcome::Schedulable(node) => {
                // If the nominated node does not fit, the others were asked and the scorer decides.
                let other = (info.nominated != Some(node))
                    .then(|| self.scores.pick(&self.snapshot, pod, on.names))
                    .flatten();
                let other = other.map(|(other, pick)| {
                    self.picked(pick);
                    other
                });
                QueueStepOutcome::Bound(other.unwrap_or(node))
            }
            CycleOutcome::Preempt(node) => {
                let candidate = cycle.candidate(node);
                let victims = candidate.map_or(&[][..], |candidate| &candidate.victims);
                QueueStepOutcome::Preempts(node, victims.into())
            }
            CycleOutcome::Error => match cycle.error {
                Some(error) => {
                    // Upstream takes the nomination back with any error but that no node fits.
                    let nominated = info.nominated;
                    if nominated.is_some() {
                        self.snapshot.nominate(pod, None);
                        self.released.push(pod);
                        self.changed(nominated);
                    }
                    QueueStepOutcome::PreScoreError(error.into())
                }
                None => QueueStepOutcome::Error(
                    cycle
                        .preemption
                        .as_ref()
                        .and_then(PreemptionAttempt::foreign),
                ),
            },
            CycleOutcome::Unschedulable | CycleOutcome::Gated => {
                let ineligible = cycle.preemption.as_ref().and_then(|tried| tried.ineligible);
                let eligible = cycle.preemption.is_some() && ineligible.is_none();
                let outcome = if let Some(rejection) = &cycle.admission.rejection {
                    QueueStepOutcome::Rejected(rejection.clone())
                } else if let Some(refusal) = cycle.refusal {
                    let reason = MisfitReason::Volumes(VolumeReason::Refused(refusal));
                    QueueStepOutcome::NoNode([(reason, snapshot.nodes.len())].into())
                } else {
                    let misfits = cycle.filters.iter().flatten();
                    let misfits = misfits.filter_map(|filter| filter.as_ref().err());
                    QueueStepOutcome::NoNode(count_reasons(misfits).into())
                };
                let nominated = info.nominated;
                if eligible && nominated.is_some() {
                    // Its node has become hopeless.
                    self.snapshot.nominate(pod, None);
                    self.released.push(pod);
                    self.changed(nominated);
                } else if nominated.is_none() {
                    self.remember(pod, (outcome.clone(), ineligible));
                }
                return (outcome, ineligible);
            }
        };
        (outcome, None)
    }

    /// The rejection of a pod like this one since which nothing has changed.
    fn known_rejection(&self, info: &PodInfo) -> Option<(QueueStepOutcome, Option<Ineligible>)> {
        let known = self.rejected.iter().find(|rejected| {
            rejected.changes == self.changes && self.is_scheduled_like(rejected.pod, info)
        })?;
        Some(known.outcome.clone())
    }

    /// Whether all that decides about two pods is the same.
    fn is_scheduled_like(&self, other: PodId, info: &PodInfo) -> bool {
        self.snapshot.pods.get(other).is_some_and(|other| {
            other.priority == info.priority
                && (other.preemption, other.preempting) == (info.preemption, info.preempting)
                && other.pod.namespace == info.pod.namespace
                && other.request.charge == info.request.charge
                && is_alike(other, info, &self.snapshot)
        })
    }

    fn remember(&mut self, pod: PodId, outcome: (QueueStepOutcome, Option<Ineligible>)) {
        let changes = self.changes;
        self.rejected.retain(|rejected| rejected.changes == changes);
        if self.rejected.len() < MAX_REMEMBERED {
            self.rejected.push(RememberedRejection {
                pod,
                changes,
                outcome,
            });
        }
    }
}
