//! The twin against what the real plugin printed.

use std::fs;

use serde_json::{Value, json};

use reference::vm::shape::{answer, limits};
use schedscope_fuzz::vm::shape::{difference, essence};

fn lines(file: &str, count: usize) -> Vec<Value> {
    let path = format!("{}/vectors/vm/{file}", env!("CARGO_MANIFEST_DIR"));
    let lines = fs::read_to_string(path).expect("vectors");
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), count);
    lines
}

/// Checks a file but for lines where the answer is better than upstream's, which are given back
/// with what the twin answers.
#[track_caller]
fn check(file: &str, count: usize, better: &[&str]) -> Vec<Value> {
    let mut answers = Vec::new();
    for line in lines(file, count) {
        let found = answer(&line);
        if better.iter().any(|id| line["id"] == *id) {
            answers.push(found);
            continue;
        }
        let difference = difference("", &essence(&line), &essence(&found));
        assert_eq!(difference, None, "{}", line["id"]);
    }
    answers
}

#[test]
fn random() {
    check("random.jsonl", 152, &[]);
}

#[test]
fn restart() {
    check("restart.jsonl", 16, &[]);
}

#[test]
fn edge() {
    let better = check("edge.jsonl", 42, &["score-zero", "double-reserve"]);
    let res = |line: usize| -> Vec<&Value> {
        let out = better[line]["out"].as_array().expect("a list");
        out.iter().map(|step| &step["res"]).collect()
    };
    let [score, double] = [res(0), res(1)];
    assert_eq!(score[0], &json!({"code": "Success", "score": 0}));
    assert_eq!(score[1]["code"], "Unschedulable");
    assert_eq!(
        [&double[0]["code"], &double[1]["code"]],
        ["Success", "Error"]
    );
    // The second one left no trace: the node is empty once the pod is gone.
    let last = &better[1]["final"]["n1"];
    assert_eq!([&last["cpu"][3], &last["mem"][3]], [0, 0]);
}

#[test]
fn node_limits() {
    for line in lines("limits.jsonl", 233) {
        let found = limits(&line);
        if line["error"].is_null() {
            for field in ["vCPU", "memSlots", "marginCPUMilli", "marginMem"] {
                assert_eq!(found[field], line[field], "{field} of {line}");
            }
        } else {
            assert!(found["error"].is_string(), "{line}");
        }
    }
}
