//! What the vectors hardly touch, by hand.

mod configs;
mod nodes;
mod pods;
mod requests;

use serde_json::{Value, json};

use reference::{answers::difference, vm::shape};
use schedscope_fuzz::vm::engine;
use schedscope_fuzz::vm::shape::{self as compared, essence};

/// A node of 8 vCPUs and 32 slots, of which 7 and 31 may be reserved; the watermarks are 4 and 21.
fn line() -> Value {
    json!({
        "config": {
            "memBlockSize": "1Gi",
            "nodeDefaults": {
                "cpu": {"watermark": 0.7, "system": "1"},
                "memory": {"watermark": 0.7, "system": "1Gi"},
                "computeUnit": {"vCPUs": 1, "mem": 4},
            },
            "nodeOverrides": [],
            "schedulerName": "s",
        },
        "nodes": [{"name": "n1", "cpu": "8", "mem": "32Gi"}],
        "initial": [],
    })
}

/// The line with something else at a path.
fn with(path: &str, value: Value) -> Value {
    let mut line = line();
    *line.pointer_mut(path).expect("a field") = value;
    line
}

/// The config with something else at a path.
fn config(path: &str, value: Value) -> Value {
    with(&format!("/config{path}"), value)["config"].clone()
}

/// A VM of `[min, use, max]` vCPUs, with as many slots.
fn vm(op: &str, pod: &str, node: &str, amounts: [u32; 3]) -> Value {
    json!({"op": op, "pod": pod, "node": node, "cpu": amounts, "mem": amounts})
}

/// A pod of one container.
fn other(op: &str, pod: &str, node: &str, cpu: &str, memory: &str) -> Value {
    let container = json!({"req": {"cpu": cpu, "mem": memory}});
    json!({"op": op, "pod": pod, "node": node, "containers": [container]})
}

fn plus(mut event: Value, field: &str, value: Value) -> Value {
    event[field] = value;
    event
}

fn agent(pod: &str, want: [u32; 2], load: f64) -> Value {
    json!({"op": "agent", "pod": pod, "want": want, "load": [load, 0]})
}

fn delete(pod: &str) -> Value {
    json!({"op": "delete", "pod": pod})
}

fn add(node: &str, cpu: &str, memory: &str) -> Value {
    json!({"op": "add_node", "node": node, "total": {"cpu": cpu, "mem": memory}})
}

fn change(config: &Value) -> Value {
    json!({"op": "config", "config": config})
}

fn restart() -> Value {
    json!({"op": "restart"})
}

/// `d` where nothing changed.
fn same() -> Value {
    Value::Null
}

/// Plays events; each is answered with what stands beside it, and maybe more. The twin says the
/// same.
#[track_caller]
fn check(mut line: Value, steps: &[(Value, Value)]) {
    let events: Vec<&Value> = steps.iter().map(|(event, _)| event).collect();
    line["events"] = json!(events);
    let found = engine::events(&line);
    for (at, (event, expected)) in steps.iter().enumerate() {
        let difference = difference("", expected, &found["out"][at]);
        assert_eq!(difference, None, "{event}: {}", found["out"][at]);
    }
    let twin = shape::answer(&line);
    assert_eq!(
        compared::difference("", &essence(&twin), &essence(&found)),
        None
    );
}

fn code(code: &str) -> Value {
    json!({"res": {"code": code}})
}

fn unchanged(mut step: Value) -> Value {
    step["d"] = same();
    step
}

fn status(status: u16) -> Value {
    json!({"res": {"status": status}})
}

fn permit(permit: [u32; 2]) -> Value {
    json!({"res": {"status": 200, "permit": permit}})
}

fn ok() -> Value {
    json!({"res": {"ok": true, "error": null}})
}

fn error() -> Value {
    json!({"res": {"ok": null}, "d": null})
}
