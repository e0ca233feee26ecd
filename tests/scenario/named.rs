//! Objects by a name, as people type it, and the pods of a workload.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: web}
status: {allocatable: {cpu: 9, memory: 8Gi, pods: 9}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}
---
apiVersion: v1
kind: Pod
metadata:
  name: web-7d9f8-x2x4z
  namespace: shop
  labels: {app: web, pod-template-hash: 7d9f8}
  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-7d9f8, uid: u, controller: true}]
spec: {containers: [{name: c}], nodeName: web}
status: {phase: Running}
---
apiVersion: v1
kind: Pod
metadata: {name: cache, namespace: shop}
spec: {containers: [{name: c}]}
---
apiVersion: v1
kind: Pod
metadata: {name: cache, namespace: pod}
spec: {containers: [{name: c}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: backup-29000000, namespace: shop}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: backup-29000001, namespace: shop}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: prod-3}
spec: {hubAcceptsClient: true}
";

fn ask(question: &Value) -> Value {
    let answer = Scenario::new(TEXT).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

#[test]
fn a_name_means_the_objects_that_kubectl_would_mean() {
    let cases: &[(&str, Value, &[&str])] = &[
        ("web", Value::Null, &["Node//web", "Deployment/shop/web"]),
        ("deploy/web", Value::Null, &["Deployment/shop/web"]),
        ("Deployment/shop/web", Value::Null, &["Deployment/shop/web"]),
        ("deployment.apps/web", Value::Null, &["Deployment/shop/web"]),
        (
            "deployments.v1.apps/shop/web",
            Value::Null,
            &["Deployment/shop/web"],
        ),
        ("deployment.batch/web", Value::Null, &[]),
        ("deployment.v2.apps/web", Value::Null, &[]),
        ("no.v1/web", Value::Null, &["Node//web"]),
        ("cj/backup", Value::Null, &["Job/shop/backup-29000001"]),
        (
            "cronjobs.batch/backup",
            Value::Null,
            &["Job/shop/backup-29000001"],
        ),
        ("backup", Value::Null, &["Job/shop/backup-29000001"]),
        ("shop/backup", Value::Null, &["Job/shop/backup-29000001"]),
        ("deployments/web", json!("other"), &[]),
        ("web", json!("other"), &["Node//web"]),
        ("shop/web-1", Value::Null, &["Pod/shop/web-1"]),
        ("cache", Value::Null, &["Pod/shop/cache", "Pod/pod/cache"]),
        ("cache", json!("pod"), &["Pod/pod/cache"]),
        // A kind with a name comes before a namespace with a name.
        (
            "pod/cache",
            Value::Null,
            &["Pod/shop/cache", "Pod/pod/cache"],
        ),
        ("mcl/prod-3", json!("shop"), &["ManagedCluster//prod-3"]),
        ("po/shop/prod-3", Value::Null, &[]),
        ("a/b/c/d", Value::Null, &[]),
    ];
    for (name, namespace, expected) in cases {
        let answer = ask(&json!({"find": {"name": name, "namespace": namespace}}));
        assert_eq!(listed(&answer["objects"]), *expected, "{name}");
        let lines = TEXT.lines().collect::<Vec<_>>();
        for object in answer["objects"].as_array().expect("objects") {
            let line = object["range"]["start"]["line"].as_u64().expect("a line") as usize;
            assert!(
                lines[line - 1].starts_with("apiVersion"),
                "{name}: line {line}"
            );
        }
    }
}

#[test]
fn a_name_of_nothing_leads_to_similar_names() {
    let cases: &[(&str, &[&str])] = &[
        ("prod-4", &["ManagedCluster//prod-3"]),
        ("web-7d9f8", &["Pod/shop/web-7d9f8-x2x4z"]),
        ("po/cahce", &["Pod/shop/cache", "Pod/pod/cache"]),
        ("wbe", &["Node//web", "Deployment/shop/web"]),
        // Of another namespace, or another kind.
        (
            "other/web",
            &[
                "Node//web",
                "Deployment/shop/web",
                "Pod/shop/web-7d9f8-x2x4z",
            ],
        ),
        ("sts/web-7d9f8", &["Pod/shop/web-7d9f8-x2x4z"]),
        ("cache", &[]),
    ];
    for (name, expected) in cases {
        let answer = ask(&json!({"find": {"name": name}}));
        assert_eq!(listed(&answer["near"]), *expected, "{name}");
    }
}

fn listed(objects: &Value) -> Vec<String> {
    let text = |object: &Value, key: &str| object[key].as_str().expect("a text").to_owned();
    let objects = objects.as_array().expect("a list").iter();
    objects
        .map(|one| {
            ["kind", "namespace", "name"]
                .map(|key| text(one, key))
                .join("/")
        })
        .collect()
}

#[test]
fn a_workload_has_the_pods_of_its_replica_sets_and_those_it_has_yet_to_create() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "Deployment",
            "web",
            &["shop/web-7d9f8-x2x4z", "shop/web-0", "shop/web-1"],
        ),
        ("ReplicaSet", "web-7d9f8", &["shop/web-7d9f8-x2x4z"]),
        ("Deployment", "cache", &[]),
    ];
    for (kind, name, expected) in cases {
        let workload = json!({"kind": kind, "namespace": "shop", "name": name});
        let answer = ask(&json!({"pods": {"workload": workload}}));
        let pods = answer["pods"].as_array().expect("pods").iter();
        let pods: Vec<&str> = pods
            .map(|pod| pod["pod"].as_str().expect("a name"))
            .collect();
        assert_eq!(pods, *expected, "{kind} {name}");
        assert_eq!(answer["found"], expected.len());
    }
}

#[test]
fn pods_and_nodes_are_found_by_labels() {
    let object = |kind: &str, name: &str, labels: &str| {
        format!(
            "---\napiVersion: v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: a, labels: {{{labels}}}}}\n\
             spec: {{containers: [{{name: c}}]}}\n"
        )
    };
    let text = [
        object("Node", "n1", "zone: a"),
        object("Node", "n2", "zone: b"),
        object("Node", "n3", ""),
        object("Pod", "web", "app: web, tier: front"),
        object("Pod", "job", "app: job"),
    ];
    let mut scenario = Scenario::new(&text.concat());
    let mut ask = |question: &str, labels: &str| -> Result<Value, String> {
        let asked = json!({question: {"labels": labels, "limit": 1, "offset": 0}});
        let answer = scenario.ask(&asked.to_string());
        let answer = answer.map_err(|error| error.to_string())?;
        Ok(reference::answers::read(&answer))
    };
    for (labels, found, first) in [
        ("app=web", 1, json!("a/web")),
        ("app in (web, job),tier!=front", 1, json!("a/job")),
        ("app", 2, json!("a/web")),
        ("!app", 0, json!(null)),
    ] {
        let answer = ask("pods", labels).expect("an answer");
        assert_eq!(
            (&answer["found"], &answer["pods"][0]["pod"]),
            (&json!(found), &first),
            "{labels}"
        );
        assert_eq!(answer["all"], json!(2));
    }
    for (labels, found, first) in [
        ("zone=b", 1, json!("n2")),
        ("zone", 2, json!("n1")),
        ("!zone", 1, json!("n3")),
    ] {
        let answer = ask("nodes", labels).expect("an answer");
        assert_eq!(
            (&answer["found"], &answer["nodes"][0]["name"]),
            (&json!(found), &first),
            "{labels}"
        );
        assert_eq!(answer["all"], json!(3));
    }
    let refused = ask("pods", "app in web)").expect_err("an error");
    assert_eq!(
        refused,
        "pods.labels: `app in web)` is not a requirement of a label selector"
    );
}
