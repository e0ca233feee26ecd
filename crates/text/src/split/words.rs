//! Words after an object: lines in the first column that are not keys of YAML, such as `pod/web edited` or a prompt.
//!
//! The object ends before the words if another object, a marker, or the end of the text follows them. If more of the
//! object may follow, nothing is cut.

use super::{
    LOOKED_LINES,
    line::{is_blank_from, is_marker, line_end},
};
use crate::{pasted::of_line, yaml};

/// The maximum number of lines in a run of words.
const MOST_LINES: u32 = 40;
/// A terminal may have wrapped a line of this many bytes: the words after it can be its rest.
const WRAPPED: usize = 60;

/// Keys of objects, which users may capitalize. No field of Kubernetes begins with a capital letter: everything else is
/// a header of a mail, or words with a colon after them.
const KEYS: [&str; 8] = [
    "apiVersion",
    "kind",
    "metadata",
    "spec",
    "status",
    "data",
    "items",
    "type",
];

/// Which parts of an object precede its words, by the keys in the first column.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(super) has_version: bool,
    pub(super) has_kind: bool,
}

impl Before {
    /// The following lines cannot continue the object before the words.
    pub(crate) const ANY: Self = Self {
        has_version: true,
        has_kind: true,
    };
}

/// Lines that are words.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The byte at which they end.
    pub(super) end: usize,
    /// No line of the object follows them.
    pub(super) is_last: bool,
    /// The byte up to which the text was read, if that exceeds the lines that every piece may read after its end;
    /// otherwise 0.
    pub(super) reach: usize,
}

impl Run {
    /// The first nonblank line after the run.
    fn behind<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let mut at = self.end;
        while at < bytes.len() && is_blank_from(bytes, at) {
            at = line_end(bytes, at);
        }
        &bytes[at..line_end(bytes, at)]
    }

    /// Whether an object or a stray line follows, and not `---`.
    pub(super) fn is_before_object(&self, bytes: &[u8]) -> bool {
        let line = self.behind(bytes);
        !line.is_empty() && !is_marker(line, 0, *b"---")
    }

    /// Whether an object follows whose lines are all indented.
    pub(super) fn is_before_indented(&self, bytes: &[u8]) -> bool {
        let line = self.behind(bytes).trim_ascii_start();
        line.starts_with(b"apiVersion:") || line.starts_with(b"kind:")
    }
}

/// Whether a line in the first column is neither a key, nor anything else that YAML knows there. No field of Kubernetes
/// has a space in its name.
pub(super) fn is_words(line: &[u8]) -> bool {
    let is_start = match line {
        [b'-', next, ..] => !next.is_ascii_whitespace() && !line.starts_with(b"---"),
        [first, ..] => !b" \t\r\n.#\"'{}[],&*!|>%?:+-".contains(first),
        [] => false,
    };
    let is_none = |key: &[u8]| {
        // With something before each line, as in a log, it is of an object that cannot be read.
        let is_prefixed = ends_as(key, b"apiVersion") || ends_as(key, b"kind");
        // `install.go:222: …`, as Helm logs.
        let has_gap = key.iter().any(|byte| b" \t\":".contains(byte));
        let value = &line[key.len()..];
        !is_prefixed && !is_block(value) && (has_gap || is_label(key) || holds_object(value))
    };
    is_start && key(line).is_none_or(is_none) || is_emphasis(line)
}

/// Whether the value after a key is the head of a block of text, which no words have.
fn is_block(value: &[u8]) -> bool {
    let value = value[1..].trim_ascii();
    matches!(value, [b'|' | b'>', rest @ ..] if rest.iter().all(|byte| b"+-123456789".contains(byte)))
}

/// Whether a line directly after an object may be a misspelt field of it, such as `PreemptionPolicy`: several words in
/// one, with a value.
pub(super) fn may_be_field(bytes: &[u8], at: usize) -> bool {
    let line = &bytes[at..line_end(bytes, at)];
    // Looks back over all blank lines: only where the line is such a field.
    let is_behind_blank = || {
        let last = bytes[..at].trim_ascii_end().len();
        line_end(bytes, last) < at
    };
    let is_field = |key: &[u8]| {
        let capitals = key.iter().filter(|byte| byte.is_ascii_uppercase()).count();
        let is_name = key.iter().all(u8::is_ascii_alphanumeric);
        is_name
            && (2..key.len()).contains(&capitals)
            && !line[key.len() + 1..].trim_ascii().is_empty()
    };
    key(line).is_some_and(is_field) && !is_behind_blank()
}

/// Whether a key with nothing after it has its value in the lines below, as a mapping.
pub(super) fn has_value_below(bytes: &[u8], at: usize) -> bool {
    let next = line_end(bytes, at);
    let line = &bytes[at..next];
    let is_word = |key: &[u8]| key.iter().all(u8::is_ascii_alphanumeric);
    let is_bare =
        key(line).is_some_and(|key| is_word(key) && line[key.len() + 1..].trim_ascii().is_empty());
    is_bare && bytes.get(next) == Some(&b' ') && !is_blank_from(bytes, next)
}

/// Whether a line begins with a key for which [`is_label`] returns true.
pub(super) fn begins_label(line: &[u8]) -> bool {
    key(line).is_some_and(is_label)
}

/// Whether a key of a line in the first column is a header of a mail, or words with a colon after them.
fn is_label(key: &[u8]) -> bool {
    let is_key = |one: &&str| one.as_bytes().eq_ignore_ascii_case(key);
    if KEYS.iter().any(is_key) {
        // `STATUS: deployed`, as Helm prints it.
        return key.last().is_some_and(u8::is_ascii_uppercase);
    }
    key.first().is_some_and(u8::is_ascii_uppercase)
}

/// `*Cluster:*`, as Markdown and Jira have it. No key in the first column is an alias.
fn is_emphasis(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.len() > 2 && line.starts_with(b"*") && line[1..].contains(&b'*')
}

/// Whether a key ends as one of an object that has something before it.
fn ends_as(key: &[u8], end: &[u8]) -> bool {
    let before = key.strip_suffix(end).and_then(<[u8]>::last);
    before.is_some_and(|before| !before.is_ascii_alphanumeric())
}

/// Whether a line has something before its `apiVersion`, as in a log: an object begins there that cannot be read.
pub(crate) fn begins_prefixed(line: &[u8]) -> bool {
    let is_start = !b" \t#\"'{-+".contains(&line[0]);
    is_start && key(line).is_some_and(|key| ends_as(key, b"apiVersion"))
}

/// Whether the value after a key is words with an object in JSON after them.
fn holds_object(value: &[u8]) -> bool {
    let value = value[1..].trim_ascii_start();
    let is_words = value.first().is_some_and(u8::is_ascii_alphanumeric);
    is_words && value.windows(14).any(|part| part == b"{\"apiVersion\":")
}

/// The key that a line begins with.
fn key(line: &[u8]) -> Option<&[u8]> {
    let is_end =
        |at: &usize| line[*at] == b':' && line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    (0..line.len()).find(is_end).map(|end| &line[..end])
}

/// The words that begin at `at`, after lines with these keys.
#[cold]
pub(super) fn run(bytes: &[u8], at: usize, before: Before) -> Run {
    let mut here = line_end(bytes, at);
    let mut run = Run {
        end: here,
        is_last: true,
        reach: 0,
    };
    // Lines that are not blank.
    let mut looked = 1;
    for lines in 2.. {
        if looked >= LOOKED_LINES {
            run.reach = looked_at(bytes, here);
        }
        if here >= bytes.len() {
            run.is_last = !may_be_cut(&bytes[at..run.end]);
            return run;
        }
        let next = line_end(bytes, here);
        let line = &bytes[here..next];
        let is_blank = is_blank_from(bytes, here);
        // A header of a mail can continue in the next line.
        let is_header_rest =
            || matches!(line[0], b' ' | b'\t') && bytes[at..here].trim_ascii_end().ends_with(b";");
        let goes_on =
            || is_blank || is_words(line) && of_line(bytes, here).is_none() || is_header_rest();
        if lines > MOST_LINES || !goes_on() {
            run.is_last = lines <= MOST_LINES && begins_other(bytes, here, before);
            return run;
        }
        here = next;
        if !is_blank {
            run.end = here;
            looked += 1;
        }
    }
    run
}

/// The end of the lines that are read after words at `at`: blank lines, the next line, and the one after it.
fn looked_at(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_blank_from(bytes, at) {
        at = line_end(bytes, at);
    }
    for _ in 0..LOOKED_LINES {
        if at < bytes.len() {
            at = line_end(bytes, at);
        }
    }
    at
}

/// Whether words at the end of a text can be a key that was cut off. A form feed alone is not one.
#[cold]
fn may_be_cut(words: &[u8]) -> bool {
    let word = words.trim_ascii_end();
    word.first().is_some_and(u8::is_ascii_lowercase) && word.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether something else than a part of the object begins at `at`.
#[cold]
pub(crate) fn begins_other(bytes: &[u8], at: usize, before: Before) -> bool {
    let line = &bytes[at..line_end(bytes, at)];
    is_marker(bytes, at, *b"---")
        || is_marker(bytes, at, *b"...")
        || before.has_version && line.starts_with(b"apiVersion:")
        || before.has_kind && line.starts_with(b"kind:")
        || matches!(line[0], b'{' | b'[')
        || of_line(bytes, at).is_some()
}

/// Whether words at `at` follow the values of the piece that begins at `start`: not within quotes or brackets,
/// and not where a terminal may have cut the line before them.
#[cold]
pub(super) fn are_behind(text: &str, start: usize, at: usize) -> bool {
    !may_be_wrapped(&text.as_bytes()[start..], at - start)
        && yaml::unclosed(&text[start..at]).is_none()
}

/// Whether the line before `at` can continue there.
fn may_be_wrapped(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at.saturating_sub(1)];
    let start = before.iter().rposition(|byte| *byte == b'\n');
    let start = start.map_or(0, |end| end + 1);
    let line = before[start..].trim_ascii_end();
    let is_closed = line.last().is_some_and(|last| b"}]\"'".contains(last));
    line.len() >= WRAPPED && !is_closed
}
