//! Reads an `AddOnPlacementScore`.

use schedscope_objects::addon_placement_score::AddOnPlacementScore;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, Meta};

/// Reads the scores of one add-on for one cluster; `meta` was read before.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> AddOnPlacementScore {
    let mut scores = Vec::new();
    let mut valid_until = None;
    fields!(d, root, |d, field, node, path| match field {
        "status" => fields!(d, node, path, |d, field, node, path| match field {
            "scores" => {
                scores.clear();
                d.items(node, path, |d, item, path| {
                    let (mut name, mut value) = (None, 0);
                    fields!(d, item, path, |d, field, node, path| match field {
                        "name" => name = d.symbol(node, path),
                        "value" => value = d.int32(node, path, -100..=100).unwrap_or_default(),
                    });
                    if let Some(name) = name {
                        scores.push((name, value));
                    } else {
                        d.missing(item, path, "name", "a score needs a `name`");
                    }
                });
            }
            "validUntil" => valid_until = d.time(node, path),
        }),
    });
    AddOnPlacementScore {
        namespace: meta.namespace,
        name: meta.name,
        scores: scores.into_boxed_slice(),
        valid_until,
    }
}
