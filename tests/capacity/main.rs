//! Elastic quotas and preemption against their slow twin, and what must hold whatever the world.

#![cfg(not(target_arch = "wasm32"))]

mod cycle;
#[path = "../reference/mod.rs"]
mod reference;
mod shape;
mod vectors;

use schedscope::scenario::Scenario;
use serde_json::Value;

/// Objects as a person would paste them, one after another.
fn text(objects: &[Value]) -> String {
    let lines: Vec<String> = objects.iter().map(Value::to_string).collect();
    lines.join("\n")
}

/// What the engine answers.
fn ask(scenario: &mut Scenario, question: &Value) -> Value {
    let answer = scenario.ask(&question.to_string()).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

/// Says where an answer is not as expected. Fields that are not expected are not compared.
fn difference(path: &str, expected: &Value, found: &Value) -> Option<String> {
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
        _ => Some(format!("{path}: expected {expected}, found {found}")),
    }
}
