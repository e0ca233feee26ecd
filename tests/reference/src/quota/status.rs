//! `status.used` as the controller of quotas writes it: not what the scheduler counts.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde_json::Value;

use super::super::{
    pods::items,
    quantity::{self, canonical_of},
};

/// An amount, exactly, and the text whose notation it is written in.
#[derive(Clone, Debug, Default)]
struct Sum {
    nanos: BigUint,
    notation: Option<String>,
}

type Sums = BTreeMap<String, Sum>;

fn read(value: &Value) -> Sum {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let nanos = quantity::read(&text).expect("a quantity").nanos;
    Sum {
        notation: (nanos != BigUint::ZERO).then_some(text),
        nanos,
    }
}

fn add(sums: &mut Sums, name: &str, amount: &Sum) {
    let sum = sums.entry(name.to_owned()).or_default();
    sum.nanos += &amount.nanos;
    sum.notation = sum.notation.clone().or_else(|| amount.notation.clone());
}

fn requests(container: &Value) -> Sums {
    let list = container["resources"]["requests"].as_object();
    let list = list.into_iter().flatten();
    list.map(|(name, value)| (name.clone(), read(value)))
        .collect()
}

/// The larger of the sum of the containers and each init container.
fn of_pod(pod: &Value) -> Sums {
    let mut sums = Sums::new();
    for container in items(&pod["spec"]["containers"]) {
        for (name, amount) in requests(container) {
            add(&mut sums, &name, &amount);
        }
    }
    for container in items(&pod["spec"]["initContainers"]) {
        for (name, amount) in requests(container) {
            let sum = sums.entry(name).or_default();
            if amount.nanos > sum.nanos {
                *sum = amount;
            }
        }
    }
    sums
}

/// What the controller writes for a quota, among these pods.
pub fn used(quota: &Value, pods: &[Value]) -> BTreeMap<String, String> {
    let mut sums = Sums::new();
    for which in ["min", "max"] {
        let list = quota["spec"][which].as_object().into_iter().flatten();
        for (name, _) in list {
            sums.entry(name.clone()).or_default();
        }
    }
    for pod in pods {
        let same = pod["metadata"]["namespace"] == quota["metadata"]["namespace"];
        if same && pod["status"]["phase"] == "Running" {
            for (name, amount) in of_pod(pod) {
                add(&mut sums, &name, &amount);
            }
        }
    }
    let sums = sums.into_iter();
    let texts = sums.map(|(name, sum)| {
        let notation = sum.notation.as_deref().unwrap_or("0");
        (name, canonical_of(&sum.nanos, notation))
    });
    texts.collect()
}
