//! What an edit costs.

use schedscope::{diagnostic::Encoding, kube::reader::Reader};

use super::line;

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

/// Findings about objects that name each other follow edits of either.
#[test]
fn what_names_another_object_is_looked_at_anew() {
    let pod = |name: &str, node: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{nodeName: {node}, priorityClassName: gold, containers: [{{name: c}}]}}\n"
        )
    };
    let class = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: gold}\nvalue: 1\nglobalDefault: true\n";
    let node = "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";
    let text = [
        pod("p1", "n1"),
        class.to_owned(),
        node.to_owned(),
        pod("p2", "n1"),
        class.replace("gold", "iron"),
    ]
    .concat();
    let mut reader = Reader::new(&text);
    let default = "error invalid-value PriorityClass /iron globalDefault 26:16-26:20 `gold` is already marked as default, and counts: only one default can exist";
    let mut edit = |find: &str, replace: &str, expect: &[&str]| {
        let at = reader.text().find(find).expect("the place");
        reader.edit(at, at + find.len(), replace, Encoding::Utf8);
        let found = reader.diagnostics(Encoding::Utf8, 9);
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(lines, expect, "{}", reader.text());
    };
    edit("p2", "p3", &[default]);
    let lost = |place: &str, count: &str| {
        format!(
            "info unknown-object Pod default/p1 spec.nodeName {place} node `m1` is not in the text: {count} not counted"
        )
    };
    edit(
        "nodeName: n1",
        "nodeName: m1",
        &[&lost("5:18-5:20", "1 pod on it is"), default],
    );
    // A comment moves what is found.
    edit(
        "nodeName: m1",
        "  nodeName:  m1",
        &[&lost("5:21-5:23", "1 pod on it is"), default],
    );
    edit(
        "nodeName: n1",
        "nodeName: m1",
        &[&lost("5:21-5:23", "2 pods on it are"), default],
    );
    edit("name: n1", "name: m1", &[default]);
    edit(
        "value: 1",
        "value: 2",
        &[
            "error invalid-value PriorityClass /gold globalDefault 11:16-11:20 `iron` is already marked as default, and counts: only one default can exist",
        ],
    );
    edit("globalDefault: true", "globalDefault: false", &[]);
    edit(
        "name: gold",
        "name: lead",
        &[
            "warning unknown-object Pod default/p1 spec.priorityClassName 5:44-5:48 priority class `gold` is not in the text: priority 0 is used, 2 times in all",
        ],
    );
}
