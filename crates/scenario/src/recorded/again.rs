//! Selects again with other totals, to check whether they explain the recorded selection.

use std::sync::Arc;

use schedscope_objects::id::ClusterId;
use schedscope_placement::{Decision, select::Selection, spread::SpreadRun};

/// The selection if the total of each feasible cluster changes by `change` points. O(feasible), plus a run of spread.
pub(super) fn selected(
    decision: &Decision,
    change: &dyn Fn(ClusterId) -> i64,
) -> Option<Selection> {
    let scoring = decision.scoring.as_ref()?;
    let feasible = decision.feasible();
    let mut totals = scoring.totals.clone();
    for (total, &cluster) in totals.iter_mut().zip(feasible) {
        *total = total.saturating_add(change(cluster));
    }
    let wanted = decision
        .wanted
        .map(|wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
    let fleet = &decision.fleet;
    let Some(run) = &scoring.spread else {
        let ranks = decision.ranks();
        return Some(Selection::new(feasible, ranks, &totals, fleet, wanted));
    };
    let terms = &decision.placement.spec.spread_constraints;
    let domains = Arc::clone(&run.domains);
    let run = SpreadRun::new(domains, terms, run.weight, feasible, &totals, fleet, wanted);
    Some(run.selection(feasible))
}

/// The number of recorded clusters that pass all filters and are not selected.
pub(super) fn left_out(decision: &Decision, selection: &Selection) -> usize {
    let own = decision.recorded.own_clusters.iter();
    let own = own.filter(|own| {
        decision.place(**own).is_some() && !selection.is_selected(**own, &decision.fleet)
    });
    own.count()
}
