//! Sweeps of the config of VMs, against a text with each value, played from its beginning.

use std::collections::{BTreeMap, BTreeSet};

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change::{ask, example, list, played, starts};

/// A field of the part `nodeDefaults` of the config.
#[derive(Clone, Copy)]
struct Field {
    /// The option of `sweep`.
    option: &'static str,
    resource: &'static str,
    /// The key before it, and its own.
    keys: [&'static str; 2],
    write: fn(i64) -> String,
}

const FIELDS: [Field; 6] = [
    field("watermark", "cpu", ["cpu", "watermark"], millionths),
    field("watermark", "memory", ["memory", "watermark"], millionths),
    field("system", "cpu", ["cpu", "system"], milli),
    field("system", "memory", ["memory", "system"], bytes),
    field("computeUnit", "cpu", ["computeUnit", "vCPUs"], number),
    field("computeUnit", "memory", ["computeUnit", "mem"], number),
];

const fn field(
    option: &'static str,
    resource: &'static str,
    keys: [&'static str; 2],
    write: fn(i64) -> String,
) -> Field {
    Field {
        option,
        resource,
        keys,
        write,
    }
}

fn millionths(value: i64) -> String {
    format!("{}.{:06}", value / 1_000_000, value % 1_000_000)
}

fn milli(value: i64) -> String {
    format!("\"{value}m\"")
}

fn bytes(value: i64) -> String {
    format!("\"{value}\"")
}

fn number(value: i64) -> String {
    value.to_string()
}

impl Field {
    /// The text with another value.
    fn set(self, text: &str, value: i64) -> String {
        let [outer, inner] = self.keys;
        let at = text.find(&format!("\"{outer}\": {{")).expect("a part");
        let at = at + text[at..].find(&format!("\"{inner}\": ")).expect("a field");
        let at = at + inner.len() + 4;
        let to = at + text[at..].find([',', ' ', '\n']).expect("an end");
        [&text[..at], &(self.write)(value), &text[to..]].concat()
    }
}

/// The migrations, the denied requests, whether all starts succeed, who migrates, and whose VM is not on a node.
type Outcome = (usize, usize, bool, BTreeSet<String>, BTreeSet<String>);

fn outcome(text: &str) -> Outcome {
    let run = played(text);
    let requests = list(&run["steps"]).filter(|step| step["kind"] == "request");
    let who = list(&run["migrations"]).map(|one| one["pod"].as_str().expect("a pod").to_owned());
    (
        list(&run["migrations"]).count(),
        requests
            .filter(|step| step["want"] != step["permit"])
            .count(),
        starts(&run),
        who.collect(),
        names(&run["unplaced"]),
    )
}

fn swept(text: &str, field: Field) -> Value {
    let options = json!({ field.option: field.resource, "now": "2026-01-01T00:00:00Z" });
    ask(text, &json!({ "sweep": options }))
}

fn names(value: &Value) -> BTreeSet<String> {
    list(value)
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn a_sweep_plays_as_a_text_with_every_value_does() {
    let (mut ends, mut values, mut whole) = (BTreeMap::new(), 0, 0);
    for name in [
        "vm-watermark-crossed",
        "vm-capacity-runs-out",
        "vm-over-correction",
        "vm-mixed-pods",
        "vm-system-raised",
        "vm-compute-unit-changed",
    ] {
        let text = example(name);
        for field in FIELDS {
            let answer = swept(&text, field);
            let case = format!("{name} {} {}", field.option, field.resource);
            assert_eq!(
                answer["subject"]
                    .as_str()
                    .map(|at| at.starts_with("nodeDefaults")),
                Some(true)
            );
            let mut known: BTreeMap<i64, Outcome> = BTreeMap::new();
            let mut at = |value: i64| {
                let play = || outcome(&field.set(&text, value));
                known.entry(value).or_insert_with(play).clone()
            };
            let intervals: Vec<&Value> = list(&answer["intervals"]).collect();
            let number = |value: &Value| value.as_i64().expect("a number");
            let bounds = (
                number(&intervals[0]["from"]),
                number(&intervals[intervals.len() - 1]["to"]),
            );
            assert_eq!(bounds.0, 1, "{case}");
            let complete = answer["complete"] == true;
            whole += usize::from(complete);
            let mut before: Option<Outcome> = None;
            for interval in &intervals {
                let (from, to) = (number(&interval["from"]), number(&interval["to"]));
                let here = at(from);
                let run = &interval["run"];
                let told = (&run["migrations"], &run["denied"], &run["starts"]);
                let told = json!([told.0, told.1, told.2]);
                assert_eq!(told, json!([here.0, here.1, here.2]), "{case} {from}");
                let unplaced = interval.get("unplaced").map(names).unwrap_or_default();
                assert_eq!(unplaced, here.4, "{case} {from}");
                assert_eq!(run["unplaced"], here.4.len(), "{case} {from}");
                if let Some(before) = &before {
                    assert_ne!(before, &here, "{case} {from}: no end");
                    let only =
                        |these: &BTreeSet<String>, those: &BTreeSet<String>| -> BTreeSet<String> {
                            these.difference(those).cloned().collect()
                        };
                    assert_eq!(
                        names(&interval["addedPods"]),
                        only(&here.3, &before.3),
                        "{case}"
                    );
                    assert_eq!(
                        names(&interval["removedPods"]),
                        only(&before.3, &here.3),
                        "{case}"
                    );
                }
                if complete {
                    // Both ends, and values spread evenly between them.
                    let step = ((bounds.1 - bounds.0) / 150).max(1);
                    let inner = (from..=to).step_by(usize::try_from(step).expect("a step"));
                    for value in inner.chain([to]) {
                        assert_eq!(at(value), here, "{case} {value}");
                    }
                }
                before = Some(here);
            }
            let in_force = answer["inForce"].as_i64().expect("a number");
            assert_eq!(at(in_force), outcome(&text), "{case}: as it is");
            values += known.len();
            *ends.entry(field.option).or_insert(0) += intervals.len() - 1;
        }
    }
    eprintln!("{ends:?} {values} {whole}");
    assert!(values > 2_000 && whole > 30, "{values} {whole}");
    assert!(ends.values().all(|ends| *ends > 3), "{ends:?}");
}

/// Watermarks of 6, 7 and 8 of 8 vCPUs: 6 of 8 is 0.75, and no smaller fraction gives as many.
#[test]
fn a_watermark_ends_at_whole_amounts() {
    let answer = swept(&example("vm-watermark-crossed"), FIELDS[0]);
    let starts: Vec<i64> = list(&answer["intervals"])
        .filter_map(|interval| interval["from"].as_i64())
        .collect();
    assert!(
        starts
            .iter()
            .all(|start| *start == 1 || start % 125_000 == 0),
        "{starts:?}"
    );
    assert_eq!(answer["inForce"], 750_000);
    assert_eq!(answer["complete"], true);
}

/// What the system keeps leaves no room for the VMs: no migration and no refusal, since nobody is there to ask.
/// A VM that is put on a node, and nothing else.
const ONE_VM: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: scheduler-plugin-config, namespace: kube-system}
data:
  autoscaler-enforcer-config.json: |
    {"memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler",
     "nodeDefaults": {"cpu": {"watermark": 0.9, "system": "1"}, "memory": {"watermark": 0.9, "system": "1Gi"},
                      "computeUnit": {"vCPUs": 1, "mem": 4}}}
---
{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: "10", memory: 64Gi, pods: "60"}}}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a, namespace: default}
spec:
  schedulerName: autoscale-scheduler
  guest: {cpus: {min: 2, use: 2, max: 2}, memorySlots: {min: 8, use: 8, max: 8}, memorySlotSize: 1Gi}
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: day}
spec:
  duration: 10s
  events: [{at: 0s, reserve: {pod: a, node: n1}}]
"#;

#[test]
fn a_vm_that_is_not_on_a_node_is_told() {
    let answer = swept(ONE_VM, FIELDS[2]);
    let told: Vec<Value> = list(&answer["intervals"])
        .map(|interval| {
            let unplaced = &interval["unplaced"];
            json!([
                interval["from"],
                interval["to"],
                interval["run"]["unplaced"],
                unplaced
            ])
        })
        .collect();
    let expected = json!([[1, 8000, 0, null], [8001, 10_000, 1, ["default/a"]]]);
    assert_eq!(json!(told), expected);
}

/// Of more than 1,000 values not all are played.
#[test]
fn many_values_are_thinned_out() {
    for (most, complete) in [(1000, true), (1001, false)] {
        let text = ONE_VM.replace("max: 8}", &format!("max: {most}}}"));
        let answer = swept(&text, FIELDS[5]);
        assert_eq!(answer["complete"], complete, "{most}");
        let last = list(&answer["intervals"]).last().expect("an interval");
        assert_eq!(last["to"], most);
    }
}

#[test]
fn what_is_not_there_is_said() {
    let refused = |text: &str, options: Value| {
        let question = json!({ "sweep": options }).to_string();
        Scenario::new(text)
            .ask(&question)
            .expect_err("an error")
            .to_string()
    };
    let text = example("vm-watermark-crossed");
    let now = "2026-01-01T00:00:00Z";
    for (text, options, message) in [
        (
            &*text,
            json!({"watermark": "cpu", "node": "n9", "now": now}),
            "n9",
        ),
        (
            &*text,
            json!({"watermark": "cpu", "timeline": "x", "now": now}),
            "x",
        ),
        (
            &*text,
            json!({"watermark": "cpu", "system": "cpu", "now": now}),
            "name one of",
        ),
        (
            &*text,
            json!({"watermark": "cpu", "count": true, "now": now}),
            "name one of",
        ),
        ("", json!({"watermark": "cpu", "now": now}), "no config"),
    ] {
        let said = refused(text, options.clone());
        assert!(said.contains(message), "{options}: {said}");
    }
}
