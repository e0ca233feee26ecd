//! Finds the source of a byte of a scalar's text, past quotes, escapes, folds and indentation.

use super::tree::{Tree, ValueId};

/// The byte of the source that a byte of a scalar's [text](Tree::text) comes from; `None` if it cannot be determined,
/// as with tags, anchors and aliases. For a run of blanks with a line break it is the first byte. O(bytes of the
/// scalar).
pub fn place(source: &str, tree: &Tree, node: ValueId, offset: usize) -> Option<usize> {
    let (start, end) = tree.range(node);
    let raw = source.get(start..end)?;
    aligned(raw, tree.text(node, source), offset).map(|at| start + at)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Plain, or a block.
    Bare,
    Single,
    Double,
}

/// The byte of the written scalar that a byte of its text comes from.
fn aligned(raw: &str, text: &str, offset: usize) -> Option<usize> {
    let (style, mut at) = match raw.chars().next()? {
        '"' => (Style::Double, 1),
        '\'' => (Style::Single, 1),
        _ => (Style::Bare, 0),
    };
    let mut done = 0;
    if style == Style::Bare {
        // A block begins at its first word, its text with all before that.
        at = raw.len() - raw.trim_start().len();
        done = text.len() - text.trim_start().len();
    }
    loop {
        let (rest, wanted) = (raw.get(at..)?, text.get(done..)?);
        if wanted.is_empty() {
            return Some(at);
        }
        if let Some((raw_len, text_len)) = gap(rest, wanted, style) {
            if (done..done + text_len).contains(&offset) {
                return Some(at);
            }
            (at, done) = (at + raw_len, done + text_len);
            continue;
        }
        let wanted = wanted.chars().next()?;
        let len = match style {
            // A backslash before a break joins two lines and stands for nothing.
            Style::Double if rest.starts_with("\\\n") || rest.starts_with("\\\r") => {
                at += 1;
                continue;
            }
            Style::Double if rest.starts_with('\\') => escape(rest),
            Style::Single if rest.starts_with("''") => 2,
            _ if rest.starts_with(wanted) => wanted.len_utf8(),
            _ => return None,
        };
        if done >= offset {
            return Some(at);
        }
        at += len;
        done += wanted.len_utf8();
    }
}

/// The length of a line break with the blanks around it, and the length of the text that it means.
fn gap(raw: &str, text: &str, style: Style) -> Option<(usize, usize)> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let raw_len = raw.len() - raw.trim_start_matches(is_blank).len();
    let run = &raw[..raw_len];
    if !run.contains(['\n', '\r']) {
        return None;
    }
    let text_len = match style {
        Style::Bare => text.len() - text.trim_start_matches(is_blank).len(),
        // An escape after it may be a blank too.
        _ if text.starts_with(' ') => 1,
        _ => {
            let breaks = run.replace("\r\n", "\n").matches(['\n', '\r']).count();
            let newlines = text.len() - text.trim_start_matches('\n').len();
            newlines.min(breaks)
        }
    };
    Some((raw_len, text_len))
}

/// The length of an escape in double quotes.
fn escape(rest: &str) -> usize {
    let len = match rest.as_bytes().get(1) {
        Some(b'x') => 4,
        Some(b'u') => {
            let half = rest
                .get(2..6)
                .and_then(|hex| u32::from_str_radix(hex, 16).ok());
            let is_pair = half.is_some_and(|half| (0xd800..0xdc00).contains(&half));
            if is_pair { 12 } else { 6 }
        }
        Some(b'U') => 10,
        Some(_) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        None => 1,
    };
    len.min(rest.len())
}
