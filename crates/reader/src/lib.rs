//! A resident text and its objects: read once, then piece by piece as it is edited.
//!
//! The text is kept in pieces (see [`split`](schedscope_text::split)), each with its objects and
//! findings. Offsets in a piece count from its own start, so an edit moves nothing but the
//! pieces it touches. After any sequence of edits the reader equals one that has read the whole text
//! from scratch, except for the numbers of symbols and revisions.

mod changes;
mod copies;
pub mod decode;
mod described;
mod draft;
mod fault;
mod inside;
mod loading;
mod locations;
mod not_looked_at;
mod page;
mod read;
mod read_piece;
mod references;
mod units;
mod unread;
mod whole;

pub use changes::ObjectChange;
pub use draft::PieceDraft;
pub use loading::Loading;
pub use not_looked_at::NotLookedAtPlace;
pub use references::{Reference, TimelinePath, references};
use rustc_hash::FxHashMap;
use schedscope_objects::{
    clusters::Clusters,
    diagnostic::{Diagnostic, DiagnosticCode, Encoding, ObjectName, Severity, TextRange},
    kind::ObjectKind,
    names::Symbol,
    object::Object,
    objects::{Assumed, Objects},
    order,
};
use schedscope_text::{
    MAX_TEXT_BYTES,
    split::{Piece, PieceStart},
    tree::Tree,
};
pub use whole::ClusterCursor;

use self::{
    read_piece::{ReadPiece, cut, keep_read},
    units::byte_of,
};
use crate::{
    changes::ObjectPlaces,
    decode::{Cause, PieceDiagnostic},
};

/// A tree of at most this many values keeps its memory for the next one.
const KEPT_NODES: usize = 10_000;

/// A text and the objects in it.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pieces: Vec<ReadPiece>,
    objects: Objects,
    /// Findings about objects that are defined more than once: the piece, the finding.
    duplicates: Vec<(usize, PieceDiagnostic)>,
    /// Which of them are about objects with different UIDs.
    mixed: Vec<usize>,
    /// Findings about references between objects: the piece, the finding.
    related: Vec<(usize, PieceDiagnostic)>,
    /// Copies of objects that are not in effect, ascending: the piece, the value.
    replaced: Vec<(usize, u32)>,
    /// The pieces with something that is not looked at, ascending.
    overlooking: Vec<usize>,
    /// The pieces with findings, ascending.
    found: Vec<usize>,
    /// Where each object is defined.
    places: ObjectPlaces,
    /// The pieces that could not be read, ascending.
    unread: Vec<usize>,
    /// Findings about lists without an end: the piece after which it is missing, the finding.
    open_lists: Vec<(usize, PieceDiagnostic)>,
    /// The pieces that are the rest of the object before them, with the findings about them.
    rests: Vec<(usize, PieceDiagnostic)>,
    /// The last piece, if the text ends in it before the name of its object or inside a key, with the finding about it.
    head: Option<(usize, PieceDiagnostic)>,
    /// The text was longer than [`MAX_TEXT_BYTES`] and was not kept.
    refused: Option<usize>,
    reread: usize,
    revision: u64,
    /// Counts new stores of clusters: equal generations mean that slots are comparable.
    generation: u64,
    /// The memory of the latest tree, for the next one.
    tree: Tree,
}

/// How often a kind occurs in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCount {
    /// The kind, as written.
    pub kind: String,
    /// How many objects.
    pub count: usize,
}

impl Reader {
    /// Reads a text. O(bytes).
    pub fn new(text: &str) -> Self {
        let mut reader = Self::default();
        reader.replace(text);
        reader
    }

    /// Replaces the whole text. O(bytes).
    pub fn replace(&mut self, text: &str) {
        self.revision += 1;
        self.refused = (text.len() > MAX_TEXT_BYTES).then_some(text.len());
        let text = if self.refused.is_some() { "" } else { text };
        self.pieces = cut(text, PieceStart::Document);
        self.objects.clusters = Clusters::default();
        self.generation += 1;
        self.reread = 0;
        self.read_pending(0, self.pieces.len());
        self.index();
        self.relate();
    }

    /// Replaces the code units `[from, to)` by `insert`; places outside the text are moved to its
    /// end. Reads the touched pieces only: O(their bytes + number of pieces).
    pub fn edit(&mut self, from: usize, to: usize, insert: &str, encoding: Encoding) {
        let size: usize = self.pieces.iter().map(|piece| piece.text.len()).sum();
        if self.pieces.is_empty() || size + insert.len() > MAX_TEXT_BYTES {
            let mut text = self.text();
            let byte = |at: usize| byte_of(&text, at, encoding);
            let (from, to) = (byte(from), byte(to.max(from)));
            text.replace_range(from..to, insert);
            self.replace(&text);
            return;
        }
        self.revision += 1;
        self.reread = 0;
        let (first, from) = self.piece_at(from, encoding);
        let (last, to) = self.piece_at(to, encoding);
        let (last, to) = if (last, to) < (first, from) {
            (first, from)
        } else {
            (last, to)
        };
        // Where a piece ends depends on the lines after it, so earlier pieces may have to be cut again.
        let start = self.looked_from(first, from);
        let (removed, added) = self.cut_again(start, (first, from), (last, to), insert);
        let before = self.identities(start, start + removed);
        let links = self.links(start, start + removed);
        let count = added.len();
        let mut old: Vec<ReadPiece> = self.pieces.splice(start..start + removed, added).collect();
        let listed = old.iter().any(ReadPiece::is_listed);
        let telling = old.iter().any(ReadPiece::is_telling);
        let ends_object = |pieces: &[ReadPiece]| {
            let mut pieces = pieces.iter().rev();
            pieces.find_map(ReadPiece::is_object_to_continue)
        };
        let ended_object = ends_object(&old);
        keep_read(&mut old, &mut self.pieces[start..start + count]);
        let added = start..start + count;
        let added_pieces = self.pieces[added.clone()].iter();
        let pending = added_pieces.filter(|piece| piece.is_pending()).count();
        let read = self.read_pending(added.start, added.end);
        // More was read than the edit touched if the kind of a list's items changed.
        let same_pieces = old.len() == count
            && read == (added.start, added.end)
            && self.reread == pending
            && self.duplicates.is_empty();
        let none_of = |pieces: &[ReadPiece]| -> Vec<Symbol> {
            pieces.iter().filter_map(ReadPiece::none_of).collect()
        };
        let same_objects = same_pieces
            && none_of(&old) == none_of(&self.pieces[added.clone()])
            && before == self.identities(added.start, added.end);
        let is_exchanged = same_objects && self.exchange(added.start, added.end);
        if is_exchanged {
            let new = &self.pieces[added.clone()];
            if listed || new.iter().any(ReadPiece::is_listed) {
                self.list_pieces();
            }
            let new = &self.pieces[added.clone()];
            if telling || ended_object != ends_object(new) || new.iter().any(ReadPiece::is_telling)
            {
                self.list_unread();
            }
        } else {
            self.index();
        }
        self.compact();
        if is_exchanged && links == self.links(added.start, added.end) {
            self.relate_edited(added.start, added.end);
        } else {
            self.relate();
        }
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| &*piece.text).collect()
    }

    /// The bytes `[from, to)` of the text. O(pieces).
    pub fn excerpt(&self, from: usize, to: usize) -> String {
        let mut text = String::new();
        let mut start = 0;
        for piece in &self.pieces {
            let end = start + piece.text.len();
            let (low, high) = (from.max(start), to.min(end));
            let part = (low < high).then(|| piece.text.get(low - start..high - start));
            text.push_str(part.flatten().unwrap_or_default());
            start = end;
        }
        text
    }

    /// The objects that can be used.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The number of documents and list items.
    pub fn documents(&self) -> usize {
        let is_own = |piece: &&ReadPiece| {
            !piece.cut.head
                && piece.cut.stray.is_none()
                && !matches!(
                    piece.cut.place,
                    PieceStart::YamlFooter | PieceStart::JsonFooter
                )
                && piece.cut.lead < piece.text.len()
        };
        self.pieces.iter().filter(is_own).count()
    }

    /// The number of pieces that the last change read.
    pub fn reread(&self) -> usize {
        self.reread
    }

    /// Counts changes of the text.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Objects by kind, most frequent first, then by name.
    pub fn kinds(&self) -> Vec<KindCount> {
        let mut counts: FxHashMap<Symbol, usize> = FxHashMap::default();
        for kind in self.pieces.iter().flat_map(ReadPiece::kinds) {
            *counts.entry(*kind).or_default() += 1;
        }
        let named = counts.into_iter().map(|(kind, count)| KindCount {
            kind: self.objects.names[kind].to_owned(),
            count,
        });
        let mut kinds: Vec<KindCount> = named.collect();
        order::sort(&mut kinds, |a, b| {
            b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind))
        });
        kinds
    }

    /// The findings by severity: errors, warnings, infos, hints.
    pub fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for (_, finding) in self.findings() {
            counts[finding.severity as usize] += 1;
        }
        counts[0] += usize::from(self.refused.is_some());
        counts
    }

    /// The first `most` diagnostics, in the order of the text.
    pub fn diagnostics(&self, encoding: Encoding, most: usize) -> Vec<Diagnostic> {
        let mut findings: Vec<(usize, &PieceDiagnostic)> = self.findings().collect();
        order::sort(&mut findings, |(one, a), (two, b)| {
            (one, a.bytes).cmp(&(two, b.bytes))
        });
        findings.truncate(most);
        let starts = self.starts(encoding);
        let diagnostics = findings.into_iter().map(|(piece, finding)| Diagnostic {
            severity: finding.severity,
            code: finding.code,
            message: finding.message.clone(),
            object: finding.object.clone(),
            path: finding.path.clone(),
            range: self.range(&starts, piece, finding.bytes, encoding),
            suggestion: finding.suggestion(),
            duplicate: match finding.cause {
                Cause::Duplicate(piece, bytes) => Some(self.range(&starts, piece, bytes, encoding)),
                _ => None,
            },
        });
        self.refusal().into_iter().chain(diagnostics).collect()
    }

    /// The findings about fields of matching objects that API servers reject, and about fields that they do not know,
    /// in text order. O(findings).
    pub fn invalid_fields<'r, 'f>(
        &'r self,
        is_about: &'f dyn Fn(&ObjectName) -> bool,
    ) -> impl Iterator<Item = (&'r ObjectName, &'r PieceDiagnostic)> + use<'r, 'f> {
        let found = self.found.iter();
        let found = found.filter_map(|index| Some((*index, self.pieces.get(*index)?)));
        // No answer depends on a copy that another one replaces.
        let counts = |(index, piece): &(usize, &ReadPiece)| {
            let mut objects = piece.objects().iter();
            objects.len() == 0 || objects.any(|one| !self.is_replaced(*index, one.root))
        };
        let findings = found.filter(counts).flat_map(|(_, piece)| piece.findings());
        let related = self.related.iter().map(|(_, finding)| finding);
        let told = findings
            .chain(related.filter(|one| one.is_about_pods()))
            .filter(|one| {
                let code = one.code;
                // kubectl validates strictly, and rejects a duplicate key.
                let is_strict = matches!(
                    code,
                    DiagnosticCode::UnknownField | DiagnosticCode::DuplicateKey
                );
                one.refuses() || is_strict || one.leaves_out_vm() || one.is_of_nothing()
            })
            .filter_map(|one| Some((one.object.as_ref()?, one)));
        told.filter(move |(object, _)| is_about(object))
    }

    fn refusal(&self) -> Option<Diagnostic> {
        self.refused.map(|len| Diagnostic {
            severity: Severity::Error,
            code: DiagnosticCode::TooLarge,
            message: format!("the input has {len} bytes, at most {MAX_TEXT_BYTES} are read"),
            object: None,
            path: String::new(),
            range: TextRange::default(),
            suggestion: None,
            duplicate: None,
        })
    }

    fn findings(&self) -> impl Iterator<Item = (usize, &PieceDiagnostic)> {
        let found = self.found.iter();
        let found = found.filter_map(|index| Some((*index, self.pieces.get(*index)?)));
        let found = found.filter(|(_, piece)| !self.has_described(piece));
        let read = found.flat_map(|(index, piece)| {
            let findings = piece.findings().iter();
            findings.map(move |finding| (index, finding))
        });
        let others = self.duplicates.iter().chain(&self.related);
        let others = others.chain(&self.open_lists);
        read.chain(others.map(|(piece, finding)| (*piece, finding)))
    }

    /// Counts how often clusters moved to new slots.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Drops the data of clusters that edits have replaced or removed, once it exceeds that of the current clusters.
    /// O(clusters) if so, else O(1).
    fn compact(&mut self) {
        if !self.objects.clusters.is_wasteful() {
            return;
        }
        let located = self.pieces.iter().flat_map(ReadPiece::objects);
        let slots = located.filter_map(|located| match located.object {
            Object::ManagedCluster(_, slot) => Some(slot),
            _ => None,
        });
        let (mut store, slots) = self.objects.clusters.compact(slots);
        let mut slots = slots.into_iter();
        let located = self.pieces.iter_mut().flat_map(ReadPiece::objects_mut);
        for located in located {
            if let Object::ManagedCluster(_, slot) = &mut located.object
                && let Some(new) = slots.next()
            {
                *slot = new;
            }
        }
        std::mem::swap(&mut store, &mut self.objects.clusters);
        self.generation += 1;
        self.index();
    }

    /// Joins the pieces `[start, end)` to one.
    fn join(&mut self, start: usize, end: usize) {
        let text: String = self.pieces[start..end]
            .iter()
            .map(|piece| &*piece.text)
            .collect();
        let piece = Piece {
            len: text.len(),
            head: false,
            stray: None,
            unmarked: self.pieces[end - 1].cut.unmarked,
            next: self.pieces[end - 1].cut.next,
            reach: self.reach(start..end),
            ..self.pieces[start].cut
        };
        self.pieces
            .splice(start..end, [ReadPiece::new(&text, piece)]);
    }

    // Objects.

    fn identities(&self, start: usize, end: usize) -> Vec<(ObjectKind, Symbol, Symbol)> {
        let pieces = self.pieces[start..end].iter();
        let objects = pieces.flat_map(ReadPiece::objects);
        objects.map(|located| located.object.identity()).collect()
    }

    /// Replaces the objects that have the names of those in the pieces `[start, end)`. Returns `false` if all objects
    /// have to be indexed again: more than 64 changed, or one was not found.
    fn exchange(&mut self, start: usize, end: usize) -> bool {
        const MANY: usize = 64;
        let pieces = self.pieces[start..end].iter();
        let objects = pieces.flat_map(ReadPiece::objects);
        let changed: Vec<Object> = objects.map(|located| located.object.clone()).collect();
        if changed.len() > MANY {
            return false;
        }
        changed.iter().all(|object| self.objects.exchange(object))
    }

    /// As [`Objects::assume`].
    pub fn assume(&mut self, assumed: Assumed) {
        self.revision += 1;
        self.objects.assume(assumed);
    }

    /// Lists all objects again; of several copies, the one in effect.
    fn index(&mut self) {
        self.objects.clear();
        self.find_copies();
        for (index, piece) in self.pieces.iter().enumerate() {
            for located in piece.objects() {
                let here = (index, located.root);
                if self.replaced.is_empty() || self.replaced.binary_search(&here).is_err() {
                    self.objects.push(&located.object);
                }
            }
        }
        let none_of = self.pieces.iter().filter_map(ReadPiece::none_of);
        self.objects.none_of.extend(none_of);
        // Names are ranked here, once for all decisions, and again only when clusters come or go.
        self.objects.clusters.by_name(&self.objects.names);
        self.objects.bump();
        self.list_pieces();
        self.list_unread();
    }
}
