//! What is found in a text, and where.

use schedscope::{
    objects::diagnostic::{Diagnostic, Encoding},
    reader::Reader,
};
use serde::Serialize;

/// A finding in one line: severity, code, object, path, places, sentence.
fn line(diagnostic: &Diagnostic) -> String {
    let object = diagnostic.object.as_ref().map_or("-".to_owned(), |object| {
        let name = [&*object.namespace, &*object.name].join("/");
        format!("{} {}", object.kind, name.trim_matches('/'))
    });
    let (start, end) = (diagnostic.range.start, diagnostic.range.end);
    let parts = [
        word(&diagnostic.severity),
        word(&diagnostic.code),
        object,
        diagnostic.path.clone(),
        format!(
            "{}:{}-{}:{}",
            start.line, start.column, end.line, end.column
        ),
        diagnostic.message.clone(),
        also(diagnostic),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Where the object is also defined.
fn also(diagnostic: &Diagnostic) -> String {
    let also = diagnostic.duplicate.map(|also| also.start);
    also.map_or_else(String::new, |at| {
        format!("(also at {}:{})", at.line, at.column)
    })
}

fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("a word");
    value.as_str().expect("a word").to_owned()
}

/// Kinds, then findings. Places in UTF-16 must be the same places.
#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let reader = Reader::new(text);
    assert_eq!(reader.text(), text, "the text is kept");
    let kinds = reader.kinds().into_iter();
    let kinds: Vec<String> = kinds
        .map(|kind| format!("{} {}", kind.count, kind.kind))
        .collect();
    let bytes = reader.diagnostics(Encoding::Utf8, usize::MAX);
    let units = reader.diagnostics(Encoding::Utf16, usize::MAX);
    let mut lines = vec![kinds.join(", ")];
    lines.extend(bytes.iter().map(line));
    assert_eq!(lines, expect, "{text}");
    for (byte, unit) in bytes.iter().zip(&units) {
        for (byte, unit) in [
            (byte.range.start, unit.range.start),
            (byte.range.end, unit.range.end),
        ] {
            let before = &text[..byte.offset as usize];
            assert_eq!(
                before.encode_utf16().count(),
                unit.offset as usize,
                "{text}"
            );
            let lines = before.replace("\r\n", "\n").replace('\r', "\n");
            let column = lines.rsplit('\n').next().expect("a line");
            assert_eq!(byte.line as usize, lines.split('\n').count(), "{text}");
            assert_eq!(byte.column as usize, column.len() + 1, "{text}");
            assert_eq!(unit.line, byte.line, "{text}");
            assert_eq!(
                unit.column as usize,
                column.encode_utf16().count() + 1,
                "{text}"
            );
        }
    }
}

/// A text in which exactly one thing is found, which stands between `«` and `»`.
#[track_caller]
fn check_at(marked: &str, expect: &str) {
    let text = marked.replace(['«', '»'], "");
    let start = marked.find('«').expect("a start");
    let end = marked.find('»').expect("an end") - '«'.len_utf8();
    let found = Reader::new(&text).diagnostics(Encoding::Utf8, 10);
    let lines: Vec<String> = found
        .iter()
        .map(|d| format!("{} {}", word(&d.code), d.path))
        .collect();
    assert_eq!(lines, [expect], "{text}");
    let range = found[0].range;
    assert_eq!(
        (range.start.offset as usize, range.end.offset as usize),
        (start, end),
        "{text}"
    );
}

const CLUSTER: &str = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n";
const PLACEMENT: &str = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: ns}
";
const JSON: &str =
    "\"apiVersion\": \"cluster.open-cluster-management.io/v1\", \"kind\": \"ManagedCluster\"";

#[test]
fn forms() {
    check("", &[""]);
    check("# only\n\n# comments\n", &[""]);
    check("---\n---\n...\n", &[""]);
    let one = format!("{CLUSTER}metadata: {{name: a}}\n");
    let two = format!("{CLUSTER}metadata: {{name: b}}\n");
    check(&format!("{one}---\n{two}...\n"), &["2 ManagedCluster"]);
    check(
        &format!("\u{feff}{one}---\r\n{}", two.replace('\n', "\r\n")),
        &["2 ManagedCluster"],
    );
    check(
        &format!("{one}---\n{two}").replace('\n', "\r"),
        &["2 ManagedCluster"],
    );
    let json = |name: &str| format!("{{{JSON}, \"metadata\": {{\"name\": \"{name}\"}}}}\n");
    check(&json("a"), &["1 ManagedCluster"]);
    check(
        &(json("a") + &json("b") + &json("c")),
        &["3 ManagedCluster"],
    );
    let list = format!(
        "{{\"items\": [{}, {}], \"kind\": \"List\", \"apiVersion\": \"v1\"}}\n",
        json("d"),
        json("e")
    );
    check(&list, &["2 ManagedCluster"]);
    let indent = |text: &str| format!("- {}\n", text.trim_end().replace('\n', "\n  "));
    let yaml_list = format!(
        "apiVersion: v1\nitems:\n{}{}kind: List\nmetadata: {{}}\n",
        indent(&one),
        indent(&two)
    );
    check(&yaml_list, &["2 ManagedCluster"]);
    let typed = "\
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedClusterList
items:
- metadata: {name: f}
- metadata:
    name: g
";
    check(typed, &["2 ManagedCluster"]);
    check(
        &format!("{yaml_list}---\n{}---\n{list}{typed}", json("h")),
        &["7 ManagedCluster"],
    );
    check(&format!("{typed}{list}"), &["4 ManagedCluster"]);
    check(
        &format!("--- {{{JSON}, metadata: {{name: a}}}}\n"),
        &["1 ManagedCluster"],
    );
    check(
        "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster,\n  metadata: {name: a}}\n",
        &["1 ManagedCluster"],
    );
    check("apiVersion: v1\nkind: List\nitems: []\n", &[""]);
    check("apiVersion: v1\nkind: List\nitems: null\n", &[""]);
}

#[test]
fn what_is_silent() {
    let text = format!(
        "\
{CLUSTER}metadata:
  name: a
  managedFields:
  - manager: x
    fieldsV1: {{f:spec: {{}}}}
  labels: null
spec:
status:
  conditions: []
  version: {{kubernetes: v1}}
  somethingElse: 1
foo: bar
"
    );
    check(&text, &["1 ManagedCluster"]);
    // Blocks of text that look like documents and items.
    let text = format!(
        "\
{CLUSTER}metadata:
  name: a
  annotations:
    note: |
      ---
      items:
      - x
    more: \"{{\"
"
    );
    check(&text, &["1 ManagedCluster"]);
    // Merged fields are overridden, not doubled, whatever their order.
    let text = format!(
        "{CLUSTER}metadata:\n  labels: &l {{a: b}}\n  <<: {{name: x, labels: {{c: d}}}}\n  name: a\n"
    );
    check(&text, &["1 ManagedCluster"]);
}

#[test]
fn codes() {
    let check_cluster = |rest: &str, expect: &[&str]| {
        check(
            &format!("{CLUSTER}{rest}"),
            &[&["1 ManagedCluster"], expect].concat(),
        );
    };
    check_cluster(
        "metadata: {name: a, name: b}\n",
        &[
            "error duplicate-key ManagedCluster b metadata.name 3:21-3:25 `name` is defined twice here; the last one \
             wins",
        ],
    );
    check_cluster(
        "metadata: {}\n",
        &["error missing-field ManagedCluster  metadata.name 3:11-3:13 an object needs a name"],
    );
    check_cluster(
        "metadata: {name: a}\nspec: {taints: [{key: k, effect: NoSelec}]}\n",
        &[
            "error invalid-value ManagedCluster a spec.taints[0].effect 4:34-4:41 `NoSelec` is not allowed here, did \
             you mean `NoSelect`",
        ],
    );
    check_cluster(
        "metadata: {name: a}\nstatus: {allocatable: {cpu: 1x}}\n",
        &[
            "error invalid-quantity ManagedCluster a status.allocatable[cpu] 4:29-4:31 `1x` is not a quantity: \
             unknown suffix `x`, suffixes are n u m k M G T P E and Ki Mi Gi Ti Pi Ei",
        ],
    );
    check_cluster(
        "metadata: {name: a}\nspec: {taints: [{key: k, effect: NoSelect, timeAdded: now}]}\n",
        &[
            "error invalid-time ManagedCluster a spec.taints[0].timeAdded 4:55-4:58 `now` is not a time, write it as \
             `2025-06-01T12:00:00Z`",
        ],
    );
    check_cluster(
        "metadata: {name: a, labels: {n: 1}}\n",
        &[
            "error wrong-type ManagedCluster a metadata.labels[n] 3:33-3:34 expected a string, found the number `1`: \
             put it in quotes",
        ],
    );
    check(
        "apiVersion: v1\nkind: Binding\nmetadata: {name: a}\n",
        &[
            "1 Binding",
            "info unknown-kind Binding a kind 2:7-2:14 kind `Binding` is not checked",
        ],
    );
    check(
        "apiVersion: cluster.open-cluster-management.io/v9\nkind: Placement\nmetadata: {name: a}\n",
        &[
            "1 Placement",
            "warning unknown-version Placement a apiVersion 1:13-1:50 `Placement` has no version `v9` here; it is \
             read as `v1beta1`",
        ],
    );
    check(
        "- a\n- b: 1\n",
        &[
            "",
            "error not-an-object - 1:3-1:4 expected a Kubernetes object, found a string",
            "error not-an-object - 2:3-2:7 an object needs a `kind` and an `apiVersion`",
        ],
    );
    check("a: [\n", &["", "error syntax - 1:4-1:4 `[` is not closed"]);
    check(
        &"[".repeat(200),
        &[
            "",
            "error too-deep - 1:129-1:129 nested deeper than 128 levels",
        ],
    );
    let one = format!("{CLUSTER}metadata: {{name: a}}\n");
    check(
        &format!("{one}---\n{one}"),
        &[
            "2 ManagedCluster",
            "warning duplicate-object ManagedCluster a metadata.name 7:18-7:19 ManagedCluster `a` is defined \
             twice; the later one wins (also at 3:18)",
        ],
    );
}

#[test]
fn places_in_placements() {
    let at = |rest: &str, expect: &str| {
        check_at(&format!("# 🙂é\r\n{PLACEMENT}spec:\n{rest}\n"), expect);
    };
    at(
        "  numberOfClusters: «three»",
        "wrong-type spec.numberOfClusters",
    );
    at(
        "  numberOfClusters: «-1»",
        "out-of-range spec.numberOfClusters",
    );
    at(
        "  numberOfClusters: «99999999999999999999»",
        "out-of-range spec.numberOfClusters",
    );
    at(
        "  «numberOfCluster»: 3",
        "unknown-field spec.numberOfCluster",
    );
    at(
        "  «prioritizerPolciy»: {}",
        "unknown-field spec.prioritizerPolciy",
    );
    at(
        "  tolerations: [{key: 🙂, «tolerationSecond»: 3}]",
        "unknown-field spec.tolerations[0].tolerationSecond",
    );
    at(
        "  prioritizerPolicy:\n    configurations:\n    - {name: Steady, weight: «11»}",
        "out-of-range spec.prioritizerPolicy.configurations[0].weight",
    );
    at(
        "  spreadPolicy: {spreadConstraints: [{topologyKey: k, topologyKeyType: Label, maxSkew: «0»}]}",
        "out-of-range spec.spreadPolicy.spreadConstraints[0].maxSkew",
    );
    let term = "    - {topologyKey: k, topologyKeyType: Label}\n".repeat(8);
    at(
        &format!(
            "  spreadPolicy:\n    spreadConstraints:\n{term}    - «{{topologyKey: k, topologyKeyType: Label}}»"
        ),
        "out-of-range spec.spreadPolicy.spreadConstraints[8]",
    );
    at("  clusterSets: [é, «1»]", "wrong-type spec.clusterSets[1]");
    at("  clusterSets: «🙂»", "wrong-type spec.clusterSets");
    at(
        "  predicates: [{requiredClusterSelector: {celSelector: {celExpressions: ['🙂']}, \
         labelSelector: {matchLabels: {a: a, «a»: b}}}}]",
        "duplicate-key spec.predicates[0].requiredClusterSelector.labelSelector.matchLabels[a]",
    );
    at(
        "  numberOfClusters: 1\n  «numberOfClusters»: 2",
        "duplicate-key spec.numberOfClusters",
    );
    at("  numberOfClusters: 1\n«spec»: {}", "duplicate-key spec");
    at(
        "  numberOfClusters: 1\n«kind»: Placement",
        "duplicate-key kind",
    );
    let score = "\
apiVersion: cluster.open-cluster-management.io/v1alpha1
kind: AddOnPlacementScore
metadata: {name: s, namespace: c}
status: {scores: [{name: é🙂, value: «101»}]}
";
    check_at(score, "out-of-range status.scores[0].value");
    check_at(
        &score.replace('\n', "\r"),
        "out-of-range status.scores[0].value",
    );
    // In the middle of a line that holds a whole list.
    check_at(&format!("{{\"kind\": \"List\", \"items\": [{{{JSON}, \"metadata\": {{\"name\": \"🙂\"}}}}, «{{\"é\": \
        1}}»]}}").replace("🙂", "a"), "not-an-object ");
}

#[test]
fn a_broken_document_spoils_only_itself() {
    let good = |name: &str| format!("{CLUSTER}metadata: {{name: {name}}}\n");
    let lines = |text: &str, clusters: usize, errors: usize| {
        let reader = Reader::new(text);
        let found = (reader.objects().clusters.len(), reader.counts()[0]);
        assert_eq!(found, (clusters, errors), "{text}");
    };
    for broken in [
        "a: [\n",
        "a: b: c\n",
        "\ta: 1\n",
        "a: \"\n",
        "- a\nb: 1\n",
        "a: *x\n",
        "a: \0\n",
        "{\n",
        "a: 1\n b: 2\n",
    ] {
        lines(
            &format!("{}---\n{broken}---\n{}", good("a"), good("b")),
            2,
            1,
        );
        let indented = broken.trim_end().replace('\n', "\n  ");
        let item = |name: &str| format!("- {}\n", good(name).trim_end().replace('\n', "\n  "));
        let list = format!(
            "kind: List\nitems:\n{}- {indented}\n{}",
            item("a"),
            item("b")
        );
        if !broken.contains('*') {
            lines(&list, 2, 1);
        }
    }
    let json = |name: &str| format!("{{{JSON}, \"metadata\": {{\"name\": \"{name}\"}}}}\n");
    for broken in [
        "{\"a\": [\n",
        "{\"a\" 1}\n",
        "{\"a\": \"\\q\"}\n",
        "{\"a\": \"\n",
    ] {
        lines(&format!("{}{broken}{}", json("a"), json("b")), 2, 1);
    }
    lines(
        &format!(
            "{{\"kind\": \"List\", \"items\": [{}, {{\"a\" 1}}, {}]}}",
            json("a"),
            json("b")
        ),
        2,
        1,
    );
}

#[test]
fn anchors_and_merges() {
    let names = |text: &str, expect: &[&str]| {
        let reader = Reader::new(text);
        let found = reader.diagnostics(Encoding::Utf8, 9);
        assert!(found.is_empty(), "{text} {found:?}");
        let objects = reader.objects();
        let labels = objects.clusters.iter().map(|cluster| {
            let labels =
                cluster.labels().0.iter().map(|(key, value)| {
                    format!("{}={}", &objects.names[*key], &objects.names[*value])
                });
            let mut labels: Vec<String> = labels.collect();
            labels.sort();
            format!("{} {}", &objects.names[cluster.name()], labels.join(" "))
        });
        assert_eq!(labels.collect::<Vec<_>>(), expect, "{text}");
    };
    names(
        &format!("x: &x {{a: b}}\n{CLUSTER}metadata:\n  name: c\n  labels: *x\n"),
        &["c a=b"],
    );
    names(
        &format!(
            "x: &x {{a: b, c: d}}\n{CLUSTER}metadata:\n  name: c\n  labels: {{a: z, <<: *x}}\n"
        ),
        &["c a=z c=d"],
    );
    // The first of several counts, and what is merged may merge.
    names(
        &format!(
            "\
x: &x {{a: 'x', b: 'x'}}
y: &y {{<<: *x, b: 'y', c: 'y'}}
{CLUSTER}metadata:
  name: c
  labels: {{<<: [*y, {{c: z, d: z}}]}}
"
        ),
        &["c a=x b=y c=y d=z"],
    );
    names(
        &format!("base: &b\n  metadata: {{name: c}}\n<<: *b\n{CLUSTER}"),
        &["c "],
    );
    // Across the items of a list.
    names(
        &format!(
            "kind: List\nitems:\n- &a\n  {}  metadata: {{name: a}}\n- <<: *a\n  metadata: {{name: b}}\n",
            CLUSTER
                .replace('\n', "\n  ")
                .trim_end_matches("  ")
                .replace("\n  \n", "\n")
        ),
        &["a ", "b "],
    );
}
