//! Lines that mark an omission in a text: `...`, `<snip>`, `# ... (12 more)`.

/// The last word of such a line that has no dots.
const CUTS: [&[u8]; 6] = [
    b"snip",
    b"snipped",
    b"truncated",
    b"omitted",
    b"skipped",
    b"brevity",
];
/// The maximum number of words of such a line.
const MOST_WORDS: usize = 4;
/// The maximum length of a mark in bytes.
const LONGEST: usize = 80;

/// Whether a line that begins with neither a letter nor a digit only marks an omission.
pub fn is_mark(line: &[u8]) -> bool {
    let begin = line.iter().position(|byte| !b" \t#/<[(-+".contains(byte));
    let Some(begin) = begin.filter(|_| line.len() <= LONGEST) else {
        return false;
    };
    let text = &line[begin..];
    let has_dots = text.starts_with(b"...") || text.starts_with("…".as_bytes());
    let (mut count, mut last, mut is_more): (_, &[u8], _) = (0, b"", false);
    let mut behind = 0;
    for word in text.split(|byte| !byte.is_ascii_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        let is_number = count > 0 && last.iter().all(u8::is_ascii_digit);
        behind += usize::from(is_more);
        is_more |= is_number && count <= 2 && word == b"more";
        (last, count) = (word, count + 1);
    }
    if has_dots {
        // More words are an unfinished sentence.
        return is_more || count < MOST_WORDS;
    }
    begin > 0 && (is_more && behind < 2 || count <= MOST_WORDS && is_cut(last))
}

fn is_cut(word: &[u8]) -> bool {
    CUTS.iter().any(|cut| word.eq_ignore_ascii_case(cut))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::is_mark;

    #[test]
    fn marks() {
        for line in [
            "...",
            "# ...",
            "  [...]",
            "…",
            "# …",
            "# ... (12 more)",
            "... 12 more items ...",
            "# 12 more clusters",
            "# and 3 more",
            "# +3 more",
            "<snip>",
            "# <snip>",
            "# snip",
            "--- snip ---",
            "[output omitted]",
            "# (rest omitted for brevity)",
            "# ... and so on",
            "<Truncated>\r",
        ] {
            assert!(is_mark(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn other_lines() {
        for line in [
            "",
            "#",
            "---",
            "12 more",
            "# more",
            "# one more cluster",
            "# 3 clusters",
            "# 12 clusters, 3 of them spare",
            "# the fields that are omitted here have their defaults",
            "# snip the end",
            "- name: web",
            "<more>",
            "# 3 more would do",
            "# ... new pods go elsewhere ...",
            "# ... and the third would be 7, above the max of 6.",
        ] {
            assert!(!is_mark(line.as_bytes()), "{line}");
        }
    }
}
