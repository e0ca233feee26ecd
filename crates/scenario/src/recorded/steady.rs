//! Whether `Steady` explains that a decision is not the recorded one.

use std::sync::Arc;

use schedscope_placement::{
    Decision, prioritizer::PrioritizerKind, select::Selection, spread::SpreadRun,
};

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
    let own = &decision.recorded.own_clusters;
    let keeps = |selection: &Selection| {
        own.iter()
            .all(|own| decision.place(*own).is_none() || selection.is_selected(*own, fleet))
    };
    if keeps(now) {
        return false;
    }
    for history in [History::None, History::Now, History::Gone] {
        if selected_after(decision, weight, history).is_some_and(|then| keeps(&then)) {
            return true;
        }
    }
    false
}

/// What the hub may have had recorded before.
#[derive(Clone, Copy)]
enum History {
    /// Nothing.
    None,
    /// What is decided now, so that both take turns.
    Now,
    /// The recorded clusters that go.
    Gone,
}

/// The selection where `Steady`, of this weight, gives its score to other clusters. O(feasible), and
/// a run of spread.
fn selected_after(decision: &Decision, weight: i64, history: History) -> Option<Selection> {
    let scoring = decision.scoring.as_ref()?;
    let feasible = decision.feasible();
    let mut totals = scoring.totals.clone();
    for (total, &cluster) in totals.iter_mut().zip(feasible) {
        let is_own = decision.recorded.is_own(cluster);
        let is_now = scoring.selection.is_selected(cluster, &decision.fleet);
        let before = match history {
            History::None => false,
            History::Now => is_now,
            History::Gone => is_own && !is_now,
        };
        let change = i64::from(before) - i64::from(is_own);
        *total = total.saturating_add(100 * weight * change);
    }
    let wanted = decision
        .wanted
        .map(|wanted| usize::try_from(wanted).unwrap_or(usize::MAX));
    let fleet = &decision.fleet;
    let Some(run) = &scoring.spread else {
        return Some(Selection::new(feasible, &totals, fleet, wanted));
    };
    let terms = &decision.placement.spec.spread_constraints;
    let domains = Arc::clone(&run.domains);
    let run = SpreadRun::new(domains, terms, run.weight, feasible, &totals, fleet, wanted);
    Some(run.selection(feasible))
}
