//! The recorded decisions of a hub compared with the computed one: their two forms, differences, and possible causes.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::ObjectName, names::Symbol, words};

use crate::placement::integer::Integer;

/// A form of `PlacementDecision`s. `ocm`: of `cluster.open-cluster-management.io`, as every hub writes them.
/// `multicluster`: of `multicluster.x-k8s.io`, by SIG Multicluster (KEP-5313).
#[answer(Copy, Default, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum DecisionForm {
    /// Of Open Cluster Management.
    #[default]
    Ocm,
    /// Of SIG Multicluster.
    Multicluster,
}

schedscope_options::words! {
    DecisionForm { "ocm" = Ocm, "multicluster" = Multicluster, }
}

/// How the recorded decisions of SIG Multicluster's form differ from those of OCM's.
#[answer(Eq)]
pub struct DecisionFormDifference {
    /// The clusters that are only in OCM's, by name.
    pub only_ocm: Vec<String>,
    /// The clusters that are only in SIG Multicluster's, by name.
    pub only_multicluster: Vec<String>,
}

/// A recorded decision that stays in force.
#[answer(Eq)]
pub struct KeptDecision {
    /// All its clusters that are in the input, by name.
    pub clusters: Vec<String>,
    /// Whether the input has all its `PlacementDecision`s, as far as it tells.
    pub is_whole: bool,
}

/// A decision compared with what a hub has recorded.
#[answer(Eq)]
pub struct RecordedComparison {
    /// Whether the recorded decisions and the status are the same as the decision, as far as the input has them;
    /// does not include `otherForm`.
    pub same: bool,
    /// The number of clusters in the recorded `PlacementDecision`s; `null` if the input lacks one of them.
    #[ts(type = "number | null")]
    pub clusters: Option<usize>,
    /// The form of the recorded `PlacementDecision`s that are compared; `null` if the input has none. Where it has
    /// both, `ocm`.
    pub form: Option<DecisionForm>,
    /// How the decisions of SIG Multicluster's form differ from those of OCM's; absent if they do not, or if the input
    /// has only one form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_form: Option<DecisionFormDifference>,
    /// The clusters that are selected and not recorded, by name; at most `limit` of them, or 10.
    pub added: Vec<String>,
    /// The clusters that are recorded and not selected, by name; at most `limit` of them, or 10.
    pub removed: Vec<String>,
    /// The clusters of `added` and `removed`, for who looks for causes. Not a part of the answer.
    #[serde(skip)]
    #[ts(skip)]
    pub listed: [Vec<Symbol>; 2],
    /// The number of all clusters that are selected and not recorded.
    pub added_count: usize,
    /// The number of all clusters that are recorded and not selected.
    pub removed_count: usize,
    /// `status.numberOfSelectedClusters`; `null` if the input does not have it.
    pub number_of_selected_clusters: Option<Integer>,
    /// The recorded conditions whose status or reason differs.
    pub conditions: Vec<RecordedConditionDifference>,
    /// The first decision group whose name or clusters differ, where the clusters of all groups together do not;
    /// absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<RecordedGroupDifference>,
    /// When the hub wrote it at the earliest, RFC 3339, by the times in the placement and its decisions; `null` if
    /// they have none.
    pub at: Option<String>,
    /// What can explain the difference, likeliest first; empty if nothing differs, or if the input does not tell.
    pub causes: Vec<RecordedCause>,
}

/// A recorded decision group that differs from the one of the decision.
#[answer(Eq)]
pub struct RecordedGroupDifference {
    /// Its index, from 0.
    pub index: usize,
    /// The recorded one; `null`: the hub has recorded fewer groups.
    pub recorded: Option<GroupSize>,
    /// That of the decision; `null`: it has fewer groups.
    pub decided: Option<GroupSize>,
}

/// A decision group and its size.
#[answer(Eq)]
pub struct GroupSize {
    /// Its name; empty for groups without one.
    pub name: String,
    /// Its number of clusters.
    pub clusters: usize,
    /// Their names, at most as many as `added` lists; empty where the recorded decisions do not tell the groups.
    pub members: Vec<String>,
}

/// A recorded condition that differs from the one of the decision.
#[answer(Eq)]
pub struct RecordedConditionDifference {
    /// The type: `PlacementMisconfigured` or `PlacementSatisfied`.
    #[serde(rename = "type")]
    #[ts(rename = "type")]
    pub kind: String,
    /// The recorded status.
    pub status: String,
    /// The recorded reason.
    pub reason: String,
    /// The reason of the decision.
    pub decided: String,
}

words! {
    /// Why a decision can differ from the recorded one. `what-if`: the options change the placement. `missing-input`:
    /// the input lacks an object that it names. `number-changed`: for this `numberOfClusters` a hub would record fewer
    /// clusters, or would not be satisfied with so few: the number was changed. `misconfigured-then`: the recorded
    /// conditions say that the placement was misconfigured, which empties its decision; it no longer is.
    /// `other-profile`: the decision of the other profile equals the recorded one. `taint-added`: a recorded cluster
    /// has taints without tolerations, all of which were added after the hub recorded its decision, or at a known time
    /// where it is not known when that was. `hub-taint`: the hub adds a taint without a toleration to a recorded
    /// cluster, which is not available. `toleration-ended`: a toleration for a taint of a recorded cluster has ended
    /// since. `changed-since`: an object was changed after the hub recorded its decision. `score-expired`: a score of
    /// an add-on has expired since. `steady`: `Steady` scores the recorded clusters, and exchanges them: its weight is
    /// negative, or a run of spread depends on it.
    pub enum RecordedCauseCode {
        /// The options change the placement.
        WhatIf = "what-if",
        /// `numberOfClusters` was changed.
        NumberChanged = "number-changed",
        /// The placement was misconfigured when the hub decided.
        MisconfiguredThen = "misconfigured-then",
        /// The input lacks an object that it names.
        MissingInput = "missing-input",
        /// The decision of the other profile equals the recorded one.
        OtherProfile = "other-profile",
        /// A taint of a recorded cluster was added since.
        TaintAdded = "taint-added",
        /// The hub adds a taint to a recorded cluster, which is not available.
        HubTaint = "hub-taint",
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
#[answer(Eq)]
pub struct RecordedCause {
    /// What it is.
    pub code: RecordedCauseCode,
    /// The object that changed, expired or is missing; `null` where none is meant.
    pub object: Option<ObjectName>,
    /// When it changed or expired, RFC 3339; `null` where the input does not tell.
    pub time: Option<String>,
    /// The taint, as `key=value:effect`; only of `taint-added`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taint: Option<String>,
}
