//! What is not looked at, for each answer.

use schedscope::scenario::Scenario;

const TEXT: &str = "\
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110, attachable-volumes-csi-ebs: 25}}
---
apiVersion: v1
kind: Pod
metadata: {name: plain, namespace: a, uid: u1}
spec: {containers: [{name: c}]}
---
apiVersion: v1
kind: Pod
metadata: {name: db, namespace: a, uid: u2}
spec:
  volumes:
  - {name: x, persistentVolumeClaim: {claimName: x}}
  - {name: y, persistentVolumeClaim: {claimName: y}}
  containers: [{name: c}]
---
apiVersion: v1
kind: Pod
metadata: {name: old, namespace: a, uid: u3}
spec:
  nodeName: n1
  resourceClaims: [{name: gpu}]
  containers: [{name: c}]
---
apiVersion: v1
kind: Pod
metadata: {name: new, namespace: b}
spec: {containers: [{name: c}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web, namespace: b}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      volumes: [{name: z, persistentVolumeClaim: {claimName: z}}]
      containers: [{name: c}]
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: b}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: a}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: x, namespace: a}
";

/// One line a row: the reason, whose it is, how many objects, the first one and its path, the others.
fn rows(question: &str, options: &str) -> Vec<String> {
    let mut scenario = Scenario::new(TEXT);
    let answer = scenario
        .ask(&format!("{{\"{question}\": {options}}}"))
        .expect("an answer");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let list = if answer.is_array() {
        &answer
    } else {
        &answer["notLookedAt"]
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let name = |object: &serde_json::Value| {
        format!("{}/{}", text(&object["namespace"]), text(&object["name"]))
    };
    let rows = list.as_array().expect("a list").iter().map(|row| {
        let more: Vec<String> = row["more"]
            .as_array()
            .into_iter()
            .flatten()
            .map(name)
            .collect();
        format!(
            "{}{} {} {} {} {} {}",
            text(&row["why"]),
            if row["own"] == true { " own" } else { "" },
            row["count"],
            text(&row["object"]["kind"]),
            name(&row["object"]),
            text(&row["path"]),
            more.join(" "),
        )
        .trim_end()
        .to_owned()
    });
    rows.collect()
}

const DAEMONS: &str = "pods-not-made 1 DaemonSet a/agent";
const LIMITS: &str = "limit-range 1 LimitRange b/limits";
const NODE: &str = "volumes 1 Node /n1 status.allocatable[attachable-volumes-csi-ebs]";
const CLAIM: &str = "volumes 1 PersistentVolumeClaim a/x";

#[test]
fn a_pod_without_any_is_touched_by_what_touches_all() {
    assert_eq!(rows("simulatePod", r#"{"pod": "a/plain"}"#), [DAEMONS]);
    assert_eq!(rows("scoreNodes", r#"{"pod": "a/plain"}"#), [DAEMONS]);
    assert_eq!(
        rows("explainNode", r#"{"pod": "a/plain", "node": "n1"}"#),
        [DAEMONS]
    );
}

#[test]
fn what_stands_in_the_pod_comes_first() {
    let own = "volumes own 1 Pod a/db spec.volumes[0].persistentVolumeClaim";
    assert_eq!(
        rows("simulatePod", r#"{"pod": "a/db"}"#),
        [own, NODE, CLAIM, DAEMONS]
    );
    let own = "volumes own 1 StatefulSet b/web spec.template.spec.volumes[0].persistentVolumeClaim";
    assert_eq!(
        rows("scoreNodes", r#"{"pod": "b/web-1"}"#),
        [own, NODE, CLAIM, DAEMONS, LIMITS]
    );
}

#[test]
fn limit_ranges_touch_new_pods_of_their_namespace() {
    assert_eq!(
        rows("simulatePod", r#"{"pod": "b/new"}"#),
        [DAEMONS, LIMITS]
    );
}

#[test]
fn the_queue_has_what_touches_pending_pods() {
    let own = "volumes own 2 Pod a/db spec.volumes[0].persistentVolumeClaim b/web";
    assert_eq!(rows("queue", "{}"), [own, NODE, CLAIM, DAEMONS, LIMITS]);
}

#[test]
fn quotas_have_what_changes_use() {
    assert_eq!(rows("quotas", "{}"), [DAEMONS, LIMITS]);
}

#[test]
fn the_whole_text() {
    let pods = "volumes 2 Pod a/db spec.volumes[0].persistentVolumeClaim b/web";
    let devices = "dynamic-resources 1 Pod a/old spec.resourceClaims";
    assert_eq!(
        rows("notLookedAt", "{}"),
        [pods, devices, NODE, CLAIM, DAEMONS, LIMITS]
    );
}
