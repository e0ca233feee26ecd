//! Slow twins of the engines, written from the specifications, and random cases to compare both on.
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::return_self_not_must_use,
    reason = "only tests and fuzz targets use it"
)]

pub mod answers;
pub mod loader;
pub mod placement;
pub mod pod_sets;
pub mod pods;
pub mod quantity;
pub mod quota;
pub mod recomputed;
pub mod rollout;
pub mod scenarios;
pub mod spread;
pub mod vm;
