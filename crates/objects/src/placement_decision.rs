//! `PlacementDecision` (`cluster.open-cluster-management.io/v1alpha1` and `v1beta1`).

use crate::{labels::Labels, names::Symbol};

/// The label that names the placement a decision belongs to.
pub const PLACEMENT_LABEL: &str = "cluster.open-cluster-management.io/placement";
/// The label with the index of the decision's group, from 0.
pub const GROUP_INDEX_LABEL: &str = "cluster.open-cluster-management.io/decision-group-index";
/// The label with the name of the decision's group; empty for leftovers.
pub const GROUP_NAME_LABEL: &str = "cluster.open-cluster-management.io/decision-group-name";

/// Clusters that a placement selected earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementDecision {
    /// `metadata.namespace`.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `status.decisions[].clusterName`, in the order of the text.
    pub clusters: Box<[Symbol]>,
    /// `status.decisions[].score` of each, 0 where it is absent.
    pub scores: Box<[i64]>,
}
