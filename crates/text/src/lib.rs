//! YAML and JSON as people paste it: pieces, and trees with byte ranges, and edits that keep the layout.
//!
//! - [`split`]: finds where documents and list items begin, without parsing them.
//! - [`tree`]: the values of one piece, each with its byte range.
//! - [`yaml`] and [`json`]: read a piece into a tree.
//! - [`edit`]: the smallest change of a text that sets, adds, moves or removes a field or an item.
//! - [`merge`]: resolves YAML's merge keys.
//! - [`plain`]: reads scalars without quotes, and says which texts may be written without quotes.
//! - [`scalar`]: finds the source of a byte inside a scalar.
//! - [`pasted`]: the table of what stands around objects.
//! - [`left_out`]: recognizes lines that mark an omission.

pub mod edit;
pub mod json;
pub mod left_out;
pub mod merge;
pub mod pasted;
pub mod plain;
pub mod scalar;
pub mod split;
pub mod tree;
pub mod yaml;

/// The reason why a piece cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The piece is not well-formed.
    Syntax,
    /// Nesting deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Aliases expand to more values than any real object has.
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
