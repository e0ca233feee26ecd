//! When objects were changed, as far as their own fields tell.

use rustc_hash::FxHashSet;
use schedscope_objects::{kind::ObjectKind, names::Symbol};
use schedscope_text::tree::{Tree, ValueId, ValueKind};
use schedscope_time::Timestamp;

use crate::{
    Reader,
    read_piece::{ReadPiece, parse, roots},
};

/// When an object was changed; `None` where its fields do not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectChange {
    /// The latest of `metadata.creationTimestamp` and the times of `metadata.managedFields` but those of the status.
    /// Not `spec.taints[].timeAdded`: whether a taint matters depends on the placement.
    pub spec: Option<Timestamp>,
    /// The latest of the times of `metadata.managedFields` of the status.
    pub status: Option<Timestamp>,
    /// The latest of `status.conditions[].lastTransitionTime`.
    pub conditions: Option<Timestamp>,
    /// `metadata.resourceVersion`, where it is a number: hubs count all writes together.
    pub resource_version: Option<u64>,
}

impl Reader {
    /// When objects were changed, in their order. O(objects of the text), and reads their pieces again the first time.
    pub fn changes(&self, wanted: &[(ObjectKind, Symbol, Symbol)]) -> Vec<ObjectChange> {
        let mut changes = vec![ObjectChange::default(); wanted.len()];
        let names: FxHashSet<Symbol> = wanted.iter().map(|(.., name)| *name).collect();
        // Plain loops: few of many objects are wanted, at every decision.
        for (index, piece) in self.pieces.iter().enumerate() {
            for located in piece.objects() {
                let identity = located.object.identity();
                if !names.contains(&identity.2) || self.is_replaced(index, located.root) {
                    continue;
                }
                let Some(wanted) = wanted.iter().position(|one| *one == identity) else {
                    continue;
                };
                let known = piece.changes.get_or_init(|| changes_in(piece));
                if let (Some(known), Some(change)) =
                    (known.get(located.root as usize), changes.get_mut(wanted))
                {
                    *change = *known;
                }
            }
        }
        changes
    }
}

/// When the values of a piece were changed.
fn changes_in(piece: &ReadPiece) -> Box<[ObjectChange]> {
    let mut tree = Tree::default();
    let source = parse(piece, &mut tree).source;
    let roots = roots(&tree, source, piece.cut.place);
    roots
        .into_iter()
        .map(|root| change_of(&tree, source, root))
        .collect()
}

fn change_of(tree: &Tree, source: &str, root: ValueId) -> ObjectChange {
    let of = |node: Option<ValueId>, key: &str| {
        let mapping = node.filter(|node| tree.kind(*node) == ValueKind::Mapping)?;
        tree.get(mapping, key, source)
    };
    let items = |node: Option<ValueId>, key: &str| {
        let list = of(node, key).filter(|node| tree.kind(*node) == ValueKind::Sequence);
        list.map_or_else(Vec::new, |list| tree.items(list).collect::<Vec<_>>())
    };
    let text =
        |node: Option<ValueId>, key: &str| of(node, key).map_or("", |node| tree.text(node, source));
    let time = |node: Option<ValueId>, key: &str| text(node, key).parse::<Timestamp>().ok();
    let root = Some(root);
    let metadata = of(root, "metadata");
    let latest = |list: Vec<ValueId>, key: &str| {
        let times = list.into_iter().filter_map(|item| time(Some(item), key));
        times.max()
    };
    let fields = items(metadata, "managedFields");
    let (status, spec): (Vec<ValueId>, Vec<ValueId>) = fields
        .into_iter()
        .partition(|item| text(Some(*item), "subresource") == "status");
    let created = time(metadata, "creationTimestamp");
    let conditions = items(of(root, "status"), "conditions");
    ObjectChange {
        spec: created.max(latest(spec, "time")),
        status: latest(status, "time"),
        conditions: latest(conditions, "lastTransitionTime"),
        resource_version: text(metadata, "resourceVersion").parse().ok(),
    }
}
