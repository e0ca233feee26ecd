//! Edits of texts after which a reader once differed from one that reads the text anew.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};
use schedscope_fuzz::reader::dump::dump;

/// A text that once was read wrongly after such an edit.
#[test]
fn a_comma_anywhere_between_documents_and_json() {
    let text = "--- # next\n--- # next\napiVersion: cluster.open-cluster-management.io/v1\n{\"apiVersion\":\
                \"cluster.open-cluster-management.io/v1\",\"kind\":\"ManagedCluster\",\"metadata\":{\"name\":\"h\"}}\n\
                kind: ManagedClusterList\n{\n{\n---\n# a comment\na: |\n  text\n";
    for at in 0..=text.len() {
        let mut reader = Reader::new(text);
        reader.edit(at, at, ", ", Encoding::Utf8);
        let anew = Reader::new(&reader.text());
        assert_eq!(dump(&reader), dump(&anew), "at {at}");
    }
}

/// The end of a piece depends on lines behind it, which can stand in other pieces than the next one.
#[test]
fn lines_behind_the_next_piece() {
    #[track_caller]
    fn check(text: &str, find: &str, replace: &str) {
        let mut reader = Reader::new(text);
        let at = text.find(find).expect("the place");
        reader.edit(at, at + find.len(), replace, Encoding::Utf8);
        let anew = Reader::new(&text.replacen(find, replace, 1));
        assert_eq!(dump(&reader), dump(&anew));
    }
    let tail = "    name: a\n- apiVersion: v1\n";
    check(
        &format!("{tail}- x: 1\n"),
        "- x: 1",
        "  fieldsType: FieldsV1",
    );
    check(
        &format!("{tail}  fieldsType: FieldsV1\n"),
        "  fieldsType: FieldsV1",
        "- x: 1",
    );
    let list = "apiVersion: v1\nitems:\n- kind: A\nkind: List\napiVersion: v1\n";
    check(&format!("{list}---\n"), "---", "kind: B");
    check(&format!("{list}kind: B\n"), "kind: B", "---");
    check(
        "$ kubectl get x\n{\"items\":[{\"kind\":\"A\"}]}\n",
        "{\"kind",
        "$ kubectl get x\n{\"kind",
    );
    // What is read of an item without a kind depends on the list, far behind its head.
    let items = "- metadata: {name: a}\n- metadata: {name: b}\nError from server: x\n- kind: ''\n  apiVersion: v1\n";
    check(&format!("kind: NodeList\nitems:\n{items}"), "List\ni", "i");
    // What stands behind the items of a list is not an object, whether the list has its head or not.
    let footer = "- kind: A\n  metadata: {name: a}\nkind: List\nmetadata:\n  name: b\n  x: {\n";
    check(&format!("items:\n{footer}"), "items:", "  tail: x");
    check(&format!("  tail: x\n{footer}"), "  tail: x", "items:");
}

/// An alias of nothing in an item without a list.
#[test]
fn an_alias_behind_a_tail() {
    let reader = Reader::new("    name: a\n- apiVersion: v1\n  kind: *b\n");
    let found = reader.diagnostics(Encoding::Utf8, 9);
    let messages: Vec<&str> = found.iter().map(|one| &*one.message).collect();
    let tail = "the input begins inside an object, whose head is cut off";
    assert_eq!(messages, [tail, "while parsing node, found unknown anchor"]);
}

/// A footer that cannot be read says the same when the list before it is not one any longer.
#[test]
fn a_footer_that_is_left_alone() {
    let text = "Error from server (Forbidden): e\nHere are words: x\n  x: {{ .y }}-z\n";
    let list = "---\napiVersion: v1\nitems:\n- apiVersion: scheduling.k8s.io/v1\n  kind: PriorityClass\n\
                - apiVersion: v1\n  kind: Pod\nnote: |\n  ---\n  items:\n  - x\n";
    let mut reader = Reader::new(text);
    let mut expect = text.to_owned();
    let mut insert = |before: &str, behind: usize, insert: &str| {
        let at = expect.find(before).expect("a place") + behind;
        reader.edit(at, at, insert, Encoding::Utf8);
        expect.insert_str(at, insert);
        let fresh = Reader::new(&expect);
        assert_eq!(
            format!("{:?}", dump(&reader)),
            format!("{:?}", dump(&fresh))
        );
    };
    insert("ords", 0, list);
    insert(
        "/v1\n  kind: PriorityClass",
        3,
        "<<: *a\nError from server (Forbidden): e\n",
    );
}
