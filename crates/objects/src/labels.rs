//! Key and value pairs: labels, and cluster claims, which are matched in the same way.

use crate::names::Symbol;

/// Pairs of key and value with distinct keys, in the order of the text. Where the text names a key
/// twice, the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(pub Box<[(Symbol, Symbol)]>);

impl Labels {
    /// The value of a key. O(number of labels): objects carry a few dozen at most.
    pub fn get(&self, key: Symbol) -> Option<Symbol> {
        self.as_slice().get(key)
    }

    /// The same, borrowed.
    pub fn as_slice(&self) -> LabelSlice<'_> {
        LabelSlice(&self.0)
    }
}

/// Borrowed [`Labels`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelSlice<'a>(pub &'a [(Symbol, Symbol)]);

impl LabelSlice<'_> {
    /// The value of a key. O(number of labels).
    pub fn get(self, key: Symbol) -> Option<Symbol> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }

    pub fn to_owned(self) -> Labels {
        Labels(self.0.into())
    }
}
