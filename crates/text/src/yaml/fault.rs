//! Where YAML that cannot be read is at fault.
//!
//! The parser says where it cannot go on. That is often far behind what is at fault: a tab in the indentation, a quote
//! or a bracket that is not closed, or what is none of YAML's: spaces and quotes of word processors, escapes of HTML.
//! With those a text may even be YAML, of something else. This scanner knows only these.

use super::{ParseCause, ParseError, foreign};
use crate::{Fault, left_out::is_mark};

/// What is at fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Tab(usize),
    Unclosed(usize),
    /// What is none of YAML's.
    Foreign(usize),
    /// A comment that stands for what was left out: no fault of the text.
    LeftOut(usize),
}

/// What is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seek {
    /// What is not closed.
    Unclosed,
    /// Why the parser gave up here; what stands behind it is not at fault.
    Cause(usize),
    /// In a text that was read, what is none of YAML's, or a comment for what was left out.
    Foreign,
}

/// The byte of the innermost bracket or quote that a text does not close.
pub(super) fn unclosed(source: &str) -> Option<usize> {
    match scan(source.as_bytes(), Seek::Unclosed) {
        Some(Found::Unclosed(at)) => Some(at),
        _ => None,
    }
}

/// The error at its true place, with a message of its own where that is known.
pub(super) fn at_cause(source: &str, error: ParseError) -> ParseError {
    if error.code != Fault::Syntax {
        return error;
    }
    let (at, cause, message) = match scan(source.as_bytes(), Seek::Cause(error.at)) {
        Some(Found::Tab(at)) => {
            let message = "a tab cannot indent, use spaces".to_owned();
            (at, ParseCause::Tab, message)
        }
        Some(Found::Unclosed(at)) => {
            let open = source.get(at..=at).unwrap_or_default();
            (at, ParseCause::Unclosed, format!("`{open}` is not closed"))
        }
        Some(Found::Foreign(at)) => return foreign::error(source, at),
        _ => return error,
    };
    ParseError {
        message,
        at,
        cause,
        ..error
    }
}

/// What is wrong with a text that can be read as YAML; or, where nothing is, the first comment that stands for what was
/// left out.
pub(super) fn in_yaml(source: &str) -> Result<Option<usize>, ParseError> {
    match scan(source.as_bytes(), Seek::Foreign) {
        Some(Found::Foreign(at)) => Err(foreign::error(source, at)),
        Some(Found::LeftOut(at)) => Ok(Some(at)),
        _ => Ok(None),
    }
}

/// Scans a text.
fn scan(bytes: &[u8], seek: Seek) -> Option<Found> {
    let error = match seek {
        Seek::Cause(at) => Some(at),
        _ => None,
    };
    let mut scan = Scan {
        bytes,
        error,
        limit: match seek {
            Seek::Unclosed => None,
            Seek::Cause(at) => Some(line_end(bytes, at) + 1),
            Seek::Foreign => Some(usize::MAX),
        },
        open: Vec::new(),
        block: None,
        free: None,
        left_out: None,
        at: 0,
    };
    while scan.at < bytes.len() {
        if let Some(found) = scan.line() {
            return Some(found);
        }
    }
    match seek {
        Seek::Foreign => scan.left_out.map(Found::LeftOut),
        _ => scan.open.pop().map(Found::Unclosed),
    }
}

/// A text on the way.
struct Scan<'b> {
    bytes: &'b [u8],
    /// Where the parser gave up.
    error: Option<usize>,
    /// What begins behind it is not at fault; `None`: only what is not closed is sought.
    limit: Option<usize>,
    /// Brackets.
    open: Vec<usize>,
    /// The indentation of the line whose value is a block scalar.
    block: Option<usize>,
    /// The indentation of the line whose value is free text.
    free: Option<usize>,
    /// The first comment that stands for what was left out.
    left_out: Option<usize>,
    /// The next line.
    at: usize,
}

impl Scan<'_> {
    /// Scans a line, and those that a text in quotes goes on in.
    fn line(&mut self) -> Option<Found> {
        let (bytes, mut line) = (self.bytes, self.at);
        let end = line_end(bytes, line);
        // A byte order mark may begin a line: of a file that was put behind another one.
        if bytes[line..end].starts_with("\u{feff}".as_bytes()) {
            line += '\u{feff}'.len_utf8();
        }
        let indent = count(bytes, line, end, |byte| byte == b' ');
        let first = line + indent;
        let blanks = count(bytes, first, end, |byte| {
            matches!(byte, b' ' | b'\t' | b'\r')
        });
        let begin = first + blanks;
        self.at = end + 1;
        if self.block.is_some_and(|parent| indent > parent) {
            return None;
        }
        let text = &bytes[begin..end];
        if text.is_empty() || text[0] == b'#' {
            if self.left_out.is_none() && is_mark(text) {
                self.left_out = Some(begin);
            }
            return None;
        }
        self.block = None;
        let seeks = self.limit.is_some_and(|limit| line <= limit);
        let is_broken = self.error.is_some();
        // The parser gives up on the tab's line, or at the end of the one before.
        if blanks > 0 && self.open.is_empty() && is_broken && seeks {
            return Some(Found::Tab(first));
        }
        if self.free.is_none_or(|parent| indent <= parent) {
            self.free = foreign::is_free(text).then_some(indent);
        }
        if seeks && let Some(at) = foreign::in_line(text, self.free.is_some(), is_broken) {
            return Some(Found::Foreign(begin + at));
        }
        self.values(begin, indent, seeks)
    }

    /// Scans keys and values from the first character of a line.
    fn values(&mut self, mut here: usize, indent: usize, seeks: bool) -> Option<Found> {
        let bytes = self.bytes;
        let mut is_value = true;
        let mut has_key = false;
        while here < bytes.len() && bytes[here] != b'\n' {
            let byte = bytes[here];
            let next = bytes.get(here + 1);
            let ends = matches!(next, None | Some(b' ' | b'\t' | b'\r' | b'\n'));
            if seeks
                && is_value
                && foreign::is_one(&bytes[here..], self.free.is_some(), self.error.is_some())
            {
                return Some(Found::Foreign(here));
            }
            match byte {
                b' ' | b'\t' | b'\r' => {
                    if byte != b'\r' && next == Some(&b'#') {
                        break;
                    }
                }
                b'"' | b'\'' if is_value => {
                    let Some(close) = closing(bytes, here) else {
                        return Some(Found::Unclosed(here));
                    };
                    // Not to the line's end for each text: a line can be all of a file.
                    let is_long = bytes[here..close].contains(&b'\n');
                    let holds = |at: &usize| (here..=line_end(bytes, close)).contains(at);
                    if is_long && self.error.as_ref().is_some_and(holds) {
                        return Some(Found::Unclosed(here));
                    }
                    here = close;
                    is_value = false;
                }
                b'[' | b'{' if is_value => self.open.push(here),
                b']' | b'}' => {
                    self.open.pop();
                    is_value = false;
                }
                b',' if !self.open.is_empty() => is_value = true,
                b':' if ends || !self.open.is_empty() => (is_value, has_key) = (true, true),
                b':' if seeks && !has_key && foreign::is_space(&bytes[here + 1..]) => {
                    return Some(Found::Foreign(here + 1));
                }
                b'-' | b'?' if ends && is_value => {}
                b'&' | b'!' if is_value => {
                    while here + 1 < bytes.len() && !bytes[here + 1].is_ascii_whitespace() {
                        here += 1;
                    }
                }
                b'|' | b'>' if is_value && self.open.is_empty() => {
                    self.block = Some(indent);
                    break;
                }
                _ => is_value = false,
            }
            here += 1;
        }
        self.at = line_end(bytes, here.min(bytes.len())) + 1;
        None
    }
}

/// The line break behind a byte, or the end.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found)
}

fn count(bytes: &[u8], from: usize, to: usize, is: fn(u8) -> bool) -> usize {
    bytes[from..to].iter().take_while(|byte| is(**byte)).count()
}

/// The quote that closes the one at `at`.
fn closing(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = bytes[at];
    let mut here = at + 1;
    while let Some(byte) = bytes.get(here) {
        if *byte == b'\\' && quote == b'"' {
            here += 1;
        } else if *byte == quote {
            if quote == b'\'' && bytes.get(here + 1) == Some(&quote) {
                here += 1;
            } else {
                return Some(here);
            }
        }
        here += 1;
    }
    None
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::super::parse;
    use crate::tree::Tree;

    /// A text cannot be read, and the error stands at this line and column, from 1.
    #[track_caller]
    fn check(source: &str, expect: &str) {
        let error = parse(source, &mut Tree::default()).expect_err("cannot be read");
        let before = &source[..error.at];
        let line = before.matches('\n').count() + 1;
        let column = error.at - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        assert_eq!(format!("{line}:{column} {}", error.message), expect);
    }

    #[test]
    fn tabs() {
        let tab = "a tab cannot indent, use spaces";
        check("a:\n  b: 1\n\tc: 2\n  d: 3\n", &format!("3:1 {tab}"));
        check("a:\n  b: 1\n  \tc: 2\nd: 3\n", &format!("3:3 {tab}"));
        check("- a: 1\n  b:\n\tc: x\n    d: [1\n", &format!("3:1 {tab}"));
        // Inside a block scalar a tab is text.
        check("a: |\n  x\n  \ty\nb: [1\n", "4:4 `[` is not closed");
    }

    #[test]
    fn brackets_and_quotes() {
        check("a: [1, 2\nb: c\n", "1:4 `[` is not closed");
        check("a: {b: [1, {c: 2}\n", "1:8 `[` is not closed");
        check("a: 1\nb: \"x\nc: 2\n", "2:4 `\"` is not closed");
        check("a: 1\nb: \"x\nc: \"y\"\n", "2:4 `\"` is not closed");
        check("a: 'it''s\nb: 2\n", "1:4 `'` is not closed");
        check(
            "a: x[1\nb: \"[\"\nc: &n [1]\nd: # [\ne: {f\n",
            "5:4 `{` is not closed",
        );
        // Nothing of the kind: the parser's own error.
        check(
            "a: [1]\nb: c: d\n",
            "2:5 mapping values are not allowed in this context",
        );
    }
}
