//! The suite `spread`: picks of a naive model of the specification, step by step.

use serde_json::{Map, Value, json};

use crate::{
    difference::{Comparison, Verdict},
    placement::{self, Input},
};

/// The engine's input for a line: as in the suite `placement`, in the profile that supports spread.
///
/// # Errors
/// The line is not a spread vector.
pub fn input(line: &str) -> Result<Input, serde_json::Error> {
    let mut input = placement::input(line)?;
    input.options.profile = "Proposal";
    Ok(input)
}

/// Compares the engine's report, a JSON text, with a line.
///
/// Compares everything that the line expects. If two tuples of domains have the same key in `selectedCount`, because a
/// value contains `/`, that key is ignored.
///
/// # Errors
/// The line or the report is not JSON.
pub fn compare(line: &str, actual: &str) -> Result<Verdict, serde_json::Error> {
    let mut line: Value = serde_json::from_str(line)?;
    let report: Value = serde_json::from_str(actual)?;
    Ok(compare_values(line["expected"].take(), &report))
}

/// The same of values that are read.
pub fn compare_values(mut expected: Value, report: &Value) -> Verdict {
    let actual = translate(report, &mut expected);
    let mut comparison = Comparison::new(None);
    comparison.compare("", Some(&expected), Some(&actual));
    comparison.verdict()
}

/// A report in the words of the vectors, as far as the line at hand has them.
fn translate(report: &Value, expected: &mut Value) -> Value {
    let spread = &report["spread"];
    let feasible = names(entries(&report["scores"]).map(|(name, _)| name.as_str()));
    let not_selected = entries(&spread["notSelected"]).map(|(name, actual)| {
        // The lines leave out some of what a report says more.
        let expected = &expected["notSelected"][name];
        let fields = entries(actual).filter(|(key, _)| {
            matches!(key.as_str(), "reason" | "term") || expected.get(key).is_some()
        });
        let fields = fields.map(|(key, value)| (key.clone(), value.clone()));
        (name.clone(), Value::Object(fields.collect()))
    });
    let not_selected: Map<_, _> = not_selected.collect();
    let steps = items(&spread["steps"]).enumerate();
    let steps = steps.map(|(index, actual)| step(actual, &expected["steps"][index]));
    let steps: Vec<Value> = steps.collect();
    let mut counts = Map::new();
    let mut twice = Vec::new();
    for domain in items(&spread["domains"]) {
        let values: Vec<&str> = items(&domain["values"]).filter_map(Value::as_str).collect();
        let key = values.join("/");
        if counts
            .insert(key.clone(), domain["selected"].clone())
            .is_some()
        {
            twice.push(key);
        }
    }
    for key in twice {
        counts.remove(&key);
        let expected = expected.get_mut("selectedCount");
        if let Some(expected) = expected.and_then(Value::as_object_mut) {
            expected.remove(&key);
        }
    }
    // The lines sort what has no order.
    if let Some(names) = expected.get_mut("feasible") {
        sort(names);
    }
    let expected_steps = expected.get_mut("steps").and_then(Value::as_array_mut);
    for step in expected_steps.into_iter().flatten() {
        if let Some(names) = step.get_mut("blocked") {
            sort(names);
        }
    }
    json!({
        "feasible": feasible,
        "spreadWeight": spread["weight"],
        "prioritizerScores": report["scores"],
        "selected": report["selected"],
        "unscheduled": report["unscheduled"],
        "steps": steps,
        "notSelected": not_selected,
        "worstSkewPerTerm": spread["worstSkewPerTerm"],
        "selectedCount": counts,
    })
}

/// One step. `blocked` is a list or a number, and `candidates` is present or not, as in the line.
fn step(actual: &Value, expected: &Value) -> Value {
    let mut step = Map::new();
    for key in ["picked", "raw", "spread", "prioritizer", "final"] {
        step.insert(key.to_owned(), actual[key].clone());
    }
    let (candidates, blocked): (Vec<&Value>, Vec<&Value>) =
        items(&actual["table"]).partition(|row| row["blockedBy"].is_null());
    let name = |row: &Value| row["name"].as_str().unwrap_or_default().to_owned();
    let is_listed = !expected["blocked"].is_number();
    let blocked = if is_listed {
        names(blocked.into_iter().filter_map(|row| row["name"].as_str()))
    } else {
        actual["blocked"].clone()
    };
    step.insert("blocked".to_owned(), blocked);
    if expected.get("candidates").is_some() {
        let candidates = candidates.into_iter().map(|row| {
            let numbers =
                json!({"raw": row["raw"], "spread": row["spread"], "final": row["final"]});
            (name(row), numbers)
        });
        step.insert("candidates".to_owned(), Value::Object(candidates.collect()));
    }
    Value::Object(step)
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn entries(map: &Value) -> impl Iterator<Item = (&String, &Value)> {
    map.as_object().into_iter().flatten()
}

/// Names in the order of their bytes.
fn names<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    json!(names)
}

fn sort(list: &mut Value) {
    if let Value::Array(items) = list {
        items.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three clusters, one of which lacks a key; two domains, one step.
    const LINE: &str = r#"{"name": "n", "scenario": {"mode": "schedule", "now": "T",
        "placement": {}}, "expected": {
            "feasible": ["A", "b", "c"], "spreadWeight": 2,
            "prioritizerScores": {"A": 1, "b": 0, "c": 0}, "selected": ["A"], "unscheduled": 2,
            "steps": [{"picked": "A", "raw": 63, "spread": 100, "prioritizer": 1, "final": 201,
                "blocked": ["b"],
                "candidates": {"A": {"raw": 63, "spread": 100, "final": 201}}}],
            "notSelected": {"b": {"reason": "MaxSkew", "term": 1},
                "c": {"reason": "MissingTopologyKey", "term": 0}},
            "worstSkewPerTerm": [1, 0], "selectedCount": {"x": 1, "x/y": 1, "z": 0}}}"#;

    fn report() -> Value {
        json!({
            "scores": {"A": 1, "c": 0, "b": 0}, "selected": ["A"], "unscheduled": 2,
            "spread": {
                "weight": 2, "worstSkewPerTerm": [1, 0],
                "steps": [{"picked": "A", "raw": 63, "spread": 100, "prioritizer": 1, "final": 201,
                    "candidates": 1, "blocked": 1, "table": [
                        {"name": "A", "blockedBy": null, "raw": 63, "spread": 100, "final": 201},
                        {"name": "b", "blockedBy": 1, "raw": 0, "spread": null, "final": null},
                    ]}],
                "notSelected": {"b": {"reason": "MaxSkew", "term": 1},
                    "c": {"reason": "MissingTopologyKey", "term": 0, "missingTerm": 0}},
                "domains": [
                    {"values": ["x"], "selected": 1}, {"values": ["x", "y"], "selected": 1},
                    {"values": ["z"], "selected": 0},
                ],
            },
        })
    }

    /// Where the report differs from the line.
    #[track_caller]
    fn found(line: &str, report: &Value) -> Vec<String> {
        match compare(line, &report.to_string()).expect("JSON") {
            Verdict::Passed => Vec::new(),
            Verdict::Failed(found) => found.into_iter().map(|d| d.path).collect(),
            Verdict::Skipped(why) => panic!("{why}"),
        }
    }

    /// A report with a wrong value in one field fails at that field.
    #[track_caller]
    fn wrong(pointer: &str, value: Value, expect: &[&str]) {
        let mut report = report();
        *report.pointer_mut(pointer).expect("a field") = value;
        assert_eq!(found(LINE, &report), expect, "{pointer}");
    }

    #[test]
    fn the_right_report_passes() {
        assert_eq!(found(LINE, &report()), [""; 0]);
    }

    #[test]
    fn a_wrong_answer_fails_in_each_field() {
        wrong(
            "/scores",
            json!({"A": 1, "b": 0, "d": 0}),
            &[
                "/feasible/2",
                "/prioritizerScores/c",
                "/prioritizerScores/d",
            ],
        );
        wrong("/scores/b", json!(3), &["/prioritizerScores/b"]);
        wrong("/selected", json!(["b"]), &["/selected/0"]);
        wrong("/selected", json!([]), &["/selected"]);
        wrong("/unscheduled", json!(1), &["/unscheduled"]);
        wrong("/spread/weight", json!(3), &["/spreadWeight"]);
        wrong(
            "/spread/worstSkewPerTerm/1",
            json!(1),
            &["/worstSkewPerTerm/1"],
        );
        wrong(
            "/spread/domains/2/selected",
            json!(1),
            &["/selectedCount/z"],
        );
        let gone = &["/selectedCount/w", "/selectedCount/z"];
        wrong(
            "/spread/domains/2/values/0",
            json!("w"),
            &[gone[1], gone[0]],
        );
        for key in ["picked", "raw", "spread", "prioritizer", "final"] {
            let place = format!("/steps/0/{key}");
            wrong(&format!("/spread{place}"), json!("x"), &[&place]);
        }
        wrong("/spread/steps", json!([]), &["/steps"]);
        wrong(
            "/spread",
            Value::Null,
            &[
                "/notSelected/b",
                "/notSelected/c",
                "/selectedCount/x",
                "/selectedCount/x~1y",
                "/selectedCount/z",
                "/spreadWeight",
                "/steps",
                "/worstSkewPerTerm",
            ],
        );
    }

    #[test]
    fn a_wrong_table_fails() {
        let table = "/spread/steps/0/table";
        let free = ["/steps/0/blocked", "/steps/0/candidates/b"];
        wrong(&format!("{table}/1/blockedBy"), Value::Null, &free);
        wrong(
            &format!("{table}/1/name"),
            json!("c"),
            &["/steps/0/blocked/0"],
        );
        for key in ["raw", "spread", "final"] {
            let place = format!("/steps/0/candidates/A/{key}");
            wrong(&format!("{table}/0/{key}"), json!(9), &[&place]);
        }
        let number = LINE.replace(r#""blocked": ["b"]"#, r#""blocked": 1"#);
        assert_eq!(found(&number, &report()), [""; 0]);
        let number = LINE.replace(r#""blocked": ["b"]"#, r#""blocked": 2"#);
        assert_eq!(found(&number, &report()), ["/steps/0/blocked"]);
    }

    #[test]
    fn wrong_reasons_fail() {
        let of = "/spread/notSelected";
        wrong(
            &format!("{of}/b/reason"),
            json!("NotReached"),
            &["/notSelected/b/reason"],
        );
        wrong(&format!("{of}/b/term"), json!(0), &["/notSelected/b/term"]);
        wrong(
            &format!("{of}/c"),
            json!({"reason": "NotReached"}),
            &["/notSelected/c/reason", "/notSelected/c/term"],
        );
        let more = LINE.replace("\"term\": 0}", "\"term\": 0, \"missingTerm\": 1}");
        assert_eq!(found(&more, &report()), ["/notSelected/c/missingTerm"]);
    }

    #[test]
    fn a_key_of_two_domains_is_not_compared() {
        let mut report = report();
        report["spread"]["domains"][2]["values"] = json!(["x/y"]);
        let line = LINE.replace(r#""x/y": 1, "z": 0"#, r#""x/y": 0"#);
        assert_eq!(found(&line, &report), [""; 0]);
    }

    #[test]
    fn spread_is_asked_for_in_the_profile_that_has_it() {
        let input = input(LINE).expect("a line");
        assert_eq!(
            (input.options.profile, input.options.candidates),
            ("Proposal", "given")
        );
    }
}
