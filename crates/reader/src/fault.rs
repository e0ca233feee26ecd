//! Diagnostics for a piece that cannot be parsed: where the fault is, and its likely cause.

use schedscope_objects::diagnostic::{DiagnosticCode, Severity};
use schedscope_text::{
    left_out::is_mark,
    split::Form,
    tree::Tree,
    yaml::{ParseCause, ParseError},
};

use crate::{
    decode::{Cause, PieceDiagnostic, clip},
    read_piece::{ReadPiece, parsed_place, syntax},
    units::floor_char_boundary,
    unread::name_of,
};

/// The message about a template that has to be rendered first.
pub(super) const TEMPLATE: &str =
    "this is a template of Helm or Go, not YAML: render it first, as with `helm template`";

/// The message about a line of words without a key.
pub(super) const WORDS: &str = "these words are not YAML";

/// The message about a line that the pager `more` printed.
const PAGER: &str = "this line is a pager's: remove it";

/// The message about a log that contains an object.
const IN_LOG: &str = "these are log lines: paste the object in them alone";

/// The message about words before an object in the same line.
const IN_WORDS: &str = "these words stand before an object: paste the object alone";

/// The finding about a piece that cannot be parsed. It explains known causes, at their place: a prefix before each
/// line, a template, a placeholder, and those of [`of_line`].
pub(super) fn fault(piece: &ReadPiece, tree: &Tree, error: &ParseError) -> PieceDiagnostic {
    let mut finding = PieceDiagnostic {
        object: name_of(piece, tree),
        ..syntax(&parsed_place(piece), error)
    };
    if finding.code != DiagnosticCode::Syntax || error.cause == ParseCause::Foreign {
        return finding;
    }
    if let Some(prefixed) = prefixed(piece) {
        return prefixed;
    }
    let fault = finding.bytes.0 as usize;
    if let Some(at) = near(&piece.text, fault, action) {
        finding.explain(TEMPLATE, (at, at));
    } else if let Some(at) = near(&piece.text, fault, variable) {
        let text = &piece.text[at..];
        let end = text.find('}').map_or(0, |end| end + 1);
        let message = format!("`{}` is a placeholder: fill it in", &text[..end]);
        finding.explain(message, (at, at + end));
    } else {
        of_line(piece, error, &mut finding);
    }
    finding
}

/// Explains a fault by its line and the one before it.
fn of_line(piece: &ReadPiece, error: &ParseError, finding: &mut PieceDiagnostic) {
    let at = floor_char_boundary(&piece.text, finding.bytes.0 as usize);
    // At the end of the text, its last line.
    let at = at.min(piece.text.trim_end().len().saturating_sub(1));
    let begin = |at: usize| {
        let before = piece.text.as_bytes()[..at].iter();
        before
            .rev()
            .position(|byte| *byte == b'\n')
            .map_or(0, |behind| at - behind)
    };
    let start = begin(at);
    let line = piece.text[start..].lines().next().unwrap_or_default();
    let line = line.trim();
    let before = piece.text[..start].trim_end();
    let start_before = begin(before.len());
    let line_before = &before[start_before..];
    if line_before.len() > 3 && line_before.trim_start() == "---" {
        let at = before.len() - 3;
        finding.explain("`---` stands in the first column only", (at, at));
    } else if error.cause == ParseCause::NoColon(true) && at == start {
        // The line before this one lacks the colon.
        let is_pager = line_before.starts_with("--More--");
        let said = if is_pager { PAGER } else { WORDS };
        finding.explain(said, (start_before, start_before));
    } else if line_before.starts_with("apiVersion:") && piece.text[start..].starts_with(' ') {
        let message = "this line is indented, and the one before it is not: select whole lines";
        finding.explain(message, (start, start));
    } else if line == "}"
        && let Some(at) = opened(&piece.text[..start])
    {
        finding.explain(IN_WORDS, (at, at));
    } else if piece.cut.form == Form::Json && is_mark(line.as_bytes()) {
        finding.message = format!("`{line}` stands for what was left out");
        finding.cause = Cause::Explained;
    } else if line.starts_with("```") {
        let message = "this fence of Markdown is indented: paste the lines between the fences";
        finding.explain(message, (start, start));
    } else if matches!(error.cause, ParseCause::NoColon(_)) && line.contains(' ') {
        finding.explain(WORDS, (start, start));
    }
}

/// Where words precede an object in JSON whose closing brace follows: `Applied: {`.
fn opened(before: &str) -> Option<usize> {
    let mut start = 0;
    let mut opened = None;
    for line in before.split_inclusive('\n') {
        if line.starts_with(|first: char| first.is_ascii_alphanumeric()) {
            opened = line.trim_end().ends_with(": {").then_some(start);
        }
        start += line.len();
    }
    opened.filter(|at| holds_fields(&before[*at..]))
}

/// The offset in a line of a template action, `{{ … }}`, outside quotes.
fn action(line: &str) -> Option<usize> {
    let (before, action) = line.split_once("{{")?;
    let is_quoted = before.contains(['"', '\'', '#']);
    (action.contains("}}") && !is_quoted).then_some(before.len())
}

/// The offset in a line of a variable, `${CPU}`, at the beginning of a value in braces or brackets: `{cpu: ${CPU}}`.
fn variable(line: &str) -> Option<usize> {
    let (before, variable) = line.split_once("${")?;
    let is_value = before.contains(['{', '[']) && before.trim_end().ends_with([':', ',', '[']);
    let is_quoted = before.contains(['"', '\'', '#']);
    let is_name = variable.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    (is_name && is_value && !is_quoted && variable.contains('}')).then_some(before.len())
}

/// The offset of a match in the line of a fault, or in the line with content before it.
fn near(text: &str, fault: usize, sought: fn(&str) -> Option<usize>) -> Option<usize> {
    let fault = floor_char_boundary(text, fault);
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        start += line.len();
        (start - line.len(), line)
    });
    let before = lines.take_while(|(start, _)| *start <= fault);
    let mut near: [Option<(usize, &str)>; 2] = [None; 2];
    for line in before.filter(|(_, line)| !line.trim().is_empty()) {
        near = [Some(line), near[0]];
    }
    near.into_iter()
        .flatten()
        .find_map(|(start, line)| Some(start + sought(line)?))
}

/// Like [`object_behind`], but also matches a log that begins with a timestamp and contains any JSON.
pub(super) fn prefixed(piece: &ReadPiece) -> Option<PieceDiagnostic> {
    object_behind(piece).or_else(|| {
        let line = piece.text.trim_start().as_bytes();
        let is_time = line.first()?.is_ascii_digit() && line.get(10) == Some(&b'T');
        let start = piece.text.len() - line.len();
        (is_time && piece.text.contains("{\"")).then(|| beside(start, IN_LOG.to_owned()))
    })
}

/// The finding about lines with a prefix before an object: the time of a log, the name of a file, a border. `None` if
/// `apiVersion` and `kind` have no common prefix.
pub(super) fn object_behind<'a>(piece: &'a ReadPiece) -> Option<PieceDiagnostic> {
    // The line before, and where `apiVersion` stands in it.
    let (mut start, mut before, mut column) = (0, "", 0);
    for line in piece.text.split_inclusive('\n') {
        let prefix_of = |line: &'a str| line.get(..column).unwrap_or_default().trim();
        let (prefix, own) = (prefix_of(before), prefix_of(line));
        let is_one = !prefix.is_empty() && !own.is_empty() && !own.starts_with('#');
        if is_one
            && line
                .get(column..)
                .is_some_and(|kind| kind.starts_with("kind: "))
        {
            let prefix = clip(prefix);
            let message = format!("these lines begin with `{prefix}`: paste them without");
            return Some(beside(start - before.len(), message));
        }
        column = line.find("apiVersion: ").unwrap_or_default();
        before = line;
        start += line.len();
    }
    // A line of a log with an object in JSON.
    let mut start = 0;
    piece.text.split_inclusive('\n').find_map(|line| {
        let at = start;
        start += line.len();
        let message = if holds_object(line)? {
            IN_LOG
        } else {
            IN_WORDS
        };
        Some(beside(at, message.to_owned()))
    })
}

/// Like [`object_behind`], but also matches an object whose fields are on separate lines, each after a prefix.
pub(super) fn object_among(piece: &ReadPiece) -> Option<PieceDiagnostic> {
    let start = piece.cut.lead;
    object_behind(piece)
        .or_else(|| holds_fields(&piece.text).then(|| beside(start, IN_LOG.to_owned())))
}

/// Whether a text has the keys that every object begins with, `apiVersion` and `kind`, in YAML or JSON.
pub(super) fn holds_fields(text: &str) -> bool {
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

/// A finding about lines with other text before an object.
fn beside(at: usize, message: String) -> PieceDiagnostic {
    PieceDiagnostic {
        cause: Cause::Explained,
        ..PieceDiagnostic::new(Severity::Error, DiagnosticCode::Syntax, message, (at, at))
    }
}
