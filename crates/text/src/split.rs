//! Where documents and list items begin, without parsing them.
//!
//! A text is cut into *pieces* that together are the whole text: documents, and for a list as
//! kubectl prints it the part before its items, each item, and the part behind them. A piece is
//! what is read anew when it is edited, so a keystroke in a list of 10,000 clusters costs one
//! cluster. The cuts follow from YAML's rules for indentation: inside a document nothing may stand
//! at `---`, and inside a block sequence at column c no line of an item may start at column c or
//! before.
//!
//! The splitter is a machine whose whole memory is the [`Place`] at which a piece begins, so it
//! can be resumed at any piece, and stopped where its cuts meet those of an earlier run.

use memchr::memchr2;

/// Where a piece begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Between documents.
    Document,
    /// Between documents, behind JSON that did not end: whatever follows up to the next `---` is
    /// looked at in parts that start like a document, so that a broken text is not searched to its
    /// end over and over.
    Recovery,
    /// At an item of a YAML list whose dashes stand in this column, from 0.
    YamlItem(u16),
    /// Behind the items of a YAML list.
    YamlFooter,
    /// At an item of a JSON list.
    JsonItem,
    /// At the bracket that closes the items of a JSON list.
    JsonFooter,
}

impl Place {
    /// Whether a piece that begins here is a document or the head of a list.
    pub fn is_document(self) -> bool {
        matches!(self, Self::Document | Self::Recovery)
    }
}

/// How a piece is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// YAML.
    Yaml,
    /// JSON, or YAML in flow style that looks like it.
    Json,
}

/// One cut of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins.
    pub place: Place,
    /// How it is written.
    pub form: Form,
    /// Its length in bytes.
    pub len: usize,
    /// Bytes before its first value: markers, comments, blank lines.
    pub lead: usize,
    /// Whether items follow: this is the part of a list before them.
    pub head: bool,
    /// Whether the cut was a guess, because JSON does not end: it may depend on all that follows.
    pub open_ended: bool,
    /// Where the next piece begins.
    pub next: Place,
}

/// Cuts the first piece off a text. `None` for an empty text. O(bytes of the piece).
pub fn first_piece(text: &str, place: Place) -> Option<Piece> {
    if text.is_empty() {
        return None;
    }
    let piece = match place {
        Place::Document | Place::Recovery => document(text, place),
        Place::YamlItem(column) => yaml_item(text, column),
        Place::YamlFooter => yaml_lines(text, 0, Place::YamlFooter),
        Place::JsonItem => json_item(text),
        Place::JsonFooter => json_footer(text),
    };
    debug_assert!(piece.len > 0 && piece.len <= text.len());
    Some(piece)
}

/// The bytes from `at` to the start of the next line.
fn line_end(bytes: &[u8], at: usize) -> usize {
    match memchr2(b'\n', b'\r', &bytes[at..]) {
        None => bytes.len(),
        Some(index) => {
            let end = at + index;
            let is_crlf = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
            end + 1 + usize::from(is_crlf)
        }
    }
}

fn is_space_or_end(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\t' | b'\n' | b'\r'))
}

/// Whether a document marker (`---` or `...`) stands at `at`.
fn is_marker(bytes: &[u8], at: usize, marker: [u8; 3]) -> bool {
    bytes[at..].starts_with(&marker) && is_space_or_end(bytes.get(at + 3))
}

/// The first byte at or behind `at` that is neither blank nor a tab, on the same line.
fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Whether the rest of the line from `at` is empty or a comment.
fn is_blank_from(bytes: &[u8], at: usize) -> bool {
    matches!(
        bytes.get(skip_blanks(bytes, at)),
        None | Some(b'\n' | b'\r' | b'#')
    )
}

fn document(text: &str, place: Place) -> Piece {
    let bytes = text.as_bytes();
    let mut at = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    // Behind a marker nothing needs recovery any more.
    let mut next_place = place;
    let mut marked = false;
    let empty = |len: usize, next: Place| Piece {
        place,
        form: Form::Yaml,
        len,
        lead: len,
        head: false,
        open_ended: false,
        next,
    };
    loop {
        if at >= bytes.len() {
            return empty(bytes.len(), next_place);
        }
        let next = line_end(bytes, at);
        if is_marker(bytes, at, *b"---") {
            if marked {
                return empty(at, next_place);
            }
            marked = true;
            next_place = Place::Document;
            if !is_blank_from(bytes, at + 3) {
                let content = skip_blanks(bytes, at + 3);
                return content_piece(text, at, content, (place, next_place));
            }
        } else if is_marker(bytes, at, *b"...") {
            return empty(next, next_place);
        } else if !is_blank_from(bytes, at) && (marked || bytes[at] != b'%') {
            return content_piece(text, at, skip_blanks(bytes, at), (place, next_place));
        }
        at = next;
    }
}

/// A document whose first value begins at `content`, on the line that starts at `line`. `next`:
/// where the piece behind it begins, as far as is known.
fn content_piece(text: &str, line: usize, content: usize, (place, next): (Place, Place)) -> Piece {
    let piece = match text.as_bytes()[content] {
        b'{' | b'[' if next == Place::Recovery => recovered_json(text, content),
        b'{' | b'[' => json_document(text, content),
        _ => {
            let piece = yaml_lines(text, line, Place::Document);
            Piece {
                next: if piece.head { piece.next } else { next },
                ..piece
            }
        }
    };
    Piece { place, ..piece }
}

/// A YAML document from the line at `start`, or the part of one behind its list of items.
fn yaml_lines(text: &str, start: usize, place: Place) -> Piece {
    let bytes = text.as_bytes();
    let mut piece = Piece {
        place,
        form: Form::Yaml,
        len: bytes.len(),
        lead: start,
        head: false,
        open_ended: false,
        next: Place::Document,
    };
    let mut at = start;
    while at < bytes.len() {
        let next = line_end(bytes, at);
        match bytes[at] {
            b'-' if at > start && is_marker(bytes, at, *b"---") => {
                piece.len = at;
                return piece;
            }
            // A value in braces cannot go on a block mapping: it is the next document, as when
            // JSON lines follow YAML.
            b'{' if at > start => {
                piece.len = at;
                return piece;
            }
            b'.' if is_marker(bytes, at, *b"...") => {
                piece.len = next;
                return piece;
            }
            b'i' if place == Place::Document
                && bytes[at..].starts_with(b"items:")
                && is_space_or_end(bytes.get(at + 6))
                && is_blank_from(bytes, at + 6) =>
            {
                if let Some((item, column)) = first_item(bytes, next) {
                    piece.len = item;
                    piece.head = true;
                    piece.next = Place::YamlItem(column);
                    return piece;
                }
            }
            _ => {}
        }
        at = next;
    }
    piece
}

/// The first line behind `at` that is neither blank nor a comment, where it starts an item: its
/// start and the column of its dash.
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

fn yaml_item(text: &str, column: u16) -> Piece {
    let bytes = text.as_bytes();
    let column = usize::from(column);
    let mut piece = Piece {
        place: Place::YamlItem(column as u16),
        form: Form::Yaml,
        len: bytes.len(),
        lead: 0,
        head: false,
        open_ended: false,
        next: Place::Document,
    };
    let mut at = line_end(bytes, 0);
    while at < bytes.len() {
        let indent = bytes[at..]
            .iter()
            .take(column + 1)
            .take_while(|b| **b == b' ')
            .count();
        if indent <= column && !is_blank_from(bytes, at) {
            piece.len = at;
            let first = at + indent;
            let is_item = bytes[first] == b'-' && is_space_or_end(bytes.get(first + 1));
            piece.next = if indent == column && is_item {
                Place::YamlItem(column as u16)
            } else if bytes[at] == b'{' || is_marker(bytes, at, *b"---") {
                // As in `yaml_lines`: braces in the first column are the next document.
                Place::Document
            } else {
                Place::YamlFooter
            };
            return piece;
        }
        at = line_end(bytes, at);
    }
    piece
}

/// Follows JSON without reading it: only braces, brackets, strings, and where `items` begin.
struct JsonScan<'t> {
    bytes: &'t [u8],
    at: usize,
    depth: usize,
}

impl JsonScan<'_> {
    /// Goes on to the end of the value, the closing brace included. `Err` where the text ends
    /// before. `Ok(Some(at))`: stopped at the first item of a list named `items` at depth 1.
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
                // No value goes on behind a document's marker.
                b'\n' | b'\r' if is_marker(self.bytes, self.at, *b"---") => return Err(()),
                b':' | b' ' | b'\t' | b'\n' | b'\r' => continue,
                _ => {}
            }
            after_items_key = false;
        }
        Err(())
    }

    /// From behind an opening quote to behind its closing one, which is on the same line.
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

fn json_piece(place: Place, len: usize, next: Place) -> Piece {
    Piece {
        place,
        form: Form::Json,
        len,
        lead: 0,
        head: false,
        open_ended: false,
        next,
    }
}

fn json_document(text: &str, content: usize) -> Piece {
    let bytes = text.as_bytes();
    let mut scan = JsonScan {
        bytes,
        at: content,
        depth: 0,
    };
    let piece = match scan.run(bytes[content] == b'{') {
        Ok(Some(item)) => Piece {
            head: true,
            ..json_piece(Place::Document, item, Place::JsonItem)
        },
        Ok(None) => json_piece(
            Place::Document,
            end_of_value(bytes, scan.at),
            Place::Document,
        ),
        Err(()) => broken_json(bytes, content, Place::Document),
    };
    Piece {
        lead: content,
        ..piece
    }
}

fn json_item(text: &str) -> Piece {
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
        return broken_json(bytes, 0, Place::JsonItem);
    };
    let mut at = scan.skip_space(end);
    if bytes.get(at) == Some(&b',') {
        at = scan.skip_space(at + 1);
        if !matches!(bytes.get(at), None | Some(b']')) {
            return json_piece(Place::JsonItem, at, Place::JsonItem);
        }
    }
    match bytes.get(at) {
        Some(b']') if at > 0 => json_piece(Place::JsonItem, at, Place::JsonFooter),
        _ => broken_json(bytes, 0, Place::JsonItem),
    }
}

fn json_footer(text: &str) -> Piece {
    let bytes = text.as_bytes();
    // As if behind the braces of the object and the bracket of its items.
    let mut scan = JsonScan {
        bytes,
        at: 0,
        depth: 2,
    };
    match scan.run(false) {
        Ok(_) => json_piece(
            Place::JsonFooter,
            end_of_value(bytes, scan.at),
            Place::Document,
        ),
        Err(()) => broken_json(bytes, 0, Place::JsonFooter),
    }
}

/// Behind a JSON value: blanks and the end of its line belong to it.
fn end_of_value(bytes: &[u8], at: usize) -> usize {
    let rest = skip_blanks(bytes, at);
    match bytes.get(rest) {
        None => rest,
        Some(b'\n' | b'\r') => line_end(bytes, rest),
        Some(_) => at,
    }
}

/// A document in braces behind broken JSON: it has to end before a line starts like another one.
fn recovered_json(text: &str, content: usize) -> Piece {
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
        ..json_piece(Place::Recovery, len, Place::Recovery)
    }
}

/// JSON that does not end: it is taken to end where a line starts like another document.
fn broken_json(bytes: &[u8], content: usize, place: Place) -> Piece {
    Piece {
        open_ended: true,
        ..json_piece(place, next_start(bytes, content), Place::Recovery)
    }
}

/// The first line behind `at` that starts like another document.
fn next_start(bytes: &[u8], at: usize) -> usize {
    let mut at = line_end(bytes, at);
    while at < bytes.len() && bytes[at] != b'{' && !is_marker(bytes, at, *b"---") {
        at = line_end(bytes, at);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a text and writes one line a piece: place, flags, text.
    fn cut(text: &str) -> Vec<String> {
        let mut pieces = Vec::new();
        let (mut rest, mut place) = (text, Place::Document);
        while let Some(piece) = first_piece(rest, place) {
            let place_name = match piece.place {
                Place::Document => "doc".to_owned(),
                Place::Recovery => "rec".to_owned(),
                Place::YamlItem(column) => format!("item{column}"),
                Place::YamlFooter | Place::JsonFooter => "footer".to_owned(),
                Place::JsonItem => "item".to_owned(),
            };
            let head = if piece.head { "+" } else { "" };
            let open = if piece.open_ended { "?" } else { "" };
            let (text, behind) = rest.split_at(piece.len);
            pieces.push(format!("{place_name}{head}{open} {text}"));
            rest = behind;
            place = piece.next;
        }
        let whole = pieces
            .iter()
            .map(|piece| piece.split_once(' ').unwrap().1)
            .collect::<String>();
        assert_eq!(whole, text, "pieces are the whole text");
        pieces
    }

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        assert_eq!(cut(text), expect);
    }

    #[test]
    fn documents() {
        check("", &[]);
        check("\n# nothing\n", &["doc \n# nothing\n"]);
        check("a: 1\n---\nb: 2\n", &["doc a: 1\n", "doc ---\nb: 2\n"]);
        check(
            "---\n---\na: 1\n...\n# end\n",
            &["doc ---\n", "doc ---\na: 1\n...\n", "doc # end\n"],
        );
        check(
            "%YAML 1.2\n---\na: 1\r\n---\r\nb: 2",
            &["doc %YAML 1.2\n---\na: 1\r\n", "doc ---\r\nb: 2"],
        );
        check("a: 1\r---\rb: 2", &["doc a: 1\r", "doc ---\rb: 2"]);
        check(
            "a: |\n  --- x\n ---\n--- b\n",
            &["doc a: |\n  --- x\n ---\n", "doc --- b\n"],
        );
        check("\u{feff}---\na: 1\n", &["doc \u{feff}---\na: 1\n"]);
    }

    #[test]
    fn yaml_lists() {
        check(
            "apiVersion: v1\nitems:\n# first\n- a: 1\n  b: |\n   x\n\n# x\n- a: 2\nkind: List\nmetadata:\n  r: \"\"\n---\nc: 1\n",
            &[
                "doc+ apiVersion: v1\nitems:\n# first\n",
                "item0 - a: 1\n  b: |\n   x\n\n# x\n",
                "item0 - a: 2\n",
                "footer kind: List\nmetadata:\n  r: \"\"\n",
                "doc ---\nc: 1\n",
            ],
        );
        check(
            "items:\n  - a: 1\n    c:\n    - x\n  -\n    a: 2\n- odd\n",
            &[
                "doc+ items:\n",
                "item2   - a: 1\n    c:\n    - x\n",
                "item2   -\n    a: 2\n",
                "footer - odd\n",
            ],
        );
        check(
            "items:\n- a: 1\n---\nb: 2\n",
            &["doc+ items:\n", "item0 - a: 1\n", "doc ---\nb: 2\n"],
        );
        check("items: []\nkind: List\n", &["doc items: []\nkind: List\n"]);
        check(
            "data:\n  items:\n  - a\n",
            &["doc data:\n  items:\n  - a\n"],
        );
    }

    #[test]
    fn json() {
        check(
            "{\"a\": 1}\n{\"b\": \"}\"}\n",
            &["doc {\"a\": 1}\n", "doc {\"b\": \"}\"}\n"],
        );
        check(
            "{\"kind\": \"List\", \"items\": [\n {\"a\": 1},\n {\"a\": 2}\n], \"m\": {}}\n---\nx: 1\n",
            &[
                "doc+ {\"kind\": \"List\", \"items\": [\n ",
                "item {\"a\": 1},\n ",
                "item {\"a\": 2}\n",
                "footer ], \"m\": {}}\n",
                "doc ---\nx: 1\n",
            ],
        );
        check("{\"items\": []}", &["doc {\"items\": []}"]);
        check(
            "{\"a\": {\"items\": [1]}}",
            &["doc {\"a\": {\"items\": [1]}}"],
        );
        check(
            "x: 1\n{\"a\": 1} {\"b\": 2}",
            &["doc x: 1\n", "doc {\"a\": 1}", "doc  {\"b\": 2}"],
        );
    }

    #[test]
    fn broken_json_ends_at_the_next_document() {
        check(
            "{\"a\": {\n{\"b\": 2}\n",
            &["doc? {\"a\": {\n", "rec {\"b\": 2}\n"],
        );
        check(
            "{\"a\": \"\n---\nb: 2\n",
            &["doc? {\"a\": \"\n", "rec ---\nb: 2\n"],
        );
        check(
            "{\"a\": 1}}\n{\"b\": 2}\n",
            &["doc {\"a\": 1}", "doc }\n", "doc {\"b\": 2}\n"],
        );
        check(
            "{\"items\":[{\"a\":1}",
            &["doc+ {\"items\":[", "item? {\"a\":1}"],
        );
    }
}
