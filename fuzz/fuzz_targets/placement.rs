//! Placements against the twin, decisions that remember against fresh ones, and hints.

use proptest::prelude::*;
use schedscope_fuzz::{is_large, seeded};

#[path = "../../tests/properties.rs"]
pub(crate) mod properties;

use properties::{
    Step, check_remembers, check_twin, hints, objects, options, profiles, reference, step,
};
use reference::scenarios::{scenario, small_scenario};
use schedscope::objects::profile::Profile;
use serde_json::Value;

/// The strategies, which take longer to make than a case.
struct Cases {
    decided: BoxedStrategy<(Value, Profile)>,
    changed: BoxedStrategy<(Value, Vec<Step>)>,
}

thread_local! {
    static SMALL: Cases = Cases {
        decided: (small_scenario(), profiles()).boxed(),
        changed: (small_scenario(), prop::collection::vec(step(), 1..4)).boxed(),
    };
    static LARGE: Cases = Cases {
        decided: (scenario(), profiles()).boxed(),
        changed: (scenario(), prop::collection::vec(step(), 1..12)).boxed(),
    };
}

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let cases = if is_large(data) { &LARGE } else { &SMALL };
    cases.with(|cases| match kind % 4 {
        0 | 1 => seeded(data, &cases.decided, |(scenario, profile)| {
            check_twin(&scenario, profile)
        }),
        2 => seeded(data, &cases.changed, |(scenario, steps)| {
            check_remembers(scenario, steps)
        }),
        _ => seeded(data, &cases.decided, |(scenario, profile)| {
            hints::check(&scenario, profile)
        }),
    });
}
