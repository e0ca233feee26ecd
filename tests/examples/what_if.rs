//! The scenarios of `examples/what-if`: questions with what was computed by hand of each answer.

use std::path::Path;

use schedscope::scenario::Scenario;
use serde_json::Value;

use super::EXAMPLES;
use super::read;

/// What differs; only what is expected is compared, but lists have as many items as expected.
fn differs(expected: &Value, actual: &Value, path: &str) -> Option<String> {
    match (expected, actual) {
        (Value::Object(fields), Value::Object(_)) => fields
            .iter()
            .find_map(|(key, expected)| differs(expected, &actual[key], &format!("{path}.{key}"))),
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            let mut pairs = items.iter().zip(others).enumerate();
            pairs.find_map(|(at, (one, other))| differs(one, other, &format!("{path}[{at}]")))
        }
        (Value::Number(one), Value::Number(other)) if one.as_f64() == other.as_f64() => None,
        _ if expected == actual => None,
        _ => Some(format!("{path}: expected {expected}, found {actual}")),
    }
}

#[test]
fn what_ifs_are_answered_as_computed_by_hand() {
    let files = std::fs::read_dir(Path::new(EXAMPLES).join("what-if")).expect("a folder");
    let mut names: Vec<String> = files
        .filter_map(|file| {
            let name = file.expect("a file").file_name().into_string();
            Some(
                name.expect("a plain name")
                    .strip_suffix(".yaml")?
                    .to_owned(),
            )
        })
        .collect();
    names.sort_unstable();
    assert!(names.len() >= 4);
    for name in names {
        let text = read(&format!("what-if/{name}.yaml"));
        let questions = read(&format!("what-if/{name}.questions.json"));
        let questions: Vec<Value> = serde_json::from_str(&questions).expect("questions");
        for question in questions {
            let mut scenario = Scenario::new(&text);
            assert_eq!(scenario.reading().counts.error, 0, "{name}");
            let answer = scenario.ask(&question["ask"].to_string());
            let answer: Value = serde_json::from_str(&answer.expect("an answer")).expect("JSON");
            let difference = differs(&question["expect"], &answer, "");
            assert_eq!(difference, None, "{name} {}: {answer:#}", question["ask"]);
        }
    }
}
