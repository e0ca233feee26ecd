//! Interned names: every name, label key and label value is stored once.

use std::ops::Index;

use rustc_hash::FxBuildHasher;
use string_interner::{StringInterner, Symbol as _, backend::StringBackend, symbol::SymbolU32};

/// An interned text.
///
/// Symbols of one [`Names`] are equal exactly when their texts are equal. Their order is the order
/// of first use, never the order of the texts: sort by text where order is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty text, in every [`Names`].
    pub const EMPTY: Self = Self(0);

    /// The position of this symbol in the order of first use: below [`Names::len`], dense, so that
    /// a plain array can stand in for a map from names.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the empty text.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// The label of the name of a node.
pub const HOST_NAME: &str = "kubernetes.io/hostname";
/// The label of the zone of a node.
pub const ZONE: &str = "topology.kubernetes.io/zone";

/// Texts that every [`Names`] has: kube-scheduler spreads pods over these labels, whether or not a node has them.
const ALWAYS: [&str; 3] = ["", HOST_NAME, ZONE];

/// The texts of symbols.
#[derive(Clone, Debug)]
pub struct Names {
    interner: StringInterner<StringBackend<SymbolU32>, FxBuildHasher>,
}

impl Default for Names {
    fn default() -> Self {
        let mut interner = StringInterner::with_hasher(FxBuildHasher);
        for text in ALWAYS {
            interner.get_or_intern_static(text);
        }
        Self { interner }
    }
}

impl Names {
    /// The symbol of a text, new where the text is.
    pub fn intern(&mut self, text: &str) -> Symbol {
        Symbol(self.interner.get_or_intern(text).to_usize() as u32)
    }

    /// The symbol of a text that was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.interner
            .get(text)
            .map(|symbol| Symbol(symbol.to_usize() as u32))
    }

    /// How many texts there are, the empty one included.
    pub fn len(&self) -> usize {
        self.interner.len()
    }

    /// All texts, in the order of their symbols' [`Symbol::index`].
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.interner.iter().map(|(_, text)| text)
    }

    /// Never: the empty text is always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

impl Index<Symbol> for Names {
    type Output = str;

    /// The text of a symbol of this `Names`. A symbol of another `Names` returns an unrelated or the empty text.
    fn index(&self, symbol: Symbol) -> &str {
        SymbolU32::try_from_usize(symbol.0 as usize)
            .and_then(|symbol| self.interner.resolve(symbol))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_text_is_symbol_zero() {
        let mut names = Names::default();
        assert_eq!(names.intern(""), Symbol::EMPTY);
        let a = names.intern("a");
        assert_ne!(a, Symbol::EMPTY);
        assert_eq!(names.intern("a"), a);
        assert_eq!(&names[a], "a");
        assert_eq!(names.get("b"), None);
    }
}
