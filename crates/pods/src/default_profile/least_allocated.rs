//! `NodeResourcesFit`, by default with its strategy `LeastAllocated`: the node with the largest share of free cpu and
//! memory.

use super::ScoreInput;
use crate::{amounts::ResourceId, fit::Fault, node::NodeInfo, score::percent_left};

/// Scores from 0 to 100: the mean over cpu and memory of what stays free, without the resources of which a node has
/// none; or what a configured strategy says. Containers without a request count 100m and 200Mi. O(nodes).
///
/// Kubernetes 1.35 ignores what the incoming pod requests as a whole, a fault that the profile `Proposal` mends.
pub(super) fn scores(input: &ScoreInput<'_>) -> Vec<i64> {
    let request = &input.on.pod.request;
    let strategy = input.profile.and_then(|profile| profile.strategy.as_ref());
    if let Some(strategy) = strategy {
        let mut request = request.clone();
        if input.on.faults.has(Fault::LeastPodLevel) {
            request.non_zero = request.non_zero_of_containers;
        }
        let scores = strategy.scorer().score(&request, input.nodes);
        return scores.unwrap_or_else(|| vec![0; input.nodes.len()]);
    }
    input.nodes.iter().map(|node| free(input, node)).collect()
}

/// The score of one node, which need not be in the input.
pub(super) fn score(input: &ScoreInput<'_>, node: &NodeInfo) -> i64 {
    if input
        .profile
        .is_none_or(|profile| profile.strategy.is_none())
    {
        return free(input, node);
    }
    let nodes = &[node];
    let scores = scores(&ScoreInput { nodes, ..*input });
    scores.first().copied().unwrap_or(0)
}

/// The mean share that stays free.
fn free(input: &ScoreInput<'_>, node: &NodeInfo) -> i64 {
    let request = &input.on.pod.request;
    let asked = if input.on.faults.has(Fault::LeastPodLevel) {
        request.non_zero_of_containers
    } else {
        request.non_zero
    };
    let (mut sum, mut count) = (0, 0);
    let held = node.non_zero.iter().zip(asked);
    for (resource, (held, asked)) in [ResourceId::CPU, ResourceId::MEMORY].into_iter().zip(held) {
        let capacity = node.allocatable.get(resource);
        if capacity > 0 {
            let share = percent_left(capacity, *held, asked).max(0);
            sum = share.saturating_add(sum);
            count += 1;
        }
    }
    sum / i64::max(count, 1)
}
