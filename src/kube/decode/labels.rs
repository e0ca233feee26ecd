//! Reads labels.

use super::{Decoder, Path};
use crate::kube::{labels::Labels, names::Symbol, text::tree::NodeId};

impl Labels {
    /// Reads a map of labels.
    pub(crate) fn decode(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Self {
        let pairs = d.map(node, path, |d, value, path| {
            if d.is_null(value) {
                Some(Symbol::EMPTY)
            } else {
                d.symbol(value, path)
            }
        });
        Self(pairs.into_boxed_slice())
    }
}
