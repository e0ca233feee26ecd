//! "Scheduler Plugin: Architecture" of autoscaled VMs. A node has 9 vCPUs and 33 slots; 8 and 32 are reservable.

use super::check;

/// The config with a watermark, a system and a size of slots.
fn config(watermark: &str, system: u32, slot: &str) -> String {
    format!(
        r#"{{"memBlockSize": "{slot}", "nodeDefaults": {{"cpu": {{"watermark": {watermark}, "system": "{system}"}},
            "memory": {{"watermark": {watermark}, "system": "{slot}"}}, "computeUnit": {{"vCPUs": 1, "mem": 4}}}},
            "nodeOverrides": [], "schedulerName": "s"}}"#
    )
}

/// Plays events on the node, and holds the replies and the final state of the node against what is expected.
#[track_caller]
fn play(watermark: &str, node: &str, events: &[&str], out: &str, n1: &str) {
    let asked = format!(
        r#"{{"vmEvents": {{"config": {}, "nodes": [{{"name": "n1", {node}}}], "events": [{}]}}}}"#,
        config(watermark, 1, "1Gi"),
        events.join(", ")
    );
    check(
        "",
        &asked,
        &format!(r#"{{"out": [{out}], "final": {{"n1": {n1}}}}}"#),
    );
}

const NODE: &str = r#""cpu": "9", "mem": "33Gi""#;
/// A reply that does not matter.
const ANY: &str = r#"{"res": {}}"#;

fn replies(count: usize) -> String {
    vec![ANY; count].join(", ")
}

/// A VM with 3 vCPUs and 12 slots of up to 8 and 32 is reserved.
fn reserve(pod: &str) -> String {
    format!(
        r#"{{"op": "reserve", "pod": "{pod}", "node": "n1", "cpu": [1, 3, 8], "mem": [4, 12, 32]}}"#
    )
}

fn ask(pod: &str, units: u32, load: &str) -> String {
    let slots = units * 4;
    format!(
        r#"{{"op": "agent", "pod": "{pod}", "want": [{units}, {slots}], "load": [{load}, {load}]}}"#
    )
}

/// Two VMs on a node with watermarks of 4 and 16: 6 and 24 are reserved. `idle` has less load, and is head.
fn above_the_watermark(then: &[&str], last: &str, n1: &str) {
    let begin = [
        reserve("busy"),
        reserve("idle"),
        ask("busy", 3, "2"),
        ask("idle", 3, "1"),
    ];
    let events: Vec<&str> = begin
        .iter()
        .map(String::as_str)
        .chain(then.iter().copied())
        .collect();
    let before = replies(events.len() - 1);
    play("0.5", NODE, &events, &format!("{before}, {last}"), n1);
}

differences! {
    score_looks_at_the_pod => {
        let score = |most| format!(
            r#"{{"op": "score", "pod": "a", "node": "n1", "cpu": [1, {most}, 9], "mem": [4, 4, 32]}}"#
        );
        play(
            "0.5",
            NODE,
            &[&score(8), &score(9)],
            r#"{"res": {"code": "Success", "score": 100}}, {"res": {"code": "Success", "score": 0}}"#,
            "{}",
        );
    }
    requests_of_other_pods => {
        let reserve = |pod: &str, cpu: &str| format!(
            r#"{{"op": "reserve", "pod": "{pod}", "node": "n1", "containers": [
                {{"req": {{"cpu": "{cpu}", "mem": "1Gi"}}, "lim": {{"cpu": "3", "mem": "2Gi"}}}}]}}"#
        );
        play(
            "0.5",
            NODE,
            &[&reserve("some", "1"), &reserve("zero", "0")],
            &replies(2),
            r#"{"others": {"some": [1000, 1073741824], "zero": [3000, 1073741824]}}"#,
        );
    }
    margin_of_other_pods => {
        // 9500m: 8500m are reservable, so 8 vCPUs; 500m are the margin.
        let reserve = |pod: &str, cpu: &str| format!(
            r#"{{"op": "reserve", "pod": "{pod}", "node": "n1", "containers": [
                {{"req": {{"cpu": "{cpu}", "mem": "1"}}}}]}}"#
        );
        for (second, reserved) in [("100m", 0), ("200m", 1)] {
            play(
                "0.5",
                r#""cpu": "9500m", "mem": "33.5Gi""#,
                &[&reserve("a", "400m"), &reserve("b", second)],
                &replies(2),
                &format!(r#"{{"cpu": [9, 1, 4, {reserved}, 0, 0, 0], "mem": [33, 1, 16, 0, 0, 0, 0]}}"#),
            );
        }
    }
    wide_sums => {
        let initial = ["a", "b"].map(|pod| format!(
            r#"{{"op": "", "pod": "{pod}", "node": "n1", "cpu": [1, 1, 1], "mem": [1, 1, 40000]}}"#
        ));
        check(
            "",
            &format!(
                r#"{{"vmEvents": {{"config": {}, "nodes": [{{"name": "n1", "cpu": "9", "mem": "65000Mi"}}],
                     "initial": [{}], "events": []}}}}"#,
                config("0.5", 1, "1Mi"),
                initial.join(", ")
            ),
            r#"{"final": {"n1": {"mem": [65000, 1, 32499, 80000, 79998, 0, 0]}}}"#,
        );
    }
    memory_at_its_watermark => {
        // The watermark is all that is reservable; the VM has all of one resource, and is denied more.
        for (cpu, mem, want, hot) in [
            ("[1, 1, 9]", "[4, 32, 36]", "[1, 36]", true),
            ("[1, 8, 9]", "[4, 4, 36]", "[9, 4]", false),
        ] {
            play(
                "1.0",
                NODE,
                &[
                    &format!(r#"{{"op": "reserve", "pod": "a", "node": "n1", "cpu": {cpu}, "mem": {mem}}}"#),
                    &format!(r#"{{"op": "agent", "pod": "a", "want": {want}, "load": [1, 1]}}"#),
                ],
                &replies(2),
                &format!(r#"{{"hot": {hot}}}"#),
            );
        }
    }
    room_below_the_watermark => {
        // `a` is denied 2 vCPUs; then `b` gives 1 back, or 3, while memory stays at its watermark.
        for (left, hot) in [(3, true), (1, false)] {
            play(
                "1.0",
                NODE,
                &[
                    r#"{"op": "reserve", "pod": "a", "node": "n1", "cpu": [1, 4, 8], "mem": [4, 28, 32]}"#,
                    r#"{"op": "reserve", "pod": "b", "node": "n1", "cpu": [1, 4, 4], "mem": [4, 4, 8]}"#,
                    r#"{"op": "agent", "pod": "a", "want": [6, 28], "load": [1, 1]}"#,
                    &format!(r#"{{"op": "agent", "pod": "b", "want": [{left}, 4], "load": [1, 1]}}"#),
                ],
                &replies(4),
                &format!(r#"{{"cpu": [9, 1, 8, {}, 0, 2, 0], "hot": {hot}}}"#, 4 + left),
            );
        }
    }
    the_head_has_to_ask => {
        let other = ask("busy", 3, "2");
        above_the_watermark(&[&other], r#"{"res": {"migrate": false}}"#, r#"{"hot": true, "mq": ["idle", "busy"]}"#);
        let head = ask("idle", 3, "1");
        above_the_watermark(&[&head], r#"{"res": {"migrate": true}}"#, r#"{"mq": ["busy"]}"#);
    }
    denied_for_a_migration => {
        let more = ask("idle", 4, "1");
        above_the_watermark(
            &[&more],
            r#"{"res": {"migrate": true, "permit": [3, 12]}}"#,
            r#"{"cpu": [9, 1, 4, 6, 0, 1, 4], "pods": {"busy": {}, "idle": {"cpu": [3, 0, 1]}}}"#,
        );
    }
    grants_above_max => {
        play(
            "0.5",
            NODE,
            &[
                r#"{"op": "reserve", "pod": "a", "node": "n1", "cpu": [1, 1, 2], "mem": [4, 4, 8]}"#,
                &ask("a", 3, "1"),
                r#"{"op": "vm_use", "pod": "a", "want": [3, 12]}"#,
                r#"{"op": "restart"}"#,
            ],
            &format!(r#"{ANY}, {{"res": {{"permit": [3, 12]}}}}, {ANY}, {{"res": {{"fatal": true}}}}"#),
            "{}",
        );
    }
    config_changes => {
        let change = |system, slot| {
            let config = config("0.5", system, slot);
            format!(r#"{{"op": "config", "config": {config}}}"#)
        };
        play(
            "0.5",
            NODE,
            &[&change(3, "1Gi"), &change(3, "2Gi")],
            r#"{"res": {"ok": true}}, {"res": {"error": {}}}"#,
            r#"{"cpu": [9, 3, 3, 0, 0, 0, 0]}"#,
        );
    }
    first_contact => {
        let want = |cpu, mem| format!(r#"{{"op": "agent", "pod": "a", "want": [{cpu}, {mem}], "load": [1, 1]}}"#);
        play(
            "0.5",
            NODE,
            &[&reserve("a"), &want(2, 3), &want(3, 8), &want(2, 8)],
            &format!(
                r#"{ANY}, {{"res": {{"status": 200, "permit": [2, 3]}}}}, {{"res": {{"status": 400}}}},
                   {{"res": {{"status": 200}}}}"#
            ),
            "{}",
        );
    }
}
