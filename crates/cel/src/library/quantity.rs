//! Kubernetes' library of quantities.

use std::{cmp::Ordering, rc::Rc};

use schedscope_quantity::Quantity;

use crate::{
    function::Function as F,
    stop::{Evaluated, fail},
    value::Value,
};

/// Calls a function of quantities; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(function: F, arguments: &[Value]) -> Option<Evaluated<Value>> {
    Some(match (function, arguments) {
        (F::ToQuantity, [Value::String(text)]) => match Quantity::parse(text) {
            Ok(quantity) => Ok(Value::Quantity(Rc::new(quantity))),
            Err(error) => fail(format!("`{text}` is not a quantity: {error}")),
        },
        (F::IsQuantity, [Value::String(text)]) => Ok(Value::Bool(Quantity::parse(text).is_ok())),
        (F::Sign, [Value::Quantity(one)]) => Ok(Value::Int(i64::from(one.sign()))),
        (F::IsInteger, [Value::Quantity(one)]) => Ok(Value::Bool(one.as_i64().is_some())),
        (F::AsInteger, [Value::Quantity(one)]) => one.as_i64().map_or_else(
            || fail("cannot convert value to integer"),
            |it| Ok(Value::Int(it)),
        ),
        (F::AsApproximateFloat, [Value::Quantity(one)]) => Ok(Value::Double(one.to_f64())),
        (F::IsGreaterThan, [Value::Quantity(one), Value::Quantity(two)]) => {
            Ok(Value::Bool(one.compare(two).is_gt()))
        }
        (F::IsLessThan, [Value::Quantity(one), Value::Quantity(two)]) => {
            Ok(Value::Bool(one.compare(two).is_lt()))
        }
        (F::CompareTo, [Value::Quantity(one), Value::Quantity(two)]) => Ok(order(one.compare(two))),
        (F::QuantityAdd | F::QuantitySubtract, [Value::Quantity(one), two]) => {
            let two = match two {
                Value::Quantity(two) => Quantity::clone(two),
                Value::Int(two) => Quantity::from_integer(*two),
                _ => return None,
            };
            let result = if function == F::QuantityAdd {
                one.checked_add(&two)
            } else {
                one.checked_sub(&two)
            };
            result.map_or_else(
                || fail("quantities beyond 10^29 are not added here"),
                |quantity| Ok(Value::Quantity(Rc::new(quantity))),
            )
        }
        _ => return None,
    })
}

/// -1, 0 or 1.
pub(crate) fn order(order: Ordering) -> Value {
    Value::Int(order as i64)
}
