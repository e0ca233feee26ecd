//! Elastic quotas and preemption against their slow twin, and what must hold for all inputs.

#![cfg(not(target_arch = "wasm32"))]

mod across;
mod admitted_priority;
mod budgets;
mod cases;
mod change;
mod change_anew;
mod change_causes;
mod change_more_nodes;
mod change_nodes;
mod change_nominated;
mod change_on;
mod change_pairs;
mod change_request_bound;
mod change_resource_quota;
mod change_tie;
mod constrained;
mod cordon;
mod cycle;
mod drain;
mod drain_back;
mod events;
mod eviction;
mod extremes;
mod filter_vectors;
mod filters;
mod judged;
mod kubelet;
mod laws;
mod lint;
mod losses;
mod more;
mod preferred;
mod queue;
mod queue_admission;
mod queue_counts;
mod queue_hangs;
mod queue_limits;
mod queue_picks;
mod queue_repeats;
mod queue_verdicts;
mod recorded;
mod recorded_cases;
#[path = "../reference/mod.rs"]
mod reference;
mod resource_quotas;
mod shape;
mod sweep;
mod sweep_nodes;
mod ties;
mod vectors;
mod wanted;
