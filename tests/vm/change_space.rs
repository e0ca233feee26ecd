//! Which VMs and bounds a search tries, told by how many candidates a family has and what is found.

use serde_json::{Value, json};

use super::change::{REQUESTS, ask, list};
use super::change_whole::AGENTS;

/// The text with another pod of the VM `a`, and two pods of no VM.
fn text() -> String {
    let pod = |name: &str, labels: &str| {
        format!(
            "- {{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: vms, labels: {labels}}},\n   \
             spec: {{nodeName: n1, schedulerName: autoscale-scheduler, containers: [{{name: c}}]}}, \
             status: {{phase: Running}}}}\n"
        )
    };
    let more = [
        pod("a-y", "{vm.neon.tech/name: a}"),
        pod("side", "{}"),
        pod("other", "{}"),
    ];
    let at = "- apiVersion: schedscope.dev/v1alpha1";
    // Who never asks is told so before anything is tried.
    let asks = "    - {at: 6s, request: {pod: vms/side, vCPUs: 2, mem: 8, load: [0.2, 0.5]}}\n";
    REQUESTS.replace(at, &(more.concat() + at)) + asks
}

fn asked(text: &str, want: &Value, families: &Value) -> Value {
    let options = json!({"now": "2026-01-01T00:00:00Z", "want": want, "families": families});
    ask(text, &json!({ "change": options }))
}

/// How many removals are tried.
fn releases(want: &Value) -> Value {
    let answer = asked(&text(), want, &json!(["release"]));
    let space = list(&answer["space"]).find(|space| space["family"] == "release");
    space.expect("the family")["candidates"].clone()
}

/// Of a VM whose fate is wanted no pod is removed; pods of no VM are not pods of one VM.
#[test]
fn who_is_asked_about_is_not_removed() {
    // The VM b, and the two pods of no VM.
    assert_eq!(releases(&json!({"granted": "vms/a-x"})), 3);
    // The VM a, and the other pods of no VM.
    assert_eq!(releases(&json!({"granted": "vms/side"})), 3);
}

/// How many bounds are tried, and whether these are all. The text has no config, of which nothing is edited then.
fn bounds(text: &str, want: &Value) -> (Value, Value) {
    let answer = asked(text, want, &json!(["vmConfig"]));
    let all = list(&answer["space"]).find(|space| space["family"] == "vmConfig");
    let all = all.expect("the family")["candidates"].clone();
    (all, answer["complete"].clone())
}

/// Of each VM 9 other max of CPUs, from what it uses to the 10 of a node, 3 min of slots, from 1 to what it uses, and
/// 36 max of slots, up to the 40 of a node. Of the VM that asks only the 4 and 16 larger max, beside the min.
#[test]
fn every_bound_is_tried() {
    let want = json!({"noMigration": "n1"});
    assert_eq!(bounds(AGENTS, &want).0, 2 * (9 + 3 + 36));
    let want = json!({"granted": "default/b"});
    assert_eq!(
        bounds(AGENTS, &want),
        (json!(9 + 3 + 36 + 4 + 3 + 16), json!(true))
    );
}

/// Of too many bounds those of the VM are tried whose fate is wanted, wherever it stands, and the search says that it
/// is not complete.
#[test]
fn of_too_many_bounds_the_first_are_those_of_who_is_asked_about() {
    let n2 = "metadata: {name: n2}\nstatus: {allocatable: {cpu: \"10\", memory: 40Gi}}";
    assert!(AGENTS.contains(n2));
    let large = AGENTS.replace(
        n2,
        &n2.replace("\"10\"", "\"600\"").replace("40Gi", "3000Gi"),
    );
    let want = json!({"noMigration": "default/b"});
    assert_eq!(bounds(&large, &want), (json!(1024), json!(false)));
    let answer = asked(&large, &want, &json!(["vmConfig"]));
    let edit = &answer["changes"][0]["edits"][0];
    let found = json!([edit["object"]["name"], edit["path"], edit["new"]]);
    assert_eq!(found, json!(["b", "spec.guest.memorySlots.max", 11]));
}
