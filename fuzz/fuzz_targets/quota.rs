//! Elastic quotas against the twin: cycles, the queue, evictions across nodes, the ledger over events, and the laws.

use proptest::prelude::*;
use schedscope_fuzz::{BySize, seeded};
use serde_json::Value;

#[path = "../../tests/quota/across.rs"]
mod across;
#[path = "../../tests/quota/cycle.rs"]
mod cycle;
#[path = "../../tests/quota/events.rs"]
mod events;
#[path = "../../tests/quota/laws.rs"]
mod laws;
#[path = "../../tests/quota/queue.rs"]
mod queue;
#[path = "../../tests/quota/shape.rs"]
pub(crate) mod shape;
#[path = "../../tests/quota/vectors.rs"]
pub(crate) mod vectors;

use crate::reference::{
    pod_sets::{PodSet, Scope, constrained, for_cycle, pod_set},
    pods::scores::Scorer,
    quota::events::{recount, upstream},
};

const FEWEST: Scope = Scope {
    nodes: 1,
    pods: 3,
    quotas: 2,
    unbound: 30,
};

const FEW: Scope = Scope {
    nodes: 2,
    pods: 7,
    quotas: 3,
    unbound: 30,
};

/// The strategies, which take longer to make than a case.
struct Cases {
    cycle: BoxedStrategy<PodSet>,
    constrained: BoxedStrategy<PodSet>,
    queue: BoxedStrategy<(PodSet, (Option<Scorer>, &'static str))>,
    across: BoxedStrategy<PodSet>,
    events: BoxedStrategy<Vec<Value>>,
}

impl Cases {
    fn of(
        cycle: BoxedStrategy<PodSet>,
        (nodes, pods): (usize, usize),
        queue: Scope,
        across: Scope,
    ) -> Self {
        let scorer = prop::sample::select(queue::scorers());
        Self {
            cycle,
            constrained: constrained(nodes, pods),
            queue: (pod_set(queue), scorer).boxed(),
            across: pod_set(across),
            events: events::events(),
        }
    }
}

thread_local! {
    static CASES: BySize<Cases> = BySize {
        tiny: Cases::of(pod_set(FEWEST), (2, 2), FEWEST, FEWEST),
        small: Cases::of(pod_set(FEW), (3, 3), FEW, FEW),
        large: Cases::of(for_cycle(), (5, 13), queue::SHORT, across::SMALL),
    };
}

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let proposal = kind & 8 != 0;
    CASES.with(|cases| {
        let cases = cases.of(data);
        match kind % 8 {
            0 | 1 => seeded(data, &cases.cycle, |case| cycle::check(&case, proposal)),
            2 => seeded(data, &cases.constrained, |case| {
                cycle::check(&case, proposal)
            }),
            3 => seeded(data, &cases.queue, |(case, scorer)| {
                queue::check(&case, proposal, scorer)
            }),
            4 => seeded(data, &cases.constrained, |case| {
                queue::check(&queue::all_queued(case), proposal, (None, "DefaultProfile"))
            }),
            5 => seeded(data, &cases.across, |case| across::check(&case)),
            6 => seeded(data, &cases.cycle, |case| {
                laws::check(&case, if proposal { "Proposal" } else { "Upstream" })
            }),
            _ => seeded(data, &cases.events, |events| {
                events::check(&events, "Upstream", &upstream(&events))?;
                events::check(&events, "Proposal", &recount(&events))
            }),
        }
    });
}
