//! When an object was written, as far as its own fields record it.

use schedscope_text::tree::{Tree, ValueId, ValueKind};
use schedscope_time::Timestamp;

/// When an object was written; `None` if its fields do not record it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenTimes {
    /// The latest of `metadata.creationTimestamp` and the times of `metadata.managedFields` except those of the status.
    /// Ignores `spec.taints[].timeAdded`: whether a taint is relevant depends on the placement.
    pub spec: Option<Timestamp>,
    /// The latest of the times of `metadata.managedFields` of the status; of a placement also of
    /// `status.conditions[].lastTransitionTime`.
    pub status: Option<Timestamp>,
}

impl WrittenTimes {
    /// Reads `metadata`, and the conditions of the placement at `placement`. What is merged (`<<`) does not count.
    pub(super) fn decode(
        tree: &Tree,
        source: &str,
        metadata: ValueId,
        placement: Option<ValueId>,
    ) -> Self {
        let value = ObjectTree { tree, source };
        let mut times = Self {
            spec: value.time(metadata, "creationTimestamp"),
            status: None,
        };
        for item in value.items(Some(metadata), "managedFields") {
            let of_status = value.text(item, "subresource") == "status";
            let time = value.time(item, "time");
            if of_status {
                times.status = times.status.max(time);
            } else {
                times.spec = times.spec.max(time);
            }
        }
        let status = placement.and_then(|root| value.get(root, "status"));
        for item in value.items(status, "conditions") {
            let time = value.time(item, "lastTransitionTime");
            times.status = times.status.max(time);
        }
        times
    }
}

#[derive(Clone, Copy)]
struct ObjectTree<'a> {
    tree: &'a Tree,
    source: &'a str,
}

impl<'a> ObjectTree<'a> {
    fn get(self, node: ValueId, key: &str) -> Option<ValueId> {
        let is_mapping = self.tree.kind(node) == ValueKind::Mapping;
        is_mapping.then(|| self.tree.get(node, key, self.source))?
    }

    fn items(self, node: Option<ValueId>, key: &str) -> impl Iterator<Item = ValueId> + use<'a> {
        let list = node.and_then(|node| self.get(node, key));
        let list = list.filter(|list| self.tree.kind(*list) == ValueKind::Sequence);
        let tree = self.tree;
        list.into_iter().flat_map(|list| tree.items(list))
    }

    fn text(self, node: ValueId, key: &str) -> &'a str {
        let value = self.get(node, key);
        value.map_or("", |value| self.tree.text(value, self.source))
    }

    fn time(self, node: ValueId, key: &str) -> Option<Timestamp> {
        self.text(node, key).parse().ok()
    }
}
