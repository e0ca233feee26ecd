//! VMs that move, by hand.

use serde_json::{Value, json};

use super::{
    agents::{check, log, manifests, recording, vm},
    manifests::{Manifests, node_object, vm_object},
    recording::{Recording, list, number, pod, text},
};

/// The first node, and others with so many reservable vCPUs.
fn nodes(more: &[(&str, u32)], mut manifests: Manifests) -> Manifests {
    for (name, cpus) in more {
        let (cpu, memory) = (cpus + 1, format!("{}Gi", cpus * 4 + 1));
        manifests
            .nodes
            .push(node_object(name, &cpu.to_string(), &memory));
    }
    manifests
}

/// One VM of two units that is to migrate with its second request, at 5 s.
fn spec(duration: &str, more: &Value) -> Value {
    let mut events = vec![json!({"at": "1s", "migrate": {"pod": "a"}})];
    events.extend(list(more).cloned());
    json!({
        "duration": duration, "migrationDuration": "7s",
        "agents": [{"vms": ["a"], "load": {"constant": 2}}], "events": events,
    })
}

fn migrations(recording: &Recording) -> Value {
    let short = list(&recording.run["migrations"]).map(|migration| {
        let name = |field: &str| text(&migration[field]).replace("default/", "");
        let mut line = format!(
            "{} {} -> {} {}",
            name("pod"),
            name("from"),
            name("target"),
            name("to")
        );
        let times = format!(", {} to {}", migration["started"], migration["ended"]);
        line += &times;
        line += if migration["failed"] == true {
            ", failed"
        } else {
            ""
        };
        line
    });
    short.collect()
}

fn reserved(recording: &Recording, key: &str) -> Option<(String, i64)> {
    let (node, pod) = pod(recording.dumps.last()?, key)?;
    Some((
        text(&node["name"]).to_owned(),
        number(&pod["cpu"]["reserved"]),
    ))
}

#[test]
fn there_and_on() {
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("20s", &json!([]))),
    );
    let recording = check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-reserve a-m1",
            // It does not ask at 10 s.
            "12.0 migration-done a",
            // The agent speaks for the new one; first what it uses.
            "15.0 request a-m1 2/8 -> 2/8",
            "20.0 request a-m1 2/8 -> 2/8",
        ],
    );
    assert_eq!(
        migrations(&recording),
        json!(["a n1 -> a-m1 n2, 5.0 to 12.0"])
    );
    assert_eq!(recording.run["migrations"][0]["startStep"], 3);
    assert_eq!(recording.run["migrations"][0]["endStep"], 5);
    assert_eq!(
        reserved(&recording, "default/a-m1"),
        Some(("n2".to_owned(), 2))
    );
    assert_eq!(reserved(&recording, "default/a"), None);
    let vm = &pod(&recording.dumps[7], "default/a-m1").expect("a pod").1["vm"];
    assert_eq!(vm, "default/a");
    // While it migrates, both are there, and what it frees is accounted for.
    let (node, vm) = pod(&recording.dumps[4], "default/a").expect("a pod");
    assert_eq!(
        (&vm["migrating"], &node["cpu"]["pressureAccountedFor"]),
        (&json!(true), &json!(2))
    );
    assert!(pod(&recording.dumps[4], "default/a-m1").is_some());
}

#[test]
fn a_name_of_the_text_that_looks_like_one_made_stays_whole() {
    let spec = json!({
        "duration": "6s", "migrationDuration": "7s",
        "agents": [{"vms": ["a-m7"], "load": {"constant": 2}}],
        "events": [{"at": "1s", "migrate": {"pod": "a-m7"}}],
    });
    let recording = recording(&nodes(&[("n2", 10)], manifests(vec![vm("a-m7", 2)], spec)));
    let target = &recording.run["migrations"][0]["target"];
    assert_eq!(target, "default/a-m7-m1");
}

/// Which node is taken, by the reservable vCPUs of those there are; `n1` is left.
#[track_caller]
fn goes_to(more: &[(&str, u32)], others: Vec<Value>, expect: &str) {
    let mut vms = vec![vm("a", 2)];
    vms.extend(others);
    let recording = recording(&nodes(more, manifests(vms, spec("6s", &json!([])))));
    let migration = &recording.run["migrations"][0];
    assert_eq!(migration["to"], expect);
    let mut moments = recording.moments.iter();
    let moment = moments.find(|moment| moment["event"]["kind"] == "migration-reserve");
    let moment = moment.expect("a moment");
    assert_eq!(moment["totalCandidates"], more.len());
    let chosen: Vec<&Value> = list(&moment["candidates"])
        .filter(|one| one["chosen"] == true)
        .collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(
        (&chosen[0]["node"], &moment["candidates"][0]["node"]),
        (&json!(expect), &json!(expect))
    );
    assert!(
        list(&moment["candidates"]).is_sorted_by_key(|one| -one["score"].as_i64().unwrap_or(-1))
    );
}

#[test]
fn the_best_node_is_taken() {
    goes_to(&[("n2", 10), ("n3", 20)], vec![], "n3");
    // The first by name of those alike, whatever their order in the text.
    goes_to(&[("n4", 10), ("n3", 10), ("n5", 10)], vec![], "n3");
    goes_to(&[("m", 10), ("n10", 10), ("n9", 10)], vec![], "m");
    goes_to(&[("n10", 10), ("n9", 10)], vec![], "n10");
    // One VM there makes the difference.
    goes_to(
        &[("n2", 10), ("n3", 10)],
        vec![vm_object("b", "n2", [0, 1, 1], [0, 4, 4])],
        "n3",
    );
    // A better score is no use without room; n2 has 4 of 20 left, which are 20 of 100, n3 2 of 2.
    goes_to(&[("n2", 3), ("n3", 1)], vec![], "n2");
    // Its maximum of 8 is not asked for, just the two that it uses.
    goes_to(&[("n2", 2), ("n3", 1)], vec![], "n2");
}

#[test]
fn waits_for_room() {
    let more = json!([
        // 2 of the 3 vCPUs of n2 are taken at first.
        {"at": "12s", "delete": {"pod": "b"}},
    ]);
    let others = vm_object("b", "n2", [0, 2, 2], [0, 8, 8]);
    let manifests = nodes(
        &[("n2", 3)],
        manifests(vec![vm("a", 2), others], spec("25s", &more)),
    );
    let recording = check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-waits a Unschedulable",
            "10.0 migration-waits a Unschedulable",
            "12.0 delete b",
            "15.0 migration-reserve a-m1",
            "22.0 migration-done a",
            "25.0 request a-m1 2/8 -> 2/8",
        ],
    );
    assert_eq!(
        migrations(&recording),
        json!(["a n1 -> a-m1 n2, 5.0 to 22.0"])
    );
    let waits = &recording.moments[4];
    assert_eq!(waits["candidates"][0]["code"], "Unschedulable");
    assert_eq!(waits["candidates"][0]["chosen"], false);
    assert_eq!(waits["totalCandidates"], 1);
}

/// A node that does not exist yet is not scored.
#[test]
fn a_node_to_come_is_not_a_candidate() {
    let more = json!([{"at": "24s", "addNode": {"node": "n3"}}]);
    let manifests = nodes(
        &[("n2", 1), ("n3", 9)],
        manifests(vec![vm("a", 2)], spec("25s", &more)),
    );
    let recording = recording(&manifests);
    let waits = &recording.moments[4];
    assert_eq!(waits["candidates"][0]["node"], "n2", "{waits}");
    assert_eq!(waits["totalCandidates"], 1);
}

#[test]
fn waits_no_longer_than_the_timeline() {
    let manifests = manifests(vec![vm("a", 2)], spec("18s", &json!([])));
    let recording = recording(&manifests);
    assert_eq!(
        log(&recording).last().map(String::as_str),
        Some("15.0 migration-waits a Unschedulable")
    );
    assert_eq!(migrations(&recording), json!(["a n1 ->  , 5.0 to null"]));
    assert_eq!(recording.run["migrations"][0]["target"], Value::Null);
    assert_eq!(recording.run["migrations"][0]["to"], Value::Null);
    assert_eq!(recording.run["duration"], 18.0);
}

#[test]
fn arrives_after_the_timeline_has_ended() {
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("6s", &json!([]))),
    );
    let recording = recording(&manifests);
    assert_eq!(
        log(&recording).last().map(String::as_str),
        Some("12.0 migration-done a")
    );
    assert_eq!(recording.run["duration"], 12.0);
}

#[test]
fn failed_and_free_again() {
    let more = json!([{"at": "8s", "migrationFailed": {"pod": "a"}}]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("15s", &more)),
    );
    let recording = check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-reserve a-m1",
            "8.0 migration-failed a",
            "8.0 unreserve a-m1",
            "10.0 request a 2/8 -> 2/8",
            "15.0 request a 2/8 -> 2/8",
        ],
    );
    assert_eq!(
        migrations(&recording),
        json!(["a n1 -> a-m1 n2, 5.0 to 8.0, failed"])
    );
    let (node, _) = pod(&recording.dumps[7], "default/a").expect("a pod");
    assert_eq!(node["cpu"]["pressureAccountedFor"], 0);
    assert_eq!(recording.run["nodes"][1]["cpu"]["reserved"], 0);
}

#[test]
fn a_migration_that_does_not_succeed_replaces_nobody() {
    let gone = json!({"at": "9s", "delete": {"pod": "a"}});
    let failed = json!({"at": "8s", "migrationFailed": {"pod": "a"}});
    for (events, unplaced) in [
        (vec![&failed, &gone], json!(["default/a"])),
        // It goes on, and is done at 12 s.
        (vec![&gone], json!([])),
    ] {
        let manifests = manifests(vec![vm("a", 2)], spec("15s", &json!(events)));
        let recording = recording(&nodes(&[("n2", 10)], manifests));
        assert_eq!(recording.run["unplaced"], unplaced, "{events:?}");
    }
}

#[test]
fn a_second_one_has_another_name() {
    let more = json!([
        {"at": "8s", "migrationFailed": {"pod": "a"}},
        {"at": "9s", "migrate": {"pod": "a"}},
        // Names what a stands for then.
        {"at": "21s", "migrate": {"pod": "a"}},
    ]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("40s", &more)),
    );
    let recording = recording(&manifests);
    let expect = json!([
        "a n1 -> a-m1 n2, 5.0 to 8.0, failed",
        "a n1 -> a-m2 n2, 10.0 to 17.0",
        "a-m2 n2 -> a-m3 n1, 25.0 to 32.0",
    ]);
    assert_eq!(migrations(&recording), expect);
    // Also where the text has a pod of that name.
    let mut taken = manifests.clone();
    taken.vms.push(vm_object("a-m1", "", [0, 1, 1], [0, 4, 4]));
    let expect = json!([
        "a n1 -> a-m2 n2, 5.0 to 8.0, failed",
        "a n1 -> a-m3 n2, 10.0 to 17.0",
        "a-m3 n2 -> a-m4 n1, 25.0 to 32.0",
    ]);
    assert_eq!(migrations(&super::agents::recording(&taken)), expect);
}

#[test]
fn the_target_is_deleted() {
    let more = json!([{"at": "8s", "delete": {"pod": "a-m1"}}]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("15s", &more)),
    );
    let recording = check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-reserve a-m1",
            "8.0 delete a-m1",
            // Noticed when it would have arrived: it stays.
            "12.0 migration-failed a",
            "15.0 request a 2/8 -> 2/8",
        ],
    );
    assert_eq!(
        migrations(&recording),
        json!(["a n1 -> a-m1 n2, 5.0 to 12.0, failed"])
    );
    assert_eq!(
        reserved(&recording, "default/a"),
        Some(("n1".to_owned(), 2))
    );
}

#[test]
fn a_restart_on_the_way() {
    let more = json!([{"at": "6s", "restart": {"downFor": "3s"}}]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("20s", &more)),
    );
    let recording = check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-reserve a-m1",
            "6.0 scheduler-down",
            "9.0 restart",
            // The scheduler does not know that it migrates.
            "10.0 request a 2/8 -> 2/8",
            "12.0 migration-done a",
            "15.0 request a-m1 2/8 -> 2/8",
            "20.0 request a-m1 2/8 -> 2/8",
        ],
    );
    assert_eq!(
        migrations(&recording),
        json!(["a n1 -> a-m1 n2, 5.0 to 12.0"])
    );
}

#[test]
fn arrives_while_the_scheduler_is_away() {
    let more = json!([
        {"at": "6s", "restart": {"downFor": "10s"}},
        {"at": "13s", "use": {"pod": "a", "vCPUs": 1, "mem": 4}},
    ]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("20s", &more)),
    );
    check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-reserve a-m1",
            "6.0 scheduler-down",
            "12.0 migration-done a",
            "13.0 use a-m1 1/4",
            "16.0 restart",
            "20.0 request a-m1 1/4 -> 1/4",
        ],
    );
}

#[test]
fn no_place_is_looked_for_while_the_scheduler_is_away() {
    let more = json!([
        {"at": "6s", "restart": {"downFor": "10s"}},
        {"at": "7s", "delete": {"pod": "b"}},
    ]);
    let others = vm_object("b", "n2", [0, 2, 2], [0, 8, 8]);
    let manifests = nodes(
        &[("n2", 3)],
        manifests(vec![vm("a", 2), others], spec("28s", &more)),
    );
    check(
        &manifests,
        &[
            "0.0 request a 2/8 -> 2/8",
            "1.0 migrate a",
            "5.0 request a 2/8 -> 2/8 migrate",
            "5.0 migration-waits a Unschedulable",
            "6.0 scheduler-down",
            "7.0 delete b",
            "16.0 restart",
            // Retries keep their times, and come before agents.
            "20.0 migration-reserve a-m1",
            "20.0 request a 2/8 -> 2/8",
            "25.0 request a 2/8 -> 2/8",
            "27.0 migration-done a",
        ],
    );
}

/// What of the pod that was left an event names, reaches the one that took its place.
#[test]
fn events_reach_the_successor() {
    let more = json!([
        {"at": "13s", "use": {"pod": "a", "vCPUs": 1, "mem": 4}},
        {"at": "13s", "score": {"pod": "a", "node": "n2"}},
        {"at": "13s", "reserve": {"pod": "a", "node": "n1"}},
        {"at": "13s", "request": {"pod": "a", "vCPUs": 1, "mem": 4}},
        {"at": "14s", "delete": {"pod": "a"}},
        {"at": "14s", "delete": {"pod": "a"}},
        {"at": "14s", "schedule": {"pod": "a"}},
        {"at": "14s", "unreserve": {"pod": "a"}},
    ]);
    let manifests = nodes(
        &[("n2", 10)],
        manifests(vec![vm("a", 2)], spec("14s", &more)),
    );
    let recording = recording(&manifests);
    assert_eq!(
        log(&recording)[5..],
        [
            "13.0 use a-m1 1/4",
            "13.0 score a-m1",
            "13.0 reserve a-m1 Error",
            "13.0 request a-m1 1/4 -> 1/4",
            "14.0 delete a-m1",
            // Nobody stands for it any more.
            "14.0 delete a",
            "14.0 schedule a",
            "14.0 unreserve a",
        ]
    );
}

/// Filter looks at the successor as gone.
#[test]
fn exclusions_reach_the_successor() {
    let more = json!([
        {"at": "13s", "filter": {"pod": "b", "node": "n2", "exclude": ["a"]}},
        {"at": "13s", "filter": {"pod": "b", "node": "n2", "exclude": ["a-m1"]}},
        {"at": "13s", "filter": {"pod": "b", "node": "n2"}},
    ]);
    let large = vm_object("b", "", [0, 3, 3], [0, 12, 12]);
    let manifests = nodes(
        &[("n2", 3)],
        manifests(vec![vm("a", 2), large], spec("14s", &more)),
    );
    let found = log(&recording(&manifests));
    let expect = [
        "13.0 filter b",
        "13.0 filter b",
        "13.0 filter b Unschedulable",
    ];
    assert_eq!(found[5..], expect);
}

/// A migration that was given up stays so, though its next look for a node was due.
#[test]
fn what_was_given_up_stays_so() {
    let more = json!([
        {"at": "6s", "migrationFailed": {"pod": "a"}},
        {"at": "7s", "delete": {"pod": "a"}},
    ]);
    let found = migrations(&recording(&manifests(vec![vm("a", 2)], spec("14s", &more))));
    assert_eq!(found, json!(["a n1 ->  , 5.0 to 6.0, failed"]));
}

#[test]
fn who_waits_is_deleted() {
    let more = json!([{"at": "6s", "delete": {"pod": "a"}}]);
    let found = migrations(&recording(&manifests(vec![vm("a", 2)], spec("14s", &more))));
    assert_eq!(found, json!(["a n1 ->  , 5.0 to 10.0, failed"]));
}
