//! Indexes, membership and sizes.

use std::rc::Rc;

use crate::{
    limits::Meter,
    stop::{Evaluated, fail},
    value::Value,
};

/// `of[index]`, or `of[?index]`.
pub(crate) fn index(of: &Value, index: &Value, optional: bool) -> Evaluated<Value> {
    let (of, optional) = match of {
        Value::Optional(None) => return Ok(Value::Optional(None)),
        Value::Optional(Some(inner)) => (&**inner, true),
        other => (other, optional),
    };
    let found = match of {
        Value::List(items) => {
            let place = match index {
                Value::Int(index) => Some(*index),
                Value::Uint(index) => i64::try_from(*index).ok(),
                Value::Double(index) if index.fract() == 0.0 => Some(*index as i64),
                Value::Double(index) => {
                    return fail(format!("unsupported index value {index} in list"));
                }
                other => {
                    let of = other.type_name();
                    return fail(format!("unsupported index type '{of}' in list"));
                }
            };
            place
                .and_then(|place| usize::try_from(place).ok())
                .and_then(|place| items.get(place))
        }
        Value::Map(map) => map.get(index),
        // As a field of what has none.
        _ => None,
    };
    match (found, optional) {
        (found, true) => Ok(Value::Optional(found.cloned().map(Rc::new))),
        (Some(value), false) => Ok(value.clone()),
        (None, false) => match of {
            Value::List(_) => fail(format!("index out of bounds: {index}")),
            _ => fail(format!("no such key: {index}")),
        },
    }
}

/// `value in of`. `None` if values of this type do not support `in`.
pub(crate) fn contains(meter: &mut Meter, value: &Value, of: &Value) -> Option<Evaluated<Value>> {
    Some(match of {
        Value::List(items) => any_equals(meter, items, value).map(Value::Bool),
        Value::Map(map) => Ok(Value::Bool(map.get(value).is_some())),
        _ => return None,
    })
}

/// `size(of)`. `None` if values of this type have no size.
pub(crate) fn size(meter: &mut Meter, of: &Value) -> Option<Evaluated<Value>> {
    if let Value::String(text) = of
        && let Err(stop) = meter.look(&[text])
    {
        return Some(Err(stop));
    }
    let has_size = matches!(
        of,
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_)
    );
    has_size.then(|| Ok(Value::Int(of.size() as i64)))
}

fn any_equals(meter: &mut Meter, items: &[Value], wanted: &Value) -> Evaluated<bool> {
    for item in items {
        if item.equals(wanted, meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}
