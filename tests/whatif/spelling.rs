//! A prioritizer whose name no built-in has: the right name is the first suggestion.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{ask, worlds::NOW};

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
