//! Optional values.

use std::rc::Rc;

use crate::{
    function::Function as F,
    limits::Meter,
    stop::{Evaluated, fail},
    value::Value,
};

/// Calls a function of optional values; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(
    meter: &mut Meter,
    function: F,
    arguments: &[Value],
) -> Option<Evaluated<Value>> {
    Some(match (function, arguments) {
        (F::OptionalNone, []) => Ok(Value::Optional(None)),
        (F::OptionalOf, [value]) => Ok(Value::some(value.clone())),
        (F::OptionalOfNonZero, [value]) => Ok(if value.is_zero() {
            Value::Optional(None)
        } else {
            Value::some(value.clone())
        }),
        (F::HasValue, [Value::Optional(inner)]) => Ok(Value::Bool(inner.is_some())),
        (F::OptionalValue, [Value::Optional(inner)]) => match inner {
            Some(value) => Ok(Value::clone(value)),
            None => fail("optional.none() dereference"),
        },
        (F::OptionalOr, [Value::Optional(None), other @ Value::Optional(_)]) => Ok(other.clone()),
        (F::OptionalOr, [first @ Value::Optional(_), ..]) => Ok(first.clone()),
        (F::OptionalOrValue, [Value::Optional(Some(value)), ..]) => Ok(Value::clone(value)),
        (F::OptionalOrValue, [Value::Optional(None), other]) => Ok(other.clone()),
        (F::First, [Value::List(items)]) => {
            Ok(Value::Optional(items.first().cloned().map(Rc::new)))
        }
        (F::Last, [Value::List(items)]) => Ok(Value::Optional(items.last().cloned().map(Rc::new))),
        (F::OptionalUnwrap | F::UnwrapOpt, [Value::List(items)]) => {
            if let Err(stop) = meter.list(items.len()) {
                return Some(Err(stop));
            }
            let mut values = Vec::new();
            for item in items.iter() {
                let Value::Optional(inner) = item else {
                    return None;
                };
                values.extend(inner.as_deref().cloned());
            }
            Ok(Value::list(values))
        }
        _ => return None,
    })
}
