//! Known words, and misspelt ones.

/// Fields that real objects have and nothing here reads: they are not misspelt.
pub(super) const OTHER_FIELDS: [&str; 16] = [
    "annotations",
    "apiVersion",
    "conditions",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "finalizers",
    "generateName",
    "generation",
    "kind",
    "managedClusterClientConfigs",
    "managedFields",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
    "version",
];

/// Whether a text stands for one that is to be filled in: `${REGION}`, `<your-region>`, `REPLACE_ME`,
/// `...`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let is_variable = || {
        let mut parts = text.split('$').skip(1);
        parts.any(|part| {
            let end = part.find(['}', ')']).unwrap_or_default();
            part.starts_with(['{', '(']) && end > 1 && part.as_bytes()[1].is_ascii_alphabetic()
        })
    };
    match text.as_bytes() {
        [b'<', _, .., b'>'] | [b'@', b'@', .., b'@', b'@'] | b"..." | [0xe2, 0x80, 0xa6] => true,
        [b'$', ..] | [.., b'}' | b')'] => is_variable(),
        [b'R' | b'C' | b'r' | b'c', ..] => ["replace", "change"].iter().any(|word| {
            let rest = text.get(word.len()..).unwrap_or_default();
            let rest = rest.trim_start_matches(['_', '-']);
            rest.eq_ignore_ascii_case("me") && text[..word.len()].eq_ignore_ascii_case(word)
        }),
        _ => false,
    }
}

/// Words in backticks.
pub(crate) fn quoted(words: &[&str], between: &str) -> String {
    let words = words.iter().map(|word| format!("`{word}`"));
    words.collect::<Vec<_>>().join(between)
}

/// The known word that `word` is most likely a misspelling of.
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    let near = known
        .iter()
        .copied()
        .filter(|known| is_misspelt(word, known));
    near.min_by_key(|known| strsim::osa_distance(word, known))
}

/// Whether a word looks like a known one written wrongly.
pub(super) fn is_misspelt(word: &str, known: &str) -> bool {
    if word.len() > 64 || word == known {
        return false;
    }
    let allowed = match known.len() {
        // A letter too many or too few: with another letter, such a short word is another word (`cpu`, `gpu`).
        0..=3 => usize::from(known.len() == 3 && word.len() != 3),
        4..=6 => 1,
        _ => 2,
    };
    // The distance is at least the difference in length: most words need no closer look.
    if word.len().abs_diff(known.len()) > allowed {
        return false;
    }
    word.eq_ignore_ascii_case(known) || strsim::osa_distance(word, known) <= allowed
}
