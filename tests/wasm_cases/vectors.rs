//! The suites that the package does not answer.

use conformance::{SUITES, Suite, Tally};
use schedscope::scenario::Scenario;
use wasm_bindgen_test::wasm_bindgen_test;

/// The files of these suites, in the order of [`SUITES`].
const FILES: [&str; 5] = [
    include_str!("../vectors/quota/quota-events.jsonl"),
    include_str!("../vectors/vm/edge.jsonl"),
    include_str!("../vectors/vm/random.jsonl"),
    include_str!("../vectors/vm/restart.jsonl"),
    include_str!("../vectors/vm/limits.jsonl"),
];

fn answer(request: &str) -> Result<String, String> {
    let request: serde_json::Value =
        serde_json::from_str(request).map_err(|error| error.to_string())?;
    let question = request["question"].as_str().unwrap_or_default();
    let answer = Scenario::new("").ask(question);
    answer.map_err(|error| error.to_string())
}

#[wasm_bindgen_test]
fn all_lines_are_answered_as_the_real_programs_did() {
    let suites = SUITES.iter().filter(|suite| !suite.in_package);
    let files: Vec<(&Suite, &str)> = suites
        .flat_map(|suite| suite.files.iter().map(move |file| (suite, *file)))
        .collect();
    assert_eq!(files.len(), FILES.len());
    for ((suite, file), text) in files.into_iter().zip(FILES) {
        let mut tally = Tally::new();
        tally.run(suite, file, text, answer);
        assert!(tally.passed > 0 && tally.failed == 0, "\n{tally}");
    }
}
