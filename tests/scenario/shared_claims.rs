//! Several pods with one claim that gets its volume with the node of the first of them, and claims without a class.

use serde_json::{Value, json};

use super::volumes::ask;

/// Three nodes with room for one pod each, in zones a, a and b.
fn nodes() -> String {
    let node = |(name, zone): (&str, &str)| {
        format!(
            "---\n{{apiVersion: v1, kind: Node, metadata: {{name: {name}, labels: {{zone: {zone}, host: {name}}}}}, \
             status: {{allocatable: {{cpu: 1, memory: 8Gi, pods: 9}}}}}}\n"
        )
    };
    [("n1", "a"), ("n2", "a"), ("n3", "b")].map(node).concat()
}

/// A class, with further fields, and whether it is the default one since a year.
fn class(name: &str, fields: &str, default: Option<u32>) -> String {
    let annotations = default.map_or(String::new(), |year| {
        format!(
            ", creationTimestamp: \"{year}-01-01T00:00:00Z\", annotations: \
             {{storageclass.kubernetes.io/is-default-class: \"true\"}}"
        )
    });
    format!(
        "---\n{{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {{name: {name}{annotations}}}, \
         provisioner: d, volumeBindingMode: WaitForFirstConsumer{fields}}}\n"
    )
}

/// The drivers of the nodes, with their topology keys.
fn csi_nodes(keys: &str) -> String {
    let node = |name: &str| {
        format!(
            "---\n{{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {{name: {name}}}, spec: {{drivers: \
             [{{name: d, nodeID: {name}, topologyKeys: [{keys}]}}]}}}}\n"
        )
    };
    ["n1", "n2", "n3"].map(node).concat()
}

/// A claim with further fields of its spec.
fn claim(fields: &str) -> String {
    format!(
        "---\n{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: c, namespace: a, uid: u}}, spec: \
         {{accessModes: [ReadWriteMany], resources: {{requests: {{storage: 1Gi}}}}, {fields}}}}}\n"
    )
}

/// Pods with the claim that fill a node each.
fn pods(count: u32) -> String {
    let pod = |number: u32| {
        format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: p{number}, namespace: a}}, spec: {{containers: \
             [{{name: c, image: i, resources: {{requests: {{cpu: 1}}}}}}], volumes: [{{name: v, \
             persistentVolumeClaim: {{claimName: c}}}}]}}}}\n"
        )
    };
    (1..=count).map(pod).collect()
}

/// The node of each step of the queue, and whether it depends on volumes.
fn steps(text: &str) -> Vec<(Value, bool)> {
    let queue = ask(text, &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    steps
        .map(|step| (step["node"].clone(), !step["volumes"].is_null()))
        .collect()
}

/// The volume can be used everywhere; where its zone is known to hold; or nothing is known of it.
#[test]
fn later_pods_go_where_the_new_volume_can_be_used() {
    let fast = class("fast", "", None);
    let of_zone = class(
        "fast",
        ", allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]",
        None,
    );
    let claim = claim("storageClassName: fast");
    for (class, keys, expected) in [
        (
            &fast,
            Some(""),
            ["n1", "n2", "n3"].map(|node| (json!(node), false)),
        ),
        (
            &fast,
            Some("zone"),
            [
                (json!("n1"), false),
                (json!("n2"), true),
                (json!("n3"), true),
            ],
        ),
        (
            &of_zone,
            Some("zone"),
            [
                (json!("n1"), false),
                (json!("n2"), false),
                (Value::Null, false),
            ],
        ),
        (
            &of_zone,
            None,
            [
                (json!("n1"), false),
                (json!("n2"), true),
                (Value::Null, false),
            ],
        ),
    ] {
        let drivers = keys.map_or(String::new(), csi_nodes);
        let text = [&*nodes(), class, &drivers, &claim, &pods(3)].concat();
        assert_eq!(steps(&text), expected, "{keys:?}");
    }
}

#[test]
fn the_answer_says_for_which_node_the_volume_is_provisioned() {
    let text = [
        nodes(),
        class("fast", "", None),
        csi_nodes("zone"),
        claim("storageClassName: fast"),
        pods(2),
    ]
    .concat();
    let volumes = json!([{
        "volume": "v", "claim": "a/c", "lacks": "provisioned",
        "provisioned": {"node": "n1", "topologyKeys": ["zone"]},
    }]);
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(queue["volumeDependent"], 1);
    let [first] = &queue["volumeDependentPods"].as_array().expect("pods")[..] else {
        panic!("one pod: {queue:#}");
    };
    let expected = json!({
        "pod": "a/p2", "volumes": volumes, "nodes": ["n2", "n3"], "count": 2,
    });
    assert_eq!(*first, expected);
    let more = ask(&text, &json!({"more": {"pod": "a/p1"}}));
    assert_eq!(
        (&more["count"], &more["volumes"]),
        (&json!(3), &volumes),
        "{more:#}"
    );
}

/// Of a volume of the text it is known which nodes can use it.
#[test]
fn later_pods_go_where_the_chosen_volume_can_be_used() {
    let volume = "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv}, spec: {capacity: {storage: 1Gi}, \
                  accessModes: [ReadWriteMany], storageClassName: fast, nodeAffinity: {required: {nodeSelectorTerms: \
                  [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}}, status: {phase: Available}}\n";
    let text = [
        &nodes(),
        &*class("fast", "", None),
        volume,
        &claim("storageClassName: fast"),
        &pods(3),
    ]
    .concat();
    let expected = [
        (json!("n1"), false),
        (json!("n2"), false),
        (Value::Null, false),
    ];
    assert_eq!(steps(&text), expected);
}

/// A pod that waits for storage on its node is tried again once the claim is bound.
#[test]
fn a_pod_is_tried_again_once_its_claim_is_bound() {
    let driver = "---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: d}, spec: \
                  {storageCapacity: true}}\n---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: \
                  {name: x, namespace: a}, storageClassName: fast, nodeTopology: {matchLabels: {zone: a}}, capacity: \
                  2Gi}\n";
    let first = pods(1).replace(
        "spec: {containers",
        "spec: {priority: 9, nodeSelector: {zone: b}, containers",
    );
    let second = pods(2).replacen("name: p1", "name: q", 1);
    let (_, second) = second.split_once("name: q").expect("a pod");
    let second = format!("---\n{{apiVersion: v1, kind: Pod, metadata: {{name: q{second}");
    let text = [
        &nodes(),
        &*class("fast", "", None),
        &csi_nodes(""),
        driver,
        &claim("storageClassName: fast"),
        &first,
        &second,
    ]
    .concat();
    let queue = ask(&text, &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    let steps: Vec<Value> = steps
        .map(|step| json!([step["pod"], step["node"]]))
        .collect();
    let expected = [
        json!(["a/p1", null]),
        json!(["a/p2", "n1"]),
        json!(["a/q", "n2"]),
        json!(["a/p1", "n3"]),
    ];
    assert_eq!(steps, expected);
}

/// `storageClassName: ""` is no class; a claim that names none gets the newest default class, unless a volume without a
/// class is free for it.
#[test]
fn a_claim_without_a_class_gets_the_default_class() {
    let refusal = |text: &str| {
        let cycle = ask(text, &json!({"simulatePod": {"pod": "a/p1"}}));
        cycle["volumeRefusal"]["reason"].clone()
    };
    let unbound = json!("pod has unbound immediate PersistentVolumeClaims");
    let immediate = class("old", "", Some(2024)).replace("WaitForFirstConsumer", "Immediate");
    let waiting = class("new", "", Some(2025));
    let none = class("other", "", None);
    let free = "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv}, spec: {capacity: {storage: 1Gi}, \
                accessModes: [ReadWriteMany]}, status: {phase: Available}}\n";
    let beta = waiting.replace("storageclass.kubernetes", "storageclass.beta.kubernetes");
    for (fields, storage, expected) in [
        ("", [&immediate, &waiting].map(String::as_str), &Value::Null),
        ("", [&waiting, &immediate], &Value::Null),
        ("", [&immediate, &none], &unbound),
        ("", [&none, &beta], &Value::Null),
        ("", [&none, &none], &unbound),
        ("storageClassName: \"\"", [&immediate, &waiting], &unbound),
        ("", [&waiting, free], &unbound),
    ] {
        let text = [&*nodes(), &storage.concat(), &claim(fields), &pods(1)].concat();
        assert_eq!(refusal(&text), *expected, "{fields} {storage:?}");
    }
    // A new claim gets the default class before a controller sees it.
    let new = claim("").replace(", uid: u", "");
    let text = [&nodes(), &*waiting, free, &new, &pods(1)].concat();
    assert_eq!(refusal(&text), Value::Null);
    // Which class is the default one is not in the text.
    let text = [&nodes(), &*new, &pods(1)].concat();
    let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p1"}}));
    let lacks = &cycle["volumeDependence"]["volumes"][0]["lacks"];
    assert_eq!(lacks, "StorageClass", "{cycle:#}");
}
