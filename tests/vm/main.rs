//! Autoscaled VMs against their slow twin, and what must hold whatever happens.

#![cfg(not(target_arch = "wasm32"))]

mod cases;
mod dice;
mod engine;
mod hostile;
mod laws;
mod manners;
mod promise;
mod reach;
#[path = "../reference/mod.rs"]
mod reference;
mod settings;
mod shape;
mod states;
mod timeline;
mod twin;
mod vectors;
