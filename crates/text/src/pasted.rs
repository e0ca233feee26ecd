//! What stands around objects in pasted text: prompts, tables, log lines, fences, diffs, cut heads. One table.
//!
//! A new kind of pasted text is a row of `ROWS`: its sentence, what it means for the objects, and a pattern. The
//! lines that match are cut from the objects around them, so that these can be read.

mod line;
mod unread;

use crate::split::{
    line::{is_blank_from, is_marker, is_space_or_end, line_end},
    words::{Before, begins_other},
};
use line::{
    begins_any, begins_words, is_bracketed, is_command, is_conflict, is_described, is_diff,
    is_diff_start, is_discovery, is_event, is_left_out, is_log, is_markup, is_more_of_command,
    is_more_of_diff, is_numbered, is_row, is_table, is_verdict,
};
pub use unread::{Found, Stop, Unread, holds_fields, lines};

/// What pasted text means for the objects of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A frame around objects: nothing is missing.
    Frame,
    /// Words or messages: nothing is missing, unless they hold an object.
    Words,
    /// A message about something that was not printed: it is missing.
    Failure,
    /// Objects in a form that cannot be read.
    Form,
    /// A mark for what was left out.
    Omission,
    /// A part of an object.
    Part,
}

impl Kind {
    /// Whether it is messages or other words, which may hold an object.
    pub fn is_message(self) -> bool {
        matches!(self, Self::Words | Self::Failure)
    }
}

/// A pattern of a line, without an indentation; the second argument is the text from that line on.
type LinePattern = fn(&[u8], &[u8]) -> bool;

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// What it means for the objects.
    pub kind: Kind,
    /// The sentence about it; `{}` stands for the line, or for what was [found](Found::quote).
    template: &'static str,
    /// Any line in the first column, which no object contains.
    line: LinePattern,
    /// The first line of a document.
    start: LinePattern,
    /// A line that continues it, in addition to `line`.
    more: LinePattern,
    /// Text that could not be read.
    unread: fn(&Unread<'_>) -> Option<Found>,
}

/// Every row is a static.
impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Row {}

/// A row that matches nothing.
const NOTHING: Row = Row {
    kind: Kind::Words,
    template: "",
    line: |_, _| false,
    start: |_, _| false,
    more: |_, _| false,
    unread: |_| None,
};

macro_rules! row {
    ($kind:ident, $template:expr $(, $pattern:ident: $matches:expr)*) => {
        Row { kind: Kind::$kind, template: $template, $($pattern: $matches,)* ..NOTHING }
    };
}

/// Other words before or after an object.
pub static WORDS: Row = row!(Words, "this is not part of an object: it is skipped",
    line: |line, _| is_bracketed(line), start: |line, _| begins_words(line));

/// Events as `kubectl describe` lists them, which are indented there.
pub static EVENTS: Row = row!(Words, "these are events, not objects: they are skipped",
    start: |line, _| is_event(line), more: |line, _| is_event(line));

/// What `kubectl describe` prints about an object.
pub static DESCRIBED: Row = row!(Form,
    "this is the output of `kubectl describe`, which lacks fields of its objects: print them with \
     `kubectl get … -o yaml`",
    line: is_described, start: is_described, more: |_, text| !begins_other(text, 0, Before::ANY));

/// What `kubectl get` prints about objects.
pub static TABLE: Row = row!(Form,
    "this is a table of kubectl, which lacks most of its objects: print them with `-o yaml`",
    line: |line, _| is_table(line), more: |line, _| is_row(line));

/// A line that stands for what was left out: `<snip>`.
pub static MARK: Row = row!(Omission, "`{}`",
    line: is_left_out);

/// Lines after which the items of a list go on: they are not of the list.
pub static BETWEEN_ITEMS: Row = row!(Part, "this ends the list, and its items go on behind it");

/// kubectl's error about a kind that the cluster does not have; only the reader knows these kinds.
pub static ABSENT: Row = row!(Words, "the cluster has no object of this kind: `{}`");

/// The sentence about a template that has to be rendered first.
pub const TEMPLATE: &str =
    "this is a template of Helm or Go, not YAML: render it first, as with `helm template`";
/// The sentence about words in the line of an object in JSON, or before the brace that opens it.
const BEFORE_OBJECT: &str = "these words stand before an object: paste the object alone";
/// The sentence about a line without a key.
const NOT_YAML: &str = "these words are not YAML";

/// The table. Of several rows that match, the first counts.
static ROWS: [&Row; 32] = [
    // Something before each line of an object.
    &row!(Form, "these lines begin with `{}`: paste them without", unread: unread::prefix),
    &row!(Form, "these are log lines: paste the object in them alone", unread: unread::log),
    &row!(Form, BEFORE_OBJECT, unread: unread::words),
    // Faults in the lines of an object.
    &row!(Form, TEMPLATE, line: |line, _| line.starts_with(b"{{"), unread: |text| text.near(unread::action)),
    &row!(Form, "`{}` is a placeholder: fill it in", unread: |text| text.near(unread::variable)),
    &row!(Part, "`---` stands in the first column only", unread: |text| text.near(unread::marker)),
    &row!(Frame, "this line is a pager's: remove it", line: |line, _| line.trim_ascii() == b":",
        unread: |text| text.at_line_before(|at| at.no_colon_before && at.before.starts_with("--More--"))),
    &row!(Words, NOT_YAML, unread: |text| text.at_line_before(|at| at.no_colon_before)),
    &row!(Part, "this line is indented, and the one before it is not: select whole lines",
        unread: |text| text.at_line(|at| at.before.starts_with("apiVersion:") && at.line.starts_with(' '))),
    &row!(Form, BEFORE_OBJECT, unread: unread::opened),
    &row!(Omission, "`{}` stands for what was left out", unread: unread::mark),
    &row!(Frame, "this fence of Markdown is indented: paste the lines between the fences",
        unread: |text| text.at_line(|at| at.line.trim_start().starts_with("```"))),
    &row!(Words, NOT_YAML, unread: |text| text.at_line(|at| at.no_colon && at.line.trim().contains(' '))),
    &EVENTS,
    // Lines in the first column.
    &row!(Words, "this is a message of kube-scheduler, not an object: it is skipped",
        line: |line, _| is_verdict(line), start: |line, _| is_verdict(line)),
    &row!(Frame, "this is markup of Jira, not YAML: it is skipped", line: |line, _| is_markup(line)),
    &row!(Frame, "this is a fence of Markdown, not YAML: it is skipped", line: |line, _| line.starts_with(b"```")),
    &row!(Failure,
        "this is an error message of kubectl, not YAML, and what it is about is not in the input: `{}`",
        line: |line, _| begins_any(line, &ERRORS) || is_log(line, b"EF", true) && !is_discovery(line)),
    &row!(Words, "this is a warning of kubectl, not YAML: it is skipped",
        line: |line, _| begins_any(line, &WARNINGS) || is_log(line, b"IWE", true)),
    &row!(Failure, "this is a log line, and what it is about may not be in the input: `{}`",
        line: |line, _| is_log(line, b"EF", false) && !is_discovery(line)),
    &row!(Words, "this is a log line (klog), not YAML: it is skipped", line: |line, _| is_log(line, b"IWE", false)),
    &row!(Form, "this is a merge conflict of Git: keep one side, without the marks",
        line: |line, _| is_conflict(line), more: |_, text| !begins_other(text, 0, Before::ANY)),
    &row!(Form, "these lines are quoted, as in mail: paste them without `> `",
        line: |line, _| matches!(line, [b'>'] | [b'>', b' ' | b'>' | b'\n' | b'\r', ..])),
    &row!(Form, "these lines begin with their numbers: paste them without", start: is_numbered),
    &TABLE,
    &DESCRIBED,
    &row!(Frame, "these lines are of Helm, not YAML: they are skipped",
        line: |line, _| begins_any(line, &HELM), more: |_, text| !begins_other(text, 0, Before::ANY)),
    &row!(Frame, "this is a command of a shell, not YAML: it is skipped",
        line: |line, _| is_command(line), more: |line, _| is_more_of_command(line)),
    &WORDS,
    &MARK,
    &row!(Form, "this is a diff: paste the whole object",
        line: |line, _| is_diff(line), start: |line, _| is_diff_start(line), more: is_more_of_diff),
    &row!(Part, "the input begins inside an object, whose head is cut off", start: |line, _| line[0] == b' '),
];

/// What Helm prints about a release, around its objects.
const HELM: [&str; 11] = [
    "Release \"",
    "NAME: ",
    "LAST DEPLOYED: ",
    "NAMESPACE: ",
    "STATUS: ",
    "REVISION: ",
    "TEST SUITE: ",
    "COMPUTED VALUES:",
    "HOOKS:",
    "MANIFEST:",
    "NOTES:",
];

/// How error messages of kubectl begin.
const ERRORS: [&str; 10] = [
    "Error from server",
    "Unable to connect to the server",
    "The connection to the server ",
    "error: the server doesn't have a resource type",
    "error: You must be logged in",
    "error: unable to ",
    "error: no matching resources",
    "error: context ",
    "error: stat ",
    "command terminated with ",
];

/// Prefixes of kubectl's warnings, and of its message for an empty result.
const WARNINGS: [&str; 4] = [
    "Warning: ",
    "Flag --",
    "Defaulted container ",
    "No resources found",
];

impl Row {
    /// The sentence about it, with what it quotes.
    pub fn sentence(&self, quote: &str) -> String {
        self.template.replace("{}", quote)
    }

    /// Whether a line of another row goes on: messages are one part of the text.
    fn goes_on(&self, row: &Self) -> bool {
        row == self || row.kind == self.kind && self.kind.is_message()
    }

    /// Where such lines that begin at `at` end; `blank`: with blank lines after them.
    pub(crate) fn end(&'static self, bytes: &[u8], at: usize, blank: bool) -> usize {
        let mut end = line_end(bytes, at);
        while end < bytes.len() {
            let next = line_end(bytes, end);
            let goes_on = blank && is_blank_from(bytes, end)
                || (self.more)(&bytes[end..next], &bytes[end..])
                || of_line(bytes, end).is_some_and(|row| self.goes_on(row));
            if !goes_on {
                break;
            }
            end = next;
        }
        end
    }
}

/// The row of the line at `at`, independent of its position in the text.
pub(crate) fn of_line(bytes: &[u8], at: usize) -> Option<&'static Row> {
    let text = &bytes[at..];
    let line = &text[..line_end(text, 0)];
    let is_of_object = match text.first()? {
        b'#' | b' ' | b'"' | b'\'' | b'\n' | b'\r' => true,
        b'-' => text.get(1) == Some(&b' ') || is_marker(text, 0, *b"---"),
        b'{' => text.get(1) == Some(&b'"') && !is_verdict(line),
        b'a'..=b'z' => begins_key(text) && !text.starts_with(b"error:"),
        _ => false,
    };
    if is_of_object {
        return None;
    }
    let mut rows = ROWS.iter();
    rows.find(|row| (row.line)(line, text)).copied()
}

fn begins_key(text: &[u8]) -> bool {
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric());
    end.is_some_and(|end| text[end] == b':' && is_space_or_end(text.get(end + 1)))
}

/// The row of a document's first line, at `at`.
pub(crate) fn of_start(bytes: &[u8], at: usize) -> Option<&'static Row> {
    let text = &bytes[at..];
    let line = &text[..line_end(text, 0)];
    let mut rows = ROWS.iter();
    rows.find(|row| (row.start)(line, text)).copied()
}

/// The row of text that was not read, and where that is.
pub fn of_unread(text: &Unread<'_>) -> Option<(&'static Row, Found)> {
    ROWS.iter()
        .find_map(|row| Some((*row, (row.unread)(text)?)))
}
