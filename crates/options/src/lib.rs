//! How the options of a question are declared.
//!
//! Options are declared once, beside the engine that takes them, by [`options!`] and [`words!`]: names,
//! types, ranges, defaults and docs. From that follow their `Deserialize`, and with the feature `types` what
//! TypeScript, the JSON Schema and the reference say of them. No prose is in the WebAssembly file.

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
