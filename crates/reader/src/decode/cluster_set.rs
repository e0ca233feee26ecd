//! Reads a `ManagedClusterSet` and a `ManagedClusterSetBinding`.

use schedscope_objects::{
    cluster_set::{ManagedClusterSet, ManagedClusterSetBinding, SET_EMPTY_CONDITION, SetSelector},
    names::Symbol,
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, Meta, selector};

/// Reads a set; `meta` was read before.
pub(super) fn decode_set(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ManagedClusterSet {
    let mut kind = None;
    let mut labels = None;
    let mut selected = None;
    fields!(d, root, |d, field, node, path| match field {
        "spec" => d.field(node, path, "clusterSelector", |d, node, path| {
            fields!(d, node, path, |d, field, node, path| match field {
                "selectorType" => {
                    let allowed = [
                        "ExclusiveClusterSetLabel",
                        "LabelSelector",
                        "LegacyClusterSetLabel",
                        "",
                    ];
                    kind = d.word(node, path, &allowed);
                }
                "labelSelector" => labels = Some(selector::decode(d, node, path)),
            });
        }),
        "status" => selected = selected_by_hub(d, node),
    });
    let selector = match kind.unwrap_or_default() {
        "" | "ExclusiveClusterSetLabel" => SetSelector::ExclusiveClusterSetLabel,
        // Its name in v1beta1, which the hub converts.
        "LegacyClusterSetLabel" if is_v1beta1(d, root) => SetSelector::ExclusiveClusterSetLabel,
        "LabelSelector" => SetSelector::LabelSelector(labels),
        other => SetSelector::Unknown(other.to_owned()),
    };
    ManagedClusterSet {
        name: meta.name,
        selector,
        selected,
    }
}

/// How many clusters a set has by its status.
fn selected_by_hub(d: &Decoder<'_>, status: ValueId) -> Option<u32> {
    let conditions = d.get(status, "conditions")?;
    let text = |of: ValueId, key: &str| d.get(of, key).map_or("", |at| d.text_of(at));
    let mut all = d.tree.items(conditions);
    let condition = all.find(|one| text(*one, "type") == SET_EMPTY_CONDITION)?;
    text(condition, "message")
        .strip_suffix(" ManagedClusters selected")?
        .parse()
        .ok()
}

pub(super) fn is_v1beta1(d: &Decoder<'_>, root: ValueId) -> bool {
    let version = d.get(root, "apiVersion");
    version.is_some_and(|at| d.tree.text(at, d.source).ends_with("/v1beta1"))
}

/// Reads a binding; `meta` was read before.
pub(super) fn decode_binding(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: &Meta,
) -> ManagedClusterSetBinding {
    let mut cluster_set = Symbol::EMPTY;
    fields!(d, root, |d, field, node, path| match field {
        "spec" => d.field(node, path, "clusterSet", |d, node, path| {
            cluster_set = d.symbol(node, path).unwrap_or_default();
            if cluster_set != meta.name {
                let message = format!(
                    "a binding is named after its set, this one is named `{}`: the hub goes by \
                     the name",
                    &d.names[meta.name]
                );
                d.refuse(node, path, message);
            }
        }),
    });
    ManagedClusterSetBinding {
        namespace: meta.namespace,
        name: meta.name,
        cluster_set,
    }
}
