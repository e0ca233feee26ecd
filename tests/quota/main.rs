//! Elastic quotas and preemption against their slow twin, and what must hold for all inputs.

#![cfg(not(target_arch = "wasm32"))]

mod across;
mod cases;
mod constrained;
mod cycle;
mod events;
mod filter_vectors;
mod filters;
mod judged;
mod laws;
mod queue;
mod queue_admission;
mod queue_limits;
mod queue_picks;
mod queue_repeats;
mod queue_verdicts;
#[path = "../reference/mod.rs"]
mod reference;
mod resource_quotas;
mod shape;
mod ties;
mod vectors;
