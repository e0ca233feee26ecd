//! What people paste, as plain objects.
//!
//! The types of this module are plain data with public fields, named after the fields of the
//! Kubernetes API. Names, label keys and label values are interned ([`names::Symbol`]), so that a
//! fleet of 100,000 clusters is compact and labels compare as integers.

pub mod addon_placement_score;
pub mod cluster_set;
pub mod config_map;
pub(crate) mod decode;
pub mod duration;
pub mod expansion;
pub mod objects;
pub mod placement_decision;
pub mod reader;
pub mod timeline;
pub mod virtual_machine;

pub use schedscope_kernel::kube::{
    clusters, labels, managed_cluster, names, node, placement, plugin_config, pod, policy,
    quantity, selector, taint, time,
};
pub use schedscope_text as text;
