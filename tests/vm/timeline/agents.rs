//! What agents do, by hand.

use serde_json::{Value, json};

use super::{
    manifests::{Manifests, node_object, vm_object},
    recording::{Recording, list, number, pod, text},
};

pub(crate) fn config() -> Value {
    json!({
        "memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler",
        "nodeDefaults": {
            "cpu": {"watermark": 1, "system": "1"}, "memory": {"watermark": 1, "system": "1Gi"},
            "computeUnit": {"vCPUs": 1, "mem": 4},
        },
    })
}

/// One node of 10 reservable vCPUs and 40 slots.
pub(crate) fn manifests(vms: Vec<Value>, spec: Value) -> Manifests {
    Manifests {
        nodes: vec![node_object("n1", "11", "41Gi")],
        vms,
        pods: Vec::new(),
        config: config(),
        spec,
    }
}

/// A VM on the first node that may have up to 8 units.
pub(crate) fn vm(name: &str, uses: u32) -> Value {
    vm_object(name, "n1", [0, uses, 8], [0, uses * 4, 32])
}

pub(crate) fn recording(manifests: &Manifests) -> Recording {
    Recording::new(&manifests.text(), &json!({}))
}

/// `seconds kind pod: want -> permit` of steps; what a step lacks is left out.
pub(crate) fn log(recording: &Recording) -> Vec<String> {
    let line = |event: &Value| {
        let mut line = format!("{} {}", event["at"], text(&event["kind"]));
        if let Some(pod) = event["pod"].as_str() {
            line += " ";
            line += pod.strip_prefix("default/").unwrap_or(pod);
        }
        for (mark, field) in [("", "want"), ("-> ", "permit")] {
            let units = &event[field];
            if !units.is_null() {
                let units = format!(" {mark}{}/{}", units["vCPUs"], units["mem"]);
                line += &units;
            }
        }
        if event["migrate"] == true {
            line += " migrate";
        }
        let result = text(&event["result"]);
        if !["ok", "200", "Success"].contains(&result) {
            line += " ";
            line += result;
        }
        line
    };
    list(&recording.run["steps"]).map(line).collect()
}

#[track_caller]
pub(crate) fn check(manifests: &Manifests, expect: &[&str]) -> Recording {
    let recording = recording(manifests);
    assert_eq!(recording.run["notRun"], Value::Null);
    assert_eq!(log(&recording), expect, "{:#?}", log(&recording));
    recording
}

#[test]
fn the_first_request_is_what_the_vm_uses() {
    let spec = json!({
        "duration": "10s", "agents": [{"vms": ["a"], "load": {"constant": 2.2}}],
    });
    // Also where that is not a multiple of the unit.
    let odd = vm_object("a", "n1", [0, 2, 8], [0, 3, 32]);
    check(
        &manifests(vec![odd], spec),
        &[
            "0.0 request a 2/3 -> 2/3",
            "5.0 request a 3/12 -> 3/12",
            "10.0 request a 3/12 -> 3/12",
        ],
    );
}

#[test]
fn the_unit_is_the_one_last_told() {
    let mut other = config();
    other["nodeDefaults"]["computeUnit"] = json!({"vCPUs": 2, "mem": 6});
    let spec = json!({
        "duration": "15s", "agents": [{"vms": ["a"], "load": {"constant": 3}}],
        "events": [{"at": "4s", "config": other}],
    });
    check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "4.0 config",
            // Told (2, 6) with this answer only.
            "5.0 request a 3/12 -> 3/12",
            "10.0 request a 6/18 -> 6/18",
            "15.0 request a 6/18 -> 6/18",
        ],
    );
}

#[test]
fn within_the_bounds_of_the_vm() {
    let spec = |load: Value| json!({"duration": "5s", "agents": [{"vms": ["a"], "load": load}]});
    let bounded = |cpus: [u32; 3], slots: [u32; 3]| vec![vm_object("a", "n1", cpus, slots)];
    let check = |cpus, slots, units: f64, expect: &str| {
        let manifests = manifests(bounded(cpus, slots), spec(json!({"constant": units})));
        let first = format!("0.0 request a {0}/{1} -> {0}/{1}", cpus[1], slots[1]);
        check(
            &manifests,
            &[&first, &format!("5.0 request a {expect} -> {expect}")],
        );
    };
    check([1, 2, 4], [4, 8, 16], 9.0, "4/16");
    check([1, 2, 4], [4, 8, 16], 4.000_001, "4/16");
    check([1, 2, 4], [4, 8, 16], 0.0, "1/4");
    check([1, 2, 4], [4, 8, 16], -5.0, "1/4");
    check([1, 2, 4], [4, 8, 16], 1e300, "4/16");
    // The scarcer resource decides; the dearer minimum, too.
    check([1, 2, 8], [4, 8, 15], 9.0, "3/12");
    check([1, 2, 8], [5, 8, 16], 0.0, "2/8");
    check([0, 2, 8], [0, 8, 16], 0.0, "0/0");
    // No whole unit between the two: the minimum counts.
    check([3, 3, 3], [0, 4, 8], 1.0, "3/12");
}

#[test]
fn in_turns() {
    let spec = json!({
        "duration": "9s", "agentPeriod": "6s",
        "agents": [{"vms": ["c"], "load": {}}, {"vms": ["*"], "load": {"constant": 1}}],
    });
    let vms = vec![vm("c", 1), vm("a", 1), vm("b", 1)];
    check(
        &manifests(vms, spec),
        &[
            // In the order of the text.
            "0.0 request c 1/4 -> 1/4",
            "2.0 request a 1/4 -> 1/4",
            "4.0 request b 1/4 -> 1/4",
            "6.0 request c 0/0 -> 0/0",
            "8.0 request a 1/4 -> 1/4",
        ],
    );
}

#[test]
fn who_is_nobodys_does_nothing() {
    let spec = json!({
        "duration": "6s", "agents": [{"vms": ["b", "other/*"], "load": {"constant": 1}}],
    });
    let mut elsewhere = vm("c", 1);
    elsewhere["metadata"]["namespace"] = json!("other");
    check(
        &manifests(vec![vm("a", 1), vm("b", 1), elsewhere], spec),
        &[
            "0.0 request b 1/4 -> 1/4",
            "2.5 request other/c 1/4 -> 1/4",
            "5.0 request b 1/4 -> 1/4",
        ],
    );
}

#[test]
fn away_and_back() {
    let spec = json!({
        "duration": "35s",
        "agents": [{"vms": ["a"], "load": {"steps": [
            {"at": "0s", "units": 3}, {"at": "9s", "units": 1}, {"at": "14s", "units": 5},
            {"at": "19s", "units": 2}, {"at": "29s", "units": 9},
        ]}}],
        "events": [{"at": "7s", "restart": {"downFor": "16s"}}],
    });
    let recording = check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "5.0 request a 3/12 -> 3/12",
            "7.0 scheduler-down",
            // It gives back, and takes again no more than it was permitted.
            "10.0 use a 1/4",
            "15.0 use a 3/12",
            "20.0 use a 2/8",
            "23.0 restart",
            // First what it uses.
            "25.0 request a 2/8 -> 2/8",
            "30.0 request a 8/32 -> 8/32",
            "35.0 request a 8/32 -> 8/32",
        ],
    );
    // Until it has said so, all of its maximum may be in use.
    let (_, vm) = pod(&recording.dumps[7], "default/a").expect("a pod");
    assert_eq!(
        (number(&vm["cpu"]["reserved"]), number(&vm["cpu"]["buffer"])),
        (8, 6)
    );
    let (_, vm) = pod(&recording.dumps[8], "default/a").expect("a pod");
    assert_eq!(
        (number(&vm["cpu"]["reserved"]), number(&vm["cpu"]["buffer"])),
        (2, 0)
    );
}

#[test]
fn events_while_away() {
    let spec = json!({
        "events": [
            {"at": "1s", "restart": {"downFor": "10s"}},
            {"at": "2s", "request": {"pod": "a", "vCPUs": 2, "mem": 8}},
            {"at": "2s", "reserve": {"pod": "b", "node": "n1"}},
            {"at": "2s", "schedule": {"pod": "b"}},
            {"at": "2s", "filter": {"pod": "b", "node": "n1"}},
            {"at": "2s", "score": {"pod": "b", "node": "n1"}},
            {"at": "2s", "unreserve": {"pod": "a"}},
            {"at": "2s", "config": config()},
            {"at": "2s", "migrationFailed": {"pod": "a"}},
            {"at": "2s", "restart": {}},
            {"at": "3s", "use": {"pod": "a", "vCPUs": 3, "mem": 12}},
            {"at": "3s", "migrate": {"pod": "a"}},
            {"at": "3s", "load": {"vms": ["a"], "constant": 1}},
            {"at": "4s", "delete": {"pod": "c"}},
        ],
    });
    let free = vm_object("b", "", [0, 1, 8], [0, 4, 32]);
    let manifests = manifests(vec![vm("a", 1), free, vm("c", 1)], spec);
    let recording = check(
        &manifests,
        &[
            "0.0 request a 1/4 -> 1/4",
            "1.0 scheduler-down",
            "2.0 request a 2/8 away",
            "2.0 reserve b away",
            "2.0 schedule b away",
            "2.0 filter b away",
            "2.0 score b away",
            "2.0 unreserve a away",
            "2.0 config away",
            "2.0 migration-failed a away",
            "2.0 restart away",
            "3.0 use a 3/12",
            "3.0 migrate a",
            "3.0 load",
            "4.0 delete c",
            "11.0 restart",
        ][1..],
    );
    assert_eq!(recording.run["duration"], 11.0);
    let (_, vm) = pod(&recording.dumps[recording.steps()], "default/a").expect("a pod");
    assert_eq!(vm["use"], json!({"vCPUs": 3, "mem": 12}));
    assert_eq!(number(&vm["cpu"]["buffer"]), 5);
    assert!(pod(&recording.dumps[recording.steps()], "default/c").is_none());
}

#[test]
fn a_start_that_fails_leaves_things_as_they_are() {
    let mut bad = config();
    bad["nodeDefaults"]["cpu"]["system"] = json!("99");
    let spec = json!({
        "duration": "10s", "agents": [{"vms": ["a"], "load": {"constant": 2}}],
        "events": [{"at": "7s", "restart": {"config": bad}}],
    });
    check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "5.0 request a 2/8 -> 2/8",
            "7.0 restart error",
            // The old scheduler still knows it.
            "10.0 request a 2/8 -> 2/8",
        ],
    );
}

#[test]
fn loads_over_time() {
    let asked = |load: Value, at: &str| -> Vec<i64> {
        let spec = json!({"duration": at, "agents": [{"vms": ["a"], "load": load}]});
        let recording = recording(&manifests(vec![vm("a", 0)], spec));
        let wants = list(&recording.run["steps"]).map(|event| number(&event["want"]["vCPUs"]));
        wants.skip(1).collect()
    };
    // At 5 s, 10 s and so on; the phase is a quarter.
    let sine = json!({"sine": {"mean": 3, "amplitude": 2, "period": "20s", "phase": "5s"}});
    assert_eq!(asked(sine, "25s"), [3, 1, 3, 5, 3]);
    let sum = json!({
        "constant": 1, "steps": [{"at": "10s", "units": 2}, {"at": "15.001s", "units": -1}],
        "sine": {"amplitude": 1, "period": "20s"},
    });
    assert_eq!(asked(sum, "20s"), [2, 3, 2, 0]);
    // What the text says exactly is asked for exactly.
    assert_eq!(asked(json!({"constant": 2}), "5s"), [2]);
    assert_eq!(asked(json!({"constant": 2.000_000_1}), "5s"), [3]);
    // In [3.5, 4.5): 4 or 5, both now and then, and from the seed alone.
    let noisy = json!({"constant": 4, "noise": 0.5});
    let found = asked(noisy.clone(), "200s");
    assert_eq!(found.len(), 40);
    for units in [4, 5] {
        let count = found.iter().filter(|found| **found == units).count();
        assert!((5..=35).contains(&count), "{found:?}");
    }
    assert!(found.iter().all(|units| [4, 5].contains(units)));
    assert_eq!(asked(noisy, "200s"), found);
}

#[test]
fn averages_of_loads() {
    let mut unit = config();
    unit["nodeDefaults"]["computeUnit"] = json!({"vCPUs": 2, "mem": 8});
    let spec = json!({
        "duration": "155s", "agentPeriod": "155s",
        "agents": [{"vms": ["a"], "load": {"steps": [
            {"at": "0s", "units": 0.5}, {"at": "5001ms", "units": 3.5},
        ]}}],
    });
    let mut manifests = manifests(vec![vm("a", 0)], spec);
    manifests.config = unit;
    let recording = recording(&manifests);
    // In vCPUs of the node's compute unit; before the first request there was none.
    assert_eq!(recording.moments[1]["request"]["load"], json!([1.0, 1.0]));
    // Now, and when it last asked.
    assert_eq!(recording.moments[2]["request"]["load"], json!([7.0, 1.0]));
    assert_eq!(
        recording.moments[2]["agents"],
        json!([{"pod": "default/a", "units": 3.5, "neededVCPUs": 7.0}])
    );
}

#[test]
fn another_load_from_now_on() {
    let spec = json!({
        "duration": "20s", "agentPeriod": "4s",
        "agents": [{"vms": ["a"], "load": {"constant": 2}}],
        "events": [
            {"at": "6s", "load": {"vms": ["*"], "steps": [
                {"at": "0s", "units": 4}, {"at": "10s", "units": 1},
            ]}},
            // At the time of a request, before it.
            {"at": "16s", "load": {"vms": ["a", "nobody"], "constant": 3}},
        ],
    });
    let recording = check(
        &manifests(vec![vm("a", 1), vm("b", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            // b has nothing to ask for yet.
            "4.0 request a 2/8 -> 2/8",
            "6.0 load",
            "6.0 request b 1/4 -> 1/4",
            "8.0 request a 4/16 -> 4/16",
            "10.0 request b 1/4 -> 1/4",
            "12.0 request a 1/4 -> 1/4",
            "14.0 request b 1/4 -> 1/4",
            "16.0 load",
            "16.0 request a 3/12 -> 3/12",
            "18.0 request b 1/4 -> 1/4",
            "20.0 request a 3/12 -> 3/12",
        ],
    );
    let agents = |step: usize| recording.moments[step]["agents"].clone();
    let of = |pod: &str, units: f64| json!({"pod": pod, "units": units, "neededVCPUs": units});
    assert_eq!(agents(2), json!([of("default/a", 2.0)]));
    assert_eq!(
        agents(4),
        json!([of("default/a", 4.0), of("default/b", 4.0)])
    );
    assert_eq!(
        agents(10),
        json!([of("default/a", 3.0), of("default/b", 1.0)])
    );
}

#[test]
fn deleted_and_reserved_again() {
    let spec = json!({
        "duration": "25s", "agents": [{"vms": ["a"], "load": {"constant": 3}}],
        "events": [
            {"at": "6s", "delete": {"pod": "a"}},
            {"at": "12s", "reserve": {"pod": "a", "node": "n1"}},
        ],
    });
    check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "5.0 request a 3/12 -> 3/12",
            "6.0 delete a",
            "12.0 reserve a",
            // First what it uses, once more.
            "15.0 request a 1/4 -> 1/4",
            "20.0 request a 3/12 -> 3/12",
            "25.0 request a 3/12 -> 3/12",
        ],
    );
}

/// Gone and back between two turns: the agent has not noticed, but the plugin has.
#[test]
fn reserved_again_at_once() {
    let spec = json!({
        "duration": "10s", "agents": [{"vms": ["a"], "load": {"constant": 3}}],
        "events": [
            {"at": "6s", "delete": {"pod": "a"}}, {"at": "6s", "schedule": {"pod": "a"}},
        ],
    });
    let recording = recording(&manifests(vec![vm("a", 1)], spec));
    assert_eq!(log(&recording)[4], "10.0 request a 1/4 -> 1/4");
}

#[test]
fn a_request_of_the_text_is_the_agents() {
    let spec = json!({
        "duration": "20s", "agents": [{"vms": ["a"], "load": {"constant": 5}}],
        "events": [
            {"at": "6s", "request": {"pod": "a", "vCPUs": 2, "mem": 8, "load": [1, 1]}},
            {"at": "7s", "restart": {"downFor": "4s"}},
        ],
    });
    check(
        &manifests(vec![vm("a", 1)], spec),
        &[
            "0.0 request a 1/4 -> 1/4",
            "5.0 request a 5/20 -> 5/20",
            "6.0 request a 2/8 -> 2/8",
            "7.0 scheduler-down",
            // Its last permit: it uses it already.
            "11.0 restart",
            "15.0 request a 2/8 -> 2/8",
            "20.0 request a 5/20 -> 5/20",
        ],
    );
}
