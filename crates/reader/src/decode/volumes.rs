//! Reads the volumes of a pod, and the claim templates of a `StatefulSet`.

use std::sync::Arc;

use schedscope_objects::{
    names::Symbol,
    not_looked_at::{NOT_LOOKED_AT, NotLookedAtReason},
    pod::{Disk, Pod, PodVolume, VolumeSource},
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, claim};

/// Whether one of the volumes is an `emptyDir`.
pub(super) fn has_empty_dir(d: &Decoder<'_>, volumes: ValueId) -> bool {
    let is_list = d.tree.kind(volumes) == ValueKind::Sequence;
    let mut items = d.tree.items(volumes).filter(|_| is_list);
    items.any(|item| d.get(item, "emptyDir").is_some())
}

/// Whether one of the volumes is of the node and not in memory; `except`: names that do not count, separated by commas.
///
/// Source: `HasBlockingLocalStorage` in `cluster-autoscaler/utils/drain/drain.go` of Kubernetes autoscaler 1.33.
pub(super) fn has_local_storage(d: &Decoder<'_>, volumes: ValueId, except: &str) -> bool {
    let is_list = d.tree.kind(volumes) == ValueKind::Sequence;
    let mut items = d.tree.items(volumes).filter(|_| is_list);
    items.any(|item| {
        let is_on_disk = d.get(item, "emptyDir").is_some_and(|dir| {
            let medium = d.get(dir, "medium");
            medium.is_none_or(|medium| d.text_of(medium) != "Memory")
        });
        let name = d.get(item, "name").map(|name| d.text_of(name));
        (is_on_disk || d.get(item, "hostPath").is_some())
            && !except.split(',').any(|other| Some(other) == name)
    })
}

/// The sources of volumes that are modelled.
const MODELLED: [&str; 6] = [
    "persistentVolumeClaim",
    "ephemeral",
    "awsElasticBlockStore",
    "gcePersistentDisk",
    "iscsi",
    "rbd",
];

/// Reads the volumes that can exclude nodes for the pod: those that are modelled, and those of the table of unsupported
/// fields.
pub(super) fn decode(
    d: &mut Decoder<'_>,
    volumes: ValueId,
    path: &FieldPath<'_>,
) -> Box<[PodVolume]> {
    if d.tree.kind(volumes) != ValueKind::Sequence {
        return Box::default();
    }
    let rules = NOT_LOOKED_AT.iter();
    let rules = rules.filter(|rule| rule.reason == NotLookedAtReason::Volumes);
    let other = rules.filter_map(|rule| rule.path.strip_prefix("spec.volumes[]."));
    let fields: Vec<&str> = MODELLED.into_iter().chain(other).collect();
    let items: Vec<ValueId> = d.tree.items(volumes).collect();
    let mut found = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let of_field = fields.iter().find_map(|field| {
            let at = d.get(item, field)?;
            (d.tree.kind(at) == ValueKind::Mapping).then_some((*field, at))
        });
        let Some((field, at)) = of_field else {
            continue;
        };
        let name = symbol_of(d, item, "name");
        let path = FieldPath::Index(path, index);
        let source = source(d, field, at, &FieldPath::Field(&path, field));
        found.push(PodVolume {
            name,
            index,
            source,
        });
    }
    found.into()
}

fn source(d: &mut Decoder<'_>, field: &str, at: ValueId, path: &FieldPath<'_>) -> VolumeSource {
    match field {
        "persistentVolumeClaim" => VolumeSource::Claim(symbol_of(d, at, "claimName")),
        "ephemeral" => {
            let mut spec = None;
            d.field(at, path, "volumeClaimTemplate", |d, at, path| {
                spec = Some(claim::template(d, at, path));
            });
            VolumeSource::Ephemeral(Arc::new(spec.unwrap_or_default()))
        }
        "awsElasticBlockStore" => {
            VolumeSource::Disk(Disk::ElasticBlockStore(symbol_of(d, at, "volumeID")))
        }
        "gcePersistentDisk" => {
            let name = symbol_of(d, at, "pdName");
            VolumeSource::Disk(Disk::GcePersistentDisk(name, is_read_only(d, at, path)))
        }
        "iscsi" => {
            let name = symbol_of(d, at, "iqn");
            VolumeSource::Disk(Disk::Iscsi(name, is_read_only(d, at, path)))
        }
        "rbd" => VolumeSource::Disk(rbd(d, at, path)),
        _ => VolumeSource::Inline,
    }
}

fn rbd(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Disk {
    let mut monitors = Box::default();
    d.field(at, path, "monitors", |d, at, path| {
        monitors = d.symbols(at, path);
    });
    let pool = symbol_of(d, at, "pool");
    Disk::Rbd {
        monitors,
        pool: if pool.is_empty() {
            // The API server's default.
            d.names.intern("rbd")
        } else {
            pool
        },
        image: symbol_of(d, at, "image"),
        read_only: is_read_only(d, at, path),
    }
}

fn is_read_only(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> bool {
    let mut is_read_only = false;
    d.field(at, path, "readOnly", |d, at, path| {
        is_read_only = d.boolean(at, path).unwrap_or_default();
    });
    is_read_only
}

/// Reads the images that are mounted as volumes.
pub(super) fn images(d: &mut Decoder<'_>, volumes: ValueId) -> Vec<Symbol> {
    let is_list = d.tree.kind(volumes) == ValueKind::Sequence;
    let items = d.tree.items(volumes).filter(|_| is_list);
    let images = items.filter_map(|item| d.get(item, "image"));
    let images: Vec<ValueId> = images
        .filter(|at| d.tree.kind(*at) == ValueKind::Mapping)
        .collect();
    let images = images.into_iter().map(|at| symbol_of(d, at, "reference"));
    images.filter(|image| !image.is_empty()).collect()
}

/// The text of a field; empty if absent.
fn symbol_of(d: &mut Decoder<'_>, at: ValueId, field: &str) -> Symbol {
    let text = d.get(at, field).map(|node| d.text_of(node));
    text.map_or(Symbol::EMPTY, |text| d.names.intern(text))
}

/// Reads `volumeClaimTemplates`.
pub(super) fn claim_templates(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Vec<PodVolume> {
    let mut volumes = Vec::new();
    let mut next = 0..;
    d.items(at, path, |d, at, path| {
        let index = next.next().unwrap_or_default();
        let Some(metadata) = d.get(at, "metadata") else {
            return;
        };
        volumes.push(PodVolume {
            name: symbol_of(d, metadata, "name"),
            index,
            source: VolumeSource::Template(None, Arc::new(claim::template(d, at, path))),
        });
    });
    volumes
}

/// Adds the claims of templates to a pod: each replaces the volume with the same name.
pub(super) fn add_templates(pod: &mut Pod, claims: Vec<PodVolume>) {
    if claims.is_empty() {
        return;
    }
    let mut volumes = std::mem::take(&mut pod.volumes).into_vec();
    volumes.retain(|volume| claims.iter().all(|claim| claim.name != volume.name));
    volumes.extend(claims);
    pod.volumes = volumes.into();
}
