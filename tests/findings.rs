//! Findings of answers.

use serde_json::Value;

/// The data of an answer's findings of some codes.
pub(crate) fn data_of(answer: &Value, codes: &[&str]) -> Vec<Value> {
    let findings = answer["findings"].as_array().expect("findings").iter();
    let is_of = |finding: &&Value| codes.iter().any(|code| finding["code"] == *code);
    let found = findings.filter(is_of);
    found.map(|finding| finding["data"].clone()).collect()
}

/// What an answer depends on and the text lacks, also what it assumes.
pub(crate) fn missing_inputs(answer: &Value) -> Vec<Value> {
    data_of(answer, &["missing-input", "assumed-input"])
}

/// What an answer does not model.
pub(crate) fn not_looked_at(answer: &Value) -> Vec<Value> {
    data_of(answer, &["not-modelled", "not-looked-at"])
}
