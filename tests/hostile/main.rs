//! Hostile texts: what is said of each, and that every question is answered or refused, within a ceiling of memory.
//! They run as WebAssembly too, in `tests/wasm_cases`. `UPDATE_HOSTILE=1` writes what is said; each changed line must
//! make sense.

#![cfg(not(target_arch = "wasm32"))]

mod texts;

use std::fmt::Write as _;
use std::{env, fs};

use peak_alloc::PeakAlloc;
use schedscope::{objects::diagnostic::Encoding, scenario::Scenario};
use serde_json::{Value, json};
use texts::{FILES, Hostile, QUESTIONS, WELL, said};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Megabytes that no text takes, its answers included.
const CEILING: f32 = 512.0;

fn scenario(text: &str) -> Scenario {
    let mut scenario = Scenario::with_encoding(Encoding::Utf16);
    scenario.replace(text);
    scenario
}

fn ask(scenario: &mut Scenario, question: &str) -> Result<Value, String> {
    let answer = scenario
        .ask(question)
        .map_err(|error| error.code().to_owned());
    Ok(serde_json::from_str(&answer?).expect("JSON"))
}

/// What is said of a text, after all questions were asked of it.
fn told(text: &str) -> (Vec<String>, Value) {
    let mut scenario = scenario(text);
    let reading = ask(&mut scenario, r#"{"reading": {}}"#).expect("a reading");
    for question in QUESTIONS {
        let (one, two) = (ask(&mut scenario, question), ask(&mut scenario, question));
        assert_eq!(one, two, "{question}");
    }
    // Edited and edited back, it is the same.
    let end = text.encode_utf16().count();
    scenario.edit(end, end, "\n---\na: b\n");
    scenario.edit(end, usize::MAX, "");
    let again = ask(&mut scenario, r#"{"reading": {}}"#).expect("a reading");
    for field in ["diagnostics", "kinds", "placements", "incomplete"] {
        assert_eq!(reading[field], again[field], "{field}");
    }
    // And after it, another text is read as ever.
    scenario.replace(WELL);
    let mut fresh = self::scenario(WELL);
    let question = r#"{"queue": {"maxSteps": 20}}"#;
    assert_eq!(ask(&mut scenario, question), ask(&mut fresh, question));
    said(&reading)
}

/// A line of ASCII characters only: what is hostile in a text is not so in an editor.
fn ascii(line: &Value) -> String {
    let mut ascii = String::new();
    for c in line.to_string().chars() {
        if (' '..='~').contains(&c) {
            ascii.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(ascii, "\\u{unit:04x}").expect("a text takes it");
            }
        }
    }
    ascii
}

#[test]
fn hostile_texts_are_read_as_they_should() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (file, lines) in FILES {
        let mut written = String::new();
        for line in lines.lines() {
            let hostile = Hostile::read(line);
            count += 1;
            MEMORY.reset_peak_usage();
            let (expect, objects) = told(&hostile.text);
            let memory = MEMORY.peak_usage_as_mb();
            assert!(memory < CEILING, "{file}: {}: {memory} MB", hostile.name);
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            line["expect"] = json!(expect);
            line["objects"] = objects.clone();
            written += &ascii(&line);
            written.push('\n');
            if (&expect, &objects) != (&hostile.expect, &hostile.objects) {
                wrong.push(format!("{file}: {}: {expect:?} {objects}", hostile.name));
            }
        }
        if env::var_os("UPDATE_HOSTILE").is_some() {
            let path = format!("{}/hostile/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
            fs::write(path, written).expect("written");
        }
    }
    assert!(count >= 300, "{count} texts");
    assert!(
        wrong.is_empty(),
        "{} texts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
