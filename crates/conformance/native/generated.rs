//! Generated scenarios with questions in turn, for `cargo xtask determinism`: the same requests for every runtime.

use std::fmt::Write as _;

use schedscope::{
    generate::{
        hub_yaml,
        pods::{NodesAndPodsOptions, nodes_and_pods},
    },
    scenario::Scenario,
};
use serde_json::{Value, json};

/// The clock of what-ifs, and the decisions that they may take.
const NOW: &str = "2025-06-01T12:00:00Z";
const STEPS: u32 = 20;

/// The request of a number: a text, and questions that are put to one scenario one after the other.
pub(crate) fn request(number: u64) -> String {
    let (text, questions) = match number % 3 {
        0 => hub(number),
        1 => pods(number),
        _ => vms(number),
    };
    json!({ "text": text, "questions": questions }).to_string()
}

fn profile(number: u64) -> &'static str {
    ["Proposal", "Upstream"][(number / 3 % 2) as usize]
}

fn hub(number: u64) -> (String, Vec<String>) {
    let clusters = 5 + number % 41;
    let text = hub_yaml(number, clusters as usize);
    // Every fifth hub spreads what it selects.
    let spread = "  spreadPolicy: {spreadConstraints: [{topologyKey: region, topologyKeyType: Label, maxSkew: 1}]}\n";
    let text = if number.is_multiple_of(5) {
        text.replacen(
            "  numberOfClusters:",
            &format!("{spread}  numberOfClusters:"),
            1,
        )
    } else {
        text
    };
    let names = asked(
        &text,
        &json!({"clusterNames": {"clusters": [number % clusters]}}),
    );
    let cluster = names[0].as_str().unwrap_or("a");
    let decide = json!({"decide": {
        "now": NOW,
        "profile": profile(number),
        "weights": {"Steady": number % 11, "ResourceAllocatableCPU": number % 7},
        "numberOfClusters": number % clusters + 1,
    }});
    let questions = vec![
        decide,
        json!({"clusters": {"order": "rank"}}),
        json!({"explainCluster": {"cluster": number % clusters}}),
        json!({"spreadStep": {"step": 1}}),
        json!({"spreadCandidates": {"step": 1}}),
        json!({"decisionsYaml": {}}),
        json!({"findings": {}}),
        json!({"change": {"now": NOW, "want": {"selects": [cluster]}, "maxSteps": STEPS}}),
        json!({"sweep": {"now": NOW, "weight": "Steady"}}),
        json!({"rank": {"now": NOW, "weight": "Steady", "cluster": cluster}}),
        json!({"stability": {"now": NOW}}),
        json!({"without": {"now": NOW, "each": "region"}}),
    ];
    (text, texts(&questions))
}

fn pods(number: u64) -> (String, Vec<String>) {
    let options = NodesAndPodsOptions {
        seed: number,
        nodes: 2 + (number % 6) as u32,
        pods_per_node: 3 + (number % 5) as u32,
        fill: 60 + (number % 40) as u32,
        pending: 4 + (number % 9) as u32,
        ..NodesAndPodsOptions::default()
    };
    let text = nodes_and_pods(&options);
    let profile = profile(number);
    // The first pod that waits, as the text says it.
    let waits = asked(&text, &json!({"pods": {"state": "pending", "limit": 1}}));
    let pod = waits["pods"][0]["pod"].as_str().unwrap_or("a/b");
    let nodes = asked(&text, &json!({"nodes": {}}));
    let node = nodes["nodes"][0]["name"].as_str().unwrap_or("a");
    let questions = vec![
        json!({"pods": {}}),
        json!({"nodes": {}}),
        json!({"scoreNodes": {"pod": pod, "defaultProfile": true, "profile": profile}}),
        json!({"simulatePod": {"pod": pod, "profile": profile}}),
        json!({"evictAcrossNodes": {"pod": pod, "profile": profile}}),
        json!({"quotas": {"profile": profile}}),
        json!({"queue": {"profile": profile}}),
        json!({"queueStep": {"step": 2, "queue": {"profile": profile}}}),
        json!({"queueLimits": {"profile": profile}}),
        json!({"findings": {}}),
        json!({"change": {"now": NOW, "want": {"pod": pod, "admitted": true}, "maxSteps": STEPS}}),
        json!({"sweep": {"now": NOW, "pod": pod, "request": "cpu", "profile": profile}}),
        json!({"drain": {"node": node}}),
        json!({"withoutNodes": {"node": node}}),
        json!({"more": {"pod": pod, "most": 3}}),
    ];
    (text, texts(&questions))
}

fn vms(number: u64) -> (String, Vec<String>) {
    let nodes = 2 + number % 3;
    let mut text = String::new();
    for node in 0..nodes {
        let _ = writeln!(
            text,
            "---\n{{apiVersion: v1, kind: Node, metadata: {{name: node-{node}}}, \
             status: {{allocatable: {{cpu: \"{}\", memory: 64Gi}}}}}}",
            16 + number % 9
        );
    }
    for vm in 0..nodes * (4 + number % 3) {
        let _ = writeln!(
            text,
            "---\n{{apiVersion: vm.neon.tech/v1, kind: VirtualMachine, metadata: {{name: vm-{vm:02}}}, \
             spec: {{guest: {{cpus: {{min: 1, use: 2, max: 6}}, memorySlots: {{min: 4, use: 8, max: 24}}}}}}, \
             status: {{node: node-{}}}}}",
            vm % nodes
        );
    }
    let _ = writeln!(
        text,
        "---\n{{apiVersion: schedscope.dev/v1alpha1, kind: Timeline, metadata: {{name: run}}, spec: {{seed: {number}, \
         duration: 120s, agentPeriod: 5s, migrationDuration: 7s, events: [{{at: 60s, restart: {{downFor: 3s}}}}], \
         agents: [{{vms: [\"vm-*\"], load: {{noise: 0.7, \
         sine: {{mean: 3, amplitude: 2.5, period: 37s, phase: {}s}}}}}}]}}}}",
        number % 37
    );
    let questions = vec![
        json!({"vmTimeline": {"heat": true, "series": ["node-0"]}}),
        json!({"vmStep": {"step": number % 97}}),
        json!({"vmDump": {"step": 1_000_000}}),
        json!({"vmTimeline": {"mitigations": {"largestStep": 1, "capacityPressureFactor": 0.3}}}),
    ];
    (text, texts(&questions))
}

/// What native code answers, which questions are made from.
fn asked(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    serde_json::from_str(&answer.unwrap_or_default()).unwrap_or_default()
}

fn texts(questions: &[Value]) -> Vec<String> {
    questions.iter().map(ToString::to_string).collect()
}
