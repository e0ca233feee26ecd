//! Lines between the objects of a text that are not theirs: what terminals show beside kubectl's output.
//!
//! No object has such a line in its first column. They are cut out, so that the objects around them can be read.

use super::{
    LOOKED_BYTES,
    line::{is_blank_from, line_end},
};

/// What stands in a text and is not YAML or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// An error message of kubectl: it has not printed something.
    Error,
    /// A warning or a log line of kubectl.
    Warning,
    /// A command behind a shell's prompt.
    Command,
    /// A fence of code in Markdown.
    Fence,
    /// A table of kubectl.
    Table,
    /// What `kubectl describe` prints.
    Description,
    /// Other words before an object.
    Words,
    /// The rest of an object whose beginning is cut off.
    Tail,
    /// A line of a template of Helm or Go that is not part of an object: `{{- if … }}`.
    Template,
}

/// How error messages of kubectl begin.
const ERRORS: [&str; 11] = [
    "Error from server",
    "Unable to connect to the server",
    "The connection to the server ",
    "No resources found",
    "error: the server doesn't have a resource type",
    "error: You must be logged in",
    "error: unable to ",
    "error: no matching resources",
    "error: context ",
    "error: stat ",
    "command terminated with ",
];

/// How warnings of kubectl begin.
const WARNINGS: [&str; 3] = ["Warning: ", "Flag --", "Defaulted container "];

/// Names of programs behind a prompt.
const PROGRAMS: [&str; 4] = ["kubectl ", "oc ", "k ", "clusteradm "];

/// What a line that begins in the first column is, wherever it stands.
pub(super) fn of_line(line: &[u8]) -> Option<Stray> {
    let begins = |with: &str| line.starts_with(with.as_bytes());
    match line.first()? {
        b'{' => is_action(line).then_some(Stray::Template),
        b'`' => line.starts_with(b"```").then_some(Stray::Fence),
        b'E' | b'U' | b'T' | b'N' | b'c' | b'e' if ERRORS.iter().any(|with| begins(with)) => {
            Some(Stray::Error)
        }
        b'W' | b'F' | b'D' if WARNINGS.iter().any(|with| begins(with)) => Some(Stray::Warning),
        b'E' | b'F' if is_log(line) => Some(Stray::Error),
        b'I' | b'W' if is_log(line) => Some(Stray::Warning),
        b'#' | b' ' | b'-' | b'"' | b'\'' => None,
        _ => is_command(line).then_some(Stray::Command),
    }
}

/// Whether a line begins with `{{`: no JSON does, and no object in YAML.
pub(super) fn is_action(line: &[u8]) -> bool {
    line.starts_with(b"{{")
}

/// `W0612 10:11:12.…`, as Kubernetes logs.
fn is_log(line: &[u8]) -> bool {
    let form = b"0000 00:00:00";
    let said = line.get(1..=form.len());
    said.is_some_and(|said| {
        let fits = |(byte, form): (&u8, &u8)| match form {
            b'0' => byte.is_ascii_digit(),
            _ => byte == form,
        };
        said.iter().zip(form).all(fits)
    })
}

/// `$ kubectl get …`, or with more of a prompt before the sign.
fn is_command(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    let signs = memchr::memchr_iter(b' ', line).take(3);
    signs.into_iter().any(|at| {
        let (prompt, command) = (&line[..at], &line[at + 1..]);
        let ends = matches!(prompt.last(), Some(b'$' | b'#' | b'%' | b'>'));
        let is_key = prompt.windows(2).any(|pair| pair == b": ");
        ends && !is_key
            && PROGRAMS
                .iter()
                .any(|program| command.starts_with(program.as_bytes()))
    })
}

/// What a document is by its first line, which nothing else tells.
pub(super) fn of_start(bytes: &[u8], at: usize) -> Option<Stray> {
    let line = &bytes[at..line_end(bytes, at)];
    if line.starts_with(b" ") {
        return Some(Stray::Tail);
    }
    let mut words = line.trim_ascii_end().split(|byte| *byte == b' ');
    let first = words.next().filter(|word| !word.is_empty())?;
    let is_head = |word: &[u8]| {
        !word.is_empty()
            && word
                .iter()
                .all(|b| b.is_ascii_uppercase() || b"-()".contains(b))
    };
    let second = words.find(|word| !word.is_empty());
    if (first == b"NAME" || first == b"NAMESPACE") && second.is_some_and(is_head) {
        return Some(Stray::Table);
    }
    if first == b"Name:" && line.starts_with(b"Name:  ") && second.is_some() {
        return Some(Stray::Description);
    }
    let is_word = first[0].is_ascii_alphabetic() && !first.contains(&b':');
    (is_word && second.is_some_and(|second| !second.starts_with(b":"))).then_some(Stray::Words)
}

/// Where lines of one kind that begin at `at` end; `blank`: with blank lines behind them.
pub(super) fn end(bytes: &[u8], at: usize, kind: Stray, blank: bool) -> usize {
    let mut end = line_end(bytes, at);
    while end < bytes.len() {
        let next = line_end(bytes, end);
        let goes_on =
            of_line(&bytes[end..next]) == Some(kind) || blank && is_blank_from(bytes, end);
        if !goes_on {
            break;
        }
        end = next;
    }
    end
}
