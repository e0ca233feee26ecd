//! The suite `quota`: one scheduling cycle with elastic quotas, as the real plugin runs it.

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    difference::{Comparison, Verdict},
    pods::{asked, documents, items, key, keys, version},
    volumes::{self, preemption_message, volumes_of},
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    kubernetes_version: Option<&'a str>,
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
    #[serde(borrow, default)]
    namespaces: Vec<&'a RawValue>,
    #[serde(borrow)]
    pod: &'a RawValue,
}

/// What an engine is given for a line: the text, and the question: the pod to schedule as
/// `namespace/name`.
///
/// # Errors
/// The line is not a line of this suite.
pub fn request(line: &str) -> Result<String, serde_json::Error> {
    let storage = volumes::text(line)?;
    let line: Line<'_> = serde_json::from_str(line)?;
    let objects = line
        .nodes
        .iter()
        .chain(&line.pods)
        .chain(&line.elastic_quotas);
    let objects = objects
        .chain(&line.pod_disruption_budgets)
        .chain(&line.priority_classes)
        .chain(&line.namespaces);
    let text = storage + &documents(objects.chain([&line.pod]));
    asked(
        &text,
        &json!({ "simulatePod": {
            "pod": key(line.pod)?,
            "profile": "Upstream",
            "kubernetesVersion": version(line.kubernetes_version),
            "limit": line.nodes.len(),
        } }),
    )
}

/// Compares an answer, a cycle, with a line. Ignores texts of messages, except those of filters that return several
/// reasons.
///
/// # Errors
/// The line is not a line of this suite, or the answer is not JSON.
pub fn compare(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let expected = &line["expected"];
    let mut comparison = Comparison::new(None);
    let mut check = |path: &str, expected: &Value, found: &Value| {
        comparison.compare(path, Some(expected), Some(found));
    };
    for field in ["podRequest", "outcome"] {
        check(&format!("/{field}"), &expected[field], &answer[field]);
    }
    let quotas = items(&answer["quotas"]).map(|quota| {
        let namespace = quota["namespace"].as_str().unwrap_or_default();
        (namespace.to_owned(), quota_of(quota))
    });
    check(
        "/quotas",
        &expected["quotas"],
        &Value::Object(quotas.collect()),
    );
    let held_back = &expected["preEnqueue"];
    if !held_back.is_null() || items(&answer["gates"]).next().is_some() {
        let gates: Vec<&str> = items(&answer["gates"]).filter_map(Value::as_str).collect();
        let reason = format!("waiting for scheduling gates: [{}]", gates.join(" "));
        check(
            "/preEnqueue/reasons",
            &held_back["reasons"],
            &json!([reason]),
        );
        return Ok(comparison.verdict());
    }
    for (field, own) in [
        ("overMinWithPod", "overMinWithPod"),
        (
            "nominatedPodsReqInEQWithPodReq",
            "requestWithNominatedOfQuota",
        ),
        ("nominatedPodsReqWithPodReq", "requestWithNominated"),
    ] {
        check(&format!("/{field}"), &expected[field], &answer[own]);
    }
    let nodes = items(&answer["nodes"]);
    let name = |node: &Value| node["node"].as_str().unwrap_or_default().to_owned();
    let fitting = nodes.clone().filter(|node| node["fits"] == json!(true));
    let mut feasible: Vec<String> = fitting.map(name).collect();
    feasible.sort_unstable();
    check("/feasible", &expected["feasible"], &json!(feasible));
    let (expected_volumes, volumes) = compared_volumes(expected, &answer);
    check("/volumes", &expected_volumes, &volumes);
    if !expected["message"].is_null() {
        check("/message", &expected["message"], &answer["message"]);
    }
    let rejection = &answer["rejection"];
    let refusal = &answer["volumeRefusal"];
    let conflict = "node-affinity-conflict";
    let (code, reason) = if answer["preemption"]["ineligibleReason"] == json!(conflict) {
        (
            "UnschedulableAndUnresolvable",
            json!("NodeAffinityConflict"),
        )
    } else if !refusal.is_null() {
        check(
            "/prefilter/message",
            &expected["prefilter"]["message"],
            &refusal["reason"],
        );
        ("UnschedulableAndUnresolvable", refusal["plugin"].clone())
    } else if rejection.is_null() {
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
    check(
        "/prefilter/nodeNames",
        &expected["prefilter"]["nodeNames"],
        &answer["nodeNames"],
    );
    let judged = ["code", "plugin", "reasons"];
    let misfits = nodes.clone().filter(|node| !node["misfit"].is_null());
    let misfits = misfits.map(|node| (name(node), node["misfit"].clone()));
    check(
        "/filters",
        &picked(&with_reasons(&expected["filters"]), &judged),
        &picked(&with_reasons(&Value::Object(misfits.collect())), &judged),
    );
    compare_preemption(expected, &answer, &mut comparison);
    if let Some(message) = expected["preemptionMessage"].as_str() {
        let found = json!(preemption_message(&answer));
        comparison.compare("/preemptionMessage", Some(&json!(message)), Some(&found));
    }
    Ok(comparison.verdict())
}

/// The volumes that nodes would give the pod: as expected, and of the answer.
fn compared_volumes(expected: &Value, answer: &Value) -> (Value, Value) {
    let volumes = items(&answer["nodes"]).filter(|node| !node["volumes"].is_null());
    let volumes = volumes.map(|node| {
        let name = node["node"].as_str().unwrap_or_default();
        (name.to_owned(), volumes_of(&node["volumes"]))
    });
    let expected = match &expected["volumes"] {
        Value::Null => json!({}),
        volumes => volumes.clone(),
    };
    (expected, Value::Object(volumes.collect()))
}

/// What was tried to make room.
fn compare_preemption(expected: &Value, answer: &Value, comparison: &mut Comparison<'_>) {
    let mut check = |path: &str, expected: &Value, found: &Value| {
        comparison.compare(path, Some(expected), Some(found));
    };
    let nodes = items(&answer["nodes"]);
    let name = |node: &Value| node["node"].as_str().unwrap_or_default().to_owned();
    let (wanted, found) = (&expected["postfilter"], &answer["preemption"]);
    if wanted.is_null() {
        check("/postfilter", wanted, found);
        return;
    }
    check(
        "/postfilter/eligible",
        &wanted["eligible"],
        &found["eligible"],
    );
    if wanted["eligible"] == json!(false) {
        return;
    }
    let tried = nodes.filter(|node| !node["dryRun"].is_null());
    let mut names: Vec<String> = tried.clone().map(name).collect();
    names.sort_unstable();
    check(
        "/postfilter/potentialNodes",
        &sorted(&wanted["potentialNodes"]),
        &json!(names),
    );
    let attempts = tried.map(|node| {
        let mut attempt = node["dryRun"].clone();
        attempt["victims"] = keys(&attempt["victims"]);
        (name(node), attempt)
    });
    let (candidates, rejected): (Map<String, Value>, Map<String, Value>) =
        attempts.partition(|(_, attempt)| attempt["outcome"] == json!("candidate"));
    check(
        "/postfilter/candidates",
        &picked(&by_node(&wanted["candidates"]), &CANDIDATE),
        &picked(&Value::Object(candidates), &CANDIDATE),
    );
    let rejected = rejected.into_iter().map(|(node, mut attempt)| {
        let plugin = attempt["misfit"]["plugin"].as_str().unwrap_or_default();
        attempt["plugin"] = json!(plugin);
        (node, attempt)
    });
    let names_plugins = items_of(&wanted["rejectedNodes"]).all(|node| !node["plugin"].is_null());
    let judged = ["code", "plugin", "reasons"];
    let judged = if names_plugins {
        &judged[..]
    } else {
        &judged[..1]
    };
    check(
        "/postfilter/rejectedNodes",
        &picked(&with_reasons(&wanted["rejectedNodes"]), judged),
        &picked(&with_reasons(&Value::Object(rejected.collect())), judged),
    );
    if expected["outcome"] == json!("Preempt") {
        let chosen = wanted["chosenAnyOf"].as_array();
        if !chosen.is_some_and(|nodes| nodes.contains(&answer["node"])) {
            check(
                "/postfilter/chosenAnyOf",
                &wanted["chosenAnyOf"],
                &answer["node"],
            );
        }
    }
}

/// The values of a map.
fn items_of(map: &Value) -> impl Iterator<Item = &Value> {
    map.as_object().into_iter().flat_map(Map::values)
}

/// The entries of a map with their reasons in one order where a filter has several messages, else without.
fn with_reasons(map: &Value) -> Value {
    let mut map = map.clone();
    for (_, entry) in map.as_object_mut().into_iter().flatten() {
        let several = ["NodeResourcesFit", "PodTopologySpread", "InterPodAffinity"];
        let reasons = match entry["plugin"].as_str() {
            Some(plugin) if several.contains(&plugin) => sorted(&entry["reasons"]),
            Some(plugin) if plugin.contains("Volume") => entry["reasons"].clone(),
            _ => Value::Null,
        };
        entry["reasons"] = reasons;
    }
    map
}

/// Some fields of each entry of a map.
pub(crate) fn picked(map: &Value, fields: &[&str]) -> Value {
    let entries = map.as_object().into_iter().flatten();
    let entries = entries.map(|(name, entry)| {
        let fields = fields
            .iter()
            .map(|field| ((*field).to_owned(), entry[*field].clone()));
        (name.clone(), Value::Object(fields.collect()))
    });
    Value::Object(entries.collect())
}

const CANDIDATE: [&str; 2] = ["victims", "numPDBViolations"];

/// Candidates by the name of their node.
fn by_node(candidates: &Value) -> Value {
    let entries = items(candidates).map(|candidate| {
        let node = candidate["node"].as_str().unwrap_or_default();
        (node.to_owned(), candidate.clone())
    });
    Value::Object(entries.collect())
}

/// A quota as the vectors print it: what has no limit is the largest integer.
pub(crate) fn quota_of(quota: &Value) -> Value {
    let mut entry = Map::new();
    for field in ["used", "min", "max"] {
        let amounts = quota[field].as_object().into_iter().flatten();
        let amounts = amounts.map(|(name, amount)| {
            let amount = if amount.is_null() {
                json!(i64::MAX)
            } else {
                amount.clone()
            };
            (name.clone(), amount)
        });
        entry.insert(field.to_owned(), Value::Object(amounts.collect()));
    }
    entry.insert("usedOverMin".to_owned(), quota["usedOverMin"].clone());
    Value::Object(entry)
}

pub(crate) fn sorted(list: &Value) -> Value {
    let mut list = list.as_array().cloned().unwrap_or_default();
    list.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    Value::Array(list)
}
