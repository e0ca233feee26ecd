//! Cutting the text again where it was edited, and reading what is new.

use schedscope_objects::{clusters::Slot, names::Symbol, object::Object};
use schedscope_text::{
    split::{Place, first_piece},
    tree::Tree,
};

use crate::{
    KEPT_NODES, Reader,
    chunk::{Chunk, Content, cut, list_context, parse, parsed_place, roots, syntax, too_large},
    decode::{Context, Decoded, decode},
};

/// How far the pieces of a range were read.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The next piece.
    pub(super) at: usize,
    /// Where the range begins and ends, with the whole lists of pieces that were joined.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The list whose items are being read.
    pub(super) list: Option<List>,
}

impl Way {
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
pub(super) struct List {
    pub(super) head: usize,
    pub(super) behind: usize,
    pub(super) context: Context,
}

impl Reader {
    /// Cuts the text from piece `start` again, with the bytes from `from` to `to` replaced, until
    /// the cuts meet the old ones. Gives how many old pieces the new ones stand for.
    pub(super) fn cut_again(
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
    pub(super) fn read_pending(&mut self, start: usize, end: usize) -> (usize, usize) {
        let mut way = Way::new(start, end);
        // An item belongs to the list whose head stands before it.
        while way.at > 0 && way.at < self.chunks.len() && self.chunks[way.at].is_item_or_footer() {
            way.at -= 1;
        }
        self.read_on(&mut way, usize::MAX);
        (way.first, way.end)
    }

    /// Goes on reading, about so many bytes. Says whether that was the end.
    pub(super) fn read_on(&mut self, way: &mut Way, bytes: usize) -> bool {
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
    pub(super) fn enter_list(&mut self, way: &mut Way) {
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
    pub(super) fn read_whole(&mut self, way: &mut Way, head: usize, behind: usize) {
        self.join(head, behind);
        way.first = way.first.min(head);
        way.end = way.end.max(behind) - (behind - head - 1);
        way.list = None;
        self.read_one(head, &Context::default());
        way.at = head + 1;
    }

    /// Reads what stands before and behind the items of a list, whose pieces are `[head, behind)`.
    /// `None`: it cannot be read in pieces.
    pub(super) fn read_edges(&mut self, head: usize, behind: usize) -> Option<Context> {
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
    pub(super) fn read_item(&mut self, index: usize, context: &Context) -> bool {
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
    pub(super) fn read_one(&mut self, index: usize, context: &Context) -> bool {
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
    pub(super) fn put(&mut self, index: usize, mut decoded: Decoded) {
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
}
