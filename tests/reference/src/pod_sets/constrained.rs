//! Sets whose pods say where they want to be, and near whom: everything that the default filters and
//! scorers look at.

mod places;
mod terms;

use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value, json};

use super::{
    PodSet, kubelet,
    lists::{slack, tighten},
    map, maybe, one_of, report,
};
use places::{namespaces, node, selecting};
use terms::{node_affinity, pod_affinity, spread};

/// The last one never has a quota.
const NAMESPACES: [&str; 3] = ["team-a", "team-b", "free-x"];

fn label_sets() -> BoxedStrategy<Value> {
    (
        maybe(92, one_of(&["web", "web", "db", "cache"].map(Value::from))),
        maybe(50, one_of(&["v1", "v2"].map(Value::from))),
        maybe(25, one_of(&["x", "y"].map(Value::from))),
    )
        .prop_map(|(app, version, tier)| map([("app", app), ("version", version), ("tier", tier)]))
        .boxed()
}

fn requests() -> BoxedStrategy<Value> {
    let cpu = one_of(&["0", "100m", "250m", "500m", "500m", "1", "2"].map(Value::from));
    let memory = one_of(&["0", "128Mi", "256Mi", "1Gi", "2Gi"].map(Value::from));
    (maybe(85, cpu), maybe(60, memory))
        .prop_map(|(cpu, memory)| map([("cpu", cpu), ("memory", memory)]))
        .boxed()
}

fn port() -> BoxedStrategy<Value> {
    let number = one_of(&[json!(80), json!(80), json!(443), json!(0)]);
    let protocol = one_of(&["TCP", "UDP"].map(Value::from));
    let address = one_of(&["127.0.0.1", "10.0.0.1", "0.0.0.0", "::", ""].map(Value::from));
    (number, maybe(50, protocol), maybe(40, address))
        .prop_map(|(number, protocol, address)| {
            map([
                ("containerPort", Some(json!(8080))),
                ("hostPort", Some(number)),
                ("protocol", protocol),
                ("hostIP", address),
            ])
        })
        .boxed()
}

fn container(name: &'static str, sidecar: u32) -> BoxedStrategy<Value> {
    let image = one_of(
        &[
            "pause",
            "registry.k8s.io/pause:3.10",
            "registry:5000/big",
            "big:1",
        ]
        .map(Value::from),
    );
    (
        maybe(94, requests()),
        maybe(18, prop::collection::vec(port(), 1..3)),
        maybe(sidecar, Just(json!("Always"))),
        image,
    )
        .prop_map(move |(requests, ports, policy, image)| {
            map([
                ("name", Some(json!(name))),
                ("image", Some(image)),
                (
                    "resources",
                    requests.map(|requests| json!({"requests": requests})),
                ),
                ("ports", ports.map(Value::Array)),
                ("restartPolicy", policy),
            ])
        })
        .boxed()
}

fn toleration() -> BoxedStrategy<Value> {
    one_of(&[
        json!({"operator": "Exists"}),
        json!({"key": "dedicated", "operator": "Exists"}),
        json!({"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}),
        json!({"key": "dedicated", "operator": "Exists", "effect": "NoExecute"}),
        json!({"key": "soft", "operator": "Exists", "effect": "PreferNoSchedule"}),
        json!({"key": "soft", "value": "x"}),
        json!({"key": "gen", "operator": "Gt", "value": "1"}),
        json!({"key": "node.kubernetes.io/unschedulable", "operator": "Exists", "effect": "NoSchedule"}),
    ])
}

/// What a container has at the moment, while it is resized.
fn statuses() -> BoxedStrategy<Value> {
    let of = |name: &'static str| {
        (maybe(85, requests()), maybe(60, requests())).prop_map(move |(has, allocated)| {
            map([
                ("name", Some(json!(name))),
                ("resources", has.map(|has| json!({"requests": has}))),
                ("allocatedResources", allocated),
            ])
        })
    };
    // Of the pod as a whole.
    let whole = (maybe(40, requests()), maybe(40, requests()));
    (of("c0"), of("i0"), of("i1"), whole, prop::bool::ANY)
        .prop_map(|(main, first, second, (has, allocated), infeasible)| {
            let reason = if infeasible { "Infeasible" } else { "Deferred" };
            map([
                ("containerStatuses", Some(json!([main]))),
                ("initContainerStatuses", Some(json!([first, second]))),
                ("resources", has.map(|has| json!({"requests": has}))),
                ("allocatedResources", allocated),
                (
                    "conditions",
                    Some(json!([{"type": "PodResizePending", "status": "True", "reason": reason}])),
                ),
            ])
        })
        .boxed()
}

fn spec() -> BoxedStrategy<Value> {
    let containers = (
        container("c0", 0),
        maybe(20, container("c1", 0)),
        maybe(18, container("i0", 50)),
        maybe(10, container("i1", 50)),
    );
    let containers = containers.prop_map(|(first, second, init, other)| {
        let list: Vec<Value> = [first].into_iter().chain(second).collect();
        let init: Vec<Value> = init.into_iter().chain(other).collect();
        (json!(list), (!init.is_empty()).then(|| json!(init)))
    });
    let priority = one_of(&[
        json!(0),
        json!(0),
        json!(5),
        json!(10),
        json!(10),
        json!(10),
    ]);
    let whole = (maybe(14, requests()), maybe(8, requests()));
    let image = one_of(&["registry:5000/big", "big:2", "nowhere", ""].map(Value::from));
    let image = image.prop_map(|name| json!({"name": "v", "image": {"reference": name}}));
    let volumes = prop::collection::vec(image, 1..3);
    let wishes = (
        maybe(25, pod_affinity("podAffinity")),
        maybe(30, pod_affinity("podAntiAffinity")),
        maybe(25, node_affinity()),
        maybe(45, spread()),
        maybe(
            6,
            one_of(&[json!({"disk": "ssd"}), json!({"gen": "2"}), json!({})]),
        ),
    );
    (
        containers,
        priority,
        whole,
        wishes,
        maybe(20, prop::collection::vec(toleration(), 1..3)),
        maybe(4, one_of(&[json!("Never"), json!("PreemptLowerPriority")])),
        maybe(20, volumes),
    )
        .prop_map(
            |(
                (containers, init),
                priority,
                (whole, overhead),
                wishes,
                tolerations,
                policy,
                volumes,
            )| {
                let (near, far, nodes, spread, selector) = wishes;
                let affinity = map([
                    ("podAffinity", near),
                    ("podAntiAffinity", far),
                    ("nodeAffinity", nodes),
                ]);
                let some = affinity.as_object().is_some_and(|some| !some.is_empty());
                map([
                    ("containers", Some(containers)),
                    ("initContainers", init),
                    ("priority", Some(priority)),
                    (
                        "resources",
                        whole.map(|requests| json!({"requests": requests})),
                    ),
                    ("overhead", overhead),
                    ("affinity", some.then_some(affinity)),
                    ("topologySpreadConstraints", spread),
                    ("nodeSelector", selector),
                    ("tolerations", tolerations.map(Value::Array)),
                    ("preemptionPolicy", policy),
                    ("volumes", volumes.map(Value::Array)),
                ])
            },
        )
        .boxed()
}

/// A pod without a name and a place.
fn pod() -> BoxedStrategy<Value> {
    let time = || {
        let times = (1..4).map(|s| json!(format!("2026-01-01T00:00:0{s}Z")));
        one_of(&times.collect::<Vec<_>>())
    };
    let owner = one_of(&[
        json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "w1", "controller": true}),
        json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "w1", "controller": true}),
        json!({"apiVersion": "v1", "kind": "ReplicationController", "name": "w1", "controller": true}),
        json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "w1"}),
        json!({"apiVersion": "batch/v1", "kind": "Job", "name": "w1", "controller": true}),
    ]);
    let parts = (
        spec(),
        prop::sample::select(NAMESPACES.to_vec()),
        maybe(90, label_sets()),
        maybe(85, time()),
        maybe(12, time()),
        maybe(30, owner),
        maybe(10, statuses()),
        prop_oneof![20 => Just("Running"), 1 => Just("Succeeded")],
    );
    parts
        .prop_map(
            |(spec, namespace, labels, start, deleted, owner, statuses, phase)| {
                let mut status = statuses.unwrap_or(json!({}));
                status["phase"] = json!(phase);
                if let Some(start) = start {
                    status["startTime"] = start;
                }
                json!({
                    "apiVersion": "v1", "kind": "Pod",
                    "metadata": map([
                        ("namespace", Some(json!(namespace))),
                        ("labels", labels),
                        ("deletionTimestamp", deleted),
                        ("ownerReferences", owner.map(|owner| json!([owner]))),
                    ]),
                    "spec": spec, "status": status,
                })
            },
        )
        .boxed()
}

fn quota(namespace: &str, (min, max): (i64, Option<i64>)) -> Value {
    let list = |cpu: i64| json!({"cpu": cpu.to_string(), "memory": format!("{}Gi", cpu * 2), "ephemeral-storage": 0});
    let bounds = map([("min", Some(list(min))), ("max", max.map(list))]);
    json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "quota", "namespace": namespace}, "spec": bounds,
    })
}

fn quotas() -> BoxedStrategy<Vec<Value>> {
    let bounds = || {
        (
            one_of(&[json!(0), json!(1), json!(20), json!(200)]),
            maybe(60, one_of(&[json!(2), json!(6), json!(400), json!(400)])),
        )
            .prop_map(|(min, max)| (min.as_i64().unwrap_or(0), max.and_then(|max| max.as_i64())))
    };
    (maybe(45, bounds()), maybe(45, bounds()))
        .prop_map(|(a, b)| {
            let a = a.map(|bounds| quota("team-a", bounds));
            a.into_iter()
                .chain(b.map(|bounds| quota("team-b", bounds)))
                .collect()
        })
        .boxed()
}

fn budget() -> BoxedStrategy<Value> {
    (
        prop::sample::select(NAMESPACES.to_vec()),
        terms::labels(),
        0..2_i64,
    )
        .prop_map(|(namespace, selector, allowed)| {
            json!({
                "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
                "metadata": {"name": "budget", "namespace": namespace},
                "spec": {"selector": selector}, "status": {"disruptionsAllowed": allowed},
            })
        })
        .boxed()
}

/// Where a pod is: mostly on a node, and else nominated for one.
fn place(pod: &mut Value, nodes: &[Value], at: Index, turn: u8) {
    let name = at.get(nodes)["metadata"]["name"].clone();
    if turn < 85 {
        pod["spec"]["nodeName"] = name;
    } else {
        pod["status"]["phase"] = json!("Pending");
        pod["status"]
            .as_object_mut()
            .expect("a status")
            .remove("startTime");
        pod["status"]["nominatedNodeName"] = name;
        if turn < 88 {
            pod["spec"]["schedulingGates"] = json!([{"name": "g0"}]);
        }
    }
}

/// The pod that is asked about: it waits, mostly important, sometimes held by a gate, sometimes where it
/// was nominated.
fn asked(mut pod: Value, nodes: &[Value], at: Index, turn: u8, gates: u8) -> Value {
    let name = at.get(nodes)["metadata"]["name"].clone();
    pod["metadata"]["name"] = json!("asked");
    pod["metadata"]["uid"] = json!("asked");
    let status = pod["status"].as_object_mut().expect("a status");
    status.clear();
    status.insert("phase".to_owned(), json!("Pending"));
    if turn < 80 {
        pod["spec"]["priority"] = json!(10);
    }
    if turn.is_multiple_of(9) {
        pod["status"]["nominatedNodeName"] = name;
    } else if turn % 31 == 1 {
        pod["spec"]["nodeName"] = name;
    }
    if gates < 3 {
        let gates: Vec<Value> = (0..=gates)
            .map(|gate| json!({"name": format!("g{gate}")}))
            .collect();
        pod["spec"]["schedulingGates"] = json!(gates);
    }
    pod
}

/// A set of so many nodes and pods at most.
pub fn constrained(nodes: usize, pods: usize) -> BoxedStrategy<PodSet> {
    let placed = (pod(), any::<Index>(), 0..100_u8);
    let cluster = (
        prop::collection::vec(node(), 1..=nodes),
        prop::collection::vec(placed, 0..=pods),
        (pod(), any::<Index>(), 0..100_u8, 0..100_u8),
        (namespaces(), selecting(), quotas(), maybe(30, budget())),
        prop::collection::vec(slack(45, -1..5_i64, 0..3), nodes),
        any::<Index>(),
    );
    cluster
        .prop_map(|(nodes, pods, incoming, others, slacks, turn)| {
            let kubelet = kubelet(nodes.len() + pods.len());
            let mut nodes: Vec<Value> = nodes;
            for (number, node) in nodes.iter_mut().enumerate() {
                let name = format!("{}{number}", ['n', 'm', 'z'][number % 3]);
                let labels: &mut Map<String, Value> =
                    node["metadata"]["labels"].as_object_mut().expect("labels");
                if let Some(host) = labels.get_mut("kubernetes.io/hostname")
                    && *host == ""
                {
                    *host = json!(name);
                }
                node["metadata"]["name"] = json!(name);
                report(node, kubelet);
            }
            let (namespaces, selecting, quotas, budget) = others;
            let mut all = nodes.clone();
            all.extend(namespaces.into_iter().chain(selecting));
            all.extend(quotas.into_iter().chain(budget));
            for (number, (mut pod, at, turn)) in pods.into_iter().enumerate() {
                // Names are in another order than the text.
                let name = format!("{}{number}", ['p', 'b', 'w'][number % 3]);
                pod["metadata"]["name"] = json!(name);
                pod["metadata"]["uid"] = json!(format!("uid-{number}"));
                place(&mut pod, &nodes, at, turn);
                all.push(pod);
            }
            let (pod, at, turn_of, gates) = incoming;
            let pod = asked(pod, &nodes, at, turn_of, gates);
            let namespace = pod["metadata"]["namespace"].as_str().expect("a name");
            let asked = format!("{namespace}/asked");
            all.push(pod);
            tighten(&mut all, &slacks, &[]);
            let turn = turn.index(all.len());
            all.rotate_left(turn);
            PodSet {
                objects: all,
                asked,
            }
        })
        .boxed()
}
