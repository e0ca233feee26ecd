//! A run as data: what happened, how nodes ended, and how they did over time.

use schedscope_objects::{objects::Objects, plugin_config::ConfigProblem};
use schedscope_options::{Fraction, options};
use schedscope_vm::{plugin::Mitigations, timeline::run::MAX_STEPS};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::vm::{
    messages,
    timeline::{
        RunAnswers,
        config::{VmConfig, config_of},
        end::VmNodeEnd,
        event::{VmStep, VmStepKind, kind},
        migration::VmMigration,
        series::{VmHeat, VmSeries, seconds},
        totals::VmTotals,
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
        kind: Option<VmStepKind>,
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
pub struct VmRefusal {
    /// Where in the config; empty where it is not about one place.
    pub path: String,
    /// What is wrong.
    pub message: String,
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
    pub not_run: Option<VmRefusal>,
    /// Ideas of the design document that are switched on.
    #[cfg_attr(feature = "types", ts(type = "VmMitigations"))]
    pub mitigations: VmMitigations,
    /// How long it took, in seconds.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub duration: f64,
    /// How many steps the run has after its start.
    pub steps_total: u32,
    /// Counts over all steps.
    pub totals: VmTotals,
    /// How many steps match the options `pod`, `node`, `kind` and `event`.
    pub matching: u32,
    /// The matching steps from `offset`, at most `limit` of them.
    pub steps: Vec<VmStep>,
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

/// The greatest length of a list.
pub(super) const MAX_LISTED: usize = 1000;
/// So many nodes can be looked at one by one.
const FEW_NODES: usize = 40;

impl RunAnswers<'_> {
    /// All of it as data. O(steps + nodes).
    pub fn timeline(&self, objects: &Objects, options: &VmTimelineOptions) -> VmTimelineAnswer {
        let names = &objects.names;
        let key = |namespace, name| format!("{}/{}", &names[namespace], &names[name]);
        let timelines = objects.timelines.iter();
        let wanted = self.wanted(options);
        let shown = wanted.iter().skip(options.offset);
        let shown = shown.take(options.limit);
        let timeline = self.run.timeline.as_deref();
        let variant = options.run.variant.clone();
        let few = self.run.inventory.stated.nodes.len() <= FEW_NODES;
        let node = |name: &String| {
            let mut nodes = self.run.inventory.stated.nodes.entries();
            let found = nodes.find(|(_, node)| *node.name == **name);
            found.map(|(id, _)| id)
        };
        let heat = options.heat.unwrap_or(!few) && self.run.problem.is_none();
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
            assumed_config: self.run.setup.config_map.is_none() && !self.run.setup.own_config,
            config_map: self
                .run
                .setup
                .config_map
                .and_then(|map| objects.config_maps.get(map))
                .map(|map| key(map.namespace, map.name)),
            config: self
                .run
                .setup
                .config
                .as_ref()
                .ok()
                .map(|config| config_of(config)),
            not_run: self.run.problem.as_ref().map(|problem| {
                let ConfigProblem { path, message } = messages::config(problem);
                VmRefusal { path, message }
            }),
            variant,
            mitigations: self.run.setup.mitigations.into(),
            duration: seconds(self.run.duration),
            steps_total: self.run.steps.len() as u32,
            totals: self.totals(),
            matching: wanted.len() as u32,
            steps: shown.map(|step| self.event(*step)).collect(),
            nodes: self.ends(),
            node_count: self.run.inventory.stated.nodes.len() as u32,
            unplaced: unplaced
                .iter()
                .take(MAX_LISTED)
                .map(|pod| self.run.inventory.pod_key(*pod).to_owned())
                .collect(),
            unplaced_count: unplaced.len() as u32,
            migrations: self.migrations(),
            over_budget: self
                .run
                .over_budget
                .iter()
                .take(MAX_LISTED)
                .map(|(step, over)| VmOverBudget {
                    step: *step,
                    node: self.run.inventory.node_name(over.node).to_owned(),
                    message: messages::over_budget(*over),
                })
                .collect(),
            heat: if heat {
                self.heat(MAX_LISTED)
            } else {
                Vec::new()
            },
            stopped: self.run.stopped,
            series: options
                .series
                .iter()
                .filter_map(node)
                .map(|node| self.series(node, options.points))
                .collect(),
        }
    }

    /// The steps that are wanted.
    fn wanted(&self, options: &VmTimelineOptions) -> Vec<u32> {
        let steps = 1..=self.run.steps.len().min(MAX_STEPS) as u32;
        let VmTimelineOptions {
            pod, node, event, ..
        } = options;
        if pod.is_none() && node.is_none() && options.kind.is_none() && event.is_none() {
            return steps.collect();
        }
        let found = steps.filter(|step| {
            let Some(entry) = self.run.step(*step) else {
                return false;
            };
            if options.kind.is_some_and(|wanted| kind(entry.act) != wanted) {
                return false;
            }
            if let Some(node) = node
                && !self.is_about(entry, node)
            {
                return false;
            }
            if let Some(place) = event {
                let its = self.run.event(entry);
                if its.is_none_or(|its| its.index as usize != *place) {
                    return false;
                }
            }
            pod.as_ref().is_none_or(|pod| match entry.pod {
                Some(id) => self.run.inventory.pod_key(id) == pod,
                None => self.event(*step).pod.as_ref() == Some(pod),
            })
        });
        found.collect()
    }
}
