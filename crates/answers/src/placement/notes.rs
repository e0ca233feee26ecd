//! Notes on a decision: facts that may surprise.

use schedscope_objects::{
    id::ClusterId,
    order,
    placement_decision::{PLACEMENT_KEY_LABEL, PlacementDecision},
    taint::{Taint, TaintUpkeep},
};
use schedscope_placement::{cel::cel_path, filter::FilterError};

use crate::placement::{
    DecisionDetails,
    caveats::{NAMED, add_on},
    explain::HubUpkeep,
    names::names,
    spread,
    summary::{DecisionNote, DecisionNoteKind, prioritizer_path},
};

impl DecisionDetails<'_> {
    /// The notes on the decision; those on spread follow the one on candidates.
    pub(crate) fn notes(&self) -> Vec<DecisionNote> {
        let mut notes = Vec::new();
        if self.decision.all_considered() {
            notes.push(DecisionNote {
                kind: DecisionNoteKind::AllClustersConsidered,
                path: None,
            });
        }
        notes.extend(spread::notes(self.decision, &self.objects.names));
        let mut note = |kind, path| notes.push(DecisionNote { kind, path });
        if let Some(Err(FilterError::CelNotEvaluated {
            predicate,
            expression,
        })) = self.decision.matched.as_deref()
        {
            let path = cel_path(*predicate, *expression);
            note(DecisionNoteKind::CelNotEvaluated, Some(path));
        }
        for kind in self.hub_taints() {
            note(kind, None);
        }
        for (entry, column) in self.decision.scorers() {
            let clusters = column.map_or(0, |column| column.expired.len());
            if clusters > 0 {
                let feasible = self.decision.feasible().len();
                let is_choosing = self.decision.selected_count() < feasible;
                let without = || add_on(entry).map_or(0, |name| self.without_score(name));
                let kind = DecisionNoteKind::AddonScoreExpired {
                    prioritizer: entry.name.clone(),
                    clusters,
                    all: is_choosing && clusters + without() == feasible,
                };
                note(kind, prioritizer_path(entry));
            }
        }
        if self.has_foreign() {
            note(DecisionNoteKind::ForeignDecision, None);
        }
        if let Some((kind, path)) = self.score_note() {
            note(kind, path);
        }
        let strategy = self.decision.placement.spec.group_strategy.as_ref();
        let groups = strategy.map_or(&[][..], |strategy| &strategy.decision_groups);
        for (index, group) in groups.iter().enumerate() {
            if !group.selector.cel_expressions.is_empty() {
                note(
                    DecisionNoteKind::GroupCelIgnored,
                    Some(format!(
                        "spec.decisionStrategy.groupStrategy.decisionGroups[{index}].\
                         groupClusterSelector.celSelector"
                    )),
                );
            }
        }
        notes
    }

    /// The taints that the hub adds or removes, of the clusters that the predicates let through. O(these clusters).
    fn hub_taints(&self) -> Vec<DecisionNoteKind> {
        let mut found: Vec<(&Taint, Vec<ClusterId>)> = Vec::new();
        let matched = self.decision.matched();
        for &id in self.decision.fleet.hub_tainted() {
            let cluster = self.objects.clusters.get(id);
            let Some(cluster) = cluster.filter(|_| matched.binary_search(&id).is_ok()) else {
                continue;
            };
            let taints = cluster.taints().iter();
            for taint in taints.filter(|taint| taint.upkeep != TaintUpkeep::Kept) {
                let same = |(one, _): &&mut (&Taint, _)| {
                    (one.key, one.upkeep) == (taint.key, taint.upkeep)
                };
                match found.iter_mut().find(same) {
                    Some((_, clusters)) => clusters.push(id),
                    None => found.push((taint, vec![id])),
                }
            }
        }
        // The order of the input does not matter.
        let names_of = &self.objects.names;
        let key = |taint: &Taint| (&names_of[taint.key], taint.upkeep == TaintUpkeep::Removed);
        order::sort(&mut found, |(a, _), (b, _)| key(a).cmp(&key(b)));
        let kinds = found.into_iter().map(|(taint, mut clusters)| {
            self.decision.fleet.sort(&mut clusters);
            DecisionNoteKind::HubTaint {
                taint: taint.text(&self.objects.names),
                upkeep: if taint.upkeep == TaintUpkeep::Added {
                    HubUpkeep::Added
                } else {
                    HubUpkeep::Removed
                },
                count: clusters.len(),
                clusters: names(self.objects, clusters.into_iter().take(NAMED)),
            }
        });
        kinds.collect()
    }

    /// The expression that was not evaluated on the most clusters, and on how many. O(expressions).
    pub fn skipped_cel(&self) -> Option<(String, usize)> {
        let columns = &self.decision.options.cel.as_ref()?.columns;
        let mut most = None;
        let predicates = &self.decision.placement.spec.predicates;
        for (predicate, selector) in predicates.iter().enumerate() {
            for (place, expression) in selector.cel_expressions.iter().enumerate() {
                let column = columns
                    .iter()
                    .find(|column| column.expression == *expression);
                let skipped = column.map_or(0, |column| column.skipped);
                if skipped > most.as_ref().map_or(0, |(_, most)| *most) {
                    most = Some((cel_path(predicate, place), skipped));
                }
            }
        }
        most
    }

    /// Whether another scheduler has decided the placement, too. O(decisions of SIG Multicluster's form).
    fn has_foreign(&self) -> bool {
        let placement = &self.decision.placement;
        let label = self.objects.names.get(PLACEMENT_KEY_LABEL);
        let of = |slice: &PlacementDecision| label.and_then(|key| slice.labels.get(key));
        let mut slices = self.objects.multicluster_decisions.iter();
        slices.any(|slice| {
            slice.is_foreign
                && slice.namespace == placement.namespace
                && of(slice) == Some(placement.name)
        })
    }
}
