//! Autoscaled VMs against their slow twin, and what must hold whatever happens.

#![cfg(not(target_arch = "wasm32"))]

mod agents_behaviour;
mod cases;
mod change;
mod change_removed;
mod change_space;
mod change_whole;
mod coverage;
mod engine;
mod guarantee;
mod hostile;
mod laws;
mod random;
#[path = "../reference/mod.rs"]
mod reference;
mod settings;
mod shape;
mod states;
mod sweep;
mod timeline;
mod twin;
mod vectors;
