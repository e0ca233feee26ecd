//! The forms of names and labels that the API server accepts.

use schedscope_objects::names::Symbol;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, clip, words::is_placeholder};

/// Parts of names, names and values of labels have at most this many characters.
const LONGEST_LABEL: usize = 63;
/// Names have at most this many characters.
pub(super) const LONGEST_NAME: usize = 253;

/// A DNS label, of at most `longest` characters.
fn is_dns_label(label: &str, longest: usize) -> bool {
    let bytes = label.as_bytes();
    (1..=longest).contains(&bytes.len())
        && bytes[0] != b'-'
        && bytes[bytes.len() - 1] != b'-'
        && bytes
            .iter()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-')
}

/// Names of most objects are DNS subdomains.
pub(super) fn is_subdomain(name: &str) -> bool {
    name.len() <= LONGEST_NAME && name.split('.').all(|part| is_dns_label(part, LONGEST_NAME))
}

/// Whether a text is a valid label value that is not empty, or a valid name after the `/` of a label key.
pub(super) fn is_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    (1..=LONGEST_LABEL).contains(&bytes.len())
        && bytes[0].is_ascii_alphanumeric()
        && bytes[bytes.len() - 1].is_ascii_alphanumeric()
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

pub(super) fn is_label_key(key: &str) -> bool {
    match key.split_once('/') {
        Some((prefix, name)) => is_subdomain(prefix) && is_word(name),
        None => is_word(key),
    }
}

impl Decoder<'_> {
    /// Reports labels that the API server rejects, of an object that it has not stored. O(labels).
    pub(super) fn check_labels(&mut self, at: ValueId, path: &FieldPath<'_>) {
        let tree = self.tree;
        for (key, value) in tree.entries(at) {
            let name = self.text_of(key);
            let text = self.text_of(value);
            let entry = FieldPath::Key(path, name);
            if !is_label_key(name) && !self.is_merge(key) {
                self.refuse_label_key(key, &entry, name);
            } else if !text.is_empty()
                && !self.is_null(value)
                && !is_word(text)
                && !is_placeholder(text)
            {
                self.refuse_label_value(value, &entry, text);
            }
        }
    }

    /// Reads a label key, such as a `topologyKey`, and reports an invalid one. Empty if absent.
    pub(super) fn label_key(&mut self, at: ValueId, path: &FieldPath<'_>) -> Symbol {
        let text = self.string(at, path).unwrap_or_default();
        if !text.is_empty() && !is_label_key(text) && !is_placeholder(text) {
            self.refuse_label_key(at, path, text);
        }
        self.names.intern(text)
    }

    /// Reports a text that is not a label key.
    pub(super) fn refuse_label_key(&mut self, at: ValueId, path: &FieldPath<'_>, text: &str) {
        if self.is_placeholder(at, path, text) {
            return;
        }
        let message = format!(
            "`{}` is not a valid label key: at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at \
             both ends; before it may stand a DNS name and `/`",
            clip(text)
        );
        self.refuse(at, path, message);
    }

    /// Reports a text that is not a label value.
    pub(super) fn refuse_label_value(&mut self, at: ValueId, path: &FieldPath<'_>, text: &str) {
        let message = format!(
            "`{}` is not a valid label value: at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit \
             at both ends",
            clip(text)
        );
        self.refuse(at, path, message);
    }

    /// Reports the name of a container, or of one of its ports, that is not a DNS label.
    pub(super) fn check_dns_label(&mut self, at: ValueId, path: &FieldPath<'_>, name: &str) {
        if !is_dns_label(name, LONGEST_LABEL) {
            let message = format!(
                "`{}` is not a valid name: at most 63 lower case letters, digits and `-`, with a letter or digit at \
                 both ends",
                clip(name)
            );
            self.refuse(at, path, message);
        }
    }
}
