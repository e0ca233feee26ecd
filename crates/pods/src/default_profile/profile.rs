//! How a configured scheduler scores nodes: the settings of one profile.

use std::sync::Arc;

use schedscope_objects::{
    names::{Names, Symbol},
    pod::{NodeSelectorTerm, TopologySpreadConstraint},
    scheduler_configuration::{FiltersOff, SchedulerProfile, ScoringStrategy, ScoringStrategyKind},
    word::Word as _,
};

use super::{PluginWeights, ScorePlugin};
use crate::{
    amounts::{ResourceId, ResourceNames},
    score::{
        ScoredResource, Scorer,
        allocated::{LeastAllocated, MostAllocated},
        ratio::RequestedToCapacityRatio,
    },
};

/// The settings of a profile of a `KubeSchedulerConfiguration` that affect scores.
#[derive(Clone, Debug)]
pub struct ScoringProfile {
    /// `schedulerName`.
    pub name: Symbol,
    /// Pods without a `schedulerName` are its own.
    pub is_default: bool,
    /// The weights of the plugins that score.
    pub weights: PluginWeights,
    /// What a required term of another pod's affinity is worth, from 0 to 100.
    pub hard_pod_affinity_weight: i64,
    /// Preferred terms of other pods do not count if the pod has no preferred terms.
    pub ignores_preferred_terms: bool,
    /// The soft constraints of pods that have none; `None`: those of the system.
    pub default_constraints: Option<Box<[TopologySpreadConstraint]>>,
    /// How `NodeResourcesFit` scores; `None`: as by default.
    pub strategy: Option<Strategy>,
    /// What `NodeResourcesBalancedAllocation` balances; `None`: cpu and memory.
    pub balanced: Option<Vec<ScoredResource>>,
    /// `NodeAffinity` parses the preferred terms before nodes are scored, even where it does not score them.
    pub pre_scores_node_affinity: bool,
    pub filters_off: FiltersOff,
    /// Which plugins preempt.
    pub preempting: Preempting,
    /// The required terms that it adds to the node affinity of its pods.
    pub added_affinity: Option<Arc<[NodeSelectorTerm]>>,
    /// The extended resources that `NodeResourcesFit` does not check; `None`: it checks all.
    pub ignored: Option<IgnoredResources>,
}

/// Which plugins of a scheduler preempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preempting {
    /// `CapacityScheduling`; also where no configuration says.
    #[default]
    Capacity,
    /// `DefaultPreemption` alone.
    Default,
    /// None.
    Nothing,
}

/// Extended resources that are not checked.
#[derive(Clone, Debug)]
pub struct IgnoredResources([Vec<String>; 2]);

impl IgnoredResources {
    fn new(lists: &[Box<[Symbol]>; 2], names: &Names) -> Option<Self> {
        let texts = |list: &[Symbol]| list.iter().map(|name| names[*name].to_owned()).collect();
        let [own, groups] = lists;
        let is_some = !own.is_empty() || !groups.is_empty();
        is_some.then(|| Self([texts(own), texts(groups)]))
    }

    /// Whether a resource is not checked.
    ///
    /// Source: `fitsRequest` of `plugins/noderesources` and `IsExtendedResourceName` of Kubernetes 1.35.
    pub fn has(&self, resource: &str) -> bool {
        let Some((group, _)) = resource.split_once('/') else {
            return false;
        };
        let is_native = resource.contains("kubernetes.io/") || resource.starts_with("requests.");
        let Self([own, groups]) = self;
        !is_native
            && (own.iter().any(|one| one == resource) || groups.iter().any(|one| one == group))
    }
}

/// A configured strategy of `NodeResourcesFit`.
#[derive(Clone, Debug)]
pub struct Strategy {
    kind: ScoringStrategyKind,
    resources: Vec<ScoredResource>,
    shape: Vec<(i64, i64)>,
}

impl ScoringProfile {
    /// The settings of a profile; its resources are numbered.
    pub fn new(profile: &SchedulerProfile, resources: &mut ResourceNames, names: &Names) -> Self {
        let mut weights = PluginWeights::default();
        for (weight, (_, plugin)) in weights.0.iter_mut().zip(ScorePlugin::ALL) {
            let default = i32::try_from(*weight).ok();
            let own = match names.get(plugin) {
                Some(plugin) => profile.weight_at(&profile.score, plugin, default),
                // Nothing names it.
                None if profile.score.disables_all || profile.multi_point.disables_all => None,
                None => default,
            };
            *weight = own.map_or(0, i64::from);
        }
        let node_affinity = names.get(ScorePlugin::NodeAffinity.word());
        let multi_point = &profile.multi_point;
        let pre_scores_node_affinity = node_affinity.map_or(!multi_point.disables_all, |plugin| {
            !multi_point.disables(plugin) || multi_point.weight(plugin).is_some()
        });
        let args = &profile.args;
        let mut scored = |(name, weight): (Symbol, i32)| ScoredResource {
            resource: resources.number(name, names),
            weight: i64::from(weight),
        };
        let balanced = args.balanced_resources.as_deref();
        let balanced = balanced.map(|all| {
            all.iter()
                .map(|name| scored((*name, 1)))
                .collect::<Vec<_>>()
        });
        let strategy = args.scoring_strategy.as_ref();
        let strategy = strategy.map(|strategy| Strategy::new(strategy, &mut scored));
        Self {
            name: profile.name,
            is_default: profile.is_default,
            weights,
            hard_pod_affinity_weight: args.hard_pod_affinity_weight.map_or(1, i64::from),
            ignores_preferred_terms: args.ignores_preferred_terms,
            default_constraints: args.default_constraints.clone(),
            strategy,
            balanced,
            pre_scores_node_affinity,
            filters_off: profile.filters_off,
            preempting: match profile.preempting {
                [true, _] => Preempting::Capacity,
                [false, true] => Preempting::Default,
                [false, false] => Preempting::Nothing,
            },
            added_affinity: args.added_affinity.clone(),
            ignored: IgnoredResources::new(&args.ignored, names),
        }
    }

    /// Whether pods with this `schedulerName` are its own; empty: pods without one.
    pub fn is_of(&self, scheduler_name: Symbol) -> bool {
        self.name == scheduler_name || (self.is_default && scheduler_name.is_empty())
    }
}

impl Strategy {
    fn new(
        strategy: &ScoringStrategy,
        scored: &mut dyn FnMut((Symbol, i32)) -> ScoredResource,
    ) -> Self {
        let resources: Vec<_> = if strategy.resources.is_empty() {
            let of = |resource| ScoredResource {
                resource,
                weight: 1,
            };
            [ResourceId::CPU, ResourceId::MEMORY].map(of).into()
        } else {
            strategy.resources.iter().copied().map(scored).collect()
        };
        let shape = strategy.shape.iter();
        Self {
            kind: strategy.kind,
            resources,
            shape: shape
                .map(|(at, score)| (i64::from(*at), i64::from(*score)))
                .collect(),
        }
    }

    pub fn scorer(&self) -> Box<dyn Scorer> {
        let resources = self.resources.clone();
        match self.kind {
            ScoringStrategyKind::LeastAllocated => Box::new(LeastAllocated(resources)),
            ScoringStrategyKind::MostAllocated => Box::new(MostAllocated(resources)),
            ScoringStrategyKind::RequestedToCapacityRatio => Box::new(RequestedToCapacityRatio {
                resources,
                shape: self.shape.clone(),
            }),
        }
    }
}
