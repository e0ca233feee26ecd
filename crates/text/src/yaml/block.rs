//! Reads the YAML that programs print, without the parser.
//!
//! kubectl and controllers print block mappings and block sequences with one value a line: plain, or in quotes without
//! escapes. [`parse`] reads such a text at several times the speed of the parser and makes the same tree. It does not
//! decide what is wrong: any other text, well-formed or not, is left to the parser.

use memchr::memchr;

use crate::{
    MAX_DEPTH,
    left_out::is_mark,
    tree::{Tree, ValueKind},
};

/// The parser refuses keys of more than 1,024 characters.
const LONGEST_KEY: usize = 128;

/// Reads a document into an empty tree. `false`: the parser has to read it, and the tree has to be emptied before.
pub(super) fn parse(source: &str, tree: &mut Tree) -> bool {
    let mut reader = BlockReader {
        source: source.as_bytes(),
        tree,
        open: Vec::new(),
        is_value_due: true,
    };
    reader.document().is_some() && !reader.is_value_due
}

/// A collection that is open: its column, and its kind.
type Open = (usize, ValueKind);

struct BlockReader<'s, 't> {
    source: &'s [u8],
    tree: &'t mut Tree,
    /// The collections that are open, the innermost one last. A sequence may begin at the column of the mapping that
    /// has it as a value.
    open: Vec<Open>,
    /// Whether a value has to follow: the root, or the value of a key.
    is_value_due: bool,
}

impl BlockReader<'_, '_> {
    /// Reads all lines. `None`: the text has something else than this reader knows.
    fn document(&mut self) -> Option<()> {
        let mut at = 0;
        let mut is_started = false;
        while at < self.source.len() {
            let rest = &self.source[at..];
            let end = at + memchr(b'\n', rest).unwrap_or(rest.len());
            let first = at + rest.iter().take_while(|byte| **byte == b' ').count();
            let line = self.source.get(first..end).unwrap_or_default();
            match line.first() {
                None => {}
                Some(b'#') if is_text(line) => self.comment(line, first),
                Some(b'-') if line == b"---" && first == at && !is_started => is_started = true,
                Some(_) => {
                    self.line(first, end, first - at)?;
                    is_started = true;
                }
            }
            at = end + 1;
        }
        while self.open.pop().is_some() {
            self.tree.close(None);
        }
        Some(())
    }

    /// Notes a comment that stands for what was left out.
    fn comment(&mut self, line: &[u8], at: usize) {
        if is_mark(line) {
            self.tree.note_left_out(at);
        }
    }

    /// Reads one line from its first character.
    fn line(&mut self, mut at: usize, end: usize, mut column: usize) -> Option<()> {
        let mut is_item = self.is_dash(at, end);
        let first = at;
        self.close(column, is_item)?;
        while is_item {
            let value = at + 1 + self.blanks(at + 1, end);
            if self.is_value_due {
                // The parser has a sequence begin with its first value if its dashes stand below the key.
                let is_below_key = self.open.last().is_some_and(|(open, _)| *open == column);
                self.begin(
                    ValueKind::Sequence,
                    if is_below_key { value } else { at },
                    column,
                )?;
            } else if self.open.last() != Some(&(column, ValueKind::Sequence)) {
                return None;
            }
            self.is_value_due = true;
            column += value - at;
            at = value;
            is_item = self.is_dash(at, end);
        }
        let Some(colon) = self.key_end(at, end) else {
            // A scalar on its own line continues in the next lines.
            return if at == first {
                None
            } else {
                self.scalar(at, end)
            };
        };
        if self.is_value_due {
            self.begin(ValueKind::Mapping, at, column)?;
        } else if self.open.last() != Some(&(column, ValueKind::Mapping)) {
            return None;
        }
        let key = (at, colon);
        self.tree.push_source(ValueKind::Plain, key, key);
        self.is_value_due = true;
        let value = colon + 1 + self.blanks(colon + 1, end);
        if value == end {
            // Its value is in the next lines. Blanks after the colon are rare.
            return (value == colon + 1).then_some(());
        }
        self.scalar(value, end)
    }

    /// Closes the collections that end before a line of this column.
    fn close(&mut self, column: usize, is_item: bool) -> Option<()> {
        while let Some((open, kind)) = self.open.last() {
            let is_behind = *open == column && *kind == ValueKind::Sequence && !is_item;
            if *open < column || (*open == column && !is_behind) {
                break;
            }
            if self.is_value_due {
                return None;
            }
            self.open.pop();
            self.tree.close(None);
        }
        Some(())
    }

    /// Opens a collection as the value that is due.
    fn begin(&mut self, kind: ValueKind, at: usize, column: usize) -> Option<()> {
        let is_inside = match self.open.last() {
            None => self.tree.is_empty(),
            Some((open, ValueKind::Mapping)) if kind == ValueKind::Sequence => *open <= column,
            Some((open, _)) => *open < column,
        };
        if !is_inside || self.tree.depth() >= MAX_DEPTH {
            return None;
        }
        self.tree.open(kind, at, false);
        self.open.push((column, kind));
        self.is_value_due = false;
        Some(())
    }

    /// Reads a scalar that ends with its line, or an empty collection, as the value that is due.
    fn scalar(&mut self, start: usize, end: usize) -> Option<()> {
        if !self.is_value_due || self.open.is_empty() {
            return None;
        }
        self.is_value_due = false;
        let text = self.source.get(start..end)?;
        match *text {
            [b'{', b'}'] | [b'[', b']'] => {
                let kind = if text[0] == b'{' {
                    ValueKind::Mapping
                } else {
                    ValueKind::Sequence
                };
                if self.tree.depth() >= MAX_DEPTH {
                    return None;
                }
                self.tree.open(kind, start, true);
                self.tree.close(Some(end));
            }
            [quote @ (b'"' | b'\''), ref inner @ .., last] if quote == last => {
                let is_plain = |byte: &u8| is_character(*byte) && *byte != quote && *byte != b'\\';
                if !inner.iter().all(is_plain) {
                    return None;
                }
                let inner = (start + 1, end - 1);
                self.tree
                    .push_source(ValueKind::String, inner, (start, end));
            }
            [first, ..] => {
                let begins = first.is_ascii_alphanumeric()
                    || matches!(first, b'/' | b'.' | b'_')
                    || (first == b'-' && text.get(1).is_some_and(u8::is_ascii_alphanumeric));
                if !begins || !is_plain(text) {
                    return None;
                }
                let range = (start, end);
                self.tree.push_source(ValueKind::Plain, range, range);
            }
            [] => return None,
        }
        Some(())
    }

    /// Whether an item of a sequence begins here, and in this line.
    fn is_dash(&self, at: usize, end: usize) -> bool {
        at + 1 < end && self.source.get(at..at + 2) == Some(b"- ")
    }

    fn blanks(&self, at: usize, end: usize) -> usize {
        let rest = self.source.get(at..end).unwrap_or_default();
        rest.iter().take_while(|byte| **byte == b' ').count()
    }

    /// The colon after a key that begins here.
    fn key_end(&self, at: usize, end: usize) -> Option<usize> {
        let line = self.source.get(at..end)?;
        let len = line.iter().position(|byte| !is_key(*byte))?;
        let is_colon = line[len] == b':' && matches!(line.get(len + 1), None | Some(b' '));
        let begins = line[0].is_ascii_alphanumeric();
        (is_colon && begins && len <= LONGEST_KEY).then_some(at + len)
    }
}

fn is_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/' | b'-' | b'_')
}

/// Printable ASCII: positions in characters and in bytes are the same.
fn is_character(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn is_text(line: &[u8]) -> bool {
    line.iter().all(|byte| is_character(*byte))
}

/// Whether a line's rest is a plain scalar to its end: no comment begins in it, no mapping, no blank ends it.
fn is_plain(text: &[u8]) -> bool {
    let mut last = 0;
    for byte in text {
        if !is_character(*byte)
            || (last == b':' && *byte == b' ')
            || (last == b' ' && *byte == b'#')
        {
            return false;
        }
        last = *byte;
    }
    !matches!(last, b' ' | b':')
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
