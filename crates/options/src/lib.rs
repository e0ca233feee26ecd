//! How the options of a question are declared.
//!
//! Options are declared once, beside the engine that takes them, by [`options!`] and [`words!`]: names,
//! types, ranges, defaults and docs. From that follows how they are read, whatever they are written in
//! ([`Source`]: the JSON of questions), and with the feature `types` what TypeScript, the JSON Schema and the
//! reference say of them. Engines know no JSON, and no prose is in the WebAssembly file.

mod argument;
mod name;
mod options;
mod source;
#[cfg(feature = "types")]
pub mod types;
mod values;
mod words;

pub use argument::{Argument, Options, Ranged, put, put_within, read};
pub use name::{camel, camel_length};
pub use source::Source;
pub use values::{Clock, Few, Fraction, Key};
