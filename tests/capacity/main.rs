//! Elastic quotas and preemption against their slow twin, and what must hold whatever the world.

#![cfg(not(target_arch = "wasm32"))]

mod cycle;
#[path = "../reference/mod.rs"]
mod reference;
mod shape;
mod vectors;
