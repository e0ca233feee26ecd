//! A decision in short.

mod build;

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::ObjectName, profile::Profile};
pub use schedscope_placement::{
    outcome::{SchedulerStatusCode, SkipReason},
    prioritizer::WeightSource,
};
use serde::Serialize;

pub(crate) use self::build::prioritizer_path;
use crate::placement::{
    caveats::DecisionCaveats,
    condition::Condition,
    explain::HubUpkeep,
    integer::Integer,
    spread::{SpreadConstraintSummary, SpreadSummary},
};

/// How a decision ended. `scheduled`: the scheduler ran, see `status`. `skipped`: the hub leaves the placement alone.
/// `sync-error`: the hub stops with an error before it schedules. `invalid`: the placement has a fault for which no
/// decision is defined.
#[answer(Copy, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionOutcome {
    /// The scheduler ran; the status says how it ended.
    Scheduled,
    /// The hub leaves the placement alone.
    Skipped,
    /// The hub stops with an error before it schedules, and changes nothing.
    SyncError,
    /// The placement has a fault for which no decision is defined.
    Invalid,
}

/// How a decision ended, and why.
#[answer(Eq)]
pub struct DecisionEnd {
    /// How the decision ended.
    pub outcome: DecisionOutcome,
    /// Why the hub leaves the placement alone; `null` unless `outcome` is `skipped`.
    pub skip_reason: Option<SkipReason>,
    /// The path of the faulty field in the placement; `null` unless `outcome` is `invalid`.
    pub invalid_path: Option<String>,
    /// The fault of that field; `null` unless `outcome` is `invalid`.
    pub problem: Option<PlacementProblem>,
    /// The error that the hub ends with; empty without one, and if `outcome` is `invalid`.
    pub error: String,
}

/// A fault of a placement for which no decision is defined; the codes are stable. `negative-number-of-clusters`:
/// `numberOfClusters` is below 0. `cel-not-evaluated`: a CEL expression was not evaluated.
/// `too-many-spread-constraints` and `max-skew-too-small` are faults of `spreadPolicy`.
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
        /// The value of `numberOfClusters`.
        number_of_clusters: Integer,
    },
    /// The placement needs CEL, and an expression was not evaluated.
    CelNotEvaluated,
    /// There are too many spread constraints.
    TooManySpreadConstraints {
        /// The number of spread constraints.
        count: usize,
        /// The largest allowed number.
        most: usize,
    },
    /// The max skew of a spread constraint is below 1.
    MaxSkewTooSmall {
        /// The value of `maxSkew`; 1 is the smallest allowed one.
        max_skew: i32,
    },
}

/// The status that the scheduler of the hub ends with.
#[answer(Default, Eq)]
pub struct SchedulerStatus {
    /// The status code.
    pub code: SchedulerStatusCode,
    /// The plugin that ended the run; empty for the scheduler itself.
    pub plugin: String,
    /// The message of the hub; empty if no decision is defined: `outcome` then names the fault.
    pub message: String,
    /// The path of the prioritizer's configuration that is at fault; absent if another field is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// One prioritizer of a decision.
#[answer(Eq)]
pub struct PrioritizerSummary {
    /// The name: `Steady`, `Balance`, `ResourceAllocatableCPU`, `AddOn/<resource>/<score>`, …
    pub name: String,
    /// The weight in force. The hub allows -10 to 10; other values are computed with as they are.
    pub weight: i32,
    /// The weight without a configuration, in this mode and profile.
    pub default_weight: i32,
    /// Whether the weight is the default, configured in the placement, or overridden by the caller.
    pub source: WeightSource,
    /// The path of the configuration in the placement; `null` if the placement has none for this prioritizer.
    pub path: Option<String>,
    /// The smallest score of the feasible clusters, at least -100; `null` if the weight is 0 or no cluster has a
    /// score.
    pub min: Option<Integer>,
    /// The largest score of the feasible clusters, at most 100; `null` as for `min`.
    pub max: Option<Integer>,
}

/// A decision group, as the placement's status lists it.
#[answer(Eq)]
pub struct DecisionGroupStatus {
    /// The index of the group, from 0.
    pub decision_group_index: usize,
    /// The name of the group; empty for clusters that no named group takes.
    pub decision_group_name: String,
    /// The names of the group's `PlacementDecision`s.
    pub decisions: Vec<String>,
    /// The number of clusters in the group.
    pub cluster_count: usize,
}

/// The number of clusters after each step of a decision.
#[answer(Copy, Eq)]
pub struct ClusterCounts {
    /// All clusters of the input.
    pub all: usize,
    /// The clusters that the placement may choose from.
    pub candidates: usize,
    /// The candidates that pass all filters, selected ones included.
    pub feasible: usize,
    /// The selected clusters.
    pub selected: usize,
}

/// One filter and how many clusters pass it.
#[answer(Eq)]
pub struct FilterSummary {
    /// The name of the filter: `Predicate` or `TaintToleration`.
    pub name: String,
    /// The number of clusters before the filter.
    pub before: usize,
    /// The number of clusters that pass it.
    pub after: usize,
}

/// A note on a decision: something that may surprise. The codes are stable.
///
/// - `all-clusters-considered`: the input has neither sets nor bindings: all clusters are candidates
/// - `spread-ignored`: the released hub ignores spread constraints
/// - `spread-without-terms`: `Spread` has a weight, but the placement has no spread constraints
/// - `spread-without-weight`: spread has no effect: its weight is 0 and no constraint is hard
/// - `spread-packs`: the weight of `Spread` is negative: it packs clusters into few domains
/// - `spread-max-skew-ignored`: the max skew of a `ScheduleAnyway` constraint has no effect
/// - `spread-soft-key-bars`: feasible clusters lack the key of a soft constraint, so that a hard one after it
///   excludes them
/// - `spread-counts-anew`: spread does not count the clusters of the recorded decisions: it selects from scratch
/// - `spread-lone-domain`: a hard constraint has no effect because its domains have no siblings
/// - `spread-pinned`: a domain without further clusters keeps its siblings from getting more
/// - `addon-score-expired`: scores of an add-on have expired and count as 0
/// - `cel-not-evaluated`: a CEL expression of the placement was not evaluated
/// - `group-cel-ignored`: CEL in the selector of a decision group has no effect
/// - `foreign-decision`: another scheduler wrote a `PlacementDecision` of the placement: it counts for nothing
/// - `scores-ignored`: the released hub ignores `sortBy` and `scoreRateLimit`, and writes no scores
/// - `scores-unchanged`, `scores-written`, `scores-wait`: whether the hub would write the scores of the decisions now,
///   because they changed, and if the rate limit lets it
#[answer(Eq)]
pub struct DecisionNote {
    /// The code and its data.
    #[serde(flatten)]
    #[ts(flatten)]
    pub kind: DecisionNoteKind,
    /// The path in the placement that the note is about; `null` if it is not about a field.
    pub path: Option<String>,
}

/// The code of a note on a decision, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "code",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DecisionNoteKind {
    /// The input has neither sets nor bindings: all clusters are candidates.
    AllClustersConsidered,
    /// The hub of today ignores spread constraints.
    SpreadIgnored,
    /// `Spread` has a weight, but the placement has no spread constraints.
    SpreadWithoutTerms,
    /// Spread has no effect: its weight is 0 and no constraint is hard.
    SpreadWithoutWeight,
    /// The weight of `Spread` is negative: it packs clusters into few domains.
    SpreadPacks,
    /// The max skew of a `ScheduleAnyway` constraint has no effect.
    SpreadMaxSkewIgnored {
        /// The topology key of the constraint.
        topology_key: String,
    },
    /// Feasible clusters lack the key of a soft constraint, so that a hard constraint after it excludes them.
    SpreadSoftKeyBars {
        /// The topology key of the soft constraint.
        topology_key: String,
        /// The number of feasible clusters that lack this key, but no key of an earlier constraint.
        clusters: usize,
        /// The topology key of the hard constraint after it.
        hard_topology_key: String,
    },
    /// Spread does not count the clusters of the recorded decisions: it selects from scratch.
    SpreadCountsAnew,
    /// A hard constraint has no effect because its domains have no siblings.
    SpreadLoneDomain {
        /// The topology key of the constraint.
        topology_key: String,
    },
    /// A domain without further clusters keeps its siblings from getting more.
    SpreadPinned {
        /// The topology key of the constraint.
        topology_key: String,
        /// The values of the topology keys from the first level to the domain.
        values: Vec<String>,
        /// The number of selected clusters in the domain: all that it has.
        selected: u32,
        /// The largest number of clusters that a sibling can have.
        most: u64,
    },
    /// Scores of an add-on have expired and count as 0.
    AddonScoreExpired {
        /// The name of the prioritizer.
        prioritizer: String,
        /// The number of clusters whose score has expired.
        clusters: usize,
        /// Whether no feasible cluster has a score that has not expired, and scores choose among them.
        all: bool,
    },
    /// A CEL expression of the placement was not evaluated.
    CelNotEvaluated,
    /// Clusters are decided with the taint that the hub adds or removes by their condition
    /// `ManagedClusterConditionAvailable`, other than the input has it.
    HubTaint {
        /// The taint, as `key=value:effect`.
        taint: String,
        /// Whether the hub adds or removes it.
        upkeep: HubUpkeep,
        /// The clusters, by name; at most 10.
        clusters: Vec<String>,
        /// The number of all of them.
        count: usize,
    },
    /// CEL in the selector of a decision group has no effect.
    GroupCelIgnored,
    /// The input has a `PlacementDecision` of the placement by another scheduler: it counts for nothing.
    ForeignDecision,
    /// The hub of today ignores `sortBy` and `scoreRateLimit`, and writes no scores.
    ScoresIgnored,
    /// The hub would write no scores: the recorded ones are the same.
    ScoresUnchanged,
    /// The hub would write scores now.
    ScoresWritten,
    /// The hub would wait before it writes scores: the selected clusters are the same, and the rate limit holds.
    ScoresWait {
        /// When the rate limit ends.
        until: String,
    },
}

/// A decision in short. The question `clusters` lists its clusters, `explainCluster` explains one of them.
#[answer(Eq)]
pub struct DecideAnswer {
    /// The decided placement.
    pub placement: ObjectName,
    /// The scheduler to reproduce.
    pub profile: Profile,
    /// How the decision ended, and why.
    #[serde(flatten)]
    #[ts(flatten)]
    pub end: DecisionEnd,
    /// The status of the scheduler; `Success` if it did not run, `Error` if no decision is defined.
    pub status: SchedulerStatus,
    /// Whether all clusters are candidates because the input has neither sets nor bindings.
    pub all_clusters_considered: bool,
    /// The bindings in the placement's namespace whose cluster set exists, sorted by name.
    pub valid_bindings: Vec<String>,
    /// The bound cluster sets that the placement may choose from, sorted by name.
    pub eligible_cluster_sets: Vec<String>,
    /// The names of the selected clusters, best first; with spread in the order of the picks. At most `limit` of
    /// them; `clusterCounts.selected` is the number of all.
    pub selected: Vec<String>,
    /// The number of clusters after each step.
    pub cluster_counts: ClusterCounts,
    /// How many more clusters are wanted than are selected.
    pub unscheduled: Integer,
    /// The number of wanted clusters; `null`: all.
    pub number_of_clusters: Option<Integer>,
    /// The filters that ran, in order.
    pub filters: Vec<FilterSummary>,
    /// The mode of the prioritizer policy: `Additive` (also if none is written) or `Exact`; any other text is
    /// misconfigured.
    pub mode: String,
    /// All built-in prioritizers of the profile, also with weight 0, and all configured ones, in a stable order.
    pub prioritizers: Vec<PrioritizerSummary>,
    /// The spread constraints of the placement, also if the profile ignores them.
    pub spread_constraints: Vec<SpreadConstraintSummary>,
    /// The run of spread; `null` without constraints, in a profile that ignores them, or if nothing was scored.
    pub spread: Option<SpreadSummary>,
    /// The conditions of the placement's status: `PlacementMisconfigured` and `PlacementSatisfied`; empty if the
    /// hub changes nothing.
    pub conditions: Vec<Condition>,
    /// The decision groups, in order.
    pub decision_groups: Vec<DecisionGroupStatus>,
    /// The names of the recorded `PlacementDecision`s that the hub would delete, sorted.
    pub deleted_placement_decisions: Vec<String>,
    /// When the hub decides again because a toleration ends, RFC 3339. `null`: none ends.
    pub requeue_time: Option<String>,
    /// Notes on the decision: what may surprise.
    pub notes: Vec<DecisionNote>,
    /// What a person must know before believing the decision.
    #[serde(flatten)]
    #[ts(flatten)]
    pub caveats: DecisionCaveats,
}
