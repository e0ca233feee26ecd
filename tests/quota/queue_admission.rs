//! Pods of a queue that are never tried, or may not evict others: each is said.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

const NODE: &str = "
apiVersion: v1
kind: Node
metadata: {name: n}
status: {allocatable: {cpu: 8, memory: 8Gi, pods: 110}}
";

fn resource_quota(spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: compute, namespace: d}}\n{spec}\n"
    )
}

fn pod(name: &str, metadata: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: d{metadata}}}\nspec:\n  \
         containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]\n  {spec}\n"
    )
}

fn queue(text: &str) -> Value {
    ask(&mut Scenario::new(text), &json!({"queue": {}}))
}

/// `name: key rule used+requested>hard` for each refused pod, then the pods that have a step.
#[track_caller]
fn check(text: &str, refused: &[&str], tried: &[&str]) {
    let mut scenario = Scenario::new(text);
    let answer = ask(&mut scenario, &json!({"queue": {}}));
    // A question about one pod counts as the queue does.
    let refusals = answer["refusedPods"].as_array().cloned();
    for refusal in refusals.unwrap_or_default() {
        let alone = ask(
            &mut scenario,
            &json!({"simulatePod": {"pod": refusal["pod"]}}),
        );
        assert_eq!(alone["resourceQuota"], refusal["resourceQuota"]);
    }
    for name in tried {
        let alone = ask(
            &mut scenario,
            &json!({"simulatePod": {"pod": format!("d/{name}")}}),
        );
        assert_eq!(alone["resourceQuota"], Value::Null, "{name}");
    }
    let list = |field: &str| answer[field].as_array().cloned().unwrap_or_default();
    let name = |pod: &Value| pod["pod"].as_str().unwrap_or_default()[2..].to_owned();
    let lines = list("refusedPods")
        .iter()
        .map(|one| {
            let quota = &one["resourceQuota"];
            let text = |field: &str| quota[field].as_str().unwrap_or_default().to_owned();
            let sum = format!("{}+{}>{}", quota["used"], quota["requested"], quota["hard"]);
            format!("{}: {} {} {sum}", name(one), text("resource"), text("rule"))
        })
        .collect::<Vec<_>>();
    assert_eq!(lines, refused, "{answer:#}");
    assert_eq!(answer["refused"], refused.len());
    let steps: Vec<String> = list("steps").iter().map(name).collect();
    assert_eq!(steps, tried, "{answer:#}");
    let steps = list("steps")
        .iter()
        .map(|step| step["step"].as_u64())
        .collect::<Vec<_>>();
    assert_eq!(
        steps,
        (1..=steps.len() as u64).map(Some).collect::<Vec<_>>()
    );
}

#[test]
fn new_pods_are_admitted_in_the_order_of_the_queue() {
    let quota = NODE.to_owned() + &resource_quota("spec: {hard: {requests.cpu: 3}}");
    // One runs, one waits and is stored: they count. Of two new ones the more important is admitted.
    let text = quota.clone()
        + &pod("runs", "", "nodeName: n")
        + &pod("stored", ", uid: u1", "priority: -1")
        + &pod("low", "", "")
        + &pod("high", "", "priority: 1");
    check(
        &text,
        &["low: requests.cpu exceeded 3000+1000>3000"],
        &["high", "stored"],
    );
    // Without its UID, it still has the time at which the API server stored it.
    let created = text.replace("uid: u1", "creationTimestamp: '2026-01-01T00:00:00Z'");
    check(
        &created,
        &["low: requests.cpu exceeded 3000+1000>3000"],
        &["high", "stored"],
    );
    // The time of a workload is not that of its new pods.
    let set = "---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: r, namespace: d, \
        creationTimestamp: '2026-01-01T00:00:00Z'}\nspec: {replicas: 1, selector: {matchLabels: {app: r}}, template: \
        {metadata: {labels: {app: r}}, spec: {containers: [{name: c, resources: {requests: {cpu: 4}}}]}}}\n";
    check(
        &(quota.clone() + set),
        &["r-0: requests.cpu exceeded 0+4000>3000"],
        &[],
    );
    // A gated pod counts, too, and may be refused.
    let gates = "schedulingGates: [{name: a.b/c}]";
    let text = quota.clone()
        + &pod("a", "", gates)
        + &pod("b", "", "")
        + &pod("c", "", "")
        + &pod("d", "", gates);
    check(
        &text,
        &["d: requests.cpu exceeded 3000+1000>3000"],
        &["b", "c"],
    );
    assert_eq!(queue(&text)["gatedPods"], json!(["d/a"]));
    // The quota of another namespace refuses nothing here.
    let other = text.replace("compute, namespace: d", "compute, namespace: e");
    check(&other, &[], &["b", "c"]);
}

#[test]
fn status_used_is_where_counting_starts() {
    let quota = resource_quota("spec: {hard: {pods: 5}}\nstatus: {used: {pods: 4}}");
    let text = NODE.to_owned() + &quota + &pod("a", "", "") + &pod("b", "", "");
    check(&text, &["b: pods exceeded 5+1>5"], &["a"]);
}

#[test]
fn replicas_that_a_stored_workload_has_still_to_create_are_new() {
    let text = NODE.to_owned()
        + &resource_quota("spec: {hard: {pods: 2, limits.cpu: 9}}")
        + "---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: d, uid: w1}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, resources: {limits: {cpu: 1}, requests: {cpu: 1}}}]}
";
    check(
        &text,
        &["web-2: pods exceeded 2+1>2", "web-3: pods exceeded 2+1>2"],
        &["web-0", "web-1"],
    );
    check(
        &text.replace("limits: {cpu: 1}, ", ""),
        &[
            "web-0: limits.cpu must-specify 0+0>9000",
            "web-1: limits.cpu must-specify 0+0>9000",
            "web-2: limits.cpu must-specify 0+0>9000",
            "web-3: limits.cpu must-specify 0+0>9000",
        ],
        &[],
    );
}

#[test]
fn an_evicted_pod_keeps_its_place_in_the_quota() {
    let text = NODE.replace("cpu: 8", "cpu: 1")
        + &resource_quota("spec: {hard: {pods: 2}}")
        + &pod("low", "", "nodeName: n")
        + &pod("high", "", "priority: 1");
    check(&text, &[], &["high", "high", "low", "low"]);
}

#[test]
fn gated_pods_other_schedulers_and_never_are_said() {
    let text = NODE.replace("cpu: 8", "cpu: 1")
        + &pod("low", "", "nodeName: n")
        + &pod("held", "", "schedulingGates: [{name: a.b/c}]")
        + &pod(
            "never",
            "",
            "priority: 9\n  preemptionPolicy: Never\n  schedulerName: volcano",
        )
        + &pod("last", "", "schedulerName: default-scheduler");
    let answer = queue(&text);
    assert_eq!(
        (&answer["gated"], &answer["gatedPods"]),
        (&json!(1), &json!(["d/held"]))
    );
    assert_eq!(
        answer["schedulerNames"],
        json!([{"name": "volcano", "pods": 1}])
    );
    let profile = "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: \
                   [{schedulerName: volcano}]\n";
    assert_eq!(queue(&(text + profile))["schedulerNames"], json!([]));
    let steps = answer["steps"].as_array().expect("steps").iter();
    let steps: Vec<Value> = steps
        .map(|step| json!([step["pod"], step["outcome"], step["ineligibleReason"]]))
        .collect();
    let waits = "Unschedulable";
    assert_eq!(
        steps,
        [
            json!(["d/never", waits, "policy"]),
            json!(["d/last", waits, null])
        ]
    );
}

/// The outcomes of the steps.
fn outcomes(text: &str) -> Vec<Value> {
    let answer = queue(text);
    let steps = answer["steps"].as_array().expect("steps").iter();
    steps
        .map(|step| json!([step["pod"], step["outcome"]]))
        .collect()
}

#[test]
fn a_pod_that_may_evict_is_not_rejected_as_one_that_may_not() {
    let text = NODE.replace("cpu: 8", "cpu: 1")
        + &pod("low", "", "nodeName: n")
        + &pod("never", "", "priority: 9\n  preemptionPolicy: Never")
        + &pod("other", "", "priority: 9");
    assert_eq!(
        outcomes(&text)[..2],
        [
            json!(["d/never", "Unschedulable"]),
            json!(["d/other", "Preempt"])
        ]
    );
}

/// A nomination reserves no room against a pod of higher priority.
#[test]
fn a_pod_that_may_not_evict_takes_the_room_that_another_makes() {
    let text = NODE.replace("cpu: 8", "cpu: 1")
        + &pod("low", "", "nodeName: n")
        + &pod("vip", "", "priority: 9\n  preemptionPolicy: Never")
        + &pod("high", "", "priority: 5");
    let steps = [
        json!(["d/vip", "Unschedulable"]),
        json!(["d/high", "Preempt"]),
        json!(["d/vip", "Bound"]),
        json!(["d/high", "Unschedulable"]),
        json!(["d/low", "Unschedulable"]),
        json!(["d/high", "Unschedulable"]),
        json!(["d/low", "Unschedulable"]),
    ];
    assert_eq!(outcomes(&text), steps);
}

#[test]
fn a_pod_is_not_rejected_for_the_node_selector_of_another() {
    let text =
        NODE.to_owned() + &pod("elsewhere", "", "nodeSelector: {pool: a}") + &pod("here", "", "");
    assert_eq!(
        outcomes(&text),
        [
            json!(["d/elsewhere", "Unschedulable"]),
            json!(["d/here", "Bound"])
        ]
    );
}
