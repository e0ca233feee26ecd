//! What an answer must say aloud.

use schedscope_placement::{cel::cel_path, filter::FilterError};

use crate::placement::{
    DecisionDetails, spread,
    summary::{DecisionNote, DecisionNoteCode, prioritizer_path},
};

impl DecisionDetails<'_> {
    /// What must be said aloud.
    pub(crate) fn notes(&self) -> Vec<DecisionNote> {
        let mut notes = Vec::new();
        let spread = spread::notes(self.decision, &self.objects.names);
        let mut note = |code, message: String, path: Option<String>| {
            notes.push(DecisionNote {
                code,
                message,
                path,
            });
        };
        if self.decision.all_considered() {
            note(
                DecisionNoteCode::AllClustersConsidered,
                "no cluster sets given: all clusters considered".to_owned(),
                None,
            );
        }
        notes.extend(spread);
        let mut note = |code, message: String, path: Option<String>| {
            notes.push(DecisionNote {
                code,
                message,
                path,
            });
        };
        if let Some(Err(FilterError::CelNotEvaluated {
            predicate,
            expression,
        })) = self.decision.matched.as_deref()
        {
            note(
                DecisionNoteCode::CelNotEvaluated,
                "CEL was not evaluated".to_owned(),
                Some(cel_path(*predicate, *expression)),
            );
        }
        for (entry, column) in self.decision.scorers() {
            let expired = column.map_or(0, |column| column.expired.len());
            if expired > 0 {
                note(
                    DecisionNoteCode::AddonScoreExpired,
                    format!(
                        "{expired} of the scores `{}` expired and count 0",
                        entry.name
                    ),
                    prioritizer_path(entry),
                );
            }
        }
        let strategy = self.decision.placement.spec.group_strategy.as_ref();
        let groups = strategy.map_or(&[][..], |strategy| &strategy.decision_groups);
        for (index, group) in groups.iter().enumerate() {
            if !group.selector.cel_expressions.is_empty() {
                note(
                    DecisionNoteCode::GroupCelIgnored,
                    "CEL in a decision group has no effect".to_owned(),
                    Some(format!(
                        "spec.decisionStrategy.groupStrategy.decisionGroups[{index}].\
                         groupClusterSelector.celSelector"
                    )),
                );
            }
        }
        notes
    }
}
