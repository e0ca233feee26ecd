//! Nodes that the text lacks, and amounts that its nodes lack.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;

use super::missing::{NODES, SIMULATED, pod, printed, rows};

/// What kube-scheduler says of a pod tells how many nodes there were, and that a cluster is behind the text.
#[test]
fn nodes_that_were_tried() {
    let tried = |status: &str| {
        let pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: waits, namespace: shop}\n\
                   spec: {containers: [{name: c}]}\n";
        format!(
            "{NODES}{pod}status: {{phase: Pending, conditions: [{{type: Ready, message: 0/9 nodes are available}}, \
             {status}]}}\n"
        )
    };
    let said = |message: &str| tried(&format!("{{type: PodScheduled, message: \"{message}\"}}"));
    let [other, all] = ["other-nodes Node /", "all-pods Pod /"];
    let more = said("0/4 nodes are available: 4 Insufficient cpu.");
    for question in [r#"{"queue": {}}"#, r#"{"nodes": {}}"#, r#"{"quotas": {}}"#] {
        assert_eq!(rows(&more, question), [other, all], "{question}");
    }
    let nodes = |text: &str| rows(text, r#"{"nodes": {}}"#);
    assert_eq!(nodes(&said("0/3 nodes are available: x")), [all]);
    // Nodes may have come since.
    assert_eq!(nodes(&said("0/2 nodes are available: x")), [all]);
    for nothing in ["0/x nodes are available", "1/4 nodes", "0/4", "0/4 pods"] {
        assert_eq!(nodes(&said(nothing)), [""; 0], "{nothing}");
    }
    let system = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: dns, namespace: kube-system}\n\
                  spec: {nodeName: n1, containers: [{name: c}]}\n";
    assert_eq!(nodes(&(more.clone() + system)), [other]);
    // The pod was placed since.
    let placed = more.replace("{containers", "{nodeName: n1, containers");
    assert_eq!(nodes(&placed), [""; 0]);
    // An edit of the pod is counted.
    let mut scenario = Scenario::new(&more);
    let at = more.find("0/4").expect("the message") + 2;
    let asked = |scenario: &mut Scenario| {
        let answer = scenario.ask(r#"{"findings": {}}"#).expect("an answer");
        missing_inputs(&reference::answers::read(&answer)).len()
    };
    assert_eq!(asked(&mut scenario), 2);
    scenario.edit(at, at + 1, "3");
    assert_eq!(asked(&mut scenario), 1);
}

#[test]
fn nodes() {
    assert_eq!(rows(&pod("", ""), SIMULATED), ["nodes Node /"]);
    assert_eq!(rows(&pod("", ""), r#"{"nodes": {}}"#), [""; 0]);
    let text = NODES.to_owned() + &printed("''", "shop", "gone") + &pod("", "");
    let gone = "bound-node Node /gone";
    assert_eq!(rows(&text, SIMULATED), [gone]);
    assert_eq!(rows(&text, r#"{"quotas": {}}"#), [gone]);
    // A pod that is over holds nothing.
    let over = text.replace(
        "spec: {nodeName",
        "status: {phase: Failed}\nspec: {nodeName",
    );
    assert_eq!(rows(&over, SIMULATED), [""; 0]);
    // Of many, ten.
    let many: String = (0..12)
        .map(|at| {
            printed("''", "shop", &format!("gone{at}"))
                .replace("name: old", &format!("name: old{at}"))
        })
        .collect();
    assert_eq!(
        rows(&(NODES.to_owned() + &many), r#"{"nodes": {}}"#).len(),
        10
    );
}

/// Without amounts a node counts as full, which a kubelet never writes.
#[test]
fn amounts_of_nodes() {
    let text = |status: &str| {
        let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";
        format!("{node}status: {status}\n{}", pod("", ""))
    };
    for (status, expected) in [
        ("{}", &["allocatable Node /n1"][..]),
        ("{allocatable: {cpu: 4}}", &["allocatable-pods Node /n1"]),
        ("{allocatable: {cpu: 4, pods: 0}}", &[]),
        ("{capacity: {cpu: 4, pods: 9}}", &[]),
    ] {
        for question in [SIMULATED, r#"{"queue": {}}"#] {
            assert_eq!(rows(&text(status), question), expected, "{status}");
        }
    }
    // Quotas and VMs do not count pods.
    for (status, expected) in [("{}", 1), ("{allocatable: {cpu: 4}}", 0)] {
        let found = rows(&text(status), r#"{"quotas": {}}"#);
        assert_eq!(found.len(), expected, "{status}");
    }
}

/// A pod that fits no node by what the node itself says waits whatever claims, classes and pods there are; a
/// `RuntimeClass` may tolerate the taint, and then the others count, too.
#[test]
fn nodes_that_say_themselves_that_a_pod_does_not_fit() {
    let volumes = ", volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]";
    let affinity = ", affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: \
                    zone, labelSelector: {}, namespaceSelector: {matchLabels: {team: x}}}]}}";
    let (claims, labels, class) = (
        "volumes PersistentVolumeClaim /",
        "namespace-labels Namespace /",
        "priority-class PriorityClass /high",
    );
    let runtime = "runtime-class RuntimeClass /kata";
    let waits = |rows: &[&str]| {
        rows.iter()
            .map(|row| format!("{row} cannot help"))
            .collect()
    };
    let as_is = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect();
    let cases: [(&str, &str, Vec<String>); 7] = [
        (", nodeSelector: {disk: ssd}", ", uid: u", waits(&[claims])),
        (
            ", nodeSelector: {disk: ssd}, priorityClassName: high",
            "",
            waits(&[class, claims]),
        ),
        (", overhead: {cpu: 1}", ", uid: u", waits(&[claims])),
        (", nodeSelector: {vm: nested}", ", uid: u", waits(&[claims])),
        (
            ", nodeSelector: {vm: nested}, runtimeClassName: kata",
            "",
            as_is(&[runtime, claims]),
        ),
        ("", ", uid: u", as_is(&[claims])),
        (affinity, ", uid: u", as_is(&[claims, labels])),
    ];
    for (spec, metadata, expected) in cases {
        let text = [NODES, &pod(metadata, &(volumes.to_owned() + spec))].concat();
        for question in [SIMULATED, r#"{"scoreNodes": {"pod": "a/in"}}"#] {
            assert_eq!(rows(&text, question), expected, "{question} {spec}");
        }
    }
    // An edit that lets it run depends on them.
    let text = [
        NODES,
        &pod(
            ", uid: u",
            &(volumes.to_owned() + ", nodeSelector: {disk: ssd}"),
        ),
    ]
    .concat();
    let change =
        r#"{"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/in", "admitted": true}}}"#;
    assert_eq!(rows(&text, change), [claims]);
}
