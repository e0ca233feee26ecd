//! More clusters like one, against the slow twin about a text with each of them.

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::copy;
use super::worlds::{Dice, World, world};

const MOST: usize = 4;

/// A world with so many more clusters like one, each with its add-on scores; and their names.
fn with(world: &World, cluster: &str, more: usize) -> (World, Vec<String>) {
    let mut world = copy(world);
    let mut names = Vec::new();
    for number in 1..=more {
        let name = format!("{cluster}-more-{number:05}");
        let copies: Vec<Value> = world
            .objects
            .iter()
            .filter_map(|object| {
                let mut object = object.clone();
                let meta = &object["metadata"];
                if object["kind"] == "ManagedCluster" && meta["name"] == cluster {
                    object["metadata"]["name"] = json!(name);
                } else if object["kind"] == "AddOnPlacementScore" && meta["namespace"] == cluster {
                    object["metadata"]["namespace"] = json!(name);
                } else {
                    return None;
                }
                Some(object)
            })
            .collect();
        world.objects.extend(copies);
        names.push(name);
    }
    (world, names)
}

#[test]
fn more_clusters_are_selected_as_in_a_text_that_has_them() {
    let (mut some, mut ends) = (0, 0);
    for seed in 0..80 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let clusters = world.clusters();
        let cluster = &clusters[dice.below(clusters.len())];
        let mut options = world.options();
        options["cluster"] = json!(cluster);
        options["most"] = json!(MOST);
        let answer = ask(&mut Scenario::new(&world.text()), "moreClusters", &options);
        let before = world.selected();
        let mut joined = 0;
        let (selected, names) = loop {
            joined += 1;
            let (world, names) = with(&world, cluster, joined);
            let selected = world.selected();
            if joined == MOST || names.iter().any(|name| !selected.contains(name)) {
                break (selected, names);
            }
        };
        let count = names.iter().filter(|name| selected.contains(*name)).count();
        let case = format!("{seed} {cluster} {}", world.text());
        assert_eq!(answer["count"], count, "{case}");
        assert_eq!(answer["stopped"], count == names.len(), "{case}");
        assert_eq!(answer["next"].is_null(), count == names.len(), "{case}");
        assert_eq!(answer["before"], before.len(), "{case}");
        assert_eq!(answer["after"], selected.len(), "{case}");
        let out: BTreeSet<&str> = answer["out"]
            .as_array()
            .expect("names")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let expect: BTreeSet<&str> = before.difference(&selected).map(String::as_str).collect();
        assert_eq!(out, expect, "{case}");
        some += usize::from(count > 0);
        ends += usize::from(count < names.len());
    }
    assert!(some > 15 && ends > 25, "{some} {ends}");
}

/// Of each cluster that new ones are like: how many joined, and whether no more do.
struct Turn<'a> {
    cluster: &'a str,
    joined: usize,
    is_over: bool,
}

/// Lets clusters join in turn, as the slow twin decides. Gives what is selected at the end and the names of those that
/// joined, by the cluster that they are like.
fn in_turn(
    world: &World,
    turns: &mut [Turn<'_>],
    most: usize,
) -> (BTreeSet<String>, Vec<Vec<String>>) {
    let (mut selected, mut names) = (world.selected(), vec![Vec::new(); turns.len()]);
    let mut at = 0;
    for _ in 0..most {
        let Some(turn) = (0..turns.len())
            .map(|step| (at + step) % turns.len())
            .find(|turn| !turns[*turn].is_over)
        else {
            break;
        };
        let count = |selected: &BTreeSet<String>, names: &[Vec<String>]| {
            let joined = names.iter().flatten();
            joined.filter(|name| selected.contains(*name)).count()
        };
        let before = count(&selected, &names);
        turns[turn].joined += 1;
        let mut joined = copy(world);
        for (turn, names) in turns.iter().zip(&mut names) {
            (joined, *names) = with(&joined, turn.cluster, turn.joined);
        }
        selected = joined.selected();
        turns[turn].is_over = count(&selected, &names) <= before;
        at = turn + 1;
    }
    (selected, names)
}

#[test]
fn clusters_of_a_label_join_in_turn() {
    let (mut some, mut mixed, mut ends, mut cut) = (0, 0, 0, 0);
    for seed in 0..120 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let zone = format!("z{}", dice.below(3));
        let of_zone = |object: &&Value| {
            object["kind"] == "ManagedCluster" && object["metadata"]["labels"]["zone"] == zone
        };
        let clusters: BTreeSet<&str> = (world.objects.iter().filter(of_zone))
            .filter_map(|object| object["metadata"]["name"].as_str())
            .collect();
        let mut options = world.options();
        options["label"] = json!(format!("zone={zone}"));
        let most = 1 + dice.below(6);
        options["most"] = json!(most);
        let asked = json!({ "moreClusters": options }).to_string();
        let mut scenario = Scenario::new(&world.text());
        if clusters.is_empty() {
            let refused = scenario.ask(&asked).expect_err("no cluster");
            assert_eq!(refused.code(), "no-such-label");
            continue;
        }
        let answer = ask(&mut scenario, "moreClusters", &options);
        let case = format!("{seed} {zone} {most} {} {answer:#}", world.text());
        let turn = |cluster| Turn {
            cluster,
            joined: 0,
            is_over: false,
        };
        let mut turns: Vec<Turn<'_>> = clusters.iter().copied().map(turn).take(most).collect();
        let (selected, names) = in_turn(&world, &mut turns, most);
        let is_cut = clusters.len() > most;
        let is_over = !is_cut && turns.iter().all(|turn| turn.is_over);
        let kinds = answer["kinds"].as_array().expect("kinds");
        assert_eq!(kinds.len(), turns.len(), "{case}");
        let mut count = 0;
        for ((kind, turn), names) in kinds.iter().zip(&turns).zip(&names) {
            let own = names.iter().filter(|name| selected.contains(*name)).count();
            let expect = json!([turn.cluster, turn.joined, own]);
            assert_eq!(
                json!([kind["cluster"], kind["joined"], kind["count"]]),
                expect,
                "{case}"
            );
            assert_eq!(kind["next"].is_null(), own == names.len(), "{case}");
            mixed += usize::from(turns.len() > 1 && own > 0);
            count += own;
        }
        let said = ["count", "after", "stopped", "kindsTotal"].map(|key| &answer[key]);
        let expect = [
            json!(count),
            json!(selected.len()),
            json!(!is_over),
            json!(turns.len()),
        ];
        assert_eq!(
            said,
            [&expect[0], &expect[1], &expect[2], &expect[3]],
            "{case}"
        );
        assert_eq!(answer["next"].is_null(), !is_over, "{case}");
        some += usize::from(count > 0);
        ends += usize::from(is_over);
        cut += usize::from(is_cut);
    }
    assert!(
        some > 15 && mixed > 10 && ends > 15 && cut > 5,
        "{some} {mixed} {ends} {cut}"
    );
}

/// A new cluster has the verdicts of the one that it is like: those like c, which an expression shuts out by its name,
/// stay out.
#[test]
fn new_clusters_have_the_verdicts_of_those_that_they_are_like() {
    let text = "\
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a, labels: {zone: z1}}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: b, labels: {zone: z2}}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: c, labels: {zone: z1}}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: d, labels: {zone: z1}}}
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: default}
spec:
  predicates:
  - requiredClusterSelector: {celSelector: {celExpressions: [managedCluster.metadata.name != 'c']}}
";
    let options = json!({"now": "2025-06-01T12:00:00Z", "label": "zone=z1", "most": 6});
    let answer = super::wants::asked(text, "moreClusters", &options);
    let kinds = answer["kinds"].as_array().expect("kinds").iter();
    let kinds: Vec<Value> = kinds
        .map(|kind| json!([kind["cluster"], kind["joined"], kind["count"]]))
        .collect();
    // In turn a, c, d, a, d, a: no more like c join after the first.
    let expect = [json!(["a", 3, 3]), json!(["c", 1, 0]), json!(["d", 2, 2])];
    assert_eq!(kinds, expect, "{answer:#}");
    assert_eq!(answer["kinds"][1]["next"]["reason"]["type"], "predicate");
    assert_eq!(answer["stopped"], true);
}

#[test]
fn either_a_cluster_or_a_label_is_named() {
    let world = world(&mut Dice::new(1));
    let mut scenario = Scenario::new(&world.text());
    let both = json!({"cluster": world.clusters()[0], "label": "zone=z0"});
    for more in [json!({}), both] {
        let mut options = world.options();
        let fields = more.as_object().expect("fields").clone();
        options.as_object_mut().expect("options").extend(fields);
        let refused = scenario.ask(&json!({ "moreClusters": options }).to_string());
        assert_eq!(refused.expect_err("a refusal").code(), "invalid-argument");
    }
}
