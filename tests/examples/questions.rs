//! Nodes, pods, quotas and VMs: each question is asked, and its answer held against the expected one.

use std::{collections::BTreeSet, fmt::Write as _};

use serde_json::{Value, json};

use super::{differ::differ, examples, read_quietly};

#[track_caller]
fn check_difference(expected: &Value, actual: &Value, expect: &str) {
    let mut found = String::new();
    differ("at", expected, actual, &mut found);
    assert_eq!(found, expect);
}

#[test]
fn keys_may_be_more_and_items_may_not() {
    let answer = json!({"a": [{"b": 1, "c": null}, {"b": 2}], "d": 1.5, "e": {}});
    check_difference(&json!({"a": [{"b": 1}, {"b": 2}], "d": 1.5}), &answer, "");
    check_difference(&json!({"a": [{"c": null}, {}], "e": {}}), &answer, "");
    check_difference(
        &json!({"a": [{"b": 1}, {"b": 3}], "f": null}),
        &answer,
        "at.a[1].b: expected 3, got 2\nat.f: expected null, there is no such key\n",
    );
    check_difference(&json!({"d": 1}), &answer, "at.d: expected 1, got 1.5\n");
    check_difference(
        &json!({"a": [{"b": 1}]}),
        &answer,
        "at.a: expected [{\"b\":1}], got [{\"b\":1,\"c\":null},{\"b\":2}]\n",
    );
    check_difference(
        &json!({"e": null}),
        &answer,
        "at.e: expected null, got {}\n",
    );
}

#[test]
fn every_question_is_answered_as_it_says() {
    let mut found = String::new();
    let mut asked = BTreeSet::new();
    for (name, text, expected) in examples(&["nodes", "quotas", "vms"]) {
        let keys: Vec<&String> = expected.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["questions"], "{name}");
        let mut scenario = read_quietly(&text);
        for (index, question) in expected["questions"]
            .as_array()
            .expect("a list")
            .iter()
            .enumerate()
        {
            let keys: Vec<&String> = question.as_object().expect("an object").keys().collect();
            assert_eq!(keys, ["ask", "expect", "note"], "{name}, question {index}");
            let kind = question["ask"]
                .as_object()
                .and_then(|ask| ask.keys().next());
            let kind = kind.expect("a question");
            asked.insert(kind.clone());
            let path = format!("{name}[{index}].{kind}");
            match scenario.ask(&question["ask"].to_string()) {
                Ok(answer) => {
                    let answer: Value = serde_json::from_str(&answer).expect("JSON");
                    differ(&path, &question["expect"], &answer, &mut found);
                }
                Err(error) => {
                    let _ = writeln!(found, "{path}: {error}");
                }
            }
        }
    }
    assert!(found.is_empty(), "\n{found}");
    let all = "evictAcrossNodes explainNode nodes scoreNodes pods queue queueStep quotas simulatePod \
               vmDump vmStep vmTimeline";
    let all: BTreeSet<_> = all.split(' ').map(str::to_owned).collect();
    assert_eq!(asked, all, "all that is asked about a text");
}
