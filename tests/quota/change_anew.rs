//! What a search does not edit, and pods that come back: those that a change removes or evicts and that their
//! controllers make anew.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

pub(super) fn node(name: &str, cpu: u32) -> Value {
    json!({"apiVersion": "v1", "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": {"cpu": cpu, "memory": "64Gi", "pods": 110}}})
}

pub(super) fn pod(name: &str, cpu: u32, node: Option<&str>, owner: Option<&str>) -> Value {
    let mut pod = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": "a", "uid": name, "labels": {"app": "web"}},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]},
        "status": {"phase": if node.is_some() { "Running" } else { "Pending" }}});
    if let Some(node) = node {
        pod["spec"]["nodeName"] = json!(node);
    }
    if let Some(owner) = owner {
        pod["metadata"]["ownerReferences"] = json!([{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": owner,
            "uid": owner, "controller": true}]);
    }
    pod
}

/// The answer to the wants of the pod `a/asked`.
fn asked(objects: &[Value], want: &Value, families: Option<&[&str]>) -> Value {
    let mut question =
        json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked"}}});
    for (key, value) in want.as_object().expect("wants") {
        question["change"]["want"][key] = value.clone();
    }
    if let Some(families) = families {
        question["change"]["families"] = json!(families);
    }
    ask(&mut Scenario::new(&text(objects)), &question)
}

/// The pods that a change removes or evicts and that are made anew: pod, node of the new one, whether it takes back.
fn anew(change: &Value) -> Vec<(&str, Option<&str>, bool)> {
    let pods = items(&change["madeAnew"]);
    let told = pods.map(|pod| {
        let name = pod["pod"].as_str().expect("a name");
        (name, pod["node"].as_str(), pod["takesBack"] == true)
    });
    told.collect()
}

#[test]
fn a_removed_pod_that_is_made_anew_takes_the_place_back() {
    let admitted = json!({"admitted": true});
    let release = Some(&["release"][..]);
    // Its room is all there is.
    let world = [
        node("n1", 4),
        pod("held", 4, Some("n1"), Some("db")),
        pod("asked", 4, None, None),
    ];
    let answer = asked(&world, &admitted, release);
    assert_eq!(anew(&answer["changes"][0]), [("a/held", Some("n1"), true)]);
    assert_eq!(
        answer["changes"][0]["madeAnew"][0]["owner"],
        json!({"kind": "ReplicaSet", "namespace": "a", "name": "db"})
    );
    // The new one fits another node, too, and goes there: n2 is emptier.
    let mut wide = world.to_vec();
    wide[2]["spec"]["nodeSelector"] = json!({"kubernetes.io/hostname": "n1"});
    wide.insert(1, node("n2", 64));
    let answer = asked(&wide, &admitted, release);
    assert_eq!(anew(&answer["changes"][0]), [("a/held", Some("n2"), false)]);
    // Nothing makes it anew.
    let bare = [
        node("n1", 4),
        pod("held", 4, Some("n1"), None),
        pod("asked", 4, None, None),
    ];
    let answer = asked(&bare, &admitted, release);
    assert_eq!(answer["changes"][0]["madeAnew"], Value::Null);
    // Of a lower priority it is evicted again, as it would be now.
    let mut lower = world.to_vec();
    lower[2]["spec"]["priority"] = json!(7);
    let evicts_nobody = json!({"admitted": true, "evictsNobody": true});
    let answer = asked(
        &lower,
        &json!({"admitted": true, "spares": "a/held"}),
        release,
    );
    assert_eq!(answer["changes"], json!([]), "{answer}");
    assert_eq!(asked(&lower, &admitted, None)["met"], true);
    assert_eq!(asked(&lower, &evicts_nobody, release)["changes"], json!([]));
}

#[test]
fn a_pod_without_a_controller_is_told_beside_one_with() {
    let world = [
        node("n1", 4),
        node("n2", 4),
        pod("held", 4, Some("n1"), Some("db")),
        pod("single", 4, Some("n2"), None),
        pod("asked", 4, None, None),
    ];
    let answer = asked(&world, &json!({"admitted": true}), Some(&["release"]));
    let told = items(&answer["changes"]).map(|change| {
        let of = anew(change);
        (
            change["edits"][0]["object"]["name"].as_str(),
            of.iter().any(|(.., back)| *back),
        )
    });
    let told: Vec<_> = told.collect();
    assert_eq!(told, [(Some("held"), true), (Some("single"), false)]);
    let space = items(&answer["space"]).find(|of| of["family"] == "release");
    assert_eq!(space.expect("the family")["candidates"], 2);
}

/// A victim of a higher priority, of a quota that lends, is not held back by a nomination.
#[test]
fn an_evicted_pod_takes_the_place_back() {
    let quota = |namespace: &str, min: u32| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "q", "namespace": namespace},
            "spec": {"min": {"cpu": min}, "max": {"cpu": 9}}})
    };
    let world = |priority: i32| {
        let mut lent = pod("lent", 4, Some("n1"), Some("db"));
        lent["metadata"]["namespace"] = json!("b");
        lent["spec"]["priority"] = json!(priority);
        [
            node("n1", 4),
            quota("a", 6),
            quota("b", 4),
            lent,
            pod("asked", 4, None, None),
        ]
    };
    let told = |priority: i32| {
        let answer = asked(
            &world(priority),
            &json!({"admitted": true}),
            Some(&["quota"]),
        );
        let change = answer["changes"][0].clone();
        assert_eq!(change["edits"][0]["new"], "3900m", "{answer}");
        assert_eq!(change["cycle"]["victims"], json!(["b/lent"]), "{answer}");
        change
    };
    assert_eq!(anew(&told(9)), [("b/lent", Some("n1"), true)]);
    // The room is kept for a nominated pod of its own priority.
    assert_eq!(anew(&told(0)), [("b/lent", None, false)]);
}

#[test]
fn what_is_not_edited_is_said() {
    let apart = json!({"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "kubernetes.io/hostname"}]}});
    let mut one = pod("asked", 1, None, None);
    one["spec"]["affinity"] = apart;
    let running = pod("held", 1, Some("n1"), None);
    let mut full = node("n2", 1);
    full["spec"]["taints"] = json!([{"key": "gpu", "effect": "NoSchedule"}]);
    let world = [
        node("n1", 4),
        full,
        running,
        pod("other", 1, Some("n2"), None),
        one,
    ];
    let families = Some(&["toleration", "request", "predicate"][..]);
    let answer = asked(&world, &json!({"admitted": true}), families);
    assert_eq!(answer["changes"], json!([]));
    // Also from the node that a taint rejects before.
    assert_eq!(
        answer["outside"],
        json!([{"reason": "pod-affinity", "nodes": 2}])
    );
    let answer = asked(&world, &json!({"on": "n1"}), families);
    assert_eq!(
        answer["outside"],
        json!([{"reason": "pod-affinity", "nodes": 1}])
    );
    // Spread, and a port.
    let mut one = pod("asked", 1, None, None);
    one["spec"]["topologySpreadConstraints"] = json!([{"maxSkew": 1, "topologyKey": "kubernetes.io/hostname",
        "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {"matchLabels": {"app": "web"}}}]);
    one["spec"]["containers"][0]["ports"] = json!([{"containerPort": 80, "hostPort": 80}]);
    let mut web = pod("held", 1, Some("n1"), None);
    web["spec"]["containers"][0]["ports"] = json!([{"containerPort": 80, "hostPort": 80}]);
    let world = [
        node("n1", 4),
        node("n2", 1),
        web,
        pod("more", 1, Some("n2"), None),
        one,
    ];
    let answer = asked(&world, &json!({"admitted": true}), Some(&["predicate"]));
    assert_eq!(
        answer["outside"],
        json!([{"reason": "host-ports", "nodes": 1}])
    );
    // What is wanted comes out, or only room is missing.
    let plain = [node("n1", 4), pod("asked", 9, None, None)];
    assert_eq!(
        asked(&plain, &json!({"admitted": true}), None)["outside"],
        Value::Null
    );
}
