//! Answers of the engines as JSON.

pub mod json;
