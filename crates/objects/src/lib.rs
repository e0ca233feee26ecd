//! The objects of Kubernetes that scheduling looks at, as plain data.
//!
//! Fields are public and named after the fields of the Kubernetes API. Names, label keys and label values are
//! interned ([`names::Symbol`]), so that a fleet of 100,000 clusters is compact and labels compare as integers.
//!
//! - One module for each kind; [`objects`] holds all objects of a text, [`clusters`] its clusters side by side.
//! - [`diagnostic`]: what is wrong with a text, and where.
//! - [`profile`], [`kubernetes_version`]: which scheduler's behaviour to reproduce, and of which release.
//! - [`word`], [`id`]: enums whose variants have names (`words!`), and typed ids.
//! - [`misspelt`]: the word that is probably meant.
//! - [`order`], [`by_name`]: sorting, and small maps by name.

pub mod addon_placement_score;
pub mod application_set;
pub mod by_name;
pub mod cluster_context;
pub mod cluster_secret;
pub mod cluster_set;
pub mod clusters;
pub mod config_map;
pub mod diagnostic;
pub mod duration;
pub mod event;
pub mod expansion;
pub mod id;
pub mod incomplete;
pub mod kind;
pub mod kubernetes_version;
pub mod labels;
pub mod managed_cluster;
pub mod name_order;
pub mod names;
pub mod namespaced_name;
pub mod node;
pub mod not_looked_at;
pub mod object;
pub mod objects;
pub mod order;
pub mod placement;
pub mod placement_decision;
pub mod placement_status;
pub mod plugin_config;
pub mod pod;
pub mod policy;
pub mod profile;
pub mod scheduler_configuration;
pub mod selector;
pub mod storage;
pub mod taint;
pub mod timeline;
#[cfg(feature = "types")]
pub mod types;
pub mod update_strategy;
pub mod virtual_machine;
pub mod word;

pub use kubernetes_version::{AssumedVersion, KubernetesVersion, VersionedRule};
pub use objects::Objects;
pub use profile::{Profile, ProfileChoice};
pub use schedscope_options::misspelt;
#[doc(hidden)]
pub use serde;
