//! A run: everything that happens, in order of time, with the plugin as it was now and then.

use std::sync::Arc;

use schedscope_objects::{
    config_map::{ConfigMap, ReadConfig},
    objects::Objects,
    plugin_config::{ConfigProblem, NodeConfig, PluginConfig, ResourceConfig},
    timeline::{AGENT_PERIOD, Action, MIGRATION_DURATION, ObjectKey, Timeline},
};
use schedscope_quantity::Quantity;

use crate::{
    amount::PerResource,
    pressure::pressure,
    state::{Mitigations, NodeResourceState, NodeState, Plugin},
    timeline::{
        act::{Act, ActOutcome, NONE, RunStep},
        inventory::{Inventory, RunInventory},
        simulation::TimelineSimulation,
    },
};

/// A run ends after so many steps.
pub const MOST_STEPS: usize = 1_000_000;

/// How a run differs from what the timeline says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSettings {
    /// Which of the timeline's variants, by position.
    pub variant: Option<usize>,
    /// Mitigations, in the place of the timeline's and its variant's.
    pub mitigations: Option<Mitigations>,
}

/// What the plugin starts with.
#[derive(Clone, Debug)]
pub struct PluginSetup {
    /// Its config, or why it has none.
    pub config: ReadConfig,
    /// The `ConfigMap` that the config is from, by position; `None`: from elsewhere.
    pub config_map: Option<usize>,
    /// The timeline's variant has a config of its own.
    pub own_config: bool,
    /// Ideas of the design document that are switched on.
    pub mitigations: Mitigations,
    /// How often an agent asks, in milliseconds, at least 1.
    pub agent_period: u64,
    /// How long a migration takes, in milliseconds.
    pub migration_duration: u64,
}

impl PluginSetup {
    /// Reads it from a text.
    pub fn new(objects: &Objects, timeline: Option<&Timeline>, settings: &RunSettings) -> Self {
        let variant = settings
            .variant
            .and_then(|variant| timeline?.variants.get(variant));
        let wanted = timeline.and_then(|timeline| timeline.config_map);
        let found = find_config(&objects.config_maps, wanted);
        let own = variant.and_then(|variant| variant.config.clone());
        let own_config = own.is_some();
        let config_map = found.filter(|_| !own_config);
        let of_map = config_map
            .and_then(|map| objects.config_maps.get(map))
            .and_then(|map| map.config.clone());
        let config = own.or(of_map);
        let mitigations = settings.mitigations.unwrap_or_else(|| {
            let stated = variant.and_then(|variant| variant.mitigations);
            let stated = stated.or(timeline.map(|timeline| timeline.mitigations));
            stated.map_or(Mitigations::default(), |stated| Mitigations {
                largest_step: stated.largest_step.map(narrow),
                capacity_pressure_factor: stated.capacity_pressure_factor,
                sustained_requests: stated.sustained_requests.map(narrow),
            })
        });
        let period = variant.and_then(|variant| variant.agent_period);
        let duration = variant.and_then(|variant| variant.migration_duration);
        Self {
            config: config.unwrap_or_else(|| Ok(Arc::new(assumed_config()))),
            own_config,
            config_map,
            mitigations,
            agent_period: period
                .or(timeline.map(|timeline| timeline.agent_period))
                .unwrap_or(AGENT_PERIOD)
                .max(1),
            migration_duration: duration
                .or(timeline.map(|timeline| timeline.migration_duration))
                .unwrap_or(MIGRATION_DURATION),
        }
    }
}

impl PluginSetup {
    /// The config, or a usual one where it cannot be used.
    pub fn config_or_assumed(&self) -> Arc<PluginConfig> {
        let config = self.config.as_ref().ok();
        config.map_or_else(|| Arc::new(assumed_config()), Arc::clone)
    }
}

/// A usual config, for texts that have none.
fn assumed_config() -> PluginConfig {
    let quantity = |text: &str| Quantity::parse(text).unwrap_or_default();
    let resource = |system: &str| ResourceConfig {
        watermark: 0.9,
        system: quantity(system),
    };
    PluginConfig {
        slot_size: quantity("1Gi"),
        node_defaults: NodeConfig {
            cpu: resource("1"),
            memory: resource("1Gi"),
            unit_cpu: 1,
            unit_memory: 4,
        },
        node_overrides: Vec::new(),
        scheduler_name: "autoscale-scheduler".to_owned(),
        do_migration: true,
    }
}

fn narrow(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The `ConfigMap` whose config counts: the one that is wanted, or the first that has one.
fn find_config(maps: &[Arc<ConfigMap>], wanted: Option<ObjectKey>) -> Option<usize> {
    maps.iter().position(|map| {
        let is_wanted = wanted
            .is_none_or(|wanted| (map.namespace, map.name) == (wanted.namespace, wanted.name));
        is_wanted && map.config.is_some()
    })
}

/// What may change of a resource of a node while its limits stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUse {
    /// Reserved by all pods.
    pub reserved: u32,
    /// Of this, what may be unused.
    pub buffer: u32,
    /// What was denied.
    pub capacity_pressure: u32,
    /// What migrations will free.
    pub pressure_accounted_for: u32,
    /// Of `reserved`, what pods that are no VMs have.
    pub others: u32,
}

/// A node after a step that changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeChange {
    /// The step.
    pub step: u32,
    /// The node, by position in the inventory.
    pub node: u32,
    /// What it has of both.
    pub used: PerResource<ResourceUse>,
    /// Whether it is under too much pressure.
    pub hot: bool,
}

/// A node's limits after a step that changed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitChange {
    /// The step.
    pub step: u32,
    /// The node, by position in the inventory.
    pub node: u32,
    /// Total, system and watermark of both.
    pub limits: PerResource<[u32; 3]>,
}

/// A migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The pod that leaves.
    pub pod: u32,
    /// The pod that takes its place; [`NONE`]: there is none yet.
    pub target: u32,
    /// Where from.
    pub from: u32,
    /// Where to; [`NONE`]: nowhere yet.
    pub to: u32,
    /// The step it began with, and when.
    pub started: (u32, u64),
    /// The step it ended with, and when.
    pub ended: Option<(u32, u64)>,
    /// It failed.
    pub failed: bool,
}

/// A run.
#[derive(Clone, Debug)]
pub struct TimelineRun {
    /// The timeline; `None`: just the start.
    pub timeline: Option<Arc<Timeline>>,
    /// What it started with.
    pub setup: PluginSetup,
    /// Nodes and pods; migrations add pods.
    pub inventory: RunInventory,
    /// What happened: step n is the entry n - 1.
    pub steps: Vec<RunStep>,
    /// Why something was not done, by step, ascending.
    pub messages: Vec<(u32, String)>,
    /// What changed of nodes, by step, ascending.
    pub changes: Vec<NodeChange>,
    /// What changed of their limits, by step, ascending.
    pub limit_changes: Vec<LimitChange>,
    /// Migrations, in order of their starts.
    pub migrations: Vec<Migration>,
    /// Nodes that may use more than there is, after a start: step, node, what.
    pub over_budget: Vec<(u32, u32, String)>,
    /// Why the plugin did not start: nothing happened then.
    pub problem: Option<ConfigProblem>,
    /// The plugin in the end.
    pub end: Plugin,
    /// How long it took, in milliseconds.
    pub duration: u64,
    /// It ended at [`MOST_STEPS`].
    pub stopped: bool,
    /// The plugin after so many steps, ascending; the first after none.
    checkpoints: Vec<(u32, Plugin)>,
    /// The nodes that were written down since all were.
    known: Vec<bool>,
}

/// At least so many steps lie between two checkpoints.
const APART: usize = 4096;

impl TimelineRun {
    /// Plays a timeline. O(steps x log of what waits, and of VMs a node), and a copy of the plugin
    /// every few thousand steps.
    pub fn new(
        objects: &Objects,
        timeline: Option<&Arc<Timeline>>,
        setup: PluginSetup,
        inventory: Arc<Inventory>,
    ) -> Self {
        let mut playing = TimelineSimulation::new(timeline, setup, inventory);
        playing.advance(&objects.names, usize::MAX);
        playing.finish()
    }

    /// A timeline before its first event.
    pub(super) fn start(
        timeline: Option<&Arc<Timeline>>,
        setup: PluginSetup,
        inventory: Arc<Inventory>,
    ) -> Self {
        let infos = inventory.nodes.iter().zip(&inventory.exists);
        let infos = infos.map(|(info, exists)| exists.then(|| Arc::clone(info)));
        let config = setup.config_or_assumed();
        let mut plugin = Plugin::new(config, infos.collect(), inventory.pods.len());
        plugin.set_mitigations(setup.mitigations);
        for (pod, known) in inventory.pods.iter().enumerate() {
            if let Some(node) = known.node {
                plugin.place(pod as u32, node, &known.spec);
            }
        }
        let mut run = Self {
            timeline: timeline.cloned(),
            inventory: RunInventory::new(inventory),
            steps: Vec::new(),
            messages: Vec::new(),
            changes: Vec::new(),
            limit_changes: Vec::new(),
            migrations: Vec::new(),
            over_budget: Vec::new(),
            problem: setup.config.as_ref().err().cloned(),
            end: plugin,
            duration: 0,
            stopped: false,
            checkpoints: Vec::new(),
            known: Vec::new(),
            setup,
        };
        if run.problem.is_none() {
            run.problem = run.end.restart(None).err();
        }
        if run.problem.is_none() {
            run.note_start();
            run.note_all();
            run.checkpoints.push((0, run.end.clone()));
        }
        run
    }

    /// Makes room for so many more steps.
    pub(super) fn expect(&mut self, steps: usize) {
        // No more than is soon needed: runs may end long before.
        let steps = steps.min(MOST_STEPS / 5);
        self.steps.reserve(steps);
        self.changes.reserve(steps);
    }

    /// The step that comes next.
    pub(super) fn next_step(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    /// Does something, and writes it down.
    pub(super) fn record(&mut self, entry: RunStep) -> ActOutcome {
        self.record_without(entry, &[])
    }

    /// Does something as if some pods were gone, and writes it down.
    pub(super) fn record_without(&mut self, mut entry: RunStep, gone: &[u32]) -> ActOutcome {
        let step = self.next_step();
        let before = self.end.node_of(entry.pod);
        let message = if entry.outcome == ActOutcome::Away {
            Some("the scheduler is away".to_owned())
        } else {
            let timeline = self.timeline.as_deref();
            let (outcome, message) = apply(&self.inventory, timeline, &mut self.end, &entry, gone);
            entry.outcome = outcome;
            message
        };
        if let Some(message) = message {
            self.messages.push((step, message));
        }
        if entry.node == NONE {
            let after = self.end.node_of(entry.pod);
            entry.node = after.or(before).unwrap_or(NONE);
        }
        self.steps.push(entry);
        match entry.act {
            Act::Config => self.note_all(),
            Act::Restart if entry.outcome == ActOutcome::Done => {
                self.note_start();
                self.note_all();
            }
            // A start that was refused has found nothing.
            Act::Load | Act::Down | Act::Restart => {}
            Act::Request { .. } | Act::Use(_) | Act::Delete | Act::Unreserve => {
                self.note(entry.node);
            }
            _ => {
                self.note_new();
                self.note(entry.node);
            }
        }
        let last = self.checkpoints.last().map_or(0, |(step, _)| *step);
        if (step - last) as usize >= APART.max(self.end.pods.len() / 2) {
            self.checkpoints.push((step, self.end.clone()));
        }
        entry.outcome
    }

    /// Writes down how a node is.
    fn note(&mut self, node: u32) {
        if let Some(state) = self.end.node(node) {
            self.changes.push(NodeChange {
                step: self.steps.len() as u32,
                node,
                used: used(state),
                hot: pressure(&state.amounts, &self.end.mitigations).too_much,
            });
        }
    }

    /// Writes down how all nodes are, and their limits.
    fn note_all(&mut self) {
        self.known.clear();
        self.note_new();
    }

    /// Writes down the nodes that have become known.
    fn note_new(&mut self) {
        let step = self.steps.len() as u32;
        self.known.resize(self.end.nodes.len(), false);
        for node in 0..self.end.nodes.len() as u32 {
            let Some(state) = self.end.node(node) else {
                continue;
            };
            if std::mem::replace(&mut self.known[node as usize], true) {
                continue;
            }
            let limits = state
                .amounts
                .map(|amounts| [amounts.total, amounts.system, amounts.watermark]);
            self.limit_changes.push(LimitChange { step, node, limits });
            self.note(node);
        }
    }

    /// Writes down the nodes that a start found over their budget.
    fn note_start(&mut self) {
        let step = self.steps.len() as u32;
        let over = self.end.over_budget().into_iter();
        self.over_budget
            .extend(over.map(|(node, message)| (step, node, message)));
    }

    /// When a step happened, in milliseconds; the start is 0.
    pub fn time(&self, step: u32) -> u64 {
        let entry = step
            .checked_sub(1)
            .and_then(|at| self.steps.get(at as usize));
        entry.map_or(0, |entry| entry.at)
    }

    /// The plugin after so many steps. O(nodes + pods), and the steps since a checkpoint.
    pub fn plugin_at(&self, step: u32) -> Plugin {
        let step = step.min(self.steps.len() as u32);
        let found = self.checkpoints.partition_point(|(at, _)| *at <= step);
        let checkpoint = found.checked_sub(1).and_then(|at| self.checkpoints.get(at));
        let Some((at, plugin)) = checkpoint else {
            return self.end.clone();
        };
        let mut plugin = plugin.clone();
        let entries = self.steps.get(*at as usize..step as usize);
        for entry in entries.unwrap_or_default() {
            self.repeat(&mut plugin, entry);
        }
        plugin
    }

    /// Does once more what a step did to the plugin. Which pods Filter looks at as gone makes no
    /// difference to it.
    pub fn repeat(&self, plugin: &mut Plugin, entry: &RunStep) {
        if entry.outcome != ActOutcome::Away {
            apply(
                &self.inventory,
                self.timeline.as_deref(),
                plugin,
                entry,
                &[],
            );
        }
    }

    /// Why a step was not done, as far as it was noted.
    pub fn message(&self, step: u32) -> Option<&str> {
        let at = self.messages.binary_search_by_key(&step, |(step, _)| *step);
        let (_, message) = self.messages.get(at.ok()?)?;
        Some(message)
    }
}

fn used(state: &NodeState) -> PerResource<ResourceUse> {
    state
        .amounts
        .zip(state.others.reserved)
        .map(|(amounts, others)| {
            let NodeResourceState {
                reserved,
                buffer,
                capacity_pressure,
                pressure_accounted_for,
                ..
            } = amounts;
            ResourceUse {
                reserved,
                buffer,
                capacity_pressure,
                pressure_accounted_for,
                others,
            }
        })
}

/// Does what an entry says, with what the text says of it.
fn apply(
    inventory: &RunInventory,
    timeline: Option<&Timeline>,
    plugin: &mut Plugin,
    entry: &RunStep,
    gone: &[u32],
) -> (ActOutcome, Option<String>) {
    let action = timeline.and_then(|timeline| timeline.events.get(entry.event as usize));
    let action = action.map(|event| &event.action);
    let config = match action {
        Some(Action::Config(config)) => Some(config),
        Some(Action::Restart(restart)) => restart.config.as_ref(),
        _ => None,
    };
    inventory.apply(plugin, entry, config, gone)
}
