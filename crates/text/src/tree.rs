//! The values of one piece of text, each with its byte range.
//!
//! Nodes lie in one array in document order, so a subtree is a contiguous run: skipping one is a single step, so fields
//! that are not read cost nothing.

use crate::plain;
pub use crate::plain::Scalar;

/// The index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(u32);

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A scalar written without quotes: its text decides whether it is null, a boolean, a number
    /// or a string.
    Plain,
    /// A scalar that is a string however it reads.
    String,
    Sequence,
    /// A mapping: keys and values alternate.
    Mapping,
}

/// A scalar's text: mostly a part of the source, else (escapes, folded lines) a text of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    None,
    Source(u32, u32),
    Owned(u32),
}

#[derive(Clone, Copy, Debug)]
struct ValueNode {
    kind: ValueKind,
    /// Written with braces, brackets, or in JSON.
    flow: bool,
    content: Content,
    /// Bytes of the source.
    start: u32,
    end: u32,
    /// The node after this one's subtree.
    next: u32,
}

/// The values of one piece of text. The root is the first node, if there is any.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<ValueNode>,
    owned: Vec<String>,
    /// Mappings and sequences that have been opened and not closed.
    open: Vec<u32>,
    /// Where the latest value ends.
    end: u32,
    /// The first comment that stands for what was left out.
    left_out: Option<u32>,
}

impl Tree {
    /// Empties the tree and keeps its memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.owned.clear();
        self.open.clear();
        self.end = 0;
        self.left_out = None;
    }

    /// Notes a comment that stands for what was left out.
    pub(crate) fn note_left_out(&mut self, at: usize) {
        self.left_out.get_or_insert(at as u32);
    }

    /// The byte of the source where the first comment begins that stands for what was left out.
    pub fn left_out(&self) -> Option<usize> {
        self.left_out.map(|at| at as usize)
    }

    /// The first value of the piece.
    pub fn root(&self) -> Option<ValueId> {
        (!self.nodes.is_empty()).then_some(ValueId(0))
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of open mappings and sequences while the tree is built.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The kind of a node.
    pub fn kind(&self, node: ValueId) -> ValueKind {
        self.nodes[node.0 as usize].kind
    }

    /// Whether a collection is written with braces or brackets.
    pub fn is_flow(&self, node: ValueId) -> bool {
        self.nodes[node.0 as usize].flow
    }

    /// The byte range of a node in the source.
    pub fn range(&self, node: ValueId) -> (usize, usize) {
        let node = &self.nodes[node.0 as usize];
        (node.start as usize, node.end as usize)
    }

    /// A scalar's text, without quotes and with escapes resolved; empty for collections.
    pub fn text<'t>(&'t self, node: ValueId, source: &'t str) -> &'t str {
        match self.nodes[node.0 as usize].content {
            Content::None => "",
            Content::Source(start, end) => {
                source.get(start as usize..end as usize).unwrap_or_default()
            }
            Content::Owned(index) => &self.owned[index as usize],
        }
    }

    /// The meaning of a scalar; `None` for a collection.
    pub fn scalar<'t>(&'t self, node: ValueId, source: &'t str) -> Option<Scalar<'t>> {
        match self.kind(node) {
            ValueKind::Plain => Some(plain::resolve(self.text(node, source))),
            ValueKind::String => Some(Scalar::String(self.text(node, source))),
            ValueKind::Sequence | ValueKind::Mapping => None,
        }
    }

    /// Whether a node is null, or empty.
    pub fn is_null(&self, node: ValueId, source: &str) -> bool {
        self.kind(node) == ValueKind::Plain
            && matches!(plain::resolve(self.text(node, source)), Scalar::Null)
    }

    /// The items of a sequence, in order; empty for other nodes.
    pub fn items(&self, node: ValueId) -> Items<'_> {
        let inner = &self.nodes[node.0 as usize];
        let next = match inner.kind {
            ValueKind::Sequence => node.0 + 1,
            _ => inner.next,
        };
        Items {
            tree: self,
            next,
            end: inner.next,
        }
    }

    /// The keys and values of a mapping, in order; empty for other nodes.
    pub fn entries(&self, node: ValueId) -> Entries<'_> {
        let inner = &self.nodes[node.0 as usize];
        let next = match inner.kind {
            ValueKind::Mapping => node.0 + 1,
            _ => inner.next,
        };
        Entries {
            items: Items {
                tree: self,
                next,
                end: inner.next,
            },
        }
    }

    /// The value of a key in a mapping; the last one if the key occurs twice.
    pub fn get(&self, node: ValueId, key: &str, source: &str) -> Option<ValueId> {
        self.entry(node, key, source).map(|(_, value)| value)
    }

    /// The key node and the value of a key in a mapping; the last ones if the key occurs twice.
    pub fn entry(&self, node: ValueId, key: &str, source: &str) -> Option<(ValueId, ValueId)> {
        self.entries(node)
            .filter(|(k, _)| self.text(*k, source) == key)
            .last()
    }

    // Building, for the parsers.

    /// Adds a scalar whose text is the bytes `content` of the source.
    pub(super) fn push_source(
        &mut self,
        kind: ValueKind,
        content: (usize, usize),
        range: (usize, usize),
    ) {
        self.push(
            kind,
            Content::Source(content.0 as u32, content.1 as u32),
            range,
        );
    }

    /// Adds a scalar with a text of its own.
    pub(super) fn push_owned(&mut self, kind: ValueKind, text: String, range: (usize, usize)) {
        self.owned.push(text);
        self.push(kind, Content::Owned(self.owned.len() as u32 - 1), range);
    }

    fn push(&mut self, kind: ValueKind, content: Content, range: (usize, usize)) {
        let next = self.nodes.len() as u32 + 1;
        self.end = range.1 as u32;
        self.nodes.push(ValueNode {
            kind,
            flow: false,
            content,
            start: range.0 as u32,
            end: range.1 as u32,
            next,
        });
    }

    /// Opens a mapping or sequence at a byte of the source.
    pub(super) fn open(&mut self, kind: ValueKind, start: usize, flow: bool) {
        // The content of braces is written in one line with them.
        let flow = flow
            || self
                .open
                .last()
                .is_some_and(|parent| self.nodes[*parent as usize].flow);
        self.open.push(self.nodes.len() as u32);
        self.push(kind, Content::None, (start, start));
        if let Some(node) = self.nodes.last_mut() {
            node.flow = flow;
        }
    }

    /// Closes the latest open collection. It ends at `end`, or after its last value.
    pub(super) fn close(&mut self, end: Option<usize>) {
        let Some(index) = self.open.pop() else { return };
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[index as usize];
        node.next = next;
        node.end = end.map_or_else(|| self.end.max(node.start), |end| end as u32);
        self.end = node.end;
    }

    /// The node that the next push will become.
    pub(super) fn next_id(&self) -> ValueId {
        ValueId(self.nodes.len() as u32)
    }

    /// Repeats the subtree of an anchor for an alias at `range`. `false` if the anchor is still open, so that the value
    /// would contain itself. The repeated nodes keep their ranges at the anchor.
    pub(super) fn repeat(&mut self, anchor: ValueId, range: (usize, usize)) -> bool {
        let Some(node) = self.nodes.get(anchor.0 as usize).copied() else {
            return false;
        };
        // At most as many are open as the text may be deep.
        if self.open.contains(&anchor.0) {
            return false;
        }
        let shift = self.nodes.len() as u32 - anchor.0;
        for index in anchor.0..node.next {
            let mut copy = self.nodes[index as usize];
            copy.next += shift;
            if index == anchor.0 {
                (copy.start, copy.end) = (range.0 as u32, range.1 as u32);
            }
            self.nodes.push(copy);
        }
        self.end = range.1 as u32;
        true
    }

    /// The cost of repeating an anchor's subtree: its number of values, where a long text counts as several.
    pub(super) fn weight(&self, anchor: ValueId) -> usize {
        let Some(first) = self.nodes.get(anchor.0 as usize) else {
            return 0;
        };
        let nodes = self.nodes.get(anchor.0 as usize..first.next as usize);
        let weight = |node: &ValueNode| {
            let bytes = match node.content {
                Content::None => 0,
                Content::Source(start, end) => (end - start) as usize,
                Content::Owned(index) => self.owned[index as usize].len(),
            };
            1 + bytes / BYTES_OF_VALUE
        };
        nodes.unwrap_or_default().iter().map(weight).sum()
    }
}

/// This many bytes of a text count as one value.
const BYTES_OF_VALUE: usize = 128;

/// Iterates over the items of a sequence.
#[derive(Clone, Debug)]
pub struct Items<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
}

impl Iterator for Items<'_> {
    type Item = ValueId;

    fn next(&mut self) -> Option<ValueId> {
        if self.next >= self.end {
            return None;
        }
        let item = ValueId(self.next);
        self.next = self.tree.nodes.get(self.next as usize)?.next;
        Some(item)
    }
}

/// Iterates over the keys and values of a mapping.
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    items: Items<'t>,
}

impl Iterator for Entries<'_> {
    type Item = (ValueId, ValueId);

    fn next(&mut self) -> Option<(ValueId, ValueId)> {
        Some((self.items.next()?, self.items.next()?))
    }
}
