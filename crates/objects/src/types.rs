//! The TypeScript declarations of numbers.

/// A number that need not be whole. In TypeScript it is a number as all; the JSON Schema tells it apart by the list
/// of such fields.
#[derive(ts_rs::TS)]
#[ts(type = "number")]
pub struct Float;
