//! A run as data: what happened, how nodes ended, and how they did over time.

use schedscope_objects::{
    names::Names,
    objects::Objects,
    plugin_config::{NodeConfig, PluginConfig},
};
use schedscope_options::{Fraction, options};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    pressure::pressure,
    request::Answer,
    state::Mitigations,
    timeline::{
        act::{Act, NONE, Outcome},
        event::{VmEvent, VmEventKind, kind},
        run::{MOST_STEPS, Run},
        series::{VmHeat, VmSeries, seconds},
        state::{VmNodeResource, VmUnits},
    },
};

options! {
    /// Which run.
    pub struct VmRunOptions {
        /// The timeline, as `namespace/name` or `name`. Default: the first of the text.
        timeline: Option<String>,
        /// One of its variants, by name. Default: none.
        variant: Option<String>,
        /// Ideas of the design document, in the place of what the text says of them.
        mitigations: Option<VmMitigations>,
    }
}

options! {
    /// What the design document suggests against over-correction. All are off where absent.
    pub struct VmMitigations {
        /// Agents raise by at most so many compute units at once.
        largest_step: Option<u16> [1..=65_535],
        /// Only this fraction of the capacity pressure counts.
        capacity_pressure_factor: Option<Fraction>,
        /// Capacity pressure counts after so many denials in a row.
        sustained_requests: Option<u16> [1..=65_535],
    }
}

impl Serialize for VmMitigations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(steps) = self.largest_step {
            map.serialize_entry("largestStep", &steps)?;
        }
        if let Some(factor) = self.capacity_pressure_factor {
            map.serialize_entry("capacityPressureFactor", &factor.0)?;
        }
        if let Some(requests) = self.sustained_requests {
            map.serialize_entry("sustainedRequests", &requests)?;
        }
        map.end()
    }
}

impl From<VmMitigations> for Mitigations {
    fn from(stated: VmMitigations) -> Self {
        Self {
            largest_step: stated.largest_step,
            capacity_pressure_factor: stated.capacity_pressure_factor.map(|Fraction(it)| it),
            sustained_requests: stated.sustained_requests,
        }
    }
}

impl From<Mitigations> for VmMitigations {
    fn from(stated: Mitigations) -> Self {
        Self {
            largest_step: stated.largest_step,
            capacity_pressure_factor: stated.capacity_pressure_factor.map(Fraction),
            sustained_requests: stated.sustained_requests,
        }
    }
}

options! {
    /// Which events of a run are listed, and what is drawn.
    pub struct VmTimelineOptions {
        ..run: VmRunOptions,
        /// How many events are passed over.
        offset: usize,
        /// How many events are listed at most.
        limit: usize = 200,
        /// Only events of this pod, `namespace/name`.
        pod: Option<String>,
        /// Only events of this node.
        node: Option<String>,
        /// Only events of this kind.
        kind: Option<VmEventKind>,
        /// Only what came of the timeline's event at this place of `spec.events`, from 0.
        event: Option<usize>,
        /// Nodes whose amounts over time are given. Default: none.
        series: Vec<String>,
        /// About so many points a series has at most.
        points: usize = 2000,
        /// Whether it is given how full all nodes were over time. Default: where there are more than 40.
        heat: Option<bool>,
    }
}

/// A timeline of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmTimelineName {
    /// `namespace/name`.
    pub key: String,
    /// The names of its variants.
    pub variants: Vec<String>,
}

/// Why nothing was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmProblem {
    /// Where in the config; empty where it is not about one place.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// The plugin's config.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmConfig {
    /// The size of a memory slot, a quantity.
    pub mem_block_size: String,
    /// The plugin's scheduler.
    pub scheduler_name: String,
    /// Whether migrations start at all.
    pub do_migration: bool,
    /// What holds for nodes without an override.
    pub node_defaults: VmNodeConfig,
    /// What holds for some nodes.
    pub node_overrides: Vec<VmNodeOverride>,
}

/// What holds for some nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeOverride {
    /// Their names.
    pub nodes: Vec<String>,
    /// What holds for them.
    pub config: VmNodeConfig,
}

/// What is configured for a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeConfig {
    /// CPU.
    pub cpu: VmResourceConfig,
    /// Memory.
    pub memory: VmResourceConfig,
    /// The compute unit.
    pub compute_unit: VmUnits,
}

/// What is configured for one resource.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmResourceConfig {
    /// A fraction of what is reservable.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub watermark: f32,
    /// A quantity.
    pub system: String,
}

/// A node in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeEnd {
    /// Its name.
    pub name: String,
    /// vCPUs.
    pub cpu: VmNodeResource,
    /// Memory slots.
    pub memory: VmNodeResource,
    /// Whether it is under too much pressure.
    pub too_much_pressure: bool,
    /// How many pods of VMs it has.
    pub vms: u32,
    /// How many steps were about it.
    pub steps: u32,
}

/// A migration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmMigration {
    /// The pod that leaves, `namespace/name`.
    pub pod: String,
    /// The pod that takes its place.
    pub target: Option<String>,
    /// The node it leaves.
    pub from: String,
    /// The node it goes to; `null`: none had room.
    pub to: Option<String>,
    /// When it began, in seconds.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub started: f64,
    /// When it ended, in seconds.
    #[cfg_attr(feature = "types", ts(as = "Option<schedscope_objects::types::Float>"))]
    pub ended: Option<f64>,
    /// The step it began with.
    pub start_step: u32,
    /// The step it ended with.
    pub end_step: Option<u32>,
    /// It failed.
    pub failed: bool,
}

/// A node that may use more than there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmOverBudget {
    /// The step, a start.
    pub step: u32,
    /// The node.
    pub node: String,
    /// How much.
    pub message: String,
}

/// What was denied to agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmTotals {
    /// Requests that were answered with a permit.
    pub granted: u32,
    /// Of these, those that got less than they asked for.
    pub denied: u32,
    /// Requests that were refused.
    pub refused: u32,
    /// Migrations that began.
    pub migrations: u32,
    /// Of these, those that failed.
    pub failed: u32,
    /// Of these, those that have not ended.
    pub open: u32,
    /// How often a start found a node that may use more than there is.
    pub over_budget: u32,
    /// Steps after which some node was under too much pressure.
    pub hot: u32,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmTimelineAnswer {
    /// The timelines of the text.
    pub timelines: Vec<VmTimelineName>,
    /// The one that was run, `namespace/name`; `null`: the text has none, only the start was run.
    pub timeline: Option<String>,
    /// Its variant.
    pub variant: Option<String>,
    /// The `ConfigMap` that the config is from, `namespace/name`; `null`: from elsewhere, or a usual
    /// one is assumed.
    pub config_map: Option<String>,
    /// No config is in the text: a usual one is assumed.
    pub assumed_config: bool,
    /// The config that the plugin starts with.
    pub config: Option<VmConfig>,
    /// Why nothing was run.
    pub problem: Option<VmProblem>,
    /// Ideas of the design document that are switched on.
    #[cfg_attr(feature = "types", ts(type = "VmMitigations"))]
    pub mitigations: VmMitigations,
    /// How long it took, in seconds.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub duration: f64,
    /// How many steps there are after the start.
    pub steps: u32,
    /// Counts over all steps.
    pub totals: VmTotals,
    /// How many steps there are of those wanted.
    pub total: u32,
    /// Steps, from the first that is wanted.
    pub events: Vec<VmEvent>,
    /// The nodes in the end, by name; at most 1000.
    pub nodes: Vec<VmNodeEnd>,
    /// How many nodes there are.
    pub node_count: u32,
    /// The pods of VMs of the text that are on no node in the end, and that no migration replaced; at
    /// most 1000.
    pub unplaced: Vec<String>,
    /// How many there are of them.
    pub unplaced_count: u32,
    /// The migrations; at most 1000.
    pub migrations: Vec<VmMigration>,
    /// The nodes that starts found over their budget; at most 1000.
    pub over_budget: Vec<VmOverBudget>,
    /// How full nodes were over time; at most 1000.
    pub heat: Vec<VmHeat>,
    /// It ended at the most steps there may be.
    pub stopped: bool,
    /// The amounts of the nodes that are wanted.
    pub series: Vec<VmSeries>,
}

/// At most so many of a list.
const MOST: usize = 1000;
/// So many nodes can be looked at one by one.
const FEW_NODES: usize = 40;

impl Run {
    /// All of it as data. O(steps + nodes).
    pub fn answer(&self, objects: &Objects, options: &VmTimelineOptions) -> VmTimelineAnswer {
        let names = &objects.names;
        let key = |namespace, name| format!("{}/{}", &names[namespace], &names[name]);
        let timelines = objects.timelines.iter();
        let wanted = self.wanted(options, names);
        let shown = wanted.iter().skip(options.offset);
        let shown = shown.take(options.limit);
        let timeline = self.timeline.as_deref();
        let variant = options.run.variant.clone();
        let few = self.cast.roster.nodes.len() <= FEW_NODES;
        let node = |name: &String| {
            let mut nodes = self.cast.roster.nodes.iter();
            nodes.position(|node| *node.name == **name)
        };
        let heat = options.heat.unwrap_or(!few) && self.problem.is_none();
        let unplaced = self.unplaced();
        VmTimelineAnswer {
            timelines: timelines
                .map(|timeline| VmTimelineName {
                    key: key(timeline.namespace, timeline.name),
                    variants: timeline
                        .variants
                        .iter()
                        .map(|variant| names[variant.name].to_owned())
                        .collect(),
                })
                .collect(),
            timeline: timeline.map(|timeline| key(timeline.namespace, timeline.name)),
            assumed_config: self.setup.config_map.is_none() && !self.setup.own_config,
            config_map: self
                .setup
                .config_map
                .and_then(|map| objects.config_maps.get(map))
                .map(|map| key(map.namespace, map.name)),
            config: self
                .setup
                .config
                .as_ref()
                .ok()
                .map(|config| config_of(config)),
            problem: self.problem.as_ref().map(|problem| VmProblem {
                path: problem.path.clone(),
                message: problem.message.clone(),
            }),
            variant,
            mitigations: self.setup.mitigations.into(),
            duration: seconds(self.duration),
            steps: self.entries.len() as u32,
            totals: self.totals(),
            total: wanted.len() as u32,
            events: shown.map(|step| self.event(*step, names)).collect(),
            nodes: self.ends(),
            node_count: self.cast.roster.nodes.len() as u32,
            unplaced: unplaced
                .iter()
                .take(MOST)
                .map(|pod| self.cast.pod_key(*pod).to_owned())
                .collect(),
            unplaced_count: unplaced.len() as u32,
            migrations: self.migrations_made(),
            over_budget: self
                .over_budget
                .iter()
                .take(MOST)
                .map(|(step, node, message)| VmOverBudget {
                    step: *step,
                    node: self.cast.node_name(*node).to_owned(),
                    message: message.clone(),
                })
                .collect(),
            heat: if heat { self.heat(MOST) } else { Vec::new() },
            stopped: self.stopped,
            series: options
                .series
                .iter()
                .filter_map(node)
                .map(|node| self.series(node as u32, options.points))
                .collect(),
        }
    }

    /// The steps that are wanted.
    fn wanted(&self, options: &VmTimelineOptions, names: &Names) -> Vec<u32> {
        let steps = 1..=self.entries.len().min(MOST_STEPS) as u32;
        let VmTimelineOptions {
            pod, node, event, ..
        } = options;
        if pod.is_none() && node.is_none() && options.kind.is_none() && event.is_none() {
            return steps.collect();
        }
        let stated = self.timeline.as_deref().map(|timeline| &timeline.events);
        let found = steps.filter(|step| {
            let Some(entry) = self.entries.get(*step as usize - 1) else {
                return false;
            };
            if options.kind.is_some_and(|wanted| kind(entry.act) != wanted) {
                return false;
            }
            if let Some(node) = node
                && !self.is_about(entry, node, names)
            {
                return false;
            }
            if let Some(place) = event {
                let its = stated.and_then(|events| events.get(entry.event as usize));
                if its.is_none_or(|its| its.index as usize != *place) {
                    return false;
                }
            }
            pod.as_ref().is_none_or(|pod| {
                if entry.pod == NONE {
                    self.event(*step, names).pod.as_ref() == Some(pod)
                } else {
                    self.cast.pod_key(entry.pod) == pod
                }
            })
        });
        found.collect()
    }

    fn totals(&self) -> VmTotals {
        let mut totals = VmTotals {
            migrations: self.migrations.len() as u32,
            failed: self.migrations.iter().filter(|one| one.failed).count() as u32,
            open: self
                .migrations
                .iter()
                .filter(|one| one.ended.is_none())
                .count() as u32,
            over_budget: self.over_budget.len() as u32,
            ..VmTotals::default()
        };
        for entry in &self.entries {
            match (entry.act, entry.outcome) {
                (Act::Request { want, .. }, Outcome::Answer(Answer::Granted { permit, .. })) => {
                    totals.granted += 1;
                    let is_less = permit.cpu < want.cpu || permit.memory < want.memory;
                    totals.denied += u32::from(is_less);
                }
                (Act::Request { .. }, _) => totals.refused += 1,
                _ => {}
            }
        }
        let mut hot = vec![false; self.cast.roster.nodes.len()];
        let mut count = 0u32;
        let mut since = 0;
        for change in &self.changes {
            if count > 0 {
                totals.hot += change.step - since;
            }
            since = change.step;
            let was = std::mem::replace(&mut hot[change.node as usize], change.hot);
            count = count + u32::from(change.hot) - u32::from(was);
        }
        if count > 0 {
            totals.hot += self.entries.len() as u32 + 1 - since;
        }
        totals
    }

    fn ends(&self) -> Vec<VmNodeEnd> {
        let nodes = self.cast.roster.nodes.len();
        let mut vms = vec![0; nodes];
        for pod in 0..self.end.pods.len() as u32 {
            if let Some(vm) = self.end.vm(pod) {
                vms[vm.node as usize] += 1;
            }
        }
        let mut steps = vec![0; nodes];
        for entry in &self.entries {
            if let Some(steps) = steps.get_mut(entry.node as usize) {
                *steps += 1;
            }
        }
        let mut ends = Vec::new();
        for node in self.cast.roster.nodes_by_name.iter().take(MOST) {
            let Some(state) = self.end.node(*node) else {
                continue;
            };
            ends.push(VmNodeEnd {
                name: self.cast.node_name(*node).to_owned(),
                cpu: state.amounts.cpu.into(),
                memory: state.amounts.memory.into(),
                too_much_pressure: pressure(&state.amounts, &self.end.mitigations).too_much,
                vms: vms[*node as usize],
                steps: steps[*node as usize],
            });
        }
        ends
    }

    /// The pods of VMs of the text that are on no node, and that no migration replaced.
    fn unplaced(&self) -> Vec<u32> {
        let mut replaced = vec![false; self.cast.len()];
        for migration in &self.migrations {
            let is_done = migration.ended.is_some() && !migration.failed;
            replaced[migration.pod as usize] |= is_done;
        }
        let pods = self.cast.roster.pods.iter().enumerate();
        let vms = pods.filter(|(_, pod)| pod.vm.is_some());
        vms.map(|(pod, _)| pod as u32)
            .filter(|pod| self.end.node_of(*pod).is_none() && !replaced[*pod as usize])
            .collect()
    }

    fn migrations_made(&self) -> Vec<VmMigration> {
        let named = |node: u32| (node != NONE).then(|| self.cast.node_name(node).to_owned());
        let migrations = self.migrations.iter().take(MOST);
        migrations
            .map(|migration| VmMigration {
                pod: self.cast.pod_key(migration.pod).to_owned(),
                target: (migration.target != NONE)
                    .then(|| self.cast.pod_key(migration.target).to_owned()),
                from: self.cast.node_name(migration.from).to_owned(),
                to: named(migration.to),
                started: seconds(migration.started.1),
                ended: migration.ended.map(|(_, at)| seconds(at)),
                start_step: migration.started.0,
                end_step: migration.ended.map(|(step, _)| step),
                failed: migration.failed,
            })
            .collect()
    }
}

fn config_of(config: &PluginConfig) -> VmConfig {
    let node = |node: &NodeConfig| VmNodeConfig {
        cpu: VmResourceConfig {
            watermark: node.cpu.watermark,
            system: node.cpu.system.to_string(),
        },
        memory: VmResourceConfig {
            watermark: node.memory.watermark,
            system: node.memory.system.to_string(),
        },
        compute_unit: VmUnits {
            vcpus: node.unit_cpu,
            mem: node.unit_memory,
        },
    };
    VmConfig {
        mem_block_size: config.slot_size.to_string(),
        scheduler_name: config.scheduler_name.clone(),
        do_migration: config.do_migration,
        node_defaults: node(&config.node_defaults),
        node_overrides: config
            .node_overrides
            .iter()
            .map(|set| VmNodeOverride {
                nodes: set.nodes.clone(),
                config: node(&set.config),
            })
            .collect(),
    }
}
