use proptest::prelude::*;

use super::*;
use crate::{
    tree::{Tree, ValueKind},
    yaml,
};

#[track_caller]
fn check(text: &str, expect: Scalar<'_>) {
    assert_eq!(resolve(text), expect, "{text}");
}

#[test]
fn plain_scalars() {
    check("", Scalar::Null);
    check("~", Scalar::Null);
    check("NULL", Scalar::Null);
    check("yes", Scalar::Bool(true));
    check("off", Scalar::Bool(false));
    for number in [
        "0", "-1", "+3", "1.5", ".5", "3.", "1e3", "1E-3", "0x1f", "0o17", "0b01", "1_000", ".inf",
        "-.Inf", ".nan",
    ] {
        check(number, Scalar::Number(number));
    }
    for string in [
        "a",
        "-",
        ".",
        "e3",
        "1e",
        "1Mi",
        "500m",
        "2025-06-01",
        "v1.30",
        "1.2.3",
        "0x",
        "tRUE",
        "inf",
    ] {
        check(string, Scalar::String(string));
    }
}

/// Texts and whether they may be written without quotes.
const WRITTEN: [(bool, &[&str]); 2] = [
    (
        true,
        &[
            // Names, labels, quantities, durations, images, sentences.
            "a",
            "cluster1",
            "a.b-c",
            "1a",
            "Name_1",
            "default/web-0",
            "web-*",
            "ResourceRatio(cpu)",
            "1Gi",
            "500m",
            "100Mi",
            "2m5s",
            "1m30s",
            "v1.30",
            "registry.example/team/app:1.2@sha256",
            "system:node",
            "Canary Group 1",
            "a  b",
            // Not quite special words and numbers.
            "truely",
            "noon",
            "nulls",
            "e3",
            "E",
            "0xyz",
            "0b2",
            "1e-x",
            "inf",
            "nan",
        ],
    ),
    (
        false,
        &[
            "",
            " ",
            " a",
            "a ",
            // Booleans and null, in any case.
            "true",
            "True",
            "TRUE",
            "tRue",
            "false",
            "yes",
            "no",
            "on",
            "Off",
            "y",
            "N",
            "null",
            "Null",
            "~",
            // Numbers, also those of YAML 1.1 and of Go.
            "1",
            "-1",
            "1.5",
            ".5",
            "1e3",
            "1_000",
            "0x1f",
            "0X1F",
            "0o17",
            "0b01",
            "0B01",
            ".inf",
            // Dates, times, versions and telephone numbers.
            "2025-06-01",
            "2025-06-01T12:00:00Z",
            "12:30",
            "1.2.3",
            "555-0100",
            "1e",
            // Colons.
            "a: b",
            "a:",
            "Canary Group: 1",
            // Signs.
            "*",
            "-a",
            "- a",
            "@a",
            "!a",
            "&a",
            "#a",
            "a #b",
            "a,b",
            "[a]",
            "{a}",
            "a'b",
            "a\"b",
            "a\\b",
            "a|b",
            "a>b",
            "a%b",
            "a+b",
            "a=b",
            "(a)",
            ".a",
            "a\nb",
            "a\tb",
            "é",
            "aé",
        ],
    ),
];

#[test]
fn texts_without_quotes() {
    for (expect, texts) in WRITTEN {
        for text in texts {
            assert_eq!(is_plain(text), expect, "{text:?}");
        }
    }
}

#[test]
fn quotes_are_those_of_json() {
    assert_eq!(scalar("a"), "a");
    assert_eq!(scalar("1"), "\"1\"");
    assert_eq!(scalar(""), "\"\"");
    assert_eq!(scalar("a\"b\n"), "\"a\\\"b\\n\"");
}

/// Reads a document whose last scalar is the text; this scalar.
fn last(document: &str) -> (ValueKind, String) {
    let mut tree = Tree::default();
    yaml::parse(document, &mut tree)
        .unwrap_or_else(|error| panic!("{document}: {}", error.message));
    let root = tree.root().expect("a value");
    let (_, value) = tree.entries(root).last().expect("an entry");
    let value = tree.items(value).next().unwrap_or(value);
    let Some(Scalar::String(text)) = tree.scalar(value, document) else {
        panic!("{document}: {:?}", tree.scalar(value, document));
    };
    (tree.kind(value), text.to_owned())
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9 ._/:@()*-]{0,8}",
        "[a-z0]{1,2}(: |:| |[-.:/]){1,2}[a-z0]{0,2}",
        "0[xXbBoO][0-9a-fA-F_]{0,3}",
        "(?i:true|false|null|yes|no|on|off|y|n)",
        "\\PC{0,6}",
    ]
}

proptest! {
    /// In lines and between braces and brackets, as a value and as a key.
    #[test]
    fn what_is_written_is_read(
        text in texts(),
    ) {
        let written = scalar(&text);
        let kind = if is_plain(&text) { ValueKind::Plain } else { ValueKind::String };
        for document in [
            format!("key: {written}\n"),
            format!("key:\n- {written}\n"),
            format!("key:\n- {written} # comment\n"),
            format!("{{key: {written}}}"),
            format!("{{key: [{written}, b]}}"),
            format!("{{{written}: a, key: {written}}}"),
        ] {
            prop_assert_eq!(last(&document), (kind, text.clone()), "{}", document);
        }
    }
}
