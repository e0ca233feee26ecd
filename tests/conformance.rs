//! Every vector file, natively. `cargo xtask conformance` runs the same suites on other files and
//! through WebAssembly.

use std::{fs, path::Path};

use conformance::{SUITES, Suite, Tally};

#[path = "../crates/conformance/native/answer.rs"]
mod answer;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");

/// Runs all files of a suite; `skipped` lines are expected to wait for something, no more.
#[track_caller]
fn check(suite: &str, skipped: usize) {
    let suite = Suite::named(suite).expect("the suite exists");
    let mut tally = Tally::new();
    for file in suite.files {
        let text = fs::read_to_string(Path::new(VECTORS).join(file)).expect("the vectors");
        tally.run(suite, file, &text, |request| {
            answer::answer(request).map_err(|error| error.to_string())
        });
    }
    assert!(tally.passed > 0 && tally.failed == 0, "\n{tally}");
    assert_eq!(tally.skipped.values().sum::<usize>(), skipped, "\n{tally}");
}

#[test]
fn placement() {
    check("placement", 0);
}

#[test]
fn pods() {
    check("pods", 0);
}

#[test]
fn quantities() {
    check("quantities", 0);
}

#[test]
fn quota() {
    check("quota", 0);
}

#[test]
fn quota_events() {
    check("quotaEvents", 0);
}

#[test]
fn quota_status() {
    check("quotaStatus", 0);
}

#[test]
fn scores() {
    check("scores", 0);
}

#[test]
fn spread() {
    check("spread", 0);
}

#[test]
fn vm() {
    // Two lines expect what upstream does wrong.
    check("vm", 2);
}

#[test]
fn vm_limits() {
    check("vmLimits", 0);
}

#[test]
fn every_vector_file_belongs_to_a_suite() {
    let mut found = Vec::new();
    for folder in fs::read_dir(VECTORS).expect("the vectors") {
        let folder = folder.expect("a folder").path();
        for file in fs::read_dir(&folder).expect("a folder") {
            let file = file.expect("a file").path();
            let below = file.strip_prefix(VECTORS).expect("below").to_str();
            found.push(below.expect("a plain name").replace('\\', "/"));
        }
    }
    found.sort_unstable();
    let mut known: Vec<&str> = SUITES
        .iter()
        .flat_map(|suite| suite.files)
        .copied()
        .collect();
    known.sort_unstable();
    assert_eq!(found, known);
}
