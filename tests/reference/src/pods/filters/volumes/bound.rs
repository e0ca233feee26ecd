//! What happens to claims once a pod is bound or evicted: their objects are written as a cluster's controllers do.

use serde_json::{Value, json};

use super::{
    super::super::{ClusterSnapshot, Node, Pod, items},
    Binding, Found, binding, class_of_claim, default_class, named,
};

const COMPLETED: &str = "pv.kubernetes.io/bind-completed";

fn is(object: &Value, kind: &str, namespace: Option<&str>, name: &str) -> bool {
    object["kind"] == kind
        && object["metadata"]["name"] == name
        && namespace.is_none_or(|namespace| object["metadata"]["namespace"] == namespace)
}

/// Whether volumes of a driver that are made for a node can be used everywhere.
fn is_everywhere(snapshot: &ClusterSnapshot, node: &Node, driver: &Value) -> bool {
    let csi_node = snapshot.stored("CSINode", "", &node.name);
    let drivers = csi_node.map(|of| &of["spec"]["drivers"]);
    let mut drivers = drivers.into_iter().flat_map(items);
    let of = drivers.find(|of| of["name"] == *driver);
    of.is_some_and(|of| items(&of["topologyKeys"]).next().is_none())
}

/// A volume that is made for a claim: where it can be used is not known, but for the topologies of its class.
fn made(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod, claim: &str) -> Value {
    let of = snapshot.claim(pod, claim).expect("a claim");
    let name = class_of_claim(snapshot, of);
    let class = snapshot.class(&name).expect("a class");
    let driver = &class["provisioner"];
    let terms = items(&class["allowedTopologies"]).map(|term| {
        let of_labels = items(&term["matchLabelExpressions"]);
        let of_labels = of_labels
            .map(|one| json!({"key": one["key"], "operator": "In", "values": one["values"]}));
        json!({"matchExpressions": of_labels.collect::<Vec<_>>()})
    });
    let terms: Vec<Value> = terms.collect();
    let handle = format!("made for {}/{claim}", pod.namespace);
    let mut volume = json!({
        "kind": "PersistentVolume", "metadata": {"name": handle},
        "spec": {"storageClassName": name, "csi": {"driver": driver, "volumeHandle": handle}},
    });
    if !terms.is_empty() && !is_everywhere(snapshot, node, driver) {
        volume["spec"]["nodeAffinity"] = json!({"required": {"nodeSelectorTerms": terms}});
    }
    volume
}

/// Binds the claims of a pod that is bound to a node.
pub fn bind(snapshot: &mut ClusterSnapshot, node: &str, pod: &Pod) {
    let node = snapshot.node(node).expect("a node").clone();
    let Ok(Found { bind, provision }) = super::binding::find(snapshot, &node, pod) else {
        return;
    };
    let new = provision.into_iter().map(|claim| {
        let volume = made(snapshot, &node, pod, &claim);
        (claim, volume)
    });
    let new: Vec<(String, Value)> = new.collect();
    let mut storage = snapshot.storage.to_vec();
    let mut given = bind;
    for (claim, volume) in new {
        let name = volume["metadata"]["name"].as_str().expect("a name");
        given.push((claim, name.to_owned()));
        storage.push(volume);
    }
    for (claim, volume) in given {
        for object in &mut storage {
            if is(
                object,
                "PersistentVolumeClaim",
                Some(&pod.namespace),
                &claim,
            ) {
                object["metadata"]["annotations"][COMPLETED] = json!("yes");
                object["spec"]["volumeName"] = json!(volume);
            } else if is(object, "PersistentVolume", None, &volume) {
                object["spec"]["claimRef"] = json!({"namespace": pod.namespace, "name": claim});
                object["status"]["phase"] = json!("Bound");
            }
        }
    }
    snapshot.storage = storage.into();
}

/// Makes the claims of the ephemeral volumes of an evicted pod again.
pub fn evict(snapshot: &mut ClusterSnapshot, pod: &Pod) {
    let default = default_class(snapshot);
    let mut storage = snapshot.storage.to_vec();
    for volume in items(&pod.value["spec"]["volumes"]) {
        let template = &volume["ephemeral"]["volumeClaimTemplate"]["spec"];
        let Some(spec) = template.as_object() else {
            continue;
        };
        let name = format!("{}-{}", pod.name, volume["name"].as_str().expect("a name"));
        storage.retain(|object| !is(object, "PersistentVolumeClaim", Some(&pod.namespace), &name));
        let mut spec = Value::Object(spec.clone());
        if spec["storageClassName"].is_null() && !default.is_empty() {
            spec["storageClassName"] = json!(default);
        }
        let owner = json!({"kind": "Pod", "name": pod.name, "uid": pod.uid, "controller": true});
        storage.push(json!({
            "kind": "PersistentVolumeClaim", "spec": spec,
            "metadata": {
                "namespace": pod.namespace, "name": name, "uid": "again", "annotations": {},
                "ownerReferences": [owner],
            },
        }));
    }
    snapshot.storage = storage.into();
}

/// The claims of a pod that get their volumes with its node.
pub fn delayed(snapshot: &ClusterSnapshot, pod: &Pod) -> Vec<String> {
    let names = named(pod).into_iter().map(|claim| claim.name);
    let is_delayed = |name: &String| {
        let claim = snapshot.claim(pod, name);
        claim.is_some_and(|claim| binding(snapshot, claim) == Binding::Delayed)
    };
    names.filter(is_delayed).collect()
}

/// Whether a claim of a pod is bound.
pub fn is_bound(snapshot: &ClusterSnapshot, pod: &Pod, name: &str) -> bool {
    let claim = snapshot.claim(pod, name);
    claim.is_some_and(|claim| binding(snapshot, claim) == Binding::Bound)
}
