//! Slow, spec-shaped twins of the engine, and worlds to try both on.
#![allow(dead_code, reason = "each test program uses its part")]

pub(crate) mod answers;
pub(crate) mod crowds;
pub(crate) mod loader;
pub(crate) mod placement;
pub(crate) mod pods;
pub(crate) mod quantity;
pub(crate) mod quota;
pub(crate) mod spread;
pub(crate) mod vm;
pub(crate) mod worlds;
