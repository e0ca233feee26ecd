//! Hostile texts, as lines of JSON: `name`; `text`, a list of parts, each a text or `[text, times]`; `expect`, the
//! first findings as `severity code line:column path`; `objects`, how many of each kind are there.

use serde_json::Value;

/// A text with what is said of it.
pub(crate) struct Hostile {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) expect: Vec<String>,
    pub(crate) objects: Value,
}

/// The files, by name.
pub(crate) const FILES: [(&str, &str); 7] = [
    ("structure", include_str!("structure.jsonl")),
    ("characters", include_str!("characters.jsonl")),
    ("names", include_str!("names.jsonl")),
    ("types", include_str!("types.jsonl")),
    ("quantities", include_str!("quantities.jsonl")),
    ("times", include_str!("times.jsonl")),
    ("extremes", include_str!("extremes.jsonl")),
];

/// How many findings a line names; of those that are the same, texts may have thousands.
const NAMED: usize = 4;

/// A text after which every engine has something to do.
pub(crate) const WELL: &str = include_str!("../scenario/edited.yaml");

/// What is asked of each text, after what it reads.
pub(crate) const QUESTIONS: [&str; 13] = [
    r#"{"findings": {}}"#,
    r#"{"decide": {"placement": 0, "now": "2025-06-01T12:00:00Z"}}"#,
    r#"{"clusters": {"limit": 5}}"#,
    r#"{"explainCluster": {"cluster": 0}}"#,
    r#"{"hints": {}}"#,
    r#"{"clusterKeys": {}}"#,
    r#"{"pods": {"limit": 5}}"#,
    r#"{"nodes": {"limit": 5}}"#,
    r#"{"quotas": {}}"#,
    r#"{"queue": {"maxSteps": 50, "limit": 5}}"#,
    r#"{"scoreNodes": {"pod": "a/p1"}}"#,
    r#"{"simulatePod": {"pod": "a/p1"}}"#,
    r#"{"vmTimeline": {"limit": 5}}"#,
];

impl Hostile {
    pub(crate) fn read(line: &str) -> Self {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let parts = line["text"].as_array().expect("parts").iter();
        let parts = parts.map(|part| match part {
            Value::Array(part) => {
                let times = part[1].as_u64().expect("a number");
                part[0].as_str().expect("a text").repeat(times as usize)
            }
            part => part.as_str().expect("a text").to_owned(),
        });
        let expect = line["expect"].as_array().expect("a list").iter();
        Self {
            name: line["name"].as_str().expect("a name").to_owned(),
            text: parts.collect(),
            expect: expect
                .map(|line| line.as_str().expect("a text").to_owned())
                .collect(),
            objects: line["objects"].clone(),
        }
    }
}

/// What a reading says, in the form of a line.
pub(crate) fn said(reading: &Value) -> (Vec<String>, Value) {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let findings = reading["diagnostics"].as_array().expect("a list");
    let expect = findings.iter().take(NAMED).map(|finding| {
        let (at, path) = (&finding["range"]["start"], word(&finding["path"]));
        let place = format!("{}:{}", at["line"], at["column"]);
        let path = if path.len() > 60 {
            "(long)".to_owned()
        } else {
            path
        };
        let line = format!(
            "{} {} {place} {path}",
            word(&finding["severity"]),
            word(&finding["code"])
        );
        line.trim_end().to_owned()
    });
    let kinds = reading["kinds"].as_array().expect("a list").iter();
    let kinds = kinds.map(|kind| {
        let name = word(&kind["kind"]);
        let name = if name.len() > 60 {
            "(long)".to_owned()
        } else {
            name
        };
        (name, kind["count"].clone())
    });
    (expect.collect(), Value::Object(kinds.collect()))
}
