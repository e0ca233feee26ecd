//! Pods scheduled one after another.
//!
//! The queue is in the order of priority, then creation, then name. A pod that fits is bound at
//! once. One that evicts others is nominated for its node and queued again, and so are its victims,
//! as if their controllers had made them anew: behind those of their priority that wait already. One that neither fits nor may evict waits; those that
//! wait are tried again when the queue is empty, if pods were evicted since.
//!
//! Nodes are not scored anew for every pod: pods that are alike share a column of scores, which
//! follows what was bound since it was last used. A pod costs O(nodes) for the look through that
//! column, and preemption what it costs.

mod moment;

use std::{cmp::Reverse, collections::BinaryHeap};

use schedscope_objects::{names::Names, profile::Profile, time::Timestamp};
use schedscope_options::options;
use schedscope_pods::{
    answer::{MisfitCount, misfit_counts},
    compare::ScorerName,
    score::scorer_named,
    world::{PodInfo, World},
};
use serde::Serialize;

use crate::{
    admission::{Rejection, admit},
    answer::{RejectionAnswer, Words},
    column::{self, Columns},
    cycle::{Outcome, run},
    disruption::Budgets,
    ledger::Ledger,
};

pub use moment::{QueueNode, QueueStepAnswer, QueueStepOptions};

options! {
    /// How the queue of pending pods is played.
    pub struct QueueOptions {
        /// Which scheduler answers.
        profile: Profile,
        /// The scorer that picks among the nodes that fit, by cpu and memory; of equal ones the first by
        /// name.
        scorer: ScorerName = ScorerName("LeastAllocated"),
        /// At most so many steps. It ends queues in which pods evict each other in turn.
        most_steps: usize = 100_000,
        /// How many steps are passed over.
        offset: usize,
        /// How many steps are listed at most.
        limit: usize = 100,
    }
}

impl QueueOptions {
    /// Whether two ask for the same run.
    pub fn is_same_run(&self, other: &Self) -> bool {
        let run = |options: &Self| (options.profile, options.scorer, options.most_steps);
        run(self) == run(other)
    }
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StepOutcome {
    /// Bound to a node.
    Bound(u32),
    /// Nominated for a node, these evicted.
    Preempts(u32, Box<[u32]>),
    /// Waits: the quota says no.
    Rejected(Rejection),
    /// Waits: no node fits.
    NoNode(Box<[MisfitCount]>),
    /// Upstream fails.
    Error,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) pod: u32,
    pub(crate) outcome: StepOutcome,
    /// Who is nominated no longer, but for those that are bound.
    pub(crate) released: Box<[u32]>,
}

/// A queue that was played.
#[derive(Clone, Debug)]
pub struct Played {
    pub(crate) steps: Vec<Step>,
    /// Whether it ended before its end.
    pub(crate) stopped: bool,
    /// Who waits at the end, by index, in the order of the queue.
    pub(crate) waiting: Vec<u32>,
}

/// A queue that was played, with a page of its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueAnswer {
    /// How many steps there were.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub steps_total: usize,
    /// How many times a pod was bound.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub bound: usize,
    /// How many times a pod evicted others.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub preemptions: usize,
    /// How many pods were evicted, each time counted.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub evictions: usize,
    /// How many pods wait at the end.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub waiting: usize,
    /// Whether it was ended by the number of steps.
    pub stopped: bool,
    /// A page of the steps.
    pub steps: Vec<QueueStep>,
}

/// One pod's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueStep {
    /// Which step, from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub index: usize,
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// Its namespace.
    pub namespace: String,
    /// `Bound`, `Preempt`, `Unschedulable`, `Error`.
    #[cfg_attr(
        feature = "types",
        ts(type = "\"Bound\" | \"Preempt\" | \"Unschedulable\" | \"Error\"")
    )]
    pub outcome: &'static str,
    /// Where it is bound, or nominated; null where it waits.
    pub node: Option<String>,
    /// Whom it evicts, most important first.
    pub victims: Vec<String>,
    /// What its quota says; null where that admits it.
    pub rejection: Option<RejectionAnswer>,
    /// Why nodes do not fit, with how many say so; where it waits for a node.
    pub misfits: Vec<MisfitCount>,
}

/// A pod's place in the queue; larger is earlier, for the heap.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    priority: i32,
    /// Those that were evicted were made anew since: the later the later. No time is later than any.
    created: Reverse<(u32, bool, Option<Timestamp>)>,
    key: Reverse<String>,
    pod: Reverse<u32>,
}

impl Turn {
    fn new(pod: u32, info: &PodInfo, names: &Names) -> Self {
        let created = info.pod.created;
        Self {
            priority: info.priority,
            created: Reverse((info.evicted, created.is_none(), created)),
            key: Reverse(info.key(names)),
            pod: Reverse(pod),
        }
    }
}

/// What says no to a pod also says no to those like it, as long as nothing changes.
struct Refused {
    pod: u32,
    changes: usize,
    outcome: StepOutcome,
}

/// A queue that is being played, some steps at a time.
pub struct Playing {
    world: World,
    ledger: Ledger,
    profile: Profile,
    /// At most so many steps.
    most: usize,
    columns: Columns,
    active: BinaryHeap<Turn>,
    waiting: Vec<u32>,
    /// Whether pods were evicted since those that wait were tried.
    evicted: bool,
    /// Counts what was bound, evicted and nominated.
    changes: usize,
    refused: Vec<Refused>,
    /// Who is nominated no longer since the last step.
    released: Vec<u32>,
    steps: Vec<Step>,
    stopped: bool,
}

impl std::fmt::Debug for Playing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (steps, active) = (self.steps.len(), self.active.len());
        let mut debug = f.debug_struct("Playing");
        debug.field("steps", &steps).field("active", &active);
        debug.finish_non_exhaustive()
    }
}

/// What stays as it is while a queue is played.
#[derive(Clone, Copy)]
struct Ground<'a> {
    budgets: &'a Budgets,
    names: &'a Names,
}

/// At most so many refusals are remembered.
const REFUSED: usize = 32;

/// Plays the queue of all pending pods.
///
/// O(steps x (nodes + log pods)) without preemption, where few kinds of pods are queued.
pub fn play(
    world: &World,
    ledger: &Ledger,
    budgets: &Budgets,
    names: &Names,
    options: &QueueOptions,
) -> Played {
    let mut playing = Playing::new(world, ledger, names, options);
    playing.advance(budgets, names, usize::MAX);
    playing.finish()
}

impl Playing {
    /// The queue of all pending pods before its first step.
    pub fn new(world: &World, ledger: &Ledger, names: &Names, options: &QueueOptions) -> Self {
        let mut playing = Self {
            columns: Columns::new(scorer_named(Some(options.scorer.0))),
            world: world.clone(),
            ledger: ledger.clone(),
            profile: options.profile,
            most: options.most_steps,
            active: BinaryHeap::new(),
            waiting: Vec::new(),
            evicted: false,
            changes: 0,
            refused: Vec::new(),
            released: Vec::new(),
            steps: Vec::new(),
            stopped: false,
        };
        for (pod, info) in world.pods.iter().enumerate() {
            if info.is_pending() {
                playing.active.push(Turn::new(pod as u32, info, names));
            }
        }
        playing
    }

    /// Plays at most so many more steps. Says whether that was the end.
    pub fn advance(&mut self, budgets: &Budgets, names: &Names, steps: usize) -> bool {
        self.run(Ground { budgets, names }, steps)
    }

    /// How many steps were played, and how many there will be if no more pods are queued again.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.steps.len();
        (done, (done + self.active.len()).min(self.most).max(done))
    }

    /// What was played.
    pub fn finish(self) -> Played {
        let mut waiting = self.waiting;
        waiting.extend(self.active.into_iter().map(|turn| turn.pod.0));
        Played {
            steps: self.steps,
            stopped: self.stopped,
            waiting,
        }
    }

    fn run(&mut self, on: Ground<'_>, steps: usize) -> bool {
        let end = self.steps.len().saturating_add(steps);
        loop {
            let Some(turn) = self.active.pop() else {
                if !self.evicted || self.waiting.is_empty() {
                    return true;
                }
                self.evicted = false;
                for pod in std::mem::take(&mut self.waiting) {
                    self.queue(pod, on);
                }
                continue;
            };
            if self.steps.len() >= self.most.min(end) {
                self.active.push(turn);
                self.stopped = self.steps.len() >= self.most;
                return self.stopped;
            }
            let pod = turn.pod.0;
            let outcome = self.turn(pod, on);
            match &outcome {
                StepOutcome::Bound(node) => self.bind(pod, *node),
                StepOutcome::Preempts(node, victims) => self.preempt(pod, *node, victims, on),
                _ => self.waiting.push(pod),
            }
            self.steps.push(Step {
                pod,
                outcome,
                released: std::mem::take(&mut self.released).into(),
            });
        }
    }

    fn queue(&mut self, pod: u32, on: Ground<'_>) {
        if let Some(info) = self.world.pods.get(pod as usize) {
            self.active.push(Turn::new(pod, info, on.names));
        }
    }

    fn bind(&mut self, pod: u32, node: u32) {
        let moment = self.steps.len() as u32 + 1;
        let nominated = self
            .world
            .pods
            .get(pod as usize)
            .and_then(|info| info.nominated);
        self.world.bind(pod, node, moment);
        if let Some(info) = self.world.pods.get(pod as usize) {
            self.ledger.charge(info.pod.namespace, &info.request.charge);
        }
        self.changed(Some(node));
        self.changed(nominated);
    }

    fn preempt(&mut self, pod: u32, node: u32, victims: &[u32], on: Ground<'_>) {
        let moment = self.steps.len() as u32 + 1;
        for &victim in victims {
            if let Some(info) = self.world.pods.get(victim as usize) {
                self.ledger.refund(info.pod.namespace, &info.request.charge);
            }
            self.world.evict(victim, moment);
            self.queue(victim, on);
        }
        self.evicted = true;
        // Less important pods may no longer count on this node.
        let priority = self
            .world
            .pods
            .get(pod as usize)
            .map_or(0, |info| info.priority);
        let nominated = self
            .world
            .nodes
            .get(node as usize)
            .map(|info| info.nominated.clone());
        for other in nominated.unwrap_or_default() {
            let info = self.world.pods.get(other as usize);
            if info.is_some_and(|info| info.priority < priority) {
                self.world.nominate(other, None);
                self.released.push(other);
            }
        }
        let before = self
            .world
            .pods
            .get(pod as usize)
            .and_then(|info| info.nominated);
        self.world.nominate(pod, Some(node));
        self.changed(Some(node));
        self.changed(before);
        self.queue(pod, on);
    }

    /// Something about a node has changed.
    fn changed(&mut self, node: Option<u32>) {
        self.changes += 1;
        if let Some(node) = node {
            self.columns.changed(node);
        }
    }

    /// What comes of a pod now.
    fn turn(&mut self, pod: u32, on: Ground<'_>) -> StepOutcome {
        let Some(info) = self.world.pods.get(pod as usize) else {
            return StepOutcome::Error;
        };
        if info.nominated.is_none() {
            if let Some(known) = self.known_refusal(info) {
                return known;
            }
            let admission = admit(&self.world, &self.ledger, info);
            if admission.rejection.is_none()
                && let Some(node) = self.columns.pick(&self.world, info, on.names)
            {
                return StepOutcome::Bound(node);
            }
        }
        let (world, budgets, names) = (&self.world, on.budgets, on.names);
        let cycle = run(world, &mut self.ledger, budgets, info, names, self.profile);
        match cycle.outcome {
            Outcome::Schedulable(node) => {
                // Where its nominated node does not fit, others were asked and the scorer decides.
                let other = (info.nominated != Some(node))
                    .then(|| self.columns.pick(&self.world, info, on.names))
                    .flatten();
                StepOutcome::Bound(other.unwrap_or(node))
            }
            Outcome::Preempt(node) => {
                let candidate = cycle.candidate(node);
                let victims = candidate.map_or(&[][..], |candidate| &candidate.victims);
                StepOutcome::Preempts(node, victims.into())
            }
            Outcome::Error => StepOutcome::Error,
            Outcome::Unschedulable => {
                let eligible = cycle.preemption.as_ref();
                let eligible = eligible.is_some_and(|tried| tried.ineligible.is_none());
                let outcome = if let Some(rejection) = cycle.admission.rejection {
                    StepOutcome::Rejected(rejection)
                } else {
                    let misfits = cycle.filters.iter().flatten();
                    let mut misfits = misfits.filter_map(|filter| filter.as_ref().err());
                    StepOutcome::NoNode(misfit_counts(&mut misfits, world).into())
                };
                let nominated = info.nominated;
                if eligible && nominated.is_some() {
                    // There is no hope for its node any more.
                    self.world.nominate(pod, None);
                    self.released.push(pod);
                    self.changed(nominated);
                } else if nominated.is_none() {
                    self.refuse(pod, outcome.clone());
                }
                outcome
            }
        }
    }

    /// The refusal of a pod like this one since which nothing has changed.
    fn known_refusal(&self, info: &PodInfo) -> Option<StepOutcome> {
        let known = self.refused.iter().find(|refused| {
            refused.changes == self.changes
                && self
                    .world
                    .pods
                    .get(refused.pod as usize)
                    .is_some_and(|other| {
                        other.priority == info.priority
                            && other.preemption == info.preemption
                            && other.pod.namespace == info.pod.namespace
                            && other.request.charge == info.request.charge
                            && column::is_alike(other, info)
                    })
        })?;
        Some(known.outcome.clone())
    }

    fn refuse(&mut self, pod: u32, outcome: StepOutcome) {
        let changes = self.changes;
        self.refused.retain(|refused| refused.changes == changes);
        if self.refused.len() < REFUSED {
            self.refused.push(Refused {
                pod,
                changes,
                outcome,
            });
        }
    }
}

impl Played {
    /// The queue with a page of its steps.
    pub fn answer(&self, world: &World, names: &Names, options: &QueueOptions) -> QueueAnswer {
        let outcomes = || self.steps.iter().map(|step| &step.outcome);
        let evictions = outcomes().map(|outcome| match outcome {
            StepOutcome::Preempts(_, victims) => victims.len(),
            _ => 0,
        });
        let is_bound = |outcome: &&StepOutcome| matches!(outcome, StepOutcome::Bound(_));
        let preempts = |outcome: &&StepOutcome| matches!(outcome, StepOutcome::Preempts(..));
        let steps = self.steps.iter().enumerate().skip(options.offset);
        let steps = steps.take(options.limit);
        QueueAnswer {
            steps_total: self.steps.len(),
            bound: outcomes().filter(is_bound).count(),
            preemptions: outcomes().filter(preempts).count(),
            evictions: evictions.sum(),
            waiting: self.waiting.len(),
            stopped: self.stopped,
            steps: steps
                .filter_map(|(index, step)| step.answer(index, world, names))
                .collect(),
        }
    }
}

impl Step {
    fn answer(&self, index: usize, world: &World, names: &Names) -> Option<QueueStep> {
        let pod = world.pods.get(self.pod as usize)?;
        let words = Words { world, names, pod };
        let mut answer = QueueStep {
            index,
            pod: pod.key(names),
            priority: pod.priority,
            namespace: names[pod.pod.namespace].to_owned(),
            outcome: "Unschedulable",
            node: None,
            victims: Vec::new(),
            rejection: None,
            misfits: Vec::new(),
        };
        match &self.outcome {
            StepOutcome::Bound(node) => {
                answer.outcome = "Bound";
                answer.node = Some(words.node(*node));
            }
            StepOutcome::Preempts(node, victims) => {
                answer.outcome = "Preempt";
                answer.node = Some(words.node(*node));
                answer.victims = words.keys(victims);
            }
            StepOutcome::Rejected(rejection) => {
                answer.rejection = Some(words.rejection(*rejection));
            }
            StepOutcome::NoNode(misfits) => answer.misfits = misfits.to_vec(),
            StepOutcome::Error => answer.outcome = "Error",
        }
        Some(answer)
    }
}
