//! When objects were changed, as far as their own fields tell.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashSet};
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

/// An object: its kind, its namespace, its name.
type Identity = (ObjectKind, Symbol, Symbol);

/// The pieces of each object. An edit that changes no identity leaves them as they are.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectPlaces {
    /// The last entry of each hash of an identity; [`NO_ENTRY`] without one.
    last: Vec<u32>,
    entries: Vec<ObjectPlace>,
}

const NO_ENTRY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct ObjectPlace {
    piece: u32,
    /// The place among the objects of the piece.
    at: u32,
    /// The entry of the same hash before it.
    before: u32,
}

impl ObjectPlaces {
    /// O(objects).
    fn new(pieces: &[ReadPiece]) -> Self {
        let objects: usize = pieces.iter().map(|piece| piece.objects().len()).sum();
        let mut places = Self {
            last: vec![NO_ENTRY; objects.next_power_of_two()],
            entries: Vec::with_capacity(objects),
        };
        for (index, piece) in pieces.iter().enumerate() {
            for (at, located) in piece.objects().iter().enumerate() {
                let slot = places.slot(&located.object.identity());
                if let Some(last) = places.last.get_mut(slot) {
                    let before = std::mem::replace(last, places.entries.len() as u32);
                    places.entries.push(ObjectPlace {
                        piece: index as u32,
                        at: at as u32,
                        before,
                    });
                }
            }
        }
        places
    }

    fn slot(&self, identity: &Identity) -> usize {
        FxBuildHasher.hash_one(identity) as usize & (self.last.len() - 1)
    }

    /// Where an object can be, the last place first.
    fn of(&self, identity: &Identity) -> impl Iterator<Item = ObjectPlace> {
        let slot = self.slot(identity);
        let mut entry = self.last.get(slot).copied().unwrap_or(NO_ENTRY);
        std::iter::from_fn(move || {
            let place = *self.entries.get(entry as usize)?;
            entry = place.before;
            Some(place)
        })
    }
}

impl Reader {
    /// When objects were changed, in their order; of one that is wanted twice, only the first time.
    ///
    /// O(wanted); the first time O(objects of the text), and it reads their pieces again.
    pub fn changes(&self, wanted: &[Identity]) -> Vec<ObjectChange> {
        let places = self.places.get_or_init(|| ObjectPlaces::new(&self.pieces));
        let mut known = FxHashSet::default();
        let changes = wanted.iter().map(|identity| {
            if !known.insert(*identity) {
                return ObjectChange::default();
            }
            let change = places
                .of(identity)
                .find_map(|place| self.change_at(place, identity));
            change.unwrap_or_default()
        });
        changes.collect()
    }

    /// When an object was changed; `None`: another object is at this place, or another copy counts.
    fn change_at(&self, place: ObjectPlace, identity: &Identity) -> Option<ObjectChange> {
        let piece = self.pieces.get(place.piece as usize)?;
        let located = piece.objects().get(place.at as usize)?;
        let is_replaced = || self.is_replaced(place.piece as usize, located.root);
        if located.object.identity() != *identity || is_replaced() {
            return None;
        }
        let known = piece.changes.get_or_init(|| changes_in(piece));
        known.get(located.root as usize).copied()
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
