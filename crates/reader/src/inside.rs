//! Maps a place inside a string field of an object to its place in the pasted text.

use schedscope_objects::diagnostic::{Encoding, ObjectName, TextRange};
use schedscope_text::{
    scalar,
    tree::{Tree, ValueId},
};

use crate::{Reader, locations::step};

impl Reader {
    /// Locates words inside fields of an object: for each field's path and byte offset in its value, the range of the
    /// word that begins there. Falls back to the whole field, or to its nearest parent. `None` if the text has no such
    /// object.
    pub fn locate_inside(
        &self,
        object: &ObjectName,
        places: &[(&str, usize)],
        encoding: Encoding,
    ) -> Option<Vec<TextRange>> {
        self.with_tree(object, |tree, source, root, piece, base| {
            let starts = self.starts(encoding);
            let range = |(path, offset): &(&str, usize)| {
                let node = at_path(tree, source, root, path);
                let (start, end) = word(tree, source, node, *offset);
                let bytes = ((base + start) as u32, (base + end) as u32);
                self.range(&starts, piece, bytes, encoding)
            };
            places.iter().map(range).collect()
        })
    }
}

fn at_path(tree: &Tree, source: &str, root: ValueId, path: &str) -> ValueId {
    let (mut node, mut rest) = (root, path);
    while !rest.is_empty()
        && let Some(((_, next), behind)) = step(tree, source, node, rest)
    {
        (node, rest) = (next, behind);
    }
    node
}

/// The bytes of the word at a byte of a scalar's text.
fn word(tree: &Tree, source: &str, node: ValueId, offset: usize) -> (usize, usize) {
    let (start, end) = tree.range(node);
    let text = tree.text(node, source);
    // A fault at the end is located at the last word.
    let trimmed = text.trim_end();
    let offset = if offset < trimmed.len() {
        offset
    } else {
        let last = trimmed.char_indices().next_back();
        last.map_or(0, |(at, _)| at)
    };
    let Some(at) = scalar::place(source, tree, node, offset) else {
        return (start, end);
    };
    let is_word = |char: &char| char.is_alphanumeric() || *char == '_';
    let rest = source.get(at..end).unwrap_or_default();
    let word = rest.chars().take_while(is_word).map(char::len_utf8).sum();
    let first = rest.chars().next().map_or(0, char::len_utf8);
    (at, at + first.max(word))
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
