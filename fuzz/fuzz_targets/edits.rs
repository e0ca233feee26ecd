//! After any edits, a scenario that was asked in between answers every question as one that reads the text anew.

use schedscope::{objects::diagnostic::Encoding, scenario::Scenario};
use schedscope_fuzz::{checked, texts};

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

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((number, data)) = data.split_first() else {
        return;
    };
    // Every other one is the world, in which everything can change.
    let texts = texts();
    let text = match number % 2 {
        0 => edited::WORLD,
        _ => &texts[usize::from(number / 2) % texts.len()],
    };
    let (edits, _) = data.as_chunks();
    let edits = edits
        .iter()
        .take(6)
        .map(|bytes| RandomEdit::from_bytes(*bytes));
    let edits: Vec<RandomEdit> = edits.collect();
    checked(&edits, || edited::check_edits(text.to_owned(), &edits));
}
