//! Objects that the text lacks, and what of them is there.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

pub(super) const NODES: &str = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2, labels: {vm: nested}},
   spec: {taints: [{key: kata, effect: NoSchedule}]}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: n3}, status: {allocatable: {cpu: 4, pods: 9}}}
";

pub(super) fn ask(text: &str, question: &str) -> Value {
    let answer = Scenario::new(text).ask(question).expect("an answer");
    reference::answers::read(&answer)
}

/// One line a row: why, the kind, its name, and whether it is assumed.
pub(super) fn rows(text: &str, question: &str) -> Vec<String> {
    let answer = ask(text, question);
    let rows = missing_inputs(&answer).into_iter();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.map(|row| {
        let [why, kind, namespace, name] =
            ["why", "kind", "namespace", "name"].map(|field| text(&row[field]));
        let state = match (&row["cannotHelp"], &row["assumed"]) {
            (Value::Bool(true), _) => " cannot help",
            (_, Value::Bool(true)) => " assumed",
            _ => "",
        };
        format!("{why} {kind} {namespace}/{name}{state}")
    })
    .collect()
}

pub(super) const SIMULATED: &str = r#"{"simulatePod": {"pod": "a/in"}}"#;

/// A pod of namespace `a`.
pub(super) fn pod(metadata: &str, spec: &str) -> String {
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
    let missing = "runtime-class RuntimeClass /kata";
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
    // The class adds to the selector that the pod has: a node needs both labels.
    let selecting = |own: &str| {
        with("", &scheduling).replace("nodeSelector: {}", &format!("nodeSelector: {{{own}}}"))
    };
    let label = "kubernetes.io/os: linux";
    let both = selecting(label).replace("{vm: nested}}", &format!("{{vm: nested, {label}}}}}"));
    assert_eq!(node(&selecting(label)), Value::Null);
    assert_eq!(node(&both), "n2");
    let first = selecting(label).replace("name: n1}", &format!("name: n1, labels: {{{label}}}}}"));
    assert_eq!(node(&first), Value::Null);
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
    let row = "namespace-labels Namespace /";
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
    is([&with, ""], &[], &[row]);
    is([&with, ""], &["a"], &[row]);
    is([&with, ""], &["a", "b"], &[]);
    // All namespaces, whatever their labels.
    is([&anti("{}"), ""], &[], &[]);
    // A term of another pod touches pods whose namespace is not known.
    is(["", &with], &["b"], &[row]);
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
    let missing = "owner ReplicaSet a/web";
    let of = |pod: &str, more: &str| rows(&[NODES, pod, more].concat(), SIMULATED);
    assert_eq!(of(&pod(&set, ""), ""), [missing]);
    let text = [NODES, &pod(&set, "")].concat();
    let scored = r#"{"scoreNodes": {"pod": "a/in"}}"#;
    assert_eq!(rows(&text, scored), [""; 0]);
    let scored = r#"{"scoreNodes": {"pod": "a/in", "defaultProfile": true}}"#;
    assert_eq!(rows(&text, scored), [missing]);
    assert_eq!(rows(&text, r#"{"queue": {}}"#), [missing]);
    let least = r#"{"queue": {"scorer": "LeastAllocated"}}"#;
    assert_eq!(rows(&text, least), [""; 0]);
    assert_eq!(rows(&text, r#"{"findings": {}}"#), [missing]);
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

/// A node as a cluster prints it, with a pod on it.
pub(super) fn printed(version: &str, namespace: &str, node: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Node\nmetadata: {{name: real}}\n\
         status: {{allocatable: {{cpu: 1, pods: 9}}, nodeInfo: {{kubeletVersion: {version}}}}}\n\
         ---\napiVersion: v1\nkind: Pod\nmetadata: {{name: old, namespace: {namespace}, uid: o}}\n\
         spec: {{nodeName: {node}, priority: 0, containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n"
    )
}

/// A text with pods of some namespaces only overstates the free room: every cluster has pods of its own on its nodes.
#[test]
fn pods_of_one_namespace() {
    let missing = "all-pods Pod /";
    let text = |version: &str, namespace: &str| {
        let world = printed(version, namespace, "real");
        world.replacen("cpu: 1,", "cpu: 9,", 1) + &pod(", uid: u", "")
    };
    let partial = text("v1.35.1", "shop");
    for question in [
        SIMULATED,
        r#"{"scoreNodes": {"pod": "a/in"}}"#,
        r#"{"explainNode": {"pod": "a/in", "node": "real"}}"#,
        r#"{"evictAcrossNodes": {"pod": "a/in"}}"#,
        r#"{"queue": {}}"#,
        r#"{"queueLimits": {}}"#,
        r#"{"nodes": {}}"#,
        r#"{"quotas": {}}"#,
        r#"{"vmTimeline": {}}"#,
        r#"{"vmStep": {"step": 0}}"#,
        r#"{"vmDump": {"step": 0}}"#,
        r#"{"queueStep": {"step": 0}}"#,
        r#"{"findings": {}}"#,
    ] {
        assert_eq!(rows(&partial, question)[0], missing, "{question}");
    }
    // Without the kubelet's version, the UID tells that a cluster has printed the node.
    let stored = "name: real, uid: 11111111-2222-3333-4444-555555555555}";
    let stored = text("''", "shop").replacen("name: real}", stored, 1);
    assert_eq!(rows(&stored, r#"{"nodes": {}}"#), [missing]);
    let answer = ask(&partial, r#"{"nodes": {}}"#);
    assert_eq!(
        missing_inputs(&answer)[0]["command"],
        "kubectl get pods -A -o yaml"
    );
    for whole in [
        text("v1.35.1", "kube-system"),
        text("v1.35.1", "openshift-dns"),
        // Nodes of kwok run nothing, and others are written by hand.
        text("kwok-v0.7.0", "shop"),
        text("v1.33.0-kwok", "shop"),
        text("''", "shop"),
        NODES.to_owned() + &pod(", uid: u", ""),
    ] {
        assert_eq!(rows(&whole, r#"{"nodes": {}}"#), [""; 0], "{whole}");
        assert_eq!(rows(&whole, r#"{"queue": {}}"#), [""; 0], "{whole}");
    }
}

/// What decides who is evicted matters where something is evicted.
#[test]
fn priorities_and_budgets() {
    let budgets = "budgets PodDisruptionBudget / assumed";
    let class = "priority-class PriorityClass /high";
    let cluster = printed("v1.35.1", "kube-system", "real");
    let incoming = |priority: &str| pod(", uid: u", priority).replace("cpu: 4", "cpu: 1");
    let text = cluster.clone() + &incoming(", priority: 9");
    assert_eq!(ask(&text, SIMULATED)["victims"][0], "kube-system/old");
    assert_eq!(rows(&text, SIMULATED), [budgets]);
    assert_eq!(rows(&text, r#"{"queue": {}}"#), [budgets]);
    assert_eq!(rows(&text, r#"{"scoreNodes": {"pod": "a/in"}}"#), [""; 0]);
    let budget = "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\n\
                  metadata: {name: b, namespace: x}\nspec: {}\n";
    assert_eq!(rows(&(text + budget), SIMULATED), [""; 0]);
    let named = cluster.clone() + &incoming(", priorityClassName: high");
    assert_eq!(rows(&named, SIMULATED), [class]);
    assert_eq!(rows(&named, r#"{"scoreNodes": {"pod": "a/in"}}"#), [""; 0]);
    let known = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\n\
                 metadata: {name: high}\nvalue: 9\n";
    assert_eq!(rows(&(named + known), SIMULATED), [budgets]);
    // The API server has written the priority of a stored pod.
    let stored = cluster.clone() + &incoming(", priorityClassName: high, priority: 0");
    assert_eq!(rows(&stored, SIMULATED), [""; 0]);
    // Whom it may evict depends on theirs, too.
    let others =
        cluster.replace("priority: 0", "priorityClassName: high") + &incoming(", priority: 9");
    assert_eq!(rows(&others, SIMULATED), [class, budgets]);
    // In what-ifs, too.
    let change = r#"{"change": {"now": "2026-01-01T00:00:00Z", "families": ["request"],
        "want": {"pod": "a/in", "admitted": true}}}"#;
    let sweep = r#"{"sweep": {"pod": "a/in", "request": "cpu"}}"#;
    let evicting = cluster.clone() + &incoming(", priority: 9");
    let alone = cluster + &incoming(", priority: 0");
    for question in [change, sweep] {
        assert_eq!(rows(&evicting, question), [budgets], "{question}");
        assert_eq!(rows(&alone, question), [""; 0], "{question}");
    }
}

#[test]
fn virtual_machines() {
    let vm_pod = "---\napiVersion: v1\nkind: Pod\n\
                  metadata: {name: p, namespace: a, labels: {vm.neon.tech/name: vm-1}}\n\
                  spec: {nodeName: n1, containers: [{name: c}]}\n";
    let text = NODES.to_owned() + vm_pod;
    let config = "vm-config ConfigMap kube-system/";
    for question in [
        r#"{"vmTimeline": {}}"#,
        r#"{"vmStep": {"step": 0}}"#,
        r#"{"vmDump": {"step": 0}}"#,
    ] {
        assert_eq!(
            rows(&text, question),
            ["vm VirtualMachine a/vm-1", config],
            "{question}"
        );
        assert_eq!(rows(NODES, question), [config]);
    }
}

/// The status of workloads counts pods that exist.
#[test]
fn pods_of_workloads() {
    let set = |kind: &str, name: &str, status: &str| {
        format!(
            "---\napiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: a, uid: {name}}}\n\
             spec: {{replicas: 2, selector: {{matchLabels: {{app: x}}}}, template: {{metadata: {{labels: {{app: x}}}}, \
             spec: {{containers: [{{name: c}}]}}}}}}\nstatus: {{{status}}}\n"
        )
    };
    let of = |name: &str, kind: &str, owner: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: a, ownerReferences: [{{apiVersion: \
             apps/v1, kind: {kind}, name: {owner}, uid: {owner}, controller: true}}]}}\nspec: {{nodeName: n1, \
             containers: [{{name: c}}]}}\n"
        )
    };
    let deployment = set("Deployment", "web", "replicas: 2");
    let daemons = set("DaemonSet", "agent", "currentNumberScheduled: 3");
    let text = [NODES, &pod("", ""), &deployment, &daemons].concat();
    let questions = [
        SIMULATED,
        r#"{"scoreNodes": {"pod": "a/in"}}"#,
        r#"{"queue": {}}"#,
        r#"{"quotas": {}}"#,
        r#"{"nodes": {}}"#,
    ];
    let rows_of = |text: &str, question| {
        let mut found = rows(text, question);
        found.retain(|row| row.starts_with("workload-pods"));
        found
    };
    for question in questions {
        assert_eq!(
            rows_of(&text, question),
            [
                "workload-pods Deployment a/web",
                "workload-pods DaemonSet a/agent"
            ],
            "{question}"
        );
    }
    let first = missing_inputs(&ask(&text, SIMULATED))[0].clone();
    assert_eq!(
        json!([first["pods"], first["command"]]),
        json!([2, "kubectl get pods -A -o yaml"])
    );
    let some = [
        of("web-1", "Deployment", "web"),
        of("agent-1", "DaemonSet", "agent"),
        of("agent-2", "DaemonSet", "agent"),
        of("agent-3", "DaemonSet", "agent"),
    ];
    let text = text + &some.concat();
    assert_eq!(
        rows_of(&text, SIMULATED),
        ["workload-pods Deployment a/web"]
    );
    assert_eq!(missing_inputs(&ask(&text, SIMULATED))[0]["pods"], 1);
    // It follows the text.
    let mut scenario = Scenario::new(&text);
    let _ = scenario.ask(SIMULATED).expect("an answer");
    let at = text.rfind("replicas: 2}").expect("the status");
    scenario.edit(at, at + "replicas: 2".len(), "replicas: 1");
    let answer = scenario.ask(SIMULATED).expect("an answer");
    assert!(!answer.contains("workload-pods"), "{answer}");
}

/// `status.used` of a quota is larger than the charge of the pods of its namespace.
#[test]
fn pods_that_the_status_of_a_quota_counts() {
    let quota = |used: &str| {
        format!(
            "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
             metadata: {{name: q, namespace: a}}\nspec: {{min: {{cpu: 4, example.com/gpu: 1}}, max: {{cpu: 9}}}}\n\
             status: {{used: {used}}}\n"
        )
    };
    let bound = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: on, namespace: a}\n\
                 spec: {nodeName: n1, containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n\
                 status: {phase: Running}\n";
    let text = |used: &str| [NODES, &pod("", ""), bound, &quota(used)].concat();
    let row = ["quota-pods ElasticQuota a/q"];
    for (used, expected) in [
        ("{cpu: 5500m}", &row[..]),
        ("{memory: 1}", &row),
        ("{cpu: 1, example.com/gpu: 1}", &row),
        ("{cpu: 1}", &[]),
        ("{cpu: 1, memory: 0, example.com/gpu: 0}", &[]),
        ("{}", &[]),
    ] {
        for question in [
            SIMULATED,
            r#"{"simulatePod": {"pod": "a/on"}}"#,
            r#"{"scoreNodes": {"pod": "a/in"}}"#,
            r#"{"queue": {}}"#,
            r#"{"quotas": {}}"#,
            r#"{"change": {"now": "2026-01-01T00:00:00Z", "want": {"pod": "a/in", "admitted": true}}}"#,
        ] {
            assert_eq!(rows(&text(used), question), expected, "{used} {question}");
        }
    }
    let first = missing_inputs(&ask(&text("{cpu: 5500m}"), SIMULATED))[0]["used"].clone();
    let expected = json!({"resource": "cpu", "status": 5500, "pods": 1000});
    assert_eq!(first, expected);
    // A key that the status lacks and of which nothing is used is not a difference.
    let findings =
        |used: &str| ask(&text(used), r#"{"quotas": {}}"#)["quotaDiagnostics"].to_string();
    assert!(!findings("{cpu: 1}").contains("status-differs"));
    assert!(findings("{}").contains("status-differs"));
    // It follows the text.
    let text = text("{cpu: 1}");
    let mut scenario = Scenario::new(&text);
    let _ = scenario.ask(SIMULATED).expect("an answer");
    let at = text.find("cpu: 1}}}]}\nstatus").expect("the bound pod");
    scenario.edit(at, at + "cpu: 1".len(), "cpu: 900m");
    let answer = scenario.ask(SIMULATED).expect("an answer");
    assert!(answer.contains("quota-pods"), "{answer}");
}

/// Pods that wait get no node from pods that only take room; those that have to be near others may.
#[test]
fn pods_that_wait_whatever_others_there_are() {
    let world = printed("v1.35.1", "shop", "real");
    let of = |name: &str, priority: i32, cpu: &str, more: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: shop, uid: {name}}}\n\
             spec: {{{more}priority: {priority}, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}\n"
        )
    };
    let near = "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: \
                kubernetes.io/hostname, labelSelector: {matchLabels: {a: b}}, namespaces: [db]}]}}, ";
    let (waits, lacks) = ("all-pods Pod / cannot help", "all-pods Pod /");
    for (pods, expected) in [
        (of("in", 0, "1", ""), waits),
        (of("in", 0, "1", near), lacks),
        // It evicts the pod that is there.
        (of("in", 1, "1", ""), lacks),
        (of("in", 0, "0", ""), lacks),
    ] {
        let text = world.clone() + &pods;
        for question in [r#"{"simulatePod": {"pod": "shop/in"}}"#, r#"{"queue": {}}"#] {
            assert_eq!(rows(&text, question)[0], expected, "{question} {pods}");
        }
    }
    // One of two gets a node.
    let both = world + &of("in", 0, "1", "") + &of("small", 0, "0", "");
    assert_eq!(rows(&both, r#"{"queue": {}}"#)[0], lacks);
    assert_eq!(
        rows(&both, r#"{"simulatePod": {"pod": "shop/in"}}"#)[0],
        waits
    );
}
