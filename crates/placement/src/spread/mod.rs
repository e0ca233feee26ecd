//! Spread: clusters are selected one by one over topology domains within a max skew.
//!
//! 1. [`topology`]: which cluster lies in which domain.
//! 2. [`tree`]: the domains in which clusters compete.
//! 3. [`tournament`] with `front`: the picks, in near-linear time; [`score`] has the formulas.
//! 4. [`run`]: a finished run, which keeps only the picks.
//! 5. [`domain_counts`] and [`skews`]: the counts after any step, and how they develop.
//!
//! The hub has the fields of this policy and no implementation.
//!
//! Source: "Spread policy".

pub mod domain_counts;
mod front;
pub mod picks;
pub mod run;
pub mod score;
pub mod skews;
pub mod topology;
pub mod tournament;
pub mod tree;

pub use run::{DomainTree, SpreadEnd, SpreadRun};
