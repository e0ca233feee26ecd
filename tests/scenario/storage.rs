//! What kube-scheduler leaves undefined about volumes, decides by a fault, or scores.

use serde_json::{Value, json};

use super::{
    caveats::found,
    claims::{DRIVER, claim, csi_node, pod, sized, world},
    volumes::ask,
};

/// A volume of the class `local` that one node can use, with further fields of its `spec`.
fn volume(name: &str, host: &str, spec: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: {name}}}, spec: {{{spec}capacity: {{storage: \
         1Gi}}, accessModes: [ReadWriteOnce], storageClassName: local, nodeAffinity: {{required: {{nodeSelectorTerms: \
         [{{matchExpressions: [{{key: host, operator: In, values: [{host}]}}]}}]}}}}}}, status: {{phase: Available}}}}"
    )
}

/// Of several volumes that name a claim, kube-scheduler looks at any one: the answers about all nodes say so.
#[test]
fn a_claim_with_several_reserved_volumes() {
    let reserved = "claimRef: {namespace: a, name: d}, ";
    let claim = claim("d", "local", "ReadWriteOnce");
    let volumes = [volume("v1", "n1", reserved), volume("v2", "n2", reserved)];
    let nodes = |volumes: &[&str]| {
        let pod = pod("p", "", "", "d");
        let text = world(&[&[claim.as_str(), &pod], volumes].concat());
        let cycle = ask(&text, &json!({"simulatePod": {"pod": "a/p"}}));
        let nodes = cycle["nodes"].as_array().expect("nodes").iter();
        let of = nodes.map(|node| {
            let of = |volumes: &Value| volumes["ties"][0]["anyOf"].clone();
            (of(&node["volumes"]), of(&node["misfit"]["volumes"]))
        });
        of.collect::<Vec<(Value, Value)>>()
    };
    let any = json!(["v1", "v2"]);
    let both = [(any.clone(), Value::Null), (Value::Null, any)];
    assert_eq!(nodes(&[&volumes[0], &volumes[1]]), both);
    // The node matches none of them, or only one is reserved.
    let elsewhere = [volume("v1", "n3", reserved), volume("v2", "n3", reserved)];
    let none = [(Value::Null, Value::Null), (Value::Null, Value::Null)];
    assert_eq!(nodes(&[&elsewhere[0], &elsewhere[1]]), none);
    assert_eq!(nodes(&[&volumes[0]]), none);
}

/// A pod that is bound although a nominated one uses its claim: a fault of kube-scheduler decides the step.
#[test]
fn a_bound_step_can_depend_on_a_claim_of_one_pod() {
    let claim_of = |mode: &str| claim("d", "fast", mode);
    let leaving = "{apiVersion: v1, kind: Pod, metadata: {name: leaving, namespace: a, uid: l, deletionTimestamp: \
                   '2026-01-01T00:00:00Z'}, spec: {nodeName: n1, priority: -9, containers: [{name: c, image: i, \
                   resources: {requests: {cpu: 1}}}]}, status: {phase: Running}}";
    let uses = "persistentVolumeClaim: {claimName: d}";
    let nominated = sized("nominated", 4, "priority: 9, ", uses);
    let nominated = [
        nominated.trim_end_matches('}'),
        "}, status: {phase: Pending, nominatedNodeName: n1}}",
    ]
    .concat();
    let other = sized("other", 0, "nodeSelector: {host: n1}, ", uses);
    let hanging = |mode: &str| {
        let text = world(&[&claim_of(mode), leaving, &nominated, &other]);
        let queue = ask(&text, &json!({"queue": {}}));
        let step = &queue["steps"][1];
        assert_eq!(
            (&step["pod"], &step["node"]),
            (&json!("a/other"), &json!("n1"))
        );
        queue["hanging"]["faults"].clone()
    };
    assert_eq!(hanging("ReadWriteOncePod"), json!([2]));
    assert_eq!(hanging("ReadWriteOnce"), json!([]));
}

/// From 1.37 on, storage that is left decides between nodes; that is not modelled, and said.
#[test]
fn scores_of_storage_are_named() {
    let driver = "{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: csi.example}, spec: \
                  {storageCapacity: true}}";
    let capacity = "{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: c}, storageClassName: \
                    fast, nodeTopology: {}, capacity: 9Gi}";
    let csi = csi_node("n1", DRIVER);
    let said = |version: &str, cpu: u32, objects: &[&str]| {
        let claim = claim("d", "fast", "ReadWriteOnce");
        let pod = sized("p", cpu, "", "persistentVolumeClaim: {claimName: d}");
        let text = world(&[&[claim.as_str(), &pod, &csi], objects].concat());
        let question = json!({"simulatePod": {"pod": "a/p", "kubernetesVersion": version}});
        let rows = found(&ask(&text, &question), "not-looked-at").into_iter();
        let of = rows.filter(|row| row["why"] == "storage-capacity-scores");
        of.map(|row| row["object"]["name"].clone())
            .collect::<Vec<Value>>()
    };
    let all = [driver, capacity];
    assert_eq!(said("1.37", 1, &all), [json!("fast")]);
    assert_eq!(said("1.36", 1, &all), [] as [Value; 0]);
    // One node fits, and is not scored; or no node reports its storage.
    assert_eq!(said("1.37", 3, &all), [] as [Value; 0]);
    assert_eq!(said("1.37", 1, &[]), [] as [Value; 0]);
}

/// What the nearest volume lacks: the largest of those that are too small, before one of another class, and none that
/// is another claim's and lacks more.
#[test]
fn the_nearest_volume() {
    let sized = |name: &str, size: &str, spec: &str| {
        format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: {name}}}, spec: {{{spec}capacity: {{storage: \
             {size}}}, accessModes: [ReadWriteOnce]}}, status: {{phase: Available}}}}"
        )
    };
    let local = "storageClassName: local, ";
    let mode = "storageClassName: local, volumeMode: Block, ";
    let held = "storageClassName: local, claimRef: {namespace: b, name: e, uid: x}, ";
    let nearest = |class: &str, volumes: &[String]| {
        let claim = claim("d", class, "ReadWriteOnce").replace("1Gi", "10Gi");
        let pod = pod("p", "", "", "d");
        let mut all = vec![claim.as_str(), &pod];
        all.extend(volumes.iter().map(String::as_str));
        let cycle = ask(&world(&all), &json!({"simulatePod": {"pod": "a/p"}}));
        let of = match &cycle["volumeRefusal"] {
            Value::Null => &cycle["nodes"][0]["misfit"]["volumes"]["nearest"],
            refusal => &refusal["nearest"],
        };
        let lacks = of["lacks"].as_array().into_iter().flatten();
        let lacks = lacks.map(|one| {
            let [why, has, wanted] = ["why", "has", "wanted"].map(|key| one[key].to_string());
            format!(" {why} {has} {wanted}").replace('"', "")
        });
        format!("{}{}", of["volume"], lacks.collect::<String>()).replace('"', "")
    };
    let (one, two) = (sized("one", "1Gi", local), sized("two", "5Gi", local));
    let other = sized("other", "20Gi", "");
    let small = "two capacity [5Gi] [10Gi]";
    assert_eq!(
        nearest("local", &[one.clone(), two.clone(), other.clone()]),
        small
    );
    assert_eq!(nearest("local", &[other]), "other class [] [local]");
    let cases = [
        (
            sized("v", "20Gi", mode),
            "v volume-mode [Block] [Filesystem]",
        ),
        (sized("v", "20Gi", held), "v claim-ref [b/e] []"),
        (sized("v", "1Gi", held), "null"),
        (
            volume("v", "n9", "").replace("1Gi", "20Gi"),
            "v node [host=n9] []",
        ),
    ];
    for (volume, expected) in cases {
        assert_eq!(nearest("local", &[volume]), expected);
    }
    // All terms of a node affinity, each with its operators.
    let terms = "{matchExpressions: [{key: host, operator: NotIn, values: [n1]}, {key: disk, operator: Exists}]}, {}, \
                 {matchExpressions: [{key: host, operator: In, values: [n8, n9]}]}";
    let affinity = format!("{local}nodeAffinity: {{required: {{nodeSelectorTerms: [{terms}]}}}}, ");
    assert_eq!(
        nearest("local", &[sized("v", "20Gi", &affinity)]),
        "v node [host NotIn [n1] and disk Exists,host=n8|n9] []"
    );
    // Before nodes are tried.
    assert_eq!(
        nearest("\"\"", &[two]),
        "two capacity [5Gi] [10Gi] class [local] []"
    );
    assert_eq!(nearest("fast", &[one]), "null");
}
