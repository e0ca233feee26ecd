//! Changes against brute force: every edit of the space is made in the JSON and decided by the slow twin.

use schedscope_fuzz::cases::{often, worlds};
use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::edited;
use super::text_edits;
use super::worlds::{Dice, World, selected_of, world};

/// Whether a selection is as wanted.
pub(crate) fn meets(want: &Value, selected: &BTreeSet<String>) -> bool {
    let has = |name: &Value| selected.contains(name.as_str().expect("a name"));
    let list = |key: &str| want[key].as_array().into_iter().flatten();
    list("selects").all(has)
        && !list("drops").any(has)
        && want["count"]
            .as_u64()
            .is_none_or(|count| count as usize == selected.len())
}

fn want(dice: &mut Dice, world: &World) -> Value {
    let clusters = world.clusters();
    let one = &clusters[dice.below(clusters.len())];
    match dice.below(5) {
        0 => json!({ "drops": [one] }),
        1 => json!({"count": dice.below(clusters.len() + 1)}),
        _ => json!({ "selects": [one] }),
    }
}

/// The step of the cheapest single edit of a family in an answer.
fn step(answer: &Value, family: &str) -> Option<f64> {
    let mut changes = answer["changes"].as_array().expect("changes").iter();
    let found = changes.find(|change| change["cost"]["families"] == json!([family]))?;
    found["cost"]["step"].as_f64()
}

/// What changes are compared by: whether it is a last resort, what it displaces, how natural the least natural edit is,
/// and the number of edits.
pub(crate) fn order(change: &Value) -> (bool, usize, usize, usize) {
    let edits = change["edits"].as_array().expect("edits");
    let class = |edit: &Value| {
        let is_left_out = edit["new"].is_null();
        match edit["family"].as_str().expect("a family") {
            "name" => 1,
            "predicate" | "skew" if is_left_out => 8,
            "label" | "claim" if !edit["old"].is_null() => 5,
            "toleration" | "label" | "claim" | "set" | "predicate" => 2,
            "skew" | "count" => 3,
            "weight" if edit["to"].as_i64() < Some(0) => 8,
            "weight" => 4,
            "node" => 7,
            "release" => 9,
            _ => 6,
        }
    };
    let is_last = |edit: &Value| match edit["family"].as_str() {
        Some("weight") => class(edit) == 8,
        family => family == Some("release"),
    };
    let displaced = change["removed"].as_array().map_or(0, Vec::len);
    assert_eq!(change["cost"]["displaced"], displaced, "{change:#}");
    let least = edits.iter().map(class).max().unwrap_or(0);
    (edits.iter().any(is_last), displaced, least, edits.len())
}

/// The step of the cheapest of some edits of one kind, each with its size, after which the twin decides as wanted.
fn smallest(world: &World, want: &Value, edits: impl Iterator<Item = (f64, World)>) -> Option<f64> {
    cheapest(world, want, edits.map(|(step, world)| (0, step, world)))
}

pub(crate) fn copy(world: &World) -> World {
    World {
        objects: world.objects.clone(),
        proposal: world.proposal,
    }
}

/// The prioritizers that can be given a weight.
pub(crate) fn prioritizers(world: &World) -> Vec<&'static str> {
    let mut all = vec![
        "Steady",
        "Balance",
        "ResourceAllocatableCPU",
        "ResourceAllocatableMemory",
    ];
    all.extend(["AddOn/x/s", "AddOn/y/s"]);
    if world.proposal {
        all.extend(["ResourceRatioCPU", "ResourceRatioMemory", "Spread"]);
    }
    all
}

/// The world with a weight: written as a person would.
pub(crate) fn weighed(world: &World, name: &str, weight: i64) -> World {
    let mut world = copy(world);
    let coordinate = match name
        .strip_prefix("AddOn/")
        .and_then(|rest| rest.split_once('/'))
    {
        Some((resource, score)) => {
            json!({"type": "AddOn", "addOn": {"resourceName": resource, "scoreName": score}})
        }
        None => json!({"type": "BuiltIn", "builtIn": name}),
    };
    let policy = &mut world.placement()["spec"]["prioritizerPolicy"];
    if policy["configurations"].is_null() {
        policy["configurations"] = json!([]);
    }
    let list = policy["configurations"].as_array_mut().expect("a list");
    match list
        .iter_mut()
        .find(|known| known["scoreCoordinate"] == coordinate)
    {
        Some(known) => known["weight"] = json!(weight),
        None => list.push(json!({"scoreCoordinate": coordinate, "weight": weight})),
    }
    world
}

/// The weight in force.
pub(crate) fn weight(world: &World, name: &str) -> i64 {
    let mut world = copy(world);
    let spec = &world.placement()["spec"];
    let policy = &spec["prioritizerPolicy"];
    let is_named = |known: &&Value| {
        let coordinate = &known["scoreCoordinate"];
        let add_on = &coordinate["addOn"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let full = format!(
            "AddOn/{}/{}",
            text(&add_on["resourceName"]),
            text(&add_on["scoreName"])
        );
        coordinate["builtIn"] == name || full == name
    };
    let known = policy["configurations"]
        .as_array()
        .into_iter()
        .flatten()
        .find(is_named);
    let additive = policy["mode"] != "Exact";
    match known {
        Some(known) => known["weight"].as_i64().expect("a weight"),
        None if additive && matches!(name, "Steady" | "Balance") => 1,
        None if additive && name == "Spread" && !spec["spreadPolicy"].is_null() => 2,
        None => 0,
    }
}

fn by_weight(world: &World, want: &Value) -> Option<f64> {
    // What has no scores in these worlds changes nothing.
    let scored = prioritizers(world)
        .into_iter()
        .filter(|name| !name.starts_with("Resource") && *name != "Balance");
    let all = scored.flat_map(|name| {
        let old = weight(world, name);
        let news = (-10..=10).filter(move |new| *new != old);
        news.map(move |new| (new, (new - old).abs() as f64, weighed(world, name, new)))
    });
    cheapest(world, want, all)
}

/// The step of the cheapest weight after which the twin decides as wanted: not negative if any such one does, then by
/// the number of clusters that are selected no longer.
fn cheapest(
    world: &World,
    want: &Value,
    edits: impl Iterator<Item = (i64, f64, World)>,
) -> Option<f64> {
    let before = world.selected();
    let met = edits.filter_map(|(new, step, after)| {
        let after = after.selected();
        let displaced = before.difference(&after).count();
        meets(want, &after).then_some((new < 0, displaced, step))
    });
    let least = met.min_by(|a, b| {
        let key = (a.0, a.1).cmp(&(b.0, b.1));
        key.then(a.2.total_cmp(&b.2))
    });
    least.map(|(.., step)| step)
}

pub(crate) fn feasible(world: &World) -> usize {
    world.decided()["rankedClusters"]
        .as_array()
        .map_or(0, Vec::len)
}

fn by_count(world: &World, want: &Value) -> Option<f64> {
    let feasible = feasible(world);
    let old = copy(world).placement()["spec"]["numberOfClusters"].as_u64();
    let force = old.map_or(feasible as f64, |old| old as f64);
    let all = (0..=feasible).map(Some).chain([None]).map(|new| {
        let mut world = copy(world);
        let spec = &mut world.placement()["spec"];
        match new {
            Some(new) => spec["numberOfClusters"] = json!(new),
            None => drop(
                spec.as_object_mut()
                    .expect("a spec")
                    .remove("numberOfClusters"),
            ),
        }
        ((new.unwrap_or(feasible) as f64 - force).abs(), world)
    });
    smallest(world, want, all)
}

fn by_skew(world: &World, want: &Value) -> Option<f64> {
    let term = copy(world).placement()["spec"]["spreadPolicy"]["spreadConstraints"][0].clone();
    let old = term["maxSkew"].as_u64()?;
    let feasible = feasible(world).max(1) as u64;
    let hard = term["whenUnsatisfiable"] == "DoNotSchedule";
    let edit = |change: &dyn Fn(&mut Value)| {
        let mut world = copy(world);
        change(&mut world.placement()["spec"]["spreadPolicy"]);
        world
    };
    let field = |key: &str, value: Value| {
        let key = key.to_owned();
        edit(&move |policy| policy["spreadConstraints"][0][&key] = value.clone())
    };
    let mut all: Vec<(f64, World)> = (1..=feasible)
        .filter(|new| hard && *new != old)
        .map(|new| (new.abs_diff(old) as f64, field("maxSkew", json!(new))))
        .collect();
    let beyond = feasible.max(old) as f64;
    let other = if hard {
        "ScheduleAnyway"
    } else {
        "DoNotSchedule"
    };
    all.push((beyond + 1.0, field("whenUnsatisfiable", json!(other))));
    all.push((
        beyond + 2.0,
        edit(&|policy| policy["spreadConstraints"] = json!([])),
    ));
    smallest(world, want, all.into_iter())
}

/// The worlds in which one label of the wanted cluster has another value of those that there are, or is gone.
fn by_label(world: &World, want: &Value) -> bool {
    let Some(name) = want["selects"].get(0) else {
        return false;
    };
    let edits = [
        ("tier", Some("prod")),
        ("zone", Some("z1")),
        ("zone", Some("z2")),
        ("zone", None),
    ];
    edits.iter().any(|(key, value)| {
        let mut world = copy(world);
        let mut objects = world.objects.iter_mut();
        let cluster = objects.find(|object| {
            object["kind"] == "ManagedCluster" && object["metadata"]["name"] == *name
        });
        let labels = cluster.expect("a cluster")["metadata"]["labels"]
            .as_object_mut()
            .expect("labels");
        match value {
            Some(value) => drop(labels.insert((*key).to_owned(), json!(value))),
            None => drop(labels.remove(*key)),
        }
        meets(want, &world.selected())
    })
}

/// Every change of an answer, made in the text, is decided as wanted by the twin.
pub(crate) fn hold_to_text(world: &World, want: &Value, answer: &Value) {
    let text = world.text();
    for change in answer["changes"].as_array().expect("changes") {
        let after = edited(&text, &text_edits(change));
        let selected = selected_of(&after, world.proposal);
        assert!(
            meets(want, &selected),
            "{want} by {change:#} of {text}: {selected:?}"
        );
        let before = world.selected();
        let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            json!(one.difference(other).collect::<Vec<_>>())
        };
        assert_eq!(change["added"], only(&selected, &before));
        assert_eq!(change["removed"], only(&before, &selected));
    }
}

pub(crate) fn changes(world: &World, want: &Value, families: &Value) -> Value {
    let mut options = world.options();
    options["want"] = want.clone();
    options["families"] = families.clone();
    options["maxSteps"] = json!(200_000);
    let answer = ask(&mut Scenario::new(&world.text()), "change", &options);
    assert_eq!(answer["complete"], true, "{answer:#}");
    assert_eq!(
        answer["met"],
        meets(want, &world.selected()),
        "{}",
        world.text()
    );
    hold_to_text(world, want, &answer);
    let list = answer["changes"].as_array().expect("changes");
    assert!(list.is_sorted_by_key(order), "{answer:#}");
    answer
}

#[test]
fn single_changes_are_sound_and_the_cheapest() {
    let mut counts = [0; 4];
    for seed in worlds(0..90) {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let want = want(&mut dice, &world);
        if meets(&want, &world.selected()) {
            continue;
        }
        for (at, family) in ["weight", "count", "label"].into_iter().enumerate() {
            let answer = changes(&world, &want, &json!([family]));
            let singles = step(&answer, family);
            let expect = match family {
                "weight" => by_weight(&world, &want),
                "count" => by_count(&world, &want),
                _ if by_label(&world, &want) && singles.is_none() => {
                    // Where predicates are met, a label is no way in.
                    let reason = &answer["space"][4]["reason"];
                    assert_eq!(
                        reason,
                        "not-needed",
                        "{seed} {want} {answer:#} {}",
                        world.text()
                    );
                    None
                }
                _ => singles,
            };
            let is_single = singles.filter(|_| answer["changes"][0]["edits"][1].is_null());
            if family != "label" {
                assert_eq!(
                    is_single,
                    expect,
                    "{seed} {family} {want} {answer:#} {}",
                    world.text()
                );
            }
            counts[at] += usize::from(singles.is_some());
        }
        for family in ["toleration", "claim", "predicate", "set"] {
            let answer = changes(&world, &want, &json!([family]));
            counts[3] += answer["changes"].as_array().map_or(0, Vec::len);
        }
        let all = changes(
            &world,
            &want,
            &json!(["count", "toleration", "label", "predicate", "set"]),
        );
        let costs: Vec<_> = all["changes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(order)
            .collect();
        assert!(costs.is_sorted(), "{all:#}");
    }
    // Each family was met often enough to be tested.
    assert!(
        counts
            .iter()
            .zip([4, 10, 2, 5])
            .all(|(count, least)| *count >= often(least)),
        "{counts:?}"
    );
}

#[test]
fn changes_of_spread_are_the_cheapest() {
    let mut met = 0;
    for seed in 1000..1050 {
        let mut dice = Dice::new(seed);
        let mut world = world(&mut dice);
        world.proposal = true;
        world
            .objects
            .retain(|object| !object["kind"].as_str().unwrap_or("").contains("Set"));
        for object in &mut world.objects {
            if object["kind"] == "ManagedCluster" {
                object["metadata"]["labels"]["zone"] =
                    json!(["z1", "z1", "z1", "z2"][dice.below(4)]);
                object["spec"] = json!({});
            }
        }
        let clusters = world.clusters().len();
        let action = ["DoNotSchedule", "DoNotSchedule", "ScheduleAnyway"][dice.below(3)];
        let term = json!({"topologyKey": "zone", "topologyKeyType": "Label",
            "maxSkew": 1 + dice.below(2), "whenUnsatisfiable": action});
        let weights = world.placement()["spec"]["prioritizerPolicy"].clone();
        world.placement()["spec"] = json!({"numberOfClusters": 2 + dice.below(clusters - 1),
            "prioritizerPolicy": weights, "spreadPolicy": {"spreadConstraints": [term]}});
        let mut want = want(&mut dice, &world);
        let wanted = world.placement()["spec"]["numberOfClusters"].clone();
        let blocked = json!({ "count": wanted });
        if !meets(&blocked, &world.selected()) {
            want = blocked;
        }
        if meets(&want, &world.selected()) {
            continue;
        }
        let answer = changes(&world, &want, &json!(["skew"]));
        let expect = by_skew(&world, &want);
        assert_eq!(
            step(&answer, "skew"),
            expect,
            "{seed} {want} {answer:#} {}",
            world.text()
        );
        met += usize::from(expect.is_some());
    }
    assert!(met >= 6, "{met}");
}

#[test]
fn pairs_of_weights_are_complete() {
    let mut met = 0;
    for seed in 500..530 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let clusters = world.clusters();
        let one = &clusters[dice.below(clusters.len())];
        let other = &clusters[dice.below(clusters.len())];
        let want = json!({"selects": [one], "drops": [other]});
        let needs_pair = one != other
            && !meets(&want, &world.selected())
            && by_weight(&world, &want).is_none()
            && feasible(&world) > 2;
        if !needs_pair || met > 2 {
            continue;
        }
        let answer = changes(&world, &want, &json!(["weight"]));
        let found = answer["changes"]
            .get(0)
            .map(|change| change["cost"]["step"].as_f64().expect("a step"));
        let names = prioritizers(&world);
        let mut best: Option<f64> = None;
        for (at, first) in names.iter().enumerate() {
            for second in &names[at + 1..] {
                // What has no scores in these worlds changes nothing.
                if [first, second]
                    .iter()
                    .any(|name| name.starts_with("Resource") || **name == "Balance")
                {
                    continue;
                }
                let (a, b) = (weight(&world, first), weight(&world, second));
                for x in (-10..=10).filter(|x| *x != a) {
                    for y in (-10..=10).filter(|y| *y != b) {
                        let step = (x.abs_diff(a) + y.abs_diff(b)) as f64;
                        if best.is_none_or(|best| step < best)
                            && meets(
                                &want,
                                &weighed(&weighed(&world, first, x), second, y).selected(),
                            )
                        {
                            best = Some(step);
                        }
                    }
                }
            }
        }
        assert_eq!(found, best, "{seed} {want} {answer:#} {}", world.text());
        met += 1;
    }
    assert!(met >= 2, "{met}");
}
