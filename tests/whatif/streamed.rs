//! Changes that are told while the search goes on: those with which the answer begins.

use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::{often, worlds};
use serde_json::{Value, json};

use super::{
    ask,
    worlds::{Dice, world},
};

/// Searches a trial at a time; the answer, and how many changes were told before the end.
#[track_caller]
fn streamed(text: &str, options: &Value) -> (Value, usize) {
    let mut scenario = Scenario::new(text);
    let question = json!({"change": options}).to_string();
    assert_eq!(
        ask(&mut scenario, "changesSoFar", options)["changes"],
        json!([])
    );
    let mut told: Vec<Value> = Vec::new();
    let mut done = 0;
    while let Some(progress) = scenario.advance(&question, 1).expect("a part") {
        assert!(progress.of > 0 && (done..=progress.of).contains(&progress.done));
        done = progress.done;
        if progress.found as usize == told.len() {
            continue;
        }
        let so_far = ask(&mut scenario, "changesSoFar", options);
        let changes = so_far["changes"].as_array().expect("changes");
        assert_eq!(changes.len(), progress.found as usize);
        assert!(
            changes.starts_with(&told),
            "{changes:#?} do not begin with {told:#?}"
        );
        told.clone_from(changes);
    }
    let at_end = ask(&mut scenario, "changesSoFar", options);
    let answer = ask(&mut scenario, "change", options);
    assert_eq!(at_end["changes"], answer["changes"]);
    let changes = answer["changes"].as_array().expect("changes");
    assert!(
        changes.starts_with(&told),
        "{changes:#?} do not begin with {told:#?}"
    );
    assert_eq!(answer, ask(&mut Scenario::new(text), "change", options));
    (answer, told.len())
}

#[test]
fn the_answer_begins_with_what_was_told_before_its_end() {
    let mut dice = Dice::new(7);
    let (mut told, mut several) = (0, 0);
    for _ in worlds(0..20) {
        let world = world(&mut dice);
        let selected = world.selected();
        let (inside, outside): (Vec<String>, Vec<String>) = world
            .clusters()
            .into_iter()
            .partition(|name| selected.contains(name));
        // Of two clusters a change of several edits may be found before a cheaper one of another family.
        for want in [
            json!({"selects": outside.iter().take(1).collect::<Vec<_>>()}),
            json!({"selects": outside.iter().take(2).collect::<Vec<_>>()}),
            json!({"drops": inside.iter().take(1).collect::<Vec<_>>()}),
        ] {
            if want
                .as_object()
                .is_some_and(|want| want.values().all(|names| names == &json!([])))
            {
                continue;
            }
            let mut options = world.options();
            options["want"] = want;
            let (_, before) = streamed(&world.text(), &options);
            told += before;
            several += usize::from(before > 1);
        }
    }
    assert!(
        told > often(30) && several > often(5),
        "{told}, {several} with several"
    );
}

#[test]
fn of_pods_and_vms_too() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/what-if");
    let mut told = 0;
    for name in [
        "pods-labels",
        "pods-quota",
        "pods-spares",
        "pods-two-edits",
        "vm-kept",
        "vm-released",
    ] {
        let read = |end: &str| std::fs::read_to_string(format!("{folder}/{name}{end}"));
        let questions: Value = serde_json::from_str(&read(".questions.json").expect("questions"))
            .expect("questions in JSON");
        for question in questions.as_array().expect("questions") {
            let options = &question["ask"]["change"];
            if options.is_object() {
                told += streamed(&read(".yaml").expect("a text"), options).1;
            }
        }
    }
    assert!(told > 5, "{told}");
}
