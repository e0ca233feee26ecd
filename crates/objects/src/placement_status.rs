//! `status` of a `Placement`: what a hub has written.

use schedscope_time::Timestamp;

use crate::names::Symbol;

/// What a hub has written into a placement; empty where the text has no status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacementStatus {
    /// `numberOfSelectedClusters`.
    pub selected: Option<i64>,
    /// `conditions`, in order.
    pub conditions: Vec<RecordedCondition>,
    /// `decisionGroups[].decisions`: the names of the `PlacementDecision`s.
    pub decisions: Vec<Symbol>,
    /// `decisionGroups`: the names, and how many clusters each group has, in order; `None`: the count is not there.
    pub groups: Vec<(Symbol, Option<usize>)>,
    /// `lastScoreUpdateTime`: when a hub wrote the scores of the decisions.
    pub last_score_update: Option<Timestamp>,
}

/// One of `status.conditions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCondition {
    /// `type`.
    pub kind: String,
    /// `status`: `True`, `False` or `Unknown`.
    pub status: String,
    /// `reason`.
    pub reason: String,
}

impl PlacementStatus {
    /// Whether the text has none, as of a placement that no hub has seen.
    pub fn is_empty(&self) -> bool {
        self.selected.is_none() && self.conditions.is_empty() && self.decisions.is_empty()
    }
}
