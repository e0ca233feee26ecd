//! Answers about autoscaled VMs.
//!
//! 1. `events`: the plugin driven by hand, event by event; `event_results`: the result of each event.
//! 2. `limits`: the resources a node offers under a config; `pressure`: both sides of the inequality.
//! 3. [`timeline`]: a run of a timeline.

pub mod event_results;
pub mod events;
pub mod limits;
mod messages;
pub mod pressure;
pub mod timeline;
