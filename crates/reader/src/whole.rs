//! Clusters as JSON with all fields, including those that the decoder does not read, for CEL expressions.

use std::fmt::Write as _;

use schedscope_objects::{clusters::Slot, names::Symbol, object::Object};
use schedscope_quantity::double;
use schedscope_text::{
    merge,
    tree::{Scalar, Tree, ValueId, ValueKind},
};

use crate::{
    KEPT_NODES, Reader,
    decode::{number_of_yaml, whole_number},
    read_piece::{parse, roots},
};

/// Deeper values are omitted: JSON parsers have a depth limit close to this, and real objects are not this deep.
const DEEPEST: usize = 120;

/// A cursor over all clusters of a text, in text order. An edit of the text invalidates it.
#[derive(Debug, Default)]
pub struct ClusterCursor {
    /// The next piece, and the next object in it.
    piece: usize,
    object: usize,
    /// The piece's root values, once it is parsed.
    open: Option<Vec<ValueId>>,
    tree: Tree,
}

impl Reader {
    /// Appends the next cluster whose slot is `wanted` to `json`. `None` if no more clusters follow. Parses each piece
    /// once.
    pub fn next_whole(
        &self,
        cursor: &mut ClusterCursor,
        wanted: impl Fn(Slot) -> bool,
        json: &mut String,
    ) -> Option<(Symbol, Slot)> {
        while let Some(piece) = self.pieces.get(cursor.piece) {
            while let Some(located) = piece.objects().get(cursor.object) {
                cursor.object += 1;
                let Object::ManagedCluster(name, slot) = located.object else {
                    continue;
                };
                if !wanted(slot) {
                    continue;
                }
                let source = &piece.text[piece.cut.lead..];
                if cursor.open.is_none() {
                    let parsed = parse(piece, &mut cursor.tree);
                    let is_fine = parsed.outcome.is_ok();
                    let roots = is_fine.then(|| roots(&cursor.tree, source, piece.cut.place));
                    cursor.open = Some(roots.unwrap_or_default());
                }
                let roots = cursor.open.as_deref().unwrap_or_default();
                let root = roots.get(located.root as usize).copied();
                let writer = ObjectWriter {
                    tree: &cursor.tree,
                    source,
                };
                writer.write(root, ValueContext::Object, 0, json);
                return Some((name, slot));
            }
            cursor.piece += 1;
            cursor.object = 0;
            cursor.open = None;
            if cursor.tree.len() > KEPT_NODES {
                cursor.tree = Tree::default();
            }
        }
        None
    }
}

/// The context of a value that determines how it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueContext {
    Object,
    Status,
    /// Amounts: numbers are written as strings, to keep every digit.
    Resources,
    Elsewhere,
}

impl ValueContext {
    fn below(self, key: &str) -> Self {
        match (self, key) {
            (Self::Object, "status") => Self::Status,
            (Self::Status, "allocatable" | "capacity") | (Self::Resources, _) => Self::Resources,
            _ => Self::Elsewhere,
        }
    }
}

struct ObjectWriter<'t> {
    tree: &'t Tree,
    source: &'t str,
}

impl ObjectWriter<'_> {
    fn write(&self, node: Option<ValueId>, at: ValueContext, depth: usize, json: &mut String) {
        let Some(node) = node.filter(|_| depth < DEEPEST) else {
            json.push_str("null");
            return;
        };
        match self.tree.kind(node) {
            ValueKind::Plain | ValueKind::String => self.scalar(node, at, json),
            ValueKind::Sequence => {
                json.push('[');
                for (index, item) in self.tree.items(node).enumerate() {
                    if index > 0 {
                        json.push(',');
                    }
                    self.write(Some(item), ValueContext::Elsewhere, depth + 1, json);
                }
                json.push(']');
            }
            ValueKind::Mapping => {
                json.push('{');
                // Of a duplicate key, the last one is in effect, as in JSON parsers.
                let merged = merge::merged(self.tree, self.source, node).into_iter();
                let merged = merged.map(|(_, value, key)| (key, value));
                let own = self.tree.entries(node);
                let own = own.filter(|(key, _)| !merge::is_merge(self.tree, self.source, *key));
                let own = own.map(|(key, value)| (self.tree.text(key, self.source), value));
                for (index, (key, value)) in merged.chain(own).enumerate() {
                    if index > 0 {
                        json.push(',');
                    }
                    string(key, json);
                    json.push(':');
                    self.write(Some(value), at.below(key), depth + 1, json);
                }
                json.push('}');
            }
        }
    }

    fn scalar(&self, node: ValueId, at: ValueContext, json: &mut String) {
        match self.tree.scalar(node, self.source) {
            None | Some(Scalar::Null) => json.push_str("null"),
            Some(Scalar::Bool(truth)) => json.push_str(if truth { "true" } else { "false" }),
            Some(Scalar::String(text)) => string(text, json),
            Some(Scalar::Number(text)) if at == ValueContext::Resources => {
                string(&number_of_yaml(text), json);
            }
            Some(Scalar::Number(text)) => number(text, json),
        }
    }
}

/// An object as JSON; merge keys and aliases are expanded.
pub(super) fn write_object(tree: &Tree, source: &str, root: ValueId) -> String {
    let mut json = String::new();
    ObjectWriter { tree, source }.write(Some(root), ValueContext::Elsewhere, 0, &mut json);
    json
}

/// Writes a number as JSON; one that JSON cannot represent is written as a string.
fn number(text: &str, json: &mut String) {
    // Writing to a String cannot fail.
    if let Some(whole) = whole_number(text) {
        let _ = write!(json, "{whole}");
        return;
    }
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    match double::double(&plain) {
        Some(number) if number.is_finite() => {
            let mut text = String::new();
            double::write_json(number, &mut text);
            json.push_str(&text.replace('+', ""));
        }
        _ => string(text, json),
    }
}

/// Writes a JSON string.
fn string(text: &str, json: &mut String) {
    json.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        json.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' | b'\\' => {
                json.push('\\');
                json.push(char::from(byte));
            }
            _ => {
                let _ = write!(json, "\\u{byte:04x}");
            }
        }
    }
    json.push_str(&text[plain..]);
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clusters of a text, with all fields.
    fn wholes(text: &str) -> Vec<String> {
        let reader = Reader::new(text);
        let mut cursor = ClusterCursor::default();
        let mut found = Vec::new();
        loop {
            let mut json = String::new();
            let next = reader.next_whole(&mut cursor, |_| true, &mut json);
            if next.is_none() {
                return found;
            }
            found.push(json);
        }
    }

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        assert_eq!(wholes(text), expect, "{text}");
    }

    const HEAD: &str = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n";
    const KIND: &str =
        r#""apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster""#;

    #[track_caller]
    fn check_one(text: &str, expect: &str) {
        let expect = format!("{{{KIND},\"metadata\":{{\"name\":\"a\"}},{expect}}}");
        let text = format!("{HEAD}metadata: {{name: a}}\n{text}");
        check(&text, &[&expect]);
    }

    #[test]
    fn values() {
        check_one(
            "x: {a: [1, 1.5, -0x1f, 1_000, .inf, 1e400, 99999999999999999999], b: yes, c: ~}",
            r#""x":{"a":[1,1.5,-31,1000,".inf","1e400",1e20],"b":true,"c":null}"#,
        );
        check_one(
            "x: \"a\\tb\\\"\\\\c\\u0001ü\"",
            r#""x":"a\u0009b\"\\c\u0001ü""#,
        );
        check_one(
            "status:\n  capacity: {cpu: 4, memory: 1e3, disk: 0x10, pods: \"5\"}\n  n: 1e3",
            r#""status":{"capacity":{"cpu":"4","memory":"1e3","disk":"16","pods":"5"},"n":1000}"#,
        );
        check_one(
            "capacity: {cpu: 4}\nx: {status: {capacity: {cpu: 4}}}",
            r#""capacity":{"cpu":4},"x":{"status":{"capacity":{"cpu":4}}}"#,
        );
        check_one(
            "b: &b {k: 1, l: 2}\nx: {<<: *b, l: 3}",
            r#""b":{"k":1,"l":2},"x":{"k":1,"l":3}"#,
        );
    }

    #[test]
    fn depth_ends() {
        let deep = format!("x: {}1{}", "[".repeat(118), "]".repeat(118));
        let json = format!("\"x\":{}1{}", "[".repeat(118), "]".repeat(118));
        check_one(&deep, &json);
        let deep = format!("x: {}1{}", "[".repeat(120), "]".repeat(120));
        let json = format!("\"x\":{}null{}", "[".repeat(119), "]".repeat(119));
        check_one(&deep, &json);
    }

    #[test]
    fn every_form_of_text() {
        let one = |name: &str| format!("{{{KIND},\"metadata\":{{\"name\":\"{name}\"}}}}");
        let (a, b) = (one("a"), one("b"));
        let both = [a.as_str(), b.as_str()];
        let yaml = |name: &str| format!("{HEAD}metadata: {{name: {name}}}\n");
        check(&format!("{}---\n{}", yaml("a"), yaml("b")), &both);
        check(&format!("{a}\n{b}"), &both);
        let list = "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[";
        check(&format!("{list}{a},{b}]}}"), &both);
        check(&format!("kind: List\nitems: [{a},{b}]"), &both);
        let item = |name: &str| format!("- {}", yaml(name).replace('\n', "\n  "));
        check(&format!("items:\n{}\n{}", item("a"), item("b")), &both);
        check("kind: Other", &[]);
    }
}
