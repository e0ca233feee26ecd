//! Answers about placements, made of a [`Decision`](schedscope_placement::Decision).
//!
//! - [`options`]: the options of a decision, as in JSON.
//! - [`summary`] and [`notes`](summary::DecideAnswer::notes): a decision in short.
//! - [`caveats`]: what a person must know before believing a decision; part of every answer about one.
//! - [`comparison`]: the decision compared with what a hub has recorded.
//! - [`applications`]: the Applications that Argo CD creates from the decision.
//! - [`rows`], [`explain`]: the table of clusters, and the explanation of one of them.
//! - [`hints`]: what of the placement has no effect.
//! - [`spread`]: the run of spread, step by step.
//! - [`report`], [`decision_objects`]: the whole decision, and the objects that the hub would write.
//!
//! [`DecisionDetails`] answers all of these but the options.

pub mod applications;
pub mod caveats;
pub mod comparison;
pub mod condition;
pub mod decision_objects;
mod details;
pub mod explain;
mod find;
pub mod hints;
pub mod integer;
mod names;
mod notes;
pub mod options;
mod recorded;
pub mod report;
pub mod requirement;
pub mod rows;
mod score_update;
pub mod spread;
pub mod summary;
mod yaml;

pub use details::DecisionDetails;
pub(crate) use details::index;
pub use options::DecideOptions;
