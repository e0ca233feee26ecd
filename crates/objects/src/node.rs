//! `Node` (`v1`).

use crate::{labels::Labels, managed_cluster::Resources, names::Symbol, taint::Taint};

/// A node, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `spec.unschedulable`: the node is cordoned.
    pub unschedulable: bool,
    /// `spec.taints`.
    pub taints: Box<[Taint]>,
    /// `status.allocatable`; `status.capacity` where a node has no allocatable, as the API server
    /// defaults it.
    pub allocatable: Resources,
}
