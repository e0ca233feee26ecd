//! Structured events: vectors of `vmEvents`, `vmLimits` and `quotaEvents` with any part replaced are answered or
//! refused, the same each time, and the scenario goes on.

use std::sync::LazyLock;

use crate::cases::{Size, show};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::random_edits::RandomEdit;

/// Bytes of the largest question that a case starts from.
const LARGEST: usize = 3500;
/// Of one that most cases start from.
const SHORT: usize = 2000;

static QUESTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let vectors: [(&str, &str, &[&str]); 4] = [
        (
            "vmEvents",
            include_str!("../../tests/vectors/vm/edge.jsonl"),
            &["config", "nodes", "initial", "events"],
        ),
        (
            "vmEvents",
            include_str!("../../tests/vectors/vm/restart.jsonl"),
            &["config", "nodes", "initial", "events"],
        ),
        (
            "vmLimits",
            include_str!("../../tests/vectors/vm/limits.jsonl"),
            &["config", "cpu", "mem"],
        ),
        (
            "quotaEvents",
            include_str!("../../tests/vectors/quota/quota-events.jsonl"),
            &["events"],
        ),
    ];
    let mut questions = Vec::new();
    for (name, lines, fields) in vectors {
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let asked = lines.map(|line| {
            let fields = fields
                .iter()
                .map(|field| ((*field).to_owned(), line[*field].clone()));
            json!({ name: Value::Object(fields.collect()) }).to_string()
        });
        questions.extend(asked.filter(|question| question.len() < LARGEST).take(40));
    }
    questions.sort_by_key(String::len);
    questions
});

fn ask(question: &str) {
    show(&question);
    let mut scenario = Scenario::new("");
    let [one, two] = [0; 2].map(|_| scenario.ask(question).map_err(|error| format!("{error:?}")));
    assert_eq!(one, two, "{question}");
    if let Ok(answer) = one {
        assert!(serde_json::from_str::<Value>(&answer).is_ok(), "{answer}");
    }
    assert!(scenario.ask(r#"{"reading": {}}"#).is_ok());
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let is_large = Size::of(data) == Size::Large;
    match data {
        // Any text.
        [255, data @ ..] => ask(&String::from_utf8_lossy(data)),
        [number, part, data @ ..] => {
            let number = usize::from(*number) + 255 * usize::from(*part);
            let short = QUESTIONS.partition_point(|question| question.len() < SHORT);
            let count = if is_large { QUESTIONS.len() } else { short };
            let mut question = QUESTIONS[number % count].clone();
            for bytes in data.as_chunks().0.iter().take(8) {
                if let Some((range, new)) = RandomEdit::from_bytes(*bytes).of(&question) {
                    question.replace_range(range, &new);
                }
            }
            ask(&question);
        }
        _ => {}
    }
}
