//! What keeps a cluster autoscaler from removing a node.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::rollout::{node, old};

/// The pods and why they keep the node, and whether its annotation does.
fn kept(objects: &[Value]) -> (Vec<String>, bool) {
    let answer = ask(
        &mut Scenario::new(&text(objects)),
        &json!({"drain": {"node": "n1"}}),
    );
    let kept = &answer["scaleDown"];
    let pods = items(&kept["pods"]).map(|of| {
        let name = of["pod"].as_str().unwrap().rsplit('/').next().unwrap();
        format!("{name} {}", of["why"].as_str().unwrap())
    });
    let pods: Vec<String> = pods.collect();
    assert_eq!(kept["podsTotal"].as_u64().unwrap_or(0), pods.len() as u64);
    (pods, kept["disabled"] == true)
}

fn annotated(mut object: Value, key: &str, value: &str) -> Value {
    object["metadata"]["annotations"][format!("cluster-autoscaler.kubernetes.io/{key}")] =
        json!(value);
    object
}

#[test]
fn pods_that_keep_a_node() {
    let none = json!({});
    let web = || old("Deployment", "web", "n1", &none);
    let bare = || {
        let mut made = web();
        made["metadata"]["ownerReferences"] = json!([]);
        made
    };
    let system = || {
        let mut made = web();
        made["metadata"]["namespace"] = json!("kube-system");
        made
    };
    let with = |volume: Value| {
        let mut made = web();
        made["spec"]["volumes"] = json!([volume]);
        made
    };
    let dir = || with(json!({"name": "v", "emptyDir": {}}));
    let budget = |namespace: &str, allowed: u32| {
        json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
            "metadata": {"name": "b", "namespace": namespace},
            "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}},
            "status": {"disruptionsAllowed": allowed, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1}})
    };
    let second = || old("Deployment", "web-2", "n1", &none);
    let safe = |pod: Value, value: &str| annotated(pod, "safe-to-evict", value);
    let mut mirror = bare();
    mirror["metadata"]["annotations"]["kubernetes.io/config.mirror"] = json!("x");
    let cases: Vec<(Vec<Value>, &[&str])> = vec![
        (vec![web()], &[]),
        (vec![bare()], &["web not-replicated"]),
        (vec![safe(bare(), "true")], &[]),
        (vec![safe(web(), "false")], &["web not-safe-to-evict"]),
        (vec![mirror], &[]),
        (vec![old("DaemonSet", "web", "n1", &none)], &[]),
        (vec![system()], &["web kube-system"]),
        (vec![safe(system(), "true")], &[]),
        (vec![system(), budget("kube-system", 1)], &[]),
        (vec![system(), budget("a", 1)], &["web kube-system"]),
        (vec![system(), budget("kube-system", 0)], &["web budget"]),
        (vec![safe(web(), "true"), budget("a", 0)], &["web budget"]),
        // The autoscaler evicts one pod after another.
        (vec![web(), second(), budget("a", 1)], &[]),
        (vec![dir()], &["web local-storage"]),
        (
            vec![with(json!({"name": "v", "hostPath": {"path": "/x"}}))],
            &["web local-storage"],
        ),
        (
            vec![with(json!({"name": "v", "emptyDir": {"medium": "Memory"}}))],
            &[],
        ),
        (
            vec![with(json!({"name": "v", "configMap": {"name": "c"}}))],
            &[],
        ),
        (
            vec![annotated(dir(), "safe-to-evict-local-volumes", "u,v")],
            &[],
        ),
        (
            vec![annotated(dir(), "safe-to-evict-local-volumes", "u")],
            &["web local-storage"],
        ),
    ];
    for (objects, expected) in cases {
        let mut all = vec![node("n1", 4), node("n2", 4)];
        all.extend(objects.clone());
        assert_eq!(kept(&all), (owned(expected), false), "{objects:?}");
    }
}

fn owned(of: &[&str]) -> Vec<String> {
    of.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn a_node_that_is_never_removed() {
    let disabled = |value: &str| annotated(node("n1", 4), "scale-down-disabled", value);
    assert_eq!(kept(&[disabled("true")]), (vec![], true));
    assert_eq!(kept(&[disabled("false")]), (vec![], false));
}
