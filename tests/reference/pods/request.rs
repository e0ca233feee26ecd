//! What a pod asks for: of its node, and of its quota.

use num_bigint::BigUint;
use serde_json::Value;

use super::{Amounts, amounts, items, larger, plus};
use crate::reference::quantity;

/// A quantity in units of `10^-places`, rounded away from zero.
pub(crate) fn rounded_up(quantity: &Value, places: u32) -> i128 {
    let text = match quantity {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let read = quantity::read(&text).expect("a quantity");
    let unit = BigUint::from(10_u32).pow(9 - places);
    let units = (read.nanos + &unit - 1_u32) / unit;
    let units = i128::try_from(units).expect("a number of tests");
    if read.negative { -units } else { units }
}

pub(crate) fn containers(pod: &Value) -> impl Iterator<Item = &Value> {
    items(&pod["spec"]["containers"])
}

pub(crate) fn init_containers(pod: &Value) -> impl Iterator<Item = &Value> {
    items(&pod["spec"]["initContainers"])
}

/// `requests` or `limits` of a container.
pub(crate) fn list(container: &Value, which: &str) -> Amounts {
    amounts(&container["resources"][which])
}

fn overhead(pod: &Value) -> Amounts {
    amounts(&pod["spec"]["overhead"])
}

/// Sum of the containers, or one init container where that is more; without overhead.
pub(crate) fn largest_stage(pod: &Value, of: impl Fn(&Value) -> Amounts) -> Amounts {
    let mut sum = Amounts::new();
    for container in containers(pod) {
        sum = plus(&sum, &of(container));
    }
    for container in init_containers(pod) {
        sum = larger(&sum, &of(container));
    }
    sum
}

/// What a quota is charged.
pub(crate) fn charge(pod: &Value) -> Amounts {
    let stage = largest_stage(pod, |container| list(container, "requests"));
    let mut charge = plus(&stage, &overhead(pod));
    charge.remove("pods");
    charge
}

/// What the limits of an incoming pod add up to.
pub(crate) fn limit(pod: &Value) -> Amounts {
    let stage = largest_stage(pod, |container| list(container, "limits"));
    plus(&stage, &overhead(pod))
}

/// What a node must have, by what each container asks for.
pub(crate) fn on_node(pod: &Value, of: impl Fn(&Value) -> Amounts) -> Amounts {
    let mut running = Amounts::new();
    for container in containers(pod) {
        running = plus(&running, &of(container));
    }
    let mut most = Amounts::new();
    let mut sidecars = Amounts::new();
    for container in init_containers(pod) {
        if container["restartPolicy"] == "Always" {
            sidecars = plus(&sidecars, &of(container));
            running = plus(&running, &of(container));
        } else {
            most = larger(&most, &plus(&sidecars, &of(container)));
        }
    }
    let mut most = larger(&most, &running);
    for (name, amount) in amounts(&pod["spec"]["resources"]["requests"]) {
        // Kubernetes takes no other resources for a pod as a whole.
        if name == "cpu" || name == "memory" || name.starts_with("hugepages-") {
            most.insert(name, amount);
        }
    }
    plus(&most, &overhead(pod))
}

/// What a node must have.
pub(crate) fn fit(pod: &Value) -> Amounts {
    on_node(pod, |container| list(container, "requests"))
}

/// What the limits of a pod on a node add up to.
pub(crate) fn existing_limit(pod: &Value) -> Amounts {
    let mut sum = Amounts::new();
    for container in containers(pod) {
        sum = plus(&sum, &list(container, "limits"));
    }
    sum
}

/// Whether a pod names no request and no limit at all.
pub(crate) fn best_effort(pod: &Value) -> bool {
    let whole = std::iter::once(&pod["spec"]);
    let mut all = containers(pod).chain(init_containers(pod)).chain(whole);
    all.all(|one| list(one, "requests").is_empty() && list(one, "limits").is_empty())
}

/// What a node is taken to need where a container does not say: 100m and 200Mi.
pub(crate) fn non_zero(pod: &Value) -> Amounts {
    on_node(pod, |container| {
        let mut requests = list(container, "requests");
        requests.entry("cpu".to_owned()).or_insert(100);
        requests.entry("memory".to_owned()).or_insert(200 << 20);
        requests
    })
}
