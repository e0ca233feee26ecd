//! Which words may be meant as others.

use schedscope_objects::{
    names::{Names, Symbol},
    order,
};
use schedscope_options::misspelt::is_misspelt_name;

/// The maximum number of corrections of one word.
pub(crate) const MOST: usize = 4;

/// The words of `known` that `word` may be meant as: the most frequent first, then by name. Empty if `word` is one of
/// them. O(n log n) for n known words.
pub(crate) fn meant(
    word: Symbol,
    known: impl Iterator<Item = Symbol> + Clone,
    names: &Names,
) -> Vec<&str> {
    if known.clone().any(|one| one == word) {
        return Vec::new();
    }
    let mut known: Vec<Symbol> = known.collect();
    order::sort(&mut known, Ord::cmp);
    let alike = known.chunk_by(|a, b| a == b);
    let alike = alike.filter_map(|all| Some((all.len(), &names[*all.first()?])));
    let mut near: Vec<(usize, &str)> = alike
        .filter(|(_, known)| is_misspelt_name(&names[word], known))
        .collect();
    order::sort(&mut near, |a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    near.into_iter()
        .take(MOST)
        .map(|(_, known)| known)
        .collect()
}
