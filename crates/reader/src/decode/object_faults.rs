//! Faults of values that should be objects.

use schedscope_objects::diagnostic::DiagnosticCode;
use schedscope_objects::object::Object;
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath};

/// The message about an object nested in a value where objects are not read.
pub(crate) const INSIDE: &str = "an object stands inside this value: paste the object alone";

pub(super) fn is_json(d: &Decoder<'_>, root: ValueId) -> bool {
    let written = d.source.get(d.tree.range(root).0..);
    written.is_some_and(|text| text.starts_with('{'))
}

/// Whether a key is a word of a log, as in `Applied: {`. No Kubernetes field begins with a capital letter or has a
/// space, so the value is not a field, and an object in it would be lost.
pub(super) fn is_label(d: &Decoder<'_>, key: ValueId) -> bool {
    let key = d.text_of(key);
    key.contains(' ') || key.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Reports an object that is the value of a key, or an item of its value, if `is_key` matches the key. Such an object
/// would be ignored silently. `kubectl get --output-watch-events` prints `object:`.
pub(super) fn report_object_inside(
    d: &mut Decoder<'_>,
    root: ValueId,
    is_key: fn(&Decoder<'_>, ValueId) -> bool,
) {
    let has = |value: ValueId, key| d.get(value, key).is_some();
    let is_object =
        |value: ValueId| has(value, "apiVersion") && has(value, "kind") && has(value, "metadata");
    let is_lost = |value: ValueId| match d.tree.kind(value) {
        ValueKind::Sequence => d.tree.items(value).any(is_object),
        _ => is_object(value),
    };
    let mut inside = d
        .tree
        .entries(root)
        .filter(|(key, value)| is_key(d, *key) && is_lost(*value));
    if let Some((key, _)) = inside.next() {
        let message = INSIDE.to_owned();
        d.error(DiagnosticCode::Syntax, key, &FieldPath::Root, message);
    }
}

/// Reports duplicates of `apiVersion`, `kind` and `metadata`, which are read before the other fields.
pub(super) fn report_duplicate_top_keys(d: &mut Decoder<'_>, root: ValueId) {
    for name in ["apiVersion", "kind"] {
        let mut keys = d
            .tree
            .entries(root)
            .filter(|(key, _)| d.tree.text(*key, d.source) == name);
        if let (Some(_), Some((key, _))) = (keys.next(), keys.next()) {
            let message = format!("`{name}` is defined twice here; the last one wins");
            let path = FieldPath::Field(&FieldPath::Root, name);
            d.error(DiagnosticCode::DuplicateKey, key, &path, message);
        }
    }
}

/// Reports that a value is not an object.
pub(super) fn report_none(d: &mut Decoder<'_>, root: ValueId, message: String) -> Option<Object> {
    d.error(DiagnosticCode::NotAnObject, root, &FieldPath::Root, message);
    None
}

/// Whether a value has a `metadata.name`, as objects do.
pub(super) fn has_name(d: &Decoder<'_>, root: ValueId) -> bool {
    let metadata = d.get(root, "metadata");
    let name = metadata.and_then(|metadata| d.get(metadata, "name"));
    name.is_some_and(|name| !d.is_null(name) && !d.text_of(name).is_empty())
}
