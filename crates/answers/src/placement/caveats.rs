//! What a person must know before believing a decision.

use schedscope_answer_macro::answer;
use schedscope_objects::profile::Profile;
pub use schedscope_placement::other_profile::ProfileDifference;
use schedscope_placement::{outcome::SchedulerStatusCode, prioritizer::PlannedPrioritizer};

use crate::placement::{
    DecisionDetails,
    applications::DecisionApplications,
    comparison::{KeptDecision, RecordedComparison},
    condition::Condition,
    names::names,
};

/// The minimum number of names to list, regardless of the limit: a sentence names them.
pub(crate) const NAMED: usize = 10;

/// What a person must know before believing a decision; a part of every answer about a decision.
#[answer(Default, Eq)]
pub struct DecisionCaveats {
    /// What the other profile decides; absent if it decides the same, unless this is a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_profile: Option<OtherProfile>,
    /// The decision against what a hub has recorded in the input; absent if nothing is recorded, or if nothing was
    /// scheduled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedComparison>,
    /// The recorded decision that stays in force, because the hub leaves the placement alone or stops before it
    /// schedules; absent if something was decided, or nothing is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptDecision>,
    /// The Applications that Argo CD creates from the decision; absent if no `ApplicationSet` of the input reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DecisionApplications>>")]
    pub applications: Vec<DecisionApplications>,
}

/// The decision of the other profile.
#[answer(Eq)]
pub struct OtherProfile {
    /// The other profile.
    pub profile: Profile,
    /// Whether it decides the same.
    pub same: bool,
    /// The status with which its scheduler ends.
    pub status: SchedulerStatusCode,
    /// The message of that status.
    pub message: String,
    /// The number of clusters that it selects.
    pub selected: usize,
    /// The clusters that it selects and this profile does not, by name; at most `limit` of them, or 10.
    pub added: Vec<String>,
    /// The clusters that this profile selects and it does not, by name; at most `limit` of them, or 10.
    pub removed: Vec<String>,
    /// The number of all clusters that are added.
    pub added_count: usize,
    /// The number of all clusters that are removed.
    pub removed_count: usize,
    /// What of the placement the profiles treat differently.
    pub because: Vec<ProfileDifference>,
}

impl DecisionDetails<'_> {
    /// What a user must know before believing the decision; `limit`: the maximum number of names in a list, at least
    /// [`NAMED`].
    pub(crate) fn caveats(&self, limit: usize, conditions: &[Condition]) -> DecisionCaveats {
        let limit = limit.max(NAMED);
        DecisionCaveats {
            other_profile: self.other_profile(limit),
            recorded: self.recorded(limit, conditions),
            kept: self.kept(),
            applications: self.applications(limit),
        }
    }

    fn other_profile(&self, limit: usize) -> Option<OtherProfile> {
        let other = self.decision.other.as_ref()?;
        let list = |clusters: &[_]| names(self.objects, clusters.iter().take(limit).copied());
        Some(OtherProfile {
            profile: other.profile,
            same: other.is_same,
            status: other.status.code,
            message: other.status.message.clone(),
            selected: other.selected,
            added: list(&other.comes),
            removed: list(&other.goes),
            added_count: other.comes.len(),
            removed_count: other.goes.len(),
            because: other.because.clone(),
        })
    }
}

/// The name of the `AddOnPlacementScore` in the name of a prioritizer.
pub fn add_on(entry: &PlannedPrioritizer) -> Option<&str> {
    entry.name.strip_prefix("AddOn/")?.split('/').next()
}
