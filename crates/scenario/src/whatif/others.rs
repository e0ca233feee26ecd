//! What the edits of a change do to placements that were not asked about.

use schedscope_answers::whatif::change::OtherPlacement;
use schedscope_objects::id::ClusterId;
use schedscope_placement::DecisionOptions;
use schedscope_whatif::{
    Edit,
    placement::{Trials, placement_name, sweep::is_selected},
};

use crate::Scenario;

/// At most so many decisions are made about other placements.
const MOST_DECISIONS: usize = 200;

/// Which clusters a placement selects, by rank; `None`: it was not decided.
type Selected = Option<Vec<(ClusterId, bool)>>;

/// The other placements of a text.
pub(super) struct Others {
    /// How each is decided; `None`: it has CEL expressions, whose verdicts may depend on the edits.
    options: Vec<Option<DecisionOptions>>,
    /// What they select without edits, once that is needed.
    before: Option<Vec<Selected>>,
    /// How many decisions may still be made.
    left: usize,
}

impl Scenario {
    /// All placements but the one of some options.
    pub(super) fn other_placements(&self, options: &DecisionOptions) -> Others {
        let all = self.reader.objects().placements.iter().enumerate();
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
        Others {
            options: options.collect(),
            before: None,
            left: MOST_DECISIONS,
        }
    }
}

impl Others {
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
            None => self.decided(trials),
        };
        let after = if trials.editor.apply(edits) {
            self.decided(trials)
        } else {
            Vec::new()
        };
        trials.editor.undo();
        let (mut found, mut known) = (Vec::new(), 0);
        let objects = trials.editor.objects();
        for ((one, two), options) in before.iter().zip(&after).zip(&self.options) {
            let (Some(one), Some(two), Some(options)) = (one, two, options) else {
                continue;
            };
            known += 1;
            let only = |these: &[(ClusterId, bool)], those: &[(ClusterId, bool)]| {
                let pairs = these.iter().zip(those);
                let only = pairs.filter(|((_, here), (_, there))| *here && !there);
                let names = only.map(|((cluster, _), _)| objects.cluster_name(*cluster).to_owned());
                names.take(limit).collect::<Vec<String>>()
            };
            let (comes, out) = (only(two, one), only(one, two));
            if let Some(placement) = objects.placements.get(options.placement)
                && (!comes.is_empty() || !out.is_empty())
            {
                let object = placement_name(placement, &objects.names);
                found.push(OtherPlacement { object, comes, out });
            }
        }
        self.before = Some(before);
        (found, self.options.len() - known)
    }

    fn decided(&mut self, trials: &mut Trials<'_>) -> Vec<Selected> {
        let mut left = self.left;
        let all = self.options.iter().map(|options| {
            let options = options.as_ref()?;
            left = left.checked_sub(1)?;
            let decided = trials.session.what_if(trials.editor.objects(), options);
            let decision = decided.ok()?;
            let clusters = decision.fleet.by_rank().iter().copied();
            let selected = clusters.map(|cluster| (cluster, is_selected(&decision, cluster)));
            Some(selected.collect())
        });
        let all = all.collect();
        self.left = left;
        all
    }
}
