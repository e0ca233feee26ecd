//! What an edit costs.

use schedscope::{diagnostic::Encoding, kube::reader::Reader};

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
