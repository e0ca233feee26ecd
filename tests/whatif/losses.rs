//! Losses of clusters whose scores depend on the least and the most of all.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::worlds::Dice;

const NOW: &str = "2025-06-01T12:00:00Z";

/// A cluster with some of its CPU allocatable, and its score of an add-on.
fn cluster(dice: &mut Dice, name: &str) -> Vec<Value> {
    let cpu = [0, 1, 2, 3, 4, 8, 32][dice.below(7)];
    let zone = format!("z{}", dice.below(4));
    let mut cluster = json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
        "metadata": {"name": name, "labels": {"zone": zone}}});
    // Some report nothing.
    if dice.below(6) > 0 {
        cluster["status"] = json!({"allocatable": {"cpu": cpu}, "capacity": {"cpu": 40}});
    }
    let score = dice.below(150) as i64 - 75;
    let add_on = json!({"apiVersion": "cluster.open-cluster-management.io/v1alpha1",
        "kind": "AddOnPlacementScore", "metadata": {"name": "load", "namespace": name},
        "status": {"scores": [{"name": "free", "value": score}]}});
    vec![cluster, add_on]
}

fn is_of(object: &Value, name: &str) -> bool {
    object["metadata"]["name"] == name || object["metadata"]["namespace"] == name
}

fn selected(objects: &[Value], profile: &str) -> Value {
    let text: Vec<String> = objects.iter().map(Value::to_string).collect();
    let mut scenario = Scenario::new(&text.join("\n"));
    let report = ask(
        &mut scenario,
        "report",
        &json!({"now": NOW, "profile": profile}),
    );
    json!([report["selected"], report["unscheduled"]])
}

#[test]
fn a_loss_moves_the_scores_of_those_that_remain() {
    let mut moved = 0;
    for seed in 0..150 {
        let mut dice = Dice::new(seed);
        let profile = ["Upstream", "Proposal"][dice.below(2)];
        let names: Vec<String> = (0..4 + dice.below(5)).map(|at| format!("c{at}")).collect();
        let mut objects: Vec<Value> = (names.iter())
            .flat_map(|name| cluster(&mut dice, name))
            .collect();
        let weight = |dice: &mut Dice| dice.below(5) as i64 - 1;
        objects.push(json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
            "metadata": {"name": "web", "namespace": "d"},
            "spec": {"numberOfClusters": 1 + dice.below(3), "prioritizerPolicy": {"configurations": [
                {"scoreCoordinate": {"builtIn": "ResourceAllocatableCPU"}, "weight": weight(&mut dice)},
                {"scoreCoordinate": {"type": "AddOn",
                    "addOn": {"resourceName": "load", "scoreName": "free"}}, "weight": weight(&mut dice)},
            ]}}}));
        let text: Vec<String> = objects.iter().map(Value::to_string).collect();
        let before = selected(&objects, profile);
        for name in &names {
            let mut scenario = Scenario::new(&text.join("\n"));
            let options = json!({"now": NOW, "profile": profile, "cluster": name});
            let answer = ask(&mut scenario, "without", &options);
            let loss = &answer["losses"][0];
            let remain: Vec<Value> = (objects.iter())
                .filter(|object| !is_of(object, name))
                .cloned()
                .collect();
            let after = selected(&remain, profile);
            let list = |of: &Value| -> Vec<Value> { of[0].as_array().expect("names").clone() };
            let (was, is) = (list(&before), list(&after));
            let only = |one: &[Value], other: &[Value], but: &str| -> Vec<Value> {
                let mut only: Vec<Value> = (one.iter())
                    .filter(|one| !other.contains(one) && **one != *but)
                    .cloned()
                    .collect();
                only.sort_by_key(Value::to_string);
                only
            };
            let said = [&loss["added"], &loss["removed"], &loss["unscheduled"]];
            let comes = json!(only(&is, &was, ""));
            let out = json!(only(&was, &is, name));
            assert_eq!(said, [&comes, &out, &after[1]], "{seed} without {name}");
            // A cluster can only go out because scores moved.
            moved += usize::from(out != json!([]));
        }
    }
    assert!(moved > 10, "{moved}");
}
