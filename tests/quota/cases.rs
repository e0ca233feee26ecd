//! What the vectors hardly touch, computed by hand.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, difference, text};

fn node(name: &str, cpu: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "spec": {},
        "status": {"allocatable": {"cpu": cpu, "memory": "8Gi", "pods": "110"}},
    })
}

/// A pod `namespace/name` that asks for some cpus; `more` goes over it, field by field.
fn pod(key: &str, cpu: &str, priority: i64, more: Value) -> Value {
    let (namespace, name) = key.split_once('/').expect("a key");
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"namespace": namespace, "name": name, "uid": key},
        "spec": {
            "priority": priority,
            "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}],
        },
        "status": {"phase": "Running", "startTime": "2026-01-01T00:00:01Z"},
    });
    merge(&mut pod, more);
    pod
}

fn merge(value: &mut Value, more: Value) {
    match (value, more) {
        (Value::Object(value), Value::Object(more)) => {
            for (key, more) in more {
                merge(value.entry(key).or_insert(Value::Null), more);
            }
        }
        (value, more) => *value = more,
    }
}

fn on(node: &str) -> Value {
    json!({"spec": {"nodeName": node}})
}

fn leaving(node: &str) -> Value {
    let metadata = json!({"deletionTimestamp": "2026-01-01T00:00:09Z"});
    json!({"metadata": metadata, "spec": {"nodeName": node}})
}

fn pending() -> Value {
    json!({"status": {"phase": "Pending", "startTime": null}})
}

fn nominated(node: &str) -> Value {
    json!({"status": {"phase": "Pending", "startTime": null, "nominatedNodeName": node}})
}

fn quota(namespace: &str, min: &Value, max: &Value) -> Value {
    json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"namespace": namespace, "name": "q"}, "spec": {"min": min, "max": max},
    })
}

fn cpu(cpu: &str) -> Value {
    json!({"cpu": cpu, "memory": "64Gi"})
}

/// What the engine says of `a/in` or of the first pod called `in`.
#[track_caller]
fn check(profile: &str, objects: &[Value], expected: &Value) {
    let asked = objects
        .iter()
        .find(|object| object["metadata"]["name"] == "in");
    let asked = &asked.expect("a pod")["metadata"]["namespace"];
    let key = format!("{}/in", asked.as_str().expect("a namespace"));
    let question = json!({"simulatePod": {"pod": key, "profile": profile}});
    let found = ask(&mut Scenario::new(&text(objects)), &question);
    assert_eq!(difference("", expected, &found), None, "{found:#}");
}

#[track_caller]
fn check_both(objects: &[Value], expected: &Value) {
    check("Upstream", objects, expected);
    check("Proposal", objects, expected);
}

#[test]
fn a_terminating_pod_on_the_nominated_node_may_hold_back() {
    let quotas = |b_min: &str, a_min: &str| {
        [
            quota("a", &cpu(a_min), &cpu("9")),
            quota("b", &cpu(b_min), &cpu("9")),
        ]
    };
    let held = json!({"eligible": false, "ineligibleReason": "terminating"});
    let free = json!({"eligible": true, "ineligibleReason": null});
    // Who wants to run, who is on its way out, the min of b and of a, what follows.
    let table = [
        // Another quota over its min, the preemptor not.
        ("a/in", "b/t", 0, "1", "5", &held),
        // Its priority does not matter.
        ("a/in", "b/t", 900, "1", "5", &held),
        // Exactly its min is not over it.
        ("a/in", "b/t", 0, "2", "5", &free),
        // The preemptor is over its own min.
        ("a/in", "b/t", 0, "1", "1", &free),
        // The same quota: by priority.
        ("a/in", "a/t", 0, "1", "9", &held),
        ("a/in", "a/t", 100, "1", "9", &free),
        // Without quotas: by priority.
        ("x/in", "x/t", 0, "1", "5", &held),
        ("x/in", "y/t", 0, "1", "5", &held),
        ("x/in", "y/t", 100, "1", "5", &free),
        // With a quota and without do not hold each other back.
        ("x/in", "b/t", 0, "1", "5", &free),
        ("a/in", "x/t", 0, "1", "5", &free),
    ];
    for (asked, leaver, priority, b_min, a_min, expected) in table {
        let mut objects = vec![
            node("n1", "2"),
            pod(leaver, "2", priority, leaving("n1")),
            pod(asked, "2", 100, nominated("n1")),
        ];
        objects.extend(quotas(b_min, a_min));
        check_both(&objects, &json!({"preemption": expected}));
    }
}

#[test]
fn a_nominated_node_that_no_eviction_helps_does_not_hold_back() {
    let mut cordoned = node("n1", "2");
    cordoned["spec"]["unschedulable"] = json!(true);
    let objects = [
        cordoned,
        node("n2", "2"),
        pod("x/t", "1", 0, leaving("n1")),
        pod("x/v", "2", 0, on("n2")),
        pod("x/in", "2", 100, nominated("n1")),
    ];
    let preemption = json!({"eligible": true, "tried": 1, "candidates": 1});
    let expected = json!({
        "outcome": "Preempt", "node": "n2", "victims": ["x/v"], "preemption": preemption,
    });
    check_both(&objects, &expected);
}

#[test]
fn budgets_are_spent_on_the_most_important_first() {
    let budget = |allowed: i64| {
        json!({
            "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
            "metadata": {"namespace": "x", "name": "b"},
            "spec": {"selector": {"matchLabels": {"app": "web"}}},
            "status": {"disruptionsAllowed": allowed},
        })
    };
    let table = [
        // All three violate it: they come back as important as they are, the last one stays out.
        (0, json!(["x/v3"]), json!(["x/v1", "x/v2"]), 1),
        // The first one uses it up, so the others come back before it.
        (1, json!(["x/v1"]), json!(["x/v2", "x/v3"]), 0),
        (2, json!(["x/v2"]), json!(["x/v3", "x/v1"]), 0),
        (3, json!(["x/v3"]), json!(["x/v1", "x/v2"]), 0),
    ];
    for (allowed, victims, reprieved, violations) in table {
        let victim = |name: &str, priority: i64| {
            let mut place = on("n1");
            place["metadata"] = json!({"labels": {"app": "web"}});
            pod(name, "1", priority, place)
        };
        let objects = [
            node("n1", "3"),
            victim("x/v2", 20),
            victim("x/v1", 30),
            victim("x/v3", 10),
            budget(allowed),
            pod("x/in", "1", 100, pending()),
        ];
        let attempt = json!({"numPDBViolations": violations});
        let expected = json!({
            "outcome": "Preempt", "victims": victims, "reprieved": reprieved,
            "nodes": [{"dryRun": attempt}],
        });
        check_both(&objects, &expected);
    }
}

#[test]
fn a_node_where_upstream_fails_beside_a_candidate() {
    // On n1, without v, the bare pod is within max (1 + 3 + 2), but not with the nominated one.
    let n1 = [node("n1", "2"), pod("a/v", "2", 0, on("n1"))];
    let rest = [
        node("n3", "9"),
        pod("a/x", "1", 200, on("n3")),
        pod("a/w", "1", 100, nominated("n3")),
        pod("a/in", "2", 100, pending()),
        quota("b", &cpu("100"), &cpu("100")),
    ];
    // On n2, without v2, it is within max even so (1 + 2 + 2 + 1).
    let n2 = [node("n2", "3"), pod("a/v2", "3", 0, on("n2"))];
    let both = [&n1[..], &n2, &rest, &[quota("a", &cpu("0"), &cpu("6"))]].concat();
    let alone = [&n1[..], &rest, &[quota("a", &cpu("0"), &cpu("3"))]].concat();
    for (profile, code, outcome, otherwise) in [
        ("Upstream", "Error", "error", "Error"),
        (
            "Proposal",
            "Unschedulable",
            "contradiction",
            "Unschedulable",
        ),
    ] {
        let mut failed = json!({"node": "n1", "dryRun": {"code": code, "outcome": outcome}});
        if outcome == "contradiction" {
            failed["dryRun"]["rejection"] = json!({"reason": "OverMax"});
        }
        let chosen = json!({"node": "n2", "dryRun": {"outcome": "candidate"}});
        let empty = json!({"node": "n3", "dryRun": {"outcome": "no-victims"}});
        let expected = json!({
            "outcome": "Preempt", "node": "n2", "victims": ["a/v2"],
            "rejection": {"reason": "OverMax"}, "nodes": [failed, chosen, empty],
        });
        check(profile, &both, &expected);
        let expected = json!({"outcome": otherwise, "node": null, "nodes": [failed, empty]});
        check(profile, &alone, &expected);
    }
}

#[test]
fn tolerations() {
    let gpu = json!({"key": "k", "value": "v", "effect": "NoSchedule"});
    let evict = json!({"key": "k", "value": "v", "effect": "NoExecute"});
    let soft = json!({"key": "k", "value": "v", "effect": "PreferNoSchedule"});
    let table = [
        (json!([]), &gpu, false),
        (json!([]), &evict, false),
        (json!([]), &soft, true),
        (json!([{"operator": "Exists"}]), &gpu, true),
        (
            json!([{"operator": "Exists", "effect": "NoExecute"}]),
            &gpu,
            false,
        ),
        (
            json!([{"operator": "Exists", "effect": "NoExecute"}]),
            &evict,
            true,
        ),
        (json!([{"key": "k", "operator": "Exists"}]), &gpu, true),
        (json!([{"key": "other", "operator": "Exists"}]), &gpu, false),
        (json!([{"key": "k", "value": "v"}]), &gpu, true),
        (
            json!([{"key": "k", "operator": "Equal", "value": "v", "effect": ""}]),
            &gpu,
            true,
        ),
        (
            json!([{"key": "k", "operator": "Equal", "value": "w"}]),
            &gpu,
            false,
        ),
        (json!([{"key": "k"}]), &gpu, false),
        (
            json!([{"key": "k", "value": "w"}, {"key": "k", "value": "v"}]),
            &gpu,
            true,
        ),
    ];
    for (tolerations, taint, fits) in table {
        let mut tainted = node("n1", "2");
        tainted["spec"]["taints"] = json!([taint]);
        let mut more = pending();
        more["spec"] = json!({"tolerations": tolerations});
        let expected = if fits {
            json!({"outcome": "Schedulable", "nodes": [{"fits": true, "misfit": null}]})
        } else {
            let misfit =
                json!({"plugin": "TaintToleration", "code": "UnschedulableAndUnresolvable"});
            json!({"outcome": "Unschedulable", "nodes": [{"fits": false, "misfit": misfit}]})
        };
        check_both(&[tainted, pod("x/in", "1", 0, more)], &expected);
    }
    // A cordon is a taint, too.
    let mut cordoned = node("n1", "2");
    cordoned["spec"]["unschedulable"] = json!(true);
    let mut more = pending();
    let toleration = json!({"key": "node.kubernetes.io/unschedulable", "operator": "Exists"});
    more["spec"] = json!({"tolerations": [toleration]});
    let objects = [cordoned, pod("x/in", "1", 0, more)];
    check_both(&objects, &json!({"outcome": "Schedulable"}));
}

#[test]
fn nodes_with_nothing_and_with_too_much() {
    let unresolvable = json!({"fits": false, "misfit": {"code": "UnschedulableAndUnresolvable"}});
    let table = [
        // Who asks for nothing fits a node that has nothing.
        ("0", "0", &[][..], json!([{"fits": true}])),
        ("0", "1", &[][..], json!([unresolvable])),
        // A node that is fuller than full, and who asks for nothing.
        (
            "2",
            "0",
            &[("x/v", 0), ("x/p", 200)][..],
            json!([{"fits": true}]),
        ),
        // Evicting the only one that may be is not enough.
        (
            "2",
            "1",
            &[("x/v", 0), ("x/p", 200)][..],
            json!([{
                "misfit": {"code": "Unschedulable"},
                "dryRun": {"outcome": "misfit", "code": "Unschedulable"},
            }]),
        ),
    ];
    for (allocatable, asked, others, nodes) in table {
        let mut objects = vec![node("n1", allocatable), pod("x/in", asked, 100, pending())];
        for (key, priority) in others {
            objects.push(pod(key, "2", *priority, on("n1")));
        }
        check_both(&objects, &json!({"nodes": nodes}));
    }
}

#[test]
fn importance() {
    let since = |second: &str| {
        let start = json!(format!("2026-01-01T00:00:0{second}Z"));
        json!({"spec": {"nodeName": "n1"}, "status": {"startTime": start}})
    };
    let never = json!({"spec": {"nodeName": "n1"}, "status": {"startTime": null}});
    let table = [
        // All alike: the earlier one in the text goes.
        ((0, since("1")), (0, since("1")), "x/one"),
        ((0, since("2")), (0, since("1")), "x/one"),
        // No start time is later than any.
        ((0, never.clone()), (0, since("9")), "x/one"),
        ((0, never.clone()), (0, never.clone()), "x/one"),
        // Priority says more than age.
        ((1, never), (0, since("1")), "x/two"),
        ((-5, since("1")), (-1, since("9")), "x/one"),
    ];
    for ((one, one_since), (two, two_since), victim) in table {
        let objects = [
            pod("x/in", "1", 100, pending()),
            pod("x/one", "1", one, one_since),
            pod("x/two", "1", two, two_since),
            node("n1", "2"),
        ];
        check_both(
            &objects,
            &json!({"outcome": "Preempt", "victims": [victim]}),
        );
    }
}

#[test]
fn no_max_is_not_an_empty_one() {
    let table = [
        (json!(null), "Schedulable"),
        (json!({}), "Unschedulable"),
        (json!({"nvidia.com/gpu": "1"}), "Unschedulable"),
        (json!({"memory": "1Gi"}), "Unschedulable"),
        (json!({"cpu": "9223372036854775807"}), "Schedulable"),
    ];
    for (max, upstream) in table {
        let mut quota = quota("a", &cpu("5"), &max);
        if max.is_null() {
            quota["spec"].as_object_mut().expect("a spec").remove("max");
        }
        let objects = [node("n1", "2"), quota, pod("a/in", "1", 0, pending())];
        check("Upstream", &objects, &json!({"outcome": upstream}));
        // In the design document, what `max` does not name is unlimited.
        check("Proposal", &objects, &json!({"outcome": "Schedulable"}));
    }
}

/// Equals of different requests: put back the other way round, one eviction is enough on `n1`.
#[test]
fn another_order_of_equals_chooses_another_node() {
    let running = |key, cpu, node| pod(key, cpu, 0, on(node));
    let objects = [
        node("n1", "4"),
        node("n2", "4"),
        running("t/a1", "1", "n1"),
        running("t/a2", "1", "n1"),
        running("t/a3", "2", "n1"),
        running("t/b1", "4", "n2"),
        pod("t/in", "2", 9, pending()),
    ];
    let question = json!({"simulatePod": {"pod": "t/in"}});
    let found = ask(&mut Scenario::new(&text(&objects)), &question);
    assert_eq!(found["node"], "n2", "{found:#}");
    let other = json!({"node": "n1", "victims": ["t/a3"]});
    assert_eq!(found["preemption"]["otherChoice"], other);
}

/// Where the quota rejects a pod, no node is filtered: that none is large enough is told all the same.
#[test]
fn a_request_above_every_node_is_told_where_the_quota_rejects_the_pod() {
    let world = |request: &str, max: &str| {
        [
            node("n1", "8"),
            node("n2", "16"),
            quota("a", &cpu("4"), &cpu(max)),
            quota("b", &cpu("90"), &cpu("90")),
            pod("a/in", request, 0, pending()),
        ]
    };
    let above = json!([{"resource": "cpu", "request": 20_000, "most": 16_000}]);
    check_both(
        &world("20", "10"),
        &json!({"rejection": {}, "aboveEveryNode": above}),
    );
    for (request, max) in [("16", "10"), ("20", "40")] {
        let question = json!({"simulatePod": {"pod": "a/in"}});
        let found = ask(&mut Scenario::new(&text(&world(request, max))), &question);
        assert_eq!(found.get("aboveEveryNode"), None, "{request} {max}");
        assert_eq!(found["rejection"].is_null(), max == "40", "{request} {max}");
    }
}

#[test]
fn resources_that_a_quota_bounds_or_counts_are_listed() {
    let a_gpu = json!({"example.com/gpu": "1"});
    let holds_one = pod(
        "a/on",
        "1",
        0,
        json!({"spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"requests": a_gpu}}]}}),
    );
    let none = json!({"example.com/gpu": "0"});
    let listed = ["example.com/gpu"];
    // The min and the max, and whether a pod holds one.
    let table = [
        (&a_gpu, &none, false, &listed[..]),
        (&none, &a_gpu, false, &listed[..]),
        (&json!({}), &none, true, &listed[..]),
        (&none, &none, false, &[]),
        (&json!({}), &json!({}), false, &[]),
    ];
    for (min, max, is_held, expected) in table {
        let mut objects = vec![node("n", "4"), quota("a", min, max)];
        objects.extend(is_held.then(|| holds_one.clone()));
        let found = ask(&mut Scenario::new(&text(&objects)), &json!({"quotas": {}}));
        let found = found["resources"].as_array().expect("a list");
        assert_eq!(found, expected, "{min} {max} {is_held}");
    }
}
