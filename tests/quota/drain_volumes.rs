//! Drained pods whose volumes no other node can use.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::{ask, text};

use super::rollout::old;

fn node(name: &str, zone: &str, cpu: u32) -> Value {
    let mut made = super::rollout::node(name, cpu);
    made["metadata"]["labels"]["topology.kubernetes.io/zone"] = json!(zone);
    made
}

/// A pod with a claim that is bound to a volume of zone `a`, and what they are.
fn pinned() -> [Value; 3] {
    let volumes =
        json!({"volumes": [{"name": "d", "persistentVolumeClaim": {"claimName": "data-web-0"}}]});
    let zone = json!({"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["a"]});
    [
        old("StatefulSet", "web-0", "n1", &volumes),
        json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data-web-0", "namespace": "a",
                "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
            "spec": {"volumeName": "pv-a", "storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                "resources": {"requests": {"storage": "1Gi"}}}}),
        json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "pv-a"},
            "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "fast",
                "claimRef": {"namespace": "a", "name": "data-web-0"},
                "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [zone]}]}}}}),
    ]
}

#[test]
fn a_volume_keeps_a_pod_from_every_other_node() {
    let volume = |nodes: &[Value]| {
        let mut objects = nodes.to_vec();
        objects.extend(pinned());
        let question = json!({"drain": {"node": "n1"}});
        let answer = ask(&mut Scenario::new(&text(&objects)), &question);
        let pod = &answer["pods"][0];
        (pod["node"].clone(), pod["volume"].clone())
    };
    let here = || node("n1", "a", 4);
    let (_, found) = volume(&[here(), node("n2", "b", 4), node("n3", "c", 4)]);
    assert_eq!(
        found,
        json!({"claim": "a/data-web-0", "volume": "pv-a", "topology": ["topology.kubernetes.io/zone=a"]})
    );
    // Another node of the zone is full, so that something else keeps the pod from it.
    let (at, found) = volume(&[here(), node("n2", "b", 4), node("n3", "a", 0)]);
    assert_eq!((at, found), (json!(null), json!(null)));
    let (at, found) = volume(&[here(), node("n2", "a", 4)]);
    assert_eq!((at, found), (json!("n2"), json!(null)));
    assert_eq!(volume(&[here()]).1, json!(null));
}
