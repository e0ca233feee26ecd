//! The kinds of objects that the volumes of pods depend on.

use schedscope_objects::{kind::ObjectKind, objects::Objects, word::Word as _};
use schedscope_pods::{
    snapshot::PodInfo,
    volumes::{LackingKind, OpenReason},
};

use super::{Missing, MissingReason};

/// The kinds that decide about volumes, with the names by which kubectl is asked for them.
const KINDS: [(ObjectKind, &str); 7] = [
    (ObjectKind::PersistentVolumeClaim, "pvc"),
    (ObjectKind::PersistentVolume, "pv"),
    (ObjectKind::StorageClass, "storageclasses"),
    (ObjectKind::CsiNode, "csinodes"),
    (ObjectKind::CsiDriver, "csidrivers"),
    (ObjectKind::CsiStorageCapacity, "csistoragecapacities"),
    (ObjectKind::VolumeAttachment, "volumeattachments"),
];

/// Whether the input has no object of a kind.
fn has_none(objects: &Objects, kind: ObjectKind) -> bool {
    match kind {
        ObjectKind::PersistentVolumeClaim => objects.persistent_volume_claims.is_empty(),
        ObjectKind::PersistentVolume => objects.persistent_volumes.is_empty(),
        ObjectKind::StorageClass => objects.storage_classes.is_empty(),
        ObjectKind::CsiNode => objects.csi_nodes.is_empty(),
        ObjectKind::CsiDriver => objects.csi_drivers.is_empty(),
        ObjectKind::CsiStorageCapacity => objects.csi_storage_capacities.is_empty(),
        ObjectKind::VolumeAttachment => objects.volume_attachments.is_empty(),
        _ => false,
    }
}

/// Adds the kinds that the claims of these pods need. O(pods + their volumes).
pub(super) fn add<'a>(
    objects: &Objects,
    pods: impl Iterator<Item = &'a PodInfo>,
    missing: &mut Missing,
) {
    let mut lacks: Vec<OpenReason> = Vec::new();
    let mut kinds: Vec<LackingKind> = Vec::new();
    for info in pods {
        for open in &info.open_volumes {
            let is_lacking = matches!(
                open.why,
                OpenReason::Claim | OpenReason::Volume | OpenReason::Class
            );
            if is_lacking && !lacks.contains(&open.why) {
                lacks.push(open.why);
            }
        }
        for kind in info.volumes.iter().flat_map(|of| &of.lacking) {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    if lacks.is_empty() && kinds.is_empty() {
        return;
    }
    kinds.sort_unstable_by_key(|kind| *kind as u8);
    let absent = KINDS.iter().filter(|(kind, _)| {
        let name = objects.names.get(kind.name());
        has_none(objects, *kind) && !name.is_some_and(|name| objects.none_of.contains(&name))
    });
    let absent: Vec<&str> = absent.map(|(_, name)| *name).collect();
    for why in lacks {
        missing.add_storage(why.word(), MissingReason::Volumes, &absent);
    }
    for kind in kinds {
        let why = match kind {
            LackingKind::Volumes => MissingReason::FreeVolumes,
            LackingKind::CsiNodes => MissingReason::VolumeLimits,
            LackingKind::Drivers | LackingKind::Capacities => MissingReason::StorageCapacity,
        };
        missing.add_storage(kind.word(), why, &absent);
    }
}
