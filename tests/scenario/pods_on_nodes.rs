//! Pods that have a node and do not run yet.

use serde_json::json;

use super::pod_answers::{N1, ask, text};

/// A pod whose kubelet has its node without `startTime`: the scheduler placed it, so its node is no requirement.
#[test]
fn pods_that_wait_for_their_kubelet() {
    let waits =
        |name, reason| format!("{{name: {name}, state: {{waiting: {{reason: {reason}}}}}}}");
    let pod = format!(
        "kind: Pod, metadata: {{name: in, namespace: a}}, spec: {{nodeName: n1, containers: [{{name: c}}]}}, status: \
         {{phase: Pending, conditions: [{{type: PodScheduled, status: 'True'}}], initContainerStatuses: [{}, {}], \
         containerStatuses: [{}]}}",
        waits("i", "PodInitializing"),
        waits("j", "ImagePullBackOff"),
        waits("c", "ContainerCreating"),
    );
    let text = text(&[N1, ("n2", "", "")], &[&pod]);
    let scores = ask(&text, &json!({"scoreNodes": {"pod": "a/in"}}));
    let fits = scores["rows"].as_array().map(Vec::len);
    assert_eq!(fits, Some(2));

    assert_eq!(scores["misfits"], json!([]));
    let pods = ask(&text, &json!({"pods": {}}));
    let waiting = json!({"container": "j", "reason": "ImagePullBackOff"});
    assert_eq!(pods["pods"][0]["waiting"], waiting);
    assert_eq!(pods["waiting"], 1);
    assert_eq!(pods["waitingPods"][0]["waiting"], waiting);
}
