//! `BalancedAllocation`: the node whose resources would be used in equal shares.

use schedscope_objects::kubernetes_version::{KubernetesVersion, VersionedRule};
use smallvec::SmallVec;

use crate::{
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, asks_for_any, requested},
};

/// `int((1 - std) * 100)` over the used fractions of the resources, each at most 1. For two resources std is half their
/// difference, for more the deviation of the population. From 1.36 on, by how much the pod improves this:
/// `50 + (50 + with - without) / 2`. Pods that do not request any of the resources are not scored.
///
/// Source: Kubernetes 1.35 and 1.36, `NodeResourcesBalancedAllocation`.
#[derive(Clone, Debug)]
pub struct BalancedAllocation {
    /// The balanced resources.
    pub resources: Vec<ScoredResource>,
    /// The release of Kubernetes that is reproduced.
    pub version: KubernetesVersion,
}

impl Scorer for BalancedAllocation {
    fn name(&self) -> &'static str {
        "BalancedAllocation"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        if !asks_for_any(&request.fit, &self.resources) {
            return None;
        }
        let score = |node: &&NodeInfo| balance(&self.resources, request, node, self.version);
        Some(nodes.iter().map(score).collect())
    }
}

/// The score of a node for a pod that asks for one of the resources.
pub(crate) fn balance(
    resources: &[ScoredResource],
    request: &Request,
    node: &NodeInfo,
    version: KubernetesVersion,
) -> i64 {
    let is_improvement = version.has(VersionedRule::BalancedImprovement);
    // A queue scores nodes one at a time: no memory is taken for the usual two.
    let (mut with, mut without) = <(SmallVec<[f64; 2]>, SmallVec<[f64; 2]>)>::default();
    for weighted in resources {
        let Some((asked, capacity)) = requested(*weighted, request, node, false) else {
            continue;
        };
        let fraction = |amount: i64| (amount as f64 / capacity as f64).min(1.0);
        with.push(fraction(asked));
        if is_improvement {
            without.push(fraction(node.requested.get(weighted.resource)));
        }
    }
    let with = evenness(&with);
    if is_improvement {
        50 + (50 + with - evenness(&without)) / 2
    } else {
        with
    }
}

/// How even the used fractions are, from 0 to 100.
fn evenness(fractions: &[f64]) -> i64 {
    let deviation = match fractions {
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
