//! What a cycle says about nodes, computed by hand: its message, and which nodes a fault of Kubernetes decides.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, text};

/// A node in its own zone with 4 cpus.
fn node(name: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": {"zone": name}}, "spec": spec,
        "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}},
    })
}

/// A pod of a namespace that asks for cpus; `more` is beside its containers.
fn pod(name: [&str; 2], labels: &Value, cpus: u8, more: &Value) -> Value {
    let requests = json!({"requests": {"cpu": cpus}});
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": name[0], "name": name[1], "labels": labels},
        "spec": {"containers": [{"name": "c", "resources": requests}]}, "status": {},
    });
    for (field, value) in more.as_object().expect("fields") {
        pod["spec"][field] = value.clone();
    }
    pod
}

fn cycle(objects: &[Value]) -> Value {
    let question = json!({"simulatePod": {"pod": "a/in", "profile": "Upstream"}});
    ask(&mut Scenario::new(&text(objects)), &question)
}

/// Kubernetes sorts `10 node(s) …` before `2 Insufficient cpu`, as texts.
#[test]
fn reasons_are_in_the_order_of_the_message() {
    let mut objects: Vec<Value> = (0..12)
        .map(|index| node(&format!("n{index}"), &json!({"unschedulable": index > 1})))
        .collect();
    objects.push(pod(["a", "in"], &json!({}), 5, &json!({})));
    let answer = cycle(&objects);
    assert_eq!(
        answer["message"],
        "0/12 nodes are available: 10 node(s) were unschedulable, 2 Insufficient cpu.",
    );
    let reasons = answer["misfits"].as_array().expect("misfits").iter();
    let counts: Vec<&Value> = reasons.map(|misfit| &misfit["nodes"]).collect();
    assert_eq!(counts, [10, 2]);
    let question = json!({"scoreNodes": {"pod": "a/in"}});
    let scored = ask(&mut Scenario::new(&text(&objects)), &question);
    assert_eq!(scored["misfits"], answer["misfits"]);
    let queue = ask(&mut Scenario::new(&text(&objects)), &json!({"queue": {}}));
    assert_eq!(queue["steps"][0]["misfits"], answer["misfits"]);
}

/// The pod of `b` on `n1` keeps the pod away by the fault alone; `n2` is full either way. With the fault, an eviction
/// is tried on both, and without it the pod fits `n1`: no other node is asked for an eviction, which is not the fault's
/// verdict on `n2`.
#[test]
fn a_fault_names_the_nodes_that_it_decides() {
    let selector = json!({"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]});
    let term = json!({
        "topologyKey": "zone", "namespaceSelector": selector, "labelSelector": {"matchLabels": {"app": "web"}},
    });
    let away = json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}});
    let namespace = |name: &str| {
        json!({
            "apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": {"team": name}},
        })
    };
    let mut asks = pod(["a", "in"], &json!({}), 1, &away);
    asks["spec"]["priority"] = json!(5);
    let web = json!({"app": "web"});
    let objects = [
        namespace("a"),
        namespace("b"),
        node("n1", &json!({})),
        node("n2", &json!({})),
        pod(["b", "web"], &web, 1, &json!({"nodeName": "n1"})),
        pod(["b", "big"], &json!({}), 4, &json!({"nodeName": "n2"})),
        asks,
    ];
    let answer = cycle(&objects);
    assert_eq!(answer["outcome"], "Preempt", "{answer:#}");
    assert_eq!(answer["preemption"]["tried"], 2, "{answer:#}");
    assert_eq!(
        answer["faults"],
        json!([{
            "fault": "nsSelector", "nodes": ["n1"], "outcome": "Schedulable", "node": "n1", "victims": [],
        }]),
    );
}

/// As above, and `n1` is full, too: without the fault an eviction from `n1` spares a pod, but none from `n2` does.
#[test]
fn a_fault_names_the_nodes_whose_evictions_it_decides() {
    let term = json!({"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "web"}},
        "namespaceSelector": {"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]}});
    let away = json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}});
    let namespace = |name: &str| {
        let metadata = json!({"name": name, "labels": {"team": name}});
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata})
    };
    let mut asks = pod(["a", "in"], &json!({}), 1, &away);
    asks["spec"]["priority"] = json!(5);
    let web = json!({"app": "web"});
    let objects = [
        namespace("a"),
        namespace("b"),
        node("n1", &json!({})),
        node("n2", &json!({})),
        pod(["b", "web"], &web, 0, &json!({"nodeName": "n1"})),
        pod(["b", "fill"], &json!({}), 4, &json!({"nodeName": "n1"})),
        pod(["b", "big"], &json!({}), 4, &json!({"nodeName": "n2"})),
        asks,
    ];
    let answer = cycle(&objects);
    assert_eq!(answer["victims"], json!(["b/big"]), "{answer:#}");
    let fault = &answer["faults"][0];
    assert_eq!(fault["fault"], "nsSelector", "{answer:#}");
    assert_eq!(fault["nodes"], json!(["n1"]), "{answer:#}");
}

/// A selector without requirements matches every pod and counts none on nodes. By the fault the nominated pod, which is
/// put on `n1` before the pod is, is counted all the same: two against none on `n2`.
#[test]
fn a_fault_of_an_empty_selector_is_named() {
    let constraint = json!({"topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "zone",
        "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}}]});
    let mut first = pod(["a", "first"], &json!({}), 1, &json!({"priority": 9}));
    first["status"]["nominatedNodeName"] = json!("n1");
    let objects = [
        node("n1", &json!({})),
        node("n2", &json!({})),
        first,
        pod(["a", "in"], &json!({}), 1, &constraint),
    ];
    let answer = cycle(&objects);
    let faults = answer["faults"].as_array().expect("faults").iter();
    let faults: Vec<Value> = faults
        .map(|fault| json!([fault["fault"], fault["nodes"]]))
        .collect();
    assert_eq!(faults, [json!(["spreadDryRun", ["n1"]])], "{answer:#}");
}

/// A pod may be larger than what its quota has borrowed, so that its eviction takes more than that back.
#[test]
fn the_usage_after_the_evictions_is_part_of_a_quota() {
    let quota = |name: &str, min: u8, max: u8| {
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": name, "namespace": name},
            "spec": {
                "min": {"cpu": min, "memory": "1Gi"}, "max": {"cpu": max, "memory": "1Gi"},
            },
        })
    };
    let objects = [
        node("n1", &json!({})),
        quota("a", 2, 4),
        quota("b", 2, 4),
        quota("c", 0, 4),
        pod(["b", "large"], &json!({}), 4, &json!({"nodeName": "n1"})),
        pod(["a", "in"], &json!({}), 2, &json!({})),
    ];
    let answer = cycle(&objects);
    assert_eq!(answer["victims"], json!(["b/large"]));
    let quotas = answer["quotas"].as_array().expect("quotas").iter();
    let cpus: Vec<[&Value; 2]> = quotas
        .map(|quota| [&quota["used"]["cpu"], &quota["usedAfterEviction"]["cpu"]])
        .collect();
    let (four, zero, none) = (json!(4000), json!(0), Value::Null);
    assert_eq!(cpus, [[&zero, &none], [&four, &zero], [&zero, &none]]);
}
