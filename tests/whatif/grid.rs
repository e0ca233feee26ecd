//! Grids of two parameters, against the slow twin with every pair of values.

use schedscope_fuzz::cases::{often, worlds};
use std::collections::BTreeSet;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::brute::{copy, feasible, prioritizers, weighed};
use super::worlds::{Dice, World, world};

/// A world with a value of a parameter.
fn with(world: &World, axis: &Value, value: i64) -> World {
    if let Some(name) = axis["weight"].as_str() {
        return weighed(world, name, value);
    }
    let mut world = copy(world);
    if axis["count"] == true {
        world.placement()["spec"]["numberOfClusters"] = json!(value);
    } else {
        world.placement()["spec"]["spreadPolicy"]["spreadConstraints"][0]["maxSkew"] = json!(value);
    }
    world
}

fn names(value: &Value) -> BTreeSet<String> {
    let names = value.as_array().into_iter().flatten();
    names
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

/// The outcome of a pair of values.
fn cell(answer: &Value, row: i64, column: i64) -> usize {
    let holds = |value: &Value, at: i64| {
        (value["from"].as_i64()..=value["to"].as_i64()).contains(&Some(at))
    };
    let of = |list: &Value, at: i64| -> Value {
        let mut list = list.as_array().expect("a list").iter();
        list.find(|value| holds(value, at)).expect("a part").clone()
    };
    let run = of(&of(&answer["grid"], row)["runs"], column);
    run["outcome"].as_u64().expect("a number") as usize
}

#[test]
fn a_grid_decides_as_every_pair_of_values_does() {
    let (mut cells, mut outcomes, mut of_skew) = (0, 0, 0);
    for seed in worlds(0..90) {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let all = prioritizers(&world);
        let weight = |dice: &mut Dice| json!({"weight": all[dice.below(all.len())]});
        let rows = weight(&mut dice);
        let has_term = copy(&world).placement()["spec"]["spreadPolicy"].is_object();
        let columns = match dice.below(3) {
            0 if has_term => json!({"maxSkew": 0}),
            1 => json!({"count": true}),
            _ => weight(&mut dice),
        };
        if rows == columns {
            continue;
        }
        of_skew += usize::from(columns["maxSkew"] == 0);
        let mut options = world.options();
        options["rows"] = rows.clone();
        options["columns"] = columns.clone();
        let answer = ask(&mut Scenario::new(&world.text()), "sweepGrid", &options);
        assert_eq!(answer["complete"], true, "{seed}");
        let range = |axis: &Value| match axis["weight"].as_str() {
            Some(_) => -10..=10,
            None if axis["count"] == true => 0..=feasible(&world) as i64,
            None => 1..=(feasible(&world) as i64).max(1),
        };
        let now = world.selected();
        let mut counted = vec![0; answer["count"].as_u64().expect("a count") as usize];
        for row in range(&rows) {
            for column in range(&columns) {
                let decided = with(&with(&world, &rows, row), &columns, column).selected();
                let number = cell(&answer, row, column);
                counted[number] += 1;
                cells += 1;
                let outcome = &answer["outcomes"][number];
                let only =
                    |these: &BTreeSet<String>, those: &BTreeSet<String>| -> BTreeSet<String> {
                        these.difference(those).cloned().collect()
                    };
                let case = format!("{seed} {rows} {row} {columns} {column}");
                assert_eq!(names(&outcome["in"]), only(&decided, &now), "{case}");
                assert_eq!(names(&outcome["out"]), only(&now, &decided), "{case}");
                assert_eq!(outcome["selected"], decided.len(), "{case}");
            }
        }
        // Outcomes differ, and rows that are told apart do.
        let told = answer["outcomes"].as_array().expect("outcomes");
        let sets: BTreeSet<String> = told
            .iter()
            .map(|one| format!("{} {} {}", one["in"], one["out"], one["decided"]))
            .collect();
        assert_eq!(sets.len(), counted.len(), "{seed}");
        for (outcome, counted) in told.iter().zip(&counted) {
            assert_eq!(outcome["cells"], *counted, "{seed}");
        }
        let grid = answer["grid"].as_array().expect("rows");
        assert!(grid.windows(2).all(|two| two[0]["runs"] != two[1]["runs"]));
        outcomes += counted.len();
    }
    assert!(
        cells > often(15_000) && outcomes > often(120) && of_skew > often(8),
        "{cells} {outcomes} {of_skew}"
    );
}

/// More pairs than are tried: those around the values in force are.
#[test]
fn a_large_grid_is_bounded_around_what_is_in_force() {
    let text = schedscope::generate::hub_yaml(1, 400);
    let options = json!({"now": "2025-06-01T12:00:00Z", "limit": 5,
        "rows": {"weight": "ResourceAllocatableMemory"}, "columns": {"count": true}});
    let answer = ask(&mut Scenario::new(&text), "sweepGrid", &options);
    let columns = &answer["columns"];
    let number = |value: &Value| value.as_i64().expect("a number");
    let (from, to) = (number(&columns["from"]), number(&columns["to"]));
    assert_eq!(answer["complete"], false);
    assert!(
        (from..=to).contains(&number(&columns["inForce"])),
        "{columns}"
    );
    assert_eq!((to - from + 1) * 21, 5_000 / 21 * 21);
    assert_eq!(answer["outcomes"].as_array().map(Vec::len), Some(5));
    assert!(answer["count"].as_u64() > Some(200));
    assert!(answer.to_string().len() < 400_000);
}

#[test]
fn an_axis_names_one_parameter() {
    let text = schedscope::generate::hub_yaml(1, 5);
    for (rows, columns, message) in [
        (json!({}), json!({"count": true}), "name one of"),
        (
            json!({"count": true, "weight": "Steady"}),
            json!({"count": true}),
            "name one of",
        ),
        (
            json!({"count": true}),
            json!({"count": true}),
            "the same parameter",
        ),
        (json!({"count": true}), json!({"maxSkew": "zone"}), "zone"),
    ] {
        let options = json!({"now": "2025-06-01T12:00:00Z", "rows": rows, "columns": columns});
        let question = json!({ "sweepGrid": options }).to_string();
        let said = Scenario::new(&text)
            .ask(&question)
            .expect_err("an error")
            .to_string();
        assert!(said.contains(message), "{options}: {said}");
    }
}
