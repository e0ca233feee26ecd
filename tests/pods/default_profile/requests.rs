//! Scores by free resources: which requests count, of the incoming pod and of pods on nodes.

use serde_json::json;

use super::{check, hosts, incoming, on, scored, scores_of};

/// A container without requests in a pod that requests 2 cpus as a whole, on a node of 4 cpus and 4 GiB. 100m leave 97
/// of 100, 200Mi leave 95; 2 cpus leave 50.
#[test]
fn requests_of_a_pod_as_a_whole() {
    let mut objects = hosts(&["a"]);
    objects.push(incoming(
        &json!({}),
        &json!({"resources": {"requests": {"cpu": "2"}}}),
    ));
    let of = |profile| scores_of(&scored(&objects, profile), "NodeResourcesFit");
    assert_eq!((of("Upstream"), of("Proposal")), (json!([96]), json!([72])));
}

/// Pods on the node `a` that request cpu as a whole and by containers: what nothing names counts by default.
#[test]
fn requests_of_pods_on_nodes() {
    let cases = [
        // 1100m leave 72, and of three containers 200Mi each leave 85.
        (json!({"cpu": "1"}), json!([{}, {}]), json!(78)),
        // Memory is named once, so that the other container has none: 1224Mi leave 70.
        (
            json!({"cpu": "1"}),
            json!([{"memory": "1Gi"}, {}]),
            json!(71),
        ),
        // By containers alone it counts: 300m leave 92, 1424Mi leave 65.
        (json!({}), json!([{"memory": "1Gi"}, {}]), json!(78)),
    ];
    for (whole, containers, expected) in cases {
        let containers = containers
            .as_array()
            .expect("containers")
            .iter()
            .enumerate();
        let containers = containers.map(|(index, requests)| {
            json!({"name": format!("c{index}"), "resources": {"requests": requests}})
        });
        let mut pod = on("a", "there", &json!({}));
        pod["spec"]["containers"] = containers.collect();
        pod["spec"]["resources"] = json!({"requests": whole});
        let mut objects = hosts(&["a"]);
        objects.push(pod);
        objects.push(incoming(&json!({}), &json!({})));
        check("NodeResourcesFit", &objects, &json!([expected]));
    }
}

/// A container without requests on a node of 3 cpus and 2 GiB, with what its status says. 200m leave 93; with 200Mi for
/// the incoming pod, the default leaves 80 of the memory, 128Mi leave 83 and no bytes 90.
#[test]
fn requests_of_the_status_of_pods_on_nodes() {
    let cases = [
        (json!({}), json!(86)),
        (json!({"resources": {"requests": {}}}), json!(86)),
        (
            json!({"allocatedResources": {"memory": "128Mi"}}),
            json!(86),
        ),
        (
            json!({"resources": {"requests": {"memory": "128Mi"}}}),
            json!(88),
        ),
        (
            json!({"resources": {}, "allocatedResources": {"memory": "128Mi"}}),
            json!(88),
        ),
        // A resource that is named has no default.
        (
            json!({"resources": {"requests": {"memory": "0"}}}),
            json!(91),
        ),
    ];
    for (mut status, expected) in cases {
        status["name"] = json!("c");
        let mut objects = hosts(&["a"]);
        objects[0]["status"]["allocatable"] = json!({"cpu": "3", "memory": "2Gi", "pods": "9"});
        let mut pod = on("a", "there", &json!({}));
        pod["status"]["containerStatuses"] = json!([status]);
        objects.push(pod);
        objects.push(incoming(&json!({}), &json!({})));
        check("NodeResourcesFit", &objects, &json!([expected]));
    }
}
