//! Splits a text into documents and list items, without parsing them.
//!
//! A text is cut into *pieces* that together are the whole text: documents, and for a list as kubectl prints it the
//! part before its items, each item, and the part after them. An edit re-reads only the pieces that it touches, so a
//! keystroke in a list of 10,000 clusters costs one cluster. The cuts follow from YAML's rules for indentation: a line
//! that begins with `---` is outside of every document, and inside a block sequence at column c no line of an item
//! starts at column c or before.
//!
//! The only state between two pieces is the [`PieceStart`] at which the next one begins. Splitting can therefore start
//! at any piece, and stop where its cuts meet those of an earlier run. The end of a piece depends on the text after it,
//! but at most on [`LOOKED_LINES`] and [`LOOKED_BYTES`] of it, or on its [reach](Piece::reach).

mod json;
pub(crate) mod line;
pub(crate) mod words;
pub(crate) mod yaml;

use line::{indent, is_blank_from, is_marker, line_end, skip_blanks};

use crate::pasted::{self, Row};

/// The maximum number of lines after a piece that are read to find its end: `apiVersion` and the line after it. Blank
/// lines do not count.
pub const LOOKED_LINES: u32 = 2;
/// The maximum number of bytes that are read of a line after a piece if it begins with a brace or a bracket, because
/// such pieces can end within a line.
pub const LOOKED_BYTES: usize = 256;

/// The place in a text at which a piece begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStart {
    /// Between documents.
    Document,
    /// Between documents, after JSON that does not end: the text up to the next `---` is split where a line starts like
    /// a document, so that a broken text is not searched to its end for every piece.
    Recovery,
    /// After an object, at words that are not part of it.
    Words,
    /// At an item of a YAML list whose dashes stand in this column, from 0.
    YamlItem(u16),
    /// After the items of a YAML list.
    YamlFooter,
    /// At an item of a JSON list.
    JsonItem,
    /// At the bracket that closes the items of a JSON list.
    JsonFooter,
}

impl PieceStart {
    /// Whether a piece that begins here is a document or the head of a list.
    pub fn is_document(self) -> bool {
        matches!(self, Self::Document | Self::Recovery | Self::Words)
    }
}

/// The syntax of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Yaml,
    /// JSON, or YAML in flow style that looks like it.
    Json,
}

/// One piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The place at which the piece begins.
    pub place: PieceStart,
    /// The syntax of the piece.
    pub form: Form,
    /// The length in bytes.
    pub len: usize,
    /// The number of bytes before the first value: markers, comments, blank lines.
    pub lead: usize,
    /// Whether the piece is the part of a list before its items.
    pub head: bool,
    /// The number of bytes from its start that were read to find its end, if that exceeds the limits for every piece;
    /// otherwise 0. [`usize::MAX`]: the JSON does not end, and the piece may depend on all text that follows.
    pub reach: usize,
    /// What the piece is, if it is not YAML or JSON; [`WORDS`](pasted::WORDS) may be YAML of something else.
    pub stray: Option<&'static Row>,
    /// Whether another object follows without the required `---`.
    pub unmarked: bool,
    /// The place at which the next piece begins.
    pub next: PieceStart,
}

impl Piece {
    /// YAML up to the end of the text; `lead`: where its first value begins.
    fn rest(bytes: &[u8], place: PieceStart, lead: usize) -> Self {
        Self {
            place,
            form: Form::Yaml,
            len: bytes.len(),
            lead,
            head: false,
            reach: 0,
            stray: None,
            unmarked: false,
            next: PieceStart::Document,
        }
    }
}

/// How many lines of a piece count as looked at by the pieces before it, at most [`LOOKED_LINES`]: those that end in it
/// and are not blank.
pub fn looked_lines(piece: &str) -> u32 {
    let bytes = piece.as_bytes();
    let (mut at, mut lines) = (0, 0);
    while at < bytes.len() && lines < LOOKED_LINES {
        let end = line_end(bytes, at);
        let has_end = matches!(bytes[end - 1], b'\n' | b'\r');
        lines += u32::from(has_end && !is_blank_from(bytes, at));
        at = end;
    }
    lines
}

/// Cuts the first piece off a text. `None` for an empty text. O(bytes of the piece).
pub fn first_piece(text: &str, place: PieceStart) -> Option<Piece> {
    if text.is_empty() {
        return None;
    }
    let piece = match place {
        PieceStart::Document | PieceStart::Recovery => document(text, place),
        PieceStart::Words => yaml::words(text),
        PieceStart::YamlItem(column) => yaml::item(text, column),
        PieceStart::YamlFooter => yaml::lines(text, 0, PieceStart::YamlFooter),
        PieceStart::JsonItem => json::item(text),
        PieceStart::JsonFooter => json::footer(text),
    };
    debug_assert!(piece.len > 0 && piece.len <= text.len());
    Some(piece)
}

fn document(text: &str, place: PieceStart) -> Piece {
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    // After a marker no recovery is needed.
    let mut next_place = place;
    let mut marked = false;
    let empty = |len: usize, next: PieceStart| Piece {
        len,
        next,
        ..Piece::rest(bytes, place, len)
    };
    loop {
        if at >= bytes.len() {
            return empty(bytes.len(), next_place);
        }
        if is_marker(bytes, at, *b"---") {
            if marked {
                return empty(at, next_place);
            }
            marked = true;
            next_place = PieceStart::Document;
            if !is_blank_from(bytes, at + 3) {
                let content = skip_blanks(bytes, at + 3);
                return content_piece(text, at, content, (place, next_place));
            }
        } else if is_marker(bytes, at, *b"...") {
            if pasted::of_line(bytes, at).is_some() {
                return content_piece(text, at, at, (place, next_place));
            }
            return empty(line_end(bytes, at), next_place);
        } else if yaml::is_indented_marker(bytes, at, indent(bytes, at)) {
            if marked {
                return empty(at, next_place);
            }
            marked = true;
            next_place = PieceStart::Document;
        } else if !is_blank_from(bytes, at) && (marked || bytes[at] != b'%') {
            return content_piece(text, at, skip_blanks(bytes, at), (place, next_place));
        }
        at = line_end(bytes, at);
    }
}

/// A document whose first value begins at `content`, on the line that starts at `line`. `next`:
/// where the piece after it begins, as far as is known.
fn content_piece(
    text: &str,
    line: usize,
    content: usize,
    (place, next): (PieceStart, PieceStart),
) -> Piece {
    let bytes = text.as_bytes();
    let is_json = || {
        // Not to the line's end for each value: a line can be all of a file.
        let seen = &bytes[..bytes.len().min(content + LOOKED_BYTES)];
        line < content || pasted::of_line(seen, content).is_none()
    };
    let piece = match bytes[content] {
        b'{' | b'[' if is_json() => {
            if next == PieceStart::Recovery {
                json::recovered(text, content)
            } else {
                json::document(text, content)
            }
        }
        _ => {
            let piece = yaml::lines(text, line, PieceStart::Document);
            Piece {
                next: match piece.next {
                    PieceStart::Document => next,
                    known => known,
                },
                ..piece
            }
        }
    };
    Piece { place, ..piece }
}

#[cfg(test)]
mod tests;
