//! The smallest changes of a timeline: each made in the text, which is then played from its beginning, and held against
//! every value of a fine grid.

use std::fs;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

pub(crate) fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    fs::read_to_string(format!("{folder}/{name}.yaml")).expect("an example")
}

pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub(crate) fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text)
        .ask(&question.to_string())
        .expect("an answer");
    reference::answers::read(&answer)
}

pub(crate) fn played(text: &str) -> Value {
    ask(text, &json!({"vmTimeline": {"limit": 100_000}}))
}

pub(crate) fn starts(run: &Value) -> bool {
    run["notRun"].is_null() && list(&run["outages"]).all(|outage| outage["problem"].is_null())
}

/// Whether a run is as wanted, by its steps. (The pods of these texts have the names of their VMs, and no target of a
/// migration asks under another name for long.)
pub(crate) fn meets(text: &str, want: &Value) -> bool {
    let run = played(text);
    if !starts(&run) {
        return false;
    }
    let migrates = |name: &Value| {
        list(&run["migrations"]).any(|one| {
            one["from"] == *name
                || one["pod"] == *name
                || one["pod"]
                    .as_str()
                    .unwrap_or("")
                    .starts_with(&format!("{}-", name.as_str().unwrap_or("-")))
        })
    };
    let granted = |name: &Value| {
        let stem = format!("{}-", name.as_str().unwrap_or("-"));
        let of = |pod: &Value| pod == name || pod.as_str().unwrap_or("").starts_with(&stem);
        let mut asked = list(&run["steps"])
            .filter(|step| step["kind"] == "request" && of(&step["pod"]))
            .peekable();
        asked.peek().is_some() && asked.all(|step| step["want"] == step["permit"])
    };
    (want["noMigration"].is_null() || !migrates(&want["noMigration"]))
        && (want["granted"].is_null() || granted(&want["granted"]))
}

pub(crate) fn edited(text: &str, change: &Value) -> String {
    let mut edits: Vec<&Value> = list(&change["edits"])
        .flat_map(|edit| list(&edit["textEdits"]))
        .collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit["from"].as_u64()));
    let mut text = text.to_owned();
    for edit in edits {
        let at = |key: &str| edit[key].as_u64().expect("an offset") as usize;
        let insert = edit["insert"].as_str().expect("a text");
        text.replace_range(at("from")..at("to"), insert);
    }
    text
}

pub(crate) fn changes(text: &str, want: &Value) -> Value {
    ask(
        text,
        &json!({"change": {"now": "2026-01-01T00:00:00Z", "want": want, "maxSteps": 3000}}),
    )
}

/// What may be wanted of a text: of every node that a VM leaves, of every VM that migrates or asks.
fn wants(text: &str) -> Vec<Value> {
    let run = played(text);
    let migrations: Vec<&Value> = list(&run["migrations"]).collect();
    let mut wants = Vec::new();
    for key in ["from", "pod"] {
        wants.extend(
            migrations
                .iter()
                .map(|one| json!({ "noMigration": one[key] })),
        );
    }
    for step in list(&run["steps"]).filter(|step| step["kind"] == "request") {
        wants.push(json!({ "granted": step["pod"] }));
    }
    wants.dedup();
    wants.sort_by_key(Value::to_string);
    wants.dedup();
    wants
}

#[test]
fn every_change_plays_as_wanted_and_keeps_the_layout() {
    let (mut met, mut found, mut released) = (0, 0, 0);
    for name in [
        "vm-watermark-crossed",
        "vm-capacity-runs-out",
        "vm-over-correction",
        "vm-system-raised",
    ] {
        let text = example(name);
        for want in wants(&text) {
            let answer = changes(&text, &want);
            assert_eq!(answer["met"], meets(&text, &want), "{name} {want}");
            met += usize::from(answer["met"] == true);
            for change in list(&answer["changes"]) {
                found += 1;
                let after = edited(&text, change);
                assert!(meets(&after, &want), "{name} {want} {change:#}");
                let run = played(&after);
                let migrations = list(&run["migrations"]).count();
                assert_eq!(change["run"]["migrations"], migrations);
                let edits = list(&change["edits"]).count();
                assert!(edits < 3, "{change:#}");
                // Only the lines of the edits differ; of a VM that goes, its lines are gone, and of lists in timelines
                // those names.
                let family = &change["cost"]["families"][0];
                if family == "release" {
                    let is_all = list(&change["edits"]).all(|edit| edit["path"] == "");
                    let mut lines = after.lines();
                    let is_old = |line: &str| {
                        text.contains(line)
                            || line.contains("vms: [")
                            || line.contains("duration: ")
                    };
                    assert!(!is_all || lines.all(is_old), "{after}");
                    released += 1;
                    continue;
                }
                let differ = text.lines().zip(after.lines());
                let differ = differ.filter(|(a, b)| a != b).count();
                assert!(differ <= edits, "{name} {change:#}");
                assert_eq!(text.lines().count(), after.lines().count());
            }
        }
    }
    let seen = (met, found, released);
    assert!(met > 3 && found > 20 && released > 3, "{seen:?}");
}

/// Every watermark of either resource in hundredths, and both a little below the ones that were found.
#[test]
fn no_watermark_is_nearer() {
    let text = example("vm-watermark-crossed");
    let want = json!({"noMigration": "n1"});
    let answer = changes(&text, &want);
    let of_watermark =
        |change: &&Value| change["edits"][0]["path"].to_string().contains("watermark");
    let found = list(&answer["changes"])
        .find(of_watermark)
        .expect("a watermark");
    let edits: Vec<&Value> = list(&found["edits"]).collect();
    // 7 of 8 vCPUs, and 28 of 32 slots, are reserved at most: neither watermark alone spares the migration.
    let new: Vec<&Value> = edits.iter().map(|edit| &edit["new"]).collect();
    assert_eq!(new, [&json!(0.875), &json!(0.875)], "{answer:#}");
    assert!(edits.iter().all(|edit| edit["old"] == json!(0.75)));
    let at = |cpu: u32, memory: u32| {
        let mut text = text.clone();
        for (resource, part) in [("cpu", cpu), ("memory", memory)] {
            let old = format!("\"{resource}\": {{ \"watermark\": 0.75");
            assert!(text.contains(&old));
            let new = f64::from(part) / 1000.0;
            text = text.replace(&old, &format!("\"{resource}\": {{ \"watermark\": {new}"));
        }
        meets(&text, &want)
    };
    for part in (10..=1000).step_by(10) {
        assert!(!at(part, 750) && !at(750, part), "{part}");
    }
    for part in (751..875).step_by(6) {
        assert!(!at(part, 874) && !at(874, part), "{part}");
    }
    assert!(at(875, 875));
}

/// A VM that was given more than its max keeps the next scheduler away.
#[test]
fn a_scheduler_that_stays_away_starts_again() {
    let text = example("vm-watermark-crossed")
        .replace(
            "cpus: { min: 1, use: 3, max: 6 }",
            "cpus: { min: 1, use: 3, max: 2 }",
        )
        .replace(
            "metadata:\n  name: db\n",
            "status: { podName: db, node: n2 }\nmetadata:\n  name: db\n",
        );
    assert!(!starts(&played(&text)));
    let answer = changes(&text, &json!({"starts": true}));
    let [first, gone] = [0, 1].map(|at| &answer["changes"][at]);
    assert_eq!(gone["edits"][0]["object"]["name"], "db");
    assert!(starts(&played(&edited(&text, first))), "{answer:#}");
    let edit = &first["edits"][0];
    assert_eq!(edit["path"], "spec.guest.cpus.max");
    assert_eq!((&edit["old"], &edit["new"]), (&json!(2), &json!(3)));
    assert_eq!(first["run"]["starts"], true);
}

/// A VM that is above both of its bounds when the scheduler starts.
#[test]
fn both_bounds_of_a_vm_are_raised_together() {
    let text = example("vm-watermark-crossed")
        .replace(
            "cpus: { min: 1, use: 3, max: 6 }",
            "cpus: { min: 1, use: 3, max: 2 }",
        )
        .replace(
            "metadata:\n  name: db\n",
            "status: { podName: db, node: n2 }\nmetadata:\n  name: db\n",
        );
    let at = text.find("use: 3, max: 2").expect("the VM");
    let from = at + text[at..].find("memorySlots").expect("its slots");
    let end = from + text[from..].find('\n').expect("a line");
    let mut text = text;
    text.replace_range(from..end, "memorySlots: { min: 1, use: 12, max: 8 }");
    let answer = changes(&text, &json!({"starts": true}));
    let raised = list(&answer["changes"]).find(|change| change["edits"][0]["path"] != "");
    let raised = raised.unwrap_or_else(|| panic!("{answer:#}"));
    let edits = list(&raised["edits"]);
    let edits: Vec<_> = edits.map(|edit| (&edit["path"], &edit["new"])).collect();
    assert_eq!(
        json!(edits),
        json!([
            ["spec.guest.cpus.max", 3],
            ["spec.guest.memorySlots.max", 12]
        ])
    );
    assert!(starts(&played(&edited(&text, raised))));
}

/// Two VMs on a node, of which one asks for more than is left.
pub(crate) const REQUESTS: &str = r#"
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: "9", memory: 34Gi, pods: "110"}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2}, status: {allocatable: {cpu: "9", memory: 34Gi, pods: "110"}}}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: scheduler-plugin-config, namespace: kube-system}
  data:
    autoscaler-enforcer-config.json: '{"memBlockSize": "1Gi", "nodeDefaults": {"cpu": {"watermark": 0.8, "system": "1"},
      "memory": {"watermark": 0.8, "system": "2Gi"}, "computeUnit": {"vCPUs": 1, "mem": 4}}, "nodeOverrides": [],
      "schedulerName": "autoscale-scheduler", "doMigration": true}'
- {apiVersion: vm.neon.tech/v1, kind: VirtualMachine, metadata: {name: a, namespace: vms}, spec: {guest: {
    cpus: {min: 1, max: 6, use: 2}, memorySlots: {min: 4, max: 24, use: 8}}}, status: {node: n1, podName: a-x}}
- {apiVersion: vm.neon.tech/v1, kind: VirtualMachine, metadata: {name: b, namespace: vms}, spec: {guest: {
    cpus: {min: 1, max: 4, use: 2}, memorySlots: {min: 4, max: 16, use: 8}}}, status: {node: n1, podName: b-x}}
- {apiVersion: v1, kind: Pod, metadata: {name: a-x, namespace: vms, labels: {vm.neon.tech/name: a}},
   spec: {nodeName: n1, schedulerName: autoscale-scheduler, containers: [{name: c}]}, status: {phase: Running}}
- {apiVersion: v1, kind: Pod, metadata: {name: b-x, namespace: vms, labels: {vm.neon.tech/name: b}},
   spec: {nodeName: n1, schedulerName: autoscale-scheduler, containers: [{name: c}]}, status: {phase: Running}}
- apiVersion: schedscope.dev/v1alpha1
  kind: Timeline
  metadata: {name: day}
  spec:
    events:
    - {at: 1s, request: {pod: vms/a-x, vCPUs: 2, mem: 8, load: [1, 0.5]}}
    - {at: 2s, request: {pod: vms/b-x, vCPUs: 4, mem: 16, load: [0.2, 0.5]}}
    - {at: 3s, request: {pod: vms/a-x, vCPUs: 6, mem: 24, load: [5, 0.5]}}
    - {at: 5s, request: {pod: vms/b-x, vCPUs: 4, mem: 16, load: [0.2, 0.5]}}
"#;

/// A unit of which requests are no multiple keeps a VM where it is, because the plugin refuses them.
#[test]
fn no_change_makes_the_plugin_refuse_more() {
    let refused = |text: &str| {
        let run = played(text);
        list(&run["steps"])
            .filter(|step| step["problem"]["code"] == "not-multiple")
            .count()
    };
    assert_eq!(refused(REQUESTS), 0);
    let mut found = 0;
    for want in wants(REQUESTS) {
        for change in list(&changes(REQUESTS, &want)["changes"]) {
            found += 1;
            assert_eq!(refused(&edited(REQUESTS, change)), 0, "{want} {change:#}");
        }
    }
    assert!(found > 1);
}

/// The config as a text in quotes, and as an object of a variant.
#[test]
fn a_config_is_edited_wherever_it_stands() {
    let text = example("vm-watermark-crossed");
    let from = text.find("  autoscaler-enforcer").expect("a config");
    let to = text.find("---").expect("an end");
    let block = &text[from..to];
    let json: String = block
        .split_once('\n')
        .map(|(_, rest)| rest.split_whitespace().collect())
        .unwrap_or_default();
    let line = format!("  autoscale-enforcer-config.json: {}\n", json!(json));
    let quoted = text.replace(block, &line);
    let want = json!({"noMigration": "n1"});
    let [one, other] = [&text, &quoted].map(|text| changes(text, &want));
    assert!(list(&one["changes"]).count() > 1);
    for (a, b) in list(&one["changes"]).zip(list(&other["changes"])) {
        assert_eq!(a["edits"][0]["new"], b["edits"][0]["new"]);
        assert_eq!(b["edits"][0]["writable"], true);
        assert!(meets(&edited(&quoted, b), &want));
    }
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "variant": "no migrations",
        "want": {"granted": "default/web"}}});
    let answer = ask(&text, &question);
    for change in list(&answer["changes"]) {
        assert_eq!(change["edits"][0]["writable"], true, "{change:#}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let text = example("vm-watermark-crossed");
    let error = |want: Value| {
        let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": want}});
        let answer = Scenario::new(&text).ask(&question.to_string());
        answer.expect_err("an error").to_string()
    };
    assert!(error(json!({"noMigration": "n9"})).contains("n9"));
    assert!(error(json!({"granted": "default/x"})).contains("default/x"));
    assert!(error(json!({"starts": true, "selects": ["a"]})).contains("change.want"));
}

#[test]
fn a_vm_is_named_by_its_name() {
    let text = example("vm-capacity-runs-out").replace("pod: a,", "pod: a-x7,");
    let pod = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "a-x7", "namespace": "default", "labels": {"vm.neon.tech/name": "a"}},
        "spec": {"schedulerName": "autoscale-scheduler", "containers": []}});
    let text = format!("{text}\n---\n{pod}\n");
    let [by_pod, by_vm] =
        ["default/a-x7", "default/a"].map(|name| changes(&text, &json!({"granted": name})));
    assert!(list(&by_pod["changes"]).count() > 0, "{by_pod:#}");
    assert_eq!(by_pod, by_vm);
}

/// Nothing grants a VM what it never asks for: that is said at once.
#[test]
fn a_vm_that_never_asks() {
    let text = example("vm-capacity-runs-out");
    let silent = json!({"apiVersion": "vm.neon.tech/v1", "kind": "VirtualMachine",
        "metadata": {"name": "silent", "namespace": "default"},
        "spec": {"schedulerName": "autoscale-scheduler", "guest": {"cpus": {"min": 1, "use": 1, "max": 2},
            "memorySlots": {"min": 4, "use": 4, "max": 8}, "memorySlotSize": "1Gi"}}});
    let text = format!("{text}\n---\n{silent}\n");
    let reasons = |answer: &Value| -> Vec<Value> {
        list(&answer["space"])
            .map(|family| family["reason"].clone())
            .collect()
    };
    let answer = changes(&text, &json!({"granted": "default/silent"}));
    assert_eq!(
        json!([answer["met"], answer["steps"], answer["changes"]]),
        json!([false, 0, []])
    );
    assert!(
        reasons(&answer).iter().all(|reason| reason == "never-asks"),
        "{answer:#}"
    );
    // One that asks, by an event or by an agent; and what else is wanted.
    for want in [
        json!({"granted": "default/a"}),
        json!({"noMigration": "default/silent"}),
    ] {
        let answer = changes(&text, &want);
        assert!(
            !reasons(&answer).contains(&json!("never-asks")),
            "{answer:#}"
        );
    }
}

/// An agent never asks for more than the max of its VM: with a lower one it asks for less, and is granted no more.
#[test]
fn the_max_of_the_vm_that_asks_is_kept() {
    // 4 vCPUs for three VMs: `shop` asks for 3 and is not granted them. With a max of 1 it would ask for 1.
    let text = example("vm-normal-growth").replace("cpu: \"12\"", "cpu: \"7\"");
    let want = json!({"granted": "default/shop"});
    let answer = changes(&text, &want);
    assert_eq!(answer["met"], false);
    let lower = text.replacen("max: 4 }", "max: 1 }", 1);
    assert!(meets(&lower, &want), "a lower max is no grant");
    let edits = list(&answer["changes"]).flat_map(|change| list(&change["edits"]));
    let own = edits.filter(|edit| edit["object"]["name"] == "shop");
    let own: Vec<&Value> = own
        .filter(|edit| edit["path"].to_string().ends_with(".max\""))
        .collect();
    assert!(
        own.iter()
            .all(|edit| edit["to"].as_i64() > edit["from"].as_i64()),
        "{own:#?}"
    );
    assert!(list(&answer["changes"]).count() > 0);
}
