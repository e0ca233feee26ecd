//! Volumes that are too small for a claim.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::NodeId, names::Names, storage::PersistentVolume};
use schedscope_pods::volumes::{ResolvedClaim, StorageWorld};
use schedscope_quantity::Quantity;

/// A volume that is too small for a claim.
#[answer(Eq)]
pub struct TooSmallVolume {
    /// The name of the `PersistentVolume`.
    pub volume: String,
    /// Its `capacity.storage`, as written.
    pub capacity: String,
    /// What the claim requests.
    pub requested: String,
}

/// The largest of the volumes of a claim's class that are free on a node and serve it but for their size.
pub(super) fn too_small(
    claim: &ResolvedClaim,
    storage: &StorageWorld,
    names: &Names,
    node: NodeId,
) -> Option<TooSmallVolume> {
    let spec = claim.spec();
    let requested = spec.request.as_ref()?;
    let open = storage.open(claim.class, node).flatten();
    let volumes = open.filter_map(|id| Some(&*storage.volumes.get(*id)?.volume));
    let mut largest: Option<(&PersistentVolume, &Quantity)> = None;
    for volume in volumes {
        let mut modes = spec.access_modes.iter();
        let serves = volume.is_block == spec.is_block
            && !volume.deleting
            && spec.selector.is_none()
            && modes.all(|mode| volume.access_modes.contains(mode));
        let Some(size) = volume.capacity.as_ref().filter(|_| serves) else {
            continue;
        };
        if size.compare(requested).is_ge() {
            return None;
        }
        if largest.is_none_or(|(_, most)| size.compare(most).is_gt()) {
            largest = Some((volume, size));
        }
    }
    largest.map(|(volume, size)| TooSmallVolume {
        volume: names[volume.name].to_owned(),
        capacity: size.to_string(),
        requested: requested.to_string(),
    })
}
