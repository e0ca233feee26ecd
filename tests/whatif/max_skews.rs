//! Other max skews as an option of every question, against a placement that has them.

use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::{copy, feasible, meets};
use super::worlds::{Dice, World, selected_of, world};

/// The clusters of a decision.
fn selected(decision: &Value) -> BTreeSet<String> {
    let names = decision["selected"].as_array().expect("names").iter();
    names
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

/// A placement with two constraints over clusters of few zones and tiers.
fn spread(dice: &mut Dice) -> World {
    let mut world = world(dice);
    world.proposal = true;
    let is_set = |object: &Value| object["kind"].as_str().unwrap_or("").contains("Set");
    world.objects.retain(|object| !is_set(object));
    for object in &mut world.objects {
        if object["kind"] == "ManagedCluster" {
            let labels = &mut object["metadata"]["labels"];
            labels["zone"] = json!(["z1", "z1", "z1", "z2"][dice.below(4)]);
            labels["rack"] = json!(["r1", "r1", "r2", "r3"][dice.below(4)]);
            object["spec"] = json!({});
        }
    }
    let term = |key: &str, skew: usize| {
        json!({"topologyKey": key, "topologyKeyType": "Label",
            "maxSkew": skew, "whenUnsatisfiable": "DoNotSchedule"})
    };
    let terms = [
        term("zone", 1 + dice.below(2)),
        term("rack", 1 + dice.below(2)),
    ];
    let count = world.clusters().len();
    world.placement()["spec"] = json!({"numberOfClusters": 2 + dice.below(count),
        "spreadPolicy": {"spreadConstraints": terms}});
    world
}

#[test]
fn other_max_skews_decide_as_a_placement_that_has_them() {
    let mut others = 0;
    for seed in 0..80 {
        let mut dice = Dice::new(seed);
        let world = spread(&mut dice);
        let [zone, rack] = [1 + dice.below(4), 1 + dice.below(4)];
        let mut edited = copy(&world);
        let terms = &mut edited.placement()["spec"]["spreadPolicy"]["spreadConstraints"];
        (terms[0]["maxSkew"], terms[1]["maxSkew"]) = (json!(zone), json!(rack));
        let expect = edited.selected();
        let mut scenario = Scenario::new(&world.text());
        let mut decided = |skews: Value| {
            let mut options = world.options();
            options["maxSkews"] = skews;
            ask(&mut scenario, "decide", &options)
        };
        for skews in [
            json!({"zone": zone, "rack": rack}),
            json!({"0": zone, "rack": rack}),
        ] {
            let answer = decided(skews);
            assert_eq!(
                selected(&answer),
                expect,
                "{seed} {zone} {rack} {}",
                world.text()
            );
            assert_eq!(answer["spreadConstraints"][1]["maxSkew"], rack);
        }
        // The text is as it was.
        assert_eq!(selected(&decided(json!({}))), world.selected(), "{seed}");
        others += usize::from(expect != world.selected());
    }
    assert!(others > 10, "{others}");
}

/// An edit of a max skew is decided with the edited text, not with what the question overrides.
#[test]
fn a_change_of_a_max_skew_overrules_the_one_of_the_question() {
    let mut found = 0;
    for seed in 200..300 {
        let mut dice = Dice::new(seed);
        let mut world = spread(&mut dice);
        let all = feasible(&world);
        world.placement()["spec"]["numberOfClusters"] = json!(all);
        let want = json!({ "count": all });
        if meets(&want, &world.selected()) {
            continue;
        }
        let mut options = world.options();
        options["want"] = want.clone();
        options["families"] = json!(["skew"]);
        options["maxSkews"] = json!({"zone": 1, "rack": 1});
        let answer = ask(&mut Scenario::new(&world.text()), "change", &options);
        for change in answer["changes"].as_array().expect("changes") {
            let text = super::edited(&world.text(), &super::text_edits(change));
            let decided = selected_of(&text, true);
            assert!(meets(&want, &decided), "{seed} {change:#} {text}");
            let path = change["edits"][0]["path"].as_str().expect("a path");
            found += usize::from(path.ends_with("maxSkew"));
        }
    }
    assert!(found > 3, "{found}");
}

#[test]
fn a_constraint_that_is_not_there_is_named() {
    let world = spread(&mut Dice::new(1));
    let mut options = world.options();
    options["maxSkews"] = json!({"zones": 2});
    let question = json!({ "decide": options }).to_string();
    let error = Scenario::new(&world.text()).ask(&question);
    let error = error.expect_err("an error").to_string();
    assert!(error.contains("zones") && error.contains("rack"), "{error}");
}
