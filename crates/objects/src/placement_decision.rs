//! `PlacementDecision`: that of Open Cluster Management (`cluster.open-cluster-management.io/v1alpha1` and `v1beta1`),
//! and that of SIG Multicluster (`multicluster.x-k8s.io/v1alpha1`, KEP-5313).

use crate::{labels::Labels, names::Symbol};

/// The label that names the placement a decision belongs to.
pub const PLACEMENT_LABEL: &str = "cluster.open-cluster-management.io/placement";
/// The label with the index of the decision's group, from 0.
pub const GROUP_INDEX_LABEL: &str = "cluster.open-cluster-management.io/decision-group-index";
/// The label with the name of the decision's group; empty for leftovers.
pub const GROUP_NAME_LABEL: &str = "cluster.open-cluster-management.io/decision-group-name";
/// The label that is the same on all slices of one decision of SIG Multicluster's form.
pub const DECISION_KEY_LABEL: &str = "multicluster.x-k8s.io/decision-key";
/// The label with the index of a slice, from 0. A hub of OCM 1.3 writes the index of the decision group.
pub const DECISION_INDEX_LABEL: &str = "multicluster.x-k8s.io/decision-index";
/// The label of SIG Multicluster's form with the cluster manager that wrote an object. A hub of OCM takes a slice with
/// another one, or without it, for another's.
pub const CLUSTER_MANAGER_LABEL: &str = "x-k8s.io/cluster-manager";
/// The label that names the placement of a decision of SIG Multicluster's form.
pub const PLACEMENT_KEY_LABEL: &str = "multicluster.x-k8s.io/placement-key";
/// `schedulerName` and [`CLUSTER_MANAGER_LABEL`] of the decisions that a hub writes in SIG Multicluster's form.
pub const SCHEDULER_NAME: &str = "open-cluster-management";
/// The maximum number of clusters in one `PlacementDecision`, in either form.
pub const MOST_DECISIONS: usize = 100;

/// Clusters that a placement selected earlier, in either form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementDecision {
    /// `metadata.namespace`.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `status.decisions[].clusterName` or `decisions[].clusterProfileRef.name`, in the order of the text.
    pub clusters: Box<[Symbol]>,
    /// `status.decisions[].score` of each, 0 where it is absent.
    pub scores: Box<[i64]>,
    /// Whether a scheduler other than the hub's wrote it, by [`CLUSTER_MANAGER_LABEL`] or else `schedulerName`: a hub
    /// ignores it. Only decisions in SIG Multicluster's form record this.
    pub is_foreign: bool,
}
