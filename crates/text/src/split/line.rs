//! Lines: where they end, and which are blank or markers.

use memchr::memchr2;

/// The bytes from `at` to the start of the next line.
pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    match memchr2(b'\n', b'\r', &bytes[at..]) {
        None => bytes.len(),
        Some(index) => {
            let end = at + index;
            let is_crlf = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
            end + 1 + usize::from(is_crlf)
        }
    }
}

pub(crate) fn is_space_or_end(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b' ' | b'\t' | b'\n' | b'\r'))
}

/// Whether a document marker (`---` or `...`) stands at `at`.
pub(crate) fn is_marker(bytes: &[u8], at: usize, marker: [u8; 3]) -> bool {
    bytes[at..].starts_with(&marker) && is_space_or_end(bytes.get(at + 3))
}

/// The first byte at or after `at` that is neither blank nor a tab, on the same line.
pub(crate) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Whether the rest of the line from `at` is empty or a comment.
pub(crate) fn is_blank_from(bytes: &[u8], at: usize) -> bool {
    matches!(
        bytes.get(skip_blanks(bytes, at)),
        None | Some(b'\n' | b'\r' | b'#')
    )
}

/// The number of spaces that a line begins with.
pub(crate) fn indent(bytes: &[u8], at: usize) -> usize {
    let spaces = bytes[at..].iter().take_while(|byte| **byte == b' ');
    spaces.count()
}
