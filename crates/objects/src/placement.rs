//! `Placement` (`cluster.open-cluster-management.io/v1alpha1` and `v1beta1`).

use schedscope_answer_macro::answer;
use schedscope_options::words;

use crate::{
    names::Symbol, placement_status::PlacementStatus, selector::LabelSelector, taint::Toleration,
};

/// The annotation that takes a placement out of scheduling.
pub const DISABLE_ANNOTATION: &str =
    "cluster.open-cluster-management.io/experimental-scheduling-disable";

/// Which clusters are wanted, how many, and in what order of preference.
///
/// The CRD's defaults are already applied, only where the parent object is present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// `metadata.namespace`; empty where none is given.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.deletionTimestamp` is set.
    pub deleting: bool,
    /// Annotation [`DISABLE_ANNOTATION`] is `"true"`.
    pub scheduling_disabled: bool,
    /// `spec`.
    pub spec: PlacementSpec,
    /// `status`.
    pub status: PlacementStatus,
}

/// `spec` of a [`Placement`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacementSpec {
    /// `clusterSets`: the sets to choose from; empty: all that are bound.
    pub cluster_sets: Vec<Symbol>,
    /// `numberOfClusters`: how many clusters; `None`: all that are feasible. Negative values are
    /// kept as they stand (the engine answers with a validation error).
    pub number_of_clusters: Option<i64>,
    /// `predicates`, `ORed`; empty: every cluster matches.
    pub predicates: Vec<ClusterSelector>,
    /// `prioritizerPolicy`.
    pub prioritizer_policy: Option<PrioritizerPolicy>,
    /// `spreadPolicy.spreadConstraints`; empty without a policy.
    pub spread_constraints: Vec<SpreadConstraint>,
    /// `tolerations`.
    pub tolerations: Vec<Toleration>,
    /// `decisionStrategy.groupStrategy`.
    pub group_strategy: Option<GroupStrategy>,
    /// `sortBy`; `None`: not stated, which means `ClusterName`.
    pub sort_by: Option<SortBy>,
    /// `scoreRateLimit` in seconds; `None`: not stated, which means [`SCORE_RATE_LIMIT`].
    pub score_rate_limit: Option<i64>,
}

/// The default of `spec.scoreRateLimit`, in seconds.
pub const SCORE_RATE_LIMIT: i64 = 60;

/// `spec.sortBy`: the order of decisions inside each decision group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    ClusterName,
    /// By score, highest first, then by name.
    Score,
}

/// `predicates[].requiredClusterSelector` and `decisionGroups[].groupClusterSelector`: all three
/// parts must match; an empty selector matches every cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterSelector {
    /// `labelSelector`.
    pub labels: LabelSelector,
    /// `claimSelector`: expressions over cluster claims (no `matchLabels`).
    pub claims: LabelSelector,
    /// `celSelector.celExpressions`, `ANDed`.
    pub cel_expressions: Vec<String>,
}

/// `prioritizerPolicy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrioritizerPolicy {
    /// `mode`: `Additive` (the default, also for an empty text), `Exact`; others are kept as they
    /// stand (the hub calls them Misconfigured).
    pub mode: String,
    /// `configurations`, in order.
    pub configurations: Vec<PrioritizerConfig>,
}

/// The built-in prioritizers by name, in the order of every table; `Upstream` has the first [`RELEASED_PRIORITIZERS`].
pub const PRIORITIZERS: [&str; 7] = [
    "Steady",
    "Balance",
    "ResourceAllocatableCPU",
    "ResourceAllocatableMemory",
    "ResourceRatioCPU",
    "ResourceRatioMemory",
    "Spread",
];

/// How many of [`PRIORITIZERS`] Open Cluster Management has.
pub const RELEASED_PRIORITIZERS: usize = 4;

/// Whether a name is that of a built-in prioritizer, or of one of any resource, such as
/// `ResourceAllocatable(nvidia.com/gpu)` ("Resource Based Scheduling", story 5).
pub fn is_prioritizer(name: &str) -> bool {
    PRIORITIZERS.contains(&name)
        || ["ResourceAllocatable(", "ResourceRatio("]
            .iter()
            .any(|prefix| {
                let resource = name
                    .strip_prefix(prefix)
                    .and_then(|rest| rest.strip_suffix(')'));
                resource.is_some_and(|resource| !resource.is_empty())
            })
}

/// `prioritizerPolicy.configurations[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrioritizerConfig {
    /// `name`: the seed's short form, `Some` where written.
    pub name: Option<String>,
    /// `scoreCoordinate`.
    pub score_coordinate: Option<ScoreCoordinate>,
    /// `weight`, 1 where absent; a literal 0 disables. Valid in [-10, 10]; other values are kept.
    pub weight: i32,
}

/// `scoreCoordinate`: where a prioritizer's scores come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreCoordinate {
    /// `type`: `BuiltIn` (the default) or `AddOn`; others are kept as they stand.
    pub kind: String,
    /// `builtIn`: the name of a built-in prioritizer; empty where absent.
    pub built_in: String,
    /// `addOn`.
    pub add_on: Option<AddOnCoordinate>,
}

/// `scoreCoordinate.addOn`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddOnCoordinate {
    /// `resourceName`: the name of the `AddOnPlacementScore`.
    pub resource_name: Symbol,
    /// `scoreName`: the name of the score inside it.
    pub score_name: Symbol,
}

/// `spreadPolicy.spreadConstraints[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadConstraint {
    /// Its index in the text's list, which may hold items that cannot be used.
    pub index: usize,
    /// `topologyKey`: the label or claim whose values are the domains.
    pub topology_key: Symbol,
    /// `topologyKeyType`.
    pub topology_key_type: TopologyKeyType,
    /// `maxSkew`, 1 where absent. Valid from 1; other values are kept.
    pub max_skew: i32,
    /// `whenUnsatisfiable`.
    pub when_unsatisfiable: WhenUnsatisfiable,
}

/// Whether a topology key is a label (`Label`) or a cluster claim (`Claim`).
#[answer(Copy, Eq, Hash)]
pub enum TopologyKeyType {
    /// A label of the cluster.
    Label,
    /// A cluster claim.
    Claim,
}

/// Whether a spread constraint is hard (`DoNotSchedule`) or soft (`ScheduleAnyway`).
#[answer(Copy, Default, Eq, Hash)]
pub enum WhenUnsatisfiable {
    /// Hard: max skew is never exceeded.
    DoNotSchedule,
    /// Soft: a preference.
    #[default]
    ScheduleAnyway,
}

words! {
    TopologyKeyType { "Label" = Label, "Claim" = Claim, }
    WhenUnsatisfiable { "DoNotSchedule" = DoNotSchedule, "ScheduleAnyway" = ScheduleAnyway, }
}

impl TopologyKeyType {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Label => "Label",
            Self::Claim => "Claim",
        }
    }
}

impl WhenUnsatisfiable {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::DoNotSchedule => "DoNotSchedule",
            Self::ScheduleAnyway => "ScheduleAnyway",
        }
    }
}

/// `decisionStrategy.groupStrategy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStrategy {
    /// `clustersPerDecisionGroup`, `"100%"` where absent.
    pub clusters_per_decision_group: IntOrString,
    /// `decisionGroups`, in order.
    pub decision_groups: Vec<DecisionGroup>,
}

/// An integer or a text, as Kubernetes' `IntOrString`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntOrString {
    /// Written as a number.
    Int(i64),
    /// Written as a text.
    String(String),
}

/// `decisionGroups[]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionGroup {
    /// `groupName`.
    pub name: String,
    /// `groupClusterSelector`; the empty one takes everything that is left.
    pub selector: ClusterSelector,
}
