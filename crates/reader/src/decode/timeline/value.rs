//! Reads the scalars of a timeline: durations, numbers, names.

use std::ops::RangeInclusive;

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    duration,
    names::Symbol,
    timeline::{ObjectKey, VmPattern},
};
use schedscope_quantity::double;
use schedscope_text::tree::{Scalar, ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, clip, whole_number};

/// A duration in milliseconds.
pub(super) fn duration(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<u64> {
    let text = match d.tree.scalar(at, d.source) {
        Some(Scalar::String(text)) => text,
        // 0 needs no unit.
        Some(Scalar::Number(text)) if whole_number(text) == Some(0) => return Some(0),
        _ => {
            d.wrong_type(at, path, "a duration such as `1m30s`");
            return None;
        }
    };
    match duration::parse(text) {
        Ok(length) => Some(length),
        Err(error) => {
            let message = format!("`{}` is not a duration: {error}", clip(text));
            d.error(DiagnosticCode::InvalidTime, at, path, message);
            None
        }
    }
}

/// A duration above 0.
pub(super) fn period(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<u64> {
    let length = duration(d, at, path)?;
    if length == 0 {
        let message = "it must be longer than 0".to_owned();
        d.error(DiagnosticCode::OutOfRange, at, path, message);
    }
    (length > 0).then_some(length)
}

/// A finite number.
pub(super) fn number(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<f64> {
    let text = number_text(d, at, path)?;
    let number = match whole_number(&text) {
        Some(whole) => Some(whole as f64),
        None => double::double(&text).filter(|number| number.is_finite()),
    };
    finite(d, at, path, &text, number)
}

/// A finite number of 32 bits, rounded once.
pub(super) fn short_number(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<f32> {
    let text = number_text(d, at, path)?;
    let number = match whole_number(&text) {
        Some(whole) => Some(whole as f32),
        None => double::single(&text).filter(|number| number.is_finite()),
    };
    finite(d, at, path, &text, number)
}

fn number_text(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<String> {
    if let Some(Scalar::Number(text)) = d.tree.scalar(at, d.source) {
        return Some(text.chars().filter(|c| *c != '_').collect());
    }
    d.wrong_type(at, path, "a number");
    None
}

fn finite<T>(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    text: &str,
    number: Option<T>,
) -> Option<T> {
    if number.is_none() {
        let message = format!(
            "`{}` is not a finite number that this field can hold",
            clip(text)
        );
        d.error(DiagnosticCode::OutOfRange, at, path, message);
    }
    number
}

/// A whole number; one outside the range is reported and treated as absent.
pub(super) fn whole(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    range: RangeInclusive<i64>,
) -> Option<i64> {
    let number = d.integer(at, path)?;
    if range.contains(&number) {
        return Some(number);
    }
    let message = format!(
        "`{number}` is out of range: it must be between {} and {}",
        range.start(),
        range.end()
    );
    d.error(DiagnosticCode::OutOfRange, at, path, message);
    None
}

/// A whole amount of vCPUs or slots.
pub(super) fn amount(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<u16> {
    let amount = whole(d, at, path, 0..=i64::from(u16::MAX))?;
    u16::try_from(amount).ok()
}

/// A string that is not empty.
pub(super) fn name(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Symbol> {
    let name = d.symbol(at, path)?;
    if name.is_empty() {
        let message = "it must not be empty".to_owned();
        d.refuse(at, path, message);
        return None;
    }
    Some(name)
}

/// The key of an object: `name`, or `namespace/name`.
pub(super) fn key(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<ObjectKey> {
    let text = d.string(at, path)?;
    let (namespace, name) = text.split_once('/').unwrap_or(("default", text));
    if namespace.is_empty() || name.is_empty() || name.contains('/') {
        let message = format!(
            "`{}` names nothing: write `name` or `namespace/name`",
            clip(text)
        );
        d.refuse(at, path, message);
        return None;
    }
    Some(ObjectKey {
        namespace: d.names.intern(namespace),
        name: d.names.intern(name),
    })
}

/// Several objects.
pub(super) fn keys(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[ObjectKey]> {
    let mut keys = Vec::new();
    d.items(at, path, |d, at, path| {
        if d.is_null(at) {
            d.wrong_type(at, path, "a name");
        }
        keys.extend(key(d, at, path));
    });
    keys.into_boxed_slice()
}

/// Names of VMs; at least one. Empty if one of them is invalid.
pub(super) fn patterns(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[VmPattern]> {
    let keys = keys(d, at, path);
    if d.tree.kind(at) == ValueKind::Sequence && d.tree.items(at).next().is_none() {
        let message = "name at least one VM".to_owned();
        d.refuse(at, path, message);
    }
    if keys.len() < d.tree.items(at).count() {
        return Box::default();
    }
    let pattern = |key: &ObjectKey| VmPattern {
        namespace: key.namespace,
        name: key.name,
    };
    keys.iter().map(pattern).collect()
}
