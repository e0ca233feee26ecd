//! After any edits, a scenario that was asked in between answers every question as one that reads the text anew.

use schedscope::{objects::diagnostic::Encoding, scenario::Scenario};
use schedscope_fuzz::{below, checked, is_large, texts};

#[path = "../../tests/scenario/edited.rs"]
mod edited;
#[path = "../../tests/scenario/random_edits.rs"]
mod random_edits;

fn scenario(text: &str, encoding: Encoding) -> Scenario {
    let mut scenario = Scenario::with_encoding(encoding);
    scenario.replace(text);
    scenario
}

use random_edits::RandomEdit;

/// A case asks each question of a part of them: one fault is one question's.
const PARTS: usize = 8;

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((number, rest)) = data.split_first() else {
        return;
    };
    let is_large = is_large(data);
    // Every other one is the world, in which everything can change.
    let texts = texts(is_large);
    let text = match number % 2 {
        0 => edited::WORLD,
        _ => &texts[usize::from(number / 2) % texts.len()],
    };
    let (edits, _) = rest.as_chunks();
    let edits = edits
        .iter()
        .take(if is_large { 6 } else { 2 })
        .map(|bytes| RandomEdit::from_bytes(*bytes));
    let edits: Vec<RandomEdit> = edits.collect();
    let part = below(rest, PARTS);
    let is_asked = |at: usize| is_large || at % PARTS == part;
    checked(&edits, || {
        edited::check_edits(text.to_owned(), &edits, is_asked)
    });
}
