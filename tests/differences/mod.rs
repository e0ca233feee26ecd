//! Where the design documents and the engines differ: a test for each row of the list, of the same name.

mod list;

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::Value;

use crate::examples::differ::differ;

/// Declares the tests of a document, and their names.
macro_rules! differences {
    ($($name:ident => $body:block)*) => {
        $(
            #[test]
            fn $name() $body
        )*

        /// The tests of this document.
        pub(crate) const TESTS: &[&str] = &[$(stringify!($name)),*];
    };
}

mod nodes;
mod placement;
mod quotas;
mod spread;
mod vms;

/// The clock of all questions.
const NOW: &str = "2026-11-20T12:00:00Z";

#[track_caller]
fn answer(scenario: &mut Scenario, question: &str) -> Value {
    let answer = scenario.ask(question);
    reference::answers::read(&answer.unwrap_or_else(|error| panic!("{question}: {error}")))
}

/// Asks about a text, and holds the answer against what is expected of it; all three but the text are JSON.
#[track_caller]
fn check(text: &str, question: &str, expect: &str) {
    let found = answer(&mut Scenario::new(text), question);
    let expect = serde_json::from_str(expect).unwrap_or_else(|error| panic!("{expect}: {error}"));
    let mut lines = String::new();
    differ("answer", &expect, &found, &mut lines);
    assert!(lines.is_empty(), "{question}\n{lines}{text}");
}

/// Every row of the list has its test and every test its row, in the same order; the names are unique.
#[test]
fn every_row_has_its_test() {
    let rows = list::DOCUMENTS.map(|document| {
        let tests = document.differences.iter().map(|row| row.test);
        tests.collect::<Vec<_>>()
    });
    let tests = [
        placement::TESTS,
        spread::TESTS,
        nodes::TESTS,
        quotas::TESTS,
        vms::TESTS,
    ];
    assert_eq!(rows.each_ref().map(Vec::as_slice), tests);
    let names: BTreeSet<&str> = rows.iter().flatten().copied().collect();
    assert_eq!(names.len(), rows.iter().map(Vec::len).sum::<usize>());
}

/// Every row quotes its document and says what happens and why, in sentences.
#[test]
fn every_row_is_whole() {
    for document in list::DOCUMENTS {
        let whole = [document.engine, document.title, document.upstream];
        assert!(
            whole.iter().all(|text| !text.is_empty()),
            "{}",
            document.title
        );
        for row in document.differences {
            let is_quoted = row.says.starts_with('“') && row.says.contains('”');
            assert!(is_quoted && !row.section.is_empty(), "{}", row.test);
            for text in [row.upstream, row.proposal, row.why] {
                let is_sentence = text.ends_with('.') || text.ends_with('`');
                assert!(
                    is_sentence || text == row.proposal && text.is_empty(),
                    "{}: {text}",
                    row.test
                );
            }
        }
    }
}
