//! Where each object is defined, and when objects were changed, as far as their own fields record it.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;
use schedscope_objects::{kind::ObjectKind, names::Symbol};
use schedscope_time::Timestamp;

use crate::{Reader, decode::LocatedObject, read_piece::ReadPiece};

/// When an object was changed; `None` if its fields do not record it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectChange {
    /// When its spec was written.
    pub spec: Option<Timestamp>,
    /// When its status was written.
    pub status: Option<Timestamp>,
    /// `metadata.resourceVersion`, if it is a number. A hub counts the writes of all objects together.
    pub resource_version: Option<u64>,
}

/// An object: its kind, its namespace, its name.
type Identity = (ObjectKind, Symbol, Symbol);

/// Where each object is defined; of several copies, the one in effect. An edit that changes no identity changes no
/// entry.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectPlaces {
    /// The last entry of each slot; [`NO_ENTRY`] without one.
    last: Vec<u32>,
    entries: Vec<ObjectPlace>,
}

const NO_ENTRY: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectPlace {
    /// The lower half of the hash of its identity.
    hash: u32,
    pub(super) piece: u32,
    /// The place among the objects of the piece.
    pub(super) at: u32,
    /// The entry of the same slot before it.
    before: u32,
}

impl ObjectPlace {
    /// The object of this place.
    pub(super) fn object(self, pieces: &[ReadPiece]) -> Option<&LocatedObject> {
        let piece = pieces.get(self.piece as usize)?;
        piece.objects().get(self.at as usize)
    }
}

impl ObjectPlaces {
    /// An empty table with capacity for the objects of these pieces.
    pub(super) fn for_all(pieces: &[ReadPiece]) -> Self {
        let objects: usize = pieces.iter().map(|piece| piece.objects().len()).sum();
        Self {
            last: vec![NO_ENTRY; objects.next_power_of_two()],
            entries: Vec::with_capacity(objects),
        }
    }

    /// Returns the entry of an object, and whether it already existed; inserts it otherwise.
    pub(super) fn entry(
        &mut self,
        pieces: &[ReadPiece],
        identity: &Identity,
        (piece, at): (usize, usize),
    ) -> (bool, &mut ObjectPlace) {
        let hash = FxBuildHasher.hash_one(identity) as u32;
        let known = self.find_hashed(pieces, identity, hash);
        let entry = known.map_or(self.entries.len(), |(entry, _)| entry);
        if known.is_none() {
            let slot = hash as usize & (self.last.len() - 1);
            let before = std::mem::replace(&mut self.last[slot], entry as u32);
            self.entries.push(ObjectPlace {
                hash,
                piece: piece as u32,
                at: at as u32,
                before,
            });
        }
        (known.is_some(), &mut self.entries[entry])
    }

    fn find<'p>(&self, pieces: &'p [ReadPiece], identity: &Identity) -> Option<&'p LocatedObject> {
        let hash = FxBuildHasher.hash_one(identity) as u32;
        let (_, located) = self.find_hashed(pieces, identity, hash)?;
        Some(located)
    }

    /// The entry of an object, and the object.
    fn find_hashed<'p>(
        &self,
        pieces: &'p [ReadPiece],
        identity: &Identity,
        hash: u32,
    ) -> Option<(usize, &'p LocatedObject)> {
        let slot = hash as usize & self.last.len().checked_sub(1)?;
        let mut entry = *self.last.get(slot)?;
        loop {
            let place = self.entries.get(entry as usize)?;
            if place.hash == hash
                && let Some(located) = place.object(pieces)
                && located.object.identity() == *identity
            {
                return Some((entry as usize, located));
            }
            entry = place.before;
        }
    }
}

impl Reader {
    /// When objects were changed, in their order. O(wanted).
    pub fn changes(&self, wanted: &[Identity]) -> Vec<ObjectChange> {
        let changes = wanted.iter().map(|identity| {
            let located = self.places.find(&self.pieces, identity);
            located.map_or_else(ObjectChange::default, |located| ObjectChange {
                spec: located.stored.written.spec,
                status: located.stored.written.status,
                resource_version: located.stored.version.map(Into::into),
            })
        });
        changes.collect()
    }
}
