//! Random edits of a text that keep most of it whole: what a person types, and what no person would.

use std::ops::Range;

use proptest::prelude::*;

/// A change of a text: the range that is replaced, in bytes, and what takes its place.
pub type Change = (Range<usize>, String);

/// An edit that does not know its text yet.
#[derive(Clone, Debug)]
pub struct RandomEdit {
    kind: EditKind,
    /// Where, as a number that is taken by the count of places.
    at: usize,
    /// What takes its place, likewise.
    with: usize,
}

#[derive(Clone, Copy, Debug)]
enum EditKind {
    /// A value becomes one that is read in a special way, or is extreme.
    Special,
    /// A number or an amount becomes another one.
    Amount,
    /// A word becomes another word of the text.
    Word,
    /// A line goes.
    LineGoes,
    /// A line comes once more, elsewhere.
    LineComes,
    /// A document goes.
    DocumentGoes,
    /// A document comes once more.
    DocumentComes,
}

/// Values that are read in a special way, or are extreme.
const SPECIAL: [&str; 24] = [
    "\"\"",
    "null",
    "true",
    "x",
    "{}",
    "[]",
    "web",
    "a",
    "9223372036854775807",
    "-9223372036854775808",
    "Pending",
    "Running",
    "Succeeded",
    "h1",
    "h2",
    "n1",
    "Deployment",
    "ReplicaSet",
    "pod-template-hash",
    "2025-06-01T12:00:00Z",
    "default",
    "team-a",
    "Never",
    "nvidia.com/gpu",
];

const AMOUNTS: [&str; 18] = [
    "0",
    "1",
    "2",
    "-1",
    "500m",
    "100m",
    "1Gi",
    "4",
    "1000",
    "9223372036854775",
    "9223372036854775807",
    "-9223372036854775",
    "-9223372036854775808",
    "9007199254740993",
    "2147483647",
    "-2147483648",
    "8Ei",
    "1e18",
];

/// Edits, one after another.
pub fn edits(count: Range<usize>) -> impl Strategy<Value = Vec<RandomEdit>> {
    prop::collection::vec(any::<[u8; 5]>().prop_map(RandomEdit::from_bytes), count)
}

impl RandomEdit {
    /// The edit that bytes stand for: its kind, where, and with what.
    pub fn from_bytes([kind, a, b, c, d]: [u8; 5]) -> Self {
        Self {
            kind: match kind % 18 {
                0..4 => EditKind::Special,
                4..10 => EditKind::Amount,
                10..14 => EditKind::Word,
                14 => EditKind::LineGoes,
                15 => EditKind::LineComes,
                16 => EditKind::DocumentGoes,
                _ => EditKind::DocumentComes,
            },
            at: u16::from_le_bytes([a, b]).into(),
            with: u16::from_le_bytes([c, d]).into(),
        }
    }

    /// The change that it is of a text; `None`: the text has no place for it.
    pub fn of(&self, text: &str) -> Option<Change> {
        let pick = |places: &[Range<usize>], number: usize| {
            let count = places.len();
            (count > 0).then(|| places[number % count].clone())
        };
        let pool = |values: &[&str]| values[self.with % values.len()].to_owned();
        let change = match self.kind {
            EditKind::Special => (pick(&words(text), self.at)?, pool(&SPECIAL)),
            EditKind::Amount => {
                let is_amount = |word: &Range<usize>| {
                    text[word.clone()].starts_with(|c: char| c.is_ascii_digit() || c == '-')
                };
                let amounts: Vec<_> = words(text).into_iter().filter(is_amount).collect();
                (pick(&amounts, self.at)?, pool(&AMOUNTS))
            }
            EditKind::Word => {
                let words = words(text);
                let other = pick(&words, self.with)?;
                (pick(&words, self.at)?, text[other].to_owned())
            }
            EditKind::LineGoes => (pick(&lines(text), self.at)?, String::new()),
            EditKind::LineComes => {
                let lines = lines(text);
                let at = pick(&lines, self.at)?.start;
                (at..at, text[pick(&lines, self.with)?].to_owned())
            }
            EditKind::DocumentGoes => (pick(&documents(text), self.at)?, String::new()),
            EditKind::DocumentComes => {
                let documents = documents(text);
                let at = pick(&documents, self.at)?.start;
                let copy = &text[pick(&documents, self.with)?];
                (at..at, format!("{}\n---\n", copy.trim_end_matches("---\n")))
            }
        };
        Some(change)
    }
}

/// The words of a text: names, keys and values.
fn words(text: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| !(c.is_whitespace() || "{}[],\"'".contains(c));
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        if is_part(c) {
            start.get_or_insert(at);
        } else if let Some(start) = start.take() {
            let end = at - usize::from(text[start..at].ends_with(':'));
            if start < end && &text[start..end] != "-" && &text[start..end] != "---" {
                words.push(start..end);
            }
        }
    }
    words
}

fn lines(text: &str) -> Vec<Range<usize>> {
    pieces(text, "\n")
}

fn documents(text: &str) -> Vec<Range<usize>> {
    pieces(text, "---\n")
}

/// The pieces of a text, each with the separator at its end.
fn pieces(text: &str, separator: &str) -> Vec<Range<usize>> {
    let mut end = 0;
    let pieces = text.split_inclusive(separator).map(|piece| {
        end += piece.len();
        end - piece.len()..end
    });
    pieces.collect()
}
