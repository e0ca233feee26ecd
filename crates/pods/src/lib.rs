//! Pods on nodes: whether a pod fits a node, and how scorers rate the nodes that it fits.
//!
//! - [`classes`]: equivalent pods, counted by node.
//! - [`matching`]: pod affinity terms and spread constraints, ready to match.
//! - [`snapshot`]: nodes and pods, with incremental changes; [`node`] and [`request`]: what each holds and requests, in
//!   [`amounts`], with running sums in [`amount_sum`].
//! - [`fit`]: one file for each filter of Kubernetes; [`volumes`]: those of volumes.
//! - [`default_profile`]: how kube-scheduler scores the nodes that a pod fits, one file for each of its plugins.
//! - [`score`]: one file for each scorer; [`exact`] and [`extremes`]: limit-aware scores without rounding.
//! - [`node_scan`]: one pass over all nodes for a pod.

pub mod amount_sum;
pub mod amounts;
pub mod classes;
pub mod default_profile;
pub mod exact;
pub mod extremes;
pub mod fit;
pub mod matching;
pub mod node;
pub mod node_scan;
pub mod request;
pub mod score;
pub mod snapshot;
pub mod volumes;
