//! Scores of nodes against the twin: the scorers, and the default profile.

use proptest::prelude::*;
use schedscope_fuzz::{is_large, seeded};

#[path = "../../tests/pods/default_twin.rs"]
mod default_twin;
#[path = "../../tests/pods/scorers.rs"]
mod scorers;
#[path = "../../tests/pods/shape.rs"]
pub(crate) mod shape;

use crate::reference::{
    pod_sets::{PodSet, ROOMY, Scope, constrained, pod_set},
    pods::scores::Rules,
};

const FEW: Scope = Scope {
    nodes: 3,
    pods: 4,
    quotas: 1,
    unbound: 10,
};

/// The strategies, which take longer to make than a case.
struct Cases {
    scored: BoxedStrategy<(PodSet, Rules)>,
    constrained: BoxedStrategy<(PodSet, bool)>,
}

thread_local! {
    static SMALL: Cases = Cases {
        scored: (pod_set(FEW), scorers::rules()).boxed(),
        constrained: (constrained(3, 3), any::<bool>()).boxed(),
    };
    static LARGE: Cases = Cases {
        scored: (pod_set(ROOMY), scorers::rules()).boxed(),
        constrained: (constrained(5, 9), any::<bool>()).boxed(),
    };
}

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let cases = if is_large(data) { &LARGE } else { &SMALL };
    cases.with(|cases| {
        if kind % 2 == 0 {
            seeded(data, &cases.scored, |(pod_set, rules)| {
                scorers::check(&pod_set, &rules)
            });
        } else {
            seeded(data, &cases.constrained, |(pod_set, proposal)| {
                default_twin::check(&pod_set, proposal)
            });
        }
    });
}
