// The native engine's answer to a request of a suite; the twin for WebAssembly is
// tests/node/conformance.mjs.

use schedscope::{
    kube::quantity::Quantity,
    placement::{DecideOptions, Profile},
    pods::{
        compare::{ScoreOptions, compare},
        world::World,
    },
    quota::{answer, cycle, disruption::Budgets, ledger::Ledger},
    scenario::Scenario,
};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Placement {
    text: String,
    options: DecideOptions,
}

#[derive(Deserialize)]
struct Capacity {
    text: String,
    pod: String,
    profile: Profile,
}

#[derive(Deserialize)]
struct Limit {
    text: String,
    pod: String,
    resources: Vec<Weighted>,
    shape: Vec<(i64, i64)>,
}

#[derive(Deserialize)]
struct Weighted {
    name: String,
    weight: i64,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

/// Answers a request, a JSON text, with a JSON text on one line.
pub(crate) fn answer(suite: &str, request: &str) -> Result<String, serde_json::Error> {
    match suite {
        "placement" => {
            let Placement { text, options } = serde_json::from_str(request)?;
            match Scenario::new(&text).report(options) {
                Ok(report) => serde_json::to_string(&report),
                Err(error) => serde_json::to_string(&json!({ "error": error.to_string() })),
            }
        }
        "capacity" => {
            let Capacity { text, pod, profile } = serde_json::from_str(request)?;
            let scenario = Scenario::new(&text);
            let objects = scenario.reader().objects();
            let mut world = World::new(objects);
            let mut ledger = Ledger::new(objects, &mut world);
            let budgets = Budgets::new(&objects.disruption_budgets, &objects.names);
            let Some(pod) = world.pods.iter().find(|info| info.key == pod) else {
                return Ok("null".to_owned());
            };
            let names = &objects.names;
            let cycle = cycle::run(&world, &mut ledger, &budgets, pod, names, profile);
            serde_json::to_string(&answer::answer(&world, &ledger, pod, &cycle, names))
        }
        "limit" => {
            let Limit {
                text,
                pod,
                resources,
                shape,
            } = serde_json::from_str(request)?;
            let scenario = Scenario::new(&text);
            let objects = scenario.reader().objects();
            let mut world = World::new(objects);
            let index = world.pods.iter().position(|info| info.key == pod);
            let options = ScoreOptions {
                resources: resources.into_iter().map(|r| (r.name, r.weight)).collect(),
                shape,
                ..ScoreOptions::default()
            };
            let index = index.map_or(u32::MAX, |index| index as u32);
            serde_json::to_string(&compare(&mut world, objects, index, &options))
        }
        "quantities" => {
            let Text { text } = serde_json::from_str(request)?;
            let answer = Quantity::parse(&text).ok().map(|quantity| {
                let bits = quantity.to_f64().to_bits();
                json!({ "bits": format!("{bits:016x}"), "canonical": quantity.to_string() })
            });
            serde_json::to_string(&answer)
        }
        _ => panic!(
            "the suite `{suite}` has no native engine: add it to conformance/native/answer.rs"
        ),
    }
}
