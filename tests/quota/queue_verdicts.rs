//! Why a queue evicts these pods, computed by hand.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

/// A full node; two pods that wait need room, one after another.
const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n}
status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: keep}
spec: {nodeName: n, priority: 10, containers: [{name: c, resources: {requests: {cpu: \"2\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: low}
spec: {nodeName: n, priority: 1, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: mid}
spec: {nodeName: n, priority: 2, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: boss}
spec: {priority: 5, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: chief}
spec: {priority: 6, containers: [{name: c, resources: {requests: {cpu: \"1\"}}}]}
";

#[test]
fn each_step_that_evicts_says_why() {
    let mut scenario = Scenario::new(TEXT);
    let mut verdicts = |step: usize| {
        let answer = ask(&mut scenario, &json!({"queueStep": {"step": step}}));
        let pods = answer["verdicts"].as_array().cloned();
        pods.map(|pods| -> Vec<Value> {
            let row = |pod: &Value| {
                json!([
                    pod["pod"],
                    pod["verdict"],
                    pod["protection"],
                    pod["misfit"]["reasons"][0]
                ])
            };
            pods.iter().map(row).collect()
        })
    };
    let protected = |pod: &str| json!([pod, "protected", "priority", null]);
    let victim = |pod: &str| json!([pod, "victim", null, "Insufficient cpu"]);
    assert_eq!(verdicts(0), None, "before the first step");
    // chief evicts low; mid may stay.
    let first = vec![
        protected("d/keep"),
        json!(["d/mid", "reprieved", null, null]),
        victim("d/low"),
    ];
    assert_eq!(verdicts(1), Some(first));
    assert_eq!(verdicts(2), None, "chief is bound");
    // For boss, chief is on the node, and low has gone.
    let second = vec![protected("d/chief"), protected("d/keep"), victim("d/mid")];
    assert_eq!(verdicts(3), Some(second));
    assert_eq!(verdicts(4), None, "boss is bound");
    assert_eq!(verdicts(99), None, "low waits");
}

/// Two pods own the port that another pod wants; one of them is more important than that.
const PORTS: &str = "
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: \"4\", memory: 8Gi, pods: \"10\"}}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: low, uid: low}
spec: {nodeName: n1, priority: 1, containers: [{name: c, ports: [{containerPort: 53, hostPort: 53}]}]}
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: high, uid: high}
spec: {nodeName: n1, priority: 9, containers: [{name: c, ports: [{containerPort: 53, hostPort: 53}]}]}
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {namespace: d, name: new, uid: new}
spec: {priority: 5, containers: [{name: c, ports: [{containerPort: 53, hostPort: 53}]}]}
";

/// A node's ports are a set: to evict one of two pods with a port frees it, in Kubernetes 1.35.
#[test]
fn a_step_names_the_fault_that_decides_it() {
    let mut scenario = Scenario::new(PORTS);
    let mut step = |profile: &str| {
        let question = json!({"queueStep": {"step": 1, "queue": {"profile": profile}}});
        let answer = ask(&mut scenario, &question);
        let faults = answer["faults"].as_array().cloned().unwrap_or_default();
        let faults: Vec<Value> = faults
            .iter()
            .map(|fault| json!([fault["fault"], fault["outcome"]]))
            .collect();
        json!([faults, answer.get("otherCycle")])
    };
    assert_eq!(
        step("Upstream"),
        json!([
            [["portSet", "Unschedulable"]],
            {"profile": "Proposal", "outcome": "Unschedulable", "node": null, "victims": []}
        ])
    );
    let today =
        json!({"profile": "Upstream", "outcome": "Preempt", "node": "n1", "victims": ["d/low"]});
    assert_eq!(step("Proposal"), json!([[], today]));
}

/// Evictions that cost the same on two nodes.
#[test]
fn a_step_names_the_nodes_where_evictions_cost_the_same() {
    let second = TEXT
        .split("---")
        .take(4)
        .map(|one| {
            one.replace("name: n}", "name: m}")
                .replace("nodeName: n,", "nodeName: m,")
        })
        .map(|one| {
            one.replace("name: keep", "name: keep2")
                .replace("name: low", "name: low2")
        })
        .map(|one| one.replace("name: mid", "name: mid2"))
        .collect::<Vec<_>>()
        .join("---");
    let mut scenario = Scenario::new(&[TEXT, "---", &second].concat());
    let answer = ask(&mut scenario, &json!({"queueStep": {"step": 1}}));
    assert_eq!(answer["chosenAnyOf"], json!(["m", "n"]));
    let answer = ask(&mut Scenario::new(TEXT), &json!({"queueStep": {"step": 1}}));
    assert_eq!(answer["chosenAnyOf"], json!(["n"]));
}

/// Each criterion of Kubernetes, in its order: the pods of two nodes by priority, start and whether a budget guards
/// them; the second node is chosen.
#[test]
fn the_first_criterion_that_differs_decides_where_pods_are_evicted() {
    type Pod = (i32, u32, bool);
    let of = |first: &[Pod], second: &[Pod]| {
        let mut items = vec!["{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: d}, \
             spec: {maxUnavailable: 0, selector: {matchLabels: {guarded: 'true'}}}, status: {disruptionsAllowed: 0, \
             expectedPods: 9, currentHealthy: 9, desiredHealthy: 9}}"
            .to_owned()];
        for (node, pods) in [("m", first), ("n", second)] {
            let count = pods.len();
            items.push(format!(
                "{{apiVersion: v1, kind: Node, metadata: {{name: {node}}}, status: {{allocatable: {{cpu: 4, memory: \
                 8Gi, pods: 9}}}}}}"
            ));
            for (at, (priority, day, guarded)) in pods.iter().enumerate() {
                items.push(format!(
                    "{{apiVersion: v1, kind: Pod, metadata: {{name: {node}{at}, namespace: d, labels: {{guarded: \
                     '{guarded}'}}}}, spec: {{nodeName: {node}, priority: {priority}, containers: [{{name: c, \
                     resources: {{requests: {{cpu: {}m}}}}}}]}}, status: {{phase: Running, startTime: \
                     '2026-01-0{day}T00:00:00Z'}}}}",
                    4000 / count
                ));
            }
        }
        items.push(
            "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: d}, spec: {priority: 99, containers: \
             [{name: c, resources: {requests: {cpu: 4}}}]}}"
                .to_owned(),
        );
        let text = format!(
            "apiVersion: v1\nkind: List\nitems: [{}]\n",
            items.join(", ")
        );
        let answer = ask(
            &mut Scenario::new(&text),
            &json!({"simulatePod": {"pod": "d/p"}}),
        );
        assert_eq!(answer["node"], "n", "{answer:#}");
        answer["preemption"]["decided"].clone()
    };
    let decided = |by: &str, value: Value, other: Value| {
        let [by, value, other] = [json!(by), value, other];
        json!({"by": by, "other": "m", "value": value, "otherValue": other})
    };
    let (low, high) = ((1, 1, false), (5, 1, false));
    assert_eq!(
        of(&[(1, 1, true)], &[high]),
        decided("violations", json!(0), json!(1))
    );
    assert_eq!(
        of(&[high], &[low, low]),
        decided("highest-priority", json!(1), json!(5))
    );
    assert_eq!(
        of(&[high, high], &[high, low]),
        decided("priority-sum", json!(6), json!(10))
    );
    // Each priority counts from the lowest one.
    assert_eq!(
        of(&[high, (-9, 1, false)], &[high]),
        decided("priority-sum", json!(5), json!(-4))
    );
    assert_eq!(
        of(&[low], &[(1, 2, false)]),
        decided("start", Value::Null, Value::Null)
    );
}
