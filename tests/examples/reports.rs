//! What WebAssembly is held to.

use std::{fs, path::Path};

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::read;

/// The reports that WebAssembly is held to are what native code gives; to make them anew:
/// `UPDATE_REPORTS=1 cargo test -p schedscope-tests --test all examples::`.
#[track_caller]
fn check_report(yaml: &str, name: &str, profile: &str) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = fs::read_to_string(root.join(yaml)).expect("the scenario");
    let options = json!({ "placement": 0, "now": "2026-11-20T12:00:00Z", "profile": profile });
    let report = Scenario::new(&text).ask(&json!({ "report": options }).to_string());
    let report = report.expect("a report") + "\n";
    check_file(&format!("{name}.report.json"), &report);
}

#[track_caller]
fn check_file(name: &str, is: &str) {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let file = file.join("tests/wasm_cases").join(name);
    if std::env::var_os("UPDATE_REPORTS").is_some() {
        fs::write(&file, is).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).expect("the file");
    assert!(
        found == is,
        "tests/wasm_cases/{name} is not what the engine says: if the engine is right, run \
         UPDATE_REPORTS=1 cargo test -p schedscope-tests --test all examples::"
    );
}

#[test]
fn the_reports_for_webassembly_are_those_of_native_code() {
    for name in ["taints-and-tolerations", "story-5-gpus"] {
        check_report(&format!("examples/{name}.yaml"), name, "Proposal");
    }
    let name = "infinite-quantity";
    check_report(&format!("tests/wasm_cases/{name}.yaml"), name, "Upstream");
}

/// The answers to the questions of an example, one a line, likewise.
#[track_caller]
fn check_answers(name: &str) {
    let expected: Value =
        serde_json::from_str(&read(&format!("{name}.expected.json"))).expect("JSON");
    let mut scenario = Scenario::new(&read(&format!("{name}.yaml")));
    let mut answers = String::new();
    for question in expected["questions"].as_array().expect("a list") {
        let answer = scenario.ask(&question["ask"].to_string());
        answers.push_str(&answer.expect("an answer"));
        answers.push('\n');
    }
    check_file(&format!("{name}.answers.jsonl"), &answers);
}

#[test]
fn the_answers_for_webassembly_are_those_of_native_code() {
    for name in [
        "limit-aware-use-case",
        "quota-reprieve",
        "quota-lint",
        "vm-normal-growth",
    ] {
        check_answers(name);
    }
}
