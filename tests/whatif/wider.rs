//! What shuts clusters out, what lets any cluster in, and what a person has to edit by hand.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::edited;
use super::text_edits;
use super::worlds::{Dice, World, selected_of, world};

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The changes of one family; each is decided as wanted by the twin.
fn changes(world: &World, want: &Value, family: &str, meets: &dyn Fn(&World) -> bool) -> Value {
    let mut options = world.options();
    options["want"] = want.clone();
    options["families"] = json!([family]);
    let text = world.text();
    let answer = ask(&mut Scenario::new(&text), "change", &options);
    for change in list(&answer["changes"]) {
        let after = edited(&text, &text_edits(change));
        let selected = selected_of(&after, world.proposal);
        let met = list(&want["drops"]).all(|name| {
            let name = name.as_str().expect("a name");
            !selected.contains(name)
        });
        let count = want["count"].as_u64();
        let counts = count.is_none_or(|count| count as usize == selected.len());
        assert!(met && counts, "{want} by {change:#} of {text}");
    }
    assert!(!meets(world), "{text}");
    answer
}

/// The world with one object of it changed.
fn with(world: &World, is_it: &dyn Fn(&Value) -> bool, edit: &dyn Fn(&mut Value)) -> World {
    let mut objects = world.objects.clone();
    objects.iter_mut().filter(|one| is_it(one)).for_each(edit);
    World {
        objects,
        proposal: world.proposal,
    }
}

fn is_cluster(object: &Value, name: &str) -> bool {
    object["kind"] == "ManagedCluster" && object["metadata"]["name"] == name
}

#[test]
fn whatever_shuts_a_cluster_out_is_found() {
    let (mut by_toleration, mut by_label, mut by_value) = (0, 0, 0);
    for seed in 2000..2160 {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        let spec = &mut world.placement()["spec"];
        spec["spreadPolicy"] = Value::Null;
        spec["tolerations"] = json!([{"key": "k1", "operator": "Exists"}, {"operator": "Exists"}]);
        if dice.below(2) == 0 {
            spec["tolerations"] = json!([{"key": "k1", "operator": "Exists"}]);
            let labels = json!([{"key": "zone", "operator": "In", "values": ["z1", "z2"]}]);
            let selector = json!({"labelSelector": {"matchExpressions": labels}});
            spec["predicates"] = json!([{ "requiredClusterSelector": selector }]);
        }
        let selected: Vec<String> = world.selected().into_iter().collect();
        if selected.is_empty() {
            continue;
        }
        let name = &selected[dice.below(selected.len())];
        let want = json!({ "drops": [name] });
        let meets = |world: &World| !world.selected().contains(name);
        let singles =
            |answer: &Value| list(&answer["changes"]).any(|change| change["cost"]["edits"] == 1);
        let is_placement = |object: &Value| object["kind"] == "Placement";
        let count = list(&world.placement()["spec"]["tolerations"]).count();
        let any = (0..count).any(|at| {
            meets(&with(&world, &is_placement, &|placement| {
                let all = placement["spec"]["tolerations"].as_array_mut();
                all.expect("a list").remove(at);
            }))
        });
        let answer = changes(&world, &want, "toleration", &meets);
        assert!(
            singles(&answer) || !any,
            "{seed} {want} {answer:#} {}",
            world.text()
        );
        by_toleration += usize::from(any);
        let any = ["zone", "tier"].iter().any(|key| {
            meets(&with(&world, &|one| is_cluster(one, name), &|cluster| {
                let labels = cluster["metadata"]["labels"].as_object_mut();
                labels.expect("labels").remove(*key);
            }))
        });
        let answer = changes(&world, &want, "label", &meets);
        assert!(singles(&answer) || !any, "{seed} {want} {}", world.text());
        by_label += usize::from(any);
        let any = (0..2).any(|at| {
            meets(&with(&world, &is_placement, &|placement| {
                for predicate in placement["spec"]["predicates"]
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                {
                    let selector = &mut predicate["requiredClusterSelector"]["labelSelector"];
                    if !selector["matchExpressions"].is_array() {
                        continue;
                    }
                    let values = &mut selector["matchExpressions"][0]["values"];
                    if let Some(values) = values.as_array_mut().filter(|all| all.len() == 2) {
                        values.remove(at);
                    }
                }
            }))
        });
        let answer = changes(&world, &want, "predicate", &meets);
        assert!(singles(&answer) || !any, "{seed} {want} {}", world.text());
        by_value += usize::from(any);
    }
    assert!(
        by_toleration > 4 && by_label > 20 && by_value > 10,
        "{by_toleration} {by_label} {by_value}"
    );
}

/// More clusters are wanted than there are feasible ones: any that is shut out may come in.
#[test]
fn a_count_lets_any_cluster_in() {
    let mut found = 0;
    for seed in 3000..3120 {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        let clusters = world.clusters().len();
        world.placement()["spec"]["numberOfClusters"] = json!(clusters);
        world.placement()["spec"]["spreadPolicy"] = Value::Null;
        let count = world.selected().len() + 1;
        let meets = |world: &World| world.selected().len() == count;
        if count > clusters || meets(&world) {
            continue;
        }
        let want = json!({ "count": count });
        let any = ["k1", "k2", "old"].iter().any(|key| {
            let tolerations = json!([{"key": key, "operator": "Exists"}]);
            meets(&with(
                &world,
                &|one| one["kind"] == "Placement",
                &|placement| placement["spec"]["tolerations"] = tolerations.clone(),
            ))
        });
        let answer = changes(&world, &want, "toleration", &meets);
        let is_found = answer["changes"][0].is_object();
        assert!(is_found || !any, "{seed} {want} {}", world.text());
        found += usize::from(any);
        assert!([1, 2].contains(&answer["depth"].as_u64().expect("a number")));
    }
    assert!(found > 5, "{found}");
}

/// The cheapest edit is of a list with an anchor; the next one is of the placement itself.
#[test]
fn where_the_cheapest_is_by_hand_the_next_is_told_too() {
    let text = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: default}
zones: &zones [z1]
spec:
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchExpressions:
        - {key: zone, operator: In, values: *zones}
        - {key: tier, operator: Exists}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a, labels: {tier: prod, zone: z2}}
";
    let want = json!({"now": "2025-06-01T12:00:00Z", "want": {"selects": ["a"]}, "families": ["predicate"]});
    let answer = ask(&mut Scenario::new(text), "change", &want);
    let writable: Vec<&Value> = list(&answer["changes"])
        .map(|change| &change["edits"][0]["writable"])
        .collect();
    assert_eq!(writable, [&json!(false), &json!(true)], "{answer:#}");
    assert_eq!(answer["depth"], 1);
    let after = edited(text, &text_edits(&answer["changes"][1]));
    let again = ask(&mut Scenario::new(&after), "change", &want);
    assert_eq!(again["met"], true, "{after}");
}
