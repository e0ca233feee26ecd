//! Places inside of texts that are fields of objects: where a byte of such a text stands in the
//! pasted one, quotes, escapes, folds and indentation between.

use super::{Reader, step};
use crate::{
    diagnostic::{Encoding, ObjectName, Range},
    kube::text::tree::{NodeId, Tree},
};

impl Reader {
    /// Where words inside of fields of an object stand: for each field's path and byte of its text
    /// the word that begins there. Where that cannot be told, the whole field, or its nearest parent.
    /// `None`: no such object.
    pub(crate) fn locate_inside(
        &self,
        object: &ObjectName,
        places: &[(&str, usize)],
        encoding: Encoding,
    ) -> Option<Vec<Range>> {
        self.with_tree(object, |tree, source, root, chunk, base| {
            let starts = self.starts(encoding);
            let range = |(path, offset): &(&str, usize)| {
                let node = at_path(tree, source, root, path);
                let (start, end) = word(tree, source, node, *offset);
                let bytes = ((base + start) as u32, (base + end) as u32);
                self.range(&starts, chunk, bytes, encoding)
            };
            places.iter().map(range).collect()
        })
    }
}

fn at_path(tree: &Tree, source: &str, root: NodeId, path: &str) -> NodeId {
    let (mut node, mut rest) = (root, path);
    while !rest.is_empty()
        && let Some(((_, next), behind)) = step(tree, source, node, rest)
    {
        (node, rest) = (next, behind);
    }
    node
}

/// The bytes of the word at a byte of a scalar's text.
fn word(tree: &Tree, source: &str, node: NodeId, offset: usize) -> (usize, usize) {
    let (start, end) = tree.range(node);
    let text = tree.text(node, source);
    let raw = source.get(start..end).unwrap_or_default();
    // What is missing at the end is shown at the last word.
    let trimmed = text.trim_end();
    let offset = if offset < trimmed.len() {
        offset
    } else {
        let last = trimmed.char_indices().next_back();
        last.map_or(0, |(at, _)| at)
    };
    let Some(at) = aligned(raw, text, offset) else {
        return (start, end);
    };
    let is_word = |char: &char| char.is_alphanumeric() || *char == '_';
    let rest = &raw[at..];
    let word = rest.chars().take_while(is_word).map(char::len_utf8).sum();
    let first = rest.chars().next().map_or(0, char::len_utf8);
    (start + at, start + at + first.max(word))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Plain, or a block.
    Bare,
    Single,
    Double,
}

/// The byte of a scalar as written where a byte of its text comes from.
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

/// The lengths of a break with the blanks around it, and of what it stands for.
fn gap(raw: &str, text: &str, style: Style) -> Option<(usize, usize)> {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let raw_len = raw.len() - raw.trim_start_matches(is_blank).len();
    let run = &raw[..raw_len];
    if !run.contains(['\n', '\r']) {
        return None;
    }
    let text_len = match style {
        Style::Bare => text.len() - text.trim_start_matches(is_blank).len(),
        // An escape behind it may be a blank too.
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

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n";

    /// Finds the word `there` in the field `x`, by its byte in the field's text.
    #[track_caller]
    fn check(x: &str, text: &str, expect: &str) {
        check_in(
            &format!("{HEAD}metadata: {{name: a}}\nx: "),
            x,
            "\ny: 1\n",
            text,
            expect,
        );
    }

    #[track_caller]
    fn check_in(before: &str, x: &str, behind: &str, text: &str, expect: &str) {
        let pasted = format!("{before}{x}{behind}");
        let offset = text.find("there").expect("the word");
        let reader = Reader::new(&pasted);
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: "a".to_owned(),
        };
        let found = reader.with_tree(&object, |tree, source, root, _, _| {
            let node = at_path(tree, source, root, "x");
            tree.text(node, source).to_owned()
        });
        assert_eq!(found.as_deref().map(str::trim_end), Some(text));
        let ranges = reader.locate_inside(&object, &[("x", offset)], Encoding::Utf8);
        let range = ranges.expect("the object").remove(0);
        let (start, end) = (range.start.offset as usize, range.end.offset as usize);
        assert_eq!(&pasted[start..end], expect, "{x}");
        if expect == "there" {
            let found = start - before.len();
            assert_eq!(found, x.rfind("there").expect("the word"), "{x}");
        }
    }

    #[test]
    fn places_in_every_style() {
        check("there is", "there is", "there");
        check("it is there", "it is there", "there");
        check("it\n  is  \n  there", "it is there", "there");
        check("it\n\n  is\n  there", "it\nis there", "there");
        check("'it''s there'", "it's there", "there");
        check("'it\n  is ''\n\n  there'", "it is '\nthere", "there");
        check(
            "\"it\\t\\\"\\u0041\\x41\\U0001F642 there\"",
            "it\t\"AA🙂 there",
            "there",
        );
        check("\"it \\\n    is there\"", "it is there", "there");
        check("\"it\\\n    is\n  there\"", "itis there", "there");
        check("|\n  it\n    is\n\n  there", "it\n  is\n\nthere", "there");
        check("|-\n\n  it\n  there", "\nit\nthere", "there");
        check("|2\n    it\n   there", "  it\n there", "there");
        check(">\n  it\n  is\n\n  there", "it is\nthere", "there");
        check(">-\n  it\n    is\n  there", "it\n  is\nthere", "there");
        check("|\r\n  it\r\n  there", "it\nthere", "there");
        check("üö there", "üö there", "there");
    }

    #[test]
    fn json_has_halves_of_characters() {
        let before = "{\"apiVersion\":\"cluster.open-cluster-management.io/v1\",\"kind\":\
                      \"ManagedCluster\",\"metadata\":{\"name\":\"a\"},\"x\":";
        let x = r#""\/ud83d\ud83d\ude42\u00fc there""#;
        check_in(before, x, "}", "/ud83d🙂ü there", "there");
    }

    #[test]
    fn where_it_cannot_be_told_the_whole_field_is_meant() {
        let before = format!("{HEAD}metadata: {{name: a}}\nz: &z there\nx: ");
        check_in(&before, "*z", "\n", "there", "*z");
        check("&a there", "there", "&a there");
        check("!!str there", "there", "!!str there");
    }

    #[test]
    fn what_is_missing_stands_at_the_end() {
        let text = "a +";
        let pasted = format!("{HEAD}metadata: {{name: a}}\nx: {text}\n");
        let reader = Reader::new(&pasted);
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: "a".to_owned(),
        };
        for offset in [2, 3, 4, 100] {
            let ranges = reader.locate_inside(&object, &[("x", offset)], Encoding::Utf8);
            let range = ranges.expect("the object").remove(0);
            let (start, end) = (range.start.offset as usize, range.end.offset as usize);
            assert_eq!(&pasted[start..end], "+", "{offset}");
        }
        let ranges = reader.locate_inside(&object, &[("z.z", 7)], Encoding::Utf8);
        assert!(ranges.is_some());
    }
}
