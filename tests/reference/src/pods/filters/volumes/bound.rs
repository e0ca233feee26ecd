//! What happens to claims once a pod is bound or evicted: their objects are written as a cluster's controllers do.

use serde_json::{Value, json};

use super::{
    super::super::{ClusterSnapshot, Node, Pod, items},
    Binding, Found, binding, class_of_claim,
    controller::{is_bound_first, is_everywhere_it_is},
    default_class, named,
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
pub(super) fn made(
    snapshot: &ClusterSnapshot,
    of: &Value,
    everywhere: impl Fn(&Value) -> bool,
) -> Value {
    let name = class_of_claim(snapshot, of);
    let class = snapshot.class(&name).unwrap_or(&Value::Null);
    let driver = &class["provisioner"];
    let terms = items(&class["allowedTopologies"]).map(|term| {
        let of_labels = items(&term["matchLabelExpressions"]);
        let of_labels = of_labels
            .map(|one| json!({"key": one["key"], "operator": "In", "values": one["values"]}));
        json!({"matchExpressions": of_labels.collect::<Vec<_>>()})
    });
    let terms: Vec<Value> = terms.collect();
    let [namespace, claim] =
        ["namespace", "name"].map(|key| of["metadata"][key].as_str().unwrap_or("default"));
    let handle = format!("made for {namespace}/{claim}");
    let mut volume = json!({
        "kind": "PersistentVolume", "metadata": {"name": handle},
        "spec": {"storageClassName": name, "csi": {"driver": driver, "volumeHandle": handle}},
    });
    if driver.is_null() {
        volume["spec"]["csi"].take();
    }
    if !terms.is_empty() && !everywhere(driver) {
        volume["spec"]["nodeAffinity"] = json!({"required": {"nodeSelectorTerms": terms}});
    }
    volume
}

/// Writes that claims of a namespace are bound to volumes.
pub(super) fn give(storage: &mut [Value], namespace: &str, given: &[(String, String)]) {
    for (claim, volume) in given {
        for object in &mut *storage {
            if is(object, "PersistentVolumeClaim", Some(namespace), claim) {
                object["metadata"]["annotations"][COMPLETED] = json!("yes");
                object["spec"]["volumeName"] = json!(volume);
            } else if is(object, "PersistentVolume", None, volume) {
                object["spec"]["claimRef"] = json!({"namespace": namespace, "name": claim});
                object["status"]["phase"] = json!("Bound");
            }
        }
    }
}

/// Binds the claims of a pod that is bound to a node.
pub fn bind(snapshot: &mut ClusterSnapshot, node: &str, pod: &Pod) {
    let node = snapshot.node(node).expect("a node").clone();
    let Ok(Found { bind, provision }) = super::binding::find(snapshot, &node, pod) else {
        return;
    };
    let everywhere = |driver: &Value| is_everywhere(snapshot, &node, driver);
    let new = provision.into_iter().map(|claim| {
        let of = snapshot.claim(pod, &claim).expect("a claim");
        let volume = made(snapshot, of, everywhere);
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
    give(&mut storage, &pod.namespace, &given);
    snapshot.storage = storage.into();
}

/// Makes the claims of the ephemeral volumes of an evicted pod again.
pub fn evict(snapshot: &mut ClusterSnapshot, pod: &Pod) {
    make(snapshot, pod, true);
}

/// Makes the claims of the ephemeral volumes of a pod that are not there.
pub fn create(snapshot: &mut ClusterSnapshot, pod: &Pod) {
    make(snapshot, pod, false);
}

fn make(snapshot: &mut ClusterSnapshot, pod: &Pod, again: bool) {
    let default = default_class(snapshot);
    for volume in items(&pod.value["spec"]["volumes"]) {
        let template = &volume["ephemeral"]["volumeClaimTemplate"]["spec"];
        let Some(spec) = template.as_object() else {
            continue;
        };
        let name = format!("{}-{}", pod.name, volume["name"].as_str().expect("a name"));
        if !again && snapshot.claim(pod, &name).is_some() {
            continue;
        }
        let mut storage = snapshot.storage.to_vec();
        storage.retain(|object| !is(object, "PersistentVolumeClaim", Some(&pod.namespace), &name));
        let mut spec = Value::Object(spec.clone());
        if spec["storageClassName"].is_null() && !default.is_empty() {
            spec["storageClassName"] = json!(default);
        }
        let owner = json!({"kind": "Pod", "name": pod.name, "uid": pod.uid, "controller": true});
        let claim = json!({
            "kind": "PersistentVolumeClaim", "spec": spec,
            "metadata": {
                "namespace": pod.namespace, "name": name, "uid": "again", "annotations": {},
                "ownerReferences": [owner],
            },
        });
        storage.push(claim.clone());
        if is_bound_first(snapshot, &claim) {
            let volume = made(snapshot, &claim, |driver| {
                is_everywhere_it_is(snapshot, driver)
            });
            let given = volume["metadata"]["name"]
                .as_str()
                .expect("a name")
                .to_owned();
            storage.push(volume);
            give(&mut storage, &pod.namespace, &[(name, given)]);
        }
        snapshot.storage = storage.into();
    }
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
