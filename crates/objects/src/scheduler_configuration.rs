//! `KubeSchedulerConfiguration` (`kubescheduler.config.k8s.io/v1`): which plugins a scheduler uses, and how.

use std::sync::Arc;

use crate::{
    names::Symbol,
    pod::{NodeSelectorTerm, TopologySpreadConstraint},
    word::Word as _,
    words,
};

words! {
    /// The filters of Kubernetes, in the order in which they run.
    pub enum Filter {
        /// Cordoned nodes.
        NodeUnschedulable = "NodeUnschedulable",
        /// `spec.nodeName`.
        NodeName = "NodeName",
        TaintToleration = "TaintToleration",
        /// Node selector and required node affinity.
        NodeAffinity = "NodeAffinity",
        NodePorts = "NodePorts",
        /// The number of pods, and resources.
        NodeResourcesFit = "NodeResourcesFit",
        /// Disks, and claims that one pod may use.
        VolumeRestrictions = "VolumeRestrictions",
        /// How many volumes can be attached.
        NodeVolumeLimits = "NodeVolumeLimits",
        /// Volumes of claims.
        VolumeBinding = "VolumeBinding",
        /// Zones of volumes.
        VolumeZone = "VolumeZone",
        /// Topology spread constraints.
        PodTopologySpread = "PodTopologySpread",
        /// Pod affinity and anti-affinity.
        InterPodAffinity = "InterPodAffinity",
    }
}

/// The other plugins of the default profile, and `CapacityScheduling`, with whether an answer needs them for more than
/// scores. The table in `not_looked_at` lists the objects of those that are not modelled.
const OTHER_PLUGINS: [(&str, bool); 8] = [
    ("SchedulingGates", true),
    ("PrioritySort", false),
    ("DynamicResources", false),
    ("NodeResourcesBalancedAllocation", true),
    ("ImageLocality", false),
    ("DefaultPreemption", false),
    ("DefaultBinder", false),
    ("CapacityScheduling", false),
];

/// The plugins whose arguments are read, or change no answer.
pub const CONFIGURED_PLUGINS: &[&str] = &[
    "NodeAffinity",
    "NodeResourcesFit",
    "PodTopologySpread",
    "InterPodAffinity",
    "NodeResourcesBalancedAllocation",
    "DefaultPreemption",
    "CapacityScheduling",
    "DynamicResources",
    "VolumeBinding",
];

/// Whether a plugin is one of the default profile, or `CapacityScheduling`.
pub fn is_known_plugin(name: &str) -> bool {
    Filter::of(name).is_some() || OTHER_PLUGINS.iter().any(|(known, _)| *known == name)
}

/// Whether an answer needs a plugin for more than scores; `*` is all of them.
pub fn is_needed_plugin(name: &str) -> bool {
    name == "*" || Filter::of(name).is_some() || OTHER_PLUGINS.contains(&(name, true))
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchedulerConfiguration {
    /// The name of the first profile, because the configuration itself has no name.
    pub name: Symbol,
    /// `profiles`, in order; one without settings where absent.
    pub profiles: Box<[SchedulerProfile]>,
}

/// A profile: how pods with a `schedulerName` are scheduled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchedulerProfile {
    /// `schedulerName`; `default-scheduler` where absent.
    pub name: Symbol,
    /// Its name is `default-scheduler`: pods without a `schedulerName` are its own.
    pub is_default: bool,
    /// `plugins.multiPoint`.
    pub multi_point: PluginSet,
    /// `plugins.score`.
    pub score: PluginSet,
    pub filters_off: FiltersOff,
    /// `CapacityScheduling` is on where it checks quotas, preempts and reserves.
    pub has_capacity: bool,
    /// Whether `CapacityScheduling` and `DefaultPreemption` preempt: they are on at `postFilter`.
    pub preempting: [bool; 2],
    /// `percentageOfNodesToScore` of the profile, else of the configuration, from 0 to 100; 0: by the number of nodes.
    pub percentage: Option<i32>,
    /// `pluginConfig`.
    pub args: PluginArgs,
}

/// Filters that a profile switches off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FiltersOff {
    /// A bit for each [`Filter`].
    filters: u16,
    /// `PreFilter` of `NodeAffinity` is off: the nodes that a pod names are not the only ones that are looked at.
    pub named_nodes: bool,
}

impl FiltersOff {
    pub fn all_but(filter: Filter) -> Self {
        let mut off = Self::default();
        for (other, _) in Filter::ALL.iter().filter(|(other, _)| *other != filter) {
            off.add(*other);
        }
        off
    }

    /// Switches a filter off.
    pub fn add(&mut self, filter: Filter) {
        self.filters |= 1 << filter as u16;
    }

    /// Whether a filter is off.
    #[inline]
    pub fn has(self, filter: Filter) -> bool {
        self.filters >> filter as u16 & 1 == 1
    }

    /// Whether all filters are on.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The names of those that are off, in the order in which they would be asked.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let filters = Filter::ALL.iter();
        filters.filter_map(move |(filter, name)| self.has(*filter).then_some(*name))
    }
}

/// The plugins that an extension point switches on and off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginSet {
    /// `enabled[]`: name and weight, in order; a weight of 0 or an absent one is 1.
    pub enabled: Vec<(Symbol, i32)>,
    /// `disabled[].name`, without `*`.
    pub disabled: Vec<Symbol>,
    /// `disabled` has `*`: all plugins that are not in `enabled` are off.
    pub disables_all: bool,
}

/// The arguments of plugins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PluginArgs {
    /// `hardPodAffinityWeight` of `InterPodAffinityArgs`, from 0 to 100; `None`: absent, which is 1.
    pub hard_pod_affinity_weight: Option<i32>,
    /// `ignorePreferredTermsOfExistingPods` of `InterPodAffinityArgs`.
    pub ignores_preferred_terms: bool,
    /// `defaultConstraints` of `PodTopologySpreadArgs`, the soft ones; `None`: `defaultingType` is `System`, the
    /// default.
    pub default_constraints: Option<Box<[TopologySpreadConstraint]>>,
    /// `scoringStrategy` of `NodeResourcesFitArgs`; `None`: absent.
    pub scoring_strategy: Option<ScoringStrategy>,
    /// `resources` of `NodeResourcesBalancedAllocationArgs`; `None`: absent, or empty: cpu and memory.
    pub balanced_resources: Option<Box<[Symbol]>>,
    /// The required terms of `addedAffinity` of `NodeAffinityArgs`: one must hold on every node. `None`: absent.
    pub added_affinity: Option<Arc<[NodeSelectorTerm]>>,
    /// `ignoredResources` of `NodeResourcesFitArgs`, and `ignoredResourceGroups`: the part before the slash.
    pub ignored: [Box<[Symbol]>; 2],
}

/// How `NodeResourcesFit` scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoringStrategy {
    /// `type`.
    pub kind: ScoringStrategyKind,
    /// `resources`: names and weights, in order; empty: cpu and memory, of weight 1.
    pub resources: Box<[(Symbol, i32)]>,
    /// `requestedToCapacityRatio.shape`: points of utilisation (0 to 100) and score (0 to 10), in order.
    pub shape: Box<[(i32, i32)]>,
}

/// `scoringStrategy.type`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoringStrategyKind {
    /// `LeastAllocated`.
    #[default]
    LeastAllocated,
    /// `MostAllocated`.
    MostAllocated,
    /// `RequestedToCapacityRatio`.
    RequestedToCapacityRatio,
}

/// How many feasible nodes are enough: kube-scheduler stops when it has found this many. `percentage`: of
/// [`SchedulerProfile`].
///
/// Source: `numFeasibleNodesToFind` of Kubernetes 1.35.
pub fn feasible_nodes_to_find(nodes: usize, percentage: Option<i32>) -> usize {
    const ALWAYS: usize = 100;
    let percentage = match percentage.and_then(|given| usize::try_from(given).ok()) {
        None | Some(0) => 50_usize.saturating_sub(nodes / 125).max(5),
        Some(given) => given,
    };
    let enough = nodes.saturating_mul(percentage) / 100;
    enough.max(ALWAYS).min(nodes)
}

impl PluginSet {
    /// The weight of a plugin that it switches on; `None`: it does not say.
    pub fn weight(&self, plugin: Symbol) -> Option<i32> {
        let mut enabled = self.enabled.iter();
        enabled
            .find(|(name, _)| *name == plugin)
            .map(|(_, weight)| *weight)
    }

    /// Whether it switches a plugin off.
    pub fn disables(&self, plugin: Symbol) -> bool {
        self.disables_all || self.disabled.contains(&plugin)
    }
}

impl SchedulerProfile {
    /// The weight of a plugin at an extension point; `None`: it is off. `default`: its weight in the default profile,
    /// `None` if it is not in it.
    ///
    /// The extension point itself overrides `multiPoint`. Source: `mergePluginSet`, `expandMultiPointPlugins` and
    /// `getScoreWeights` of Kubernetes 1.35.
    pub fn weight_at(
        &self,
        point: &PluginSet,
        plugin: Symbol,
        default: Option<i32>,
    ) -> Option<i32> {
        if let Some(weight) = point.weight(plugin) {
            return Some(weight);
        }
        if point.disables(plugin) {
            return None;
        }
        let is_off = self.multi_point.disables(plugin);
        let own = self.multi_point.weight(plugin);
        own.or(default.filter(|_| !is_off))
    }

    /// Whether pods with this `schedulerName` are its own; empty: pods without one.
    pub fn is_of(&self, scheduler_name: Symbol) -> bool {
        self.name == scheduler_name || (self.is_default && scheduler_name.is_empty())
    }
}
