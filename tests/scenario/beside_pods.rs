//! What of a text beside a pod tells how its answer is to be read: events, conditions of nodes, limit ranges, stateful
//! sets that make their pods one after another; and amounts after a resize.

use crate::findings::{data_of, missing_inputs};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

fn text(objects: &[&str]) -> String {
    let items = objects.iter().map(|object| format!("- {{{object}}}\n"));
    format!(
        "apiVersion: v1\nkind: List\nitems:\n{}",
        items.collect::<String>()
    )
}

fn ask(objects: &[&str], question: &Value) -> Value {
    let answer = Scenario::new(&text(objects)).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

const NODE: &str = "apiVersion: v1, kind: Node, metadata: {name: n1}, \
                    status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}";
const POD: &str = "apiVersion: v1, kind: Pod, metadata: {name: in, namespace: a, uid: one}, \
                   spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}";

fn event(times: &str, uid: &str, message: &str) -> String {
    format!(
        "apiVersion: v1, kind: Event, metadata: {{name: in.{}, namespace: a}}, reason: FailedScheduling, \
         involvedObject: {{kind: Pod, namespace: a, name: in, uid: {uid}}}, {times}, message: '{message}'",
        message.len()
    )
}

fn verdict(objects: &[&str]) -> Value {
    let answer = ask(objects, &json!({"simulatePod": {"pod": "a/in"}}));
    let found = data_of(&answer, &["verdict-differs"]).into_iter().next();
    found.map_or(Value::Null, |found| found["message"].clone())
}

#[test]
fn the_last_event_is_what_the_scheduler_recorded() {
    let old = event(
        "lastTimestamp: '2026-08-01T10:00:00Z'",
        "one",
        "0/1 nodes are available: 1 node(s) had taints.",
    );
    let new = event(
        "eventTime: '2026-08-01T10:00:00.500000Z', series: {lastObservedTime: '2026-08-01T12:00:00.000000Z'}",
        "one",
        "0/1 nodes are available: 1 Insufficient cpu.",
    );
    let new_message = "0/1 nodes are available: 1 Insufficient cpu.";
    assert_eq!(verdict(&[NODE, POD, &old, &new]), new_message);
    assert_eq!(verdict(&[NODE, POD, &new, &old]), new_message);
    // The queue and the scores tell it, too.
    let queue = ask(&[NODE, POD, &old, &new], &json!({"queue": {}}));
    assert_eq!(
        json!(data_of(&queue, &["verdict-differs"])),
        json!([{"pod": "a/in", "message": new_message}])
    );
    let scores = ask(
        &[NODE, POD, &old, &new],
        &json!({"scoreNodes": {"pod": "a/in"}}),
    );
    assert_eq!(
        json!(data_of(&scores, &["verdict-differs"])),
        json!([{"pod": null, "message": new_message}])
    );
    // Of a former pod of the name, or of another reason.
    assert_eq!(
        verdict(&[
            NODE,
            POD,
            &event("count: 1", "two", "0/1 nodes are available")
        ]),
        Value::Null
    );
    let other = new.replace("FailedScheduling", "FailedMount");
    assert_eq!(verdict(&[NODE, POD, &other]), Value::Null);
    let other = new.replace("kind: Pod", "kind: Job");
    assert_eq!(verdict(&[NODE, POD, &other]), Value::Null);
    // The fields of the newer group.
    let newer = "apiVersion: events.k8s.io/v1, kind: Event, metadata: {name: e, namespace: a}, \
                 reason: FailedScheduling, regarding: {kind: Pod, namespace: a, name: in}, note: no node";
    assert_eq!(verdict(&[NODE, POD, newer]), "no node");
    // What the pod's condition says goes before: kube-scheduler writes it last.
    let judged = format!(
        "{POD}, status: {{conditions: [{{type: PodScheduled, status: 'False', message: too many}}]}}"
    );
    assert_eq!(verdict(&[NODE, &judged, &new]), "too many");
    // It agrees.
    let big = POD.replace("cpu: 1", "cpu: 9");
    assert_eq!(verdict(&[NODE, &big, &new]), Value::Null);
}

#[test]
fn an_event_tells_how_many_nodes_were_tried() {
    let of_three = event(
        "count: 3",
        "one",
        "0/3 nodes are available: 3 Insufficient cpu.",
    );
    let answer = ask(&[NODE, POD, &of_three], &json!({"queue": {}}));
    let missing = missing_inputs(&answer);
    assert!(
        missing.iter().any(|of| of["why"] == "other-nodes"),
        "{answer:#}"
    );
}

#[test]
fn a_node_that_is_not_ready_and_has_no_taint() {
    let unready = |status: &str, taint: &str| {
        format!(
            "apiVersion: v1, kind: Node, metadata: {{name: n1}}, spec: {{taints: [{taint}]}}, status: {{allocatable: \
             {{cpu: 4, memory: 8Gi, pods: 9}}, conditions: [{{type: DiskPressure, status: 'False'}}, \
             {{type: Ready, status: '{status}'}}]}}"
        )
    };
    let of = |node: &str| {
        let simulated = ask(&[node, POD], &json!({"simulatePod": {"pod": "a/in"}}));
        let queue = ask(&[node, POD], &json!({"queue": {}}));
        let scores = ask(&[node, POD], &json!({"scoreNodes": {"pod": "a/in"}}));
        let told =
            [simulated, queue, scores].map(|answer| json!(data_of(&answer, &["node-not-ready"])));
        assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
        told[0].clone()
    };
    assert_eq!(of(&unready("False", "")), json!([{"node": "n1"}]));
    assert_eq!(of(&unready("Unknown", "")), json!([{"node": "n1"}]));
    assert_eq!(of(&unready("True", "")), json!([]));
    assert_eq!(of(NODE), json!([]));
    // The taint tells it, and keeps the pod away.
    assert_eq!(
        of(&unready(
            "False",
            "{key: node.kubernetes.io/not-ready, effect: NoSchedule}"
        )),
        json!([])
    );
}

#[test]
fn requests_by_default_of_a_limit_range() {
    let range = "apiVersion: v1, kind: LimitRange, metadata: {name: limits, namespace: a}, spec: {limits: [{type: \
                 Container, defaultRequest: {cpu: 500m, memory: 1Gi}}]}";
    let new = "apiVersion: v1, kind: Pod, metadata: {name: in, namespace: a}, spec: {initContainers: [{name: i}], \
               containers: [{name: c, resources: {requests: {memory: 1Mi}}}]}";
    let requests = |objects: &[&str]| {
        let simulated = ask(objects, &json!({"simulatePod": {"pod": "a/in"}}));
        let scores = ask(objects, &json!({"scoreNodes": {"pod": "a/in"}}));
        let found = [simulated, scores].map(|answer| data_of(&answer, &["default-request"]));
        assert_eq!(found[0], found[1]);
        json!(found[0])
    };
    let told = json!([
        {"limitRange": "a/limits", "resource": "cpu", "amount": 500, "containers": 2},
        {"limitRange": "a/limits", "resource": "memory", "amount": 1 << 30, "containers": 1},
    ]);
    assert_eq!(requests(&[NODE, range, new]), told);
    assert_eq!(requests(&[NODE, range, POD]), json!([]));
    assert_eq!(requests(&[NODE, new]), json!([]));
}

#[test]
fn a_stateful_set_makes_its_pods_one_after_another() {
    let set = |policy: &str, replicas: u32| {
        format!(
            "apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web, namespace: a, uid: s}}, spec: \
             {{replicas: {replicas}, {policy}selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: \
             {{app: web}}}}, spec: {{containers: [{{name: c}}]}}}}}}"
        )
    };
    let own = |name: &str, more: &str| {
        format!(
            "apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}, {more}ownerReferences: \
             [{{kind: StatefulSet, name: web, uid: s, controller: true}}]}}, spec: {{nodeName: n1, containers: \
             [{{name: c}}]}}, status: {{phase: Running}}"
        )
    };
    let told = |objects: &[&str]| {
        let queue = ask(objects, &json!({"queue": {}}));
        let pods = ask(objects, &json!({"pods": {}}));
        // The queue creates them in this order, a list has them all.
        let found = [(queue, true), (pods, false)].map(|(answer, in_order)| {
            let mut sets = data_of(&answer, &["ordered-set"]);
            for set in &mut sets {
                assert_eq!(set["inOrder"], in_order);
                set["inOrder"].take();
            }
            sets
        });
        assert_eq!(found[0], found[1]);
        json!(found[0])
    };
    let three = json!([{
        "statefulSet": "a/web", "pods": 3, "first": "a/web-0", "behind": null, "terminating": false, "unready": false,
        "inOrder": null,
    }]);
    assert_eq!(told(&[NODE, &set("", 3)]), three);
    assert_eq!(
        told(&[NODE, &set("podManagementPolicy: OrderedReady, ", 3)]),
        three
    );
    assert_eq!(
        told(&[NODE, &set("podManagementPolicy: Parallel, ", 3)]),
        json!([])
    );
    assert_eq!(told(&[NODE, &set("", 1)]), json!([]));
    assert_eq!(told(&[NODE, &set("", 2), &own("web-0", "")]), json!([]));
    // One that goes holds the next one up.
    let going = own("web-0", "deletionTimestamp: '2026-08-01T10:00:00Z', ");
    let behind = json!([
        {"statefulSet": "a/web", "pods": 1, "first": "a/web-1", "behind": "a/web-0", "terminating": true,
        "unready": false, "inOrder": null},
    ]);
    assert_eq!(told(&[NODE, &set("", 2), &going]), behind);
}

#[test]
fn a_list_has_the_amounts_that_nodes_count() {
    let resized = "apiVersion: v1, kind: Pod, metadata: {name: in, namespace: a, uid: one}, spec: {nodeName: n1, \
                   containers: [{name: c, resources: {requests: {cpu: 1}}}]}, status: {phase: Running, \
                   containerStatuses: [{name: c, allocatedResources: {cpu: 3}, resources: {requests: {cpu: 3}}}]}";
    let pods = ask(&[NODE, resized], &json!({"pods": {}}));
    let nodes = ask(&[NODE, resized], &json!({"nodes": {}}));
    let of_node = nodes["nodes"][0]["resources"][0].clone();
    assert_eq!(of_node["requests"], 3000);
    assert_eq!(pods["pods"][0]["requests"]["cpu"], 3000);
    // An init container's limit and the overhead count for a pod that comes, and not for one that is there.
    let limited = "apiVersion: v1, kind: Pod, metadata: {name: in, namespace: a, uid: one}, spec: {NODE overhead: \
                   {cpu: 1}, initContainers: [{name: i, resources: {limits: {cpu: 3}}}], containers: [{name: c, \
                   resources: {limits: {cpu: 2}}}]}";
    let limits = |node: &str| {
        let pod = limited.replace("NODE", node);
        let [pods, nodes] = ["pods", "nodes"].map(|of| ask(&[NODE, &pod], &json!({of: {}})));
        (
            pods["pods"][0]["limits"]["cpu"].clone(),
            nodes["nodes"][0]["resources"][0]["limits"].clone(),
        )
    };
    assert_eq!(limits(""), (json!(4000), json!(0)));
    assert_eq!(limits("nodeName: n1,"), (json!(2000), json!(2000)));
    // Requests of a pod as a whole stand for those of its containers.
    let whole = "apiVersion: v1, kind: Pod, metadata: {name: in, namespace: a, uid: one}, spec: {nodeName: n1, \
                 resources: {requests: {cpu: 500m}}, containers: [{name: c, resources: {requests: {cpu: 1}}}]}";
    let pods = ask(&[NODE, whole], &json!({"pods": {}}));
    assert_eq!(pods["pods"][0]["requests"]["cpu"], 500);
}

#[test]
fn a_pod_that_waits_as_before_says_since_when() {
    let mut objects = vec![NODE.to_owned()];
    let pod = |name: &str, priority: i32, cpu: u32, node: &str| {
        format!(
            "apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}}}, spec: {{{node}priority: \
             {priority}, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}"
        )
    };
    objects.push(pod("low", 0, 4, "nodeName: n1, "));
    objects.push(pod("big", 9, 9, ""));
    objects.push(pod("mid", 5, 4, ""));
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let steps = |options: Value| ask(&objects, &json!({"queue": options}))["steps"].clone();
    let all = steps(json!({}));
    let told = all.as_array().expect("steps").iter();
    let told: Vec<_> = told
        .map(|step| (step["pod"].as_str(), step["sameAs"].as_u64()))
        .collect();
    // `big` waits, `mid` evicts `low`, `mid` is bound, `low` waits; then those that wait are tried again.
    assert_eq!(
        told,
        [
            (Some("a/big"), None),
            (Some("a/mid"), None),
            (Some("a/mid"), None),
            (Some("a/low"), None),
            (Some("a/big"), Some(1)),
            (Some("a/low"), Some(4)),
        ],
        "{all:#}"
    );
    // A page of the steps says the same.
    assert_eq!(steps(json!({"offset": 4, "limit": 1}))[0]["sameAs"], 1);
}
