//! How a configured scheduler scores nodes: the settings of one profile.

use schedscope_objects::{
    names::{Names, Symbol},
    pod::TopologySpreadConstraint,
    scheduler_configuration::{SchedulerProfile, ScoringStrategy, ScoringStrategyKind},
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

/// The settings of a profile of a `KubeSchedulerConfiguration`, as far as scores go.
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
    /// Preferred terms of other pods do not count where the pod has none of its own.
    pub ignores_preferred_terms: bool,
    /// The soft constraints of pods that have none; `None`: those of the system.
    pub default_constraints: Option<Box<[TopologySpreadConstraint]>>,
    /// How `NodeResourcesFit` scores; `None`: as by default.
    pub strategy: Option<Strategy>,
    /// What `NodeResourcesBalancedAllocation` balances; `None`: cpu and memory.
    pub balanced: Option<Vec<ScoredResource>>,
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
        }
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

    /// Its scorer.
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
