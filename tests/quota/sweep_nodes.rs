//! Sweeps of a request over which scores choose among nodes: the node of every value, as the edited text gives it.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change_nodes::Dice;
use reference::{
    answers::{ask, text},
    pods::items,
};

/// Three nodes with a pod each that stays, and what is free of their CPUs, in thousandths.
fn world(dice: &mut Dice, most: i64) -> (Vec<Value>, Vec<i64>) {
    let pod = |name: &str, node: &str, milli: i64, mebi: i64| {
        let requests = json!({"cpu": format!("{milli}m"), "memory": format!("{mebi}Mi")});
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": name, "uid": name},
            "spec": {"nodeName": node, "priority": if node.is_empty() { 0 } else { 9 },
                "containers": [{"name": "c", "resources": {"requests": requests}}]}})
    };
    let mut objects = vec![pod("asked", "", most / 2, 100)];
    let mut free = Vec::new();
    for number in 0..3 {
        let node = format!("n{number}");
        let (cpu, memory) = (
            most / 4 + dice.below(most as usize / 2) as i64,
            1000 + 500 * dice.below(8) as i64,
        );
        let used = dice.below(cpu as usize * 3 / 4) as i64;
        free.push(cpu - used);
        objects.push(json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": node},
            "status": {"allocatable": {"cpu": format!("{cpu}m"), "memory": format!("{memory}Mi"), "pods": "9"}}}));
        objects.push(pod(
            &format!("p{number}"),
            &node,
            used,
            dice.below(memory as usize - 200) as i64,
        ));
    }
    (objects, free)
}

/// The outcome and the node with a request.
fn decided(objects: &[Value], milli: i64) -> Value {
    let mut objects = objects.to_vec();
    objects[0]["spec"]["containers"][0]["resources"]["requests"]["cpu"] =
        json!(format!("{milli}m"));
    let question = json!({"simulatePod": {"pod": "a/asked", "limit": 1}});
    let cycle = ask(&mut Scenario::new(&text(&objects)), &question);
    json!([cycle["outcome"], cycle["node"]])
}

fn swept(objects: &[Value]) -> Value {
    let question =
        json!({"sweep": {"now": "2026-01-01T00:00:00Z", "pod": "a/asked", "request": "cpu"}});
    ask(&mut Scenario::new(&text(objects)), &question)
}

/// What a sweep says of a value.
fn told(answer: &Value, milli: i64) -> Value {
    let mut all = items(&answer["intervals"]);
    let found =
        all.find(|one| one["from"].as_i64() <= Some(milli) && Some(milli) <= one["to"].as_i64());
    let cycle = &found.unwrap_or_else(|| panic!("{milli} {answer:#}"))["cycle"];
    json!([cycle["outcome"], cycle["node"]])
}

/// Of a short range every value is looked at.
#[test]
fn every_value_of_a_short_range() {
    let mut intervals = 0;
    for seed in 0..8 {
        let (objects, _) = world(&mut Dice::new(seed), 600);
        let answer = swept(&objects);
        assert_eq!(answer["complete"], true, "{answer:#}");
        let last = items(&answer["intervals"]).last().expect("one");
        for milli in 0..=last["to"].as_i64().expect("an end") {
            let expect = decided(&objects, milli);
            assert_eq!(told(&answer, milli), expect, "{seed} {milli} {answer:#}");
        }
        intervals += items(&answer["intervals"]).count();
    }
    // With one stretch for a node there would be three or four each.
    assert!(intervals > 32, "{intervals}");
}

/// Of a long range at least where a node no longer fits, and before that: there may be another node than where both
/// parts begin.
#[test]
fn before_a_node_no_longer_fits() {
    let mut intervals = 0;
    for seed in 100..400 {
        let (objects, free) = world(&mut Dice::new(seed), 8000);
        let answer = swept(&objects);
        for milli in free {
            for milli in [milli, milli + 1] {
                assert_eq!(
                    told(&answer, milli),
                    decided(&objects, milli),
                    "{seed} {milli} {answer:#}"
                );
            }
        }
        intervals += items(&answer["intervals"]).count();
    }
    assert!(intervals > 700, "{intervals}");
}
