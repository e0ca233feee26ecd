//! Answers of the engines, as data and as JSON.

pub mod json;
pub mod vm;
