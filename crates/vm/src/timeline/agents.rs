//! What happens by itself: agents ask, migrations end, the scheduler comes back.
//!
//! An agent's first request, at the start and after each restart, is what its VM uses; then it asks
//! for whole compute units, as many as its load needs, within the VM's bounds. While the scheduler is
//! away it stays within its last permit. A VM that migrates does not ask.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use rustc_hash::FxHashMap;
use schedscope_objects::{
    names::Names,
    timeline::{Action, Load, ObjectKey, Timeline},
};

use crate::{
    amount::{PerResource, VmAmount},
    request::PluginResponse,
    state::PodSpec,
    timeline::{
        act::{Act, ActOutcome, NONE, RunStep, moved},
        load::{NoiseKey, units},
        run::{Migration, TimelineRun},
    },
};

/// Where an agent's load curve stands in the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveSource {
    /// `spec.agents[]`.
    Agent(usize),
    /// A `load` event, by position.
    Event(u32),
}

impl CurveSource {
    /// The curve itself.
    pub fn load(self, timeline: &Timeline) -> Option<&Load> {
        match self {
            Self::Agent(at) => timeline.agents.get(at).map(|agent| &agent.load),
            Self::Event(at) => match &timeline.events.get(at as usize)?.action {
                Action::Load(agent) => Some(&agent.load),
                _ => None,
            },
        }
    }
}

#[derive(Debug)]
struct Agent {
    vm: ObjectKey,
    /// The pod that runs the VM now.
    pod: u32,
    /// `None`: it does nothing.
    curve: Option<CurveSource>,
    permit: VmAmount,
    /// The compute unit it was told; `None`: it has to say first what its VM uses.
    unit: Option<VmAmount>,
    asked: u32,
    /// What its load needed when it last asked.
    needed: Option<f64>,
}

/// What waits for its time. The order is that of what happens at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ScheduledAct {
    /// The scheduler comes back; the event that restarts it.
    Up(u32),
    /// A migration, by position, has taken its time.
    Arrive(usize),
    /// A migration, by position, looks for a node once more.
    Retry(usize),
}

#[derive(Debug)]
pub(super) struct Actors {
    agents: Vec<Agent>,
    due: BinaryHeap<Reverse<(u64, ScheduledAct)>>,
    /// When which agent asks next: all ask equally often, so who asked goes to the end.
    asking: VecDeque<(u64, u32)>,
    /// Which agent speaks for a pod, or [`NONE`].
    speakers: Vec<u32>,
    /// The pods that migrations made, by name.
    made: FxHashMap<String, u32>,
    /// The pods that migrations have replaced, with what replaced them.
    successors: FxHashMap<u32, u32>,
    is_away: bool,
    /// Of migrations that run: by the pod that leaves.
    running: FxHashMap<u32, usize>,
}

impl Actors {
    pub(super) fn new(run: &mut TimelineRun) -> Self {
        let mut actors = Self {
            agents: Vec::new(),
            due: BinaryHeap::new(),
            asking: VecDeque::new(),
            speakers: vec![NONE; run.inventory.stated.pods.len()],
            made: FxHashMap::default(),
            successors: FxHashMap::default(),
            is_away: false,
            running: FxHashMap::default(),
        };
        for (pod, known) in run.inventory.stated.pods.iter().enumerate() {
            let Some(vm) = known.vm.filter(|_| known.has_agent) else {
                continue;
            };
            actors.speakers[pod] = actors.agents.len() as u32;
            actors.agents.push(Agent {
                vm,
                pod: pod as u32,
                curve: known.agent.map(|agent| CurveSource::Agent(agent as usize)),
                permit: VmAmount::default(),
                unit: None,
                asked: 0,
                needed: None,
            });
        }
        let count = actors.agents.len() as u64;
        let period = run.setup.agent_period;
        let agents = 0..actors.agents.len() as u32;
        actors.asking = agents
            .map(|agent| (u64::from(agent) * period / count, agent))
            .collect();
        let rounds = run.duration / period + 1;
        run.expect(usize::try_from(count.saturating_mul(rounds)).unwrap_or(usize::MAX));
        actors
    }

    /// When the next of them is due; agents and migrations without a node wait no longer than `end`.
    pub(super) fn next_at(&mut self, end: u64) -> Option<u64> {
        while let Some(Reverse((at, ScheduledAct::Retry(_)))) = self.due.peek()
            && *at > end
        {
            self.due.pop();
        }
        if self.asking.front().is_some_and(|(at, _)| *at > end) {
            self.asking.clear();
        }
        let due = self.due.peek().map(|Reverse((at, _))| *at);
        let asks = self.asking.front().map(|(at, _)| *at);
        due.into_iter().chain(asks).min()
    }

    /// Does what is due; what waits for its time comes before agents that ask then.
    pub(super) fn act(&mut self, run: &mut TimelineRun, timeline: &Timeline, names: &Names) {
        let asks = self.asking.front().copied();
        let due = self.due.peek().map(|Reverse((at, _))| *at);
        if let Some((at, agent)) = asks
            && due.is_none_or(|due| due > at)
        {
            self.asking.pop_front();
            self.ask(run, timeline, at, agent, names);
            let next = at.saturating_add(run.setup.agent_period);
            self.asking.push_back((next, agent));
            return;
        }
        match self.due.pop() {
            Some(Reverse((at, ScheduledAct::Up(event)))) => {
                self.is_away = false;
                self.start(run, at, event);
            }
            Some(Reverse((at, ScheduledAct::Arrive(migration)))) => self.arrive(run, at, migration),
            Some(Reverse((at, ScheduledAct::Retry(migration)))) => {
                self.place(run, at, migration, names)
            }
            None => {}
        }
    }

    /// Does what an event of the text says.
    pub(super) fn event(
        &mut self,
        run: &mut TimelineRun,
        timeline: &Timeline,
        number: u32,
        names: &Names,
    ) {
        let Some(event) = timeline.events.get(number as usize) else {
            return;
        };
        let pod = |key: ObjectKey| self.pod(run, key, names);
        let node = |name| run.inventory.stated.node(name).unwrap_or(NONE);
        let (act, pod, node) = match &event.action {
            Action::Request(request) => {
                let act = Act::Request {
                    want: PerResource::new(request.want.cpu, request.want.memory),
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
                let uses = PerResource::new(uses.cpu, uses.memory);
                (Act::Use(uses), pod(*key), NONE)
            }
            Action::Config(_) => (Act::Config, NONE, NONE),
            Action::Migrate(key) => (Act::Migrate, pod(*key), NONE),
            Action::MigrationFailed(key) => (Act::MigrationFailed, pod(*key), NONE),
            Action::Restart(_) => (Act::Restart, NONE, NONE),
            Action::Load(_) => (Act::Load, NONE, NONE),
            Action::AddNode(name) => (Act::AddNode, NONE, node(*name)),
        };
        let mut entry = RunStep {
            at: event.at,
            act,
            pod,
            node,
            event: number,
            outcome: ActOutcome::Done,
        };
        let happens_anyway = matches!(
            act,
            Act::Delete | Act::Use(_) | Act::Load | Act::AddNode | Act::Migrate
        );
        if self.is_away && !happens_anyway {
            entry.outcome = ActOutcome::Away;
            run.record(entry);
            return;
        }
        match (act, &event.action) {
            (Act::Restart, Action::Restart(restart)) if restart.down_for > 0 => {
                entry.act = Act::Down;
                run.record(entry);
                self.is_away = true;
                let up = event.at.saturating_add(restart.down_for);
                self.due.push(Reverse((up, ScheduledAct::Up(number))));
            }
            (Act::Restart, _) => self.start(run, event.at, number),
            (Act::Load, Action::Load(stated)) => {
                run.record(entry);
                for at in 0..self.agents.len() {
                    if stated.speaks_for(self.agents[at].vm, names) {
                        self.agents[at].curve = Some(CurveSource::Event(number));
                    }
                }
            }
            (Act::Request { .. }, _) => {
                let outcome = run.record(entry);
                self.answered(run, event.at, pod, outcome, names);
            }
            (Act::Filter, Action::Filter(filter)) => {
                let gone = filter.exclude.iter().map(|key| self.pod(run, *key, names));
                let gone: Vec<u32> = gone.collect();
                run.record_without(entry, &gone);
            }
            (Act::MigrationFailed, _) => {
                let outcome = run.record(entry);
                if let (ActOutcome::Done, Some(migration)) = (outcome, self.running.remove(&pod)) {
                    give_up(run, event.at, migration);
                }
            }
            _ => {
                run.record(entry);
            }
        }
    }

    /// The plugin starts, and knows of no agent.
    fn start(&mut self, run: &mut TimelineRun, at: u64, event: u32) {
        let outcome = run.record(RunStep {
            at,
            act: Act::Restart,
            pod: NONE,
            node: NONE,
            event,
            outcome: ActOutcome::Done,
        });
        if outcome == ActOutcome::Done {
            // It has forgotten who migrates, too; the migrations go on all the same.
            for agent in &mut self.agents {
                agent.unit = None;
            }
        }
    }

    /// What an agent does when it is its turn.
    fn ask(
        &mut self,
        run: &mut TimelineRun,
        timeline: &Timeline,
        at: u64,
        number: u32,
        names: &Names,
    ) {
        let Some(agent) = self.agents.get_mut(number as usize) else {
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
        if vm.last_unit.is_none() {
            // It went and came back between two turns: the plugin has told it nothing yet.
            agent.unit = None;
        }
        let draw = NoiseKey {
            seed: timeline.seed,
            pod: agent.pod,
            count: agent.asked,
        };
        let needed = units(load, at, draw);
        agent.asked += 1;
        let bounds = run.inventory.get(agent.pod).map(|pod| &pod.spec);
        let Some(PodSpec::Vm(bounds)) = bounds else {
            return;
        };
        let goal = |unit: VmAmount| {
            let step = run.setup.mitigations.largest_step;
            goal(needed, unit, (bounds.min, bounds.max), agent.permit, step)
        };
        let mut entry = RunStep {
            at,
            act: Act::Use(vm.uses),
            pod: agent.pod,
            node: NONE,
            event: NONE,
            outcome: ActOutcome::Done,
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
        // What a VM's load is does not depend on what its agent was told.
        let told = agent.unit.or(run.end.node(vm.node).map(|node| node.unit));
        let one = told.map_or(1, |unit| unit.cpu);
        let averages = [needed, agent.needed.replace(needed).unwrap_or(needed)];
        entry.act = Act::Request {
            want,
            load: Some(averages.map(|units| finite(units * f64::from(one)))),
            protocol: schedscope_objects::timeline::PROTOCOL,
        };
        let pod = agent.pod;
        let outcome = run.record(entry);
        self.answered(run, at, pod, outcome, names);
    }

    /// The agent that speaks for a pod.
    fn speaker(&mut self, pod: u32) -> Option<&mut Agent> {
        let speaker = self.speakers.get(pod as usize)?;
        self.agents.get_mut(*speaker as usize)
    }

    /// What follows from an answer.
    fn answered(
        &mut self,
        run: &mut TimelineRun,
        at: u64,
        pod: u32,
        outcome: ActOutcome,
        names: &Names,
    ) {
        let ActOutcome::Response(PluginResponse::Permit {
            permit,
            migrate,
            unit,
        }) = outcome
        else {
            return;
        };
        if let Some(agent) = self.speaker(pod) {
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
            self.place(run, at, number, names);
        }
    }

    /// Looks for a node that takes a VM that migrates.
    fn place(&mut self, run: &mut TimelineRun, at: u64, number: usize, names: &Names) {
        let Some(migration) = run.migrations.get(number).copied() else {
            return;
        };
        if self.running.get(&migration.pod) != Some(&number) {
            return;
        }
        let (Some(vm), Some(source)) =
            (run.end.vm(migration.pod), run.inventory.get(migration.pod))
        else {
            self.running.remove(&migration.pod);
            give_up(run, at, number);
            return;
        };
        if self.is_away {
            let next = at.saturating_add(run.setup.agent_period);
            self.due.push(Reverse((next, ScheduledAct::Retry(number))));
            return;
        }
        let spec = moved(&source.spec, vm.uses);
        let mut trial = source.clone();
        trial.spec = spec;
        let node = run
            .inventory
            .best(&mut run.end, &trial.spec, migration.from);
        let mut entry = RunStep {
            at,
            act: Act::MigrationWaits,
            pod: migration.pod,
            node: NONE,
            event: NONE,
            outcome: ActOutcome::Done,
        };
        let Some(node) = node else {
            run.record(entry);
            let next = at.saturating_add(run.setup.agent_period);
            self.due.push(Reverse((next, ScheduledAct::Retry(number))));
            return;
        };
        let (target, key) = self.new_pod(run, &trial.key, names);
        trial.key = key;
        trial.node = None;
        run.inventory.made.push(trial);
        entry.act = Act::MigrationReserve;
        entry.pod = target;
        entry.node = node;
        run.record(entry);
        if let Some(migration) = run.migrations.get_mut(number) {
            migration.target = target;
            migration.to = node;
        }
        let arrival = at.saturating_add(run.setup.migration_duration);
        self.due
            .push(Reverse((arrival, ScheduledAct::Arrive(number))));
    }

    /// The next free name for a pod that takes the place of another, and its position.
    fn new_pod(&mut self, run: &TimelineRun, key: &str, names: &Names) -> (u32, String) {
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
        while self.made.contains_key(&name) || run.inventory.stated.has_pod(names, &name) {
            number += 1;
            name = format!("{stem}-m{number}");
        }
        let pod = run.inventory.len() as u32;
        self.made.insert(name.clone(), pod);
        (pod, name)
    }

    /// A migration has taken its time: the pod that was left goes.
    fn arrive(&mut self, run: &mut TimelineRun, at: u64, number: usize) {
        let Some(migration) = run.migrations.get(number).copied() else {
            return;
        };
        if self.running.get(&migration.pod) != Some(&number) {
            return;
        }
        self.running.remove(&migration.pod);
        if run.end.vm(migration.target).is_none() {
            // What was to take its place is gone: it stays, and the plugin is told so.
            run.record(RunStep {
                at,
                act: Act::MigrationFailed,
                pod: migration.pod,
                node: NONE,
                event: NONE,
                outcome: ActOutcome::Done,
            });
            give_up(run, at, number);
            return;
        }
        run.record(RunStep {
            at,
            act: Act::MigrationDone,
            pod: migration.pod,
            node: NONE,
            event: NONE,
            outcome: ActOutcome::Done,
        });
        let step = run.next_step() - 1;
        if let Some(migration) = run.migrations.get_mut(number) {
            migration.ended = Some((step, at));
        }
        self.successors.insert(migration.pod, migration.target);
        if let Some(agent) = self.speaker(migration.pod) {
            agent.pod = migration.target;
            agent.unit = None;
        }
        if let Some(speaker) = self.speakers.get_mut(migration.pod as usize) {
            let speaker = std::mem::replace(speaker, NONE);
            let target = migration.target as usize;
            self.speakers
                .resize(self.speakers.len().max(target + 1), NONE);
            self.speakers[target] = speaker;
        }
    }

    /// The pod that an event names; one that a migration has replaced stands for its successor.
    fn pod(&self, run: &TimelineRun, key: ObjectKey, names: &Names) -> u32 {
        let made = || {
            let key = format!("{}/{}", &names[key.namespace], &names[key.name]);
            self.made.get(&key).copied()
        };
        let found = run.inventory.stated.pod(key).or_else(made).unwrap_or(NONE);
        let mut pod = found;
        while run.end.node_of(pod).is_none() {
            match self.successors.get(&pod) {
                Some(next) => pod = *next,
                None => return found,
            }
        }
        pod
    }
}

/// A migration failed: what was set aside for it is free again.
fn give_up(run: &mut TimelineRun, at: u64, number: usize) {
    let step = run.next_step() - 1;
    let Some(migration) = run.migrations.get_mut(number) else {
        return;
    };
    migration.ended = Some((step, at));
    migration.failed = true;
    let target = migration.target;
    if run.end.node_of(target).is_some() {
        run.record(RunStep {
            at,
            act: Act::Unreserve,
            pod: target,
            node: NONE,
            event: NONE,
            outcome: ActOutcome::Done,
        });
    }
}

/// A load average of 32 bits. Loads may be any number that is written; averages are never infinite.
fn finite(average: f64) -> f32 {
    average.min(f64::from(f32::MAX)) as f32
}

/// What an agent asks for: as many units as are needed, within the VM's bounds, and no more above
/// what it has than a step.
fn goal(
    needed: f64,
    unit: VmAmount,
    (min, max): (VmAmount, VmAmount),
    permit: VmAmount,
    step: Option<u16>,
) -> VmAmount {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use schedscope_reader::Reader;

    use super::*;
    use crate::timeline::{
        inventory::Inventory,
        run::{PluginSetup, RunSettings},
    };

    const TWO_VCPUS_A_UNIT: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: { name: config }
data:
  autoscaler-enforcer-config.json: |
    { "memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler", "nodeDefaults": {
      "cpu": { "watermark": 0.9, "system": "1" }, "memory": { "watermark": 0.9, "system": "1Gi" },
      "computeUnit": { "vCPUs": 2, "mem": 4 } } }
---
{ apiVersion: v1, kind: Node, metadata: { name: n1 }, status: { allocatable: { cpu: 8, memory: 32Gi } } }
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: { name: a }
spec: { guest: { cpus: { min: 2, use: 4, max: 6 }, memorySlots: { min: 4, use: 8, max: 12 } } }
status: { node: n1 }
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: { name: t }
spec: { duration: 10s, agentPeriod: 10s, agents: [{ vms: [a], load: { constant: 2 } }] }
"#;

    #[test]
    fn load_averages_are_of_vcpus_from_the_first_request_on() {
        let reader = Reader::new(TWO_VCPUS_A_UNIT);
        let objects = reader.objects();
        let timeline = objects.timelines.first();
        let stated = timeline.map(Arc::as_ref);
        let setup = PluginSetup::new(objects, stated, &RunSettings::default());
        let inventory = Inventory::new(objects, stated, "autoscale-scheduler");
        let run = TimelineRun::new(objects, timeline, setup, Arc::new(inventory));
        let loads = run.steps.iter().filter_map(|entry| match entry.act {
            Act::Request { load, .. } => load,
            _ => None,
        });
        let loads: Vec<[u32; 2]> = loads.map(|load| load.map(f32::to_bits)).collect();
        assert_eq!(loads, [[4.0_f32.to_bits(); 2]; 2]);
    }
}
