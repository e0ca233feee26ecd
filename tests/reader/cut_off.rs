//! Lines that stand within an object: what is behind them is the rest of it, and is not lost without a word.

use schedscope::{
    objects::{diagnostic::Encoding, incomplete::IncompleteReason},
    reader::Reader,
};

use super::incomplete::{check, cluster, messages};

const REST: &str = "these lines are cut off from the object before them";
const IN_LOG: &str = "these are log lines: paste the object in them alone";

#[test]
fn the_rest_of_an_object_is_named() {
    for line in [
        "I1126 10:01:12.120431       1 controller.go:12] reconcile",
        "[pod/manager-0/manager] reconcile",
        "Warning: policy/v1beta1 PodDisruptionBudget is deprecated",
        "$ kubectl get placements -o yaml",
        "{\"level\":\"info\",\"msg\":\"reconcile\"}",
        "```",
        "...",
    ] {
        for (before, rest) in [
            ("spec:\n", "  hubAcceptsClient: true\n"),
            ("", "spec:\n  hubAcceptsClient: true\n"),
            ("", "status: {}\n"),
        ] {
            let text = format!(
                "{}{before}{line}\n{rest}---\n{}",
                cluster("a", ""),
                cluster("b", "")
            );
            let at = 6 + usize::from(!before.is_empty());
            let column = 1 + rest.len() - rest.trim_start().len();
            check(&text, &[&format!("Unreadable {at}:{column} {REST}")], "a b");
        }
    }
    // A document of its own, and one of something else.
    for other in ["---\nspec: {}\n", "---\nreplicas: 3\n", "replicas: 3\n"] {
        let text = format!("{}...\n{other}---\n{}", cluster("a", ""), cluster("b", ""));
        check(&text, &[], "a b");
    }
}

#[test]
fn a_text_that_ends_before_a_name() {
    let head = "apiVersion: cluster.open-cluster-management.io/v1";
    for rest in [
        "apiVersion: cluster.open-clu",
        &format!("{head}\n"),
        &format!("{head}\nkind: ManagedClu"),
        &format!("{head}\nkind: ManagedCluster\nmetadata:\n"),
    ] {
        let ends = "the input ends before the name of the object";
        let text = format!("{}---\n{rest}", cluster("a", ""));
        let [found] = &Reader::new(&text).incomplete(Encoding::Utf8)[..] else {
            panic!("one place: {text}");
        };
        assert_eq!(
            (found.why, &*found.fault),
            (IncompleteReason::Ends, ends),
            "{text}"
        );
        // Typed until there, and on.
        let mut typed = Reader::default();
        for (at, char) in text.char_indices() {
            typed.edit(at, at, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
        }
        assert_eq!(
            typed.incomplete(Encoding::Utf8),
            Reader::new(&text).incomplete(Encoding::Utf8)
        );
        let whole = format!("{}---\n{}", cluster("a", ""), cluster("b", ""));
        typed.edit(0, text.len(), &whole, Encoding::Utf8);
        assert_eq!(typed.incomplete(Encoding::Utf8), []);
        // Another object follows.
        let text = format!("{}---\n{}", rest.trim_end(), cluster("a", ""));
        let found = Reader::new(&text).incomplete(Encoding::Utf8);
        assert!(
            found.iter().all(|one| one.why != IncompleteReason::Ends),
            "{text}"
        );
    }
    // Objects that are whole.
    for whole in [
        "apiVersion: x/v1\nkind: Other\nmetadata: {name: b}\n",
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n",
    ] {
        check(&format!("{}---\n{whole}", cluster("a", "")), &[], "a");
    }
}

#[test]
fn an_object_in_lines_of_a_log_is_named() {
    let lines = |prefix: &str, lines: &[&str]| -> String {
        lines
            .iter()
            .map(|line| format!("{prefix}{line}\n"))
            .collect()
    };
    let json = [
        "{",
        "  \"kind\": \"ManagedCluster\",",
        "  \"apiVersion\": \"x/v1\"",
        "}",
    ];
    let yaml = [
        "kind: ManagedCluster",
        "apiVersion: x/v1",
        "metadata:",
        "  name: b",
    ];
    for (prefix, object) in [
        ("I1126 10:01:12.120431       1 a.go:12] applied ", &json),
        ("I1126 10:01:12.120431       1 a.go:12] applied ", &yaml),
    ] {
        let text = format!("{}---\n{}", cluster("a", ""), lines(prefix, object));
        check(&text, &[&format!("Unreadable 6:1 {IN_LOG}")], "a");
    }
    let diff = lines(
        "+",
        &["apiVersion: x/v1", "kind: ManagedCluster", "metadata:"],
    );
    check(
        &format!("{}{diff}", cluster("a", "")),
        &["Unreadable 5:1 this is a diff: paste the whole object"],
        "a",
    );
}

/// A text in a value is not an object, whatever the key is called; a mapping in it is one that does not count.
#[test]
fn a_value_is_not_an_object() {
    let indented: String = cluster("b", "")
        .lines()
        .map(|line| format!("  {line}\n"))
        .collect();
    let text = |head: &str, object: &str| format!("{}---\n{head}\n{object}", cluster("a", ""));
    for head in [
        "Manifest: |",
        "my manifest: |-",
        "Manifest: >",
        "manifest: |",
    ] {
        check(&text(head, &indented), &[], "a");
    }
    let inside = "Unreadable 6:1 an object stands inside this value: paste the object alone";
    check(&text("Manifest:", &indented), &[inside], "a");
    let event = format!("{indented}type: ADDED\n");
    check(&text("object:", &event), &[inside], "a");
    let items = indented.replacen("  ", "- ", 1);
    check(&text("clusters:", &items), &[inside], "a");
    // References, comments, and what is told about objects.
    let reference = "  apiVersion: apps/v1\n  kind: Deployment\n  name: web\n";
    for (head, object) in [
        ("other:", "  kind: Other\n"),
        ("scaleTargetRef:", reference),
        (
            "replicas: 2",
            "# - apiVersion: v1\n#   kind: Pod\n#   metadata: {}\n",
        ),
        (
            "description: >",
            "  apiVersion: v1\n  kind: Pod\n  metadata:\n",
        ),
    ] {
        check(&text(head, object), &[], "a");
    }
    let values = format!(
        "data:\n  object.yaml: |\n{}",
        indented.replace("  ", "    ")
    );
    check(
        &format!("{}---\nreplicas: 2\n{values}", cluster("a", "")),
        &[],
        "a",
    );
}

/// Words of a log with an object in JSON behind them, over several lines: the object before them does not swallow it.
#[test]
fn an_object_behind_words_is_named() {
    let json = "{\n  \"apiVersion\": \"x/v1\",\n  \"kind\": \"ManagedCluster\",\n  \"metadata\": {\n    \"name\": \
                \"b\"\n  }\n";
    let within = "Unreadable 5:1 an object stands inside this value: paste the object alone";
    let before = "Unreadable ManagedCluster a 5:1 these words stand before an object: paste the object alone";
    for words in ["Applied", "Last Applied", "last applied"] {
        let text =
            |end: &str, behind: &str| format!("{}{words}: {json}{end}{behind}", cluster("a", ""));
        let other = format!("---\n{}", cluster("c", ""));
        check(&text("  }\n", &other), &[within], "a c");
        check(&text("}\n", &other), &[before], "c");
    }
    // Fields of objects, and what is none.
    for field in [
        "related: {apiVersion: v1, kind: Pod}\n",
        "Applied: {kind: Pod}\n",
    ] {
        check(&cluster("a", field), &[], "a");
    }
}

#[test]
fn a_misspelt_field_at_the_end_is_of_the_object() {
    let class = "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: high\nvalue: 10\n";
    messages(
        &format!("{class}PreemptionPolicy: Never\n"),
        &["error 6: unknown field `PreemptionPolicy`, did you mean `preemptionPolicy`"],
    );
}

/// What is before the rest of an object changes, and no object does.
#[test]
fn an_edit_before_the_rest_of_an_object() {
    let other = "apiVersion: x/v1\nkind: Other\nmetadata:\n  name: o\n";
    let text = |between: &str, line: &str| {
        format!(
            "{}{between}{other}{line}\nspec:\n  x: 1\n",
            cluster("a", "")
        )
    };
    for line in ["$ kubectl get pods", "```", "Warning: it is deprecated"] {
        let (marked, unmarked) = (text("---\n", line), text("", line));
        let at = marked.find("---\n").expect("a marker");
        let unread = |reader: &Reader| reader.incomplete(Encoding::Utf8);
        let mut reader = Reader::new(&marked);
        reader.edit(at, at + 4, "", Encoding::Utf8);
        assert_eq!(unread(&reader), unread(&Reader::new(&unmarked)), "{line}");
        reader.edit(at, at, "---\n", Encoding::Utf8);
        assert_eq!(unread(&reader), unread(&Reader::new(&marked)), "{line}");
    }
}

/// A key without its colon looks like the value of the field before it.
#[test]
fn a_text_that_ends_inside_the_first_key_of_a_mapping() {
    let ends = |text: &str| {
        let found = Reader::new(text).incomplete(Encoding::Utf8);
        let mut typed = Reader::default();
        for (at, char) in text.char_indices() {
            typed.edit(at, at, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
        }
        assert_eq!(typed.incomplete(Encoding::Utf8), found, "{text}");
        let found = found.into_iter().map(|one| (one.why, one.fault));
        found.collect::<Vec<_>>()
    };
    let claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: d\n";
    for (rest, key) in [
        (
            "  annotations:\n    pv.kubernetes.io/b",
            "pv.kubernetes.io/b",
        ),
        ("spec:\n  vol", "vol"),
        ("spec:\n# a comment\n\n  vol", "vol"),
    ] {
        let text = [claim, rest].concat();
        let fault = format!("the text ends inside the key `{key}`");
        assert_eq!(ends(&text), [(IncompleteReason::Ends, fault)], "{text}");
    }
    for rest in [
        "  annotations:\n    a: b",
        "  annotations:\n    a: \"\"",
        "  annotations:\n    pv.kubernetes.io/b\n",
        "spec:\n  volumeName: x",
        "spec:\n  accessModes:\n  - ReadWriteOnce",
        "spec:",
        "",
    ] {
        assert_eq!(ends(&[claim, rest].concat()), [], "{rest}");
    }
}
