//! A run as data: its steps, the final state of nodes, and their amounts over time.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    namespaced_name::{NamedObject, NamespacedName},
    objects::Objects,
};
use schedscope_options::{Few, Fraction, options};
use schedscope_vm::{
    plugin::Mitigations,
    timeline::{change::Outage, run::MAX_STEPS},
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::vm::{
    problem::{VmExcess, VmProblem},
    timeline::{
        MAX_LISTED, RunAnswers,
        config::{VmConfig, config_of},
        end::VmNodeEnd,
        event::{VmStep, VmStepKind, kind},
        migration::VmMigration,
        series::{VmHeat, VmSeries, seconds},
        totals::VmTotals,
    },
};

options! {
    /// The run that a question is about.
    pub struct VmRunOptions {
        /// The timeline. Default: the first of the input.
        timeline: Option<NamedObject>,
        /// The name of a variant of the timeline. Default: none.
        variant: Option<String>,
        /// Ideas of the design document; they replace those of the input.
        mitigations: Option<VmMitigations>,
    }
}

options! {
    /// Ideas of the design document against over-correction. A missing field means off.
    pub struct VmMitigations {
        /// The maximum number of compute units that an agent adds in one request.
        largest_step: Option<u16> [1..=65_535],
        /// The fraction of the capacity pressure that counts.
        capacity_pressure_factor: Option<Fraction>,
        /// The number of denials in a row after which capacity pressure counts.
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
    /// The selection of events, and of the data for charts.
    pub struct VmTimelineOptions {
        ..run: VmRunOptions,
        /// The number of events to skip.
        offset: usize,
        /// The greatest number of events to list.
        limit: usize = 200,
        /// Only events of this pod.
        pod: Option<NamedObject>,
        /// Only events of this node.
        node: Option<String>,
        /// Only events of this kind.
        kind: Option<VmStepKind>,
        /// Only events that follow from this entry of `spec.events`, counted from 0.
        event: Option<usize>,
        /// The nodes whose amounts over time are included, at most 1,000. Default: none.
        series: Few<String>,
        /// The greatest number of points of a series, approximately.
        points: usize = 2000,
        /// Whether to include the fill level of nodes over time. Default: if there are more than 40 nodes.
        heat: Option<bool>,
    }
}

/// A timeline of the input.
#[answer(Eq)]
pub struct VmTimelineName {
    /// The timeline.
    pub timeline: NamespacedName,
    /// The names of the variants.
    pub variants: Vec<String>,
}

/// A node whose pods may use more than the node has.
#[answer(Eq)]
pub struct VmOverBudget {
    /// The step of the start that found it.
    pub step: u32,
    /// The node.
    pub node: String,
    /// The resource and its amounts.
    #[serde(flatten)]
    #[ts(flatten)]
    pub excess: VmExcess,
}

/// A time without a scheduler. Agents keep within their last permits; nothing is scheduled, permitted or migrated.
#[answer]
pub struct VmOutage {
    /// The time of its beginning, in seconds.
    #[ts(as = "schedscope_objects::types::Float")]
    pub from: f64,
    /// The time when the scheduler is back, in seconds; `null`: it is away until the end.
    #[ts(as = "Option<schedscope_objects::types::Float>")]
    pub until: Option<f64>,
    /// The step of the latest start that failed; `null`: the timeline stops the scheduler.
    pub step: Option<u32>,
    /// Why the scheduler does not start; `null`: the timeline stops it.
    pub problem: Option<VmProblem>,
}

/// The run of a timeline.
#[answer]
pub struct VmTimelineAnswer {
    /// The timelines of the input.
    pub timelines: Vec<VmTimelineName>,
    /// The timeline that was run; `null`: the input has none, and only the start was run.
    pub timeline: Option<NamespacedName>,
    /// The variant that was run; `null`: none.
    pub variant: Option<String>,
    /// The `ConfigMap` with the config; `null`: that of the timeline, or a typical one.
    pub config_map: Option<NamespacedName>,
    /// The input has no config: a typical one is assumed.
    pub assumed_config: bool,
    /// The config at the start; `null`: it cannot be read.
    pub config: Option<VmConfig>,
    /// The reason why nothing was run; `null`: the timeline was run.
    pub not_run: Option<VmProblem>,
    /// The ideas of the design document that are switched on.
    #[ts(type = "VmMitigations")]
    pub mitigations: VmMitigations,
    /// The duration in seconds.
    #[ts(as = "schedscope_objects::types::Float")]
    pub duration: f64,
    /// The number of steps after the start.
    pub steps_total: u32,
    /// Counts over all steps.
    pub totals: VmTotals,
    /// The number of steps that match the options `pod`, `node`, `kind` and `event`.
    pub matching: u32,
    /// The matching steps from `offset`, at most `limit` of them.
    pub steps: Vec<VmStep>,
    /// The final state of nodes, by name; at most 1,000.
    pub nodes: Vec<VmNodeEnd>,
    /// The number of nodes.
    pub node_count: u32,
    /// The pods of VMs of the input that are not on a node in the end and that no migration replaced; at most 1,000.
    pub unplaced: Vec<NamespacedName>,
    /// The number of these pods.
    pub unplaced_count: u32,
    /// The migrations; at most 1,000.
    pub migrations: Vec<VmMigration>,
    /// The times without a scheduler; at most 1,000.
    pub outages: Vec<VmOutage>,
    /// The nodes that were over budget after a start; at most 1,000.
    pub over_budget: Vec<VmOverBudget>,
    /// The fill levels of nodes over time; at most 1,000.
    pub heat: Vec<VmHeat>,
    /// Whether the run stopped at the maximum number of steps.
    pub stopped: bool,
    /// The amounts over time of the nodes in the option `series`.
    pub series: Vec<VmSeries>,
}

/// The greatest number of nodes that a person can look at one by one.
const FEW_NODES: usize = 40;

impl RunAnswers<'_> {
    /// Whether the input has no config of the plugin.
    pub fn assumes_config(&self) -> bool {
        self.run.setup.config_map.is_none() && !self.run.setup.own_config
    }

    /// All of it as data. O(steps + nodes).
    pub fn timeline(&self, objects: &Objects, options: &VmTimelineOptions) -> VmTimelineAnswer {
        let names = &objects.names;
        let full = |namespace, name| NamespacedName::new(namespace, name, names);
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
        let unplaced = self.run.unplaced();
        VmTimelineAnswer {
            timelines: timelines
                .map(|timeline| VmTimelineName {
                    timeline: full(timeline.namespace, timeline.name),
                    variants: timeline
                        .variants
                        .iter()
                        .map(|variant| names[variant.name].to_owned())
                        .collect(),
                })
                .collect(),
            timeline: timeline.map(|timeline| full(timeline.namespace, timeline.name)),
            assumed_config: self.assumes_config(),
            config_map: self
                .run
                .setup
                .config_map
                .and_then(|map| objects.config_maps.get(map))
                .map(|map| full(map.namespace, map.name)),
            config: self
                .run
                .setup
                .config
                .as_ref()
                .ok()
                .map(|config| config_of(config)),
            not_run: self
                .run
                .problem
                .as_ref()
                .map(|refusal| VmProblem::start(refusal, |pod| self.run.inventory.pod_key(pod))),
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
                .map(|pod| self.run.inventory.pod_key(*pod).into())
                .collect(),
            unplaced_count: unplaced.len() as u32,
            migrations: self.migrations(),
            outages: self
                .run
                .outages
                .iter()
                .take(MAX_LISTED)
                .map(|outage| self.outage(outage))
                .collect(),
            over_budget: self
                .run
                .over_budget
                .iter()
                .take(MAX_LISTED)
                .map(|(step, over)| VmOverBudget {
                    step: *step,
                    node: self.run.inventory.node_name(over.node).to_owned(),
                    excess: (*over).into(),
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
                .0
                .iter()
                .filter_map(node)
                .map(|node| self.series(node, options.points))
                .collect(),
        }
    }

    fn outage(&self, outage: &Outage) -> VmOutage {
        let fatal = outage.fatal.as_ref();
        VmOutage {
            from: seconds(outage.from),
            until: outage.until.map(seconds),
            step: fatal.map(|(step, _)| *step),
            problem: fatal.map(|(_, vm)| VmProblem::fatal(vm, self.run.inventory.pod_key(vm.pod))),
        }
    }

    /// The pod that an option names, whether or not there is one.
    fn pod_named(&self, named: &NamedObject) -> NamespacedName {
        let keys = self.run.inventory.ids();
        let keys = keys.filter_map(|pod| self.run.inventory.pod_key(pod).split_once('/'));
        let alike = keys.filter(|(_, name)| *name == named.name);
        let namespace = named.among(alike.map(|(namespace, _)| (namespace, namespace)));
        let stated = named.namespace.as_deref().unwrap_or("default");
        NamespacedName {
            namespace: namespace.unwrap_or(stated).to_owned(),
            name: named.name.clone(),
        }
    }

    /// The steps that are wanted.
    fn wanted(&self, options: &VmTimelineOptions) -> Vec<u32> {
        let steps = 1..=self.run.steps.len().min(MAX_STEPS) as u32;
        let VmTimelineOptions { node, event, .. } = options;
        let pod = options.pod.as_ref().map(|pod| self.pod_named(pod));
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
                Some(id) => *pod == *self.run.inventory.pod_key(id),
                None => self.event(*step).pod.as_ref() == Some(pod),
            })
        });
        found.collect()
    }
}
