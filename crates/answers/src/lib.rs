//! Answers of the engines, as data for people and programs. One module for each engine makes its answers.

#![deny(missing_docs)]

pub mod edits;
pub mod find;
pub mod placement;
pub mod pods;
pub mod quota;
pub mod vm;
pub mod whatif;
