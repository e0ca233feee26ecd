//! Queues in which pods evict each other for ever end with the steps that would come again.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{pod_set, sampled},
};
use schedscope_fuzz::quota::queue::{SHORT, all_queued, check};

const ENDLESS: &str = include_str!("endless/json-lines.yaml");

#[test]
fn an_exchange_without_end_is_named() {
    for profile in ["Upstream", "Proposal"] {
        let mut scenario = Scenario::new(ENDLESS);
        let question = json!({"queue": {"profile": profile, "limit": 10_000}});
        let queue = ask(&mut scenario, &question);
        assert_eq!(queue["stopped"], false);
        let numbers = [
            &queue["stepsTotal"],
            &queue["repeats"]["first"],
            &queue["repeats"]["steps"],
        ];
        assert_eq!(numbers.map(Value::as_u64), [3, 1, 2].map(Some));
        let steps = queue["steps"].as_array().expect("the steps");
        let what =
            |step: &Value| [&step["pod"], &step["outcome"], &step["victims"]].map(Value::clone);
        assert_eq!(what(&steps[0]), what(&steps[2]));
    }
}

#[test]
fn pods_count_once_and_those_without_a_turn_apart() {
    let late = "\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: late, namespace: late, uid: late}\n\
        spec: {priority: -1000, containers: [{name: c}]}\n";
    let mut scenario = Scenario::new(&format!("{ENDLESS}{late}"));
    let queue = ask(&mut scenario, &json!({"queue": {"limit": 100}}));
    assert!(queue["repeats"].is_object(), "{queue}");
    assert_eq!(queue["untriedPods"], json!(["late/late"]));
    let steps = queue["steps"].as_array().expect("the steps");
    let victims = |step: &Value| step["victims"].as_array().cloned().unwrap_or_default();
    let mut evicted: Vec<String> = steps
        .iter()
        .flat_map(victims)
        .map(|pod| pod.to_string())
        .collect();
    assert_eq!(queue["evictions"], evicted.len());
    evicted.sort();
    evicted.dedup();
    let numbers = [
        "boundAtEnd",
        "bound",
        "evictedPods",
        "evictions",
        "waiting",
        "untried",
    ];
    let numbers = numbers.map(|field| queue[field].as_u64().expect("a number") as usize);
    assert_eq!(numbers[2], evicted.len());
    assert_eq!(numbers, [0, 1, 1, 2, 3, 1]);
    // So do those of a comparison of scorers.
    let limits = ask(
        &mut scenario,
        &json!({"queueLimits": {"scorers": ["DefaultProfile"]}}),
    );
    assert_eq!(limits["scorers"][0]["bound"], 0);
    // A queue that is stopped has pods without a turn, too.
    let queue = ask(&mut scenario, &json!({"queue": {"maxSteps": 1}}));
    assert_eq!(queue["untried"].as_u64().map(|count| count > 0), Some(true));
}

/// Sets of the sequence whose queues never end, each with all steps, the first step that comes again, and how many do.
const EXCHANGES: [(usize, [u64; 3]); 12] = [
    (20, [11, 9, 2]),
    (71, [86, 31, 33]),
    (233, [13, 11, 2]),
    (244, [11, 9, 2]),
    (259, [5, 4, 2]),
    (304, [12, 10, 2]),
    (312, [8, 6, 2]),
    (319, [20, 18, 2]),
    (326, [20, 18, 2]),
    (362, [11, 9, 2]),
    (442, [25, 19, 6]),
    (447, [24, 22, 2]),
];

/// States are kept after 1, 2, 4, 8, ... steps that evict: the first kept one that comes again ends the queue. The twin
/// plays two rounds more.
#[test]
fn exchanges_end_with_the_first_state_that_is_kept_and_comes_again() {
    let sets = sampled(482, &pod_set(SHORT));
    let mut endless = Vec::new();
    for (number, pod_set) in sets.into_iter().enumerate() {
        let pod_set = all_queued(pod_set).reporting("v1.35.4");
        let mut scenario = Scenario::new(&text(&pod_set.objects));
        let queue = ask(&mut scenario, &json!({"queue": {"profile": "Upstream"}}));
        if queue["repeats"].is_null() {
            continue;
        }
        let numbers = [
            &queue["stepsTotal"],
            &queue["repeats"]["first"],
            &queue["repeats"]["steps"],
        ];
        endless.push((
            number,
            numbers.map(|number| number.as_u64().expect("a number")),
        ));
        if let Err(error) = check(&pod_set, false, (None, "DefaultProfile")) {
            panic!("{error} {pod_set:?}");
        }
    }
    assert_eq!(endless, EXCHANGES);
}
