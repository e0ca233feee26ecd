//! Answers about autoscaled VMs.
//!
//! 1. `events`: the plugin driven by hand, event by event; `event_results`: the result of each event.
//! 2. `limits`: the resources a node offers under a config; `pressure`: both sides of the inequality; `problem`: the
//!    reasons for refusals.
//! 3. [`timeline`]: a run of a timeline.

pub mod amount;
pub mod event_results;
pub mod events;
pub mod limits;
pub mod pressure;
pub mod problem;
pub mod timeline;
