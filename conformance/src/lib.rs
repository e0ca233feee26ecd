//! Conformance vectors: what goes in, what the real programs printed, and the difference.
//!
//! This crate knows the vectors and not the engine: it turns a line into the text and the options
//! that any build of the engine takes, and compares the JSON report that comes back. So native code
//! and WebAssembly are held to the same words.

mod difference;
pub mod placement;

pub use difference::{Difference, Verdict};
