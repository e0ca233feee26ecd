//! What a pod asks for: of its node, and of its quota.

use num_bigint::BigUint;
use serde_json::Value;

use super::{Amounts, amounts, items, larger, of, plus};
use crate::quantity;

/// A quantity in units of `10^-places`, rounded away from zero.
pub fn rounded_up(quantity: &Value, places: u32) -> i128 {
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

pub fn containers(pod: &Value) -> impl Iterator<Item = &Value> {
    items(&pod["spec"]["containers"])
}

pub fn init_containers(pod: &Value) -> impl Iterator<Item = &Value> {
    items(&pod["spec"]["initContainers"])
}

/// `requests` or `limits` of a container.
pub fn list(container: &Value, which: &str) -> Amounts {
    amounts(&container["resources"][which])
}

fn overhead(pod: &Value) -> Amounts {
    amounts(&pod["spec"]["overhead"])
}

/// Sum of the containers, or one init container where that is more; without overhead.
pub fn largest_stage(pod: &Value, of: impl Fn(&Value) -> Amounts) -> Amounts {
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
pub fn charge(pod: &Value) -> Amounts {
    let stage = largest_stage(pod, |container| list(container, "requests"));
    let mut charge = plus(&stage, &overhead(pod));
    charge.remove("pods");
    charge
}

/// What the limits of an incoming pod add up to.
pub fn limit(pod: &Value) -> Amounts {
    let stage = largest_stage(pod, |container| list(container, "limits"));
    plus(&stage, &overhead(pod))
}

/// What the containers need at once, by what each asks for.
fn containers_need(pod: &Value, of: impl Fn(&Value) -> Amounts) -> Amounts {
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
    larger(&most, &running)
}

/// What is asked for the pod as a whole; Kubernetes takes no other resources there.
fn pod_level(pod: &Value) -> Amounts {
    let mut level = amounts(&pod["spec"]["resources"]["requests"]);
    level.retain(|name, _| is_of_pods(name));
    level
}

fn is_of_pods(name: &str) -> bool {
    name == "cpu" || name == "memory" || name.starts_with("hugepages-")
}

/// What a node must have, by what each container asks for.
pub fn on_node(pod: &Value, of: impl Fn(&Value) -> Amounts) -> Amounts {
    let mut most = containers_need(pod, of);
    most.extend(pod_level(pod));
    plus(&most, &overhead(pod))
}

/// What a node must have.
pub fn fit(pod: &Value) -> Amounts {
    on_node(pod, |container| list(container, "requests"))
}

/// What a container of a pod on a node counts: while it is resized, the larger of what it has and what
/// it shall have.
fn resized(pod: &Value, container: &Value) -> Amounts {
    let asked = list(container, "requests");
    let ordinary = init_containers(pod).any(|one| std::ptr::eq(one, container))
        && container["restartPolicy"] != "Always";
    let status = &pod["status"];
    let mut statuses =
        items(&status["containerStatuses"]).chain(items(&status["initContainerStatuses"]));
    let status = statuses.find(|status| status["name"] == container["name"]);
    let Some(status) = status.filter(|status| !ordinary && !status["resources"].is_null()) else {
        return asked;
    };
    let has = larger(
        &amounts(&status["resources"]["requests"]),
        &amounts(&status["allocatedResources"]),
    );
    if is_infeasible(pod) {
        has
    } else {
        larger(&asked, &has)
    }
}

fn is_infeasible(pod: &Value) -> bool {
    items(&pod["status"]["conditions"]).any(|condition| {
        condition["type"] == "PodResizePending" && condition["reason"] == "Infeasible"
    })
}

/// What the containers of a pod on a node take, where `silent` is for what a container does not say.
fn containers_take(pod: &Value, minor: u32, silent: &[(&str, i128)]) -> Amounts {
    let silent = |list| or_silent(list, silent);
    if minor < 37 {
        return containers_need(pod, |container| silent(resized(pod, container)));
    }
    // The most of what all together ask, got, and have.
    let infeasible = is_infeasible(pod);
    let status = |container: &Value| {
        let status = &pod["status"];
        let mut statuses =
            items(&status["containerStatuses"]).chain(items(&status["initContainerStatuses"]));
        let status = statuses.find(|status| status["name"] == container["name"]);
        status.cloned().unwrap_or_default()
    };
    let asked = |container: &Value| list(container, "requests");
    let said = |list: &Value| Some(amounts(list)).filter(|list| !list.is_empty());
    let or_asked = |list: Option<Amounts>, container: &Value| match list {
        Some(list) => list,
        None if infeasible => Amounts::new(),
        None => asked(container),
    };
    let (all_have, all_got) = (
        said(&pod["status"]["resources"]["requests"]),
        said(&pod["status"]["allocatedResources"]),
    );
    let together = if let (Some(have), Some(got)) = (all_have, all_got) {
        larger(&have, &got)
    } else {
        let got = containers_need(pod, |container| {
            let status = status(container);
            silent(or_asked(said(&status["allocatedResources"]), container))
        });
        let have = containers_need(pod, |container| {
            let status = status(container);
            let has = said(&status["resources"]["requests"]);
            let has = has.or_else(|| said(&status["allocatedResources"]));
            silent(or_asked(has, container))
        });
        larger(&have, &got)
    };
    if infeasible {
        together
    } else {
        larger(
            &together,
            &containers_need(pod, |container| silent(asked(container))),
        )
    }
}

/// What a pod on a node takes as a whole, where it asks for something so.
fn pod_level_there(pod: &Value, minor: u32) -> Amounts {
    let asked = pod_level(pod);
    let has = &pod["status"]["resources"];
    if asked.is_empty() || has.is_null() || minor < 36 {
        return asked;
    }
    let mut taken = larger(
        &amounts(&has["requests"]),
        &amounts(&pod["status"]["allocatedResources"]),
    );
    if !is_infeasible(pod) {
        taken = larger(&taken, &amounts(&pod["spec"]["resources"]["requests"]));
    }
    if minor < 37 {
        // Only of what the spec names; nothing of what the status does not.
        let names = asked.into_keys();
        return names
            .map(|name| (name.clone(), of(&taken, &name)))
            .collect();
    }
    taken.retain(|name, _| is_of_pods(name));
    taken
}

fn takes(pod: &Value, minor: u32, silent: &[(&str, i128)]) -> Amounts {
    let mut most = containers_take(pod, minor, silent);
    most.extend(pod_level_there(pod, minor));
    plus(&most, &overhead(pod))
}

/// What a pod takes of the node that it is on.
pub fn occupies(pod: &Value, minor: u32) -> Amounts {
    takes(pod, minor, &[])
}

/// What the limits of a pod on a node add up to.
pub fn existing_limit(pod: &Value) -> Amounts {
    let mut sum = Amounts::new();
    for container in containers(pod) {
        sum = plus(&sum, &list(container, "limits"));
    }
    sum
}

/// Whether a pod names no request and no limit at all.
pub fn best_effort(pod: &Value) -> bool {
    let whole = std::iter::once(&pod["spec"]);
    let mut all = containers(pod).chain(init_containers(pod)).chain(whole);
    all.all(|one| list(one, "requests").is_empty() && list(one, "limits").is_empty())
}

/// What a node is taken to need where a container does not say: 100m and 200Mi.
const SILENT: [(&str, i128); 2] = [("cpu", 100), ("memory", 200 << 20)];

fn or_silent(mut requests: Amounts, names: &[(&str, i128)]) -> Amounts {
    for (name, amount) in names {
        requests.entry((*name).to_owned()).or_insert(*amount);
    }
    requests
}

/// What a node is taken to need by the containers alone, with something for each that does not say: nothing that is
/// asked for the pod as a whole is seen.
pub fn non_zero_of_containers(pod: &Value) -> Amounts {
    let need = containers_need(pod, |container| {
        or_silent(list(container, "requests"), &SILENT)
    });
    plus(&need, &overhead(pod))
}

/// The same of all that the pod asks: one that asks as a whole says what it says.
pub fn non_zero_there(pod: &Value, minor: u32) -> Amounts {
    let whole = occupies(pod, minor);
    let mut silent = SILENT.to_vec();
    if !pod_level(pod).is_empty() {
        silent.retain(|(name, _)| !whole.contains_key(*name));
    }
    takes(pod, minor, &silent)
}
