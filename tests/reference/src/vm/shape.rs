//! The twin's answers in the compact form of the vectors.

use serde_json::{Map, Value, json};

use super::{
    Both, Kind, Twin,
    config::{Limits, ceil},
    objects::{NANO, name},
    refused,
};

/// What `vmEvents` answers to a vector's `config`, `nodes`, `initial` and `events`.
pub fn answer(line: &Value) -> Value {
    let mut twin = match Twin::start(line) {
        Ok(twin) => twin,
        Err(error) => {
            // Nothing runs.
            let failed = json!({"res": refused(&error)});
            let events = line["events"].as_array().into_iter().flatten();
            let out: Vec<&Value> = events.map(|_| &failed).collect();
            return json!({"start": failed, "out": out, "final": {}, "max": [0, 0]});
        }
    };
    let mut before = Map::new();
    let start = step(&twin, &twin.started(), &mut before);
    let events = line["events"].as_array().into_iter().flatten();
    let out: Vec<Value> = events
        .map(|event| {
            let res = twin.play(event);
            step(&twin, &res, &mut before)
        })
        .collect();
    let largest = twin.largest().map(number);
    json!({"start": start, "out": out, "final": before, "max": largest})
}

/// What `vmLimits` answers.
pub fn limits(line: &Value) -> Value {
    let node = json!({"name": "n", "cpu": line["cpu"], "mem": line["mem"]});
    let twin = Twin::start(&json!({"config": line["config"], "nodes": [node]}));
    let twin = match twin {
        Ok(twin) => twin,
        Err(error) => return json!({"error": error}),
    };
    let [cpu, memory] = &twin.known["n"].limits;
    let amounts = |limits: &Limits| [limits.total, limits.system, limits.watermark].map(number);
    json!({
        "vCPU": amounts(cpu), "memSlots": amounts(memory),
        "marginCPUMilli": number(ceil(cpu.margin, NANO / 1000)),
        "marginMem": number(ceil(memory.margin, NANO)),
    })
}

/// An answer with what changed since before, which becomes what is.
pub fn step(twin: &Twin, res: &Value, before: &mut Map<String, Value>) -> Value {
    let now: Map<String, Value> = twin
        .known
        .keys()
        .map(|node| (node.clone(), whole(twin, node)))
        .collect();
    let mut changed = Map::new();
    for (node, new) in &now {
        let old = before.get(node).unwrap_or(&Value::Null);
        if old != new {
            changed.insert(node.clone(), change(old, new));
        }
    }
    *before = now;
    let mut step = json!({"res": res});
    if !changed.is_empty() {
        step["d"] = Value::Object(changed);
    }
    step
}

/// A node with the pods that changed, and the names of those that went.
fn change(old: &Value, new: &Value) -> Value {
    let mut change = new.clone();
    let mut gone = Vec::new();
    for list in ["pods", "others"] {
        let changed = change.as_object_mut().expect("a node");
        let is = |pods: &Value| pods[list].as_object().cloned().unwrap_or_default();
        let (old, new) = (is(old), is(new));
        gone.extend(old.keys().filter(|pod| !new.contains_key(*pod)).cloned());
        let pods = new
            .into_iter()
            .filter(|(pod, now)| old.get(pod) != Some(now));
        let pods: Map<String, Value> = pods.collect();
        changed.remove(list);
        if !pods.is_empty() {
            changed.insert(list.to_owned(), Value::Object(pods));
        }
    }
    if !gone.is_empty() {
        gone.sort_unstable();
        change["gone"] = json!(gone);
    }
    change
}

/// A known node with all its pods.
fn whole(twin: &Twin, node: &str) -> Value {
    let known = &twin.known[node];
    let sums = twin.sums(node);
    let resource = |r: usize| {
        let (limits, sums) = (&known.limits[r], &sums[r]);
        [
            limits.total,
            limits.system,
            limits.watermark,
            sums.all.reserved,
            sums.all.buffer,
            sums.all.pressure,
            sums.accounted_for,
        ]
        .map(number)
    };
    let [cpu, memory] = &known.limits;
    let other = [
        ceil(sums[0].raw, NANO / 1000),
        ceil(sums[1].raw, NANO),
        sums[0].other,
        sums[1].other,
        ceil(cpu.margin, NANO / 1000),
        ceil(memory.margin, NANO),
    ];
    let queue: Vec<&str> = known.queue.iter().map(|pod| name(pod)).collect();
    let mut whole = json!({
        "cpu": resource(0), "mem": resource(1), "cu": units(known.unit),
        "other": other.map(number), "mq": queue, "hot": twin.too_much_pressure(node),
    });
    for (key, pod) in twin.pods.iter().filter(|(_, pod)| pod.node == node) {
        match &pod.kind {
            Kind::Vm(state) => {
                let amounts = state
                    .amounts
                    .map(|amount| [amount.reserved, amount.buffer, amount.pressure].map(number));
                let place = known.queue.iter().position(|queued| queued == key);
                let place = place.map_or(-1, |place| place as i64);
                whole["pods"][name(key)] = json!({
                    "cpu": amounts[0], "mem": amounts[1], "cu": state.unit.map(units),
                    "load": state.load.map(|load| load.map(shortest)),
                    "mq": place, "mig": state.migrating,
                });
            }
            Kind::Other(raw) => {
                let raw = [ceil(raw[0], NANO / 1000), ceil(raw[1], NANO)];
                whole["others"][name(key)] = json!(raw.map(number));
            }
        }
    }
    whole
}

fn units(units: Both<i128>) -> Value {
    json!(units.map(number))
}

fn number(number: i128) -> i64 {
    i64::try_from(number).expect("a number of tests")
}

/// The double with the fewest digits that is this number in half the width.
fn shortest(number: f32) -> f64 {
    number.to_string().parse().expect("a number")
}
