//! The types of the package as it ships them: a sentence where the schema has all that is said.

use schedscope::options::types::comment;

/// The declarations as editors show them: a sentence for each union, option and answer, and where a field may be `null`
/// or absent, when. The schema has all that is said.
pub(super) fn brief(text: &str) -> String {
    let mut is_options = false;
    let mut parts = text.split("/**");
    let mut brief = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (said, code) = part.split_once("*/").unwrap_or((part, ""));
        let said: Vec<&str> = said
            .lines()
            .map(|line| line.trim().trim_start_matches('*').trim())
            .filter(|line| !line.is_empty())
            .collect();
        let said = said.join(" ");
        let line = code.trim_start().lines().next().unwrap_or_default();
        let sentence = if let Some(declared) = line.strip_prefix("export ") {
            is_options = declared.starts_with("interface ");
            let is_part = declared.ends_with("= {") && !declared.ends_with("Answer = {");
            let first = sentences(&said, &['.']).next().unwrap_or_default();
            if is_part {
                String::new()
            } else {
                first.to_owned()
            }
        } else if is_options {
            option_sentence(&said)
        } else if (line.contains("null") || line.contains("?:")) && !says_nothing(&said) {
            absence(&said)
        } else {
            String::new()
        };
        if sentence.is_empty() {
            brief.push_str(code.trim_start());
        } else {
            brief.push_str(&comment(&wrapped(&sentence), ""));
            brief.push_str(code.trim_start());
        }
    }
    brief
}

/// The parts of a text that end with one of some marks.
fn sentences<'t>(text: &'t str, marks: &'t [char]) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .char_indices()
            .find(|(at, letter)| {
                let after = &rest[at + letter.len_utf8()..];
                marks.contains(letter) && (after.is_empty() || after.starts_with(' '))
            })
            .map_or(rest.len(), |(at, letter)| at + letter.len_utf8());
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// What an option is, and its default.
fn option_sentence(said: &str) -> String {
    let first = sentences(said, &['.']).next().unwrap_or_default();
    match said.split_once("Default: ") {
        Some((_, default)) if !first.contains("Default: ") => format!("{first} Default: {default}"),
        _ => first.to_owned(),
    }
}

/// When a field is `null` or absent.
fn absence(said: &str) -> String {
    let is_told = |part: &&str| part.contains("`null`") || part.to_lowercase().contains("absent");
    let stands_alone = |part: &&str| {
        let mut words = part.split(' ');
        let is_first = matches!(words.next(), Some("`null`" | "absent" | "Absent"));
        is_first && words.next().is_some()
    };
    let whole = sentences(said, &['.', ';']).find(stands_alone);
    if let Some(part) = whole {
        let mut letters = part.trim_end_matches([';', '.']).chars();
        let first = letters
            .next()
            .map(|letter| letter.to_uppercase().to_string());
        return first.unwrap_or_default() + letters.as_str() + ".";
    }
    let first = sentences(said, &['.']).next().unwrap_or_default();
    if is_told(&first) {
        return first.to_owned();
    }
    match sentences(said, &['.']).find(is_told) {
        Some(other) => format!("{first} {other}"),
        None => first.to_owned(),
    }
}

/// Whether a field is `null` or absent where there is nothing to tell, as its type says.
fn says_nothing(said: &str) -> bool {
    let last = said.rsplit(['.', ';']).find(|part| !part.is_empty());
    let Some((word, when)) = last.and_then(|part| part.trim().split_once([':', ' '])) else {
        return false;
    };
    let is_empty = [
        "for other reasons",
        "if empty",
        "if there is none",
        "it does not",
        "it has none",
        "it is not",
        "it stays",
        "it would not",
        "no",
        "none",
        "none does",
        "none was found",
        "not",
        "nothing",
        "there are none",
        "there is none",
        "they do not",
        "without one",
    ];
    matches!(word, "Absent" | "absent" | "`null`") && is_empty.contains(&when.trim())
}

/// A text in lines of at most 112 columns.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if !line.is_empty() && line.len() + word.len() >= 112 {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}
