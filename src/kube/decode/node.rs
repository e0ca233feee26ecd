//! Reads a `Node`.

use super::{
    Decoder, Meta, Path,
    resources::{self, Of},
    taint,
};
use crate::kube::{managed_cluster::Resources, node::Node, text::tree::NodeId};

pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: Meta) -> Node {
    let mut node = Node {
        name: meta.name,
        labels: meta.labels,
        ..Node::default()
    };
    let known = ["metadata", "spec", "status"];
    d.fields(
        root,
        &Path::Root,
        &known,
        |d, field, at, path| match field {
            "spec" => {
                let known = ["unschedulable", "taints"];
                d.fields(at, path, &known, |d, field, at, path| match field {
                    "unschedulable" => {
                        node.unschedulable = d.boolean(at, path).unwrap_or_default();
                    }
                    _ => node.taints = taint::taints(d, at, path, &taint::NODE_EFFECTS),
                });
            }
            "status" => decode_status(&mut node, d, at, path),
            _ => {}
        },
    );
    node
}

fn decode_status(info: &mut Node, d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) {
    let mut capacity = Resources::default();
    let mut allocatable = None;
    let known = ["allocatable", "capacity"];
    d.fields(at, path, &known, |d, field, at, path| {
        let resources = resources::decode(d, at, path, Of::Node);
        match field {
            "allocatable" => allocatable = Some(resources),
            _ => capacity = resources,
        }
    });
    info.allocatable = allocatable.unwrap_or(capacity);
}
