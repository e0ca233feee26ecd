//! The explanation of one cluster, as data.

mod build;
mod inputs;
mod reason;

pub(crate) use build::{explain, sets};
pub use inputs::ScoreInputs;
pub(crate) use reason::{asked_by_set, filter_reason};
use schedscope_answer_macro::answer;
use schedscope_objects::words;
pub use schedscope_placement::{cel::CelBudget, filter::taint_toleration::TolerationRejection};

use crate::placement::{
    integer::Integer,
    requirement::RequirementResult,
    rows::{ClusterState, NotSelectedReason},
    spread::ClusterSpread,
};

/// One predicate. A cluster matches it if it meets all requirements.
#[answer(Eq)]
pub struct PredicateResult {
    /// Whether the cluster meets all requirements; `false` if the predicate is misconfigured.
    pub matches: bool,
    /// The requirements in the order of the input: labels, claims, CEL.
    pub requirements: Vec<RequirementResult>,
    /// The path of the predicate in the placement.
    pub path: String,
}

/// A toleration that does not tolerate a taint.
#[answer(Copy, Eq)]
pub struct RejectedToleration {
    /// The index of the toleration in `spec.tolerations`.
    pub toleration: usize,
    /// Why the toleration does not tolerate the taint.
    pub why: TolerationRejection,
}

/// One taint of the cluster and whether the placement tolerates it.
#[answer(Eq)]
pub struct TaintResult {
    /// The key of the taint.
    pub key: String,
    /// The value of the taint; may be empty.
    pub value: String,
    /// The effect of the taint, such as `NoSelect`.
    pub effect: String,
    /// The path of the taint in the cluster; of one that the hub adds, of the conditions that it follows.
    pub path: String,
    /// What the hub does with the taint; absent: it is kept.
    #[serde(rename = "byHub", skip_serializing_if = "Option::is_none")]
    #[ts(rename = "byHub")]
    pub by_hub: Option<HubUpkeep>,
    /// Whether the taint lets the cluster pass.
    pub tolerated: bool,
    /// The index of the toleration that tolerates the taint; `null` if none does, or if the taint has no effect on
    /// this decision.
    #[ts(type = "number | null")]
    pub toleration: Option<usize>,
    /// When that toleration ends, RFC 3339; `null` if it does not end.
    pub expires: Option<String>,
    /// The tolerations before it that do not tolerate the taint, in the order of the input; all of them if the taint
    /// is not tolerated.
    pub rejected: Vec<RejectedToleration>,
}

words! {
    /// What the hub does with a taint of `ManagedClusterConditionAvailable`.
    pub enum HubUpkeep {
        /// The hub adds it.
        Added = "added",
        /// The hub removes it.
        Removed = "removed",
    }
}

/// One prioritizer and its part of the total.
#[answer]
pub struct ScoreTerm {
    /// The name of the prioritizer.
    pub name: String,
    /// The score, -100 to 100, before its weight; `null` without a score, which counts as 0.
    pub raw: Option<Integer>,
    /// The weight in force, -10 to 10 on a hub.
    pub weight: i32,
    /// Weight x score.
    pub product: Integer,
    /// Why the score is missing or counts as 0; `null` for an ordinary score.
    pub note: Option<ScoreNote>,
    /// What the score is computed from; `null` for spread without a step in which the cluster was eligible.
    pub inputs: Option<ScoreInputs>,
}

words! {
    /// Why a prioritizer has no ordinary score. `step-by-step`: spread scores the cluster again in each step;
    /// `expired`: the score of an add-on has expired and counts as 0; `no-score`: the score is missing and counts as 0.
    pub enum ScoreNote {
        /// Spread scores the cluster again in each step.
        StepByStep = "step-by-step",
        /// The score has expired and counts as 0.
        Expired = "expired",
        /// The score is missing and counts as 0.
        NoScore = "no-score",
    }
}

/// Whether a cluster is a candidate of the placement, and why.
#[answer(Eq)]
pub struct CandidateStatus {
    /// Whether the cluster is a candidate.
    pub is: bool,
    /// The reason.
    pub why: CandidateReason,
    /// The eligible cluster sets that contain the cluster, sorted by name.
    pub sets: Vec<String>,
}

/// Why a cluster is a candidate or not. `all-clusters`: the input has neither sets nor bindings, so that all clusters
/// are candidates; `in-set`: an eligible cluster set contains it; `given`: the option `candidates` is `given`. Not a
/// candidate: `no-set`: no eligible cluster set contains it; `deleting`: it is being deleted.
#[answer(Copy, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum CandidateReason {
    /// The input has neither sets nor bindings: all clusters are candidates.
    AllClusters,
    /// An eligible cluster set contains it.
    InSet,
    /// No eligible cluster set contains it.
    NoSet,
    /// It is being deleted.
    Deleting,
    /// All clusters are candidates, as the option `candidates` says.
    Given,
}

/// The part of one prioritizer in a [`ScoreGap`].
#[answer(Eq)]
pub struct ScoreGapTerm {
    /// The name of the prioritizer.
    pub name: String,
    /// The product of the last selected cluster less that of this cluster.
    pub difference: Integer,
}

/// How far a feasible cluster is below the last selected one.
#[answer(Eq)]
pub struct ScoreGap {
    /// The name of the last selected cluster.
    pub to: String,
    /// The total of that cluster less the total of this one; 0 if only the name decided.
    pub total: Integer,
    /// The same difference for each prioritizer.
    pub terms: Vec<ScoreGapTerm>,
}

/// One cluster in a decision. (Its range in the input is added by the scenario.)
#[answer]
pub struct ExplainClusterAnswer {
    /// The index of the cluster in the input, from 0.
    pub cluster: u32,
    /// The name of the cluster.
    pub name: String,
    /// Where the cluster ended up.
    pub state: ClusterState,
    /// Whether the cluster is a candidate, and why.
    pub candidate: CandidateStatus,
    /// The predicates, of which one has to match; empty if the placement has none or the cluster is excluded.
    pub predicates: Vec<PredicateResult>,
    /// The taints, also if no predicate matches; empty if the cluster is excluded.
    pub taints: Vec<TaintResult>,
    /// The prioritizers whose weight is not 0; empty if the cluster is not feasible or nothing was scored.
    pub scores: Vec<ScoreTerm>,
    /// The sum of all products; `null` if the cluster is not feasible or nothing was scored.
    pub total: Option<Integer>,
    /// The rank among the feasible clusters, from 1; `null` if the cluster has none.
    pub rank: Option<u32>,
    /// The cluster in the run of spread; `null` without a run, or if the cluster is not feasible.
    pub spread: Option<ClusterSpread>,
    /// The distance to the last selected cluster; `null` if it is selected or not feasible, and with spread.
    pub gap: Option<ScoreGap>,
    /// Why the cluster is not selected; `null` if it is selected or nothing was decided.
    pub reason: Option<NotSelectedReason>,
}
