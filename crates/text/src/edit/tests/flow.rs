//! Values written into braces and brackets have the style of the existing ones.

use super::*;

fn taint() -> Value {
    let field = |key: &str, value: &str| (key.to_owned(), Value::Text(value.to_owned()));
    Value::Map(vec![field("key", "gpu"), field("effect", "NoSelect")])
}

#[test]
fn quotes_only_where_others_have_them() {
    check_set(
        "labels: {tier: gold}\n",
        &[Key("labels"), Key("a.b/zone")],
        Value::Text("z1".to_owned()),
        "labels: {tier: gold, a.b/zone: z1}\n",
    );
    check_set(
        "labels: {tier: gold}\n",
        &[Key("labels"), Key("on")],
        Value::Text("1.27".to_owned()),
        "labels: {tier: gold, \"on\": \"1.27\"}\n",
    );
    check_set(
        "labels: {\"tier\": \"gold\"}\n",
        &[Key("labels"), Key("zone")],
        Value::Text("z1".to_owned()),
        "labels: {\"tier\": \"gold\", \"zone\": \"z1\"}\n",
    );
    check_set(
        "values: [\"1.27\"]\n",
        &[Key("values"), Append],
        Value::Text("v1.28".to_owned()),
        "values: [\"1.27\", \"v1.28\"]\n",
    );
    check_set(
        "spec: {taints: [{key: a, effect: NoSelect}]}\n",
        &[Key("spec"), Key("taints"), Append],
        taint(),
        "spec: {taints: [{key: a, effect: NoSelect}, {key: gpu, effect: NoSelect}]}\n",
    );
    check_set(
        "spec: {n: 1}\n",
        &[Key("spec"), Key("taints"), Append],
        taint(),
        "spec: {n: 1, taints: [{key: gpu, effect: NoSelect}]}\n",
    );
    check_set(
        "spec: {taints: null}\n",
        &[Key("spec"), Key("taints"), Append],
        taint(),
        "spec: {taints: [{key: gpu, effect: NoSelect}]}\n",
    );
}

#[test]
fn json_in_lines_stays_in_lines() {
    let item = "{\n            \"key\": \"gpu\",\n            \"effect\": \"NoSelect\"\n        }";
    check_set(
        "{\n    \"spec\": {},\n    \"taints\": []\n}\n",
        &[Key("taints"), Append],
        taint(),
        &format!("{{\n    \"spec\": {{}},\n    \"taints\": [\n        {item}\n    ]\n}}\n"),
    );
    check_set(
        &format!("{{\n    \"taints\": [\n        {item}\n    ]\n}}\n"),
        &[Key("taints"), Append],
        taint(),
        &format!("{{\n    \"taints\": [\n        {item},\n        {item}\n    ]\n}}\n"),
    );
    check_set(
        "{\n\t\"a\": 1\n}\n",
        &[Key("spec"), Key("taints"), Append],
        Value::number(2),
        "{\n\t\"a\": 1,\n\t\"spec\": {\n\t\t\"taints\": [\n\t\t\t2\n\t\t]\n\t}\n}\n",
    );
    // An item of a list: its first line has lost its indentation.
    check_set(
        "{\n      \"a\": {}\n    }",
        &[Key("a"), Key("b")],
        Value::number(2),
        "{\n      \"a\": {\n        \"b\": 2\n      }\n    }",
    );
}

#[test]
fn json_in_one_line_stays_in_one() {
    check_set(
        "{\n  \"taints\": [\n    {\"key\": \"a\"}\n  ]\n}\n",
        &[Key("taints"), Append],
        taint(),
        "{\n  \"taints\": [\n    {\"key\": \"a\"},\n    {\"key\": \"gpu\", \"effect\": \"NoSelect\"}\n  ]\n}\n",
    );
    check_set(
        "{\"a\":[{\"b\":1}]}",
        &[Key("a"), Append],
        taint(),
        "{\"a\":[{\"b\":1},{\"key\":\"gpu\",\"effect\":\"NoSelect\"}]}",
    );
    check_set(
        "{\"a\":{\"b\":1}}",
        &[Key("c"), Key("d")],
        Value::number(1),
        "{\"a\":{\"b\":1},\"c\":{\"d\":1}}",
    );
}

#[test]
fn an_item_behind_another_one() {
    let check = |source: &str, expect: &str| {
        let mut tree = Tree::default();
        yaml::parse(source, &mut tree).unwrap();
        let edit = insert_behind(source, &tree, tree.root().unwrap(), &taint());
        assert_eq!(apply(source, Some(edit)), expect);
    };
    check(
        "{\n            \"a\": 1\n        }",
        "{\n            \"a\": 1\n        },\n        \
         {\n            \"key\": \"gpu\",\n            \"effect\": \"NoSelect\"\n        }",
    );
    check(
        "{\"a\":1}",
        "{\"a\":1},{\"key\":\"gpu\",\"effect\":\"NoSelect\"}",
    );
    check(
        "{\"a\": 1}",
        "{\"a\": 1}, {\"key\": \"gpu\", \"effect\": \"NoSelect\"}",
    );
}
