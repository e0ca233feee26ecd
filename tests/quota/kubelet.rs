//! Pods that name their node: its kubelet admits or rejects them.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const WORKER: &str = include_str!("../reality/node-name.yaml");

#[track_caller]
fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

/// A node `n` with 4 CPU and 3 pods at most, and fields of its `spec`; then other objects.
fn text(spec: &Value, others: &[Value]) -> String {
    let node = json!({
        "kind": "Node", "apiVersion": "v1", "metadata": {"name": "n", "labels": {"disk": "ssd"}}, "spec": spec,
        "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "3"}},
    });
    let objects = std::iter::once(&node).chain(others);
    let objects: Vec<String> = objects.map(Value::to_string).collect();
    objects.join("\n---\n")
}

fn pod(name: &str, cpu: &str, spec: &Value, status: &Value) -> Value {
    let mut pod = json!({
        "kind": "Pod", "apiVersion": "v1", "metadata": {"name": name, "namespace": "d"},
        "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": cpu}}}]},
        "status": status,
    });
    let fields = spec.as_object().expect("fields").clone();
    pod["spec"].as_object_mut().expect("a spec").extend(fields);
    pod
}

/// The pods that kubelets reject, with the reasons.
#[track_caller]
fn check(text: &str, expect: &Value) {
    let answer = ask(text, &json!({"pods": {}}));
    let rejected = answer["kubeletRejectedPods"]
        .as_array()
        .expect("pods")
        .iter();
    let rejected: Vec<Value> = rejected
        .map(|one| json!([one["pod"], one["kubelet"]["reason"]]))
        .collect();
    assert_eq!(json!(rejected), *expect, "{text}");
}

#[test]
fn the_kubelet_checks_what_the_scheduler_would() {
    let (none, new) = (json!({}), json!({}));
    let one = |cpu: &str, fields: &Value| text(&none, &[pod("a", cpu, fields, &new)]);
    check(&one("4", &none), &json!([]));
    check(&one("5", &none), &json!([["d/a", "OutOfcpu"]]));
    let selector = json!({"nodeSelector": {"disk": "hdd"}});
    check(&one("1", &selector), &json!([["d/a", "NodeAffinity"]]));
    check(
        &one("1", &json!({"nodeSelector": {"disk": "ssd"}})),
        &json!([]),
    );
    check(
        &one("1", &json!({"nodeName": "gone"})),
        &json!([["d/a", null]]),
    );
    // The node does not have the extended resource: the kubelet does not ask for it.
    let gpu = json!({"containers": [{"name": "c", "image": "i", "resources": {"requests": {"example.com/gpu": "1"}}}]});
    check(&one("1", &gpu), &json!([]));
    // The scheduler rejects them; the kubelet does not look.
    let taint =
        |effect: &str| json!({"unschedulable": true, "taints": [{"key": "k", "effect": effect}]});
    let tainted =
        |effect: &str, fields: &Value| text(&taint(effect), &[pod("a", "1", fields, &new)]);
    check(&tainted("NoSchedule", &none), &json!([]));
    check(
        &tainted("NoExecute", &none),
        &json!([["d/a", "TaintToleration"]]),
    );
    let tolerant = json!({"tolerations": [{"operator": "Exists"}]});
    check(&tainted("NoExecute", &tolerant), &json!([]));
}

#[test]
fn pods_arrive_in_order() {
    let (none, new) = (json!({}), json!({}));
    let running = json!({"phase": "Running", "startTime": "2026-01-01T00:00:00Z"});
    // A running pod counts first, wherever it stands, and is not checked again.
    let pods = [pod("a", "3", &none, &new), pod("b", "2", &none, &running)];
    check(&text(&none, &pods), &json!([["d/a", "OutOfcpu"]]));
    check(&text(&none, &[pod("b", "9", &none, &running)]), &json!([]));
    let mut early = pod("c", "3", &none, &new);
    early["metadata"]["creationTimestamp"] = json!("2026-01-01T00:00:00Z");
    let pods = [pod("a", "3", &none, &new), early];
    check(&text(&none, &pods), &json!([["d/a", "OutOfcpu"]]));
    let four = ["a", "b", "c", "e"].map(|name| pod(name, "1", &none, &new));
    check(&text(&none, &four), &json!([["d/e", "OutOfpods"]]));
    let port = json!({"containers": [{"name": "c", "image": "i", "ports": [{"containerPort": 80, "hostPort": 80}]}]});
    let two = ["a", "b"].map(|name| pod(name, "1", &port, &new));
    check(&text(&none, &two), &json!([["d/b", "NodePorts"]]));
}

#[test]
fn templates_with_a_node() {
    check(WORKER, &json!([["default/t-0", "OutOfcpu"]]));
    let queue = ask(WORKER, &json!({"queue": {}}));
    assert_eq!(
        (&queue["stepsTotal"], &queue["kubeletRejected"]),
        (&json!(0), &json!(1))
    );
    let more = |text: &str| ask(text, &json!({"more": {"pod": "default/t-0"}}));
    let none = more(WORKER);
    assert_eq!(none["count"], json!(0));
    assert_eq!(none["kubelet"]["reason"], json!("OutOfcpu"));
    // One is there, and one more fits on its node alone.
    let some = more(&WORKER.replace("cpu: '8'", "cpu: '2'"));
    assert_eq!(some["nodes"], json!([{"node": "worker-1", "pods": 1}]));
    assert_eq!(some["kubelet"]["reason"], json!("OutOfcpu"));
}

#[test]
fn an_edit_admits_again() {
    let (none, new) = (json!({}), json!({}));
    let running = json!({"phase": "Running"});
    let before = text(
        &none,
        &[pod("a", "3", &none, &new), pod("b", "2", &none, &running)],
    );
    let after = before.replace("\"cpu\":\"2\"", "\"cpu\":\"1\"");
    let question = json!({"pods": {}}).to_string();
    let mut scenario = Scenario::new(&before);
    let rejected = scenario.ask(&question).expect("an answer");
    assert!(rejected.contains("OutOfcpu"), "{rejected}");
    scenario.replace(&after);
    let expect = Scenario::new(&after).ask(&question).expect("an answer");
    assert_eq!(scenario.ask(&question).expect("an answer"), expect);
    assert!(!expect.contains("OutOfcpu"), "{expect}");
}

/// What is said of changes for `d/a`.
#[track_caller]
fn change(text: &str, want: &str) -> Value {
    ask(
        text,
        &json!({"change": {"want": {"pod": "d/a", want: true}}}),
    )
}

#[test]
fn changes_are_held_against_the_kubelet() {
    let (none, new) = (json!({}), json!({}));
    let running = json!({"phase": "Running"});
    let world = |cpu: &str| {
        let pods = [pod("a", cpu, &none, &new), pod("b", "3", &none, &running)];
        text(&none, &pods)
    };
    // A higher priority evicts nobody: no scheduler sees the pod. Each change is held against the kubelet.
    let found = change(&world("2"), "admitted");
    assert_eq!(found["met"], json!(false));
    let changes = found["changes"].as_array().expect("changes");
    assert!(!changes.is_empty(), "{found}");
    for change in changes {
        let cycle = &change["cycle"];
        assert_eq!(cycle["outcome"], json!("Schedulable"), "{change}");
        assert_eq!(cycle["victims"], json!([]), "{change}");
        assert_ne!(change["edits"][0]["family"], json!("priority"), "{change}");
    }
    assert_eq!(change(&world("1"), "admitted")["met"], json!(true));
    assert_eq!(change(&world("2"), "evictsNobody")["met"], json!(true));
    // A cordon does not matter to a kubelet.
    let cordoned = text(
        &json!({"unschedulable": true}),
        &[pod("a", "1", &none, &new)],
    );
    assert_eq!(change(&cordoned, "admitted")["met"], json!(true));
}

#[test]
fn a_critical_pod_makes_the_kubelet_evict() {
    let (none, new) = (json!({}), json!({}));
    let running = json!({"phase": "Running"});
    let world = |critical: &Value, fields: &Value| {
        let mut a = pod("a", "2", fields, &new);
        let metadata = a["metadata"].as_object_mut().expect("metadata");
        metadata.extend(critical.as_object().expect("fields").clone());
        let taint = json!({"taints": [{"key": "k", "effect": "NoExecute"}]});
        text(&taint, &[a, pod("b", "3", &none, &running)])
    };
    let first =
        |text: &str| ask(text, &json!({"pods": {}}))["kubeletRejectedPods"][0]["kubelet"].clone();
    let annotated = |key: &str, value: &str| json!({"annotations": {key: value}});
    let file = annotated("kubernetes.io/config.source", "file");
    // No taint keeps a static pod from its node, but that of a pod of the API server does.
    let evicts = first(&world(&file, &none));
    assert_eq!(
        (&evicts["reason"], &evicts["evicts"]),
        (&json!("OutOfcpu"), &json!(true))
    );
    let api = annotated("kubernetes.io/config.source", "api");
    assert_eq!(first(&world(&api, &none))["reason"], json!("OutOfcpu"));
    assert_eq!(first(&world(&api, &none))["evicts"], Value::Null);
    let tolerant =
        |priority: i32| json!({"tolerations": [{"operator": "Exists"}], "priority": priority});
    assert_eq!(
        first(&world(&none, &tolerant(2_000_000_000)))["evicts"],
        json!(true)
    );
    assert_eq!(
        first(&world(&none, &tolerant(1_999_999_999)))["evicts"],
        Value::Null
    );
    // The kubelet tells what else is in the way of a critical pod, and evicts nobody then.
    let critical = json!({"priority": 2_000_000_000});
    assert_eq!(
        first(&world(&none, &critical))["reason"],
        json!("TaintToleration")
    );
    let mirror = annotated("kubernetes.io/config.mirror", "h");
    assert_eq!(
        first(&world(&mirror, &none))["reason"],
        json!("TaintToleration")
    );
    assert_eq!(first(&world(&mirror, &tolerant(0)))["evicts"], json!(true));
}

#[test]
fn the_answers_about_one_pod_say_it() {
    let (none, new) = (json!({}), json!({}));
    let running = json!({"phase": "Running"});
    let pods = [pod("a", "2", &none, &new), pod("b", "3", &none, &running)];
    let text = text(&none, &pods);
    for question in ["simulatePod", "scoreNodes"] {
        let answer = |pod: &str| ask(&text, &json!({question: {"pod": pod}}));
        assert_eq!(
            answer("d/a")["kubelet"]["reason"],
            json!("OutOfcpu"),
            "{question}"
        );
        assert_eq!(answer("d/b")["kubelet"], Value::Null, "{question}");
    }
}
