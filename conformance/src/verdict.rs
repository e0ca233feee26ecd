//! What a suite gives to an engine, and what it says about the answer.

use serde_json::Value;

/// What one line asks: a text as a user would paste it, and how to decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The text to read.
    pub text: String,
    /// The options of the decision, as JSON.
    pub options: Value,
}

/// One place where an answer differs from what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where in the expectation, as `conditions[0].reason`.
    pub path: String,
    /// What the line expects there, as a person reads it; usually JSON.
    pub expected: String,
    /// What the engine gave there.
    pub actual: String,
}

/// What comparing one answer with one line found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is right.
    Passed,
    /// The answer differs; at least one difference.
    Failed(Vec<Difference>),
    /// The line was not compared, for this reason; equal reasons are counted together.
    Skipped(String),
}
