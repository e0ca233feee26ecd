//! Reads a `PersistentVolumeClaim`, the templates of claims, and what a `PersistentVolume` has in common with them.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    names::Symbol,
    storage::{CLASS_ANNOTATION, ClaimSpec, PersistentVolumeClaim},
};
use schedscope_quantity::Quantity;
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, Meta, clip, pod::owner, selector};

const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// The values of `accessModes`.
const ACCESS_MODES: [&str; 4] = [
    "ReadWriteOnce",
    "ReadOnlyMany",
    "ReadWriteMany",
    ONCE_FOR_POD,
];
const ONCE_FOR_POD: &str = "ReadWriteOncePod";

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> PersistentVolumeClaim {
    let annotation = |d: &mut Decoder<'_>, key| annotation(d, meta.annotations, key);
    let mut claim = PersistentVolumeClaim {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        uid: uid(d, root),
        deleting: meta.deleting,
        owner: owner(d, root),
        is_bound: annotation(d, BIND_COMPLETED).is_some(),
        selected_node: annotation(d, SELECTED_NODE),
        ..PersistentVolumeClaim::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => claim.spec = spec(d, at, path),
        "status" => d.field(at, path, "phase", |d, at, path| {
            let phase = d.word(at, path, &["Pending", "Bound", "Lost"]);
            claim.has_phase = true;
            claim.is_lost = phase == Some("Lost");
            // Without UID, the metadata is not as the API server stores it.
            claim.is_bound |= claim.uid.is_empty() && phase == Some("Bound");
        }),
    });
    if let Some(class) = class_annotation(d, meta.annotations) {
        (claim.spec.class, claim.has_class_annotation) = (Some(class), true);
    }
    // A claim that was bound has what the API server asks for, even if it is not pasted.
    let is_new = claim.uid.is_empty() && !claim.is_bound && claim.spec.volume.is_empty();
    if let (true, Some(at)) = (is_new, d.get(root, "spec")) {
        check(&claim.spec, d, at, &FieldPath::Root.field("spec"));
    }
    claim
}

/// Reads a template of a claim: its `spec`, and the annotation of its class.
pub(super) fn template(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> ClaimSpec {
    let mut claim = ClaimSpec::default();
    let mut annotations = None;
    fields!(d, at, path, |d, part, at, path| match part {
        "metadata" => annotations = d.get(at, "annotations"),
        "spec" => {
            claim = spec(d, at, path);
            check(&claim, d, at, path);
        }
    });
    if let Some(class) = class_annotation(d, annotations) {
        claim.class = Some(class);
    }
    claim
}

fn spec(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> ClaimSpec {
    let mut spec = ClaimSpec::default();
    fields!(d, at, path, |d, field, at, path| match field {
        "volumeName" => spec.volume = d.symbol(at, path).unwrap_or_default(),
        "storageClassName" => spec.class = d.symbol(at, path),
        "accessModes" => spec.access_modes = access_modes(d, at, path),
        "volumeMode" => spec.is_block = is_block(d, at, path),
        "selector" => {
            let read = selector::decode(d, at, path);
            selector::check(&read, d, at, path);
            spec.selector = Some(read);
        }
        "resources" => fields!(d, at, path, |d, field, at, path| match field {
            "requests" => spec.request = storage(d, at, path),
            "limits" => {}
        }),
        "volumeAttributesClassName" =>
            spec.attributes_class = d.symbol(at, path).unwrap_or_default(),
    });
    spec
}

/// Rejects a claim without access modes or without a request for storage, as `ValidatePersistentVolumeClaimSpec` in
/// `pkg/apis/core/validation` of Kubernetes 1.35, which also checks the templates of a `StatefulSet`.
fn check(spec: &ClaimSpec, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    d.needs(at, path, "accessModes", NO_MODE);
    let requests = d.get(at, "resources");
    let requests = requests.and_then(|resources| d.get(resources, "requests"));
    // An invalid amount is reported already.
    let is_there = requests.is_some_and(|requests| d.get(requests, "storage").is_some());
    if spec.request.is_none() && !is_there {
        let message = "a claim needs a request for `storage`";
        d.missing(at, path, "resources.requests.storage", message);
    }
}

pub(super) const NO_MODE: &str = "at least 1 access mode is required";

/// Reads the amount of `storage` in a list of resources.
pub(super) fn storage(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Quantity> {
    let mut storage = None;
    d.field(at, path, "storage", |d, at, path| {
        storage = d.quantity(at, path);
        if storage.as_ref().is_some_and(|amount| amount.sign() <= 0) {
            let message = format!("`{}` must be greater than zero", clip(d.text_of(at)));
            d.error(DiagnosticCode::OutOfRange, at, path, message);
        }
    });
    storage
}

pub(super) fn access_modes(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Box<[Symbol]> {
    let mut modes = Vec::new();
    d.items(at, path, |d, at, path| {
        if let Some(mode) = d.word(at, path, &ACCESS_MODES) {
            modes.push(d.names.intern(mode));
        }
    });
    let once = modes.iter().filter(|mode| d.names[**mode] == *ONCE_FOR_POD);
    if ![0, modes.len()].contains(&once.count()) {
        let message = "may not use ReadWriteOncePod with other access modes";
        d.refuse(at, path, message.to_owned());
    }
    let is_list = d.tree.kind(at) == ValueKind::Sequence;
    if is_list && d.tree.items(at).next().is_none() {
        d.error(DiagnosticCode::MissingField, at, path, NO_MODE.to_owned());
    }
    modes.into()
}

/// Reads `volumeMode`.
pub(super) fn is_block(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> bool {
    d.word(at, path, &["Filesystem", "Block"]) == Some("Block")
}

/// The class that an annotation names.
pub(super) fn class_annotation(
    d: &mut Decoder<'_>,
    annotations: Option<ValueId>,
) -> Option<Symbol> {
    annotation(d, annotations, CLASS_ANNOTATION)
}

/// The value of an annotation; `None`: absent.
pub(super) fn annotation(
    d: &mut Decoder<'_>,
    annotations: Option<ValueId>,
    key: &str,
) -> Option<Symbol> {
    let value = d.tree.get(annotations?, key, d.source)?;
    let text = if d.is_null(value) {
        ""
    } else {
        d.text_of(value)
    };
    Some(d.names.intern(text))
}

/// `metadata.uid`; empty where absent.
fn uid(d: &mut Decoder<'_>, root: ValueId) -> Symbol {
    let metadata = d.get(root, "metadata");
    let uid = metadata.and_then(|metadata| d.get(metadata, "uid"));
    let text = uid.filter(|at| !d.is_null(*at)).map(|at| d.text_of(at));
    text.map_or(Symbol::EMPTY, |text| d.names.intern(text))
}
