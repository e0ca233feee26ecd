//! Pieces of YAML: documents, the items of a list, and the lines after them.

use super::{
    Piece, PieceStart,
    line::{indent, is_blank_from, is_marker, is_space_or_end, line_end, skip_blanks},
    words::{self, Before},
};
use crate::pasted::{self, BETWEEN_ITEMS, EVENTS, Kind, Row, WORDS};

/// A YAML document from the line at `start`, or the part of a document after its list of items.
pub(super) fn lines(text: &str, start: usize, place: PieceStart) -> Piece {
    let bytes = text.as_bytes();
    let mut piece = Piece::rest(bytes, place, start);
    let of_list = place == PieceStart::YamlFooter;
    match stray_lines(bytes, piece) {
        Ok(stray) => return stray,
        Err(reach) => piece.reach = reach,
    }
    // What the first line seems to be, and the column where the lines of an object cut off begin.
    let begins = (!of_list).then(|| pasted::of_start(bytes, start)).flatten();
    let is_part = begins.is_some_and(|row| row.kind == Kind::Part);
    let indent = (!of_list).then(|| indent(bytes, start));
    let mut column = indent.unwrap_or(usize::MAX);
    piece.stray = begins.filter(|begins| begins.kind == Kind::Form);
    // The keys in the first column.
    let (mut versions, mut kinds) = (0, 0);
    // Where words can be that are after the object.
    let is_object = begins.is_none() || is_part;
    let mut words_from = if is_object { start + 1 } else { usize::MAX };
    let mut at = start;
    while at < bytes.len() {
        let next = line_end(bytes, at);
        let line = &bytes[at..next];
        if bytes[at] != b' ' && at > start && is_beside(bytes, at, is_object) {
            piece.len = at;
            let begins = begins.filter(|_| !is_part);
            piece.stray = piece.stray.or(begins);
            if of_list && kinds == 0 {
                piece.next = place;
            }
            return piece;
        }
        if bytes[at] != b' '
            && at >= words_from
            && words::is_words(line)
            && !words::may_be_field(bytes, at)
        {
            let before = Before {
                has_version: of_list || versions > 0,
                has_kind: kinds > 0,
            };
            if let Some(whole) = piece_before_words(text, &mut piece, at, before, &mut words_from) {
                return whole;
            }
        }
        match bytes[at] {
            b'a' if line.starts_with(b"apiVersion:") => {
                let is_next = match begins {
                    // The first line can be both: `apiVersion:kubectl apiVersion: v1` is words, and begins so.
                    Some(_) => at > start,
                    _ if of_list => at > start && begins_object(&bytes[next..], kinds > 0),
                    _ => versions > 0,
                };
                if is_next {
                    return before_object(piece, at, begins);
                }
                versions += 1;
            }
            b'k' if line.starts_with(b"kind:") => {
                // The next object where `kind` stands first.
                if kinds > 0 && versions > 0 && bytes[next..].starts_with(b"apiVersion:") {
                    return before_object(piece, at, begins);
                }
                kinds += 1;
            }
            b'-' | b' ' | b'{' | b'[' if at > start && ends_document(bytes, at, indent) => {
                piece.len = at;
                return piece;
            }
            // The items of a list whose head is cut off, or in which something stood between them.
            b'-' | b' ' if at > start && (of_list || is_part) => {
                if let Some(dash) = neighbour(line, &bytes[next..], column) {
                    piece.len = at;
                    piece.stray = begins.or(Some(&BETWEEN_ITEMS));
                    piece.next = PieceStart::YamlItem(dash);
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
        if is_part && let Some(indent) = dedented(line, column) {
            piece.stray = begins;
            column = indent;
        }
        at = next;
    }
    piece
}

/// The piece up to the next object, which begins at `at` without a marker.
fn before_object(piece: Piece, at: usize, begins: Option<&'static Row>) -> Piece {
    Piece {
        len: at,
        stray: begins,
        unmarked: begins.is_none(),
        ..piece
    }
}

/// Whether the line at `at` is not of the piece. `is_object`: the piece begins like an object.
fn is_beside(bytes: &[u8], at: usize, is_object: bool) -> bool {
    let line = &bytes[at..line_end(bytes, at)];
    let is_of_another = || words::begins_prefixed(line) || line.starts_with(b"+apiVersion:");
    pasted::of_line(bytes, at).is_some() || is_object && is_of_another()
}

/// The piece up to words at `at`, if its object ends before them. Otherwise the piece continues, and words can follow
/// it from `words_from`.
#[cold]
fn piece_before_words(
    text: &str,
    piece: &mut Piece,
    at: usize,
    before: Before,
    words_from: &mut usize,
) -> Option<Piece> {
    let run = words::run(text.as_bytes(), at, before);
    piece.reach = piece.reach.max(run.reach);
    if !run.is_last {
        *words_from = run.end;
        return None;
    }
    if !words::are_behind(text, piece.lead, at) {
        *words_from = usize::MAX;
        return None;
    }
    let is_open = piece.place == PieceStart::YamlFooter && !before.has_kind;
    Some(Piece {
        len: at,
        next: if is_open {
            piece.place
        } else {
            PieceStart::Words
        },
        ..*piece
    })
}

/// The piece of lines that are not of an object, where `piece` would begin with them.
///
/// # Errors
/// The lines are of an object. The value is the reach, if that depends on lines far below.
fn stray_lines(bytes: &[u8], piece: Piece) -> Result<Piece, usize> {
    let start = piece.lead;
    let of_list = piece.place == PieceStart::YamlFooter;
    let events = || pasted::of_start(bytes, start).filter(|row| !of_list && **row == EVENTS);
    let (row, len) = match pasted::of_line(bytes, start).or_else(events) {
        Some(row) => (row, row.end(bytes, start, of_list)),
        None => (&WORDS, words_before(bytes, start, of_list)?),
    };
    let next = match list_goes_on(&bytes[len..]) {
        PieceStart::YamlFooter if !of_list => PieceStart::Document,
        next => next,
    };
    let next_line = &bytes[len..line_end(bytes, len)];
    let is_words = words::is_words(next_line) && pasted::of_line(bytes, len).is_none();
    let run = is_words.then(|| words::run(bytes, len, Before::ANY));
    let is_more = next == PieceStart::Document && run.is_some_and(|run| run.is_last);
    Ok(Piece {
        len,
        stray: Some(row),
        next: if is_more { PieceStart::Words } else { next },
        reach: run.map_or(0, |run| run.reach),
        ..piece
    })
}

/// Where words end that begin a piece, if an object or the rest of a list follows.
///
/// # Errors
/// Neither an object nor the rest of a list follows, or the line is not words. The value is the reach, if that depends
/// on lines far below.
#[cold]
fn words_before(bytes: &[u8], start: usize, of_list: bool) -> Result<usize, usize> {
    let line = &bytes[start..line_end(bytes, start)];
    if !words::is_words(line) || words::has_value_below(bytes, start) {
        return Err(0);
    }
    let run = words::run(bytes, start, Before::ANY);
    let is_last = run.is_last
        && (of_list || run.is_before_object(bytes) || words::begins_label(line))
        || !of_list && run.is_before_indented(bytes);
    if is_last { Ok(run.end) } else { Err(run.reach) }
}

/// Words after an object, with which the text begins.
pub(super) fn words(text: &str) -> Piece {
    let bytes = text.as_bytes();
    Piece {
        len: words::run(bytes, 0, Before::ANY).end,
        stray: Some(&WORDS),
        ..Piece::rest(bytes, PieceStart::Words, 0)
    }
}

/// Whether a document whose lines have this indentation ends before the line at `at`: it is a marker, or begins with a
/// brace or a bracket. A value in these cannot continue a block mapping: it is the next document, as when JSON lines
/// follow YAML.
fn ends_document(bytes: &[u8], at: usize, indent: Option<usize>) -> bool {
    match bytes[at] {
        b' ' => indent.is_some_and(|indent| is_indented_marker(bytes, at, indent)),
        b'-' => is_marker(bytes, at, *b"---"),
        _ => true,
    }
}

/// Whether the line at `at` is a marker that is indented like the document.
pub(super) fn is_indented_marker(bytes: &[u8], at: usize, indent: usize) -> bool {
    let is_indent = |indent: &[u8]| indent.iter().all(|byte| *byte == b' ');
    bytes.get(at..at + indent).is_some_and(is_indent)
        && is_marker(bytes, at + indent, *b"---")
        && is_blank_from(bytes, at + indent + 3)
}

/// The column of the dash, if the line after lines of an object at `column` begins the next item of a list.
fn neighbour(line: &[u8], behind: &[u8], column: usize) -> Option<u16> {
    let dash = object_item(line).filter(|dash| usize::from(*dash) < column);
    dash.filter(|_| !is_managed(behind))
}

/// The column where a line begins that begins before another column.
fn dedented(line: &[u8], column: usize) -> Option<usize> {
    let indent = line.iter().take_while(|byte| **byte == b' ').count();
    (indent < column && !is_blank_from(line, indent)).then_some(indent)
}

/// Whether the line after `- apiVersion` is one of `managedFields`.
fn is_managed(lines: &[u8]) -> bool {
    lines[skip_blanks(lines, 0)..].starts_with(b"fieldsType:")
}

/// Whether the line after an `apiVersion` that follows items is one of another object or list. `has_kind`: the
/// list has had its own `kind` after its items; else that of a list may be its own.
fn begins_object(lines: &[u8], has_kind: bool) -> bool {
    let line = lines[..line_end(lines, 0)].trim_ascii_end();
    line.starts_with(b"items:")
        || line.starts_with(b"kind:") && (has_kind || !line.ends_with(b"List"))
}

/// Where a list continues after lines that are not its own.
pub(crate) fn list_goes_on(bytes: &[u8]) -> PieceStart {
    if let Some(column) = object_item(&bytes[..line_end(bytes, 0)]) {
        PieceStart::YamlItem(column)
    } else if bytes.starts_with(b"kind:") || bytes.starts_with(b"metadata:") {
        PieceStart::YamlFooter
    } else {
        PieceStart::Document
    }
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
    let mut piece = Piece::rest(bytes, PieceStart::YamlItem(column as u16), 0);
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
            } else if is_marker(bytes, at, *b"---")
                || matches!(bytes[at], b'{' | b'[') && pasted::of_line(bytes, at).is_none()
                || words::begins_prefixed(&bytes[at..line_end(bytes, at)])
            {
                // As in [`lines`]: braces in the first column are the next document.
                PieceStart::Document
            } else if bytes[at..].starts_with(b"apiVersion:")
                && begins_object(&bytes[line_end(bytes, at)..], false)
            {
                piece.unmarked = true;
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
