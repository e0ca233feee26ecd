//! Pieces of YAML: documents, the items of a list, and the lines after them.

use super::{
    Form, Piece, PieceStart,
    line::{is_blank_from, is_marker, is_space_or_end, line_end},
};

/// A YAML document from the line at `start`, or the part of a document after its list of items.
pub(super) fn lines(text: &str, start: usize, place: PieceStart) -> Piece {
    let bytes = text.as_bytes();
    let mut piece = Piece {
        place,
        form: Form::Yaml,
        len: bytes.len(),
        lead: start,
        head: false,
        open_ended: false,
        next: PieceStart::Document,
    };
    let mut at = start;
    while at < bytes.len() {
        let next = line_end(bytes, at);
        match bytes[at] {
            b'-' if at > start && is_marker(bytes, at, *b"---") => {
                piece.len = at;
                return piece;
            }
            // A value in braces or brackets cannot go on a block mapping: it is the next document, as when
            // JSON lines follow YAML.
            b'{' | b'[' if at > start => {
                piece.len = at;
                return piece;
            }
            // Something stood between the items of a list, which go on here.
            b'-' | b' ' if at > start && place == PieceStart::YamlFooter => {
                if let Some(column) = object_item(&bytes[at..next]) {
                    piece.len = at;
                    piece.next = PieceStart::YamlItem(column);
                    return piece;
                }
            }
            b'.' if is_marker(bytes, at, *b"...") => {
                piece.len = next;
                return piece;
            }
            b'i' if place == PieceStart::Document
                && bytes[at..].starts_with(b"items:")
                && is_space_or_end(bytes.get(at + 6))
                && is_blank_from(bytes, at + 6) =>
            {
                if let Some((item, column)) = first_item(bytes, next) {
                    piece.len = item;
                    piece.head = true;
                    piece.next = PieceStart::YamlItem(column);
                    return piece;
                }
            }
            _ => {}
        }
        at = next;
    }
    piece
}

/// The first line after `at` that is neither blank nor a comment, if it starts an item: its first byte and the column
/// of its dash.
fn first_item(bytes: &[u8], mut at: usize) -> Option<(usize, u16)> {
    while at < bytes.len() {
        if !is_blank_from(bytes, at) {
            let dash = bytes[at..].iter().position(|b| *b != b' ')? + at;
            let is_item = bytes[dash] == b'-' && is_space_or_end(bytes.get(dash + 1));
            return is_item.then(|| Some((at, u16::try_from(dash - at).ok()?)))?;
        }
        at = line_end(bytes, at);
    }
    None
}

/// The column of the dash, where a line begins an object of a list.
fn object_item(line: &[u8]) -> Option<u16> {
    let column = line.iter().position(|byte| *byte != b' ')?;
    let item = line[column..].strip_prefix(b"- ")?;
    let begins = item.starts_with(b"apiVersion: ") || item.starts_with(b"kind: ");
    begins.then(|| u16::try_from(column).ok())?
}

pub(super) fn item(text: &str, column: u16) -> Piece {
    let bytes = text.as_bytes();
    let column = usize::from(column);
    let mut piece = Piece {
        place: PieceStart::YamlItem(column as u16),
        form: Form::Yaml,
        len: bytes.len(),
        lead: 0,
        head: false,
        open_ended: false,
        next: PieceStart::Document,
    };
    let mut at = line_end(bytes, 0);
    while at < bytes.len() {
        let indent = bytes[at..]
            .iter()
            .take(column + 1)
            .take_while(|b| **b == b' ')
            .count();
        // A tab does not end the item: it is a fault in it.
        let is_tab = bytes.get(at + indent) == Some(&b'\t');
        if indent <= column && !is_tab && !is_blank_from(bytes, at) {
            piece.len = at;
            let first = at + indent;
            let is_item = bytes[first] == b'-' && is_space_or_end(bytes.get(first + 1));
            piece.next = if indent == column && is_item {
                PieceStart::YamlItem(column as u16)
            } else if matches!(bytes[at], b'{' | b'[') || is_marker(bytes, at, *b"---") {
                // As in [`lines`]: braces in the first column are the next document.
                PieceStart::Document
            } else {
                PieceStart::YamlFooter
            };
            return piece;
        }
        at = line_end(bytes, at);
    }
    piece
}
