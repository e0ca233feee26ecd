//! The design document's ideas against migration storms.

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use super::{
    agents::{check, log, manifests, recording, vm},
    manifests::{Flavour, Manifests, random_manifests},
    recording::{list, number},
};

#[test]
fn no_larger_step() {
    let spec = json!({
        "duration": "30s", "mitigations": {"largestStep": 2},
        "agents": [{"vms": ["a"], "load": {"steps": [
            {"at": "0s", "units": 6}, {"at": "19s", "units": 0}, {"at": "24s", "units": 8},
        ]}}],
        // Not an agent's: it may.
        "events": [{"at": "26s", "request": {"pod": "a", "vCPUs": 8, "mem": 32}}],
    });
    check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "5.0 request a 3/12 -> 3/12",
            "10.0 request a 5/20 -> 5/20",
            "15.0 request a 6/24 -> 6/24",
            // Down at once.
            "20.0 request a 0/0 -> 0/0",
            "25.0 request a 2/8 -> 2/8",
            "26.0 request a 8/32 -> 8/32",
            "30.0 request a 8/32 -> 8/32",
        ],
    );
}

/// Two VMs that want 12 of 10, and the migrations of theirs: with a watermark of all there is, only
/// capacity pressure starts them.
fn pressed(mitigations: &Value) -> Manifests {
    let spec = json!({
        "duration": "40s", "mitigations": mitigations,
        "agents": [{"vms": ["*"], "load": {"constant": 6}}],
    });
    manifests(vec![vm("a", 1), vm("b", 1)], spec)
}

fn first_migration(manifests: &Manifests) -> Option<i64> {
    let recording = recording(manifests);
    list(&recording.run["steps"])
        .find(|event| event["migrate"] == true)
        .map(|event| number(&event["step"]))
}

#[test]
fn sustained_denials() {
    let denied = |mitigations: Value| {
        let recording = recording(&pressed(&mitigations));
        let pressure = recording
            .dumps
            .iter()
            .map(|dump| number(&dump["nodes"][0]["cpu"]["capacityPressure"]));
        let pressure: Vec<i64> = pressure.collect();
        (log(&recording), pressure)
    };
    let (log, pressure) = denied(json!({}));
    // a and b say what they use; a gets 6, b 4 and is denied 2; a is first in the queue of equals.
    assert_eq!(
        log[2..5],
        [
            "5.0 request default/a 6/24 -> 6/24",
            "7.5 request default/b 6/24 -> 4/16",
            "10.0 request default/a 6/24 -> 6/24 migrate",
        ]
        .map(|line| line.replace("default/", ""))
    );
    assert_eq!(pressure[..5], [0, 0, 0, 0, 2]);
    let (log, pressure) = denied(json!({"sustainedRequests": 3}));
    assert_eq!(log[3], "7.5 request b 6/24 -> 4/16");
    assert_eq!(log[5], "12.5 request b 6/24 -> 4/16");
    assert_eq!(log[7], "17.5 request b 6/24 -> 4/16");
    assert_eq!(log[8], "20.0 request a 6/24 -> 6/24 migrate");
    assert_eq!(pressure[..9], [0, 0, 0, 0, 0, 0, 0, 0, 2]);
}

#[test]
fn denials_are_counted_in_a_row() {
    let mut manifests = pressed(&json!({"sustainedRequests": 2}));
    // b is content for one request between.
    manifests.spec["agents"] = json!([
        {"vms": ["a"], "load": {"constant": 6}},
        {"vms": ["b"], "load": {"steps": [
            {"at": "0s", "units": 6}, {"at": "11s", "units": 4}, {"at": "16s", "units": 6},
        ]}},
    ]);
    let log = log(&recording(&manifests));
    let of_b: Vec<&String> = log
        .iter()
        .filter(|line| line.contains("request b"))
        .collect();
    assert_eq!(
        of_b[1..5],
        [
            "7.5 request b 6/24 -> 4/16",
            "12.5 request b 4/16 -> 4/16",
            "17.5 request b 6/24 -> 4/16",
            "22.5 request b 6/24 -> 4/16",
        ]
    );
    let migrating = log
        .iter()
        .find(|line| line.contains("migrate"))
        .map(String::as_str);
    // Content, it was the first in the queue, and it stays before its equal.
    assert_eq!(migrating, Some("27.5 request b 6/24 -> 4/16 migrate"));
}

#[test]
fn a_part_of_the_capacity_pressure() {
    let side = |factor: Option<f64>, denied: u32| {
        let mut mitigations = json!({});
        if let Some(factor) = factor {
            mitigations["capacityPressureFactor"] = json!(factor);
        }
        let asked = 10 + denied;
        let spec = json!({"mitigations": mitigations, "events": [
            {"at": "1s", "request": {"pod": "a", "vCPUs": asked, "mem": asked * 4, "load": [1, 1]}},
        ]});
        let recording = recording(&manifests(vec![vm("a", 1)], spec));
        let told = &recording.moments[1]["pressure"][0]["cpu"];
        [&told["capacityPressure"], &told["left"], &told["right"]].map(number)
    };
    assert_eq!(side(None, 6), [6, 6, 0]);
    assert_eq!(side(Some(0.5), 6), [3, 3, 0]);
    assert_eq!(side(Some(0.5), 7), [3, 3, 0]);
    // Never nothing of something.
    assert_eq!(side(Some(0.01), 6), [1, 1, 0]);
    assert_eq!(side(Some(0.01), 0), [0, 0, 0]);
}

/// The answer without what says which mitigations are on.
fn essence(manifests: &Manifests, mitigations: &Value) -> Value {
    let mut scenario = Scenario::new(&manifests.text());
    let question = json!({"vmTimeline": {
        "mitigations": mitigations, "limit": 10000, "series": ["n1", "n2"],
    }});
    let answer = scenario.ask(&question.to_string()).expect("an answer");
    let mut answer: Value = reference::answers::read(&answer);
    answer["mitigations"] = Value::Null;
    answer
}

#[test]
fn both_put_it_off() {
    let at_once = first_migration(&pressed(&json!({}))).expect("a migration");
    let later = first_migration(&pressed(&json!({"sustainedRequests": 2}))).expect("a migration");
    assert!(at_once < later, "{at_once} {later}");
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 100, ..cases(40) })]

    /// What takes nothing away is as good as off.
    #[test]
    fn nothing_is_mitigated(manifests in random_manifests(Flavour::Mitigated)) {
        let off = essence(&manifests, &json!({}));
        for same in [
            json!({"capacityPressureFactor": 1}),
            json!({"sustainedRequests": 1}),
            json!({"largestStep": 65535}),
            json!({"largestStep": 65535, "sustainedRequests": 1, "capacityPressureFactor": 1.0}),
        ] {
            prop_assert_eq!(&essence(&manifests, &same), &off, "{}", same);
        }
        // And what the text says is what a question says.
        let mut quiet = manifests.clone();
        let stated = quiet.spec.as_object_mut().and_then(|spec| spec.remove("mitigations"));
        let found = essence(&quiet, stated.as_ref().unwrap_or(&json!({})));
        let mut scenario = Scenario::new(&manifests.text());
        let question = json!({"vmTimeline": {"limit": 10000, "series": ["n1", "n2"]}});
        let answer = scenario.ask(&question.to_string()).expect("an answer");
        let mut answer: Value = reference::answers::read(&answer);
        prop_assert_eq!(&answer["mitigations"], &stated.unwrap_or(json!({})));
        answer["mitigations"] = Value::Null;
        prop_assert_eq!(answer, found);
    }
}
