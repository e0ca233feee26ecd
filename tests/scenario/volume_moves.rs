//! Rollouts and lost nodes, where the nodes of pods depend on volumes that are unknown.

use serde_json::{Value, json};

use super::volumes::ask;

const DRIVERS: &str = "
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: d, volumeBindingMode: Immediate}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: wait}, provisioner: d, \
                       volumeBindingMode: WaitForFirstConsumer}
---
{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: [{name: d, topologyKeys: [zone]}]}}
---
{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n2}, spec: {drivers: [{name: d, topologyKeys: [zone]}]}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: other, namespace: a}, spec: {storageClassName: wait}}
";

/// A node in a zone of its own.
fn node(name: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: Node, metadata: {{name: {name}, labels: {{zone: {name}}}}}, status: \
         {{allocatable: {{cpu: 2, memory: 8Gi, pods: 9}}}}}}\n"
    )
}

/// A pod on n1 of a `Deployment` whose template has changed, with an ephemeral volume of a class.
fn world(class: &str) -> String {
    let volumes = format!(
        "volumes: [{{name: v, ephemeral: {{volumeClaimTemplate: {{spec: {{storageClassName: {class}, accessModes: \
         [ReadWriteOnce]}}}}}}}}]"
    );
    let deployment = format!(
        "---\n{{apiVersion: apps/v1, kind: Deployment, metadata: {{name: web, namespace: a}}, spec: {{replicas: 1, \
         selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: \
         c, image: new}}], {volumes}}}}}}}}}\n\
         ---\n{{apiVersion: apps/v1, kind: ReplicaSet, metadata: {{name: web-1, namespace: a, uid: r, ownerReferences: \
         [{{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}}]}}, spec: {{replicas: 1, \
         selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: \
         c, image: old}}], {volumes}}}}}}}}}\n\
         ---\n{{apiVersion: v1, kind: Pod, metadata: {{name: web-1-x, namespace: a, uid: p, labels: {{a: b}}, \
         ownerReferences: [{{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true}}]}}, spec: \
         {{nodeName: n1, containers: [{{name: c, image: old}}], {volumes}}}, status: {{phase: Running}}}}\n"
    );
    [DRIVERS, &node("n1"), &node("n2"), &deployment].concat()
}

fn rollout(text: &str) -> Value {
    let object = json!({"kind": "Deployment", "namespace": "a", "name": "web"});
    ask(text, &json!({"rollout": {"object": object}}))
}

#[test]
fn a_rollout_says_whose_node_depends_on_volumes() {
    let unknown = rollout(&world("now"));
    assert_eq!(unknown["end"], "completes");
    assert_eq!(unknown["volumeDependent"], 1);
    let volumes = &unknown["steps"][0]["bound"][0]["volumes"];
    assert_eq!(volumes[0]["lacks"], "immediate");
    let known = rollout(&world("wait"));
    assert_eq!(known["volumeDependent"], Value::Null);
    assert_eq!(known["steps"][0]["bound"][0]["volumes"], Value::Null);
    let class = rollout(&world("unknown"));
    assert_eq!(class["volumeDependent"], Value::Null);
}

/// What is provisioned for any node may be provisioned for one that is lost.
#[test]
fn the_only_node_that_is_left_is_not_the_only_one() {
    let lose = |class: &str| {
        let answer = ask(&world(class), &json!({"withoutNodes": {"node": "n1"}}));
        let loss = &answer["losses"][0];
        (loss["landed"].clone(), loss["volumeDependent"].clone())
    };
    assert_eq!(lose("now"), (json!(1), json!(1)));
    assert_eq!(lose("wait"), (json!(1), Value::Null));
}

#[test]
fn a_want_that_is_met_says_what_the_node_depends_on() {
    let met = |class: &str| {
        let claim = format!(
            "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: d, namespace: a}}, spec: \
             {{storageClassName: {class}}}}}\n\
             ---\n{{apiVersion: v1, kind: Pod, metadata: {{name: p, namespace: a}}, spec: {{containers: [{{name: c, \
             image: i}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: d}}}}]}}}}\n"
        );
        let text = [DRIVERS, &node("n1"), &node("n2"), &claim].concat();
        let change = json!({"change": {"want": {"pod": "a/p", "admitted": true}}});
        let answer = ask(&text, &change);
        assert_eq!(answer["met"], true);
        answer["volumeDependence"].clone()
    };
    assert_eq!(met("now")["nodes"], json!(["n1", "n2"]));
    assert_eq!(met("wait"), Value::Null);
}

/// A further node has the drivers of the one that it is like, with their limits.
#[test]
fn a_further_node_has_the_csi_node_of_another_one() {
    let change = |volumes: usize| {
        let limit = "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n3}, spec: {drivers: [{name: \
                     d, topologyKeys: [zone], allocatable: {count: 1}}]}}\n";
        let volume = |name: &str| {
            format!(
                "{{name: {name}, ephemeral: {{volumeClaimTemplate: {{spec: {{storageClassName: wait, accessModes: \
                 [ReadWriteOnce]}}}}}}}}"
            )
        };
        let names = ["v", "w"].map(volume);
        let listed = names[..volumes].join(", ");
        let pods = |name: &str, on: &str| {
            let claims = ["v", "w"].map(|of| {
                format!(
                    "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {name}-{of}, namespace: a, \
                     uid: {name}{of}, ownerReferences: [{{apiVersion: v1, kind: Pod, name: {name}, uid: {name}, \
                     controller: true}}]}}, spec: {{storageClassName: wait, accessModes: [ReadWriteOnce]}}}}\n"
                )
            });
            let claims = claims[..volumes].concat();
            format!(
                "{claims}---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}}}, \
                 spec: {{{on}containers: [{{name: c, image: i}}], volumes: [{listed}]}}}}\n"
            )
        };
        let bound = pods("used", "nodeName: n3, ");
        let text = [DRIVERS, &node("n3"), limit, &bound, &pods("p", "")].concat();
        let answer = ask(
            &text,
            &json!({"change": {"want": {"pod": "a/p", "admitted": true}, "families": ["node"]}}),
        );
        let changes = answer["changes"].as_array().expect("changes").iter();
        let edits = changes.map(|change| change["edits"].as_array().expect("edits").len());
        edits.collect::<Vec<usize>>()
    };
    // The node and its `CSINode`; no further node takes two volumes.
    assert_eq!(change(1), [2]);
    assert_eq!(change(2), [0; 0]);
}

/// The labels of a zone that a volume names in its labels, or its class in `allowedTopologies`.
#[test]
fn a_further_node_has_the_labels_that_volumes_require() {
    let labels = |objects: &str| {
        let pod = "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: a}, spec: {containers: [{name: c, \
                   image: i}], volumes: [{name: v, persistentVolumeClaim: {claimName: d}}]}}\n";
        let text = [DRIVERS, objects, pod].concat();
        let answer = ask(
            &text,
            &json!({"change": {"want": {"pod": "a/p", "admitted": true}, "families": ["node"]}}),
        );
        answer["changes"][0]["edits"][0]["new"]["metadata"]["labels"].clone()
    };
    let zone = "topology.kubernetes.io/zone";
    let bound = format!(
        "---\n{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: pv, labels: {{{zone}: c}}}}, spec: {{\
         capacity: {{storage: 1Gi}}, accessModes: [ReadWriteOnce], storageClassName: wait, \
         claimRef: {{namespace: a, name: d, \
         uid: d}}}}}}\n\
         ---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: d, namespace: a, uid: d, annotations: \
         {{pv.kubernetes.io/bind-completed: 'yes'}}}}, spec: {{volumeName: pv, storageClassName: wait, accessModes: \
         [ReadWriteOnce]}}}}\n"
    );
    let zoned = node("n1").replace("zone: n1", &format!("{zone}: b"));
    assert_eq!(labels(&[zoned, bound].concat())[zone], "c");
    let topologies = "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c-only}, \
                      provisioner: d, volumeBindingMode: WaitForFirstConsumer, \
                      allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [c]}]}]}\n\
                      ---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: d, namespace: a, uid: d}, \
                      spec: {storageClassName: c-only, accessModes: [ReadWriteOnce]}}\n";
    assert_eq!(
        labels(&[node("n1"), topologies.to_owned()].concat())["zone"],
        "c"
    );
}
