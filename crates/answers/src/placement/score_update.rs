//! `status.decisions[].score`: whether the hub that writes scores would write them now.

use schedscope_objects::{order, profile::Profile};

use crate::placement::{DecisionDetails, summary::DecisionNoteKind};

impl DecisionDetails<'_> {
    /// Whether the placement, or a decision that is recorded for it, uses the fields about scores.
    fn states_scores(&self) -> bool {
        let placement = &self.decision.placement;
        let recorded = self.decision.recorded.own_decisions.iter();
        let mut recorded = recorded.filter_map(|index| self.objects.decisions.get(*index));
        placement.spec.sort_by.is_some()
            || placement.spec.score_rate_limit.is_some()
            || placement.status.last_score_update.is_some()
            || recorded.any(|decision| decision.scores.iter().any(|score| *score != 0))
    }

    /// Whether scores are written: the hub of today does not.
    pub(crate) fn writes_scores(&self) -> bool {
        self.decision.options.profile == Profile::Proposal && self.states_scores()
    }

    /// What becomes of the fields about scores, and the field that the note is about.
    pub(crate) fn score_note(&self) -> Option<(DecisionNoteKind, Option<String>)> {
        let spec = &self.decision.placement.spec;
        let path = match (spec.sort_by, spec.score_rate_limit) {
            (Some(_), _) => Some("spec.sortBy"),
            (_, Some(_)) => Some("spec.scoreRateLimit"),
            _ => None,
        };
        if !self.states_scores() {
            return None;
        }
        if !self.writes_scores() {
            return Some((DecisionNoteKind::ScoresIgnored, path.map(str::to_owned)));
        }
        let objects = self.decision_objects();
        let new = objects.iter().flat_map(|object| {
            let scores = object.scores.iter().flatten();
            object.cluster_names.iter().zip(scores)
        });
        let mut new: Vec<(&str, i64)> = new.map(|(name, score)| (&**name, score.0)).collect();
        let recorded = self.decision.recorded.own_decisions.iter();
        let recorded = recorded.filter_map(|index| self.objects.decisions.get(*index));
        let mut old: Vec<(&str, i64)> = recorded
            .flat_map(|decision| decision.clusters.iter().zip(&decision.scores))
            .map(|(name, score)| (&self.objects.names[*name], *score))
            .collect();
        order::sort(&mut new, Ord::cmp);
        order::sort(&mut old, Ord::cmp);
        let same_clusters = new
            .iter()
            .map(|(name, _)| name)
            .eq(old.iter().map(|(name, _)| name));
        let kind = match self.decision.scores_wait_until() {
            _ if new == old => DecisionNoteKind::ScoresUnchanged,
            Some(until) if same_clusters => DecisionNoteKind::ScoresWait {
                until: until.to_string(),
            },
            _ => DecisionNoteKind::ScoresWritten,
        };
        Some((kind, Some("spec.scoreRateLimit".to_owned())))
    }
}
