//! A decision against what a hub has recorded in the text.

use crate::placement::{
    DecisionDetails,
    caveats::{RecordedComparison, RecordedConditionDifference},
    debug::names,
    summary::{Condition, ConditionStatus},
};

impl DecisionDetails<'_> {
    /// The decision against the recorded one, without causes; `None`: nothing is recorded, or nothing was scheduled.
    /// O(recorded + selected).
    pub(crate) fn recorded(
        &self,
        limit: usize,
        conditions: &[Condition],
    ) -> Option<RecordedComparison> {
        let (decision, objects) = (self.decision, self.objects);
        let status = &decision.placement.status;
        let own = &decision.recorded.own_decisions;
        if !decision.is_scheduled() || (own.is_empty() && status.is_empty()) {
            return None;
        }
        let is_whole = !own.is_empty() && self.lacking_decisions().next().is_none();
        let (mut comes, mut out, mut clusters) = (Vec::new(), Vec::new(), None);
        if is_whole {
            let own = own.iter().filter_map(|index| objects.decisions.get(*index));
            let mut recorded = self.by_name(own.flat_map(|own| own.clusters.iter().copied()));
            recorded.dedup();
            clusters = Some(recorded.len());
            let selection = decision.selection();
            if let Some((selection, fleet)) = selection {
                let all = selection.unordered(fleet);
                comes.extend(all.filter(|cluster| !decision.recorded.is_own(*cluster)));
            }
            decision.fleet.sort(&mut comes);
            recorded.retain(|name| {
                let cluster = decision.fleet.cluster(*name);
                let selected = selection.zip(cluster);
                !selected.is_some_and(|((selection, fleet), cluster)| {
                    selection.is_selected(cluster, fleet)
                })
            });
            out = recorded;
        }
        let differing = status.conditions.iter().filter_map(|recorded| {
            let decided = conditions.iter().find(|one| one.kind == recorded.kind)?;
            let is_true = decided.status == ConditionStatus::True;
            let same = recorded.reason == decided.reason && (recorded.status == "True") == is_true;
            (!same).then(|| RecordedConditionDifference {
                kind: recorded.kind.clone(),
                status: recorded.status.clone(),
                reason: recorded.reason.clone(),
                decided: decided.reason.clone(),
            })
        });
        let conditions: Vec<_> = differing.collect();
        let count = decision.selected_count() as i64;
        Some(RecordedComparison {
            same: comes.is_empty()
                && out.is_empty()
                && conditions.is_empty()
                && status.selected.is_none_or(|selected| selected == count),
            clusters,
            in_count: comes.len(),
            out_count: out.len(),
            comes: names(objects, comes.into_iter().take(limit)),
            out: self.texts(&out[..limit.min(out.len())]),
            number_of_selected_clusters: status.selected.map(Into::into),
            conditions,
            at: None,
            causes: Vec::new(),
        })
    }
}
