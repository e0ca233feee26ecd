//! A cluster that several things keep out: edits of all of them are one change.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{ask, edited, text_edits};

const NOW: &str = "2025-06-01T12:00:00Z";

/// `far` is in the given set, has the label `env: dev`, and a taint.
fn hub(set: &str, number: &str) -> String {
    let api = "cluster.open-cluster-management.io";
    let sets = ["prod", "dev"].map(|name| {
        format!(
            "apiVersion: {api}/v1beta2\nkind: ManagedClusterSet\nmetadata: {{name: {name}}}\n---\n"
        )
    });
    sets.concat()
        + &format!(
            "\
apiVersion: {api}/v1beta2
kind: ManagedClusterSetBinding
metadata: {{name: prod, namespace: apps}}
spec: {{clusterSet: prod}}
---
apiVersion: {api}/v1
kind: ManagedCluster
metadata: {{name: far, labels: {{env: dev, {api}/clusterset: {set}}}}}
spec:
  taints:
  - {{key: maintenance, value: \"true\", effect: NoSelect}}
---
apiVersion: {api}/v1
kind: ManagedCluster
metadata: {{name: core, labels: {{env: prod, {api}/clusterset: prod}}}}
---
apiVersion: {api}/v1beta1
kind: Placement
metadata: {{name: web, namespace: apps}}
spec:
  clusterSets: [prod]
{number}  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels: {{env: prod}}
"
        )
}

fn options(rest: &Value) -> Value {
    let mut options = json!({"placement": {"name": "web", "namespace": "apps"}, "now": NOW});
    let own = rest.as_object().into_iter().flatten();
    let options_of = options.as_object_mut().expect("options");
    options_of.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    options
}

/// The families of each change, each made in the text and decided again; and how many were combined.
fn found(text: &str) -> (Vec<String>, Value) {
    let asked = options(&json!({"want": {"selects": ["far"]}}));
    let answer = ask(&mut Scenario::new(text), "change", &asked);
    assert_eq!(answer["complete"], true, "{answer:#}");
    let changes = answer["changes"].as_array().expect("changes").iter();
    let families = changes.map(|change| {
        let decided = ask(
            &mut Scenario::new(&edited(text, &text_edits(change))),
            "decide",
            &options(&json!({})),
        );
        let selected = decided["selected"].to_string();
        assert!(selected.contains("\"far\""), "{change:#}\n{selected}");
        let edits = change["edits"].as_array().expect("edits").iter();
        let families = edits.map(|edit| edit["family"].as_str().expect("a word"));
        families.collect::<Vec<&str>>().join(" ")
    });
    (families.collect(), answer["several"].clone())
}

#[test]
fn one_edit_for_each_obstacle() {
    // Two are a pair.
    let (changes, several) = found(&hub("prod", ""));
    assert_eq!(changes, ["toleration label", "toleration predicate"]);
    assert_eq!(several, Value::Null);
    // Three.
    let (changes, several) = found(&hub("dev", ""));
    assert_eq!(
        changes,
        ["set label toleration", "set predicate toleration"]
    );
    assert_eq!(several, 3);
    // Two, and another cluster is selected instead.
    let (changes, several) = found(&hub("prod", "  numberOfClusters: 1\n"));
    assert_eq!(changes[0], "label toleration count", "{changes:?}");
    assert_eq!(several, 3);
    // Three, and the same.
    let (changes, several) = found(&hub("dev", "  numberOfClusters: 1\n"));
    assert_eq!(changes[0], "set label toleration count", "{changes:?}");
    assert_eq!(several, 4);
}

/// A corrected word of the predicate is one of the edits that remove an obstacle, and comes first.
#[test]
fn a_misspelt_word_is_an_obstacle() {
    let text = hub("prod", "").replace("{env: dev,", "{env: production,");
    let text = text.replace("{env: prod}", "{env: prodution}");
    let (changes, _) = found(&text);
    assert_eq!(changes[0], "toleration name", "{changes:?}");
}

/// A set with a label selector and a predicate require different labels: the family `label` has both in one change.
#[test]
fn labels_for_the_set_and_for_the_predicate() {
    let selected = "metadata: {name: prod}\nspec: {clusterSelector: {selectorType: LabelSelector, \
                    labelSelector: {matchLabels: {tier: gold}}}}\n";
    let text = hub("dev", "").replacen("metadata: {name: prod}\n", selected, 1);
    let (changes, _) = found(&text);
    assert_eq!(changes[0], "label label toleration", "{changes:?}");
}

/// Pairs that leave an obstacle are not tried, so a few decisions are enough in a large fleet.
#[test]
fn a_large_fleet_takes_few_decisions() {
    let fleet = (0..1000).map(|at| {
        format!(
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: c{at:04}, labels: {{env: prod, cluster.open-cluster-management.io/clusterset: prod}}}}\n"
        )
    });
    let text = hub("dev", "  numberOfClusters: 1\n") + &fleet.collect::<String>();
    let asked = options(&json!({"want": {"selects": ["far"]}, "maxSteps": 500}));
    let answer = ask(&mut Scenario::new(&text), "change", &asked);
    let edits = answer["changes"][0]["edits"]
        .as_array()
        .expect("edits")
        .iter();
    let families = edits.map(|edit| edit["family"].as_str().expect("a word"));
    let families: Vec<&str> = families.collect();
    assert_eq!(
        families,
        ["set", "label", "toleration", "count"],
        "{answer:#}"
    );
}
