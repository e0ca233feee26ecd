//! Whether `Steady` explains why a decision differs from the recorded one.

use schedscope_objects::id::ClusterId;
use schedscope_placement::{Decision, prioritizer::PrioritizerKind};

use super::again::{self, left_out};

/// Whether `Steady` is the reason why recorded clusters that pass all filters are not selected: another previous
/// decision of the hub selects all of them.
///
/// With a positive weight, the recorded clusters keep the points that `Steady` adds, so it exchanges clusters only with
/// a negative weight, or if the picks of a run of spread depend on each other. In these cases the function selects
/// again, at most three times.
pub(super) fn exchanges(decision: &Decision) -> bool {
    let steady = decision.plan.active();
    let steady = steady.filter(|entry| entry.kind == PrioritizerKind::Steady);
    let weight: i64 = steady.map(|entry| i64::from(entry.weight)).sum();
    let Some((now, fleet)) = decision.selection() else {
        return false;
    };
    if weight == 0 || weight > 0 && decision.spread_run().is_none() {
        return false;
    }
    let goes = |cluster| !now.is_selected(cluster, fleet);
    // The hub's possible previous decisions: none; the current one, so that both alternate; the recorded clusters that
    // are no longer selected.
    let before: [&dyn Fn(ClusterId) -> bool; 3] =
        [&|_| false, &|cluster| !goes(cluster), &|cluster| {
            decision.recorded.is_own(cluster) && goes(cluster)
        }];
    let mut then = before.into_iter().filter_map(|before| {
        again::selected(decision, &|cluster| {
            let change = i64::from(before(cluster)) - i64::from(decision.recorded.is_own(cluster));
            100 * weight * change
        })
    });
    left_out(decision, now) > 0 && then.any(|then| left_out(decision, &then) == 0)
}
