//! A pod that is wanted on one node, pods that go by themselves, and smaller requests with larger bounds.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change::after;
use reference::{
    answers::{ask, text},
    pods::items,
};

fn node(name: &str, more: &Value) -> Value {
    let mut node = json!({
        "apiVersion": "v1", "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "spec": {},
        "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "9", "example.com/gpu": "4"}},
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        node["spec"][key] = value.clone();
    }
    node
}

fn pod(name: &str, requests: &Value, spec: &Value) -> Value {
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "a", "name": name, "uid": name},
        "spec": {"priority": 0, "containers": [{"name": "c", "resources": {"requests": requests, "limits": requests}}]},
        "status": {"phase": "Pending"},
    });
    for (key, value) in spec.as_object().into_iter().flatten() {
        pod["spec"][key] = value.clone();
        if key == "nodeName" {
            pod["status"]["phase"] = json!("Running");
        }
    }
    pod
}

/// The changes by which the pod is on a node, or gets one: the paths of their edits, and that each leads there.
fn changes(objects: &[Value], want: &Value) -> Vec<Vec<String>> {
    let source = text(objects);
    let mut wanted = want.clone();
    wanted["pod"] = json!("a/asked");
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": wanted}});
    let answer = ask(&mut Scenario::new(&source), &question);
    let found = items(&answer["changes"]).map(|change| {
        let edited = text(&after(&source, change));
        let cycle = ask(
            &mut Scenario::new(&edited),
            &json!({"simulatePod": {"pod": "a/asked"}}),
        );
        assert!(cycle["node"].is_string(), "{change:#} {edited}");
        if want.get("on").is_some() {
            assert_eq!(cycle["node"], want["on"], "{change:#} {edited}");
        }
        let paths = items(&change["edits"]).map(|edit| {
            let kind = edit["object"]["kind"].as_str().unwrap_or_default();
            format!("{kind} {}", edit["path"].as_str().unwrap_or_default())
        });
        paths.collect()
    });
    found.collect()
}

const HOSTNAME: &str = "Pod spec.nodeSelector[kubernetes.io/hostname]";

fn has(changes: &[Vec<String>], edits: &[&str]) -> bool {
    changes.iter().any(|change| change == edits)
}

/// Where another node scores higher, the pod has to ask for this one.
#[test]
fn a_node_that_scores_lower_is_asked_for() {
    let busy = pod("busy", &json!({"cpu": "2"}), &json!({"nodeName": "n2"}));
    let asked = pod("asked", &json!({"cpu": "1"}), &json!({}));
    let objects = [
        node("n1", &json!({})),
        node("n2", &json!({})),
        busy.clone(),
        asked,
    ];
    let found = changes(&objects, &json!({"on": "n2"}));
    assert!(has(&found, &[HOSTNAME]), "{found:?}");
    // With a taint it has to tolerate that, too; or with a cordon to have it taken away.
    let asked = pod("asked", &json!({"cpu": "1"}), &json!({}));
    let tainted = json!({"taints": [{"key": "gpu", "effect": "NoSchedule"}]});
    let objects = [
        node("n1", &json!({})),
        node("n2", &tainted),
        busy.clone(),
        asked.clone(),
    ];
    let found = changes(&objects, &json!({"on": "n2"}));
    assert!(
        has(&found, &["Pod spec.tolerations[0]", HOSTNAME]),
        "{found:?}"
    );
    let cordoned = json!({"unschedulable": true});
    let objects = [node("n1", &json!({})), node("n2", &cordoned), busy, asked];
    let found = changes(&objects, &json!({"on": "n2"}));
    assert!(
        found
            .iter()
            .any(|change| change.contains(&HOSTNAME.to_owned())
                && change.contains(&"Node spec.unschedulable".to_owned())),
        "{found:?}"
    );
}

/// A terminating pod goes without an edit.
#[test]
fn who_is_terminating_goes_by_itself() {
    let mut holder = pod("holder", &json!({"cpu": "3"}), &json!({"nodeName": "n1"}));
    holder["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    let mut other = pod("other", &json!({"cpu": "1"}), &json!({"nodeName": "n1"}));
    other["metadata"]["deletionTimestamp"] = Value::Null;
    let asked = pod("asked", &json!({"cpu": "2"}), &json!({}));
    let objects = [node("n1", &json!({})), holder, other, asked];
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["release"],
        "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(&objects)), &question);
    let told = items(&answer["changes"]).map(|change| {
        let removed = &change["edits"][0]["object"]["name"];
        json!([removed, change["terminating"]])
    });
    let told: Vec<Value> = told.collect();
    assert_eq!(told, [json!(["holder", ["a/holder"]])]);
}

/// Who takes the room of a terminating pod evicts nobody.
#[test]
fn a_terminating_pod_is_not_evicted() {
    let mut holder = pod("holder", &json!({"cpu": "3"}), &json!({"nodeName": "n1"}));
    let asked = pod("asked", &json!({"cpu": "2"}), &json!({"priority": 9}));
    let answer = |holder: &Value| {
        let objects = [node("n1", &json!({})), holder.clone(), asked.clone()];
        let want = json!({"pod": "a/asked", "evictsNobody": true});
        let question =
            json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["node"], "want": want}});
        let mut scenario = Scenario::new(&text(&objects));
        let nobody = ask(&mut scenario, &question);
        let sweep = ask(
            &mut scenario,
            &json!({"sweep": {"pod": "a/asked", "priority": true}}),
        );
        let cycle = items(&sweep["intervals"]).last().expect("one")["cycle"].clone();
        json!([
            nobody["met"],
            cycle["victims"],
            cycle["terminating"],
            cycle["bare"]
        ])
    };
    assert_eq!(
        answer(&holder),
        json!([false, ["a/holder"], null, ["a/holder"]])
    );
    holder["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    assert_eq!(
        answer(&holder),
        json!([true, ["a/holder"], ["a/holder"], []])
    );
}

/// Every answer with the victims of a cycle tells which of them are terminating already.
#[test]
fn every_answer_tells_terminating_victims() {
    let holder = |name: &str, deleted: Value| {
        let mut holder = pod(name, &json!({"cpu": "1500m"}), &json!({"nodeName": "n1"}));
        holder["metadata"]["deletionTimestamp"] = deleted;
        holder
    };
    let nominated = json!({"nominatedNodeName": "n2"});
    let mut asked = pod("asked", &json!({"cpu": "3"}), &json!({"priority": 9}));
    let answer = |asked: &Value, question: &Value| {
        let objects = [
            node("n1", &json!({})),
            node("n2", &json!({"unschedulable": true})),
            holder("going", json!("2026-01-01T00:00:00Z")),
            holder("other", Value::Null),
            asked.clone(),
        ];
        ask(&mut Scenario::new(&text(&objects)), question)
    };
    let victims = json!(["a/other", "a/going"]);
    let cycle = answer(&asked, &json!({"simulatePod": {"pod": "a/asked"}}));
    assert_eq!(
        json!([cycle["victims"], cycle["terminating"]]),
        json!([victims, ["a/going"]])
    );
    assert_eq!(
        cycle["nodes"][0]["dryRun"]["terminating"],
        json!(["a/going"])
    );
    let queue = answer(&asked, &json!({"queue": {}}));
    let step = &queue["steps"][0];
    assert_eq!(
        json!([
            step["victims"],
            step["terminatingVictims"],
            step["terminating"]
        ]),
        json!([victims, ["a/going"], null])
    );
    asked["status"] = nominated;
    let recorded = answer(&asked, &json!({"compareRecorded": {}}));
    let row = &recorded["nominations"][0];
    assert_eq!(
        json!([row["victims"], row["terminating"]]),
        json!([victims, ["a/going"]])
    );
}

/// A quota that is exceeded already, and a pod that no node has room for: both its request and the max have to change.
fn world(asked: Value, resource: &str, [max, used]: [&str; 2]) -> Vec<Value> {
    vec![
        node("n1", &json!({})),
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": "a", "name": "quota"},
            "spec": {"min": {resource: max}, "max": {resource: max}},
        }),
        json!({
            "apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"namespace": "b", "name": "quota"},
            "spec": {"min": {resource: "99"}, "max": {resource: "99"}},
        }),
        pod(
            "used",
            &json!({resource: used}),
            &json!({"nodeName": "n1", "priority": 9}),
        ),
        asked,
    ]
}

#[test]
fn requests_of_extended_resources_shrink_with_a_larger_bound() {
    let gpu = "example.com/gpu";
    let mut asked = pod("asked", &json!({gpu: "3"}), &json!({}));
    asked["spec"]["preemptionPolicy"] = json!("Never");
    let found = changes(&world(asked, gpu, ["1", "2"]), &json!({"admitted": true}));
    let resources = |list: &str| format!("Pod spec.containers[0].resources.{list}[{gpu}]");
    let edits = [
        resources("requests"),
        resources("limits"),
        format!("ElasticQuota spec.max[{gpu}]"),
    ];
    let mut found = found.into_iter();
    assert!(found.any(|change| change == edits));
}

#[test]
fn requests_of_init_containers_shrink_with_a_larger_bound() {
    let mut asked = pod("asked", &json!({"cpu": "1"}), &json!({}));
    asked["spec"]["preemptionPolicy"] = json!("Never");
    asked["spec"]["initContainers"] =
        json!([{"name": "i", "resources": {"requests": {"cpu": "3"}}}]);
    let objects = world(asked, "cpu", ["1", "2"]);
    let found = changes(&objects, &json!({"admitted": true}));
    let edits = [
        "Pod spec.initContainers[0].resources.requests.cpu",
        "ElasticQuota spec.max.cpu",
    ];
    assert!(has(&found, &edits), "{found:?}");
    // The bound grows by what the pod is charged then, no more.
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(&objects)), &question);
    let pair = items(&answer["changes"]).find(|change| change["cost"]["edits"] == 2);
    let amounts = items(&pair.expect("a pair")["edits"]).map(|edit| edit["to"].clone());
    let amounts: Vec<i64> = amounts.filter_map(|amount| amount.as_i64()).collect();
    let [request, max] = amounts[..] else {
        panic!("{amounts:?}");
    };
    assert!((1000..=2000).contains(&request), "{amounts:?}");
    assert_eq!(max, 2000 + request, "{amounts:?}");
}
