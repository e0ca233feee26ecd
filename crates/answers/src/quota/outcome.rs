//! How a cycle ends.

use schedscope_objects::{id::NodeId, words};
use schedscope_quota::cycle::CycleOutcome;

words! {
    /// The outcome of a cycle.
    pub enum CycleOutcomeName {
        /// The pod is bound.
        Schedulable = "Schedulable",
        /// The pod evicts others.
        Preempt = "Preempt",
        /// The pod waits.
        Unschedulable = "Unschedulable",
        /// Scheduling gates hold the pod back.
        Gated = "Gated",
        /// Upstream ends with an error.
        Error = "Error",
    }
}

/// How a cycle ended, and where the pod goes.
pub(crate) fn outcome_of(outcome: &CycleOutcome) -> (CycleOutcomeName, Option<NodeId>) {
    match *outcome {
        CycleOutcome::Schedulable(node) => (CycleOutcomeName::Schedulable, Some(node)),
        CycleOutcome::Preempt(node) => (CycleOutcomeName::Preempt, Some(node)),
        CycleOutcome::Unschedulable => (CycleOutcomeName::Unschedulable, None),
        CycleOutcome::Gated => (CycleOutcomeName::Gated, None),
        CycleOutcome::Error => (CycleOutcomeName::Error, None),
    }
}
