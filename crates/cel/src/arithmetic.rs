//! `+ - * / %` of values of one type; a result that does not fit is an error.

use std::rc::Rc;

use crate::{
    function::Function as F,
    limits::Meter,
    stop::{Evaluated, fail},
    value::Value,
};

/// Applies an operator; `None` if it does not take values of these types.
pub(crate) fn binary(
    meter: &mut Meter,
    operator: F,
    one: &Value,
    two: &Value,
) -> Option<Evaluated<Value>> {
    Some(match (one, two) {
        (Value::Int(one), Value::Int(two)) => int(operator, *one, *two),
        (Value::Uint(one), Value::Uint(two)) => uint(operator, *one, *two),
        (Value::Double(one), Value::Double(two)) => {
            return double(operator, *one, *two).map(|number| Ok(Value::Double(number)));
        }
        _ => match operator {
            F::Add => return add(meter, one, two),
            F::Subtract => return subtract(one, two),
            _ => return None,
        },
    })
}

fn int(operator: F, one: i64, two: i64) -> Evaluated<Value> {
    let result = match operator {
        F::Add => one.checked_add(two),
        F::Subtract => one.checked_sub(two),
        F::Multiply => one.checked_mul(two),
        F::Divide if two == 0 => return fail("division by zero"),
        F::Divide => one.checked_div(two),
        _ if two == 0 => return fail("modulus by zero"),
        _ => one.checked_rem(two),
    };
    result.map_or_else(|| fail("integer overflow"), |number| Ok(Value::Int(number)))
}

fn uint(operator: F, one: u64, two: u64) -> Evaluated<Value> {
    let result = match operator {
        F::Add => one.checked_add(two),
        F::Subtract => one.checked_sub(two),
        F::Multiply => one.checked_mul(two),
        F::Divide if two == 0 => return fail("division by zero"),
        F::Divide => one.checked_div(two),
        _ if two == 0 => return fail("modulus by zero"),
        _ => one.checked_rem(two),
    };
    result.map_or_else(
        || fail("unsigned integer overflow"),
        |number| Ok(Value::Uint(number)),
    )
}

fn double(operator: F, one: f64, two: f64) -> Option<f64> {
    Some(match operator {
        F::Add => one + two,
        F::Subtract => one - two,
        F::Multiply => one * two,
        F::Divide => one / two,
        _ => return None,
    })
}

fn add(meter: &mut Meter, one: &Value, two: &Value) -> Option<Evaluated<Value>> {
    Some(match (one, two) {
        (Value::String(one), Value::String(two)) => meter
            .text(one.len() + two.len())
            .map(|()| Value::string([&**one, &**two].concat())),
        (Value::Bytes(one), Value::Bytes(two)) => meter
            .text(one.len() + two.len())
            .map(|()| Value::Bytes([&**one, &**two].concat().into())),
        (Value::List(one), Value::List(two)) => meter.list(one.len() + two.len()).map(|()| {
            let mut list = Rc::clone(one);
            Rc::make_mut(&mut list).extend(two.iter().cloned());
            Value::List(list)
        }),
        (Value::Duration(one), Value::Duration(two)) => one.0.checked_add(two.0).map_or_else(
            || fail("duration overflow"),
            |nanos| Ok(Value::Duration(crate::time::Duration(nanos))),
        ),
        (Value::Timestamp(time), Value::Duration(span))
        | (Value::Duration(span), Value::Timestamp(time)) => time.plus(*span).map_or_else(
            || fail("timestamp overflow"),
            |time| Ok(Value::Timestamp(time)),
        ),
        _ => return None,
    })
}

fn subtract(one: &Value, two: &Value) -> Option<Evaluated<Value>> {
    use crate::time::Duration;
    Some(match (one, two) {
        (Value::Duration(one), Value::Duration(two)) => one.0.checked_sub(two.0).map_or_else(
            || fail("duration overflow"),
            |nanos| Ok(Value::Duration(Duration(nanos))),
        ),
        (Value::Timestamp(time), Value::Duration(span)) => span
            .0
            .checked_neg()
            .and_then(|nanos| time.plus(Duration(nanos)))
            .map_or_else(
                || fail("timestamp overflow"),
                |time| Ok(Value::Timestamp(time)),
            ),
        (Value::Timestamp(one), Value::Timestamp(two)) => one.minus(*two).map_or_else(
            || fail("duration overflow"),
            |span| Ok(Value::Duration(span)),
        ),
        _ => return None,
    })
}

/// `-a`; `None` if values of this type have no negative.
pub(crate) fn negate(value: &Value) -> Option<Evaluated<Value>> {
    Some(match value {
        Value::Int(number) => number
            .checked_neg()
            .map_or_else(|| fail("integer overflow"), |number| Ok(Value::Int(number))),
        Value::Double(number) => Ok(Value::Double(-number)),
        _ => return None,
    })
}
