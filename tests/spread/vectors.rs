//! The twin itself, against the vectors: it must be right before it judges.

use std::{fs, path::Path};

use serde_json::Value;

use reference::spread::{self, vector};

#[track_caller]
fn check(file: &str, lines: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/spread");
    let text = fs::read_to_string(folder.join(file)).expect("the vectors");
    assert_eq!(text.lines().count(), lines);
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let run = spread::run(&line["scenario"]).expect("a run");
        let listed = run.clusters.len() <= 10;
        let given = vector::of(&run, listed);
        assert_eq!(given, line["expected"], "{}", line["name"]);
        let most = line["scenario"]["placement"]["spec"]["numberOfClusters"].is_null();
        if most {
            assert_eq!(run.capacity(), run.steps.len() as i64, "{}", line["name"]);
        }
    }
}

#[test]
fn the_twin_decides_as_the_seeds_say() {
    check("seeds.jsonl", 6);
}

#[test]
fn the_twin_decides_as_the_random_lines_say() {
    check("random.jsonl", 160);
}
