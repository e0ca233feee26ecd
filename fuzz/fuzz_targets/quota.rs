//! Elastic quotas against the twin: cycles, the queue, evictions across nodes, the ledger over events, and the laws.

use proptest::prelude::*;
use schedscope_fuzz::{is_large, seeded};
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
    fn of(cycle: BoxedStrategy<PodSet>, pods: usize, queue: Scope, across: Scope) -> Self {
        let scorer = prop::sample::select(queue::scorers());
        Self {
            cycle,
            constrained: constrained(pods.min(5), pods),
            queue: (pod_set(queue), scorer).boxed(),
            across: pod_set(across),
            events: events::events(),
        }
    }
}

thread_local! {
    static SMALL: Cases = Cases::of(pod_set(FEW), 3, FEW, FEW);
    static LARGE: Cases = Cases::of(for_cycle(), 13, queue::SHORT, across::SMALL);
}

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let proposal = kind & 8 != 0;
    let cases = if is_large(data) { &LARGE } else { &SMALL };
    cases.with(|cases| match kind % 8 {
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
    });
}
