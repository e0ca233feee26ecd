//! The volume that lacks least of what a claim asks for.

use std::cmp::Ordering;

use schedscope_objects::{
    id::NodeId, names::Names, selector::Selector, storage::PersistentVolume, words,
};

use super::{
    ClaimKey, ResolvedClaim, StorageWorld, VolumeId,
    volume_binding::{quantity_order, size},
};

words! {
    /// Why a `PersistentVolume` does not serve a claim. `capacity`: it is smaller than the request. `access-modes`: it
    /// lacks one. `volume-mode`, `class`, `attributes-class`: it has another one. `selector`: its labels do not match.
    /// `node`: its node affinity does not match the node. `phase`: it is not `Available`. `released`: its claim was
    /// deleted. `claim-ref`: it is reserved for another claim. `deleting`: it is being deleted. `taken`: another claim
    /// gets it.
    pub enum VolumeLack {
        /// It is smaller than the request.
        Capacity = "capacity",
        /// It lacks an access mode.
        AccessModes = "access-modes",
        /// It is of another volume mode.
        VolumeMode = "volume-mode",
        /// It is of another class.
        Class = "class",
        /// Its labels do not match the selector.
        Selector = "selector",
        /// Its node affinity does not match the node.
        Node = "node",
        /// It is of another `VolumeAttributesClass`.
        AttributesClass = "attributes-class",
        /// It is not `Available`.
        Phase = "phase",
        /// Its claim was deleted.
        Released = "released",
        /// It is reserved for another claim.
        ClaimRef = "claim-ref",
        /// It is being deleted.
        Deleting = "deleting",
        /// Another claim gets it.
        Taken = "taken",
    }
}

impl StorageWorld {
    /// The volume that lacks least of what a claim asks for that is not bound, on a node or, without one, anywhere; of
    /// a claim that names a volume, that one if it lacks something. Of several that lack as much the largest, then the
    /// first of the input. Leaves out those of other claims that lack more than that. O(volumes).
    pub fn nearest(
        &self,
        claim: &ResolvedClaim,
        node: Option<NodeId>,
        names: &Names,
    ) -> Option<(VolumeId, Vec<VolumeLack>)> {
        let own_volume = claim.spec().volume;
        let selector = claim.spec().selector.as_ref();
        // One that cannot be read selects nothing.
        let selector = selector.map(|selector| selector.compile(names).ok());
        let mut nearest: Option<(VolumeId, Vec<VolumeLack>)> = None;
        for (id, known) in self.volumes.entries() {
            let volume = &*known.volume;
            if !own_volume.is_empty() && volume.name != own_volume {
                continue;
            }
            let mut lacks = lacks(volume, claim, selector.as_ref(), names);
            if node.is_some_and(|node| !self.can_use(id, node)) {
                lacks.push(VolumeLack::Node);
                lacks.sort_unstable_by_key(|lack| *lack as u8);
            }
            let is_of_other =
                lacks.contains(&VolumeLack::ClaimRef) || lacks.contains(&VolumeLack::Released);
            if is_of_other && lacks.len() > 1 && own_volume.is_empty() {
                continue;
            }
            if lacks.is_empty() {
                // What keeps a claim from the volume that it names is the volume controller, which binds them later.
                if !own_volume.is_empty() {
                    return None;
                }
                lacks.push(VolumeLack::Taken);
            }
            let is_nearer = nearest.as_ref().is_none_or(|(other, least)| {
                let other = self.volumes.get(*other);
                let larger =
                    quantity_order(other.and_then(|known| size(&known.volume)), size(volume));
                let first = |lacks: &[VolumeLack]| lacks.first().map(|lack| *lack as u8);
                (lacks.len(), first(&lacks), larger) < (least.len(), first(least), Ordering::Equal)
            });
            if is_nearer {
                nearest = Some((id, lacks));
            }
        }
        nearest
    }
}

/// What a volume lacks for a claim, but for nodes and other claims that are given it. One that is reserved for the
/// claim is asked for less.
fn lacks(
    volume: &PersistentVolume,
    claim: &ResolvedClaim,
    selector: Option<&Option<Selector>>,
    names: &Names,
) -> Vec<VolumeLack> {
    let spec = claim.spec();
    let is_own = volume.claim.is_some_and(|of| {
        let uid = claim.stored().map(|claim| claim.uid).unwrap_or_default();
        claim.key == ClaimKey::Named(of.namespace, of.name) && (of.uid.is_empty() || of.uid == uid)
    });
    let is_selected = selector.is_none_or(|selector| {
        let selector = selector.as_ref();
        selector.is_some_and(|selector| selector.matches(volume.labels.as_slice(), names))
    });
    let mut modes = spec.access_modes.iter();
    let is_reserved = volume.claim.is_some() && !is_own;
    let all = [
        (
            VolumeLack::Capacity,
            quantity_order(size(volume), spec.request.as_ref()).is_lt(),
        ),
        (
            VolumeLack::AccessModes,
            !is_own && modes.any(|mode| !volume.access_modes.contains(mode)),
        ),
        (VolumeLack::VolumeMode, volume.is_block != spec.is_block),
        (VolumeLack::Class, volume.class != claim.class),
        (VolumeLack::Selector, !is_own && !is_selected),
        (
            VolumeLack::AttributesClass,
            volume.attributes_class != spec.attributes_class,
        ),
        (
            VolumeLack::Phase,
            volume.claim.is_none() && volume.has_phase && !volume.is_available,
        ),
        (VolumeLack::Released, is_reserved && volume.is_released),
        (VolumeLack::ClaimRef, is_reserved && !volume.is_released),
        (VolumeLack::Deleting, volume.deleting),
    ];
    let lacking = all.into_iter().filter(|(_, lacks)| *lacks);
    lacking.map(|(lack, _)| lack).collect()
}
