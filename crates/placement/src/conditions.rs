//! The two conditions of a placement's status.

use schedscope_objects::{
    names::{Names, Symbol},
    placement::PlacementSpec,
};

use crate::{
    candidates::{CandidateSource, Candidates},
    outcome::{SchedulerStatus, SchedulerStatusCode},
};

/// A condition as the hub would write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementCondition {
    /// Its type: `PlacementMisconfigured` or `PlacementSatisfied`.
    pub kind: &'static str,
    /// Whether it holds.
    pub status: bool,
    /// Upstream's reason, one word in camel case.
    pub reason: &'static str,
    /// Upstream's sentence.
    pub message: String,
}

/// `PlacementMisconfigured`, as the hub writes it.
pub fn misconfigured(status: &SchedulerStatus) -> PlacementCondition {
    let kind = "PlacementMisconfigured";
    if status.code == SchedulerStatusCode::Misconfigured {
        PlacementCondition {
            kind,
            status: true,
            reason: "Misconfigured",
            message: format!("{}:{}", status.plugin, status.message),
        }
    } else {
        PlacementCondition {
            kind,
            status: false,
            reason: "Succeedconfigured",
            message: "Placement configurations check pass".to_owned(),
        }
    }
}

/// The facts that decide about `PlacementSatisfied`.
#[derive(Debug)]
pub struct Satisfaction<'a> {
    pub spec: &'a PlacementSpec,
    pub candidates: &'a Candidates,
    /// The names of all objects.
    pub names: &'a Names,
    /// How many candidates there are.
    pub available: usize,
    /// How many clusters are selected.
    pub selected: usize,
    /// How many clusters are wanted and not selected.
    pub unscheduled: i64,
    /// The status with which the scheduler ended.
    pub status: &'a SchedulerStatus,
}

/// `PlacementSatisfied`, as the hub writes it. Without sets all clusters stand for one bound set.
pub fn satisfied(of: &Satisfaction<'_>) -> PlacementCondition {
    let by_sets = of.candidates.basis == CandidateSource::Sets;
    let join = |sets: &[Symbol]| {
        let texts: Vec<&str> = sets.iter().map(|set| &of.names[*set]).collect();
        texts.join(",")
    };
    let (reason, message) = if by_sets && of.candidates.valid_bindings.is_empty() {
        (
            "NoManagedClusterSetBindings",
            "No valid ManagedClusterSetBindings found in placement namespace".to_owned(),
        )
    } else if by_sets && of.candidates.eligible.is_empty() {
        (
            "NoIntersection",
            format!(
                "None of ManagedClusterSets [{}] is bound to placement namespace",
                join(&of.spec.cluster_sets)
            ),
        )
    } else if of.available == 0 {
        (
            "AllManagedClusterSetsEmpty",
            format!(
                "All ManagedClusterSets [{}] have no member ManagedCluster",
                join(&of.candidates.eligible)
            ),
        )
    } else if of.status.code == SchedulerStatusCode::Error {
        ("NotAllDecisionsScheduled", of.status.message.clone())
    } else if of.selected == 0 {
        (
            "NoManagedClusterMatched",
            "No ManagedCluster matches any of the cluster predicate".to_owned(),
        )
    } else if of.unscheduled == 0 {
        (
            "AllDecisionsScheduled",
            "All cluster decisions scheduled".to_owned(),
        )
    } else {
        (
            "NotAllDecisionsScheduled",
            format!("{} cluster decisions unscheduled", of.unscheduled),
        )
    };
    PlacementCondition {
        kind: "PlacementSatisfied",
        status: reason == "AllDecisionsScheduled",
        reason,
        message,
    }
}
