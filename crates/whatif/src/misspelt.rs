//! Which words may be meant as others.

use schedscope_objects::{
    names::{Names, Symbol},
    order,
};
use schedscope_options::misspelt::is_misspelt;

/// The maximum number of corrections of one word.
pub(crate) const MOST: usize = 4;

/// Whether `word` looks like a misspelling of `known`: in each part, letters are missing, doubled, changed or in the
/// wrong place. `node-1` and `node-2`, or `us-east` and `us-west`, are names of two things.
pub(crate) fn is_near(word: &str, known: &str) -> bool {
    let parts = |text: &str| {
        let parts = text.split(|c: char| !c.is_alphabetic());
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<String>>()
    };
    let (own, others) = (parts(word), parts(known));
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    if own == others || own.len() != others.len() {
        return letters(word) != letters(known) && is_misspelt(word, known);
    }
    let mut differing = own.iter().zip(&others).filter(|(a, b)| a != b);
    differing.all(|(word, known)| is_near_part(word, known))
}

fn is_near_part(word: &str, known: &str) -> bool {
    let sorted = |text: &str| {
        let mut bytes: Vec<u8> = text.bytes().collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    };
    let has_same_letters = || word.len() == known.len() && sorted(word) == sorted(known);
    is_misspelt(word, known) || word.len() > 1 && known.len() < 4 && has_same_letters()
}

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
        .filter(|(_, known)| is_near(&names[word], known))
        .collect();
    order::sort(&mut near, |a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    near.into_iter()
        .take(MOST)
        .map(|(_, known)| known)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn misspelt_words() {
        for (word, known) in [
            ("sdd", "ssd"),
            ("bacth", "batch"),
            ("node-poll", "node-pool"),
            ("nodepool", "node-pool"),
            ("node_pool", "node-pool"),
            ("enviroment", "environment"),
            ("Zone-A", "zone-a"),
            ("aws", "AWS"),
        ] {
            assert!(is_near(word, known), "{word} {known}");
        }
        for (word, known) in [
            ("cpu", "gpu"),
            ("zone-1", "zone-2"),
            ("team-a", "team-b"),
            ("us-east", "us-west"),
            ("prod-eu", "prod-us"),
            ("hdd", "ssd"),
            ("a", "b"),
        ] {
            assert!(!is_near(word, known), "{word} {known}");
        }
    }
}
