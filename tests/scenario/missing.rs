//! Objects that the text lacks, and what of them is there.

use schedscope::scenario::Scenario;
use serde_json::Value;

const NODES: &str = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2, labels: {vm: nested}},
   spec: {taints: [{key: kata, effect: NoSchedule}]}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: n3}, status: {allocatable: {cpu: 4, pods: 9}}}
";

fn ask(text: &str, question: &str) -> Value {
    let answer = Scenario::new(text).ask(question).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

/// One line a row: the reason, whose it is, how many objects, the first one and its path.
fn rows(text: &str, question: &str) -> Vec<String> {
    let answer = ask(text, question);
    let list = if answer.is_array() {
        &answer
    } else {
        &answer["notLookedAt"]
    };
    let rows = list.as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.map(|row| {
        format!(
            "{}{} {} {} {}",
            text(&row["why"]),
            if row["own"] == true { " own" } else { "" },
            row["count"],
            text(&row["object"]["name"]),
            text(&row["path"]),
        )
    })
    .collect()
}

const SIMULATED: &str = r#"{"simulatePod": {"pod": "a/in"}}"#;

/// A pod of namespace `a`.
fn pod(metadata: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: in, namespace: a{metadata}}}\n\
         spec: {{containers: [{{name: c, resources: {{requests: {{cpu: 4}}}}}}]{spec}}}\n"
    )
}

#[test]
fn runtime_classes() {
    let class = |more: &str| {
        format!(
            "---\napiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {{name: kata}}\n{more}\n"
        )
    };
    let with = |metadata: &str, more: &str| {
        [
            NODES,
            &pod(metadata, ", runtimeClassName: kata, nodeSelector: {}"),
            more,
        ]
        .concat()
    };
    let missing = "missing-runtime-class own 1 in spec.runtimeClassName";
    assert_eq!(rows(&with("", ""), SIMULATED), [missing]);
    assert_eq!(rows(&with("", &class("")), SIMULATED), [""; 0]);
    // A stored pod has what its class adds.
    assert_eq!(rows(&with(", uid: u", ""), SIMULATED), [""; 0]);
    // The node of the class, whose taint the class tolerates.
    let scheduling = class(
        "scheduling: {nodeSelector: {vm: nested}, tolerations: [{key: kata, operator: Exists}]}",
    );
    let node = |text: &str| ask(text, SIMULATED)["node"].clone();
    assert_eq!(node(&with("", &scheduling)), "n2");
    assert_eq!(node(&with(", uid: u", &scheduling)), "n1");
    assert_eq!(
        node(&with(
            "",
            &class("scheduling: {nodeSelector: {vm: nested}}")
        )),
        Value::Null
    );
    // With the overhead it fits nowhere.
    assert_eq!(
        node(&with("", &class("overhead: {podFixed: {cpu: 1m}}"))),
        Value::Null
    );
}

/// Terms that name namespaces by labels need the `Namespace` of each pod.
#[test]
fn namespaces() {
    let anti = |selector: &str| {
        format!(
            ", affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
             [{{topologyKey: host, labelSelector: {{}}, namespaceSelector: {selector}}}]}}}}"
        )
    };
    let team = "{matchLabels: {team: x}}";
    let namespace =
        |name: &str| format!("---\napiVersion: v1\nkind: Namespace\nmetadata: {{name: {name}}}\n");
    let other = |spec: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: other, namespace: b, uid: o}}\n\
             spec: {{nodeName: n1, containers: [{{name: c}}]{spec}}}\n"
        )
    };
    let path = "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespaceSelector";
    let own = format!("missing-namespaces own 1 in {path}");
    let of_other = format!("missing-namespaces 1 other {path}");
    let is = |pods: [&str; 2], known: &[&str], expected: &[&str]| {
        let known: String = known.iter().map(|name| namespace(name)).collect();
        let text = [NODES, &pod(", uid: u", pods[0]), &other(pods[1]), &known].concat();
        for question in [
            SIMULATED,
            r#"{"scoreNodes": {"pod": "a/in"}}"#,
            r#"{"queue": {}}"#,
        ] {
            assert_eq!(rows(&text, question), expected, "{question} {text}");
        }
    };
    let with = anti(team);
    is([&with, ""], &[], &[&own]);
    is([&with, ""], &["a"], &[&own]);
    is([&with, ""], &["a", "b"], &[]);
    // All namespaces, whatever their labels.
    is([&anti("{}"), ""], &[], &[]);
    // A term of another pod touches pods whose namespace is not known.
    is(["", &with], &["b"], &[&of_other]);
    is(["", &with], &["a"], &[]);
}

/// The default profile spreads a pod like the others of its owner, where it has a choice.
#[test]
fn owners() {
    let owner = |kind: &str, version: &str| {
        format!(
            ", uid: u, ownerReferences: [{{apiVersion: {version}, kind: {kind}, name: web, controller: true}}]"
        )
    };
    let set = owner("ReplicaSet", "apps/v1");
    let missing = "missing-owner own 1 in metadata.ownerReferences";
    let of = |pod: &str, more: &str| rows(&[NODES, pod, more].concat(), SIMULATED);
    assert_eq!(of(&pod(&set, ""), ""), [missing]);
    let text = [NODES, &pod(&set, "")].concat();
    let scored = r#"{"scoreNodes": {"pod": "a/in"}}"#;
    assert_eq!(rows(&text, scored), [""; 0]);
    let scored = r#"{"scoreNodes": {"pod": "a/in", "defaultProfile": true}}"#;
    assert_eq!(rows(&text, scored), [missing]);
    assert_eq!(rows(&text, r#"{"queue": {}}"#), [""; 0]);
    assert_eq!(
        rows(&text, r#"{"notLookedAt": {}}"#),
        ["missing-owner 1 in metadata.ownerReferences"]
    );
    // It is there.
    let replica_set = |namespace: &str| {
        format!(
            "---\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {{name: web, namespace: {namespace}}}\n\
             spec: {{replicas: 1, selector: {{}}, template: {{spec: {{containers: [{{name: c}}]}}}}}}\n"
        )
    };
    assert_eq!(of(&pod(&set, ""), &replica_set("a")), [""; 0]);
    assert_eq!(of(&pod(&set, ""), &replica_set("b")), [missing]);
    // There is no choice, or it spreads by constraints of its own, or by no selector of an owner.
    for (metadata, spec) in [
        (set.as_str(), ", nodeSelector: {vm: nested}"),
        (
            &set,
            ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: x, whenUnsatisfiable: ScheduleAnyway}]",
        ),
        (&owner("Job", "batch/v1"), ""),
        (&set.replace("controller: true", "controller: false"), ""),
    ] {
        assert_eq!(of(&pod(metadata, spec), ""), [""; 0], "{metadata} {spec}");
    }
}
