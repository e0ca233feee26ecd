//! After any edits a reader is what reading the whole text anew gives.

use proptest::prelude::*;
use schedscope::{diagnostic::Encoding, kube::reader::Reader};

use super::dump;

/// What texts are made of: whole documents, parts of lists, and what breaks them.
const FRAGMENTS: [&str; 34] = [
    "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: a\n",
    "apiVersion: cluster.open-cluster-management.io/v1\r\nkind: ManagedCluster\r\nmetadata: {name: b, labels: {é: \"🙂\"}}\r\n",
    "apiVersion: v1\nitems:\n",
    "kind: List\n",
    "kind: ManagedClusterList\n",
    "apiVersion: cluster.open-cluster-management.io/v1\n",
    "- apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n  metadata:\n    name: c\n",
    "- metadata: {name: d}\n",
    "- metadata: {name: e, labels: &x {k: v}}\n",
    "- metadata: {name: f, labels: *x}\n",
    "  - apiVersion: cluster.open-cluster-management.io/v1\n    kind: ManagedCluster\n    metadata:\n      name: g\n",
    "metadata:\n  resourceVersion: \"\"\n",
    "---\n",
    "--- # next\n",
    "...\n",
    "\n",
    "# a comment\n",
    "  # deeper\n",
    "{\"apiVersion\":\"cluster.open-cluster-management.io/v1\",\"kind\":\"ManagedCluster\",\"metadata\":{\"name\":\"h\"}}\n",
    "{\"kind\":\"List\",\"items\":[",
    "{\"apiVersion\":\"cluster.open-cluster-management.io/v1\",\"kind\":\"ManagedCluster\",\"metadata\":{\"name\":\"i\"}}",
    ", ",
    "]}\n",
    "{\n",
    "}\n",
    "\"",
    "a: |\n  text\n",
    "  - x\n",
    "\t",
    "\r",
    "🙂",
    "é: ü\n",
    "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: p}\nspec: {numberOfClusters: three}\n",
    "\u{feff}",
];

fn text(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(0..FRAGMENTS.len(), 0..most)
        .prop_map(|parts| parts.into_iter().map(|part| FRAGMENTS[part]).collect())
}

/// The place of a code unit as the reader understands it: inside a character, its start.
fn byte(text: &str, unit: usize, encoding: Encoding) -> usize {
    let mut passed = 0;
    for (byte, char) in text.char_indices() {
        passed += match encoding {
            Encoding::Utf8 => char.len_utf8(),
            Encoding::Utf16 => char.len_utf16(),
        };
        if passed > unit {
            return byte;
        }
    }
    text.len()
}

fn same(edited: &Reader, text: &str) -> Result<(), TestCaseError> {
    let fresh = Reader::new(text);
    prop_assert_eq!(edited.text(), text);
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        prop_assert_eq!(
            edited.diagnostics(encoding, 1_000),
            fresh.diagnostics(encoding, 1_000)
        );
    }
    prop_assert_eq!(edited.counts(), fresh.counts());
    prop_assert_eq!(edited.kinds(), fresh.kinds());
    prop_assert_eq!(edited.documents(), fresh.documents());
    prop_assert_eq!(dump(edited), dump(&fresh));
    Ok(())
}

proptest! {
    #[test]
    fn edits_give_what_reading_anew_gives(
        start in text(14),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, text(3), any::<bool>()), 1..8),
    ) {
        let mut whole = start;
        let mut reader = Reader::new(&whole);
        for (at, len, insert, utf16) in edits {
            let encoding = if utf16 { Encoding::Utf16 } else { Encoding::Utf8 };
            let units = match encoding {
                Encoding::Utf8 => whole.len(),
                Encoding::Utf16 => whole.encode_utf16().count(),
            };
            let from = at.index(units + 1);
            let to = from + len;
            reader.edit(from, to, &insert, encoding);
            let bytes = byte(&whole, from, encoding)..byte(&whole, to, encoding);
            whole.replace_range(bytes, &insert);
            same(&reader, &whole)?;
        }
    }
}

/// One keystroke in a long list reads one item.
#[test]
fn a_keystroke_reads_one_item() {
    let items: String = (0..1_000)
        .map(|at| format!("- apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n  metadata:\n    name: c{at}\n"))
        .collect();
    let text = format!("apiVersion: v1\nitems:\n{items}kind: List\n");
    let mut reader = Reader::new(&text);
    let at = text.find("c500").expect("the item");
    reader.edit(at, at + 1, "d", Encoding::Utf8);
    assert!(reader.reread() <= 3, "{} pieces were read", reader.reread());
    assert_eq!(reader.objects().clusters.len(), 1_000);
}
