//! Where YAML that cannot be read is at fault.
//!
//! The parser says where it cannot go on. That is often far behind what is at fault: a tab in the indentation, a quote
//! or a bracket that is not closed. This scanner knows only these.

use super::ParseError;
use crate::Fault;

/// What is at fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Tab(usize),
    Unclosed(usize),
}

/// The byte of the innermost bracket or quote that a text does not close.
pub(super) fn unclosed(source: &str) -> Option<usize> {
    match scan(source.as_bytes(), None) {
        Some(Found::Unclosed(at)) => Some(at),
        _ => None,
    }
}

/// The error at its true place, with a message of its own where that is known.
pub(super) fn at_cause(source: &str, error: ParseError) -> ParseError {
    if error.code != Fault::Syntax {
        return error;
    }
    let found = scan(source.as_bytes(), Some(error.at));
    let (at, message) = match found {
        Some(Found::Tab(at)) => (at, "a tab cannot indent, use spaces".to_owned()),
        Some(Found::Unclosed(at)) => {
            let open = source.get(at..=at).unwrap_or_default();
            (at, format!("`{open}` is not closed"))
        }
        None => return error,
    };
    ParseError {
        message,
        at,
        ..error
    }
}

/// Scans a text. `error`: where the parser gave up; tabs and quotes behind it are not at fault.
fn scan(bytes: &[u8], error: Option<usize>) -> Option<Found> {
    let mut open: Vec<usize> = Vec::new();
    // The indentation of the line whose value is a block scalar.
    let mut block: Option<usize> = None;
    let mut at = 0;
    while at < bytes.len() {
        let end = line_end(bytes, at);
        let indent = count(bytes, at, end, |byte| byte == b' ');
        let first = at + indent;
        let blanks = count(bytes, first, end, |byte| {
            matches!(byte, b' ' | b'\t' | b'\r')
        });
        let line = at;
        let is_blank = first + blanks == end || bytes[first + blanks] == b'#';
        at = end + 1;
        if is_blank || block.is_some_and(|parent| indent > parent) {
            continue;
        }
        block = None;
        // The parser gives up on the tab's line, or at the end of the one before.
        if blanks > 0
            && open.is_empty()
            && error.is_some_and(|error| line <= line_end(bytes, error) + 1)
        {
            return Some(Found::Tab(first));
        }
        let mut here = first + blanks;
        let mut is_value = true;
        while here < bytes.len() && bytes[here] != b'\n' {
            let byte = bytes[here];
            let next = bytes.get(here + 1);
            let ends = matches!(next, None | Some(b' ' | b'\t' | b'\r' | b'\n'));
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
                    let is_long = close > line_end(bytes, here);
                    let to = line_end(bytes, close);
                    if is_long && error.is_some_and(|error| (here..=to).contains(&error)) {
                        return Some(Found::Unclosed(here));
                    }
                    here = close;
                    is_value = false;
                }
                b'[' | b'{' if is_value => open.push(here),
                b']' | b'}' => {
                    open.pop();
                    is_value = false;
                }
                b',' if !open.is_empty() => is_value = true,
                b':' if ends || !open.is_empty() => is_value = true,
                b'-' | b'?' if ends && is_value => {}
                b'&' | b'!' if is_value => {
                    while here + 1 < bytes.len() && !bytes[here + 1].is_ascii_whitespace() {
                        here += 1;
                    }
                }
                b'|' | b'>' if is_value && open.is_empty() => {
                    block = Some(indent);
                    break;
                }
                _ => is_value = false,
            }
            here += 1;
        }
        at = line_end(bytes, here.min(bytes.len())) + 1;
    }
    open.pop().map(Found::Unclosed)
}

/// The line break behind a byte, or the end.
fn line_end(bytes: &[u8], at: usize) -> usize {
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
