//! Labels, tolerations and node affinity.

use serde_json::{Value, json};

use super::{Node, items};

fn label<'a>(labels: &'a Value, key: &Value) -> Option<&'a str> {
    labels[key.as_str().expect("a key")].as_str()
}

fn requirement(labels: &Value, requirement: &Value) -> bool {
    let found = label(labels, &requirement["key"]);
    let listed = found.is_some_and(|found| items(&requirement["values"]).any(|v| v == found));
    let number = |text: &str| text.parse::<i64>().ok();
    let bound = requirement["values"][0].as_str();
    // A bound is a label's value, too: without a sign.
    let bound = bound.filter(|text| text.starts_with(char::is_alphanumeric));
    let bound = bound.and_then(number);
    let order = found.and_then(number).zip(bound).map(|(a, b)| a.cmp(&b));
    match requirement["operator"].as_str().expect("an operator") {
        "In" => listed,
        "NotIn" => !listed,
        "Exists" => found.is_some(),
        "DoesNotExist" => found.is_none(),
        "Gt" => order == Some(std::cmp::Ordering::Greater),
        "Lt" => order == Some(std::cmp::Ordering::Less),
        // Nothing that the API server takes.
        _ => false,
    }
}

/// Whether labels meet all requirements.
pub fn all(requirements: &[Value], labels: &Value) -> bool {
    requirements.iter().all(|one| requirement(labels, one))
}

/// What a label selector asks for; `None` without a selector, which matches nothing.
pub fn requirements(selector: &Value) -> Option<Vec<Value>> {
    let pairs = selector.as_object()?.get("matchLabels");
    let pairs = pairs.and_then(Value::as_object).into_iter().flatten();
    let pairs = pairs.map(|(key, value)| json!({"key": key, "operator": "In", "values": [value]}));
    let expressions = items(&selector["matchExpressions"]).cloned();
    Some(pairs.chain(expressions).collect())
}

/// A label selector as it is anywhere else: none matches nothing, an empty one everything.
pub fn labels(selector: &Value, labels: &Value) -> bool {
    requirements(selector).is_some_and(|list| all(&list, labels))
}

/// Whether labels have every pair.
fn pairs(labels: &Value, pairs: &Value) -> bool {
    let mut pairs = pairs.as_object().into_iter().flatten();
    pairs.all(|(key, value)| labels[key] == *value)
}

/// A label selector as budgets use it: an empty one matches nothing.
pub fn budget(selector: &Value, labels: &Value) -> bool {
    let some = |value: &Value| {
        value.as_object().is_some_and(|map| !map.is_empty()) || items(value).next().is_some()
    };
    let empty = !some(&selector["matchLabels"]) && !some(&selector["matchExpressions"]);
    !empty
        && pairs(labels, &selector["matchLabels"])
        && items(&selector["matchExpressions"]).all(|one| requirement(labels, one))
}

fn tolerates(toleration: &Value, taint: &Value) -> bool {
    let given = |field: &str| toleration[field].as_str().unwrap_or_default();
    let of = |field: &str| taint[field].as_str().unwrap_or_default();
    if !given("effect").is_empty() && given("effect") != of("effect") {
        return false;
    }
    if !given("key").is_empty() && given("key") != of("key") {
        return false;
    }
    match given("operator") {
        "Exists" => true,
        "" | "Equal" => given("value") == of("value"),
        // `Gt` and `Lt` are switched off.
        _ => false,
    }
}

/// Whether a pod's spec tolerates a taint.
pub fn tolerated(spec: &Value, taint: &Value) -> bool {
    items(&spec["tolerations"]).any(|toleration| tolerates(toleration, taint))
}

/// A field of a node is asked for with one value; anything else holds nowhere.
fn field(node: &Node, field: &Value) -> bool {
    let found = if field["key"] == "metadata.name" {
        node.name.as_str()
    } else {
        ""
    };
    let values: Vec<&Value> = items(&field["values"]).collect();
    match (field["operator"].as_str(), &values[..]) {
        (Some("In"), [value]) => **value == *found,
        (Some("NotIn"), [value]) => **value != *found,
        _ => false,
    }
}

/// Whether a text may be a label's value, or its key behind `/`.
fn word(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let ends = |c: char| c.is_ascii_alphanumeric();
    text.len() <= 63 && text.starts_with(ends) && text.ends_with(ends) && text.chars().all(inner)
}

/// Whether the API machinery parses a requirement of a node selector term: a label may have its key and its values.
fn parses(requirement: &Value) -> bool {
    let key = requirement["key"].as_str().expect("a key");
    let (prefix, name) = key.split_once('/').unwrap_or(("x", key));
    let lower = |part: &str| word(part) && !part.contains(|c: char| c == '_' || c.is_uppercase());
    let values = items(&requirement["values"]).map(|value| value.as_str().expect("a value"));
    word(name) && prefix.split('.').all(lower) && values.clone().all(|v| v.is_empty() || word(v))
}

/// Whether a scheduler reads all preferred terms of node affinity: values are those of labels, and a bound is a number.
/// The API server does not look.
pub fn preferred_parses(spec: &Value) -> bool {
    let terms =
        &spec["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"];
    let mut expressions =
        items(terms).flat_map(|term| items(&term["preference"]["matchExpressions"]));
    expressions.all(|one| {
        let is_bound = one["operator"] == "Gt" || one["operator"] == "Lt";
        let number = |value: &Value| {
            value
                .as_str()
                .is_some_and(|text| text.parse::<i64>().is_ok())
        };
        parses(one) && (!is_bound || items(&one["values"]).all(number))
    })
}

/// Whether a term of node affinity holds on a node; one that asks for nothing holds nowhere.
pub fn term(node: &Node, term: &Value) -> bool {
    let expressions = items(&term["matchExpressions"]);
    let fields = items(&term["matchFields"]);
    let some = expressions.clone().next().is_some() || fields.clone().next().is_some();
    let labels = &node.value["metadata"]["labels"];
    some && expressions
        .clone()
        .all(|one| parses(one) && requirement(labels, one))
        && fields.clone().all(|one| field(node, one))
}

/// Whether `nodeSelector` and the required node affinity of a spec let a node in.
pub fn node(spec: &Value, node: &Node) -> bool {
    let affinity =
        &spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    pairs(&node.value["metadata"]["labels"], &spec["nodeSelector"])
        && (affinity.is_null() || items(&affinity["nodeSelectorTerms"]).any(|one| term(node, one)))
}
