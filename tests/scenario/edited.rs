//! A scenario that was asked before an edit answers as one that reads the edited text.

use std::collections::BTreeSet;

use schedscope::scenario::descriptions;
use schedscope_fuzz::edits::edited::{EXAMPLES, WORLD, answer, questions, text};

use super::*;

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

/// Domains that no pod named before.
#[test]
fn a_new_topology_key_of_a_spread_constraint() {
    let node = |name: &str| {
        format!(
            "---\nkind: Node\napiVersion: v1\nmetadata: {{name: {name}, labels: {{rack: r, zone: {name}}}}}\n\
             status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}\n"
        )
    };
    let pod = |name: &str, spec: &str| {
        format!(
            "---\nkind: Pod\napiVersion: v1\nmetadata: {{name: {name}, namespace: a, labels: {{app: x}}}}\n\
             spec: {{{spec}, containers: [{{name: c}}]}}\n"
        )
    };
    let spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule, \
                  labelSelector: {matchLabels: {app: x}}}]";
    let text = [
        node("n1"),
        node("n2"),
        pod("one", "nodeName: n1"),
        pod("w", spread),
    ];
    for question in [
        r#"{"simulatePod": {"pod": "a/w"}}"#,
        r#"{"explainNode": {"pod": "a/w", "node": "n1"}}"#,
    ] {
        let to_zone = ("topologyKey: rack", "topologyKey: zone");
        check(&text.concat(), question, &[to_zone]);
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

/// No question of the table is left out.
#[test]
fn every_question_is_asked() {
    let mut asked = BTreeSet::new();
    for number in 0..=EXAMPLES.len() {
        for question in questions(&mut scenario(&text(number), Encoding::Utf8)) {
            asked.extend(question.as_object().expect("one key").keys().cloned());
        }
    }
    let mut known = descriptions().into_iter().map(|known| known.name);
    assert_eq!(known.find(|name| !asked.contains(*name)), None);
}
