//! Lists without items, and sets that are misspelt, beside what is missing.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::Value;

use super::missing::{SIMULATED, ask, pod, rows};

/// A list of a kind without items says that there are none; a `List` says nothing.
#[test]
fn empty_lists_say_that_there_are_none() {
    let list = |version: &str, kind: &str, items: &str| {
        format!(
            "---\napiVersion: {version}\nkind: {kind}\nitems: {items}\nmetadata: {{resourceVersion: \"7\"}}\n"
        )
    };
    let pod = pod("", "");
    let none = ["nodes Node /"];
    assert_eq!(rows(&pod, SIMULATED), none);
    for (kind, items, expect) in [
        ("List", "[]", &none[..]),
        ("PodList", "[]", &none),
        ("NodeList", "[]", &[]),
        ("NodeList", "null", &[]),
    ] {
        assert_eq!(
            rows(&format!("{pod}{}", list("v1", kind, items)), SIMULATED),
            expect,
            "{kind} {items}"
        );
    }
    let json =
        format!("{pod}---\n{{\"apiVersion\": \"v1\", \"kind\": \"NodeList\", \"items\": []}}\n");
    assert_eq!(rows(&json, SIMULATED), [""; 0]);
    // The items are on further pages.
    let page = list("v1", "NodeList", "[]").replace("resourceVersion", "continue");
    assert_eq!(rows(&format!("{pod}{page}"), SIMULATED), none);

    let version = "cluster.open-cluster-management.io/v1beta1";
    let hub = format!(
        "apiVersion: {version}\nkind: Placement\nmetadata: {{name: p, namespace: a}}\nspec: {{numberOfClusters: 1}}\n\
         ---\nkind: List\nitems:\n\
         - {{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {{name: c1}}}}\n\
         - {{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {{name: c2}}}}\n"
    );
    let decided = r#"{"decide": {"now": "2026-01-01T00:00:00Z"}}"#;
    let sets = [
        "no-sets ManagedClusterSet / assumed",
        "no-sets ManagedClusterSetBinding a/ assumed",
    ];
    let with_history = [sets[0], sets[1], "history PlacementDecision / assumed"];
    assert_eq!(rows(&hub, decided), with_history);
    let decisions = list(version, "PlacementDecisionList", "[]");
    assert_eq!(rows(&format!("{hub}{decisions}"), decided), sets);
    assert_eq!(
        rows(&format!("{hub}{}", list("v1", "List", "[]")), decided),
        with_history
    );

    // It follows edits.
    let mut scenario = Scenario::new(&format!("{pod}{}", list("v1", "PodList", "[]")));
    let missing = |scenario: &mut Scenario| {
        let answer = scenario.ask(SIMULATED).expect("an answer");
        let answer: Value = reference::answers::read(&answer);
        missing_inputs(&answer).len()
    };
    assert_eq!(missing(&mut scenario), 1);
    let at = scenario.text().find("PodList").expect("there");
    scenario.edit(at, at + 3, "Node");
    assert_eq!(missing(&mut scenario), 0);
    scenario.edit(at, at + 4, "Pod");
    assert_eq!(missing(&mut scenario), 1);
}

/// A set that placements or bindings name is compared with those of the text, and with those of every hub.
#[test]
fn sets_that_are_misspelt() {
    let near = |sets: &str, bound: &str, more: &str| {
        let version = "apiVersion: cluster.open-cluster-management.io";
        let text = format!(
            "{version}/v1beta1\nkind: Placement\nmetadata: {{name: p, namespace: a}}\nspec: {{clusterSets: [{sets}]}}\n\
             ---\n{version}/v1\nkind: ManagedCluster\nmetadata: {{name: c1}}\n\
             ---\n{version}/v1beta2\nkind: ManagedClusterSetBinding\nmetadata: {{name: {bound}, namespace: a}}\n\
             spec: {{clusterSet: {bound}}}\n{more}"
        );
        let answer = ask(&text, r#"{"decide": {"now": "2026-01-01T00:00:00Z"}}"#);
        let rows = missing_inputs(&answer);
        let near = rows.iter().filter(|row| row["kind"] == "ManagedClusterSet");
        let near = near.map(|row| format!("{}: {}", row["name"], row["near"][0]["name"]));
        near.collect::<Vec<_>>().join(", ").replace('"', "")
    };
    assert_eq!(near("globl", "other", ""), "globl: global");
    assert_eq!(near("prod, other", "other", ""), "prod: null, other: null");
    assert_eq!(near("", "defualt", ""), "defualt: default");
    let set = "---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\n\
               metadata: {name: production}\n";
    assert_eq!(near("prodution", "prodution", set), "prodution: production");
    assert_eq!(near("global", "global", ""), "global: null");
}
