//! Reads label and claim selectors.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    names::Symbol,
    selector::{LabelSelector, Requirement, Selector},
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath};

/// Reads a label selector.
pub(super) fn decode(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> LabelSelector {
    decode_fields(d, node, path, &["matchLabels", "matchExpressions"])
}

/// Reads a claim selector, which has expressions only.
pub(super) fn decode_claims(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> LabelSelector {
    decode_fields(d, node, path, &["matchExpressions"])
}

/// Compiles a selector; reports what the API machinery rejects, in its words.
pub(super) fn check(
    selector: &LabelSelector,
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> Option<Selector> {
    let error = match selector.compile(d.names) {
        Ok(selector) => return Some(selector),
        Err(error) => error,
    };
    let (list, rest) = match error.path.split_once(['.', '[']) {
        Some((list, rest)) => (list, rest),
        None => (error.path.as_str(), ""),
    };
    let index = rest.split(']').next().and_then(|text| text.parse().ok());
    let requirement = index.and_then(|index: usize| selector.match_expressions.get(index));
    let is_operator = error.path.ends_with("].operator");
    if is_operator && requirement.is_some_and(|r| !r.operator.is_empty()) {
        // Already reported when it was read.
        return None;
    }
    let said = d.findings.last();
    if said.is_some_and(|said| said.code == DiagnosticCode::Placeholder) {
        return None;
    }
    let whole = d.get(node, list).unwrap_or(node);
    let item = index
        .filter(|_| list == "matchExpressions")
        .and_then(|index| d.tree.items(whole).nth(index));
    let below = FieldPath::Field(path, &error.path);
    let at = item.unwrap_or(whole);
    d.refuse(at, &below, error.message);
    None
}

fn decode_fields(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    known: &[&'static str],
) -> LabelSelector {
    let mut selector = LabelSelector::default();
    d.fields(node, path, known, &mut |d, field, node, path| match field {
        "matchLabels" => {
            selector.match_labels = d.map(node, path, |d, value, path| {
                if d.is_null(value) {
                    Some(Symbol::EMPTY)
                } else {
                    d.symbol(value, path)
                }
            });
        }
        _ => d.items(node, path, |d, item, path| {
            selector.match_expressions.push(requirement(d, item, path));
        }),
    });
    selector
}

fn requirement(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> Requirement {
    let mut requirement = Requirement {
        key: Symbol::EMPTY,
        operator: String::new(),
        values: Vec::new(),
    };
    fields!(d, node, path, |d, field, node, path| match field {
        "key" => requirement.key = d.symbol(node, path).unwrap_or_default(),
        "operator" => {
            let allowed = ["In", "NotIn", "Exists", "DoesNotExist"];
            let operator = d.word(node, path, &allowed).unwrap_or_default();
            operator.clone_into(&mut requirement.operator);
        }
        "values" => {
            requirement.values.clear();
            d.items(node, path, |d, item, path| {
                requirement.values.extend(d.symbol(item, path));
            });
        }
    });
    requirement
}
