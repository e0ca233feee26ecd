//! Conformance vectors: the input, the output of the real programs, and the difference.
//!
//! This crate does not depend on the engine: it turns a line into a request for any build of the engine, and compares
//! the JSON answer. So native code and WebAssembly pass the same comparison.
//!
//! - [`suite`]: the suites there are, and the vector files of each.
//! - [`tally`]: running the lines of a file, counting, and printing the first differences.
//! - [`placement`], [`pods`], [`quantities`], [`quota`], [`scores`], [`spread`]: one suite each;
//!   [`quota_events`], [`vm`]: two.

mod difference;
pub mod placement;
pub mod pods;
pub mod quantities;
pub mod quota;
pub mod quota_events;
pub mod scores;
pub mod spread;
pub mod suite;
pub mod tally;
pub mod vm;
mod volumes;

pub use difference::{Difference, Verdict};
pub use suite::{SUITES, Suite};
pub use tally::{FailedLine, Tally};
