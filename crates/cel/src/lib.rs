//! CEL selectors of Open Cluster Management's placements: compiled and evaluated as the hub's
//! placement controller does it.
//!
//! The `cel` crate reads expressions; its grammar, its expansion of macros and its messages are
//! those of cel-go. What the hub's answer hangs on beside the syntax is here: the environment with
//! Kubernetes' libraries, the checker that refuses what cel-go's refuses, and the evaluation with the
//! hub's cost, which is deterministic, shares memory, and ends.
//!
//! - [`compile`]: a text becomes a [`Program`](program::Program), or an error with its place.
//! - [`evaluator`]: many expressions on many clusters, asked and answered in JSON.
//! - [`cluster`]: an object as kubectl prints it becomes what the hub shows to selectors.
//! - [`value`], [`map`], [`time`]: what is computed with; [`library`]: functions, one file a library.
//! - [`limits`]: what an evaluation may cost.

#![expect(
    clippy::match_same_arms,
    reason = "tables of functions and types read better line by line"
)]

mod arithmetic;
mod call;
mod check;
pub mod cluster;
mod collections;
pub mod compile;
mod convert;
mod cost;
mod eval;
pub mod evaluator;
mod format_calls;
mod function;
pub mod json;
pub mod library;
pub mod limits;
pub mod map;
mod nesting;
pub mod program;
mod regex;
mod signatures;
pub mod stop;
pub mod time;
mod types;
pub mod value;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
