//! The hub's cost of a call: cel-go's rules, Kubernetes' rules for its libraries, and the rules of `scores` and
//! `parseJSON`.

use crate::{
    eval::{LIST_COST, MAP_COST},
    function::Function as F,
    value::Value,
};

/// The cost of a call with these arguments and this result, which is `None` after an error.
pub(crate) fn of(function: F, arguments: &[Value], result: Option<&Value>) -> u64 {
    let size = |index: usize| arguments.get(index).map_or(1, Value::size);
    match function {
        // Charged where they are evaluated: as fields are.
        F::Index | F::OptionalIndex => 0,
        F::StartsWith
        | F::EndsWith
        | F::Format
        | F::Quote
        | F::ToUrl
        | F::LowerAscii
        | F::UpperAscii
        | F::Substring
        | F::Trim
        | F::ToCidr
        | F::IsIp
        | F::IsCidr
        | F::ToQuantity
        | F::IsQuantity => traversal(size(0)),
        F::ToIp if matches!(arguments, [Value::Cidr(_)]) => 1,
        F::ToIp => traversal(size(0)),
        F::ToBytes if matches!(arguments, [Value::String(_)]) => traversal(size(0)),
        F::ToString if matches!(arguments, [Value::Bytes(_)]) => traversal(size(0)),
        F::In if matches!(arguments, [_, Value::List(_)]) => size(1),
        F::Equals | F::NotEquals => traversal(size(0).min(size(1))),
        F::Less | F::LessEquals | F::Greater | F::GreaterEquals if is_text(arguments) => {
            traversal(size(0).min(size(1)))
        }
        F::Add if is_text(arguments) => traversal(size(0).saturating_add(size(1))),
        F::Matches | F::Find | F::FindAll => {
            traversal(size(0).saturating_add(1)).saturating_mul(size(1).div_ceil(4))
        }
        F::Contains => traversal(size(0)).saturating_mul(traversal(size(1))),
        F::IsSorted | F::Sum | F::Max | F::Min => size(0),
        F::IndexOf | F::LastIndexOf => match arguments.first() {
            Some(Value::String(_)) => traversal(size(0)),
            _ => size(0),
        },
        F::Replace | F::Split | F::IsCanonicalIp => size(0).saturating_mul(2).div_ceil(10),
        F::Join => result.map_or(1, Value::size).saturating_mul(2).div_ceil(10),
        F::ContainsIp => contains(arguments),
        F::ContainsCidr => contains(arguments) + traversal(size(0)) + 1,
        F::Scores => LIST_COST + result.map_or(0, Value::size) * (1 + MAP_COST),
        F::ParseJson => traversal(size(0)) + result.map_or(0, structure),
        _ => 1,
    }
}

/// The cost of reading a text once: 0.1 a character.
fn traversal(size: u64) -> u64 {
    size.div_ceil(10)
}

fn is_text(arguments: &[Value]) -> bool {
    matches!(
        arguments,
        [Value::String(_), Value::String(_)] | [Value::Bytes(_), Value::Bytes(_)]
    )
}

fn contains(arguments: &[Value]) -> u64 {
    let size = |index: usize| arguments.get(index).map_or(1, Value::size);
    let parsed = match arguments.get(1) {
        Some(Value::String(_)) => traversal(size(1)),
        _ => 0,
    };
    traversal(2 * size(0)) + parsed
}

/// The cost of creating a value's lists and maps, including nested ones.
fn structure(value: &Value) -> u64 {
    match value {
        Value::List(items) => items
            .iter()
            .map(structure)
            .fold(LIST_COST, u64::saturating_add),
        Value::Map(map) => {
            let values = map.entries().iter().map(|(_, value)| structure(value));
            values.fold(MAP_COST, u64::saturating_add)
        }
        _ => 0,
    }
}
