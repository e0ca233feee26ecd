//! Changes that remove a VM or a pod: the text edits of each are made, and the text is then read and played anew. It
//! runs as promised, and nothing in it names what is gone.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::change::{ask, edited, example, list, played, starts};

/// What is said of a text: errors and warnings, and what its timeline lacks.
fn findings(text: &str) -> (usize, Vec<Value>) {
    let counts = Scenario::new(text).reading().counts;
    let run = played(text);
    (counts.error + counts.warning, missing_inputs(&run))
}

/// The same numbers as `run` of a change has.
fn end(text: &str) -> Value {
    let run = played(text);
    let asks = |step: &&Value| step["kind"] == "request" && step["error"].is_null();
    let requests = list(&run["steps"]).filter(asks);
    json!({
        "migrations": list(&run["migrations"]).count(),
        "denied": requests.filter(|step| step["want"] != step["permit"]).count(),
        "starts": starts(&run),
    })
}

/// Holds every change that removes something against the text that its edits write; gives how many there were, and how
/// many of them edit a timeline.
#[track_caller]
fn hold_removals(text: &str) -> (usize, usize) {
    let run = played(text);
    let mut wants: Vec<Value> = Vec::new();
    for one in list(&run["migrations"]) {
        wants.extend(["from", "pod"].map(|key| json!({"noMigration": one[key]})));
    }
    for step in list(&run["steps"]).filter(|step| step["kind"] == "request") {
        let want = json!({"granted": step["pod"]});
        if !wants.contains(&want) {
            wants.push(want);
        }
    }
    wants.push(json!({"starts": true}));
    let before = findings(text);
    let mut counts = (0, 0);
    for want in wants {
        let question = json!({"change": {"want": want, "families": ["release"], "limit": 50}});
        for change in list(&ask(text, &question)["changes"]) {
            let after = edited(text, change);
            let case = format!("{want} {change:#}\n{after}");
            let promised = &change["run"];
            let ends = end(&after);
            for key in ["migrations", "denied", "starts"] {
                assert_eq!(ends[key], promised[key], "{key} {case}");
            }
            let found = findings(&after);
            assert!(found.0 <= before.0, "{found:?} {case}");
            assert!(
                found.1.iter().all(|one| before.1.contains(one)),
                "{found:?} {case}"
            );
            let all = list(&played(&after)["steps"]).cloned().collect::<Vec<_>>();
            for edit in list(&change["edits"]) {
                let object = &edit["object"];
                let name = ["namespace", "name"].map(|key| object[key].as_str().unwrap_or(""));
                assert!(
                    !all.iter().any(|step| step["pod"] == name.join("/")),
                    "{case}"
                );
            }
            counts.0 += 1;
            let timelines = |edit: &Value| list(&edit["textEdits"]).count() > 1;
            counts.1 += usize::from(list(&change["edits"]).any(timelines));
        }
    }
    counts
}

#[test]
fn every_example_runs_as_promised_and_names_nothing_that_is_gone() {
    let mut sums = (0, 0);
    for name in [
        "vm-capacity-runs-out",
        "vm-compute-unit-changed",
        "vm-mixed-pods",
        "vm-normal-growth",
        "vm-over-correction",
        "vm-startup-uncertainty",
        "vm-system-raised",
        "vm-watermark-changed",
        "vm-watermark-crossed",
        "what-if/vm-kept",
        "what-if/vm-released",
    ] {
        let found = hold_removals(&example(name));
        sums = (sums.0 + found.0, sums.1 + found.1);
    }
    assert_eq!(sums, (21, 21));
}

/// Four VMs on a node, of which `db` and `web` ask for more than fits, and a timeline.
fn four_vms(timeline: &str) -> String {
    let text = example("vm-watermark-crossed");
    let at = text
        .find("apiVersion: schedscope.dev/v1alpha1")
        .expect("a timeline");
    format!("{}{timeline}", &text[..at])
}

/// The cheapest removal with which `cron` stays on its node: that of `db`.
#[track_caller]
fn removal(text: &str) -> Value {
    let question =
        json!({"change": {"want": {"noMigration": "default/cron"}, "families": ["release"]}});
    let answer = ask(text, &question);
    let change = &answer["changes"][0];
    assert_eq!(change["edits"][0]["object"]["name"], "db", "{answer:#}");
    change.clone()
}

/// The timeline of the text after `db` was removed.
#[track_caller]
fn without_db(timeline: &str) -> String {
    let text = four_vms(timeline);
    assert!(hold_removals(&text).1 > 0, "{timeline}");
    let change = removal(&text);
    assert_eq!(change["edits"][0]["writable"], true, "{change:#}");
    let edits = list(&change["edits"][0]["textEdits"]).count();
    assert_eq!(edits, 2, "{change:#}");
    // The removal costs as much as if no timeline named the VM.
    assert_eq!(change["cost"]["edits"], 1);
    let after = edited(&text, &change);
    let at = after
        .find("apiVersion: schedscope.dev")
        .expect("a timeline");
    after[at..].to_owned()
}

const HEAD: &str =
    "apiVersion: schedscope.dev/v1alpha1\nkind: Timeline\nmetadata: { name: t }\nspec:\n";

#[test]
fn agents_events_and_items_of_lists_go_and_comments_of_others_stay() {
    let timeline = format!(
        "{HEAD}  duration: 1m
  agentPeriod: 6s
  agents:
  # Of the database.
  - vms: [db]
    load: {{ constant: 2.6 }}
  # Of the rest.
  - vms: [web, db]
    load: {{ steps: [{{ at: 0s, units: 0.3 }}, {{ at: 20s, units: 2.5 }}] }}
  - {{ vms: [cron], load: {{ constant: 0.4 }} }}
  events:
  - {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: cron, node: n1 }} }} # stays
  - {{ at: 0s, reserve: {{ pod: db, node: n1 }} }} # goes
  - at: 1s
    filter: {{ pod: mail, node: n1, exclude: [db, web] }}
  - {{ at: 2s, filter: {{ pod: mail, node: n1, exclude: [db] }} }}
  - {{ at: 3s, load: {{ vms: [db], constant: 2.6 }} }}
  - {{ at: 3s, load: {{ vms: [mail, db], constant: 2.6 }} }}
"
    );
    let expect = format!(
        "{HEAD}  duration: 1m
  agentPeriod: 6s
  agents:
  # Of the rest.
  - vms: [web]
    load: {{ steps: [{{ at: 0s, units: 0.3 }}, {{ at: 20s, units: 2.5 }}] }}
  - {{ vms: [cron], load: {{ constant: 0.4 }} }}
  events:
  - {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: cron, node: n1 }} }} # stays
  - at: 1s
    filter: {{ pod: mail, node: n1, exclude: [web] }}
  - {{ at: 2s, filter: {{ pod: mail, node: n1 }} }}
  - {{ at: 3s, load: {{ vms: [mail], constant: 2.6 }} }}
"
    );
    assert_eq!(without_db(&timeline), expect);
}

#[test]
fn a_timeline_that_ended_with_an_event_of_the_vm_ends_when_it_did() {
    for end in ["40500ms", "50s"] {
        let timeline = format!(
            "{HEAD}  agentPeriod: 6s
  agents:
  - {{ vms: [db], load: {{ constant: 2.6 }} }}
  - {{ vms: [cron], load: {{ constant: 0.4 }} }}
  - {{ vms: [web], load: {{ steps: [{{ at: 0s, units: 0.3 }}, {{ at: 20s, units: 2.5 }}] }} }}
  events:
  - {{ at: 0s, reserve: {{ pod: db, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: cron, node: n1 }} }}
  - {{ at: {end}, request: {{ pod: db, vCPUs: 3, mem: 12, load: [2, 2] }} }}
"
        );
        let after = without_db(&timeline);
        assert!(after.contains(&format!("  duration: {end}\n")), "{after}");
        assert!(!after.contains("db"), "{after}");
    }
}

#[test]
fn lists_in_one_line_stay_in_it() {
    let flow = format!(
        "{HEAD}  duration: 1m
  agentPeriod: 6s
  agents: [{{ vms: [db], load: {{ constant: 2.6 }} }}, {{ vms: [web], load: {{ steps: [{{ at: 0s, units: 0.3 }}, \
         {{ at: 20s, units: 2.5 }}] }} }}, {{ vms: [cron], load: {{ constant: 0.4 }} }}]
  events: [{{ at: 0s, reserve: {{ pod: db, node: n1 }} }}, {{ at: 0s, delete: {{ pod: db }} }}, {{ at: 0s, reserve: \
         {{ pod: db, node: n1 }} }}, {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}, {{ at: 0s, reserve: {{ pod: \
         cron, node: n1 }} }}, {{ at: 6s, \
         delete: {{ pod: mail }} }}, {{ at: 6s, migrationFailed: {{ pod: db }} }}, {{ at: 7s, migrationFailed: \
         {{ pod: db }} }}]
"
    );
    let after = without_db(&flow);
    let left = "  events: [{ at: 0s, reserve: { pod: web, node: n1 } }, { at: 0s, reserve: { pod: cron, node: n1 } }, \
                { at: 6s, delete: { pod: mail } }]\n";
    let agents = "  agents: [{ vms: [web], load: { steps: [{ at: 0s, units: 0.3 }, { at: 20s, units: 2.5 }] } }, \
                  { vms: [cron], load: { constant: 0.4 } }]\n";
    assert_eq!(
        after,
        format!("{HEAD}  duration: 1m\n  agentPeriod: 6s\n{agents}{left}")
    );
}

#[test]
fn a_pattern_stays_while_another_vm_has_it() {
    let timeline = format!(
        "{HEAD}  duration: 1m
  agentPeriod: 6s
  agents:
  - {{ vms: [\"d*\"], load: {{ constant: 2.6 }} }}
  - {{ vms: [cron], load: {{ constant: 0.4 }} }}
  - {{ vms: [\"w*\", \"*\"], load: {{ steps: [{{ at: 0s, units: 0.3 }}, {{ at: 20s, units: 2.5 }}] }} }}
  events:
  - {{ at: 0s, reserve: {{ pod: db, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: cron, node: n1 }} }}
"
    );
    let after = without_db(&timeline);
    assert!(
        !after.contains("d*") && after.contains("[\"w*\", \"*\"]"),
        "{after}"
    );
    assert!(!after.contains("pod: db"), "{after}");
}

#[test]
fn a_timeline_with_anchors_stays_as_it_is() {
    let timeline = format!(
        "{HEAD}  duration: 1m
  agentPeriod: 6s
  agents:
  - {{ vms: [db], load: &load {{ constant: 2.6 }} }}
  - {{ vms: [mail], load: *load }}
  - {{ vms: [cron], load: {{ constant: 0.4 }} }}
  - {{ vms: [web], load: {{ steps: [{{ at: 0s, units: 0.3 }}, {{ at: 20s, units: 2.5 }}] }} }}
  events:
  - {{ at: 0s, reserve: {{ pod: db, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: web, node: n1 }} }}
  - {{ at: 0s, reserve: {{ pod: cron, node: n1 }} }}
"
    );
    let text = four_vms(&timeline);
    let change = removal(&text);
    let edits = list(&change["edits"][0]["textEdits"]).count();
    assert_eq!(edits, 1, "{change:#}");
    let after = edited(&text, &change);
    assert_eq!(end(&after)["migrations"], change["run"]["migrations"]);
}

#[test]
fn a_copy_of_something_else_keeps_nothing_in_the_timeline() {
    let text = example("vm-watermark-crossed");
    let node = "apiVersion: v1\nkind: Node\nmetadata: { name: n1 }\nstatus: { allocatable: { cpu: 1 } }\n---\n";
    let text = format!("{node}{text}");
    let change = removal(&text);
    let after = edited(&text, &change);
    assert!(!after.contains("vms: [db]"), "{after}");
}

#[test]
fn what_a_copy_of_the_vm_still_needs_stays() {
    let name = "metadata:\n  name: db\n";
    let text = example("vm-watermark-crossed");
    let vm = text
        .split("---\n")
        .find(|one| one.contains(name))
        .expect("a VM");
    // This copy does not count, until the other one is gone.
    let small = vm.replace("{ min: 1, use: 3, max: 6 }", "{ min: 1, use: 1, max: 1 }");
    let text = format!("{small}---\n{text}");
    let change = removal(&text);
    let after = edited(&text, &change);
    assert!(
        after.contains("vms: [db]") && after.contains("pod: db"),
        "{after}"
    );
    assert_eq!(end(&after)["migrations"], change["run"]["migrations"]);
}
