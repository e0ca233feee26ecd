//! Texts with a timeline, at random.

use std::fmt;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use reference::answers;
use schedscope_fuzz::vm::random::{Choices, choices};
use schedscope_fuzz::vm::settings::{SCHEDULER, Scale, config, node, spoil};

/// The objects of a text.
#[derive(Clone)]
pub(crate) struct Manifests {
    pub(crate) nodes: Vec<Value>,
    pub(crate) vms: Vec<Value>,
    pub(crate) pods: Vec<Value>,
    /// The plugin's config.
    pub(crate) config: Value,
    /// What the timeline says.
    pub(crate) spec: Value,
}

impl fmt::Debug for Manifests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Manifests {
    pub(crate) fn text(&self) -> String {
        answers::text(&self.objects())
    }

    pub(crate) fn objects(&self) -> Vec<Value> {
        let mut objects = self.nodes.clone();
        objects.extend(self.vms.iter().cloned());
        objects.extend(self.pods.iter().cloned());
        objects.push(config_map("config", &self.config));
        objects.push(timeline("t", &self.spec));
        objects
    }
}

pub(crate) fn config_map(name: &str, config: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": "kube-system"},
        "data": {"autoscaler-enforcer-config.json": config.to_string()},
    })
}

pub(crate) fn timeline(name: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": "schedscope.dev/v1alpha1", "kind": "Timeline",
        "metadata": {"name": name}, "spec": spec,
    })
}

/// A node with so many vCPUs and so much memory.
pub(crate) fn node_object(name: &str, cpu: &str, memory: &str) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
        "status": {"allocatable": {"cpu": cpu, "memory": memory}},
    })
}

/// A VM; both lists are min, use and max.
pub(crate) fn vm_object(name: &str, node: &str, cpus: [u32; 3], slots: [u32; 3]) -> Value {
    let amounts = |[min, uses, max]: [u32; 3]| json!({"min": min, "use": uses, "max": max});
    let mut vm = json!({
        "apiVersion": "vm.neon.tech/v1", "kind": "VirtualMachine", "metadata": {"name": name},
        "spec": {"guest": {"cpus": amounts(cpus), "memorySlots": amounts(slots)}},
    });
    if !node.is_empty() {
        vm["status"]["node"] = json!(node);
    }
    vm
}

/// What the manifests are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// All kinds of events, no mitigation that the plugin itself has.
    Plain,
    /// The same with mitigations.
    Mitigated,
    /// Agents that keep to what they were told, restarts, migrations: nothing that breaks a promise.
    Behaved,
}

pub(crate) fn random_manifests(flavour: Flavour) -> BoxedStrategy<Manifests> {
    let events = prop::collection::vec(choices(24), 0..18);
    (choices(220), events)
        .prop_map(move |(choices, events)| manifests(flavour, &choices, &events))
        .boxed()
}

const NAMES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

fn manifests(flavour: Flavour, choices: &Choices, events: &[Choices]) -> Manifests {
    let count = 2 + choices.below(3);
    let mut names: Vec<String> = (1..=count).map(|number| format!("n{number}")).collect();
    let later = choices.chance(40);
    if later {
        names.push("x1".to_owned());
    }
    let nodes = names.iter().map(|name| {
        let size = node(choices, Scale::Small);
        let amount = |resource: &str| size[resource].as_str().expect("a quantity");
        node_object(name, amount("cpu"), amount("mem"))
    });
    let mut manifests = Manifests {
        nodes: nodes.collect(),
        vms: Vec::new(),
        pods: Vec::new(),
        config: config(choices, Scale::Small, "1Gi"),
        spec: json!({}),
    };
    let behaved = flavour == Flavour::Behaved;
    for name in &NAMES[..3 + choices.below(8)] {
        let cpus = amounts(choices, 1);
        let slots = amounts(choices, 4);
        let on = if choices.chance(75) {
            choices.pick(&names[..count])
        } else {
            ""
        };
        let mut vm = vm_object(name, on, cpus, slots);
        if choices.chance(10) && !behaved {
            vm["metadata"]["labels"] = json!({"autoscaler/testing-only-always-migrate": ""});
        }
        if choices.chance(4) {
            vm["spec"]["guest"]["memorySlotSize"] = json!("512Mi");
        }
        if choices.chance(12) {
            vm["spec"]["schedulerName"] = json!(choices.pick(&[SCHEDULER, "another"]));
        }
        if choices.chance(15) {
            vm["status"]["podName"] = json!(format!("{name}-pod"));
        }
        if choices.chance(10) {
            vm["metadata"]["namespace"] = json!("other");
        }
        manifests.vms.push(vm);
    }
    add_pods(&mut manifests, choices, &names[..count]);
    if behaved {
        within_bounds(&mut manifests);
    }
    let mut spec = json!({
        "duration": format!("{}s", 15 + choices.below(45)),
        "agentPeriod": choices.pick(&["5s", "3s", "10s", "4.321s"]),
        "migrationDuration": choices.pick(&["7s", "30s", "0s", "1s"]),
        "seed": choices.below(1000),
    });
    let agents =
        (0..=choices.below(3)).map(|_| json!({"vms": patterns(choices), "load": load(choices)}));
    spec["agents"] = agents.collect();
    let mut list: Vec<Value> = events
        .iter()
        .map(|choices| event(behaved, &manifests, &names, choices))
        .collect();
    if later {
        let at = format!("{}s", choices.below(30));
        list.push(json!({"at": at, "addNode": {"node": "x1"}}));
    }
    spec["events"] = json!(list);
    if choices.chance(20) || flavour == Flavour::Mitigated {
        spec["mitigations"] = mitigations(choices, flavour == Flavour::Mitigated);
    }
    if choices.chance(50) {
        let mut variant = json!({"name": "v", "agentPeriod": "6s"});
        if choices.chance(50) {
            variant["migrationDuration"] = json!("2s");
        }
        if choices.chance(50) {
            variant["config"] = config(choices, Scale::Small, "1Gi");
        }
        if choices.chance(50) {
            variant["mitigations"] = mitigations(choices, flavour == Flavour::Mitigated);
        }
        spec["variants"] = json!([variant]);
    }
    manifests.spec = spec;
    manifests
}

/// Pods that are no VMs.
fn add_pods(manifests: &mut Manifests, choices: &Choices, nodes: &[String]) {
    for number in 0..choices.below(3) {
        let cpu = choices.pick(&["500m", "1", "1n", "2"]);
        let on = if choices.chance(60) {
            choices.pick(nodes)
        } else {
            ""
        };
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": format!("p{number}")},
            "spec": {"schedulerName": SCHEDULER, "containers": [
                {"name": "c", "resources": {"requests": {"cpu": cpu, "memory": "700Mi"}}},
            ]},
        });
        if !on.is_empty() {
            pod["spec"]["nodeName"] = json!(on);
        }
        manifests.pods.push(pod);
    }
}

/// Min, use and max; where `use` is not between them, no plugin point takes the VM.
fn amounts(choices: &Choices, times: u32) -> [u32; 3] {
    let uses = choices.below(4) as u32;
    let max = uses + choices.below(5) as u32;
    let min = uses.saturating_sub(choices.below(3) as u32);
    [min, uses, max].map(|amount| amount * times)
}

/// VMs and other pods use no more than two of 6 vCPUs and of 24 slots a node, and what the system
/// leaves is more.
fn within_bounds(manifests: &mut Manifests) {
    let mut crowds: Map<String, Value> = Map::new();
    for vm in &mut manifests.vms {
        let Some(node) = vm["status"]["node"].as_str() else {
            continue;
        };
        let count = crowds.get(node).and_then(Value::as_u64).unwrap_or(0) + 1;
        crowds.insert(node.to_owned(), json!(count));
        let uses = u32::from(count <= 2);
        for (resource, times) in [("cpus", 1), ("memorySlots", 4)] {
            let amounts = &mut vm["spec"]["guest"][resource];
            amounts["min"] = json!(0);
            amounts["use"] = json!(uses * times);
            let max = amounts["max"].as_u64().unwrap_or(0);
            amounts["max"] = json!(max.max(u64::from(uses * times)));
        }
    }
    for pod in &mut manifests.pods {
        pod["spec"]["containers"] = json!([]);
    }
}

fn patterns(choices: &Choices) -> Value {
    match choices.below(5) {
        0 => json!(["*"]),
        1 => json!([choices.pick(&NAMES), choices.pick(&NAMES)]),
        2 => json!(["*/*"]),
        3 => json!(["other/*", choices.pick(&NAMES)]),
        _ => json!(["nobody", "nowhere/*", choices.pick(&NAMES)]),
    }
}

pub(crate) fn load(choices: &Choices) -> Value {
    let mut load = json!({});
    if choices.chance(50) {
        load["constant"] = json!(*choices.pick(&[2.0, 1.0, 0.5, 3.5, 7.0, -1.0, 1e300]));
    }
    if choices.chance(50) {
        let steps = (0..=choices.below(3)).map(|number| {
            let at = format!("{}s", number * (1 + choices.below(15)));
            json!({"at": at, "units": *choices.pick(&[1.0, 4.0, 0.25, 9.0, -2.0])})
        });
        load["steps"] = steps.collect();
        // Not always in the order of time: then the text is faulty.
        let list = load["steps"].as_array_mut().expect("steps");
        list.truncate(2);
    }
    if choices.chance(50) {
        load["sine"] = json!({
            "amplitude": *choices.pick(&[2.0, 5.0, 0.1]), "mean": *choices.pick(&[2.0, 0.0, 4.0]),
            "period": choices.pick(&["20s", "1m", "1s", "7s"]), "phase": choices.pick(&["0", "3s", "1h"]),
        });
    }
    if choices.chance(40) {
        load["noise"] = json!(*choices.pick(&[0.5, 3.0, 0.01]));
    }
    load
}

fn mitigations(choices: &Choices, all: bool) -> Value {
    let mut stated = json!({});
    if choices.chance(60) {
        stated["largestStep"] = json!(*choices.pick(&[1, 2, 5]));
    }
    if all && choices.chance(60) {
        stated["capacityPressureFactor"] = json!(*choices.pick(&[0.5, 0.25, 0.01, 1.0]));
    }
    if all && choices.chance(60) {
        stated["sustainedRequests"] = json!(*choices.pick(&[2, 3, 1]));
    }
    stated
}

fn event(behaved: bool, manifests: &Manifests, nodes: &[String], choices: &Choices) -> Value {
    let mut event = json!({"at": format!("{}ms", choices.below(40) * 1000 + 7 * choices.below(3))});
    let pod = pod_name(manifests, choices);
    let node = if choices.chance(4) {
        "nowhere"
    } else {
        choices.pick(nodes)
    };
    let kinds: &[usize] = if behaved {
        &[1, 2, 3, 4, 5, 9, 10, 12, 12, 13, 2]
    } else {
        &[
            0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 2, 9,
        ]
    };
    match choices.pick(kinds) {
        0 => {
            let units = choices.below(7);
            let mut request = json!({"pod": pod, "vCPUs": units, "mem": units * 4});
            if choices.chance(15) {
                request["mem"] = json!(choices.below(20));
            }
            if choices.chance(75) {
                request["load"] = json!([*choices.pick(&[1.0, 2.5, 0.1, 2.5]), 0.5]);
            }
            if choices.chance(15) {
                request["protocol"] = choices.pick(&[json!("v1.0"), json!(0), json!(3)]).clone();
            }
            event["request"] = request;
        }
        1 => event["reserve"] = json!({"pod": pod, "node": node}),
        2 => event["schedule"] = json!({"pod": pod}),
        3 => {
            event["filter"] = json!({"pod": pod, "node": node});
            if choices.chance(60) {
                event["filter"]["exclude"] =
                    json!([pod_name(manifests, choices), pod_name(manifests, choices)]);
            }
        }
        4 => event["score"] = json!({"pod": pod, "node": node}),
        5 => event["delete"] = json!({"pod": pod}),
        6 => event["unreserve"] = json!({"pod": pod}),
        7 => {
            event["use"] = json!({"pod": pod, "vCPUs": choices.below(6), "mem": choices.below(20)});
        }
        8 => event["config"] = new_config(manifests, choices),
        9 => event["migrate"] = json!({"pod": pod}),
        10 => event["migrationFailed"] = json!({"pod": pod}),
        11 => {
            let mut restart = json!({"config": new_config(manifests, choices)});
            if choices.chance(50) {
                restart["downFor"] = json!(format!("{}s", choices.below(12)));
            }
            event["restart"] = restart;
        }
        12 => event["restart"] = json!({"downFor": format!("{}s", choices.below(20))}),
        _ => {
            let mut load = load(choices);
            load["vms"] = patterns(choices);
            event["load"] = load;
        }
    }
    event
}

fn new_config(manifests: &Manifests, choices: &Choices) -> Value {
    let slot = *choices.pick(&["1Gi", "1024Mi", "1Gi", "1Gi", "2Gi"]);
    let mut config = config(choices, Scale::Small, slot);
    match choices.below(8) {
        5 => config = spoil(choices, config),
        6 => config["schedulerName"] = json!("another"),
        7 => {
            config = manifests.config.clone();
            config["doMigration"] = json!(choices.chance(50));
        }
        _ => {}
    }
    config
}

fn pod_name(manifests: &Manifests, choices: &Choices) -> String {
    match choices.below(20) {
        17 => return "ghost".to_owned(),
        18 => return "p0".to_owned(),
        19 => return format!("{}-m1", choices.pick(&NAMES[..4])),
        _ => {}
    }
    let vm = choices.pick(&manifests.vms);
    key_of(vm)
}

/// `namespace/name` of the pod of a VM.
pub(crate) fn key_of(vm: &Value) -> String {
    let namespace = vm["metadata"]["namespace"].as_str().unwrap_or("default");
    let name = vm["status"]["podName"].as_str();
    let name = name.or(vm["metadata"]["name"].as_str()).expect("a name");
    format!("{namespace}/{name}")
}
