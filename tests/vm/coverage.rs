//! What the random sequences cover, so that the tests on them are about something.

use std::collections::BTreeSet;

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::Value;

use reference::vm::shape::answer;
use schedscope_fuzz::vm::hostile::lines;
use schedscope_fuzz::vm::states::moments;

/// Everything that happens in 256 sequences, always the same.
fn seen() -> BTreeSet<String> {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for _ in 0..256 {
        let line = lines().new_tree(&mut runner).expect("a line").current();
        let moments = moments(&answer(&line.0));
        let events = line.0["events"].as_array().expect("events");
        for (event, moment) in events.iter().zip(&moments[1..]) {
            let op = event["op"].as_str().expect("what happens");
            let ended = ["code", "status", "error"].map(|field| &moment.res[field]);
            let ended = ended.into_iter().find(|field| !field.is_null());
            let ended = ended.map_or("ok".to_owned(), |ended| {
                ended.as_str().map_or(ended.to_string(), str::to_owned)
            });
            seen.insert(format!("{op}: {ended}"));
            if moment.res["migrate"] == true {
                seen.insert("a migration starts".to_owned());
            }
        }
        for node in moments.iter().flat_map(|moment| moment.nodes.values()) {
            let notes = [
                (node.hot, "too much pressure"),
                (node.queue.len() > 6, "a queue of three levels"),
                (node.reserved(0) > 0xffff, "more than one amount can be"),
                (node.reserved(1) > node.reservable(1), "more than there is"),
                (node.amounts[0][5] > 0, "pressure for want of room"),
                (node.amounts[1][6] > 0, "pressure that is accounted for"),
                (node.buffer(0) > 0, "a buffer"),
                (
                    node.other[2] > 0 && node.others.is_empty(),
                    "a margin below zero",
                ),
                (node.other[0] > 0 && node.other[2] == 0, "a free rider"),
            ];
            let notes = notes.iter().filter(|(is, _)| *is);
            seen.extend(notes.map(|(_, note)| (*note).to_owned()));
        }
        let overrun =
            |moment: &&schedscope_fuzz::vm::states::Moment| moment.res["overBudget"] != Value::Null;
        if moments.iter().any(|moment| overrun(&moment)) {
            seen.insert("over budget".to_owned());
        }
    }
    seen
}

#[test]
fn all_that_can_happen_happens() {
    let seen = seen();
    let expected = [
        "a buffer",
        "a free rider",
        "a margin below zero",
        "a migration starts",
        "a queue of three levels",
        "add_node: ok",
        "agent: 200",
        "agent: 400",
        "agent: 404",
        "config: computeUnit has a zero",
        "config: ok",
        "config: system is greater than the node",
        "config: the scheduler name may not change",
        "config: the slot size may not change",
        "config: unknown field unknown",
        "filter: Error",
        "filter: Success",
        "filter: Unschedulable",
        "filter: UnschedulableAndUnresolvable",
        "migration_end: ok",
        "migration_end: pod is not migrating",
        "more than one amount can be",
        "more than there is",
        "over budget",
        "pressure for want of room",
        "pressure that is accounted for",
        "reserve: Error",
        "reserve: Success",
        "reserve: Unschedulable",
        "reserve: UnschedulableAndUnresolvable",
        "restart: ok",
        "restart: system is greater than the node",
        "score: Error",
        "score: Success",
        "too much pressure",
        "vm_use: ok",
    ];
    let missing: Vec<_> = expected
        .iter()
        .filter(|one| !seen.contains(**one))
        .collect();
    assert!(missing.is_empty(), "{missing:?} is not among {seen:#?}");
}
