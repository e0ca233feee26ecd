//! More clusters like one, against the slow twin about a text with each of them.

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use crate::{
    ask,
    brute::copy,
    worlds::{Dice, World, world},
};

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
