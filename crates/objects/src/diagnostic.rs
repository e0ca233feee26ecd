//! Diagnostics of a text, with their places.
//!
//! A diagnostic never stands for a refusal to read: every object that is fine is still used.

#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Source, put};
use serde::Serialize;

/// How much a diagnostic matters: `error`: the API server would reject the object, or the text cannot be read
/// there; `warning`: accepted, but most likely not what was meant; `info`: worth knowing, nothing to do;
/// `hint`: a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The API server would reject the object, or the text cannot be read there.
    Error,
    /// Accepted, but most likely not what was meant.
    Warning,
    /// Worth knowing, nothing to do.
    Info,
    /// A suggestion.
    Hint,
}

/// The stable code of a diagnostic. Programs may match on it; the sentence may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DiagnosticCode {
    /// The text is not well-formed YAML or JSON.
    Syntax,
    /// A mapping names one key twice; the last one counts.
    DuplicateKey,
    /// One object is given twice; the last one counts.
    DuplicateObject,
    /// A field holds a value of another type; it is treated as absent.
    WrongType,
    /// A field every object of its kind needs is missing.
    MissingField,
    /// A value outside the range that the CRD allows.
    OutOfRange,
    /// A text outside the values, pattern or length that the CRD allows.
    InvalidValue,
    /// A field that the kind does not have, close to one that it has.
    UnknownField,
    /// A text that is no Kubernetes quantity.
    InvalidQuantity,
    /// A CEL expression that does not compile: its placement is misconfigured.
    InvalidExpression,
    /// A text that is no RFC 3339 time.
    InvalidTime,
    /// An object of a kind that is not used here.
    UnknownKind,
    /// An object of a known kind in an `apiVersion` that is not known.
    UnknownVersion,
    /// A name of an object that is not in the text.
    UnknownObject,
    /// A document that is no Kubernetes object.
    NotAnObject,
    /// Nesting deeper than any real object.
    TooDeep,
    /// A document, a scalar or a text larger than any real one.
    TooLarge,
    /// Aliases that expand to more than any real object holds.
    AliasBudget,
}

/// A place in a text.
///
/// The unit of `column` and `offset` is the caller's: bytes of UTF-8 in Rust, UTF-16 code units
/// in JavaScript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextPosition {
    /// The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`.
    pub line: u32,
    /// The column, from 1, in code units of the caller's encoding.
    pub column: u32,
    /// Code units from the start of the text, from 0.
    pub offset: u32,
}

/// A part of a text, from `start` up to `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextRange {
    /// The first code unit.
    pub start: TextPosition,
    /// Just behind the last code unit.
    pub end: TextPosition,
}

/// Which object: its kind, its namespace and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ObjectName {
    /// The kind, as written.
    pub kind: String,
    /// The namespace; empty for cluster-scoped objects or where none is given.
    pub namespace: String,
    /// The name; empty where none is given.
    pub name: String,
}

impl Argument for ObjectName {
    fn read(from: &mut dyn Source) -> Option<Self> {
        let [mut kind, mut namespace, mut name] = <[String; 3]>::default();
        let known = ["kind", "namespace", "name"];
        from.fields([&known, &[]], 0b101, &mut |field, from| {
            put(
                match field {
                    0 => &mut kind,
                    1 => &mut namespace,
                    _ => &mut name,
                },
                from,
            );
            !from.is_null()
        });
        Some(Self {
            kind,
            namespace,
            name,
        })
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("ObjectName")
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ts_rs::TypeVisitor::visit::<Self>(declarations);
    }
}

/// One finding about a text. Findings never stand for a refusal: every object that is fine is used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Its stable code; the sentence may change.
    pub code: DiagnosticCode,
    /// One sentence in lower case without a full stop; what the user typed stands in backticks.
    pub message: String,
    /// The object it is about, where one is known.
    pub object: Option<ObjectName>,
    /// The field's path in Kubernetes notation, as `spec.predicates[0].requiredClusterSelector`;
    /// empty where it is about the whole document.
    pub path: String,
    /// Where in the text; empty where it is about a place between characters.
    pub range: TextRange,
}

/// The unit in which a caller counts columns and offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Bytes, as Rust strings count.
    #[default]
    Utf8,
    /// UTF-16 code units, as JavaScript strings count.
    Utf16,
}
