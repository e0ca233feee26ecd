//! Misspelt words of a placement: the right word is the first suggestion.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{ask, edited, text_edits, worlds::NOW};

fn text(coordinate: &str) -> String {
    let cluster = |name: &str, memory: &str| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: {name}, \
             labels: {{cluster.open-cluster-management.io/clusterset: s}}}}\nspec: {{hubAcceptsClient: true}}\nstatus: \
             {{allocatable: {{memory: {memory}, cpu: '4'}}, capacity: {{memory: 64Gi, cpu: '8'}}}}\n---\n"
        )
    };
    let (a, b) = (cluster("a", "8Gi"), cluster("b", "32Gi"));
    format!(
        "{a}{b}apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {{name: s}}\n\
         ---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n\
         metadata: {{name: s, namespace: d}}\nspec: {{clusterSet: s}}\n\
         status: {{conditions: [{{type: Bound, status: 'True'}}]}}\n---\n\
         apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: d}}\n\
         spec:\n  numberOfClusters: 1\n  prioritizerPolicy:\n    configurations:\n      - {coordinate}\n        \
         weight: 3\n"
    )
}

#[test]
fn a_misspelt_prioritizer_is_put_right_first() {
    for (coordinate, path, right) in [
        (
            "scoreCoordinate: {type: BuiltIn, builtIn: ResourceAllocatableMemry}",
            "spec.prioritizerPolicy.configurations[0].scoreCoordinate.builtIn",
            "ResourceAllocatableMemory",
        ),
        (
            // Of a design document.
            "scoreCoordinate: {builtIn: ResourceRatioMemry}",
            "spec.prioritizerPolicy.configurations[0].scoreCoordinate.builtIn",
            "ResourceRatioMemory",
        ),
        (
            "scoreCoordinate: {builtIn: ResourceAllocatableMem}",
            "spec.prioritizerPolicy.configurations[0].scoreCoordinate.builtIn",
            "ResourceAllocatableMemory",
        ),
        (
            "scoreCoordinate: {builtIn: resourceAllocatableMemory}",
            "spec.prioritizerPolicy.configurations[0].scoreCoordinate.builtIn",
            "ResourceAllocatableMemory",
        ),
    ] {
        let options = json!({"now": NOW, "want": {"selects": ["b"]}, "maxSteps": 100_000});
        let answer = ask(&mut Scenario::new(&text(coordinate)), "change", &options);
        assert_eq!(answer["met"], false, "{answer:#}");
        let first = &answer["changes"][0]["edits"];
        assert_eq!(first.as_array().map(Vec::len), Some(1), "{answer:#}");
        assert_eq!(first[0]["family"], "name", "{answer:#}");
        assert_eq!(first[0]["path"], path);
        assert_eq!(first[0]["new"], right);
        // It stands before every weight.
        let families = answer["changes"].as_array().into_iter().flatten();
        let families: Vec<&Value> = families
            .map(|change| &change["cost"]["families"][0])
            .collect();
        assert!(families.iter().skip(1).all(|family| **family != "name"));
    }
}

/// Two clusters `a` and `b` with labels and claims, and a placement with a predicate; all parts are flow mappings.
fn of_predicate(labels: [&str; 2], predicate: &str) -> String {
    let cluster = |name: &str, labels: &str| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: {name}, \
             labels: {{cluster.open-cluster-management.io/clusterset: s, {labels}}}}}\n\
             spec: {{hubAcceptsClient: true}}\nstatus: {{clusterClaims: [{{name: platform, value: AWS}}]}}\n---\n"
        )
    };
    let (a, b) = (cluster("a", labels[0]), cluster("b", labels[1]));
    format!(
        "{a}{b}apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {{name: s}}\n\
         ---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n\
         metadata: {{name: s, namespace: d}}\nspec: {{clusterSet: s}}\n\
         status: {{conditions: [{{type: Bound, status: 'True'}}]}}\n---\n\
         apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: d}}\nspec:\n  predicates:\n  - requiredClusterSelector:\n      \
         {predicate}\n"
    )
}

/// Whether the first change only corrects words, and the words that it writes, by path below the selector.
fn first_words(labels: [&str; 2], predicate: &str, want: &Value) -> (bool, Vec<[String; 3]>) {
    let text = of_predicate(labels, predicate);
    let options = json!({"now": NOW, "want": want, "maxSteps": 100_000});
    let answer = ask(&mut Scenario::new(&text), "change", &options);
    assert_eq!(answer["met"], false, "{answer:#}");
    let first = &answer["changes"][0];
    let edits = first["edits"].as_array().into_iter().flatten();
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let words = edits.map(|edit| {
        let path = word(&edit["path"]);
        let path = path
            .rsplit_once("Selector.")
            .map_or(path.as_str(), |(_, end)| end);
        [path.to_owned(), word(&edit["old"]), word(&edit["new"])]
    });
    let words = words.collect();
    let after = edited(&text, &text_edits(first));
    let after = ask(&mut Scenario::new(&after), "change", &options);
    assert_eq!(after["met"], true, "{answer:#}");
    let families = first["cost"]["families"].as_array().into_iter().flatten();
    (families.into_iter().all(|family| family == "name"), words)
}

#[test]
fn a_misspelt_word_of_a_predicate_is_corrected_first() {
    let prod = ["environment: prod", "environment: prod"];
    let selects = json!({"selects": ["a"]});
    for (labels, predicate, want, words) in [
        (
            prod,
            "labelSelector: {matchLabels: {enviroment: prod}}",
            &selects,
            &[
                ["matchLabels.enviroment", "prod", "-"],
                ["matchLabels.environment", "-", "prod"],
            ][..],
        ),
        (
            prod,
            "labelSelector: {matchLabels: {Environment: prod}}",
            &selects,
            &[
                ["matchLabels.Environment", "prod", "-"],
                ["matchLabels.environment", "-", "prod"],
            ],
        ),
        (
            prod,
            "labelSelector: {matchLabels: {environment: Prod}}",
            &selects,
            &[["matchLabels.environment", "Prod", "prod"]],
        ),
        (
            prod,
            "labelSelector: {matchExpressions: [{key: enviroment, operator: Exists}]}",
            &selects,
            &[["matchExpressions[0].key", "enviroment", "environment"]],
        ),
        (
            ["environment: staging", "environment: prod"],
            "labelSelector: {matchExpressions: [{key: environment, operator: In, values: [prod, stagng]}]}",
            &selects,
            &[["matchExpressions[0].values[1]", "stagng", "staging"]],
        ),
        (
            prod,
            "claimSelector: {matchExpressions: [{key: plattform, operator: In, values: [AWS]}]}",
            &selects,
            &[["matchExpressions[0].key", "plattform", "platform"]],
        ),
        // Words of one predicate together.
        (
            prod,
            "{labelSelector: {matchLabels: {enviroment: prod}}, \
             claimSelector: {matchExpressions: [{key: platform, operator: In, values: [aws]}]}}",
            &selects,
            &[
                ["matchLabels.enviroment", "prod", "-"],
                ["matchLabels.environment", "-", "prod"],
                ["matchExpressions[0].values[0]", "aws", "AWS"],
            ],
        ),
        // Excluded by mistake in the key, so that nothing is.
        (
            ["environment: prod", "environment: test"],
            "labelSelector: {matchExpressions: [{key: enviroment, operator: NotIn, values: [prod]}]}",
            &json!({"drops": ["a"]}),
            &[["matchExpressions[0].key", "enviroment", "environment"]],
        ),
    ] {
        let (is_name, found) = first_words(labels, predicate, want);
        assert!(is_name && found == words, "{predicate}: {found:?}");
    }
}

/// A word that a cluster has is not misspelt, and neither is the name of another thing.
#[test]
fn a_word_of_a_cluster_stays() {
    for (labels, predicate) in [
        // `b` has the key.
        (
            ["environment: prod", "enviroment: prod"],
            "labelSelector: {matchLabels: {enviroment: prod}}",
        ),
        (
            ["region: us-east", "region: us-east"],
            "labelSelector: {matchLabels: {region: us-west}}",
        ),
        (
            ["tier: gold-1", "tier: gold-1"],
            "labelSelector: {matchLabels: {tier: gold-2}}",
        ),
        (
            ["topology.kubernetes.io/zone: main", "a: b"],
            "labelSelector: {matchLabels: {topology.kubernetes.io/zone: maine}}",
        ),
    ] {
        let (is_name, found) = first_words(labels, predicate, &json!({"selects": ["a"]}));
        assert!(!is_name && !found.is_empty(), "{predicate}: {found:?}");
    }
}
