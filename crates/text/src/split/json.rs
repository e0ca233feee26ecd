//! Pieces of JSON: documents, the items of a list, and JSON that does not end.

use super::{
    Form, Piece, PieceStart,
    line::{is_marker, is_space_or_end, line_end, skip_blanks},
};

fn piece(place: PieceStart, len: usize, next: PieceStart) -> Piece {
    Piece {
        place,
        form: Form::Json,
        len,
        lead: 0,
        head: false,
        reach: 0,
        stray: None,
        unmarked: false,
        next,
    }
}

/// A scanner that knows only braces, brackets and strings of JSON, and the start of `items`.
struct JsonScan<'t> {
    bytes: &'t [u8],
    at: usize,
    depth: usize,
}

impl JsonScan<'_> {
    /// Scans to the end of the value, including its closing brace. `Err` if the text ends before that; `Ok(Some(at))`
    /// if the scan stopped at the first item of a list `items` at depth 1.
    fn run(&mut self, stop_at_items: bool) -> Result<Option<usize>, ()> {
        let mut after_items_key = false;
        while let Some(byte) = self.bytes.get(self.at) {
            let here = self.at;
            self.at += 1;
            match byte {
                b'"' => {
                    self.string()?;
                    after_items_key = self.depth == 1 && &self.bytes[here..self.at] == b"\"items\"";
                    continue;
                }
                b'{' | b'[' => {
                    self.depth += 1;
                    if stop_at_items && after_items_key && *byte == b'[' {
                        let item = self.skip_space(self.at);
                        if !matches!(self.bytes.get(item), None | Some(b']')) {
                            return Ok(Some(item));
                        }
                    }
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Ok(None);
                    }
                }
                // No value continues after a document's marker.
                b'\n' | b'\r' if is_marker(self.bytes, self.at, *b"---") => return Err(()),
                // A comment: KYAML has such, JSON has none.
                b'#' if here
                    .checked_sub(1)
                    .is_some_and(|at| is_space_or_end(self.bytes.get(at))) =>
                {
                    while !matches!(self.bytes.get(self.at), None | Some(b'\n')) {
                        self.at += 1;
                    }
                    continue;
                }
                b':' | b' ' | b'\t' | b'\n' | b'\r' => continue,
                _ => {}
            }
            after_items_key = false;
        }
        Err(())
    }

    /// Scans from after an opening quote to after its closing quote, which is on the same line.
    fn string(&mut self) -> Result<(), ()> {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\n' => return Err(()),
                _ => self.at += 1,
            }
        }
        Err(())
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while matches!(self.bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            at += 1;
        }
        at
    }
}

pub(super) fn document(text: &str, content: usize) -> Piece {
    let bytes = text.as_bytes();
    let mut scan = JsonScan {
        bytes,
        at: content,
        depth: 0,
    };
    let piece = match scan.run(bytes[content] == b'{') {
        Ok(Some(item)) => Piece {
            head: true,
            ..piece(PieceStart::Document, item, PieceStart::JsonItem)
        },
        Ok(None) => piece(
            PieceStart::Document,
            end_of_value(bytes, scan.at),
            PieceStart::Document,
        ),
        Err(()) => broken(bytes, content, PieceStart::Document),
    };
    Piece {
        lead: content,
        ..piece
    }
}

pub(super) fn item(text: &str) -> Piece {
    let bytes = text.as_bytes();
    let mut scan = JsonScan {
        bytes,
        at: 0,
        depth: 0,
    };
    let end = match bytes[0] {
        b'{' | b'[' => scan.run(false).map(|_| scan.at),
        b'"' => {
            scan.at = 1;
            scan.string().map(|()| scan.at)
        }
        _ => bytes
            .iter()
            .position(|b| matches!(b, b',' | b']' | b'\n'))
            .ok_or(()),
    };
    let Ok(end) = end else {
        return broken(bytes, 0, PieceStart::JsonItem);
    };
    let mut at = scan.skip_space(end);
    if bytes.get(at) == Some(&b',') {
        at = scan.skip_space(at + 1);
        if !matches!(bytes.get(at), None | Some(b']')) {
            return piece(PieceStart::JsonItem, at, PieceStart::JsonItem);
        }
    }
    match bytes.get(at) {
        Some(b']') if at > 0 => piece(PieceStart::JsonItem, at, PieceStart::JsonFooter),
        _ => broken(bytes, 0, PieceStart::JsonItem),
    }
}

pub(super) fn footer(text: &str) -> Piece {
    let bytes = text.as_bytes();
    // As if after the braces of the object and the bracket of its items.
    let mut scan = JsonScan {
        bytes,
        at: 0,
        depth: 2,
    };
    match scan.run(false) {
        Ok(_) => piece(
            PieceStart::JsonFooter,
            end_of_value(bytes, scan.at),
            PieceStart::Document,
        ),
        Err(()) => broken(bytes, 0, PieceStart::JsonFooter),
    }
}

/// The end of a JSON value, including the blanks and the line break after it.
fn end_of_value(bytes: &[u8], at: usize) -> usize {
    let rest = skip_blanks(bytes, at);
    match bytes.get(rest) {
        None => rest,
        Some(b'\n' | b'\r') => line_end(bytes, rest),
        Some(_) => at,
    }
}

/// A document in braces after broken JSON; it ends before the first line that starts like another document.
pub(super) fn recovered(text: &str, content: usize) -> Piece {
    let end = next_start(text.as_bytes(), content);
    let bytes = &text.as_bytes()[..end];
    let mut scan = JsonScan {
        bytes,
        at: content,
        depth: 0,
    };
    let len = match scan.run(false) {
        Ok(_) => end_of_value(bytes, scan.at),
        Err(()) => end,
    };
    Piece {
        lead: content,
        ..piece(PieceStart::Recovery, len, PieceStart::Recovery)
    }
}

/// JSON that does not end; it is cut before the first line that starts like another document.
fn broken(bytes: &[u8], content: usize, place: PieceStart) -> Piece {
    Piece {
        reach: usize::MAX,
        ..piece(place, next_start(bytes, content), PieceStart::Recovery)
    }
}

/// The first line after `at` that starts like another document.
fn next_start(bytes: &[u8], at: usize) -> usize {
    let mut at = line_end(bytes, at);
    while at < bytes.len() && bytes[at] != b'{' && !is_marker(bytes, at, *b"---") {
        at = line_end(bytes, at);
    }
    at
}
