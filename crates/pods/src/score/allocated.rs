//! `LeastAllocated` and `MostAllocated`: the node with the most free resources, or with the least.

use crate::{
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, percent_left, requested, scale, times},
};

/// `sum w * (requested > capacity ? 0 : (capacity - requested) * 100 / capacity) / sum w`.
///
/// Source: Kubernetes 1.35, `NodeResourcesFit`.
#[derive(Clone, Debug)]
pub struct LeastAllocated(pub Vec<ScoredResource>);

/// `sum w * min(requested, capacity) * 100 / capacity / sum w`.
///
/// Source: Kubernetes 1.35, `NodeResourcesFit`.
#[derive(Clone, Debug)]
pub struct MostAllocated(pub Vec<ScoredResource>);

impl Scorer for LeastAllocated {
    fn name(&self) -> &'static str {
        "LeastAllocated"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        Some(weighted(&self.0, request, nodes, |requested, capacity| {
            if requested > capacity {
                0
            } else {
                percent_left(capacity, requested, 0)
            }
        }))
    }
}

impl Scorer for MostAllocated {
    fn name(&self) -> &'static str {
        "MostAllocated"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        Some(weighted(&self.0, request, nodes, |requested, capacity| {
            scale(requested.min(capacity), 100, capacity)
        }))
    }
}

fn weighted(
    resources: &[ScoredResource],
    request: &Request,
    nodes: &[&NodeInfo],
    score: fn(i64, i64) -> i64,
) -> Vec<i64> {
    let of = |node: &&NodeInfo| {
        let (mut sum, mut weights) = (0_i64, 0_i64);
        for &weighted in resources {
            if let Some((asked, capacity)) = requested(weighted, request, node, true) {
                let points = times(score(asked, capacity), weighted.weight);
                sum = sum.saturating_add(points);
                weights = weights.saturating_add(weighted.weight);
            }
        }
        if weights == 0 { 0 } else { sum / weights }
    };
    nodes.iter().map(of).collect()
}
