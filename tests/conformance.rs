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

#[track_caller]
fn check(file: &str, passed: usize, skipped: usize) {
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
    check("placement/probes.jsonl", 46, 0);
}

#[test]
fn placement_random() {
    // Nine of the ten lines with CEL need it; one has no candidate left to ask about.
    check("placement/random.jsonl", 191, 9);
}
