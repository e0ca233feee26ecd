//! `ManagedClusterSet` and `ManagedClusterSetBinding` (`cluster.open-cluster-management.io/v1beta1`
//! and `v1beta2`).

use crate::{names::Symbol, selector::LabelSelector};

/// The label that assigns a cluster to one exclusive set.
pub const CLUSTER_SET_LABEL: &str = "cluster.open-cluster-management.io/clusterset";

/// A named group of clusters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedClusterSet {
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.clusterSelector`.
    pub selector: SetSelector,
    /// How many clusters the hub has counted in it (`status.conditions`).
    pub selected: Option<u32>,
}

/// The condition whose message says how many clusters a set has: `3 ManagedClusters selected`.
///
/// Source: `pkg/registration/hub/managedclusterset/controller.go` of OCM.
pub const SET_EMPTY_CONDITION: &str = "ClusterSetEmpty";

/// How a set finds its members (`spec.clusterSelector`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetSelector {
    /// `ExclusiveClusterSetLabel`, or no type: clusters whose [`CLUSTER_SET_LABEL`] is the set's name.
    ExclusiveClusterSetLabel,
    /// `LabelSelector`: clusters that match; `{}` takes all, an absent selector takes none.
    LabelSelector(Option<LabelSelector>),
    /// Any other type: the hub stops with an error.
    Unknown(String),
}

/// Makes a set usable from a namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedClusterSetBinding {
    /// `metadata.namespace`.
    pub namespace: Symbol,
    /// `metadata.name`: the name of the set that is bound.
    pub name: Symbol,
    /// `spec.clusterSet`: the CRD wants it equal to the name; the hub looks at the name only.
    pub cluster_set: Symbol,
}
