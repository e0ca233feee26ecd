//! Objects of Kubernetes as plain data with public fields, named after the fields of its API.
//!
//! Names, label keys and label values are interned ([`names::Symbol`]), so that a fleet of 100,000
//! clusters is compact and labels compare as integers.

pub mod clusters;
pub mod labels;
pub mod managed_cluster;
pub mod name_order;
pub mod names;
pub mod node;
pub mod placement;
pub mod plugin_config;
pub mod pod;
pub mod policy;
pub mod selector;
pub mod taint;
pub mod time;

pub use schedscope_quantity as quantity;
