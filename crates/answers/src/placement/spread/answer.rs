//! What a run of spread says: in short, and step by step on demand.

use schedscope_objects::placement::{TopologyKeyType, WhenUnsatisfiable};
use schedscope_placement::spread::SpreadEnd;
use serde::Serialize;

use crate::placement::integer::Integer;

/// A spread constraint as the placement has it: one term, most important first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadConstraintSummary {
    /// The label or cluster claim whose values are the domains.
    pub topology_key: String,
    /// Which of the two.
    pub topology_key_type: TopologyKeyType,
    /// At least 1. Has no effect on a `ScheduleAnyway` term.
    pub max_skew: i32,
    /// Whether the term forbids or only prefers.
    pub when_unsatisfiable: WhenUnsatisfiable,
    /// Where it stands in the placement.
    pub path: String,
}

/// A run of spread in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadSummary {
    /// The weight of `Spread` in force.
    pub weight: i32,
    /// How many clusters were picked, one a step.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub steps: usize,
    /// How many feasible clusters have the topology keys of all hard terms.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub eligible: usize,
    /// Why no more were picked.
    pub end: SpreadEnd,
    /// Parallel to the constraints.
    pub terms: Vec<SpreadTermSummary>,
}

/// One term of a run of spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadTermSummary {
    /// How many domains the eligible clusters form at this level.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub domains: usize,
    /// How many feasible clusters have no domain at this level.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub missing: usize,
    /// The largest difference between siblings' counts after the run; 0 where there is no domain.
    pub worst_skew: u32,
}

/// One step of a run: who was picked, with which numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadStep {
    /// From 1.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub step: usize,
    /// The cluster that was picked.
    pub picked: SpreadCandidate,
    /// The best of the other candidates of this step.
    pub runner_up: Option<SpreadCandidate>,
    /// By how much the runner-up's final score is smaller; 0 where only the name decided.
    pub gap: Option<Integer>,
    /// How many clusters could have been picked.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub candidates: usize,
    /// How many remaining clusters were blocked.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub blocked: usize,
    /// How many of them by each term; parallel to the constraints.
    pub blocked_by: Vec<u32>,
    /// The smallest spread score over the candidates, before normalisation.
    pub lowest: Integer,
    /// The largest.
    pub highest: Integer,
    /// The domains of the picked cluster, level by level.
    pub domains: Vec<SpreadStepDomain>,
}

/// A domain of a picked cluster with its count before and after the step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadStepDomain {
    /// The values of the topology keys down to this level.
    pub values: Vec<String>,
    /// Selected clusters in it before the step.
    pub before: u32,
    /// And after it.
    pub after: u32,
    /// The smallest count among the siblings before the step, this domain included.
    pub lowest: u32,
    /// The largest.
    pub highest: u32,
}

/// A cluster in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadCandidate {
    /// Index of the cluster in the text.
    pub cluster: u32,
    /// Its name.
    pub name: String,
    /// The values of the topology keys, up to the first that is missing.
    pub values: Vec<String>,
    /// The term whose max skew it would have broken; null for a candidate.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub blocked_by: Option<usize>,
    /// Score per term, 0 to 63; parallel to the constraints, most important first.
    pub term_scores: Vec<u8>,
    /// The spread score: the term scores joined, six bits each.
    pub raw: Integer,
    /// The spread score among this step's candidates, -100 to 100; null where it is blocked.
    pub spread: Option<i32>,
    /// The weighted sum of the other prioritizers.
    pub prioritizer: Integer,
    /// Weight x spread + prioritizer; null where it is blocked. Not comparable across steps.
    #[serde(rename = "final")]
    #[cfg_attr(feature = "types", ts(rename = "final"))]
    pub final_score: Option<Integer>,
}

/// A page of the clusters of a step: candidates, best first, then the blocked ones by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadCandidatePage {
    /// How many there are, blocked ones included.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub total: usize,
    /// Those that were asked for.
    pub candidates: Vec<SpreadCandidate>,
}

/// A topology domain at a moment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadDomain {
    /// The values of the topology keys down to the domain's level; so many as its level plus one.
    pub values: Vec<String>,
    /// How many selected clusters it holds.
    pub count: u32,
    /// How many eligible clusters it holds, the selected ones included. 0: all of its clusters were filtered
    /// out or lack a hard term's key, so that it is no domain and counts for nothing.
    pub eligible: u32,
    /// Candidates of the placement in it that the filters dropped.
    pub filtered: u32,
    /// The smallest count among its siblings, itself included.
    pub lowest: u32,
    /// The largest.
    pub highest: u32,
}

/// The topology domains at a moment of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadDomains {
    /// After how many steps.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub step: usize,
    /// How many there are in all.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub total: usize,
    /// Parents before their children, siblings by value; as many as were asked for, upper levels
    /// first.
    pub domains: Vec<SpreadDomain>,
}

/// One cluster in a run of spread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ClusterSpread {
    /// The values of the topology keys, up to the first that is missing.
    pub values: Vec<String>,
    /// The step in which it was picked, from 1; null where it was not.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub picked: Option<usize>,
    /// The cluster in the step of its pick, or in the last one; null where there was no step or it
    /// lacks the key of a hard term.
    pub numbers: Option<SpreadCandidate>,
}

/// How skewed the selection was after every step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SpreadSkews {
    /// Per term, the largest difference between siblings' counts before the first step and after
    /// each.
    pub terms: Vec<Vec<u32>>,
}
