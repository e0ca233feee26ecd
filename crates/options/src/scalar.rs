//! Scalars, and what is wrong with them.

use std::ops::RangeInclusive;

use schedscope_quantity::double::double;

use crate::{
    Fault, Source,
    misspelt::{clip, nearest},
};

/// A JSON scalar, or the kind of another JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    Text(String),
    /// Not a scalar: a list.
    List,
    /// Not a scalar: an object.
    Object,
}

impl Scalar {
    /// The string.
    ///
    /// # Errors
    /// The value is not a string.
    pub fn text(&self) -> Result<&str, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Number(_) | Self::Boolean(_) => {
                Err((expected("a string", self) + ": put it in quotes").into())
            }
            _ => Err(expected("a string", self).into()),
        }
    }

    /// The number, rounded to the nearest double.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => double(number),
            _ => None,
        }
    }
}

/// Reads a scalar.
///
/// # Errors
/// The value is not JSON.
pub fn read(from: &mut dyn Source) -> Result<Scalar, Fault> {
    let json = from.json()?;
    let json = json.get();
    Ok(match json.as_bytes().first() {
        Some(b'n') => Scalar::Null,
        Some(b't') => Scalar::Boolean(true),
        Some(b'f') => Scalar::Boolean(false),
        Some(b'[') => Scalar::List,
        Some(b'{') => Scalar::Object,
        Some(b'"') => {
            let text = serde_json::from_str(json).map_err(|error| without_position(&error));
            Scalar::Text(text?)
        }
        _ => Scalar::Number(json.to_owned()),
    })
}

/// The error for a lone surrogate: JavaScript strings and JSON escapes can contain one, but it is not a character.
pub const LONE_SURROGATE: &str = "a string has a lone surrogate, which is not a character";

/// The message of an error without its line and column, which are redundant because the path is known.
pub fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&position).unwrap_or(&message);
    match message {
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            LONE_SURROGATE.to_owned()
        }
        _ => message.to_owned(),
    }
}

/// The error for a value of the wrong type.
pub fn expected(what: &str, value: &Scalar) -> String {
    let found = match value {
        Scalar::Null => "nothing".to_owned(),
        Scalar::Boolean(boolean) => format!("the boolean `{boolean}`"),
        Scalar::Number(number) => format!("the number `{}`", clip(number)),
        Scalar::Text(text) => format!("the string `{}`", clip(text)),
        Scalar::List => "a list".to_owned(),
        Scalar::Object => "a mapping".to_owned(),
    };
    format!("expected {what}, found {found}")
}

/// The index of a word in `allowed`.
///
/// # Errors
/// The value is not a string, or the word is not allowed.
pub fn word(from: &mut dyn Source, allowed: &[&str]) -> Result<usize, Fault> {
    index_of(read(from)?.text()?, allowed)
}

/// The index of a word in `allowed`.
///
/// # Errors
/// The word is not allowed.
pub fn index_of(word: &str, allowed: &[&str]) -> Result<usize, Fault> {
    if let Some(index) = allowed.iter().position(|known| *known == word) {
        return Ok(index);
    }
    let what = format!("`{}` is not allowed here", clip(word));
    let message = match nearest(word, allowed) {
        Some(meant) => format!("{what}, did you mean `{meant}`"),
        None => format!("{what}, use `{}`", allowed.join("` or `")),
    };
    Err(message.into())
}

/// A whole number within a range.
///
/// # Errors
/// The value is not a whole number, or is out of range.
pub fn whole(value: &Scalar, range: RangeInclusive<i64>) -> Result<i64, Fault> {
    let Scalar::Number(written) = value else {
        return Err(expected("a whole number", value).into());
    };
    let number = written.parse().ok().or_else(|| {
        // `3.0` and `1e2` are whole numbers, too.
        let number = value.number().filter(|number| number.fract() == 0.0)?;
        let is_exact = number.abs() < 9_007_199_254_740_992.0;
        is_exact.then_some(number as i64)
    });
    let Some(number) = number else {
        let are_digits = written.bytes().all(|byte| byte.is_ascii_digit());
        return Err(Fault::from(if are_digits {
            let written = clip(written);
            format!("`{written}` is larger than any number this field holds")
        } else {
            expected("a whole number", value)
        }));
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
    Err(format!("`{number}` is out of range: it must be {limits}").into())
}
