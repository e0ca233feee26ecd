//! `AddOnPlacementScore` (`cluster.open-cluster-management.io/v1alpha1`).

use schedscope_time::Timestamp;

use crate::names::Symbol;

/// Scores that an add-on reports for one cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddOnPlacementScore {
    /// `metadata.namespace`: the cluster's name.
    pub namespace: Symbol,
    /// `metadata.name`: what a `scoreCoordinate` calls `resourceName`.
    pub name: Symbol,
    /// `status.scores`: name and value in score points, in the order of the text. A name may stand
    /// twice; the later one counts.
    pub scores: Box<[(Symbol, i32)]>,
    /// `status.validUntil`: afterwards, strictly, the scores count as 0.
    pub valid_until: Option<Timestamp>,
}
