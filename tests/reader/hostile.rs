//! Hostile texts: a bounded, clear error. (That it comes in bounded time shows in that these tests
//! end; what is quadratic here takes minutes.)

use schedscope::{
    objects::{
        diagnostic::{DiagnosticCode, Encoding},
        id::{ClusterId, Id as _},
    },
    reader::Reader,
};

use super::{CLUSTER, clusters};

#[track_caller]
fn check(text: &str, code: DiagnosticCode, expect: &str) -> Reader {
    let reader = Reader::new(text);
    let diagnostics = reader.diagnostics(Encoding::Utf16, 10);
    assert_eq!(
        (diagnostics[0].code, diagnostics[0].message.as_str()),
        (code, expect)
    );
    reader
}

#[test]
fn alias_bombs() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    check(
        &bomb,
        DiagnosticCode::AliasBudget,
        "aliases expand to more than 26400 values",
    );
    check(
        "a: &a [*a]\n",
        DiagnosticCode::Syntax,
        "alias inside its own anchor",
    );
    // A long text again and again.
    let long = "x".repeat(1 << 20);
    let events = "  - {at: 0, config: *x, delete: {pod: *x}}\n".repeat(50_000);
    check(
        &format!("kind: Timeline\nx: &x \"{long}\"\nspec:\n  events:\n{events}"),
        DiagnosticCode::AliasBudget,
        "aliases expand to more than 200000 values",
    );
}

#[test]
fn enormous_scalars() {
    let huge = "x".repeat(100 << 20);
    check(
        &format!("a: {huge}\n"),
        DiagnosticCode::TooLarge,
        "this document has 104857604 bytes, at most 67108864 are read",
    );
    check(
        &format!("{{\"a\": \"{huge}\"}}\n"),
        DiagnosticCode::TooLarge,
        "this document has 104857610 bytes, at most 67108864 are read",
    );
    let list = format!(
        "\
kind: List
items:
- a: {huge}
- apiVersion: cluster.open-cluster-management.io/v1
  kind: ManagedCluster
  metadata: {{name: b}}
"
    );
    let reader = check(
        &list,
        DiagnosticCode::TooLarge,
        "this document has 104857606 bytes, at most 4194304 are read",
    );
    assert_eq!(clusters(&reader), "b");
}

#[test]
fn deep_nesting() {
    let deep = "nested deeper than 128 levels";
    check(&"[".repeat(10_000), DiagnosticCode::TooDeep, deep);
    check(&"- ".repeat(10_000), DiagnosticCode::TooDeep, deep);
    check(
        &format!("a: {}{}", "{b: ".repeat(10_000), "}".repeat(10_000)),
        DiagnosticCode::TooDeep,
        deep,
    );
    check(
        &format!("{}1{}", "{a: ".repeat(10_000), "}".repeat(10_000)),
        DiagnosticCode::TooDeep,
        deep,
    );
    check(
        &format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000)),
        DiagnosticCode::TooDeep,
        deep,
    );
    let lines: String = (0..1_000).map(|level| " ".repeat(level) + "a:\n").collect();
    check(&lines, DiagnosticCode::TooDeep, deep);
}

#[test]
fn the_same_over_and_over() {
    let keys = "    k: v\n".repeat(100_000);
    let reader = Reader::new(&format!("{CLUSTER}metadata:\n  name: a\n  labels:\n{keys}"));
    assert_eq!(reader.counts(), [99_999, 0, 0, 0]);
    assert_eq!(reader.diagnostics(Encoding::Utf16, 1_000).len(), 1_000);
    let item = "- {apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a}}\n";
    let reader = Reader::new(&format!("kind: List\nitems:\n{}", item.repeat(10_000)));
    assert_eq!(
        (reader.counts(), reader.objects().clusters.len()),
        ([0, 9_999, 0, 0], 1)
    );
    let aliases = format!(
        "kind: List\nitems:\n- &x {}{}",
        &item[2..],
        "- *x\n".repeat(5_000)
    );
    assert_eq!(Reader::new(&aliases).counts(), [0, 5_000, 0, 0]);
    assert_eq!(
        Reader::new(&"{\n".repeat(50_000)).counts(),
        [50_000, 0, 0, 0]
    );
    assert_eq!(
        Reader::new(&"---\n{\n".repeat(50_000)).counts(),
        [50_000, 0, 0, 0]
    );
}

#[test]
fn odd_characters() {
    check(
        "kind: a\0b\n",
        DiagnosticCode::Syntax,
        "found unprintable character",
    );
    let json = r#"{"kind": "\ud83d"}"#;
    assert_eq!(Reader::new(json).counts(), [1, 0, 0, 0]);
    let pair = concat!(
        r#"{"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "#,
        r#""ManagedCluster", "metadata": {"name": "a", "labels": {"x": "#,
        r#""\ud83d\ude00"}}}"#
    );
    let reader = Reader::new(pair);
    let (_, value) = reader
        .objects()
        .clusters
        .get(ClusterId::new(0))
        .expect("a cluster")
        .labels()
        .0[0];
    assert_eq!(&reader.objects().names[value], "😀");
}
