//! Conformance vectors: what goes in, what the real programs printed, and the difference.

pub mod verdict;

pub use verdict::{Difference, Input, Verdict};
