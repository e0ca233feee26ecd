//! The standard functions of texts and the extension of strings. Positions are in characters.

use std::rc::Rc;

use crate::{
    function::Function as F,
    limits::Meter,
    stop::{Evaluated, fail},
    value::{Value, characters},
};

/// Calls a function of texts; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(
    meter: &mut Meter,
    function: F,
    arguments: &[Value],
) -> Option<Evaluated<Value>> {
    if function == F::Join {
        return join(meter, arguments);
    }
    let (Value::String(text), rest) = arguments.split_first()? else {
        return None;
    };
    if let Err(stop) = meter.look(&[text]) {
        return Some(Err(stop));
    }
    let bool = |value| Ok(Value::Bool(value));
    Some(match (function, rest) {
        (F::Contains, [Value::String(part)]) => bool(text.contains(&**part)),
        (F::StartsWith, [Value::String(part)]) => bool(text.starts_with(&**part)),
        (F::EndsWith, [Value::String(part)]) => bool(text.ends_with(&**part)),
        (F::CharAt, [Value::Int(at)]) => char_at(text, *at),
        (F::IndexOf, [Value::String(part)]) => index_of(meter, text, part, 0),
        (F::IndexOf, [Value::String(part), Value::Int(from)]) => index_of(meter, text, part, *from),
        (F::LastIndexOf, [Value::String(part)]) => {
            let last = characters(text) as i64;
            if part.is_empty() {
                Ok(Value::Int(last))
            } else {
                last_index_of(meter, text, part, (last - 1).max(0))
            }
        }
        (F::LastIndexOf, [Value::String(part), Value::Int(from)]) => {
            last_index_of(meter, text, part, *from)
        }
        (F::LowerAscii, []) => made(meter, text.len(), || text.to_ascii_lowercase()),
        (F::UpperAscii, []) => made(meter, text.len(), || text.to_ascii_uppercase()),
        (F::Reverse, []) => made(meter, text.len(), || text.chars().rev().collect()),
        (F::Trim, []) => made(meter, text.len(), || text.trim().to_owned()),
        (F::Quote, []) => made(meter, 2 * text.len() + 2, || quote(text)),
        (F::Substring, [Value::Int(start)]) => substring(meter, text, *start, None),
        (F::Substring, [Value::Int(start), Value::Int(end)]) => {
            substring(meter, text, *start, Some(*end))
        }
        (F::Replace, [Value::String(old), Value::String(new)]) => {
            replace(meter, text, old, new, -1)
        }
        (F::Replace, [Value::String(old), Value::String(new), Value::Int(most)]) => {
            replace(meter, text, old, new, *most)
        }
        (F::Split, [Value::String(separator)]) => split(meter, text, separator, -1),
        (F::Split, [Value::String(separator), Value::Int(most)]) => {
            split(meter, text, separator, *most)
        }
        _ => return None,
    })
}

/// Builds a text of at most this many bytes.
fn made(meter: &mut Meter, bytes: usize, make: impl FnOnce() -> String) -> Evaluated<Value> {
    meter.text(bytes)?;
    Ok(Value::string(make()))
}

fn out_of_range<T>(index: i64) -> Evaluated<T> {
    fail(format!("index out of range: {index}"))
}

fn char_at(text: &str, at: i64) -> Evaluated<Value> {
    let Ok(place) = usize::try_from(at) else {
        return out_of_range(at);
    };
    match text.chars().nth(place) {
        Some(char) => Ok(Value::string(char.to_string())),
        None if place as u64 == characters(text) => Ok(Value::string("")),
        None => out_of_range(at),
    }
}

/// The byte offset of the character at an index; the end of the text beyond it.
fn byte_of(text: &str, character: u64) -> usize {
    let mut places = text.char_indices().map(|(at, _)| at);
    places.nth(character as usize).unwrap_or(text.len())
}

fn index_of(meter: &mut Meter, text: &str, part: &str, from: i64) -> Evaluated<Value> {
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    if from < 0 {
        return out_of_range(from);
    }
    meter.look(&[text, part])?;
    let start = byte_of(text, from as u64);
    let found = text[start..].find(part);
    Ok(Value::Int(
        found.map_or(-1, |at| characters(&text[..start + at]) as i64),
    ))
}

fn last_index_of(meter: &mut Meter, text: &str, part: &str, from: i64) -> Evaluated<Value> {
    if part.is_empty() {
        return Ok(Value::Int(from));
    }
    if from < 0 {
        return out_of_range(from);
    }
    if from as u64 >= characters(text) {
        return Ok(Value::Int(-1));
    }
    meter.look(&[text, part])?;
    // A match may begin at `from` at the latest.
    let end = byte_of(text, from as u64 + characters(part));
    let found = text[..end].rfind(part);
    Ok(Value::Int(
        found.map_or(-1, |at| characters(&text[..at]) as i64),
    ))
}

fn substring(meter: &mut Meter, text: &str, start: i64, end: Option<i64>) -> Evaluated<Value> {
    let last = characters(text) as i64;
    let until = end.unwrap_or(last);
    if end.is_some() && start > until {
        return fail(format!(
            "invalid substring range. start: {start}, end: {until}"
        ));
    }
    for index in [start, until] {
        if !(0..=last).contains(&index) {
            return out_of_range(index);
        }
    }
    let part = &text[byte_of(text, start as u64)..byte_of(text, until as u64)];
    made(meter, part.len(), || part.to_owned())
}

fn replace(meter: &mut Meter, text: &str, old: &str, new: &str, most: i64) -> Evaluated<Value> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let times = text.matches(old).count().min(most);
    let bytes = text.len().saturating_add(times.saturating_mul(new.len()));
    made(meter, bytes, || text.replacen(old, new, times))
}

fn split(meter: &mut Meter, text: &str, separator: &str, most: i64) -> Evaluated<Value> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let parts = if separator.is_empty() {
        characters(text) as usize
    } else {
        text.matches(separator).count() + 1
    };
    let parts = parts.min(most);
    meter.list(parts)?;
    meter.allocate(16 * parts as u64 + text.len() as u64)?;
    if most == 0 {
        return Ok(Value::list(Vec::new()));
    }
    if !separator.is_empty() {
        return Ok(Value::strings(text.splitn(most, separator)));
    }
    // Splits between all characters; the rest is the last part.
    let mut pieces = Vec::with_capacity(parts);
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        if pieces.len() + 1 == most {
            pieces.push(rest);
            break;
        }
        let (piece, behind) = rest.split_at(char.len_utf8());
        pieces.push(piece);
        rest = behind;
    }
    Ok(Value::strings(pieces))
}

fn join(meter: &mut Meter, arguments: &[Value]) -> Option<Evaluated<Value>> {
    let (items, separator) = match arguments {
        [Value::List(items)] => (items, ""),
        [Value::List(items), Value::String(separator)] => (items, &**separator),
        _ => return None,
    };
    let texts: Option<Vec<&Rc<str>>> = items
        .iter()
        .map(|item| match item {
            Value::String(text) => Some(text),
            _ => None,
        })
        .collect();
    let texts = texts?;
    let bytes = texts
        .iter()
        .map(|text| text.len().saturating_add(separator.len()))
        .fold(0, usize::saturating_add);
    let room = meter
        .work(texts.len() as u64)
        .and_then(|()| meter.text(bytes));
    Some(room.map(|()| {
        let mut joined = String::with_capacity(bytes);
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                joined.push_str(separator);
            }
            joined.push_str(text);
        }
        Value::string(joined)
    }))
}

fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for char in text.chars() {
        match char {
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
