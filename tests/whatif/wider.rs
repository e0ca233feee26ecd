//! What shuts clusters out, what lets any cluster in, what a person has to edit by hand, and how often a decision
//! flaps.

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

/// The noise of one score, by the definition of `SplitMix64`.
fn noise(seed: u64, tick: u64, column: u64, place: u64, most: u64) -> i64 {
    let mut mixed = 0_u64;
    for next in [seed, tick, column, place] {
        let mut bits = (mixed ^ next).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed = bits ^ (bits >> 31);
    }
    (mixed % (2 * most + 1)) as i64 - most as i64
}

/// Every tick by hand, from the rows of the decision.
#[test]
fn a_decision_flaps_as_often_as_by_hand() {
    let (mut unsteady, mut held) = (0, 0);
    for seed in 4000..4060 {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        world.placement()["spec"]["spreadPolicy"] = Value::Null;
        let mut scenario = Scenario::new(&world.text());
        let mut options = world.options();
        let decided = ask(&mut scenario, "decide", &options);
        let rows = ask(&mut scenario, "clusters", &json!({"order": "name"}));
        (options["ticks"], options["noise"], options["seed"]) = (json!(30), json!(80), json!(7));
        options["rate"] = json!(0.2);
        let answer = ask(&mut scenario, "flap", &options);
        if !answer["reason"].is_null() {
            continue;
        }
        let prioritizers: Vec<(&str, i64)> = list(&decided["prioritizers"])
            .filter_map(|one| {
                let weight = one["weight"].as_i64().filter(|weight| *weight != 0)?;
                Some((one["name"].as_str()?, weight))
            })
            .collect();
        // In the order of the text, in which places are counted.
        let mut feasible: Vec<&Value> = list(&rows["rows"])
            .filter(|row| !row["rank"].is_null())
            .collect();
        feasible.sort_by_key(|row| row["cluster"].as_u64());
        let first: Vec<bool> = feasible
            .iter()
            .map(|row| row["state"] == "selected")
            .collect();
        let count = first.iter().filter(|is| **is).count();
        let mut smallest = Value::Null;
        for one in list(&answer["weights"]) {
            let steady = one["weight"].as_i64().expect("a weight");
            let mut selected = first.clone();
            let (mut changes, mut moved) = (0, 0);
            for tick in 0..30 {
                let total = |place: usize| -> i64 {
                    let mut noisy = 0;
                    let mut sum = if selected[place] { 100 * steady } else { 0 };
                    for (at, (name, weight)) in prioritizers.iter().enumerate() {
                        let score = feasible[place]["scores"][at].as_i64().unwrap_or(0);
                        if name.starts_with("AddOn/") || name.starts_with("ResourceAllocatable") {
                            let by = noise(7, tick, noisy, place as u64, 80);
                            noisy += 1;
                            sum += weight * (score + by).clamp(-100, 100);
                        } else if *name != "Steady" {
                            sum += weight * score;
                        }
                    }
                    sum
                };
                let name = |place: &usize| feasible[*place]["name"].as_str().expect("a name");
                let mut ranks: Vec<usize> = (0..feasible.len()).collect();
                ranks.sort_by_key(|place| (-total(*place), name(place)));
                let mut now = vec![false; feasible.len()];
                ranks
                    .iter()
                    .take(count)
                    .for_each(|place| now[*place] = true);
                moved += now
                    .iter()
                    .zip(&selected)
                    .filter(|(is, was)| **is && !**was)
                    .count();
                changes += usize::from(now != selected);
                selected = now;
            }
            assert_eq!(
                one["changes"],
                changes,
                "{seed} {steady} {answer:#} {}",
                world.text()
            );
            assert_eq!(one["moved"], moved);
            if smallest.is_null() && steady >= 0 && changes <= 6 {
                smallest = json!(steady);
            }
            unsteady += usize::from(changes > 0);
            held += usize::from(changes == 0);
        }
        assert_eq!(answer["smallest"], smallest);
        assert_eq!(ask(&mut scenario, "flap", &options), answer);
    }
    assert!(unsteady > 30 && held > 30, "{unsteady} {held}");
}

/// Where one changed score can change every later pick, nothing is computed.
#[test]
fn a_decision_with_spread_does_not_flap() {
    let mut worlds = 0;
    for seed in 4000..4040 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let mut scenario = Scenario::new(&world.text());
        let mut options = world.options();
        let decided = ask(&mut scenario, "decide", &options);
        (options["ticks"], options["noise"]) = (json!(10), json!(80));
        let answer = ask(&mut scenario, "flap", &options);
        let has_spread = !decided["spreadConstraints"]
            .as_array()
            .expect("a list")
            .is_empty();
        if decided["status"]["code"] == "Success" && has_spread {
            worlds += 1;
            assert_eq!(answer["reason"], "spread", "{seed}");
            assert_eq!(
                [&answer["prioritizers"], &answer["weights"]],
                [&json!([]), &json!([])]
            );
            assert_eq!(answer["smallest"], Value::Null);
        }
    }
    assert!(worlds > 5, "{worlds}");
}

/// The hub takes an expired score as 0, whatever its add-on measures: there is no noise on it.
#[test]
fn an_expired_score_has_no_noise() {
    let cluster = |name: &str, value: i64, until: &str| {
        format!(
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: {name}}}\n---\napiVersion: cluster.open-cluster-management.io/v1alpha1\n\
             kind: AddOnPlacementScore\nmetadata: {{name: load, namespace: {name}}}\nstatus:\n  \
             validUntil: {until}\n  scores: [{{name: free, value: {value}}}]\n"
        )
    };
    let placement = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
        metadata: {name: web, namespace: default}\nspec:\n  numberOfClusters: 1\n  prioritizerPolicy:\n    \
        mode: Exact\n    configurations:\n    - weight: 1\n      scoreCoordinate: {type: AddOn, \
        addOn: {resourceName: load, scoreName: free}}\n";
    let flap = |a: &str, b: &str| {
        let text = [placement, &cluster("a", 20, a), &cluster("b", 20, b)].concat();
        let options = json!({"now": "2025-06-01T12:00:00Z", "ticks": 50, "noise": 15});
        ask(&mut Scenario::new(&text), "flap", &options)
    };
    let (past, future) = ("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
    // Two noisy scores change places. One of 20 and one of 0 never do, unless there is noise on both.
    let changes = |answer: &Value| answer["weights"][0]["changes"].as_u64();
    assert!(changes(&flap(future, future)) > Some(10));
    assert_eq!(changes(&flap(future, past)), Some(0));
    let expired = flap(past, past);
    assert_eq!(changes(&expired), Some(0), "{expired:#}");
    assert_eq!(expired["prioritizers"], json!([]));
}
