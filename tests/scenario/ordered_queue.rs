//! Queues with `StatefulSet`s that create their pods one after another.

use serde_json::{Value, json};

use super::volumes::{NODES, ask};

/// A set of three pods that request so many CPUs; `fields`: of its spec.
fn set(cpu: u32, fields: &str) -> String {
    format!(
        "---\n{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web, namespace: a}}, spec: {{replicas: 3, \
         {fields}selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: \
         [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}]}}}}}}}}\n"
    )
}

/// A pod of the set that is in the text.
fn pod(ordinal: u32, cpu: u32, node: &str) -> String {
    let (node, phase) = match node {
        "" => (String::new(), "Pending"),
        node => (format!("nodeName: {node}, "), "Running"),
    };
    format!(
        "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: web-{ordinal}, namespace: a, uid: u{ordinal}, labels: \
         {{a: b}}, ownerReferences: [{{apiVersion: apps/v1, kind: StatefulSet, name: web, uid: u, controller: \
         true}}]}}, spec: {{{node}containers: [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}]}}, \
         status: {{phase: {phase}}}}}\n"
    )
}

/// Each step's pod and node, and the pods that are not tried.
fn queue(text: &str) -> Value {
    let queue = ask(text, &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    let steps = steps.map(|step| json!([step["pod"], step["node"]]));
    let steps: Vec<Value> = steps.collect();
    json!([steps, queue["untriedPods"]])
}

#[test]
fn a_set_creates_a_pod_once_the_one_before_has_a_node() {
    let all = json!([
        [["a/web-0", "n1"], ["a/web-1", "n1"], ["a/web-2", "n2"]],
        []
    ]);
    assert_eq!(queue(&[NODES, &set(1, "")].concat()), all);
    // The second one waits.
    let text = [NODES, &set(3, "")].concat();
    let waits = json!([[["a/web-0", "n1"], ["a/web-1", null]], ["a/web-2"]]);
    assert_eq!(queue(&text), waits);
    // Not if it creates them in parallel.
    let parallel = [NODES, &set(3, "podManagementPolicy: Parallel, ")].concat();
    assert_eq!(queue(&parallel)[1], json!([]));
}

/// A pod of the text exists: a scheduler tries it.
#[test]
fn pods_that_exist_are_tried() {
    let text = [NODES, &set(1, ""), &pod(0, 9, ""), &pod(1, 1, "")].concat();
    let expected = json!([[["a/web-0", null], ["a/web-1", "n1"]], ["a/web-2"]]);
    assert_eq!(queue(&text), expected);
}

/// A pod that is on a node and not Ready holds up those after it, and not those before it.
#[test]
fn pods_after_one_that_is_not_ready_are_not_created() {
    let unready = |ordinal| {
        let status = "phase: Running, conditions: [{type: Ready, status: 'False'}]";
        pod(ordinal, 1, "n1").replace("phase: Running", status)
    };
    let text = [NODES, &set(1, ""), &unready(1)].concat();
    let expected = json!([[["a/web-0", "n1"]], ["a/web-2"]]);
    assert_eq!(queue(&text), expected);
    let pods = ask(&text, &json!({"pods": {"state": "pending"}}));
    let pods = pods["pods"].as_array().expect("pods").iter();
    let behind: Vec<Value> = pods.map(|pod| json!([pod["pod"], pod["behind"]])).collect();
    let expected = [json!(["a/web-0", null]), json!(["a/web-2", "a/web-1"])];
    assert_eq!(behind, expected);
}

#[test]
fn evicted_pods_are_created_again_in_order() {
    let drained = |text: &str| {
        let drain = ask(text, &json!({"drain": {"node": "n1"}}));
        let pods = drain["pods"].as_array().expect("pods").iter();
        let pods = pods.map(|pod| json!([pod["pod"], pod["node"], pod["untried"]]));
        pods.collect::<Vec<Value>>()
    };
    let text = [
        NODES,
        &set(1, ""),
        &pod(0, 3, "n1"),
        &pod(1, 1, "n1"),
        &pod(2, 1, "n2"),
    ]
    .concat();
    let expected = [
        json!(["a/web-0", null, false]),
        json!(["a/web-1", null, true]),
    ];
    assert_eq!(drained(&text), expected);
    let fits = text.replace("cpu: 3", "cpu: 1");
    let fits = fits.replace("allocatable: {cpu: 2", "allocatable: {cpu: 3");
    let expected = ["a/web-0", "a/web-1"].map(|pod| json!([pod, "n2", false]));
    assert_eq!(drained(&fits), expected);
}
