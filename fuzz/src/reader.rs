//! Texts: any bytes are read without a panic, and after an edit or in parts as in one piece.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::RangeInclusive,
};

use crate::cases::{Size, seeded, texts};
use proptest::prelude::*;
use schedscope::{objects::diagnostic::Encoding, reader::Reader, scenario::Scenario};

pub mod dump;
mod edits;

use dump::dump;

/// Bytes that begin so are the seed of a text of fragments and of its edits.
const FRAGMENTS: u8 = 0xff;

/// Bytes that begin with one that begins no text choose a token each.
const TOKENS: RangeInclusive<u8> = 0x80..=0xbf;

/// What tells the reader where objects begin and end, and what stands between them.
const WORDS: [&str; 76] = [
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    " ",
    "  ",
    "    ",
    "\t",
    "\u{c}",
    "\u{feff}",
    "\u{1b}[1m",
    "apiVersion:",
    "apiVersion",
    "kind:",
    "kind",
    "metadata:",
    "items:",
    "spec:",
    "status:",
    "name:",
    "data:",
    ": ",
    ":",
    ": v1",
    " List",
    " Node",
    " Pod",
    "n",
    "N",
    "é",
    "🙂",
    "x: y",
    "1",
    "2 ",
    "12:",
    "-",
    "- ",
    "---",
    "---\n",
    "...",
    "...\n",
    "+",
    "#",
    "# ",
    "%",
    "$ ",
    "$",
    "> ",
    ">",
    "|",
    "| ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "\\",
    "&a ",
    "*a",
    "<<: ",
    "!",
    "NAME  AGE\n",
    "kubectl get x",
    "Error from server: ",
    "{\"apiVersion\":\"v1\",",
    "```\n",
    "metadata: {continue: a}\n",
    "- apiVersion: v1\n  kind: Node\n  metadata: {name: n}\n",
    "kind: List\n",
];

/// Bytes that begin with one of these choose a text, lines of it, and tokens in place of the ends of those lines.
const VALUES: RangeInclusive<u8> = 0xc0..=0xef;

/// A text that people paste, with other values.
fn values(data: &[u8]) -> Option<String> {
    let (head, changes) = data.split_at_checked(2)?;
    let texts = texts(Size::Tiny);
    let text = &texts[usize::from(u16::from_le_bytes([head[0], head[1]])) % texts.len()];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for change in changes.chunks(8) {
        let (at, tokens_of) = change.split_at_checked(3)?;
        let number = usize::from(u16::from_le_bytes([at[0], at[1]])) % lines.len();
        let line = &mut lines[number];
        let keep = line.floor_char_boundary(usize::from(at[2]) % (line.len() + 1));
        line.truncate(keep);
        line.push_str(&tokens(tokens_of));
    }
    Some(lines.join("\n"))
}

fn tokens(data: &[u8]) -> String {
    let word = |byte: &u8| WORDS[usize::from(*byte) % WORDS.len()];
    data.iter().map(word).collect()
}

/// An edit that the text itself chooses: one of its parts stands elsewhere, too, or in place of another one.
fn edit(text: &str) -> (usize, usize, String) {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let mut numbers = hasher.finish();
    let mut below = |bound: usize| {
        let number = numbers as usize % bound.max(1);
        numbers = numbers
            .wrapping_mul(6_364_136_223_846_793_005)
            .rotate_left(23);
        text.floor_char_boundary(number)
    };
    let (at, gone, from) = (below(text.len() + 1), below(40), below(text.len() + 1));
    let len = below(60);
    let (to, until) = ((at + gone).min(text.len()), (from + len).min(text.len()));
    let until = text.floor_char_boundary(until).max(from);
    (
        at,
        text.floor_char_boundary(to).max(at),
        text[from..until].to_owned(),
    )
}

/// A text in parts: before an edit, what it takes out, what it puts in, and behind it.
type Parts = [String; 4];

/// Whether an edited reader differs from one that reads the text anew.
fn differs([before, gone, insert, after]: &Parts) -> bool {
    let mut reader = Reader::new(&format!("{before}{gone}{after}"));
    let to = before.len() + gone.len();
    reader.edit(before.len(), to, insert, Encoding::Utf8);
    dump(&reader) != dump(&Reader::new(&format!("{before}{insert}{after}")))
}

/// Parts that differ, with as few characters as taking some out can reach.
fn smallest(mut parts: Parts) -> Parts {
    let mut len = parts.iter().map(String::len).max().unwrap_or(0);
    while len > 0 {
        for part in 0..parts.len() {
            let mut at = 0;
            while at < parts[part].len() {
                let mut fewer = parts.clone();
                let text = &mut fewer[part];
                let from = text.floor_char_boundary(at);
                let to = text.ceil_char_boundary((at + len).min(text.len()));
                text.replace_range(from..to, "");
                if differs(&fewer) {
                    parts = fewer;
                } else {
                    at += len;
                }
            }
        }
        len /= 2;
    }
    parts
}

fn check(text: &str) {
    let (from, to, insert) = edit(text);
    let mut edited = text.to_owned();
    edited.replace_range(from..to, &insert);
    let parts = [&text[..from], &text[from..to], &insert, &text[to..]].map(str::to_owned);
    assert!(!differs(&parts), "{:#?}", smallest(parts));

    let mut whole = Scenario::new(&edited);
    let mut in_parts = Scenario::new("");
    in_parts.begin(edited);
    while in_parts.read_on(1 + text.len() / 5).is_some() {}
    for question in [
        r#"{"reading": {}}"#,
        r#"{"findings": {}}"#,
        r#"{"pods": {}}"#,
    ] {
        let [one, two] =
            [&mut whole, &mut in_parts].map(|scenario| scenario.ask(question).expect("an answer"));
        // The revision and how much was read anew tell how the text came.
        assert!(
            one == two || question.contains("reading"),
            "{question}\n{one}\n{two}"
        );
    }
}

thread_local! {
    static FRAGMENTED: BoxedStrategy<(String, Vec<edits::Change>)> = {
        let changes = prop::collection::vec(edits::change(), 1..6);
        (edits::fragments(), changes).boxed()
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    match data.split_first() {
        Some((&FRAGMENTS, data)) => {
            FRAGMENTED.with(|cases| {
                seeded(data, cases, |(text, changes)| edits::check(&text, changes));
            });
        }
        Some((first, data)) if TOKENS.contains(first) => check(&tokens(data)),
        Some((first, data)) if VALUES.contains(first) => {
            if let Some(text) = values(data) {
                check(&text);
            }
        }
        _ => check(&String::from_utf8_lossy(data)),
    }
}
