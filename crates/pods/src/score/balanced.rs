//! `BalancedAllocation`: the node whose resources would be used in equal shares.

use smallvec::SmallVec;

use crate::{
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, asks_for_any, requested},
};

/// `int((1 - std) * 100)` over the used fractions of the resources, each at most 1. For two resources std is half their
/// difference, for more the deviation of the population. Pods that do not request any of the resources are not scored.
///
/// Source: Kubernetes 1.35, `NodeResourcesBalancedAllocation`.
#[derive(Clone, Debug)]
pub struct BalancedAllocation(pub Vec<ScoredResource>);

impl Scorer for BalancedAllocation {
    fn name(&self) -> &'static str {
        "BalancedAllocation"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        if !asks_for_any(&request.fit, &self.0) {
            return None;
        }
        let score = |node: &&NodeInfo| balance(&self.0, request, node);
        Some(nodes.iter().map(score).collect())
    }
}

/// The score of a node for a pod that asks for one of the resources.
pub(crate) fn balance(resources: &[ScoredResource], request: &Request, node: &NodeInfo) -> i64 {
    let resources = resources.iter();
    let amounts = resources.filter_map(|weighted| requested(*weighted, request, node, false));
    // A queue scores nodes one at a time: no memory is taken for the usual two.
    let fractions: SmallVec<[f64; 2]> = amounts
        .map(|(asked, capacity)| (asked as f64 / capacity as f64).min(1.0))
        .collect();
    let deviation = match fractions.as_slice() {
        [one, two] => ((one - two) / 2.0).abs(),
        [] | [_] => 0.0,
        all => {
            let count = all.len() as f64;
            let mean = all.iter().sum::<f64>() / count;
            let squares: f64 = all.iter().map(|f| (f - mean) * (f - mean)).sum();
            (squares / count).sqrt()
        }
    };
    ((1.0 - deviation) * 100.0) as i64
}
