//! Code units and line breaks of a text.

use schedscope_objects::diagnostic::Encoding;

/// The byte offsets after each line break of a text.
pub(super) fn line_breaks(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\n', b'\r', bytes).filter_map(move |at| {
        let is_first_of_two = bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
        (!is_first_of_two).then_some(at + 1)
    })
}

/// The byte offset after the last line break.
pub(super) fn last_break(text: &str) -> Option<usize> {
    memchr::memrchr2(b'\n', b'\r', text.as_bytes()).map(|at| at + 1)
}

pub(super) fn utf16_len(text: &str) -> u32 {
    if text.is_ascii() {
        text.len() as u32
    } else {
        text.encode_utf16().count() as u32
    }
}

pub(super) fn units(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => utf16_len(text) as usize,
    }
}

pub(super) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The byte of a code unit; inside a character, its start.
pub(super) fn byte_of(text: &str, unit: usize, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => floor_char_boundary(text, unit),
        Encoding::Utf16 if text.is_ascii() => unit.min(text.len()),
        Encoding::Utf16 => {
            let mut passed = 0;
            for (byte, char) in text.char_indices() {
                passed += char.len_utf16();
                if passed > unit {
                    return byte;
                }
            }
            text.len()
        }
    }
}
