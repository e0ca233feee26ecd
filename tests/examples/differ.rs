//! How answers are held against expected ones.

use std::fmt::Write as _;

use serde_json::Value;

/// Adds a line for every place where an answer is not as expected. Of an object only the keys that
/// are expected count; of a list every item does, and nothing beside them.
pub(crate) fn differ(path: &str, expected: &Value, actual: &Value, found: &mut String) {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, expected) in expected {
                let below = format!("{path}.{key}");
                match actual.get(key) {
                    Some(actual) => differ(&below, expected, actual, found),
                    None => {
                        let _ =
                            writeln!(found, "{below}: expected {expected}, there is no such key");
                    }
                }
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                differ(&format!("{path}[{index}]"), expected, actual, found);
            }
        }
        _ if expected == actual => {}
        _ => {
            let _ = writeln!(found, "{path}: expected {expected}, got {actual}");
        }
    }
}
