//! Slow, spec-shaped twins of the engine, and worlds to try both on.

pub(crate) mod loader;
