//! CEL from the pasted text to the decision, against the twin on random scenarios.

use conformance::{Verdict, placement};
use proptest::prelude::*;
use reference::{placement::cel, scenarios};
use schedscope::{
    answers::placement::DecideOptions, objects::profile::Profile, placement::CandidateMode,
    scenario::Scenario,
};
use schedscope_cel::evaluator::Evaluator;
use serde_json::{Value, json};

/// The report on a scenario, with CEL evaluated.
fn report(scenario: &Value, profile: Profile) -> Value {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    let input = placement::input(&line).expect("a line");
    let mut resident = Scenario::new(&input.text);
    let mut evaluator = Evaluator::new();
    while let Some(question) = resident.cel_question(0) {
        let answer = evaluator.answer(&question).expect("a question");
        resident.cel_answer(&answer).expect("an answer");
    }
    let report = resident.report(DecideOptions {
        profile: profile.into(),
        candidates: if scenario["mode"] == "sync" {
            CandidateMode::Sets
        } else {
            CandidateMode::Given
        },
        ..DecideOptions::new(0, input.options.now)
    });
    serde_json::to_value(report.expect("a placement")).expect("JSON")
}

/// A scenario whose predicates use CEL.
pub(super) fn scenario() -> impl Strategy<Value = Value> {
    let expressions = prop_oneof![
        12 => prop::collection::vec(cel::expression(), 0..3),
        1 => prop::collection::vec(prop_oneof![1 => cel::expression(), 40 => cel::heavy()], 9..20),
    ];
    scenario_with(scenarios::scenario(), expressions)
}

/// One of at most so many clusters, and of expressions that exceed no budget: these take as long as a thousand others.
pub(super) fn scenario_of_few(clusters: usize) -> impl Strategy<Value = Value> {
    let expressions = prop::collection::vec(cel::expression(), 0..3);
    scenario_with(scenarios::scenario_of(clusters), expressions)
}

fn scenario_with(
    scenario: impl Strategy<Value = Value>,
    expressions: impl Strategy<Value = Vec<String>>,
) -> impl Strategy<Value = Value> {
    let expressions = prop::collection::vec(expressions, 1..4);
    (scenario, expressions).prop_map(|(mut scenario, expressions)| {
        let spec = &mut scenario["placement"]["spec"];
        let mut predicates = spec["predicates"].as_array().cloned().unwrap_or_default();
        for (index, expressions) in expressions.into_iter().enumerate() {
            if predicates.len() <= index {
                predicates.push(json!({"requiredClusterSelector": {}}));
            }
            predicates[index]["requiredClusterSelector"]["celSelector"] =
                json!({"celExpressions": expressions});
        }
        spec["predicates"] = Value::from(predicates);
        scenario
    })
}

/// Holds the engine with verdicts against the twin.
pub(super) fn check(scenario: &Value, profile: Profile) -> Result<(), TestCaseError> {
    let mut expected = reference::placement::decide(scenario, profile == Profile::Proposal);
    if expected["outcome"] == "invalid" {
        expected["outcome"] = json!("panic");
    }
    let mode = scenario["mode"].as_str().expect("a mode");
    match placement::compare_values(&expected, mode, &report(scenario, profile)) {
        Verdict::Passed => Ok(()),
        Verdict::Failed(differences) => {
            let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
            Err(TestCaseError::fail(lines.join("\n")))
        }
        Verdict::Skipped(why) => Err(TestCaseError::fail(why)),
    }
}
