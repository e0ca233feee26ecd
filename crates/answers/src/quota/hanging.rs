//! The steps of a queue that could have another result.

use schedscope_answer_macro::answer;
use schedscope_quota::queue::HangingSteps;

/// The steps of a queue that could have another result; `queueStep` explains each. Separately, `ties` counts the bound
/// pods that could be on other nodes.
#[answer(Default, Eq)]
pub struct HangingStepsAnswer {
    /// The last step that was examined, from 1. At most 1,000 cycles are repeated, over 10,000 nodes in total.
    pub looked_until: usize,
    /// The steps that depend on a fault of Kubernetes, ascending: in profile `Upstream`, the steps with another result
    /// without the fault; in `Proposal`, the steps with another result in the released scheduler.
    #[ts(type = "number[]")]
    pub faults: Vec<usize>,
    /// The steps with another result in the other profile, if the default profile picks the nodes, ascending: because
    /// of faults, or of a missing key of a `max`, which the profiles read differently. Later steps may differ, too.
    #[ts(type = "number[]")]
    pub other_profile: Vec<usize>,
    /// The steps whose evictions depend on the order of equal pods or nodes, ascending.
    #[ts(type = "number[]")]
    pub evictions: Vec<usize>,
}

impl HangingStepsAnswer {
    /// The steps of a run.
    pub fn new(steps: &HangingSteps) -> Self {
        Self {
            looked_until: steps.looked_until,
            faults: steps.faults.clone(),
            other_profile: steps.other_profile.clone(),
            evictions: steps.evictions.clone(),
        }
    }
}
