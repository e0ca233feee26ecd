//! A resident text and its objects: read once, then piece by piece as it is edited.
//!
//! The text is kept in pieces (see [`split`](super::text::split)), each with its objects and
//! findings. Everything a piece knows counts from its own start, so an edit moves nothing but the
//! pieces it touches. After any sequence of edits the reader is what reading the whole text anew
//! would give (but for the numbers of symbols and revisions).

mod draft;
mod inside;
mod loading;
mod related;
mod whole;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{
    clusters::{Clusters, Slot},
    decode::{Context, Decoded, Finding, Object, ObjectKind, Placed, decode},
    names::Symbol,
    objects::Objects,
    text::{
        Fault, MAX_DOCUMENT_BYTES, MAX_OBJECT_BYTES, MAX_TEXT_BYTES,
        json::{self, Part},
        split::{Form, Piece, Place, first_piece},
        tree::{Kind, NodeId, Tree},
        yaml::{self, ParseError},
    },
};
use crate::diagnostic::{Code, Diagnostic, Encoding, ObjectName, Position, Range, Severity};
use crate::order;

pub(crate) use draft::Draft;
pub(crate) use loading::Loading;
pub(crate) use whole::{Walk, string as json_string};

/// A tree of at most this many values keeps its memory for the next one.
const KEPT_NODES: usize = 10_000;

/// A text and the objects in it.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    chunks: Vec<Chunk>,
    objects: Objects,
    /// Findings about objects that stand twice: the chunk, the finding.
    duplicates: Vec<(usize, Finding)>,
    /// Findings about objects that name each other, likewise.
    related: Vec<(usize, Finding)>,
    /// The text was longer than [`MAX_TEXT_BYTES`] and was not kept.
    refused: Option<usize>,
    reread: usize,
    revision: u64,
    /// Counts new stores of clusters: equal generations mean that slots are comparable.
    generation: u64,
    /// The memory of the latest tree, for the next one.
    tree: Tree,
}

/// One piece of the text with what was read from it.
#[derive(Clone, Debug)]
struct Chunk {
    text: Box<str>,
    piece: Piece,
    /// Length in UTF-16 code units.
    utf16: u32,
    /// How many line breaks.
    breaks: u32,
    /// Whether the last character is one: then nothing of the text need be looked at to know where
    /// the next piece begins.
    ends_line: bool,
    content: Content,
}

/// What was read from a piece.
#[derive(Clone, Debug)]
enum Content {
    /// To be read.
    Pending,
    /// Nothing but an object, and its kind: what nearly every piece of a large text is.
    One(Placed, Symbol),
    /// Anything else.
    Any(Box<Decoded>),
}

impl From<Decoded> for Content {
    fn from(mut decoded: Decoded) -> Self {
        let plain = decoded.findings.is_empty() && !decoded.used_context;
        if let (true, [kind], 1) = (plain, decoded.kinds.as_slice(), decoded.objects.len())
            && let Some(placed) = decoded.objects.pop()
        {
            return Self::One(placed, *kind);
        }
        Self::Any(Box::new(decoded))
    }
}

impl Chunk {
    fn new(text: &str, piece: Piece) -> Self {
        Self {
            utf16: utf16_len(text),
            breaks: line_breaks(text).count() as u32,
            ends_line: text.ends_with(['\n', '\r']),
            text: text.into(),
            piece,
            content: Content::Pending,
        }
    }

    fn is_pending(&self) -> bool {
        matches!(self.content, Content::Pending)
    }

    fn objects(&self) -> &[Placed] {
        match &self.content {
            Content::Pending => &[],
            Content::One(placed, _) => std::slice::from_ref(placed),
            Content::Any(decoded) => &decoded.objects,
        }
    }

    fn objects_mut(&mut self) -> &mut [Placed] {
        match &mut self.content {
            Content::Pending => &mut [],
            Content::One(placed, _) => std::slice::from_mut(placed),
            Content::Any(decoded) => &mut decoded.objects,
        }
    }

    /// Every object's kind, those included that are not used.
    fn kinds(&self) -> &[Symbol] {
        match &self.content {
            Content::Pending => &[],
            Content::One(_, kind) => std::slice::from_ref(kind),
            Content::Any(decoded) => &decoded.kinds,
        }
    }

    fn findings(&self) -> &[Finding] {
        match &self.content {
            Content::Any(decoded) => &decoded.findings,
            _ => &[],
        }
    }

    fn len(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Utf8 => self.text.len(),
            Encoding::Utf16 => self.utf16 as usize,
        }
    }

    fn is_item_or_footer(&self) -> bool {
        !self.piece.place.is_document()
    }
}

/// How far the pieces of a range were read.
#[derive(Clone, Debug)]
struct Way {
    /// The next piece.
    at: usize,
    /// Where the range begins and ends, with the whole lists of pieces that were joined.
    first: usize,
    end: usize,
    /// The list whose items are being read.
    list: Option<List>,
}

impl Way {
    fn new(start: usize, end: usize) -> Self {
        Self {
            at: start,
            first: start,
            end,
            list: None,
        }
    }
}

/// A list in pieces.
#[derive(Clone, Debug)]
struct List {
    head: usize,
    behind: usize,
    context: Context,
}

/// Where a piece begins.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    /// Code units before it.
    offset: usize,
    /// Line breaks before it.
    line: u32,
    /// Code units before it on its line.
    column: usize,
}

/// How often a kind stands in a text.
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

    /// Takes a whole new text. O(bytes).
    pub fn replace(&mut self, text: &str) {
        self.revision += 1;
        self.refused = (text.len() > MAX_TEXT_BYTES).then_some(text.len());
        let text = if self.refused.is_some() { "" } else { text };
        self.chunks = cut(text, Place::Document);
        self.objects.clusters = Clusters::default();
        self.generation += 1;
        self.reread = 0;
        self.read_pending(0, self.chunks.len());
        self.index();
        self.relate();
    }

    /// Replaces the code units `[from, to)` by `insert`; places outside the text are moved to its
    /// end. Reads the touched pieces only: O(their bytes + number of pieces).
    pub fn edit(&mut self, from: usize, to: usize, insert: &str, encoding: Encoding) {
        let size: usize = self.chunks.iter().map(|chunk| chunk.text.len()).sum();
        if self.chunks.is_empty() || size + insert.len() > MAX_TEXT_BYTES {
            let mut text = self.text();
            let byte = |at: usize| byte_of(&text, at, encoding);
            let (from, to) = (byte(from), byte(to.max(from)));
            text.replace_range(from..to, insert);
            self.replace(&text);
            return;
        }
        self.revision += 1;
        self.reread = 0;
        let (first, from) = self.chunk_at(from, encoding);
        let (last, to) = self.chunk_at(to, encoding);
        let (last, to) = if (last, to) < (first, from) {
            (first, from)
        } else {
            (last, to)
        };
        // The piece before ends where this one begins to look like its own, and a guess about JSON
        // that did not end may have looked at anything behind it.
        let guess = self.chunks[..=first]
            .iter()
            .position(|chunk| chunk.piece.open_ended);
        let start = guess.unwrap_or(first).min(first.saturating_sub(1));
        let (removed, added) = self.cut_again(start, (first, from), (last, to), insert);
        let before = self.identities(start, start + removed);
        let links = self.links(start, start + removed);
        let count = added.len();
        let mut old: Vec<Chunk> = self.chunks.splice(start..start + removed, added).collect();
        keep_read(&mut old, &mut self.chunks[start..start + count]);
        let added = start..start + count;
        let added_chunks = self.chunks[added.clone()].iter();
        let pending = added_chunks.filter(|chunk| chunk.is_pending()).count();
        let read = self.read_pending(added.start, added.end);
        // Where more was read than the edit touched, a list changed what its items are.
        let same_pieces = old.len() == count
            && read == (added.start, added.end)
            && self.reread == pending
            && self.duplicates.is_empty();
        let same_objects = same_pieces && before == self.identities(added.start, added.end);
        let is_exchanged = same_objects && self.exchange(added.start, added.end);
        if !is_exchanged {
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
        self.chunks.iter().map(|chunk| &*chunk.text).collect()
    }

    /// The objects that are fine.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// How many documents and list items there are.
    pub fn documents(&self) -> usize {
        let is_own = |chunk: &&Chunk| {
            !chunk.piece.head
                && !matches!(chunk.piece.place, Place::YamlFooter | Place::JsonFooter)
                && chunk.piece.lead < chunk.text.len()
        };
        self.chunks.iter().filter(is_own).count()
    }

    /// How many pieces the last change read.
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
        for kind in self.chunks.iter().flat_map(Chunk::kinds) {
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
        let mut findings: Vec<(usize, &Finding)> = self.findings().collect();
        order::sort(&mut findings, |(one, a), (two, b)| {
            (one, a.bytes).cmp(&(two, b.bytes))
        });
        findings.truncate(most);
        let starts = self.starts(encoding);
        let diagnostics = findings.into_iter().map(|(chunk, finding)| Diagnostic {
            severity: finding.severity,
            code: finding.code,
            message: finding.message.clone(),
            object: finding.object.clone(),
            path: finding.path.clone(),
            range: self.range(&starts, chunk, finding.bytes, encoding),
        });
        self.refusal().into_iter().chain(diagnostics).collect()
    }

    fn refusal(&self) -> Option<Diagnostic> {
        self.refused.map(|len| Diagnostic {
            severity: Severity::Error,
            code: Code::TooLarge,
            message: format!("the text has {len} bytes, at most {MAX_TEXT_BYTES} are read"),
            object: None,
            path: String::new(),
            range: Range::default(),
        })
    }

    fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        let read = self.chunks.iter().enumerate().flat_map(|(index, chunk)| {
            let findings = chunk.findings().iter();
            findings.map(move |finding| (index, finding))
        });
        let others = self.duplicates.iter().chain(&self.related);
        read.chain(others.map(|(chunk, finding)| (*chunk, finding)))
    }

    /// Counts how often clusters moved to new slots.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    // Places.

    /// Where an object stands: its piece, and which of the piece's values it is. O(objects).
    fn source(&self, object: &ObjectName) -> Option<(usize, u32)> {
        let names = &self.objects.names;
        let name = names.get(&object.name)?;
        let namespace = names.get(&object.namespace)?;
        let objects = self
            .chunks
            .iter()
            .enumerate()
            .rev()
            .flat_map(|(index, chunk)| {
                let objects = chunk.objects().iter().rev();
                objects.map(move |object| (index, object))
            });
        objects.into_iter().find_map(|(index, found)| {
            let (kind, its_namespace, its_name) = found.object.identity();
            let is_it = its_name == name
                && (its_namespace == namespace || !kind.is_namespaced())
                && found.object.kind() == object.kind;
            is_it.then_some((index, found.root))
        })
    }

    /// Where a field of an object stands in the text. Where the text does not have the field, its
    /// nearest parent. `None`: no such object. Reads the object's piece again: O(its bytes + objects).
    ///
    /// `path` is in Kubernetes' notation; keys that contain dots may stand in brackets.
    pub fn locate(&self, object: &ObjectName, path: &str, encoding: Encoding) -> Option<Range> {
        self.locate_all(object, &[path], encoding)?.pop()
    }

    /// Where several fields of an object stand, as [`Reader::locate`] says it of one; in the time
    /// that one takes.
    pub fn locate_all(
        &self,
        object: &ObjectName,
        paths: &[&str],
        encoding: Encoding,
    ) -> Option<Vec<Range>> {
        self.with_tree(object, |tree, source, root, chunk, base| {
            let starts = self.starts(encoding);
            let range = |path: &&str| {
                let (start, end) = field(tree, source, root, path);
                let bytes = ((base + start) as u32, (base + end) as u32);
                self.range(&starts, chunk, bytes, encoding)
            };
            paths.iter().map(range).collect()
        })
    }

    /// Calls `visit` with the tree of an object's piece, its source, the object's root, the piece
    /// and the byte of the piece where the source begins.
    pub(crate) fn with_tree<T>(
        &self,
        object: &ObjectName,
        visit: impl FnOnce(&Tree, &str, NodeId, usize, usize) -> T,
    ) -> Option<T> {
        let (chunk, index) = self.source(object)?;
        let mut tree = Tree::default();
        let parsed = parse(&self.chunks[chunk], &mut tree);
        parsed.outcome.ok()?;
        let root =
            *roots(&tree, parsed.source, self.chunks[chunk].piece.place).get(index as usize)?;
        Some(visit(&tree, parsed.source, root, chunk, parsed.base))
    }

    /// The code units before a place in a piece.
    pub(crate) fn offset(&self, chunk: usize, byte: usize, encoding: Encoding) -> usize {
        let before: usize = self.chunks[..chunk]
            .iter()
            .map(|chunk| chunk.len(encoding))
            .sum();
        before + units(&self.chunks[chunk].text[..byte], encoding)
    }

    /// Where every placement stands, in their order. O(pieces + objects).
    pub fn placement_ranges(&self, encoding: Encoding) -> Vec<Range> {
        let starts = self.starts(encoding);
        let mut ranges = FxHashMap::default();
        for (index, chunk) in self.chunks.iter().enumerate() {
            let objects = chunk.objects().iter();
            for placed in objects.filter(|placed| matches!(placed.object, Object::Placement(_))) {
                ranges.insert(placed.object.identity(), (index, placed.bytes));
            }
        }
        let placements = self.objects.placements.iter();
        let ranges = placements.map(|placement| {
            let identity = Object::Placement(Arc::clone(placement)).identity();
            let found = ranges.get(&identity);
            found.map(|(chunk, bytes)| self.range(&starts, *chunk, *bytes, encoding))
        });
        ranges.map(Option::unwrap_or_default).collect()
    }

    /// Where every piece begins.
    fn starts(&self, encoding: Encoding) -> Vec<Start> {
        let mut starts = Vec::with_capacity(self.chunks.len());
        let mut start = Start::default();
        for chunk in &self.chunks {
            starts.push(start);
            start.offset += chunk.len(encoding);
            start.line += chunk.breaks;
            start.column = if chunk.ends_line {
                0
            } else {
                match last_break(&chunk.text) {
                    Some(at) => units(&chunk.text[at..], encoding),
                    None => start.column + chunk.len(encoding),
                }
            };
        }
        starts
    }

    fn range(
        &self,
        starts: &[Start],
        chunk: usize,
        bytes: (u32, u32),
        encoding: Encoding,
    ) -> Range {
        Range {
            start: self.position(starts, chunk, bytes.0 as usize, encoding),
            end: self.position(starts, chunk, bytes.1 as usize, encoding),
        }
    }

    fn position(
        &self,
        starts: &[Start],
        chunk: usize,
        byte: usize,
        encoding: Encoding,
    ) -> Position {
        let text = &self.chunks[chunk].text;
        let byte = floor_char_boundary(text, byte);
        let start = starts[chunk];
        let (mut breaks, mut line_start) = (0, None);
        for end in line_breaks(text).take_while(|end| *end <= byte) {
            breaks += 1;
            line_start = Some(end);
        }
        let column = match line_start {
            Some(line_start) => units(&text[line_start..byte], encoding),
            // The line began in an earlier piece.
            None => start.column + units(&text[..byte], encoding),
        };
        Position {
            line: start.line + breaks + 1,
            column: column as u32 + 1,
            offset: (start.offset + units(&text[..byte], encoding)) as u32,
        }
    }

    /// The piece and the byte in it for an offset; behind the last character: the end of the last.
    fn chunk_at(&self, offset: usize, encoding: Encoding) -> (usize, usize) {
        let mut rest = offset;
        for (index, chunk) in self.chunks.iter().enumerate() {
            let len = chunk.len(encoding);
            if rest < len {
                return (index, byte_of(&chunk.text, rest, encoding));
            }
            rest -= len;
        }
        let last = self.chunks.len().saturating_sub(1);
        (last, self.chunks.last().map_or(0, |chunk| chunk.text.len()))
    }

    // Editing.

    /// Cuts the text from piece `start` again, with the bytes from `from` to `to` replaced, until
    /// the cuts meet the old ones. Gives how many old pieces the new ones stand for.
    fn cut_again(
        &self,
        start: usize,
        (first, from): (usize, usize),
        (last, to): (usize, usize),
        insert: &str,
    ) -> (usize, Vec<Chunk>) {
        let place = self.chunks[start].piece.place;
        let mut text: String = self.chunks[start..first].iter().map(|c| &*c.text).collect();
        text.push_str(&self.chunks[first].text[..from]);
        text.push_str(insert);
        text.push_str(&self.chunks[last].text[to..]);
        let mut end = last + 1;
        let mut step = 1;
        while let Some(meeting) = self.chunks.get(end) {
            // The next piece is there to be looked at: it is what ended the one before.
            let len = text.len();
            text.push_str(&meeting.text);
            let mut chunks = Vec::new();
            let (mut at, mut here) = (0, place);
            let mut guessed = false;
            while at < len {
                let Some(piece) = first_piece(&text[at..], here) else {
                    break;
                };
                chunks.push(Chunk::new(&text[at..at + piece.len], piece));
                at += piece.len;
                here = piece.next;
                guessed |= piece.open_ended;
            }
            if at == len && here == meeting.piece.place && !guessed {
                return (end - start, chunks);
            }
            // Not yet: take in more.
            let more = (end + step).min(self.chunks.len());
            text.extend(self.chunks[end + 1..more].iter().map(|chunk| &*chunk.text));
            end = more.max(end + 1);
            step *= 2;
        }
        (end - start, cut(&text, place))
    }

    /// Reads the pieces of `[start, end)` that are to be read, and what else of their lists has
    /// to be. Gives the range of pieces afterwards, widened to whole lists where pieces were joined.
    fn read_pending(&mut self, start: usize, end: usize) -> (usize, usize) {
        let mut way = Way::new(start, end);
        // An item belongs to the list whose head stands before it.
        while way.at > 0 && way.at < self.chunks.len() && self.chunks[way.at].is_item_or_footer() {
            way.at -= 1;
        }
        self.read_on(&mut way, usize::MAX);
        (way.first, way.end)
    }

    /// Goes on reading, about so many bytes. Says whether that was the end.
    fn read_on(&mut self, way: &mut Way, bytes: usize) -> bool {
        let mut left = bytes;
        // A list is read to its end, for what it says of its items may have changed.
        while way.list.is_some() || way.at < way.end.min(self.chunks.len()) {
            if left == 0 {
                return false;
            }
            left = left.saturating_sub(self.chunks[way.at].text.len().max(1));
            let Some(list) = &way.list else {
                if self.chunks[way.at].piece.head {
                    self.enter_list(way);
                } else {
                    self.read_one(way.at, &Context::default());
                    way.at += 1;
                }
                continue;
            };
            if self.read_item(way.at, &list.context) {
                way.at += 1;
                if way.at == list.behind {
                    way.list = None;
                }
            } else {
                let (head, behind) = (list.head, list.behind);
                self.read_whole(way, head, behind);
            }
        }
        true
    }

    /// Begins to read the list whose head is the next piece.
    fn enter_list(&mut self, way: &mut Way) {
        let head = way.at;
        let mut behind = head + 1;
        while self
            .chunks
            .get(behind)
            .is_some_and(Chunk::is_item_or_footer)
        {
            behind += 1;
        }
        match self.read_edges(head, behind) {
            Some(context) => {
                way.at = head + 1;
                way.list = (way.at < behind).then_some(List {
                    head,
                    behind,
                    context,
                });
            }
            None => self.read_whole(way, head, behind),
        }
    }

    /// Not a list of objects, or one that hangs together: reads it whole.
    fn read_whole(&mut self, way: &mut Way, head: usize, behind: usize) {
        self.join(head, behind);
        way.first = way.first.min(head);
        way.end = way.end.max(behind) - (behind - head - 1);
        way.list = None;
        self.read_one(head, &Context::default());
        way.at = head + 1;
    }

    /// Reads what stands before and behind the items of a list, whose pieces are `[head, behind)`.
    /// `None`: it cannot be read in pieces.
    fn read_edges(&mut self, head: usize, behind: usize) -> Option<Context> {
        let mut context = Context::default();
        for index in [head, behind - 1] {
            let chunk = &self.chunks[index];
            let is_edge =
                index == head || matches!(chunk.piece.place, Place::YamlFooter | Place::JsonFooter);
            if !is_edge {
                continue;
            }
            if let Some(finding) = too_large(chunk) {
                if chunk.is_pending() {
                    self.put(
                        index,
                        Decoded {
                            findings: vec![finding],
                            ..Decoded::default()
                        },
                    );
                    self.reread += 1;
                }
                continue;
            }
            let mut tree = Tree::default();
            let parsed = parse(chunk, &mut tree);
            let source = parsed.source;
            if let Some(root) = tree.root() {
                let text = |key: &str| {
                    tree.get(root, key, source)
                        .map(|node| tree.text(node, source))
                };
                if let Some(kind) = text("kind") {
                    kind.clone_into(&mut context.kind);
                }
                if let Some(api_version) = text("apiVersion") {
                    api_version.clone_into(&mut context.api_version);
                }
            }
            if chunk.is_pending() {
                let findings = parsed
                    .outcome
                    .err()
                    .map(|error| syntax(&parsed_place(chunk), &error));
                let decoded = Decoded {
                    findings: findings.into_iter().collect(),
                    ..Decoded::default()
                };
                self.put(index, decoded);
                self.reread += 1;
            }
        }
        if !context.kind.is_empty() && !context.kind.ends_with("List") {
            return None;
        }
        Some(context)
    }

    /// Reads one item of a list if it has to be. `false`: it refers to another item.
    fn read_item(&mut self, index: usize, context: &Context) -> bool {
        let chunk = &mut self.chunks[index];
        if let Content::Any(decoded) = &chunk.content
            && decoded.used_context
            && decoded.context != *context
        {
            chunk.content = Content::Pending;
        }
        self.read_one(index, context)
    }

    /// Reads one piece if it has to be. `false`: it is an item that refers to another one.
    fn read_one(&mut self, index: usize, context: &Context) -> bool {
        let chunk = &mut self.chunks[index];
        if !chunk.is_pending() {
            return true;
        }
        self.reread += 1;
        if let Some(finding) = too_large(chunk) {
            self.put(
                index,
                Decoded {
                    findings: vec![finding],
                    ..Decoded::default()
                },
            );
            return true;
        }
        let mut tree = std::mem::take(&mut self.tree);
        let parsed = parse(chunk, &mut tree);
        let decoded = match parsed.outcome {
            Ok(()) => {
                let roots = roots(&tree, parsed.source, chunk.piece.place);
                let list = list_context(&tree, parsed.source);
                let context = list.as_ref().unwrap_or(context);
                let names = &mut self.objects.names;
                let mut decoded = decode(parsed.source, &tree, &roots, context, names);
                decoded.shift(parsed.base as u32);
                decoded
            }
            Err(error) if error.unknown_anchor && chunk.is_item_or_footer() => {
                self.tree = tree;
                return false;
            }
            Err(error) => Decoded {
                findings: vec![syntax(&parsed_place(chunk), &error)],
                ..Decoded::default()
            },
        };
        self.put(index, decoded);
        // A huge document's memory is not kept for the small ones behind it.
        if tree.len() <= KEPT_NODES {
            self.tree = tree;
        }
        true
    }

    /// Keeps what was read from a piece; clusters go to their store.
    fn put(&mut self, index: usize, mut decoded: Decoded) {
        let expected = self.chunks.len();
        for placed in &mut decoded.objects {
            let nothing = Object::ManagedCluster(Symbol::EMPTY, Slot::default());
            placed.object = match std::mem::replace(&mut placed.object, nothing) {
                Object::NewCluster(cluster) => {
                    let name = cluster.name;
                    Object::ManagedCluster(name, self.objects.clusters.add(*cluster, expected))
                }
                other => other,
            };
        }
        self.chunks[index].content = decoded.into();
    }

    /// Forgets the data of clusters that edits left behind. O(clusters) for every so many edits.
    fn compact(&mut self) {
        if !self.objects.clusters.is_wasteful() {
            return;
        }
        let placed = self.chunks.iter().flat_map(Chunk::objects);
        let slots = placed.filter_map(|placed| match placed.object {
            Object::ManagedCluster(_, slot) => Some(slot),
            _ => None,
        });
        let (mut store, slots) = self.objects.clusters.compact(slots);
        let mut slots = slots.into_iter();
        let placed = self.chunks.iter_mut().flat_map(Chunk::objects_mut);
        for placed in placed {
            if let Object::ManagedCluster(_, slot) = &mut placed.object
                && let Some(new) = slots.next()
            {
                *slot = new;
            }
        }
        std::mem::swap(&mut store, &mut self.objects.clusters);
        self.generation += 1;
        self.index();
    }

    /// Makes one piece of the pieces `[start, end)`.
    fn join(&mut self, start: usize, end: usize) {
        let text: String = self.chunks[start..end]
            .iter()
            .map(|chunk| &*chunk.text)
            .collect();
        let piece = Piece {
            len: text.len(),
            head: false,
            next: self.chunks[end - 1].piece.next,
            open_ended: self.chunks[start..end]
                .iter()
                .any(|chunk| chunk.piece.open_ended),
            ..self.chunks[start].piece
        };
        self.chunks.splice(start..end, [Chunk::new(&text, piece)]);
    }

    // Objects.

    fn identities(&self, start: usize, end: usize) -> Vec<(ObjectKind, Symbol, Symbol)> {
        let chunks = self.chunks[start..end].iter();
        let objects = chunks.flat_map(Chunk::objects);
        objects.map(|placed| placed.object.identity()).collect()
    }

    /// Puts the objects of the pieces `[start, end)` in the places of those with the same names.
    /// `false`: there are many, and indexing anew is as good.
    fn exchange(&mut self, start: usize, end: usize) -> bool {
        const MANY: usize = 64;
        let chunks = self.chunks[start..end].iter();
        let objects = chunks.flat_map(Chunk::objects);
        let changed: Vec<Object> = objects.map(|placed| placed.object.clone()).collect();
        if changed.len() > MANY {
            return false;
        }
        changed.iter().all(|object| self.objects.exchange(object))
    }

    /// Lists all objects anew. An object that stands twice counts where it stands last, as when
    /// the text is applied from top to bottom.
    fn index(&mut self) {
        self.duplicates.clear();
        self.objects.clear();
        let mut seen: FxHashMap<(ObjectKind, Symbol, Symbol), (usize, &Placed)> =
            FxHashMap::default();
        let mut replaced = Vec::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            for placed in chunk.objects() {
                let here = (index, placed);
                if let Some(earlier) = seen.insert(placed.object.identity(), here) {
                    replaced.push((earlier, here));
                }
            }
        }
        for (index, chunk) in self.chunks.iter().enumerate() {
            for placed in chunk.objects() {
                let counts = || {
                    let last = seen.get(&placed.object.identity());
                    last.is_some_and(|(at, last)| (*at, last.root) == (index, placed.root))
                };
                if replaced.is_empty() || counts() {
                    self.objects.push(&placed.object);
                }
            }
        }
        if !replaced.is_empty() {
            let starts = self.starts(Encoding::Utf8);
            let duplicates = replaced.into_iter();
            self.duplicates = duplicates
                .map(|(earlier, later)| (later.0, self.duplicate(&starts, earlier, later.1)))
                .collect();
        }
        // Names are ranked here, once for all decisions, and again only when clusters come or go.
        self.objects.clusters.by_name(&self.objects.names);
        self.objects.bump();
    }

    fn duplicate(
        &self,
        starts: &[Start],
        (chunk, earlier): (usize, &Placed),
        later: &Placed,
    ) -> Finding {
        let (_, namespace, name) = later.object.identity();
        let position = self.position(starts, chunk, earlier.name.0 as usize, Encoding::Utf8);
        let names = &self.objects.names;
        let kind = later.object.kind();
        Finding {
            severity: Severity::Warning,
            code: Code::DuplicateObject,
            message: format!(
                "{kind} `{}` stands in line {} too, this one counts",
                &names[name], position.line
            ),
            object: Some(ObjectName {
                kind: kind.to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            }),
            path: "metadata.name".to_owned(),
            bytes: later.name,
        }
    }
}

/// What was read from pieces that were cut as before, from the front and from the back.
fn keep_read(old: &mut [Chunk], new: &mut [Chunk]) {
    let keep = |(old, new): (&mut Chunk, &mut Chunk)| {
        let is_same = new.piece == old.piece && new.text == old.text;
        if is_same {
            new.content = std::mem::replace(&mut old.content, Content::Pending);
        }
        is_same
    };
    let front = old
        .iter_mut()
        .zip(new.iter_mut())
        .map(keep)
        .take_while(|is_same| *is_same)
        .count();
    let back = old[front..]
        .iter_mut()
        .rev()
        .zip(new[front..].iter_mut().rev());
    back.map(keep).take_while(|is_same| *is_same).count();
}

fn cut(text: &str, mut place: Place) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut at = 0;
    while let Some(piece) = first_piece(&text[at..], place) {
        chunks.push(Chunk::new(&text[at..at + piece.len], piece));
        at += piece.len;
        place = piece.next;
    }
    chunks.shrink_to_fit();
    chunks
}

/// A piece's tree: the part of its text that was parsed, and where that begins.
struct Parsed<'c> {
    source: &'c str,
    base: usize,
    outcome: Result<(), ParseError>,
}

fn parsed_place(chunk: &Chunk) -> (usize, usize) {
    (chunk.piece.lead, chunk.text.len())
}

fn parse<'c>(chunk: &'c Chunk, tree: &mut Tree) -> Parsed<'c> {
    let base = chunk.piece.lead;
    let source = &chunk.text[base..];
    let outcome = match (chunk.piece.form, chunk.piece.place) {
        (Form::Yaml, _) => yaml::parse(source, tree),
        (Form::Json, Place::JsonItem) => json::parse(source, Part::Item, tree),
        (Form::Json, Place::JsonFooter) => json::parse(source, Part::Footer, tree),
        (Form::Json, _) if chunk.piece.head => json::parse(source, Part::Head, tree),
        (Form::Json, _) => json::parse(source, Part::Value, tree).or_else(|error| {
            if error.code != Fault::Syntax || chunk.piece.open_ended {
                return Err(error);
            }
            // Braces may be YAML's, which needs no quotes.
            match yaml::parse(source, tree) {
                Err(yaml) if yaml.code == Fault::Syntax => Err(error),
                result => result,
            }
        }),
    };
    Parsed {
        source,
        base,
        outcome,
    }
}

/// The objects among the values of a piece: the items of a list, or the one value there is.
fn roots(tree: &Tree, source: &str, place: Place) -> Vec<NodeId> {
    let Some(root) = tree.root() else {
        return Vec::new();
    };
    match place {
        Place::YamlFooter | Place::JsonFooter => Vec::new(),
        Place::YamlItem(_) => tree.items(root).collect(),
        Place::JsonItem => vec![root],
        Place::Document | Place::Recovery => {
            let items = match list_context(tree, source) {
                _ if tree.kind(root) == Kind::Sequence => Some(root),
                Some(_) => tree.get(root, "items", source),
                None => return vec![root],
            };
            items
                .map(|items| tree.items(items).collect())
                .unwrap_or_default()
        }
    }
}

/// What a list that is read whole says about its items; `None` where the value is no list.
fn list_context(tree: &Tree, source: &str) -> Option<Context> {
    let root = tree.root()?;
    let text = |key: &str| {
        tree.get(root, key, source)
            .map(|node| tree.text(node, source))
    };
    let kind = text("kind").filter(|kind| kind.ends_with("List"))?;
    let items = tree.get(root, "items", source);
    let is_list =
        items.is_none_or(|items| tree.kind(items) == Kind::Sequence || tree.is_null(items, source));
    is_list.then(|| Context {
        api_version: text("apiVersion").unwrap_or_default().to_owned(),
        kind: kind.to_owned(),
    })
}

/// What is reported where a piece is too large to be read.
fn too_large(chunk: &Chunk) -> Option<Finding> {
    let limit = match chunk.piece.place {
        place if place.is_document() && !chunk.piece.head => MAX_DOCUMENT_BYTES,
        _ => MAX_OBJECT_BYTES,
    };
    let len = chunk.text.len();
    (len > limit).then(|| Finding {
        severity: Severity::Error,
        code: Code::TooLarge,
        message: format!("this document has {len} bytes, at most {limit} are read"),
        object: None,
        path: String::new(),
        bytes: (chunk.piece.lead as u32, chunk.piece.lead as u32),
    })
}

fn syntax((base, len): &(usize, usize), error: &ParseError) -> Finding {
    let at = (base + error.at).min(*len) as u32;
    Finding {
        severity: Severity::Error,
        code: match error.code {
            Fault::Syntax => Code::Syntax,
            Fault::TooDeep => Code::TooDeep,
            Fault::AliasBudget => Code::AliasBudget,
        },
        message: error.message.clone(),
        object: None,
        path: String::new(),
        bytes: (at, at),
    }
}

/// The bytes of the value at a path; where there is none, of its nearest parent.
fn field(tree: &Tree, source: &str, root: NodeId, path: &str) -> (usize, usize) {
    let mut node = root;
    let mut key = None;
    let mut rest = path;
    while !rest.is_empty() {
        let Some((next, behind)) = step(tree, source, node, rest) else {
            break;
        };
        (key, node) = next;
        rest = behind;
    }
    let (start, end) = tree.range(node);
    // A value that is not written still has its key.
    match key.filter(|_| start == end || tree.scalar(node, source).is_none()) {
        Some(key) if start == end => tree.range(key),
        Some(key) => (tree.range(key).0, end),
        None => (start, end),
    }
}

/// One step along a path: the key (of a mapping's entry) and the value, and the rest of the path.
/// Keys may contain dots, so the longest one that fits is taken.
#[allow(clippy::type_complexity)]
fn step<'p>(
    tree: &Tree,
    source: &str,
    node: NodeId,
    path: &'p str,
) -> Option<((Option<NodeId>, NodeId), &'p str)> {
    let path = path.strip_prefix('.').unwrap_or(path);
    if tree.kind(node) == Kind::Sequence {
        let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
        let item = tree.items(node).nth(index.parse().ok()?)?;
        return Some(((None, item), rest));
    }
    let fits = |key: &str| -> Option<&'p str> {
        let bracketed = path
            .strip_prefix('[')
            .and_then(|path| path.strip_prefix(key)?.strip_prefix(']'));
        bracketed.or_else(|| {
            let rest = path.strip_prefix(key)?;
            (rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
        })
    };
    let entries = tree.entries(node).filter_map(|(key, value)| {
        let rest = fits(tree.text(key, source))?;
        Some(((Some(key), value), rest))
    });
    entries.min_by_key(|(_, rest)| rest.len())
}

/// The bytes behind each line break of a text.
fn line_breaks(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\n', b'\r', bytes).filter_map(move |at| {
        let is_first_of_two = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
        (!is_first_of_two).then_some(at + 1)
    })
}

/// The byte behind the last line break.
fn last_break(text: &str) -> Option<usize> {
    memchr::memrchr2(b'\n', b'\r', text.as_bytes()).map(|at| at + 1)
}

fn utf16_len(text: &str) -> u32 {
    if text.is_ascii() {
        text.len() as u32
    } else {
        text.encode_utf16().count() as u32
    }
}

fn units(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => utf16_len(text) as usize,
    }
}

fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The byte of a code unit; inside a character, its start.
fn byte_of(text: &str, unit: usize, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => floor_char_boundary(text, unit),
        Encoding::Utf16 if text.is_ascii() => unit.min(text.len()),
        Encoding::Utf16 => {
            let mut passed = 0;
            for (byte, char) in text.char_indices() {
                passed += char.len_utf16();
                if passed > unit {
                    return byte;
                }
            }
            text.len()
        }
    }
}
