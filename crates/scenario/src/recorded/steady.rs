//! Whether `Steady` explains that a decision is not the recorded one.

use schedscope_objects::id::ClusterId;
use schedscope_placement::{Decision, prioritizer::PrioritizerKind};

use super::again::{self, left_out};

/// Whether `Steady` is why recorded clusters that pass all filters are not selected: all of them are if the hub had
/// another decision before.
///
/// With a positive weight `Steady` keeps the recorded clusters ahead by as much as it ever gave them: by itself it
/// exchanges clusters only under a negative one, or where the picks of a run of spread depend on each other. For these
/// the clusters are selected again, at most three times.
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
    // What the hub may have had: nothing; what is decided now, so that both take turns; the recorded clusters that go.
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
