//! A node that is added gets the pods of every `DaemonSet` before the pod that wants it.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

fn node(name: &str, cpu: u32, more: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}, labels: {{kubernetes.io/hostname: {name}}}}}\n\
         spec: {{{more}}}\nstatus: {{allocatable: {{cpu: {cpu}, memory: 64Gi, pods: 9}}}}\n"
    )
}

fn pod(name: &str, cpu: u32, metadata: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: shop{metadata}}}\n\
         spec: {{containers: [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}]{spec}}}\n"
    )
}

const OWNED: &str = ", ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: logs, uid: d, controller: true}]";

/// A daemon's pod, as its controller makes it for n1.
fn daemon(cpu: u32, more: &str) -> String {
    let name = "{key: metadata.name, operator: In, values: [n1]}";
    let affinity = format!(
        ", nodeName: n1, affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
         {{nodeSelectorTerms: [{{matchFields: [{name}]}}]}}}}}}{more}"
    );
    pod("logs-x", cpu, OWNED, &affinity) + "status: {phase: Running}\n"
}

/// The mirror of a static pod of n1.
fn mirror(cpu: u32, metadata: &str) -> String {
    let own = format!(", annotations: {{kubernetes.io/config.mirror: x}}{metadata}");
    pod("proxy-n1", cpu, &own, ", nodeName: n1") + "status: {phase: Running}\n"
}

fn set(cpu: u32, more: &str) -> String {
    format!(
        "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {{name: logs, namespace: shop}}\n\
         spec: {{selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: \
         [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}]{more}}}}}}}\n"
    )
}

/// The nodes that changes add for the pod.
fn added(text: &str) -> Vec<String> {
    let want = json!({"pod": "shop/big", "admitted": true});
    let question =
        json!({"change": {"want": want, "now": "2026-01-01T00:00:00Z", "families": ["node"]}});
    let answer = Scenario::new(text).ask(&question.to_string());
    let answer: Value = reference::answers::read(&answer.expect("an answer"));
    let changes = answer["changes"].as_array().expect("changes").iter();
    let edits = changes.flat_map(|change| change["edits"].as_array().expect("edits"));
    edits
        .map(|edit| edit["object"]["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn daemons_take_their_room_first() {
    let big = |cpu| pod("big", cpu, "", "");
    let used = pod("used", 9, "", ", nodeName: n1") + "status: {phase: Running}\n";
    let gpu = ", nodeSelector: {gpu: a100}";
    let cases: Vec<(String, Vec<&str>, &str)> = vec![
        (
            node("n1", 16, "") + &used + &big(16),
            vec!["n1-2"],
            "no daemon",
        ),
        (
            node("n1", 16, "") + &used + &daemon(1, "") + &big(16),
            vec![],
            "a daemon's pod",
        ),
        (
            node("n1", 16, "") + &used + &daemon(1, "") + &big(15),
            vec!["n1-2"],
            "room beside it",
        ),
        (
            node("n1", 16, "") + &used + &set(1, "") + &big(16),
            vec![],
            "a DaemonSet without pods",
        ),
        (
            node("n1", 16, "") + &used + &set(1, "") + &daemon(1, "") + &big(15),
            vec!["n1-2"],
            "counted once",
        ),
        (
            node("n1", 16, "") + &used + &mirror(1, "") + &big(16),
            vec![],
            "a static pod",
        ),
        (
            node("n1", 16, "") + &used + &mirror(1, "") + &daemon(1, "") + &big(14),
            vec!["n1-2"],
            "room beside it and a daemon's pod",
        ),
        (
            node("n1", 16, "") + &used + &mirror(1, "") + &daemon(1, "") + &big(15),
            vec![],
            "no room beside both",
        ),
        (
            node("n1", 16, "")
                + &used
                + &mirror(1, ", deletionTimestamp: 2026-01-01T00:00:00Z")
                + &big(16),
            vec!["n1-2"],
            "a static pod that terminates",
        ),
        (
            node("n1", 16, "")
                + &node("n2", 17, "")
                + &used
                + &used.replace("n1", "n2").replace("used", "used-2")
                + &mirror(2, "")
                + &big(15),
            vec!["n2-2"],
            "a static pod of another node",
        ),
        (
            node("n1", 16, "") + &used + &set(1, gpu) + &big(16),
            vec!["n1-2"],
            "a DaemonSet of other nodes",
        ),
        (
            node("n1", 16, "taints: [{key: gpu, effect: NoSchedule}]")
                + &set(1, "")
                + &big(16).replace("]}\n", "], tolerations: [{operator: Exists}]}\n")
                + &used,
            vec!["n1-2"],
            "a DaemonSet that does not tolerate the node",
        ),
    ];
    for (text, expected, what) in cases {
        assert_eq!(added(&text), expected, "{what}\n{text}");
    }
}
