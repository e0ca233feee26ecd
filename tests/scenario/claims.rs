//! Claims that controllers make: those of `StatefulSet`s, and those of generic ephemeral volumes.

use serde_json::{Value, json};

use super::volumes::{NODES, ask};

/// Two nodes, and a class of each kind: volumes of `fast` can be made everywhere, those of `local` nowhere.
fn world(objects: &[&str]) -> String {
    let classes = [
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: csi.example, \
         volumeBindingMode: WaitForFirstConsumer}",
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: \
         kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}",
    ];
    let nodes = NODES
        .replace("name: n1}", "name: n1, labels: {host: n1}}")
        .replace("name: n2}", "name: n2, labels: {host: n2}}");
    let all = classes.iter().chain(objects);
    all.fold(nodes, |text, object| text + "---\n" + object + "\n")
}

/// A claim of a class, with an access mode; `more`: further fields of its metadata.
fn claim(name: &str, class: &str, mode: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {name}, namespace: a, uid: of-{name}}}, \
         spec: {{storageClassName: {class}, accessModes: [{mode}], resources: {{requests: {{storage: 1Gi}}}}}}}}"
    )
}

/// A set with replicas whose claims are of a class, and have an access mode.
fn set(replicas: u32, class: &str, mode: &str) -> String {
    format!(
        "{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web, namespace: a, uid: s}}, spec: \
         {{replicas: {replicas}, podManagementPolicy: Parallel, selector: {{matchLabels: {{a: b}}}}, template: \
         {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: c, image: i}}]}}}}, volumeClaimTemplates: \
         [{{metadata: {{name: data}}, spec: {{storageClassName: {class}, accessModes: [{mode}], resources: \
         {{requests: {{storage: 1Gi}}}}}}}}]}}}}"
    )
}

/// A pod with a claim; `metadata` and `spec` begin with these fields.
fn pod(name: &str, metadata: &str, spec: &str, claim: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{{metadata}name: {name}, namespace: a}}, spec: {{{spec}containers: \
         [{{name: c, image: i}}], volumes: [{{name: data, persistentVolumeClaim: {{claimName: {claim}}}}}]}}}}"
    )
}

const OWNED: &str = "uid: u, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: s, controller: \
                     true}], ";

/// The steps of a queue: pod and node.
fn steps(text: &str) -> Vec<(String, Value)> {
    let queue = ask(text, &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    let name = |step: &Value| step["pod"].as_str().unwrap_or_default().to_owned();
    let steps = steps.map(|step| (name(step), step["node"].clone()));
    steps.collect()
}

/// The replicas of a set use their claims as pods do that name the claims themselves.
#[test]
fn claims_of_replicas_count_as_used() {
    let (claim, other) = (
        claim("data-web-0", "fast", "ReadWriteOncePod"),
        "priority: -1, ",
    );
    let reader = pod("z-reader", "", other, "data-web-0");
    let set_text = world(&[&set(1, "fast", "ReadWriteOncePod"), &claim, &reader]);
    let pod_text = world(&[&pod("web-0", "", "", "data-web-0"), &claim, &reader]);
    let queue = steps(&set_text);
    assert_eq!(queue, steps(&pod_text));
    assert_eq!(queue[0].0, "a/web-0");
    assert_eq!(queue[1], ("a/z-reader".to_owned(), Value::Null));
    let reason = "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use \
                  by another pod";
    let answer = ask(&set_text, &json!({"queue": {}}));
    assert_eq!(answer["steps"][1]["misfits"][0]["reason"], reason);
}

/// How many pods like one fit, and on which nodes.
fn more(text: &str, pod: &str) -> Value {
    let answer = ask(text, &json!({"more": {"pod": pod, "most": 5}}));
    let on = answer["nodes"].as_array().expect("nodes").iter();
    let on: Vec<Value> = on.map(|on| json!([on["node"], on["pods"]])).collect();
    json!([answer["count"], on])
}

#[test]
fn further_pods_of_a_set_get_claims_of_their_own() {
    let local = |name: &str, host: &str, claim: &str| {
        format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: {name}}}, spec: {{capacity: {{storage: 1Gi}}, \
             accessModes: [ReadWriteOncePod], storageClassName: local, {claim}nodeAffinity: {{required: \
             {{nodeSelectorTerms: [{{matchExpressions: [{{key: host, operator: In, values: [{host}]}}]}}]}}}}}}, \
             status: {{phase: Available}}}}"
        )
    };
    let bound = |claim: &str, volume: &str| {
        claim
            .replace(
                "namespace: a,",
                "namespace: a, annotations: {pv.kubernetes.io/bind-completed: 'yes'},",
            )
            .replace("spec: {", &format!("spec: {{volumeName: {volume}, "))
    };
    let first = bound(&claim("data-web-0", "local", "ReadWriteOncePod"), "v0");
    let second = bound(&claim("data-web-1", "local", "ReadWriteOncePod"), "v1");
    let volume = local("v0", "n1", "claimRef: {namespace: a, name: data-web-0}, ");
    let kept = local("v1", "n2", "claimRef: {namespace: a, name: data-web-1}, ");
    let free = [local("v2", "n1", ""), local("v3", "n2", "")];
    let running = |metadata: &str| pod("web-0", metadata, "nodeName: n1, ", "data-web-0");
    let set = set(1, "local", "ReadWriteOncePod");
    // The claim of `web-1` is left from the time before the set was scaled down; further ones take the free volumes.
    for (metadata, set) in [
        (OWNED, Some(&set)),
        (OWNED, None),
        ("", Some(&set)),
        ("", None),
    ] {
        let running = running(metadata);
        let mut objects: Vec<&str> = vec![&running, &first, &volume, &free[0], &free[1]];
        objects.extend(set.map(String::as_str));
        let expected = json!([2, [["n1", 1], ["n2", 1]]]);
        assert_eq!(more(&world(&objects), "a/web-0"), expected, "{metadata}");
        objects.extend([second.as_str(), &kept]);
        let expected = json!([3, [["n1", 1], ["n2", 2]]]);
        assert_eq!(more(&world(&objects), "a/web-0"), expected, "{metadata}");
    }
    // The pods of other workloads share the claim.
    let running = running(&OWNED.replace("StatefulSet", "ReplicaSet"));
    let text = world(&[&running, &first, &volume, &free[0]]);
    assert_eq!(more(&text, "a/web-0"), json!([0, []]));
}
