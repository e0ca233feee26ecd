//! Cuts the text again where it was edited, and reads the new pieces.

use std::ops::Range;

use schedscope_objects::{
    clusters::Slot, diagnostic::DiagnosticCode, names::Symbol, object::Object,
};
use schedscope_text::{
    pasted::Stop,
    split::{Form, LOOKED_BYTES, LOOKED_LINES, PieceStart, first_piece, looked_lines},
    tree::Tree,
    yaml::ParseCause,
};

use crate::{
    KEPT_NODES, Reader,
    decode::{Decoded, ListContext, PieceDiagnostic, decode},
    fault::{comment, explained, fault, stray},
    page::next_page,
    read_piece::{PieceContent, ReadPiece, cut, has_items, list_context, parse, roots, too_large},
    unread::unmarked,
};

/// The position of the reader among the pieces of a range.
#[derive(Clone, Debug)]
pub(super) struct ReadCursor {
    /// The next piece.
    pub(super) at: usize,
    /// Where the range begins and ends, with the whole lists of pieces that were joined.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The list whose items are being read.
    pub(super) list: Option<OpenList>,
}

impl ReadCursor {
    pub(super) fn new(start: usize, end: usize) -> Self {
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
pub(super) struct OpenList {
    pub(super) head: usize,
    pub(super) behind: usize,
    pub(super) context: ListContext,
}

/// The amount of text after a piece that was examined.
#[derive(Default)]
struct Looked {
    lines: u32,
    /// Of JSON.
    bytes: usize,
}

impl Looked {
    /// Counts one more piece. Returns whether the text after it is not examined.
    fn is_past(&mut self, piece: &ReadPiece) -> bool {
        self.lines += looked_lines(&piece.text);
        if piece.cut.form == Form::Json {
            self.bytes += piece.text.len();
        }
        self.lines >= LOOKED_LINES || self.bytes >= LOOKED_BYTES
    }
}

impl Reader {
    /// The first piece whose end depends on byte `from` of a piece, at most that piece. O(pieces).
    pub(super) fn looked_from(&self, piece: usize, from: usize) -> usize {
        let mut looked = Looked::default();
        let before = &self.pieces[..piece];
        let near = before.iter().rposition(|piece| looked.is_past(piece));
        let mut left: usize = before.iter().map(|piece| piece.text.len()).sum::<usize>() + from;
        let far = before.iter().position(|piece| {
            let reaches = piece.cut.reach > 0 && piece.cut.reach >= left;
            left -= piece.text.len();
            reaches
        });
        near.unwrap_or(0).min(far.unwrap_or(piece))
    }

    /// The [reach](schedscope_text::split::Piece::reach) of some pieces as one.
    pub(super) fn reach(&self, pieces: Range<usize>) -> usize {
        let mut begins = 0;
        let reaches = self.pieces[pieces].iter().map(|piece| {
            let reach = piece.cut.reach;
            let far = if reach > 0 {
                reach.saturating_add(begins)
            } else {
                0
            };
            begins += piece.text.len();
            far
        });
        reaches.max().unwrap_or(0)
    }

    /// The index after the last piece on which the end of piece `at - 1` depends.
    fn looked_to(&self, at: usize) -> usize {
        let mut looked = Looked::default();
        let last = self.pieces[at..]
            .iter()
            .position(|piece| looked.is_past(piece));
        last.map_or(self.pieces.len(), |last| at + last + 1)
    }

    /// Cuts the text from piece `start` again, with the bytes from `from` to `to` replaced, until
    /// the cuts meet the old ones. Returns the number of pieces to replace, and the new pieces.
    pub(super) fn cut_again(
        &self,
        start: usize,
        (first, from): (usize, usize),
        (last, to): (usize, usize),
        insert: &str,
    ) -> (usize, Vec<ReadPiece>) {
        let place = self.pieces[start].cut.place;
        let mut text: String = self.pieces[start..first].iter().map(|c| &*c.text).collect();
        text.push_str(&self.pieces[first].text[..from]);
        text.push_str(insert);
        text.push_str(&self.pieces[last].text[to..]);
        let mut end = last + 1;
        let mut step = 1;
        while let Some(meeting) = self.pieces.get(end) {
            let len = text.len();
            // Includes the lines after it, because they decide where a piece ends.
            let looked = self.looked_to(end);
            text.extend(self.pieces[end..looked].iter().map(|piece| &*piece.text));
            let mut pieces = Vec::new();
            let (mut at, mut here) = (0, place);
            let is_whole = looked == self.pieces.len();
            // Whether a cut may depend on text after the included lines.
            let mut guessed = false;
            while at < len {
                let Some(piece) = first_piece(&text[at..], here) else {
                    break;
                };
                pieces.push(ReadPiece::new(&text[at..at + piece.len], piece));
                guessed |= !is_whole && at.saturating_add(piece.reach) >= text.len();
                at += piece.len;
                here = piece.next;
            }
            if at == len && here == meeting.cut.place && !guessed {
                return (end - start, pieces);
            }
            // The cuts do not meet yet: include more pieces.
            text.truncate(len);
            let more = (end + step).min(self.pieces.len());
            text.extend(self.pieces[end..more].iter().map(|piece| &*piece.text));
            end = more;
            step *= 2;
        }
        (end - start, cut(&text, place))
    }

    /// Reads the pending pieces of `[start, end)`, and the pieces of their lists that have to be read with them.
    /// Returns the range of pieces afterwards, extended to whole lists where pieces were joined.
    pub(super) fn read_pending(&mut self, start: usize, end: usize) -> (usize, usize) {
        let mut cursor = ReadCursor::new(start, end);
        // An item belongs to the list whose head precedes it.
        while cursor.at > 0
            && cursor.at < self.pieces.len()
            && self.pieces[cursor.at].is_item_or_footer()
        {
            cursor.at -= 1;
        }
        self.read_on(&mut cursor, usize::MAX);
        (cursor.first, cursor.end)
    }

    /// Reads about `bytes` more bytes. Returns whether everything is read.
    pub(super) fn read_on(&mut self, cursor: &mut ReadCursor, bytes: usize) -> bool {
        let mut left = bytes;
        // Reads a list to its end: the context of its items, or the list itself, may have changed.
        while cursor.list.is_some()
            || cursor.at < cursor.end.min(self.pieces.len())
            || self
                .pieces
                .get(cursor.at)
                .is_some_and(ReadPiece::is_item_or_footer)
        {
            if left == 0 {
                return false;
            }
            left = left.saturating_sub(self.pieces[cursor.at].text.len().max(1));
            let Some(list) = &cursor.list else {
                if self.pieces[cursor.at].cut.head {
                    self.enter_list(cursor);
                } else {
                    self.read_one(cursor.at, None);
                    cursor.at += 1;
                }
                continue;
            };
            if self.read_one(cursor.at, Some(&list.context)) {
                cursor.at += 1;
                if cursor.at == list.behind {
                    cursor.list = None;
                }
            } else {
                let (head, behind) = (list.head, list.behind);
                self.read_whole(cursor, head, behind);
            }
        }
        true
    }

    /// Begins to read the list whose head is the next piece.
    pub(super) fn enter_list(&mut self, cursor: &mut ReadCursor) {
        let head = cursor.at;
        let mut behind = head + 1;
        while self
            .pieces
            .get(behind)
            .is_some_and(ReadPiece::is_item_or_footer)
        {
            behind += 1;
        }
        match self.read_edges(head, behind) {
            Some(context) => {
                cursor.at = head + 1;
                cursor.list = (cursor.at < behind).then_some(OpenList {
                    head,
                    behind,
                    context,
                });
            }
            None => self.read_whole(cursor, head, behind),
        }
    }

    /// Reads a list as one piece: it is not a list of objects, or its items refer to each other.
    pub(super) fn read_whole(&mut self, cursor: &mut ReadCursor, head: usize, behind: usize) {
        self.join(head, behind);
        cursor.first = cursor.first.min(head);
        cursor.end = cursor.end.max(behind) - (behind - head - 1);
        cursor.list = None;
        self.read_one(head, None);
        cursor.at = head + 1;
    }

    /// Reads the fields before and after the items of a list, whose pieces are `[head, behind)`. `None` if the list
    /// cannot be read in pieces.
    pub(super) fn read_edges(&mut self, head: usize, behind: usize) -> Option<ListContext> {
        let mut context = ListContext::default();
        for index in [head, behind - 1] {
            let piece = &mut self.pieces[index];
            let is_edge = index == head
                || matches!(
                    piece.cut.place,
                    PieceStart::YamlFooter | PieceStart::JsonFooter
                );
            if !is_edge {
                continue;
            }
            if piece.cut.stray.is_some() {
                continue;
            }
            if let PieceContent::Any(decoded) = &piece.content
                && !decoded.is_of_list
            {
                piece.content = PieceContent::Pending;
            }
            let piece = &self.pieces[index];
            if let Some(finding) = too_large(piece) {
                if piece.is_pending() {
                    self.put(
                        index,
                        Decoded {
                            findings: vec![finding],
                            ..Decoded::default()
                        },
                        true,
                    );
                    self.reread += 1;
                }
                continue;
            }
            let mut tree = Tree::default();
            let parsed = parse(piece, &mut tree);
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
            // Whether further pages are reported depends on the kind, which may be at the other edge.
            let page = next_page(piece, &tree, &context);
            let said = |one: &&PieceDiagnostic| one.code == DiagnosticCode::PartialList;
            if piece.is_pending() || piece.findings().iter().find(said) != page.as_ref() {
                let findings = parsed
                    .outcome
                    .err()
                    .map(|error| fault(piece, &tree, &error));
                let findings = findings.into_iter().chain(page);
                let findings = findings.chain(comment(piece, &tree)).chain(unmarked(piece));
                let decoded = Decoded {
                    findings: findings.collect(),
                    ..Decoded::default()
                };
                self.put(index, decoded, true);
                self.reread += 1;
            }
        }
        if !context.kind.is_empty() && !context.kind.ends_with("List") {
            return None;
        }
        Some(context)
    }

    /// Reads one piece if it is pending, as a part of a list or by itself. Returns `false` if it refers to another item
    /// of the list.
    pub(super) fn read_one(&mut self, index: usize, of: Option<&ListContext>) -> bool {
        let alone = ListContext::default();
        let around = of.unwrap_or(&alone);
        let piece = &mut self.pieces[index];
        if let PieceContent::Any(decoded) = &piece.content {
            let is_of_another =
                decoded.used_context && piece.is_item_or_footer() && decoded.context != *around;
            if is_of_another || piece.is_item_or_footer() && decoded.is_of_list != of.is_some() {
                piece.content = PieceContent::Pending;
            }
        }
        if !piece.is_pending() {
            return true;
        }
        self.reread += 1;
        if let Some(finding) = too_large(piece) {
            self.put(
                index,
                Decoded {
                    findings: vec![finding],
                    ..Decoded::default()
                },
                of.is_some(),
            );
            return true;
        }
        if let Some(row) = piece.cut.stray {
            let decoded = Decoded {
                findings: vec![stray(piece, row)],
                ..Decoded::default()
            };
            self.put(index, decoded, of.is_some());
            return true;
        }
        let mut tree = std::mem::take(&mut self.tree);
        let parsed = parse(piece, &mut tree);
        let mut decoded = match parsed.outcome {
            Ok(()) => {
                let roots = roots(&tree, parsed.source, piece.cut.place);
                let list = list_context(&tree, parsed.source);
                let context = list.as_ref().unwrap_or(around);
                let names = &mut self.objects.names;
                let mut decoded = decode(parsed.source, &tree, &roots, context, names);
                decoded.shift(parsed.base as u32);
                if let Some(list) = &list
                    && roots.is_empty()
                    && has_items(&tree, parsed.source)
                {
                    decoded.none_of = self.objects.names.intern(list.item_kind());
                }
                let piece = &self.pieces[index];
                if decoded.kinds.is_empty()
                    && !decoded.findings.is_empty()
                    && let Some(found) = explained(piece, Stop::NoObject)
                {
                    decoded.findings = vec![found];
                }
                let page = list.and_then(|list| next_page(piece, &tree, &list));
                decoded
                    .findings
                    .extend(page.into_iter().chain(comment(piece, &tree)));
                decoded
            }
            Err(error) if error.cause == ParseCause::UnknownAnchor && of.is_some() => {
                self.tree = tree;
                return false;
            }
            Err(error) => Decoded {
                findings: vec![fault(piece, &tree, &error)],
                ..Decoded::default()
            },
        };
        decoded.findings.extend(unmarked(&self.pieces[index]));
        self.put(index, decoded, of.is_some());
        // Does not keep a huge document's memory for the small ones after it.
        if tree.len() <= KEPT_NODES {
            self.tree = tree;
        }
        true
    }

    /// Stores the content of a piece; clusters are moved to their store. `is_of_list`: it was read as a part of a list.
    pub(super) fn put(&mut self, index: usize, mut decoded: Decoded, is_of_list: bool) {
        decoded.is_of_list = is_of_list;
        let expected = self.pieces.len();
        for located in &mut decoded.objects {
            let nothing = Object::ManagedCluster(Symbol::EMPTY, Slot::default());
            located.object = match std::mem::replace(&mut located.object, nothing) {
                Object::NewCluster(cluster) => {
                    let name = cluster.name;
                    Object::ManagedCluster(name, self.objects.clusters.add(*cluster, expected))
                }
                other => other,
            };
        }
        self.pieces[index].content = decoded.into();
    }
}
