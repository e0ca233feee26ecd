//! What of a text could not be read, and that all else counts.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use super::{CLUSTER, clusters};

pub(super) fn cluster(name: &str, more: &str) -> String {
    format!("{CLUSTER}metadata:\n  name: {name}\n{more}")
}

/// An item of a list, in lines as kubectl prints them.
pub(super) fn item(name: &str, more: &str) -> String {
    let lines = cluster(name, more);
    let lines = lines.lines().enumerate();
    lines
        .map(|(at, line)| {
            let indent = match (at, line.starts_with('\t')) {
                (0, _) => "- ",
                (_, true) => "",
                _ => "  ",
            };
            format!("{indent}{line}\n")
        })
        .collect()
}

fn list(items: &[String]) -> String {
    format!(
        "apiVersion: v1\nitems:\n{}kind: List\nmetadata:\n  resourceVersion: \"\"\n",
        items.concat()
    )
}

/// A text is incomplete at these places, and these clusters count; also where it was typed character by character.
#[track_caller]
pub(super) fn check(text: &str, expect: &[&str], count: &str) {
    let mut typed = Reader::default();
    for (at, char) in text.char_indices() {
        typed.edit(at, at, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
    }
    for reader in [Reader::new(text), typed] {
        let places = reader.incomplete(Encoding::Utf8);
        let places = places.iter().map(|place| {
            let object = place.object.as_ref();
            let object = object.map_or_else(String::new, |object| {
                format!(" {} {}", object.kind, object.name)
            });
            let start = place.range.start;
            format!(
                "{:?}{object} {}:{} {}",
                place.why, start.line, start.column, place.fault
            )
        });
        assert_eq!(places.collect::<Vec<_>>(), expect, "\n{text}");
        assert_eq!(clusters(&reader), count, "\n{text}");
    }
}

const TAB: &str = "a tab cannot indent, use spaces";
const OPEN: &str = "the list does not end, the input may be cut off";

#[test]
fn whole_texts() {
    check("", &[], "");
    check(&cluster("a", "---\n"), &[], "a");
    check(&list(&[item("a", ""), item("b", "")]), &[], "a b");
    // Faults of fields leave the object there.
    check(&cluster("a", "spec: {taints: 1}\n"), &[], "a");
    // Written by hand, a list may have no kind.
    check(&format!("items:\n{}", item("a", "")), &[], "a");
    check(&format!("kind: List\nitems:\n{}", item("a", "")), &[], "a");
    check("{\"kind\": \"List\", \"items\": []}\n", &[], "");
}

#[test]
fn a_tab_in_the_middle() {
    let text = list(&[
        item("a", ""),
        item("b", "\tlabels:\n      env: x\nspec: {}\n"),
        item("c", ""),
    ]);
    check(
        &text,
        &[&format!("Unreadable ManagedCluster b 11:1 {TAB}")],
        "a c",
    );
    let text = format!(
        "{}---\n{}",
        cluster("a", "  \tlabels: {}\n"),
        cluster("b", "")
    );
    check(
        &text,
        &[&format!("Unreadable ManagedCluster a 5:3 {TAB}")],
        "b",
    );
}

#[test]
fn brackets_and_quotes_at_the_end() {
    let text = format!(
        "{}---\n{}",
        cluster("a", ""),
        cluster("b", "spec: {taints: [\n")
    );
    check(
        &text,
        &["Ends ManagedCluster b 10:16 `[` is not closed"],
        "a",
    );
    let text = format!("{}[", cluster("a", ""));
    check(
        &text,
        &["Ends 5:2 the input ends before its value does"],
        "a",
    );
    let text = format!("{}---\n{}", cluster("a", "spec: [\n"), cluster("b", ""));
    check(
        &text,
        &["Unreadable ManagedCluster a 5:7 `[` is not closed"],
        "b",
    );
    let text = list(&[item("a", "spec: {x: \"y}\n"), item("b", "")]);
    check(
        &text,
        &["Unreadable ManagedCluster a 7:13 `\"` is not closed"],
        "b",
    );
}

#[test]
fn lists_that_were_cut() {
    let whole = list(&[
        item("a", ""),
        item("b", "spec:\n  hubAcceptsClient: true\n"),
    ]);
    let cut = |until: &str| &whole[..whole.find(until).expect("there") + until.len()];
    check(
        cut("hubAcceptsClient: true\n"),
        &[&format!("ListEnds ManagedCluster b 12:27 {OPEN}")],
        "a b",
    );
    check(
        cut("hubAccep"),
        &[&format!("ListEnds ManagedCluster b 12:13 {OPEN}")],
        "a b",
    );
    check(
        cut("name: b\n  s"),
        &["Ends ManagedCluster b 11:4 simple key expected"],
        "a",
    );
    check(
        cut("name: a\n"),
        &[&format!("ListEnds ManagedCluster a 6:12 {OPEN}")],
        "a",
    );
    // Another document behind it does not hide it.
    check(
        &format!("{}---\n{}", cut("name: a\n"), cluster("c", "")),
        &[&format!("ListEnds ManagedCluster a 6:12 {OPEN}")],
        "a c",
    );
}

#[test]
fn lists_in_json_that_were_cut() {
    let one = |name: &str| {
        format!(
            "{{\n\"apiVersion\": \"cluster.open-cluster-management.io/v1\",\n\"kind\": \"ManagedCluster\",\n\
             \"metadata\": {{\"name\": \"{name}\"}}\n}}"
        )
    };
    let whole = format!(
        "{{\"kind\": \"List\", \"items\": [{}, {}]}}",
        one("a"),
        one("b")
    );
    check(&whole, &[], "a b");
    let cut = |until: &str| &whole[..whole.find(until).expect("there") + until.len()];
    check(
        cut("\"b\""),
        &["Ends ManagedCluster b 8:25 the input ends before its value does"],
        "a",
    );
    check(
        cut("\"a\"}\n}, {\n\"api"),
        &["Ends 6:1 unterminated string literal"],
        "a",
    );
    for end in ["\"b\"}\n}", "\"a\"}\n}", "\"a\"}\n}, "] {
        let (line, name, count) = if end.contains('b') {
            (9, "b", "a b")
        } else {
            (5, "a", "a")
        };
        let column = if end.ends_with(' ') { 3 } else { 2 };
        check(
            cut(end),
            &[&format!(
                "ListEnds ManagedCluster {name} {line}:{column} {OPEN}"
            )],
            count,
        );
    }
}

#[test]
fn lines_that_a_terminal_wrapped() {
    let text = list(&[
        item("a", ""),
        item("b", "  labels:\n    env: pr\n"),
        "od\n    more: x\n".to_owned(),
        item("c", ""),
    ]);
    check(
        &text,
        &["Unreadable 13:1 this ends the list, and its items go on behind it"],
        "a b c",
    );
}

const FORBIDDEN: &str =
    "Error from server (Forbidden): placements is forbidden: User \"dev\" cannot list it";

/// The messages about a text without places, in its order; typed, too.
#[track_caller]
pub(super) fn messages(text: &str, expect: &[&str]) {
    let mut typed = Reader::default();
    for (at, char) in text.char_indices() {
        typed.edit(at, at, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
    }
    for reader in [Reader::new(text), typed] {
        let found = reader.diagnostics(Encoding::Utf8, 20).into_iter();
        let found: Vec<String> = found
            .map(|one| {
                let severity = format!("{:?}", one.severity).to_lowercase();
                format!("{severity} {}: {}", one.range.start.line, one.message)
            })
            .collect();
        assert_eq!(found, expect, "\n{text}");
    }
}

#[test]
fn messages_of_kubectl() {
    let fault = |line: usize| {
        format!(
            "Unreadable {line}:1 this is an error message of kubectl, not YAML, and what it is about is not in the \
             input: `{FORBIDDEN}`"
        )
    };
    let items = list(&[item("a", ""), item("b", "")]);
    check(&format!("{items}{FORBIDDEN}\n"), &[&fault(14)], "a b");
    check(&format!("{FORBIDDEN}\n{items}"), &[&fault(1)], "a b");
    check(
        &format!("{}\n{FORBIDDEN}\n{}", cluster("a", ""), cluster("b", "")),
        &[&fault(6)],
        "a b",
    );
    // Both outputs went into one file as they came.
    let head = items.find("- api").expect("an item");
    let (before, behind) = items.split_at(head);
    check(
        &format!("{before}{FORBIDDEN}\n{behind}"),
        &[&fault(3)],
        "a b",
    );
    let second = items.rfind("- api").expect("an item");
    let (before, behind) = items.split_at(second);
    check(
        &format!("{before}{FORBIDDEN}\n\n{behind}"),
        &[&fault(7)],
        "a b",
    );
    let foot = items.find("kind: List").expect("the foot");
    let (before, behind) = items.split_at(foot);
    check(
        &format!("{before}{FORBIDDEN}\n{behind}"),
        &[&fault(11)],
        "a b",
    );
    // Where the list does not go on, it does not end.
    check(
        &format!("{before}{FORBIDDEN}\n"),
        &[
            &fault(11),
            &format!("ListEnds 11:{} {OPEN}", FORBIDDEN.len() + 1),
        ],
        "a b",
    );
    for line in [
        "error: the server doesn't have a resource type \"placements\"",
        "E0612 10:11:12.000001   12 memcache.go:265] couldn't get current server API group list",
        "Unable to connect to the server: dial tcp: lookup hub: no such host",
    ] {
        let fault = fault(1).replace(FORBIDDEN, line);
        check(&format!("{line}\n{items}"), &[&fault], "a b");
    }
    // A text in an object is no message.
    let inside = format!(
        "{}data:\n  log: |\n    {FORBIDDEN}\n    W0612 10:11:12.1 x\n",
        cluster("a", "")
    );
    check(&inside, &[], "a");
}

#[test]
fn what_terminals_show_beside_it() {
    let warning = "this is a warning of kubectl, not YAML: it is skipped";
    let command = "this is a command of a shell, not YAML: it is skipped";
    let fence = "this is a fence of Markdown, not YAML: it is skipped";
    let items = list(&[item("a", "")]);
    let text = format!(
        "Warning: v1beta1 is deprecated\nW0612 10:11:12.100000 1 request.go:697] throttled\n\
         E0612 10:11:12.2 1 memcache.go:287] couldn't get resource list for metrics.k8s.io/v1beta1: x\n\
         No resources found in team namespace.\n{items}I0612 10:11:13.100000 1 x\n"
    );
    check(&text, &[], "a");
    messages(
        &text,
        &[
            &format!("info 1: {warning}"),
            "info 14: this is a log line (klog), not YAML: it is skipped",
        ],
    );
    let text = format!(
        "$ kubectl get managedclusters -o yaml\n{items}\nme@host:~/fleet$ kubectl get x\n{}PS C:\\> kubectl get y\n",
        cluster("b", "")
    );
    check(&text, &[], "a b");
    messages(
        &text,
        &[
            &format!("info 1: {command}"),
            &format!("info 12: {command}"),
            &format!("info 17: {command}"),
        ],
    );
    // A prompt alone, as it stands behind what a command printed.
    for prompt in [
        "$",
        "me@host:~$ ",
        "root@cp-1:~#",
        "[me@host ~]$",
        "PS C:\\Users\\me>",
        "[root@hub ~]# exit",
        "me@host:~/src$ ls -l",
        "logout",
        "EOF",
    ] {
        for before in ["---\n", ""] {
            let text = format!("{}{before}{prompt}\n", cluster("a", ""));
            check(&text, &[], "a");
            let lines = text.lines().count();
            messages(&text, &[&format!("info {lines}: {command}")]);
        }
    }
    for prompt in ["[me@host ~]$", "+"] {
        let line = format!("{prompt} kubectl get managedclusters -o yaml\n");
        let text = format!("{line}{}{line}", cluster("a", ""));
        check(&text, &[], "a");
        messages(
            &text,
            &[&format!("info 1: {command}"), &format!("info 6: {command}")],
        );
    }
    let text = format!(
        "Here is our hub, please look:\n```yaml\n{items}```\n\nAnd one more.\n\n```\n{}```\n",
        cluster("b", "")
    );
    check(&text, &[], "a b");
    let words = "this is not part of an object: it is skipped";
    messages(
        &text,
        &[
            &format!("info 1: {words}"),
            &format!("info 2: {fence}"),
            &format!("info 12: {fence}"),
            &format!("info 14: {words}"),
            &format!("info 16: {fence}"),
            &format!("info 21: {fence}"),
        ],
    );
    // A command in an object is not one of a shell.
    let inside = cluster("a", "description: as by $ kubectl get x\n");
    check(&inside, &[], "a");
    messages(&inside, &[]);
}

#[test]
fn outputs_that_were_appended() {
    let missing = "another object begins here, and the line `---` before it is missing";
    let items = list(&[item("a", ""), item("b", "")]);
    let text = format!("{items}{}{}{items}", cluster("c", ""), cluster("d", ""));
    check(&text, &[], "c d a b");
    let of = |line: usize| format!("warning {line}: {missing}");
    let [first, second, third] = [14, 18, 22].map(of);
    let twice: Vec<&str> = [&first, &second, &third].map(String::as_str).to_vec();
    let mut typed = Reader::default();
    typed.edit(0, 0, &text, Encoding::Utf8);
    let found = typed.diagnostics(Encoding::Utf8, 20);
    let found = found.iter().filter(|one| one.message == missing);
    let found: Vec<String> = found.map(|one| of(one.range.start.line as usize)).collect();
    assert_eq!(found, twice);
    // By hand, a list may have its `apiVersion` behind its items.
    let by_hand = format!("items:\n{}kind: List\napiVersion: v1\n", item("a", ""));
    check(&by_hand, &[], "a");
    messages(&by_hand, &[]);
}

#[test]
fn a_head_that_was_cut() {
    let fault = "Unreadable 1:1 the input begins inside an object, whose head is cut off";
    let items = list(&[item("a", "spec:\n  x: y\n"), item("b", ""), item("c", "")]);
    for from in ["    name: a", "  spec:", "    x: y"] {
        let at = items.find(from).expect("it");
        check(&items[at..], &[fault], "b c");
    }
    // Lists inside of the object are not its neighbours.
    let fields = "    managedFields:\n    - apiVersion: v1\n      fieldsType: FieldsV1\n    - apiVersion: v1\n      \
                  fieldsType: FieldsV1\n    name: a\n    ownerReferences:\n    - apiVersion: v1\n      kind: X\n";
    for from in [
        "    managed",
        "      fieldsType",
        "    - apiVersion",
        "    owner",
    ] {
        let at = fields.find(from).expect("it");
        let text = format!("{}{}kind: List\n", &fields[at..], item("b", ""));
        check(&text, &[fault], "b");
    }
    let one = cluster("a", "spec: {}\n");
    let tail = &one[one.find("  name").expect("it")..];
    check(&format!("{tail}---\n{}", cluster("b", "")), &[fault], "b");
    check(&format!("{tail}{}", cluster("b", "")), &[fault], "b");
    // All of it may stand to the right.
    let right: String = one.lines().map(|line| format!("  {line}\n")).collect();
    check(&right, &[], "a");
}

#[test]
fn tables() {
    let fault =
        "this is a table of kubectl, which lacks most of its objects: print them with `-o yaml`";
    let table = "NAME   HUB ACCEPTED   MANAGED CLUSTER URLS   JOINED   AVAILABLE   AGE\n\
                 eu-1   true           https://api:6443       True     True        120d\n";
    let unread = |line: usize| format!("Unreadable {line}:1 {fault}");
    check(table, &[&unread(1)], "");
    check(&format!("{table}{}", cluster("a", "")), &[&unread(1)], "a");
    check(
        &format!("{}---\n{table}", cluster("a", "")),
        &[&unread(6)],
        "a",
    );
}

#[test]
fn descriptions() {
    let fault = "this is the output of `kubectl describe`, which lacks fields of its objects: print them with \
                 `kubectl get … -o yaml`";
    let description = "Name:         eu-1\nNamespace:    \nLabels:       env=prod\n              tier=1\n\
                       Annotations:  <none>\nStatus:\n  Conditions:\n    Type:  HubAcceptedManagedCluster\n\
                       Events:       <none>\n\n\nName:         eu-2\nNamespace:    \n";
    let unread = |line: usize| format!("Unreadable {line}:1 {fault}");
    check(description, &[&unread(1)], "");
    check(
        &format!("{description}---\n{}", cluster("a", "")),
        &[&unread(1)],
        "a",
    );
    check(
        &format!("{}---\n{description}", cluster("a", "")),
        &[&unread(6)],
        "a",
    );
}

#[test]
fn texts_of_two_clusters() {
    let uid = |digit: char| {
        let part = |length| digit.to_string().repeat(length);
        let parts = [8, 4, 4, 4, 12].map(part);
        format!("  uid: {}\n", parts.join("-"))
    };
    let stored = |name: &str, digit: char| item(name, &uid(digit));
    let two = |other: char| {
        let one = list(&[stored("a", '1'), stored("b", '2')]);
        format!("{one}---\n{}", list(&[stored("a", other)]))
    };
    let mixed = "Mixed ManagedCluster a 22:11 ManagedCluster `a` is defined twice; the later one wins: their UIDs \
                 differ, so the input mixes two clusters, or two times";
    check(&two('3'), &[mixed], "b a");
    // The same export twice.
    check(&two('1'), &[], "b a");
    // Not of an API server.
    let short = two('3').replace("3333-", "");
    check(&short, &[], "b a");
}
