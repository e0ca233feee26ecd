//! What happens by itself: agents ask, migrations end, the scheduler comes back.
//!
//! An agent's first request, at the start and after each restart, is what its VM uses; then it asks
//! for whole compute units, as many as its load needs, within the VM's bounds. While the scheduler is
//! away it stays within its last permit. A VM that migrates does not ask.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use super::{
    act::{Act, Entry, NONE, Outcome, moved},
    load::{Draw, units},
    run::{Migration, Run},
};
use crate::{
    kube::{
        names::Names,
        objects::Objects,
        timeline::{Action, Agent as Stated, Load, ObjectKey, Timeline},
    },
    vm::{
        amount::{Both, Units},
        request::Answer,
        state::PodSpec,
    },
};

/// Where an agent's load curve stands in the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Curve {
    /// `spec.agents[]`.
    Agent(usize),
    /// A `load` event, by position.
    Event(u32),
}

impl Curve {
    pub(super) fn load(self, timeline: &Timeline) -> Option<&Load> {
        match self {
            Self::Agent(at) => timeline.agents.get(at).map(|agent| &agent.load),
            Self::Event(at) => match &timeline.events.get(at as usize)?.action {
                Action::Load(agent) => Some(&agent.load),
                _ => None,
            },
        }
    }
}

struct Agent {
    vm: ObjectKey,
    /// The pod that runs the VM now.
    pod: u32,
    /// `None`: it does nothing.
    curve: Option<Curve>,
    permit: Units,
    /// The compute unit it was told; `None`: it has to say first what its VM uses.
    unit: Option<Units>,
    asked: u32,
}

/// What waits for its time. The order is that of what happens at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    /// The scheduler comes back; the event that restarts it.
    Up(u32),
    /// A migration, by position, has taken its time.
    Arrive(usize),
    /// A migration, by position, looks for a node once more.
    Retry(usize),
    /// An agent, by position, asks.
    Ask(usize),
}

pub(super) struct Actors<'t> {
    names: &'t Names,
    agents: Vec<Agent>,
    due: BinaryHeap<Reverse<(u64, Due)>>,
    /// Which agent speaks for a pod.
    speakers: BTreeMap<u32, usize>,
    /// The pods that migrations made, by name.
    made: BTreeMap<String, u32>,
    is_away: bool,
    /// Of migrations that run: by the pod that leaves.
    running: BTreeMap<u32, usize>,
}

impl<'t> Actors<'t> {
    pub(super) fn new(run: &Run, timeline: &Timeline, objects: &'t Objects) -> Self {
        let mut actors = Self {
            names: &objects.names,
            agents: Vec::new(),
            due: BinaryHeap::new(),
            speakers: BTreeMap::new(),
            made: BTreeMap::new(),
            is_away: false,
            running: BTreeMap::new(),
        };
        let later: Vec<&Stated> = timeline
            .events
            .iter()
            .filter_map(|event| match &event.action {
                Action::Load(agent) => Some(agent.as_ref()),
                _ => None,
            })
            .collect();
        for (pod, cast) in run.cast.pods.iter().enumerate() {
            let Some(vm) = cast.vm else { continue };
            let mut stated = timeline.agents.iter();
            let curve = stated.position(|agent| actors.names_vm(agent, vm));
            if curve.is_none() && !later.iter().any(|agent| actors.names_vm(agent, vm)) {
                continue;
            }
            actors.speakers.insert(pod as u32, actors.agents.len());
            actors.agents.push(Agent {
                vm,
                pod: pod as u32,
                curve: curve.map(Curve::Agent),
                permit: Units::default(),
                unit: None,
                asked: 0,
            });
        }
        let count = actors.agents.len() as u64;
        let period = run.setup.agent_period;
        let times = (0..count).map(|at| at * period / count);
        actors.due = times
            .enumerate()
            .map(|(agent, at)| Reverse((at, Due::Ask(agent))))
            .collect();
        actors
    }

    fn names_vm(&self, agent: &Stated, vm: ObjectKey) -> bool {
        let mut patterns = agent.vms.iter();
        patterns.any(|pattern| pattern.matches(self.names, vm.namespace, vm.name))
    }

    /// When the next of them is due; agents and migrations without a node wait no longer than `end`.
    pub(super) fn next_at(&mut self, end: u64) -> Option<u64> {
        while let Some(Reverse((at, due))) = self.due.peek() {
            if *at <= end || matches!(due, Due::Up(_) | Due::Arrive(_)) {
                return Some(*at);
            }
            self.due.pop();
        }
        None
    }

    /// Does what is due.
    pub(super) fn act(&mut self, run: &mut Run, timeline: &Timeline) {
        let Some(Reverse((at, due))) = self.due.pop() else {
            return;
        };
        match due {
            Due::Up(event) => {
                self.is_away = false;
                self.start(run, at, event);
            }
            Due::Arrive(migration) => self.arrive(run, at, migration),
            Due::Retry(migration) => self.place(run, at, migration),
            Due::Ask(agent) => {
                self.ask(run, timeline, at, agent);
                let next = at.saturating_add(run.setup.agent_period);
                self.due.push(Reverse((next, Due::Ask(agent))));
            }
        }
    }

    /// Does what an event of the text says.
    pub(super) fn event(&mut self, run: &mut Run, timeline: &Timeline, number: u32) {
        let Some(event) = timeline.events.get(number as usize) else {
            return;
        };
        let pod = |key: ObjectKey| self.pod(run, key);
        let node = |name| run.cast.node(name).unwrap_or(NONE);
        let (act, pod, node) = match &event.action {
            Action::Request(request) => {
                let act = Act::Request {
                    want: Both::new(request.want.cpu, request.want.memory),
                    load: request.load,
                    protocol: request.protocol,
                };
                (act, pod(request.pod), NONE)
            }
            Action::Reserve(key, name) => (Act::Reserve, pod(*key), node(*name)),
            Action::Schedule(key) => (Act::Schedule, pod(*key), NONE),
            Action::Filter(filter) => (Act::Filter, pod(filter.pod), node(filter.node)),
            Action::Score(key, name) => (Act::Score, pod(*key), node(*name)),
            Action::Unreserve(key) => (Act::Unreserve, pod(*key), NONE),
            Action::Delete(key) => (Act::Delete, pod(*key), NONE),
            Action::Use(key, uses) => {
                let uses = Both::new(uses.cpu, uses.memory);
                (Act::Use(uses), pod(*key), NONE)
            }
            Action::Config(_) => (Act::Config, NONE, NONE),
            Action::Migrate(key) => (Act::Migrate, pod(*key), NONE),
            Action::MigrationFailed(key) => (Act::MigrationFailed, pod(*key), NONE),
            Action::Restart(_) => (Act::Restart, NONE, NONE),
            Action::Load(_) => (Act::Load, NONE, NONE),
            Action::AddNode(name) => (Act::AddNode, NONE, node(*name)),
        };
        let mut entry = Entry {
            at: event.at,
            act,
            pod,
            node,
            event: number,
            outcome: Outcome::Done,
        };
        let happens_anyway = matches!(
            act,
            Act::Delete | Act::Use(_) | Act::Load | Act::AddNode | Act::Migrate
        );
        if self.is_away && !happens_anyway {
            entry.outcome = Outcome::Away;
            run.record(entry);
            return;
        }
        match (act, &event.action) {
            (Act::Restart, Action::Restart(restart)) if restart.down_for > 0 => {
                entry.act = Act::Down;
                run.record(entry);
                self.is_away = true;
                let up = event.at.saturating_add(restart.down_for);
                self.due.push(Reverse((up, Due::Up(number))));
            }
            (Act::Restart, _) => self.start(run, event.at, number),
            (Act::Load, Action::Load(stated)) => {
                run.record(entry);
                for at in 0..self.agents.len() {
                    if self.names_vm(stated, self.agents[at].vm) {
                        self.agents[at].curve = Some(Curve::Event(number));
                    }
                }
            }
            (Act::Request { .. }, _) => {
                let outcome = run.record(entry);
                self.answered(run, event.at, pod, outcome);
            }
            (Act::MigrationFailed, _) => {
                let outcome = run.record(entry);
                if let (Outcome::Done, Some(migration)) = (outcome, self.running.remove(&pod)) {
                    give_up(run, event.at, migration);
                }
            }
            _ => {
                run.record(entry);
            }
        }
    }

    /// The plugin starts, and knows of no agent.
    fn start(&mut self, run: &mut Run, at: u64, event: u32) {
        let outcome = run.record(Entry {
            at,
            act: Act::Restart,
            pod: NONE,
            node: NONE,
            event,
            outcome: Outcome::Done,
        });
        if outcome == Outcome::Done {
            // It has forgotten who migrates, too; the migrations go on all the same.
            for agent in &mut self.agents {
                agent.unit = None;
            }
        }
    }

    /// What an agent does when it is its turn.
    fn ask(&mut self, run: &mut Run, timeline: &Timeline, at: u64, number: usize) {
        let Some(agent) = self.agents.get_mut(number) else {
            return;
        };
        let Some(load) = agent.curve.and_then(|curve| curve.load(timeline)) else {
            return;
        };
        let Some(vm) = run.end.vm(agent.pod) else {
            // Wherever it comes back, it has to say first what it uses.
            agent.unit = None;
            return;
        };
        if vm.migrating {
            return;
        }
        let draw = Draw {
            seed: timeline.seed,
            pod: agent.pod,
            count: agent.asked,
        };
        let needed = units(load, at, draw);
        agent.asked += 1;
        let bounds = run.cast.pods.get(agent.pod as usize).map(|pod| &pod.spec);
        let Some(PodSpec::Vm(bounds)) = bounds else {
            return;
        };
        let goal = |unit: Units| {
            let step = run.setup.mitigations.largest_step;
            goal(needed, unit, (bounds.min, bounds.max), agent.permit, step)
        };
        let mut entry = Entry {
            at,
            act: Act::Use(vm.uses),
            pod: agent.pod,
            node: NONE,
            event: NONE,
            outcome: Outcome::Done,
        };
        if self.is_away {
            let Some(unit) = agent.unit else { return };
            let within = goal(unit).zip(agent.permit);
            let uses = within.map(|(goal, permit)| goal.min(permit));
            if uses != vm.uses {
                entry.act = Act::Use(uses);
                run.record(entry);
            }
            return;
        }
        let want = agent.unit.map_or(vm.uses, goal);
        let one = agent.unit.map_or(1, |unit| unit.cpu);
        let earlier = at.saturating_sub(150_000);
        let averages = [needed, units(load, earlier, draw)];
        entry.act = Act::Request {
            want,
            load: Some(averages.map(|units| (units * f64::from(one)) as f32)),
            protocol: crate::kube::timeline::PROTOCOL,
        };
        let pod = agent.pod;
        let outcome = run.record(entry);
        self.answered(run, at, pod, outcome);
    }

    /// What follows from an answer.
    fn answered(&mut self, run: &mut Run, at: u64, pod: u32, outcome: Outcome) {
        let Outcome::Answer(Answer::Granted {
            permit,
            migrate,
            unit,
        }) = outcome
        else {
            return;
        };
        if let Some(speaker) = self.speakers.get(&pod)
            && let Some(agent) = self.agents.get_mut(*speaker)
        {
            agent.permit = permit;
            agent.unit = Some(unit);
        }
        if migrate && !self.running.contains_key(&pod) {
            let step = run.next_step() - 1;
            let number = run.migrations.len();
            run.migrations.push(Migration {
                pod,
                target: NONE,
                from: run.end.node_of(pod).unwrap_or(NONE),
                to: NONE,
                started: (step, at),
                ended: None,
                failed: false,
            });
            self.running.insert(pod, number);
            self.place(run, at, number);
        }
    }

    /// Looks for a node that takes a VM that migrates.
    fn place(&mut self, run: &mut Run, at: u64, number: usize) {
        let Some(migration) = run.migrations.get(number).copied() else {
            return;
        };
        let is_running = self.running.get(&migration.pod) == Some(&number);
        let (Some(vm), Some(source)) = (
            run.end.vm(migration.pod),
            run.cast.pods.get(migration.pod as usize),
        ) else {
            self.running.remove(&migration.pod);
            give_up(run, at, number);
            return;
        };
        if !is_running {
            return;
        }
        if self.is_away {
            let next = at.saturating_add(run.setup.agent_period);
            self.due.push(Reverse((next, Due::Retry(number))));
            return;
        }
        let spec = moved(&source.spec, vm.uses);
        let mut trial = source.clone();
        trial.spec = spec;
        let stage = run.cast.stage();
        let node = stage.best(&mut run.end, &trial.spec, migration.from);
        let mut entry = Entry {
            at,
            act: Act::MigrationWaits,
            pod: migration.pod,
            node: NONE,
            event: NONE,
            outcome: Outcome::Done,
        };
        let Some(node) = node else {
            run.record(entry);
            let next = at.saturating_add(run.setup.agent_period);
            self.due.push(Reverse((next, Due::Retry(number))));
            return;
        };
        let (target, key) = self.new_pod(run, &trial.key);
        trial.key = key;
        trial.node = None;
        run.cast.pods.push(trial);
        entry.act = Act::MigrationReserve;
        entry.pod = target;
        entry.node = node;
        run.record(entry);
        if let Some(migration) = run.migrations.get_mut(number) {
            migration.target = target;
            migration.to = node;
        }
        let arrival = at.saturating_add(run.setup.migration_duration);
        self.due.push(Reverse((arrival, Due::Arrive(number))));
    }

    /// The next free name for a pod that takes the place of another, and its position.
    fn new_pod(&mut self, run: &Run, key: &str) -> (u32, String) {
        let stem = match key.rsplit_once("-m") {
            Some((stem, digits))
                if self.made.contains_key(key) && digits.parse::<u32>().is_ok() =>
            {
                stem
            }
            _ => key,
        };
        let mut number = 1;
        let mut name = format!("{stem}-m{number}");
        while self.made.contains_key(&name) || run.cast.has_pod(self.names, &name) {
            number += 1;
            name = format!("{stem}-m{number}");
        }
        let pod = run.cast.pods.len() as u32;
        self.made.insert(name.clone(), pod);
        (pod, name)
    }

    /// A migration has taken its time: the pod that was left goes.
    fn arrive(&mut self, run: &mut Run, at: u64, number: usize) {
        let Some(migration) = run.migrations.get(number).copied() else {
            return;
        };
        if self.running.get(&migration.pod) != Some(&number) {
            return;
        }
        self.running.remove(&migration.pod);
        if run.end.vm(migration.target).is_none() {
            // What was to take its place is gone: it stays, and the plugin is told so.
            run.record(Entry {
                at,
                act: Act::MigrationFailed,
                pod: migration.pod,
                node: NONE,
                event: NONE,
                outcome: Outcome::Done,
            });
            give_up(run, at, number);
            return;
        }
        run.record(Entry {
            at,
            act: Act::MigrationDone,
            pod: migration.pod,
            node: NONE,
            event: NONE,
            outcome: Outcome::Done,
        });
        let step = run.next_step() - 1;
        if let Some(migration) = run.migrations.get_mut(number) {
            migration.ended = Some((step, at));
        }
        if let Some(speaker) = self.speakers.remove(&migration.pod)
            && let Some(agent) = self.agents.get_mut(speaker)
        {
            agent.pod = migration.target;
            agent.unit = None;
            self.speakers.insert(migration.target, speaker);
        }
    }

    /// The pod that an event names.
    fn pod(&self, run: &Run, key: ObjectKey) -> u32 {
        let made = || {
            let key = format!("{}/{}", &self.names[key.namespace], &self.names[key.name]);
            self.made.get(&key).copied()
        };
        run.cast.pod(key).or_else(made).unwrap_or(NONE)
    }
}

/// A migration failed: what was set aside for it is free again.
fn give_up(run: &mut Run, at: u64, number: usize) {
    let step = run.next_step() - 1;
    let Some(migration) = run.migrations.get_mut(number) else {
        return;
    };
    migration.ended = Some((step, at));
    migration.failed = true;
    let target = migration.target;
    if run.end.node_of(target).is_some() {
        run.record(Entry {
            at,
            act: Act::Unreserve,
            pod: target,
            node: NONE,
            event: NONE,
            outcome: Outcome::Done,
        });
    }
}

/// What an agent asks for: as many units as are needed, within the VM's bounds, and no more above
/// what it has than a step.
fn goal(
    needed: f64,
    unit: Units,
    (min, max): (Units, Units),
    permit: Units,
    step: Option<u16>,
) -> Units {
    let unit = unit.map(|unit| unit.max(1));
    let least = min.zip(unit).map(|(min, unit)| min.div_ceil(unit));
    let least = least.cpu.max(least.memory);
    let most = max.zip(unit).map(|(max, unit)| max / unit);
    let most = most.cpu.min(most.memory).max(least);
    // Casting a double saturates.
    let mut count = (libm::ceil(needed) as u16).clamp(least, most);
    if let Some(step) = step {
        let has = permit.zip(unit).map(|(permit, unit)| permit / unit);
        let has = has.cpu.min(has.memory);
        count = count.min(has.saturating_add(step)).max(least);
    }
    unit.map(|unit| unit.saturating_mul(count))
}
