//! What answers about pods say by the version of Kubernetes, and which version they assume.

use std::fs;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, text};

const VERSIONS: [&str; 3] = ["1.35", "1.36", "1.37"];

/// A node of 4 cpus and 4 GiB.
fn node(name: &str, status: &Value) -> Value {
    let mut node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name},
        "status": {"allocatable": {"cpu": "4", "memory": "4Gi", "pods": "9"}},
    });
    for (field, value) in status.as_object().expect("fields") {
        node["status"][field] = value.clone();
    }
    node
}

/// A pod of namespace `x` with one container.
fn pod(name: &str, requests: &Value, spec: &Value, status: &Value) -> Value {
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"namespace": "x", "name": name, "uid": name},
        "spec": {"containers": [{"name": "c", "image": "web:1", "resources": {"requests": requests}}]},
        "status": status,
    });
    for (field, value) in spec.as_object().expect("fields") {
        pod["spec"][field] = value.clone();
    }
    pod
}

fn waits(requests: &Value, spec: &Value) -> Value {
    pod("in", requests, spec, &json!({"phase": "Pending"}))
}

/// The parts of the answers of each version at a pointer.
#[track_caller]
fn check(objects: &[Value], name: &str, options: &Value, pointer: &str, expected: [Value; 3]) {
    let mut scenario = Scenario::new(&text(objects));
    for (version, expected) in VERSIONS.into_iter().zip(expected) {
        let mut options = options.clone();
        options["kubernetesVersion"] = json!(version);
        let answer = ask(&mut scenario, &json!({ name: options }));
        let found = answer.pointer(pointer).cloned().unwrap_or_default();
        assert_eq!(found, expected, "{version}: {answer:#}");
    }
}

/// With the pod the shares are 1/2 and 1/4, which is 87; without it, both are 0: 100. 50 + (50 + 87 - 100) / 2 = 68.
#[test]
fn the_balance_that_a_pod_improves() {
    let objects = [
        node("a", &json!({})),
        waits(&json!({"cpu": "2", "memory": "1Gi"}), &json!({})),
    ];
    let options = json!({"pod": "x/in", "scorers": ["BalancedAllocation"]});
    let expected = [json!(87), json!(68), json!(68)];
    check(&objects, "scoreNodes", &options, "/rows/0/raw/0", expected);
    let options = json!({"pod": "x/in", "defaultProfile": true});
    let pointer = "/rows/0/defaultProfile/scores/5";
    check(
        &objects,
        "scoreNodes",
        &options,
        pointer,
        [json!(87), json!(68), json!(68)],
    );
}

/// One of two nodes has the image: 250 MiB count, of 1,000 MiB for the container and 23 MiB as the least.
#[test]
fn images_of_volumes() {
    let image = json!({"images": [{"names": ["model:1"], "sizeBytes": 500 << 20}]});
    let volumes = json!({"volumes": [{"name": "v", "image": {"reference": "model:1"}}]});
    let objects = [
        node("a", &image),
        node("b", &json!({})),
        waits(&json!({"cpu": "1"}), &volumes),
    ];
    let options = json!({"pod": "x/in", "defaultProfile": true, "order": "name"});
    let pointer = "/rows/0/defaultProfile/scores/6";
    check(
        &objects,
        "scoreNodes",
        &options,
        pointer,
        [json!(0), json!(23), json!(23)],
    );
}

/// What a pod of a node holds, in milli-CPU.
#[track_caller]
fn check_held(spec: &Value, status: &Value, expected: [i64; 3]) {
    let mut spec = spec.clone();
    spec["nodeName"] = json!("a");
    let mut status = status.clone();
    status["phase"] = json!("Running");
    let objects = [
        node("a", &json!({})),
        pod("on", &json!({"cpu": "1"}), &spec, &status),
        waits(&json!({"cpu": "1"}), &json!({})),
    ];
    let options = json!({"pod": "x/in"});
    let pointer = "/rows/0/resources/0/requested";
    check(
        &objects,
        "scoreNodes",
        &options,
        pointer,
        expected.map(Value::from),
    );
}

#[test]
fn requests_of_resized_pods() {
    let cpu = |amount: &str| json!({"requests": {"cpu": amount}});
    let whole = json!({"resources": cpu("2")});
    // Of the pod as a whole: the largest amount.
    let status = json!({"resources": cpu("3"), "allocatedResources": {"cpu": "2500m"}});
    check_held(&whole, &status, [2000, 3000, 3000]);
    // Without `status.resources`, before the sums of 1.37 nothing of it counts.
    let status = json!({"allocatedResources": {"cpu": "3"}});
    check_held(&whole, &status, [2000, 2000, 2000]);
    // The spec does not count if the resize is infeasible.
    let pending = |reason: &str| json!([{"type": "PodResizePending", "reason": reason}]);
    let status = json!({"resources": cpu("1500m"), "conditions": pending("Infeasible")});
    check_held(&whole, &status, [2000, 1500, 1500]);
    // Without requests as a whole, 1.37 takes the sums of the status, if it has both.
    let status = json!({"resources": cpu("3"), "allocatedResources": {"cpu": "2"}});
    check_held(&json!({}), &status, [1000, 1000, 3000]);
    // One container shrinks from 2 and one grows from 1: the largest of each are 4, no sum is more than 3.
    let containers = json!([
        {"name": "c", "resources": cpu("1")}, {"name": "d", "resources": cpu("2")},
    ]);
    let two = json!({"containers": containers});
    let held = |c: &str, d: &str| {
        let of = |name: &str, amount: &str| {
            let allocated = json!({"cpu": amount});
            json!({"name": name, "resources": cpu(amount), "allocatedResources": allocated})
        };
        json!({"containerStatuses": [of("c", c), of("d", d)]})
    };
    check_held(&two, &held("2", "1"), [4000, 4000, 3000]);
    // What is not in effect yet is allocated.
    let status = json!({"containerStatuses": [{"name": "d", "allocatedResources": {"cpu": "3"}}]});
    check_held(&two, &status, [3000, 3000, 4000]);
    // From 1.37, nothing counts if the resize is infeasible and no status says what is allocated or in effect.
    let infeasible = pending("Infeasible");
    for (statuses, before) in [
        (json!([]), 3000),
        (json!([{"name": "c"}, {"name": "d"}]), 3000),
        (json!([{"name": "c"}, {"name": "d", "resources": {}}]), 1000),
    ] {
        let status = json!({"containerStatuses": statuses, "conditions": infeasible});
        check_held(&two, &status, [before, before, 0]);
    }
}

#[test]
fn nominations_behind_a_gate() {
    let gated = json!({"schedulingGates": [{"name": "g"}]});
    let nominated = json!({"phase": "Pending", "nominatedNodeName": "a"});
    let objects = [
        node("a", &json!({})),
        pod("gated", &json!({"cpu": "3"}), &gated, &nominated),
        waits(&json!({"cpu": "2"}), &json!({})),
    ];
    let expected = ["Schedulable", "Schedulable", "Unschedulable"].map(Value::from);
    check(
        &objects,
        "simulatePod",
        &json!({"pod": "x/in"}),
        "/outcome",
        expected,
    );
}

/// A fault that 1.37 fixes is not applied, and not told of.
#[test]
fn selectors_of_namespaces() {
    let path = format!(
        "{}/../examples/filters-namespace-selector.yaml",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut scenario = Scenario::new(&fs::read_to_string(path).expect("an example"));
    for (version, faults) in [("1.35", 1), ("1.36", 1), ("1.37", 0)] {
        for name in ["simulatePod", "scoreNodes"] {
            let options = json!({"pod": "security/vault-0", "kubernetesVersion": version});
            let answer = ask(&mut scenario, &json!({ name: options }));
            let found = answer["faults"].as_array().map(Vec::len);
            assert_eq!(found, Some(faults), "{version} {name}: {answer:#}");
        }
    }
}

/// The reasons why something of the pod is not looked at.
#[test]
fn features_that_a_node_must_declare() {
    let declares = json!({"declaredFeatures": ["UserNamespacesHostNetwork"]});
    for (spec, counts) in [
        (json!({"hostNetwork": true, "hostUsers": false}), true),
        (json!({"hostUsers": false}), false),
        (json!({}), false),
    ] {
        let objects = [node("a", &declares), waits(&json!({"cpu": "1"}), &spec)];
        let why = |counts: bool| {
            if counts {
                json!("declared-features")
            } else {
                Value::Null
            }
        };
        let expected = [Value::Null, why(counts), why(counts)];
        let options = json!({"pod": "x/in"});
        check(
            &objects,
            "simulatePod",
            &options,
            "/findings/0/data/why",
            expected,
        );
    }
}

#[test]
fn what_is_told_after_the_answer() {
    let quota = json!({
        "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
        "metadata": {"name": "q", "namespace": "x"}, "spec": {"max": {"cpu": "4"}},
    });
    let spread = json!({"topologySpreadConstraints": [
        {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}},
    ]});
    let budget = json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
        "metadata": {"name": "all", "namespace": "x"}, "spec": {"minAvailable": 1, "selector": {}},
        "status": {"disruptionsAllowed": 0},
    });
    let objects = [
        node("a", &json!({})),
        waits(&json!({"cpu": "1"}), &spread),
        quota,
        budget,
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let mut told = |name: &str, version: &str| {
        let options = json!({"pod": "x/in", "kubernetesVersion": version});
        let answer = ask(&mut scenario, &json!({ name: options }));
        let findings = answer["findings"].as_array().expect("findings").iter();
        let findings = findings.map(|one| {
            let path = one["data"]["path"].as_str().unwrap_or_default();
            format!(
                "{} {} {path}",
                one["at"].as_str().expect("a word"),
                one["code"]
            )
        });
        findings.collect::<Vec<String>>()
    };
    let later = [
        "after \"later-change\" spec.topologySpreadConstraints[0].labelSelector",
        "after \"later-change\" spec.selector",
    ];
    let before = "after \"quotas-as-before\" ";
    assert_eq!(told("simulatePod", "1.35"), later);
    assert_eq!(told("simulatePod", "1.36"), [before, later[0], later[1]]);
    assert_eq!(told("simulatePod", "1.37"), [before, later[0], later[1]]);
    assert_eq!(told("scoreNodes", "1.37"), [later[0]]);
}

#[test]
fn every_answer_about_pods_states_its_version() {
    let kubelet = |version: &str| json!({"nodeInfo": {"kubeletVersion": version}});
    let objects = [
        node("a", &kubelet("v1.36.2")),
        node("b", &kubelet("v1.38.0-alpha.2")),
        waits(&json!({"cpu": "1"}), &json!({})),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let now = "2025-06-01T12:00:00Z";
    for (name, options) in [
        ("pods", json!({})),
        ("nodes", json!({})),
        ("scoreNodes", json!({"pod": "x/in"})),
        ("simulatePod", json!({"pod": "x/in"})),
        ("explainNode", json!({"pod": "x/in", "node": "a"})),
        ("evictAcrossNodes", json!({"pod": "x/in"})),
        ("quotas", json!({})),
        ("queue", json!({})),
        ("queueLimits", json!({})),
        ("drain", json!({"node": "a"})),
        ("withoutNodes", json!({"each": "node"})),
        ("more", json!({"pod": "x/in"})),
        ("compareRecorded", json!({})),
        (
            "change",
            json!({"now": now, "want": {"pod": "x/in", "on": "b"}}),
        ),
        (
            "sweep",
            json!({"now": now, "pod": "x/in", "request": "cpu"}),
        ),
    ] {
        let mut asked = |options: &Value| {
            let answer = ask(&mut scenario, &json!({ name: options }));
            answer["kubernetesVersion"].clone()
        };
        let nodes = json!({"version": "1.37", "source": "nodes", "capped": "1.38"});
        assert_eq!(asked(&options), nodes, "{name}");
        let mut with = options.clone();
        with["kubernetesVersion"] = json!("1.35");
        let option = json!({"version": "1.35", "source": "option"});
        assert_eq!(asked(&with), option, "{name}");
        assert_eq!(asked(&options), nodes, "{name}");
    }
    let step = |queue: &Value| json!({"queueStep": {"queue": queue, "step": 1}});
    let answer = ask(&mut scenario, &step(&json!({"kubernetesVersion": "1.36"})));
    let option = json!({"version": "1.36", "source": "option"});
    assert_eq!(answer["kubernetesVersion"], option);
    let timeline = ask(&mut scenario, &json!({"vmTimeline": {}}));
    assert_eq!(timeline["kubernetesVersion"], Value::Null);
}

#[test]
fn a_version_for_all_questions() {
    let objects = [
        node("a", &json!({"nodeInfo": {"kubeletVersion": "v1.35.0"}})),
        waits(&json!({"cpu": "2", "memory": "1Gi"}), &json!({})),
    ];
    let mut scenario = Scenario::new(&text(&objects));
    let score = |scenario: &mut Scenario| {
        let question = json!({"scoreNodes": {"pod": "x/in", "scorers": ["BalancedAllocation"]}});
        let answer = ask(scenario, &question);
        let source = answer["kubernetesVersion"]["source"].clone();
        (answer["rows"][0]["raw"][0].clone(), source)
    };
    assert_eq!(score(&mut scenario), (json!(87), json!("nodes")));
    let version = schedscope::objects::kubernetes_version::KubernetesVersion::V1_36;
    scenario.assume_version(Some(version));
    assert_eq!(score(&mut scenario), (json!(68), json!("option")));
    scenario.assume_version(None);
    assert_eq!(score(&mut scenario), (json!(87), json!("nodes")));
}
