//! Filters that a `KubeSchedulerConfiguration` of the text switches off, or changes.

use crate::findings::not_looked_at;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

/// Each node is rejected by the filter that it is called after, `nodename` by the pod's own node.
const NODES: &str = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: unschedulable, labels: {disk: ssd, zone: b}},
   spec: {unschedulable: true}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: taint, labels: {disk: ssd, zone: b}},
   spec: {taints: [{key: k, effect: NoSchedule}]}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: affinity, labels: {zone: b}}, status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: ports, labels: {disk: ssd, zone: b}},
   status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: resources, labels: {disk: ssd, zone: b}},
   status: {allocatable: {cpu: 1, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: spread, labels: {disk: ssd, zone: a}},
   status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: peers, labels: {disk: ssd, zone: b, host: peers}},
   status: {allocatable: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Pod, metadata: {name: port, namespace: x, uid: u1},
   spec: {nodeName: ports, priority: 9, containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: x, uid: u2, labels: {app: web}},
   spec: {nodeName: spread, priority: 9, containers: [{name: c}]}}
- {apiVersion: v1, kind: Pod, metadata: {name: enemy, namespace: x, uid: u3, labels: {app: enemy}},
   spec: {nodeName: peers, priority: 9, containers: [{name: c}]}}
";

fn pod(name: &str, scheduler: &str, more: &str) -> String {
    format!(
        "
---
apiVersion: v1
kind: Pod
metadata: {{name: {name}, namespace: x, uid: {name}, labels: {{app: web}}}}
spec:
  schedulerName: {scheduler}
  containers: [{{name: c, resources: {{requests: {{cpu: 2}}}}, ports: [{{containerPort: 80, hostPort: 80}}]}}]
  nodeSelector: {{disk: ssd}}
  topologySpreadConstraints:
  - {{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {{matchLabels: {{app: web}}}}}}
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {{topologyKey: host, labelSelector: {{matchLabels: {{app: enemy}}}}}}
{more}"
    )
}

fn configuration(profile: &str) -> String {
    format!(
        "
---
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- {profile}
"
    )
}

fn fitting(answer: &Value) -> Vec<&str> {
    let rows = answer["rows"].as_array().expect("rows").iter();
    let rows = rows.filter(|row| row["misfit"].is_null());
    rows.map(|row| row["name"].as_str().expect("a name"))
        .collect()
}

fn simulated(scenario: &mut Scenario) -> Value {
    ask(scenario, &json!({"simulatePod": {"pod": "x/in"}}))
}

/// Without a filter the pod fits the node that only this filter rejects: in all answers that filter.
#[test]
fn a_filter_that_is_off_rejects_no_node() {
    for (filter, node) in [
        ("NodeUnschedulable", "unschedulable"),
        ("TaintToleration", "taint"),
        ("NodeAffinity", "affinity"),
        ("NodePorts", "ports"),
        ("NodeResourcesFit", "resources"),
        ("PodTopologySpread", "spread"),
        ("InterPodAffinity", "peers"),
    ] {
        for point in ["filter", "multiPoint"] {
            let off = format!("{{plugins: {{{point}: {{disabled: [{{name: {filter}}}]}}}}}}");
            let text = [NODES, &pod("in", "", ""), &configuration(&off)].concat();
            let mut scenario = Scenario::new(&text);
            let scored = ask(&mut scenario, &json!({"scoreNodes": {"pod": "x/in"}}));
            assert_eq!(fitting(&scored), [node], "{filter}: {scored:#}");
            let note = json!({
                "code": "filters-off", "profile": "default-scheduler", "filters": [filter],
            });
            let notes = scored["notes"].as_array().expect("notes");
            assert!(notes.contains(&note), "{filter}: {scored:#}");
            let cycle = simulated(&mut scenario);
            assert_eq!(
                (&cycle["outcome"], &cycle["node"], &cycle["filtersOff"]),
                (&json!("Schedulable"), &json!(node), &json!([filter])),
                "{filter}: {cycle:#}"
            );
            assert!(not_looked_at(&cycle).is_empty(), "{filter}: {cycle:#}");
            let queue = ask(&mut scenario, &json!({"queue": {}}));
            assert_eq!(
                (&queue["steps"][0]["node"], &queue["filtersOff"]),
                (
                    &json!(node),
                    &json!([{"profile": "default-scheduler", "filters": [filter]}])
                ),
                "{filter}: {queue:#}"
            );
        }
    }
}

#[test]
fn without_a_configuration_all_filters_are_on() {
    let mut scenario = Scenario::new(&[NODES, &pod("in", "", "")].concat());
    let cycle = simulated(&mut scenario);
    assert_eq!(
        (&cycle["outcome"], &cycle["feasible"], &cycle["filtersOff"]),
        (&json!("Unschedulable"), &json!(0), &json!([])),
        "{cycle:#}"
    );
    assert_eq!(
        ask(&mut scenario, &json!({"queue": {}}))["filtersOff"],
        json!([])
    );
}

/// All filters off but one that is on again; the pod may go to the other nodes even if `nodeName` says one.
#[test]
fn all_filters_off() {
    let off = "{plugins: {filter: {disabled: [{name: '*'}], enabled: [{name: TaintToleration}]}}}";
    let bound = pod("in", "", "  nodeName: affinity\n");
    let mut scenario = Scenario::new(&[NODES, &bound, &configuration(off)].concat());
    let scored = ask(&mut scenario, &json!({"scoreNodes": {"pod": "x/in"}}));
    let all_but_tainted = [
        "affinity",
        "peers",
        "ports",
        "resources",
        "spread",
        "unschedulable",
    ];
    let mut fitting = fitting(&scored);
    fitting.sort_unstable();
    assert_eq!(fitting, all_but_tainted, "{scored:#}");
}

/// Two pods that are alike but for their scheduler are not answered alike.
#[test]
fn profiles_are_those_of_the_pod() {
    let off = "{schedulerName: packer, plugins: {filter: {disabled: [{name: InterPodAffinity}]}}}";
    let text = [
        NODES,
        &pod("a", "default-scheduler", ""),
        &pod("b", "packer", ""),
        &configuration(off),
    ];
    let queue = ask(&mut Scenario::new(&text.concat()), &json!({"queue": {}}));
    let steps = queue["steps"].as_array().expect("steps").iter();
    let nodes: Vec<(&Value, &Value)> = steps.map(|step| (&step["pod"], &step["node"])).collect();
    assert_eq!(
        nodes[..2],
        [
            (&json!("x/a"), &Value::Null),
            (&json!("x/b"), &json!("peers"))
        ],
        "{queue:#}"
    );
    assert_eq!(
        queue["filtersOff"],
        json!([{"profile": "packer", "filters": ["InterPodAffinity"]}])
    );
}

/// `PreFilter` of `NodeAffinity` names nodes even where the filter is off.
#[test]
fn named_nodes() {
    let required = "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [peers]}]}]}";
    let named = pod(
        "in",
        "",
        &format!(
            "    nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {required}}}\n"
        ),
    );
    let only = |plugins: &str| {
        let profile = format!("{{plugins: {plugins}}}");
        let text = [NODES, &named, &configuration(&profile)].concat();
        simulated(&mut Scenario::new(&text))["nodeNames"].clone()
    };
    let off = "{disabled: [{name: NodeAffinity}]}";
    assert_eq!(only(&format!("{{filter: {off}}}")), json!(["peers"]));
    assert_eq!(only(&format!("{{preFilter: {off}}}")), Value::Null);
    assert_eq!(only(&format!("{{multiPoint: {off}}}")), Value::Null);
}

/// One node has what the profile adds, the other what the pod asks for.
#[test]
fn added_affinity() {
    let text = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {pool: a}}, status: {allocatable: {pods: 9}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2, labels: {pool: b}}, status: {allocatable: {pods: 9}}}
- {apiVersion: v1, kind: Pod, metadata: {name: in, namespace: x, uid: u}, spec: {containers: [{name: c}]}}
";
    let added = "{pluginConfig: [{name: NodeAffinity, args: {addedAffinity: \
                 {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: \
                 [{matchExpressions: [{key: pool, operator: In, values: [b]}]}]}}}}]}";
    let mut scenario = Scenario::new(&[text, &configuration(added)].concat());
    let cycle = simulated(&mut scenario);
    assert_eq!(cycle["node"], "n2", "{cycle:#}");
    assert!(not_looked_at(&cycle).is_empty(), "{cycle:#}");
    let misfit = &cycle["nodes"][0]["misfit"];
    assert_eq!(
        (&misfit["plugin"], &misfit["code"], &misfit["reasons"]),
        (
            &json!("NodeAffinity"),
            &json!("UnschedulableAndUnresolvable"),
            &json!(["node(s) didn't match scheduler-enforced node affinity"])
        ),
        "{cycle:#}"
    );
    let queue = ask(&mut scenario, &json!({"queue": {}}));
    assert_eq!(queue["steps"][0]["node"], "n2", "{queue:#}");
}

/// What the profile adds is not edited, so a search of labels that let the pod in does not try all.
#[test]
fn added_affinity_is_not_edited() {
    let text = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: {pool: a}}, status: {allocatable: {pods: 9}}}
- {apiVersion: v1, kind: Pod, metadata: {name: in, namespace: x, uid: u}, spec: {nodeSelector: {pool: b}, \
containers: [{name: c}]}}
";
    let added = "{pluginConfig: [{name: NodeAffinity, args: {addedAffinity: \
                 {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: \
                 [{matchExpressions: [{key: pool, operator: Exists}]}]}}}}]}";
    let complete = |text: &str| {
        let question =
            json!({"change": {"want": {"pod": "x/in", "admitted": true}, "families": ["label"]}});
        let answer = ask(&mut Scenario::new(text), &question);
        assert_eq!(answer["changes"][0]["edits"][0]["new"], "b", "{answer:#}");
        answer["complete"].clone()
    };
    assert_eq!(complete(text), true);
    assert_eq!(complete(&[text, &configuration(added)].concat()), false);
}

/// Only extended resources can be ignored.
#[test]
fn ignored_resources() {
    let text = "
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 1, pods: 9}}}
- apiVersion: v1
  kind: Pod
  metadata: {name: in, namespace: x, uid: u}
  spec:
    containers:
    - name: c
      resources:
        requests: {cpu: 2, a.io/x: 1, b.io/y: 1, b.io/z: 1, c.io/w: 1}
        limits: {a.io/x: 1, b.io/y: 1, b.io/z: 1, c.io/w: 1}
";
    let reasons = |args: &str| {
        let profile = format!("{{pluginConfig: [{{name: NodeResourcesFit, args: {args}}}]}}");
        let cycle = simulated(&mut Scenario::new(
            &[text, &configuration(&profile)].concat(),
        ));
        let short = cycle["misfits"].as_array().expect("misfits").iter();
        let short: Vec<String> = short
            .map(|misfit| misfit["reason"].as_str().expect("a text").to_owned())
            .collect();
        short.join(", ")
    };
    assert_eq!(
        reasons("{}"),
        "Insufficient a.io/x, Insufficient b.io/y, Insufficient b.io/z, Insufficient c.io/w, Insufficient cpu"
    );
    assert_eq!(
        reasons("{ignoredResources: [a.io/x, cpu], ignoredResourceGroups: [b.io]}"),
        "Insufficient c.io/w, Insufficient cpu"
    );
}
