//! `TaintToleration`: the node with the fewest taints `PreferNoSchedule` that the pod does not tolerate.

use schedscope_objects::taint::{Taint, TaintEffect};

use super::{ScoreInput, share_of_largest};
use crate::{fit::tolerates, node::NodeInfo};

/// Scores from 0 to 100. The plugin never skips a pod. O(nodes x taints x tolerations).
pub(super) fn scores(input: &ScoreInput<'_>) -> Vec<i64> {
    share_of_largest(&raw(input), true)
}

/// How many of those taints there are.
pub(super) fn raw(input: &ScoreInput<'_>) -> Vec<i64> {
    let is_bad = |taint: &&Taint| {
        taint.effect == TaintEffect::PreferNoSchedule && !tolerates(&input.on.pod.pod, taint)
    };
    let count = |node: &&NodeInfo| node.node.taints.iter().filter(is_bad).count() as i64;
    input.nodes.iter().map(count).collect()
}
