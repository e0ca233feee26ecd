//! Plain scalars of YAML: the meaning of a scalar without quotes, and the texts that may be written without quotes.
//!
//! [`resolve`] is the reader's rule, [`is_plain`] the writer's. The writer is more careful: it omits the quotes only if
//! readers of every version of YAML read the same text.

use std::borrow::Cow;

use crate::json;

/// The meaning of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'t> {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false` (and YAML 1.1's `yes`, `no`, `on`, `off`, as Kubernetes reads them).
    Bool(bool),
    /// A number, as written.
    Number(&'t str),
    /// Any other text, and every scalar in quotes.
    String(&'t str),
}

/// The meaning of a plain scalar to Kubernetes' YAML reader, which knows YAML 1.1's words for booleans.
pub fn resolve(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => {
            return Scalar::Bool(true);
        }
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => {
            return Scalar::Bool(false);
        }
        _ => {}
    }
    if is_number(text) {
        Scalar::Number(text)
    } else {
        Scalar::String(text)
    }
}

/// Whether a plain scalar reads as a number: integers (decimal, `0x`, `0o`, `0b`, underscores),
/// decimals, exponents, `.inf` and `.nan`.
fn is_number(text: &str) -> bool {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let Some(first) = body.bytes().next() else {
        return false;
    };
    if !first.is_ascii_digit() && first != b'.' {
        return false;
    }
    if matches!(body, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    if let Some(digits) = body.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_');
    }
    if let Some(digits) = body.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0'..=b'7' | b'_'));
    }
    if let Some(digits) = body.strip_prefix("0b") {
        return !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0' | b'1' | b'_'));
    }
    let mut bytes = body.bytes().peekable();
    let mut digits = 0;
    let mut skip_digits = |bytes: &mut std::iter::Peekable<std::str::Bytes<'_>>| {
        let mut count = 0;
        while bytes
            .next_if(|b| b.is_ascii_digit() || *b == b'_')
            .is_some()
        {
            count += 1;
        }
        digits += count;
        count
    };
    skip_digits(&mut bytes);
    if bytes.next_if_eq(&b'.').is_some() {
        skip_digits(&mut bytes);
    }
    if bytes.next_if(|b| matches!(b, b'e' | b'E')).is_some() {
        bytes.next_if(|b| matches!(b, b'+' | b'-'));
        if skip_digits(&mut bytes) == 0 {
            return false;
        }
    }
    digits > 0 && bytes.next().is_none()
}

/// Whether a text may be written without quotes, in lines as between braces and brackets.
///
/// Plain are words of ASCII letters, digits, spaces and `-_./:@()*` that begin with a letter or a digit, unless
/// - a reader takes them for a boolean, null or a number, in any case of their letters;
/// - they begin with a digit and consist of digits, points, signs, `_` and `e` only, as dates and versions do;
/// - they have a colon that may end a key or belong to a time (`a: b`, `a:`, `12:30`);
/// - they end with a space.
pub fn is_plain(text: &str) -> bool {
    let starts_with_digit = match text.as_bytes().first() {
        Some(first) if first.is_ascii_alphanumeric() => first.is_ascii_digit(),
        _ => return false,
    };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b" -_./:@()*".contains(&byte);
    let is_numeric = |byte: u8| byte.is_ascii_digit() || b"+-._eE".contains(&byte);
    text.bytes().all(is_allowed)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !(starts_with_digit && (text.contains(':') || text.bytes().all(is_numeric)))
        && is_string(text)
        && is_string_in_any_case(text)
}

fn is_string(text: &str) -> bool {
    matches!(resolve(text), Scalar::String(_))
}

fn is_string_in_any_case(text: &str) -> bool {
    // `false` is the longest word that is not a text, and numbers with letters begin as `0X1F` does.
    let is_longer = text.len() > 5 && !text.starts_with('0');
    is_longer || is_string(&text.to_ascii_lowercase())
}

/// A text as it is written in YAML: plain, or in double quotes as in JSON.
pub fn scalar(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(json::quoted(text))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
