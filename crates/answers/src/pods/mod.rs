//! Answers about pods and nodes.

pub mod amounts;
pub mod default_profile;
pub mod filters_off;
pub mod kubelet;
pub mod limit_defaults;
pub mod list;
pub mod misfit;
pub mod ordered_sets;
pub mod scheduler;
pub mod score_nodes;
pub mod unready;
pub mod volume_misfit;
pub mod volumes;
