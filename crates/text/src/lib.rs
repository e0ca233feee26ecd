//! Text as people paste it: pieces, trees with positions, and edits.
//!
//! - [`split`]: where documents and list items begin, without parsing them.
//! - [`tree`]: the values of one piece with the byte range each came from.
//! - [`yaml`] and [`json`]: a piece to a tree.
//! - [`merge`]: what YAML's merge keys stand for.
//! - [`plain`]: what a word without quotes says, and which texts may be written without quotes.
//! - [`scalar`]: where a word of a scalar stands.
//! - [`edit`]: the smallest change of the text that gives a field a value.

pub mod edit;
pub mod json;
pub mod merge;
pub mod plain;
pub mod scalar;
pub mod split;
pub mod tree;
pub mod yaml;

/// Why a piece cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not well-formed.
    Syntax,
    /// Nesting deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Aliases that expand to more than any real object holds.
    AliasBudget,
}

/// Nesting deeper than this is refused; real objects stay below 40.
pub const MAX_DEPTH: usize = 128;
/// A document or list item longer than this many bytes is refused. The API server refuses
/// objects above 1.5 MiB.
pub const MAX_OBJECT_BYTES: usize = 4 << 20;
/// A document that cannot be read item by item (a list in flow style, or with aliases across its
/// items) may be this long, in bytes.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;
/// A text longer than this many bytes is refused whole.
pub const MAX_TEXT_BYTES: usize = 1 << 30;
