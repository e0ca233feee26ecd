//! Queues of pods with volumes.

use serde_json::{Value, json};

use super::volumes::{MODELLED, NODES, ask, zoned};

/// Two nodes with a volume each, and pods `p1`, `p2`, … that each have so many claims, of which some are in the text;
/// the node of each step.
fn queue_of_claims(counts: &[(u32, u32)]) -> (Value, Vec<Value>) {
    let volume = |name: &str, host: &str| {
        format!(
            "---\n{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: {name}}}, spec: {{capacity: \
             {{storage: 1Gi}}, accessModes: [ReadWriteOnce], storageClassName: local, nodeAffinity: {{required: \
             {{nodeSelectorTerms: [{{matchExpressions: [{{key: host, operator: In, values: [{host}]}}]}}]}}}}}}, \
             status: {{phase: Available}}}}\n"
        )
    };
    let mut text = NODES
        .replace("name: n1}", "name: n1, labels: {host: n1}}")
        .replace("name: n2}", "name: n2, labels: {host: n2}}")
        + "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: \
           kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}\n"
        + &volume("v1", "n1")
        + &volume("v2", "n2");
    for (pod, (count, stored)) in (1..).zip(counts) {
        let mut volumes = Vec::new();
        for claim in 1..=*count {
            let name = format!("c{pod}-{claim}");
            volumes.push(format!(
                "{{name: v{claim}, persistentVolumeClaim: {{claimName: {name}}}}}"
            ));
            let of_claim = format!(
                "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {name}, namespace: a}}, \
                 spec: {{storageClassName: local, accessModes: [ReadWriteOnce], resources: \
                 {{requests: {{storage: 1Gi}}}}}}}}\n"
            );
            if claim <= *stored {
                text.push_str(&of_claim);
            }
        }
        let of_pod = format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: p{pod}, namespace: a}}, spec: {{containers: \
             [{{name: c, image: i}}], volumes: [{}]}}}}\n",
            volumes.join(", ")
        );
        text.push_str(&of_pod);
    }
    let queue = ask(&text, &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps");
    let nodes = steps.iter().map(|step| step["node"].clone()).collect();
    (queue, nodes)
}

/// A pod of a queue takes the volume that is left, and the pods after it do not.
#[test]
fn a_queue_keeps_chosen_volumes_taken() {
    let (queue, nodes) = queue_of_claims(&[(1, 1); 3]);
    assert_ne!(nodes[0], nodes[1]);
    assert_eq!(nodes[2], Value::Null);
    let reason = "node(s) didn't find available persistent volumes to bind";
    assert_eq!(
        queue["steps"][2]["misfits"],
        json!([{"reason": reason, "nodes": 2}])
    );
}

/// A claim that is not there, or two volumes on one node, are wanted by the first pod alone.
#[test]
fn a_pod_is_not_rejected_as_one_with_more_claims() {
    for stored in [1, 2] {
        let (queue, nodes) = queue_of_claims(&[(2, stored), (1, 1)]);
        assert_eq!(nodes, [Value::Null, json!("n1")], "{queue:#}");
    }
}

/// Of two pods that differ in their claims, one waits for a zone that has no node.
#[test]
fn a_pod_is_not_rejected_for_the_claim_of_another() {
    let zone_c = zoned().replace("values: [b]", "values: [c]");
    let (_, volume) = MODELLED
        .split_once("kind: PersistentVolume,")
        .expect("a volume");
    let (_, other) = zone_c.split_once("kind: Pod,").expect("a pod");
    let (other, _) = other.split_once("---").expect("an end");
    let other = format!(
        "---\n{{apiVersion: v1, kind: Pod,{other}---\n{{apiVersion: v1, kind: PersistentVolume,{volume}"
    );
    let other = other
        .replace("{name: p,", "{name: q,")
        .replace("claimName: d", "claimName: e")
        .replace("{name: d,", "{name: e,")
        .replace("{name: pv}", "{name: pv2}")
        .replace("volumeName: pv", "volumeName: pv2")
        .replace("volumeHandle: h", "volumeHandle: h2");
    let queue = ask(&(zone_c + &other), &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    let nodes: Vec<Value> = steps
        .map(|step| json!([step["pod"], step["node"]]))
        .collect();
    assert_eq!(nodes, [json!(["a/p", null]), json!(["a/q", "n2"])]);
}

/// In place of the claim that is made for a volume of a pod there is another: a cycle that reads the limit fails.
#[test]
fn a_queue_fails_where_a_cycle_does() {
    let text = zoned().replace("values: [b]", "values: [a]")
        + "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n2}, spec: {drivers: \
           [{name: ebs.csi.aws.com, nodeID: i, allocatable: {count: 5}}]}}\n\
           ---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x-v, namespace: a}, spec: \
           {storageClassName: fast, accessModes: [ReadWriteOnce]}}\n\
           ---\n{apiVersion: v1, kind: Pod, metadata: {name: x, namespace: a, uid: x}, spec: {nodeName: n2, \
           containers: [{name: c, image: i}], volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: \
           {storageClassName: fast, accessModes: [ReadWriteOnce]}}}}]}, status: {phase: Running}}\n";
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
    let queue = ask(&text, &json!({"queue": {}}));
    let outcomes = [&cycle["outcome"], &queue["steps"][0]["outcome"]];
    assert_eq!(outcomes, ["Error"; 2], "{cycle:#}");
}

/// A filter fails while victims are looked for: the error names the claim.
#[test]
fn a_queue_says_why_it_fails_while_it_looks_for_victims() {
    // n2 has no room, so that the filters of volumes are asked only once a pod is evicted there.
    let text = zoned()
        + "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n2}, spec: {drivers: \
           [{name: ebs.csi.aws.com, nodeID: i, allocatable: {count: 5}}]}}\n\
           ---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x-v, namespace: a}, spec: \
           {storageClassName: fast, accessModes: [ReadWriteOnce]}}\n\
           ---\n{apiVersion: v1, kind: Pod, metadata: {name: x, namespace: a, uid: x}, spec: {nodeName: n2, priority: \
           9, containers: [{name: c, image: i}], volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: \
           {storageClassName: fast, accessModes: [ReadWriteOnce]}}}}]}, status: {phase: Running}}\n\
           ---\n{apiVersion: v1, kind: Pod, metadata: {name: y, namespace: a, uid: y}, spec: {nodeName: n2, priority: \
           -9, containers: [{name: c, image: i, resources: {requests: {cpu: 2}}}]}, status: {phase: Running}}\n";
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
    let step = ask(&text, &json!({"queue": {}}))["steps"][0].clone();
    let error = "running \"NodeVolumeLimits\" filter plugin: PVC a/x-v was not created for pod a/x (pod is not owner)";
    assert_eq!(
        [&cycle["outcome"], &step["outcome"]],
        ["Error"; 2],
        "{cycle:#}"
    );
    assert_eq!(
        [&cycle["preemption"]["error"], &step["evictionError"]],
        [error; 2],
        "{cycle:#}"
    );
}

/// The controller makes the claim of a generic ephemeral volume as soon as it sees the pod: a queue does not wait for
/// it, as `more` does not.
#[test]
fn a_queue_makes_the_claims_of_ephemeral_volumes() {
    let pod = "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: a, uid: u}, spec: {containers: [{name: \
               c, image: i}], volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, \
               accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]}}\n";
    let none = "---\n{apiVersion: v1, kind: PersistentVolumeClaimList, items: []}\n";
    let class = "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, \
                 volumeBindingMode: WaitForFirstConsumer}\n";
    let text = [NODES, class, none, pod].concat();
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(queue["boundAtEnd"], 1);
    let more = ask(&text, &json!({"more": {"pod": "a/p"}}));
    assert_eq!(more["count"], 18);
    // One cycle is that of the pod as it is.
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
    assert_eq!(cycle["volumeRefusal"]["claim"], "a/p-v");
}

/// A drained pod whose volume a pod before it got in the queue depends on where that volume can be used.
#[test]
fn a_drained_pod_depends_on_what_is_provisioned_before() {
    let claim = "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: d, namespace: a, uid: d}, spec: \
                 {storageClassName: fast, accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}}\n";
    let class = "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, \
                 volumeBindingMode: WaitForFirstConsumer}\n";
    let pod = |name: &str, metadata: &str, spec: &str| {
        format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a{metadata}}}, spec: {{{spec}\
             containers: [{{name: c, image: i}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: d}}}}]}}}}\n"
        )
    };
    let owned = ", ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: r, controller: true}]";
    let more = NODES.replace("n1", "n3").replace("n2", "n4");
    let on_n1 = pod("r", owned, "nodeName: n1, ");
    let drain = |first: &str| {
        let text = [NODES, "---\n", &more, class, claim, first, &on_n1].concat();
        ask(&text, &json!({"drain": {"node": "n1"}}))["volumeDependent"].clone()
    };
    assert_eq!(drain(""), Value::Null);
    assert_eq!(drain(&pod("q", "", "priority: 9, ")), json!(1));
}

/// The controller makes the claim before the pod is tried, also where a step is looked at afterwards.
#[test]
fn a_step_of_a_pod_with_an_ephemeral_claim_has_its_victims() {
    let pod = |name: &str, rest: &str| {
        format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: u-{name}}}, spec: \
             {{containers: [{{name: c, image: i, resources: {{requests: {{cpu: 2}}}}}}], {rest}}}\n"
        )
    };
    let text = [
        "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 2, pods: 9}}}\n",
        &pod("low", "nodeName: n1, priority: 0}, status: {phase: Running}"),
        &pod(
            "high",
            "priority: 9, volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, \
             accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]}, status: {phase: Pending}",
        ),
        "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, \
         volumeBindingMode: WaitForFirstConsumer}\n---\n\
         {apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: []}}\n---\n\
         {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: other, namespace: a}, spec: \
         {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n",
    ]
    .concat();
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(queue["steps"][0]["victims"][0], "a/low");
    let step = ask(&text, &json!({"queueStep": {"step": 1}}));
    assert_eq!(step["verdicts"][0]["verdict"], "victim");
}
