//! More pods of a `StatefulSet`: each gets a claim of its own for each template.

use serde_json::{Value, json};

use super::volumes::{NODES, ask};

/// A pod whose volume `disk` has this claim.
fn pod(owner: &str, claim: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: db-0, namespace: a, uid: p{owner}}}, spec: {{nodeName: \
         n1, containers: [{{name: c, image: i, resources: {{requests: {{cpu: 1}}}}}}], volumes: [{{name: disk, \
         persistentVolumeClaim: {{claimName: {claim}}}}}]}}, status: {{phase: Running}}}}\n"
    )
}

const OWNER: &str = ", ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: u, controller: true}]";

/// A claim that is bound to a volume on n1.
fn claim(name: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {name}, namespace: a, uid: c, \
         annotations: {{pv.kubernetes.io/bind-completed: \"yes\"}}}}, spec: {{storageClassName: fast, volumeName: \
         pv}}}}\n---\n{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: pv}}, spec: {{capacity: \
         {{storage: 1Gi}}, storageClassName: fast, csi: {{driver: d, volumeHandle: h}}, nodeAffinity: {{required: \
         {{nodeSelectorTerms: [{{matchExpressions: [{{key: host, operator: In, values: [n1]}}]}}]}}}}}}}}\n\
         ---\n{{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {{name: fast}}, provisioner: d, \
         volumeBindingMode: WaitForFirstConsumer}}\n"
    )
}

/// A set with a template.
fn set(template: &str) -> String {
    format!(
        "---\n{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: db, namespace: a}}, spec: {{replicas: 1, \
         selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: \
         c, image: i}}]}}}}, volumeClaimTemplates: [{{metadata: {{name: {template}}}, spec: {{storageClassName: \
         fast}}}}]}}}}\n"
    )
}

/// How many more pods fit on each node.
fn more(parts: &[&str]) -> Value {
    let nodes = NODES.replace("name: n1}", "name: n1, labels: {host: n1}}");
    let text = nodes + &parts.concat();
    let more = ask(&text, &json!({"more": {"pod": "a/db-0"}}));
    let nodes = more["nodes"].as_array().expect("nodes").iter();
    let nodes = nodes.map(|on| json!([on["node"], on["pods"]]));
    let nodes: Vec<Value> = nodes.collect();
    json!([nodes, more["volumes"][0]["claim"]])
}

#[test]
fn each_copy_gets_a_claim_of_its_own() {
    let own = json!([[["n1", 3], ["n2", 2]], null]);
    let shared = json!([[["n1", 3]], null]);
    let owned = pod(OWNER, "data-db-0");
    // The template has another name than the volume.
    let set_in_text = [set("data"), owned.clone(), claim("data-db-0")].concat();
    assert_eq!(more(&[&set_in_text]), own);
    // Without the set, by the name of the claim.
    assert_eq!(more(&[&owned, &claim("data-db-0")]), own);
    assert_eq!(more(&[&pod("", "data-db-0"), &claim("data-db-0")]), own);
    // All pods of the set share it.
    assert_eq!(more(&[&pod(OWNER, "data"), &claim("data")]), shared);
    let other_template = [set("logs"), owned.clone(), claim("data-db-0")].concat();
    assert_eq!(more(&[&other_template]), shared);
    // Nothing in the text says what the claim is.
    assert_eq!(more(&[&owned])[1], json!("a/data-db-0"));
}

/// A claim that an earlier pod of this ordinal has left is used again.
#[test]
fn a_claim_that_is_left_is_used_again() {
    let left = claim("data-db-1");
    let (_, left) = left.split_once("---\n").expect("a claim");
    let (left, _) = left.split_once("---\n").expect("an end");
    let parts = [
        &*pod(OWNER, "data-db-0"),
        &claim("data-db-0"),
        "---\n",
        &left.replace("volumeName: pv", "volumeName: pw"),
        "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pw}, spec: {capacity: {storage: 1Gi}, \
         storageClassName: fast, csi: {driver: d, volumeHandle: i}, nodeAffinity: {required: {nodeSelectorTerms: \
         [{matchExpressions: [{key: host, operator: In, values: [n9]}]}]}}}}\n",
    ];
    assert_eq!(more(&parts), json!([[], null]));
}
