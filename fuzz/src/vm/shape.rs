//! What counts in an answer: codes, statuses and numbers. Texts and what is said beyond do not.

use serde_json::{Map, Value, json};

/// What is compared of an answer to `vmEvents`.
pub fn essence(answer: &Value) -> Value {
    let out = answer["out"].as_array().into_iter().flatten();
    json!({
        "start": step(&answer["start"]),
        "out": out.map(step).collect::<Vec<_>>(),
        "final": nodes(&answer["final"]),
        "max": numbers(&answer["max"]),
    })
}

/// What is compared of the answer to one event.
pub fn step(step: &Value) -> Value {
    let res = &step["res"];
    let mut kept = Map::new();
    for field in [
        "code", "score", "status", "permit", "migrate", "cu", "ok", "fatal",
    ] {
        if !res[field].is_null() {
            kept.insert(field.to_owned(), numbers(&res[field]));
        }
    }
    if !res["error"].is_null() {
        kept.insert("error".to_owned(), json!(true));
    }
    if let Some(over) = res["overBudget"]
        .as_object()
        .filter(|over| !over.is_empty())
    {
        let mut names: Vec<&String> = over.keys().collect();
        names.sort_unstable();
        kept.insert("overBudget".to_owned(), json!(names));
    }
    json!({"res": kept, "d": nodes(&step["d"])})
}

/// Nodes with all that the vectors have of them.
fn nodes(nodes: &Value) -> Value {
    let nodes = nodes.as_object().into_iter().flatten();
    let nodes = nodes.map(|(name, node)| {
        let mut kept = Map::new();
        for field in ["cpu", "mem", "cu", "other", "mq", "hot"] {
            kept.insert(field.to_owned(), numbers(&node[field]));
        }
        for field in ["pods", "others", "gone"] {
            let numbers = numbers(&node[field]);
            let empty = numbers.as_object().is_none_or(Map::is_empty)
                && numbers.as_array().is_none_or(Vec::is_empty);
            if !empty {
                kept.insert(field.to_owned(), numbers);
            }
        }
        (name.clone(), Value::Object(kept))
    });
    Value::Object(nodes.collect())
}

/// The same with every number as the double nearest to its half-width value: `1` is `1.0`, and
/// amounts are far below the width.
fn numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) if !number.is_i64() => {
            let number = number.as_f64().expect("a number") as f32;
            if number.fract() == 0.0 && number.abs() < 1e6 {
                json!(number as i64)
            } else {
                json!(number.to_bits())
            }
        }
        Value::Array(items) => items.iter().map(numbers).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name.clone(), numbers(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// Where two essences differ first.
pub fn difference(path: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(wanted), Value::Object(has)) => {
            let names = wanted
                .keys()
                .chain(has.keys().filter(|name| !wanted.contains_key(*name)));
            let mut differences = names.filter_map(|name| {
                let path = format!("{path}/{name}");
                difference(&path, &expected[name], &found[name])
            });
            differences.next()
        }
        (Value::Array(wanted), Value::Array(has)) if wanted.len() == has.len() => {
            let mut pairs = wanted.iter().zip(has).enumerate();
            pairs.find_map(|(at, (wanted, has))| difference(&format!("{path}/{at}"), wanted, has))
        }
        _ if expected == found => None,
        _ => Some(format!("{path}: expected {expected}, found {found}")),
    }
}
