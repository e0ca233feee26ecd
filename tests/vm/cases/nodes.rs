//! When nodes become known, and what happens on nodes that are not.

use serde_json::{Value, json};

use super::{
    add, agent, change, check, code, config, delete, error, line, ok, other, plus, restart, same,
    status, unchanged, vm, with,
};

/// Whether an event on the unknown node `x` makes it known.
#[track_caller]
fn check_known(event: Value, expected: &str, known: bool) {
    let d = if known {
        json!({"x": {"cpu": [4, 1, 2, 0, 0, 0, 0]}})
    } else {
        same()
    };
    let mut step = code(expected);
    step["d"] = d;
    check(
        line(),
        &[(add("x", "4", "16Gi"), unchanged(json!({}))), (event, step)],
    );
}

#[test]
fn who_is_refused_before_the_node_is_looked_at_does_not_make_it_known() {
    const FINAL: &str = "UnschedulableAndUnresolvable";
    for op in ["filter", "reserve"] {
        let vm = || vm(op, "p", "x", [0, 1, 1]);
        check_known(plus(vm(), "sched", json!("t")), "Error", false);
        check_known(plus(vm(), "slot", json!("2Gi")), FINAL, false);
        check_known(plus(vm(), "cpu", json!([2, 1, 1])), FINAL, false);
        check_known(plus(vm(), "mem", json!([0, 2, 1])), FINAL, false);
        check_known(plus(vm(), "cpu", json!([0, 9, 9])), "Unschedulable", true);
        let nothing = json!({"op": op, "pod": "p", "node": "x", "containers": [{}]});
        check_known(nothing.clone(), FINAL, false);
        // The scheduler is looked at before the containers, whatever the pod is.
        check_known(plus(nothing, "sched", json!("t")), "Error", false);
    }
    let vm = || vm("score", "p", "x", [0, 1, 1]);
    check_known(plus(vm(), "sched", json!("t")), "Error", false);
    check_known(plus(vm(), "slot", json!("2Gi")), "Success", true);
    check_known(plus(vm(), "cpu", json!([2, 1, 1])), "Error", false);
    let nothing = json!({"op": "score", "pod": "p", "node": "x", "containers": [{}]});
    check_known(nothing.clone(), "Success", true);
    check_known(plus(nothing, "sched", json!("t")), "Error", false);
}

#[test]
fn a_node_without_limits_stays_unknown() {
    let fits = config("/nodeDefaults/cpu/system", json!("250m"));
    let score = json!({"res": {"code": "Error", "score": 0}, "d": null});
    let known = json!({"res": {"code": "Success"}, "d": {"x": {"other": [0, 0, 0, 0, 250, 0]}}});
    check(
        line(),
        &[
            // More for the system than there is.
            (add("x", "500m", "16Gi"), json!({})),
            (vm("filter", "p", "x", [0, 0, 0]), unchanged(code("Error"))),
            (vm("score", "p", "x", [0, 0, 0]), score),
            (vm("reserve", "p", "x", [0, 0, 0]), unchanged(code("Error"))),
            // A restart needs every node, and changes nothing; a change of the config does not.
            (restart(), error()),
            (
                change(&config("/nodeDefaults/cpu/watermark", json!(0.5))),
                ok(),
            ),
            (change(&fits), ok()),
            (vm("filter", "p", "x", [0, 0, 0]), known),
            (restart(), unchanged(ok())),
        ],
    );
}

#[test]
fn a_known_node_keeps_its_size_until_its_limits_are_computed_anew() {
    let lower = config("/nodeDefaults/cpu/watermark", json!(0.5));
    let new = json!({"res": {"ok": true}, "d": {"n1": {"cpu": [16, 1, 7, 0, 0, 0, 0]}}});
    check(
        line(),
        &[
            (add("n1", "16", "64Gi"), unchanged(json!({}))),
            (
                vm("score", "p", "n1", [0, 8, 8]),
                json!({"res": {"score": 0}, "d": null}),
            ),
            (change(&lower), new),
        ],
    );
}

/// Pods on a node that did not exist when the plugin started: it knows nothing of them, whatever
/// happens, until it starts again.
#[test]
fn pods_on_a_node_that_comes_later() {
    let initial = json!([vm("", "a", "x", [0, 2, 3]), other("", "o", "x", "1", "1Gi")]);
    let empty = json!({"code": "Success"});
    let empty = json!({"res": empty, "d": {"x": {"cpu": [4, 1, 2, 0, 0, 0, 0], "pods": null}}});
    let seen = json!({"d": {"x": {
        "cpu": [4, 1, 2, 4, 1, 0, 0], "mem": [16, 1, 10, 4, 1, 0, 0],
        "pods": {"a": {"cpu": [3, 1, 0], "mem": [3, 1, 0]}}, "others": {"o": [1000, 1 << 30]},
    }}});
    check(
        with("/initial", initial.clone()),
        &[
            (add("x", "4", "16Gi"), json!({})),
            (agent("a", [1, 4], 1.0), unchanged(status(404))),
            (vm("filter", "p", "x", [0, 3, 3]), empty.clone()),
            (agent("a", [1, 4], 1.0), unchanged(status(404))),
            (json!({"op": "migration_end", "pod": "a"}), error()),
            (restart(), seen),
            (delete("a"), json!({"d": {"x": {"gone": ["a"]}}})),
        ],
    );
    check(
        with("/initial", initial),
        &[
            (add("x", "4", "16Gi"), json!({})),
            (vm("filter", "p", "x", [0, 3, 3]), empty),
            (delete("a"), unchanged(json!({}))),
            (delete("o"), unchanged(json!({}))),
            (restart(), unchanged(ok())),
        ],
    );
}

/// Neither a bad config nor a node that it does not go with lets anything run.
#[test]
fn without_a_start_nothing_happens() {
    let small = json!([{"name": "n1", "cpu": "8", "mem": "32Gi"},
        {"name": "n2", "cpu": "500m", "mem": "32Gi"}]);
    let mut with_pod = with("/nodes", small);
    with_pod["initial"] = json!([vm("", "a", "n1", [0, 2, 3])]);
    for line in [with("/config/schedulerName", json!("")), with_pod] {
        let failed = json!({"res": {"code": null, "status": null, "ok": null}, "d": null});
        check(
            line,
            &[
                (vm("reserve", "b", "n1", [0, 1, 1]), failed.clone()),
                (agent("a", [1, 4], 1.0), failed.clone()),
                (delete("a"), failed),
            ],
        );
    }
}

/// A vCPU and a ten-thousandth, a thousandth of it for the system: what is reservable is rounded up
/// by more than what is left over, so that a vCPU is taken before there is any pod.
#[test]
fn a_margin_may_be_below_zero() {
    let mut line = with(
        "/nodes",
        json!([{"name": "n1", "cpu": "1000100u", "mem": "4Gi"}]),
    );
    line["config"]["nodeDefaults"]["cpu"]["system"] = json!("1m");
    let found = schedscope_fuzz::vm::engine::events(&plus(line.clone(), "events", json!([])));
    assert_eq!(
        found["start"]["d"]["n1"]["cpu"],
        json!([1, 0, 0, 1, 0, 0, 0])
    );
    check(
        line,
        &[
            (
                other("filter", "p", "n1", "0.9992", "1"),
                code("Unschedulable"),
            ),
            (other("filter", "p", "n1", "0.9991", "1"), code("Success")),
            // Nothing is left, but it needs nothing.
            (other("reserve", "p", "n1", "0.9991", "1"), code("Success")),
            (
                other("reserve", "q", "n1", "1n", "1"),
                unchanged(code("Unschedulable")),
            ),
            (
                delete("p"),
                json!({"d": {"n1": {"cpu": [1, 0, 0, 1, 0, 0, 0]}}}),
            ),
        ],
    );
}
