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

#[test]
fn a_question_without_an_answer_is_asked_again() {
    let mut scenario = scenario(&text(THREE, &[("p", &[X_IS_1])]), Encoding::Utf8);
    let mut evaluator = Evaluator::new();
    let compile = scenario.cel_question(0).expect("a question");
    assert_eq!(read(&compile).1, list(&[]));
    let again = scenario.cel_question(0).expect("a question");
    assert_eq!(read(&again), read(&compile));
    let answer = evaluator.answer(&again).expect("an answer");
    scenario.cel_answer(&answer).expect("an answer");
    // An evaluation that was given up.
    let first = scenario.cel_question(0).expect("a question");
    let second = scenario.cel_question(0).expect("a question");
    assert_eq!(read(&second), read(&first));
    let late = evaluator.answer(&first).expect("an answer");
    scenario.cel_answer(&late).expect("it is ignored");
    assert_eq!(selected(&mut scenario, 0), ["a", "c"]);
}

#[test]
fn placements_that_ask_nothing_void_no_question() {
    let other = "managedCluster.metadata.name == 'a'";
    let placements: [(&str, &[&str]); 3] = [("p", &[X_IS_1]), ("q", &[other]), ("r", &[])];
    let mut scenario = scenario(&text(THREE, &placements), Encoding::Utf8);
    let mut evaluator = Evaluator::new();
    assert_eq!(selected(&mut scenario, 1), ["a"]);
    let question = scenario.cel_question(0).expect("a question");
    for other in [1, 2, 3] {
        assert_eq!(scenario.cel_question(other), None);
        scenario.decide(ask(other.min(2))).expect("a placement");
    }
    let answer = evaluator.answer(&question).expect("an answer");
    scenario.cel_answer(&answer).expect("the answer to it");
    assert_eq!(scenario.cel_question(0), None);
    assert_eq!(selected(&mut scenario, 0), ["a", "c"]);
}

/// What-ifs about two placements with expressions of their own: each goes on where it was, and gives what it gives
/// alone.
#[test]
fn what_ifs_about_placements_take_turns() {
    let other = "managedCluster.metadata.name != 'a'";
    let text = text(THREE, &[("p", &["true"]), ("q", &[other])]);
    let question = |placement: &str| {
        let options =
            json!({"placement": placement, "now": "2025-06-01T12:00:00Z", "weight": "Steady"});
        json!({"sweep": options}).to_string()
    };
    let mut scenario = scenario(&text, Encoding::Utf8);
    let rounds = |scenario: &mut Scenario, placements: &[(usize, &str)]| {
        for round in 1..1000 {
            let mut is_over = true;
            for (index, name) in placements {
                prepare(scenario, *index);
                let progress = scenario.advance(&question(name), 1).expect("a part");
                is_over &= progress.is_none();
            }
            if is_over {
                return round;
            }
        }
        panic!("they do not end");
    };
    let alone = rounds(&mut scenario, &[(0, "p")]);
    assert!(alone > 10, "it has parts");
    edit(&mut scenario, "'2'", "'3'");
    let both = rounds(&mut scenario, &[(0, "p"), (1, "q")]);
    assert!(both <= alone + 1, "{both} rounds instead of {alone}");
    // Given up also where another placement was decided since.
    edit(&mut scenario, "'3'", "'2'");
    for _ in 0..8 {
        prepare(&mut scenario, 0);
        let begun = scenario.advance(&question("p"), 1).expect("a part");
        assert!(begun.is_some_and(|progress| progress.of > 1), "it waits");
        prepare(&mut scenario, 1);
        scenario.decide(ask(1)).expect("a placement");
        assert!(
            scenario
                .advance(&question("p"), 0)
                .expect("given up")
                .is_none()
        );
    }
}
