//! Pods whose node depends on volumes that the text does not have, and what it says about them.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::found;

pub(super) const NODES: &str = "
{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}}
---
{apiVersion: v1, kind: Node, metadata: {name: n2}, status: {allocatable: {cpu: 2, memory: 8Gi, pods: 9}}}
";

/// A pod that requests so many CPUs, with a volume.
fn pod(cpu: u32, volume: &str) -> String {
    format!(
        "{NODES}---\n{{apiVersion: v1, kind: Pod, metadata: {{name: p, namespace: a}}, spec: {{containers: [{{name: c, \
         image: i, resources: {{requests: {{cpu: {cpu}}}}}}}], volumes: [{{name: v, {volume}}}]}}}}\n"
    )
}

pub(super) fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

fn simulated(text: &str) -> Value {
    let question = json!({"simulatePod": {"pod": "a/p"}});
    ask(text, &question)["volumeDependence"].clone()
}

const CLAIM: &str = "persistentVolumeClaim: {claimName: d}";

#[test]
fn these_volumes_decide_about_nodes() {
    for (volume, claim) in [
        (CLAIM, json!("a/d")),
        (
            "ephemeral: {volumeClaimTemplate: {spec: {}}}",
            json!("a/p-v"),
        ),
        ("gcePersistentDisk: {pdName: x}", Value::Null),
        ("awsElasticBlockStore: {volumeID: x}", Value::Null),
    ] {
        let lacks = if claim.is_null() {
            "not-modelled"
        } else {
            "PersistentVolumeClaim"
        };
        let volumes = json!([{"volume": "v", "claim": claim, "lacks": lacks}]);
        let expected = json!({"volumes": volumes, "nodes": ["n1", "n2"], "count": 2});
        assert_eq!(simulated(&pod(1, volume)), expected, "{volume}");
    }
    for volume in [
        "emptyDir: {}",
        "hostPath: {path: /x}",
        "configMap: {name: x}",
        "csi: {driver: x}",
    ] {
        assert_eq!(simulated(&pod(1, volume)), Value::Null, "{volume}");
    }
}

#[test]
fn only_what_passes_everything_else_is_listed() {
    assert_eq!(simulated(&pod(3, CLAIM))["nodes"], json!(["n1"]));
    // It waits, whatever its volumes are.
    assert_eq!(simulated(&pod(5, CLAIM)), Value::Null);
    let scores = ask(&pod(5, CLAIM), &json!({"scoreNodes": {"pod": "a/p"}}));
    assert_eq!(scores["volumeDependence"], Value::Null);
    let queue = ask(&pod(5, CLAIM), &json!({"queue": {}}));
    assert_eq!(queue["volumeDependent"], Value::Null);
    assert_eq!(queue["steps"][0]["volumes"], Value::Null);
}

#[test]
fn every_answer_that_names_a_node_says_it() {
    let text = pod(3, CLAIM);
    let volumes = json!([{"volume": "v", "claim": "a/d", "lacks": "PersistentVolumeClaim"}]);
    let scores = ask(&text, &json!({"scoreNodes": {"pod": "a/p"}}));
    assert_eq!(scores["volumeDependence"]["volumes"], volumes);
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(queue["volumeDependent"], 1);
    assert_eq!(queue["steps"][0]["volumes"], volumes);
    let more = ask(&text, &json!({"more": {"pod": "a/p"}}));
    assert_eq!(more["volumes"], volumes);
}

#[test]
fn claims_of_a_stateful_set_are_named_after_its_pods() {
    let set = format!(
        "{NODES}---\n{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web, namespace: a}}, \
         spec: {{replicas: 1, selector: {{matchLabels: {{a: b}}}}, \
         template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: c, image: i}}]}}}}, \
         volumeClaimTemplates: [{{metadata: {{name: data}}, spec: {{accessModes: [ReadWriteOnce], \
         resources: {{requests: {{storage: 1Gi}}}}}}}}]}}}}\n"
    );
    let queue = ask(&set, &json!({"queue": {}}));
    let volumes =
        json!([{"volume": "data", "claim": "a/data-web-0", "lacks": "PersistentVolumeClaim"}]);
    assert_eq!(queue["steps"][0]["volumes"], volumes);
}

/// With its class, the claim that the controller makes is known, also where the text has no claims.
#[test]
fn claims_that_a_stateful_set_makes_are_known_by_their_template() {
    let set = "---\n{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web, namespace: a}, spec: {replicas: 1, \
               selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, \
               image: i}]}}, volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: fast, \
               accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}\n\
               ---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: []}}\n";
    let class = "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: x, \
                 volumeBindingMode: WaitForFirstConsumer}\n";
    let queue = |text: &str| ask(text, &json!({"queue": {}}));
    let known = queue(&[NODES, set, class].concat());
    assert_eq!(known["steps"][0]["volumes"], Value::Null);
    assert_eq!(found(&known, "missing-input"), [""; 0]);
    let unknown = queue(&[NODES, set].concat());
    let lacks = &unknown["steps"][0]["volumes"][0]["lacks"];
    assert_eq!(lacks, "PersistentVolumeClaim");
    // Another pod's claim is not.
    let other = queue(&(pod(1, CLAIM) + class));
    assert_eq!(other["steps"][0]["volumes"][0]["claim"], "a/d");
}

#[test]
fn a_recorded_verdict_is_not_contradicted_while_volumes_are_unknown() {
    let status = ", status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: \
                  Unschedulable, message: '0/2 nodes are available: 2 Too many pods.'}]}}\n";
    let differs = |volume: &str| {
        let text = pod(1, volume);
        let text = [text.trim_end().strip_suffix('}').expect("a pod"), status].concat();
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        let findings = cycle["findings"].as_array().cloned().unwrap_or_default();
        findings.iter().any(|of| of["code"] == "verdict-differs")
    };
    assert!(differs("emptyDir: {}"));
    assert!(!differs(CLAIM));
}

#[test]
fn a_drained_pod_lands_where_its_volume_lets_it() {
    let text = pod(1, CLAIM).replace(
        "namespace: a}, spec: {",
        "namespace: a, uid: u, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: p, uid: s, \
         controller: true}]}, spec: {nodeName: n1, ",
    );
    let drain = ask(&text, &json!({"drain": {"node": "n1"}}));
    assert_eq!(drain["volumeDependent"], 1);
    assert_eq!(drain["pods"][0]["step"]["volumes"][0]["claim"], "a/d");
    let without = ask(&text, &json!({"withoutNodes": {"node": "n1"}}));
    assert_eq!(without["losses"][0]["volumeDependent"], 1);
}

#[test]
fn a_queue_names_the_nodes_that_pass_everything_else() {
    let volumes = json!([{"volume": "v", "claim": "a/d", "lacks": "PersistentVolumeClaim"}]);
    let of = |text: &str| ask(text, &json!({"queue": {}}))["volumeDependentPods"].clone();
    let expected = json!([{"pod": "a/p", "volumes": volumes, "nodes": ["n1", "n2"], "count": 2}]);
    assert_eq!(of(&pod(1, CLAIM)), expected);
    assert_eq!(of(&pod(3, CLAIM))[0]["nodes"], json!(["n1"]));
    assert_eq!(of(&pod(5, CLAIM)), Value::Null);
    assert_eq!(of(&pod(1, "emptyDir: {}")), Value::Null);
}

#[test]
fn a_pod_that_may_evict_depends_on_its_volumes() {
    let low = |name: &str, node: &str| {
        format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}}}, spec: \
             {{nodeName: {node}, priority: -1, containers: [{{name: c, image: i, resources: \
             {{requests: {{cpu: 2}}}}}}]}}, status: {{phase: Running}}}}\n"
        )
    };
    let text = pod(3, CLAIM) + &low("low", "n1") + &low("low2", "n2");
    let scores = ask(&text, &json!({"scoreNodes": {"pod": "a/p"}}));
    let volumes = json!([{"volume": "v", "claim": "a/d", "lacks": "PersistentVolumeClaim"}]);
    let expected = json!({"volumes": volumes, "nodes": ["n1"], "count": 1});
    assert_eq!(scores["mayPreempt"], true);
    assert_eq!(scores["volumeDependence"], expected);
    assert_eq!(simulated(&text), expected);
    let never = text.replace("volumes: [", "preemptionPolicy: Never, volumes: [");
    let scores = ask(&never, &json!({"scoreNodes": {"pod": "a/p"}}));
    assert_eq!(scores["volumeDependence"], Value::Null);
}

pub(super) const MODELLED: &str = "
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: ebs.csi.aws.com, \
volumeBindingMode: WaitForFirstConsumer}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv}, spec: {capacity: {storage: 1Gi}, accessModes: \
[ReadWriteOnce], storageClassName: fast, csi: {driver: ebs.csi.aws.com, volumeHandle: h}, nodeAffinity: {required: \
{nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [b]}]}]}}}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: d, namespace: a, annotations: \
{pv.kubernetes.io/bind-completed: \"yes\"}}, spec: {storageClassName: fast, accessModes: [ReadWriteOnce], \
volumeName: pv, resources: {requests: {storage: 1Gi}}}}
";

pub(super) fn zoned() -> String {
    let text = pod(1, CLAIM).replace(
        "metadata: {name: n1}",
        "metadata: {name: n1, labels: {zone: a}}",
    );
    text.replace(
        "metadata: {name: n2}",
        "metadata: {name: n2, labels: {zone: b}}",
    ) + MODELLED
}

#[test]
fn a_claim_in_the_text_decides() {
    let cycle = ask(&zoned(), &json!({"simulatePod": {"pod": "a/p"}}));
    assert_eq!(cycle["node"], "n2");
    assert_eq!(cycle["volumeDependence"], Value::Null);
    let misfit = &cycle["nodes"][0]["misfit"];
    assert_eq!(misfit["plugin"], "VolumeBinding");
    let why = json!({"claim": "a/d", "volume": "pv", "topology": ["zone=b"]});
    assert_eq!(misfit["volumes"], why);
    // Nothing is known of limits.
    let assumed = found(&cycle, "assumed-storage");
    assert_eq!(assumed[0]["why"], "volume-limits");
}

/// A volume that many nodes can use, of those on both sides of a multiple of 64.
#[test]
fn a_volume_of_a_large_zone_decides() {
    let mut text = zoned();
    let mut outside = vec!["n1".to_owned()];
    for number in 3..70 {
        let zone = if number % 3 == 0 { "a" } else { "b" };
        if zone == "a" {
            outside.push(format!("n{number}"));
        }
        let node = format!(
            "---\n{{apiVersion: v1, kind: Node, metadata: {{name: n{number}, labels: {{zone: {zone}}}}}, status: \
             {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}}}\n"
        );
        text.push_str(&node);
    }
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
    let nodes = cycle["nodes"].as_array().expect("nodes").iter();
    let rejecting = nodes.filter(|node| node["misfit"]["plugin"] == "VolumeBinding");
    let rejecting: Vec<&Value> = rejecting.map(|node| &node["node"]).collect();
    assert_eq!(rejecting, outside.iter().collect::<Vec<_>>(), "{cycle:#}");
    assert_eq!(cycle["feasible"], 69 - outside.len());
}

#[test]
fn the_command_asks_for_the_kinds_that_the_text_lacks() {
    let missing = |text: &str| {
        let cycle = ask(text, &json!({"simulatePod": {"pod": "a/p"}}));
        let rows = found(&cycle, "missing-input").into_iter();
        let of = rows.filter(|row| row["why"] == "volumes");
        let of = of.map(|row| format!("{} {}", row["kind"], row["command"]).replace('"', ""));
        of.collect::<Vec<String>>()
    };
    assert_eq!(
        missing(&pod(1, CLAIM)),
        [
            "PersistentVolumeClaim kubectl get pvc,pv,storageclasses,csinodes,csidrivers,csistoragecapacities,\
          volumeattachments -A -o yaml"
        ]
    );
    let rest = "csinodes,csidrivers,csistoragecapacities,volumeattachments -A -o yaml";
    let text = zoned();
    let without = |kind: &str| {
        let parts = text
            .split("---")
            .filter(|part| !part.contains(&format!("kind: {kind},")));
        parts.collect::<Vec<&str>>().join("---")
    };
    let volume = without("PersistentVolume");
    assert_eq!(
        missing(&volume),
        [format!("PersistentVolume kubectl get pv,{rest}")]
    );
    let cycle = ask(&volume, &json!({"simulatePod": {"pod": "a/p"}}));
    assert_eq!(
        cycle["volumeDependence"]["volumes"][0]["lacks"],
        "PersistentVolume"
    );
    assert_eq!(cycle["volumeDependence"]["count"], 2);
    // A bound claim needs no class.
    assert_eq!(missing(&without("StorageClass")), [""; 0]);
    let unbound = without("StorageClass").replace(", volumeName: pv", "");
    assert_eq!(
        missing(&unbound),
        [format!("StorageClass kubectl get storageclasses,{rest}")]
    );
    // An empty list says that there are none.
    let none =
        pod(1, CLAIM) + "---\n{apiVersion: v1, kind: PersistentVolumeClaimList, items: []}\n";
    assert_eq!(missing(&none), [""; 0]);
    let cycle = ask(&none, &json!({"simulatePod": {"pod": "a/p"}}));
    assert_eq!(
        cycle["message"],
        "0/2 nodes are available: persistentvolumeclaim \"d\" not found."
    );
    assert_eq!(cycle["volumeRefusal"]["plugin"], "VolumeRestrictions");
}

#[test]
fn a_claim_that_is_not_there_and_one_of_nearly_its_name() {
    let near = |claim: &str, namespace: &str| {
        let other = format!(
            "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {claim}, namespace: \
             {namespace}}}}}\n"
        );
        let text = pod(1, "persistentVolumeClaim: {claimName: data-db0}") + &other;
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        assert_eq!(cycle["volumeRefusal"]["claim"], "a/data-db0", "{claim}");
        cycle["volumeRefusal"]["near"].clone()
    };
    assert_eq!(near("data-db-0", "a"), "data-db-0");
    for (claim, namespace) in [("data-db1", "a"), ("logs-db0", "a"), ("data-db-0", "b")] {
        assert_eq!(near(claim, namespace), Value::Null, "{namespace}/{claim}");
    }
}

/// The replicas of a stateful set get claims by its templates; one that is there already is taken.
#[test]
fn claims_of_replicas_are_made_or_found() {
    let set = "---\n{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web, namespace: a}, spec: {replicas: 2, \
               podManagementPolicy: Parallel, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, \
               spec: {containers: [{name: c, image: i}]}}, volumeClaimTemplates: [{metadata: {name: data}, spec: \
               {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}\n";
    let text = zoned().replace("name: d, namespace: a", "name: data-web-0, namespace: a") + set;
    let nodes = |pod: &str| {
        let cycle = ask(&text, &json!({"simulatePod": {"pod": pod}}));
        let nodes = cycle["nodes"].as_array().cloned().unwrap_or_default();
        let volumes = nodes
            .into_iter()
            .map(|node| node["volumes"]["provision"].clone());
        (cycle["feasible"].clone(), volumes.collect::<Vec<Value>>())
    };
    assert_eq!(nodes("a/web-0"), (json!(1), vec![Value::Null, Value::Null]));
    let made = json!(["a/data-web-1"]);
    assert_eq!(nodes("a/web-1"), (json!(2), vec![made.clone(), made]));
}

/// The single edits that let a pod run: family, object, path and new value.
fn changes(text: &str, pod: &str) -> Vec<String> {
    let want = json!({"pod": pod, "admitted": true});
    let answer = ask(text, &json!({"change": {"want": want, "limit": 50}}));
    assert_eq!(answer["met"], false, "{pod}");
    let changes = answer["changes"].as_array().expect("changes").iter();
    let single = changes.filter_map(|change| {
        let edits = change["edits"].as_array()?;
        let (edit, others) = edits.split_first()?;
        // A further node comes with its `CSINode`.
        if others.iter().any(|of| of["object"]["kind"] != "CSINode") {
            return None;
        }
        let object = &edit["object"];
        let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let new = if edit["family"] == "node" {
            edit["subject"].clone()
        } else {
            edit["new"].clone()
        };
        let parts = [
            of(&edit["family"]),
            of(&object["kind"]),
            of(&object["name"]),
            of(&edit["path"]),
        ];
        Some(format!("{} {new}", parts.join(" ")))
    });
    single.collect()
}

fn example(name: &str) -> String {
    let path = format!("{}/../examples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("an example")
}

#[test]
fn what_would_let_the_volumes_in() {
    let has = |text: &str, pod: &str, edit: &str| {
        let found = changes(text, pod);
        assert!(found.iter().any(|one| one == edit), "{edit}: {found:?}");
    };
    let waits = "volume StorageClass gp3-immediate volumeBindingMode \"WaitForFirstConsumer\"";
    has(&example("volumes-first-consumer"), "shop/index-0", waits);
    let limit = "volume CSINode node-a spec.drivers[0].allocatable.count 3";
    let full = example("volumes-attach-limit").replace("priority: 1000", "priority: 0");
    has(&full, "shop/queue-0", limit);
    has(&full, "shop/queue-0", "release Pod log-0  null");
    let on = |node: &str| {
        let question = json!({"change": {"want": {"pod": "shop/queue-0", "on": node}, "families": ["volume"]}});
        let answer = ask(&full, &question);
        answer["changes"][0]["edits"][0]["object"]["name"].clone()
    };
    assert_eq!(on("node-a"), "node-a");
    let bound = example("volumes-bound-zone");
    has(&bound, "shop/db-0", "node Node node-a-2  \"node-a\"");
    // Its labels are those that the volume requires.
    let added = changes(&bound, "shop/db-0");
    let added = added.iter().filter(|one| one.starts_with("node Node"));
    assert_eq!(added.count(), 1);
    // No node of the text is in the zone of the volume.
    let elsewhere = bound.replace(": zone-a\n", ": zone-d\n");
    let zone = "\"node-a with topology.ebs.csi.aws.com/zone=zone-a\"";
    has(
        &elsewhere,
        "shop/db-0",
        &format!("node Node node-a-2  {zone}"),
    );
}

#[test]
fn deleting_the_pod_that_holds_a_claim_of_one_pod() {
    let text = zoned().replace("[ReadWriteOnce]", "[ReadWriteOncePod]")
        + "---\n{apiVersion: v1, kind: Pod, metadata: {name: user, namespace: a, uid: user}, spec: {nodeName: n2, \
           containers: [{name: c, image: i}], volumes: [{name: v, persistentVolumeClaim: {claimName: d}}]}, \
           status: {phase: Running}}\n";
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
    let misfit = &cycle["nodes"][1]["misfit"];
    assert_eq!(misfit["plugin"], "VolumeRestrictions");
    assert_eq!(misfit["volumes"], json!({"claim": "a/d", "pod": "a/user"}));
    let found = changes(&text, "a/p");
    assert!(
        found.contains(&"release Pod user  null".to_owned()),
        "{found:?}"
    );
}

/// A drained pod follows its volume; the claim of an ephemeral volume is made again.
#[test]
fn a_drained_pod_follows_its_volume() {
    let owned = |text: &str| {
        text.replace(
            "namespace: a}, spec: {containers",
            "namespace: a, uid: u, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: p, uid: s, \
             controller: true}]}, spec: {nodeName: n2, containers",
        )
    };
    let drain = ask(&owned(&zoned()), &json!({"drain": {"node": "n2"}}));
    assert_eq!(
        (&drain["landed"], &drain["waiting"]),
        (&json!(0), &json!(1))
    );
    let scratch = "ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast, accessModes: [ReadWriteOnce], \
                   resources: {requests: {storage: 1Gi}}}}}";
    let text = zoned()
        .replace(CLAIM, scratch)
        .replace("name: d, namespace: a", "name: p-v, namespace: a");
    let drain = ask(&owned(&text), &json!({"drain": {"node": "n2"}}));
    assert_eq!(
        (&drain["landed"], &drain["waiting"]),
        (&json!(1), &json!(0))
    );
}
