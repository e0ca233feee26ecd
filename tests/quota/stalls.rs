//! Rollouts that are not complete, and what they wait for.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::rollout::{node, old, rollout, told, workload};

/// A pod of the workload that is or is not ready.
fn pod(kind: &str, name: &str, image: &str, ready: bool) -> Value {
    let mut made = old(kind, name, "n1", &json!({}));
    made["spec"]["containers"][0]["image"] = json!(image);
    let status = if ready { "True" } else { "False" };
    made["status"]["conditions"] = json!([{"type": "Ready", "status": status}]);
    made
}

#[test]
fn pods_that_wait_come_before_rollouts() {
    let of = |pods: &[Value]| {
        let set = workload("StatefulSet", 2, &json!({}), &json!({}));
        let mut objects = vec![node("n1", 9), set];
        objects.extend_from_slice(pods);
        let answer = ask(&mut Scenario::new(&text(&objects)), &json!({"queue": {}}));
        let places = items(&answer["findings"]).filter(|of| of["code"] == "rollout-due");
        places.map(|of| of["at"].clone()).collect::<Vec<_>>()
    };
    let both = [("web-0", "old"), ("web-1", "new")]
        .map(|(name, image)| pod("StatefulSet", name, image, true));
    assert_eq!(of(&both), ["before"]);
    let mut waits = pod("StatefulSet", "other", "new", false);
    waits["metadata"]["ownerReferences"] = json!([]);
    waits["spec"]["nodeName"] = Value::Null;
    let [one, two] = both;
    assert_eq!(of(&[one, two, waits]), ["after"]);
}

/// A `Deployment` with a strategy, and pods of its former and its current `ReplicaSet` on a node, each with the status
/// of its condition `Ready`.
fn half_rolled_out(bounds: [u32; 2], pods: [&[Option<&str>]; 2], replicas: u32) -> Vec<Value> {
    let [surge, unavailable] = bounds;
    let strategy =
        json!({"strategy": {"rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable}}});
    let deployment = workload("Deployment", replicas, &strategy, &json!({}));
    let mut objects = vec![node("n1", 9), deployment.clone()];
    for ((hash, image), ready) in [("5bb", "old"), ("6cc", "new")].into_iter().zip(pods) {
        let mut set = deployment.clone();
        set["kind"] = json!("ReplicaSet");
        set["metadata"] = json!({"name": format!("web-{hash}"), "namespace": "a", "uid": hash, "ownerReferences":
            [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "w", "controller": true}]});
        set["spec"]["replicas"] = json!(ready.len());
        set["spec"]["template"]["spec"]["containers"][0]["image"] = json!(image);
        objects.push(set);
        for (name, ready) in ["a", "b"].iter().zip(ready) {
            let mut own = old(
                "Deployment",
                &format!("web-{hash}-{name}"),
                "n1",
                &json!({}),
            );
            own["metadata"]["labels"]["pod-template-hash"] = json!(hash);
            own["metadata"]["ownerReferences"][0]["name"] = json!(format!("web-{hash}"));
            own["spec"]["containers"][0]["image"] = json!(image);
            if let Some(ready) = ready {
                own["status"]["conditions"] = json!([{"type": "Ready", "status": ready}]);
            }
            objects.push(own);
        }
    }
    objects
}

/// The bounds, the former and the current pods, the replicas, what is told, and the pods that it waits for.
type Waits<'a> = ([u32; 2], [&'a [Option<&'a str>]; 2], u32, &'a str, Value);

#[test]
fn a_rollout_waits_for_pods_that_are_not_ready() {
    let (yes, no) = (Some("True"), Some("False"));
    let cases: [Waits<'_>; 6] = [
        // The old pod stays until the new one is ready.
        (
            [1, 0],
            [&[yes], &[no]],
            1,
            "waits: ",
            json!(["a/web-6cc-a"]),
        ),
        (
            [1, 0],
            [&[yes], &[yes]],
            1,
            "completes: -5bb-a",
            json!(null),
        ),
        // Without the condition, as in a repository, it counts as ready.
        (
            [1, 0],
            [&[yes], &[None]],
            1,
            "completes: -5bb-a",
            json!(null),
        ),
        // One may be unavailable, and is; another one may not.
        (
            [0, 1],
            [&[yes, yes], &[no]],
            3,
            "waits: ",
            json!(["a/web-6cc-a"]),
        ),
        (
            [0, 2],
            [&[yes, yes], &[no]],
            3,
            "waits: -5bb-a | +6cc-0 6cc-0>n1 | -5bb-b | +6cc-1 6cc-1>n1",
            json!(["a/web-6cc-a"]),
        ),
        // An old pod that is not ready goes first.
        (
            [0, 1],
            [&[yes, no], &[yes]],
            3,
            "completes: -5bb-b | +6cc-0 6cc-0>n1 | -5bb-a | +6cc-1 6cc-1>n1",
            json!(null),
        ),
    ];
    for (bounds, pods, replicas, expected, unready) in cases {
        let answer = rollout(&half_rolled_out(bounds, pods, replicas), "Deployment");
        assert_eq!(told(&answer), expected, "{bounds:?}, {pods:?}");
        assert_eq!(answer["unready"], unready, "{bounds:?}, {pods:?}");
        let waits = answer["end"] == "waits";
        let fixes: Vec<&str> = items(&answer["fixes"])
            .map(|fix| fix["change"].as_str().unwrap())
            .collect();
        assert_eq!(
            fixes,
            ["ready"][..usize::from(waits)],
            "{bounds:?}, {pods:?}"
        );
    }
}

#[test]
fn what_waits_for_a_pod_that_is_not_ready() {
    let pending = |objects: &mut Vec<Value>| {
        let new = objects.last_mut().expect("a pod");
        new["status"] = json!({"phase": "Pending"});
        new["spec"]["nodeName"] = Value::Null;
    };
    // A pod that is pending gets a node, and is ready then.
    let mut objects = half_rolled_out([1, 0], [&[Some("True")], &[None]], 1);
    pending(&mut objects);
    let answer = rollout(&objects, "Deployment");
    assert_eq!(told(&answer), "completes: 6cc-a>n1 | -5bb-a");
    // One that cannot pull its image has a node.
    let new = objects.last_mut().expect("a pod");
    new["spec"]["nodeName"] = json!("n1");
    new["status"] = json!({"phase": "Pending", "startTime": "2026-01-01T00:00:00Z",
        "conditions": [{"type": "Ready", "status": "False"}]});
    assert_eq!(told(&rollout(&objects, "Deployment")), "waits: ");
    // Where a pod of the rollout has no node, it stops there.
    let mut full = half_rolled_out([2, 0], [&[Some("True"); 2], &[Some("False")]], 2);
    full[0] = node("n1", 3);
    let answer = rollout(&full, "Deployment");
    assert_eq!(answer["end"], "stops");
    assert_eq!(answer["unready"], json!(["a/web-6cc-a"]));
    // A StatefulSet waits for a pod of the lowest ordinal that is not ready, whichever template it has.
    let set = [
        node("n1", 9),
        workload("StatefulSet", 2, &json!({}), &json!({})),
        pod("StatefulSet", "web-0", "old", false),
        pod("StatefulSet", "web-1", "old", true),
    ];
    let answer = rollout(&set, "StatefulSet");
    assert_eq!(told(&answer), "waits: ");
    assert_eq!(answer["unready"], json!(["a/web-0"]));
}

#[test]
fn a_rollout_depends_on_claims_and_volumes_that_the_text_lacks() {
    let claim = |name: &str, volume: Option<&str>| {
        let mut made = json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim",
            "metadata": {"name": name, "namespace": "a"}, "spec": {"accessModes": ["ReadWriteOnce"],
                "storageClassName": "fast", "resources": {"requests": {"storage": "1Gi"}}}});
        if let Some(volume) = volume {
            made["metadata"]["annotations"] = json!({"pv.kubernetes.io/bind-completed": "yes"});
            made["spec"]["volumeName"] = json!(volume);
        }
        made
    };
    let other = json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "other"},
        "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"], "storageClassName": "fast"}});
    let volumes =
        json!({"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]});
    let mut running = old("Deployment", "web-5bb-x", "n1", &volumes);
    running["status"]["conditions"] = json!([{"type": "Ready", "status": "True"}]);
    let of = |more: &[Value]| {
        let deployment = workload("Deployment", 1, &json!({}), &volumes);
        let mut objects = vec![node("n1", 9), deployment, running.clone()];
        objects.extend_from_slice(more);
        rollout(&objects, "Deployment")
    };
    for (more, lacks) in [
        (vec![claim("other", None)], json!("PersistentVolumeClaim")),
        (
            vec![claim("data", Some("pv-1")), other],
            json!("PersistentVolume"),
        ),
        (vec![claim("data", None)], json!(null)),
    ] {
        let answer = of(&more);
        assert_eq!(
            answer["blocked"]["volumeRefusal"]["lacks"], lacks,
            "{answer}"
        );
    }
}
