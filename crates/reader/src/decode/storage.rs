//! Reads `PersistentVolume`, `StorageClass`, `CSINode`, `CSIDriver`, `CSIStorageCapacity` and `VolumeAttachment`.

use schedscope_objects::storage::{
    ClaimReference, CsiDriver, CsiNode, CsiNodeDriver, CsiSource, CsiStorageCapacity,
    PersistentVolume, StorageClass, TopologySelectorTerm, VolumeAttachment,
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta, affinity, claim, selector};

pub(super) fn persistent_volume(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: Meta,
) -> PersistentVolume {
    let class = claim::class_annotation(d, meta.annotations);
    let mut volume = PersistentVolume {
        name: meta.name,
        labels: meta.labels,
        deleting: meta.deleting,
        ..PersistentVolume::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => volume_spec(&mut volume, d, at, path),
        "status" => d.field(at, path, "phase", |d, at, path| {
            let phases = ["Pending", "Available", "Bound", "Released", "Failed"];
            volume.has_phase = true;
            let phase = d.word(at, path, &phases);
            volume.is_available = phase == Some("Available");
            volume.is_released = phase == Some("Released");
        }),
    });
    if let Some(class) = class {
        volume.class = class;
    }
    let is_new = !meta.is_stored && !volume.has_phase;
    if let (true, Some(spec)) = (is_new, d.get(root, "spec")) {
        let path = FieldPath::Root.field("spec");
        d.needs(spec, &path, "accessModes", claim::NO_MODE);
        let capacity = d.get(spec, "capacity");
        if capacity.is_none_or(|capacity| d.get(capacity, "storage").is_none()) {
            let message = "a volume needs a capacity of `storage`";
            d.missing(spec, &path, "capacity.storage", message);
        }
    }
    volume
}

fn volume_spec(
    volume: &mut PersistentVolume,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    fields!(d, at, path, |d, field, at, path| match field {
        "capacity" => volume.capacity = claim::storage(d, at, path),
        "accessModes" => volume.access_modes = claim::access_modes(d, at, path),
        "volumeMode" => volume.is_block = claim::is_block(d, at, path),
        "claimRef" => {
            let mut claim = ClaimReference::default();
            fields!(d, at, path, |d, field, at, path| match field {
                "kind" => {}
                "namespace" => claim.namespace = d.symbol(at, path).unwrap_or_default(),
                "name" => claim.name = d.symbol(at, path).unwrap_or_default(),
                "uid" => claim.uid = d.symbol(at, path).unwrap_or_default(),
            });
            volume.claim = Some(claim);
        }
        "storageClassName" => volume.class = d.symbol(at, path).unwrap_or_default(),
        "volumeAttributesClassName" =>
            volume.attributes_class = d.symbol(at, path).unwrap_or_default(),
        "nodeAffinity" => d.field(at, path, "required", |d, at, path| {
            volume.node_affinity = Some(affinity::terms(d, at, path));
        }),
        "csi" => {
            let mut csi = CsiSource::default();
            fields!(d, at, path, |d, field, at, path| match field {
                "driver" => csi.driver = d.symbol(at, path).unwrap_or_default(),
                "volumeHandle" => csi.handle = d.symbol(at, path).unwrap_or_default(),
            });
            volume.csi = Some(csi);
        }
    });
}

/// The annotations of the class of claims that name none.
const DEFAULT_CLASS: [&str; 2] = [
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
];

const CREATED: &str = "creationTimestamp";

pub(super) fn storage_class(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> StorageClass {
    let metadata = d.get(root, "metadata");
    let created = metadata.and_then(|metadata| d.get(metadata, CREATED));
    let path = FieldPath::Field(&FieldPath::Root, "metadata");
    let is_default = DEFAULT_CLASS.iter().any(|key| {
        let value = claim::annotation(d, meta.annotations, key);
        value.is_some_and(|value| d.names[value] == *"true")
    });
    let mut class = StorageClass {
        name: meta.name,
        is_default,
        created: created.and_then(|at| d.time(at, &FieldPath::Field(&path, CREATED))),
        ..StorageClass::default()
    };
    let mut topologies = Vec::new();
    fields!(d, root, |d, field, at, path| match field {
        "provisioner" => class.provisioner = d.symbol(at, path).unwrap_or_default(),
        "reclaimPolicy" => _ = d.word(at, path, &["Delete", "Retain"]),
        "volumeBindingMode" => {
            let mode = d.word(at, path, &["Immediate", "WaitForFirstConsumer"]);
            class.waits_for_consumer = mode == Some("WaitForFirstConsumer");
        }
        "allowedTopologies" => d.items(at, path, |d, at, path| {
            topologies.push(topology_term(d, at, path));
        }),
    });
    let message = "a storage class needs a `provisioner`";
    d.needs(root, &FieldPath::Root, "provisioner", message);
    class.allowed_topologies = topologies.into();
    class
}

fn topology_term(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> TopologySelectorTerm {
    let mut requirements = Vec::new();
    d.field(at, path, "matchLabelExpressions", |d, at, path| {
        d.items(at, path, |d, at, path| {
            let mut requirement = Default::default();
            let (key, values) = &mut requirement;
            fields!(d, at, path, |d, field, at, path| match field {
                "key" => *key = d.symbol(at, path).unwrap_or_default(),
                "values" => *values = d.symbols(at, path),
            });
            requirements.push(requirement);
        });
    });
    TopologySelectorTerm(requirements.into())
}

pub(super) fn csi_node(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> CsiNode {
    let mut drivers = Vec::new();
    fields!(d, root, |d, part, at, path| match part {
        "spec" => d.field(at, path, "drivers", |d, at, path| {
            d.items(at, path, |d, at, path| {
                let mut driver = CsiNodeDriver::default();
                fields!(d, at, path, |d, field, at, path| match field {
                    "name" => driver.name = d.symbol(at, path).unwrap_or_default(),
                    "allocatable" => d.field(at, path, "count", |d, at, path| {
                        driver.limit = d.int32(at, path, 0..=i32::MAX);
                    }),
                    "topologyKeys" => driver.topology_keys = d.symbols(at, path),
                });
                drivers.push(driver);
            });
        }),
    });
    CsiNode {
        name: meta.name,
        drivers: drivers.into(),
    }
}

pub(super) fn csi_driver(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> CsiDriver {
    let mut driver = CsiDriver {
        name: meta.name,
        ..CsiDriver::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "attachRequired" => driver.is_mounted_directly = d.boolean(at, path) == Some(false),
            "storageCapacity" => driver.checks_capacity = d.boolean(at, path).unwrap_or_default(),
            "preventPodSchedulingIfMissing" =>
                driver.is_required = d.boolean(at, path).unwrap_or_default(),
        }),
    });
    driver
}

pub(super) fn csi_storage_capacity(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: &Meta,
) -> CsiStorageCapacity {
    let mut of = CsiStorageCapacity {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        ..CsiStorageCapacity::default()
    };
    fields!(d, root, |d, field, at, path| match field {
        "storageClassName" => of.class = d.symbol(at, path).unwrap_or_default(),
        "nodeTopology" => {
            let read = selector::decode(d, at, path);
            selector::check(&read, d, at, path);
            of.node_topology = Some(read);
        }
        "capacity" => of.capacity = d.quantity(at, path),
        "maximumVolumeSize" => of.maximum_volume_size = d.quantity(at, path),
    });
    of
}

pub(super) fn volume_attachment(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: &Meta,
) -> VolumeAttachment {
    let mut attachment = VolumeAttachment {
        name: meta.name,
        ..VolumeAttachment::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "attacher" => attachment.attacher = d.symbol(at, path).unwrap_or_default(),
            "nodeName" => attachment.node = d.symbol(at, path).unwrap_or_default(),
            "source" => d.field(at, path, "persistentVolumeName", |d, at, path| {
                attachment.volume = d.symbol(at, path).unwrap_or_default();
            }),
        }),
    });
    attachment
}
