//! The effects of a change on other placements.

use schedscope_answers::whatif::change::OtherPlacement;
use schedscope_objects::{
    id::{ClusterId, Id as _},
    objects::Objects,
};
use schedscope_placement::DecisionOptions;
use schedscope_whatif::{
    Cost, Edit,
    placement::{Gone, Trials, placement_name},
    search::Change,
};

/// The maximum number of decisions of other placements.
const MOST_DECISIONS: usize = 200;

/// Whether a placement selects each cluster of the text; `None` if it was not decided.
type Selected = Option<Vec<bool>>;

/// The other placements of a text.
pub(super) struct Others {
    /// The options to decide each; `None` for one with CEL expressions, whose verdicts may depend on the edits.
    options: Vec<Option<DecisionOptions>>,
    /// The clusters that they select without edits, computed on first use.
    before: Option<Vec<Selected>>,
    /// The number of decisions left.
    left: usize,
}

impl Others {
    /// All placements except the one that the options name.
    pub(super) fn new(objects: &Objects, options: &DecisionOptions) -> Self {
        let all = objects.placements.iter().enumerate();
        let others = all.filter(|(index, _)| *index != options.placement);
        let options = others.map(|(index, placement)| {
            let mut predicates = placement.spec.predicates.iter();
            let has_cel = predicates.any(|predicate| !predicate.cel_expressions.is_empty());
            (!has_cel).then(|| DecisionOptions {
                profile: options.profile,
                candidates: options.candidates,
                ..DecisionOptions::new(index, options.now)
            })
        });
        Self {
            options: options.collect(),
            before: None,
            left: MOST_DECISIONS,
        }
    }

    /// A change, or the one of those that are as cheap that removes fewest clusters from other placements, which it
    /// displaces, too; and what [`Self::changed`] says of it.
    pub(super) fn least(
        &mut self,
        trials: &mut Trials<'_>,
        change: &Change,
        limit: usize,
    ) -> (Change, (Vec<OtherPlacement>, usize)) {
        let removed = |others: &[OtherPlacement]| -> usize {
            let of = |other: &OtherPlacement| other.removed_total.unwrap_or(other.removed.len());
            others.iter().map(of).sum()
        };
        let mut best = (
            change.edits.clone(),
            self.changed(trials, &change.edits, limit),
        );
        for edits in &change.alike {
            let least = removed(&best.1.0);
            if least == 0 {
                break;
            }
            let others = self.changed(trials, edits, limit);
            if others.1 <= best.1.1 && removed(&others.0) < least {
                best = (edits.clone(), others);
            }
        }
        let (edits, others) = best;
        let displaced = change.cost.displaced + removed(&others.0);
        let cost = Cost::new(&edits, displaced);
        let change = Change {
            edits,
            cost,
            ..change.clone()
        };
        (change, others)
    }

    /// The placements that select other clusters after the edits, and how many were not decided again.
    pub(super) fn changed(
        &mut self,
        trials: &mut Trials<'_>,
        edits: &[Edit],
        limit: usize,
    ) -> (Vec<OtherPlacement>, usize) {
        // No decision depends on the spec of another placement.
        if self.options.is_empty() || edits.iter().all(|edit| edit.object.kind == "Placement") {
            return (Vec::new(), 0);
        }
        let before = match self.before.take() {
            Some(before) => before,
            None => self.decided(trials, &Gone::default()),
        };
        let gone = Gone::of(trials.editor.objects(), edits);
        let after = if trials.editor.apply(edits) {
            self.decided(trials, &gone)
        } else {
            Vec::new()
        };
        trials.editor.undo();
        let (mut found, mut known) = (Vec::new(), 0);
        let objects = trials.editor.objects();
        let names = objects.clusters.by_name(&objects.names);
        for ((one, two), options) in before.iter().zip(&after).zip(&self.options) {
            let (Some(one), Some(two), Some(options)) = (one, two, options) else {
                continue;
            };
            known += 1;
            let only = |these: &[bool], those: &[bool]| {
                let has =
                    |flags: &[bool], cluster: &ClusterId| flags.get(cluster.index()) == Some(&true);
                let by_name = names.by_rank.iter();
                let only = by_name.filter(|cluster| has(these, cluster) && !has(those, cluster));
                let names = only.map(|cluster| objects.cluster_name(*cluster).to_owned());
                let mut names: Vec<String> = names.collect();
                let all = names.len();
                names.truncate(limit);
                (names, (all > limit).then_some(all))
            };
            let ((added, added_total), (removed, removed_total)) = (only(two, one), only(one, two));
            if let Some(placement) = objects.placements.get(options.placement)
                && (!added.is_empty() || !removed.is_empty())
            {
                let object = placement_name(placement, &objects.names);
                found.push(OtherPlacement {
                    object,
                    added,
                    removed,
                    added_total,
                    removed_total,
                });
            }
        }
        self.before = Some(before);
        (found, self.options.len() - known)
    }

    /// The clusters that they select in the edited text, by their ids before the edits.
    fn decided(&mut self, trials: &mut Trials<'_>, gone: &Gone) -> Vec<Selected> {
        let mut left = self.left;
        let count = trials.editor.objects().clusters.len() + gone.clusters().len();
        let all = self.options.iter().map(|options| {
            let options = options.as_ref()?;
            left = left.checked_sub(1)?;
            let decided = trials.session.what_if(trials.editor.objects(), options);
            let decision = decided.ok()?;
            let mut is_in = vec![false; count];
            let (selection, fleet) = decision.selection().unzip();
            for cluster in selection
                .into_iter()
                .zip(fleet)
                .flat_map(|(one, fleet)| one.unordered(fleet))
            {
                if let Some(flag) = is_in.get_mut(gone.before(cluster).index()) {
                    *flag = true;
                }
            }
            Some(is_in)
        });
        let all = all.collect();
        self.left = left;
        all
    }
}
