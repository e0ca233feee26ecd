use super::*;
use crate::kube::text::yaml;

fn apply(source: &str, edit: Option<Edit>) -> String {
    let Some(edit) = edit else {
        return "none".to_owned();
    };
    let mut text = source.to_owned();
    text.replace_range(edit.from..edit.to, &edit.insert);
    text
}

#[track_caller]
fn check_set(source: &str, path: &[Step<'_>], value: Value, expect: &str) {
    let mut tree = Tree::default();
    yaml::parse(source, &mut tree).unwrap();
    let text = apply(
        source,
        set(source, &tree, tree.root().unwrap(), path, value),
    );
    assert_eq!(text, expect);
    if text != "none" {
        yaml::parse(&text, &mut tree).expect("the result is YAML");
    }
}

#[track_caller]
fn check_remove(source: &str, path: &[&str], expect: &str) {
    let mut tree = Tree::default();
    yaml::parse(source, &mut tree).unwrap();
    assert_eq!(
        apply(source, remove(source, &tree, tree.root().unwrap(), path)),
        expect
    );
}

use Step::{Append, Index, Key};

#[test]
fn values_that_are_there() {
    check_set(
        "a:\n  b: 1 # one\nc: 2\n",
        &[Key("a"), Key("b")],
        Value::number(-3),
        "a:\n  b: -3 # one\nc: 2\n",
    );
    check_set(
        "a: {b: 1}\n",
        &[Key("a"), Key("b")],
        Value::number(2),
        "a: {b: 2}\n",
    );
    check_set(
        "a:\n- b: 1\n- b: \"2\"\n",
        &[Key("a"), Index(1), Key("b")],
        Value::number(3),
        "a:\n- b: 1\n- b: 3\n",
    );
    check_set(
        "é: ü\na: 1\n",
        &[Key("a")],
        Value::number(2),
        "é: ü\na: 2\n",
    );
}

#[test]
fn keys_that_are_missing() {
    check_set(
        "a:\n  b: 1 # one\nc: 2\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a:\n  b: 1 # one\n  x: 3\nc: 2\n",
    );
    check_set(
        "a: 1",
        &[Key("x"), Key("y")],
        Value::number(3),
        "a: 1\nx:\n  y: 3",
    );
    check_set(
        "a: {b: 1}\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a: {b: 1, \"x\": 3}\n",
    );
    check_set(
        "a: {}\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a: {\"x\": 3}\n",
    );
    check_set(
        "a:\nb: 1\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a:\n  x: 3\nb: 1\n",
    );
    check_set(
        "s:\n  a: # none\n  b: 1\n",
        &[Key("s"), Key("a"), Key("x")],
        Value::number(3),
        "s:\n  a:\n    x: 3 # none\n  b: 1\n",
    );
    check_set(
        "a: |\n  text\n\n  more\nb: 1\n",
        &[Key("x")],
        Value::number(3),
        "a: |\n  text\n\n  more\nb: 1\nx: 3\n",
    );
    check_set(
        "b: 1\na: |\n  text\n",
        &[Key("x")],
        Value::number(3),
        "b: 1\na: |\n  text\nx: 3\n",
    );
    check_set(
        "a:\r\n  b: 1\r\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a:\r\n  b: 1\r\n  x: 3\r\n",
    );
    check_set("a: 1\n", &[Key("a"), Key("x")], Value::number(3), "none");
    check_set(
        "{\n  \"a\": 1\n}\n",
        &[Key("x"), Key("y")],
        Value::number(3),
        "{\n  \"a\": 1,\n  \"x\": {\"y\": 3}\n}\n",
    );
}

#[test]
fn items_that_are_missing() {
    let item = || {
        Value::Map(vec![
            (
                "scoreCoordinate",
                Value::Map(vec![("builtIn", Value::Text("Steady".to_owned()))]),
            ),
            ("weight", Value::number(3)),
        ])
    };
    let lines = "- scoreCoordinate:\n    builtIn: Steady\n  weight: 3";
    check_set(
        "a:\n- b: 1\nc: 1\n",
        &[Key("a"), Append],
        item(),
        &format!("a:\n- b: 1\n{lines}\nc: 1\n"),
    );
    check_set(
        "a:\n  - b: 1 # x\n",
        &[Key("a"), Append],
        item(),
        "a:\n  - b: 1 # x\n  - scoreCoordinate:\n      builtIn: Steady\n    weight: 3\n",
    );
    check_set(
        "a: []\n",
        &[Key("a"), Append],
        item(),
        &format!("a:\n{lines}\n"),
    );
    check_set(
        "a:\nb: 1\n",
        &[Key("a"), Append],
        item(),
        &format!("a:\n{lines}\nb: 1\n"),
    );
    check_set(
        "b: 1\n",
        &[Key("p"), Key("a"), Append],
        item(),
        "b: 1\np:\n  a:\n  - scoreCoordinate:\n      builtIn: Steady\n    weight: 3\n",
    );
    check_set(
        "{\"a\": [{\"b\": 1}]}",
        &[Key("a"), Append],
        Value::Map(vec![("name", Value::Text("x".to_owned()))]),
        "{\"a\": [{\"b\": 1}, {\"name\": \"x\"}]}",
    );
    check_set(
        "{\"a\": []}",
        &[Key("a"), Append],
        Value::number(1),
        "{\"a\": [1]}",
    );
}

#[test]
fn entries_that_go() {
    check_remove(
        "s:\n  a: 1\n  n: 2\nb: 1\n",
        &["s", "n"],
        "s:\n  a: 1\nb: 1\n",
    );
    check_remove("s:\n  n: 2 # why\n", &["s", "n"], "s:\n  n: null # why\n");
    check_remove("s: {n: 2, a: 1}\n", &["s", "n"], "s: {n: null, a: 1}\n");
    check_remove("- x\n", &["s", "n"], "none");
}
