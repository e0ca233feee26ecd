//! The suites `vm` and `vmLimits`: the autoscaled-VM plugin event by event, and what a node offers
//! under a config.

use serde::Deserialize;
use serde_json::{Map, Number, Value, json, value::RawValue};

use crate::difference::{Comparison, Verdict};

#[derive(Deserialize)]
#[allow(clippy::struct_field_names)] // The fields are those of the lines.
struct Events<'a> {
    #[serde(borrow)]
    config: &'a RawValue,
    #[serde(borrow)]
    nodes: &'a RawValue,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    events: &'a RawValue,
}

#[derive(Deserialize)]
struct Limits<'a> {
    #[serde(borrow)]
    config: &'a RawValue,
    #[serde(borrow)]
    cpu: &'a RawValue,
    #[serde(borrow)]
    mem: &'a RawValue,
}

/// Lines whose expectation is a fault of the real program that this engine does not reproduce.
const FAULTS: [(&str, &str); 2] = [
    (
        "double-reserve",
        "expected difference: upstream counts a pod twice that is reserved twice, here it is an error",
    ),
    (
        "score-zero",
        "expected difference: upstream divides by zero where nothing is reservable, here the score is 0",
    ),
];

/// The engine's request for a line of `vm`: an empty text, and the question with the events.
///
/// # Errors
/// The line is not a vector of this suite.
pub fn events_request(line: &str) -> Result<String, serde_json::Error> {
    let line: Events<'_> = serde_json::from_str(line)?;
    let initial = line.initial.map_or("null", RawValue::get);
    let (config, nodes, events) = (line.config.get(), line.nodes.get(), line.events.get());
    // All keeps its literal text, so that no number loses a digit.
    let question = format!(
        r#"{{"vmEvents":{{"config":{config},"nodes":{nodes},"initial":{initial},"events":{events}}}}}"#
    );
    serde_json::to_string(&json!({ "text": "", "question": question }))
}

/// Compares an answer, the history of the plugin, with a line.
///
/// # Errors
/// The line is not a vector of this suite, or the answer is not JSON.
pub fn compare_events(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let mut comparison = Comparison::new(None);
    for field in ["start", "out", "final", "max"] {
        let (expected, actual) = (plain(&line[field]), plain(&answer[field]));
        comparison.compare(&format!("/{field}"), Some(&expected), Some(&actual));
    }
    let verdict = comparison.verdict();
    let fault = FAULTS.iter().find(|(id, _)| line["id"] == *id);
    Ok(match (verdict, fault) {
        (Verdict::Failed(_), Some((_, why))) => Verdict::Skipped((*why).to_owned()),
        (verdict, _) => verdict,
    })
}

/// The engine's request for a line of `vmLimits`: an empty text, and the question.
///
/// # Errors
/// The line is not a vector of this suite.
pub fn limits_request(line: &str) -> Result<String, serde_json::Error> {
    let line: Limits<'_> = serde_json::from_str(line)?;
    let (config, cpu, mem) = (line.config.get(), line.cpu.get(), line.mem.get());
    let question = format!(r#"{{"vmLimits":{{"config":{config},"cpu":{cpu},"mem":{mem}}}}}"#);
    serde_json::to_string(&json!({ "text": "", "question": question }))
}

/// Compares an answer, a node's amounts, with a line.
///
/// # Errors
/// The line is not a vector of this suite, or the answer is not JSON.
pub fn compare_limits(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let mut comparison = Comparison::new(None);
    let is_error = |value: &Value| json!(value["error"].is_string());
    comparison.compare("/error", Some(&is_error(&line)), Some(&is_error(&answer)));
    for field in ["vCPU", "memSlots", "marginCPUMilli", "marginMem"] {
        comparison.compare(&format!("/{field}"), line.get(field), answer.get(field));
    }
    Ok(comparison.verdict())
}

/// A value without informative fields: texts of errors. Whole numbers are written as integers.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| *key != "msg");
            let fields = fields.map(|(key, value)| {
                let value = match key.as_str() {
                    "error" => json!("an error"),
                    "overBudget" => {
                        let nodes = value.as_object().into_iter().flatten();
                        let nodes = nodes.map(|(node, _)| (node.clone(), json!("over")));
                        Value::Object(nodes.collect::<Map<_, _>>())
                    }
                    _ => plain(value),
                };
                (key.clone(), value)
            });
            Value::Object(fields.collect())
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Number(number) => match number.as_f64() {
            Some(double) if number.is_f64() && double.fract() == 0.0 && double.abs() < 1e15 => {
                Value::Number(Number::from(double as i64))
            }
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: &str, expected: &str, actual: &str, verdict: &str) {
        let line = format!(
            r#"{{"id": "{id}", "start": {expected}, "out": [], "final": {{}}, "max": [1, 1]}}"#
        );
        let answer = format!(r#"{{"start": {actual}, "out": [], "final": {{}}, "max": [1, 1]}}"#);
        let found = compare_events(&line, &answer).expect("JSON");
        let found = match found {
            Verdict::Passed => "passed",
            Verdict::Failed(_) => "failed",
            Verdict::Skipped(_) => "skipped",
        };
        assert_eq!(found, verdict);
    }

    #[test]
    fn numbers_and_codes_count_and_texts_do_not() {
        check(
            "x",
            r#"{"load": [1, 0.5]}"#,
            r#"{"load": [1.0, 0.5]}"#,
            "passed",
        );
        check(
            "x",
            r#"{"load": [1, 0.5]}"#,
            r#"{"load": [1.5, 0.5]}"#,
            "failed",
        );
        check(
            "x",
            r#"{"error": "a"}"#,
            r#"{"error": "b", "msg": "c"}"#,
            "passed",
        );
        check("x", r#"{"error": "a"}"#, r#"{"ok": true}"#, "failed");
        check(
            "x",
            r#"{"overBudget": {"n1": "a"}}"#,
            r#"{"overBudget": {"n2": "a"}}"#,
            "failed",
        );
    }

    #[test]
    fn only_the_named_faults_of_upstream_may_differ() {
        check(
            "score-zero",
            r#"{"score": 1}"#,
            r#"{"score": 0}"#,
            "skipped",
        );
        check("score-one", r#"{"score": 1}"#, r#"{"score": 0}"#, "failed");
    }
}
