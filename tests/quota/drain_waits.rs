//! Drains that wait until pods are ready.

use serde_json::{Value, json};

use super::budgets::{READY, UNREADY, budget, controller, drain, pod};

/// What a drain waits for: how many more pods must be ready, and which are not.
#[test]
fn drains_that_wait() {
    const STATED: &str =
        "disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2, expectedPods: 3";
    let of = |name: &str, node: &str, status: &str| pod(name, "StatefulSet", node, status);
    let set = |replicas: u32| controller("StatefulSet", &format!("replicas: {replicas}, "));
    let here = of("p", "n1", READY);
    let elsewhere = of("q", "n2", UNREADY);
    let one = set(2) + &here + &elsewhere;
    let own = set(2) + &here + &of("q", "n1", UNREADY);
    let two = set(3) + &here + &elsewhere + &of("r", "n2", UNREADY);
    let unready =
        set(3) + &of("p", "n1", UNREADY) + &of("q", "n2", READY) + &of("r", "n2", UNREADY);
    let gone = set(2) + &here + &of("q", "n2", "phase: Failed");
    let ready = set(2) + &here + &of("q", "n2", READY);
    let always = ", maxUnavailable: 1, unhealthyPodEvictionPolicy: AlwaysAllow";
    for (objects, spec, status, waits) in [
        (&one, ", maxUnavailable: 1", "", json!([1, ["a/q"]])),
        (&one, ", minAvailable: 1", "", json!([1, ["a/q"]])),
        (&two, ", minAvailable: 1", "", json!([1, ["a/q", "a/r"]])),
        (
            &two,
            ", maxUnavailable: 1",
            STATED,
            json!([2, ["a/q", "a/r"]]),
        ),
        (&two, always, "", json!([2, ["a/q", "a/r"]])),
        // The pod that is not ready may be evicted, and its replacement is ready.
        (&own, ", maxUnavailable: 1", "", Value::Null),
        // One more that is ready, and the pod may go although it is not ready.
        (
            &unready,
            ", maxUnavailable: 1",
            "",
            json!([1, ["a/p", "a/r"]]),
        ),
        (&unready, always, "", Value::Null),
        // A pod that is to be made.
        (
            &gone,
            ", maxUnavailable: 1",
            "",
            json!([1, ["a/statefulset-0"]]),
        ),
        // A status that does not fit the pods, or says nothing more.
        (&ready, ", maxUnavailable: 1", STATED, json!([2, []])),
        (
            &ready,
            ", maxUnavailable: 1",
            "disruptionsAllowed: 0",
            json!([0, []]),
        ),
        // It never completes, completes, or waits for the controller only.
        (&one, ", maxUnavailable: 0", "", Value::Null),
        (&ready, ", maxUnavailable: 1", "", Value::Null),
        (
            &ready,
            ", maxUnavailable: 1",
            "disruptionsAllowed: 0, observedGeneration: 1",
            Value::Null,
        ),
    ] {
        let answer = drain(&(objects.clone() + &budget("b", spec, status)));
        let wait = &answer["waits"][0];
        let found = match wait {
            Value::Null => Value::Null,
            _ => json!([wait["needed"], wait["unready"]]),
        };
        assert_eq!(found, waits, "{objects}{spec} {status}");
        if !wait.is_null() {
            let rest = json!([wait["budget"], wait["pods"], answer["waits"][1]]);
            assert_eq!(rest, json!(["a/b", 1, null]), "{objects}{spec} {status}");
        }
    }
}

/// A budget that never lets a pod go says whether its policy for unhealthy pods is in the way.
#[test]
fn a_blocked_pod_is_not_ready() {
    for (status, unready) in [(UNREADY, json!(true)), (READY, Value::Null)] {
        let objects =
            controller("StatefulSet", "replicas: 1, ") + &pod("p", "StatefulSet", "n1", status);
        let answer = drain(&(objects + &budget("b", ", minAvailable: 1", "")));
        let block = &answer["blocks"][0];
        assert_eq!(
            json!([block["why"], block["unready"]]),
            json!(["all-needed", unready])
        );
    }
}
