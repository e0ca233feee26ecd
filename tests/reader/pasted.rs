//! What people paste along with objects: tables, quoted and numbered lines, characters of word processors and HTML, and
//! marks for what they left out.

use super::{
    incomplete::{check, cluster, item},
    lines,
};

const TABLE: &str =
    "this is a table of kubectl, which lacks most of its objects: print them with `-o yaml`";

pub(super) fn list(items: &[&str]) -> String {
    format!(
        "apiVersion: v1\nitems:\n{}kind: List\nmetadata: {{}}\n",
        items.concat()
    )
}

/// A text of two documents, of which the second one has a fault.
#[track_caller]
pub(super) fn check_second(of: &str, expect: &str) {
    let text = format!("{}---\n{of}---\n{}", cluster("a", ""), cluster("c", ""));
    check(&text, &[expect], "a c");
}

#[test]
fn tables() {
    let of = |line: u32| format!("Unreadable {line}:1 {TABLE}");
    let (a, b) = (item("a", ""), item("b", ""));
    let rows = "n1   Ready   <none>   5d2h   v1.31.0\nn2   Ready   <none>   5m   v1.31.0\n";
    let head = "NAME   STATUS   ROLES   AGE   VERSION\n";
    let events = "LAST SEEN   TYPE     REASON   OBJECT   MESSAGE\n5m12s       Normal   Created  pod/a    made\n";
    // Without ages.
    let placements = "NAMESPACE   NAME   SUCCEEDED   REASON\napps        web    True        All\n";
    for table in [rows, &format!("{head}{rows}"), events, placements] {
        check(&format!("{}{table}", list(&[&a, &b])), &[&of(13)], "a b");
        check(&list(&[&a, table, &b]), &[&of(7)], "a b");
        let text = format!("{}{table}{}", cluster("a", ""), cluster("b", ""));
        check(&text, &[&of(5)], "a b");
        check(table, &[&of(1)], "");
    }
    // As Jira has it.
    let jira = "|| NAME || AGE ||\n| n1 | 5d |\n";
    check(&format!("{}{jira}", cluster("a", "")), &[&of(5)], "a");
    // Values and keys with gaps are none.
    let text = cluster("a", "spec:   {x:   1d}\nmore:   b   5d\n");
    check(&text, &[], "a");
}

#[test]
fn quoted_and_numbered_lines() {
    let text = format!("{}---\n{}", cluster("a", ""), cluster("b", ""));
    let with = |prefix: &dyn Fn(usize) -> String| -> String {
        let lines = text.lines().enumerate();
        lines
            .map(|(at, line)| format!("{}{line}\n", prefix(at + 1)))
            .collect()
    };
    let quoted = "these lines are quoted, as in mail: paste them without `> `";
    check(
        &with(&|_| "> ".to_owned()),
        &[&format!("Unreadable 1:1 {quoted}")],
        "",
    );
    let behind = format!("{}Ann:\n{}", cluster("a", ""), "> kind: Pod\n>\n> x: y\n");
    check(&behind, &[&format!("Unreadable 6:1 {quoted}")], "a");
    let numbered = "Unreadable 1:1 these lines begin with their numbers: paste them without";
    check(&with(&|at| format!("{at:6}\t")), &[numbered], "");
    check(&with(&|at| format!("{at}  ")), &[numbered], "");
    check(&with(&|at| format!("{:3}: ", at + 98)), &[numbered], "");
}

#[test]
fn diffs() {
    let said = "this is a diff: paste the whole object";
    let plus = cluster("b", "").replace('\n', "\n+");
    check_second(
        &format!("+{}\n", plus.trim_end_matches('+').trim_end()),
        &format!("Unreadable 6:1 {said}"),
    );
    let text = format!("{}---\n@@ -1,2 +1,2 @@\n", cluster("a", ""));
    check(&text, &[&format!("Unreadable 6:1 {said}")], "a");
    // As `diff` and Argo CD print it, without a common line.
    for diff in [
        "===== /Placement demo/web ======\n5c5\n<   numberOfClusters: 2\n---\n>   numberOfClusters: 3\n",
        "12,13c12\n< kind: Placement\n---\n> kind: Placement\n> metadata:\n>   name: web\n",
        "5a6,7\n> spec:\n>   x: y\n",
        "diff --git a/x.yaml b/x.yaml\nindex 1a2b3c4..5d6e7f8 100644\n--- a/x.yaml\n+++ b/x.yaml\n@@ -1 +1 @@\n",
        "diff -u -N /tmp/LIVE-1/x /tmp/MERGED-2/x\n--- /tmp/LIVE-1/x\n+++ /tmp/MERGED-2/x\n@@ -1 +1 @@\n",
        "< kind: Placement\n",
    ] {
        let text = format!("{}---\n{diff}---\n{}", cluster("a", ""), cluster("b", ""));
        check(&text, &[&format!("Unreadable 6:1 {said}")], "a b");
    }
    // A number that is none.
    check(&format!("{}5c5c5: x\n", cluster("a", "")), &[], "a");
}

#[test]
fn merge_conflicts() {
    let said = "this is a merge conflict of Git: keep one side, without the marks";
    let conflict = |one: &str, other: &str| {
        format!("<<<<<<< HEAD\n{one}||||||| 1a2b3c4\n=======\n{other}>>>>>>> topic\n")
    };
    // Up to the next object, it is one place.
    let labels = conflict("    env: prod\n", "    env: test\n");
    let text = cluster("a", &format!("  labels:\n{labels}spec: {{}}\n"));
    let expect = format!("Unreadable 6:1 {said}");
    check(
        &format!("{text}---\n{}", cluster("b", "")),
        &[&expect],
        "a b",
    );
    let items = list(&[
        &item("a", ""),
        &conflict(&item("b", ""), &item("c", "")),
        &item("d", ""),
    ]);
    check(&items, &[&format!("Unreadable 7:1 {said}")], "a");
    // Of whole objects, both are read.
    let text = conflict(&cluster("a", ""), &cluster("b", ""));
    let expect = [1, 6, 12].map(|line| format!("Unreadable {line}:1 {said}"));
    check(&text, &expect.each_ref().map(String::as_str), "a b");
    // A value.
    check(&cluster("a", "x: '\n  ======='\n"), &[], "a");
}

/// KYAML has comments, in which braces and quotes are of no value.
#[test]
fn comments_in_braces() {
    let object = |name: &str| {
        format!(
            "---\n# a }} and an odd \" in it\n{{\n  apiVersion: \"cluster.open-cluster-management.io/v1\", # a }}\n  \
             kind: \"ManagedCluster\",\n  # closes \"nothing }}\n  metadata: {{\n    name: \"{name}\", # it's }}\n  \
             }},\n}}\n"
        )
    };
    check(&(object("a") + &object("b")), &[], "a b");
    // No comment: a value goes on.
    let value = object("a").replace("name: \"a\"", "name: \"a\", labels: {x: a#}, y: \"}\"");
    check(&(value + &object("b")), &[], "a b");
}

/// Options on lines of their own stand behind the second prompt of the shell, which quotes in mail, too.
#[test]
fn continued_commands() {
    for prompt in ["> ", ">> ", ">   "] {
        let command = format!(
            "$ kubectl get managedclusters \\\n{prompt}-A \\\n{prompt}-o yaml \\\n{prompt}| cat\n"
        );
        check(&format!("{command}{}", cluster("a", "")), &[], "a");
    }
    let quoted = format!(
        "$ kubectl get managedclusters\n> {}",
        cluster("a", "").replace('\n', "\n> ")
    );
    let finding = "Unreadable 2:1 these lines are quoted, as in mail: paste them without `> `";
    check(&quoted, &[finding], "");
}

#[test]
fn pagers() {
    check(&format!("{}:\n", cluster("a", "")), &[], "a");
    check_second(
        &cluster("b", "--More--\nspec: {}\n"),
        "Unreadable ManagedCluster b 10:1 this line is a pager's: remove it",
    );
}

#[test]
fn characters_of_word_processors() {
    let no_break = "U+00A0 (no-break space) is not a space of YAML: use plain spaces";
    let check = |from: &str, to: &str, expect: &str| {
        let object = cluster("b", "  labels:\n    env: prod\nspec: {}\n");
        check_second(&object.replace(from, to), expect);
    };
    // It is YAML, of something else.
    check(
        "  name",
        "\u{a0}\u{a0}name",
        &format!("Unreadable ManagedCluster  9:1 {no_break}"),
    );
    check(
        "    env",
        "  \u{a0} env",
        &format!("Unreadable ManagedCluster b 11:3 {no_break}"),
    );
    check(
        "env: ",
        "env:\u{a0}",
        &format!("Unreadable ManagedCluster b 11:9 {no_break}"),
    );
    check(
        "prod",
        "prod\u{a0}",
        &format!("Unreadable ManagedCluster b 11:14 {no_break}"),
    );
    check(
        "prod",
        "pr\u{2003}od\u{2003}",
        "Unreadable ManagedCluster b 11:17 U+2003 is not a space of YAML: use plain spaces",
    );
    check(
        "name: b",
        "name: b\u{200b}",
        "Unreadable ManagedCluster b\u{200b} 9:10 U+200B (a character of no width) is not a space of YAML: delete it",
    );
    check(
        "prod",
        "“prod”",
        "Unreadable ManagedCluster b 11:10 `“` is not a quote of YAML: use `\"`",
    );
    check(
        "{}",
        "{x: [‘y’]}",
        "Unreadable ManagedCluster b 12:12 `‘` is not a quote of YAML: use `'`",
    );
    check(
        "prod",
        "&quot;prod&quot;",
        "Unreadable ManagedCluster b 11:10 `&quot;` is an escape of HTML: write the character itself",
    );
    check(
        "prod",
        "@@ENV@@",
        "Unreadable ManagedCluster b 11:10 `@@ENV@@` is a placeholder: fill it in",
    );
}

#[test]
fn colours_of_terminals() {
    let at = |at: &str, code: &str| {
        format!(
            "Unreadable {at} `ESC[{code}m` is a colour of a terminal, not YAML: print without colours"
        )
    };
    // As kubecolor and `jq -C` print.
    let yaml =
        "\u{1b}[36mapiVersion\u{1b}[0m: \u{1b}[33mv1\u{1b}[0m\n\u{1b}[36mkind\u{1b}[0m: Node\n";
    check(yaml, &[&at("1:1", "36")], "");
    let json = "\u{1b}[1;39m{\n  \u{1b}[0m\u{1b}[34;1m\"kind\"\u{1b}[0m: \"Node\"\n}\u{1b}[0m\n";
    check(json, &[&at("1:1", "1;39")], "");
    let json = "{\n  \u{1b}[34;1m\"kind\"\u{1b}[0m: \"Node\"\n}\n";
    check(
        &format!("{}{json}", cluster("a", "")),
        &[&at("6:3", "34;1")],
        "a",
    );
    check(
        &format!("{}---\n{yaml}---\n{}", cluster("a", ""), cluster("b", "")),
        &[&at("6:1", "36")],
        "a b",
    );
    // Within an object.
    let object = cluster("b", "  labels: {env: \u{1b}[32mprod\u{1b}[0m}\n");
    check_second(&object, &at("ManagedCluster b 10:17", "32"));
}

#[test]
fn the_same_characters_in_texts() {
    let free = "  annotations:\n    a: “Best” of\u{a0}all\u{a0}\n    b: x\u{200b}\n  labels:\n    c: a&quot;b\n\
                spec:\n  text: |\n    “x”\n    &quot;\n    # ...\n  more: \"“y”\u{a0}\"\n  \
                anchor: &name x\n  same: *name\n\
                status:\n  conditions:\n  - message: “x”\n    type: Ready\n";
    check(&cluster("a", free), &[], "a");
}

#[test]
fn marks_for_what_was_left_out() {
    let (a, b) = (item("a", ""), item("b", ""));
    for mark in [
        "# ... (12 more)",
        "# snip",
        "...",
        "<snip>",
        "[...]",
        "… 12 more …",
    ] {
        let text = list(&[&a, &format!("{mark}\n"), &b]);
        check(&text, &[&format!("LeftOut 7:1 `{mark}`")], "a b");
        let text = format!("{}{mark}\n{}", cluster("a", ""), cluster("b", ""));
        if !mark.starts_with('#') {
            check(&text, &[&format!("LeftOut 5:1 `{mark}`")], "a b");
        }
    }
    let text = format!("# ... and so on\n{}", cluster("a", "---\n# ...\n"));
    check(
        &text,
        &["LeftOut 1:1 `# ... and so on`", "LeftOut 7:1 `# ...`"],
        "a",
    );
    // In an object, it cannot be read.
    for mark in ["...", "<snip>"] {
        let faulty = cluster("b", &format!("spec:\n  x: y\n  {mark}\n  z: 1\n"));
        check_second(
            &faulty,
            &format!("Unreadable ManagedCluster b 12:3 `{mark}` stands for what was left out"),
        );
    }
    let json = "{\"kind\": \"List\", \"items\": [\n{\"kind\": \"X\"},\n...\n{\"kind\": \"Y\"}]}\n";
    check(
        json,
        &[
            "Unreadable 3:1 `...` stands for what was left out",
            "Ends 4:14 misplaced bracket",
        ],
        "",
    );
    // The end of a document is none, nor a comment of other words.
    let text = format!("{}...\n---\n{}...\n", cluster("a", ""), cluster("b", ""));
    check(&text, &[], "a b");
    check(
        &cluster("a", "# one more\n# nothing is left out\n"),
        &[],
        "a",
    );
}

#[test]
fn placeholders() {
    let said = |text: &str| lines(text).join("\n");
    for (value, is_one) in [
        ("${REGION}", true),
        ("prod-${REGION}", true),
        ("$(REGION)", true),
        ("<your-region>", true),
        ("\"@@REGION@@\"", true),
        ("REPLACE_ME", true),
        ("changeme", true),
        ("...", true),
        ("eu", false),
        ("replace", false),
        ("cost-5", false),
    ] {
        let plain = value.trim_matches('"');
        let text = cluster("a", &format!("  labels:\n    region: {value}\n"));
        let expect = if is_one {
            format!(
                "error placeholder ManagedCluster /a metadata.labels[region] 6:13-6:{} `{plain}` is a placeholder: \
                 fill it in",
                13 + value.len()
            )
        } else {
            String::new()
        };
        assert_eq!(said(&text), expect, "{value}");
    }
    // Braces and brackets with dots in them: of a toleration that is left out nothing else is said.
    let text = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                metadata: {name: p, namespace: ns, labels: {...}}\nspec: {tolerations: [...]}\n";
    assert_eq!(lines(text).len(), 2, "{}", said(text));
    assert!(
        lines(text)
            .iter()
            .all(|line| line.ends_with("`...` is a placeholder: fill it in")),
        "{}",
        said(text)
    );
    // Of other types, and of names, each is said once.
    let text = cluster(
        "$(NAME)",
        "spec: {leaseDurationSeconds: \"${N}\"}\nstatus: {capacity: {cpu: <cpu>}}\n",
    );
    let found = lines(&text);
    assert!(
        found
            .iter()
            .all(|line| line.ends_with("` is a placeholder: fill it in")),
        "{found:?}"
    );
    assert_eq!(found.len(), 3, "{found:?}");
    // An expression with a dollar is none.
    let text = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                metadata: {name: p, namespace: a}\nspec:\n  predicates:\n  - requiredClusterSelector:\n      \
                celSelector: {celExpressions: [\"m.matches('^(a|b)$')\"]}\n";
    assert_eq!(said(text), "");
}

#[test]
fn placeholders_in_braces() {
    let object = |value: &str| cluster("b", &format!("spec: {value}\n"));
    let of = |at: &str, name: &str| {
        format!("Unreadable ManagedCluster b {at} `${{{name}}}` is a placeholder: fill it in")
    };
    check_second(&object("{cpu: ${CPU}, memory: 1Gi}"), &of("10:13", "CPU"));
    check_second(&object("{x: 1, y: [${A_B:-1}, 2]}"), &of("10:18", "A_B:-1"));
    check_second(
        &object("{x: 1,\n  cpu: ${CPU}}").replace("  cpu", "  z: {cpu"),
        &of("11:12", "CPU"),
    );
    // In quotes, or without braces around it, it is a value.
    check(
        &cluster("a", "spec: {cpu: \"${CPU}\"}\nx: ${CPU}\n"),
        &[],
        "a",
    );
    // Something else is at fault.
    check_second(
        &object("{cpu: 1, x: [}"),
        "Unreadable ManagedCluster b 10:7 `{` is not closed",
    );
}

#[test]
fn decisions_without_their_label() {
    let text = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n\
                metadata: {name: d, namespace: a}\nstatus: {decisions: []}\n";
    let found = lines(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let said =
        "without the label `cluster.open-cluster-management.io/placement` it is of no placement";
    assert!(found[0].ends_with(said), "{found:?}");
    let labelled = text.replace(
        "namespace: a}",
        "namespace: a, labels: {cluster.open-cluster-management.io/placement: p}}",
    );
    assert_eq!(lines(&labelled), [""; 0]);
}

/// What `helm get all` and `helm install` print around a manifest.
#[test]
fn releases_of_helm() {
    let head = "NAME: shop\nLAST DEPLOYED: Mon Nov 30 09:00:00 2026\nSTATUS: deployed\nMANIFEST:\n";
    let notes = "NOTES:\n1. Open the page:\n  export POD=web\n";
    check(&format!("{head}---\n{}{notes}", cluster("a", "")), &[], "a");
    check(
        &format!("{}HOOKS:\n---\n{}", cluster("a", ""), cluster("b", "")),
        &[],
        "a b",
    );
}
