//! A run: its steps in order of time, with the plugin at checkpoints.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;
use schedscope_objects::{
    config_map::ReadConfig,
    id::{Id as _, IdVec},
    objects::Objects,
    timeline::{Action, Event, Timeline},
};

use crate::{
    id::{MigrationId, VmNodeId, VmPodId},
    lifecycle::{ConfigRefusal, OverBudget, StartRefusal},
    plugin::Plugin,
    pressure::pressure,
    timeline::{
        act::{Act, ActOutcome, ActProblem, RunStep},
        change::{LimitChange, Migration, NodeChange, Outage, ResourceUse},
        inventory::{Inventory, RunInventory},
        setup::PluginSetup,
        simulation::TimelineSimulation,
    },
};

/// The greatest number of steps of a run.
pub const MAX_STEPS: usize = 1_000_000;

/// A run: its log, and the plugin in the end.
#[derive(Clone, Debug)]
pub struct TimelineRun {
    /// The timeline; `None`: the run is only the start.
    pub timeline: Option<Arc<Timeline>>,
    /// The config and the settings that it started with.
    pub setup: PluginSetup,
    /// Nodes and pods; migrations add pods.
    pub inventory: RunInventory,
    /// The steps: step n stands at n - 1.
    pub steps: Vec<RunStep>,
    /// The problems of acts, by step, ascending.
    pub problems: Vec<(u32, ActProblem)>,
    /// The changes of nodes, by step, ascending.
    pub changes: Vec<NodeChange>,
    /// The changes of their limits, by step, ascending.
    pub limit_changes: Vec<LimitChange>,
    /// Migrations, in order of their starts.
    pub migrations: IdVec<MigrationId, Migration>,
    /// Nodes over budget after a start, with the step of the start.
    pub over_budget: Vec<(u32, OverBudget)>,
    /// The times without a scheduler, in order.
    pub outages: Vec<Outage>,
    /// Why the plugin did not start. The run has no steps then.
    pub problem: Option<StartRefusal>,
    /// The plugin in the end.
    pub end: Plugin,
    /// The duration of the run, in milliseconds.
    pub duration: u64,
    /// Whether the run ended at [`MAX_STEPS`].
    pub stopped: bool,
    /// The plugin after some steps, ascending; the first is the start. Each is computed on first use, because most runs
    /// need no single step, and a copy of all pods takes as long as many steps.
    checkpoints: Vec<(u32, OnceLock<Plugin>)>,
    /// The nodes whose limits are logged, and how many they are.
    known: (IdVec<VmNodeId, bool>, usize),
}

/// The least number of steps between two checkpoints.
const MIN_APART: usize = 4096;

impl TimelineRun {
    /// Runs a timeline to its end. O(steps x log VMs of a node).
    pub fn new(
        objects: &Objects,
        timeline: Option<&Arc<Timeline>>,
        setup: PluginSetup,
        inventory: Arc<Inventory>,
    ) -> Self {
        let mut simulation = TimelineSimulation::new(timeline, setup, inventory);
        simulation.advance(&objects.names, usize::MAX);
        simulation.finish()
    }

    /// A timeline before its first event.
    pub(super) fn start(
        timeline: Option<&Arc<Timeline>>,
        setup: PluginSetup,
        inventory: Arc<Inventory>,
    ) -> Self {
        let plugin = before_start(&setup, &inventory);
        let mut run = Self {
            timeline: timeline.cloned(),
            inventory: RunInventory::new(inventory),
            steps: Vec::new(),
            problems: Vec::new(),
            changes: Vec::new(),
            limit_changes: Vec::new(),
            migrations: IdVec::new(),
            over_budget: Vec::new(),
            outages: Vec::new(),
            problem: setup
                .config
                .as_ref()
                .err()
                .cloned()
                .map(|problem| ConfigRefusal::Unreadable(problem).into()),
            end: plugin,
            duration: 0,
            stopped: false,
            checkpoints: Vec::new(),
            known: (IdVec::new(), 0),
            setup,
        };
        if run.problem.is_none() {
            run.problem = run.end.restart(None).err();
        }
        if run.problem.is_none() {
            run.log_start();
            run.log_all();
            run.checkpoints.push((0, OnceLock::new()));
        }
        run
    }

    /// The pods of VMs of the text that are on no node in the end, and that no migration replaced. O(pods).
    pub fn unplaced(&self) -> Vec<VmPodId> {
        let done = self.migrations.iter();
        let done = done.filter(|migration| migration.ended.is_some() && !migration.failed);
        let replaced: FxHashSet<VmPodId> = done.map(|migration| migration.pod).collect();
        let pods = self.inventory.stated.pods.entries();
        let vms = pods.filter(|(_, pod)| pod.vm.is_some());
        vms.map(|(pod, _)| pod)
            .filter(|pod| self.end.node_of(*pod).is_none() && !replaced.contains(pod))
            .collect()
    }

    /// Reserves memory for more steps.
    pub(super) fn expect(&mut self, steps: usize) {
        // Runs may end long before.
        let steps = steps.min(MAX_STEPS / 5);
        self.steps.reserve(steps);
        self.changes.reserve(steps);
    }

    /// The number of the next step.
    pub(super) fn next_step(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    /// Applies an act, and logs it.
    pub(super) fn record(&mut self, step: RunStep) -> ActOutcome {
        self.record_without(step, &[])
    }

    /// Applies an act as if some pods were gone, and logs it.
    pub(super) fn record_without(&mut self, mut step: RunStep, gone: &[VmPodId]) -> ActOutcome {
        let number = self.next_step();
        let pod = step.pod;
        let node_of_pod = |plugin: &Plugin| pod.and_then(|pod| plugin.node_of(pod));
        let before = node_of_pod(&self.end);
        let problem = if step.outcome == ActOutcome::Away {
            Some(ActProblem::Away)
        } else {
            let config = config(self.timeline.as_deref(), &step);
            let applied = self.inventory.apply(&mut self.end, &step, config, gone);
            step.outcome = applied.0;
            applied.1
        };
        if let Some(problem) = problem {
            self.problems.push((number, problem));
        }
        step.node = step.node.or_else(|| node_of_pod(&self.end)).or(before);
        self.steps.push(step);
        self.log_outage(number, &step);
        match step.act {
            Act::Config => self.log_all(),
            Act::Restart if step.outcome == ActOutcome::Done => {
                self.log_start();
                self.log_all();
            }
            // A start that fails changes nothing.
            Act::Load | Act::Down | Act::Restart => {}
            Act::Request { .. } | Act::Use(_) | Act::Delete | Act::Unreserve => {
                self.log(step.node);
            }
            _ => {
                self.log_new();
                self.log(step.node);
            }
        }
        let last = self.checkpoints.last().map_or(0, |(step, _)| *step);
        if (number - last) as usize >= MIN_APART.max(self.end.pods.len() / 2) {
            self.checkpoints.push((number, OnceLock::new()));
        }
        step.outcome
    }

    /// Logs that the scheduler stops, does not start, or has restarted.
    fn log_outage(&mut self, number: u32, step: &RunStep) {
        let fatal = match self.problems.last() {
            Some((at, ActProblem::Fatal(vm))) if *at == number => Some(*vm),
            _ => None,
        };
        let starts = step.act == Act::Restart && step.outcome != ActOutcome::Away;
        let running = self.outages.last_mut().filter(|last| last.until.is_none());
        match running {
            Some(outage) => {
                // A config that cannot be used leaves the old one in force, where any scheduler ran with it.
                if step.outcome == ActOutcome::Done || outage.fatal.is_none() {
                    outage.until = (starts && fatal.is_none()).then_some(step.at);
                }
                // What the latest start says counts.
                outage.fatal = fatal.map(|vm| (number, vm)).or(outage.fatal);
            }
            None if fatal.is_some() || (step.act == Act::Down) => self.outages.push(Outage {
                from: step.at,
                until: None,
                fatal: fatal.map(|vm| (number, vm)),
            }),
            None => {}
        }
    }

    /// Whether the scheduler is down now, and whether that is because it failed to start.
    pub(super) fn outage(&self) -> (bool, bool) {
        let running = self.outages.last().filter(|last| last.until.is_none());
        (
            running.is_some(),
            running.is_some_and(|outage| outage.fatal.is_some()),
        )
    }

    /// Logs the state of a node.
    fn log(&mut self, node: Option<VmNodeId>) {
        if let Some(node) = node
            && let Some(state) = self.end.node(node)
        {
            self.changes.push(NodeChange {
                step: self.steps.len() as u32,
                node,
                used: ResourceUse::of(state),
                too_much_pressure: pressure(&state.amounts, &self.end.mitigations).too_much,
            });
        }
    }

    /// Logs the state and the limits of all nodes.
    fn log_all(&mut self) {
        self.known = (IdVec::new(), 0);
        self.log_new();
    }

    /// Logs the nodes that have become known.
    fn log_new(&mut self) {
        if self.known.1 == self.end.known {
            return;
        }
        self.known.1 = self.end.known;
        let step = self.steps.len() as u32;
        self.known.0.resize(self.end.nodes.len(), false);
        for node in self.known.0.ids() {
            let Some(state) = self.end.node(node) else {
                continue;
            };
            if std::mem::replace(&mut self.known.0[node], true) {
                continue;
            }
            let limits = state
                .amounts
                .map(|amounts| [amounts.total, amounts.system, amounts.watermark]);
            self.limit_changes.push(LimitChange { step, node, limits });
            self.log(Some(node));
        }
    }

    /// Logs the nodes that a start found over budget.
    fn log_start(&mut self) {
        let step = self.steps.len() as u32;
        let over = self.end.over_budget().into_iter();
        self.over_budget.extend(over.map(|over| (step, over)));
    }

    /// When a step happened, in milliseconds; 0 for the start.
    pub fn time(&self, step: u32) -> u64 {
        self.step(step).map_or(0, |step| step.at)
    }

    /// A step by its number; `None` for the start.
    pub fn step(&self, step: u32) -> Option<&RunStep> {
        self.steps.get(step.checked_sub(1)? as usize)
    }

    /// The timeline's event of a step.
    pub fn event(&self, step: &RunStep) -> Option<&Event> {
        event(self.timeline.as_deref(), step)
    }

    /// The plugin after a step. O(nodes + pods), and the steps since a checkpoint that is known.
    pub fn plugin_at(&self, step: u32) -> Plugin {
        let step = step.min(self.steps.len() as u32);
        let found = self.checkpoints.partition_point(|(at, _)| *at <= step);
        let before = self.checkpoints.get(..found).unwrap_or_default();
        let Some((_, start)) = before.first() else {
            return self.end.clone();
        };
        start.get_or_init(|| self.started());
        let known = |(place, (at, plugin)): (usize, &(u32, OnceLock<Plugin>))| {
            Some((place, *at, plugin.get()?.clone()))
        };
        let Some((place, mut at, mut plugin)) = before.iter().enumerate().rev().find_map(known)
        else {
            return self.end.clone();
        };
        let ends = before.iter().skip(place + 1);
        let ends = ends.map(|(end, checkpoint)| (*end, Some(checkpoint)));
        for (end, checkpoint) in ends.chain([(step, None)]) {
            let steps = self.steps.get(at as usize..end as usize);
            for step in steps.unwrap_or_default() {
                self.repeat(&mut plugin, step);
            }
            at = end;
            if let Some(checkpoint) = checkpoint {
                checkpoint.get_or_init(|| plugin.clone());
            }
        }
        plugin
    }

    /// The plugin after the start, once more. O(nodes + pods).
    fn started(&self) -> Plugin {
        let mut plugin = before_start(&self.setup, &self.inventory.stated);
        // It succeeded: a run whose start fails has no checkpoints.
        let _ = plugin.restart(None);
        plugin
    }

    /// Applies a step's act once more. The pods that Filter leaves out change nothing in the plugin.
    pub fn repeat(&self, plugin: &mut Plugin, step: &RunStep) {
        if step.outcome != ActOutcome::Away {
            let config = config(self.timeline.as_deref(), step);
            self.inventory.apply(plugin, step, config, &[]);
        }
    }

    /// The problem of a step.
    pub fn problem(&self, step: u32) -> Option<&ActProblem> {
        let at = self.problems.binary_search_by_key(&step, |(step, _)| *step);
        let (_, problem) = self.problems.get(at.ok()?)?;
        Some(problem)
    }
}

/// The plugin before its start, with the pods that the text puts on nodes.
fn before_start(setup: &PluginSetup, inventory: &Inventory) -> Plugin {
    let infos = inventory.nodes.iter().zip(&inventory.exists);
    let infos = infos.map(|(info, exists)| exists.then(|| Arc::clone(info)));
    let config = setup.config_or_assumed();
    let mut plugin = Plugin::new(config, infos.collect(), inventory.pods.len());
    plugin.set_mitigations(setup.mitigations);
    for (pod, known) in inventory.pods.entries() {
        if let Some(node) = known.node {
            plugin.place(pod, node, &known.spec);
        }
    }
    plugin
}

/// The timeline's event of a step.
fn event<'t>(timeline: Option<&'t Timeline>, step: &RunStep) -> Option<&'t Event> {
    timeline?.events.get(step.event?.index())
}

/// The config that a step puts in force.
fn config<'t>(timeline: Option<&'t Timeline>, step: &RunStep) -> Option<&'t ReadConfig> {
    match &event(timeline, step)?.action {
        Action::Config(config) => Some(config),
        Action::Restart(restart) => restart.config.as_ref(),
        _ => None,
    }
}
