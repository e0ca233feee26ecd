//! The suite `scores`: which nodes the default profile of kube-scheduler prefers, plugin by plugin.

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    difference::{Comparison, Verdict},
    pods::{asked, documents, items, key, version},
    quota::{picked, sorted},
};

/// Objects keep their literal text, so that no number loses a digit.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    kubernetes_version: Option<&'a str>,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow)]
    pods: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    namespaces: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    services: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    replica_sets: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    stateful_sets: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    replication_controllers: Vec<&'a RawValue>,
    #[serde(borrow)]
    pod: &'a RawValue,
}

/// What an engine is given for a line: the text, and the question: the pod to place as `namespace/name`.
///
/// # Errors
/// The line is not a line of this suite.
pub fn request(line: &str) -> Result<String, serde_json::Error> {
    let line: Line<'_> = serde_json::from_str(line)?;
    let objects = line.nodes.iter().chain(&line.pods).chain(&line.namespaces);
    let objects = objects.chain(&line.services).chain(&line.replica_sets);
    let objects = objects
        .chain(&line.stateful_sets)
        .chain(&line.replication_controllers);
    let text = started(&documents(objects.chain([&line.pod])));
    asked(
        &text,
        &json!({ "scoreNodes": {
            "pod": key(line.pod)?,
            "profile": "Upstream",
            "kubernetesVersion": version(line.kubernetes_version),
            "defaultProfile": true,
            "scorers": [],
            "limit": line.nodes.len(),
        } }),
    )
}

/// The text with all pods of nodes running. The scheduler that printed the lines counts a bound pod in any phase; in a
/// text, the kubelet of its node has still to admit a pod that has not started.
fn started(text: &str) -> String {
    let line = |line: &str| {
        if line.contains("\"nodeName\":") {
            line.replace("\"phase\":\"Pending\"", "\"phase\":\"Running\"")
        } else {
            line.to_owned()
        }
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    lines.join("\n")
}

/// Compares an answer, the scores of nodes, with a line; ignores texts of reasons.
///
/// # Errors
/// The line is not a line of this suite, or the answer is not JSON.
pub fn compare(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let expected = &line["expected"];
    let mut comparison = Comparison::new(None);
    let mut check = |path: &str, expected: &Value, found: Value| {
        comparison.compare(path, Some(expected), Some(&found));
    };
    let name = |row: &Value| row["name"].as_str().unwrap_or_default().to_owned();
    let profile = &answer["defaultProfile"];
    let rows = items(&answer["rows"]);
    // What kube-scheduler does not look at has no result.
    let only = profile["onlyNodes"].as_array();
    let looked = rows.filter(|row| only.is_none_or(|only| only.contains(&row["name"])));
    let (feasible, misfits): (Vec<&Value>, Vec<&Value>) =
        looked.partition(|row| row["misfit"].is_null());
    let mut names: Vec<String> = feasible.iter().map(|row| name(row)).collect();
    names.sort_unstable();
    check("/feasible", &expected["feasible"], json!(names));
    let misfits = misfits.iter().map(|row| (name(row), row["misfit"].clone()));
    let judged = ["code", "plugin"];
    check(
        "/filters",
        &picked(&expected["filters"], &judged),
        picked(&Value::Object(misfits.collect()), &judged),
    );
    let prefilter = &expected["prefilter"];
    if !prefilter.is_null() {
        let is_rejected = only.is_some_and(Vec::is_empty);
        let code = if is_rejected {
            "UnschedulableAndUnresolvable"
        } else {
            "Success"
        };
        check("/prefilter/code", &prefilter["code"], json!(code));
        if !prefilter["nodeNames"].is_null() {
            let (wanted, found) = (&prefilter["nodeNames"], &profile["onlyNodes"]);
            check("/prefilter/nodeNames", &sorted(wanted), sorted(found));
        }
    }
    if expected["best"].is_null() {
        check("/best", &expected["best"], profile["choice"].clone());
        return Ok(comparison.verdict());
    }
    let plugins = || items(&profile["plugins"]);
    let skipped = plugins().filter(|plugin| plugin["skipped"] == json!(true));
    let skipped = skipped.map(|plugin| plugin["name"].clone()).collect();
    check("/skipped", &sorted(&expected["skipped"]), sorted(&skipped));
    let scores_of = |row: &Value| {
        let scores = plugins().zip(items(&row["defaultProfile"]["scores"]));
        let scores = scores.filter(|(_, score)| !score.is_null());
        let scores = scores.map(|(plugin, score)| (name(plugin), score.clone()));
        Value::Object(scores.collect())
    };
    let of_nodes = |of: &dyn Fn(&Value) -> Value| {
        let entries = feasible.iter().map(|row| (name(row), of(row)));
        Value::Object(entries.collect::<Map<_, _>>())
    };
    check("/scores", &expected["scores"], of_nodes(&scores_of));
    check(
        "/total",
        &expected["total"],
        of_nodes(&|row| row["defaultProfile"]["total"].clone()),
    );
    let choice = &profile["choice"];
    let best = [&choice["node"]]
        .into_iter()
        .chain(items(&choice["tiedWith"]));
    check("/best", &sorted(&expected["best"]), best.cloned().collect());
    Ok(comparison.verdict())
}
