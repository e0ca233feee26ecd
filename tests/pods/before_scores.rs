//! What stands before the scores of a pod: its gates, its scheduler, the faults of Kubernetes that decide.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::default_profile::{hosts, incoming, on};
use reference::answers::{ask, text};

fn scored(objects: &[Value], options: &Value) -> Value {
    let mut options = options.clone();
    options["pod"] = json!("x/in");
    ask(
        &mut Scenario::new(&text(objects)),
        &json!({"scoreNodes": options}),
    )
}

#[test]
fn gates_are_named_and_the_scores_are_those_without_them() {
    let mut objects = hosts(&["a", "b"]);
    objects.push(incoming(&json!({}), &json!({})));
    let free = scored(&objects, &json!({"defaultProfile": true}));
    assert_eq!(free["gates"], json!([]), "{free:#}");
    let gates = json!([{"name": "example.com/quota"}, {"name": "example.com/review"}]);
    objects.pop();
    objects.push(incoming(&json!({}), &json!({"schedulingGates": gates})));
    let held = scored(&objects, &json!({"defaultProfile": true}));
    let names = json!(["example.com/quota", "example.com/review"]);
    assert_eq!(held["gates"], names, "{held:#}");
    assert_eq!(held["defaultProfile"], free["defaultProfile"]);
    let list = ask(&mut Scenario::new(&text(&objects)), &json!({"pods": {}}));
    assert_eq!(list["pods"][0]["gates"], names, "{list:#}");
}

#[test]
fn the_scheduler_that_a_pod_names() {
    for (name, told) in [
        (Value::Null, Value::Null),
        (json!("default-scheduler"), Value::Null),
        (json!("volcano"), json!("volcano")),
    ] {
        let mut objects = hosts(&["a"]);
        let spec = if name.is_null() {
            json!({})
        } else {
            json!({"schedulerName": name})
        };
        objects.push(incoming(&json!({}), &spec));
        // Without the default profile, too.
        let answer = scored(&objects, &json!({}));
        assert_eq!(answer["schedulerName"], told, "{answer:#}");
        assert_eq!(answer["schedulerProfile"], Value::Null, "{answer:#}");
        objects.push(json!({
            "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
            "profiles": [{"schedulerName": "volcano"}],
        }));
        let answer = scored(&objects, &json!({}));
        assert_eq!(answer["schedulerProfile"], told, "{answer:#}");
    }
}

/// The faults of an answer, with their nodes and the nodes that the default profile would take.
fn faults(objects: &[Value], options: &Value) -> Value {
    let answer = scored(objects, options);
    let faults = answer["faults"].as_array().expect("faults").iter();
    let told = faults.map(|of| json!([of["fault"], of["nodes"], of["choice"]["node"]]));
    told.collect()
}

/// A selector of namespaces that labels satisfy unless they say a team.
fn term(weight: Option<u8>) -> Value {
    let selector = json!({"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]});
    let term = json!({
        "topologyKey": "kubernetes.io/hostname", "namespaceSelector": selector, "labelSelector": {},
    });
    let (when, terms) = match weight {
        None => ("required", json!([term])),
        Some(weight) => (
            "preferred",
            json!([{"weight": weight, "podAffinityTerm": term}]),
        ),
    };
    json!({"affinity": {"podAntiAffinity": {format!("{when}DuringSchedulingIgnoredDuringExecution"): terms}}})
}

/// A pod on a node that takes memory and nothing else.
fn taking(node: &str, memory: &str) -> Value {
    let mut pod = on(node, "there", &json!({}));
    let requests = json!({"requests": {"cpu": "0", "memory": memory}});
    pod["spec"]["containers"][0]["resources"] = requests;
    pod
}

/// The pod on `a` is of a namespace with a team.
#[test]
fn a_selector_of_namespaces_that_covers_too_many() {
    let upstream = json!({"profile": "Upstream"});
    let both = json!({"profile": "Upstream", "defaultProfile": true});
    let mut objects = hosts(&["a", "b"]);
    objects.push(json!({
        "apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "x", "labels": {"team": "x"}},
    }));
    objects.push(taking("a", "0"));
    // Required: `a` is rejected by the fault, and without it both nodes have the same total.
    objects.push(incoming(&json!({}), &term(None)));
    assert_eq!(
        faults(&objects, &upstream),
        json!([["nsSelector", ["a"], null]])
    );
    assert_eq!(faults(&objects, &both), json!([["nsSelector", ["a"], "a"]]));
    let proposal = json!({"profile": "Proposal", "defaultProfile": true});
    assert_eq!(
        faults(&objects, &proposal),
        json!([["nsSelector", ["a"], "b"]])
    );
    // Preferred: both fit, and only the default profile asks.
    objects.pop();
    objects.push(incoming(&json!({}), &term(Some(9))));
    assert_eq!(faults(&objects, &upstream), json!([]));
    assert_eq!(faults(&objects, &both), json!([["nsSelector", [], "a"]]));
}

/// What decides nothing is not told: the pod on `a` is of a namespace that both readings cover.
#[test]
fn a_fault_that_decides_nothing() {
    let mut objects = hosts(&["a", "b"]);
    objects.push(on("a", "there", &json!({})));
    objects.push(incoming(&json!({}), &term(None)));
    let both = json!({"profile": "Upstream", "defaultProfile": true});
    assert_eq!(faults(&objects, &both), json!([]));
}

/// The pod asks for 3 cpus as a whole, and its container for nothing: the fault counts 100m. `a` has 4 cpus and 8 GiB,
/// `b` 16 cpus and 4 GiB, of which 2 GiB are taken.
///
/// `LeastAllocated`: `a` 97 (97 and 97), `b` 72 (99 and 45); without the fault 61 (25 and 97) and 63 (81 and 45).
/// `BalancedAllocation` counts the 3 cpus in both: 62 and 84. So `a` leads by 159 to 156, and without the fault `b` by
/// 147 to 123. With all memory of `b` free it leads in both.
#[test]
fn requests_of_the_pod_as_a_whole() {
    let mut objects = hosts(&["a", "b"]);
    objects[0]["status"]["allocatable"]["memory"] = json!("8Gi");
    objects[1]["status"]["allocatable"]["cpu"] = json!("16");
    objects.push(incoming(
        &json!({}),
        &json!({"resources": {"requests": {"cpu": "3"}}}),
    ));
    let both = json!({"profile": "Upstream", "defaultProfile": true});
    assert_eq!(faults(&objects, &both), json!([]));
    objects.push(taking("b", "2Gi"));
    let answer = scored(&objects, &both);
    assert_eq!(
        answer["defaultProfile"]["choice"]["node"], "a",
        "{answer:#}"
    );
    assert_eq!(faults(&objects, &both), json!([["leastPodLevel", [], "b"]]));
    assert_eq!(answer["faults"][0]["applied"], true);
    // `Proposal` takes `b`, and says that today's scheduler takes `a`.
    let proposal = json!({"profile": "Proposal", "defaultProfile": true});
    let answer = scored(&objects, &proposal);
    assert_eq!(answer["defaultProfile"]["choice"]["node"], "b");
    assert_eq!(
        faults(&objects, &proposal),
        json!([["leastPodLevel", [], "a"]])
    );
    assert_eq!(answer["faults"][0]["applied"], false);
    assert_eq!(faults(&objects, &json!({"profile": "Upstream"})), json!([]));
}
