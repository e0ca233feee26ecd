//! Where two JSON values differ.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use serde_json::Value;

/// The result of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that is compared agrees.
    Passed,
    /// Something differs.
    Failed(Vec<Difference>),
    /// Not compared, and why.
    Skipped(String),
}

/// One place where the answer differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// JSON pointer below `expected`.
    pub path: String,
    /// What the vector says, as JSON; `nothing` where it has no such field.
    pub expected: String,
    /// The engine's value, in the same form.
    pub actual: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            expected,
            actual,
        } = self;
        write!(f, "{path}\n    expected {expected}\n    actual   {actual}")
    }
}

/// Collects differences; knows where the real programs themselves give now this, now that.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'a> {
    ambiguous: BTreeMap<&'a str, &'a Vec<Value>>,
    differences: Vec<Difference>,
}

/// How long a value is printed.
const PRINTED: usize = 300;
/// How many differences of one line are kept.
const KEPT: usize = 50;

impl<'a> Comparison<'a> {
    /// `ambiguous`: path to the values that are right.
    pub(crate) fn new(ambiguous: Option<&'a Value>) -> Self {
        let mut comparison = Self::default();
        if let Some(Value::Object(paths)) = ambiguous {
            for (path, values) in paths {
                if let Value::Array(values) = values {
                    comparison.ambiguous.insert(path, values);
                }
            }
        }
        comparison
    }

    /// The verdict on all that was compared.
    pub(crate) fn verdict(self) -> Verdict {
        if self.differences.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Failed(self.differences)
        }
    }

    /// Compares two values, all the way down.
    pub(crate) fn compare(&mut self, path: &str, expected: Option<&Value>, actual: Option<&Value>) {
        if expected == actual {
            return;
        }
        if let (Some(values), Some(actual)) = (self.ambiguous.get(path), actual)
            && values.contains(actual)
        {
            return;
        }
        match (expected, actual) {
            (Some(Value::Object(expected)), Some(Value::Object(actual))) => {
                for (key, value) in expected {
                    self.compare(&below(path, key), Some(value), actual.get(key));
                }
                for (key, value) in actual {
                    if !expected.contains_key(key) {
                        self.compare(&below(path, key), None, Some(value));
                    }
                }
            }
            (Some(Value::Array(expected)), Some(Value::Array(actual)))
                if expected.len() == actual.len() =>
            {
                for (index, pair) in expected.iter().zip(actual).enumerate() {
                    self.compare(&format!("{path}/{index}"), Some(pair.0), Some(pair.1));
                }
            }
            _ => self.differ(path, expected, actual),
        }
    }

    fn differ(&mut self, path: &str, expected: Option<&Value>, actual: Option<&Value>) {
        if self.differences.len() < KEPT {
            self.differences.push(Difference {
                path: path.to_owned(),
                expected: print(expected),
                actual: print(actual),
            });
        }
    }
}

/// A JSON pointer one key further down.
fn below(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn print(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return "nothing".to_owned();
    };
    let text = value.to_string();
    match text.char_indices().nth(PRINTED) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ambiguous: &str, expected: &str, actual: &str, paths: &[&str]) {
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let ambiguous = read(ambiguous);
        let mut comparison = Comparison::new(Some(&ambiguous));
        comparison.compare("", Some(&read(expected)), Some(&read(actual)));
        let found: Vec<&str> = comparison
            .differences
            .iter()
            .map(|difference| difference.path.as_str())
            .collect();
        assert_eq!(found, paths);
    }

    #[test]
    fn differences_name_their_place() {
        check(
            "{}",
            r#"{"a": [1, {"b/c": 2}]}"#,
            r#"{"a": [1, {"b/c": 2}]}"#,
            &[],
        );
        check(
            "{}",
            r#"{"a": [1, {"b/c": 2}]}"#,
            r#"{"a": [1, {"b/c": 3}]}"#,
            &["/a/1/b~1c"],
        );
        check("{}", r#"{"a": [1, 2]}"#, r#"{"a": [1]}"#, &["/a"]);
        check("{}", r#"{"a": 1}"#, r#"{"b": 1}"#, &["/a", "/b"]);
        check("{}", "9223372036854775807", "9223372036854775806", &[""]);
        check("{}", "-9223372036854775808", "-9223372036854775808", &[]);
    }

    #[test]
    fn where_the_real_program_wavers_any_of_its_answers_is_right() {
        let ambiguous = r#"{"/a": ["x", "y"]}"#;
        check(ambiguous, r#"{"a": "x"}"#, r#"{"a": "y"}"#, &[]);
        check(ambiguous, r#"{"a": "x"}"#, r#"{"a": "z"}"#, &["/a"]);
        check(ambiguous, r#"{"b": "x"}"#, r#"{"b": "y"}"#, &["/b"]);
    }
}
