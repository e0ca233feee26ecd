//! Regular expressions with RE2's syntax, matched in time linear in the text.
//!
//! `regex-lite` has the same semantics (leftmost-first) and is small; `\d`, `\w`, `\s` and `\b` are ASCII in both. This
//! module rewrites syntax that differs. Unsupported: Unicode classes such as `\p{Greek}`, and letters beyond ASCII in
//! `(?i)`.

use std::{collections::HashMap, rc::Rc};

use regex_lite::{Regex, RegexBuilder};

/// The largest repetition that RE2 accepts.
const MOST_REPEATS: u64 = 1000;
/// The largest size of a compiled pattern in bytes.
const LARGEST: usize = 1 << 18;
/// The number of patterns that are kept.
const KEPT: usize = 64;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    regex: Regex,
    /// The approximate number of states: the time for one byte of text.
    states: u64,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// The pattern is invalid; the message has the prefix of Go's library.
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        let error = |why: &str| format!("error parsing regexp: `{pattern}`: {why}");
        let (text, states) = translate(pattern).map_err(|why| error(&why))?;
        let built = RegexBuilder::new(&text)
            .size_limit(LARGEST)
            .nest_limit(100)
            .build();
        match built {
            Ok(regex) => Ok(Self { regex, states }),
            Err(why) => Err(error(&why.to_string())),
        }
    }

    /// The most steps that a match of a text takes.
    pub(crate) fn steps(&self, text: &str) -> u64 {
        (text.len() as u64 + 1).saturating_mul(self.states)
    }

    /// Whether the pattern matches anywhere in the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The first match.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.regex.find(text).map(|found| found.as_str())
    }

    /// The first `most` matches. As in Go, an empty match directly after another match does not count.
    pub(crate) fn find_all<'t>(&self, text: &'t str, most: usize) -> Vec<&'t str> {
        let mut behind = None;
        let found = self.regex.find_iter(text).filter(|found| {
            let adjacent = found.is_empty() && behind == Some(found.start());
            behind = Some(found.end());
            !adjacent
        });
        found.take(most).map(|found| found.as_str()).collect()
    }
}

/// The patterns that were used, so that each is compiled once.
#[derive(Debug, Default)]
pub(crate) struct Patterns(HashMap<Rc<str>, Result<Rc<Pattern>, Rc<str>>>);

impl Patterns {
    /// The pattern of a text.
    ///
    /// # Errors
    /// The pattern is invalid.
    pub(crate) fn get(&mut self, text: &Rc<str>) -> Result<Rc<Pattern>, Rc<str>> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        if self.0.len() >= KEPT {
            self.0.clear();
        }
        let made = Pattern::new(text).map(Rc::new).map_err(Rc::from);
        self.0.insert(Rc::clone(text), made.clone());
        made
    }
}

/// The pattern in the syntax of `regex-lite`, and its number of states.
fn translate(pattern: &str) -> Result<(String, u64), String> {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    // States of the groups that are open, and of the last piece, which a repetition multiplies.
    let mut open: Vec<u64> = Vec::new();
    let (mut states, mut last) = (1_u64, 0_u64);
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        match char {
            '\\' => {
                let Some(escaped) = rest.chars().next() else {
                    return Err("trailing backslash at end of expression".to_owned());
                };
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    'Q' => {
                        let (literal, behind) = rest.split_once("\\E").unwrap_or((rest, ""));
                        rest = behind;
                        out.push_str(&regex_lite::escape(literal));
                        let count = literal.chars().count() as u64;
                        states += count;
                        last = count.min(1);
                        continue;
                    }
                    // `\z` is the end in both; `\C`, `\Z` and references are in neither.
                    'p' | 'P' => return Err("Unicode classes are not known here".to_owned()),
                    _ => {
                        out.push('\\');
                        out.push(escaped);
                    }
                }
                last = 1;
                states += 1;
            }
            '[' => {
                let (class, behind) = class(rest)?;
                out.push('[');
                out.push_str(&class);
                out.push(']');
                rest = behind;
                last = 2;
                states += 2;
            }
            '(' => {
                out.push('(');
                open.push(states);
                states = 1;
                last = 0;
            }
            ')' => {
                out.push(')');
                let inner = states;
                states = open.pop().unwrap_or(0).saturating_add(inner);
                last = inner;
            }
            '{' => {
                if let Some((fewest, most, len)) = repeat(rest) {
                    let times = most.unwrap_or(fewest).max(1);
                    if times > MOST_REPEATS || most.is_some_and(|most| most < fewest) {
                        return Err(format!("invalid repeat count: `{{{}`", &rest[..len]));
                    }
                    out.push('{');
                    out.push_str(&rest[..len]);
                    rest = &rest[len..];
                    let added = last.saturating_mul(times);
                    states = states.saturating_sub(last).saturating_add(added);
                    last = added;
                } else {
                    // No repetition: the brace itself.
                    out.push_str("\\{");
                    last = 1;
                    states += 1;
                }
            }
            '}' => {
                out.push_str("\\}");
                last = 1;
                states += 1;
            }
            '*' | '+' | '?' | '|' | '^' | '$' => {
                out.push(char);
                states += 1;
            }
            _ => {
                out.push(char);
                last = 1;
                states += 1;
            }
        }
    }
    Ok((out, states))
}

/// `n}`, `n,}` or `n,m}` at the start of a text, and its length.
fn repeat(text: &str) -> Option<(u64, Option<u64>, usize)> {
    let end = text.find('}')?;
    let body = &text[..end];
    let number = |text: &str| -> Option<u64> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(u64::MAX))
    };
    let (least, most) = match body.split_once(',') {
        None => {
            let times = number(body)?;
            (times, Some(times))
        }
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    Some((least, most, end + 1))
}

/// The inside of a class, with characters that are special only in `regex-lite` escaped; and the text after its
/// bracket.
fn class(text: &str) -> Result<(String, &str), String> {
    let mut out = String::new();
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix('^') {
        out.push('^');
        rest = behind;
    }
    let mut first = true;
    loop {
        let Some(char) = rest.chars().next() else {
            return Err(format!("missing closing ]: `[{text}`"));
        };
        rest = &rest[char.len_utf8()..];
        match char {
            ']' if !first => return Ok((out, rest)),
            '[' if rest.starts_with(':') && rest.contains(":]") => {
                let end = rest.find(":]").map_or(0, |at| at + 2);
                out.push('[');
                out.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            '\\' => {
                let Some(escaped) = rest.chars().next() else {
                    return Err("trailing backslash at end of expression".to_owned());
                };
                if matches!(escaped, 'p' | 'P') {
                    return Err("Unicode classes are not known here".to_owned());
                }
                rest = &rest[escaped.len_utf8()..];
                out.push('\\');
                out.push(escaped);
            }
            ']' | '[' | '&' | '~' => {
                out.push('\\');
                out.push(char);
            }
            _ => out.push(char),
        }
        first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, text: &str, expect: &[&str]) {
        let pattern = Pattern::new(pattern).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(pattern.find_all(text, usize::MAX), expect);
        assert_eq!(pattern.is_match(text), pattern.find(text).is_some());
    }

    #[test]
    fn patterns_are_re2() {
        check("[0-9]+", "123 abc 456", &["123", "456"]);
        check("xyz", "123", &[]);
        check("a|ab", "ab", &["a"]);
        check("(?i)AbC", "abc ABC", &["abc", "ABC"]);
        check("^a.c$", "abc", &["abc"]);
        check("a.c", "a\nc", &[]);
        check("(?s)a.c", "a\nc", &["a\nc"]);
        check("[[:alpha:]]+", "ab1", &["ab"]);
        check("[a&&b]+", "a&b", &["a&b"]);
        check("[[a]+", "[a", &["[a"]);
        check("[]a]+", "]a", &["]a"]);
        check("[^]a]", "b]", &["b"]);
        check("[a~~b]+", "~a", &["~a"]);
        check(r"\Qa.b\E+", "a.bb", &["a.bb"]);
        check(r"\d+\.\d", "é1.5", &["1.5"]);
        check("a{2}", "aaaa", &["aa", "aa"]);
        check("a{,2}", "a{,2}", &["a{,2}"]);
        check("a{x}", "a{x}", &["a{x}"]);
        check("(?P<n>é)", "é", &["é"]);
        check("a*", "baac", &["", "aa", ""]);
        check("[0-9]*", "123 abc 456", &["123", "", "", "", "", "456"]);
    }

    #[test]
    fn what_is_no_pattern_says_why() {
        for pattern in [
            "[",
            "(",
            "a{1001}",
            "a{2,1}",
            "\\",
            r"(?=a)",
            r"\1",
            r"\pL",
            "*",
            "[[:nope:]]",
            "((((a{100}){100}){100}){100})",
        ] {
            let error = Pattern::new(pattern).expect_err(pattern);
            assert!(error.starts_with("error parsing regexp: "), "{error}");
        }
    }

    #[test]
    fn repetitions_count_as_states() {
        let states = |pattern| Pattern::new(pattern).expect("a pattern").states;
        assert!(states("a{1000}") >= 1000);
        assert!(states("(ab){50}") >= 100);
        assert!(states("abc") < 10);
    }
}
