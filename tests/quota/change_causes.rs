//! Changes that would not help, or that a person would not make: gates, the pod's own siblings.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::change_anew::{node, pod};

/// The changes after which the pod `a/asked` gets a node.
fn changes(objects: &[Value]) -> Vec<Value> {
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&text(objects)), &question);
    assert_eq!(answer["met"], false, "{answer}");
    items(&answer["changes"]).cloned().collect()
}

fn has(changes: &[Value], family: &str) -> bool {
    let mut edits = changes.iter().flat_map(|change| items(&change["edits"]));
    edits.any(|edit| edit["family"] == family)
}

#[test]
fn a_gate_is_taken_away() {
    let mut asked = pod("asked", 1, None, None);
    asked["spec"]["schedulingGates"] =
        json!([{"name": "example.com/a"}, {"name": "example.com/b"}]);
    let found = changes(&[node("n1", 4), asked.clone()]);
    let edit = &found[0]["edits"][0];
    assert_eq!(edit["path"], "spec.schedulingGates");
    assert_eq!(
        edit["old"],
        json!([{"name": "example.com/a"}, {"name": "example.com/b"}])
    );
    assert_eq!(edit["new"], Value::Null);
    assert_eq!(edit["writable"], true);
    assert_eq!(found[0]["cycle"]["node"], "n1");
    // The edited text has no gate any more.
    let mut written = text(&[node("n1", 4), asked]);
    let mut edits: Vec<&Value> = items(&edit["textEdits"]).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    for edit in edits {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        written.replace_range(
            at("from")..at("to"),
            edit["insert"].as_str().expect("a text"),
        );
    }
    assert!(!written.contains("example.com"), "{written}");
}

#[test]
fn a_priority_that_evicts_siblings_is_no_help() {
    let world = |owner: &str| {
        let running = pod("other", 4, Some("n1"), Some(owner));
        changes(&[node("n1", 4), running, pod("asked", 4, None, Some("web"))])
    };
    assert!(has(&world("db"), "priority"));
    let of_siblings = world("web");
    assert!(
        !of_siblings.is_empty() && !has(&of_siblings, "priority"),
        "{of_siblings:#?}"
    );
}

/// A `DaemonSet` makes a pod for one node: there is no point in another.
#[test]
fn the_node_of_a_daemon_is_kept() {
    let world = |kind: &str| {
        let mut asked = pod("asked", 2, None, Some("agent"));
        asked["metadata"]["ownerReferences"][0]["kind"] = json!(kind);
        asked["spec"]["affinity"] = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
            {"nodeSelectorTerms": [{"matchFields":
                [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}});
        let running = pod("other", 4, Some("n1"), Some("web"));
        changes(&[node("n1", 4), node("n2", 4), running, asked])
    };
    assert!(has(&world("Custom"), "predicate"));
    let of_daemon = world("DaemonSet");
    assert!(
        !of_daemon.is_empty() && !has(&of_daemon, "predicate"),
        "{of_daemon:#?}"
    );
}

/// Smaller requests are those of the container that asks for most: an init container, or a sidecar beside it.
#[test]
fn requests_of_init_containers() {
    let container = |name: &str, cpu: &str, is_sidecar: bool| {
        let mut one = json!({"name": name, "resources": {"requests": {"cpu": cpu}}});
        if is_sidecar {
            one["restartPolicy"] = json!("Always");
        }
        one
    };
    let requests = |free: u32, init: &[Value]| {
        let mut asked = pod("asked", 1, None, None);
        asked["spec"]["initContainers"] = json!(init);
        let found = changes(&[node("n1", free), asked]);
        let edits = found.iter().flat_map(|change| items(&change["edits"]));
        let edits = edits.filter(|edit| edit["family"] == "request");
        let edits = edits.map(|edit| format!("{} {}", edit["path"], edit["new"]).replace('"', ""));
        edits.collect::<Vec<_>>()[0].clone()
    };
    assert_eq!(
        requests(
            2,
            &[container("a", "500m", false), container("b", "3", false)]
        ),
        "spec.initContainers[1].resources.requests.cpu 2"
    );
    // Beside the sidecar, the init container behind it needs 3 CPUs, and the container 2.
    assert_eq!(
        requests(2, &[container("s", "1", true), container("b", "2", false)]),
        "spec.initContainers[1].resources.requests.cpu 1"
    );
    // The sidecar runs beside the container.
    assert_eq!(
        requests(3, &[container("s", "2500m", true)]),
        "spec.initContainers[0].resources.requests.cpu 2"
    );
}

/// Which label a `nodeSelector` asks for in vain, and one that differs in case.
#[test]
fn the_label_that_a_node_selector_asks_for() {
    let mut asked = pod("asked", 1, None, None);
    asked["spec"]["nodeSelector"] = json!({"disktype": "ssd"});
    let mut labelled = node("n1", 4);
    labelled["metadata"]["labels"] = json!({"diskType": "ssd", "zone": "a"});
    let mut other = node("n2", 4);
    other["metadata"]["labels"] = json!({"disktype": "hdd"});
    let objects = [labelled, other, asked];
    let question = json!({"simulatePod": {"pod": "a/asked"}});
    let answer = ask(&mut Scenario::new(&text(&objects)), &question);
    let found: Vec<Value> = items(&answer["nodes"])
        .map(|node| node["misfit"]["selector"].clone())
        .collect();
    assert_eq!(
        found,
        [
            json!({"key": "disktype", "wanted": "ssd", "found": null, "near": "diskType"}),
            json!({"key": "disktype", "wanted": "ssd", "found": "hdd", "near": null})
        ]
    );
}

/// A node that is not ready runs no pod, whatever the pod tolerates.
#[test]
fn a_node_that_is_not_ready_is_no_help() {
    let world = |key: &str| {
        let mut tainted = node("n2", 4);
        tainted["spec"] = json!({"taints": [{"key": key, "effect": "NoSchedule"}]});
        let running = pod("other", 4, Some("n1"), Some("web"));
        changes(&[node("n1", 4), tainted, running, pod("asked", 2, None, None)])
    };
    assert!(has(&world("example.com/gpu"), "toleration"));
    let of_state = world("node.kubernetes.io/not-ready");
    assert!(
        !of_state.is_empty() && !has(&of_state, "toleration"),
        "{of_state:#?}"
    );
}
