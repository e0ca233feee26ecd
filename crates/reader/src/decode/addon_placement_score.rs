//! Reads an `AddOnPlacementScore`.

use schedscope_objects::{
    addon_placement_score::AddOnPlacementScore,
    diagnostic::{DiagnosticCode, Severity},
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta};

/// Reads the scores of one add-on for one cluster; `meta` was read before.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> AddOnPlacementScore {
    let mut scores = Vec::new();
    let mut valid_until = None;
    d.fields(
        root,
        &FieldPath::Root,
        &["status", "metadata"],
        |d, field, node, path| {
            if field != "status" {
                return;
            }
            d.fields(
                node,
                path,
                &["scores", "validUntil"],
                |d, field, node, path| match field {
                    "scores" => {
                        scores.clear();
                        d.items(node, path, |d, item, path| {
                            let (mut name, mut value) = (None, 0);
                            d.fields(item, path, &["name", "value"], |d, field, node, path| {
                                match field {
                                    "name" => name = d.symbol(node, path),
                                    _ => {
                                        value = d.int32(node, path, -100..=100).unwrap_or_default();
                                    }
                                }
                            });
                            if let Some(name) = name {
                                scores.push((name, value));
                            } else {
                                let message = "a score needs a `name`".to_owned();
                                let path = path.field("name");
                                d.report(
                                    Severity::Error,
                                    DiagnosticCode::MissingField,
                                    item,
                                    &path,
                                    message,
                                );
                            }
                        });
                    }
                    _ => valid_until = d.time(node, path),
                },
            );
        },
    );
    AddOnPlacementScore {
        namespace: meta.namespace,
        name: meta.name,
        scores: scores.into_boxed_slice(),
        valid_until,
    }
}
