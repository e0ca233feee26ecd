//! Slow, spec-shaped twins of the engine, and scenarios to try both on.
#![allow(dead_code, reason = "each test program uses its part")]

pub(crate) mod answers;
pub(crate) mod loader;
pub(crate) mod placement;
pub(crate) mod pod_sets;
pub(crate) mod pods;
pub(crate) mod quantity;
pub(crate) mod quota;
pub(crate) mod recomputed;
pub(crate) mod scenarios;
pub(crate) mod spread;
pub(crate) mod vm;
