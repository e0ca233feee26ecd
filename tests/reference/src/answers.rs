//! Asking the engine by text and JSON, and comparing what it answers.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// Objects as a person would paste them, one after another.
pub fn text(objects: &[Value]) -> String {
    let lines: Vec<String> = objects.iter().map(Value::to_string).collect();
    lines.join("\n")
}

/// What the engine answers, with names of objects as [`read`] has them.
pub fn ask(scenario: &mut Scenario, question: &Value) -> Value {
    let answer = scenario.ask(&question.to_string()).expect("an answer");
    read(&answer)
}

/// An answer, with the name of each object as the twins and the vectors write it: `namespace/name`.
pub fn read(answer: &str) -> Value {
    keyed(serde_json::from_str(answer).expect("JSON"))
}

fn keyed(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(keyed).collect(),
        Value::Object(fields) => {
            if fields.len() == 2
                && let Some(Value::String(namespace)) = fields.get("namespace")
                && let Some(Value::String(name)) = fields.get("name")
            {
                return [namespace, "/", name].concat().into();
            }
            let fields = fields.into_iter().map(|(key, value)| (key, keyed(value)));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

/// A list in which extended resources stand in no particular order, in one.
fn in_one_order(list: &Value) -> Value {
    let mut list = list.as_array().cloned().unwrap_or_default();
    let basic = |resource: &str| super::quota::BASIC.contains(&resource);
    // Stable: the others come first, as they are.
    list.sort_by_key(|item| {
        let resource = item
            .as_str()
            .or(item["resource"].as_str())
            .unwrap_or_default();
        let resource = resource.trim_start_matches("Insufficient ");
        let extended = resource.contains(['/', '-']) && !basic(resource);
        extended.then(|| resource.to_owned())
    });
    Value::Array(list)
}

/// Says where an answer is not as expected. Fields that are not expected are not compared.
pub fn difference(path: &str, expected: &Value, found: &Value) -> Option<String> {
    if let Some(any_of) = expected["anyOf"].as_array() {
        let differs = |one: &Value| difference(path, one, found).is_some();
        let message = || format!("{path}: expected one of {}, found {found}", json!(any_of));
        return any_of.iter().all(differs).then(message);
    }
    if path.ends_with("/reasons") || path.ends_with("/shortages") {
        let (expected, found) = (in_one_order(expected), in_one_order(found));
        let message = || format!("{path}: expected {expected}, found {found}");
        return (expected != found).then(message);
    }
    match (expected, found) {
        (Value::Object(wanted), Value::Object(has)) => wanted.iter().find_map(|(key, wanted)| {
            let found = has.get(key).unwrap_or(&Value::Null);
            difference(&format!("{path}/{key}"), wanted, found)
        }),
        (Value::Array(wanted), Value::Array(has)) if wanted.len() == has.len() => {
            let pairs = wanted.iter().zip(has).enumerate();
            let mut pairs =
                pairs.map(|(at, (wanted, has))| difference(&format!("{path}/{at}"), wanted, has));
            pairs.find_map(|found| found)
        }
        _ if expected == found => None,
        // No limit.
        (Value::Number(number), Value::Null) if number.as_i64() == Some(i64::MAX) => None,
        _ => Some(format!("{path}: expected {expected}, found {found}")),
    }
}
