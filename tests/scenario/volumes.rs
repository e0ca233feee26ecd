//! Pods whose node depends on volumes, which are not modelled.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const NODES: &str = "
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

fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    serde_json::from_str(&answer.expect("an answer")).expect("JSON")
}

fn simulated(text: &str) -> Value {
    let question = json!({"simulatePod": {"pod": "a/p"}});
    ask(text, &question)["volumeDependence"].clone()
}

const CLAIM: &str = "persistentVolumeClaim: {claimName: d}";

#[test]
fn these_volumes_decide_about_nodes() {
    for (volume, claim) in [
        (CLAIM, json!("d")),
        ("ephemeral: {volumeClaimTemplate: {spec: {}}}", json!("p-v")),
        ("gcePersistentDisk: {pdName: x}", Value::Null),
        ("awsElasticBlockStore: {volumeID: x}", Value::Null),
    ] {
        let volumes = json!([{"volume": "v", "claim": claim}]);
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
    let volumes = json!([{"volume": "v", "claim": "d"}]);
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
         volumeClaimTemplates: [{{metadata: {{name: data}}, spec: {{}}}}]}}}}\n"
    );
    let queue = ask(&set, &json!({"queue": {}}));
    let volumes = json!([{"volume": "data", "claim": "data-web-0"}]);
    assert_eq!(queue["steps"][0]["volumes"], volumes);
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
    assert_eq!(drain["pods"][0]["step"]["volumes"][0]["claim"], "d");
    let without = ask(&text, &json!({"withoutNodes": {"node": "n1"}}));
    assert_eq!(without["losses"][0]["volumeDependent"], 1);
}

#[test]
fn a_queue_names_the_nodes_that_pass_everything_else() {
    let volumes = json!([{"volume": "v", "claim": "d"}]);
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
    let expected = json!({"volumes": [{"volume": "v", "claim": "d"}], "nodes": ["n1"], "count": 1});
    assert_eq!(scores["mayPreempt"], true);
    assert_eq!(scores["volumeDependence"], expected);
    assert_eq!(simulated(&text), expected);
    let never = text.replace("volumes: [", "preemptionPolicy: Never, volumes: [");
    let scores = ask(&never, &json!({"scoreNodes": {"pod": "a/p"}}));
    assert_eq!(scores["volumeDependence"], Value::Null);
}
