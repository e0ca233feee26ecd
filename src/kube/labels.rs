//! Key and value pairs: labels, and cluster claims, which are matched in the same way.

use super::{
    decode::{Decoder, Path},
    names::Symbol,
    text::tree::NodeId,
};

/// Pairs of key and value with distinct keys, in the order of the text. Where the text names a key
/// twice, the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(pub Box<[(Symbol, Symbol)]>);

impl Labels {
    /// The value of a key. O(number of labels): objects carry a few dozen at most.
    pub fn get(&self, key: Symbol) -> Option<Symbol> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }
}

impl Labels {
    /// Reads a map of labels.
    pub(crate) fn decode(d: &mut Decoder<'_>, node: NodeId, path: &Path<'_>) -> Self {
        let pairs = d.map(node, path, |d, value, path| {
            if d.is_null(value) { Some(Symbol::EMPTY) } else { d.symbol(value, path) }
        });
        Self(pairs.into_boxed_slice())
    }
}
