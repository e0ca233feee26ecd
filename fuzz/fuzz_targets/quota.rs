//! Elastic quotas against the twin: cycles, the queue, evictions across nodes, the ledger over events, and the laws.

use proptest::prelude::*;
use schedscope_fuzz::seeded;

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
    pod_sets::{constrained, for_cycle, pod_set},
    quota::events::{recount, upstream},
};

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let proposal = kind & 8 != 0;
    match kind % 8 {
        0 | 1 => seeded(data, &for_cycle(), |case| cycle::check(&case, proposal)),
        2 => seeded(data, &constrained(5, 12), |case| {
            cycle::check(&case, proposal)
        }),
        3 => {
            let scorer = prop::sample::select(queue::scorers());
            let case = (pod_set(queue::SHORT), scorer);
            seeded(data, &case, |(case, scorer)| {
                queue::check(&case, proposal, scorer)
            });
        }
        4 => seeded(data, &constrained(5, 14), |case| {
            let case = queue::all_queued(case);
            queue::check(&case, proposal, (None, "DefaultProfile"))
        }),
        5 => seeded(data, &pod_set(across::SMALL), |case| across::check(&case)),
        6 => seeded(data, &for_cycle(), |case| {
            laws::check(&case, if proposal { "Proposal" } else { "Upstream" })
        }),
        _ => seeded(data, &events::events(), |events| {
            events::check(&events, "Upstream", &upstream(&events))?;
            events::check(&events, "Proposal", &recount(&events))
        }),
    }
}
