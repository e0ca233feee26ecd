//! Which managed clusters a `Placement` selects: a pure placement engine; explanations are in the crate
//! `schedscope-answers`.
//!
//! The steps of a decision, one module each:
//!
//! 1. [`candidates`]: the clusters that the placement may choose from.
//! 2. [`filter`]: the feasible ones among them: predicates, then taints.
//! 3. [`prioritizer`]: a score for each prioritizer and feasible cluster, and the weights.
//! 4. [`select`], or [`spread`] where there are spread constraints: totals, ranking, and the selection.
//! 5. [`groups`] and [`conditions`]: the decision groups and the conditions that the hub would write.
//!
//! A [`Session`] keeps the result of each step and computes only the steps that a change affects: a changed weight or
//! number of clusters costs the totals and the selection. It returns a [`Decision`], which has the results of all steps
//! as data.
//!
//! Two profiles ([`Profile`](schedscope_objects::Profile)): `Upstream` reproduces the hub of Open Cluster Management
//! (ocm 00f84c32b), faults included; `Proposal` adds the design documents "Resource Based Scheduling" and "Spread
//! policy". Where the two differ, the documentation of the function says how.

mod cache;
pub mod candidates;
pub mod cel;
pub mod column;
pub mod conditions;
pub mod decision;
pub mod decision_options;
pub mod filter;
pub mod fleet;
pub mod groups;
pub mod matching;
pub mod other_profile;
pub mod outcome;
pub mod prioritizer;
pub mod recorded;
pub mod recorded_difference;
pub mod remaining;
pub mod resource;
pub mod resource_allocatable;
pub mod resource_ratio;
pub mod select;
mod session;
pub mod spread;
pub mod window;

pub use decision::{ClusterState, Decision};
pub use decision_options::{CandidateMode, DecisionOptions, Wanted, names_constraint};
pub use session::{DecideError, Session};
