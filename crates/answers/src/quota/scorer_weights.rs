//! Several scorers and their weights.

// The options are named as the scorers are.
#![allow(non_snake_case)]

use schedscope_answer_macro::answer;
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Fault, Source, options, scalar};
use schedscope_pods::{default_profile::DEFAULT_PROFILE, score::SCORER_NAMES};
use schedscope_quota::queue::QueueSettings;

/// What picks the nodes of a queue: the default profile, or a scorer by its name in Kubernetes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueScorerName(pub &'static str);

impl QueueScorerName {
    /// All plugins of the pod's profile with their weights.
    pub const DEFAULT_PROFILE: Self = Self(DEFAULT_PROFILE);

    fn all() -> Vec<&'static str> {
        [&[DEFAULT_PROFILE], &SCORER_NAMES[..]].concat()
    }
}

impl Argument for QueueScorerName {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let all = Self::all();
        let index = scalar::word(from, &all)?;
        Ok(Self(all[index]))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("QueueScorerName")
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        Some(format!("\"{}\"", self.0))
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        let docs = "What picks the nodes of a queue. `DefaultProfile`: all plugins of kube-scheduler's default profile \
                    with their weights, or those of the profile that the text configures for the pod; or a scorer by \
                    its name in Kubernetes.";
        declarations.union("QueueScorerName", docs, &Self::all());
    }
}

options! {
    /// Scorers by their names in Kubernetes, with their weights; 1 to 100 as in Kubernetes. The plugins of the default
    /// profile come last: their weights are added to those by `DefaultProfile`.
    pub struct ScorerWeights {
        /// The sum of all plugins of the pod's profile, each with its weight.
        DefaultProfile: Option<i64> [1..=100],
        /// Limit-aware scoring.
        LimitAware: Option<i64> [1..=100],
        /// The most left after requests.
        LeastAllocated: Option<i64> [1..=100],
        /// The least left after requests.
        MostAllocated: Option<i64> [1..=100],
        /// A curve over the requested share, rising from 0 to 100%.
        RequestedToCapacityRatio: Option<i64> [1..=100],
        /// Resources requested evenly.
        BalancedAllocation: Option<i64> [1..=100],
        /// The smallest nodes first.
        NodeResourcesAllocatableLeast: Option<i64> [1..=100],
        /// The largest nodes first.
        NodeResourcesAllocatableMost: Option<i64> [1..=100],
        /// The fewest taints with the effect `PreferNoSchedule`.
        TaintToleration: Option<i64> [1..=100],
        /// Preferred node affinity.
        NodeAffinity: Option<i64> [1..=100],
        /// Topology spread constraints that may be violated.
        PodTopologySpread: Option<i64> [1..=100],
        /// Preferred pod affinity and anti-affinity.
        InterPodAffinity: Option<i64> [1..=100],
        /// The most left after requests, or the strategy of the pod's profile.
        NodeResourcesFit: Option<i64> [1..=100],
        /// Cpu and memory requested evenly, or the resources of the pod's profile.
        NodeResourcesBalancedAllocation: Option<i64> [1..=100],
        /// Images that a node has.
        ImageLocality: Option<i64> [1..=100],
    }
}

impl ScorerWeights {
    /// Those that have a weight, the default profile first.
    pub fn list(&self) -> Vec<(&'static str, i64)> {
        let all = [
            (DEFAULT_PROFILE, self.DefaultProfile),
            ("LimitAware", self.LimitAware),
            ("LeastAllocated", self.LeastAllocated),
            ("MostAllocated", self.MostAllocated),
            ("RequestedToCapacityRatio", self.RequestedToCapacityRatio),
            ("BalancedAllocation", self.BalancedAllocation),
            (
                "NodeResourcesAllocatableLeast",
                self.NodeResourcesAllocatableLeast,
            ),
            (
                "NodeResourcesAllocatableMost",
                self.NodeResourcesAllocatableMost,
            ),
            ("TaintToleration", self.TaintToleration),
            ("NodeAffinity", self.NodeAffinity),
            ("PodTopologySpread", self.PodTopologySpread),
            ("InterPodAffinity", self.InterPodAffinity),
            ("NodeResourcesFit", self.NodeResourcesFit),
            (
                "NodeResourcesBalancedAllocation",
                self.NodeResourcesBalancedAllocation,
            ),
            ("ImageLocality", self.ImageLocality),
        ];
        let weighted = all.into_iter();
        weighted
            .filter_map(|(name, weight)| Some((name, weight?)))
            .collect()
    }
}

/// A scorer and its weight.
#[answer(Copy, Eq)]
pub struct WeightedScorer {
    /// The name of the scorer, as in Kubernetes; `DefaultProfile`: all plugins of the pod's profile.
    #[ts(type = "QueueScorerName | ScorePlugin")]
    pub name: &'static str,
    /// The weight of the scorer.
    pub weight: i64,
}

impl WeightedScorer {
    /// The scorers of a queue.
    pub fn all(settings: &QueueSettings) -> Vec<Self> {
        let scorers = settings.scorers.iter();
        scorers
            .map(|(name, weight)| Self {
                name,
                weight: *weight,
            })
            .collect()
    }
}
