//! The parts of points and spans of time.

use crate::{
    function::Function as F,
    stop::{Evaluated, fail},
    time::{Duration, Timestamp, zone_offset},
    value::Value,
};

/// Calls a function of times; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(function: F, arguments: &[Value]) -> Option<Evaluated<Value>> {
    let part = match arguments {
        [Value::Timestamp(time)] => of_time(function, *time, None),
        [Value::Timestamp(time), Value::String(zone)] => match zone_offset(zone) {
            Ok(offset) => of_time(function, *time, Some(offset)),
            Err(message) => return Some(fail(message)),
        },
        [Value::Duration(span)] => of_span(function, *span),
        _ => None,
    };
    part.map(|part| Ok(Value::Int(part)))
}

fn of_time(function: F, time: Timestamp, offset: Option<i32>) -> Option<i64> {
    let civil = time.civil(offset);
    Some(match function {
        F::GetFullYear => civil.year,
        F::GetMonth => civil.month - 1,
        F::GetDate => civil.day,
        F::GetDayOfMonth => civil.day - 1,
        F::GetDayOfYear => civil.day_of_year - 1,
        F::GetDayOfWeek => civil.weekday,
        F::GetHours => civil.hour,
        F::GetMinutes => civil.minute,
        F::GetSeconds => civil.second,
        F::GetMilliseconds => time.milliseconds(),
        _ => return None,
    })
}

fn of_span(function: F, span: Duration) -> Option<i64> {
    let milliseconds = span.0 / 1_000_000;
    Some(match function {
        F::GetHours => milliseconds / 3_600_000,
        F::GetMinutes => milliseconds / 60_000,
        F::GetSeconds => milliseconds / 1000,
        F::GetMilliseconds => milliseconds,
        _ => return None,
    })
}
