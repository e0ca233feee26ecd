//! Which managed clusters a `Placement` selects.
//!
//! The way of a decision, one file a step:
//!
//! 1. `candidates`: which clusters the placement may choose from.
//! 2. `filter`: which of them are feasible: predicates, then taints.
//! 3. `prioritizer`: a score per prioritizer and feasible cluster, and the weights.
//! 4. `select`: totals, ranking, and how many.
//! 5. `groups` and `conditions`: the objects and conditions that the hub would write.
//!
//! A [`Session`] keeps what each step found and computes again only what a change touches: a
//! changed weight or number of clusters costs the totals and the selection, nothing else. A
//! decision itself is small; [`Details`] gives rows, explanations and whole reports on demand.
//!
//! Two profiles ([`Profile`](schedscope_objects::Profile)): `Upstream` is what the hub of Open Cluster Management does today
//! (ocm 00f84c32b), number by number, its faults included; `Proposal` adds what the design
//! documents ask for ("Resource Based Scheduling" and the one on spreading). Where they differ in a
//! detail, the function that differs says so.

mod candidates;
pub mod cel;
pub mod column;
mod conditions;
pub mod debug;
mod decision;
mod details;
pub mod explain;
mod filter;
pub mod fleet;
mod groups;
mod history;
pub mod integer;
pub mod matching;
mod memory;
mod notes;
pub mod options;
mod prioritizer;
pub mod report;
pub mod resource;
pub mod resource_allocatable;
pub mod resource_ratio;
pub mod rows;
pub mod select;
mod session;
pub mod spread;
pub mod summary;
pub mod window;
mod yaml;

pub use decision::cel_path;
pub use details::Details;
pub use options::{CandidateMode, DecideOptions, Options, Wanted};
pub use session::{DecideError, Session};
