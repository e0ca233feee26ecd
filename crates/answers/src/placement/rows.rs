//! The table of clusters, a page at a time.

use schedscope_options::words;
pub use schedscope_placement::ClusterState;
use serde::Serialize;

use crate::placement::{explain::RequirementResult, integer::Integer};

/// Why a cluster is not selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum NotSelectedReason {
    /// It is being deleted.
    Deleting,
    /// It is in no eligible set.
    NoSet,
    /// No predicate matches.
    Predicate {
        /// The first requirement that does not hold.
        requirement: RequirementResult,
        /// How many other predicates the placement has; none of them matches either.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        others: usize,
    },
    /// A taint is not tolerated.
    Taint {
        /// Its key.
        key: String,
        /// Its value.
        value: String,
        /// Its effect.
        effect: String,
        /// The field in the cluster.
        path: String,
        /// The toleration that held for it and has expired; null where there is none.
        expired: Option<ExpiredToleration>,
    },
    /// A filter cannot work, for the placement is misconfigured: no cluster passes.
    Misconfigured {
        /// The filter.
        filter: FilterName,
        /// Upstream's text.
        message: String,
    },
    /// It is feasible, but ranks below the cut.
    NotReached {
        /// How many points it lacks to the last selected one; 0 where only the name decided or
        /// none was wanted.
        gap: Integer,
    },
    /// Spread: it has no value for the topology key of a hard term, or of a term above it.
    #[serde(rename_all = "camelCase")]
    MissingTopologyKey {
        /// The first `DoNotSchedule` term at whose level it has no domain, from 0.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        term: usize,
        /// The term whose topology key it lacks; may be a softer one before.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        missing_term: usize,
    },
    /// Spread: the run stopped because all that remained would have broken a max skew.
    MaxSkew {
        /// The first term that blocks it, from 0.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        term: usize,
    },
    /// Spread: as many as wanted were picked before it.
    #[serde(rename_all = "camelCase")]
    NotPicked {
        /// By how much the last pick's final score is larger; null where it was no candidate then.
        gap: Option<Integer>,
        /// The term that blocked it in the last step, from 0; null where none did.
        #[cfg_attr(feature = "types", ts(type = "number | null"))]
        blocked_by: Option<usize>,
    },
}

/// A filter of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum FilterName {
    /// The predicates of the placement.
    Predicate,
    /// The taints of the clusters.
    TaintToleration,
}

/// A toleration that held for a taint until its seconds were over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ExpiredToleration {
    /// Its index in the placement.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub toleration: usize,
    /// When it ended, RFC 3339; null where the taint has no `timeAdded`, from which the seconds count.
    pub ended: Option<String>,
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterRow {
    /// Index of the cluster in the text.
    pub cluster: u32,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub state: ClusterState,
    /// From 1, among the feasible clusters.
    pub rank: Option<u32>,
    /// The weighted sum of its scores.
    pub total: Option<Integer>,
    /// Its scores, parallel to the prioritizers whose weight is not 0; null where it has none.
    pub scores: Vec<Option<Integer>>,
    /// Why it is not selected; null where it is or nothing was decided.
    pub reason: Option<NotSelectedReason>,
}

/// A page of the table of clusters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterRowPage {
    /// How many rows there are in all, or match what was searched for.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub total: usize,
    /// Those that were asked for.
    pub rows: Vec<ClusterRow>,
}

/// The order of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ClusterOrder {
    /// Feasible clusters by rank, then filtered, then excluded ones, both by name.
    #[default]
    Rank,
    /// By name.
    Name,
}

words! {
    ClusterOrder { "rank" = Rank, "name" = Name, }
}
