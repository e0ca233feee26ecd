//! The two conditions of a placement's status.

use schedscope_objects::{
    names::{Names, Symbol},
    placement::PlacementSpec,
};

use crate::{
    candidates::{Basis, Candidates},
    summary::{Condition, ConditionStatus, Status, StatusCode},
};

/// `PlacementMisconfigured`, as the hub writes it.
pub(crate) fn misconfigured(status: &Status) -> Condition {
    let kind = "PlacementMisconfigured".to_owned();
    if status.code == StatusCode::Misconfigured {
        Condition {
            kind,
            status: ConditionStatus::True,
            reason: "Misconfigured".to_owned(),
            message: format!("{}:{}", status.plugin, status.message),
        }
    } else {
        Condition {
            kind,
            status: ConditionStatus::False,
            reason: "Succeedconfigured".to_owned(),
            message: "Placement configurations check pass".to_owned(),
        }
    }
}

/// What `PlacementSatisfied` looks at.
pub(crate) struct Satisfaction<'a> {
    pub(crate) spec: &'a PlacementSpec,
    pub(crate) candidates: &'a Candidates,
    pub(crate) names: &'a Names,
    /// How many candidates there are.
    pub(crate) available: usize,
    pub(crate) selected: usize,
    pub(crate) unscheduled: i64,
    pub(crate) status: &'a Status,
}

/// `PlacementSatisfied`, as the hub writes it. Without sets all clusters stand for one bound set.
pub(crate) fn satisfied(of: &Satisfaction<'_>) -> Condition {
    let by_sets = of.candidates.basis == Basis::Sets;
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
    } else if of.status.code == StatusCode::Error {
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
    Condition {
        kind: "PlacementSatisfied".to_owned(),
        status: if reason == "AllDecisionsScheduled" {
            ConditionStatus::True
        } else {
            ConditionStatus::False
        },
        reason: reason.to_owned(),
        message,
    }
}
