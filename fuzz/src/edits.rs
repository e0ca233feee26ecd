//! After any edits, a scenario that was asked in between answers every question as one that reads the text anew.

use std::sync::OnceLock;

use crate::cases::{Size, below, checked, texts};

pub mod edited;

use crate::random_edits::RandomEdit;

/// A large case asks each question of one of so many parts: one fault is one question's.
const LARGE_PARTS: usize = 4;
/// A small case, likewise.
const SMALL_PARTS: usize = 32;

/// The texts that a case starts from, by number: every other one is the world, in which everything can change.
fn text(number: u8, size: Size) -> &'static str {
    let texts = texts(size);
    match number % 2 {
        0 => edited::WORLD,
        _ => &texts[usize::from(number / 2) % texts.len()],
    }
}

/// The questions about each of the texts of tiny cases, by the number of the text.
static QUESTIONS: [OnceLock<Vec<Vec<String>>>; 256] = [const { OnceLock::new() }; 256];

/// What stands between documents.
const MARKER: &str = "---\n";

/// Some of the documents of a text.
fn few_documents(text: &str, data: &[u8]) -> String {
    let documents: Vec<&str> = text.split(MARKER).collect();
    let kept = documents.iter().enumerate().filter(|(number, _)| {
        let mut salted = data.to_vec();
        salted.extend(number.to_le_bytes());
        below(&salted, 8) < 5
    });
    let kept: Vec<&str> = kept.map(|(_, document)| *document).collect();
    kept.join(MARKER)
}

/// Questions that decide again and again, which take longest.
const SEARCHES: [&str; 4] = ["change", "changesSoFar", "sweep", "without"];

/// One of the questions; a search a quarter as often as another one.
fn one<'a>(questions: &'a [Vec<String>], data: &[u8]) -> &'a [String] {
    let drawn = |salt: u8, bound| below(&[data, &[salt]].concat(), bound);
    let first = &questions[drawn(0, questions.len())];
    let question = first.last().map_or("", String::as_str);
    let name = question.split('"').nth(1).unwrap_or_default();
    let is_search = SEARCHES.contains(&name);
    if is_search && drawn(1, 4) != 0 {
        &questions[drawn(2, questions.len())]
    } else {
        first
    }
}

/// What stands before the text at first, in one of four cases: names, keys and resources in another order, and some
/// that nothing mentions when it is gone.
fn before(data: &[u8]) -> String {
    let salted = [data, b"before"].concat();
    match below(&salted, 4) {
        0 => few_documents(text(data[0], Size::Tiny), &salted) + MARKER,
        _ => String::new(),
    }
}

/// One question about a part of a text, after one or two edits.
fn tiny(number: u8, data: &[u8], mut edits: Vec<RandomEdit>) {
    let text = text(number, Size::Tiny);
    let questions = QUESTIONS[usize::from(number)].get_or_init(|| edited::each_question(text));
    let asked = one(questions, data);
    edits.truncate(1 + usize::from(data[0] < 64));
    checked(&edits, || {
        let part = few_documents(text, data);
        edited::check_edits(&before(data), part, &edits, |_| asked.to_vec())
    });
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let Some((number, rest)) = data.split_first() else {
        return;
    };
    let size = Size::of(data);
    let (edits, _) = rest.as_chunks();
    let edits = edits.iter().map(|bytes| RandomEdit::from_bytes(*bytes));
    let mut edits: Vec<RandomEdit> = edits.collect();
    if edits.is_empty() {
        return;
    }
    if size == Size::Tiny {
        return tiny(*number, rest, edits);
    }
    let (most, parts) = match size {
        Size::Large => (6, LARGE_PARTS),
        _ => (2, SMALL_PARTS),
    };
    edits.truncate(most);
    let part = below(rest, parts);
    checked(&edits, || {
        let text = text(*number, size).to_owned();
        edited::check_edits("", text, &edits, |scenario| {
            edited::some_questions(scenario, |at| at % parts == part)
        })
    });
}
