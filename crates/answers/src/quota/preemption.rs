//! The attempt to evict other pods for a pod.

use schedscope_answer_macro::answer;
use schedscope_objects::{namespaced_name::NamespacedName, words};
use schedscope_quota::{
    cycle::{Cycle, CycleOutcome},
    preemption::decided,
};

use super::{
    cycle::{IneligibleReason, chosen_any_of},
    marks::{CycleMarks, OtherChoice},
    names::AnswerNames,
};

words! {
    /// What makes the evictions on one node cheaper than those on another, in the order of comparison.
    pub enum EvictionCriterion {
        /// Fewer victims violate a `PodDisruptionBudget`.
        Violations = "violations",
        /// The highest priority of a victim is lower.
        HighestPriority = "highest-priority",
        /// The sum of the priorities is lower. Kubernetes adds 2^31 to each of them first.
        PrioritySum = "priority-sum",
        /// Fewer pods are evicted.
        Victims = "victims",
        /// The victims with the highest priority started later.
        Start = "start",
    }
}

/// What decides between the chosen node and the next one.
#[answer(Eq)]
pub struct EvictionChoice {
    /// `violations`: fewer victims violate a `PodDisruptionBudget`. `highest-priority`: the highest priority of a
    /// victim is lower. `priority-sum`: the sum of the priorities is lower, each with 2^31 added. `victims`: fewer pods
    /// are evicted. `start`: the victims with the highest priority started later.
    #[ts(inline)]
    pub by: EvictionCriterion,
    /// The next node.
    pub other: String,
    /// The number that is compared, on the chosen node; `null`: the time of the start.
    pub value: Option<i64>,
    /// The same on the next node.
    pub other_value: Option<i64>,
}

/// The attempt to evict other pods for a pod.
#[answer(Eq)]
pub struct PreemptionAnswer {
    /// Whether preemption was tried.
    pub eligible: bool,
    /// Why preemption was not tried: `policy` (`preemptionPolicy: Never`), `profile` (the profile of the pod's
    /// scheduler switches preemption off), `terminating` (a pod on the nominated node is terminating) or
    /// `node-affinity-conflict` (the requirements of a node's name exclude each other); `null` if it was tried.
    #[ts(inline)]
    pub ineligible_reason: Option<IneligibleReason>,
    /// That terminating pod; `null` otherwise.
    pub terminating: Option<NamespacedName>,
    /// The number of nodes that preemption was tried on.
    pub tried: usize,
    /// The number of those nodes on which evictions make room.
    pub candidates: usize,
    /// The nodes with the cheapest evictions, sorted by name. The first one is chosen.
    pub chosen_any_of: Vec<String>,
    /// What decides between the chosen node and the next one; `null`: nothing, or the name.
    pub decided: Option<EvictionChoice>,
    /// The node with another order of equally important pods, with its victims; `null`: none. No text tells in which
    /// order a scheduler lists pods.
    pub other_choice: Option<OtherChoice>,
    /// The error of a filter, with which upstream ends. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The attempt of a cycle; `None`: none was needed.
pub(super) fn preemption_answer(
    words: &AnswerNames<'_>,
    cycle: &Cycle,
    marks: &CycleMarks,
) -> Option<PreemptionAnswer> {
    let attempted = cycle.preemption.as_ref()?;
    let (ineligible_reason, terminating) = words.ineligible(attempted.ineligible);
    let failed = cycle.outcome == CycleOutcome::Error;
    Some(PreemptionAnswer {
        eligible: attempted.ineligible.is_none(),
        ineligible_reason,
        terminating,
        tried: attempted.nodes.len(),
        candidates: attempted.candidates().len(),
        chosen_any_of: chosen_any_of(words, cycle),
        decided: eviction_choice(words, cycle),
        other_choice: marks.other_choice(words),
        error: failed
            .then(|| words.foreign_claim_error(attempted.foreign()))
            .flatten(),
    })
}

/// The first criterion by which the chosen node is better than the next one.
fn eviction_choice(words: &AnswerNames<'_>, cycle: &Cycle) -> Option<EvictionChoice> {
    use EvictionCriterion::{HighestPriority, PrioritySum, Start, Victims, Violations};
    let ((own, _), (next, other)) = decided(words.snapshot, cycle)?;
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let sum = |sum: i64, victims: usize| sum.saturating_sub(count(victims).saturating_mul(1 << 31));
    let compared = [
        (Violations, count(own.0), count(next.0)),
        (HighestPriority, own.1.into(), next.1.into()),
        (PrioritySum, sum(own.2, own.3), sum(next.2, next.3)),
        (Victims, count(own.3), count(next.3)),
    ];
    let differs = [
        own.0 != next.0,
        own.1 != next.1,
        own.2 != next.2,
        own.3 != next.3,
    ];
    let found = compared
        .into_iter()
        .zip(differs)
        .find(|(_, differs)| *differs);
    let (by, value, other_value) = found.map_or((Start, None, None), |((by, value, other), _)| {
        (by, Some(value), Some(other))
    });
    Some(EvictionChoice {
        by,
        other: other.to_owned(),
        value,
        other_value,
    })
}
