//! A decision in short.

mod build;

use schedscope_objects::{diagnostic::ObjectName, profile::Profile};
pub use schedscope_placement::{
    outcome::{SchedulerStatusCode, SkipReason},
    prioritizer::WeightSource,
};
use serde::Serialize;

pub(crate) use self::build::prioritizer_path;
use crate::placement::{
    integer::Integer,
    spread::{SpreadConstraintSummary, SpreadSummary},
};

/// What became of the pass as a whole: `scheduled`: the scheduler ran, `status` says how it ended; `skipped`:
/// nothing is touched; `sync-error`: the hub stops with an error before it schedules; `invalid`: no decision is
/// defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DecisionOutcome {
    /// The scheduler ran; see the status for whether it liked what it saw.
    Scheduled,
    /// Nothing is touched.
    Skipped {
        /// Why.
        reason: SkipReason,
    },
    /// The hub stops with an error before it schedules; nothing is touched.
    SyncError {
        /// The hub's text.
        message: String,
    },
    /// No decision is defined.
    Invalid {
        /// The field at fault, in the placement.
        path: String,
        /// Its fault.
        problem: PlacementProblem,
    },
}

/// A fault of a placement for which no decision is defined; its code is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum PlacementProblem {
    /// `numberOfClusters` is below 0.
    NegativeNumberOfClusters {
        /// `numberOfClusters`.
        number_of_clusters: Integer,
    },
    /// The placement needs CEL, and an expression was not evaluated.
    CelNotEvaluated,
    /// There are too many spread constraints.
    TooManySpreadConstraints {
        /// How many there are.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        count: usize,
        /// How many are allowed.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        most: usize,
    },
    /// The max skew of a spread constraint is below 1.
    MaxSkewTooSmall {
        /// The max skew.
        max_skew: i32,
    },
}

/// How the run ended, in upstream's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SchedulerStatus {
    /// How it ended.
    pub code: SchedulerStatusCode,
    /// The plugin that ended it; empty for the scheduler itself.
    pub plugin: String,
    /// Upstream's text; empty where no decision is defined, which the outcome tells.
    pub message: String,
}

/// One prioritizer of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PrioritizerSummary {
    /// `Steady`, `Balance`, `ResourceAllocatableCPU`, `AddOn/<resource>/<score>`, ...
    pub name: String,
    /// The weight in force; valid in [-10, 10], other values are computed with as they stand.
    pub weight: i32,
    /// The weight where nothing is configured, in this mode and profile.
    pub default_weight: i32,
    /// Who set the weight.
    pub source: WeightSource,
    /// Where the placement sets the weight; null where it does not.
    pub path: Option<String>,
    /// The smallest score over the feasible clusters; null where the weight is 0 or no cluster has
    /// a score.
    pub min: Option<Integer>,
    /// The largest, likewise.
    pub max: Option<Integer>,
}

/// `True` or `False` of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ConditionStatus {
    /// It holds.
    True,
    /// It does not.
    False,
}

/// A condition of the placement's status, as the hub would write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Condition {
    /// `PlacementMisconfigured` or `PlacementSatisfied`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it holds.
    pub status: ConditionStatus,
    /// One word in camel case.
    pub reason: String,
    /// Upstream's sentence.
    pub message: String,
}

/// A decision group, as the placement's status describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionGroupStatus {
    /// The group's index over all chunks, from 0.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub decision_group_index: usize,
    /// The group's name; empty for the clusters that no named group holds.
    pub decision_group_name: String,
    /// The names of its `PlacementDecision`s.
    pub decisions: Vec<String>,
    /// How many clusters it holds.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub cluster_count: usize,
}

/// How many clusters each step of a decision left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterCounts {
    /// The clusters of the text.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub all: usize,
    /// Those that the placement may choose from.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub candidates: usize,
    /// Those of the candidates that pass the filters.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub feasible: usize,
    /// Those of the feasible clusters that are selected.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub selected: usize,
}

/// What one filter left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FilterSummary {
    /// `Predicate` or `TaintToleration`.
    pub name: String,
    /// How many clusters came in.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub before: usize,
    /// How many went on.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub after: usize,
}

/// Something about a decision that may surprise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionNote {
    /// Its code, with data.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub kind: DecisionNoteKind,
    /// The field it is about, in the placement; null where there is none.
    pub path: Option<String>,
}

/// What may surprise about a decision; the codes are stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DecisionNoteKind {
    /// Neither sets nor bindings are given: all clusters were considered.
    AllClustersConsidered,
    /// The hub of today ignores spread constraints.
    SpreadIgnored,
    /// `Spread` has a weight, but there are no constraints.
    SpreadWithoutTerms,
    /// Spreading has no effect: its weight is 0 and no constraint is hard.
    SpreadWithoutWeight,
    /// A negative weight packs.
    SpreadPacks,
    /// The max skew of a `ScheduleAnyway` constraint has no effect.
    SpreadMaxSkewIgnored {
        /// The topology key of the constraint.
        topology_key: String,
    },
    /// Feasible clusters lack the key of a soft constraint, which bars them from a hard one behind.
    SpreadSoftKeyBars {
        /// The topology key of the soft constraint.
        topology_key: String,
        /// How many feasible clusters lack that key, and no key before it.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        clusters: usize,
        /// The topology key of the hard constraint.
        hard_topology_key: String,
    },
    /// Clusters that are already decided are not counted.
    SpreadCountsAnew,
    /// A hard constraint has no effect, for its domains have no siblings.
    SpreadLoneDomain {
        /// The topology key of the constraint.
        topology_key: String,
    },
    /// A full domain keeps its siblings from more clusters.
    SpreadPinned {
        /// The topology key of the constraint.
        topology_key: String,
        /// The values of the topology keys down to the domain.
        values: Vec<String>,
        /// How many clusters of the domain are selected: all that it has.
        selected: u32,
        /// How many clusters a sibling can have at most.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        most: u64,
    },
    /// Scores of an add-on have expired and count 0.
    AddonScoreExpired {
        /// The prioritizer.
        prioritizer: String,
        /// Of how many clusters the score has expired.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        clusters: usize,
    },
    /// The placement needs CEL, and no expression was evaluated.
    CelNotEvaluated,
    /// CEL in a decision group's selector has no effect.
    GroupCelIgnored,
}

/// A decision in short. `rows` gives the clusters, `explain` everything about one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecisionSummary {
    /// The placement that was decided.
    pub placement: ObjectName,
    /// Which scheduler answered.
    pub profile: Profile,
    /// What became of the pass.
    pub outcome: DecisionOutcome,
    /// How the scheduler ended; `Success` where it did not run, `Error` where no decision is
    /// defined.
    pub status: SchedulerStatus,
    /// Neither sets nor bindings are given: all clusters were considered.
    pub all_clusters_considered: bool,
    /// The bindings in the placement's namespace whose set exists, sorted.
    pub valid_bindings: Vec<String>,
    /// Those of them that the placement wants, sorted.
    pub eligible_cluster_sets: Vec<String>,
    /// The names of the selected clusters, best first (with spread: in the order of the picks); at most as many as
    /// the option `limit` allows, `clusterCounts.selected` counts all.
    pub selected: Vec<String>,
    /// How many clusters each step left.
    pub cluster_counts: ClusterCounts,
    /// How many more are wanted than are selected.
    pub unscheduled: Integer,
    /// `numberOfClusters` in force; null: all.
    pub number_of_clusters: Option<Integer>,
    /// The filters that ran, in order.
    pub filters: Vec<FilterSummary>,
    /// The mode of the prioritizer policy: `Additive` where none is written, `Exact`, or another text
    /// as it stands, which is misconfigured.
    pub mode: String,
    /// Every built-in of the profile (weight 0: off) and every configured one, in a stable order.
    pub prioritizers: Vec<PrioritizerSummary>,
    /// The spread constraints as the placement has them, also where the profile ignores them.
    pub spread_constraints: Vec<SpreadConstraintSummary>,
    /// The run of spread; null where there are no constraints, the profile ignores them, or nothing
    /// was scored.
    pub spread: Option<SpreadSummary>,
    /// `PlacementMisconfigured`, `PlacementSatisfied`; empty where nothing is touched.
    pub conditions: Vec<Condition>,
    /// The decision groups.
    pub decision_groups: Vec<DecisionGroupStatus>,
    /// The names of existing `PlacementDecision`s that would be deleted, sorted.
    pub deleted_placement_decisions: Vec<String>,
    /// When a toleration of a selected cluster ends next, RFC 3339.
    pub requeue_time: Option<String>,
    /// What about this decision may surprise.
    pub notes: Vec<DecisionNote>,
}
