//! The forms in which people have their objects.

use schedscope::{
    objects::{
        diagnostic::{DiagnosticCode, Encoding, ObjectName},
        id::{ClusterId, Id as _},
    },
    reader::Reader,
};

use super::{CLUSTER, check, check_clusters, clusters};

fn cluster(name: &str) -> String {
    format!("{CLUSTER}metadata:\n  name: {name}\n")
}

fn json(name: &str) -> String {
    format!(
        "{{\"apiVersion\": \"cluster.open-cluster-management.io/v1\", \"kind\": \"ManagedCluster\", \"metadata\": \
         {{\"name\": \"{name}\"}}}}"
    )
}

fn indented(text: &str) -> String {
    text.lines()
        .enumerate()
        .map(|(at, line)| format!("{}{line}\n", if at == 0 { "- " } else { "  " }))
        .collect()
}

#[test]
fn nothing() {
    check_clusters("", "");
    check_clusters("\n# only a comment\n---\n---\n", "");
    check_clusters("\u{feff}", "");
}

#[test]
fn documents_of_yaml_and_json_mixed() {
    let (a, b, c, d) = (cluster("a"), cluster("b"), json("c"), json("d"));
    check_clusters(&format!("{a}---\n{b}"), "a b");
    check_clusters(&format!("{c}\n{d}\n"), "c d");
    check_clusters(&format!("{c}{d}"), "c d");
    check_clusters(&format!("{a}---\n{c}\n{d}\n---\n{b}...\n"), "a c d b");
    check_clusters(&format!("\u{feff}%YAML 1.2\n---\n{a}"), "a");
    check_clusters(&format!("[{c}, {d}]"), "c d");
    check_clusters(&a.replace('\n', "\r\n"), "a");
    check_clusters(&format!("{a}---\n{b}").replace('\n', "\r"), "a b");
    check_clusters(
        "--- {apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: e}}\n",
        "e",
    );
}

#[test]
fn lists() {
    let items = format!("{}{}", indented(&cluster("a")), indented(&cluster("b")));
    check_clusters(
        &format!("apiVersion: v1\nitems:\n{items}kind: List\nmetadata:\n  resourceVersion: \"\"\n"),
        "a b",
    );
    check_clusters(
        &format!("kind: List\nitems:\n{items}---\n{}", cluster("c")),
        "a b c",
    );
    let typed = "\
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedClusterList
items:
- metadata:
    name: a
- metadata: {name: b}
";
    check_clusters(typed, "a b");
    check_clusters(
        &typed.replace("items:\n", "items:\n# all of them\n\n"),
        "a b",
    );
    let (c, d) = (json("c"), json("d"));
    check_clusters(
        &format!("{{\"apiVersion\": \"v1\", \"items\": [{c},\n{d}], \"kind\": \"List\"}}\n"),
        "c d",
    );
    check_clusters(
        &format!(
            "{{\"kind\": \"List\", \"items\": [\n    {c}\n  ]\n}}\n{}",
            json("e")
        ),
        "c e",
    );
    check_clusters("{\"kind\": \"List\", \"items\": []}", "");
    check_clusters("kind: List\nitems: []\n", "");
    check_clusters(&format!("kind: List\nitems: [{c}, {d}]\n"), "c d");
}

#[test]
fn what_looks_like_the_start_of_something_else_is_not() {
    let text = format!(
        "kind: List\nitems:\n{}  notes: |\n    - not an item\n    --- no marker\n   \n    kind: x\n{}",
        indented(&cluster("a")),
        indented(&cluster("b"))
    );
    check_clusters(&text, "a b");
    // A mapping called `items` that is no list of objects.
    check(
        "apiVersion: v1\nkind: Order\nitems:\n- one\n- two\n",
        &["info unknown-kind Order / kind 2:7-2:12 kind `Order` is not checked"],
    );
}

#[test]
fn anchors_aliases_and_merge_keys() {
    let base = "apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n";
    // An alias across items: the list is read whole.
    let list = format!(
        "\
kind: List
items:
- {base}  metadata: {{name: a, labels: &l {{env: prod}}}}
- {base}  metadata: {{name: b, labels: *l}}
"
    );
    check_clusters(&list, "a b");
    let reader = Reader::new(&list);
    assert_eq!(
        reader
            .objects()
            .clusters
            .get(ClusterId::new(1))
            .expect("a cluster")
            .labels(),
        reader
            .objects()
            .clusters
            .get(ClusterId::new(0))
            .expect("a cluster")
            .labels()
    );
    let merged = format!(
        "{CLUSTER}common: &c\n  env: prod\n  zone: x\nmetadata:\n  name: a\n  labels:\n    <<: *c\n    zone: y\n"
    );
    let reader = Reader::new(&merged);
    let names = &reader.objects().names;
    let mut labels: Vec<String> = reader
        .objects()
        .clusters
        .get(ClusterId::new(0))
        .expect("a cluster")
        .labels()
        .0
        .iter()
        .map(|(k, v)| format!("{}={}", &names[*k], &names[*v]))
        .collect();
    labels.sort();
    assert_eq!(labels, ["env=prod", "zone=y"]);
}

#[test]
fn fields_nobody_reads_cost_nothing_and_say_nothing() {
    check_clusters(
        &format!(
            "\
{CLUSTER}metadata:
  name: a
  managedFields:
  - f:spec: {{f:taints: 7}}
  uid: x
spec:
  hubAcceptsClient: true
  other: [1]
status:
  conditions: nonsense
  version: {{kubernetes: v1}}
"
        ),
        "a",
    );
    // Null is as good as absent.
    check_clusters(
        &format!("{CLUSTER}metadata:\n  name: a\n  labels:\nspec:\nstatus:\n  allocatable: ~\n"),
        "a",
    );
}

/// Places are right in both encodings: the text between them is what they are about.
#[test]
fn places_behind_characters_of_all_widths() {
    for newline in ["\n", "\r\n", "\r"] {
        let text = format!(
            "\u{feff}# é 🙂\n{CLUSTER}metadata:\n  name: a\n  labels:\n    🙂é: \"ü\"\n    env: prodüction\n---\n{}",
            CLUSTER.to_owned() + "metadata: {name: b, labels: {é: 5}}\n"
        )
        .replace('\n', newline);
        let reader = Reader::new(&text);
        assert_eq!(clusters(&reader), "a b");
        let object = |name: &str| ObjectName {
            kind: "ManagedCluster".into(),
            namespace: String::new(),
            name: name.into(),
        };
        let utf16: Vec<u16> = text.encode_utf16().collect();
        for (name, path, expect, line, columns) in [
            ("a", "metadata.labels[env]", "prodüction", 8, (10, 10)),
            ("a", "metadata.labels[🙂é]", "\"ü\"", 7, (13, 10)),
            ("b", "metadata.labels.é", "5", 12, (34, 33)),
        ] {
            let range = reader
                .locate(&object(name), path, Encoding::Utf8)
                .expect("a place");
            assert_eq!(
                &text[range.start.offset as usize..range.end.offset as usize],
                expect
            );
            assert_eq!(
                (range.start.line, range.start.column),
                (line, columns.0),
                "{newline:?} {path}"
            );
            let range = reader
                .locate(&object(name), path, Encoding::Utf16)
                .expect("a place");
            let part = &utf16[range.start.offset as usize..range.end.offset as usize];
            assert_eq!(String::from_utf16_lossy(part), expect);
            assert_eq!(
                (range.start.line, range.start.column),
                (line, columns.1),
                "{newline:?} {path}"
            );
        }
        // The API server refuses the other labels.
        let diagnostics = reader.diagnostics(Encoding::Utf16, 10);
        let mut numbers = diagnostics
            .iter()
            .filter(|found| found.code == DiagnosticCode::WrongType);
        let range = numbers.next().expect("the number as a label").range;
        assert_eq!((numbers.count(), diagnostics.len()), (0, 4));
        assert_eq!(utf16[range.start.offset as usize], u16::from(b'5'));
    }
}

#[test]
fn a_list_inside_of_a_list_is_read() {
    let list =
        |items: &[String]| format!("{{\"kind\": \"List\", \"items\": [{}]}}", items.join(", "));
    let inner = list(&[json("b"), list(&[json("c")]), list(&[]), json("d")]);
    let count = |text: &str, expect: usize| {
        let mut typed = Reader::default();
        for char in text.chars() {
            let end = typed.text().len();
            typed.edit(end, end, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
        }
        for reader in [typed, Reader::new(text)] {
            assert_eq!(reader.objects().clusters.len(), expect, "{text}");
            let findings = reader.diagnostics(Encoding::Utf8, 9);
            assert!(findings.is_empty(), "{findings:?}");
        }
    };
    count(&list(&[json("a"), inner.clone(), json("e")]), 5);
    count(
        &format!("kind: List\nitems:\n- {inner}\n- {}\n", json("e")),
        4,
    );
    let in_lines = [json("a"), json("b"), json("c")].join("\n  - ");
    count(
        &format!(
            "apiVersion: v1\nkind: List\nitems:\n- kind: List\n  items:\n  - {in_lines}\n- {}\n",
            json("d")
        ),
        4,
    );
}
