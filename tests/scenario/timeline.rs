//! The steps of a timeline, by where they stand in the text.

use schedscope::scenario::Scenario;

const TEXT: &str = "apiVersion: v1
kind: Node
metadata: { name: n1 }
status: { allocatable: { cpu: '8', memory: 32Gi } }
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: { name: story }
spec:
  events:
  - { at: 20s, delete: { pod: a } }
  - { at: 10s, restart: { downFor: 5s } }
";

/// The steps and kinds that a place of `spec.events` gives.
#[track_caller]
fn check(event: usize, expect: &str) {
    let question = format!(r#"{{"vmTimeline": {{"event": {event}}}}}"#);
    let answer = Scenario::new(TEXT).ask(&question).unwrap();
    let answer: serde_json::Value = reference::answers::read(&answer);
    let events = answer["steps"].as_array().unwrap().iter();
    let events: Vec<_> = events
        .map(|event| format!("{} {}", event["step"], event["kind"].as_str().unwrap()))
        .collect();
    assert_eq!(events.join(", "), expect);
}

#[test]
fn an_event_is_found_by_its_place() {
    check(0, "3 delete");
    check(1, "1 scheduler-down, 2 restart");
    check(2, "");
}

#[test]
fn a_timeline_in_parts_says_how_far_it_is() {
    let mut scenario = Scenario::new(TEXT);
    let mut times = Vec::new();
    while let Some(progress) = scenario.advance(r#"{"vmTimeline": {}}"#, 1).unwrap() {
        times.push((progress.done, progress.of));
    }
    // The restart, the end of its 5 s, the deletion.
    assert_eq!(
        times,
        [(10_000, 20_000), (15_000, 20_000), (20_000, 20_000)]
    );
}

#[test]
fn a_request_without_an_answer_is_not_a_refused_one() {
    let vm = "---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: { name: a }
spec: { guest: { cpus: { min: 1, max: 4, use: 1 }, memorySlots: { min: 4, max: 16, use: 4 }, memorySlotSize: 1Gi } }
status: { podName: a, node: n1 }
";
    let events = "  events:
  - { at: 1s, request: { pod: a, vCPUs: 2, mem: 8 } }
  - { at: 2s, request: { pod: a, vCPUs: 3, mem: 1 } }
  - { at: 3s, restart: { downFor: 5s } }
  - { at: 4s, request: { pod: a, vCPUs: 3, mem: 12 } }
";
    let (before, _) = TEXT.split_once("  events:").unwrap();
    let text = format!("{before}{events}{vm}");
    let answer = Scenario::new(&text).ask(r#"{"vmTimeline": {}}"#).unwrap();
    let totals = &serde_json::from_str::<serde_json::Value>(&answer).unwrap()["totals"];
    let counts = ["accepted", "refused", "unanswered"].map(|name| totals[name].as_u64());
    assert_eq!(counts, [Some(1), Some(1), Some(1)], "{answer}");
}
