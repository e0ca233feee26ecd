//! Timelines that nobody would write.

use schedscope::{objects::diagnostic::Encoding, scenario::Scenario};
use serde_json::{Value, json};

use super::{
    agents::{config, log, manifests, recording, vm},
    manifests::{Manifests, config_map, node_object, timeline, vm_object},
    recording::{Recording, list, number, text},
};
use reference::answers::{self, ask};

/// Everything that can be asked is answered, and how many steps there are.
#[track_caller]
pub(super) fn holds(objects: &[Value]) -> Value {
    let mut scenario = Scenario::new(&answers::text(objects));
    let run = ask(
        &mut scenario,
        &json!({"vmTimeline": {"series": ["n1", "nowhere"], "heat": true}}),
    );
    let steps = run["stepsTotal"].as_u64().expect("steps");
    for step in [0, 1, steps / 2, steps, u64::from(u32::MAX)] {
        for kind in ["vmStep", "vmDump"] {
            ask(&mut scenario, &json!({kind: {"step": step}}));
        }
        ask(
            &mut scenario,
            &json!({"vmStep": {"step": step, "nodes": ["nowhere", "n1", "n1"]}}),
        );
    }
    run
}

#[test]
fn ends_at_the_most_steps() {
    let spec = json!({
        "agentPeriod": "1ms", "duration": "8760h",
        "agents": [{"vms": ["*"], "load": {"constant": 1}}],
        "events": [{"at": "2562047h", "delete": {"pod": "a"}}],
    });
    let manifests = manifests(vec![vm("a", 1)], spec);
    let run = holds(&manifests.objects());
    assert_eq!(
        (&run["stopped"], &run["stepsTotal"]),
        (&json!(true), &json!(1_000_000))
    );
    assert_eq!(run["duration"], 31_536_000.0);
    assert_eq!(list(&run["heat"][0]["percent"]).count(), 120);
    assert!(list(&run["series"][0]["points"]).count() <= 2002);
}

/// Turns without steps end, too.
#[test]
fn ends_at_the_most_turns() {
    let spec = json!({
        "agentPeriod": "1ms", "duration": "8760h",
        "agents": [{"vms": ["*"], "load": {"constant": 1}}],
    });
    let manifests = manifests(vec![vm_object("a", "", [0, 1, 1], [0, 4, 4])], spec);
    let run = holds(&manifests.objects());
    assert_eq!(
        (&run["stopped"], &run["stepsTotal"]),
        (&json!(true), &json!(0))
    );
}

#[test]
fn a_thousand_variants() {
    let variants: Vec<Value> = (0..1000)
        .map(|number| json!({"name": format!("v{number}"), "agentPeriod": format!("{}ms", number + 1)}))
        .collect();
    let spec = json!({
        "duration": "1s", "agents": [{"vms": ["a"], "load": {"constant": 1}}], "variants": variants,
    });
    let text = manifests(vec![vm("a", 1)], spec).text();
    let mut scenario = Scenario::new(&text);
    for (variant, steps) in [("v999", 2), ("v0", 1001), ("v499", 3), ("v0", 1001)] {
        let run = ask(
            &mut scenario,
            &json!({"vmTimeline": {"variant": variant, "limit": 1}}),
        );
        assert_eq!(
            (&run["stepsTotal"], &run["variant"]),
            (&json!(steps), &json!(variant))
        );
        assert_eq!(list(&run["timelines"][0]["variants"]).count(), 1000);
    }
    let error = scenario.ask(&json!({"vmTimeline": {"variant": "v1000"}}).to_string());
    assert_eq!(
        error.expect_err("no such").to_string(),
        "the timeline has no variant `v1000`"
    );
    let error = scenario.ask(&json!({"vmDump": {"timeline": "u", "step": 1}}).to_string());
    assert_eq!(
        error.expect_err("no such").to_string(),
        "there is no timeline `u`"
    );
}

#[test]
fn at_the_end_of_time() {
    // The longest that Go's durations can say, in whole milliseconds.
    let at = "9223372036854ms";
    let spec = json!({
        "agentPeriod": at, "migrationDuration": at,
        "agents": [{"vms": ["a"], "load": {"sine": {"amplitude": 1, "period": at, "phase": at}}}],
        "events": [
            {"at": "1ms", "migrate": {"pod": "a"}},
            {"at": "2ms", "request": {"pod": "a", "vCPUs": 1, "mem": 4, "load": [1, 1]}},
            {"at": at, "restart": {"downFor": at}},
            {"at": at, "delete": {"pod": "a"}},
        ],
    });
    let mut manifests = manifests(vec![vm("a", 1)], spec);
    manifests.nodes.push(node_object("n2", "11", "41Gi"));
    let run = holds(&manifests.objects());
    assert_eq!(run["stopped"], false);
    let recording = recording(&manifests);
    assert_eq!(
        log(&recording).last().map(String::as_str),
        Some("18446744073.708 restart"),
        "{:#?}",
        log(&recording),
    );
}

#[test]
fn nothing_at_all() {
    let empty = json!({"agents": [], "events": [], "variants": []});
    for spec in [
        empty,
        json!({}),
        json!({"duration": "0s"}),
        json!({"agents": null, "events": null}),
    ] {
        let run = holds(&[timeline("t", &spec)]);
        assert_eq!(
            (&run["stepsTotal"], &run["duration"]),
            (&json!(0), &json!(0.0))
        );
        assert_eq!(
            (&run["nodes"], &run["assumedConfig"]),
            (&json!([]), &json!(true))
        );
        assert_eq!(run["notRun"], Value::Null);
    }
    // Nor a timeline.
    let run = holds(&[node_object("n1", "11", "41Gi"), vm("a", 1)]);
    assert_eq!(
        (&run["timeline"], &run["stepsTotal"]),
        (&Value::Null, &json!(0))
    );
    assert_eq!(run["nodes"][0]["vms"], 1);
    assert_eq!(holds(&[])["stepsTotal"], 0);
}

/// Every event with a pod and a node that there are not, on a cluster of nothing and on one.
#[test]
fn nobody_and_nowhere() {
    let pods = [
        "request",
        "schedule",
        "delete",
        "unreserve",
        "use",
        "migrate",
        "migrationFailed",
    ];
    let mut events: Vec<Value> = pods
        .iter()
        .map(|kind| {
            let mut event = json!({"at": "1s", *kind: {"pod": "ghost"}});
            if ["request", "use"].contains(kind) {
                event[*kind]["vCPUs"] = json!(65535);
                event[*kind]["mem"] = json!(65535);
            }
            event
        })
        .collect();
    for kind in ["reserve", "filter", "score"] {
        events.push(json!({"at": "1s", kind: {"pod": "ghost", "node": "nowhere"}}));
        events.push(json!({"at": "1s", kind: {"pod": "a", "node": "nowhere"}}));
    }
    events.push(
        json!({"at": "1s", "filter": {"pod": "a", "node": "n1", "exclude": ["ghost", "x/y"]}}),
    );
    events.push(json!({"at": "1s", "addNode": {"node": "nowhere"}}));
    events.push(json!({"at": "1s", "load": {"vms": ["ghost", "*/nobody"]}}));
    let spec = json!({"agents": [{"vms": ["ghost"], "load": {}}], "events": events});
    let run = holds(&[timeline("t", &spec)]);
    assert_eq!(run["stepsTotal"], events.len());

    let recording = recording(&manifests(
        vec![vm_object("a", "", [0, 1, 1], [0, 4, 4])],
        spec,
    ));
    let found = |kind: &str, pod: &str| {
        let of = |event: &&Value| event["kind"] == kind && event["pod"] == pod;
        let event = list(&recording.run["steps"]).find(of).expect("an event");
        format!(
            "{}: {}",
            text(&event["result"]),
            text(&event["problem"]["code"])
        )
    };
    let ghost = "default/ghost";
    for kind in ["schedule", "reserve", "filter", "score", "migrate"] {
        assert_eq!(found(kind, ghost), "error: no-such-pod");
    }
    assert_eq!(found("request", ghost), "404: unknown-pod");
    assert_eq!(found("delete", ghost), "ok: not-on-node");
    assert_eq!(found("unreserve", ghost), "ok: not-on-node");
    assert_eq!(found("use", ghost), "error: no-vm-on-node");
    assert_eq!(found("migration-failed", ghost), "error: unknown-vm");
    for kind in ["reserve", "filter", "score"] {
        assert_eq!(found(kind, "default/a"), "Error: no-such-node");
    }
    let start = &recording.dumps[0];
    assert!(recording.dumps.iter().all(|dump| dump == start));
}

#[test]
fn a_pod_that_is_on_no_node_leaves_none() {
    let spec = json!({
        "duration": "6s",
        "events": [
            {"at": "1s", "unreserve": {"pod": "a"}},
            {"at": "2s", "reserve": {"pod": "a", "node": "n1"}},
            {"at": "3s", "unreserve": {"pod": "a"}},
            {"at": "4s", "delete": {"pod": "a"}},
        ],
    });
    let vms = vec![vm_object("a", "", [0, 1, 1], [0, 4, 4])];
    let recording = recording(&manifests(vms, spec));
    let problems = list(&recording.run["steps"]).map(|event| event["problem"]["code"].clone());
    let (none, on_no_node) = (Value::Null, json!("not-on-node"));
    assert_eq!(
        problems.collect::<Vec<Value>>(),
        [on_no_node.clone(), none.clone(), none, on_no_node]
    );
}

#[test]
fn a_vm_above_its_maximum() {
    let spec = json!({
        "duration": "12s", "agents": [{"vms": ["*"], "load": {"constant": 1}}],
        "events": [
            {"at": "11s", "schedule": {"pod": "b"}}, {"at": "11s", "reserve": {"pod": "b", "node": "n1"}},
            {"at": "11s", "migrate": {"pod": "a"}},
        ],
    });
    let fine = vec![
        vm_object("a", "n1", [0, 5, 9], [0, 20, 80]),
        vm_object("b", "", [0, 5, 2], [0, 20, 8]),
        vm_object("d", "n1", [65535, 65535, 65535], [65535, 65535, 65535]),
    ];
    let amount = |vcpus: u32, memory: u32| json!({"vCPUs": vcpus, "mem": memory});
    for (cpu, memory, problem) in [
        (
            [0, 5, 2],
            [0, 2, 8],
            [amount(0, 0), amount(5, 2), amount(2, 8)],
        ),
        (
            [7, 1, 3],
            [0, 2, 8],
            [amount(7, 0), amount(1, 2), amount(3, 8)],
        ),
        (
            [0, 65535, 0],
            [0, 0, 65535],
            [amount(0, 0), amount(65535, 0), amount(0, 65535)],
        ),
        (
            [0, 1, 3],
            [3, 2, 8],
            [amount(0, 3), amount(1, 2), amount(3, 8)],
        ),
    ] {
        let mut vms = fine.clone();
        vms.insert(1, vm_object("c", "n1", cpu, memory));
        let run = holds(&manifests(vms, spec.clone()).objects());
        let [min, uses, max] = problem;
        assert_eq!(
            run["notRun"],
            json!({
                "code": "fatal-vm", "pod": "default/c", "min": min, "uses": uses, "max": max, "slotsFit": true,
            })
        );
    }
    let recording = recording(&manifests(fine.clone(), spec.clone()));
    let over = &recording.run["overBudget"][0];
    assert_eq!((&over["step"], &over["node"]), (&json!(0), &json!("n1")));
    let reserve = list(&recording.run["steps"]).find(|event| event["kind"] == "reserve");
    let reserve = reserve.expect("an event");
    assert_eq!(
        (&reserve["problem"], &reserve["result"]),
        (
            &json!({"code": "use-out-of-bounds"}),
            &json!("UnschedulableAndUnresolvable")
        )
    );
    holds(&manifests(fine, spec).objects());
}

#[test]
fn two_config_maps() {
    let mut second = config();
    second["nodeDefaults"]["cpu"]["system"] = json!("3");
    let run = |spec: Value, objects: &[Value]| {
        let mut all = vec![node_object("n1", "11", "41Gi"), timeline("t", &spec)];
        all.extend(objects.iter().cloned());
        holds(&all)
    };
    let maps = [config_map("one", &config()), config_map("two", &second)];
    let system = |run: &Value| number(&run["nodes"][0]["cpu"]["system"]);
    let first = run(json!({}), &maps);
    assert_eq!(
        (&first["configMap"], system(&first)),
        (&json!("kube-system/one"), 1)
    );
    let named = run(json!({"configMap": "kube-system/two"}), &maps);
    assert_eq!(
        (&named["configMap"], system(&named)),
        (&json!("kube-system/two"), 3)
    );
    // A map without a config does not count.
    let mut bare = config_map("bare", &config());
    bare["data"] = json!({"other": "1"});
    let skipped = run(json!({}), &[bare.clone(), maps[1].clone()]);
    assert_eq!(skipped["configMap"], "kube-system/two");
    for missing in [
        json!({"configMap": "three"}),
        json!({"configMap": "kube-system/bare"}),
    ] {
        let assumed = run(missing, &[bare.clone(), maps[1].clone()]);
        assert_eq!(
            (&assumed["assumedConfig"], &assumed["configMap"]),
            (&json!(true), &Value::Null)
        );
    }
}

/// A config that cannot be used: nothing is played, and it is said why.
#[test]
fn no_start() {
    let spec = json!({
        "duration": "10s", "agents": [{"vms": ["*"], "load": {"constant": 1}}],
        "events": [{"at": "1s", "restart": {}}, {"at": "2s", "config": config()}],
        "variants": [{"name": "good", "config": config()}],
    });
    let mut manifests = manifests(vec![vm("a", 1)], spec);
    manifests.config["nodeDefaults"]["cpu"]["system"] = json!("12");
    let told = |manifests: &Manifests| {
        let run = holds(&manifests.objects());
        assert_eq!(run["stepsTotal"], 0);
        assert_eq!(run["nodes"], json!([]));
        let recording = Recording::new(&manifests.text(), &json!({}));
        assert_eq!(recording.dumps[0]["nodes"], json!([]));
        assert_eq!(recording.moments[0]["event"]["result"], "error");
        let problem = run["notRun"].clone();
        assert!(!text(&problem["message"]).is_empty());
        assert_eq!(recording.moments[0]["event"]["problem"], problem);
        problem
    };
    assert_eq!(
        told(&manifests),
        json!({
            "code": "config", "path": "", "node": "n1",
            "message": "desired system vCPU 12 greater than node total 11",
        })
    );
    manifests.config["nodeDefaults"]["cpu"]["system"] = json!("0");
    assert_eq!(told(&manifests)["path"], "nodeDefaults.cpu.system");
    manifests.config["nodeDefaults"]["cpu"]["system"] = json!("1");
    manifests.nodes.push(node_object("tiny", "1", "1"));
    assert_eq!(told(&manifests)["node"], "tiny");
    manifests.nodes.pop();
    manifests.config["nodeDefaults"]["cpu"]["watermark"] = json!(2);
    told(&manifests);
    // A variant has a config of its own.
    let good = Recording::new(&manifests.text(), &json!({"variant": "good"}));
    assert_eq!((&good.run["notRun"], good.steps()), (&Value::Null, 5));
}

#[test]
fn what_is_no_event_is_left_out() {
    let spec = json!({"events": [
        {"at": "1s"}, {"at": "-1s", "delete": {"pod": "a"}}, {"delete": {"pod": "a"}},
        {"at": "1s", "delete": {}}, {"at": "1s", "delete": {"pod": "a"}, "migrate": {"pod": "a"}},
        {"at": "1s", "use": {"pod": "a", "vCPUs": 65536, "mem": 0}}, 7, null, "x", [],
        {"at": "1s", "request": {"pod": "a", "vCPUs": 1.5, "mem": 1}},
        {"at": "2s", "score": {"pod": "a", "node": "n1"}},
    ]});
    let manifests = manifests(vec![vm("a", 1)], spec);
    let run = holds(&manifests.objects());
    assert_eq!(run["stepsTotal"], 1);
    assert_eq!(run["steps"][0]["path"], "spec.events[11]");
    let scenario = Scenario::new(&manifests.text());
    assert!(scenario.reader().diagnostics(Encoding::Utf8, 99).len() >= 11);
}
