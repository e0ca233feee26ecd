//! What agents ask, in which order it is looked at, and what VMs use then.

use serde_json::{Value, json};

use super::{
    add, agent, change, check, code, config, error, line, ok, other, permit, plus, restart, status,
    unchanged, vm, with,
};

#[test]
fn the_protocol_is_looked_at_before_the_pod() {
    let ask = |pod: &str, protocol: u32| json!({"op": "agent", "pod": pod, "want": [1, 4], "proto": protocol});
    check(
        line(),
        &[
            (other("reserve", "o", "n1", "1", "1Gi"), code("Success")),
            (ask("ghost", 0), unchanged(status(400))),
            (ask("ghost", 1), unchanged(status(400))),
            (ask("ghost", 2), unchanged(status(404))),
            (ask("ghost", 3), unchanged(status(400))),
            (ask("o", 1), unchanged(status(400))),
            (ask("o", 2), unchanged(status(404))),
            (
                plus(ask("o", 1), "load", json!([1, 1])),
                unchanged(status(404)),
            ),
            (ask("o", u32::MAX), unchanged(status(400))),
        ],
    );
}

/// Two migrating requests: the one that starts it, and one that is answered with 200 since.
#[test]
fn after_any_200_the_vm_uses_its_permit() {
    let vm = plus(
        vm("reserve", "a", "n1", [0, 2, 6]),
        "mem",
        json!([0, 8, 24]),
    );
    let always = plus(vm, "alwaysMigrate", json!(true));
    let uses = |cpu: u32, memory: u32| json!({"op": "vm_use", "pod": "a", "want": [cpu, memory]});
    let reserved = |r: [u32; 3]| json!({"d": {"n1": {"pods": {"a": {"cpu": r, "mig": false}}}}});
    check(
        line(),
        &[
            (always, code("Success")),
            (agent("a", [2, 8], 1.0), permit([2, 8])),
            (agent("a", [2, 8], 1.0), json!({"res": {"migrate": true}})),
            (uses(1, 4), unchanged(json!({}))),
            // Refused: it uses what it used.
            (agent("a", [3, 12], 1.0), status(400)),
            (restart(), reserved([6, 5, 0])),
            (agent("a", [2, 8], 1.0), permit([2, 8])),
            (agent("a", [2, 8], 1.0), json!({"res": {"migrate": true}})),
            (uses(1, 4), unchanged(json!({}))),
            (agent("a", [2, 8], 1.0), permit([2, 8])),
            (restart(), reserved([6, 4, 0])),
        ],
    );
}

/// A scheduler that meets such a VM at a restart does not start; the one that ran goes on here as if nobody had tried.
#[test]
fn what_a_vm_uses_may_be_above_its_max() {
    let fatal = || unchanged(json!({"res": {"fatal": true}}));
    let uses = |cpu: u32, memory: u32| json!({"op": "vm_use", "pod": "a", "want": [cpu, memory]});
    check(
        line(),
        &[
            (vm("reserve", "a", "n1", [2, 2, 3]), code("Success")),
            (uses(5, 1), unchanged(json!({}))),
            (restart(), fatal()),
            (uses(2, 1), unchanged(json!({}))),
            (restart(), fatal()),
            (agent("a", [4, 16], 1.0), permit([4, 16])),
            (restart(), fatal()),
            (uses(3, 3), unchanged(json!({}))),
            (
                restart(),
                json!({"d": {"n1": {"pods": {"a": {"cpu": [3, 0, 0], "mem": [3, 0, 0]}}}}}),
            ),
        ],
    );
}

#[test]
fn migrations_that_are_switched_off_and_on() {
    let mut off = line()["config"].clone();
    off["doMigration"] = json!(false);
    let mut null = off.clone();
    null["doMigration"] = Value::Null;
    let vm = plus(vm("reserve", "a", "n1", [0, 2, 2]), "mem", json!([0, 2, 8]));
    let always = plus(vm, "alwaysMigrate", json!(true));
    let migrate = |migrate: bool| json!({"res": {"status": 200, "migrate": migrate}});
    let no_metrics = json!({"op": "agent", "pod": "a", "want": [2, 8]});
    check(
        with("/config", off),
        &[
            (always, code("Success")),
            (agent("a", [2, 8], 1.0), migrate(false)),
            // Metrics and queue are kept all the same.
            (
                agent("a", [3, 12], 1.0),
                json!({"res": {"permit": [3, 12]}, "d": {"n1": {"mq": ["a"]}}}),
            ),
            (change(&null), ok()),
            (agent("a", [2, 8], 1.0), migrate(true)),
            (restart(), ok()),
            // Of before the restart nothing is known, of a request without metrics nothing either.
            (no_metrics.clone(), migrate(false)),
            (agent("a", [2, 8], 1.0), migrate(false)),
            (no_metrics, migrate(true)),
        ],
    );
}

/// The unit that the node has now is what a migrating pod is sent, too.
#[test]
fn a_migrating_pod_is_sent_the_current_compute_unit() {
    let always = plus(
        vm("reserve", "a", "n1", [0, 2, 2]),
        "alwaysMigrate",
        json!(true),
    );
    let pairs = config("/nodeDefaults/computeUnit", json!({"vCPUs": 2, "mem": 4}));
    let failed = json!({"op": "migration_end", "pod": "a"});
    check(
        line(),
        &[
            (always, code("Success")),
            (agent("a", [2, 8], 1.0), json!({"res": {"cu": [1, 4]}})),
            (
                agent("a", [2, 8], 1.0),
                json!({"res": {"migrate": true, "cu": [1, 4]}}),
            ),
            (change(&pairs), ok()),
            // Neither a multiple of the old unit nor of the new one is asked for, just what it has.
            (agent("a", [2, 4], 1.0), status(400)),
            (
                agent("a", [2, 8], 1.0),
                json!({"res": {"migrate": false, "cu": [2, 4]}}),
            ),
            (
                failed.clone(),
                json!({"res": {"ok": true}, "d": {"n1": {"mq": []}}}),
            ),
            (failed, error()),
            // It is checked against the new one now.
            (agent("a", [2, 8], 1.0), status(400)),
            (
                agent("a", [2, 4], 1.0),
                json!({"res": {"migrate": true, "permit": [2, 4]}}),
            ),
        ],
    );
}

/// Loads that are the same in half the width keep the order in which they came.
#[test]
fn loads_are_compared_in_half_the_width() {
    let mut steps = vec![(add("x", "4", "16Gi"), json!({}))];
    let loads = [
        ("a", 16_777_217.0),
        ("b", 16_777_216.0),
        ("c", 16_777_215.0),
    ];
    for (pod, _) in loads {
        steps.push((vm("reserve", pod, "n1", [0, 1, 1]), code("Success")));
    }
    let queues = [json!(["a"]), json!(["a", "b"]), json!(["c", "b", "a"])];
    for ((pod, load), queue) in loads.iter().zip(queues) {
        let event = agent(pod, [1, 4], *load);
        steps.push((
            event,
            json!({"res": {"status": 200}, "d": {"n1": {"mq": queue}}}),
        ));
    }
    check(line(), &steps);
}

/// What is short is asked for no more after a restart, and nobody migrates.
#[test]
fn a_restart_forgets_pressure_and_migrations() {
    let low = with("/config/nodeDefaults/cpu/watermark", json!(0.3));
    let short = json!({"d": {"n1": {"cpu": [8, 1, 2, 7, 0, 3, 0], "hot": true}}});
    let starts = json!({"res": {"migrate": true}, "d": {"n1": {
        "cpu": [8, 1, 2, 7, 0, 3, 10], "mq": [], "hot": false,
    }}});
    check(
        low,
        &[
            (
                plus(
                    vm("reserve", "a", "n1", [0, 2, 7]),
                    "mem",
                    json!([0, 2, 10]),
                ),
                code("Success"),
            ),
            (agent("a", [10, 10], 1.0), short),
            (
                plus(agent("a", [10, 40], 1.0), "load", json!([2, 2])),
                starts,
            ),
            (
                restart(),
                json!({"d": {"n1": {"cpu": [8, 1, 2, 7, 0, 0, 0]}}}),
            ),
        ],
    );
}
