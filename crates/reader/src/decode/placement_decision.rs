//! Reads a `PlacementDecision`.

use schedscope_objects::placement_decision::PlacementDecision;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta};

/// Reads a decision; `meta` was read before.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> PlacementDecision {
    let (mut clusters, mut scores) = (Vec::new(), Vec::new());
    d.fields(
        root,
        &FieldPath::Root,
        &["status", "metadata"],
        |d, field, node, path| {
            if field != "status" {
                return;
            }
            d.fields(node, path, &["decisions"], |d, _, node, path| {
                clusters.clear();
                scores.clear();
                d.items(node, path, |d, item, path| {
                    let (mut name, mut score) = (None, 0);
                    let known = ["clusterName", "reason", "score"];
                    d.fields(item, path, &known, |d, field, node, path| match field {
                        "clusterName" => name = d.symbol(node, path),
                        "score" => score = d.integer(node, path).unwrap_or_default(),
                        _ => {}
                    });
                    if let Some(name) = name {
                        clusters.push(name);
                        scores.push(score);
                    }
                });
            });
        },
    );
    PlacementDecision {
        namespace: meta.namespace,
        name: meta.name,
        labels: meta.labels,
        clusters: clusters.into_boxed_slice(),
        scores: scores.into_boxed_slice(),
    }
}
