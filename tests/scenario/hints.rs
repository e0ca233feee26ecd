//! Hints at what has no effect: each once there and once not.

use schedscope::scenario::Scenario;
use serde_json::Value;

const CLUSTERS: &str = "
apiVersion: v1
kind: List
items:
- {apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster,
   metadata: {name: a, labels: {env: prod, zone: x}}, spec: {taints: [{key: gpu, value: v, effect: NoSelect}]},
   status: {allocatable: {cpu: 4}, capacity: {cpu: 8}}}
- {apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster,
   metadata: {name: b, labels: {env: prod, zone: x}}, status: {allocatable: {cpu: 4}, capacity: {cpu: 4}}}
- {apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster,
   metadata: {name: c, labels: {env: test, zone: y}}, status: {allocatable: {cpu: 4}, capacity: {cpu: 4}}}
";

const EXISTS: &str = "{key: gpu, operator: Exists}";

/// The hints about a placement over three clusters, one line each: the code, the path, and the data.
fn hints(spec: &str) -> Vec<String> {
    let text = format!(
        "{CLUSTERS}---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: ns}}\nspec: {spec}\n"
    );
    let mut scenario = Scenario::new(&text);
    let now = r#"{"decide": {"now": "2025-06-01T12:00:00Z"}}"#;
    scenario.ask(now).expect("a decision");
    let answer = scenario.ask(r#"{"hints": {}}"#).expect("hints");
    let answer: Value = reference::answers::read(&answer);
    let hints = answer.as_array().expect("a list").iter();
    hints
        .map(|hint| {
            let mut hint = hint.as_object().expect("an object").clone();
            let code = hint.remove("code").expect("a code");
            let path = hint.remove("path").expect("a path");
            let data: Vec<String> = hint.values().map(ToString::to_string).collect();
            let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", text(&code), text(&path), data.join(" "))
        })
        .collect()
}

#[track_caller]
fn check(spec: &str, expect: &[&str]) {
    assert_eq!(hints(spec), expect, "{spec}");
}

fn predicate(env: &str) -> String {
    format!(
        "{{requiredClusterSelector: {{labelSelector: {{matchExpressions: \
         [{{key: env, operator: In, values: {env}}}]}}}}}}"
    )
}

#[test]
fn filters_that_filter_nobody() {
    let of = |env: &str| format!("{{predicates: [{}]}}", predicate(env));
    check(
        &of("[prod, test]"),
        &["predicates-match-all spec.predicates 3 1"],
    );
    check(&of("[prod]"), &[]);
    check(
        "{tolerations: [{key: gpu, value: w}, {key: gpu, value: v}]}",
        &["toleration-unused spec.tolerations[0] 0"],
    );
    // An expired toleration matches its taint all the same.
    check(
        "{tolerations: [{key: gpu, operator: Exists, tolerationSeconds: 5}]}",
        &[],
    );
}

#[test]
fn prioritizers_that_are_the_same_for_all() {
    let of = |name: &str, rest: &str| {
        format!(
            "{{tolerations: [{EXISTS}], prioritizerPolicy: {{configurations: [{{weight: 2, \
             scoreCoordinate: {{builtIn: {name}}}}}]}}{rest}}}"
        )
    };
    let path = "spec.prioritizerPolicy.configurations[0]";
    check(
        &of("ResourceAllocatableCPU", ""),
        &[&format!(
            "same-for-all {path} 3 \"ResourceAllocatableCPU\" 100"
        )],
    );
    check(
        &of("ResourceAllocatableMemory", ""),
        &[&format!(
            "same-for-all {path} 3 \"ResourceAllocatableMemory\" null"
        )],
    );
    check(&of("ResourceRatioCPU", ""), &[]);
    // One cluster is the same as itself.
    let one = format!(", clusterSets: [], predicates: [{}]", predicate("[test]"));
    check(&of("ResourceAllocatableCPU", &one), &[]);
}

#[test]
fn more_than_there_are() {
    check(
        "{numberOfClusters: 3}",
        &["number-above-feasible spec.numberOfClusters 2 3"],
    );
    check("{numberOfClusters: 2}", &[]);
}

#[test]
fn spread_terms_without_effect() {
    let of = |number: u32, weight: i32, terms: &str| {
        format!(
            "{{numberOfClusters: {number}, tolerations: [{EXISTS}], \
             spreadPolicy: {{spreadConstraints: [{terms}]}}, prioritizerPolicy: {{configurations: \
             [{{weight: {weight}, scoreCoordinate: {{builtIn: Spread}}}}]}}}}"
        )
    };
    let term = |key: &str, skew: u32, when: &str| {
        format!(
            "{{topologyKey: {key}, topologyKeyType: Label, maxSkew: {skew}, whenUnsatisfiable: {when}}}"
        )
    };
    let (hard, soft) = ("DoNotSchedule", "ScheduleAnyway");
    let path = "spec.spreadPolicy.spreadConstraints[0]";
    let unused = format!("max-skew-unused {path}.maxSkew 2 \"zone\" 1");
    let [one, two] = [1, 2].map(|skew| term("zone", skew, hard));
    // Of two picks, the second begins with a skew of 1.
    check(&of(2, 2, &two), &[&unused]);
    check(&of(2, 2, &one), &[]);
    check(&of(3, 2, &two), &[&unused]);
    let without = format!("term-without-weight {path} \"env\"");
    let env = term("env", 1, soft);
    check(&of(2, 0, &env), &[&without]);
    check(&of(2, 1, &env), &[]);
    // The domains of a hard term lie in those of the terms before it.
    check(&of(2, 0, &format!("{env}, {one}")), &[]);
}

#[test]
fn quotas_that_no_pod_uses() {
    let quota = "apiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: a}\n\
                 spec: {min: {cpu: 1}}\n";
    let pod = |namespace: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p, namespace: {namespace}}}\n\
             spec: {{containers: [{{name: c}}]}}\n"
        )
    };
    let found = |text: &str| {
        let answer = Scenario::new(text)
            .ask(r#"{"quotas": {}}"#)
            .expect("an answer");
        let answer: Value = reference::answers::read(&answer);
        let all = answer["quotaDiagnostics"]
            .as_array()
            .expect("a list")
            .clone();
        all.iter()
            .any(|found| found["code"] == "quota-unused" && found["severity"] == "hint")
    };
    assert!(found(&format!("{quota}{}", pod("b"))));
    assert!(!found(&format!("{quota}{}", pod("a"))));
    // A text without pods says nothing about who uses what.
    assert!(!found(quota));
}
