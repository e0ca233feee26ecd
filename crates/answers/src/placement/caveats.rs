//! What a person must know before believing a decision.

use schedscope_objects::{
    diagnostic::ObjectName, incomplete::RefusedField, profile::Profile, words,
};
pub use schedscope_placement::other_profile::ProfileDifference;
use schedscope_placement::{outcome::SchedulerStatusCode, prioritizer::PlannedPrioritizer};
use serde::Serialize;

use crate::{
    missing::MissingInput,
    not_looked_at::NotLookedAt,
    placement::{
        DecisionDetails,
        applications::DecisionApplications,
        debug::names,
        debug_comparison::DebugComparison,
        integer::Integer,
        recorded::{DecisionForm, DecisionFormDifference},
        summary::Condition,
    },
};

/// So many names are listed however small the limit is: a sentence names them.
const NAMED: usize = 10;

/// What a person must know before believing a decision; a part of every answer about a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionCaveats {
    /// The invalid fields of the placement and of what else the decision rests on, in the order of the text: no API
    /// server takes them. At most 10; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<RefusedField>>"))]
    pub refused: Vec<RefusedField>,
    /// The misspelt fields of what the decision rests on, in the order of the text: they are ignored. At most 10;
    /// absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<RefusedField>>"))]
    pub misspelt: Vec<RefusedField>,
    /// The scores that prioritizers name and no `AddOnPlacementScore` of that name has: they count 0. At most 10;
    /// absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<UnknownScore>>"))]
    pub unknown_scores: Vec<UnknownScore>,
    /// What the other profile decides; absent if it decides the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub other_profile: Option<OtherProfile>,
    /// The objects that the decision depends on and the text lacks.
    pub missing_inputs: Vec<MissingInput>,
    /// What of the text is not modelled and can change the decision; empty: nothing.
    pub not_looked_at: Vec<NotLookedAt>,
    /// The decision against what a hub has recorded in the text; absent if nothing is recorded, or if nothing was
    /// scheduled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub recorded: Option<RecordedComparison>,
    /// The recorded decision that stays in force, because the hub leaves the placement alone or stops before it
    /// schedules; absent if something was decided, or if the text has no `PlacementDecision` of the placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kept: Option<KeptDecision>,
    /// What Argo CD makes of the decision; absent if no `ApplicationSet` of the text reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(optional, as = "Option<Vec<DecisionApplications>>")
    )]
    pub applications: Vec<DecisionApplications>,
}

/// A score that a prioritizer names, and that no `AddOnPlacementScore` of the name has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct UnknownScore {
    /// The name of the prioritizer: `AddOn/<addOn>/<score>`.
    pub prioritizer: String,
    /// The name of the `AddOnPlacementScore`s, of which the text has at least one.
    pub add_on: String,
    /// The name of the score.
    pub score: String,
    /// The name of one of their scores that is most likely meant; `null` if none is like it.
    pub meant: Option<String>,
}

/// The decision of the other profile, where it is another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OtherProfile {
    /// The other profile.
    pub profile: Profile,
    /// The status with which its scheduler ends.
    pub status: SchedulerStatusCode,
    /// The message of that status.
    pub message: String,
    /// The number of clusters that it selects.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub selected: usize,
    /// The clusters that it selects and this profile does not, by name; at most `limit` of them, or 10.
    #[serde(rename = "in")]
    #[cfg_attr(feature = "types", ts(rename = "in"))]
    pub comes: Vec<String>,
    /// The clusters that this profile selects and it does not, by name; at most `limit` of them, or 10.
    pub out: Vec<String>,
    /// The number of all clusters that come in.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub in_count: usize,
    /// The number of all clusters that go out.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub out_count: usize,
    /// What of the placement the profiles treat differently.
    pub because: Vec<ProfileDifference>,
}

/// A recorded decision that stays in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct KeptDecision {
    /// All its clusters that are in the text, by name.
    pub clusters: Vec<String>,
    /// Whether the text has all its `PlacementDecision`s, as far as it tells.
    pub is_whole: bool,
}

/// A decision against what a hub has recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RecordedComparison {
    /// Whether nothing of the recorded decisions and the status differs, as far as the text tells; `otherForm` and
    /// `debug` stand beside it.
    pub same: bool,
    /// The number of clusters in the recorded `PlacementDecision`s; `null` if the text lacks one of them.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub clusters: Option<usize>,
    /// The form of the recorded `PlacementDecision`s that are compared; `null` if the text has none. Where it has both,
    /// `ocm`.
    pub form: Option<DecisionForm>,
    /// How the decisions of SIG Multicluster's form differ from those of OCM's; absent if they do not, or if the text
    /// has only one form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub other_form: Option<DecisionFormDifference>,
    /// The decision against the hub's debug result; absent if the text has none of the placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub debug: Option<DebugComparison>,
    /// The clusters that are selected and not recorded, by name; at most `limit` of them, or 10.
    #[serde(rename = "in")]
    #[cfg_attr(feature = "types", ts(rename = "in"))]
    pub comes: Vec<String>,
    /// The clusters that are recorded and not selected, by name; at most `limit` of them, or 10.
    pub out: Vec<String>,
    /// The number of all clusters that are selected and not recorded.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub in_count: usize,
    /// The number of all clusters that are recorded and not selected.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub out_count: usize,
    /// `status.numberOfSelectedClusters`; `null` if the text does not have it.
    pub number_of_selected_clusters: Option<Integer>,
    /// The recorded conditions whose status or reason differs.
    pub conditions: Vec<RecordedConditionDifference>,
    /// The first decision group whose name or clusters differ, where the clusters of all groups together do not;
    /// absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub group: Option<RecordedGroupDifference>,
    /// When the hub wrote it at the earliest, RFC 3339, by the times in the placement and its decisions; `null` if
    /// they have none.
    pub at: Option<String>,
    /// What can explain the difference, likeliest first; empty if nothing differs, or if the text does not tell.
    pub causes: Vec<RecordedCause>,
}

/// A recorded decision group that differs from the one of the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RecordedGroupDifference {
    /// Its index, from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub index: usize,
    /// The recorded one; `null`: the hub has recorded fewer groups.
    pub recorded: Option<GroupSize>,
    /// That of the decision; `null`: it has fewer groups.
    pub decided: Option<GroupSize>,
}

/// A decision group and its size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GroupSize {
    /// Its name; empty for groups without one.
    pub name: String,
    /// Its number of clusters.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub clusters: usize,
    /// Their names, at most as many as `in` lists; empty where the recorded decisions do not tell the groups.
    pub members: Vec<String>,
}

/// A recorded condition that differs from the one of the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RecordedConditionDifference {
    /// The type: `PlacementMisconfigured` or `PlacementSatisfied`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "types", ts(rename = "type"))]
    pub kind: String,
    /// The recorded status.
    pub status: String,
    /// The recorded reason.
    pub reason: String,
    /// The reason of the decision.
    pub decided: String,
}

words! {
    /// Why a decision can differ from the recorded one: `what-if`: the options change the placement. `missing-input`:
    /// the text lacks an object that it names. `number-changed`: no hub records so many clusters, or so few as enough,
    /// for this `numberOfClusters`: it was another one. `misconfigured-then`: the recorded conditions say that the
    /// placement was misconfigured, which empties its decision, and it is not any longer. `other-profile`: the other
    /// profile decides what is recorded.
    /// `taint-added`: a recorded cluster has taints without tolerations, all of which were added after the hub recorded
    /// its decision, or at a known time where it is not known when that was.
    /// `toleration-ended`: a toleration for a taint of a recorded cluster has ended since. `changed-since`: an object
    /// was changed after the hub recorded its decision. `score-expired`: a score of an add-on has expired since.
    /// `steady`: `Steady` scores the recorded clusters, and exchanges them: its weight is negative, or a run of spread
    /// depends on it.
    pub enum RecordedCauseCode {
        /// The options change the placement.
        WhatIf = "what-if",
        /// `numberOfClusters` was another one.
        NumberChanged = "number-changed",
        /// The placement was misconfigured when the hub decided.
        MisconfiguredThen = "misconfigured-then",
        /// The text lacks an object that it names.
        MissingInput = "missing-input",
        /// The other profile decides what is recorded.
        OtherProfile = "other-profile",
        /// A taint of a recorded cluster was added since.
        TaintAdded = "taint-added",
        /// A toleration for a taint of a recorded cluster has ended since.
        TolerationEnded = "toleration-ended",
        /// An object was changed after the hub recorded its decision.
        ChangedSince = "changed-since",
        /// A score of an add-on has expired since.
        ScoreExpired = "score-expired",
        /// `Steady` counts the recorded clusters.
        Steady = "steady",
    }
}

/// What can explain that a decision differs from the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RecordedCause {
    /// What it is.
    pub code: RecordedCauseCode,
    /// The object that changed, expired or is missing; `null` where none is meant.
    pub object: Option<ObjectName>,
    /// When it changed or expired, RFC 3339; `null` where the text does not tell.
    pub time: Option<String>,
    /// The taint, as `key=value:effect`; only of `taint-added`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub taint: Option<String>,
}

impl DecisionDetails<'_> {
    /// What a person must know before believing the decision; `limit`: at most so many names a list, if it is not
    /// below [`NAMED`].
    pub(crate) fn caveats(&self, limit: usize, conditions: &[Condition]) -> DecisionCaveats {
        let limit = limit.max(NAMED);
        DecisionCaveats {
            refused: Vec::new(),
            misspelt: Vec::new(),
            unknown_scores: Vec::new(),
            other_profile: self.other_profile(limit),
            recorded: self.recorded(limit, conditions),
            kept: self.kept(),
            missing_inputs: self.missing_inputs(),
            applications: self.applications(limit),
            not_looked_at: Vec::new(),
        }
    }

    fn other_profile(&self, limit: usize) -> Option<OtherProfile> {
        let other = self.decision.other.as_ref()?;
        let list = |clusters: &[_]| names(self.objects, clusters.iter().take(limit).copied());
        Some(OtherProfile {
            profile: other.profile,
            status: other.status.code,
            message: other.status.message.clone(),
            selected: other.selected,
            comes: list(&other.comes),
            out: list(&other.goes),
            in_count: other.comes.len(),
            out_count: other.goes.len(),
            because: other.because.clone(),
        })
    }
}

/// The name of the `AddOnPlacementScore` in the name of a prioritizer.
pub(crate) fn add_on(entry: &PlannedPrioritizer) -> Option<&str> {
    entry.name.strip_prefix("AddOn/")?.split('/').next()
}
