//! Elastic quotas against the twin: cycles, the queue, evictions across nodes, the ledger over events, and the laws.

use crate::cases::{BySize, seeded};
use proptest::prelude::*;
use serde_json::Value;

pub mod across;
pub mod cycle;
pub mod events;
mod laws;
pub mod queue;
pub mod shape;

use reference::{
    pod_sets::{
        PodSet, Scope, constrained, for_cycle, partly_started, pod_set, with_unread_preferences,
        with_volumes,
    },
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
    partly_started: BoxedStrategy<PodSet>,
    constrained: BoxedStrategy<PodSet>,
    volumes: BoxedStrategy<PodSet>,
    unread: BoxedStrategy<PodSet>,
    queue: BoxedStrategy<(PodSet, (Option<Scorer>, &'static str))>,
    across: BoxedStrategy<PodSet>,
    across_dense: BoxedStrategy<PodSet>,
    events: BoxedStrategy<Vec<Value>>,
}

impl Cases {
    fn of(
        cycle: BoxedStrategy<PodSet>,
        (nodes, pods): (usize, usize),
        queue: BoxedStrategy<PodSet>,
        across: (Scope, usize),
    ) -> Self {
        let scorer = prop::sample::select(queue::scorers());
        Self {
            partly_started: partly_started(cycle.clone()),
            cycle,
            constrained: constrained(nodes, pods),
            volumes: with_volumes(constrained(nodes, pods)),
            unread: with_unread_preferences(constrained(nodes, pods)),
            queue: (queue, scorer).boxed(),
            across: pod_set(across.0),
            across_dense: across::dense(across.1).boxed(),
            events: events::events(),
        }
    }
}

thread_local! {
    static CASES: BySize<Cases> = BySize {
        tiny: Cases::of(pod_set(FEWEST), (2, 2), pod_set(FEWEST), (FEWEST, 4)),
        small: Cases::of(pod_set(FEW), (3, 3), pod_set(FEW), (FEW, 6)),
        large: Cases::of(for_cycle(), (5, 13), queue::sets(), (across::SMALL, 9)),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let proposal = kind & 16 != 0;
    let profile = if proposal { "Proposal" } else { "Upstream" };
    let default_profile = (None, "DefaultProfile");
    CASES.with(|cases| {
        let cases = cases.of(data);
        match kind % 16 {
            0..3 => seeded(data, &cases.cycle, |case| cycle::check(&case, proposal)),
            3 => seeded(data, &cases.partly_started, |case| {
                cycle::check(&case, proposal)
            }),
            4 => seeded(data, &cases.constrained, |case| {
                cycle::check(&case, proposal)
            }),
            5 => seeded(data, &cases.volumes, |case| cycle::check(&case, proposal)),
            14 => seeded(data, &cases.volumes, |case| {
                queue::check(&queue::all_queued(case), proposal, default_profile)
            }),
            6 => seeded(data, &cases.unread, |case| cycle::check(&case, proposal)),
            7..9 => seeded(data, &cases.queue, |(case, scorer)| {
                queue::check(&case, proposal, scorer)
            }),
            9 => seeded(data, &cases.constrained, |case| {
                queue::check(&queue::all_queued(case), proposal, default_profile)
            }),
            10 => seeded(data, &cases.unread, |case| {
                queue::check(&queue::all_queued(case), proposal, default_profile)
            }),
            11 => seeded(data, &cases.across, |case| across::check(&case)),
            12 => seeded(data, &cases.across_dense, |case| across::check(&case)),
            13 => seeded(data, &cases.cycle, |case| laws::check(&case, profile)),
            _ => seeded(data, &cases.events, |events| {
                events::check(&events, "Upstream", &upstream(&events))?;
                events::check(&events, "Proposal", &recount(&events))
            }),
        }
    });
}
