//! Choices of volumes that Kubernetes leaves open: it compares sizes, and takes the first of equal volumes in the order
//! of a map. The engine takes the first one of the text, and says what else is possible.

use schedscope_objects::id::NodeId;

use super::{ClaimKey, PodVolumes, Storage, StorageWorld, VolumeId};
use crate::snapshot::PodInfo;

/// A claim that gets any one of several volumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolumeTie {
    /// The index of the claim.
    pub claim: u16,
    /// The volumes, ascending. Of those that are reserved for the claim also those that the node cannot use.
    pub any_of: Vec<VolumeId>,
    /// Whether the claim may get none of them, so that a volume is made for it.
    pub or_new: bool,
}

/// What is open about the volumes of a pod on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeVolumeTies {
    /// The claims that get any one of several volumes, ascending.
    pub claims: Vec<VolumeTie>,
    /// Whether the volumes let the pod onto the node with some choices and not with others.
    pub decide: bool,
}

/// What is open about the volumes of a pod in one cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VolumeTies {
    /// The claims that get any one of several volumes on the node of the pod; if none does or it has no node, on the
    /// first of `nodes`. Ascending.
    pub claims: Vec<VolumeTie>,
    /// The nodes that the pod fits with some choices and not with others, ascending.
    pub nodes: Vec<NodeId>,
}

impl VolumeTies {
    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty() && self.nodes.is_empty()
    }
}

impl StorageWorld {
    /// Notes whether a claim may get any one of several volumes at all.
    pub(super) fn note_ties(&mut self) {
        let mut reserved = self.reserved.values();
        self.may_tie = !self.open.is_empty()
            || !self.controller_ties.is_empty()
            || reserved.any(|volumes| volumes.len() > 1);
    }
}

impl Storage {
    /// Whether a claim may get any one of several volumes at all.
    pub fn may_tie(&self) -> bool {
        self.world.may_tie
    }

    /// Whether it can make a difference to other pods which of some volumes a claim gets.
    pub fn differ(&self, tie: &VolumeTie) -> bool {
        let volumes = tie.any_of.iter();
        let mut known = volumes.filter_map(|id| self.world.volumes.get(*id));
        let Some(first) = known.next() else {
            return false;
        };
        let of = &*first.volume;
        let is_alike = known.all(|other| {
            let volume = &*other.volume;
            (other.nodes, other.zone) == (first.nodes, first.zone)
                && volume.capacity == of.capacity
                && volume.access_modes == of.access_modes
                && volume.labels.as_slice() == of.labels.as_slice()
                && volume.csi.map(|csi| csi.driver) == of.csi.map(|csi| csi.driver)
        });
        tie.or_new || !is_alike
    }
}

impl PodInfo {
    pub fn claim_keys(&self) -> impl Iterator<Item = ClaimKey> {
        let volumes = self.volumes.iter();
        volumes.flat_map(|of: &std::sync::Arc<PodVolumes>| of.claims.iter().map(|claim| claim.key))
    }
}
