//! Selectors that select no pod, or all but the pod that has them.

use crate::findings::data_of;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const NODE: &str = "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {h: n1}}, \
                    status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}}";

/// A pod of namespace `a` with labels and fields of its spec; `spec` may name its node.
fn pod(name: &str, labels: &str, spec: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}, labels: {{{labels}}}}}, \
         spec: {{{spec}containers: [{{name: c}}]}}}}"
    )
}

/// A required term of `podAffinity` or `podAntiAffinity`.
fn term(kind: &str, more: &str) -> String {
    format!(
        "affinity: {{{kind}: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: h{more}}}]}}}}, "
    )
}

/// For each selector found: what it selects for, whether it matches other pods, and the label that was meant.
#[track_caller]
fn check(objects: &[String], expected: &Value) {
    let text = [&[NODE.to_owned()], objects].concat().join("\n---\n");
    for ask in [json!({"queue": {}}), json!({"pods": {}})] {
        let answer = Scenario::new(&text).ask(&ask.to_string());
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        let found = data_of(&answer, &["idle-selector"]).into_iter();
        let found: Vec<Value> = found
            .map(|one| json!([one["selects"], one["matchesOthers"], one["near"]["label"]]))
            .collect();
        assert_eq!(json!(found), *expected, "{ask}: {text}");
    }
}

const OTHERS: &str = ", labelSelector: {matchLabels: {app: db}}";

#[test]
fn terms_of_affinity() {
    let web = |kind: &str, more: &str| pod("in", "app: web-frontend", &term(kind, more));
    let db = pod("db", "app: db", "nodeName: n1, ");
    let twin = pod("twin", "app: web-fronted", "nodeName: n1, ");
    for (kind, code) in [
        ("podAffinity", "affinity"),
        ("podAntiAffinity", "anti-affinity"),
    ] {
        check(&[web(kind, OTHERS)], &json!([[code, false, null]]));
        check(&[web(kind, OTHERS), db.clone()], &json!([]));
        check(&[web(kind, "")], &json!([[code, false, null]]));
        check(&[web(kind, ", labelSelector: {}")], &json!([]));
        let near = ", labelSelector: {matchLabels: {app: web-fronted}}";
        let meant = json!([[code, false, "app=web-frontend"]]);
        check(&[web(kind, near)], &meant);
        let far = format!("{OTHERS}, namespaces: [b]");
        check(
            &[web(kind, &far), db.clone()],
            &json!([[code, false, null]]),
        );
        // It is about other pods by what it excludes.
        let excludes = ", labelSelector: {matchExpressions: [{key: app, operator: Exists}]}, mismatchLabelKeys: [app]";
        let new = |text: String| text.replace("uid: in, ", "");
        check(&[new(web(kind, excludes))], &json!([]));
    }
    // The label of another pod is near.
    let cache = pod("cache-0", "app: backend-cache, tier: db", "nodeName: n1, ");
    for selector in [
        "matchLabels: {app: backend-cahce}",
        "matchExpressions: [{key: app, operator: In, values: [back-end-cache]}]",
    ] {
        let written = web("podAffinity", &format!(", labelSelector: {{{selector}}}"));
        let meant = json!([["affinity", false, "app=backend-cache"]]);
        check(&[written, cache.clone()], &meant);
    }
    // Near its own label, and it is that of another pod: pods keep away from it, and not from each other.
    let near = ", labelSelector: {matchLabels: {app: web-fronted}}";
    let meant = json!([["anti-affinity", true, "app=web-frontend"]]);
    check(&[web("podAntiAffinity", near), twin.clone()], &meant);
    check(&[web("podAffinity", near), twin], &json!([]));
    let numbered = pod(
        "in",
        "app: web-1",
        &term(
            "podAntiAffinity",
            ", labelSelector: {matchLabels: {app: web-2}}",
        ),
    );
    let second = pod("second", "app: web-2", "nodeName: n1, ");
    check(&[numbered, second], &json!([]));
}

#[test]
fn the_template_of_a_workload_once_with_its_place() {
    let workload = format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: s0, namespace: a}}\nspec:\n  replicas: 3\n  \
         selector: {{matchLabels: {{app: s0}}}}\n  template:\n    metadata: {{labels: {{app: s0}}}}\n    spec: {{{}\
         containers: [{{name: c}}]}}",
        term("podAntiAffinity", OTHERS)
    );
    let answer = Scenario::new(&workload).ask(&json!({"pods": {}}).to_string());
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let found = data_of(&answer, &["idle-selector"]);
    let [found] = found.as_slice() else {
        panic!("{answer:#}")
    };
    let path = "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]\
                .labelSelector";
    assert_eq!(found["path"], path);
    assert_eq!(
        found["object"],
        json!({"kind": "StatefulSet", "namespace": "a", "name": "s0"})
    );
    assert_eq!(found["labels"], json!(["app=s0"]));
    let range = |end: &str| found["range"][end]["offset"].as_u64().expect("an offset") as usize;
    assert_eq!(
        &workload[range("start")..range("end")],
        "labelSelector: {matchLabels: {app: db}}"
    );
}

#[test]
fn pods_where_it_does_not_look() {
    let budget = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: c, uid: b, \
                  generation: 1}, spec: {maxUnavailable: 1, selector: {matchLabels: {app: db}}}}";
    let db = pod("db", "app: db", "nodeName: n1, ");
    let front =
        pod("in", "app: in", &term("podAffinity", OTHERS)).replace("namespace: a", "namespace: b");
    let found = |objects: &[&str]| {
        let text = [&[NODE], objects].concat().join("\n---\n");
        let answer = Scenario::new(&text).ask(r#"{"pods": {}}"#);
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        let found = data_of(&answer, &["idle-selector"]).into_iter();
        json!(
            found
                .map(|one| one["elsewhere"].clone())
                .collect::<Vec<_>>()
        )
    };
    assert_eq!(found(&[&front, &db]), json!(["a"]));
    assert_eq!(found(&[&front]), json!([null]));
    assert_eq!(found(&[budget, &db]), json!(["a"]));
    // The pods of its namespace may be missing.
    assert_eq!(found(&[budget]), json!([]));
}
