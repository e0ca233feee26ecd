//! Lines between the objects of a text that belong to no object, such as terminal output around kubectl's.
//!
//! No line of an object starts like this in the first column. They are cut, so that the objects around them can be
//! read.

use super::{
    LOOKED_BYTES,
    line::{is_blank_from, is_marker, line_end},
    words::{Before, begins_other, begins_prefixed},
};
use crate::left_out::is_mark;

/// The kind of a part of the text that is not YAML or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// An error message of kubectl: it has not printed something.
    Error,
    /// A warning of kubectl, or a log line of any program.
    Warning,
    /// A command after a shell's prompt.
    Command,
    /// A fence of code in Markdown.
    Fence,
    /// What begins or ends code in Jira: `{code:yaml}`.
    Markup,
    /// A table of kubectl.
    Table,
    /// What `kubectl describe` prints.
    Description,
    /// Other words before or after an object.
    Words,
    /// The rest of an object whose beginning is cut off.
    Tail,
    /// A line of a template of Helm or Go that is not part of an object: `{{- if … }}`.
    Template,
    /// Lines that are quoted, as in mail: `> kind: Pod`.
    Quoted,
    /// Lines that begin with their numbers.
    Numbered,
    /// Lines of a diff.
    Diff,
    /// A line that stands for what was left out: `<snip>`.
    LeftOut,
}

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

/// Names of programs after a prompt.
const PROGRAMS: [&str; 4] = ["kubectl ", "oc ", "k ", "clusteradm "];

/// Whether a line begins with one of these.
fn begins_any(line: &[u8], with: &[&str]) -> bool {
    with.iter().any(|with| line.starts_with(with.as_bytes()))
}

/// Classifies a line that begins in the first column, independent of its position in the text.
fn of_line(line: &[u8]) -> Option<Stray> {
    match line.first()? {
        b'{' if is_markup(line) => Some(Stray::Markup),
        b'{' => line.starts_with(b"{{").then_some(Stray::Template),
        b'`' => line.starts_with(b"```").then_some(Stray::Fence),
        b'E' | b'U' | b'T' | b'c' | b'e' if begins_any(line, &ERRORS) => Some(Stray::Error),
        b'W' | b'F' | b'D' | b'N' if begins_any(line, &WARNINGS) => Some(Stray::Warning),
        b'E' | b'F' if is_log(line) && !is_of_discovery(line) => Some(Stray::Error),
        b'I' | b'W' | b'E' if is_log(line) => Some(Stray::Warning),
        b'#' | b' ' | b'"' | b'\'' | b'\n' | b'\r' => None,
        b'>' => {
            matches!(line.get(1), None | Some(b' ' | b'>' | b'\n' | b'\r')).then_some(Stray::Quoted)
        }
        b'@' => line.starts_with(b"@@ -").then_some(Stray::Diff),
        b'=' => line.starts_with(b"=====").then_some(Stray::Diff),
        b'0'..=b'9' if is_hunk(line) => Some(Stray::Diff),
        b'|' => {
            let is_row = line.trim_ascii_end().ends_with(b" |") && !line.contains(&b':');
            (is_row || line.starts_with(b"||")).then_some(Stray::Table)
        }
        b'.' if is_marker(line, 0, *b"...") => None,
        b'-' if line.get(1) == Some(&b' ') || is_marker(line, 0, *b"---") => None,
        b'[' if is_command(line) => Some(Stray::Command),
        b'[' if is_bracketed(line) => Some(Stray::Words),
        b'.' | b'<' | b'[' | b'(' | b'-' | 0xe2 => match line {
            _ if is_mark(line) => Some(Stray::LeftOut),
            [b'<', b' ', ..] => Some(Stray::Diff),
            _ => None,
        },
        _ if is_table(line) => Some(Stray::Table),
        _ => is_command(line).then_some(Stray::Command),
    }
}

/// Whether a line is `{code}`, `{code:yaml}` or `{noformat}` of Jira.
fn is_markup(line: &[u8]) -> bool {
    let begins = ["{code}", "{code:", "{noformat}", "{noformat:", "{quote}"];
    let is_flow = line.get(6) == Some(&b' ');
    begins_any(line, &begins) && !is_flow && line.trim_ascii_end().ends_with(b"}")
}

/// Whether a line is the head of lines of a diff: `5c5`, `12,13d11`.
fn is_hunk(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let is_kind = |byte: &u8| b"acd".contains(byte);
    let [.., last] = line else { return false };
    last.is_ascii_digit()
        && line.iter().filter(|byte| is_kind(byte)).count() == 1
        && line
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b',' || is_kind(byte))
}

/// Like [`of_line`] of the line at `at`, and recognizes output of `kubectl describe` by the next line.
pub(super) fn of_lines(bytes: &[u8], at: usize) -> Option<Stray> {
    let end = line_end(bytes, at);
    let line = &bytes[at..end];
    let described = match line[0] {
        b'N' => {
            let next = bytes.get(end).is_some_and(u8::is_ascii_uppercase);
            next && line.starts_with(b"Name:  ") && !is_blank_from(line, 5)
        }
        b'E' => line.strip_prefix(b"Events:").is_some_and(|said| {
            let is_none = said.starts_with(b"  ") && said.trim_ascii() == b"<none>";
            is_none || said.trim_ascii().is_empty() && bytes[end..].starts_with(b"  Type  ")
        }),
        _ => false,
    };
    if described {
        return Some(Stray::Description);
    }
    of_line(line)
}

/// Whether a line begins with `{{`, or is a mark or a prompt in brackets: no JSON begins so, and no object in YAML.
pub(super) fn is_no_json(line: &[u8]) -> bool {
    line.starts_with(b"{{")
        || is_markup(line)
        || line.starts_with(b"[") && (is_mark(line) || is_command(line) || is_bracketed(line))
}

/// Whether a log line begins with something in brackets: `[pod/web-0/web] …`, `[2026-11-26 10:00:00] INFO …`. No value
/// of YAML or JSON has words after its bracket.
fn is_bracketed(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    let end = line.iter().position(|byte| b"]{\"',".contains(byte));
    end.is_some_and(|end| match &line[end..] {
        [b']', b' ', rest @ ..] => {
            let word = rest.trim_ascii_start();
            word.first().is_some_and(u8::is_ascii_alphabetic)
        }
        _ => false,
    })
}

/// The columns of a line, with two spaces or more between them, by the first word of each.
#[derive(Default)]
struct Columns {
    count: usize,
    /// One is not in capitals.
    has_small: bool,
    /// One is an age, such as `5d2h`.
    has_age: bool,
    /// One ends as a key does.
    has_key: bool,
}

impl Columns {
    fn of(line: &[u8]) -> Self {
        let mut found = Self::default();
        let mut begins = true;
        for word in line.trim_ascii_end().split(|byte| *byte == b' ') {
            if begins && let [first, .., last] = word {
                let is_age = |byte: &u8| byte.is_ascii_digit() || b"smhdy".contains(byte);
                let is_head = |byte: &u8| byte.is_ascii_uppercase() || b"-()".contains(byte);
                found.count += 1;
                found.has_small |= !word.iter().all(is_head);
                found.has_age |=
                    first.is_ascii_digit() && !last.is_ascii_digit() && word.iter().all(is_age);
                found.has_key |= *last == b':';
            }
            begins = word.is_empty();
        }
        found
    }
}

/// Whether a line is of a table of kubectl: its head, or a row with an age.
fn is_table(line: &[u8]) -> bool {
    let columns = Columns::of(line);
    let is_head = !columns.has_small && begins_any(line, &["NAME ", "NAMESPACE ", "LAST SEEN "]);
    let is_row = columns.has_age && columns.count > 2 && !columns.has_key;
    is_head || is_row && line[0].is_ascii_alphanumeric()
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

/// An aggregated API that does not answer, which kubectl logs before it prints the objects of the others.
fn is_of_discovery(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    let said = b"get resource list for ";
    line.windows(said.len()).any(|part| part == said)
}

/// The prompt of a shell alone, as terminals show it after what a command printed: `$`, `me@host:~$`, `[me@host ~]$`,
/// `PS C:\>`; or the end of a text that a shell was given.
fn is_prompt(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    match line.split_last() {
        Some((b'$', [])) => true,
        Some((b'$' | b'#' | b'%', host)) => {
            host.contains(&b'@') && (host[0] == b'[' || !host.contains(&b' '))
        }
        Some((b'>', path)) => path.starts_with(b"PS ") && path.contains(&b':'),
        _ => line == b"EOF",
    }
}

/// `$ kubectl get …`, or with more of a prompt before the sign.
fn is_command(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    if is_prompt(line) {
        return true;
    }
    let spaces = (0..line.len()).filter(|at| line[*at] == b' ');
    spaces.take(3).any(|at| {
        let (prompt, command) = (&line[..at], &line[at + 1..]);
        let ends = matches!(prompt.last(), Some(b'$' | b'#' | b'%' | b'>'));
        let is_key = prompt.windows(2).any(|pair| pair == b": ");
        ends && !is_key && begins_any(command, &PROGRAMS)
    })
}

/// Classifies a document by its first lines.
pub(super) fn of_start(bytes: &[u8], at: usize) -> Option<Stray> {
    let end = line_end(bytes, at);
    let line = &bytes[at..end];
    let next = number(&bytes[end..line_end(bytes, end)]);
    if next.is_some() && next == number(line).map(|number| number + 1) {
        return Some(Stray::Numbered);
    }
    let is_time = line[0].is_ascii_digit() && line.get(10) == Some(&b'T');
    if is_time || begins_prefixed(line) {
        return Some(Stray::Words);
    }
    match line {
        [b' ', ..] => return Some(Stray::Tail),
        [b'+' | b'-', letter, ..] if letter.is_ascii_alphabetic() => return Some(Stray::Diff),
        _ => {}
    }
    let mut words = line.trim_ascii_end().split(|byte| *byte == b' ');
    let first = words.next().filter(|word| !word.is_empty())?;
    let second = words.find(|word| !word.is_empty());
    let is_word = first[0].is_ascii_alphabetic() && !first.contains(&b':');
    (is_word && second.is_some_and(|second| !second.starts_with(b":"))).then_some(Stray::Words)
}

/// The number that a line begins with.
fn number(line: &[u8]) -> Option<u32> {
    let mut line = line.trim_ascii_start();
    let mut number = None;
    while let [digit @ b'0'..=b'9', rest @ ..] = line {
        let digit = u32::from(digit - b'0');
        number = Some(number.unwrap_or(0) * 10 + digit).filter(|number| *number < 1_000_000);
        number?;
        line = rest;
    }
    number.filter(|_| matches!(line.first(), Some(b' ' | b'\t' | b':' | b'|')))
}

/// Where lines of one kind that begin at `at` end; `blank`: with blank lines after them.
pub(super) fn end(bytes: &[u8], at: usize, kind: Stray, blank: bool) -> usize {
    let mut end = line_end(bytes, at);
    while end < bytes.len() {
        let next = line_end(bytes, end);
        let line = &bytes[end..next];
        // Not every table has ages.
        let is_row = || {
            let columns = Columns::of(line);
            let is_name = !line[0].is_ascii_whitespace() && columns.count > 1;
            kind == Stray::Table && is_name && !columns.has_key
        };
        // `> kind: Pod` is quoted unless the lines are those of a diff.
        let is_of_diff = || {
            let rest = if is_marker(bytes, end, *b"---") {
                &bytes[next..]
            } else {
                line
            };
            kind == Stray::Diff && rest.starts_with(b"> ")
        };
        let is_described = || kind == Stray::Description && !begins_other(bytes, end, Before::ANY);
        let goes_on = of_lines(bytes, end) == Some(kind)
            || blank && is_blank_from(bytes, end)
            || is_row()
            || is_of_diff()
            || is_described();
        if !goes_on {
            break;
        }
        end = next;
    }
    end
}
