//! CEL selectors of Open Cluster Management's placements, compiled and evaluated as by the hub's placement controller.
//!
//! The `cel` crate parses expressions; its grammar, its expansion of macros and its messages are those of cel-go. This
//! crate has the rest of the hub's semantics: the environment with Kubernetes' libraries, a checker that refuses the
//! same expressions as cel-go's, and an evaluator that counts the hub's cost and always ends.
//!
//! - [`compile`]: compiles a text to a [`Program`](program::Program), or to errors with their places.
//! - [`evaluator`]: evaluates many expressions on many clusters; questions and answers are JSON.
//! - [`cluster`]: converts the object that kubectl prints to the hub's `managedCluster`.
//! - [`value`], [`map`], [`time`]: the values; [`library`]: the functions, one file a library.
//! - [`limits`]: the limits of an evaluation.

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
