//! The suite `placement`: decisions of the real scheduler and controller of Open Cluster
//! Management.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};

use crate::{
    difference::{Comparison, Verdict},
    pods::asked,
};

/// How the messages of CEL's compiler begin.
const CEL: &str = "compilation failed: ";

/// The names of values in a line, and their paths in the report.
const NUMBERS: [(&str, &str); 4] = [
    ("scores", "/scores"),
    ("unscheduled", "/unscheduled"),
    ("requeueTime", "/requeueTime"),
    ("numberOfSelectedClusters", "/clusterCounts/selected"),
];

/// Those of lists.
const LISTS: [(&str, &str); 10] = [
    ("validBindings", "/validBindings"),
    ("eligibleClusterSets", "/eligibleClusterSets"),
    ("availableClusters", "/candidates"),
    ("filterResults", "/filterResults"),
    ("prioritizerResults", "/prioritizerResults"),
    ("rankedClusters", "/feasible"),
    ("selectedClusters", "/selected"),
    ("decisionGroups", "/decisionGroups"),
    ("placementDecisions", "/placementDecisions"),
    ("deletedPlacementDecisions", "/deletedPlacementDecisions"),
];

/// An outcome of a line, as the report spells it.
fn outcome(expected: &Value) -> Value {
    match expected.as_str() {
        Some("syncError") => Value::from("sync-error"),
        _ => expected.clone(),
    }
}

/// What an engine is given for one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The line's name.
    pub name: String,
    /// The objects, as a person would paste them: typed lists in JSON, one after another. The
    /// placement is the only one.
    pub text: String,
    /// How to decide.
    pub options: Options,
}

/// The options of a line, in the words of the engine's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Always 0: there is one placement.
    pub placement: usize,
    /// The clock, RFC 3339.
    pub now: String,
    /// `Upstream`, or `Proposal` in the suite `spread`.
    pub profile: &'static str,
    /// `sets`, or `given` if all clusters are candidates.
    pub candidates: &'static str,
}

impl Input {
    /// The request: the text, and the question.
    pub(crate) fn request(&self) -> Result<String, serde_json::Error> {
        asked(&self.text, &json!({ "report": self.options }))
    }
}

#[derive(Deserialize)]
struct Line<'a> {
    name: String,
    #[serde(borrow)]
    scenario: Scenario<'a>,
}

/// Objects keep their literal text, so that no number loses a digit.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scenario<'a> {
    mode: String,
    now: String,
    #[serde(borrow)]
    placement: &'a RawValue,
    #[serde(borrow, default)]
    managed_clusters: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    managed_cluster_sets: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    managed_cluster_set_bindings: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    placement_decisions: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    add_on_placement_scores: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Expectation {
    expected: Value,
    scenario: Mode,
}

#[derive(Deserialize)]
struct Mode {
    mode: String,
}

/// The engine's input for a line.
///
/// # Errors
/// The line is not a placement vector.
pub fn input(line: &str) -> Result<Input, serde_json::Error> {
    let Line { name, scenario } = serde_json::from_str(line)?;
    let mut text = String::with_capacity(line.len());
    for (version, kind, items) in [
        ("v1", "ManagedCluster", &scenario.managed_clusters),
        (
            "v1beta2",
            "ManagedClusterSet",
            &scenario.managed_cluster_sets,
        ),
        (
            "v1beta2",
            "ManagedClusterSetBinding",
            &scenario.managed_cluster_set_bindings,
        ),
        (
            "v1beta1",
            "PlacementDecision",
            &scenario.placement_decisions,
        ),
        (
            "v1alpha1",
            "AddOnPlacementScore",
            &scenario.add_on_placement_scores,
        ),
        ("v1beta1", "Placement", &vec![scenario.placement]),
    ] {
        if items.is_empty() {
            continue;
        }
        let items: Vec<&str> = items.iter().map(|item| item.get()).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{{\"apiVersion\":\"cluster.open-cluster-management.io/{version}\",\
             \"kind\":\"{kind}List\",\"items\":[{}]}}",
            items.join(",")
        );
    }
    Ok(Input {
        name,
        text,
        options: Options {
            placement: 0,
            now: scenario.now,
            profile: "Upstream",
            candidates: if scenario.mode == "sync" {
                "sets"
            } else {
                "given"
            },
        },
    })
}

/// Compares the engine's report, a JSON text, with a line.
///
/// Compares everything that the real program decides, except: texts of the selector library, so the messages of the
/// status and of the condition `PlacementMisconfigured` are compared only if they are from CEL's compiler; fields that
/// the vectors call informative; and, if upstream crashes, everything except that the engine reports the placement as
/// invalid.
///
/// # Errors
/// The line is not a placement vector, or the report is not JSON.
pub fn compare(line: &str, actual: &str) -> Result<Verdict, serde_json::Error> {
    let Expectation { expected, scenario } = serde_json::from_str(line)?;
    let actual: Value = serde_json::from_str(actual)?;
    Ok(compare_values(&expected, &scenario.mode, &actual))
}

/// The same of values that are read; `mode`: the scenario's.
pub fn compare_values(expected: &Value, mode: &str, actual: &Value) -> Verdict {
    let mut comparison = Comparison::new(expected.get("ambiguous"));
    let empty = Value::Array(Vec::new());
    // The vectors print an empty list now as `[]`, now as `null`.
    let list = |value: Option<&Value>| match value {
        None | Some(Value::Null) => empty.clone(),
        Some(value) => value.clone(),
    };
    if expected.get("outcome") == Some(&Value::from("panic")) {
        let invalid = Value::from("invalid");
        comparison.compare("/outcome", Some(&invalid), actual.get("outcome"));
        return comparison.verdict();
    }
    let outcome = expected.get("outcome").map(outcome);
    comparison.compare("/outcome", outcome.as_ref(), actual.get("outcome"));
    for (field, pointer) in NUMBERS {
        let path = format!("/{field}");
        comparison.compare(&path, expected.get(field), actual.pointer(pointer));
    }
    let sync = mode == "sync";
    for (field, pointer) in LISTS {
        if sync || !matches!(field, "validBindings" | "eligibleClusterSets") {
            let (expected, actual) = (list(expected.get(field)), list(actual.pointer(pointer)));
            comparison.compare(&format!("/{field}"), Some(&expected), Some(&actual));
        }
    }
    let code = |value: &Value| value.pointer("/status/code").cloned();
    comparison.compare(
        "/status/code",
        code(expected).as_ref(),
        code(actual).as_ref(),
    );
    let expected_message = expected.pointer("/status/message");
    let of_cel = expected_message
        .and_then(Value::as_str)
        .is_some_and(|message| message.starts_with(CEL));
    if of_cel {
        let path = "/status/message";
        comparison.compare(path, expected_message, actual.pointer(path));
    }
    let conditions = |value: &Value| {
        let mut conditions = list(value.get("conditions"));
        for condition in conditions.as_array_mut().into_iter().flatten() {
            let misconfigured = condition.get("reason") == Some(&Value::from("Misconfigured"));
            let of_library = misconfigured && !of_cel;
            if let (true, Some(message)) = (of_library, condition.get_mut("message")) {
                *message = Value::Null;
            }
        }
        conditions
    };
    comparison.compare(
        "/conditions",
        Some(&conditions(expected)),
        Some(&conditions(actual)),
    );
    comparison.verdict()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &[&str] = &["/status/message", "/conditions/0/message"];
    const LINE: &str = r#"{"name":"n","features":["cel"],"scenario":{"mode":"schedule","now":"T",
        "placement":{"spec":{}},"managedClusters":[{"n":9223372036854775807,"q":1e400}]},
        "expected":{"outcome":"scheduled","scores":{"a":1},"unscheduled":0,"requeueTime":null,
        "numberOfSelectedClusters":1,"status":{"code":"Success"},"validBindings":["x"]}}"#;
    const REPORT: &str = r#"{"outcome":"scheduled","scores":{"a":1},"unscheduled":0,
        "requeueTime":null,"clusterCounts":{"selected":1},"status":{"code":"Success"},"notes":[]}"#;

    #[test]
    fn objects_keep_their_literal_text() {
        let input = input(LINE).expect("a line");
        let clusters = "{\"apiVersion\":\"cluster.open-cluster-management.io/v1\",\"kind\":\
                        \"ManagedClusterList\",\"items\":[{\"n\":9223372036854775807,\"q\":1e400}]}";
        assert_eq!(input.text.lines().next(), Some(clusters));
        assert_eq!(input.options.candidates, "given");
    }

    #[track_caller]
    fn check(line: &str, report: &str, expect: &[&str]) {
        match compare(line, report).expect("JSON") {
            Verdict::Passed => assert!(expect.is_empty()),
            Verdict::Skipped(reason) => panic!("skipped: {reason}"),
            Verdict::Failed(found) => {
                let found: Vec<&str> = found.iter().map(|d| d.path.as_str()).collect();
                assert_eq!(expect, found);
            }
        }
    }

    #[test]
    fn verdicts() {
        check(LINE, REPORT, &[]);
        check(
            LINE,
            &REPORT.replace(r#""a":1"#, r#""a":2"#),
            &["/scores/a"],
        );
        let code = REPORT.replace("Success", "Error");
        check(LINE, &code, &["/status/code"]);
        for (said, expect) in [
            ("selector: a", &[][..]),
            ("compilation failed: a", MESSAGES),
        ] {
            let condition = r#"{"reason":"Misconfigured","message":"a"}"#;
            let message = format!(r#""Success","message":"{said}"}},"conditions":[{condition}]"#);
            let line = LINE.replace(r#""Success"}"#, &message);
            let report = message.replace(": a", ": b").replace("\"a\"", "\"b\"");
            check(&line, &REPORT.replace(r#""Success"}"#, &report), expect);
        }
        let sync = LINE.replace("\"schedule\"", "\"sync\"");
        check(&sync, REPORT, &["/validBindings"]);
        let panic = LINE.replace("\"scheduled\"", "\"panic\"");
        check(&panic, REPORT, &["/outcome"]);
        check(&panic, r#"{"outcome":"invalid"}"#, &[]);
    }
}
