//! What a drain's cordon brings.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, text};

/// With `nodeTaintsPolicy: Honor` a zone of which the only node is drained does not hold the minimum: a cordon brings a
/// taint, by kube-controller-manager.
#[test]
fn a_cordon_is_a_taint_too() {
    let node = |name: &str| {
        json!({"apiVersion": "v1", "kind": "Node",
            "metadata": {"name": name, "labels": {"zone": name, "kubernetes.io/hostname": name}},
            "status": {"allocatable": {"cpu": 4, "pods": 9}}})
    };
    let owner = json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "w", "controller": true});
    for (policy, lands) in [("Honor", json!("a")), ("Ignore", Value::Null)] {
        let web = |name: &str, node: &str| {
            json!({"apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": name, "namespace": "shop", "uid": name, "labels": {"app": "web"},
                    "ownerReferences": [owner]},
                "spec": {"nodeName": node, "containers": [{"name": "c", "resources": {"requests": {"cpu": 1}}}],
                    "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "zone",
                        "whenUnsatisfiable": "DoNotSchedule", "nodeTaintsPolicy": policy,
                        "labelSelector": {"matchLabels": {"app": "web"}}}]}})
        };
        let objects = [node("a"), node("b"), web("web-1", "a"), web("web-2", "b")];
        let answer = ask(
            &mut Scenario::new(&text(&objects)),
            &json!({"drain": {"node": "b"}}),
        );
        assert_eq!(answer["pods"][0]["node"], lands, "{policy}: {answer}");
    }
}
