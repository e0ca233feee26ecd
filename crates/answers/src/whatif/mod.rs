//! Answers about what would change an answer.

pub mod change;
pub mod change_edit;
pub mod drain;
mod edited_pod;
pub mod eviction_block;
pub mod eviction_wait;
pub mod more;
pub mod nodes_needed;
pub mod options;
pub mod recorded;
pub mod recorded_node;
pub mod rollout;
pub mod run_after;
pub mod scale_down;
pub mod sweep;
pub mod weights;
pub mod without;
pub mod without_nodes;
