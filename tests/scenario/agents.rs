//! Agents of a timeline that act for no VM of the text.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const TEXT: &str = "
apiVersion: v1
kind: List
items:
- {apiVersion: vm.neon.tech/v1, kind: VirtualMachine, metadata: {name: a, namespace: vms}, spec: {guest: {
   cpus: {min: 1, use: 1, max: 2}, memorySlots: {min: 1, use: 1, max: 2}}}}
- {apiVersion: vm.neon.tech/v1, kind: VirtualMachine, metadata: {name: a, namespace: dev}, spec: {guest: {
   cpus: {min: 1, use: 1, max: 2}, memorySlots: {min: 1, use: 1, max: 2}}}}
- {apiVersion: schedscope.dev/v1alpha1, kind: Timeline, metadata: {name: day, namespace: t},
   spec: {duration: 10s, agents: [{vms: [VMS], load: {constant: 2}}]}}
- {apiVersion: schedscope.dev/v1alpha1, kind: Timeline, metadata: {name: night, namespace: t},
   spec: {duration: 10s, agents: [{vms: [vms/a], load: {constant: 2}}]}}
";

/// Names of VMs that an agent acts for in vain, with those that may be meant.
fn idle(vms: &str, question: &str) -> Value {
    let answer = Scenario::new(&TEXT.replace("VMS", vms)).ask(question);
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let rows = missing_inputs(&answer).into_iter();
    let rows = rows.filter(|row| row["why"] == "agent-vm");
    rows.map(|row| {
        let near = row["near"].as_array().map(|near| {
            let key = |vm: &Value| json!([vm["namespace"], vm["name"]]);
            near.iter().map(key).collect::<Value>()
        });
        json!([row["namespace"], row["name"], near])
    })
    .collect()
}

#[test]
fn vms_that_agents_name_and_the_text_lacks() {
    const RUN: &str = r#"{"vmTimeline": {"timeline": "t/day"}}"#;
    let near = json!([["default", "a", [["vms", "a"], ["dev", "a"]]]]);
    assert_eq!(idle("a", RUN), near);
    assert_eq!(idle("a, a", RUN), near);
    for known in ["vms/a", "\"*/a\"", "\"v*/*\""] {
        assert_eq!(idle(known, RUN), json!([]), "{known}");
    }
    assert_eq!(idle("\"x*\"", RUN), json!([["default", "x*", null]]));
    // Only the timeline that is asked about counts.
    assert_eq!(
        idle("a", r#"{"vmTimeline": {"timeline": "t/night"}}"#),
        json!([])
    );
    for question in [
        r#"{"vmStep": {"timeline": "t/day", "step": 0}}"#,
        r#"{"vmDump": {"timeline": "t/day", "step": 0}}"#,
        r#"{"change": {"now": "2026-01-01T00:00:00Z", "timeline": "t/day", "want": {"starts": true}}}"#,
    ] {
        assert_eq!(idle("a", question), near, "{question}");
    }
}
