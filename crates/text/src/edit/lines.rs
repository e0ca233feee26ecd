//! Lines of a text: their starts, ends and line breaks.

/// The line ending the text uses.
pub(super) fn newline(source: &str) -> &'static str {
    match source.find(['\n', '\r']) {
        Some(at) if source[at..].starts_with("\r\n") => "\r\n",
        Some(at) if source[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

pub(super) fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind(['\n', '\r']).map_or(0, |at| at + 1)
}

pub(super) fn line_end(source: &str, at: usize) -> usize {
    source[at..]
        .find(['\n', '\r'])
        .map_or(source.len(), |len| at + len)
}

pub(super) fn break_len(source: &str, at: usize) -> usize {
    match &source[at..] {
        rest if rest.starts_with("\r\n") => 2,
        "" => 0,
        _ => 1,
    }
}

/// The white space that the line of `at` begins with.
pub(super) fn indent_of(source: &str, at: usize) -> &str {
    let line = &source[line_start(source, at)..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

pub(super) fn column(source: &str, at: usize) -> usize {
    source[line_start(source, at)..at].chars().count()
}

/// The start of the line after the one in which `at` lies; `None` if that is the last line.
pub(super) fn next_line(source: &str, at: usize) -> Option<usize> {
    let end = line_end(source, at);
    let next = end + break_len(source, end);
    (next > end && next < source.len()).then_some(next)
}
