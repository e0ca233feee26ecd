//! Locations in the text: from objects and paths to lines, columns and offsets, and back.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    diagnostic::{Encoding, ObjectName, TextPosition, TextRange},
    object::Object,
};
use schedscope_text::tree::{Tree, ValueId, ValueKind};

use crate::{
    Reader,
    read_piece::{parse, roots},
    units::{byte_of, floor_char_boundary, last_break, line_breaks, units},
};

/// Where a piece begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceOffset {
    /// Code units before it.
    pub(super) offset: usize,
    /// Line breaks before it.
    pub(super) line: u32,
    /// Code units before it on its line.
    pub(super) column: usize,
}

impl Reader {
    /// The place of an object: its piece, and the index of its value in the piece. O(objects).
    pub(super) fn source(&self, object: &ObjectName) -> Option<(usize, u32)> {
        let names = &self.objects.names;
        let name = names.get(&object.name)?;
        let namespace = names.get(&object.namespace)?;
        self.counting().rev().find_map(|(index, found)| {
            let (kind, its_namespace, its_name) = found.object.identity();
            let is_it = its_name == name
                && (its_namespace == namespace || !kind.is_namespaced())
                && found.object.kind() == object.kind;
            is_it.then_some((index, found.root))
        })
    }

    /// The range of a field of an object in the text; of its nearest parent if the text does not have the field. `None`
    /// if the text does not have the object. Parses the object's piece again: O(its bytes + objects).
    ///
    /// `path` is in Kubernetes' notation; keys that contain dots may be in brackets.
    pub fn locate(&self, object: &ObjectName, path: &str, encoding: Encoding) -> Option<TextRange> {
        self.locate_all(object, &[path], encoding)?.pop()
    }

    /// The ranges of several fields of an object, as [`Reader::locate`] returns that of one, in the same time.
    pub fn locate_all(
        &self,
        object: &ObjectName,
        paths: &[&str],
        encoding: Encoding,
    ) -> Option<Vec<TextRange>> {
        self.with_tree(object, |tree, source, root, piece, base| {
            let starts = self.starts(encoding);
            let range = |path: &&str| {
                let (start, end) = field(tree, source, root, path);
                let bytes = ((base + start) as u32, (base + end) as u32);
                self.range(&starts, piece, bytes, encoding)
            };
            paths.iter().map(range).collect()
        })
    }

    /// Calls `visit` with the tree of an object's piece, its source, the object's root, the piece
    /// and the byte of the piece where the source begins.
    pub fn with_tree<T>(
        &self,
        object: &ObjectName,
        visit: impl FnOnce(&Tree, &str, ValueId, usize, usize) -> T,
    ) -> Option<T> {
        let (piece, index) = self.source(object)?;
        let mut tree = Tree::default();
        let parsed = parse(&self.pieces[piece], &mut tree);
        parsed.outcome.ok()?;
        let root =
            *roots(&tree, parsed.source, self.pieces[piece].cut.place).get(index as usize)?;
        Some(visit(&tree, parsed.source, root, piece, parsed.base))
    }

    /// The code units before a place in a piece.
    pub fn offset(&self, piece: usize, byte: usize, encoding: Encoding) -> usize {
        let before: usize = self.pieces[..piece]
            .iter()
            .map(|piece| piece.len(encoding))
            .sum();
        before + units(&self.pieces[piece].text[..byte], encoding)
    }

    /// The range of every placement, in text order. O(pieces + objects).
    pub fn placement_ranges(&self, encoding: Encoding) -> Vec<TextRange> {
        let starts = self.starts(encoding);
        let mut ranges = FxHashMap::default();
        for (index, piece) in self.pieces.iter().enumerate() {
            for located in piece.objects() {
                // Few objects are placements, and this runs at every edit.
                if matches!(located.object, Object::Placement(_))
                    && !self.is_replaced(index, located.root)
                {
                    ranges.insert(located.object.identity(), (index, located.bytes));
                }
            }
        }
        let placements = self.objects.placements.iter();
        let ranges = placements.map(|placement| {
            let identity = Object::Placement(Arc::clone(placement)).identity();
            let found = ranges.get(&identity);
            found.map(|(piece, bytes)| self.range(&starts, *piece, *bytes, encoding))
        });
        ranges.map(Option::unwrap_or_default).collect()
    }

    /// Where every piece begins.
    pub(super) fn starts(&self, encoding: Encoding) -> Vec<PieceOffset> {
        let mut starts = Vec::with_capacity(self.pieces.len());
        let mut start = PieceOffset::default();
        for piece in &self.pieces {
            starts.push(start);
            start.offset += piece.len(encoding);
            start.line += piece.breaks;
            start.column = if piece.ends_line {
                0
            } else {
                match last_break(&piece.text) {
                    Some(at) => units(&piece.text[at..], encoding),
                    None => start.column + piece.len(encoding),
                }
            };
        }
        starts
    }

    pub(super) fn range(
        &self,
        starts: &[PieceOffset],
        piece: usize,
        bytes: (u32, u32),
        encoding: Encoding,
    ) -> TextRange {
        TextRange {
            start: self.position(starts, piece, bytes.0 as usize, encoding),
            end: self.position(starts, piece, bytes.1 as usize, encoding),
        }
    }

    pub(super) fn position(
        &self,
        starts: &[PieceOffset],
        piece: usize,
        byte: usize,
        encoding: Encoding,
    ) -> TextPosition {
        let text = &self.pieces[piece].text;
        let byte = floor_char_boundary(text, byte);
        let start = starts[piece];
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
        TextPosition {
            line: start.line + breaks + 1,
            column: column as u32 + 1,
            offset: (start.offset + units(&text[..byte], encoding)) as u32,
        }
    }

    /// The piece and the byte in it for an offset; the end of the last piece for an offset past the end.
    pub(super) fn piece_at(&self, offset: usize, encoding: Encoding) -> (usize, usize) {
        let mut rest = offset;
        for (index, piece) in self.pieces.iter().enumerate() {
            let len = piece.len(encoding);
            if rest < len {
                return (index, byte_of(&piece.text, rest, encoding));
            }
            rest -= len;
        }
        let last = self.pieces.len().saturating_sub(1);
        (last, self.pieces.last().map_or(0, |piece| piece.text.len()))
    }
}

/// The bytes of the value at a path; without a value, those of its nearest parent.
pub(super) fn field(tree: &Tree, source: &str, root: ValueId, path: &str) -> (usize, usize) {
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
    // The range of a value that is not written is that of its key.
    match key.filter(|_| start == end || tree.scalar(node, source).is_none()) {
        Some(key) if start == end => tree.range(key),
        Some(key) => (tree.range(key).0, end),
        None => (start, end),
    }
}

/// One step along a path: the key (of a mapping's entry) and the value, and the rest of the path.
/// Keys may contain dots, so the longest match is used.
#[allow(clippy::type_complexity)]
pub(super) fn step<'p>(
    tree: &Tree,
    source: &str,
    node: ValueId,
    path: &'p str,
) -> Option<((Option<ValueId>, ValueId), &'p str)> {
    let path = path.strip_prefix('.').unwrap_or(path);
    if tree.kind(node) == ValueKind::Sequence {
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
