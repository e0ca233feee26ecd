//! `NodeResourcesBalancedAllocation`: the node whose cpu and memory would be used in equal shares.

use super::ScoreInput;
use crate::{
    amounts::ResourceId,
    score::{ScoredResource, Scorer as _, balanced::BalancedAllocation},
};

/// Scores from 0 to 100; `None`: the pod requests neither cpu nor memory. O(nodes).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let weighted = |resource| ScoredResource {
        resource,
        weight: 1,
    };
    let scorer = BalancedAllocation([ResourceId::CPU, ResourceId::MEMORY].map(weighted).to_vec());
    scorer.score(&input.pod.request, input.nodes)
}
