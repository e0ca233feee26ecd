//! Conversions such as `int(…)` and `string(…)`; texts are read and written as in Go.

use crate::{
    function::Function as F,
    limits::Meter,
    stop::{Evaluated, fail},
    time::{Duration, InSeconds, Timestamp},
    value::Value,
};

/// Converts a value to the type that the function names; `None` if values of its type cannot be converted.
pub(crate) fn convert(meter: &mut Meter, function: F, value: &Value) -> Option<Evaluated<Value>> {
    if let Value::String(text) = value
        && let Err(stop) = meter.look(&[text])
    {
        return Some(Err(stop));
    }
    match function {
        F::ToBool => to_bool(value),
        F::ToBytes => to_bytes(meter, value),
        F::ToDouble => to_double(value),
        F::ToDuration => to_duration(value),
        F::ToInt => to_int(value),
        F::ToString => to_string(meter, value),
        F::ToTimestamp => to_timestamp(value),
        F::ToUint => to_uint(value),
        _ => None,
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "in the form that every conversion has"
)]
fn or_fail(value: Option<Value>, message: impl FnOnce() -> String) -> Option<Evaluated<Value>> {
    Some(value.map_or_else(|| fail(message()), Ok))
}

fn invalid(text: &str, of: &str) -> String {
    let article = if of == "int" { "an" } else { "a" };
    format!("type conversion error: `{text}` is not {article} {of}")
}

fn to_bool(value: &Value) -> Option<Evaluated<Value>> {
    match value {
        Value::Bool(_) => Some(Ok(value.clone())),
        Value::String(text) => {
            let read = match &**text {
                "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
                "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
                _ => None,
            };
            or_fail(read.map(Value::Bool), || invalid(text, "bool"))
        }
        _ => None,
    }
}

fn to_bytes(meter: &mut Meter, value: &Value) -> Option<Evaluated<Value>> {
    match value {
        Value::Bytes(_) => Some(Ok(value.clone())),
        Value::String(text) => {
            let room = meter.text(text.len());
            Some(room.map(|()| Value::Bytes(text.as_bytes().into())))
        }
        _ => None,
    }
}

fn to_double(value: &Value) -> Option<Evaluated<Value>> {
    let number = match value {
        Value::Double(number) => *number,
        Value::Int(number) => *number as f64,
        Value::Uint(number) => *number as f64,
        Value::String(text) => {
            let read = text.parse().ok();
            // Go reports this for a number beyond the range of doubles.
            let digits = text.bytes().any(|byte| byte.is_ascii_digit());
            let read = read.filter(|number: &f64| !(number.is_infinite() && digits));
            return or_fail(read.map(Value::Double), || invalid(text, "double"));
        }
        _ => return None,
    };
    Some(Ok(Value::Double(number)))
}

fn to_int(value: &Value) -> Option<Evaluated<Value>> {
    let overflow = || "integer overflow".to_owned();
    match value {
        Value::Int(_) => Some(Ok(value.clone())),
        Value::Uint(number) => or_fail(i64::try_from(*number).ok().map(Value::Int), overflow),
        Value::Double(number) => {
            // 2^63 is a double and does not fit; so, upstream, does not -2^63.
            let fits = number.abs() < 9_223_372_036_854_775_808.0;
            or_fail(fits.then_some(Value::Int(*number as i64)), overflow)
        }
        Value::Timestamp(time) => Some(Ok(Value::Int(time.seconds()))),
        Value::Duration(span) => Some(Ok(Value::Int(span.0))),
        Value::String(text) => or_fail(text.parse().ok().map(Value::Int), || invalid(text, "int")),
        _ => None,
    }
}

fn to_uint(value: &Value) -> Option<Evaluated<Value>> {
    let overflow = || "unsigned integer overflow".to_owned();
    match value {
        Value::Uint(_) => Some(Ok(value.clone())),
        Value::Int(number) => or_fail(u64::try_from(*number).ok().map(Value::Uint), overflow),
        Value::Double(number) => {
            let fits = *number >= 0.0 && *number < 18_446_744_073_709_551_616.0;
            or_fail(fits.then_some(Value::Uint(*number as u64)), overflow)
        }
        Value::String(text) => {
            // Go's `ParseUint` takes no sign.
            let read = text.parse().ok().filter(|_| !text.starts_with('+'));
            or_fail(read.map(Value::Uint), || invalid(text, "uint"))
        }
        _ => None,
    }
}

fn to_string(meter: &mut Meter, value: &Value) -> Option<Evaluated<Value>> {
    let text = match value {
        Value::String(_) => return Some(Ok(value.clone())),
        Value::Bool(value) => value.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Double(number) => general(*number),
        Value::Timestamp(time) => time.to_string(),
        Value::Duration(span) => InSeconds(*span).to_string(),
        Value::Ip(ip) => ip.to_string(),
        Value::Cidr(cidr) => cidr.to_string(),
        Value::Bytes(bytes) => {
            let room = meter.text(bytes.len());
            if let Err(stop) = room {
                return Some(Err(stop));
            }
            let text = std::str::from_utf8(bytes).ok();
            return or_fail(text.map(Value::string), || {
                "invalid UTF-8 in bytes, cannot convert to string".to_owned()
            });
        }
        _ => return None,
    };
    Some(Ok(Value::string(text)))
}

fn to_timestamp(value: &Value) -> Option<Evaluated<Value>> {
    match value {
        Value::Timestamp(_) => Some(Ok(value.clone())),
        Value::Int(seconds) => or_fail(Timestamp::new(*seconds).map(Value::Timestamp), || {
            "timestamp overflow".to_owned()
        }),
        Value::String(text) => or_fail(Timestamp::parse(text).map(Value::Timestamp), || {
            invalid(text, "timestamp")
        }),
        _ => None,
    }
}

fn to_duration(value: &Value) -> Option<Evaluated<Value>> {
    match value {
        Value::Duration(_) => Some(Ok(value.clone())),
        Value::Int(nanos) => Some(Ok(Value::Duration(Duration(*nanos)))),
        Value::String(text) => or_fail(text.parse().ok().map(Value::Duration), || {
            invalid(text, "duration")
        }),
        _ => None,
    }
}

/// A double as Go's format `g` writes it: the fewest digits that tell it apart, with an exponent
/// below 10^-4 and from 10^6 on.
fn general(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return number.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_as_go_writes_them() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.5, "1.5"),
            (100_000.0, "100000"),
            (123_456.5, "123456.5"),
            (1e6, "1e+06"),
            (123_456_789.0, "1.23456789e+08"),
            (1e21, "1e+21"),
            (1.5e-5, "1.5e-05"),
            (1e-4, "0.0001"),
            (1.797e308, "1.797e+308"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(general(number), text);
        }
    }
}
