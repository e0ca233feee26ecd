//! `RequestedToCapacityRatio`: a curve over utilisation.

use crate::{
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, requested, scale, times},
};

/// The weighted score of a curve over the utilisation of each resource.
///
/// Source: Kubernetes 1.35, `NodeResourcesFit`.
#[derive(Clone, Debug)]
pub struct RequestedToCapacityRatio {
    pub resources: Vec<ScoredResource>,
    /// Points of utilisation (0 to 100) and score (0 to 10), by utilisation ascending. May fall.
    pub shape: Vec<(i64, i64)>,
}

impl Scorer for RequestedToCapacityRatio {
    fn name(&self) -> &'static str {
        "RequestedToCapacityRatio"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        Some(nodes.iter().map(|node| self.of(request, node)).collect())
    }
}

impl RequestedToCapacityRatio {
    /// Resources that score 0 do not weigh in the average.
    fn of(&self, request: &Request, node: &NodeInfo) -> i64 {
        let (mut sum, mut weights) = (0_i64, 0_i64);
        for &weighted in &self.resources {
            let Some((asked, capacity)) = requested(weighted, request, node, true) else {
                continue;
            };
            let utilisation = if asked > capacity {
                100
            } else {
                scale(asked, 100, capacity)
            };
            let score = self.curve(utilisation);
            if score > 0 {
                sum = sum.saturating_add(times(score, weighted.weight));
                weights = weights.saturating_add(weighted.weight);
            }
        }
        if weights == 0 {
            return 0;
        }
        (sum as f64 / weights as f64).round() as i64
    }

    /// Straight lines between the points, truncated toward zero.
    fn curve(&self, utilisation: i64) -> i64 {
        let mut before: Option<(i64, i64)> = None;
        for &(at, score) in &self.shape {
            let score = score * 10;
            if utilisation <= at {
                return match before {
                    Some((from, start)) if at != from => {
                        start + (score - start) * (utilisation - from) / (at - from)
                    }
                    _ => score,
                };
            }
            before = Some((at, score));
        }
        before.map_or(0, |(_, score)| score)
    }
}
