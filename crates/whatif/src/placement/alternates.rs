//! Whether a decision changes once it is recorded.

use schedscope_objects::order;
use schedscope_placement::Decision;

use super::sweep::is_selected;

/// The prioritizer that prefers recorded clusters.
pub(super) const STEADY: &str = "Steady";

/// The score that Steady gives to a recorded cluster.
const KEPT: i64 = 100;

/// Whether the hub changes its decision once it is recorded: `Steady` then scores the selected clusters, and a negative
/// weight works against them. Returns `false` if the decision does not depend on totals alone. O(n log n).
pub fn alternates(decision: &Decision) -> bool {
    let (Some((selection, fleet)), Some(scoring)) = (decision.selection(), &decision.scoring)
    else {
        return false;
    };
    let mut columns = decision.plan.active().zip(&scoring.columns);
    let steady = columns.find(|(entry, _)| entry.name == STEADY && entry.weight < 0);
    let Some((entry, Some(column))) = steady else {
        return false;
    };
    if decision.spread_run().is_some() {
        return false;
    }
    let feasible = decision.feasible().iter().zip(&scoring.totals);
    let again = feasible
        .zip(&column.scores)
        .map(|((&cluster, total), score)| {
            let is_selected = is_selected(decision, cluster);
            let change = i64::from(is_selected) * KEPT - score;
            let total = change
                .checked_mul(i64::from(entry.weight))
                .and_then(|change| total.checked_add(change))?;
            Some((total, fleet.rank(cluster), is_selected))
        });
    let Some(mut again) = again.collect::<Option<Vec<_>>>() else {
        return false;
    };
    order::sort(&mut again, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut again = again.iter().take(selection.count);
    again.any(|(.., was_selected)| !was_selected)
}
