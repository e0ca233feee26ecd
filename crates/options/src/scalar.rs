//! Scalars, and what is wrong with them.

use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use crate::misspelt::{clip, nearest};

/// Reads a scalar.
///
/// # Errors
/// What `read` says.
pub fn read<'de, T, D: Deserializer<'de>>(
    from: D,
    read: impl FnOnce(&Value) -> Result<T, String>,
) -> Result<T, D::Error> {
    read(&Value::deserialize(from)?).map_err(D::Error::custom)
}

/// The error about a value of another type.
pub fn expected(what: &str, value: &Value) -> String {
    let found = match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(boolean) => format!("the boolean `{boolean}`"),
        Value::Number(number) => format!("the number `{number}`"),
        Value::String(text) => format!("the string `{}`", clip(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a mapping".to_owned(),
    };
    format!("expected {what}, found {found}")
}

/// A text.
///
/// # Errors
/// It is not a text.
pub fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| {
        let mut message = expected("a string", value);
        if value.is_number() || value.is_boolean() {
            message.push_str(": put it in quotes");
        }
        message
    })
}

/// The index of a word among those that are allowed.
///
/// # Errors
/// It is not a text, or not allowed.
pub fn word(value: &Value, allowed: &[&str]) -> Result<usize, String> {
    index_of(text(value)?, allowed)
}

/// The index of a word among those that are allowed.
///
/// # Errors
/// It is not allowed.
pub fn index_of(word: &str, allowed: &[&str]) -> Result<usize, String> {
    if let Some(index) = allowed.iter().position(|known| *known == word) {
        return Ok(index);
    }
    let what = format!("`{}` is not allowed here", clip(word));
    Err(match nearest(word, allowed) {
        Some(meant) => format!("{what}, did you mean `{meant}`"),
        None => format!("{what}, use `{}`", allowed.join("` or `")),
    })
}

/// A whole number of a range.
///
/// # Errors
/// It is not a whole number, or out of range.
pub fn whole(value: &Value, range: RangeInclusive<i64>) -> Result<i64, String> {
    let number = value.as_i64().or_else(|| {
        // `3.0` and `1e2` are whole.
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        let is_exact = number.abs() < 9_007_199_254_740_992.0;
        is_exact.then_some(number as i64)
    });
    let Some(number) = number else {
        return Err(match value {
            Value::Number(number) if number.is_u64() => {
                format!("`{number}` is larger than any number this field holds")
            }
            _ => expected("a whole number", value),
        });
    };
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = range.into_inner();
    let limits = if most == i64::MAX {
        format!("at least {least}")
    } else {
        format!("from {least} to {most}")
    };
    Err(format!("`{number}` is out of range: it must be {limits}"))
}
