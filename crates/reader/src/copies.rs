//! Objects defined more than once: which copy is in effect, and the finding about the other one.

use schedscope_objects::diagnostic::{DiagnosticCode, ObjectName, Severity};

use crate::{
    Reader,
    changes::ObjectPlaces,
    decode::{Cause, LocatedObject, PieceDiagnostic},
    read_piece::ReadPiece,
};

/// A piece, and an object in it.
type Placed<'r> = (usize, &'r LocatedObject);

/// Two copies of one object, in the order of the text.
#[derive(Clone, Copy, Debug)]
struct CopiedObject<'r> {
    earlier: Placed<'r>,
    later: Placed<'r>,
}

/// Which copy of an object is in effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountingCopy {
    /// The later one, as when the text is applied from top to bottom.
    Later,
    /// The later one; their UIDs differ.
    Other,
    /// The earlier one: the same API server wrote it after the later one.
    Newer,
}

impl CopiedObject<'_> {
    /// `resourceVersion` is a number that grows with each write (KEP-5504). A copy without one was written by hand.
    fn counts(&self) -> CountingCopy {
        let [earlier, later] = [self.earlier, self.later].map(|(_, located)| located.stored);
        let are_stored = earlier.uid.is_some() && later.uid.is_some();
        if are_stored && earlier.uid != later.uid {
            CountingCopy::Other
        } else if are_stored && later.version.is_some() && earlier.version > later.version {
            CountingCopy::Newer
        } else {
            CountingCopy::Later
        }
    }
}

/// The objects that are defined more than once.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// The findings: the piece, the finding.
    findings: Vec<(usize, PieceDiagnostic)>,
    /// Which of them are about objects with different UIDs.
    mixed: Vec<usize>,
    /// The copies that are not in effect, ascending: the piece, the value.
    replaced: Vec<(usize, u32)>,
}

impl Reader {
    /// Finds the objects that are defined more than once. The last copy is in effect, unless an earlier one with the
    /// same UID has a higher `resourceVersion`. O(objects).
    pub(super) fn find_copies(&mut self) {
        let pieces = &self.pieces;
        let mut places = ObjectPlaces::for_all(pieces);
        let mut pairs = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            for (at, located) in piece.objects().iter().enumerate() {
                let identity = located.object.identity();
                let (is_copy, place) = places.entry(pieces, &identity, (index, at));
                let earlier = is_copy.then(|| place.object(pieces)).flatten();
                let Some(earlier) = earlier else {
                    continue;
                };
                let pair = CopiedObject {
                    earlier: (place.piece as usize, earlier),
                    later: (index, located),
                };
                if pair.counts() != CountingCopy::Newer {
                    (place.piece, place.at) = (index as u32, at as u32);
                }
                pairs.push(pair);
            }
        }
        let copies = self.describe(&pairs);
        self.places = places;
        self.duplicates = copies.findings;
        self.mixed = copies.mixed;
        self.replaced = copies.replaced;
    }

    fn describe(&self, pairs: &[CopiedObject<'_>]) -> Copies {
        let mut copies = Copies::default();
        if pairs.is_empty() {
            return copies;
        }
        for (at, pair) in pairs.iter().enumerate() {
            let counts = pair.counts();
            if counts == CountingCopy::Other {
                copies.mixed.push(at);
            }
            let (piece, lost) = if counts == CountingCopy::Newer {
                pair.later
            } else {
                pair.earlier
            };
            copies.replaced.push((piece, lost.root));
            let finding = self.copy_finding(pair, counts);
            copies.findings.push((pair.later.0, finding));
        }
        copies.replaced.sort_unstable();
        copies
    }

    fn copy_finding(&self, pair: &CopiedObject<'_>, counts: CountingCopy) -> PieceDiagnostic {
        let (piece, earlier) = pair.earlier;
        let later = pair.later.1;
        let (_, namespace, name) = later.object.identity();
        let names = &self.objects.names;
        let kind = later.object.kind();
        let version = |of: &LocatedObject| {
            of.stored
                .version
                .map_or_else(String::new, |v| v.to_string())
        };
        let rule = match counts {
            CountingCopy::Later => "; the later one wins".to_owned(),
            CountingCopy::Other => {
                "; the later one wins: their UIDs differ, so the input mixes two clusters, or two \
                 times"
                    .to_owned()
            }
            CountingCopy::Newer => format!(
                "; the earlier one wins: its `resourceVersion` is {}, here it is {}",
                version(earlier),
                version(later)
            ),
        };
        PieceDiagnostic {
            severity: match counts {
                CountingCopy::Other => Severity::Error,
                _ => Severity::Warning,
            },
            code: DiagnosticCode::DuplicateObject,
            cause: Cause::Duplicate(piece, earlier.name),
            message: format!("{kind} `{}` is defined twice{rule}", &names[name]),
            object: Some(ObjectName {
                kind: kind.to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            }),
            path: "metadata.name".to_owned(),
            bytes: later.name,
        }
    }

    /// Whether another copy of the object is in effect. O(log copies).
    pub(super) fn is_replaced(&self, piece: usize, root: u32) -> bool {
        self.replaced.binary_search(&(piece, root)).is_ok()
    }

    /// Whether an object of these kinds is defined more than once: if it is removed, a copy takes effect.
    pub fn has_copies(&self, kinds: &[&str]) -> bool {
        self.replaced.iter().any(|(piece, root)| {
            let piece = self.pieces.get(*piece);
            let mut objects = piece.into_iter().flat_map(ReadPiece::objects);
            objects.any(|it| it.root == *root && kinds.contains(&it.object.kind()))
        })
    }

    /// The objects in effect, with their pieces.
    pub(super) fn counting(&self) -> impl DoubleEndedIterator<Item = Placed<'_>> {
        let pieces = self.pieces.iter().enumerate();
        let all = pieces.flat_map(|(index, piece): (usize, &ReadPiece)| {
            piece.objects().iter().map(move |located| (index, located))
        });
        all.filter(|(index, located)| !self.is_replaced(*index, located.root))
    }
}
