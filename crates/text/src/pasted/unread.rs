//! Patterns of text that could not be read: where it stands, and what it is.

use crate::{left_out::is_mark, yaml::ParseCause};

/// Text that was not read as an object.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'t> {
    /// The text of the piece.
    pub text: &'t str,
    /// Where its first value begins.
    pub lead: usize,
    /// Whether it is JSON.
    pub is_json: bool,
    /// Why it was not read.
    pub stop: Stop,
}

/// Why a text was not read as an object.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// It was cut off as words or messages.
    Cut,
    /// Its values are not objects.
    NoObject,
    /// The parser stopped at this byte.
    At(usize, ParseCause),
}

/// What a pattern found in a text, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Where the fault is.
    pub bytes: (usize, usize),
    /// What the sentence quotes.
    pub quote: (usize, usize),
}

impl Found {
    fn at(at: usize) -> Self {
        Self {
            bytes: (at, at),
            quote: (at, at),
        }
    }
}

/// The line at which the parser stopped, and the one with content before it.
pub(super) struct StopLine<'t> {
    pub(super) line: &'t str,
    pub(super) before: &'t str,
    /// A colon is missing.
    pub(super) no_colon: bool,
    /// The colon is missing in the line before.
    pub(super) no_colon_before: bool,
    stop: usize,
    start: usize,
    start_before: usize,
}

impl<'t> Unread<'t> {
    fn stop_line(&self) -> Option<StopLine<'t>> {
        let Stop::At(stop, cause) = self.stop else {
            return None;
        };
        let begin = |at: usize| {
            let mut before = self.text.as_bytes()[..at].iter();
            let end = before.rposition(|byte| *byte == b'\n');
            end.map_or(0, |end| end + 1)
        };
        // At the end of the text, its last line.
        let start = begin(stop.min(self.text.trim_end().len().saturating_sub(1)));
        let before = self.text[..start].trim_end();
        let start_before = begin(before.len());
        Some(StopLine {
            line: self.text[start..].lines().next().unwrap_or_default(),
            before: &before[start_before..],
            no_colon: matches!(cause, ParseCause::NoColon(_)),
            no_colon_before: cause == ParseCause::NoColon(true) && stop == start,
            stop,
            start,
            start_before,
        })
    }

    /// The line at which the parser stopped, if it is one.
    pub(super) fn at_line(&self, is_one: fn(&StopLine<'_>) -> bool) -> Option<Found> {
        let stop = self.stop_line().filter(is_one)?;
        Some(Found::at(stop.start))
    }

    /// The line before the one at which the parser stopped, if it is one.
    pub(super) fn at_line_before(&self, is_one: fn(&StopLine<'_>) -> bool) -> Option<Found> {
        let stop = self.stop_line().filter(is_one)?;
        Some(Found::at(stop.start_before))
    }

    /// A match in the line at which the parser stopped, or in the line before it.
    pub(super) fn near(&self, sought: fn(&str) -> Option<(usize, usize)>) -> Option<Found> {
        let stop = self.stop_line()?;
        let lines = [(stop.start, stop.line), (stop.start_before, stop.before)];
        lines.into_iter().find_map(|(start, line)| {
            let (from, to) = sought(line)?;
            let bytes = (start + from, start + to);
            Some(Found {
                bytes,
                quote: bytes,
            })
        })
    }
}

/// A mark for what was left out of JSON.
pub(super) fn mark(text: &Unread<'_>) -> Option<Found> {
    let stop = text.stop_line()?;
    let line = stop.line.trim();
    let from = stop.start + stop.line.len() - stop.line.trim_start().len();
    (text.is_json && is_mark(line.as_bytes())).then(|| Found {
        quote: (from, from + line.len()),
        ..Found::at(stop.stop)
    })
}

/// A document marker that is indented.
pub(super) fn marker(line: &str) -> Option<(usize, usize)> {
    let indent = line.trim_end().strip_suffix("---")?;
    let is_one = !indent.is_empty() && indent.trim_start().is_empty();
    is_one.then_some((indent.len(), indent.len()))
}

/// A template action in a line, `{{ … }}`, outside quotes.
pub(super) fn action(line: &str) -> Option<(usize, usize)> {
    let (before, action) = line.split_once("{{")?;
    let is_quoted = before.contains(['"', '\'', '#']);
    (action.contains("}}") && !is_quoted).then_some((before.len(), before.len()))
}

/// A variable, `${CPU}`, at the beginning of a value in braces or brackets: `{cpu: ${CPU}}`.
pub(super) fn variable(line: &str) -> Option<(usize, usize)> {
    let (before, variable) = line.split_once("${")?;
    let is_value = before.contains(['{', '[']) && before.trim_end().ends_with([':', ',', '[']);
    let is_quoted = before.contains(['"', '\'', '#']);
    let is_name = variable.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let end = before.len() + 2 + variable.find('}')? + 1;
    (is_name && is_value && !is_quoted).then_some((before.len(), end))
}

/// The same text before the `apiVersion` and the `kind` of an object: the time of a log, the name of a file, a border.
pub(super) fn prefix(text: &Unread<'_>) -> Option<Found> {
    // The line before, and where `apiVersion` stands in it.
    let (mut at, mut before, mut column) = (0, "", 0);
    for (start, line) in lines(text.text) {
        let [prefix, own] = [before, line].map(|line| line.get(..column).unwrap_or_default());
        let own = own.trim();
        let is_one = !prefix.trim().is_empty() && !own.is_empty() && !own.starts_with('#');
        if is_one && line[column..].starts_with("kind: ") {
            let from = at + prefix.len() - prefix.trim_start().len();
            return Some(Found {
                quote: (from, from + prefix.trim().len()),
                ..Found::at(at)
            });
        }
        column = line.find("apiVersion: ").unwrap_or_default();
        (at, before) = (start, line);
    }
    None
}

/// Log lines that contain an object.
pub(super) fn log(text: &Unread<'_>) -> Option<Found> {
    if let Some((at, is_log)) = line_with_object(text.text) {
        return is_log.then(|| Found::at(at));
    }
    if let Stop::Cut = text.stop {
        // Its fields are on separate lines, each after a prefix.
        return holds_fields(text.text).then(|| Found::at(text.lead));
    }
    // Any JSON after a time.
    let line = text.text.trim_start().as_bytes();
    let is_time = line.first()?.is_ascii_digit() && line.get(10) == Some(&b'T');
    (is_time && text.text.contains("{\"")).then(|| Found::at(text.text.len() - line.len()))
}

/// Words before an object in JSON, in its line.
pub(super) fn words(text: &Unread<'_>) -> Option<Found> {
    line_with_object(text.text).map(|(at, _)| Found::at(at))
}

/// Words before the brace that opens an object: `Applied: {`.
pub(super) fn opened(text: &Unread<'_>) -> Option<Found> {
    let stop = text.stop_line().filter(|stop| stop.line.trim() == "}")?;
    let before = &text.text[..stop.start];
    let is_start = |line: &str| line.starts_with(|first: char| first.is_ascii_alphanumeric());
    let (at, line) = lines(before).filter(|(_, line)| is_start(line)).last()?;
    let is_one = line.trim_end().ends_with(": {") && holds_fields(&before[at..]);
    is_one.then(|| Found::at(at))
}

/// The first line with an object in JSON, and whether it is a log line.
fn line_with_object(text: &str) -> Option<(usize, bool)> {
    lines(text).find_map(|(at, line)| Some((at, holds_object(line)?)))
}

/// The lines of a text, and where each begins.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    text.split_inclusive('\n').map(move |line| {
        end += line.len();
        (end - line.len(), line)
    })
}

/// Whether a text has the keys that every object begins with, `apiVersion` and `kind`, in YAML or JSON.
pub fn holds_fields(text: &str) -> bool {
    let has = |key: &str| {
        text.match_indices(key).any(|(at, _)| {
            let behind = &text.as_bytes()[at + key.len()..];
            matches!(
                behind,
                [b':', b' ' | b'\n', ..] | [b'"', b':', ..] | [b'\\', b'"', b':', ..]
            )
        })
    };
    has("apiVersion") && has("kind")
}

/// Whether a line has an object in JSON after a prefix, or in a log line that is JSON itself. `Some(true)` if the line
/// looks like a log line.
fn holds_object(line: &str) -> Option<bool> {
    let at = line.find("apiVersion")?;
    let (before, behind) = line.split_at(at);
    let is_key = |end: &[u8]| behind.as_bytes()[10..].starts_with(end);
    if !is_key(b"\":") && !is_key(b"\\\":") {
        return None;
    }
    behind.find("kind").and_then(|_| behind.find("metadata"))?;
    let mut before = before.as_bytes();
    while let [rest @ .., b'\\' | b'"' | b'{'] = before {
        before = rest;
    }
    let first = *before.first()?;
    if first == b'{' {
        return LOGS.iter().any(|key| line.contains(key)).then_some(true);
    }
    // A field's name may precede braces.
    let is_end = |byte: &u8| b": ".contains(byte);
    let before_end = before.trim_ascii_end();
    let is_field = first.is_ascii_lowercase()
        && before_end.iter().position(is_end) == Some(before_end.len() - 1);
    if is_field || !(first.is_ascii_alphanumeric() || first == b'[') {
        return None;
    }
    let is_log = |byte: &u8| byte.is_ascii_digit() || b"=[".contains(byte);
    Some(before.iter().any(is_log))
}

/// Keys of log lines in JSON.
const LOGS: [&str; 3] = ["\"level\":", "\"msg\":", "\"log\":"];
