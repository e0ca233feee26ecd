//! Conditions of a placement's status.

use schedscope_answer_macro::answer;
use schedscope_placement::conditions::PlacementCondition;

/// The status of a condition.
#[answer(Copy, Eq, Hash)]
pub enum ConditionStatus {
    /// The condition holds.
    True,
    /// The condition does not hold.
    False,
}

/// A condition of the placement's status, as the hub would write it.
#[answer(Eq)]
pub struct Condition {
    /// The type: `PlacementMisconfigured` or `PlacementSatisfied`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether the condition holds.
    pub status: ConditionStatus,
    /// The reason, one word in camel case, as on the hub.
    pub reason: String,
    /// The message, as on the hub.
    pub message: String,
}

impl From<PlacementCondition> for Condition {
    fn from(condition: PlacementCondition) -> Self {
        Self {
            kind: condition.kind.to_owned(),
            status: if condition.status {
                ConditionStatus::True
            } else {
                ConditionStatus::False
            },
            reason: condition.reason.to_owned(),
            message: condition.message,
        }
    }
}
