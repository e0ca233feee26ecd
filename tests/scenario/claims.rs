//! Claims that controllers make: those of `StatefulSet`s, and those of generic ephemeral volumes.

use serde_json::{Value, json};

use super::volumes::{NODES, ask};

/// Two nodes, and a class of each kind: volumes of `fast` can be made everywhere, those of `local` nowhere.
pub(super) fn world(objects: &[&str]) -> String {
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
pub(super) fn claim(name: &str, class: &str, mode: &str) -> String {
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
pub(super) fn pod(name: &str, metadata: &str, spec: &str, claim: &str) -> String {
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
    let running = |metadata: &str| {
        let pod = pod("web-0", metadata, "nodeName: n1, ", "data-web-0");
        [pod.trim_end_matches('}'), "}, status: {phase: Running}}"].concat()
    };
    let set = set(1, "local", "ReadWriteOncePod");
    // The claim of `web-1` is left from the time before the set was scaled down; further ones take the free volumes.
    for (metadata, set) in [(OWNED, Some(&set)), (OWNED, None), ("", None)] {
        let running = running(metadata);
        let mut objects: Vec<&str> = vec![&running, &first, &volume, &free[0], &free[1]];
        objects.extend(set.map(String::as_str));
        let expected = json!([2, [["n1", 1], ["n2", 1]]]);
        assert_eq!(more(&world(&objects), "a/web-0"), expected, "{metadata}");
        if metadata.is_empty() {
            continue;
        }
        objects.extend([second.as_str(), &kept]);
        let expected = json!([3, [["n1", 1], ["n2", 2]]]);
        assert_eq!(more(&world(&objects), "a/web-0"), expected, "{metadata}");
    }
    // The pods of other workloads share the claim.
    let running = running(&OWNED.replace("StatefulSet", "ReplicaSet"));
    let text = world(&[&running, &first, &volume, &free[0]]);
    assert_eq!(more(&text, "a/web-0"), json!([0, []]));
}

/// A pod that asks for so many CPUs; `spec` begins with these fields.
pub(super) fn sized(name: &str, cpu: u32, spec: &str, volume: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}}}, spec: {{{spec}containers: \
         [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}], volumes: [{{name: v, {volume}}}]}}}}"
    )
}

const SCRATCH: &str = "ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, accessModes: \
                       [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}";

/// The claim of an ephemeral volume goes with its pod: the pod that is made again may run on another node.
#[test]
fn an_evicted_pod_gets_a_new_claim() {
    let quota = |namespace: &str, min: u32| {
        format!(
            "{{apiVersion: scheduling.sigs.k8s.io/v1alpha1, kind: ElasticQuota, metadata: {{name: q, namespace: \
             {namespace}}}, spec: {{min: {{cpu: {min}}}, max: {{cpu: 9}}}}}}"
        )
    };
    let borrower = sized("borrower", 2, "", SCRATCH).replace("uid: borrower", "");
    let owner = sized("owner", 3, "nodeSelector: {host: n1}, ", "emptyDir: {}")
        .replace("namespace: a", "namespace: b");
    let (of_borrower, of_owner) = (quota("a", 0), quota("b", 9));
    let claim = claim("any", "fast", "ReadWriteOnce");
    let text = world(&[&borrower, &owner, &of_borrower, &of_owner, &claim]);
    let expected = [
        ("a/borrower", "n1"),
        ("b/owner", "n1"),
        ("b/owner", "n1"),
        ("a/borrower", "n2"),
    ];
    let expected = expected.map(|(pod, node)| (pod.to_owned(), json!(node)));
    assert_eq!(steps(&text), expected);
}

/// Nodes with their drivers.
pub(super) fn csi_node(name: &str, drivers: &str) -> String {
    format!(
        "{{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {{name: {name}}}, spec: {{drivers: [{drivers}]}}}}"
    )
}

pub(super) const DRIVER: &str = "{name: csi.example, nodeID: x, allocatable: {count: 5}}";

/// A filter that fails in a dry run of preemption fails the cycle, as upstream does, if no node is a candidate.
#[test]
fn a_foreign_claim_fails_the_dry_run() {
    let on_n1 = |name: &str, priority: i32, cpu: u32, volume: &str| {
        let spec = format!("nodeName: n1, priority: {priority}, ");
        let pod = sized(name, cpu, &spec, volume);
        [pod.trim_end_matches('}'), "}, status: {phase: Running}}"].concat()
    };
    let foreign = |priority| on_n1("foreign", priority, 0, SCRATCH);
    let victim = on_n1("victim", -1, 2, "emptyDir: {}");
    let claims = ["d", "foreign-v"].map(|name| claim(name, "fast", "ReadWriteOnce"));
    let limit = csi_node("n1", DRIVER);
    let pod = sized("p", 3, "", "persistentVolumeClaim: {claimName: d}");
    let cycle = |foreign: &str| {
        let text = world(&[foreign, &victim, &claims[0], &claims[1], &limit, &pod]);
        ask(&text, &json!({"simulatePod": {"pod": "a/p"}}))
    };
    let failed = cycle(&foreign(9));
    assert_eq!(failed["outcome"], "Error");
    let dry_run = &failed["nodes"][0]["dryRun"];
    assert_eq!(
        (&dry_run["outcome"], &dry_run["code"]),
        (&json!("error"), &json!("Error"))
    );
    let error = "running \"NodeVolumeLimits\" filter plugin: PVC a/foreign-v was not created for pod a/foreign (pod \
                 is not owner)";
    assert_eq!(dry_run["reasons"], json!([error]));
    // If the pod can be evicted, it is.
    let cured = cycle(&foreign(-1));
    assert_eq!(cured["outcome"], "Preempt");
    assert_eq!(cured["victims"], json!(["a/victim", "a/foreign"]));
}

/// From 1.37 on, a driver can keep pods from nodes that lack it.
#[test]
fn a_required_driver_is_on_the_node() {
    let driver = "{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: csi.example}, spec: \
                  {preventPodSchedulingIfMissing: true}}";
    let claim = claim("d", "fast", "ReadWriteOnce");
    let nodes = [
        csi_node("n1", DRIVER),
        csi_node("n2", "{name: other, nodeID: x}"),
    ];
    let pod = pod("p", "", "", "d");
    let reasons = |version: &str, objects: &[&str]| {
        let question = json!({"simulatePod": {"pod": "a/p", "kubernetesVersion": version}});
        let cycle = ask(&world(objects), &question);
        let nodes = cycle["nodes"].as_array().expect("nodes").iter();
        let misfits: Vec<Value> = nodes.map(|node| node["misfit"].clone()).collect();
        (cycle["message"].clone(), misfits)
    };
    let all = [driver, &claim, &nodes[0], &nodes[1], &pod];
    let (_, misfits) = reasons("1.37", &all);
    assert_eq!(misfits[0], Value::Null);
    assert_eq!(misfits[1]["code"], "Unschedulable");
    assert_eq!(misfits[1]["plugin"], "NodeVolumeLimits");
    assert_eq!(misfits[1]["volumes"], json!({"driver": "csi.example"}));
    assert_eq!(reasons("1.36", &all).1, [Value::Null, Value::Null]);
    // A node without a `CSINode` has no driver.
    let reason = "csi.example CSI driver is not installed on the node";
    let (message, _) = reasons("1.37", &[driver, &claim, &nodes[1], &pod]);
    assert_eq!(message, format!("0/2 nodes are available: 2 {reason}."));
    // Nothing is known of the nodes; or no pod has to wait for the driver.
    assert_eq!(
        reasons("1.37", &[driver, &claim, &pod]).1,
        [Value::Null, Value::Null]
    );
    let optional = driver.replace("true", "false");
    let all = [&optional, &claim, &nodes[1], &pod];
    assert_eq!(
        reasons("1.37", &all.map(String::as_str)).1,
        [Value::Null, Value::Null]
    );
}

/// What refuses a pod as a whole is said once, and not for each node.
#[test]
fn a_refusal_is_no_reason_of_nodes() {
    let waits = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: csi.example}";
    let text = world(&[
        waits,
        &claim("d", "now", "ReadWriteOnce"),
        &pod("p", "", "", "d"),
    ]);
    let refusal = json!({
        "plugin": "VolumeBinding", "reason": "pod has unbound immediate PersistentVolumeClaims", "claim": "a/d",
        "storageClass": "now", "unbound": "immediate",
    });
    let scores = ask(&text, &json!({"scoreNodes": {"pod": "a/p"}}));
    let step = ask(&text, &json!({"queue": {}}))["steps"][0].clone();
    for answer in [scores, step] {
        assert_eq!(answer["volumeRefusal"], refusal);
        assert_eq!(answer["misfits"], json!([]));
    }
}

/// A class without a provisioner makes no volumes, and its volumes count against no limit.
#[test]
fn an_empty_provisioner_makes_nothing() {
    let reason = "node(s) didn't find available persistent volumes to bind";
    for provisioner in [
        "provisioner: '', ",
        "",
        "provisioner: kubernetes.io/no-provisioner, ",
    ] {
        let class = format!(
            "{{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {{name: none}}, {provisioner}\
             volumeBindingMode: WaitForFirstConsumer}}"
        );
        let claim = claim("d", "none", "ReadWriteOnce");
        let text = world(&[&class, &claim, &pod("p", "", "", "d")]);
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        let message = format!("0/2 nodes are available: 2 {reason}.");
        assert_eq!(cycle["message"], message, "{provisioner}");
    }
}

/// A claim that is still to be created is bound before its pod is scheduled: to the volume that is reserved for it,
/// else to the smallest one of its class, else to a new one, of which the text does not say where it is.
#[test]
fn a_new_claim_is_bound_first() {
    let volume = |name: &str, size: &str, host: &str, spec: &str| {
        format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: {name}}}, spec: {{{spec}capacity: {{storage: \
             {size}}}, accessModes: [ReadWriteOnce], nodeAffinity: {{required: {{nodeSelectorTerms: \
             [{{matchExpressions: [{{key: host, operator: In, values: [{host}]}}]}}]}}}}}}}}"
        )
    };
    let now = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: csi.example}";
    let of = |class: &str| {
        let claim = claim("d", class, "ReadWriteOnce");
        claim.replace(", uid: of-d", "")
    };
    let small = volume("small", "1Gi", "n1", "");
    let large = volume("large", "2Gi", "n2", "");
    let reserved = volume("own", "3Gi", "n2", "claimRef: {namespace: a, name: d}, ");
    let of_class = volume("of-class", "1Gi", "n2", "storageClassName: now, ");
    let cycle = |parts: &[&str]| {
        let pod = pod("p", "", "", "d");
        let text = world(&[&[now, &pod], parts].concat());
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        let volumes = &cycle["volumeDependence"]["volumes"][0]["lacks"];
        let message = cycle["volumeRefusal"]["reason"].clone();
        (cycle["node"].clone(), volumes.clone(), message)
    };
    let nothing = Value::Null;
    let node = |name: &str| (json!(name), Value::Null, Value::Null);
    assert_eq!(cycle(&[&of("\"\""), &small, &large]), node("n1"));
    assert_eq!(cycle(&[&of("\"\""), &small, &reserved]), node("n2"));
    let named = of("\"\", volumeName: large");
    assert_eq!(cycle(&[&named, &small, &large]), node("n2"));
    assert_eq!(cycle(&[&of("now"), &small, &of_class]), node("n2"));
    let open = cycle(&[&of("now"), &small]);
    assert_eq!(open, (json!("n1"), json!("immediate"), Value::Null));
    // Nothing binds it; and one that is stored is as the text shows it.
    let unbound = json!("pod has unbound immediate PersistentVolumeClaims");
    let waits = (nothing.clone(), nothing, unbound);
    assert_eq!(cycle(&[&of("\"\""), &of_class]), waits);
    let stored = claim("d", "\"\"", "ReadWriteOnce");
    assert_eq!(cycle(&[&stored, &small]), waits);
    let pending = of("\"\"").replace(
        "kind: PersistentVolumeClaim",
        "status: {phase: Pending}, kind: PersistentVolumeClaim",
    );
    assert_eq!(cycle(&[&pending, &small]), waits);
    // One whose metadata was left out is bound as its status says.
    let status = "status: {phase: Bound}, kind: PersistentVolumeClaim";
    let bound = named.replace("kind: PersistentVolumeClaim", status);
    assert_eq!(cycle(&[&bound, &small, &large]), node("n2"));
    // The volume of one claim is taken.
    let other = of("\"\"").replace("name: d,", "name: e,");
    assert_eq!(cycle(&[&other, &of("\"\""), &small]), waits);
}

/// A volume whose claim was deleted serves no other one, and the answer names it.
#[test]
fn a_released_volume_waits_for_its_release() {
    for (size, phase, released) in [
        ("1Gi", "Released", json!("old")),
        ("1Gi", "Bound", Value::Null),
        ("1Mi", "Released", Value::Null),
    ] {
        let volume = format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: old}}, spec: {{capacity: {{storage: {size}}}, \
             accessModes: [ReadWriteOnce], claimRef: {{namespace: a, name: gone, uid: u}}}}, \
             status: {{phase: {phase}}}}}"
        );
        let text = world(&[
            &volume,
            &claim("d", "\"\"", "ReadWriteOnce"),
            &pod("p", "", "", "d"),
        ]);
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        assert_eq!(cycle["volumeRefusal"]["unbound"], "empty-class");
        assert_eq!(
            cycle["volumeRefusal"]["released"], released,
            "{size} {phase}"
        );
    }
}
