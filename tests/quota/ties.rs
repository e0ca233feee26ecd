//! Ties among equally important pods: by hand, and against all orders of the pods of small texts.

use schedscope_fuzz::cases::cases;
use std::collections::{BTreeMap, BTreeSet};

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

/// A pod: its node, namespace, priority and cpus.
type Parts = (usize, usize, i64, i64);

const NAMESPACES: [&str; 3] = ["a", "b", "c"];

fn node(at: usize, cpu: i64) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("n{at}")}, "spec": {},
        "status": {"allocatable": {"cpu": cpu.to_string(), "memory": "8Gi", "pods": "110"}},
    })
}

fn pod(at: usize, (node, namespace, priority, cpu): Parts) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {
            "namespace": NAMESPACES[namespace], "name": format!("p{at}"), "uid": format!("p{at}"),
            "labels": {"app": format!("app{}", at % 2)},
        },
        "spec": {
            "priority": priority, "nodeName": format!("n{node}"),
            "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu.to_string()}}}],
        },
        "status": {"phase": "Running", "startTime": "2026-01-01T00:00:01Z"},
    })
}

/// `a/in`, which waits.
fn incoming(priority: i64, cpu: i64) -> Value {
    let mut pod = pod(0, (0, 0, priority, cpu));
    pod["metadata"] = json!({"namespace": "a", "name": "in", "uid": "in"});
    pod["spec"]["nodeName"] = json!("");
    pod["status"] = json!({"phase": "Pending"});
    pod
}

fn quota(namespace: &str, min: i64) -> Value {
    json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"namespace": namespace, "name": "q"}, "spec": {"min": {"cpu": min.to_string()}},
    })
}

fn budget(namespace: &str, allowed: i64) -> Value {
    json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
        "metadata": {"namespace": namespace, "name": "b"},
        "spec": {"selector": {"matchLabels": {"app": "app0"}}},
        "status": {"disruptionsAllowed": allowed},
    })
}

fn simulated(objects: &[Value]) -> Value {
    let question = json!({"simulatePod": {"pod": "a/in", "profile": "Upstream"}});
    ask(&mut Scenario::new(&text(objects)), &question)
}

fn names(list: &Value) -> BTreeSet<String> {
    items(list)
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect()
}

/// The ties of the node of the answer, as `victims|spared`.
#[track_caller]
fn check(cpus: &[i64], asked: i64, ties: &[&str]) {
    let pods = cpus.iter().enumerate();
    let mut objects: Vec<Value> = pods.map(|(at, cpu)| pod(at, (0, 0, 0, *cpu))).collect();
    objects.push(node(0, cpus.iter().sum()));
    objects.push(incoming(1, asked));
    let answer = simulated(&objects);
    let found = items(&answer["nodes"][0]["dryRun"]["ties"]).map(|tie| {
        let list = |field: &str| {
            let names = items(&tie[field]).filter_map(|name| name.as_str()?.strip_prefix("a/"));
            names.collect::<Vec<_>>().join(" ")
        };
        format!("{}|{}", list("victims"), list("spared"))
    });
    assert_eq!(found.collect::<Vec<_>>(), ties, "{answer:#}");
}

#[test]
fn equals_are_named_only_where_others_could_go() {
    // Alike: any of them could go.
    check(&[1, 1, 1], 1, &["p0|p1 p2"]);
    check(&[1, 1, 1], 2, &["p0 p1|p2"]);
    // All go.
    check(&[1, 1], 2, &[]);
    // Only the large one makes room.
    check(&[3, 1], 3, &[]);
    check(&[1, 3, 1], 3, &[]);
    // Only one large one is needed, and either would do; the small one stays in any order.
    check(&[3, 3, 1], 3, &["p0|p1"]);
    // The large one or both small ones.
    check(&[2, 1, 1], 2, &["p0|p1 p2"]);
    check(&[1, 1, 2], 2, &["p0 p1|p2"]);
}

#[test]
fn many_equals() {
    // More orders than are tried one by one: alike ones are named all the same.
    check(&[1; 9], 2, &["p0 p1|p2 p3 p4 p5 p6 p7 p8"]);
    check(&[1, 1, 1, 1, 1, 1, 9], 9, &[]);
}

#[test]
fn of_equals_those_whose_eviction_violates_a_budget_are_listed_first() {
    let mut objects = vec![
        pod(0, (0, 0, 0, 2)),
        pod(1, (0, 0, 0, 2)),
        node(0, 4),
        incoming(5, 4),
    ];
    // Equals are put back from the last of the text, and listed as they were found.
    assert_eq!(simulated(&objects)["victims"], json!(["a/p1", "a/p0"]));
    let budget = budget("a", 0);
    objects.push(budget);
    assert_eq!(simulated(&objects)["victims"], json!(["a/p0", "a/p1"]));
}

#[test]
fn another_node_may_be_chosen() {
    // n0: the large one, or both small ones. n1: its victim is between, one pod, and more important.
    let objects = |on_n1: i64| {
        vec![
            pod(0, (0, 0, 0, 2)),
            pod(1, (0, 0, 0, 1)),
            pod(2, (0, 0, 0, 1)),
            pod(3, (1, 0, on_n1, 4)),
            node(0, 4),
            node(1, 4),
            incoming(5, 2),
        ]
    };
    // Both have one victim with priority 0; n0 is the first by name. In another order n0 has two.
    let answer = simulated(&objects(0));
    assert_eq!(
        (&answer["node"], &answer["victims"]),
        (&json!("n0"), &json!(["a/p0"]))
    );
    let other = &answer["preemption"]["otherChoice"];
    assert_eq!(*other, json!({"node": "n1", "victims": ["a/p3"]}));
    // A more important victim is worse than two.
    assert!(simulated(&objects(1))["preemption"]["otherChoice"].is_null());
    // The other way round: n1 would be cheaper in another order.
    let mut objects = objects(0);
    objects[0] = pod(0, (1, 0, 0, 1));
    objects[1] = pod(1, (1, 0, 0, 1));
    objects[2] = pod(2, (1, 0, 0, 2));
    objects[3] = pod(3, (0, 0, 0, 4));
    objects[6] = incoming(5, 2);
    let answer = simulated(&objects);
    assert_eq!(answer["node"], "n0");
    assert!(answer["preemption"]["otherChoice"].is_null(), "{answer:#}");
    objects[4]["metadata"]["name"] = json!("n9");
    objects[3]["spec"]["nodeName"] = json!("n9");
    let answer = simulated(&objects);
    assert_eq!(answer["node"], "n9");
    let other = &answer["preemption"]["otherChoice"];
    assert_eq!(*other, json!({"node": "n1", "victims": ["a/p2"]}));
}

#[test]
fn another_order_may_make_room_elsewhere() {
    // b is over its min by one cpu: the pod that goes first is the only one that may go. p1 does not make room.
    let mut objects = vec![
        pod(0, (0, 1, 0, 3)),
        pod(1, (0, 1, 0, 1)),
        pod(2, (1, 2, 1, 4)),
        node(0, 4),
        node(1, 4),
        incoming(5, 3),
        quota("a", 10),
        quota("b", 3),
        quota("c", 0),
    ];
    let answer = simulated(&objects);
    assert_eq!(answer["nodes"][0]["dryRun"]["outcome"], "misfit");
    assert_eq!(
        (&answer["node"], &answer["victims"]),
        (&json!("n1"), &json!(["c/p2"]))
    );
    let other = &answer["preemption"]["otherChoice"];
    assert_eq!(*other, json!({"node": "n0", "victims": ["b/p0"]}));
    objects.swap(0, 1);
    let answer = simulated(&objects);
    assert_eq!(
        (&answer["node"], &answer["victims"]),
        (&json!("n0"), &json!(["b/p0"]))
    );
    let ties = &answer["nodes"][0]["dryRun"]["ties"];
    assert_eq!(*ties, json!([{"victims": ["b/p0"], "spared": []}]));
    let other = &answer["preemption"]["otherChoice"];
    assert_eq!(*other, json!({"node": "n1", "victims": ["c/p2"]}));
}

#[test]
fn a_step_of_the_queue_names_ties() {
    let objects = [
        pod(0, (0, 0, 0, 1)),
        pod(1, (0, 0, 0, 1)),
        pod(2, (1, 0, 0, 2)),
        node(0, 2),
        node(1, 2),
        incoming(5, 1),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let mut step = |step: usize| ask(&mut scenario, &json!({"queueStep": {"step": step}}));
    let first = step(1);
    assert_eq!(
        first["ties"],
        json!([{"victims": ["a/p0"], "spared": ["a/p1"]}])
    );
    assert!(first["otherChoice"].is_null());
    for other in [0, 2, 3] {
        assert_eq!(step(other)["ties"], json!([]), "step {other}");
    }
}

/// a-2 and a-3 have no start, but the queue bound a-3 later: it is the one that goes.
#[test]
fn pods_that_the_queue_bound_one_after_another_are_not_equals() {
    let mut scenario = Scenario::new(include_str!("../../examples/quota-story-1.yaml"));
    let step = ask(&mut scenario, &json!({"queueStep": {"step": 4}}));
    let verdicts = items(&step["verdicts"]);
    let victims: Vec<&Value> = verdicts
        .filter(|pod| pod["verdict"] == "victim")
        .map(|pod| &pod["pod"])
        .collect();
    assert_eq!(victims, [&json!("quota-a/a-3")]);
    assert_eq!(step["ties"], json!([]));
}

/// All orders of a list. O(n!)
fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for (size, one) in of.iter().enumerate() {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            (0..=size).map(move |at| {
                let mut order = order.clone();
                order.insert(at, *one);
                order
            })
        });
        all = longer.collect();
    }
    all
}

#[derive(Clone, Debug)]
struct Small {
    pods: Vec<Parts>,
    /// Whether each has a start time.
    started: [bool; 4],
    asked: (i64, i64),
    quotas: Option<[i64; 2]>,
    budget: Option<i64>,
    free: i64,
}

impl Small {
    fn objects(&self, order: &[usize]) -> Vec<Value> {
        let pods = order.iter().map(|at| {
            let mut pod = pod(*at, self.pods[*at]);
            if !self.started[*at] {
                pod["status"] = json!({"phase": "Running"});
            }
            pod
        });
        let mut objects: Vec<Value> = pods.collect();
        for at in 0..2 {
            let on = self.pods.iter().filter(|pod| pod.0 == at);
            objects.push(node(at, on.map(|pod| pod.3).sum::<i64>() + self.free));
        }
        objects.push(incoming(self.asked.0, self.asked.1));
        for (namespace, min) in NAMESPACES.iter().zip(self.quotas.into_iter().flatten()) {
            objects.push(quota(namespace, min));
        }
        objects.extend(self.budget.map(|allowed| budget("a", allowed)));
        objects.extend(self.budget.map(|allowed| budget("b", allowed)));
        objects
    }
}

fn small() -> impl Strategy<Value = Small> {
    let pod = |most: usize| (0..most, 0..2_usize, 0..2_i64, 1..4_i64);
    (
        prop_oneof![
            prop::collection::vec(pod(1), 2..=4),
            prop::collection::vec(pod(2), 3..=4),
        ],
        prop::array::uniform4(prop::bool::weighted(0.6)),
        (1..3_i64, 1..5_i64),
        prop::option::of([0..9_i64, 0..3_i64]),
        prop::option::weighted(0.3, 0..2_i64),
        0..2_i64,
    )
        .prop_map(|(pods, started, asked, quotas, budget, free)| Small {
            pods,
            started,
            asked,
            quotas,
            budget,
            free,
        })
}

/// The victims on each node that is a candidate.
fn victims_by_node(answer: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let nodes = items(&answer["nodes"]).filter(|node| node["dryRun"]["outcome"] == "candidate");
    let victims = |node: &Value| {
        (
            node["node"].as_str().unwrap_or_default().to_owned(),
            names(&node["dryRun"]["victims"]),
        )
    };
    nodes.map(victims).collect()
}

/// What the answer names is what differs in some order of the text, and nothing else.
fn check_orders(small: &Small) -> Result<bool, TestCaseError> {
    let all: Vec<usize> = (0..small.pods.len()).collect();
    let answer = simulated(&small.objects(&all));
    if answer["outcome"] != "Preempt" {
        return Ok(false);
    }
    let chosen = answer["node"].as_str().unwrap_or_default().to_owned();
    let before = victims_by_node(&answer);
    let mut hanging: BTreeMap<&String, BTreeSet<String>> = BTreeMap::new();
    let mut other_nodes = BTreeSet::new();
    let mut makes_room = false;
    for order in permutations(&all) {
        let found = simulated(&small.objects(&order));
        let after = victims_by_node(&found);
        for (node, victims) in &before {
            let none = BTreeSet::new();
            let others = after.get(node).unwrap_or(&none);
            let differ = victims.symmetric_difference(others).cloned();
            hanging.entry(node).or_default().extend(differ);
        }
        let node = found["node"].as_str().unwrap_or_default();
        if node != chosen && found["outcome"] == "Preempt" {
            other_nodes.insert((node.to_owned(), names(&found["victims"])));
        }
        makes_room |= node.is_empty();
    }
    for node in items(&answer["nodes"]) {
        let name = node["node"].as_str().unwrap_or_default().to_owned();
        let dry_run = &node["dryRun"];
        let mut named = BTreeSet::new();
        for tie in items(&dry_run["ties"]) {
            let (victims, spared) = (names(&tie["victims"]), names(&tie["spared"]));
            let evicted = before.get(&name).cloned().unwrap_or_default();
            prop_assert!(victims.is_subset(&evicted) && spared.is_disjoint(&evicted));
            let rank = |key: &String| {
                let at: usize = key[3..].parse().expect("a number");
                (small.pods[at].2, small.started[at])
            };
            let ranks: BTreeSet<(i64, bool)> = victims.iter().chain(&spared).map(rank).collect();
            prop_assert_eq!(ranks.len(), 1);
            named.extend(victims);
            named.extend(spared);
        }
        if let Some(expected) = hanging.get(&name) {
            prop_assert_eq!(&named, expected, "{}: {:#}", name, dry_run);
        }
    }
    let other = &answer["preemption"]["otherChoice"];
    let told = other["node"]
        .as_str()
        .map(|node| (node.to_owned(), names(&other["victims"])));
    match &told {
        Some(told) => prop_assert!(other_nodes.contains(told), "{told:?} of {other_nodes:?}"),
        None => prop_assert!(other_nodes.is_empty(), "{other_nodes:?}"),
    }
    Ok(told.is_some() || makes_room || hanging.values().any(|names| !names.is_empty()))
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 500, ..cases(200) })]

    #[test]
    fn against_all_orders(small in small()) {
        check_orders(&small)?;
    }
}

/// Enough of the small texts have ties.
#[test]
fn small_texts_have_ties() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut tied = 0;
    for _ in 0..60 {
        let small = small().new_tree(&mut runner).expect("a text").current();
        tied += usize::from(check_orders(&small).expect("the same"));
    }
    assert!(tied > 5, "{tied}");
}
