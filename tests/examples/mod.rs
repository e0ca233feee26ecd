//! The examples: each is read, its questions are answered, and the answers held against those that it
//! expects.

pub(crate) mod differ;
mod documents;
mod index;
mod placement;
mod questions;
mod reports;
mod what_if;

use std::{fs, path::Path};

use schedscope::{objects::diagnostic::Severity, scenario::Scenario};
use serde_json::Value;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

fn read(file: &str) -> String {
    let path = Path::new(EXAMPLES).join(file);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
        .replace("\r\n", "\n")
}

/// The files of a folder that end so, sorted, without the ending.
fn names(ending: &str) -> Vec<String> {
    let files = fs::read_dir(EXAMPLES).expect("the examples");
    let mut names: Vec<String> = files
        .filter_map(|file| {
            let name = file.expect("a file").file_name().into_string();
            Some(name.expect("a plain name").strip_suffix(ending)?.to_owned())
        })
        .collect();
    names.sort_unstable();
    names
}

/// Reads a text that has nothing to complain about.
#[track_caller]
fn read_quietly(text: &str) -> Scenario {
    let scenario = Scenario::new(text);
    let reading = scenario.reading();
    let loud: Vec<_> = reading
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity <= Severity::Warning)
        .collect();
    assert!(loud.is_empty(), "{loud:#?}");
    scenario
}

/// Every example that is answered this way: its name, its text, and what it expects.
fn examples(view: &[&str]) -> Vec<(String, String, Value)> {
    let entries: Value = serde_json::from_str(&read("index.json")).expect("JSON");
    let entries = entries.as_array().expect("a list");
    let of_view = entries.iter().filter(|entry| {
        let found = entry["view"].as_str().expect("a view");
        view.contains(&found)
    });
    let found = of_view.map(|entry| {
        let file = entry["file"].as_str().expect("a file");
        let name = file.strip_suffix(".yaml").expect("YAML");
        let expected = read(&format!("{name}.expected.json"));
        let expected = serde_json::from_str(&expected).expect("JSON");
        (name.to_owned(), read(file), expected)
    });
    found.collect()
}
