//! Reads labels.

use schedscope_objects::{labels::Labels, names::Symbol};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath};

/// Reads a map of labels.
pub(crate) fn decode(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> Labels {
    let pairs = d.map(node, path, |d, value, path| {
        if d.is_null(value) {
            Some(Symbol::EMPTY)
        } else {
            d.symbol(value, path)
        }
    });
    Labels(pairs.into_boxed_slice())
}
