//! Diagnostics of a text, with their ranges.
//!
//! A text with faults is still read: valid objects are used.

use schedscope_answer_macro::answer;
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Fault, Source, options, read};

/// The severity of a diagnostic. `error`: the API server would reject the object, or the text cannot be read there.
/// `warning`: accepted, but most likely a mistake. `info`: worth knowing, nothing to do. `hint`: a suggestion.
#[answer(Copy, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The API server would reject the object, or the text cannot be read there.
    Error,
    /// Accepted, but most likely a mistake.
    Warning,
    /// Worth knowing, nothing to do.
    Info,
    /// A suggestion.
    Hint,
}

/// The code of a diagnostic; stable. Programs may match on it, not on the message.
///
/// - `syntax`: the text is not well-formed YAML or JSON
/// - `duplicate-key`: a mapping has a key twice; the last one counts
/// - `duplicate-object`: an object is defined twice; the last one counts
/// - `wrong-type`: a field has a value of another type; it is treated as absent
/// - `placeholder`: a field has a text that is still to be filled in, such as `<region>`, or a template
/// - `missing-field`: a required field is missing
/// - `out-of-range`, `invalid-value`: the CRD does not allow the value
/// - `unknown-field`: the kind does not have this field, but one with a similar name
/// - `invalid-quantity`, `invalid-time`: the text is not a Kubernetes quantity, or not an RFC 3339 time
/// - `invalid-expression`: a CEL expression does not compile: its placement is misconfigured
/// - `unknown-kind`, `unknown-version`: schedscope does not use objects of this kind, or of this `apiVersion`
/// - `unknown-object`: a field names an object that the text does not have
/// - `not-an-object`: a document is not a Kubernetes object
/// - `partial-list`: a list is one page of several
/// - `left-out`: a line or a comment stands for what somebody left out
/// - `too-deep`, `too-large`, `alias-budget`: the nesting, the size, or the expanded aliases exceed a limit
#[answer(Copy, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum DiagnosticCode {
    /// The text is not well-formed YAML or JSON.
    Syntax,
    /// A mapping names one key twice; the last one counts.
    DuplicateKey,
    /// One object is given twice; the last one counts.
    DuplicateObject,
    /// A field has a value of another type; it is treated as absent.
    WrongType,
    /// A field has a text that is still to be filled in, or a template.
    Placeholder,
    /// A required field is missing.
    MissingField,
    /// A number is outside the range that the CRD allows.
    OutOfRange,
    /// A text is not among the values, or not of the pattern or length, that the CRD allows.
    InvalidValue,
    /// The kind does not have this field, but one with a similar name.
    UnknownField,
    /// A text is not a Kubernetes quantity.
    InvalidQuantity,
    /// A CEL expression does not compile: its placement is misconfigured.
    InvalidExpression,
    /// A text is not an RFC 3339 time.
    InvalidTime,
    /// The object is of a kind that schedscope does not use.
    UnknownKind,
    /// The object is of a known kind, but its `apiVersion` is not known.
    UnknownVersion,
    /// A field names an object that the text does not have.
    UnknownObject,
    /// A document is not a Kubernetes object.
    NotAnObject,
    /// A list is one page of several.
    PartialList,
    /// Something is left out.
    LeftOut,
    /// The nesting is deeper than in any real object.
    TooDeep,
    /// A document, a scalar or a text is larger than any real one.
    TooLarge,
    /// Aliases expand to more than any real object holds.
    AliasBudget,
}

/// A position in a text.
///
/// `column` and `offset` count UTF-16 code units in JavaScript and bytes of UTF-8 in Rust.
#[answer(Copy, Default, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line, from 1. Lines end at `\n`, `\r\n` or a lone `\r`.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The offset from the start of the text, from 0.
    pub offset: u32,
}

/// A range of a text, from `start` up to, but not including, `end`.
#[answer(Copy, Default, Eq, PartialOrd, Ord, Hash)]
pub struct TextRange {
    /// The position of the first character.
    pub start: TextPosition,
    /// The position after the last character.
    pub end: TextPosition,
}

/// An object: its kind, namespace and name.
#[answer(Default, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectName {
    /// The kind, as written.
    pub kind: String,
    /// The namespace; empty for cluster-scoped objects, or if none is written.
    pub namespace: String,
    /// The name; empty if none is written.
    pub name: String,
}

options! {
    /// An [`ObjectName`] as it is read. A name may be empty, but not absent.
    pub struct ObjectNameOptions {
        kind: Option<String> [needed],
        namespace: String,
        name: Option<String> [needed],
    }
}

impl Argument for ObjectName {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let ObjectNameOptions {
            kind,
            namespace,
            name,
        } = read(from)?;
        Ok(Self {
            kind: kind.unwrap_or_default(),
            namespace,
            name: name.unwrap_or_default(),
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

/// One finding about a text. Valid objects are used despite findings about others.
#[answer(Eq, PartialOrd, Ord, Hash)]
pub struct Diagnostic {
    /// The severity of the finding.
    pub severity: Severity,
    /// The code of the finding; stable, unlike `message`.
    pub code: DiagnosticCode,
    /// One sentence in lower case, without a full stop; words of the text are in backticks.
    pub message: String,
    /// The object that the finding is about; `null` if it is not known.
    pub object: Option<ObjectName>,
    /// The path of the field, such as `spec.predicates[0].requiredClusterSelector`; empty if the finding is about
    /// the whole document.
    pub path: String,
    /// The range in the text; empty if the finding is about a position between characters.
    pub range: TextRange,
    /// The name that was probably meant; absent if none is near.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// Where the object of a `duplicate-object` is also defined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<TextRange>,
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
