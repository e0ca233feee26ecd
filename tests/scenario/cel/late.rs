//! Answers that come after something else was asked.

use super::*;

#[test]
fn an_answer_to_an_earlier_question_changes_nothing() {
    let text = text(
        THREE,
        &[
            ("p", &[X_IS_1]),
            ("q", &["managedCluster.metadata.name == 'a'"]),
        ],
    );
    let mut scenario = scenario(&text, Encoding::Utf8);
    let mut evaluator = Evaluator::new();
    let first = scenario.cel_question(0).expect("a question");
    let late = evaluator.answer(&first).expect("an answer");
    // Another question and an edit come between.
    let second = scenario.cel_question(1).expect("a question");
    scenario.cel_answer(&late).expect("it is ignored");
    let answer = evaluator.answer(&second).expect("an answer");
    scenario
        .cel_answer(&answer)
        .expect("it is the answer to the latest");
    scenario.cel_answer(&late).expect("it is ignored");
    for placement in [0, 1] {
        while let Some(question) = scenario.cel_question(placement) {
            let answer = evaluator.answer(&question).expect("an answer");
            scenario.cel_answer(&answer).expect("it is asked");
        }
    }
    assert_eq!(selected(&mut scenario, 1), ["a"]);
}
