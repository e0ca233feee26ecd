//! Pairs of edits of two families against brute force: both are made in the JSON and decided by the slow twin.

use schedscope_fuzz::cases::{often, worlds};
use std::collections::BTreeMap;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::{changes, copy, feasible, meets, order, prioritizers, weighed, weight};
use super::worlds::{Dice, World, world};

/// An edit of a family by hand: how far it goes, and the world with it.
type Single = (f64, World);

/// Every weight that changes something in these worlds.
fn weights(world: &World) -> Vec<Single> {
    let scored = prioritizers(world)
        .into_iter()
        .filter(|name| !name.starts_with("Resource") && *name != "Balance");
    let edits = scored.flat_map(|name| {
        let old = weight(world, name);
        let news = (-10..=10).filter(move |new| *new != old);
        news.map(move |new| ((new - old).abs() as f64, weighed(world, name, new)))
    });
    edits.collect()
}

/// Every number of clusters up to that of all, and none, which goes beyond. `all`: how many are feasible as it is.
fn counts(world: &World, all: usize) -> Vec<Single> {
    let fleet = world.clusters().len();
    let old = copy(world).placement()["spec"]["numberOfClusters"].as_u64();
    let force = old.map_or(all as f64, |old| old as f64);
    let edits = (0..=fleet).map(Some).chain([None]).map(|new| {
        let mut world = copy(world);
        let spec = world.placement()["spec"].as_object_mut().expect("a spec");
        match new {
            Some(new) => drop(spec.insert("numberOfClusters".to_owned(), json!(new))),
            None => drop(spec.remove("numberOfClusters")),
        }
        ((new.unwrap_or(fleet + 1) as f64 - force).abs(), world)
    });
    edits.collect()
}

/// All taints of a cluster tolerated.
fn tolerations(world: &World, name: &Value) -> Vec<Single> {
    let cluster = world
        .objects
        .iter()
        .find(|object| object["kind"] == "ManagedCluster" && object["metadata"]["name"] == *name);
    let taints = cluster.and_then(|cluster| cluster["spec"]["taints"].as_array());
    let Some(taints) = taints else {
        return Vec::new();
    };
    let mut world = copy(world);
    let more = taints
        .iter()
        .map(|taint| json!({"key": taint["key"], "operator": "Exists", "effect": taint["effect"]}));
    let known = world.placement()["spec"]["tolerations"].as_array().cloned();
    let all: Vec<Value> = known.into_iter().flatten().chain(more).collect();
    world.placement()["spec"]["tolerations"] = json!(all);
    vec![(taints.len() as f64, world)]
}

/// Each other cluster removed; of those that do nothing alone too.
fn releases(world: &World, name: &Value) -> Vec<Single> {
    let others = world
        .clusters()
        .into_iter()
        .filter(|other| json!(other) != *name);
    let edits = others.map(|other| {
        let mut world = copy(world);
        world.objects.retain(|object| {
            object["kind"] != "ManagedCluster" || object["metadata"]["name"] != json!(other)
        });
        (1.0, world)
    });
    edits.collect()
}

fn edits(family: &str, world: &World, all: usize, name: &Value) -> Vec<Single> {
    match family {
        "weight" => weights(world),
        "count" => counts(world, all),
        "release" => releases(world, name),
        _ => tolerations(world, name),
    }
}

const FAMILIES: [[&str; 2]; 3] = [
    ["weight", "count"],
    ["weight", "toleration"],
    ["count", "toleration"],
];

#[test]
fn pairs_of_families_are_the_cheapest() {
    let mut seen: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    for seed in worlds(6000..6400) {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        world.placement()["spec"]["spreadPolicy"] = Value::Null;
        let clusters = world.clusters();
        let one = json!(clusters[dice.below(clusters.len())]);
        let other = json!(clusters[dice.below(clusters.len())]);
        let all = feasible(&world);
        let want = match dice.below(3) {
            0 => json!({"selects": [one], "count": 1 + dice.below(all.max(1))}),
            1 => json!({"selects": [one], "drops": [other], "count": 1 + dice.below(all.max(1))}),
            _ => json!({"selects": [one], "drops": [other]}),
        };
        let is_possible = one != other || want["drops"].is_null();
        let is_met = |world: &World| meets(&want, &world.selected());
        let is_single = || {
            let mut families = ["weight", "count", "toleration"].iter();
            families.any(|family| {
                let mut singles = edits(family, &world, all, &one).into_iter();
                singles.any(|(_, world)| is_met(&world))
            })
        };
        if seen.values().sum::<usize>() > often(12) || !is_possible || is_met(&world) || is_single()
        {
            continue;
        }
        let answer = changes(&world, &want, &json!(["weight", "count", "toleration"]));
        for families in FAMILIES {
            let mut best: Option<f64> = None;
            for (step, first) in edits(families[0], &world, all, &one) {
                for (more, both) in edits(families[1], &first, all, &one) {
                    let step = step + more;
                    if best.is_none_or(|best| step < best) && is_met(&both) {
                        best = Some(step);
                    }
                }
            }
            let mut found = answer["changes"].as_array().expect("changes").iter();
            let found = found.find(|change| {
                change["cost"]["families"][0] == families[0]
                    && change["cost"]["families"]
                        .as_array()
                        .and_then(|all| all.last())
                        == Some(&json!(families[1]))
            });
            let found = found.map(|change| change["cost"]["step"].as_f64().expect("a step"));
            let is_as_cheap = match (found, best) {
                (Some(found), Some(best)) => found <= best,
                (found, best) => found.is_some() || best.is_none(),
            };
            assert!(
                is_as_cheap,
                "{seed} {families:?} {want}: {best:?}, {answer:#} {}",
                world.text()
            );
            *seen.entry(families).or_default() += usize::from(best.is_some());
        }
    }
    assert!(
        FAMILIES
            .iter()
            .all(|families| seen.get(families).is_some_and(|count| *count > 0)),
        "{seen:?}"
    );
}

/// A want without a drop and a number of clusters, so that more often two removals are what is needed.
#[test]
fn pairs_with_a_removed_cluster_are_the_cheapest() {
    const FAMILIES: [[&str; 2]; 3] = [
        ["weight", "release"],
        ["toleration", "release"],
        ["release", "release"],
    ];
    let mut seen: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    for seed in worlds(7000..7400) {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        world.placement()["spec"]["spreadPolicy"] = Value::Null;
        world.placement()["spec"]["numberOfClusters"] = json!(1 + dice.below(3));
        let clusters = world.clusters();
        let one = json!(clusters[dice.below(clusters.len())]);
        let all = feasible(&world);
        let want = json!({ "selects": [one] });
        let is_met = |world: &World| meets(&want, &world.selected());
        let is_single = || {
            let mut families = ["weight", "toleration", "release"].iter();
            families.any(|family| {
                let mut singles = edits(family, &world, all, &one).into_iter();
                singles.any(|(_, world)| is_met(&world))
            })
        };
        let missing =
            |families: &&[&str; 2]| seen.get(*families).is_none_or(|count| *count < often(3));
        if !FAMILIES.iter().any(|families| missing(&families)) || is_met(&world) || is_single() {
            continue;
        }
        let answer = changes(&world, &want, &json!(["weight", "toleration", "release"]));
        for families in FAMILIES {
            let pairs = || {
                let first = edits(families[0], &world, all, &one).into_iter();
                first.flat_map(|(step, first)| {
                    let second = edits(families[1], &first, all, &one).into_iter();
                    second.map(move |(more, both)| (step + more, both))
                })
            };
            let met = pairs()
                .filter(|(_, both)| is_met(both))
                .map(|(step, _)| step);
            let best = met.min_by(f64::total_cmp);
            let mut found = answer["changes"].as_array().expect("changes").iter();
            let found = found.find(|change| {
                let known = change["cost"]["families"].as_array().expect("families");
                known.first() == Some(&json!(families[0]))
                    && known.last() == Some(&json!(families[1]))
            });
            let found = found.map(|change| change["cost"]["step"].as_f64().expect("a step"));
            // How far a toleration goes is not told from one to the other.
            let is_right = match families[0] {
                "toleration" => found.is_some() == best.is_some(),
                _ => found == best,
            };
            assert!(
                is_right,
                "{seed} {families:?} {want} {best:?}: {answer:#} {}",
                world.text()
            );
            *seen.entry(families).or_default() += usize::from(best.is_some());
        }
    }
    let counts = FAMILIES.map(|families| seen.get(&families).copied().unwrap_or_default());
    assert!(counts.iter().all(|count| *count >= often(3)), "{seen:?}");
}

/// Clusters that are ranked by name, of which the named ones lack the label that a placement of two requires.
fn labelled(lacking: &[&str]) -> World {
    let mut objects: Vec<Value> = SCORED
        .iter()
        .map(|name| {
            let env = if lacking.contains(name) {
                "test"
            } else {
                "prod"
            };
            json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
                "metadata": {"name": name, "labels": {"env": env}}})
        })
        .collect();
    let predicate =
        json!({"requiredClusterSelector": {"labelSelector": {"matchLabels": {"env": "prod"}}}});
    objects.push(
        json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "p", "namespace": "ns"},
        "spec": {"numberOfClusters": 2, "predicates": [predicate]}}),
    );
    World {
        objects,
        proposal: false,
    }
}

/// More clusters are feasible with the other edit: of the numbers with which the wanted one is selected, the least.
#[test]
fn a_pair_has_the_least_number_of_clusters() {
    let (name, most) = ("e", SCORED);
    for (lacking, families, count) in [
        // `e` comes last of the feasible ones.
        (&most[3..], ["count", "label"], 4),
        (&["d", "e"], ["count", "label"], 4),
        // Without the requirement, `d` is feasible too.
        (&["d", "e"], ["count", "predicate"], 5),
    ] {
        let answer = changes(
            &labelled(lacking),
            &json!({"selects": [name]}),
            &json!(families),
        );
        let edits = answer["changes"][0]["edits"].as_array();
        let mut edits = edits.expect("edits").iter();
        let number = edits.find(|edit| edit["family"] == "count");
        assert_eq!(number.expect("a number")["to"], count, "{answer:#}");
    }
}

/// A text in which `m` needs the weights of three scores to be larger by 1: a rival leads it by 5 for each, which only
/// that score takes back. With less of the fourth weight, `a` comes before it.
#[test]
fn three_weights_are_tried_where_no_pair_does_it() {
    let mut objects = Vec::new();
    for (name, scores) in [
        ("a", [0, 0, 0, -6]),
        ("m", [0, 0, 0, 0]),
        ("x", [-10, 0, 0, 5]),
        ("y", [0, -10, 0, 5]),
        ("z", [0, 0, -10, 5]),
    ] {
        objects.push(
            json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
            "metadata": {"name": name}}),
        );
        for (load, value) in ["x", "y", "z", "w"].into_iter().zip(scores) {
            objects.push(
                json!({"apiVersion": "cluster.open-cluster-management.io/v1alpha1",
                "kind": "AddOnPlacementScore", "metadata": {"name": load, "namespace": name},
                "status": {"scores": [{"name": "s", "value": value}]}}),
            );
        }
    }
    let configured = json!({"weight": 1,
        "scoreCoordinate": {"type": "AddOn", "addOn": {"resourceName": "w", "scoreName": "s"}}});
    objects.push(
        json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "p", "namespace": "ns"}, "spec": {"numberOfClusters": 1,
            "prioritizerPolicy": {"mode": "Exact", "configurations": [configured]}}}),
    );
    let world = World {
        objects,
        proposal: false,
    };
    let answer = changes(&world, &json!({"selects": ["m"]}), &json!(["weight"]));
    assert_eq!(answer["depth"], 3);
    let change = &answer["changes"][0];
    let edits = change["edits"].as_array().expect("edits").iter();
    let edits: Vec<Value> = edits
        .map(|edit| json!([edit["subject"], edit["from"], edit["to"]]))
        .collect();
    let expect = ["AddOn/x/s", "AddOn/y/s", "AddOn/z/s"].map(|name| json!([name, 0, 1]));
    assert_eq!(edits, expect, "{answer:#}");
    // Of a fleet in which nothing does it, all is searched.
    let answer = changes(&world, &json!({"selects": ["m", "a"]}), &json!(["weight"]));
    assert_eq!(
        [&answer["changes"], &answer["depth"]],
        [&json!([]), &json!(3)]
    );
}

/// The weights to a total distance, each vector with its distance.
fn vectors(world: &World, names: &[&str], most: i64) -> Vec<(i64, World)> {
    let Some((name, rest)) = names.split_first() else {
        return vec![(0, copy(world))];
    };
    let old = weight(world, name);
    let near = (-most..=most).filter(|step| (-10..=10).contains(&(old + step)));
    let each = near.flat_map(|step| {
        let one = if step == 0 {
            copy(world)
        } else {
            weighed(world, name, old + step)
        };
        let more = vectors(&one, rest, most - step.abs()).into_iter();
        more.map(move |(far, world)| (far + step.abs(), world))
    });
    each.collect()
}

const SCORED: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/// Clusters with three scores, of which one or two are selected by their weights.
fn scored(dice: &mut Dice) -> World {
    let mut objects = Vec::new();
    for name in SCORED {
        objects.push(
            json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
            "metadata": {"name": name}}),
        );
        for load in ["x", "y", "z"] {
            let value = dice.below(41) as i64 - 20;
            objects.push(
                json!({"apiVersion": "cluster.open-cluster-management.io/v1alpha1",
                "kind": "AddOnPlacementScore", "metadata": {"name": load, "namespace": name},
                "status": {"scores": [{"name": "s", "value": value}]}}),
            );
        }
    }
    objects.push(
        json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "p", "namespace": "ns"}, "spec": {"numberOfClusters": 1 + dice.below(2),
            "prioritizerPolicy": {"mode": "Exact"}}}),
    );
    let world = World {
        objects,
        proposal: false,
    };
    let weight = |dice: &mut Dice| dice.below(5) as i64 - 2;
    let world = weighed(&world, "AddOn/x/s", weight(dice));
    let world = weighed(&world, "AddOn/y/s", weight(dice));
    weighed(&world, "AddOn/z/s", weight(dice))
}

/// The nearest weights are found, in whatever number up to a distance of 3, and nothing is nearer than what the answer
/// says that it tried: whatever the budget is.
#[test]
fn weights_are_tried_by_growing_distance() {
    let names = ["AddOn/x/s", "AddOn/y/s", "AddOn/z/s"];
    let mut seen = BTreeMap::<(Vec<u64>, i64, i64), usize>::new();
    for seed in worlds(9000..9450) {
        let mut dice = Dice::new(seed);
        let world = scored(&mut dice);
        let mut one = || json!(SCORED[dice.below(SCORED.len())]);
        let want = json!({"selects": [one()], "drops": [one()]});
        let is_met = |world: &World| meets(&want, &world.selected());
        let asked = |steps: usize| {
            let mut options = world.options();
            options["want"] = want.clone();
            options["families"] = json!(["weight"]);
            options["maxSteps"] = json!(steps);
            ask(&mut Scenario::new(&world.text()), "change", &options)
        };
        if want["selects"][0] == want["drops"][0] || asked(20_000)["depth"] == 1 || is_met(&world) {
            continue;
        }
        let near = vectors(&world, &names, 3).into_iter();
        let near = near.filter(|(_, world)| is_met(world));
        let nearest = near.map(|(far, _)| far).min();
        for steps in [20_000, 190, 160, 135] {
            let answer = asked(steps);
            let context = || format!("{seed} {steps} {nearest:?} {answer:#} {}", world.text());
            let tried = answer["weightsTo"].as_i64().unwrap_or(0);
            let changes = answer["changes"].as_array().expect("changes").iter();
            let costs = changes.map(|one| {
                let step = one["cost"]["step"].as_f64().expect("a step") as i64;
                (one["cost"]["edits"].as_u64().expect("a number"), step)
            });
            let costs: Vec<(u64, i64)> = costs.collect();
            let is_near = nearest.is_some_and(|near| costs.iter().any(|cost| cost.1 == near));
            // Weights that are not negative come before nearer ones of which one is.
            let list = answer["changes"].as_array().expect("changes");
            let is_found = is_near || list.iter().any(|change| !order(change).0);
            let is_beyond = nearest.is_none_or(|nearest| nearest > tried);
            assert!((is_found || is_beyond) && tried <= 3, "{}", context());
            assert!(list.is_sorted_by_key(order), "{}", context());
            if steps == 20_000 {
                let is_all = is_found || (nearest.is_none() && tried == 3);
                assert!(is_all, "{}", context());
            }
            let edits = costs.iter().map(|cost| cost.0).collect();
            *seen
                .entry((edits, nearest.unwrap_or(0), tried))
                .or_default() += 1;
        }
    }
    // A farther pair costs less than the nearest three: both are told. A search that stops says how far it came.
    let has = |edits: &[u64], nearest: i64, tried: &[i64]| {
        let mut cases = seen.keys();
        cases.any(|case| case.0 == edits && case.1 == nearest && tried.contains(&case.2))
    };
    let cases = [
        has(&[2, 3], 3, &[3]),
        has(&[2], 0, &[3]),
        has(&[], 0, &[3]),
        has(&[], 3, &[1, 2]),
    ];
    assert_eq!(cases, [true; 4], "{seen:?}");
}
