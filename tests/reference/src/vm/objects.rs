//! Pods as the events of the vectors have them.

use serde_json::Value;

use super::{Both, config::Config};
use crate::quantity as text;

pub const NANO: i128 = 1_000_000_000;

/// The object behind a VM's pod; it outlives restarts of the plugin.
#[derive(Clone, Debug)]
pub struct Vm {
    pub min: Both<i128>,
    pub uses: Both<i128>,
    pub max: Both<i128>,
    /// The slot size in nanos.
    pub slot: i128,
    pub always_migrate: bool,
}

pub enum Object {
    Vm(Vm),
    /// Raw cpu and memory in nanos; an error where a container has no value.
    Other(Result<Both<i128>, String>),
}

pub fn read(event: &Value, config: &Config) -> Object {
    if event.get("cpu").is_none() {
        return Object::Other(raw(event));
    }
    let [cpu, memory] = ["cpu", "mem"].map(|resource| triple(&event[resource]));
    Object::Vm(Vm {
        min: [cpu[0], memory[0]],
        uses: [cpu[1], memory[1]],
        max: [cpu[2], memory[2]],
        slot: match event.get("slot") {
            Some(slot) => quantity(slot).expect("a quantity"),
            None => config.slot,
        },
        always_migrate: event["alwaysMigrate"] == true,
    })
}

fn raw(event: &Value) -> Result<Both<i128>, String> {
    let mut sum = [0, 0];
    for container in event["containers"].as_array().into_iter().flatten() {
        for (r, resource) in ["cpu", "mem"].iter().enumerate() {
            let amount = |list: &str| quantity(&container[list][resource]).filter(|q| *q != 0);
            let found = amount("req").or_else(|| amount("lim"));
            sum[r] += found.ok_or_else(|| format!("a container has no {resource}"))?;
        }
    }
    Ok(sum)
}

/// A quantity in nanos; a number is one, too.
pub fn quantity(value: &Value) -> Option<i128> {
    let read = match value {
        Value::Number(number) => text::read(&number.to_string())?,
        value => text::read(value.as_str()?)?,
    };
    let nanos = i128::try_from(read.nanos).expect("a quantity of tests");
    Some(if read.negative { -nanos } else { nanos })
}

/// A number as it is written, rounded to half the width at once.
pub fn half(value: &Value) -> Option<f32> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

/// Names without a namespace are in `default`.
pub fn key(name: &Value) -> String {
    let name = name.as_str().unwrap_or_default();
    if name.contains('/') {
        name.to_owned()
    } else {
        format!("default/{name}")
    }
}

/// A key as the vectors write it.
pub fn name(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

pub fn pair(list: &Value) -> Both<i128> {
    [0, 1].map(|at| whole(&list[at]))
}

fn triple(list: &Value) -> [i128; 3] {
    [0, 1, 2].map(|at| whole(&list[at]))
}

fn whole(number: &Value) -> i128 {
    number.as_i64().expect("a whole number").into()
}
