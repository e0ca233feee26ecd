//! Scores of nodes against the twin: the scorers, and the default profile.

use proptest::prelude::*;
use schedscope_fuzz::seeded;

#[path = "../../tests/pods/default_twin.rs"]
mod default_twin;
#[path = "../../tests/pods/scorers.rs"]
mod scorers;
#[path = "../../tests/pods/shape.rs"]
pub(crate) mod shape;

use crate::reference::pod_sets::{ROOMY, constrained, pod_set};

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    if kind % 2 == 0 {
        let case = (pod_set(ROOMY), scorers::rules());
        seeded(data, &case, |(pod_set, rules)| {
            scorers::check(&pod_set, &rules)
        });
    } else {
        let case = (constrained(5, 9), any::<bool>());
        seeded(data, &case, |(pod_set, proposal)| {
            default_twin::check(&pod_set, proposal)
        });
    }
}
