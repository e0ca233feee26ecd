//! `NodeResourcesBalancedAllocation`: the node whose cpu and memory would be used in equal shares; from 1.36 on, where
//! the pod brings the shares closest together.

use super::ScoreInput;
use crate::{
    amounts::ResourceId,
    node::NodeInfo,
    score::{ScoredResource, asks_for_any, balanced::balance},
};

const fn weighted(resource: ResourceId) -> ScoredResource {
    ScoredResource {
        resource,
        weight: 1,
    }
}

/// The resources that are scored where nothing else is configured.
const DEFAULT: [ScoredResource; 2] = [weighted(ResourceId::CPU), weighted(ResourceId::MEMORY)];

/// Scores from 0 to 100; `None` if the pod does not request any of the resources (default: cpu and memory). O(nodes).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let resources = asked(input)?;
    let request = &input.on.pod.request;
    let version = input.on.snapshot.version;
    let score = |node: &&NodeInfo| balance(resources, request, node, version);
    Some(input.nodes.iter().map(score).collect())
}

/// The score of one node, which need not be in the input.
pub(super) fn score(input: &ScoreInput<'_>, node: &NodeInfo) -> Option<i64> {
    let version = input.on.snapshot.version;
    asked(input).map(|resources| balance(resources, &input.on.pod.request, node, version))
}

/// The scored resources, if the pod requests one of them.
fn asked<'a>(input: &ScoreInput<'a>) -> Option<&'a [ScoredResource]> {
    let configured = input
        .profile
        .and_then(|profile| profile.balanced.as_deref());
    let resources = configured.unwrap_or(&DEFAULT);
    asks_for_any(&input.on.pod.request.fit, resources).then_some(resources)
}
