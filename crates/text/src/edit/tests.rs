mod flow;

use super::*;
use crate::yaml;

fn apply(source: &str, edit: Option<Edit>) -> String {
    let Some(edit) = edit else {
        return "none".to_owned();
    };
    let mut text = source.to_owned();
    text.replace_range(edit.from..edit.to, &edit.insert);
    text
}

#[track_caller]
fn check_set(source: &str, path: &[PathStep<'_>], value: Value, expect: &str) {
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

use PathStep::{Append, Index, Key};

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
        // Unquoted, older YAML reads the key as true.
        "a: 1\nx:\n  \"y\": 3",
    );
    check_set(
        "a: {b: 1}\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a: {b: 1, x: 3}\n",
    );
    check_set(
        "a: {}\n",
        &[Key("a"), Key("x")],
        Value::number(3),
        "a: {x: 3}\n",
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
        "{\n  \"a\": 1,\n  \"x\": {\n    \"y\": 3\n  }\n}\n",
    );
}

#[test]
fn items_that_are_missing() {
    let item = || {
        Value::Map(vec![
            (
                "scoreCoordinate".to_owned(),
                Value::Map(vec![(
                    "builtIn".to_owned(),
                    Value::Text("Steady".to_owned()),
                )]),
            ),
            ("weight".to_owned(), Value::number(3)),
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
        Value::Map(vec![("name".to_owned(), Value::Text("x".to_owned()))]),
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

#[track_caller]
fn with_list<T>(source: &str, act: impl FnOnce(&Tree, ValueId) -> T) -> T {
    let mut tree = Tree::default();
    yaml::parse(source, &mut tree).expect("YAML");
    let root = tree.root().expect("a value");
    let list = tree.get(root, "a", source).expect("a list");
    act(&tree, list)
}

#[track_caller]
fn check_move(source: &str, from: usize, to: usize, expect: &str) {
    let edit = with_list(source, |tree, list| move_item(source, tree, list, from, to));
    assert_eq!(apply(source, edit), expect);
    // And back again.
    let edit = with_list(expect, |tree, list| move_item(expect, tree, list, to, from));
    assert_eq!(apply(expect, edit), source);
}

#[track_caller]
fn check_remove_item(source: &str, index: usize, expect: &str) {
    let edit = with_list(source, |tree, list| remove_item(source, tree, list, index));
    let text = apply(source, edit);
    assert_eq!(text, expect);
    if text != "none" {
        yaml::parse(&text, &mut Tree::default()).expect("the result is YAML");
    }
}

#[track_caller]
fn check_remove_entry(source: &str, expect: &str) {
    let mut tree = Tree::default();
    yaml::parse(source, &mut tree).expect("YAML");
    let root = tree.root().expect("a value");
    let text = apply(source, remove_entry(source, &tree, root, "a"));
    assert_eq!(text, expect);
    if text != "none" {
        yaml::parse(&text, &mut tree).expect("the result is YAML");
    }
}

#[test]
fn items_change_places() {
    check_move("a: [1, 2, 3]\n", 0, 2, "a: [2, 3, 1]\n");
    check_move("a: [1,2 , 3 ]", 2, 1, "a: [1,3 , 2 ]");
    check_move("a:\n- 1\n- 2", 0, 1, "a:\n- 2\n- 1");
    check_move(
        "a:\r\n  - b: 1\r\n    c: 2\r\n  - b: 3\r\nd: 4\r\n",
        0,
        1,
        "a:\r\n  - b: 3\r\n  - b: 1\r\n    c: 2\r\nd: 4\r\n",
    );
    check_move(
        "{\n  \"a\": [\n    {\"b\": 1},\n    {\"b\": 2}\n  ]\n}",
        1,
        0,
        "{\n  \"a\": [\n    {\"b\": 2},\n    {\"b\": 1}\n  ]\n}",
    );
}

#[test]
fn comments_move_with_their_item() {
    check_move(
        "\
a:
# of all

# above 1
- b: 1 # at 1
  # in 1

 # nobody's
# above 2
# 2
- b: 2
  # - in 2
# of d
d: 4
",
        0,
        1,
        "\
a:
# of all

# above 2
# 2
- b: 2
  # - in 2

 # nobody's
# above 1
- b: 1 # at 1
  # in 1
# of d
d: 4
",
    );
    check_move(
        "a:\n- # at 1\n  b: 1\n-\n  b: 2\n- {b: 3}\n",
        0,
        1,
        "a:\n-\n  b: 2\n- # at 1\n  b: 1\n- {b: 3}\n",
    );
    check_move(
        "a: [\n  # above 1\n  {b: 1}, # at 1\n  {b: 2} # at 2\n]\n",
        0,
        1,
        "a: [\n  {b: 2}, # at 2\n  # above 1\n  {b: 1} # at 1\n]\n",
    );
    check_move(
        "a: [\n  {b: 1}, {b: 2}, # of the line\n  {b: 3}\n]\n",
        2,
        0,
        "a: [\n  {b: 3}, {b: 1}, # of the line\n  {b: 2}\n]\n",
    );
    check_move(
        "a:\n- b: |\n    # no comment\n\n- b: 2\n",
        1,
        0,
        "a:\n- b: 2\n\n- b: |\n    # no comment\n",
    );
}

#[test]
fn items_that_stay_where_they_are() {
    for (source, from, to) in [
        ("a: [1, 2]\n", 0, 0),
        ("a: [1, 2]\n", 0, 2),
        ("a: [1, 2]\n", usize::MAX, 0),
        ("a: []\n", 0, 1),
        ("a: 1\n", 0, 1),
        // Something else may refer to it.
        ("a:\n- &x {b: 1}\n- *x\n", 0, 1),
    ] {
        let edit = with_list(source, |tree, list| move_item(source, tree, list, from, to));
        assert_eq!(edit, None, "{source}");
    }
}

#[test]
fn items_that_go() {
    let lines =
        "a:\n# above 1\n- b: 1 # at 1\n  # in 1\n\n# above 2\n- b: 2\n  # in 2\n# of d\nd: 4\n";
    check_remove_item(
        lines,
        0,
        "a:\n\n# above 2\n- b: 2\n  # in 2\n# of d\nd: 4\n",
    );
    check_remove_item(
        lines,
        1,
        "a:\n# above 1\n- b: 1 # at 1\n  # in 1\n\n# of d\nd: 4\n",
    );
    check_remove_item(lines, 2, "none");
    check_remove_item("a:\r\n- 1\r\n- 2", 1, "a:\r\n- 1");
    check_remove_item("a:\r\n- 1\r\n- 2", 0, "a:\r\n- 2");
    check_remove_item("a:\n- &x 1\n- *x\n", 0, "none");
    check_remove_item("a:\n- &x 1\n- *x\n", 1, "none");
    check_remove_item("a: [&x 1, *x]", 0, "none");
    check_remove_item("a:\n- 1 # R&D &co\n- 2\n", 0, "a:\n- 2\n");
    check_remove_item("a: [1, 2 , 3]", 0, "a: [2 , 3]");
    check_remove_item("a: [1, 2 , 3]", 1, "a: [1, 3]");
    check_remove_item("a: [1, 2 , 3]", 2, "a: [1, 2]");
    check_remove_item("a: [1, 2,]", 1, "a: [1,]");
    check_remove_item("a: [1]", 0, "a: []");
    check_remove_item("a: [1 ,]", 0, "a: []");
    check_remove_item("a: [1, # one\n  2]", 0, "a: [ # one\n  2]");
    check_remove_item("a: [1, # one\n  2]", 1, "a: [1, # one\n  ]");
    let rows = "a: [\n  # above 1\n  {b: 1}, # at 1\n  {b: 2} # at 2\n]\n";
    check_remove_item(rows, 0, "a: [\n  {b: 2} # at 2\n]\n");
    check_remove_item(rows, 1, "a: [\n  # above 1\n  {b: 1} # at 1\n]\n");
    check_remove_item("a: [\n  1,\n  2,\n]\n", 1, "a: [\n  1,\n]\n");
    check_remove_item(
        "{\"a\": [\n\t{\"b\": 1},\n\t{\"b\": 2}\n]}",
        1,
        "{\"a\": [\n\t{\"b\": 1}\n]}",
    );
}

#[test]
fn entries_that_go_with_all_their_lines() {
    check_remove_entry(
        "b: 1\n# of a\na:\n  c: 1 # why\n  # in a\n# of d\nd: 4\n",
        "b: 1\n# of a\n# of d\nd: 4\n",
    );
    check_remove_entry("b: 1\na:\n- c\n- d\n", "b: 1\n");
    check_remove_entry("b: 1\na:\n- c", "b: 1");
    check_remove_entry("a: # nothing\nb: 1\n", "b: 1\n");
    check_remove_entry("{a: 1, b: 2}", "{b: 2}");
    check_remove_entry("{b: 2, a: {c: [1]}}", "{b: 2}");
    check_remove_entry("{\n  \"b\": 2,\n  \"a\": 1\n}\n", "{\n  \"b\": 2\n}\n");
    check_remove_entry("{a: 1}", "{}");
    check_remove_entry("a: &x 1\nb: *x\n", "none");
    check_remove_entry("b: 1\n", "none");
}

#[test]
fn what_is_in_quotes_stays_in_quotes() {
    let text = |text: &str| Value::Text(text.to_owned());
    check_set(
        "a: \"x\" # x\n",
        &[Key("a")],
        text("zone"),
        "a: \"zone\" # x\n",
    );
    check_set("a: 'x'\n", &[Key("a")], text("zone"), "a: 'zone'\n");
    check_set("a: 'x'\n", &[Key("a")], text("it's"), "a: \"it's\"\n");
    check_set("a: x\n", &[Key("a")], text("1"), "a: \"1\"\n");
    check_set("a: \"1\"\n", &[Key("a")], Value::number(2), "a: 2\n");
}

#[test]
fn a_new_item_stands_behind_the_comments_of_the_last_one() {
    check_set(
        "a:\n- b: 1\n  # in 1\n# of d\nd: 4\n",
        &[Key("a"), Append],
        Value::number(2),
        "a:\n- b: 1\n  # in 1\n- 2\n# of d\nd: 4\n",
    );
}

#[test]
fn comments_behind_quotes_stay() {
    for value in [
        "\"x\"",
        "'x'",
        "\"a\\\"b\"",
        "'it''s'",
        "\"# \"",
        "\"\"",
        "''",
        "\"é\\\\\"",
    ] {
        for behind in ["", " ", " # why", " # \"why\"", "\t# 'why'"] {
            check_set(
                &format!("a: {value}{behind}\nb: 1\n"),
                &[Key("a")],
                Value::number(2),
                &format!("a: 2{behind}\nb: 1\n"),
            );
            check_set(
                &format!("a: [{value}{behind}\n ]\n"),
                &[Key("a"), Index(0)],
                Value::number(2),
                &format!("a: [2{behind}\n ]\n"),
            );
        }
    }
}

#[test]
fn a_list_in_lines_may_begin_with_braces() {
    for indent in ["", "  "] {
        let check = |path: &[PathStep<'_>], expect: &str| {
            let lines = |text: &str| text.replace('|', &format!("\n{indent}"));
            check_set(
                &lines("a:|- {b: 1}|- b: 2\n"),
                path,
                Value::number(3),
                &lines(expect),
            );
        };
        check(&[Key("a"), Append], "a:|- {b: 1}|- b: 2|- 3\n");
        check(
            &[Key("a"), Index(0), Key("c")],
            "a:|- {b: 1, c: 3}|- b: 2\n",
        );
        check(
            &[Key("a"), Index(1), Key("c")],
            "a:|- {b: 1}|- b: 2|  c: 3\n",
        );
    }
    check_set(
        "a: {b: {c: 1}}\n",
        &[Key("a"), Key("b"), Key("d")],
        Value::number(3),
        "a: {b: {c: 1, d: 3}}\n",
    );
}
