//! Pods that do not start, because a volume of theirs is attached to another node.

use serde_json::{Value, json};

use super::{
    caveats::found,
    volumes::{NODES, ask},
};

/// A pod on a node with a claim, and a status.
fn pod(name: &str, node: &str, status: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a}}, spec: {{nodeName: {node}, \
         containers: [{{name: c, image: i}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: d}}}}]}}, \
         status: {{{status}}}}}\n"
    )
}

/// A claim that is bound to a volume with this access mode.
fn bound(mode: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: d, namespace: a, uid: u, annotations: \
         {{pv.kubernetes.io/bind-completed: 'yes'}}}}, spec: {{volumeName: pv}}}}\n---\n{{apiVersion: v1, kind: \
         PersistentVolume, metadata: {{name: pv}}, spec: {{accessModes: [{mode}], csi: {{driver: x, volumeHandle: \
         h}}}}}}\n"
    )
}

fn attachment(node: &str) -> String {
    format!(
        "---\n{{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {{name: va-{node}}}, spec: \
         {{attacher: x, nodeName: {node}, source: {{persistentVolumeName: pv}}}}}}\n"
    )
}

const STARTING: &str = "phase: Pending";
const RUNNING: &str = "phase: Running, conditions: [{type: Ready, status: 'True'}]";

#[test]
fn a_volume_that_is_attached_to_another_node() {
    let starting = pod("p", "n2", STARTING);
    let old = pod("old", "n1", RUNNING);
    let row = |used_by: Value| {
        json!([{"pod": "a/p", "node": "n2", "volume": "pv", "attachment": "va-n1", "attachedTo": "n1",
            "usedBy": used_by}])
    };
    let once = bound("ReadWriteOnce");
    for (objects, expected) in [
        (
            vec![&starting, &old, &once, &attachment("n1")],
            row(json!("a/old")),
        ),
        (vec![&starting, &once, &attachment("n1")], row(Value::Null)),
        (
            vec![&starting, &bound("ReadWriteOncePod"), &attachment("n1")],
            row(Value::Null),
        ),
        (
            vec![&starting, &bound("ReadWriteMany"), &attachment("n1")],
            json!([]),
        ),
        (
            vec![&starting, &once, &attachment("n1"), &attachment("n2")],
            json!([]),
        ),
        (vec![&starting, &once, &attachment("n2")], json!([])),
        (vec![&starting, &old, &once], json!([])),
        (
            vec![&pod("p", "n2", RUNNING), &once, &attachment("n1")],
            json!([]),
        ),
    ] {
        let text: String = objects.into_iter().map(String::as_str).collect();
        let text = NODES.to_owned() + &text;
        for question in [json!({"scoreNodes": {"pod": "a/p"}}), json!({"queue": {}})] {
            let found = json!(found(&ask(&text, &question), "attached-elsewhere"));
            assert_eq!(found, expected, "{question} {text}");
        }
        let other = ask(
            &(text + &pod("other", "n1", RUNNING)),
            &json!({"scoreNodes": {"pod": "a/other"}}),
        );
        assert_eq!(found(&other, "attached-elsewhere"), [Value::Null; 0]);
    }
}
