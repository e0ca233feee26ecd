//! The TypeScript declarations of numbers.

/// A number that need not be whole. In TypeScript it is `number`, like all numbers; the JSON Schema distinguishes it by
/// a list of such fields.
#[derive(ts_rs::TS)]
#[ts(type = "number")]
pub struct Float;
