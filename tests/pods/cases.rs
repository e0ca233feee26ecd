//! What integers do to scores, computed by hand.

use schedscope::{pods::score::times, scenario::Scenario};
use serde_json::{Value, json};

use reference::answers::{ask, difference, text};

fn pod(name: &str, limit: &str, node: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"namespace": "x", "name": name, "uid": name},
        "spec": {"nodeName": node, "containers": [
            {"name": "c", "resources": {"requests": {"cpu": "0"}, "limits": {"cpu": limit}}},
        ]},
        "status": {"phase": if node.is_null() { "Pending" } else { "Running" }},
    })
}

/// The limit-aware score of a node of 8 cpus, by the limits on it and of the pod.
#[track_caller]
fn check(allocatable: &str, existing: &str, own: &str, score: Option<i64>, exact: f64) {
    let objects = [
        json!({
            "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
            "status": {"allocatable": {"cpu": allocatable, "pods": "9"}},
        }),
        pod("there", existing, &json!("n")),
        pod("in", own, &Value::Null),
    ];
    let resources = json!([{"name": "cpu", "weight": 1}]);
    let question = json!({"scoreNodes": {"pod": "x/in", "resources": resources}});
    let found = ask(&mut Scenario::new(&text(&objects)), &question);
    let row = json!({
        "resources": [{"score": score}], "raw": [score.unwrap_or(0)], "exact": exact,
    });
    let mut row_found = found["rows"][0].clone();
    row_found["raw"].as_array_mut().expect("scores").truncate(1);
    assert_eq!(difference("", &row, &row_found), None, "{found:#}");
}

#[test]
fn products_saturate() {
    for (a, b, product) in [
        (3, -4, -12),
        (1 << 31, 1 << 31, 1 << 62),
        (1 << 32, 1 << 31, i64::MAX),
        (1 << 40, 1 << 40, i64::MAX),
        (-(1 << 40), 1 << 40, i64::MIN),
        (i64::MIN, 1, i64::MIN),
    ] {
        assert_eq!(times(a, b), product, "{a} * {b}");
    }
}

#[test]
fn scores_are_cut_toward_zero() {
    check("8", "5", "4", Some(-12), -12.5);
    check("8", "3", "4", Some(12), 12.5);
    check("8", "8", "0", Some(0), 0.0);
    check("3", "3", "10m", Some(0), -1.0 / 3.0);
    check("3", "3", "1", Some(-33), -100.0 / 3.0);
    // Of nothing there is no share.
    check("0", "1", "1", None, 0.0);
}

/// A pod that asks for cpu as a whole: its container without a memory request adds no 200Mi, as memory is asked for.
#[test]
fn a_pod_that_asks_as_a_whole_counts_what_it_names() {
    let asks = |cpu: Value| {
        let containers = json!([
            {"name": "a", "resources": {"requests": {"memory": "1Gi"}}}, {"name": "b", "resources": {}},
        ]);
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "x", "name": "there", "uid": "there"},
            "spec": {"nodeName": "n", "containers": containers, "resources": {"requests": cpu}},
            "status": {"phase": "Running"},
        })
    };
    let node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "8", "memory": "8Gi", "pods": "9"}},
    });
    let silent = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "x", "name": "in", "uid": "in"},
        "spec": {"containers": [{"name": "c"}]},
    });
    // 1Gi and 200Mi of 8Gi are asked for; without the request as a whole 1Gi and 400Mi.
    for (cpu, score) in [(json!({"cpu": "1"}), 85), (json!({}), 82)] {
        let objects = [node.clone(), asks(cpu), silent.clone()];
        let question = json!({"scoreNodes": {
            "pod": "x/in", "resources": [{"name": "memory", "weight": 1}], "scorers": ["LeastAllocated"],
        }});
        let found = ask(&mut Scenario::new(&text(&objects)), &question);
        assert_eq!(found["rows"][0]["raw"], json!([score]), "{found:#}");
    }
}

/// A best-effort pod has no limit, and counts as the whole node: the total and a note say so.
#[test]
fn best_effort_pods_on_the_nodes_are_told() {
    let mut free = pod("free", "1", &json!("n"));
    free["spec"]["containers"] = json!([{"name": "c"}]);
    let node = json!({
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "8", "pods": "9"}},
    });
    let mut scenario = Scenario::new(&text(&[node, free, pod("in", "1", &Value::Null)]));
    let limits = ask(&mut scenario, &json!({"nodes": {}}));
    assert_eq!(limits["bestEffort"], 1);
    assert_eq!(limits["total"][0]["limits"], 8000);
    for counts in ["allocatable", "nothing"] {
        let question = json!({"scoreNodes": {"pod": "x/in", "bestEffort": counts}});
        let notes = &ask(&mut scenario, &question)["notes"];
        let told = json!({"code": "best-effort-pods", "pods": 1, "counts": counts});
        assert!(
            notes.as_array().is_some_and(|notes| notes.contains(&told)),
            "{notes}"
        );
    }
}
