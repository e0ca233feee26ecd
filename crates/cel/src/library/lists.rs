//! Kubernetes' library of lists.

use std::cmp::Ordering;

use crate::{
    arithmetic,
    function::Function as F,
    limits::Meter,
    stop::{Evaluated, fail},
    value::{Incomparable, Value},
};

/// Calls a function of lists; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(
    meter: &mut Meter,
    function: F,
    arguments: &[Value],
) -> Option<Evaluated<Value>> {
    let (Value::List(items), rest) = arguments.split_first()? else {
        return None;
    };
    if let Err(stop) = meter.work(items.len() as u64) {
        return Some(Err(stop));
    }
    match (function, rest) {
        (F::IsSorted, []) => {
            let mut pairs = items.windows(2);
            let unsorted = pairs.find_map(|pair| match ordered(meter, &pair[0], &pair[1]) {
                Some(Ok(order)) if order.is_le() => None,
                other => Some(other),
            });
            match unsorted {
                None => Some(Ok(Value::Bool(true))),
                Some(Some(Ok(_))) => Some(Ok(Value::Bool(false))),
                Some(Some(Err(stop))) => Some(Err(stop)),
                Some(None) => None,
            }
        }
        (F::Min, []) => extreme(meter, items, "min", Ordering::Greater),
        (F::Max, []) => extreme(meter, items, "max", Ordering::Less),
        (F::Sum, []) => sum(meter, items),
        (F::IndexOf, [item]) => Some(position(meter, items.iter(), item)),
        (F::LastIndexOf, [item]) => {
            let found = position(meter, items.iter().rev(), item);
            Some(found.map(|found| match found {
                Value::Int(at) if at >= 0 => Value::Int(items.len() as i64 - 1 - at),
                other => other,
            }))
        }
        _ => None,
    }
}

fn position<'v>(
    meter: &mut Meter,
    items: impl Iterator<Item = &'v Value>,
    wanted: &Value,
) -> Evaluated<Value> {
    for (at, item) in items.enumerate() {
        if item.equals(wanted, meter)? {
            return Ok(Value::Int(at as i64));
        }
    }
    Ok(Value::Int(-1))
}

/// The order of two items; `None` if their types have no order.
fn ordered(meter: &mut Meter, one: &Value, two: &Value) -> Option<Evaluated<Ordering>> {
    if let (Value::String(one), Value::String(two)) = (one, two)
        && let Err(stop) = meter.look(&[one, two])
    {
        return Some(Err(stop));
    }
    match one.compare(two) {
        Ok(order) => Some(Ok(order)),
        Err(Incomparable::NotANumber) => Some(fail("NaN values cannot be ordered")),
        Err(Incomparable::Types) => None,
    }
}

/// The least or the greatest item, the first of several. A later item replaces one to which it compares `worse`.
fn extreme(
    meter: &mut Meter,
    items: &[Value],
    name: &str,
    worse: Ordering,
) -> Option<Evaluated<Value>> {
    let Some((mut best, rest)) = items.split_first() else {
        return Some(fail(format!("{name} called on empty list")));
    };
    for item in rest {
        match ordered(meter, best, item)? {
            Ok(order) if order == worse => best = item,
            Ok(_) => {}
            Err(stop) => return Some(Err(stop)),
        }
    }
    Some(Ok(best.clone()))
}

/// The sum of numbers of one type, or of durations; 0 for an empty list.
fn sum(meter: &mut Meter, items: &[Value]) -> Option<Evaluated<Value>> {
    let Some((first, rest)) = items.split_first() else {
        return Some(Ok(Value::Int(0)));
    };
    let is_summable = matches!(
        first,
        Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Duration(_)
    );
    if !is_summable {
        return None;
    }
    let mut sum = first.clone();
    for item in rest {
        match arithmetic::binary(meter, F::Add, &sum, item)? {
            Ok(next) => sum = next,
            Err(stop) => return Some(Err(stop)),
        }
    }
    Some(Ok(sum))
}
