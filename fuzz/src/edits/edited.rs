//! After any edits, a scenario that was asked in between answers every question as one that reads the text anew.

use std::fs;

use proptest::prelude::*;
use schedscope::{objects::diagnostic::Encoding, scenario::Scenario};
use serde_json::{Value, json};

use crate::random_edits::RandomEdit;

/// Workloads with their pods, quotas and what pods are scheduled by.
pub const WORLD: &str = include_str!("../../../tests/scenario/edited.yaml");

/// Reads a text.
fn scenario(text: &str, encoding: Encoding) -> Scenario {
    let mut scenario = Scenario::with_encoding(encoding);
    scenario.replace(text);
    scenario
}

/// A text of each engine, small ones.
pub const EXAMPLES: [&str; 11] = [
    "quota-story-1",
    "quota-resource-quota",
    "filters-anti-affinity",
    "filters-host-port",
    "scores-configuration",
    "limit-aware-use-case",
    "addon-scores",
    "use-case-4-joint-spread",
    "vm-normal-growth",
    "vm-mixed-pods",
    "what-if/pods-rollout",
];

/// The text of a number: every other one is `WORLD`.
pub fn text(number: usize) -> String {
    let example = number.checked_sub(EXAMPLES.len());
    if example.is_some() {
        return WORLD.to_owned();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let file = format!("{folder}/{}.yaml", EXAMPLES[number]);
    fs::read_to_string(file).expect("an example")
}

/// Every question of the table, about objects that the text has; after `decide`, those about its decision.
pub fn questions(scenario: &mut Scenario) -> Vec<Value> {
    let mut asked = |question: &str| -> Value {
        let answer = scenario.ask(question).expect("an answer");
        reference::answers::read(&answer)
    };
    let keys = |list: &Value, field: &str| -> Vec<String> {
        let list = list.as_array().cloned().unwrap_or_default();
        let names = list.iter().filter_map(|one| one[field].as_str());
        names.map(str::to_owned).collect()
    };
    let pods = keys(&asked(r#"{"pods": {}}"#)["pods"], "pod");
    let nodes = keys(&asked(r#"{"nodes": {}}"#)["nodes"], "name");
    let workloads = ["deployment/web", "statefulset/db"].map(|name| {
        let found = asked(&json!({"find": {"name": name}}).to_string());
        found["objects"][0].clone()
    });
    let placements = asked(r#"{"reading": {}}"#)["placements"]
        .as_array()
        .map_or(0, Vec::len);
    let mut questions = vec![
        json!({"reading": {}}),
        json!({"findings": {}}),
        json!({"pods": {}}),
        json!({"nodes": {}}),
        json!({"quotas": {}}),
        json!({"clusterKeys": {}}),
        json!({"clusterNames": {"clusters": [0, 1]}}),
        json!({"matchClusters": {"pattern": "*1"}}),
        json!({"timelineEdit": {"event": {"at": "1m", "schedule": {"pod": "default/vm-1"}}}}),
        json!({"find": {"name": "w-1"}}),
        json!({"locate": {"object": {"kind": "Pod", "namespace": "team-a", "name": "w-1"}, "path": "spec"}}),
        json!({"locateAll": {"object": {"kind": "Node", "name": "n1"}, "paths": ["status.allocatable.cpu", "x[3]"]}}),
        json!({"quotaEvents": {"events": [{"type": "addPod", "pod": {"metadata": {"name": "a"}}}]}}),
        json!({"vmEvents": {"config": {}, "nodes": [], "events": []}}),
        json!({"vmLimits": {"config": {}, "cpu": 8, "mem": "32Gi"}}),
        json!({"quantity": {"text": "1500m"}}),
        json!({"queue": {"maxSteps": 200}}),
        json!({"queue": {"profile": "Upstream", "maxSteps": 200, "scorer": "LimitAware"}}),
        json!({"queueStep": {"step": 3, "queue": {"maxSteps": 200}}}),
        json!({"queueLimits": {"maxSteps": 200, "weights": {"LimitAware": 2, "LeastAllocated": 1}}}),
        json!({"vmTimeline": {"limit": 20}}),
        json!({"vmStep": {"step": 5}}),
        json!({"vmDump": {"step": 9}}),
    ];
    for placement in 0..placements.min(2) {
        questions.extend(questions_of_placement(placement));
    }
    let ends = [pods.first(), pods.last()];
    for pod in ends.into_iter().flatten() {
        for profile in ["Upstream", "Proposal"] {
            questions.push(json!({"simulatePod": {"pod": pod, "profile": profile}}));
            if let Some(node) = nodes.first() {
                questions
                    .push(json!({"explainNode": {"pod": pod, "node": node, "profile": profile}}));
            }
        }
        questions.push(json!({"scoreNodes": {"pod": pod}}));
        questions.push(json!({"evictAcrossNodes": {"pod": pod}}));
        questions.push(json!({"recordedNode": {"pod": pod}}));
        questions.push(json!({"more": {"pod": pod, "most": 3}}));
        questions.push(json!({"more": {"pod": pod, "most": 3, "pendingFirst": true}}));
        let sweep = |key: &str, value: Value| {
            let mut options = json!({"pod": pod, "now": "2025-06-01T12:00:00Z"});
            options[key] = value;
            json!({"sweep": options})
        };
        questions.push(sweep("request", json!("cpu")));
        questions.push(sweep("priority", json!(true)));
        questions.push(sweep("max", json!("cpu")));
        questions.push(
            json!({"change": {"now": "2025-06-01T12:00:00Z", "want": {"pod": pod, "admitted": true},
            "maxSteps": 30}}),
        );
    }
    questions.push(json!({"compareRecorded": {}}));
    for found in workloads.iter().filter(|found| !found.is_null()) {
        let [kind, namespace, name] = ["kind", "namespace", "name"].map(|part| &found[part]);
        let object = json!({"kind": kind, "namespace": namespace, "name": name});
        questions.push(json!({"rollout": {"object": object}}));
        let like = json!({"kind": kind, "namespace": namespace, "name": name, "copies": 2});
        questions.push(json!({"more": {"like": [like], "most": 3}}));
    }
    if let Some(node) = nodes.first() {
        questions.push(json!({"drain": {"node": node}}));
        questions.push(json!({"nodesNeeded": {"like": node, "most": 3}}));
        questions.push(json!({"withoutNodes": {"node": node}}));
        questions.push(json!({"withoutNodes": {"each": "topology.kubernetes.io/zone"}}));
        questions.push(
            json!({"change": {"now": "2025-06-01T12:00:00Z", "want": {"noMigration": node}, "maxSteps": 5}}),
        );
    }
    questions
}

/// A decision, and what is asked about it.
fn questions_of_placement(placement: usize) -> Vec<Value> {
    let now = "2025-06-01T12:00:00Z";
    vec![
        json!({"decide": {"placement": placement, "now": now}}),
        json!({"report": {"placement": placement, "now": now}}),
        json!({"decisionsYaml": {}}),
        json!({"clusters": {"order": "rank"}}),
        json!({"explainCluster": {"cluster": 0}}),
        json!({"spreadStep": {"step": 1}}),
        json!({"spreadCandidates": {"step": 1}}),
        json!({"spreadDomains": {"step": 1}}),
        json!({"spreadSkews": {}}),
        json!({"hints": {}}),
        json!({"clusterIndex": {"name": "c1"}}),
        json!({"weightEdit": {"placement": placement, "prioritizer": "Steady", "weight": 3}}),
        json!({"numberOfClustersEdit": {"placement": placement, "numberOfClusters": 3}}),
        json!({"modeEdit": {"placement": placement, "mode": "Exact"}}),
        json!({"spreadEdit": {"placement": placement, "change": {
            "type": "set", "constraint": "topology.kubernetes.io/zone", "maxSkew": 2,
        }}}),
        json!({"change": {"placement": placement, "now": now, "want": {"selects": ["c1"]}, "maxSteps": 30}}),
        json!({"changesSoFar": {"placement": placement, "now": now, "want": {"selects": ["c1"]}, "maxSteps": 30}}),
        json!({"sweep": {"placement": placement, "now": now, "weight": "Steady"}}),
        json!({"sweep": {"placement": placement, "now": now, "weight": "Steady", "rank": "c1"}}),
        json!({"sweep": {"placement": placement, "now": now, "stability": true}}),
        json!({"without": {"placement": placement, "now": now, "each": "zone"}}),
        // What-ifs leave the latest decision as it was.
        json!({"clusters": {"order": "rank"}}),
    ]
}

/// The answer, without what it says of the last edit.
pub fn answer(scenario: &mut Scenario, question: &str) -> String {
    match scenario.ask(question) {
        Ok(answer) if question.contains("reading") => {
            let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
            answer["revision"].take();
            answer["reread"].take();
            answer.to_string()
        }
        Ok(answer) => answer,
        Err(error) => format!("{error:?}"),
    }
}

/// Some of the questions about a text, by their places in the list, with those that others depend on.
pub fn some_questions(scenario: &mut Scenario, is_asked: impl Fn(usize) -> bool) -> Vec<String> {
    let numbered = questions(scenario).into_iter().enumerate();
    let chosen = numbered.filter(|(at, one)| is_asked(*at) || one.get("decide").is_some());
    chosen.map(|(_, question)| question.to_string()).collect()
}

/// Each question about a text, behind the one that it depends on.
pub fn each_question(text: &str) -> Vec<Vec<String>> {
    let mut decision = None;
    let questions = questions(&mut scenario(text, Encoding::Utf8)).into_iter();
    let each = questions.map(|question| {
        let text = question.to_string();
        if question.get("decide").is_some() {
            decision = Some(text.clone());
            return vec![text];
        }
        decision.iter().cloned().chain([text]).collect()
    });
    each.collect()
}

/// Holds the answers of an edited scenario against those to the whole text.
fn compare(
    edited: &mut Scenario,
    text: &str,
    asked: impl Fn(&mut Scenario) -> Vec<String>,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(&edited.text(), text);
    let mut fresh = scenario(text, Encoding::Utf8);
    for question in asked(&mut fresh) {
        let expect = answer(&mut fresh, &question);
        let known = answer(edited, &question);
        let at = known.bytes().zip(expect.bytes()).position(|(a, b)| a != b);
        let around = |answer: &str| {
            let start = at.unwrap_or_default().saturating_sub(80);
            answer.chars().skip(start).take(240).collect::<String>()
        };
        prop_assert!(
            known == expect,
            "{question}\n  edited: {}\n  fresh:  {}\n{text}",
            around(&known),
            around(&expect)
        );
    }
    Ok(())
}

/// Edits a text that is asked before and after each edit. `before`: what stands before it at first, and goes with the
/// first edit; `asked`: the questions about a text.
pub fn check_edits(
    before: &str,
    mut text: String,
    edits: &[RandomEdit],
    asked: impl Fn(&mut Scenario) -> Vec<String>,
) -> Result<(), TestCaseError> {
    let mut edited = scenario(&[before, &text].concat(), Encoding::Utf8);
    for question in asked(&mut edited) {
        answer(&mut edited, &question);
    }
    if !before.is_empty() {
        edited.edit(0, before.len(), "");
        compare(&mut edited, &text, &asked)?;
    }
    for edit in edits {
        let Some((range, new)) = edit.of(&text) else {
            continue;
        };
        edited.edit(range.start, range.end, &new);
        text.replace_range(range, &new);
        compare(&mut edited, &text, &asked)?;
    }
    Ok(())
}
