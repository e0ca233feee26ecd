//! Pods on nodes against their slow twin: which node each scorer likes.

#![cfg(not(target_arch = "wasm32"))]

mod before_scores;
mod cases;
mod classes;
mod configured_filters;
mod default_profile;
mod default_twin;
mod default_vectors;
#[path = "../reference/mod.rs"]
mod reference;
mod scheduler_configuration;
mod scorers;
mod shape;
mod vectors;
