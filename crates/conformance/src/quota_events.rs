//! The suites `quotaEvents` and `quotaStatus`: the ledger as events reach it, and `status.used` as
//! the controller writes it.

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    difference::{Comparison, Verdict},
    pods::{asked, documents, items},
    quota::quota_of,
};

#[derive(Deserialize)]
struct Events<'a> {
    #[serde(borrow)]
    events: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status<'a> {
    #[serde(borrow)]
    pods: Vec<&'a RawValue>,
    #[serde(borrow)]
    elastic_quotas: Vec<&'a RawValue>,
}

/// The engine's request for a line of `quotaEvents`: an empty text, and the question with the events.
///
/// # Errors
/// The line is not a vector of this suite.
pub fn events_request(line: &str) -> Result<String, serde_json::Error> {
    let line: Events<'_> = serde_json::from_str(line)?;
    // The events keep their literal text, so that no number loses a digit.
    let events = line.events.get();
    let question = format!(r#"{{"quotaEvents":{{"profile":"Upstream","events":{events}}}}}"#);
    serde_json::to_string(&json!({ "text": "", "question": question }))
}

/// Compares an answer, the ledger after each event, with a line.
///
/// # Errors
/// The line is not a vector of this suite, or the answer is not JSON.
pub fn compare_events(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let mut comparison = Comparison::new(None);
    let steps = items(&answer["steps"]).map(|step| {
        let quotas = items(&step["quotas"]).map(|quota| {
            let mut entry = quota_of(quota);
            entry["podUIDs"] = quota["podUIDs"].clone();
            let namespace = quota["namespace"].as_str().unwrap_or_default();
            (namespace.to_owned(), entry)
        });
        let mut found = Map::new();
        found.insert("quotas".to_owned(), Value::Object(quotas.collect()));
        for field in ["code", "error"] {
            if !step[field].is_null() {
                found.insert(field.to_owned(), step[field].clone());
            }
        }
        Value::Object(found)
    });
    let steps: Vec<Value> = steps.collect();
    let expected = &line["expected"]["steps"];
    comparison.compare("/steps", Some(expected), Some(&json!(steps)));
    Ok(comparison.verdict())
}

/// The engine's request for a line of `quotaStatus`: the text, and the question.
///
/// # Errors
/// The line is not a vector of this suite.
pub fn status_request(line: &str) -> Result<String, serde_json::Error> {
    let line: Status<'_> = serde_json::from_str(line)?;
    let text = documents(line.pods.iter().chain(&line.elastic_quotas));
    asked(&text, &json!({ "quotas": {} }))
}

/// Compares an answer, all quotas, with a line.
///
/// # Errors
/// The line is not a vector of this suite, or the answer is not JSON.
pub fn compare_status(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let mut comparison = Comparison::new(None);
    let used = items(&answer["quotas"]).map(|quota| {
        let text = |field: &str| quota[field].as_str().unwrap_or_default();
        let key = format!("{}/{}", text("namespace"), text("name"));
        (key, quota["statusExpected"].clone())
    });
    let used = Value::Object(used.collect());
    let expected = &line["expected"]["used"];
    comparison.compare("/used", Some(expected), Some(&used));
    Ok(comparison.verdict())
}
