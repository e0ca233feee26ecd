//! `spec.volumes` of a pod, as far as they can keep it from nodes.

use std::sync::Arc;

use crate::{names::Symbol, storage::ClaimSpec};

/// A volume that can keep a pod from nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct PodVolume {
    /// `name`: of the volume, or of the claim template.
    pub name: Symbol,
    /// Its index in `spec.volumes`, or in `volumeClaimTemplates`.
    pub index: usize,
    /// Where the volume comes from.
    pub source: VolumeSource,
}

/// Where a volume comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum VolumeSource {
    /// `persistentVolumeClaim.claimName`.
    Claim(Symbol),
    /// `ephemeral`: the claim has the pod's name before the volume's, and is made of `volumeClaimTemplate`.
    Ephemeral(Arc<ClaimSpec>),
    /// A claim template of a `StatefulSet`: the claim has the template's name before the pod's. The name of the
    /// template; `None`: that of the volume.
    Template(Option<Arc<str>>, Arc<ClaimSpec>),
    /// A disk that stands in the pod and that only one pod of a node may use.
    Disk(Disk),
    /// Another volume that stands in the pod, without a claim. It is not modelled.
    Inline,
}

/// A disk of which pods of one node conflict, by its identity.
///
/// Source: `isVolumeConflict` in `plugins/volumerestrictions/volume_restrictions.go` of Kubernetes 1.35.
#[derive(Clone, Debug, PartialEq)]
pub enum Disk {
    /// `awsElasticBlockStore.volumeID`.
    ElasticBlockStore(Symbol),
    /// `gcePersistentDisk`: `pdName`, `readOnly`.
    GcePersistentDisk(Symbol, bool),
    /// `iscsi`: `iqn`, `readOnly`.
    Iscsi(Symbol, bool),
    /// `rbd`.
    Rbd {
        /// `monitors`.
        monitors: Box<[Symbol]>,
        /// `pool`; `rbd` where absent.
        pool: Symbol,
        /// `image`.
        image: Symbol,
        /// `readOnly`.
        read_only: bool,
    },
}

impl Disk {
    /// Whether two pods with these disks cannot run on one node. O(monitors x monitors).
    pub fn conflicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::ElasticBlockStore(one), Self::ElasticBlockStore(two)) => one == two,
            (Self::GcePersistentDisk(one, reads), Self::GcePersistentDisk(two, also))
            | (Self::Iscsi(one, reads), Self::Iscsi(two, also)) => one == two && !(*reads && *also),
            (
                Self::Rbd {
                    monitors,
                    pool,
                    image,
                    read_only,
                },
                Self::Rbd {
                    monitors: theirs,
                    pool: of_pool,
                    image: of_image,
                    read_only: also,
                },
            ) => {
                (pool, image) == (of_pool, of_image)
                    && monitors.iter().any(|one| theirs.contains(one))
                    && !(*read_only && *also)
            }
            _ => false,
        }
    }
}
