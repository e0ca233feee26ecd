//! Reads label and claim selectors.

use super::{Decoder, Path};
use crate::kube::{
    names::Symbol,
    selector::{LabelSelector, Requirement},
    text::tree::NodeId,
};

impl LabelSelector {
    /// Reads a label selector.
    pub(super) fn decode(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Self {
        Self::decode_fields(d, node, path, &["matchLabels", "matchExpressions"])
    }

    /// Reads a claim selector, which has expressions only.
    pub(super) fn decode_claims(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Self {
        Self::decode_fields(d, node, path, &["matchExpressions"])
    }

    fn decode_fields(
        d: &mut Decoder<'_>,
        node: NodeId,
        path: &Path<'_>,
        known: &[&'static str],
    ) -> Self {
        let mut selector = Self::default();
        d.fields(node, path, known, |d, field, node, path| match field {
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
}

fn requirement(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Requirement {
    let mut requirement = Requirement {
        key: Symbol::EMPTY,
        operator: String::new(),
        values: Vec::new(),
    };
    d.fields(
        node,
        path,
        &["key", "operator", "values"],
        |d, field, node, path| match field {
            "key" => requirement.key = d.symbol(node, path).unwrap_or_default(),
            "operator" => {
                let allowed = ["In", "NotIn", "Exists", "DoesNotExist"];
                d.word(node, path, &allowed)
                    .unwrap_or_default()
                    .clone_into(&mut requirement.operator);
            }
            _ => {
                requirement.values.clear();
                d.items(node, path, |d, item, path| {
                    requirement.values.extend(d.symbol(item, path));
                });
            }
        },
    );
    requirement
}
