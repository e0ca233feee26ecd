//! Several scorers and their weights.

// The options are named as the scorers are.
#![allow(non_snake_case)]

use schedscope_options::options;
use schedscope_quota::queue::QueueSettings;
use serde::Serialize;

options! {
    /// Scorers by their names in Kubernetes, with their weights; 1 to 100 as in Kubernetes.
    pub struct ScorerWeights {
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
    }
}

impl ScorerWeights {
    /// Those that have a weight, limit-aware scoring first.
    pub fn list(&self) -> Vec<(&'static str, i64)> {
        let all = [
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
        ];
        let weighted = all.into_iter();
        weighted
            .filter_map(|(name, weight)| Some((name, weight?)))
            .collect()
    }
}

/// A scorer and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct WeightedScorer {
    /// The name of the scorer, as in Kubernetes.
    #[cfg_attr(feature = "types", ts(type = "ScorerName"))]
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
