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
    /// A kubelet has reported `status.nodeInfo.kubeletVersion`, and not one that only pretends to run pods, as those of
    /// kwok do: the cluster's own pods are on the node, too.
    pub has_kubelet: bool,
    /// `status.images`, in order.
    pub images: Box<[NodeImage]>,
}

/// `status.images[]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeImage {
    /// `names`: the same image by each of its names.
    pub names: Box<[Symbol]>,
    /// `sizeBytes`.
    pub size: i64,
}
