//! `text.parseJSON()`.

use crate::{
    json::{Numbers, read},
    limits::Meter,
    stop::{Evaluated, fail},
    value::Value,
};

/// Reads JSON; all of its numbers become doubles.
///
/// # Errors
/// The text is not JSON.
pub(crate) fn parse_json(meter: &mut Meter, text: &str) -> Evaluated<Value> {
    // A value takes two bytes of text at least, and up to a hundred of memory.
    meter.work(text.len() as u64)?;
    meter.allocate(50 * text.len() as u64)?;
    read(text, Numbers::Doubles).or_else(|error| fail(format!("failed to parse json: {error}")))
}
