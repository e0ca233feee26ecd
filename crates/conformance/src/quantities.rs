//! The suite `quantities`: texts that apimachinery reads as a quantity or rejects, the double it computes, and the
//! canonical text it prints.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    difference::{Comparison, Verdict},
    pods::asked,
};

#[derive(Deserialize)]
struct Line {
    /// The text.
    q: String,
    /// Whether it is a quantity.
    ok: bool,
    /// The bits of the double, 16 hexadecimal digits.
    bits: Option<String>,
    /// As it is printed.
    canonical: Option<String>,
}

/// The engine's request for a line: an empty text, and the question with the quantity.
///
/// # Errors
/// The line is not a quantity vector.
pub fn request(line: &str) -> Result<String, serde_json::Error> {
    let line: Line = serde_json::from_str(line)?;
    asked("", &json!({ "quantity": { "text": line.q } }))
}

/// Compares an answer with a line. The answer is `null` if the text is not a quantity. Otherwise it has `bits` and
/// `canonical`; `bits` are those of the double as 16 hexadecimal digits, so that engines need not print or parse
/// numbers the same.
///
/// # Errors
/// The line is not a quantity vector, or the answer is not JSON.
pub fn compare(line: &str, answer: &str) -> Result<Verdict, serde_json::Error> {
    let line: Line = serde_json::from_str(line)?;
    let answer: Value = serde_json::from_str(answer)?;
    let expected = if line.ok {
        json!({ "bits": line.bits, "canonical": line.canonical })
    } else {
        Value::Null
    };
    let mut comparison = Comparison::new(None);
    if expected.is_null() || answer.is_null() {
        comparison.compare("", Some(&expected), Some(&answer));
    } else {
        for field in ["bits", "canonical"] {
            comparison.compare(&format!("/{field}"), expected.get(field), answer.get(field));
        }
    }
    Ok(comparison.verdict())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: &str =
        r#"{"q": "0.5", "ok": true, "f64": 0.5, "bits": "3fe0000000000000", "canonical": "500m"}"#;
    const BAD: &str = r#"{"q": "1K", "ok": false, "error": "…"}"#;

    #[track_caller]
    fn check(line: &str, answer: &str, paths: &[&str]) {
        let found: Vec<String> = match compare(line, answer).expect("a line and JSON") {
            Verdict::Passed => Vec::new(),
            Verdict::Failed(differences) => differences.into_iter().map(|it| it.path).collect(),
            Verdict::Skipped(reason) => panic!("skipped: {reason}"),
        };
        assert_eq!(found, paths);
    }

    #[test]
    fn answers_are_held_to_the_bit() {
        check(
            HALF,
            r#"{"bits": "3fe0000000000000", "canonical": "500m"}"#,
            &[],
        );
        check(
            HALF,
            r#"{"bits": "3fe0000000000001", "canonical": "0.5"}"#,
            &["/bits", "/canonical"],
        );
        check(HALF, "null", &[""]);
        check(BAD, "null", &[]);
        check(BAD, r#"{"bits": "0", "canonical": "1k"}"#, &[""]);
    }

    #[test]
    fn a_request_is_the_text() {
        assert_eq!(
            request(HALF).expect("a line"),
            r#"{"question":"{\"quantity\":{\"text\":\"0.5\"}}","text":""}"#
        );
    }
}
