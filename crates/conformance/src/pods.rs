//! The suite `pods`: which node limit-aware scoring prefers, and how the scorers of Kubernetes score
//! the same nodes.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::difference::{Comparison, Verdict};

/// Objects keep their literal text, so that no number loses a digit.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    kubernetes_version: Option<&'a str>,
    #[serde(borrow)]
    nodes: Vec<&'a RawValue>,
    #[serde(borrow)]
    pods: Vec<&'a RawValue>,
    #[serde(borrow)]
    pod: &'a RawValue,
    resources: Value,
}

/// The curve with which the vectors were made.
const SHAPE: [[i64; 2]; 3] = [[0, 0], [70, 10], [100, 3]];

/// What an engine is given for a line: the text, and the question: the pod to place as
/// `namespace/name`, the resources with their weights, and the curve.
///
/// # Errors
/// The line is not a line of this suite.
pub fn request(line: &str) -> Result<String, serde_json::Error> {
    let line: Line<'_> = serde_json::from_str(line)?;
    let text = documents(line.nodes.iter().chain(&line.pods).chain([&line.pod]));
    asked(
        &text,
        &json!({ "scoreNodes": {
            "pod": key(line.pod)?,
            "kubernetesVersion": version(line.kubernetes_version),
            "resources": line.resources,
            "shape": SHAPE,
            "limit": line.nodes.len(),
        } }),
    )
}

/// Objects as a person would paste them, one after another.
pub(crate) fn documents<'a>(objects: impl Iterator<Item = &'a &'a RawValue>) -> String {
    objects.fold(String::new(), |mut text, object| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", object.get());
        text
    })
}

/// A request: a text, and a question about it. The question is a string, so that the caller can pass it on without
/// parsing its numbers.
pub(crate) fn asked(text: &str, question: &Value) -> Result<String, serde_json::Error> {
    serde_json::to_string(&json!({ "text": text, "question": question.to_string() }))
}

/// The version of Kubernetes that printed a line; lines without one are of 1.35.
pub(crate) fn version(of_line: Option<&str>) -> &str {
    of_line.unwrap_or("1.35")
}

/// A pod as `namespace/name`.
pub(crate) fn key(pod: &RawValue) -> Result<String, serde_json::Error> {
    let pod: Value = serde_json::from_str(pod.get())?;
    let text = |field: &str| {
        pod["metadata"][field]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    Ok(format!("{}/{}", text("namespace"), text("name")))
}

/// Objects of an answer as the vectors name them: `namespace/name`. A twin names them so itself.
pub(crate) fn keys(objects: &Value) -> Value {
    let text = |object: &Value, field: &str| object[field].as_str().unwrap_or_default().to_owned();
    let key = |object: &Value| match object.as_str() {
        Some(key) => key.to_owned(),
        None => format!("{}/{}", text(object, "namespace"), text(object, "name")),
    };
    items(objects).map(key).collect()
}

/// The name of an object of an answer, or of a twin's, without its namespace.
pub(crate) fn name_of(object: &Value) -> &str {
    let key = object.as_str().or(object["name"].as_str());
    let key = key.unwrap_or_default();
    key.split_once('/').map_or(key, |(_, name)| name)
}

/// Compares an answer, a comparison of scorers, with a line.
///
/// # Errors
/// The line is not a line of this suite, or the answer is not JSON.
pub fn compare(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Value = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let expected = &line["expected"];
    let mut comparison = Comparison::new(None);
    let feasible: Vec<&Value> = items(&answer["rows"])
        .filter(|node| node["misfit"].is_null())
        .collect();
    let mut names: Vec<&str> = feasible
        .iter()
        .filter_map(|node| node["name"].as_str())
        .collect();
    names.sort_unstable();
    comparison.compare(
        "/feasible",
        Some(&expected["feasible"]),
        Some(&json!(names)),
    );
    let scorer = |name: &str| {
        let mut scorers = items(&answer["scorers"]).enumerate();
        scorers.find(|(_, scorer)| scorer["name"] == name)
    };
    let (limit_aware_at, limit_aware) = scorer("LimitAware").unwrap_or((0, &Value::Null));
    let kept = &expected["kepText"];
    for (field, own) in [
        ("bestByNormalized", "best"),
        ("bestByRaw", "bestByRaw"),
        ("bestByExact", "bestByExact"),
    ] {
        comparison.compare(
            &format!("/kepText/{field}"),
            kept.get(field),
            limit_aware.get(own),
        );
    }
    let mut nodes = Map::new();
    for node in items(&answer["rows"]) {
        if !node["misfit"].is_null() {
            continue;
        }
        let name = node["name"].as_str().unwrap_or_default();
        let wanted = &kept["nodes"][name];
        let mut resources = Map::new();
        for resource in items(&node["resources"]) {
            let fields = ["allocatable", "existingLimit", "podLimit", "score"];
            let fields = fields.map(|field| (field.to_owned(), resource[field].clone()));
            // Omits a resource that a node lacks, because the vectors omit its score.
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            let name = resource["name"].as_str().unwrap_or_default();
            resources.insert(name.to_owned(), Value::Object(fields.collect()));
        }
        let mut entry = json!({
            "resources": resources,
            "raw": node["raw"][limit_aware_at],
            "normalized": node["normalized"][limit_aware_at],
        });
        for (field, own) in [
            ("rawExact", "exact"),
            ("normalizedExact", "normalizedExact"),
        ] {
            entry[field] = near(&wanted[field], &node[own]);
        }
        // The average follows from the sum.
        entry["rawAvg"] = wanted["rawAvg"].clone();
        nodes.insert(name.to_owned(), entry);
    }
    comparison.compare(
        "/kepText/nodes",
        kept.get("nodes"),
        Some(&Value::Object(nodes)),
    );
    for (name, wanted) in expected["companions"].as_object().into_iter().flatten() {
        let path = format!("/companions/{name}");
        let (at, found) = scorer(name).unwrap_or((0, &Value::Null));
        if wanted.get("skipped").is_some() {
            comparison.compare(
                &format!("{path}/skipped"),
                Some(&json!(false)),
                found.get("applies"),
            );
            continue;
        }
        comparison.compare(
            &format!("{path}/best"),
            wanted.get("best"),
            found.get("best"),
        );
        for field in ["raw", "normalized"] {
            let found: Map<String, Value> = items(&answer["rows"])
                .filter(|node| !node[field][at].is_null())
                .map(|node| {
                    let name = node["name"].as_str().unwrap_or_default();
                    (name.to_owned(), node[field][at].clone())
                })
                .collect();
            let found = Value::Object(found);
            comparison.compare(&format!("{path}/{field}"), wanted.get(field), Some(&found));
        }
    }
    Ok(comparison.verdict())
}

/// The items of a list; empty if it is not a list.
pub(crate) fn items(list: &Value) -> impl Iterator<Item = &Value> + Clone {
    list.as_array().map_or(&[][..], Vec::as_slice).iter()
}

/// The expected number where the found one is the same to nine digits, as the vectors ask for.
fn near(expected: &Value, found: &Value) -> Value {
    match (expected.as_f64(), found.as_f64()) {
        (Some(one), Some(two)) if (one - two).abs() <= 1e-9 * one.abs().max(1.0) => {
            expected.clone()
        }
        _ => found.clone(),
    }
}
