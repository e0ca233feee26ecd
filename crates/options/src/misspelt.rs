//! Misspelt words.

/// The known word that `word` is most likely a misspelling of.
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    let near = known
        .iter()
        .copied()
        .filter(|known| is_misspelt(word, known));
    near.min_by_key(|known| strsim::osa_distance(word, known))
}

/// Like `nearest`, but falls back to the only known word that starts with `word`, if `word` has at least half of its
/// letters.
pub fn nearest_or_abbreviated<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    nearest(word, known).or_else(|| {
        let begins = |known: &str| {
            let head = known.get(..word.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(word))
                && known.len() <= 2 * word.len()
        };
        let mut longer = known.iter().copied().filter(|&known| begins(known));
        longer.next().filter(|_| longer.next().is_none())
    })
}

/// Whether `word` looks like a misspelling of `known`.
pub fn is_misspelt(word: &str, known: &str) -> bool {
    if word.len() > 64 || word == known {
        return false;
    }
    let allowed = match known.len() {
        // Only an added or a missing letter: a changed letter makes a different word (`cpu`, `gpu`).
        0..=3 => usize::from(known.len() == 3 && word.len() != 3),
        4..=6 => 1,
        _ => 2,
    };
    // The distance is at least the difference in length, which rules out most words cheaply.
    if word.len().abs_diff(known.len()) > allowed {
        return false;
    }
    word.eq_ignore_ascii_case(known) || strsim::osa_distance(word, known) <= allowed
}

/// Whether `word` may be meant as `known`, a name that somebody chose: unlike the words of an API, short names are
/// seldom a letter apart.
pub fn is_near(word: &str, known: &str) -> bool {
    let is_short = (2..=3).contains(&known.len()) && (2..=4).contains(&word.len());
    is_misspelt(word, known) || is_short && strsim::osa_distance(word, known) == 1
}

/// Whether `word` looks like a misspelling of `known`, a name or label that somebody chose: in each part, letters are
/// missing, doubled, changed or in the wrong place. `node-1` and `node-2`, or `us-east` and `us-west`, are names of two
/// things.
pub fn is_misspelt_name(word: &str, known: &str) -> bool {
    let parts = |text: &str| {
        let parts = text.split(|c: char| !c.is_alphabetic());
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<String>>()
    };
    let (own, others) = (parts(word), parts(known));
    if own == others || own.len() != others.len() {
        return differ_in_letters(word, known) && is_misspelt(word, known);
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

/// Whether two names differ in more than digits.
fn differ_in_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    letters(one) != letters(other)
}

/// The start of user input, short enough for an error message.
pub fn clip(text: &str) -> String {
    clip_to(text, 60)
}

/// The start of a text, of at most `longest` characters.
pub fn clip_to(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_misspelt_name;

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
            assert!(is_misspelt_name(word, known), "{word} {known}");
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
            assert!(!is_misspelt_name(word, known), "{word} {known}");
        }
    }
}
