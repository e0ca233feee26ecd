//! Reads a `Node`.

use super::{Decoder, Meta, Path, resources::Of, taint};
use crate::kube::{managed_cluster::Resources, node::Node, text::tree::NodeId};

impl Node {
    pub(super) fn decode(d: &mut Decoder<'_>, root: NodeId, meta: Meta) -> Self {
        let mut node = Self {
            name: meta.name,
            labels: meta.labels,
            ..Self::default()
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
                "status" => node.decode_status(d, at, path),
                _ => {}
            },
        );
        node
    }

    fn decode_status(&mut self, d: &mut Decoder<'_>, at: NodeId, path: &Path<'_>) {
        let mut capacity = Resources::default();
        let mut allocatable = None;
        let known = ["allocatable", "capacity"];
        d.fields(at, path, &known, |d, field, at, path| {
            let resources = Resources::decode(d, at, path, Of::Node);
            match field {
                "allocatable" => allocatable = Some(resources),
                _ => capacity = resources,
            }
        });
        self.allocatable = allocatable.unwrap_or(capacity);
    }
}
