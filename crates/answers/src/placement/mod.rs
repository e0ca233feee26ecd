//! Answers about placements, made of a [`Decision`](schedscope_placement::Decision).
//!
//! - [`options`]: the options of a decision as JSON has them.
//! - [`summary`] and [`notes`](summary::DecisionSummary::notes): a decision in short.
//! - [`rows`], [`explain`]: the table of clusters, and everything about one of them.
//! - [`spread`]: the run of spread, step by step.
//! - [`report`], [`debug`], [`decision_objects`]: everything at once, what the hub serves, and what it would write.
//!
//! [`DecisionDetails`] answers all of these but the options.

pub mod debug;
pub mod decision_objects;
mod details;
pub mod explain;
pub mod integer;
mod notes;
pub mod options;
pub mod report;
pub mod rows;
pub mod spread;
pub mod summary;
mod yaml;

pub use details::DecisionDetails;
pub(crate) use details::index;
pub use options::DecideOptions;
