//! Reads labels.

use super::{Decoder, Path};
use crate::kube::{labels::Labels, names::Symbol, text::tree::NodeId};

/// Reads a map of labels.
pub(crate) fn decode(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Labels {
    let pairs = d.map(node, path, |d, value, path| {
        if d.is_null(value) {
            Some(Symbol::EMPTY)
        } else {
            d.symbol(value, path)
        }
    });
    Labels(pairs.into_boxed_slice())
}
