//! Scores of nodes against the twin: the scorers, and the default profile.

use crate::cases::{BySize, seeded};
use proptest::prelude::*;

mod default_twin;
mod scorers;
pub mod shape;

use reference::{
    pod_sets::{PodSet, ROOMY, Scope, constrained, pod_set, with_unread_preferences},
    pods::scores::Rules,
};

const FEWEST: Scope = Scope {
    nodes: 2,
    pods: 1,
    quotas: 0,
    unbound: 10,
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
    unread: BoxedStrategy<(PodSet, bool)>,
}

impl Cases {
    fn of(scored: Scope, (nodes, pods): (usize, usize)) -> Self {
        Self {
            scored: (pod_set(scored), scorers::rules()).boxed(),
            constrained: (constrained(nodes, pods), any::<bool>()).boxed(),
            unread: (
                with_unread_preferences(constrained(nodes, pods)),
                any::<bool>(),
            )
                .boxed(),
        }
    }
}

thread_local! {
    static CASES: BySize<Cases> = BySize {
        tiny: Cases::of(FEWEST, (2, 1)),
        small: Cases::of(FEW, (3, 3)),
        large: Cases::of(ROOMY, (5, 9)),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    CASES.with(|cases| {
        let cases = cases.of(data);
        match kind % 4 {
            0 => seeded(data, &cases.scored, |(pod_set, rules)| {
                scorers::check(&pod_set, &rules)
            }),
            1 => seeded(data, &cases.unread, |(pod_set, proposal)| {
                default_twin::check(&pod_set, proposal)
            }),
            _ => seeded(data, &cases.constrained, |(pod_set, proposal)| {
                default_twin::check(&pod_set, proposal)
            }),
        }
    });
}
