//! Declares the options of questions.
//!
//! Each engine declares its options once, next to its code, with [`options!`] and [`words!`]: names, types, ranges,
//! defaults and docs. `Deserialize` follows from that and, with the feature `types`, the TypeScript declarations, the
//! JSON Schema and the reference. The docs are not compiled into the WebAssembly file.

#![deny(missing_docs)]

mod argument;
mod fields;
pub mod misspelt;
mod name;
mod options;
pub mod scalar;
pub mod source;
#[cfg(feature = "types")]
pub mod types;
mod values;
mod words;

pub use argument::{Argument, Ranged, nullable, put, put_needed, put_within};
pub use fields::{Options, read, read_or_text};
pub use name::{camel, camel_length};
#[doc(hidden)]
pub use serde;
pub use source::{Fault, Source};
pub use values::{Clock, Few, Fraction, Key};
