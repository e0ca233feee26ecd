//! Everything about one cluster, as data.

mod build;
mod reason;

pub(crate) use build::{explain, sets};
pub(crate) use reason::filter_reason;
use schedscope_objects::words;
pub use schedscope_placement::filter::taint_toleration::TolerationRejection;
use serde::Serialize;

use crate::placement::{
    integer::Integer,
    rows::{ClusterState, NotSelectedReason},
    spread::ClusterSpread,
};

/// One requirement of a predicate, held against the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RequirementResult {
    /// What it looks at.
    pub on: RequirementOn,
    /// The label's or claim's key; the expression of CEL.
    pub key: String,
    /// `=` of `matchLabels`; `In`, `NotIn`, `Exists`, `DoesNotExist`; empty for CEL.
    pub operator: String,
    /// The values asked for.
    pub values: Vec<String>,
    /// The cluster's value; null where it has none. For CEL `true`, `false` or `error`.
    pub actual: Option<String>,
    /// The error of a CEL expression; null where there was none.
    pub error: Option<String>,
    /// Whether it holds.
    pub holds: bool,
    /// The field in the placement.
    pub path: String,
}

/// What a requirement looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum RequirementOn {
    /// A label.
    Label,
    /// A cluster claim.
    Claim,
    /// The whole object, through CEL.
    Cel,
}

/// One predicate: all of its requirements must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PredicateResult {
    /// Whether all hold. False where the predicate is misconfigured.
    pub matches: bool,
    /// In the order of the text: labels, claims, CEL.
    pub requirements: Vec<RequirementResult>,
    /// The field in the placement.
    pub path: String,
}

/// One toleration that does not hold for a taint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RejectedToleration {
    /// Its index in the placement.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub toleration: usize,
    /// Why it does not hold.
    pub why: TolerationRejection,
}

/// One taint of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TaintResult {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Its effect.
    pub effect: String,
    /// The field in the cluster.
    pub path: String,
    /// Whether it lets the cluster through.
    pub tolerated: bool,
    /// Index of the toleration that holds; null where none does or the taint has no effect here.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub toleration: Option<usize>,
    /// When that toleration ends, RFC 3339; null where it does not.
    pub expires: Option<String>,
    /// The tolerations that were tried in vain, in order.
    pub rejected: Vec<RejectedToleration>,
}

/// One prioritizer's part in the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScoreTerm {
    /// The prioritizer.
    pub name: String,
    /// The score; null where there is none, which counts 0.
    pub raw: Option<Integer>,
    /// The weight in force.
    pub weight: i32,
    /// Weight x score.
    pub product: Integer,
    /// A remark on the score; null where there is none.
    pub note: Option<ScoreNote>,
}

words! {
    /// A remark on a score.
    pub enum ScoreNote {
        /// It is counted anew in each step of spread.
        StepByStep = "step-by-step",
        /// It has expired, and counts 0.
        Expired = "expired",
        /// There is none, which counts 0.
        NoScore = "no-score",
    }
}

/// Whether a cluster is a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CandidateStatus {
    /// Whether it is.
    pub is: bool,
    /// Why.
    pub why: CandidateReason,
    /// The eligible sets that it is in, sorted.
    pub sets: Vec<String>,
}

/// Why a cluster is a candidate, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum CandidateReason {
    /// There are neither sets nor bindings.
    AllClusters,
    /// It is in an eligible set.
    InSet,
    /// It is in none.
    NoSet,
    /// It is being deleted.
    Deleting,
    /// Every cluster was given to the filters.
    Given,
}

/// One prioritizer's part in a [`ScoreGap`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScoreGapTerm {
    /// The prioritizer.
    pub name: String,
    /// By how much the last selected cluster's product is larger.
    pub difference: Integer,
}

/// How far a cluster is from the last selected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScoreGap {
    /// The last selected cluster.
    pub to: String,
    /// By how much its total is larger; 0 where only the name decided.
    pub total: Integer,
    /// The same, prioritizer by prioritizer.
    pub terms: Vec<ScoreGapTerm>,
}

/// Everything about one cluster. (Where it stands in the text is for the reader's layer to add.)
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterExplanation {
    /// Index of the cluster in the text.
    pub cluster: u32,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub state: ClusterState,
    /// Whether it is a candidate, and why.
    pub candidate: CandidateStatus,
    /// The predicates, `ORed`; empty where the placement has none or the cluster is no candidate.
    pub predicates: Vec<PredicateResult>,
    /// The taints, also where a predicate dropped the cluster already; empty where it is no
    /// candidate.
    pub taints: Vec<TaintResult>,
    /// The active prioritizers; empty where the cluster is not feasible or nothing was scored.
    pub scores: Vec<ScoreTerm>,
    /// The weighted sum.
    pub total: Option<Integer>,
    /// From 1, among the feasible clusters.
    pub rank: Option<u32>,
    /// Its part in the run of spread; null where there was none or it is not feasible.
    pub spread: Option<ClusterSpread>,
    /// For a feasible cluster that was not selected, without spread: distance to the last selected
    /// one.
    pub gap: Option<ScoreGap>,
    /// Why it is not selected; null where it is or nothing was decided.
    pub reason: Option<NotSelectedReason>,
}
