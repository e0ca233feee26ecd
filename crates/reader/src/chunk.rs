//! One piece of the text with what was read from it.

use schedscope_objects::{
    diagnostic::{Code, Encoding, Severity},
    names::Symbol,
};
use schedscope_text::{
    Fault, MAX_DOCUMENT_BYTES, MAX_OBJECT_BYTES, json,
    json::Part,
    split::{Form, Piece, Place, first_piece},
    tree::{Kind, NodeId, Tree},
    yaml,
    yaml::ParseError,
};

use crate::{
    decode::{Context, Decoded, Finding, Placed},
    units::{line_breaks, utf16_len},
};

/// One piece of the text with what was read from it.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) text: Box<str>,
    pub(super) piece: Piece,
    /// Length in UTF-16 code units.
    pub(super) utf16: u32,
    /// How many line breaks.
    pub(super) breaks: u32,
    /// Whether the last character is one: then nothing of the text need be looked at to know where
    /// the next piece begins.
    pub(super) ends_line: bool,
    pub(super) content: Content,
}

/// What was read from a piece.
#[derive(Clone, Debug)]
pub(super) enum Content {
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
    pub(super) fn new(text: &str, piece: Piece) -> Self {
        Self {
            utf16: utf16_len(text),
            breaks: line_breaks(text).count() as u32,
            ends_line: text.ends_with(['\n', '\r']),
            text: text.into(),
            piece,
            content: Content::Pending,
        }
    }

    pub(super) fn is_pending(&self) -> bool {
        matches!(self.content, Content::Pending)
    }

    pub(super) fn objects(&self) -> &[Placed] {
        match &self.content {
            Content::Pending => &[],
            Content::One(placed, _) => std::slice::from_ref(placed),
            Content::Any(decoded) => &decoded.objects,
        }
    }

    pub(super) fn objects_mut(&mut self) -> &mut [Placed] {
        match &mut self.content {
            Content::Pending => &mut [],
            Content::One(placed, _) => std::slice::from_mut(placed),
            Content::Any(decoded) => &mut decoded.objects,
        }
    }

    /// Every object's kind, those included that are not used.
    pub(super) fn kinds(&self) -> &[Symbol] {
        match &self.content {
            Content::Pending => &[],
            Content::One(_, kind) => std::slice::from_ref(kind),
            Content::Any(decoded) => &decoded.kinds,
        }
    }

    pub(super) fn findings(&self) -> &[Finding] {
        match &self.content {
            Content::Any(decoded) => &decoded.findings,
            _ => &[],
        }
    }

    pub(super) fn len(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Utf8 => self.text.len(),
            Encoding::Utf16 => self.utf16 as usize,
        }
    }

    pub(super) fn is_item_or_footer(&self) -> bool {
        !self.piece.place.is_document()
    }
}

/// What was read from pieces that were cut as before, from the front and from the back.
pub(super) fn keep_read(old: &mut [Chunk], new: &mut [Chunk]) {
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

pub(super) fn cut(text: &str, mut place: Place) -> Vec<Chunk> {
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
pub(super) struct Parsed<'c> {
    pub(super) source: &'c str,
    pub(super) base: usize,
    pub(super) outcome: Result<(), ParseError>,
}

pub(super) fn parsed_place(chunk: &Chunk) -> (usize, usize) {
    (chunk.piece.lead, chunk.text.len())
}

pub(super) fn parse<'c>(chunk: &'c Chunk, tree: &mut Tree) -> Parsed<'c> {
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
pub(super) fn roots(tree: &Tree, source: &str, place: Place) -> Vec<NodeId> {
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
pub(super) fn list_context(tree: &Tree, source: &str) -> Option<Context> {
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
pub(super) fn too_large(chunk: &Chunk) -> Option<Finding> {
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

pub(super) fn syntax((base, len): &(usize, usize), error: &ParseError) -> Finding {
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
