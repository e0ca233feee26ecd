//! Random nodes in zones and racks, namespaces, and what selects pods.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    super::{map, maybe, one_of},
    NAMESPACES, terms,
};

fn images() -> BoxedStrategy<Value> {
    let image = (
        one_of(&[
            json!(["pause:latest"]),
            json!([
                "registry.k8s.io/pause:3.10",
                "registry.k8s.io/pause@sha256:1"
            ]),
            json!(["registry:5000/big:latest"]),
            json!(["big:1", "big:2"]),
        ]),
        one_of(&[300 << 20, 700 << 20, 5 << 20, 2_000_000_001].map(Value::from)),
    );
    let image = image.prop_map(|(names, size)| json!({"names": names, "sizeBytes": size}));
    prop::collection::vec(image, 1..4)
        .prop_map(|mut images| {
            // A node lists an image once.
            images.sort_by_key(|image| image["names"].to_string());
            images.dedup_by_key(|image| image["names"].to_string());
            json!(images)
        })
        .boxed()
}

/// A node without a name; the host name `""` stands for it.
pub(super) fn node() -> BoxedStrategy<Value> {
    let taints = prop::collection::vec(
        one_of(&[
            json!({"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}),
            json!({"key": "dedicated", "effect": "NoExecute"}),
            json!({"key": "soft", "effect": "PreferNoSchedule"}),
            json!({"key": "soft", "value": "x", "effect": "PreferNoSchedule"}),
            json!({"key": "gen", "value": "2", "effect": "NoSchedule"}),
            json!({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}),
        ]),
        1..3,
    );
    let labels = (
        maybe(
            93,
            one_of(&["", "", "", "", "", "", "shared"].map(Value::from)),
        ),
        maybe(85, one_of(&["a", "b", "c"].map(Value::from))),
        maybe(70, one_of(&["r1", "r2", ""].map(Value::from))),
        maybe(40, one_of(&["ssd", "hdd"].map(Value::from))),
        maybe(40, one_of(&["1", "2", "x"].map(Value::from))),
    );
    let labels = labels.prop_map(|(host, zone, rack, disk, generation)| {
        map([
            ("kubernetes.io/hostname", host),
            ("topology.kubernetes.io/zone", zone),
            ("rack", rack),
            ("disk", disk),
            ("gen", generation),
        ])
    });
    let allocatable = (
        maybe(96, one_of(&["2", "3", "4", "6"].map(Value::from))),
        maybe(96, one_of(&["2Gi", "4Gi", "8Gi"].map(Value::from))),
        maybe(
            98,
            one_of(&["110", "110", "110", "4", "2"].map(Value::from)),
        ),
    );
    let allocatable = allocatable
        .prop_map(|(cpu, memory, pods)| map([("cpu", cpu), ("memory", memory), ("pods", pods)]));
    (
        labels,
        allocatable,
        maybe(10, taints),
        maybe(4, Just(json!(true))),
        maybe(40, images()),
    )
        .prop_map(|(labels, allocatable, taints, cordon, images)| {
            json!({
                "apiVersion": "v1", "kind": "Node", "metadata": {"labels": labels},
                "spec": map([("taints", taints.map(Value::Array)), ("unschedulable", cordon)]),
                "status": map([("allocatable", Some(allocatable)), ("images", images)]),
            })
        })
        .boxed()
}

/// The objects of some namespaces.
pub(super) fn namespaces() -> BoxedStrategy<Vec<Value>> {
    let labels = maybe(70, one_of(&["prod", "dev"].map(Value::from)));
    prop::collection::vec(maybe(80, labels), NAMESPACES.len())
        .prop_map(|given| {
            let given = NAMESPACES.iter().zip(given);
            let given = given.filter_map(|(name, env)| {
                let labels = map([
                    ("kubernetes.io/metadata.name", Some(json!(name))),
                    ("env", env?),
                ]);
                Some(json!({
                    "apiVersion": "v1", "kind": "Namespace",
                    "metadata": {"name": name, "labels": labels},
                }))
            });
            given.collect()
        })
        .boxed()
}

/// Services and the owners of pods.
pub(super) fn selecting() -> BoxedStrategy<Vec<Value>> {
    let pairs = || {
        one_of(&[
            json!({"app": "web"}),
            json!({"app": "db"}),
            json!({"version": "v1"}),
            json!({"app": "web", "tier": "x"}),
            json!({}),
        ])
    };
    let service = (
        prop::sample::select(NAMESPACES.to_vec()),
        maybe(90, pairs()),
    );
    let owner = prop_oneof![
        1 => pairs().prop_map(|pairs| ("v1", "ReplicationController", pairs)),
        2 => terms::labels().prop_map(|selector| ("apps/v1", "ReplicaSet", selector)),
        2 => terms::labels().prop_map(|selector| ("apps/v1", "StatefulSet", selector)),
    ];
    let owner = (owner, prop::sample::select(NAMESPACES.to_vec()));
    (
        prop::collection::vec(service, 0..3),
        prop::collection::vec(owner, 0..3),
    )
        .prop_map(|(services, owners)| {
            let services = services.into_iter().enumerate();
            let services = services.map(|(number, (namespace, pairs))| {
                json!({
                    "apiVersion": "v1", "kind": "Service",
                    "metadata": {"name": format!("s{number}"), "namespace": namespace},
                    "spec": map([("selector", pairs)]),
                })
            });
            let mut all: Vec<Value> = services.collect();
            for ((version, kind, selector), namespace) in owners {
                let same = |other: &Value| {
                    other["kind"] == kind && other["metadata"]["namespace"] == namespace
                };
                if !all.iter().any(same) {
                    all.push(json!({
                        "apiVersion": version, "kind": kind,
                        "metadata": {"name": "w1", "namespace": namespace, "uid": kind},
                        "spec": {"selector": selector, "replicas": 0},
                    }));
                }
            }
            all
        })
        .boxed()
}
