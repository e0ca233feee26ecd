//! The table of clusters, a page at a time.

use schedscope_answer_macro::answer;
use schedscope_options::words;
pub use schedscope_placement::ClusterState;

use crate::placement::{integer::Integer, requirement::RequirementResult};

/// A requirement of a cluster set that a cluster does not meet.
#[answer(Eq)]
pub struct SetRequirement {
    /// The name of the set.
    pub set: String,
    /// The first requirement of its label selector that the cluster does not meet.
    pub requirement: RequirementResult,
    /// The number of other eligible sets, which do not contain the cluster either.
    pub others: usize,
}

/// Why a cluster is not selected; the types are stable. Not a candidate: `deleting`, `no-set`. Filtered:
/// `predicate`, `taint`, or `misconfigured`, if the filter cannot work. Feasible: `not-reached`. Feasible with
/// spread: `missing-topology-key`; `max-skew`: the run ended because all remaining clusters were blocked;
/// `not-picked`: as many clusters as wanted were picked without it.
#[answer(Eq)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum NotSelectedReason {
    /// It is being deleted.
    Deleting,
    /// No eligible cluster set contains it.
    NoSet {
        /// The unmet requirement of the first eligible set with a label selector; absent without such a set.
        #[serde(skip_serializing_if = "Option::is_none")]
        asked: Option<SetRequirement>,
    },
    /// No predicate matches.
    Predicate {
        /// The first requirement that the cluster does not meet.
        requirement: RequirementResult,
        /// The number of further predicates; none of them matches either.
        others: usize,
    },
    /// A taint is not tolerated.
    Taint {
        /// The key of the taint.
        key: String,
        /// The value of the taint; may be empty.
        value: String,
        /// The effect of the taint.
        effect: String,
        /// The path of the taint in the cluster; of one that the hub adds, of the conditions that it follows.
        path: String,
        /// Whether the input lacks the taint and the hub adds it, because the cluster is not available; absent: no.
        #[serde(rename = "addedByHub", skip_serializing_if = "std::ops::Not::not")]
        #[ts(rename = "addedByHub", optional, as = "Option<bool>")]
        added_by_hub: bool,
        /// The toleration that tolerated the taint and has expired; `null` without one.
        expired: Option<ExpiredToleration>,
    },
    /// A filter cannot work because the placement is misconfigured: no cluster passes it.
    Misconfigured {
        /// The filter that cannot work.
        filter: FilterName,
        /// The message of the hub.
        message: String,
    },
    /// It is feasible, but its rank is behind that of the last selected cluster.
    NotReached {
        /// The total of the last selected cluster less the total of this one; 0 if only the name decided or no
        /// cluster is wanted.
        gap: Integer,
    },
    /// Spread: it lacks the topology key of a hard term, or of a term before one.
    #[serde(rename_all = "camelCase")]
    MissingTopologyKey {
        /// The index of the first `DoNotSchedule` term that the cluster has no domain for, from 0.
        term: usize,
        /// The index of the term whose topology key the cluster lacks, from 0; it may be a soft term before the
        /// hard one.
        missing_term: usize,
    },
    /// Spread: the run ended because every remaining cluster would have exceeded a max skew.
    MaxSkew {
        /// The index of the first term that blocks the cluster, from 0.
        term: usize,
    },
    /// Spread: as many clusters as wanted were picked without it.
    #[serde(rename_all = "camelCase")]
    NotPicked {
        /// The final score of the last pick less that of this cluster in the same step; `null` if the cluster was
        /// blocked in it.
        gap: Option<Integer>,
        /// The index of the term that blocked the cluster in the last step, from 0; `null` if none did.
        #[ts(type = "number | null")]
        blocked_by: Option<usize>,
    },
}

/// A filter of clusters. `Predicate`: the placement's predicates; `TaintToleration`: the clusters' taints.
#[answer(Copy, Eq, Hash)]
pub enum FilterName {
    /// The predicates of the placement.
    Predicate,
    /// The taints of the clusters.
    TaintToleration,
}

/// A toleration that tolerated a taint until its `tolerationSeconds` were over.
#[answer(Eq)]
pub struct ExpiredToleration {
    /// The index of the toleration in `spec.tolerations`.
    pub toleration: usize,
    /// When it ended, RFC 3339; `null` if the taint has no `timeAdded` to count from.
    pub ended: Option<String>,
}

/// One row of the table of clusters.
#[answer(Eq)]
pub struct ClusterRow {
    /// The index of the cluster in the input, from 0.
    pub cluster: u32,
    /// The name of the cluster.
    pub name: String,
    /// Where the cluster ended up.
    pub state: ClusterState,
    /// The rank among the feasible clusters, from 1; `null` if the cluster has none.
    pub rank: Option<u32>,
    /// The sum of all weighted scores; `null` if the cluster is not feasible or nothing was scored.
    pub total: Option<Integer>,
    /// The scores, -100 to 100, in the order of the prioritizers whose weight is not 0; `null` for a missing score.
    pub scores: Vec<Option<Integer>>,
    /// The spread score, -100 to 100, of the step that picked the cluster, else of the last step; not part of `total`.
    /// Absent without a run of spread, and for a cluster that is blocked in that step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<i32>,
    /// Why the cluster is not selected; `null` if it is selected or nothing was decided.
    pub reason: Option<NotSelectedReason>,
}

/// A page of the table of clusters.
#[answer(Eq)]
pub struct ClustersAnswer {
    /// The number of rows that match `find`; without `find` of all.
    pub total: usize,
    /// The rows from `offset`, at most `limit` of them.
    pub rows: Vec<ClusterRow>,
}

/// The order of the rows. `rank`: feasible clusters by rank, then filtered, then excluded ones, both by name.
/// `name`: all clusters by name.
#[answer(Copy, Default, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum ClusterOrder {
    /// Feasible clusters by rank, then filtered, then excluded ones, both by name.
    #[default]
    Rank,
    /// All by name.
    Name,
}

words! {
    ClusterOrder { "rank" = Rank, "name" = Name, }
}
