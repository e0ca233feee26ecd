//! What is none of YAML's: spaces and quotes of word processors, escapes of HTML, marks for what was left out.

use memchr::memchr;

use super::{ParseCause, ParseError, fault::line_end};
use crate::{Fault, left_out::is_mark};

/// Fields with free text.
const FREE: [&[u8]; 4] = [b"annotations:", b"data:", b"message:", b"description:"];

/// The error about what is none of YAML's.
pub(super) fn error(source: &str, at: usize) -> ParseError {
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
        '\u{1b}' => {
            let code = until(&['m', ' ', '\n']);
            let code = code.get(1..).unwrap_or_default();
            format!("`ESC{code}m` is a colour of a terminal, not YAML: print without colours")
        }
        '@' | '%' => format!("`{}` is a placeholder: fill it in", until(&[' ', '\n'])),
        '\u{2018}'..='\u{201b}' => format!("`{first}` is not a quote of YAML: use `'`"),
        '\u{201c}'..='\u{201f}' => format!("`{first}` is not a quote of YAML: use `\"`"),
        _ if is_space(text.as_bytes()) => {
            let code = u32::from(first);
            let (name, advice) = match code {
                0xa0 => (" (no-break space)", "use plain spaces"),
                0x200b..=0x200d | 0x2060 | 0xfeff => (" (a character of no width)", "delete it"),
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
        cause: ParseCause::Foreign,
    }
}

/// Whether a text begins with a space that is none in YAML, or with a character of no width.
pub(super) fn is_space(text: &[u8]) -> bool {
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

/// Whether a line is of a field with free text.
pub(super) fn is_free(line: &[u8]) -> bool {
    let key = line.strip_prefix(b"- ").unwrap_or(line);
    FREE.iter().any(|free| key.starts_with(free))
}

/// Where in a line, from its first character, something stands that no value explains. `is_free`: the line is of free
/// text. `is_broken`: the text cannot be read.
pub(super) fn in_line(line: &[u8], is_free: bool, is_broken: bool) -> Option<usize> {
    if is_space(line) || is_broken && is_mark(line) {
        return Some(0);
    }
    let space = last_space(line.trim_ascii_end()).filter(|_| !is_free);
    space.filter(|_| memchr(b'#', line).is_none())
}

/// Whether a key or a value is none of YAML.
pub(super) fn is_one(value: &[u8], is_free: bool, is_broken: bool) -> bool {
    match value.first() {
        Some(b'&') => is_escape(value),
        Some(b'@' | b'%') => is_broken,
        Some(0xc2..) => is_space(value) || !is_free && is_quoted(value),
        _ => false,
    }
}
