//! Spread against the naive loop.

use crate::cases::{BySize, seeded};
use conformance::spread;
use proptest::prelude::*;
use schedscope::{answers::placement::DecideOptions, placement::CandidateMode, scenario::Scenario};
use serde_json::{Value, json};

mod against_twin;
pub mod fleets;

/// The scenario, read and decided.
pub fn decide(scenario: &Value) -> Scenario {
    let line = json!({"name": "", "scenario": scenario}).to_string();
    let mut read = Scenario::new(&spread::input(&line).expect("a line").text);
    let options = DecideOptions {
        candidates: if scenario["mode"] == "sync" {
            CandidateMode::Sets
        } else {
            CandidateMode::Given
        },
        ..DecideOptions::new(0, scenario["now"].as_str().expect("a clock"))
    };
    read.decide(options).expect("a placement");
    read
}

thread_local! {
    static CASES: BySize<BoxedStrategy<Value>> = BySize {
        tiny: fleets::scenario_of_few(3, 2).boxed(),
        small: fleets::scenario_of_few(6, 3).boxed(),
        large: fleets::scenario().boxed(),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    CASES.with(|cases| {
        seeded(data, cases.of(data), |scenario| {
            against_twin::check(&scenario)
        });
    });
}
