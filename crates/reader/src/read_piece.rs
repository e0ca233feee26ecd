//! One piece of the text with the objects and diagnostics read from it.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Encoding, Severity},
    names::Symbol,
};
use schedscope_text::{
    Fault, MAX_DOCUMENT_BYTES, MAX_OBJECT_BYTES, json,
    json::Part,
    split::{Form, Piece, PieceStart, first_piece},
    tree::{Tree, ValueId, ValueKind},
    yaml,
    yaml::{ParseCause, ParseError},
};

use crate::{
    decode::{Cause, Decoded, ListContext, LocatedObject, Overlooked, PieceDiagnostic},
    units::{line_breaks, utf16_len},
};

/// One piece of the text with the objects and diagnostics read from it.
#[derive(Clone, Debug)]
pub(super) struct ReadPiece {
    pub(super) text: Box<str>,
    pub(super) cut: Piece,
    /// Length in UTF-16 code units.
    pub(super) utf16: u32,
    /// How many line breaks.
    pub(super) breaks: u32,
    /// Whether the last character is a line break, so that the next piece begins a line.
    pub(super) ends_line: bool,
    pub(super) content: PieceContent,
}

/// The result of reading a piece.
#[derive(Clone, Debug)]
pub(super) enum PieceContent {
    /// To be read.
    Pending,
    /// One object without diagnostics, and its kind: nearly every piece of a large text.
    One(LocatedObject, Symbol),
    /// Anything else.
    Any(Box<Decoded>),
}

impl From<Decoded> for PieceContent {
    fn from(mut decoded: Decoded) -> Self {
        let plain =
            decoded.findings.is_empty() && decoded.overlooked.is_empty() && !decoded.used_context;
        if let (true, [kind], 1) = (plain, decoded.kinds.as_slice(), decoded.objects.len())
            && let Some(located) = decoded.objects.pop()
        {
            return Self::One(located, *kind);
        }
        Self::Any(Box::new(decoded))
    }
}

impl ReadPiece {
    pub(super) fn new(text: &str, piece: Piece) -> Self {
        Self {
            utf16: utf16_len(text),
            breaks: line_breaks(text).count() as u32,
            ends_line: text.ends_with(['\n', '\r']),
            text: text.into(),
            cut: piece,
            content: PieceContent::Pending,
        }
    }

    pub(super) fn is_pending(&self) -> bool {
        matches!(self.content, PieceContent::Pending)
    }

    pub(super) fn objects(&self) -> &[LocatedObject] {
        match &self.content {
            PieceContent::Pending => &[],
            PieceContent::One(located, _) => std::slice::from_ref(located),
            PieceContent::Any(decoded) => &decoded.objects,
        }
    }

    pub(super) fn objects_mut(&mut self) -> &mut [LocatedObject] {
        match &mut self.content {
            PieceContent::Pending => &mut [],
            PieceContent::One(located, _) => std::slice::from_mut(located),
            PieceContent::Any(decoded) => &mut decoded.objects,
        }
    }

    /// The kind of every object, including unused ones.
    pub(super) fn kinds(&self) -> &[Symbol] {
        match &self.content {
            PieceContent::Pending => &[],
            PieceContent::One(_, kind) => std::slice::from_ref(kind),
            PieceContent::Any(decoded) => &decoded.kinds,
        }
    }

    /// The kind of which it is an empty list, with nothing on further pages.
    pub(super) fn none_of(&self) -> Option<Symbol> {
        let PieceContent::Any(decoded) = &self.content else {
            return None;
        };
        let goes_on = |one: &PieceDiagnostic| one.code == DiagnosticCode::PartialList;
        let is_whole = !decoded.findings.iter().any(goes_on);
        (is_whole && decoded.none_of != Symbol::EMPTY).then_some(decoded.none_of)
    }

    pub(super) fn findings(&self) -> &[PieceDiagnostic] {
        match &self.content {
            PieceContent::Any(decoded) => &decoded.findings,
            _ => &[],
        }
    }

    /// Whether it has findings, or fields or objects that are not modelled.
    pub(super) fn is_listed(&self) -> bool {
        !self.findings().is_empty() || !self.overlooked().is_empty()
    }

    /// The fields and objects that are not modelled.
    pub(super) fn overlooked(&self) -> &[Overlooked] {
        match &self.content {
            PieceContent::Any(decoded) => &decoded.overlooked,
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
        !self.cut.place.is_document()
    }
}

/// Keeps the content of pieces that were cut as before, from the front and from the back.
pub(super) fn keep_read(old: &mut [ReadPiece], new: &mut [ReadPiece]) {
    let keep = |(old, new): (&mut ReadPiece, &mut ReadPiece)| {
        let is_same = new.cut == old.cut && new.text == old.text;
        if is_same {
            new.content = std::mem::replace(&mut old.content, PieceContent::Pending);
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

pub(super) fn cut(text: &str, mut place: PieceStart) -> Vec<ReadPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(piece) = first_piece(&text[at..], place) {
        pieces.push(ReadPiece::new(&text[at..at + piece.len], piece));
        at += piece.len;
        place = piece.next;
    }
    pieces.shrink_to_fit();
    pieces
}

/// A piece's tree: the part of its text that was parsed, and where that begins.
pub(super) struct ParsedPiece<'c> {
    pub(super) source: &'c str,
    pub(super) base: usize,
    pub(super) outcome: Result<(), ParseError>,
}

pub(super) fn parsed_place(piece: &ReadPiece) -> (usize, usize) {
    (piece.cut.lead, piece.text.len())
}

pub(super) fn parse<'c>(piece: &'c ReadPiece, tree: &mut Tree) -> ParsedPiece<'c> {
    let base = piece.cut.lead;
    let source = &piece.text[base..];
    let outcome = match (piece.cut.form, piece.cut.place) {
        (Form::Yaml, _) => yaml::parse(source, tree),
        (Form::Json, PieceStart::JsonItem) => json::parse(source, Part::Item, tree),
        (Form::Json, PieceStart::JsonFooter) => json::parse(source, Part::Footer, tree),
        (Form::Json, _) if piece.cut.head => json::parse(source, Part::Head, tree),
        (Form::Json, _) => json::parse(source, Part::Value, tree).or_else(|error| {
            if error.code == Fault::Syntax
                && let Some(coloured) = yaml::coloured(source)
            {
                return Err(coloured);
            }
            if error.code != Fault::Syntax || piece.cut.reach == usize::MAX {
                return Err(error);
            }
            // Braces may be YAML, which requires no quotes.
            match yaml::parse(source, tree) {
                Err(yaml) if yaml.code == Fault::Syntax && yaml.cause != ParseCause::Foreign => {
                    Err(error)
                }
                result => result,
            }
        }),
    };
    ParsedPiece {
        source,
        base,
        outcome,
    }
}

/// The objects among the values of a piece: the items of a list, or the only value. Items that are lists are replaced
/// by their own items, as in kubectl.
pub(super) fn roots(tree: &Tree, source: &str, place: PieceStart) -> Vec<ValueId> {
    let items = outer_roots(tree, source, place);
    if !items
        .iter()
        .any(|item| inner_items(tree, source, *item).is_some())
    {
        return items;
    }
    let mut objects = Vec::new();
    let mut left: Vec<ValueId> = items.into_iter().rev().collect();
    while let Some(item) = left.pop() {
        match inner_items(tree, source, item) {
            Some(inner) => {
                let first = left.len();
                left.extend(tree.items(inner));
                left[first..].reverse();
            }
            None => objects.push(item),
        }
    }
    objects
}

/// The items of an item that is a list.
fn inner_items(tree: &Tree, source: &str, item: ValueId) -> Option<ValueId> {
    let kind = tree.get(item, "kind", source)?;
    if !tree.text(kind, source).ends_with("List") {
        return None;
    }
    let items = tree.get(item, "items", source)?;
    (tree.kind(items) == ValueKind::Sequence).then_some(items)
}

fn outer_roots(tree: &Tree, source: &str, place: PieceStart) -> Vec<ValueId> {
    let Some(root) = tree.root() else {
        return Vec::new();
    };
    match place {
        PieceStart::YamlFooter | PieceStart::JsonFooter => Vec::new(),
        PieceStart::YamlItem(_) => tree.items(root).collect(),
        PieceStart::JsonItem => vec![root],
        PieceStart::Document | PieceStart::Recovery | PieceStart::Words => {
            let items = match list_context(tree, source) {
                _ if tree.kind(root) == ValueKind::Sequence => Some(root),
                Some(_) => tree.get(root, "items", source),
                None => return vec![root],
            };
            items
                .map(|items| tree.items(items).collect())
                .unwrap_or_default()
        }
    }
}

/// The `apiVersion` and kind of a list that is read whole; `None`: the value is not a list.
pub(super) fn list_context(tree: &Tree, source: &str) -> Option<ListContext> {
    let root = tree.root()?;
    let text = |key: &str| {
        tree.get(root, key, source)
            .map(|node| tree.text(node, source))
    };
    let kind = text("kind").filter(|kind| kind.ends_with("List"))?;
    let items = tree.get(root, "items", source);
    let is_list = items
        .is_none_or(|items| tree.kind(items) == ValueKind::Sequence || tree.is_null(items, source));
    is_list.then(|| ListContext {
        api_version: text("apiVersion").unwrap_or_default().to_owned(),
        kind: kind.to_owned(),
    })
}

/// Whether a list has a field `items`.
pub(super) fn has_items(tree: &Tree, source: &str) -> bool {
    let root = tree.root();
    root.is_some_and(|root| tree.get(root, "items", source).is_some())
}

/// The diagnostic of a piece that is too large to be read.
pub(super) fn too_large(piece: &ReadPiece) -> Option<PieceDiagnostic> {
    let limit = match piece.cut.place {
        place if place.is_document() && !piece.cut.head => MAX_DOCUMENT_BYTES,
        _ => MAX_OBJECT_BYTES,
    };
    let len = piece.text.len();
    (len > limit).then(|| {
        let message = format!("this document has {len} bytes, at most {limit} are read");
        let at = (piece.cut.lead, piece.cut.lead);
        PieceDiagnostic {
            cause: Cause::Explained,
            ..PieceDiagnostic::new(Severity::Error, DiagnosticCode::TooLarge, message, at)
        }
    })
}

pub(super) fn syntax((base, len): &(usize, usize), error: &ParseError) -> PieceDiagnostic {
    let at = (base + error.at).min(*len);
    let code = match error.code {
        Fault::Syntax => DiagnosticCode::Syntax,
        Fault::TooDeep => DiagnosticCode::TooDeep,
        Fault::AliasBudget => DiagnosticCode::AliasBudget,
    };
    PieceDiagnostic {
        cause: match error.cause {
            ParseCause::Tab | ParseCause::Foreign => Cause::Explained,
            _ => Cause::OfCode,
        },
        ..PieceDiagnostic::new(Severity::Error, code, error.message.clone(), (at, at))
    }
}
