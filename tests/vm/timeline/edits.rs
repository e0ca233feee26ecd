//! A run is kept as long as the text says the same: after any edit the answers are those of a fresh
//! reading.

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::world::{Flavour, World, config_map, load, node_object, timeline, vm_object, worlds};
use crate::{
    dice::{Dice, dice},
    settings::{self, Scale},
};

/// Questions that between them touch all of a run.
fn questions(dice: &Dice) -> Vec<Value> {
    let mut all = vec![
        json!({"vmTimeline": {"series": ["n1", "n2", "x1"], "heat": true}}),
        json!({"vmDump": {"step": 1_000_000}}),
        json!({"vmDump": {"step": dice.below(50)}}),
        json!({"vmStep": {"step": dice.below(50)}}),
        json!({"vmStep": {"step": dice.below(50), "nodes": ["n2", "n1"]}}),
        json!({"vmTimeline": {"variant": "v"}}),
        json!({"vmDump": {"variant": "v", "step": 20}}),
        json!({"vmTimeline": {"mitigations": {"largestStep": 1}, "pod": "default/a"}}),
        json!({"vmTimeline": {"timeline": "second"}}),
    ];
    // Runs push each other out.
    let by = dice.below(all.len());
    all.rotate_left(by);
    all
}

fn change(world: &mut World, extra: &mut Vec<Value>, dice: &Dice) {
    let of = |list: &[Value]| dice.below(list.len());
    match dice.below(14) {
        0 => {
            let at = of(&world.nodes);
            let cpu = dice.pick(&["7", "13500m", "8", "8000m"]);
            world.nodes[at]["status"]["allocatable"]["cpu"] = json!(cpu);
        }
        1 => world.nodes.push(node_object("n9", "8", "32Gi")),
        2 => {
            world.nodes.pop();
        }
        3 => {
            let at = of(&world.vms);
            world.vms[at]["spec"]["guest"]["cpus"]["use"] = json!(dice.below(5));
        }
        4 => {
            let at = of(&world.vms);
            world.vms[at]["status"] = json!({"node": dice.pick(&["n1", "n2", "x1"])});
        }
        5 => {
            if world.vms.len() > 1 {
                world.vms.remove(of(&world.vms));
            }
        }
        6 => world.vms.push(vm_object("z", "n1", [0, 1, 3], [0, 4, 12])),
        7 => {
            // The same amount in other words is another answer.
            let other = match world.config["memBlockSize"].as_str() {
                Some("1Gi") => "1024Mi",
                _ => "1Gi",
            };
            world.config["memBlockSize"] = json!(other);
        }
        8 => world.config = settings::config(dice, Scale::Small, "1Gi"),
        9 => world.spec["seed"] = json!(dice.below(5)),
        10 => {
            let agents = world.spec["agents"].as_array_mut().expect("agents");
            agents[0]["load"] = load(dice);
        }
        11 => {
            let events = world.spec["events"].as_array_mut().expect("events");
            if dice.chance(50) {
                events.pop();
            } else {
                events.push(json!({"at": "3s", "delete": {"pod": "a"}}));
            }
        }
        12 => match dice.below(4) {
            0 => extra.push(config_map("aaa", &world.config)),
            1 => extra.push(timeline("second", &json!({"events": []}))),
            2 => extra.clear(),
            _ => world.spec["configMap"] = json!("kube-system/aaa"),
        },
        _ => {
            // A pod that runs a VM.
            let name = dice.pick(&["a", "b"]);
            world.pods.push(json!({
                "apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": format!("of-{name}"), "labels": {"vm.neon.tech/name": name}},
                "spec": {"nodeName": "n1", "containers": [{"name": "c"}]},
            }));
        }
    }
}

fn text(world: &World, extra: &[Value]) -> String {
    let mut text = world.text();
    for object in extra {
        text = format!("{object}\n{text}");
    }
    text
}

/// Types the difference.
fn edit(scenario: &mut Scenario, old: &str, new: &str, dice: &Dice) {
    if dice.chance(15) {
        scenario.replace(new);
        return;
    }
    let same = |a: &mut dyn Iterator<Item = u8>, b: &mut dyn Iterator<Item = u8>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let head = same(&mut old.bytes(), &mut new.bytes());
    let tail = same(
        &mut old.bytes().skip(head).rev(),
        &mut new.bytes().skip(head).rev(),
    );
    let tail = tail.min(old.len() - head).min(new.len() - head);
    scenario.edit(head, old.len() - tail, &new[head..new.len() - tail]);
}

fn check(mut world: World, steps: &[Dice]) -> Result<(), TestCaseError> {
    let mut extra = Vec::new();
    let mut old = text(&world, &extra);
    let mut scenario = Scenario::new(&old);
    for dice in steps {
        change(&mut world, &mut extra, dice);
        let new = text(&world, &extra);
        edit(&mut scenario, &old, &new, dice);
        prop_assert_eq!(scenario.text(), new.clone());
        let mut fresh = Scenario::new(&new);
        for question in questions(dice) {
            let question = question.to_string();
            let said = |answer: Result<String, _>| {
                answer.map_err(|error: schedscope::scenario::QuestionError| error.to_string())
            };
            let found = said(scenario.ask(&question));
            let expected = said(fresh.ask(&question));
            prop_assert_eq!(&found, &expected, "{}", question);
            prop_assert_eq!(
                said(scenario.ask(&question)),
                expected,
                "{} once more",
                question
            );
        }
        old = new;
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: 30, max_shrink_iters: 100, ..Config::default() })]

    #[test]
    fn no_answer_outlives_its_text(
        world in worlds(Flavour::Mitigated),
        steps in prop::collection::vec(dice(30), 1..6),
    ) {
        check(world, &steps)?;
    }
}
