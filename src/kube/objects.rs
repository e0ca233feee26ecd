//! All objects of a text, by kind.

use std::sync::Arc;

use super::{
    addon_placement_score::AddOnPlacementScore,
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding},
    clusters::Clusters,
    decode::Object,
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
    pub clusters: Clusters,
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

impl Objects {
    /// Takes all objects out, and keeps the names.
    pub(crate) fn clear(&mut self) {
        self.clusters.clear();
        self.placements.clear();
        self.decisions.clear();
        self.cluster_sets.clear();
        self.bindings.clear();
        self.scores.clear();
    }

    pub(crate) fn push(&mut self, object: &Object) {
        match object {
            // The reader stores clusters before it lists them.
            Object::NewCluster(_) => {}
            Object::ManagedCluster(_, slot) => self.clusters.push(*slot),
            Object::Placement(o) => self.placements.push(Arc::clone(o)),
            Object::PlacementDecision(o) => self.decisions.push(Arc::clone(o)),
            Object::ManagedClusterSet(o) => self.cluster_sets.push(Arc::clone(o)),
            Object::ManagedClusterSetBinding(o) => self.bindings.push(Arc::clone(o)),
            Object::AddOnPlacementScore(o) => self.scores.push(Arc::clone(o)),
        }
    }

    /// Everything may have changed.
    pub(crate) fn bump(&mut self) {
        self.revisions.clusters += 1;
        self.revisions.others += 1;
        self.revisions.placements += 1;
    }

    /// Puts an object in the place of the one with its name. `false`: there is none. O(objects of
    /// the kind). Counts a change only where the two differ.
    pub(crate) fn exchange(&mut self, object: &Object) -> bool {
        fn put<T: PartialEq>(
            list: &mut [Arc<T>],
            new: &Arc<T>,
            is_it: impl Fn(&T) -> bool,
            revision: &mut u64,
        ) -> bool {
            let Some(old) = list.iter_mut().find(|old| is_it(old)) else {
                return false;
            };
            if **old != **new {
                *revision += 1;
            }
            *old = Arc::clone(new);
            true
        }
        let (_, namespace, name) = object.identity();
        let revisions = &mut self.revisions;
        match object {
            Object::NewCluster(_) => false,
            Object::ManagedCluster(_, slot) => {
                let differs = self.clusters.exchange(*slot);
                revisions.clusters += u64::from(differs == Some(true));
                differs.is_some()
            }
            Object::Placement(o) => {
                let is_it = |old: &Placement| old.name == name && old.namespace == namespace;
                put(&mut self.placements, o, is_it, &mut revisions.placements)
            }
            Object::PlacementDecision(o) => {
                let is_it =
                    |old: &PlacementDecision| old.name == name && old.namespace == namespace;
                put(&mut self.decisions, o, is_it, &mut revisions.others)
            }
            Object::ManagedClusterSet(o) => put(
                &mut self.cluster_sets,
                o,
                |old| old.name == name,
                &mut revisions.others,
            ),
            Object::ManagedClusterSetBinding(o) => {
                let is_it =
                    |old: &ManagedClusterSetBinding| old.name == name && old.namespace == namespace;
                put(&mut self.bindings, o, is_it, &mut revisions.others)
            }
            Object::AddOnPlacementScore(o) => {
                let is_it =
                    |old: &AddOnPlacementScore| old.name == name && old.namespace == namespace;
                put(&mut self.scores, o, is_it, &mut revisions.others)
            }
        }
    }
}
