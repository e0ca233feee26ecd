//! Where YAML that cannot be read is at fault.
//!
//! The parser says where it cannot go on. That is often far behind what is at fault: a tab in the indentation, a quote
//! or a bracket that is not closed, or what is none of YAML's: spaces and quotes of word processors, escapes of HTML.
//! With those a text may even be YAML, of something else. This scanner knows only these.

use super::ParseError;
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

/// Fields with free text.
const FREE: [&[u8]; 4] = [b"annotations:", b"data:", b"message:", b"description:"];

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
    let (at, message) = match scan(source.as_bytes(), Seek::Cause(error.at)) {
        Some(Found::Tab(at)) => (at, "a tab cannot indent, use spaces".to_owned()),
        Some(Found::Unclosed(at)) => {
            let open = source.get(at..=at).unwrap_or_default();
            (at, format!("`{open}` is not closed"))
        }
        Some(Found::Foreign(at)) => return foreign(source, at),
        _ => return error,
    };
    ParseError {
        message,
        at,
        ..error
    }
}

/// What is wrong with a text that can be read as YAML; or, where nothing is, the first comment that stands for what was
/// left out.
pub(super) fn in_yaml(source: &str) -> Result<Option<usize>, ParseError> {
    match scan(source.as_bytes(), Seek::Foreign) {
        Some(Found::Foreign(at)) => Err(foreign(source, at)),
        Some(Found::LeftOut(at)) => Ok(Some(at)),
        _ => Ok(None),
    }
}

/// The error about what is none of YAML's.
fn foreign(source: &str, at: usize) -> ParseError {
    let text = source.get(at..).unwrap_or_default();
    let first = text.chars().next().unwrap_or_default();
    let until = |end: &[char]| {
        let end = text.find(end).unwrap_or(text.len());
        text[..end].trim_end()
    };
    let message = match first {
        '&' => format!(
            "`{};` is an escape of HTML: write the character itself",
            until(&[';'])
        ),
        '@' | '%' => format!("`{}` is a placeholder: fill it in", until(&[' ', '\n'])),
        '\u{2018}'..='\u{201b}' => format!("`{first}` is not a quote of YAML: use `'`"),
        '\u{201c}'..='\u{201f}' => format!("`{first}` is not a quote of YAML: use `\"`"),
        _ if is_space(text.as_bytes()) => {
            let code = u32::from(first);
            let (name, advice) = match code {
                0xa0 => (" (no-break space)", "use plain spaces"),
                0x200b..=0x200d | 0x2060 | 0xfeff => (" (zero-width)", "delete it"),
                _ => ("", "use plain spaces"),
            };
            format!("U+{code:04X}{name} is not a space of YAML: {advice}")
        }
        _ => format!("`{}` stands for what was left out", until(&['\n'])),
    };
    ParseError {
        code: Fault::Syntax,
        message,
        at,
        unknown_anchor: false,
        is_foreign: true,
    }
}

/// Whether a text begins with a space that is none in YAML, or with a character of no width.
fn is_space(text: &[u8]) -> bool {
    matches!(
        text,
        [0xc2, 0xa0, ..]
            | [0xe2, 0x80, 0x80..=0x8d | 0xaf, ..]
            | [0xe2, 0x81, 0x9f | 0xa0, ..]
            | [0xe3, 0x80, 0x80, ..]
            | [0xef, 0xbb, 0xbf, ..]
    )
}

/// Where the space begins that a text ends with.
fn last_space(text: &[u8]) -> Option<usize> {
    let begins = |byte: &u8| byte & 0xc0 != 0x80;
    text.iter()
        .rposition(begins)
        .filter(|at| is_space(&text[*at..]))
}

/// Whether a text, up to its line's end, is in quotes of word processors.
fn is_quoted(text: &[u8]) -> bool {
    let is_quote = |text: &[u8]| matches!(text, [0xe2, 0x80, 0x98..=0x9f, ..]);
    let end = line_end(text, 0);
    is_quote(text) && (3..end).any(|at| is_quote(&text[at..]))
}

/// Whether a text begins with an escape of HTML, which YAML reads as an anchor.
fn is_escape(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"&").unwrap_or_default();
    let name = &name[..name.len().min(6)];
    let end = name.iter().position(|byte| *byte == b';');
    end.is_some_and(|end| {
        name.first() == Some(&b'#')
            || [&b"quot"[..], b"lt", b"gt", b"amp", b"apos", b"nbsp"].contains(&&name[..end])
    })
}

/// Scans a text.
fn scan(bytes: &[u8], seek: Seek) -> Option<Found> {
    let error = match seek {
        Seek::Cause(at) => Some(at),
        _ => None,
    };
    let limit = error.map_or(usize::MAX, |error| line_end(bytes, error) + 1);
    let mut left_out = None;
    let mut open: Vec<usize> = Vec::new();
    // The indentation of the line whose value is a block scalar, and of that whose value is free text.
    let mut block: Option<usize> = None;
    let mut free: Option<usize> = None;
    let mut at = 0;
    while at < bytes.len() {
        let end = line_end(bytes, at);
        let indent = count(bytes, at, end, |byte| byte == b' ');
        let first = at + indent;
        let blanks = count(bytes, first, end, |byte| {
            matches!(byte, b' ' | b'\t' | b'\r')
        });
        let line = at;
        let begin = first + blanks;
        let is_comment = bytes.get(begin) == Some(&b'#');
        at = end + 1;
        if block.is_some_and(|parent| indent > parent) {
            continue;
        }
        if begin == end || is_comment {
            if is_comment && left_out.is_none() && is_mark(&bytes[begin..end]) {
                left_out = Some(Found::LeftOut(begin));
            }
            continue;
        }
        block = None;
        let is_before = line <= limit;
        // The parser gives up on the tab's line, or at the end of the one before.
        if blanks > 0 && open.is_empty() && error.is_some() && is_before {
            return Some(Found::Tab(first));
        }
        let text = &bytes[begin..end];
        if !free.is_some_and(|parent| indent > parent) {
            let key = text.strip_prefix(b"- ").unwrap_or(text);
            free = FREE
                .iter()
                .any(|free| key.starts_with(free))
                .then_some(indent);
        }
        let seeks = seek != Seek::Unclosed && is_before;
        if seeks {
            if is_space(text) || error.is_some() && is_mark(text) {
                return Some(Found::Foreign(begin));
            }
            let space = last_space(text.trim_ascii_end()).filter(|_| free.is_none());
            if let Some(space) = space.filter(|_| memchr::memchr(b'#', text).is_none()) {
                return Some(Found::Foreign(begin + space));
            }
        }
        let mut here = begin;
        let mut is_value = true;
        let mut has_key = false;
        while here < bytes.len() && bytes[here] != b'\n' {
            let byte = bytes[here];
            let next = bytes.get(here + 1);
            let ends = matches!(next, None | Some(b' ' | b'\t' | b'\r' | b'\n'));
            if seeks && is_value && (byte == b'&' || byte >= 0xc2) {
                let text = &bytes[here..];
                if is_space(text) || is_escape(text) || free.is_none() && is_quoted(text) {
                    return Some(Found::Foreign(here));
                }
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
                b':' if ends || !open.is_empty() => (is_value, has_key) = (true, true),
                b':' if seeks && !has_key && is_space(&bytes[here + 1..]) => {
                    return Some(Found::Foreign(here + 1));
                }
                b'-' | b'?' if ends && is_value => {}
                b'@' | b'%' if is_value && seeks && error.is_some() => {
                    return Some(Found::Foreign(here));
                }
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
    if seek == Seek::Foreign {
        return left_out;
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
