//! Placements against the twin, decisions that remember against fresh ones, and hints.

use proptest::prelude::*;
use schedscope_fuzz::seeded;

#[path = "../../tests/properties.rs"]
pub(crate) mod properties;

use properties::{check_remembers, check_twin, hints, objects, options, profiles, reference, step};
use reference::scenarios::scenario;

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    match kind % 4 {
        0 | 1 => seeded(data, &(scenario(), profiles()), |(scenario, profile)| {
            check_twin(&scenario, profile)
        }),
        2 => {
            let steps = prop::collection::vec(step(), 1..12);
            seeded(data, &(scenario(), steps), |(scenario, steps)| {
                check_remembers(scenario, steps)
            });
        }
        _ => seeded(data, &(scenario(), profiles()), |(scenario, profile)| {
            hints::check(&scenario, profile)
        }),
    }
}
