//! The attempt to evict other pods for a pod.

use schedscope_answer_macro::answer;
use schedscope_quota::cycle::{Cycle, CycleOutcome};

use super::{
    cycle::{IneligibleReason, chosen_any_of},
    marks::{CycleMarks, OtherChoice},
    names::AnswerNames,
};

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
    /// That terminating pod, as `namespace/name`; `null` otherwise.
    pub terminating: Option<String>,
    /// The number of nodes that preemption was tried on.
    pub tried: usize,
    /// The number of those nodes on which evictions make room.
    pub candidates: usize,
    /// The nodes with the cheapest evictions, sorted by name. The first one is chosen.
    pub chosen_any_of: Vec<String>,
    /// The node that another order of equally important pods would choose, with its victims then; `null`: always the
    /// same node. No text tells in which order a scheduler lists pods.
    pub other_choice: Option<OtherChoice>,
    /// The error with which a filter fails on a node: upstream ends with it. Absent: no filter fails.
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
        other_choice: marks.other_choice(words),
        error: failed
            .then(|| words.foreign_claim_error(attempted.foreign()))
            .flatten(),
    })
}
