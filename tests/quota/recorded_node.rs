//! Why a pod is on its node, against the twin's cycle of the pod among the others.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::{self, Scope},
    pods::{ClusterSnapshot, default_profile::choose, filters::Faults},
    quota::cycle,
};
use schedscope_fuzz::quota::queue::all_queued;

const SMALL: Scope = Scope {
    nodes: 5,
    pods: 10,
    quotas: 1,
    unbound: 10,
};

fn key(object: &Value) -> String {
    let metadata = &object["metadata"];
    let namespace = metadata["namespace"].as_str().unwrap_or("default");
    let name = metadata["name"].as_str().unwrap_or_default();
    format!("{namespace}/{name}")
}

/// Whether the own node is among the best ones, and its rank and those like it, if several nodes fit.
fn decided(objects: &[Value], pod: &str, proposal: bool) -> (bool, bool, [Option<usize>; 2]) {
    let mut objects = objects.to_vec();
    let own = objects
        .iter_mut()
        .find(|object| object["kind"] == "Pod" && key(object) == pod);
    let own = own.expect("the pod");
    let node = own["spec"]["nodeName"].as_str().expect("a node").to_owned();
    own["spec"]
        .as_object_mut()
        .expect("a spec")
        .remove("nodeName");
    own["status"] = json!({"phase": "Pending"});
    let snapshot = ClusterSnapshot::read_as(&objects, proposal);
    let (rest, pod) = snapshot.taken(pod);
    let found = cycle(&rest, &pod, proposal);
    let feasible: Vec<String> = found.feasible().cloned().collect();
    let fits = found.outcome == "Schedulable" && feasible.contains(&node);
    if !fits || feasible.len() == 1 {
        return (fits, fits, [None; 2]);
    }
    let choice = choose(
        &rest,
        &found.pod,
        &feasible,
        Faults::of(proposal, rest.minor),
    );
    let total = choice.total[&node];
    let above = choice
        .total
        .values()
        .filter(|other| **other > total)
        .count();
    let alike = choice
        .total
        .values()
        .filter(|other| **other == total)
        .count();
    (fits, above == 0, [Some(above + 1), Some(alike)])
}

#[test]
fn a_pod_is_decided_again_with_and_without_the_later_ones() {
    let strategy = pod_sets::pod_set(SMALL);
    let (mut same, mut elsewhere, mut misfits, mut tied) = (0, 0, 0, 0);
    let (mut one_alone, mut none) = (0, 0);
    for (number, pod_set) in pod_sets::sampled(150, &strategy).into_iter().enumerate() {
        let mut objects = all_queued(pod_set).objects;
        let is_on = |object: &Value| {
            let is_over = ["Succeeded", "Failed"].map(|phase| object["status"]["phase"] == phase);
            object["kind"] == "Pod"
                && object["spec"]["nodeName"].is_string()
                && is_over == [false; 2]
        };
        for (at, object) in objects.iter_mut().enumerate() {
            if is_on(object) {
                let minute = at * 7 % 10;
                object["metadata"]["creationTimestamp"] = json!("2025-01-01T00:00:00Z");
                object["status"]["startTime"] = json!(format!("2025-01-01T00:0{minute}:00Z"));
            }
        }
        let start = |object: &Value| {
            let start = object["status"]["startTime"].as_str();
            start.map(str::to_owned)
        };
        let proposal = number % 2 == 1;
        let profile = if proposal { "Proposal" } else { "Upstream" };
        let asked = objects
            .iter()
            .filter(|object| is_on(object) && object["metadata"]["deletionTimestamp"].is_null());
        let asked = asked.take(2);
        for object in asked {
            let pod = key(object);
            let question = json!({"recordedNode": {"pod": pod, "profile": profile}});
            let mut scenario = Scenario::new(&text(&objects));
            let Ok(answer) = scenario.ask(&question.to_string()) else {
                // Its node is not in the text.
                continue;
            };
            drop(answer);
            let answer = ask(&mut scenario, &question);
            let is_later =
                |other: &Value| is_on(other) && start(other) > start(object) && key(other) != pod;
            let mut later: Vec<&Value> = objects.iter().filter(|one| is_later(one)).collect();
            later.reverse();
            later.sort_by_key(|one| std::cmp::Reverse(start(one)));
            let without = |gone: &[&Value]| -> Vec<Value> {
                let gone: Vec<String> = gone.iter().map(|one| key(one)).collect();
                let stays = |one: &&Value| one["kind"] != "Pod" || !gone.contains(&key(one));
                objects.iter().filter(stays).cloned().collect()
            };
            let is_best = |gone: &[&Value]| decided(&without(gone), &pod, proposal).1;
            let mut expected = later.clone();
            if !is_best(&[]) {
                let one = later.iter().find(|one| is_best(&[one]));
                let run = (2..=later.len()).find(|count| is_best(&later[..*count]));
                expected = match (one, run) {
                    (Some(one), _) => vec![one],
                    (_, Some(count)) => later[..count].to_vec(),
                    _ => expected,
                };
                one_alone += usize::from(one.is_some());
                none += usize::from(one.is_none() && run.is_none() && !later.is_empty());
            }
            let shown = || format!("{}# {question}\n{answer}", text(&objects));
            assert_eq!(answer["laterTotal"], later.len(), "{}", shown());
            let expected_names: Vec<String> = expected.iter().map(|one| key(one)).collect();
            assert_eq!(answer["without"], json!(expected_names), "{}", shown());
            assert_eq!(answer["withoutTotal"], expected.len(), "{}", shown());
            for (part, objects) in [("now", without(&[])), ("then", without(&expected))] {
                let found = &answer[part];
                if found.is_null() {
                    assert!(part == "then" && later.is_empty(), "{}", shown());
                    continue;
                }
                let (fits, is_best, rank) = decided(&objects, &pod, proposal);
                let kind = found["kind"].as_str().expect("a kind");
                assert_eq!(kind == "same", is_best, "{part} {}", shown());
                assert_eq!(kind == "elsewhere", fits && !is_best, "{part} {}", shown());
                if fits {
                    assert_eq!(found["rank"], json!(rank[0]), "{part} {}", shown());
                    assert_eq!(found["alike"], json!(rank[1]), "{part} {}", shown());
                }
                same += usize::from(kind == "same");
                elsewhere += usize::from(kind == "elsewhere");
                misfits += usize::from(!fits);
                tied += usize::from(rank[1].is_some_and(|alike| alike > 1));
            }
        }
    }
    assert!(
        same > 30 && elsewhere > 30 && misfits > 10 && tied > 3,
        "{same} {elsewhere} {misfits} {tied}"
    );
    assert!(one_alone > 4 && none > 20, "{one_alone} {none}");
}

#[test]
fn only_a_pod_on_a_node_has_a_recorded_node() {
    let pod = |name: &str, node: Value| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a"},
            "spec": {"nodeName": node, "containers": [{"name": "c"}]},
        })
    };
    let node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "10"}},
    });
    let objects = [
        node,
        pod("on", json!("n")),
        pod("off", Value::Null),
        pod("away", json!("m")),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let mut code = |pod: &str| {
        let question = json!({"recordedNode": {"pod": pod}}).to_string();
        scenario.ask(&question).err().map(|error| error.code())
    };
    assert_eq!(code("a/on"), None);
    assert_eq!(code("a/off"), Some("invalid-argument"));
    assert_eq!(code("a/away"), Some("invalid-argument"));
    assert_eq!(code("a/none"), Some("no-such-pod"));
}

#[test]
fn several_that_started_last() {
    let node = |name: &str| {
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
            "status": {"allocatable": {"cpu": "6", "memory": "8Gi", "pods": "10"}},
        })
    };
    let pod = |name: &str, minute: u32| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "a", "uid": name},
            "spec": {
                "nodeName": "n1",
                "containers": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}],
            },
            "status": {"phase": "Running", "startTime": format!("2025-01-01T00:0{minute}:00Z")},
        })
    };
    let objects = [
        node("n1"),
        node("n2"),
        pod("own", 1),
        pod("q", 2),
        pod("r", 3),
    ];
    let answer = ask(
        &mut Scenario::new(&text(&objects)),
        &json!({"recordedNode": {"pod": "a/own"}}),
    );
    assert_eq!(answer["now"]["chosen"], "n2");
    assert_eq!(answer["without"], json!(["a/r", "a/q"]));
    assert_eq!(answer["then"]["alike"], 2);
    // Each of both alone, then both.
    assert_eq!(answer["decisions"], 3);
}
