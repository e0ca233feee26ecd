//! `NodePorts`: no port of the node is wanted twice.

use serde_json::Value;

use super::{
    super::{
        Node, Pod,
        fit::Misfit,
        items,
        request::{containers, init_containers},
    },
    View, because,
};

/// Address, protocol, number.
type Port = (String, String, i64);

/// The ports of its node that a pod takes: of containers and sidecars.
fn wanted(pod: &Value) -> Vec<Port> {
    let sidecars = init_containers(pod).filter(|one| one["restartPolicy"] == "Always");
    let ports = containers(pod)
        .chain(sidecars)
        .flat_map(|one| items(&one["ports"]));
    let ports = ports.filter_map(|port| {
        let number = port["hostPort"].as_i64().filter(|number| *number > 0)?;
        let or = |field: &str, default: &str| {
            let given = port[field].as_str().filter(|text| !text.is_empty());
            given.unwrap_or(default).to_owned()
        };
        Some((or("hostIP", "0.0.0.0"), or("protocol", "TCP"), number))
    });
    ports.collect()
}

/// The ports of a node that are taken.
fn used(view: &View, node: &Node) -> Vec<Port> {
    if !view.faults.port_set {
        let pods = view.now.on(&node.name);
        return pods.flat_map(|pod| wanted(&pod.value)).collect();
    }
    let pods = view.start.on(&node.name);
    let mut used: Vec<Port> = pods.flat_map(|pod| wanted(&pod.value)).collect();
    for change in &view.moves {
        if change.pod.node.as_ref() == Some(&node.name) {
            let ports = wanted(&change.pod.value);
            if change.by > 0 {
                used.extend(ports);
            } else {
                // Whoever else has the port.
                used.retain(|port| !ports.contains(port));
            }
        }
    }
    used
}

fn conflict(one: &Port, other: &Port) -> bool {
    let any = "0.0.0.0";
    let addresses = one.0 == other.0 || one.0 == any || other.0 == any;
    addresses && one.1 == other.1 && one.2 == other.2
}

pub(in super::super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    let used = used(view, node);
    let mut wanted = wanted(&pod.value).into_iter();
    let taken = wanted.any(|port| used.iter().any(|other| conflict(&port, other)));
    let reason = "node(s) didn't have free ports for the requested pod ports";
    taken.then(|| because("NodePorts", false, reason))
}
