//! Function calls: chooses the overload by the types of the values, and charges its cost.

use crate::{
    arithmetic, collections, convert, cost,
    eval::{Scope, no_overload},
    function::Function as F,
    library::{
        cidr, format, ip, json, lists, named_format, optional, quantity, scores, semver, strings,
        time, url,
    },
    stop::{Evaluated, Stop, fail},
    value::{Incomparable, Value},
};

/// Calls a function and charges for it.
///
/// # Errors
/// The function has no overload for these values, it fails, or it exceeds a limit.
pub(crate) fn call(scope: &mut Scope<'_>, function: F, arguments: &[Value]) -> Evaluated<Value> {
    let result = dispatch(scope, function, arguments);
    if let Err(Stop::Limit(_)) = result {
        return result;
    }
    scope
        .meter
        .charge(cost::of(function, arguments, result.as_ref().ok()))?;
    result
}

fn dispatch(scope: &mut Scope<'_>, function: F, arguments: &[Value]) -> Evaluated<Value> {
    let meter = &mut *scope.meter;
    let found = match (function, arguments) {
        (F::Not, [Value::Bool(value)]) => Some(Ok(Value::Bool(!value))),
        (F::Equals, [one, two]) => Some(equals(scope, one, two, true)),
        (F::NotEquals, [one, two]) => Some(equals(scope, one, two, false)),
        (F::Less | F::LessEquals | F::Greater | F::GreaterEquals, [one, two]) => {
            Some(compare(scope, function, one, two))
        }
        (F::Add | F::Subtract | F::Multiply | F::Divide | F::Modulo, [one, two]) => {
            arithmetic::binary(meter, function, one, two)
        }
        (F::Negate, [value]) => arithmetic::negate(value),
        (F::Index | F::OptionalIndex, [of, index]) => {
            Some(collections::index(of, index, function == F::OptionalIndex))
        }
        (F::In, [value, of]) => collections::contains(meter, value, of),
        (F::Size, [of]) => collections::size(meter, of),
        (F::TypeOf, [value]) => Some(Ok(Value::Type(value.type_name().into()))),
        (F::ToDyn, [value]) => Some(Ok(value.clone())),
        (
            F::ToBool
            | F::ToBytes
            | F::ToDouble
            | F::ToDuration
            | F::ToInt
            | F::ToString
            | F::ToTimestamp
            | F::ToUint,
            [value],
        ) => convert::convert(meter, function, value),
        (F::Matches, [Value::String(text), Value::String(pattern)]) => {
            let pattern = scope.patterns.get(pattern).map_err(Stop::Error)?;
            meter.work(pattern.steps(text))?;
            Some(Ok(Value::Bool(pattern.is_match(text))))
        }
        (F::Find, [Value::String(text), Value::String(pattern)]) => {
            let pattern = scope
                .patterns
                .get(pattern)
                .map_err(|message| illegal(&message))?;
            meter.work(pattern.steps(text))?;
            Some(Ok(Value::string(pattern.find(text).unwrap_or_default())))
        }
        (F::FindAll, [Value::String(text), Value::String(pattern), rest @ ..]) => {
            let most = match rest {
                [] => usize::MAX,
                [Value::Int(most)] => usize::try_from(*most).unwrap_or(usize::MAX),
                _ => return no_overload(function.name(), arguments),
            };
            let pattern = scope
                .patterns
                .get(pattern)
                .map_err(|message| illegal(&message))?;
            // Each match restarts where the previous one ended.
            meter.work(pattern.steps(text).saturating_mul(2))?;
            meter.text(text.len())?;
            meter.list(text.len() + 1)?;
            Some(Ok(Value::strings(pattern.find_all(text, most))))
        }
        (F::Scores, [of, Value::String(name)]) => {
            Some(scores::scores(meter, scope.cluster, of, name))
        }
        (F::ParseJson, [Value::String(text)]) => Some(json::parse_json(meter, text)),
        (F::NamedFormat, [Value::Format(format)]) => Some(Ok(Value::Format(*format))),
        (F::FormatNamed, [Value::String(name)]) => Some(Ok(named_format::named(name))),
        (F::Validate, [Value::Format(format), Value::String(text)]) => {
            Some(named_format::validate(meter, *format, text))
        }
        (F::Format, [Value::String(text), Value::List(values)]) => {
            Some(format::format(meter, text, values))
        }
        _ => optional::call(meter, function, arguments)
            .or_else(|| strings::call(meter, function, arguments))
            .or_else(|| lists::call(meter, function, arguments))
            .or_else(|| time::call(function, arguments))
            .or_else(|| quantity::call(function, arguments))
            .or_else(|| semver::call(function, arguments))
            .or_else(|| url::call(meter, function, arguments))
            .or_else(|| ip::call(function, arguments))
            .or_else(|| cidr::call(function, arguments)),
    };
    found.unwrap_or_else(|| no_overload(function.name(), arguments))
}

fn illegal(message: &str) -> Stop {
    Stop::Error(format!("Illegal regex: {message}").into())
}

fn equals(scope: &mut Scope<'_>, one: &Value, two: &Value, wanted: bool) -> Evaluated<Value> {
    if is_object(one) != is_object(two) || is_object(one) && one.type_name() != two.type_name() {
        // The types of Kubernetes' libraries compare with their own only.
        return no_overload(
            if wanted { "_==_" } else { "_!=_" },
            &[one.clone(), two.clone()],
        );
    }
    let equal = one.equals(two, scope.meter)?;
    Ok(Value::Bool(equal == wanted))
}

fn is_object(value: &Value) -> bool {
    matches!(
        value,
        Value::Quantity(_)
            | Value::Semver(_)
            | Value::Url(_)
            | Value::Ip(_)
            | Value::Cidr(_)
            | Value::Format(_)
    )
}

fn compare(scope: &mut Scope<'_>, function: F, one: &Value, two: &Value) -> Evaluated<Value> {
    if let (Value::String(one), Value::String(two)) = (one, two) {
        scope.meter.look(&[one, two])?;
    }
    match one.compare(two) {
        Ok(order) => Ok(Value::Bool(match function {
            F::Less => order.is_lt(),
            F::LessEquals => order.is_le(),
            F::Greater => order.is_gt(),
            _ => order.is_ge(),
        })),
        Err(Incomparable::NotANumber) => fail("NaN values cannot be ordered"),
        Err(Incomparable::Types) => no_overload(function.name(), &[one.clone(), two.clone()]),
    }
}
