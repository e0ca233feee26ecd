//! Reads a `Node`.

use schedscope_objects::{
    kubernetes_version::minor_of,
    managed_cluster::Resources,
    node::{Node, NodeImage},
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, Meta, pod::condition, resources, resources::ResourceListKind, taint,
};

/// Whether the cluster autoscaler leaves a node alone.
const SCALE_DOWN_DISABLED: &str = "cluster-autoscaler.kubernetes.io/scale-down-disabled";

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> Node {
    let mut node = Node {
        name: meta.name,
        labels: meta.labels,
        is_printed: meta.is_stored,
        scale_down_disabled: meta.annotations.is_some_and(|of| {
            let value = d.tree.get(of, SCALE_DOWN_DISABLED, d.source);
            value.is_some_and(|value| d.text_of(value) == "true")
        }),
        ..Node::default()
    };
    fields!(d, root, |d, field, at, path| match field {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "unschedulable" => node.unschedulable = d.boolean(at, path).unwrap_or_default(),
            "taints" => node.taints = taint::taints(d, at, path, &taint::NODE_EFFECTS),
        }),
        "status" => decode_status(&mut node, d, at, path),
    });
    node
}

fn decode_status(info: &mut Node, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let mut capacity = Resources::default();
    let mut allocatable = None;
    fields!(d, at, path, |d, field, at, path| match field {
        "allocatable" => allocatable = Some(resources::decode(d, at, path, ResourceListKind::Node)),
        "capacity" => capacity = resources::decode(d, at, path, ResourceListKind::Node),
        "conditions" => {
            let ready = condition(d, at, "Ready").and_then(|ready| d.get(ready, "status"));
            let status = ready.map_or("", |status| d.text_of(status));
            info.is_unready = matches!(status, "False" | "Unknown");
        }
        "images" => info.images = images(d, at, path),
        "nodeInfo" => {
            let version = d.get(at, "kubeletVersion");
            let version = version.map_or("", |version| d.text_of(version));
            if !version.is_empty() {
                info.is_printed = version.starts_with('v') && !version.contains("kwok");
                info.kubelet_minor = minor_of(version);
            }
        }
    });
    info.allocatable = allocatable.unwrap_or(capacity);
}

fn images(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[NodeImage]> {
    let mut images = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut image = NodeImage::default();
        fields!(d, item, path, |d, field, at, path| match field {
            "names" => image.names = d.symbols(at, path),
            "sizeBytes" => image.size = d.integer(at, path).unwrap_or_default(),
        });
        images.push(image);
    });
    images.into_boxed_slice()
}
