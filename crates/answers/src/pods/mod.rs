//! Answers about pods and nodes.

pub mod amounts;
pub mod list;
pub mod misfit;
pub mod score_nodes;
