//! Placements against the twin, decisions that remember against fresh ones, and hints.

use crate::cases::{BySize, seeded};
use proptest::prelude::*;

pub mod hints;
pub mod properties;

use properties::{Step, check_remembers, check_twin, profiles, step};
use reference::scenarios::{CLUSTERS, scenario_of};
use schedscope::objects::profile::Profile;
use serde_json::Value;

/// The strategies, which take longer to make than a case.
struct Cases {
    decided: BoxedStrategy<(Value, Profile)>,
    changed: BoxedStrategy<(Value, Vec<Step>)>,
}

impl Cases {
    fn of(clusters: usize, steps: usize) -> Self {
        let scenarios = scenario_of(clusters).boxed();
        Self {
            decided: (scenarios.clone(), profiles()).boxed(),
            changed: (scenarios, prop::collection::vec(step(clusters), 1..steps)).boxed(),
        }
    }
}

thread_local! {
    static CASES: BySize<Cases> = BySize {
        tiny: Cases::of(2, 2),
        small: Cases::of(4, 4),
        large: Cases::of(CLUSTERS, 12),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    CASES.with(|cases| {
        let cases = cases.of(data);
        match kind % 4 {
            0 | 1 => seeded(data, &cases.decided, |(scenario, profile)| {
                check_twin(&scenario, profile)
            }),
            2 => seeded(data, &cases.changed, |(scenario, steps)| {
                check_remembers(scenario, steps)
            }),
            _ => seeded(data, &cases.decided, |(scenario, profile)| {
                hints::check(&scenario, profile)
            }),
        }
    });
}
