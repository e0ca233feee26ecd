//! The native tests, a module for each subject. `tests/hostile` and `tests/types.rs` are programs of their own.

#![cfg(not(target_arch = "wasm32"))]

mod arrows;
mod checks;
mod conformance;
mod differences;
mod examples;
mod findings;
mod fuzz;
mod placement;
mod pods;
mod properties;
mod quantities;
mod quota;
mod reader;
mod scenario;
mod spread;
mod vm;
mod whatif;
