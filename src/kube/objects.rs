//! All objects of a text, by kind.

use std::sync::Arc;

use super::{
    addon_placement_score::AddOnPlacementScore,
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    managed_cluster::ManagedCluster,
    names::Names,
    placement::Placement,
    placement_decision::PlacementDecision,
};

/// The objects that are fine, each list in the order of the text, without duplicates.
///
/// Objects are shared, so that re-reading one document leaves the others where they are.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// The texts behind every [`Symbol`](super::names::Symbol) of these objects.
    pub names: Names,
    /// `ManagedCluster`s. An engine names a cluster by its index here.
    pub clusters: Vec<Arc<ManagedCluster>>,
    /// `Placement`s.
    pub placements: Vec<Arc<Placement>>,
    /// `PlacementDecision`s.
    pub decisions: Vec<Arc<PlacementDecision>>,
    /// `ManagedClusterSet`s.
    pub cluster_sets: Vec<Arc<ManagedClusterSet>>,
    /// `ManagedClusterSetBinding`s.
    pub bindings: Vec<Arc<ManagedClusterSetBinding>>,
    /// `AddOnPlacementScore`s.
    pub scores: Vec<Arc<AddOnPlacementScore>>,
    /// Counts changes; equal revisions of one reader mean equal objects.
    pub revisions: Revisions,
}

/// Change counters: an engine that kept something computed from one kind of object may use it
/// again while the counter is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revisions {
    /// Of `clusters`.
    pub clusters: u64,
    /// Of everything else but the placements.
    pub others: u64,
    /// Of `placements`.
    pub placements: u64,
}
