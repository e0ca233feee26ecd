//! Filter and Reserve: names, kinds, slots, what is counted.

use serde_json::json;

use super::{
    add, agent, check, code, config, delete, line, other, permit, plus, restart, same, unchanged,
    vm, with,
};

#[test]
fn a_pod_is_reserved_once_whatever_it_has_become() {
    let kept = json!({"res": {"ok": true}, "d": same()});
    let empty = json!({"op": "reserve", "pod": "a", "node": "n1", "containers": []});
    let larger = plus(
        vm("reserve", "a", "n1", [0, 1, 5]),
        "alwaysMigrate",
        json!(true),
    );
    check(
        line(),
        &[
            (add("x", "4", "16Gi"), json!({})),
            (vm("reserve", "a", "n1", [2, 2, 2]), code("Success")),
            (
                vm("reserve", "default/a", "n1", [2, 2, 2]),
                unchanged(code("Error")),
            ),
            (larger, unchanged(code("Error"))),
            (empty, unchanged(code("Error"))),
            // Another node becomes known, no more.
            (
                vm("reserve", "a", "x", [2, 2, 2]),
                json!({"res": {"code": "Error"}, "d": {"x": {}}}),
            ),
            // Whether there is room is looked at before.
            (
                vm("reserve", "a", "n1", [0, 6, 6]),
                unchanged(code("Unschedulable")),
            ),
            // The VM is as it was.
            (restart(), kept),
            (agent("a", [2, 8], 1.0), permit([2, 8])),
            (agent("a", [2, 8], 1.0), json!({"res": {"migrate": false}})),
            (delete("default/a"), json!({"d": {"n1": {"gone": ["a"]}}})),
            (vm("reserve", "a", "x", [2, 2, 2]), code("Success")),
        ],
    );
}

#[test]
fn filter_counts_who_is_there_but_not_who_is_preempted() {
    let filter = |uses: u32, gone: &[&str]| {
        plus(
            vm("filter", "a", "n1", [0, uses, uses]),
            "exclude",
            json!(gone),
        )
    };
    check(
        line(),
        &[
            (add("x", "8", "32Gi"), json!({})),
            (vm("reserve", "a", "n1", [0, 4, 4]), code("Success")),
            (vm("reserve", "far", "x", [0, 4, 4]), code("Success")),
            (other("reserve", "o", "n1", "600m", "1Gi"), code("Success")),
            (other("reserve", "p", "n1", "600m", "1Gi"), code("Success")),
            // The pod itself counts like any other.
            (filter(1, &[]), code("Success")),
            (filter(2, &[]), code("Unschedulable")),
            (filter(2, &["far"]), code("Unschedulable")),
            (filter(5, &["default/a"]), code("Success")),
            (filter(6, &["a"]), code("Unschedulable")),
            // Twice is once, a pod elsewhere is none, nor is one that is not there.
            (filter(5, &["a", "default/a", "a"]), code("Success")),
            (
                filter(6, &["a", "default/a", "far", "ghost"]),
                code("Unschedulable"),
            ),
            // What is left of the others is rounded up anew.
            (filter(2, &["o"]), code("Success")),
            (filter(6, &["o", "a"]), code("Success")),
            (filter(7, &["o", "a"]), code("Unschedulable")),
            (filter(7, &["o", "a", "p"]), code("Success")),
        ],
    );
}

#[test]
fn slots_are_compared_as_quantities() {
    let reserve =
        |pod: &str, slot: &str| plus(vm("reserve", pod, "n1", [0, 1, 1]), "slot", json!(slot));
    check(
        line(),
        &[
            (reserve("a", "1024Mi"), code("Success")),
            (reserve("b", "1073741824"), code("Success")),
            (reserve("c", "1.0Gi"), code("Success")),
            (reserve("d", "1073741824000m"), code("Success")),
            (
                reserve("e", "1073741825"),
                code("UnschedulableAndUnresolvable"),
            ),
            (
                reserve("f", "1073741823999m"),
                code("UnschedulableAndUnresolvable"),
            ),
        ],
    );
}

/// The slots of a VM are its own, and keep a scheduler with others from starting; what other pods come to is counted in
/// the new ones.
#[test]
fn a_restart_may_bring_another_slot_size() {
    let two = config("/memBlockSize", json!("2Gi"));
    let after = json!({"n1": {
        "mem": [16, 1, 10, 1, 0, 0, 0], "other": [1000, 3_221_225_472_u64, 1, 1, 0, 1 << 30],
    }});
    let slot = |size: &str| plus(vm("reserve", "b", "n1", [0, 1, 1]), "slot", json!(size));
    check(
        line(),
        &[
            (
                plus(vm("reserve", "a", "n1", [0, 1, 1]), "mem", json!([0, 8, 8])),
                code("Success"),
            ),
            (other("reserve", "o", "n1", "1", "3Gi"), code("Success")),
            (
                json!({"op": "restart", "config": two}),
                unchanged(json!({"res": {"fatal": true}})),
            ),
            (json!({"op": "delete", "pod": "a"}), json!({})),
            (
                json!({"op": "restart", "config": two}),
                json!({"res": {"ok": true}, "d": after}),
            ),
            (slot("1Gi"), code("UnschedulableAndUnresolvable")),
            (slot("2Gi"), code("Success")),
            (vm("reserve", "c", "n1", [0, 1, 1]), code("Success")),
        ],
    );
}

#[test]
fn sums_are_wider_than_amounts() {
    let most = 65535;
    let mut line = with(
        "/nodes",
        json!([{"name": "n1", "cpu": "65535999m", "mem": "65535.9Gi"}]),
    );
    let pods = ["a", "b", "c"].map(|pod| vm("", pod, "n1", [0, 1, most]));
    line["initial"] = json!(pods);
    let three = 3 * most;
    let reserved =
        |cpu: [u32; 7], memory: [u32; 7]| json!({"d": {"n1": {"cpu": cpu, "mem": memory}}});
    let (total, mark) = (most, 45873);
    let mut all = schedscope_fuzz::vm::engine::events(&plus(line.clone(), "events", json!([])));
    let start = json!([total, 1, mark, three, three - 3, 0, 0]);
    assert_eq!(all["start"]["d"]["n1"]["cpu"].take(), start);
    check(
        line,
        &[
            (
                agent("a", [0, 0], 1.0),
                reserved(
                    [total, 1, mark, 2 * most, 2 * most - 2, 0, 0],
                    [total, 1, mark, 2 * most, 2 * most - 2, 0, 0],
                ),
            ),
            (agent("a", [0, 0], 1.0), permit([0, 0])),
            (
                agent("b", [65535, 65535], 1.0),
                reserved(
                    [total, 1, mark, 2 * most, most - 1, 0, 0],
                    [total, 1, mark, 2 * most, most - 1, 0, 0],
                ),
            ),
        ],
    );
}
