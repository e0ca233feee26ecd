//! The engine's scorers against the twin's, on random sets of pods.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::shape::placement;
use reference::{
    answers::{ask, difference, text},
    pod_sets::PodSet,
    pods::{
        ClusterSnapshot, items,
        scores::{BestEffort, Rules},
    },
    quota::BASIC,
};

fn resources() -> BoxedStrategy<Vec<(String, i128)>> {
    let names = vec![
        "cpu",
        "memory",
        "ephemeral-storage",
        "nvidia.com/gpu",
        "hugepages-2Mi",
        "example.com/unknown",
    ];
    let some = prop::sample::subsequence(names, 1..=4).prop_shuffle();
    (some, prop::collection::vec(1..=100_i128, 4))
        .prop_map(|(names, weights)| {
            let names = names.into_iter().map(str::to_owned);
            names.zip(weights).collect()
        })
        .boxed()
}

/// Curves that rise, fall, and begin anywhere.
fn shape() -> BoxedStrategy<Vec<(i128, i128)>> {
    let points = prop::collection::btree_map(0..=100_i128, 0..=10_i128, 1..5);
    points
        .prop_map(|points| points.into_iter().collect())
        .boxed()
}

pub(super) fn rules() -> impl Strategy<Value = Rules> {
    let best_effort = prop_oneof![
        2 => Just(BestEffort::Allocatable),
        1 => Just(BestEffort::Fixed(0)),
        1 => (1..2000_i128).prop_map(BestEffort::Fixed),
    ];
    (resources(), shape(), best_effort).prop_map(|(resources, shape, best_effort)| Rules {
        resources,
        shape,
        best_effort,
    })
}

fn question(pod_set: &PodSet, rules: &Rules) -> Value {
    let number = |number: i128| json!(i64::try_from(number).expect("a number of tests"));
    let resources = rules.resources.iter();
    let resources =
        resources.map(|(name, weight)| json!({"name": name, "weight": number(*weight)}));
    let shape = rules.shape.iter();
    let shape = shape.map(|(at, score)| json!([number(*at), number(*score)]));
    json!({"scoreNodes": {
        "pod": pod_set.asked, "limit": 1000,
        "resources": resources.collect::<Vec<_>>(), "shape": shape.collect::<Vec<_>>(),
        "bestEffort": match rules.best_effort {
            BestEffort::Allocatable => json!("allocatable"),
            BestEffort::Fixed(0) => json!("nothing"),
            BestEffort::Fixed(amount) => json!({"amount": number(amount)}),
        },
    }})
}

fn near(wanted: f64, found: &Value) -> bool {
    found
        .as_f64()
        .is_some_and(|found| (wanted - found).abs() <= 1e-9 * wanted.abs().max(1.0))
}

fn check_exact(exact: &BTreeMap<String, (f64, f64)>, found: &Value) -> Result<(), TestCaseError> {
    for row in items(&found["rows"]) {
        let name = row["name"].as_str().expect("a name");
        match exact.get(name) {
            Some((sum, normalized)) => {
                prop_assert!(near(*sum, &row["exact"]), "{name}: {sum}, {row}");
                prop_assert!(
                    near(*normalized, &row["normalizedExact"]),
                    "{name}: {normalized}, {row}"
                );
            }
            None => {
                prop_assert!(
                    row["exact"].is_null() && row["normalizedExact"].is_null(),
                    "{row}"
                );
            }
        }
    }
    Ok(())
}

pub(super) fn check(pod_set: &PodSet, rules: &Rules) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read(&pod_set.objects);
    let (snapshot, pod) = snapshot.taken(&pod_set.asked);
    let text = text(&pod_set.objects);
    let (mut expected, exact) = placement(&snapshot, &pod, rules);
    for row in expected["rows"].as_array_mut().expect("rows") {
        let resources = row["resources"].as_array_mut().expect("resources");
        // What nothing mentions is not listed.
        resources.retain(|resource| {
            let name = resource["name"].as_str().expect("a name");
            BASIC.contains(&name) || text.contains(name)
        });
    }
    let mut scenario = Scenario::new(&text);
    let found = ask(&mut scenario, &question(pod_set, rules));
    if let Some(difference) = difference("", &expected, &found) {
        return Err(TestCaseError::fail(difference));
    }
    check_exact(&exact, &found)
}
