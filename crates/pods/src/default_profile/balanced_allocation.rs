//! `NodeResourcesBalancedAllocation`: the node whose cpu and memory would be used in equal shares.

use super::ScoreInput;
use crate::{
    amounts::ResourceId,
    score::{ScoredResource, Scorer as _, balanced::BalancedAllocation},
};

/// Scores from 0 to 100; `None`: the pod requests none of the resources, cpu and memory where nothing else is
/// configured. O(nodes).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let weighted = |resource| ScoredResource {
        resource,
        weight: 1,
    };
    let configured = input.profile.and_then(|profile| profile.balanced.clone());
    let resources =
        configured.unwrap_or_else(|| [ResourceId::CPU, ResourceId::MEMORY].map(weighted).to_vec());
    let scorer = BalancedAllocation(resources);
    scorer.score(&input.on.pod.request, input.nodes)
}
