//! A run is kept as long as the text says the same: after any edit the answers are those of a fresh
//! reading.

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use super::manifests::{
    Flavour, Manifests, config_map, load, node_object, random_manifests, timeline, vm_object,
};
use schedscope_fuzz::vm::random::{Choices, choices};
use schedscope_fuzz::vm::settings::{self, Scale};

/// Questions that between them touch all of a run.
fn questions(choices: &Choices) -> Vec<Value> {
    let mut all = vec![
        json!({"vmTimeline": {"series": ["n1", "n2", "x1"], "heat": true}}),
        json!({"vmDump": {"step": 1_000_000}}),
        json!({"vmDump": {"step": choices.below(50)}}),
        json!({"vmStep": {"step": choices.below(50)}}),
        json!({"vmStep": {"step": choices.below(50), "nodes": ["n2", "n1"]}}),
        json!({"vmTimeline": {"variant": "v"}}),
        json!({"vmDump": {"variant": "v", "step": 20}}),
        json!({"vmTimeline": {"mitigations": {"largestStep": 1}, "pod": "default/a"}}),
        json!({"vmTimeline": {"timeline": "second"}}),
    ];
    // Runs push each other out.
    let by = choices.below(all.len());
    all.rotate_left(by);
    all
}

fn change(manifests: &mut Manifests, extra: &mut Vec<Value>, choices: &Choices) {
    let of = |list: &[Value]| choices.below(list.len());
    match choices.below(14) {
        0 => {
            let at = of(&manifests.nodes);
            let cpu = choices.pick(&["7", "13500m", "8", "8000m"]);
            manifests.nodes[at]["status"]["allocatable"]["cpu"] = json!(cpu);
        }
        1 => manifests.nodes.push(node_object("n9", "8", "32Gi")),
        2 => {
            manifests.nodes.pop();
        }
        3 => {
            let at = of(&manifests.vms);
            manifests.vms[at]["spec"]["guest"]["cpus"]["use"] = json!(choices.below(5));
        }
        4 => {
            let at = of(&manifests.vms);
            manifests.vms[at]["status"] = json!({"node": choices.pick(&["n1", "n2", "x1"])});
        }
        5 => {
            if manifests.vms.len() > 1 {
                manifests.vms.remove(of(&manifests.vms));
            }
        }
        6 => manifests
            .vms
            .push(vm_object("z", "n1", [0, 1, 3], [0, 4, 12])),
        7 => {
            // The same amount in other words is another answer.
            let other = match manifests.config["memBlockSize"].as_str() {
                Some("1Gi") => "1024Mi",
                _ => "1Gi",
            };
            manifests.config["memBlockSize"] = json!(other);
        }
        8 => manifests.config = settings::config(choices, Scale::Small, "1Gi"),
        9 => manifests.spec["seed"] = json!(choices.below(5)),
        10 => {
            let agents = manifests.spec["agents"].as_array_mut().expect("agents");
            agents[0]["load"] = load(choices);
        }
        11 => {
            let events = manifests.spec["events"].as_array_mut().expect("events");
            if choices.chance(50) {
                events.pop();
            } else {
                events.push(json!({"at": "3s", "delete": {"pod": "a"}}));
            }
        }
        12 => match choices.below(4) {
            0 => extra.push(config_map("aaa", &manifests.config)),
            1 => extra.push(timeline("second", &json!({"events": []}))),
            2 => extra.clear(),
            _ => manifests.spec["configMap"] = json!("kube-system/aaa"),
        },
        _ => {
            // A pod that runs a VM.
            let name = choices.pick(&["a", "b"]);
            manifests.pods.push(json!({
                "apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": format!("of-{name}"), "labels": {"vm.neon.tech/name": name}},
                "spec": {"nodeName": "n1", "containers": [{"name": "c"}]},
            }));
        }
    }
}

fn text(manifests: &Manifests, extra: &[Value]) -> String {
    let mut text = manifests.text();
    for object in extra {
        text = format!("{object}\n{text}");
    }
    text
}

/// Types the difference.
fn edit(scenario: &mut Scenario, old: &str, new: &str, choices: &Choices) {
    if choices.chance(15) {
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

fn check(mut manifests: Manifests, steps: &[Choices]) -> Result<(), TestCaseError> {
    let mut extra = Vec::new();
    let mut old = text(&manifests, &extra);
    let mut scenario = Scenario::new(&old);
    for choices in steps {
        change(&mut manifests, &mut extra, choices);
        let new = text(&manifests, &extra);
        edit(&mut scenario, &old, &new, choices);
        prop_assert_eq!(scenario.text(), new.clone());
        let mut fresh = Scenario::new(&new);
        for question in questions(choices) {
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
    #![proptest_config(Config { max_shrink_iters: 100, ..cases(30) })]

    #[test]
    fn no_answer_outlives_its_text(
        manifests in random_manifests(Flavour::Mitigated),
        steps in prop::collection::vec(choices(30), 1..6),
    ) {
        check(manifests, &steps)?;
    }
}
