//! Random pods.

use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use super::{NAMESPACES, map, maybe, one_of};

/// Numbers of a unit: the same amount has several texts.
fn cpu() -> BoxedStrategy<Value> {
    one_of(&[
        json!("1"),
        json!(1),
        json!("1000m"),
        json!("2"),
        json!("2000m"),
        json!("0.5"),
        json!("500m"),
        json!("1.5"),
        json!("3"),
        json!("0"),
        json!("250.5m"),
    ])
}

fn memory() -> BoxedStrategy<Value> {
    one_of(&[
        json!("1Gi"),
        json!("1024Mi"),
        json!("2Gi"),
        json!("3G"),
        json!("512Mi"),
        json!("0"),
        json!("1e9"),
        json!("4Gi"),
        json!("1500m"),
    ])
}

fn pieces() -> BoxedStrategy<Value> {
    one_of(&[json!("1"), json!(1), json!("2"), json!("0")])
}

/// Requests or limits.
fn amounts() -> impl Strategy<Value = Value> {
    let basic = (maybe(90, cpu()), maybe(35, memory()), maybe(3, memory()));
    let rare = (maybe(8, pieces()), maybe(2, memory()));
    (basic, rare).prop_map(|((cpu, memory, storage), (gpu, pages))| {
        map([
            ("cpu", cpu),
            ("memory", memory),
            ("ephemeral-storage", storage),
            ("nvidia.com/gpu", gpu),
            ("hugepages-2Mi", pages),
        ])
    })
}

fn container() -> impl Strategy<Value = Value> {
    (maybe(94, amounts()), maybe(60, amounts())).prop_map(|(requests, limits)| {
        let resources = map([("requests", requests), ("limits", limits)]);
        json!({"name": "c", "image": "pause", "resources": resources})
    })
}

fn init_container() -> impl Strategy<Value = Value> {
    (container(), prop::bool::ANY).prop_map(|(mut container, sidecar)| {
        if sidecar {
            container["restartPolicy"] = json!("Always");
        }
        container
    })
}

fn toleration() -> BoxedStrategy<Value> {
    one_of(&[
        json!({"operator": "Exists"}),
        json!({"key": "dedicated", "operator": "Exists"}),
        json!({"key": "dedicated", "operator": "Equal", "value": "gpu", "effect": "NoSchedule"}),
        json!({"key": "dedicated", "value": "other"}),
        json!({"key": "node.kubernetes.io/unschedulable", "operator": "Exists", "effect": "NoSchedule"}),
        json!({"key": "dedicated", "operator": "Exists", "effect": "NoExecute"}),
    ])
}

fn affinity() -> BoxedStrategy<Value> {
    let required = |terms: Value| {
        json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": terms,
        }}})
    };
    let with = |expression: Value| json!([{"matchExpressions": [expression]}]);
    one_of(&[
        required(with(
            json!({"key": "zone", "operator": "In", "values": ["one", "two"]}),
        )),
        required(with(
            json!({"key": "zone", "operator": "NotIn", "values": ["one"]}),
        )),
        required(with(json!({"key": "zone", "operator": "Exists"}))),
        required(with(json!({"key": "disk", "operator": "DoesNotExist"}))),
        required(with(
            json!({"key": "rank", "operator": "Gt", "values": ["1"]}),
        )),
        required(with(
            json!({"key": "rank", "operator": "Lt", "values": ["2"]}),
        )),
        required(json!([{"matchFields": [
            {"key": "metadata.name", "operator": "NotIn", "values": ["m0"]},
        ]}])),
        required(json!([{}, {"matchExpressions": [
            {"key": "zone", "operator": "In", "values": ["two"]},
        ]}])),
    ])
}

/// A time of a small set, so that times tie.
fn time() -> BoxedStrategy<Value> {
    let times: Vec<Value> = (1..6)
        .map(|s| json!(format!("2026-01-01T00:00:0{s}Z")))
        .collect();
    one_of(&times)
}

/// The spec of a pod but for its place; `incoming` ones ask for more.
fn pod_spec() -> impl Strategy<Value = Value> {
    let containers = prop_oneof![
        8 => prop::collection::vec(container(), 1),
        2 => prop::collection::vec(container(), 2),
    ];
    let staged = (
        containers,
        maybe(14, prop::collection::vec(init_container(), 1..3)),
        maybe(8, amounts()),
        maybe(5, amounts()),
    );
    let priority = prop_oneof![
        14 => one_of(&[json!(-10), json!(0), json!(0), json!(5), json!(10), json!(10), json!(100)])
            .prop_map(|value| ("priority", value)),
        4 => one_of(&[json!("high"), json!("low")]).prop_map(|value| ("priorityClassName", value)),
        2 => Just(("terminationGracePeriodSeconds", json!(1))),
    ];
    let selected = (
        priority,
        maybe(18, prop::collection::vec(toleration(), 1..3)),
        maybe(2, one_of(&[json!({"zone": "one"}), json!({"zone": "two"})])),
        maybe(4, affinity()),
        maybe(4, one_of(&[json!("Never"), json!("PreemptLowerPriority")])),
    );
    (staged, selected).prop_map(|((containers, init, overhead, whole), selected)| {
        let ((key, priority), tolerations, selector, affinity, policy) = selected;
        let mut spec = map([
            ("containers", Some(json!(containers))),
            ("initContainers", init.map(Value::Array)),
            ("overhead", overhead),
            (
                "resources",
                whole.map(|requests| json!({"requests": requests})),
            ),
            ("tolerations", tolerations.map(Value::Array)),
            ("nodeSelector", selector),
            ("affinity", affinity),
            ("preemptionPolicy", policy),
        ]);
        spec[key] = priority;
        spec
    })
}

/// Where a pod is: on a node, nominated for one, or nowhere.
#[derive(Clone, Debug)]
pub(super) enum Assignment {
    On(Index),
    For(Index),
    Nowhere,
}

pub(super) fn assignment(unbound: u32) -> BoxedStrategy<Assignment> {
    prop_oneof![
        (100 - unbound).max(1) * 2 => any::<Index>().prop_map(Assignment::On),
        // Where many wait, most know for which node.
        unbound + unbound / 40 * unbound => any::<Index>().prop_map(Assignment::For),
        unbound => Just(Assignment::Nowhere),
    ]
    .boxed()
}

pub(super) type PodParts = (Value, Assignment, Value, Index, u8, u8);

pub(super) fn pod(assignment: BoxedStrategy<Assignment>) -> impl Strategy<Value = PodParts> {
    let times = (maybe(80, time()), maybe(80, time()));
    let labels = maybe(
        75,
        one_of(&[
            json!({"app": "web"}),
            json!({"app": "db", "tier": "back"}),
            json!({"app": "web", "tier": "back"}),
            json!({}),
        ]),
    );
    let phase = prop_oneof![
        30 => Just("Running"), 3 => Just("Pending"), 1 => Just("Succeeded"), 1 => Just("Failed"),
    ];
    let status = (times, labels, phase, maybe(8, time()));
    let status = status.prop_map(|((start, created), labels, phase, deleted)| {
        let metadata = map([
            ("creationTimestamp", created),
            ("labels", labels),
            ("deletionTimestamp", deleted),
        ]);
        json!({"metadata": metadata, "status": map([
            ("phase", Some(json!(phase))), ("startTime", start),
        ])})
    });
    (
        pod_spec(),
        assignment,
        status,
        any::<Index>(),
        0_u8..10,
        any::<u8>(),
    )
}

/// A pod on a node, for ledgers; without a name.
pub fn bound_pod() -> BoxedStrategy<Value> {
    let nodes = [json!({"metadata": {"name": "n"}})];
    pod(any::<Index>().prop_map(Assignment::On).boxed())
        .prop_map(move |parts| build(0, parts, &nodes, false))
        .boxed()
}

/// Puts a pod together. Names are in no order.
pub(super) fn build(number: usize, parts: PodParts, nodes: &[Value], letter: bool) -> Value {
    let (mut spec, assignment, mut pod, namespace, uid, letters) = parts;
    let namespace = namespace.get(&NAMESPACES);
    let first = if letter {
        char::from(b'a' + letters % 26)
    } else {
        'p'
    };
    let name = format!("{first}{number}");
    match assignment {
        Assignment::On(node) => spec["nodeName"] = node.get(nodes)["metadata"]["name"].clone(),
        Assignment::For(node) => {
            // A few are nominated for a node that is gone.
            let gone = uid == 9;
            let name = node.get(nodes)["metadata"]["name"].clone();
            pod["status"]["nominatedNodeName"] = if gone { json!("gone") } else { name };
            pod["status"]["phase"] = json!("Pending");
        }
        Assignment::Nowhere => pod["status"]["phase"] = json!("Pending"),
    }
    pod["apiVersion"] = json!("v1");
    pod["kind"] = json!("Pod");
    pod["metadata"]["name"] = json!(name);
    pod["metadata"]["namespace"] = json!(namespace);
    if uid > 1 {
        pod["metadata"]["uid"] = json!(format!("uid-{number}"));
    }
    pod["spec"] = spec;
    pod
}
