//! What-ifs: questions that edit the input on trial. They do not change the scenario's text, decision and runs.

mod change;
mod drain;
mod left_behind;
mod more;
mod others;
mod pods;
mod recorded;
mod rollout;
mod search;
mod sweep;
mod sweep_pod;
mod sweep_vms;
mod text_edits;
mod trial;
mod unknown;
mod vms;
mod without;
mod without_nodes;
mod works;
mod world;

pub(crate) use sweep::StabilityQuestion;
pub(crate) use text_edits::{Refused, text_edits};
pub(crate) use world::World;
