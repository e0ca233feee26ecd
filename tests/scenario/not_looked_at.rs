//! What is not looked at, for each answer.

use crate::findings::{data_of, not_looked_at};
use schedscope::scenario::Scenario;
use serde_json::Value;

const TEXT: &str = "\
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}
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
  resourceClaims: [{name: x}, {name: y}]
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
      resourceClaims: [{name: z}]
      containers: [{name: c}]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: a}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: x, namespace: a}
";

/// One line a row: the reason, whose it is, how many objects, the first one and its path, the others.
fn rows(question: &str, options: &str) -> Vec<String> {
    rows_of(TEXT, question, options)
}

fn rows_of(text: &str, question: &str, options: &str) -> Vec<String> {
    let mut scenario = Scenario::new(text);
    let answer = scenario
        .ask(&format!("{{\"{question}\": {options}}}"))
        .expect("an answer");
    let answer: serde_json::Value = reference::answers::read(&answer);
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let name = |object: &serde_json::Value| {
        format!("{}/{}", text(&object["namespace"]), text(&object["name"]))
    };
    let rows = not_looked_at(&answer).into_iter().map(|row| {
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
const CLAIM: &str = "dynamic-resources 1 ResourceClaim a/x";

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
    let own = "dynamic-resources own 1 Pod a/db spec.resourceClaims";
    assert_eq!(
        rows("simulatePod", r#"{"pod": "a/db"}"#),
        [own, CLAIM, DAEMONS]
    );
    let own = "dynamic-resources own 1 StatefulSet b/web spec.template.spec.resourceClaims";
    assert_eq!(
        rows("scoreNodes", r#"{"pod": "b/web-1"}"#),
        [own, CLAIM, DAEMONS]
    );
}

#[test]
fn the_queue_has_what_touches_pending_pods() {
    let own = "dynamic-resources own 2 Pod a/db spec.resourceClaims b/web";
    assert_eq!(rows("queue", "{}"), [own, CLAIM, DAEMONS]);
}

#[test]
fn quotas_have_what_changes_use() {
    assert_eq!(rows("quotas", "{}"), [DAEMONS]);
}

#[test]
fn the_whole_text() {
    let pods = "dynamic-resources 3 Pod a/db spec.resourceClaims a/old b/web";
    assert_eq!(rows("findings", "{}"), [pods, CLAIM, DAEMONS]);
}

/// What stands in a profile touches the pods of that profile.
#[test]
fn profiles_touch_their_pods() {
    let text = "\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders: [{urlPrefix: 'http://x'}]
profiles:
- plugins:
    multiPoint: {enabled: [{name: CapacityScheduling}], disabled: [{name: DefaultPreemption}]}
- schedulerName: packer
  plugins: {permit: {enabled: [{name: Coscheduling}]}}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: q, namespace: a}
spec: {min: {cpu: 1}, max: {cpu: 2}}
---
apiVersion: v1
kind: Pod
metadata: {name: plain, namespace: a, uid: u1}
spec: {containers: [{name: c}]}
---
apiVersion: v1
kind: Pod
metadata: {name: packed, namespace: a, uid: u2}
spec: {schedulerName: packer, containers: [{name: c}]}
";
    let all = "scheduler-configuration 1 KubeSchedulerConfiguration / extenders";
    let ignores = "no-capacity-scheduling 1 KubeSchedulerConfiguration /packer profiles[1]";
    let plugin = "scheduler-configuration 1 KubeSchedulerConfiguration /packer \
                  profiles[1].plugins.permit.enabled[0].name";
    let of = |question, options| rows_of(text, question, options);
    assert_eq!(of("simulatePod", r#"{"pod": "a/plain"}"#), [all]);
    assert_eq!(
        of("simulatePod", r#"{"pod": "a/packed"}"#),
        [ignores, all, plugin]
    );
    assert_eq!(of("scoreNodes", r#"{"pod": "a/packed"}"#), [all, plugin]);
    assert_eq!(of("queue", "{}"), [ignores, all, plugin]);
    assert_eq!(of("quotas", "{}"), [ignores]);
    // Plugins by their names, other settings by their fields.
    let answer = Scenario::new(text).ask(r#"{"queue": {}}"#).expect("JSON");
    let answer: Value = reference::answers::read(&answer);
    let rows = not_looked_at(&answer);
    let plugins: Vec<&Value> = rows.iter().map(|row| &row["plugin"]).collect();
    assert_eq!(
        plugins,
        [&Value::Null, &Value::Null, &Value::from("Coscheduling")]
    );
    // Without quotas nothing is ignored.
    let free = text.replace("kind: ElasticQuota", "kind: Secret");
    assert_eq!(
        rows_of(&free, "simulatePod", r#"{"pod": "a/packed"}"#),
        [all, plugin]
    );
}

/// With 250 nodes kube-scheduler looks for 48% of them, 120; the pod fits all but the cordoned ones.
#[test]
fn samples_of_nodes() {
    let text = |nodes: usize, cordoned: usize, more: &str| {
        let node = |at: usize| {
            let is_cordoned = at < cordoned;
            format!(
                "apiVersion: v1\nkind: Node\nmetadata: {{name: n{at}}}\nspec: {{unschedulable: {is_cordoned}}}\n\
                 status: {{allocatable: {{pods: 9}}}}\n---\n"
            )
        };
        let nodes: String = (0..nodes).map(node).collect();
        let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: in, namespace: a, uid: u}\n\
                   spec: {containers: [{name: c}]}\n";
        format!("{nodes}{pod}---\n{more}")
    };
    let configuration = |rest: &str| {
        format!(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n{rest}\n"
        )
    };
    let of_pod = r#"{"pod": "a/in"}"#;
    let row = |nodes| format!("node-sampling {nodes} Node /n0  /n1 /n2 /n3 /n4");
    for question in ["simulatePod", "scoreNodes"] {
        for (nodes, cordoned, more, is_said) in [
            (100, 0, String::new(), false),
            (101, 0, String::new(), true),
            (101, 1, String::new(), false),
            (250, 130, String::new(), false),
            (250, 129, String::new(), true),
            (
                250,
                0,
                configuration("percentageOfNodesToScore: 100"),
                false,
            ),
            (
                250,
                130,
                configuration("percentageOfNodesToScore: 40"),
                true,
            ),
            // What the profile says counts.
            (
                250,
                130,
                configuration(
                    "percentageOfNodesToScore: 40\nprofiles: [{percentageOfNodesToScore: 0}]",
                ),
                false,
            ),
            // That is another scheduler.
            (
                250,
                0,
                configuration("percentageOfNodesToScore: 100\nprofiles: [{schedulerName: packer}]"),
                true,
            ),
        ] {
            let expected: Vec<String> = is_said.then(|| row(nodes)).into_iter().collect();
            assert_eq!(
                rows_of(&text(nodes, cordoned, &more), question, of_pod),
                expected,
                "{question} {nodes} {cordoned} {more}"
            );
        }
    }
    let all = text(101, 0, "");
    assert_eq!(rows_of(&all, "queue", "{}"), [row(101)]);
    assert_eq!(rows_of(&all, "findings", "{}"), [row(101)]);
    let node = r#"{"pod": "a/in", "node": "n1"}"#;
    assert_eq!(rows_of(&all, "explainNode", node), [""; 0]);
    let whole = text(101, 0, &configuration("percentageOfNodesToScore: 100"));
    assert_eq!(rows_of(&whole, "queue", "{}"), [""; 0]);
    assert_eq!(rows_of(&whole, "findings", "{}"), [""; 0]);
}

/// What the API server does to new pods of a namespace, and what counts those of several.
#[test]
fn namespaces_touch_their_new_pods() {
    let text = TEXT.to_owned()
        + "---\napiVersion: v1\nkind: Namespace\n\
           metadata: {name: b, annotations: {openshift.io/node-selector: disk=ssd}}\n\
           ---\napiVersion: quota.openshift.io/v1\nkind: ClusterResourceQuota\nmetadata: {name: all}\n";
    let selector =
        "namespace-admission 1 Namespace /b metadata.annotations[openshift.io/node-selector]";
    let quota = "cluster-resource-quota 1 ClusterResourceQuota /all";
    assert_eq!(
        rows_of(&text, "simulatePod", r#"{"pod": "b/new"}"#),
        [selector, quota, DAEMONS]
    );
    // What changes the pods themselves comes before their answer.
    let answer = Scenario::new(&text).ask(r#"{"simulatePod": {"pod": "b/new"}}"#);
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let first = data_of(&answer, &["not-modelled"]);
    let first: Vec<&Value> = first.iter().map(|row| &row["why"]).collect();
    assert_eq!(first, ["namespace-admission", "cluster-resource-quota"]);
    // Those of others are not touched, nor those that are stored.
    assert_eq!(
        rows_of(&text, "simulatePod", r#"{"pod": "a/plain"}"#),
        [DAEMONS]
    );
    assert_eq!(rows_of(&text, "quotas", "{}"), [DAEMONS]);
}

/// An in-tree volume counts against the limit of a CSI driver, which is not modelled.
#[test]
fn volumes_that_kubernetes_translates_come_before_answers_about_pods_with_claims() {
    let volume = |source: &str| {
        format!(
            "apiVersion: v1\nkind: Node\nmetadata: {{name: n1}}\n\
             status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 110}}}}\n---\n\
             apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: v}}\n\
             spec: {{capacity: {{storage: 1Gi}}, accessModes: [ReadWriteOnce], claimRef: {{namespace: a, name: c, \
             uid: u}}, {source}}}\n---\n\
             apiVersion: v1\nkind: PersistentVolumeClaim\n\
             metadata: {{name: c, namespace: a, uid: u, annotations: {{pv.kubernetes.io/bind-completed: 'yes'}}}}\n\
             spec: {{volumeName: v, accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}}}\n---\n\
             apiVersion: v1\nkind: Pod\nmetadata: {{name: with, namespace: a}}\n\
             spec: {{containers: [{{name: c}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: c}}}}]}}\n\
             ---\n\
             apiVersion: v1\nkind: Pod\nmetadata: {{name: without, namespace: a}}\n\
             spec: {{containers: [{{name: c}}]}}\n"
        )
    };
    let found = |source: &str, pod: &str| {
        let question = format!(r#"{{"simulatePod": {{"pod": "a/{pod}"}}}}"#);
        let answer = Scenario::new(&volume(source)).ask(&question);
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        let findings = answer["findings"].as_array().expect("findings").iter();
        let found = findings.filter(|one| one["data"]["object"]["kind"] == "PersistentVolume");
        let places = found.map(|one| format!("{} {}", one["at"], one["data"]["path"]));
        places.collect::<Vec<_>>().join(", ")
    };
    let disk = "awsElasticBlockStore: {volumeID: d}";
    assert_eq!(
        found(disk, "with"),
        r#""before" "spec.awsElasticBlockStore""#
    );
    assert_eq!(found(disk, "without"), "");
    assert_eq!(found("csi: {driver: d, volumeHandle: h}", "with"), "");
}
