//! `text.format(values)`: writes values into a text, like `printf`.

use std::fmt::Write as _;

use crate::{
    limits::Meter,
    stop::{Evaluated, Stop, fail},
    time::InSeconds,
    value::Value,
};

/// The digits after the point if the clause does not say how many.
const PRECISION: usize = 6;
/// The largest number of digits that a clause may ask for.
const FINEST: usize = 1000;

/// Replaces the clauses of a text by values.
///
/// # Errors
/// A clause is invalid, has no value, or has a value of a type that it does not take.
pub(crate) fn format(meter: &mut Meter, text: &str, values: &[Value]) -> Evaluated<Value> {
    let mut out = String::new();
    let mut values = values.iter().enumerate();
    let mut taken = 0;
    let mut rest = text;
    while let Some((before, clause)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(behind) = clause.strip_prefix('%') {
            out.push('%');
            rest = behind;
            continue;
        }
        let Some((_, value)) = values.next() else {
            return fail(format!("index {taken} out of range"));
        };
        taken += 1;
        let (precision, clause) = precision(clause)?;
        meter.work(precision as u64)?;
        let Some(kind) = clause.chars().next() else {
            return fail("unexpected end of string");
        };
        rest = &clause[kind.len_utf8()..];
        let made = match kind {
            's' => {
                let mut written = String::new();
                write(meter, &mut written, value)?;
                Some(written)
            }
            'd' => decimal(value),
            'f' => fixed(value, precision),
            'e' => scientific(value, precision),
            'b' => binary(value),
            'x' | 'X' => hex(meter, value, kind == 'X')?,
            'o' => octal(value),
            other => {
                return fail(format!(
                    "could not parse formatting clause: unrecognized formatting clause \"{other}\""
                ));
            }
        };
        let Some(made) = made else {
            return fail(format!(
                "error during formatting: {}",
                refusal(kind, value.type_name())
            ));
        };
        meter.text(before.len() + made.len())?;
        out.push_str(&made);
    }
    meter.text(rest.len() + out.len())?;
    out.push_str(rest);
    Ok(Value::string(out))
}

/// The digits that a clause asks for, and the rest of the clause.
pub(crate) fn precision(clause: &str) -> Evaluated<(usize, &str)> {
    let Some(behind) = clause.strip_prefix('.') else {
        return Ok((PRECISION, clause));
    };
    let end = behind
        .find(|char: char| !char.is_ascii_digit())
        .unwrap_or(behind.len());
    let (digits, rest) = behind.split_at(end);
    match digits.parse() {
        Ok(precision) if precision <= FINEST => Ok((precision, rest)),
        Ok(precision) => fail(format!(
            "precision {precision} exceeds maximum allowed precision {FINEST}"
        )),
        Err(_) => fail("error while converting precision to integer"),
    }
}

/// A value as `%s` writes it.
fn write(meter: &mut Meter, out: &mut String, value: &Value) -> Evaluated<()> {
    meter.work(1)?;
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::String(text) => {
            meter.text(text.len())?;
            out.push_str(text);
        }
        Value::Type(name) => out.push_str(name),
        Value::Bytes(bytes) => {
            meter.text(bytes.len())?;
            out.push_str(&String::from_utf8_lossy(bytes));
        }
        Value::Timestamp(time) => out.push_str(&time.to_string()),
        Value::Duration(span) => out.push_str(&InSeconds(*span).to_string()),
        Value::Int(_) | Value::Uint(_) | Value::Double(_) => {
            out.push_str(&decimal(value).unwrap_or_default());
        }
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(meter, out, item)?;
            }
            out.push(']');
        }
        Value::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for (key, value) in map.entries() {
                let (mut left, mut right) = (String::new(), String::new());
                write(meter, &mut left, key)?;
                write(meter, &mut right, value)?;
                meter.text(left.len() + right.len())?;
                entries.push((left, right));
            }
            entries.sort_by(|one, two| one.0.cmp(&two.0));
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                // Writing to a String cannot fail.
                let _ = write!(out, "{key}: {value}");
            }
            out.push('}');
        }
        other => return Err(Stop::Error(refusal('s', other.type_name()).into())),
    }
    Ok(())
}

fn special(number: f64) -> Option<String> {
    if number.is_nan() {
        Some("NaN".to_owned())
    } else if number.is_infinite() {
        Some(
            if number > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            }
            .to_owned(),
        )
    } else {
        None
    }
}

fn decimal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Double(number) => special(*number).unwrap_or_else(|| number.to_string()),
        _ => return None,
    })
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Uint(number) => Some(*number as f64),
        Value::Double(number) => Some(*number),
        _ => None,
    }
}

fn fixed(value: &Value, precision: usize) -> Option<String> {
    let number = number(value)?;
    Some(special(number).unwrap_or_else(|| format!("{number:.precision$}")))
}

/// The exponent has a sign and two digits at least.
fn scientific(value: &Value, precision: usize) -> Option<String> {
    let number = number(value)?;
    if let Some(special) = special(number) {
        return Some(special);
    }
    let written = format!("{number:.precision$e}");
    let (digits, exponent) = written.split_once('e')?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    Some(format!("{digits}e{sign}{exponent:0>2}"))
}

fn signed(number: i64, written: impl FnOnce(u64) -> String) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", written(number.unsigned_abs()))
}

fn binary(value: &Value) -> Option<String> {
    Some(match value {
        Value::Bool(value) => u8::from(*value).to_string(),
        Value::Int(number) => signed(*number, |number| format!("{number:b}")),
        Value::Uint(number) => format!("{number:b}"),
        _ => return None,
    })
}

fn octal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Int(number) => signed(*number, |number| format!("{number:o}")),
        Value::Uint(number) => format!("{number:o}"),
        _ => return None,
    })
}

fn hex(meter: &mut Meter, value: &Value, upper: bool) -> Evaluated<Option<String>> {
    let bytes = match value {
        Value::String(text) => text.as_bytes(),
        Value::Bytes(bytes) => bytes,
        _ => &[],
    };
    meter.text(2 * bytes.len())?;
    let written = match value {
        Value::Int(number) => signed(*number, |number| format!("{number:x}")),
        Value::Uint(number) => format!("{number:x}"),
        Value::String(_) | Value::Bytes(_) => {
            let mut written = String::with_capacity(2 * bytes.len());
            for byte in bytes {
                let _ = write!(written, "{byte:02x}");
            }
            written
        }
        _ => return Ok(None),
    };
    Ok(Some(if upper {
        written.to_uppercase()
    } else {
        written
    }))
}

/// The message that a clause does not take a value of this type.
pub(crate) fn refusal(kind: char, of: &str) -> String {
    let takes = match kind {
        's' => {
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, \
             types, durations, and timestamps"
        }
        'd' => "decimal clause can only be used on ints, uints, and doubles",
        'f' => "fixed-point clause can only be used on ints, uints, and doubles",
        'e' => "scientific clause can only be used on ints, uints, and doubles",
        'b' => "only ints, uints, and bools can be formatted as binary",
        'o' => "octal clause can only be used on ints and uints",
        _ => "only ints, uints, bytes, and strings can be formatted as hex",
    };
    format!("{takes}, was given {of}")
}
