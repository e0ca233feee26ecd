//! A run of spread: in short, and step by step on demand.

use schedscope_answer_macro::answer;
use schedscope_objects::placement::{TopologyKeyType, WhenUnsatisfiable};
use schedscope_placement::spread::SpreadEnd;

use crate::placement::integer::Integer;

/// A spread constraint of the placement. It is one term of spread; the first is the most important one.
#[answer(Eq)]
pub struct SpreadConstraintSummary {
    /// The label or cluster claim whose values are the domains.
    pub topology_key: String,
    /// Whether the key is a label or a cluster claim.
    pub topology_key_type: TopologyKeyType,
    /// The max skew, at least 1. It has no effect on a `ScheduleAnyway` term.
    pub max_skew: i32,
    /// Whether the term is hard (`DoNotSchedule`) or soft (`ScheduleAnyway`).
    pub when_unsatisfiable: WhenUnsatisfiable,
    /// The path of the constraint in the placement.
    pub path: String,
}

/// A run of spread in short.
#[answer(Eq)]
pub struct SpreadSummary {
    /// The weight of `Spread` in force, -10 to 10 on a hub.
    pub weight: i32,
    /// The number of steps. Each picks one cluster.
    pub steps: usize,
    /// The number of feasible clusters with a domain for each hard term.
    pub eligible: usize,
    /// Why the run ended.
    pub end: SpreadEnd,
    /// The terms, in the order of the constraints.
    pub terms: Vec<SpreadTermSummary>,
}

/// One term after a run of spread.
#[answer(Eq)]
pub struct SpreadTermSummary {
    /// The number of domains that the eligible clusters form at the level of this term.
    pub domains: usize,
    /// The number of feasible clusters without a domain at this level.
    pub missing: usize,
    /// The largest difference between the counts of siblings after the run; 0 without domains.
    pub worst_skew: u32,
}

/// One step of a run of spread: the picked cluster and the numbers that decided.
#[answer(Eq)]
pub struct SpreadStepAnswer {
    /// The number of the step, from 1.
    pub step: usize,
    /// The picked cluster.
    pub picked: SpreadCandidate,
    /// The best of the other candidates of this step; `null` without another candidate.
    pub runner_up: Option<SpreadCandidate>,
    /// The final score of the picked cluster less that of the runner-up; 0 if only the name decided; `null` without
    /// a runner-up.
    pub gap: Option<Integer>,
    /// The number of clusters that could be picked in this step.
    pub candidates: usize,
    /// The number of remaining clusters that were blocked.
    pub blocked: usize,
    /// The number of clusters that each term blocked, in the order of the constraints.
    pub blocked_by: Vec<u32>,
    /// The smallest raw spread score of the candidates.
    pub lowest: Integer,
    /// The largest raw spread score of the candidates.
    pub highest: Integer,
    /// The domains of the picked cluster, from the first level down.
    pub domains: Vec<SpreadStepDomain>,
}

/// A domain of the picked cluster, with its count before and after the step.
#[answer(Eq)]
pub struct SpreadStepDomain {
    /// The values of the topology keys from the first level to this domain.
    pub values: Vec<String>,
    /// The number of selected clusters in the domain before the step.
    pub before: u32,
    /// The number of selected clusters in the domain after the step.
    pub after: u32,
    /// The smallest count of its siblings before the step, its own included.
    pub lowest: u32,
    /// The largest count of its siblings before the step, its own included.
    pub highest: u32,
}

/// A cluster in one step of spread.
#[answer(Eq)]
pub struct SpreadCandidate {
    /// The index of the cluster in the input, from 0.
    pub cluster: u32,
    /// The name of the cluster.
    pub name: String,
    /// The values of the topology keys, in the order of the terms, up to the first missing one.
    pub values: Vec<String>,
    /// The index of the term that blocks the cluster in this step, from 0; `null` for a candidate.
    #[ts(type = "number | null")]
    pub blocked_by: Option<usize>,
    /// The counts of its domains before the step, one for each of `values`.
    pub counts: Vec<SpreadCounts>,
    /// The score for each term, 0 to 63, in the order of the constraints: `63 × (highest - count) / (highest -
    /// lowest)` of `counts`, rounded down; 0 if these are equal, or without a domain.
    pub term_scores: Vec<u8>,
    /// The raw spread score: the term scores joined, six bits each.
    pub raw: Integer,
    /// The spread score, normalised to -100 to 100 over the candidates of this step; `null` if the cluster is
    /// blocked.
    pub spread: Option<i32>,
    /// The total of the other prioritizers.
    pub prioritizer: Integer,
    /// Weight x spread + prioritizer; `null` if the cluster is blocked. Not comparable across steps.
    #[serde(rename = "final")]
    #[ts(rename = "final")]
    pub final_score: Option<Integer>,
}

/// The count of a domain and the range of its siblings' counts.
#[answer(Copy, Eq)]
pub struct SpreadCounts {
    /// The number of selected clusters in the domain. One more is there after the cluster is picked.
    pub count: u32,
    /// The smallest count of its siblings, its own included.
    pub lowest: u32,
    /// The largest count of its siblings, its own included.
    pub highest: u32,
}

/// A page of the clusters in a step: candidates, then blocked ones.
#[answer(Eq)]
pub struct SpreadCandidatesAnswer {
    /// The number of all clusters in the step, blocked ones included.
    pub total: usize,
    /// The clusters from `offset`, at most `limit` of them.
    pub candidates: Vec<SpreadCandidate>,
}

/// A topology domain after a step of spread.
#[answer(Eq)]
pub struct SpreadDomain {
    /// The values of the topology keys from the first level to the domain: its level plus one of them.
    pub values: Vec<String>,
    /// The number of selected clusters in it.
    pub count: u32,
    /// The number of eligible clusters in it, selected ones included. 0: all of its clusters are filtered or lack
    /// the key of a hard term; such a domain does not count among its siblings.
    pub eligible: u32,
    /// The number of filtered clusters in it.
    pub filtered: u32,
    /// The number of clusters in it that a max skew blocked in the step. After the last step of a run that ended as
    /// `blocked`: all eligible clusters in it that are not selected.
    pub blocked: u32,
    /// The smallest count of its siblings, its own included.
    pub lowest: u32,
    /// The largest count of its siblings, its own included.
    pub highest: u32,
}

/// The topology domains after a step of spread.
#[answer(Eq)]
pub struct SpreadDomainsAnswer {
    /// The step; 0: before the first step.
    pub step: usize,
    /// The number of all domains.
    pub total: usize,
    /// At most `limit` domains, upper levels first if not all are listed. Parents precede their children, siblings
    /// are sorted by value.
    pub domains: Vec<SpreadDomain>,
}

/// One cluster in a run of spread.
#[answer(Eq)]
pub struct ClusterSpread {
    /// The values of the topology keys, in the order of the terms, up to the first missing one.
    pub values: Vec<String>,
    /// The step that picked the cluster, from 1; `null` if none did.
    #[ts(type = "number | null")]
    pub picked: Option<usize>,
    /// The cluster in the step that picked it, else in the last step; `null` without steps, or if the cluster lacks
    /// the key of a hard term.
    pub numbers: Option<SpreadCandidate>,
}

/// The skew of each term before the first step of spread and after each step.
#[answer(Eq)]
pub struct SpreadSkewsAnswer {
    /// For each term, in the order of the constraints, a list: the largest difference between the counts of
    /// siblings before the first step, after step 1, after step 2, …
    pub terms: Vec<Vec<u32>>,
}
