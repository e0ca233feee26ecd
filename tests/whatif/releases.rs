//! Other clusters removed, against brute force: each cluster is left out of the text and the slow twin decides.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::{changes, copy, feasible, hold_to_text, meets};
use super::edited;
use super::text_edits;
use super::worlds::{Dice, NOW, World, world};

/// A world whose clusters report amounts of CPU, which most of its placements score.
pub(crate) fn with_amounts(dice: &mut Dice, mut world: World) -> World {
    for object in &mut world.objects {
        if object["kind"] == "ManagedCluster" && dice.below(8) > 0 {
            let cpu = [2, 3, 4, 4, 8, 8, 50][dice.below(7)];
            object["status"]["allocatable"] = json!({"cpu": cpu.to_string()});
            object["status"]["capacity"] = json!({"cpu": (cpu + dice.below(3)).to_string()});
        }
    }
    if dice.below(3) > 0 {
        let policy = &mut world.placement()["spec"]["prioritizerPolicy"];
        if policy["configurations"].is_null() {
            policy["configurations"] = json!([]);
        }
        let weight = [1, 1, 2, 3, -2][dice.below(5)];
        let list = policy["configurations"].as_array_mut().expect("a list");
        list.push(json!({"weight": weight,
            "scoreCoordinate": {"type": "BuiltIn", "builtIn": "ResourceAllocatableCPU"}}));
    }
    world
}

/// No predicate and no taint is in the way, and few clusters are selected.
pub(crate) fn all_feasible(world: &mut World) {
    for object in &mut world.objects {
        if object["kind"] == "ManagedCluster" {
            object["spec"] = json!({});
        }
    }
    let spec = &mut world.placement()["spec"];
    spec["predicates"] = json!([]);
    if spec["numberOfClusters"].is_null() {
        spec["numberOfClusters"] = json!(2);
    }
}

/// Most wants are about the clusters at the cut: what is far behind it comes in by no removal.
fn want(dice: &mut Dice, world: &World) -> Value {
    let clusters = world.clusters();
    let decided = world.decided();
    let ranked = decided["rankedClusters"]
        .as_array()
        .filter(|all| !all.is_empty());
    let near = |at: usize| ranked.map(|all| all[at.min(all.len() - 1)].clone());
    let any = json!(clusters[dice.below(clusters.len())]);
    let one = match dice.below(3) {
        0 => any,
        more => near(world.selected().len() + more - 1).unwrap_or(any),
    };
    match dice.below(6) {
        0 => json!({ "drops": [near(world.selected().len().saturating_sub(1)).unwrap_or(one)] }),
        1 => json!({"count": dice.below(clusters.len() + 1)}),
        2 => json!({"selects": [one], "count": 1 + dice.below(4)}),
        _ => json!({ "selects": [one] }),
    }
}

/// The world without a cluster.
fn without(world: &World, name: &str) -> World {
    let mut world = copy(world);
    world
        .objects
        .retain(|object| object["kind"] != "ManagedCluster" || object["metadata"]["name"] != *name);
    world
}

/// The clusters, by name, that a want does not name and without which it is met: of all clusters, also of those that
/// are not feasible.
fn that_matter(world: &World, want: &Value) -> Vec<String> {
    let mut clusters = world.clusters();
    clusters.sort_unstable();
    clusters.dedup();
    let is_named = |name: &String| {
        let named = ["selects", "drops"]
            .iter()
            .filter_map(|key| want[key].as_array());
        named.flatten().any(|one| one == name)
    };
    clusters.retain(|name| !is_named(name) && meets(want, &without(world, name).selected()));
    clusters
}

/// The answer has the first of the clusters that matter by name, and how many others there are.
#[track_caller]
fn hold_to_brute(world: &World, want: &Value, answer: &Value) -> usize {
    let all = that_matter(world, want);
    let first = &answer["changes"][0];
    let single = first["edits"][1].is_null();
    let found = first["edits"][0]["object"]["name"]
        .as_str()
        .filter(|_| single);
    let text = world.text();
    assert_eq!(
        found,
        all.first().map(String::as_str),
        "{want} {answer:#} {text}"
    );
    if found.is_some() {
        assert_eq!(
            first["asCheap"],
            json!((all.len() - 1).min(20)),
            "{want} {answer:#} {text}"
        );
    }
    all.len()
}

#[test]
fn a_cluster_is_removed_wherever_that_is_enough() {
    let (mut found, mut of_spread, mut none) = (0, 0, 0);
    for seed in 9000..9200 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let mut world = with_amounts(&mut dice, world);
        if seed % 4 > 0 {
            all_feasible(&mut world);
        }
        let want = want(&mut dice, &world);
        if meets(&want, &world.selected()) {
            continue;
        }
        let answer = changes(&world, &want, &json!(["release"]));
        let all = hold_to_brute(&world, &want, &answer);
        found += usize::from(all > 0);
        let spreads = world.proposal && !world.placement()["spec"]["spreadPolicy"].is_null();
        of_spread += usize::from(all > 0 && spreads);
        none += usize::from(all == 0);
    }
    assert!(
        found >= 30 && of_spread >= 8 && none >= 30,
        "{found} {of_spread} {none}"
    );
}

/// A fleet of which not all clusters are tried: those ahead, and those with the least or the most of a resource.
fn large(dice: &mut Dice) -> World {
    let mut all = world(dice);
    while all
        .objects
        .iter()
        .any(|object| object["kind"] == "ManagedClusterSet")
    {
        all = world(dice);
    }
    all.proposal = false;
    all.placement()["spec"]["predicates"] = json!([]);
    let count = 36 + dice.below(8);
    while all.clusters().len() < count {
        let mut more = world(dice);
        let at = all.clusters().len();
        for object in &mut more.objects {
            let side = match object["kind"].as_str() {
                Some("ManagedCluster") => "name",
                Some("AddOnPlacementScore") => "namespace",
                _ => continue,
            };
            let name = format!(
                "{}-{at}",
                object["metadata"][side].as_str().expect("a name")
            );
            object["metadata"][side] = json!(name);
            object.as_object_mut().expect("an object").remove("spec");
            all.objects.push(object.clone());
        }
    }
    let mut all = with_amounts(dice, all);
    // One cluster has by far the most: without it the others are told apart.
    let most = dice.below(count);
    let mut clusters = all.objects.iter_mut();
    let of_kind = clusters
        .by_ref()
        .filter(|object| object["kind"] == "ManagedCluster");
    if let Some(cluster) = of_kind.into_iter().nth(most) {
        cluster["status"]["allocatable"] = json!({"cpu": "400"});
        cluster["status"]["capacity"] = json!({"cpu": "400"});
    }
    all.placement()["spec"]["numberOfClusters"] = json!(1 + dice.below(30));
    all
}

#[test]
fn in_a_large_fleet_those_that_matter_are_tried() {
    let (mut found, mut none) = (0, 0);
    for seed in 9300..9340 {
        let mut dice = Dice::new(seed);
        let world = large(&mut dice);
        assert!(feasible(&world) > 32);
        let want = want(&mut dice, &world);
        if meets(&want, &world.selected()) {
            continue;
        }
        let mut options = world.options();
        options["want"] = want.clone();
        options["families"] = json!(["release"]);
        options["maxSteps"] = json!(1_000_000);
        let answer = ask(&mut Scenario::new(&world.text()), "change", &options);
        hold_to_text(&world, &want, &answer);
        let all = hold_to_brute(&world, &want, &answer);
        // Pairs of others are not all tried.
        assert_eq!(answer["complete"], all > 0, "{answer:#}");
        found += usize::from(all > 0);
        none += usize::from(all == 0);
    }
    assert!(found >= 6 && none >= 3, "{found} {none}");
}

/// With a removed item of a list go the comments above it and the blank lines behind it; those above the next one stay.
#[test]
fn comments_of_the_next_item_stay() {
    let cluster = |name: &str, comment: &str| {
        format!(
            "{comment}- apiVersion: cluster.open-cluster-management.io/v1\n  kind: ManagedCluster\n  metadata: {{name: \
             {name}, labels: {{cluster.open-cluster-management.io/clusterset: s}}}}\n"
        )
    };
    let head = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: cluster.open-cluster-management.io/v1beta1\n  kind: \
                Placement\n  metadata: {name: p, namespace: n}\n  spec: {numberOfClusters: 1}\n";
    for (above, behind, left) in [
        ("# a1 is old\n", "# a2 is new\n", "# a2 is new\n"),
        (
            "\n# a1 is old\n",
            "\n# a2\n\n# is new\n",
            "\n# a2\n\n# is new\n",
        ),
        ("  # of the placement\n", "", "  # of the placement\n"),
        ("", "  # deeper\n# a2 is new\n", "# a2 is new\n"),
    ] {
        let (one, other) = (cluster("a1", above), cluster("a2", behind));
        let text = format!("{head}{one}{other}");
        let options = json!({"now": NOW, "want": {"selects": ["a2"]}, "families": ["release"]});
        let answer = ask(&mut Scenario::new(&text), "change", &options);
        let found = edited(&text, &text_edits(&answer["changes"][0]));
        assert_eq!(found, format!("{head}{left}{}", cluster("a2", "")));
    }
}
