//! Autoscaled VMs against their slow twin, and what must hold whatever happens.

#![cfg(not(target_arch = "wasm32"))]

#[path = "../reference/mod.rs"]
mod reference;
mod shape;
mod vectors;
