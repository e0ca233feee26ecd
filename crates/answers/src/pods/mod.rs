//! Answers about pods and nodes.

mod alike;
pub mod amounts;
pub mod default_profile;
pub mod filters_off;
pub mod kubelet;
pub mod list;
pub mod misfit;
pub mod nearest_volume;
pub mod scheduler;
pub mod score_nodes;
pub mod volume_misfit;
pub mod volume_ties;
pub mod volumes;
