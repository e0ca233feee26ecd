//! What of a text could not be read, and that all else counts.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use super::{CLUSTER, clusters};

fn cluster(name: &str, more: &str) -> String {
    format!("{CLUSTER}metadata:\n  name: {name}\n{more}")
}

/// An item of a list, in lines as kubectl prints them.
fn item(name: &str, more: &str) -> String {
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
fn check(text: &str, expect: &[&str], count: &str) {
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
const OPEN: &str = "the list does not end, the text may be cut off";

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
        &["Ends 5:2 the text ends before its value does"],
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
        &["Ends ManagedCluster b 8:25 the text ends before its value does"],
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
