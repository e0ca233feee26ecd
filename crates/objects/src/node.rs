//! `Node` (`v1`).

use crate::{labels::Labels, managed_cluster::Resources, names::Symbol, taint::Taint};

/// A node, as far as scheduling looks at it.
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
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
    /// The annotation `cluster-autoscaler.kubernetes.io/scale-down-disabled` is `true`.
    pub scale_down_disabled: bool,
    /// `status.allocatable`; `status.capacity` where a node has no allocatable, as the API server
    /// defaults it.
    pub allocatable: Resources,
    /// A cluster has printed the node, and real pods run there: a kubelet has reported its version, which is not the
    /// one of kwok, or, without a version, the node has a UID of an API server.
    pub is_printed: bool,
    /// `status.nodeInfo.kubeletVersion`: the minor number, 36 for `v1.36.2`; `None` where absent or not a version of
    /// Kubernetes.
    pub kubelet_minor: Option<u32>,
    /// `status.conditions`: `Ready` is `False` or `Unknown`.
    pub is_unready: bool,
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
