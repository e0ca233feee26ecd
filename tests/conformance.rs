//! The engine against the vectors that the real programs printed.

mod reference;

use conformance::{Verdict, placement};
use schedscope::placement::{CandidateMode, Options, Profile, Session};

/// Decides a line and gives the report.
fn report(line: &str) -> String {
    let input = placement::input(line).expect("a line");
    let objects = reference::loader::load(&input.text);
    let mut options = Options::new(0, input.options.now.parse().expect("a time"));
    options.profile = Profile::Upstream;
    options.candidates = match input.options.candidates {
        "given" => CandidateMode::Given,
        _ => CandidateMode::Sets,
    };
    let mut session = Session::new();
    session.decide(&objects, &options).expect("a placement");
    let details = session.details(&objects).expect("the decision");
    serde_json::to_string(&details.report()).expect("writable")
}

/// What the twin says of a line.
fn twin(line: &str) -> String {
    let line: serde_json::Value = serde_json::from_str(line).expect("a line");
    let mut report = reference::placement::decide(&line["scenario"], false);
    // The twin knows no CEL.
    let features = line["features"].as_array().expect("a list");
    if features.iter().any(|feature| feature == "cel") {
        report["notes"] = serde_json::json!([{"code": "cel-not-evaluated"}]);
    }
    report.to_string()
}

#[track_caller]
fn check(file: &str, report: fn(&str) -> String, passed: usize, skipped: usize) {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(path).expect("the vectors");
    let mut counts = [0, 0];
    let mut failures: Vec<String> = Vec::new();
    for line in lines.lines() {
        let name = placement::input(line).expect("a line").name;
        match placement::compare(line, &report(line)).expect("a report") {
            Verdict::Passed => counts[0] += 1,
            Verdict::Skipped(_) => counts[1] += 1,
            Verdict::Failed(differences) => {
                let first = differences.iter().take(3);
                failures.extend(first.map(|difference| format!("{name}: {difference}")));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(counts, [passed, skipped], "passed, skipped");
}

#[test]
fn placement_probes() {
    check("placement/probes.jsonl", report, 46, 0);
}

#[test]
fn placement_random() {
    // Nine of the ten lines with CEL need it; one has no candidate left to ask about.
    check("placement/random.jsonl", report, 191, 9);
}

#[test]
fn the_twin_agrees_too() {
    check("placement/probes.jsonl", twin, 46, 0);
    check("placement/random.jsonl", twin, 190, 10);
}
