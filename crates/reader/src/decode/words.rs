//! Known words, and how a message names them.

/// Valid fields that are not read, so they are not reported as misspelt.
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

/// Whether a text is a placeholder: `${REGION}`, `<your-region>`, `REPLACE_ME`, `...`.
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
