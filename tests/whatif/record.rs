//! What differed when the hub recorded a decision, against brute force: every other allocatable amount, score and
//! decision of another placement is made in the text, and the slow twin decides.

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::{often, worlds};
use serde_json::{Value, json};

use super::ask;
use super::brute::{copy, hold_to_text, meets};
use super::releases::{all_feasible, with_amounts};
use super::worlds::{Dice, NOW, World, world};

const GROUP: &str = "cluster.open-cluster-management.io";
const PLACEMENT: &str = "cluster.open-cluster-management.io/placement";

fn decision(placement: &str, index: usize, clusters: &[&str]) -> Value {
    let entries: Vec<Value> = clusters
        .iter()
        .map(|name| json!({"clusterName": name, "reason": ""}))
        .collect();
    json!({"apiVersion": format!("{GROUP}/v1beta1"), "kind": "PlacementDecision",
        "metadata": {"name": format!("{placement}-decision-{index}"), "namespace": "ns",
            "labels": {PLACEMENT: placement}},
        "status": {"decisions": entries}})
}

/// A world whose clusters are all feasible, with decisions of other placements.
fn crowded(dice: &mut Dice) -> World {
    let mut world = world(dice);
    world.proposal = false;
    all_feasible(&mut world);
    let mut world = with_amounts(dice, world);
    world.objects.retain(|object| {
        let kind = object["kind"].as_str().unwrap_or_default();
        !kind.contains("Set") && kind != "PlacementDecision"
    });
    let names = world.clusters();
    for index in 0..=dice.below(3) {
        let mut clusters: Vec<&str> = names.iter().map(String::as_str).collect();
        clusters.retain(|_| dice.below(3) == 0);
        world.objects.push(decision("other", index, &clusters));
    }
    world
}

/// The same world after one number or decision is another one.
fn moved(dice: &mut Dice, world: &World) -> World {
    let mut world = copy(world);
    let kind = ["ManagedCluster", "AddOnPlacementScore", "PlacementDecision"][dice.below(3)];
    let places: Vec<usize> = (0..world.objects.len())
        .filter(|at| world.objects[*at]["kind"] == kind)
        .collect();
    let name = world.clusters()[0].clone();
    let object = &mut world.objects[places[dice.below(places.len())]];
    match kind {
        "ManagedCluster" if !object["status"]["allocatable"].is_null() => {
            object["status"]["allocatable"] = json!({"cpu": (1 + dice.below(60)).to_string()});
        }
        "AddOnPlacementScore" => {
            object["status"]["scores"][0]["value"] = json!(dice.below(201) as i64 - 100);
        }
        "PlacementDecision" => {
            object["status"]["decisions"] = json!([{"clusterName": name, "reason": ""}]);
        }
        _ => {}
    }
    world
}

/// The objects of a kind.
fn all<'w>(world: &'w World, kind: &'w str) -> impl Iterator<Item = usize> + 'w {
    (0..world.objects.len()).filter(move |at| world.objects[*at]["kind"] == kind)
}

fn milli(text: &Value) -> i64 {
    let text = text.as_str().expect("an amount");
    match text.strip_suffix('m') {
        Some(milli) => milli.parse().expect("a number"),
        None => text.parse::<i64>().expect("a number") * 1000,
    }
}

/// Every amount of CPU in steps of half a CPU, with its difference as a share of the old one.
fn by_amount(world: &World) -> Vec<(f64, World)> {
    let amount = |at: usize| &world.objects[at]["status"]["allocatable"]["cpu"];
    let has = |at: &usize| !amount(*at).is_null();
    let amounts = || {
        all(world, "ManagedCluster")
            .filter(has)
            .map(|at| milli(amount(at)))
    };
    let (Some(least), Some(most)) = (amounts().min(), amounts().max()) else {
        return Vec::new();
    };
    let mut edited = Vec::new();
    for at in all(world, "ManagedCluster").filter(has) {
        let old = milli(amount(at));
        for new in (1..=8 * most / 1000).map(|halves| halves * 500) {
            if new != old && new >= least / 4 {
                let mut world = copy(world);
                world.objects[at]["status"]["allocatable"]["cpu"] = json!(format!("{new}m"));
                edited.push((new.abs_diff(old) as f64 / old as f64, world));
            }
        }
    }
    edited
}

fn by_score(world: &World) -> Vec<(f64, World)> {
    let mut edited = Vec::new();
    for at in all(world, "AddOnPlacementScore") {
        let old = world.objects[at]["status"]["scores"][0]["value"].as_i64();
        let old = old.expect("a score");
        for new in (-100..=100).filter(|new| *new != old) {
            let mut world = copy(world);
            world.objects[at]["status"]["scores"][0]["value"] = json!(new);
            edited.push(((new - old).abs() as f64, world));
        }
    }
    edited
}

/// A cluster removed from up to three decisions of another placement, or added to them.
fn by_decision(world: &World) -> Vec<(f64, World)> {
    let of_other = |at: &usize| world.objects[*at]["metadata"]["labels"][PLACEMENT] == "other";
    let others: Vec<usize> = all(world, "PlacementDecision").filter(of_other).collect();
    let mut edited = Vec::new();
    for cluster in world.clusters() {
        for mask in 1..1_usize << others.len() {
            for is_added in [true, false] {
                let mut world = copy(world);
                let mut count = 0.0;
                for (bit, at) in others.iter().enumerate() {
                    let list = world.objects[*at]["status"]["decisions"].as_array_mut();
                    let list = list.expect("a list");
                    let has = list
                        .iter()
                        .any(|entry| entry["clusterName"] == cluster.as_str());
                    if mask >> bit & 1 == 0 || has == is_added {
                        continue;
                    }
                    count += 1.0;
                    if is_added {
                        list.push(json!({"clusterName": cluster, "reason": ""}));
                    } else {
                        list.retain(|entry| entry["clusterName"] != cluster.as_str());
                    }
                }
                if count > 0.0 {
                    edited.push((count, world));
                }
            }
        }
    }
    edited
}

/// The cheapest edits of each family are those of brute force, and each change is decided as recorded by the twin.
#[test]
fn the_smallest_differences_are_found() {
    let mut counts = [0; 3];
    for seed in worlds(0..40) {
        let mut dice = Dice::new(seed + 7000);
        let mut world = crowded(&mut dice);
        let recorded = moved(&mut dice, &world).selected();
        let names: Vec<&str> = recorded.iter().map(String::as_str).collect();
        world.objects.push(decision("p", 1, &names));
        let now = world.selected();
        if now == recorded {
            continue;
        }
        let drops: Vec<&String> = now.difference(&recorded).collect();
        let want = json!({"selects": names, "drops": drops, "count": names.len()});
        for (at, family) in ["allocatable", "score", "decision"].into_iter().enumerate() {
            let question = json!({"now": NOW, "profile": "Upstream", "want": {"recorded": true},
                "families": [family], "maxSteps": 200_000});
            let answer = ask(&mut Scenario::new(&world.text()), "change", &question);
            // There are too many pairs of amounts.
            let is_paired = family == "allocatable" && answer["depth"] == 2;
            assert!(answer["complete"] == true || is_paired, "{answer:#}");
            hold_to_text(&world, &want, &answer);
            let edits = match family {
                "allocatable" => by_amount(&world),
                "score" => by_score(&world),
                _ => by_decision(&world),
            };
            let does = |(_, world): &&(f64, World)| meets(&want, &world.selected());
            let expected = edits.iter().filter(does).map(|(step, _)| *step);
            let expected = expected.min_by(f64::total_cmp);
            let changes = answer["changes"].as_array().expect("changes");
            let single = changes.iter().find(|change| {
                let objects = change["edits"].as_array().expect("edits").iter();
                let objects: BTreeSet<String> =
                    objects.map(|one| one["subject"].to_string()).collect();
                family == "decision" && objects.len() == 1 || change["cost"]["edits"] == 1
            });
            let shown = || format!("{seed} {family} {answer:#} {}", world.text());
            let Some(expected) = expected else {
                // Brute force tries amounts in coarse steps.
                assert!(single.is_none() || family == "allocatable", "{}", shown());
                continue;
            };
            let Some(single) = single else {
                panic!("{expected}: {}", shown());
            };
            counts[at] += 1;
            if family == "allocatable" {
                let edit = &single["edits"][0];
                let [from, to] = ["from", "to"].map(|key| edit[key].as_f64().expect("a number"));
                // An amount can be rounded by an eighth.
                let most = expected + to / from / 8.0;
                assert!((to - from).abs() / from <= most, "{expected}: {}", shown());
            } else {
                assert_eq!(
                    single["cost"]["step"].as_f64(),
                    Some(expected),
                    "{}",
                    shown()
                );
            }
        }
    }
    let least = [often(3), often(3), often(2)];
    assert!(
        counts
            .iter()
            .zip(least)
            .all(|(count, least)| *count >= least),
        "{counts:?}"
    );
}
