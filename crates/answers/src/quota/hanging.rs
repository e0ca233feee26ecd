//! The steps of a queue that could end otherwise.

use schedscope_quota::queue::HangingSteps;
use serde::Serialize;

/// The steps of a queue that could end otherwise; `queueStep` says how. Beside these, `ties` counts the bound pods that
/// could be on other nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct HangingStepsAnswer {
    /// The last step that was looked at, from 1; after 1,000 cycles, and after cycles over 10,000 nodes together, no
    /// further step is looked at.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub looked_until: usize,
    /// The steps that hang on a fault of Kubernetes, ascending: in profile `Upstream` those that would end otherwise
    /// without it, in `Proposal` those that today's scheduler ends otherwise.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub faults: Vec<usize>,
    /// The steps that the other profile ends otherwise, if the default profile picks the nodes, ascending: with its
    /// faults or without them, or because it reads a missing key of a `max` differently. What follows may differ.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub other_profile: Vec<usize>,
    /// The steps whose evictions hang on an order of equals, of pods or of nodes, ascending.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
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
