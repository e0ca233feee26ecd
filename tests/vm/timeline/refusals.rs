//! Why a pod is scheduled on no node.

use serde_json::{Value, json};

use super::{agents::manifests, hostile::holds, manifests::vm_object, recording::list};

fn pod(name: &str, scheduler: &str, resources: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name},
        "spec": {"schedulerName": scheduler, "containers": [{"name": "c", "resources": resources}]},
    })
}

/// What no node can take is no matter of room.
#[test]
fn a_pod_that_every_node_refuses_is_told_why() {
    let own = "autoscale-scheduler";
    let pods = vec![
        pod("no-limit", own, &json!({"requests": {"cpu": 1}})),
        pod(
            "other",
            "default-scheduler",
            &json!({"requests": {"cpu": 1, "memory": "1Gi"}}),
        ),
        pod(
            "large",
            own,
            &json!({"requests": {"cpu": 99, "memory": "1Gi"}}),
        ),
    ];
    let schedule = |pod: &str| json!({"at": "1s", "schedule": {"pod": pod}});
    let events: Vec<Value> = ["no-limit", "other", "out-of-bounds", "large", "too-large"]
        .map(schedule)
        .into();
    let vms = vec![
        vm_object("out-of-bounds", "", [2, 1, 4], [8, 4, 16]),
        vm_object("too-large", "", [0, 20, 40], [0, 80, 160]),
    ];
    let mut manifests = manifests(vms, json!({"duration": "2s", "events": events}));
    manifests.pods = pods;
    let run = holds(&manifests.objects());
    let steps = list(&run["steps"]).filter(|step| step["kind"] == "schedule");
    let told: Vec<(Value, Value)> = steps
        .map(|step| (step["result"].clone(), step["problem"]["code"].clone()))
        .collect();
    let expect = [
        ("UnschedulableAndUnresolvable", "missing-amount"),
        ("Error", "scheduler-differs"),
        ("UnschedulableAndUnresolvable", "use-out-of-bounds"),
        ("Unschedulable", "no-room"),
        ("Unschedulable", "no-room"),
    ];
    assert_eq!(
        told,
        expect.map(|(result, code)| (json!(result), json!(code)))
    );
}
