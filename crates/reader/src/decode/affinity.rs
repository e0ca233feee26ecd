//! Reads the terms of node affinity.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    pod::{NodeRequirement, NodeSelectorTerm},
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, clip,
    form::{is_label_key, is_word},
};

/// The only node field that `matchFields` supports.
const NAME: &str = "metadata.name";

/// Reads `requiredDuringSchedulingIgnoredDuringExecution`.
pub(super) fn terms(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Box<[NodeSelectorTerm]> {
    let mut terms = Vec::new();
    d.field(at, path, "nodeSelectorTerms", |d, at, path| {
        d.items(at, path, |d, item, path| {
            terms.push(term(d, item, path, TermUse::Required));
        });
    });
    if terms.is_empty() {
        let message = "must have at least one node selector term";
        d.missing(at, path, "nodeSelectorTerms", message);
    }
    terms.into_boxed_slice()
}

/// The use of a term. The API server validates label values in required terms only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TermUse {
    Required,
    Preferred,
}

pub(super) fn term(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    usage: TermUse,
) -> NodeSelectorTerm {
    let mut term = NodeSelectorTerm::default();
    fields!(d, at, path, |d, field, at, path| match field {
        "matchExpressions" => d.items(at, path, |d, item, path| {
            term.labels.push(requirement(d, item, path, (false, usage)));
        }),
        "matchFields" => d.items(at, path, |d, item, path| {
            term.fields.push(requirement(d, item, path, (true, usage)));
        }),
    });
    term
}

fn requirement(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    (is_field, usage): (bool, TermUse),
) -> NodeRequirement {
    let mut requirement = NodeRequirement::default();
    let mut operator = "";
    let mut values = Vec::new();
    let operators: &[&str] = if is_field {
        &["In", "NotIn"]
    } else {
        &["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"]
    };
    fields!(d, at, path, |d, field, at, path| match field {
        "key" => {
            let key = d.string(at, path).unwrap_or_default();
            if is_field && key != NAME {
                let message = format!(
                    "`{}` is not a valid field selector key, only `{NAME}` is",
                    clip(key)
                );
                d.refuse(at, path, message);
            }
            requirement.key = d.names.intern(key);
        }
        "operator" => operator = d.word(at, path, operators).unwrap_or_default(),
        "values" => d.items(at, path, |d, item, path| {
            if let Some(value) = d.symbol(item, path) {
                requirement.values.push(value);
                values.push(item);
            }
        }),
    });
    requirement.operator = d.names.intern(operator);
    if requirement.key.is_empty() {
        d.missing(at, path, "key", "a requirement needs a `key`");
    }
    if operator.is_empty() {
        d.missing(at, path, "operator", "a requirement needs an `operator`");
    }
    check_values(d, at, path, operator, is_field, &values);
    if !is_field {
        if usage == TermUse::Required {
            check_bound(d, path, operator, &values);
        } else {
            check_preferred(d, path, operator, &values);
        }
        requirement.unparsable = !check_label(d, at, path, (operator, usage), &values);
    }
    requirement
}

/// Whether the API machinery parses a requirement on labels: its key is a label key, and its values are label values.
/// [`check_bound`] reports the values of `Gt` and `Lt`, and [`check_preferred`] those of preferred terms.
fn check_label(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    (operator, usage): (&str, TermUse),
    values: &[ValueId],
) -> bool {
    let mut parses = true;
    if let Some(key) = d.get(at, "key") {
        let text = d.text_of(key);
        if !text.is_empty() && !is_label_key(text) {
            parses = false;
            d.refuse_label_key(key, &path.field("key"), text);
        }
    }
    let path = path.field("values");
    for (index, value) in values.iter().enumerate() {
        let text = d.text_of(*value);
        if !text.is_empty() && !is_word(text) {
            parses = false;
            if usage == TermUse::Required && !matches!(operator, "Gt" | "Lt") {
                d.refuse_label_value(*value, &FieldPath::Index(&path, index), text);
            }
        }
    }
    parses
}

/// Reports a number of values that the operator does not allow.
fn check_values(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    operator: &str,
    is_field: bool,
    values: &[ValueId],
) {
    let message = match (operator, values.len()) {
        ("In" | "NotIn", count) if is_field && count != 1 => {
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        }
        ("In" | "NotIn", 0) => "must be specified when `operator` is 'In' or 'NotIn'",
        ("Exists" | "DoesNotExist", 1..) if !is_field => {
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
        }
        ("Gt" | "Lt", count) if !is_field && count != 1 => {
            "must be specified single value when `operator` is 'Lt' or 'Gt'"
        }
        _ => return,
    };
    let at = d.get(at, "values").unwrap_or(at);
    d.refuse(at, &path.field("values"), message.to_owned());
}

/// Whether a text is a number that is valid as a label value.
fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok() && text.starts_with(|c: char| c.is_ascii_digit())
}

/// Warns of a bound with which a required term matches no node.
fn check_bound(d: &mut Decoder<'_>, path: &FieldPath<'_>, operator: &str, values: &[ValueId]) {
    let (true, [value]) = (matches!(operator, "Gt" | "Lt"), values) else {
        return;
    };
    let text = d.text_of(*value);
    if !is_number(text) {
        let message = format!(
            "`{}` fits no node: for 'Gt', 'Lt' operators, the value must be an integer without a sign, because it \
             must be a label's value, too",
            clip(text)
        );
        warn(d, *value, path, 0, message);
    }
}

/// Warns of values of a preferred term that the API server accepts and kube-scheduler does not parse.
fn check_preferred(d: &mut Decoder<'_>, path: &FieldPath<'_>, operator: &str, values: &[ValueId]) {
    let is_bound = matches!(operator, "Gt" | "Lt");
    for (index, value) in values.iter().enumerate() {
        let text = d.text_of(*value);
        let list = path.field("values");
        if d.is_placeholder(*value, &FieldPath::Index(&list, index), text) {
            continue;
        }
        let what = if is_bound && !is_number(text) {
            "an integer without a sign"
        } else if !text.is_empty() && !is_word(text) {
            "a label value"
        } else {
            continue;
        };
        let message = format!(
            "`{}` is not {what}: the API server takes it, but where the pod fits two or more nodes, kube-scheduler \
             fails before it scores them and the pod stays pending",
            clip(text)
        );
        warn(d, *value, path, index, message);
    }
}

/// Warns of a value of a requirement.
fn warn(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, index: usize, message: String) {
    let path = path.field("values");
    let path = FieldPath::Index(&path, index);
    d.warn(DiagnosticCode::InvalidValue, at, &path, message);
}
