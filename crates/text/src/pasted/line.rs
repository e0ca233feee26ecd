//! Patterns of lines that are not part of an object.

use crate::left_out::is_mark;
use crate::split::{
    LOOKED_BYTES, PieceStart,
    line::{is_blank_from, is_marker, line_end},
    words::begins_prefixed,
    yaml::list_goes_on,
};

/// Names of programs after a prompt.
const PROGRAMS: [&str; 4] = ["kubectl ", "oc ", "k ", "clusteradm "];

/// Whether a line begins with one of these.
pub(super) fn begins_any(line: &[u8], with: &[&str]) -> bool {
    with.iter().any(|with| line.starts_with(with.as_bytes()))
}

/// Whether a line is `{code}`, `{code:yaml}` or `{noformat}` of Jira.
pub(super) fn is_markup(line: &[u8]) -> bool {
    let begins = ["{code}", "{code:", "{noformat}", "{noformat:", "{quote}"];
    let is_flow = line.get(6) == Some(&b' ');
    begins_any(line, &begins) && !is_flow && line.trim_ascii_end().ends_with(b"}")
}

/// Whether a line stands for what was left out; dots that end a document do so before an object.
pub(super) fn is_left_out(line: &[u8], text: &[u8]) -> bool {
    if !is_marker(line, 0, *b"...") {
        return b".<[(-\xe2".contains(&line[0]) && is_mark(line);
    }
    let behind = &text[line.len()..];
    behind.starts_with(b"apiVersion:") || list_goes_on(behind) != PieceStart::Document
}

/// Whether a line is a mark of a merge conflict: `<<<<<<< HEAD`, `=======`, `>>>>>>> topic`.
pub(super) fn is_conflict(line: &[u8]) -> bool {
    begins_any(line, &["<<<<<<< ", "||||||| ", ">>>>>>> "]) || line.trim_ascii_end() == b"======="
}

/// Whether a line is of a diff: `diff --git …`, `@@ -1,2 +1,2 @@`, `===== /Placement web =====`, `12,13d11`, `< a: b`.
pub(super) fn is_diff(line: &[u8]) -> bool {
    if !line[0].is_ascii_digit() {
        return begins_any(line, &["diff -", "@@ -", "=====", "< "]);
    }
    let line = line.trim_ascii_end();
    let is_kind = |byte: &u8| b"acd".contains(byte);
    line.last().is_some_and(u8::is_ascii_digit)
        && line.iter().filter(|byte| is_kind(byte)).count() == 1
        && line
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b',' || is_kind(byte))
}

/// Whether a document begins with an added or removed key.
pub(super) fn is_diff_start(line: &[u8]) -> bool {
    matches!(line, [b'+' | b'-', letter, ..] if letter.is_ascii_alphabetic())
}

/// Whether a line after lines of a diff is one: `> kind: Pod`, the `---` before it, or the head of a file.
pub(super) fn is_more_of_diff(line: &[u8], text: &[u8]) -> bool {
    let of_file = ["index ", "--- a/", "--- /", "+++ b/", "+++ /"];
    let behind = is_marker(line, 0, *b"---").then(|| &text[line.len()..]);
    behind.unwrap_or(line).starts_with(b"> ") || begins_any(line, &of_file)
}

/// Whether a line is of the output of `kubectl describe`, by the next line. As the first of a document, it may be
/// indented.
pub(super) fn is_described(line: &[u8], text: &[u8]) -> bool {
    let behind = &text[line.len()..];
    let indent = line.iter().take_while(|byte| **byte == b' ').count();
    let is_deep = behind.len() > indent && behind[..indent] == line[..indent];
    let (line, behind) = if is_deep {
        (&line[indent..], &behind[indent..])
    } else {
        (line, behind)
    };
    if line.trim_ascii_end() == b"Allocated resources:" {
        return behind.starts_with(b"  (Total limits ");
    }
    if line.starts_with(b"Name:  ") {
        return behind.first().is_some_and(u8::is_ascii_uppercase) && !is_blank_from(line, 5);
    }
    line.strip_prefix(b"Events:").is_some_and(|said| {
        let is_none = said.starts_with(b"  ") && said.trim_ascii() == b"<none>";
        is_none || said.trim_ascii().is_empty() && behind.starts_with(b"  Type  ")
    })
}

/// Whether a line is of the events that `kubectl describe` lists, indented as there or not: `Warning  FailedScheduling
/// 2m  default-scheduler  …`, or the head of their table.
pub(super) fn is_event(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    let mut columns = columns(line);
    let is_type = |word: &[u8]| [&b"Normal"[..], b"Warning", b"Type", b"----"].contains(&word);
    columns.next().is_some_and(is_type)
        && columns.next().is_some_and(|reason| !reason.contains(&b':'))
        && columns.nth(1).is_some()
}

/// Whether a log line begins with something in brackets: `[pod/web-0/web] …`, `[2026-11-26 10:00:00] INFO …`. No value
/// of YAML or JSON has words after its bracket.
pub(super) fn is_bracketed(line: &[u8]) -> bool {
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

/// The first word of each column of a line, with two spaces or more between them.
fn columns(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut begins = true;
    line.trim_ascii_end()
        .split(|byte| *byte == b' ')
        .filter(move |word| std::mem::replace(&mut begins, word.is_empty()) && word.len() > 1)
}

fn has_key(line: &[u8]) -> bool {
    columns(line).any(|word| word.ends_with(b":"))
}

/// Whether a word is an age, such as `5d2h`.
fn is_age(word: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"smhdy".contains(byte);
    let ends = word[0].is_ascii_digit() && word.last().is_some_and(|last| !last.is_ascii_digit());
    ends && word.iter().all(is_part)
}

/// Whether a line is of a table of kubectl: its head, or a row with an age; or of a table of Jira.
pub(super) fn is_table(line: &[u8]) -> bool {
    if line[0] == b'|' {
        let is_row = line.trim_ascii_end().ends_with(b" |") && !line.contains(&b':');
        return is_row || line.starts_with(b"||");
    }
    let in_capitals = |byte: &u8| byte.is_ascii_uppercase() || b"-()".contains(byte);
    // `kubectl top` has the units in its head.
    let is_head = begins_any(line, &["NAME ", "NAMESPACE ", "LAST SEEN "])
        && (columns(line).flatten().all(in_capitals) || has(line, b" CPU(cores) "));
    is_head
        || line[0].is_ascii_alphanumeric()
            && columns(line).count() > 2
            && columns(line).any(is_age)
            && !has_key(line)
}

/// Whether a line after lines of a table is its row: not every table has ages.
pub(super) fn is_row(line: &[u8]) -> bool {
    !line[0].is_ascii_whitespace() && columns(line).count() > 1 && !has_key(line)
}

/// `W0612 10:11:12.…`, as Kubernetes logs, of these levels. kubectl itself logs so from one file only.
pub(super) fn is_log(line: &[u8], levels: &[u8], of_kubectl: bool) -> bool {
    let form = b"0000 00:00:00";
    let fits = |(byte, form): (&u8, &u8)| match form {
        b'0' => byte.is_ascii_digit(),
        _ => byte == form,
    };
    levels.contains(&line[0])
        && line.len() > form.len()
        && line[1..].iter().zip(form).all(fits)
        && has(line, b"memcache.go:") == of_kubectl
}

/// What kube-scheduler says of the nodes, after the number of those that are available.
const SAID: &[u8] = b" nodes are available: ";

/// Whether a line says how many nodes are available for a pod, and why others are not: a message of kube-scheduler
/// alone, in an event, or in a log line. `0/4 nodes are available: 4 Insufficient cpu.`
pub(super) fn is_verdict(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    let line = line.trim_ascii_start();
    let is_field = match line.first() {
        Some(b'{') => has(line, b"\"apiVersion\"") || has(line, b"\"kind\""),
        Some(first) if first.is_ascii_alphanumeric() || *first == b'[' => {
            let end = line.iter().position(|byte| !byte.is_ascii_alphanumeric());
            end.is_some_and(|end| line[end] == b':')
        }
        _ => true,
    };
    let mut places = line.windows(SAID.len());
    !is_field
        && places.position(|part| part == SAID).is_some_and(|at| {
            let mut before = line[..at].rsplit(|byte| !byte.is_ascii_digit());
            let counts = [before.next(), before.next()];
            counts
                .iter()
                .all(|count| count.is_some_and(|count| !count.is_empty()))
        })
}

/// An aggregated API that does not answer, which kubectl logs before it prints the objects of the others.
pub(super) fn is_discovery(line: &[u8]) -> bool {
    has(line, b"get resource list for ")
}

fn has(line: &[u8], said: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    line.windows(said.len()).any(|part| part == said)
}

/// The prompt of a shell alone, as terminals show it after what a command printed: `$`, `me@host:~$`, `[me@host ~]$`,
/// `PS C:\>`; or the end of a text that a shell was given, or of the shell.
fn is_prompt(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    match line.split_last() {
        Some((b'$', [])) => true,
        Some((b'$' | b'#' | b'%', host)) => {
            host.contains(&b'@') && (host[0] == b'[' || !host.contains(&b' '))
        }
        Some((b'>', path)) => path.starts_with(b"PS ") && path.contains(&b':'),
        _ => [&b"EOF"[..], b"exit", b"logout"].contains(&line),
    }
}

/// `$ kubectl get …`, or with more of a prompt before the sign; `+ kubectl get …`, as a traced script prints it; any
/// command behind a prompt with a host, `[root@hub ~]# exit`.
pub(super) fn is_command(line: &[u8]) -> bool {
    let line = &line[..line.len().min(LOOKED_BYTES)];
    if b"{`>@=|.<(-\xe2".contains(&line[0]) {
        return false;
    }
    if is_prompt(line) {
        return true;
    }
    let spaces = (0..line.len()).filter(|at| line[*at] == b' ');
    spaces.take(3).any(|at| {
        let (prompt, command) = (&line[..at], &line[at + 1..]);
        let ends = matches!(prompt.last(), Some(b'$' | b'#' | b'%' | b'>' | b'+'));
        let is_key = prompt.windows(2).any(|pair| pair == b": ");
        let is_host = prompt.contains(&b'@') && is_prompt(prompt);
        ends && !is_key && (is_host || begins_any(command, &PROGRAMS))
    })
}

/// Whether a line continues a command: options or a pipe behind the shell's second prompt, `> -o yaml`.
pub(super) fn is_more_of_command(line: &[u8]) -> bool {
    let words = line
        .strip_prefix(b">")
        .map(|rest| rest.strip_prefix(b">").unwrap_or(rest));
    match words.map(<[u8]>::trim_ascii_start) {
        Some([b'|', ..]) => true,
        Some([b'-', b'-', first, ..] | [b'-', first, ..]) => first.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Whether the first two lines of a text begin with their numbers.
pub(super) fn is_numbered(line: &[u8], text: &[u8]) -> bool {
    let behind = &text[line.len()..];
    let next = number(&behind[..line_end(behind, 0)]);
    next.is_some() && next == number(line).and_then(|number| number.checked_add(1))
}

/// The number that a line begins with.
fn number(line: &[u8]) -> Option<u32> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = matches!(line.get(digits), Some(b' ' | b'\t' | b':' | b'|'));
    let number = std::str::from_utf8(&line[..digits]).ok()?;
    number.parse().ok().filter(|_| is_number)
}

/// Whether a document that begins with this line begins with words: the time of a log, something before its
/// `apiVersion`, or two words without a colon.
pub(super) fn begins_words(line: &[u8]) -> bool {
    let is_time = line[0].is_ascii_digit() && line.get(10) == Some(&b'T');
    if is_time || begins_prefixed(line) {
        return true;
    }
    let mut words = line.trim_ascii_end().split(|byte| *byte == b' ');
    let first = words.next().unwrap_or_default();
    let second = words.find(|word| !word.is_empty());
    let is_word = first.first().is_some_and(u8::is_ascii_alphabetic) && !first.contains(&b':');
    is_word && second.is_some_and(|second| !second.starts_with(b":"))
}
