//! The suite `capacity`: one scheduling cycle with elastic quotas, as the real plugin runs it.

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    difference::{Comparison, Verdict},
    limit::{documents, key},
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow)]
    pods: Vec<&'a RawValue>,
    #[serde(borrow)]
    elastic_quotas: Vec<&'a RawValue>,
    #[serde(borrow)]
    pod_disruption_budgets: Vec<&'a RawValue>,
    #[serde(borrow)]
    priority_classes: Vec<&'a RawValue>,
    #[serde(borrow)]
    pod: &'a RawValue,
}

/// What an engine is given for a line: the text, and the pod to schedule as `namespace/name`.
///
/// # Errors
/// The line is no capacity vector.
pub fn request(line: &str) -> Result<String, serde_json::Error> {
    let line: Line<'_> = serde_json::from_str(line)?;
    let objects = line
        .nodes
        .iter()
        .chain(&line.pods)
        .chain(&line.elastic_quotas);
    let objects = objects
        .chain(&line.pod_disruption_budgets)
        .chain(&line.priority_classes);
    let text = documents(objects.chain([&line.pod]));
    serde_json::to_string(&json!({ "text": text, "pod": key(line.pod)?, "profile": "Upstream" }))
}

/// Holds an answer, a cycle, against a line; texts of messages are not compared.
///
/// # Errors
/// The line is no capacity vector, or the answer is no JSON.
pub fn compare(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let expected = &line["expected"];
    let mut comparison = Comparison::new(None);
    let mut check = |path: &str, expected: &Value, found: &Value| {
        comparison.compare(path, Some(expected), Some(found));
    };
    for field in [
        "podRequest",
        "outcome",
        "feasible",
        "overMinWithPod",
        "nominatedPodsReqInEQWithPodReq",
        "nominatedPodsReqWithPodReq",
    ] {
        check(&format!("/{field}"), &expected[field], &answer[field]);
    }
    check(
        "/quotas",
        &expected["quotas"],
        &picked(&answer["quotas"], &["used", "min", "max", "usedOverMin"]),
    );
    let rejection = &answer["rejection"];
    let (code, reason) = if rejection.is_null() {
        ("Success", json!(""))
    } else {
        ("Unschedulable", rejection["reason"].clone())
    };
    check(
        "/prefilter/code",
        &expected["prefilter"]["code"],
        &json!(code),
    );
    check(
        "/prefilter/reason",
        &expected["prefilter"]["reason"],
        &reason,
    );
    let judged = ["code", "plugin"];
    check(
        "/filters",
        &picked(&expected["filters"], &judged),
        &picked(&answer["filters"], &judged),
    );
    let (wanted, found) = (&expected["postfilter"], &answer["preemption"]);
    if wanted.is_null() {
        check("/postfilter", wanted, found);
        return Ok(comparison.verdict());
    }
    check(
        "/postfilter/eligible",
        &wanted["eligible"],
        &found["eligible"],
    );
    if wanted["eligible"] == json!(false) {
        return Ok(comparison.verdict());
    }
    check(
        "/postfilter/potentialNodes",
        &sorted(&wanted["potentialNodes"]),
        &found["potentialNodes"],
    );
    check(
        "/postfilter/candidates",
        &by_node(&wanted["candidates"]),
        &by_node(&found["candidates"]),
    );
    check(
        "/postfilter/rejectedNodes",
        &picked(&wanted["rejectedNodes"], &["code"]),
        &picked(&found["rejectedNodes"], &["code"]),
    );
    if expected["outcome"] == json!("Preempt") {
        let tied = wanted["chosenAnyOf"].as_array();
        if !tied.is_some_and(|tied| tied.contains(&answer["node"])) {
            check(
                "/postfilter/chosenAnyOf",
                &wanted["chosenAnyOf"],
                &answer["node"],
            );
        }
    }
    Ok(comparison.verdict())
}

/// Some fields of each entry of a map.
fn picked(map: &Value, fields: &[&str]) -> Value {
    let entries = map.as_object().into_iter().flatten();
    let entries = entries.map(|(name, entry)| {
        let fields = fields
            .iter()
            .map(|field| ((*field).to_owned(), entry[*field].clone()));
        (name.clone(), Value::Object(fields.collect()))
    });
    Value::Object(entries.collect())
}

/// Candidates by the name of their node.
fn by_node(candidates: &Value) -> Value {
    let list = candidates.as_array().map_or(&[][..], Vec::as_slice);
    let entries = list.iter().map(|candidate| {
        let node = candidate["node"].as_str().unwrap_or_default().to_owned();
        let fields = ["victims", "numPDBViolations"];
        let fields = fields.map(|field| (field.to_owned(), candidate[field].clone()));
        (node, Value::Object(Map::from_iter(fields)))
    });
    Value::Object(entries.collect())
}

fn sorted(list: &Value) -> Value {
    let mut list = list.as_array().cloned().unwrap_or_default();
    list.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    Value::Array(list)
}
