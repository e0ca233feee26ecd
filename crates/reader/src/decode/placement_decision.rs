//! Reads a `PlacementDecision`.

use schedscope_objects::placement_decision::PlacementDecision;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta};

/// Reads a decision; `meta` was read before.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> PlacementDecision {
    let mut clusters = Vec::new();
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
                d.items(node, path, |d, item, path| {
                    d.fields(
                        item,
                        path,
                        &["clusterName", "reason"],
                        |d, field, node, path| {
                            if field == "clusterName" {
                                clusters.extend(d.symbol(node, path));
                            }
                        },
                    );
                });
            });
        },
    );
    PlacementDecision {
        namespace: meta.namespace,
        name: meta.name,
        labels: meta.labels,
        clusters: clusters.into_boxed_slice(),
    }
}
