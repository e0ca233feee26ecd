//! After any edits, a scenario that was asked in between answers every question as one that reads the text anew.

use std::{collections::BTreeSet, fs};

use proptest::prelude::*;
#[cfg(test)]
use schedscope::scenario::descriptions;
use serde_json::{Value, json};

use super::{
    random_edits::{RandomEdit, edits},
    *,
};

/// Workloads with their pods, quotas and what pods are scheduled by.
pub(crate) const WORLD: &str = include_str!("edited.yaml");

/// A text of each engine, small ones.
const EXAMPLES: [&str; 10] = [
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
];

/// The text of a number: every other one is `WORLD`.
fn text(number: usize) -> String {
    let example = number.checked_sub(EXAMPLES.len());
    if example.is_some() {
        return WORLD.to_owned();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let file = format!("{folder}/{}.yaml", EXAMPLES[number]);
    fs::read_to_string(file).expect("an example")
}

/// Every question of the table, about objects that the text has; after `decide`, those about its decision.
pub(crate) fn questions(scenario: &mut Scenario) -> Vec<Value> {
    let mut asked = |question: &str| -> Value {
        let answer = scenario.ask(question).expect("an answer");
        serde_json::from_str(&answer).expect("JSON")
    };
    let keys = |list: &Value, field: &str| -> Vec<String> {
        let list = list.as_array().cloned().unwrap_or_default();
        let names = list.iter().filter_map(|one| one[field].as_str());
        names.map(str::to_owned).collect()
    };
    let pods = keys(&asked(r#"{"pods": {}}"#)["pods"], "pod");
    let nodes = keys(&asked(r#"{"nodes": {}}"#)["nodes"], "name");
    let placements = asked(r#"{"reading": {}}"#)["placements"]
        .as_array()
        .map_or(0, Vec::len);
    let mut questions = vec![
        json!({"reading": {}}),
        json!({"notLookedAt": {}}),
        json!({"missingInputs": {}}),
        json!({"pods": {}}),
        json!({"nodes": {}}),
        json!({"quotas": {}}),
        json!({"clusterKeys": {}}),
        json!({"clusterNames": {"clusters": [0, 1]}}),
        json!({"matchClusters": {"pattern": "*1"}}),
        json!({"timelineEdit": {"event": {"at": "1m", "schedule": {"pod": "default/vm-1"}}}}),
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
        questions.push(json!({"more": {"pod": pod, "most": 3}}));
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
    if let Some(node) = nodes.first() {
        questions.push(json!({"drain": {"node": node}}));
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
        json!({"debug": {}}),
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
        json!({"sweepGrid": {"placement": placement, "now": now,
            "rows": {"weight": "Steady"}, "columns": {"count": true}}}),
        json!({"rank": {"placement": placement, "now": now, "weight": "Steady", "cluster": "c1"}}),
        json!({"stability": {"placement": placement, "now": now}}),
        json!({"without": {"placement": placement, "now": now, "each": "zone"}}),
        json!({"moreClusters": {"placement": placement, "now": now, "cluster": "c1", "most": 3}}),
        json!({"flap": {"placement": placement, "now": now, "ticks": 20}}),
        // What-ifs leave the latest decision as it was.
        json!({"clusters": {"order": "rank"}}),
    ]
}

/// The answer, without what it says of the last edit.
fn answer(scenario: &mut Scenario, question: &str) -> String {
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

/// Edits a text, which is asked before and after each edit, and holds the answer against one for the whole text.
#[track_caller]
fn check(text: &str, question: &str, edits: &[(&str, &str)]) {
    let mut edited = scenario(text, Encoding::Utf8);
    answer(&mut edited, question);
    for (old, new) in edits {
        let at = edited.text().find(old).expect("the old words");
        edited.edit(at, at + old.len(), new);
        let known = answer(&mut edited, question);
        let expect = answer(&mut scenario(&edited.text(), Encoding::Utf8), question);
        assert_eq!(known, expect, "after `{old}` became `{new}`");
    }
}

/// The amounts of these two pods together are more than 64 bits.
#[test]
fn an_amount_beyond_all_bounds_leaves_no_trace() {
    let [big, other] = ["cpu: 9223372036854775", "cpu: 500m"];
    let edits = [
        (other, big),
        (big, "cpu: 1"),
        (big, "cpu: 1"),
        ("cpu: 1,", "cpu: -1,"),
    ];
    for question in [r#"{"quotas": {}}"#, r#"{"nodes": {}}"#] {
        check(WORLD, question, &edits);
    }
}

#[test]
fn a_resource_that_no_pod_names_is_not_used() {
    let to_gpu = ("fpga: 1}, ", "fpga: 1, nvidia.com/gpu: 1}, ");
    let from_gpu = ("fpga: 1, nvidia.com/gpu: 1}, ", "fpga: 1}, ");
    let unbound = ("nodeName: n2", "nominatedNodeName: n2");
    check(WORLD, r#"{"quotas": {}}"#, &[to_gpu, from_gpu, unbound]);
    let ends = (
        "nvidia.com/gpu: 1}}}]}\nstatus: {phase: Running",
        "nvidia.com/gpu: 1}}}]}\nstatus: {phase: Failed",
    );
    check(WORLD, r#"{"quotas": {}}"#, &[ends]);
}

/// Amounts of cpu are milli-CPU, whenever the text names it for the first time.
#[test]
fn a_basic_resource_that_no_object_named_before() {
    let text = "kind: Node\napiVersion: v1\nmetadata: {name: n1}\nstatus: {allocatable: {memory: 8Gi, pods: 9}}\n---\n\
                kind: Pod\napiVersion: v1\nmetadata: {name: p, namespace: a}\n\
                spec: {nodeName: n1, containers: [{name: c, resources: {requests: {memory: 1Mi}}}]}\n";
    for resource in ["cpu: 100m", "ephemeral-storage: 1Gi"] {
        let new = format!("memory: 1Mi, {resource}}}");
        for question in [r#"{"pods": {}}"#, r#"{"nodes": {}}"#] {
            check(text, question, &[("memory: 1Mi}", &new)]);
        }
    }
}

/// Of several pods that hold a port the first of the text is named, whichever was edited.
#[test]
fn the_holder_of_a_port_is_the_first_one() {
    let pod = |name: &str, spec: &str| {
        format!(
            "---\nkind: Pod\napiVersion: v1\nmetadata: {{name: {name}, namespace: a}}\n\
             spec: {{{spec}, containers: [{{name: c, ports: [{{containerPort: 80, hostPort: 80}}]}}]}}\n"
        )
    };
    let text = [
        "kind: Node\napiVersion: v1\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n"
            .to_owned(),
        pod("one", "nodeName: n1, priority: 1"),
        pod("two", "nodeName: n1, priority: 2"),
        pod("new", "priority: 0"),
    ];
    let question = r#"{"simulatePod": {"pod": "a/new"}}"#;
    check(&text.concat(), question, &[("priority: 1", "priority: 2")]);
}

/// Priorities, policies, nominated nodes and VMs of a pod are told apart, whatever names and numbers they have.
#[test]
fn what_a_pod_refers_to_is_told_apart() {
    let class = "kind: PriorityClass\napiVersion: scheduling.k8s.io/v1\nmetadata: {name: x}\nvalue: 5\n\
                 globalDefault: true\n---\n";
    let vm = "kind: VirtualMachine\napiVersion: vm.neon.tech/v1\nmetadata: {name: v, namespace: a}\nspec: {}\n---\n";
    let pod = |labels: &str, rest: &str| {
        format!(
            "kind: Pod\napiVersion: v1\nmetadata: {{name: p, namespace: a, labels: {{{labels}}}}}\nspec: {rest}\n"
        )
    };
    let never = "{preemptionPolicy: PreemptLowerPriority, containers: [{name: c}]}";
    let says = "{priorityClassName: x, preemptionPolicy: PreemptLowerPriority, containers: [{name: c}]}\nstatus: {}";
    let nominated =
        "{priorityClassName: x, containers: [{name: c}]}\nstatus: {nominatedNodeName: x}";
    let zero = "{priorityClassName: x, priority: 0, containers: [{name: c}]}";
    let bare = "{containers: [{name: c}]}";
    for (before, after) in [
        (
            pod("", never),
            pod("", &never.replacen('{', "{priority: 0, ", 1)),
        ),
        (pod("", says), pod("", nominated)),
        (pod("q: x", zero), pod("vm.neon.tech/name: x", bare)),
    ] {
        let text = [class, vm, &before].concat();
        for question in [r#"{"reading": {}}"#, r#"{"pods": {}}"#, r#"{"queue": {}}"#] {
            check(&text, question, &[(&before, &after)]);
        }
    }
}

/// Of several anti-affinities in the way the first of the text is told, whichever was edited.
#[test]
fn the_anti_affinity_in_the_way_is_the_first_one() {
    let pod = |name: &str, key: &str, app: &str| {
        let selector =
            format!("{{topologyKey: {key}, labelSelector: {{matchLabels: {{app: {app}}}}}}}");
        format!(
            "---\nkind: Pod\napiVersion: v1\nmetadata: {{name: {name}, namespace: a, labels: {{app: x}}}}\nspec:\n  \
             nodeName: n1\n  containers: [{{name: c}}]\n  affinity: {{podAntiAffinity: {{\
             requiredDuringSchedulingIgnoredDuringExecution: [{selector}]}}}}\n"
        )
    };
    let text = [
        "kind: Node\napiVersion: v1\nmetadata: {name: n1, labels: {kubernetes.io/hostname: n1, zone: z}}\n\
         status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n"
            .to_owned(),
        pod("one", "zone", "q"),
        pod("two", "kubernetes.io/hostname", "x"),
        "---\nkind: Pod\napiVersion: v1\nmetadata: {name: w, namespace: a, labels: {app: x}}\n\
         spec: {containers: [{name: c}]}\n"
            .to_owned(),
    ];
    for question in [
        r#"{"simulatePod": {"pod": "a/w"}}"#,
        r#"{"explainNode": {"pod": "a/w", "node": "n1"}}"#,
        r#"{"scoreNodes": {"pod": "a/w"}}"#,
    ] {
        check(&text.concat(), question, &[("app: q", "app: x")]);
    }
}

/// A label or a taint that no object has any more is not remembered.
#[test]
fn a_name_that_is_gone_leaves_no_trace() {
    let cordoned = "kind: Node\napiVersion: v1\nmetadata: {name: n0}\n\
        spec: {taints: [{key: node.kubernetes.io/unschedulable, effect: NoExecute}]}\n\
        status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\n\
        kind: Node\napiVersion: v1\nmetadata: {name: n1}\nspec: {unschedulable: true}\n\
        status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\n\
        kind: Pod\napiVersion: v1\nmetadata: {name: q, namespace: a}\n\
        spec: {tolerations: [{operator: Equal, value: x}], containers: [{name: c}]}\n";
    let unlabelled = "kind: Namespace\napiVersion: v1\n\
        metadata: {name: a, labels: {topology.kubernetes.io/zone: a, kubernetes.io/hostname: b}}\n---\n\
        kind: Node\napiVersion: v1\nmetadata: {name: n1, labels: {'': a}}\n\
        status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\n\
        kind: Node\napiVersion: v1\nmetadata: {name: n2, labels: {'': b}}\n\
        status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\n\
        kind: Service\napiVersion: v1\nmetadata: {name: s, namespace: a}\nspec: {selector: {app: x}}\n---\n\
        kind: Pod\napiVersion: v1\nmetadata: {name: p, namespace: a, labels: {app: x}}\n\
        spec: {nodeName: n1, containers: [{name: c}]}\n---\n\
        kind: Pod\napiVersion: v1\nmetadata: {name: q, namespace: a, labels: {app: x}}\n\
        spec: {containers: [{name: c}]}\n";
    let labels = "topology.kubernetes.io/zone: a, kubernetes.io/hostname: b";
    for (text, gone) in [
        (
            cordoned,
            ("key: node.kubernetes.io/unschedulable", "key: q"),
        ),
        (unlabelled, (labels, "a: b")),
    ] {
        for question in [
            r#"{"simulatePod": {"pod": "a/q"}}"#,
            r#"{"scoreNodes": {"pod": "a/q", "defaultProfile": true}}"#,
        ] {
            check(text, question, &[gone]);
        }
    }
}

#[test]
fn the_label_of_a_template_says_whose_a_pod_is() {
    for question in [r#"{"pods": {}}"#, r#"{"queue": {}}"#] {
        check(
            WORLD,
            question,
            &[("pod-template-hash: h1", "pod-template-hash: h2")],
        );
    }
}

/// Some of the questions about a text, by their places in the list, with those that others depend on.
pub(crate) fn some_questions(
    scenario: &mut Scenario,
    is_asked: impl Fn(usize) -> bool,
) -> Vec<String> {
    let numbered = questions(scenario).into_iter().enumerate();
    let chosen = numbered.filter(|(at, one)| is_asked(*at) || one.get("decide").is_some());
    chosen.map(|(_, question)| question.to_string()).collect()
}

/// Each question about a text, behind the one that it depends on.
#[allow(dead_code, reason = "for fuzzing")]
pub(crate) fn each_question(text: &str) -> Vec<Vec<String>> {
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
pub(crate) fn check_edits(
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

/// No question of the table is left out.
#[test]
fn every_question_is_asked() {
    let mut asked = BTreeSet::new();
    for number in 0..=EXAMPLES.len() {
        for question in questions(&mut scenario(&text(number), Encoding::Utf8)) {
            asked.extend(question.as_object().expect("one key").keys().cloned());
        }
    }
    let known = descriptions()
        .into_iter()
        .map(|known| known.name.to_owned());
    assert_eq!(asked, known.collect());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn an_edited_scenario_answers_every_question_as_a_fresh_one(
        number in 0..2 * EXAMPLES.len(),
        edits in edits(1..12),
    ) {
        check_edits("", text(number), &edits, |scenario| some_questions(scenario, |_| true))?;
    }
}
