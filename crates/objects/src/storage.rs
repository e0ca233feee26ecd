//! The objects of volumes: `PersistentVolume`, `PersistentVolumeClaim`, `StorageClass`, `CSINode`, `CSIDriver`,
//! `CSIStorageCapacity`, `VolumeAttachment`.

use schedscope_quantity::Quantity;
use schedscope_time::Timestamp;

use crate::{
    labels::Labels,
    names::Symbol,
    pod::{NodeSelectorTerm, Owner},
    selector::LabelSelector,
};

/// The annotation that names a class before `storageClassName`, even if it is empty.
pub const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";

/// `PersistentVolume` (`v1`).
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct PersistentVolume {
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`.
    pub labels: Labels,
    /// `metadata.deletionTimestamp` is set.
    pub deleting: bool,
    /// `spec.capacity.storage`; `None`: absent, which is 0.
    pub capacity: Option<Quantity>,
    /// `spec.accessModes`.
    pub access_modes: Box<[Symbol]>,
    /// `spec.volumeMode` is `Block`; absent is `Filesystem`.
    pub is_block: bool,
    /// `spec.claimRef`.
    pub claim: Option<ClaimReference>,
    /// Its class: the annotation `volume.beta.kubernetes.io/storage-class`, else `spec.storageClassName`; empty where
    /// absent.
    pub class: Symbol,
    /// `spec.volumeAttributesClassName`; empty where absent.
    pub attributes_class: Symbol,
    /// `spec.nodeAffinity.required`; `None`: absent, which matches every node.
    pub node_affinity: Option<Box<[NodeSelectorTerm]>>,
    /// `spec.csi`.
    pub csi: Option<CsiSource>,
    /// `status.phase` is there; if not, the volume is still to be created.
    pub has_phase: bool,
    /// `status.phase` is `Available`.
    pub is_available: bool,
    /// `status.phase` is `Released`: its claim was deleted, and `claimRef` still names it.
    pub is_released: bool,
}

/// `spec.claimRef` of a `PersistentVolume`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimReference {
    /// `namespace`.
    pub namespace: Symbol,
    /// `name`.
    pub name: Symbol,
    /// `uid`; empty where absent.
    pub uid: Symbol,
}

/// `spec.csi` of a `PersistentVolume`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CsiSource {
    /// `driver`.
    pub driver: Symbol,
    /// `volumeHandle`.
    pub handle: Symbol,
}

/// `PersistentVolumeClaim` (`v1`).
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
pub struct PersistentVolumeClaim {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.uid`; empty where absent.
    pub uid: Symbol,
    /// `metadata.deletionTimestamp` is set.
    pub deleting: bool,
    /// `metadata.ownerReferences`: the one that is the controller, else the first.
    pub owner: Option<Owner>,
    /// `metadata.annotations` has `pv.kubernetes.io/bind-completed`; of a claim without `uid` also that `status.phase`
    /// is `Bound`.
    pub is_bound: bool,
    /// The annotation [`CLASS_ANNOTATION`] is there.
    pub has_class_annotation: bool,
    /// The annotation `volume.kubernetes.io/selected-node`; `None`: absent.
    pub selected_node: Option<Symbol>,
    /// `status.phase` is there.
    pub has_phase: bool,
    /// `status.phase` is `Lost`.
    pub is_lost: bool,
    /// `spec`.
    pub spec: ClaimSpec,
}

impl PersistentVolumeClaim {
    /// Whether it is still to be created: no API server has stored it.
    pub fn is_new(&self) -> bool {
        self.uid.is_empty() && !self.has_phase
    }
}

/// `spec` of a `PersistentVolumeClaim`, or of a template of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimSpec {
    /// `volumeName`; empty where absent.
    pub volume: Symbol,
    /// The class: the annotation `volume.beta.kubernetes.io/storage-class`, else `storageClassName`; `None` where both
    /// are absent.
    pub class: Option<Symbol>,
    /// `accessModes`.
    pub access_modes: Box<[Symbol]>,
    /// `volumeMode` is `Block`; absent is `Filesystem`.
    pub is_block: bool,
    /// `selector`.
    pub selector: Option<LabelSelector>,
    /// `resources.requests.storage`.
    pub request: Option<Quantity>,
    /// `volumeAttributesClassName`; empty where absent.
    pub attributes_class: Symbol,
}

/// `StorageClass` (`storage.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageClass {
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.annotations` has `storageclass.kubernetes.io/is-default-class: "true"`, or its name of the beta.
    pub is_default: bool,
    /// `metadata.creationTimestamp`; `None`: absent.
    pub created: Option<Timestamp>,
    /// `provisioner`.
    pub provisioner: Symbol,
    /// `volumeBindingMode` is `WaitForFirstConsumer`; absent is `Immediate`.
    pub waits_for_consumer: bool,
    /// `allowedTopologies`, `ORed`; empty: every node.
    pub allowed_topologies: Box<[TopologySelectorTerm]>,
}

/// `allowedTopologies[]`: all of its requirements must hold, each a key with the values of which a node has one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopologySelectorTerm(pub Box<[(Symbol, Box<[Symbol]>)]>);

/// `CSINode` (`storage.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsiNode {
    /// `metadata.name`: of the node.
    pub name: Symbol,
    /// `spec.drivers[]`.
    pub drivers: Box<[CsiNodeDriver]>,
}

/// `spec.drivers[]` of a `CSINode`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsiNodeDriver {
    /// `name`.
    pub name: Symbol,
    /// `allocatable.count`, the largest number of volumes of the driver; `None`: absent.
    pub limit: Option<i32>,
    /// `topologyKeys`: the labels of nodes that say where its volumes can be used; empty: everywhere.
    pub topology_keys: Box<[Symbol]>,
}

/// `CSIDriver` (`storage.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsiDriver {
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.storageCapacity`: a scheduler looks at [`CsiStorageCapacity`]s.
    pub checks_capacity: bool,
    /// `spec.attachRequired` is `false`: its volumes are mounted without being attached.
    pub is_mounted_directly: bool,
    /// `spec.preventPodSchedulingIfMissing`: a pod with volumes of the driver needs a node with the driver.
    pub is_required: bool,
}

/// `CSIStorageCapacity` (`storage.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CsiStorageCapacity {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `storageClassName`.
    pub class: Symbol,
    /// `nodeTopology`; `None`: absent, which matches no node.
    pub node_topology: Option<LabelSelector>,
    /// `capacity`.
    pub capacity: Option<Quantity>,
    /// `maximumVolumeSize`.
    pub maximum_volume_size: Option<Quantity>,
}

/// `VolumeAttachment` (`storage.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VolumeAttachment {
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.attacher`.
    pub attacher: Symbol,
    /// `spec.nodeName`.
    pub node: Symbol,
    /// `spec.source.persistentVolumeName`; empty where absent.
    pub volume: Symbol,
}
