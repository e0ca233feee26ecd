//! Nodes, pods and quotas: what happens to the pods of a drained node, how many more pods fit, and what changes the
//! outcome of one pod's cycle.

mod admission;
pub mod alike_nodes;
pub(crate) mod amounts;
mod bounds;
pub mod change;
mod cluster;
mod counts;
mod daemons;
mod domains;
pub mod drain;
mod drain_blocks;
pub mod drain_waits;
mod hard;
mod joint;
mod joint_request;
pub mod more;
pub mod nodes_bound;
pub mod nodes_needed;
mod others;
mod outside;
mod ranges;
pub mod recorded;
mod requests;
mod returning;
pub mod rollout;
mod rooms;
pub mod scale_down;
mod selectors;
mod space;
mod spelling;
mod spread;
mod sums;
pub mod sweep;
mod unnamed;
mod volume_classes;
mod volumes;

pub use change::{PodQuestion, PodSearch};
pub use cluster::{CycleEnd, PodCluster, PodWant};
pub use outside::{Outside, OutsideReason};
pub use returning::{Returning, without_releases};
