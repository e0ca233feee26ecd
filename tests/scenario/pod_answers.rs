//! What an answer about a pod says beside its verdict: requests, notes, the domain of the least count, totals.

use crate::findings::data_of;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// Nodes by name, labels and spec, then further objects, as a list in flow style.
pub(super) fn text(nodes: &[(&str, &str, &str)], more: &[&str]) -> String {
    let nodes = nodes.iter().map(|(name, labels, spec)| {
        format!(
            "- {{apiVersion: v1, kind: Node, metadata: {{name: {name}, labels: {{{labels}}}}}, spec: {{{spec}}}, \
             status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}}}\n"
        )
    });
    let more = more
        .iter()
        .map(|object| format!("- {{apiVersion: v1, {object}}}\n"));
    let items: String = nodes.chain(more).collect();
    format!("apiVersion: v1\nkind: List\nitems:\n{items}")
}

pub(super) const N1: (&str, &str, &str) = ("n1", "", "");

pub(super) fn ask(text: &str, question: &Value) -> Value {
    let answer = Scenario::new(text).ask(&question.to_string());
    reference::answers::read(&answer.expect("an answer"))
}

fn simulate(text: &str) -> Value {
    ask(text, &json!({"simulatePod": {"pod": "a/in"}}))
}

fn score(text: &str) -> Value {
    ask(text, &json!({"scoreNodes": {"pod": "a/in"}}))
}

#[test]
fn requests_of_the_pod_as_a_whole() {
    let pod = "kind: Pod, metadata: {name: in, namespace: a}, spec: {resources: {requests: {cpu: 500m}}, \
               overhead: {cpu: 100m}, containers: [{name: c, resources: {requests: {cpu: 2, memory: 1Gi}}}]}";
    let answer = simulate(&text(&[N1], &[pod]));
    let fit = json!({"cpu": 600, "memory": 1 << 30, "ephemeral-storage": 0});
    let charge = json!({"cpu": 2100, "memory": 1 << 30, "ephemeral-storage": 0});
    assert_eq!(answer["fitRequest"], fit);
    assert_eq!(answer["podRequest"], charge);
}

/// A limit of both cpu and memory bounds a pod.
#[test]
fn lists_say_which_pods_are_unbounded() {
    for (limits, is_unbounded) in [
        ("cpu: 1, memory: 1Gi", false),
        ("cpu: 1", true),
        ("memory: 1Gi", true),
    ] {
        let pod = format!(
            "kind: Pod, metadata: {{name: in, namespace: a}}, spec: {{nodeName: n1, containers: [{{name: c, \
             resources: {{requests: {{cpu: 1m, memory: 1Mi}}, limits: {{{limits}}}}}}}]}}"
        );
        let text = text(&[N1], &[&pod]);
        let pods = ask(&text, &json!({"pods": {}}));
        let nodes = ask(&text, &json!({"nodes": {}}));
        assert_eq!(pods["pods"][0]["unbounded"], is_unbounded, "{limits}");
        let count = u8::from(is_unbounded);
        assert_eq!(nodes["nodes"][0]["unbounded"], count, "{limits}");
    }
}

/// The notes on `a/in`.
fn notes(pod: &str, others: &[&str]) -> Value {
    let mut objects = vec![pod];
    objects.extend(others);
    score(&text(&[N1], &objects))["notes"].clone()
}

#[test]
fn limits_of_the_pod_as_a_whole() {
    let whole = "spec: {resources: {limits: {cpu: 1, memory: 1Gi}}, containers: [{name: c}]}";
    let bounded = "spec: {containers: [{name: c, resources: {limits: {cpu: 1, memory: 1Gi}}}]}";
    let own = |spec: &str| format!("kind: Pod, metadata: {{name: in, namespace: a}}, {spec}");
    let other = "kind: Pod, metadata: {name: old, namespace: a}, spec: {nodeName: n1, resources: {limits: {cpu: 1, \
                 memory: 1Gi}}, containers: [{name: c}]}";
    let note = |own, pods| json!([{"code": "pod-level-limits", "own": own, "pods": pods}]);
    assert_eq!(notes(&own(whole), &[]), note(true, 0));
    assert_eq!(notes(&own(bounded), &[other]), note(false, 1));
    assert_eq!(notes(&own(bounded), &[]), json!([]));
    // Memory is not bounded by either.
    let cpu = own("spec: {resources: {limits: {cpu: 1}}, containers: [{name: c}]}");
    let unbounded = json!({"code": "unbounded-pod", "resources": ["memory"]});
    let expected = json!([unbounded, note(true, 0)[0]]);
    assert_eq!(notes(&cpu, &[]), expected);
}

#[test]
fn a_missing_limit_is_of_a_scored_resource() {
    let pod = |name: &str, place: &str, limits: &str| {
        format!(
            "kind: Pod, metadata: {{name: {name}, namespace: a}}, spec: {{{place}containers: [{{name: c, resources: \
             {{requests: {{cpu: 1}}, limits: {{{limits}}}}}}}]}}"
        )
    };
    let text = text(
        &[N1],
        &[
            &pod("in", "", "cpu: 1"),
            &pod("old-1", "nodeName: n1, ", "cpu: 1"),
            &pod("old-2", "nodeName: n1, ", "memory: 1Gi"),
        ],
    );
    let own = |resources: &[&str]| json!({"code": "unbounded-pod", "resources": resources});
    let others = |resources: &[&str], pods: u32| {
        let code = "unbounded-pods";
        json!({"code": code, "resources": resources, "pods": pods})
    };
    let cases = [
        (
            vec![("cpu", 1), ("memory", 1)],
            vec![own(&["memory"]), others(&["cpu", "memory"], 2)],
        ),
        (vec![("cpu", 1)], vec![others(&["cpu"], 1)]),
        (
            vec![("memory", 3)],
            vec![own(&["memory"]), others(&["memory"], 1)],
        ),
    ];
    for (scored, expect) in cases {
        let resources = scored
            .iter()
            .map(|(name, weight)| json!({"name": name, "weight": weight}));
        let resources: Vec<Value> = resources.collect();
        let question = json!({"scoreNodes": {"pod": "a/in", "resources": resources}});
        assert_eq!(ask(&text, &question)["notes"], json!(expect), "{scored:?}");
    }
}

#[test]
fn a_nominated_node_that_is_not_there() {
    let pod = |node: &str, spec: &str| {
        format!(
            "kind: Pod, metadata: {{name: in, namespace: a}}, spec: {{{spec}containers: [{{name: c, resources: \
             {{limits: {{cpu: 1, memory: 1Gi}}}}}}]}}, status: {{nominatedNodeName: {node}}}"
        )
    };
    let missing = text(&[N1], &[&pod("n9", "")]);
    assert_eq!(simulate(&missing)["missingNominatedNode"], "n9");
    let note = json!([{"code": "nominated-node-missing", "node": "n9"}]);
    assert_eq!(score(&missing)["notes"], note);
    let reading = ask(&missing, &json!({"reading": {}}));
    let found = &reading["diagnostics"][0];
    assert_eq!(
        [
            &found["code"],
            &found["severity"],
            &found["path"],
            &found["message"]
        ],
        [
            "unknown-object",
            "warning",
            "status.nominatedNodeName",
            "nominated node `n9` is not in the input: the pod counts as not nominated"
        ]
    );
    for known in [pod("n1", ""), pod("n9", "nodeName: n1, ")] {
        let text = text(&[N1], &[&known]);
        assert_eq!(simulate(&text)["missingNominatedNode"], Value::Null);
        assert_eq!(
            ask(&text, &json!({"reading": {}}))["diagnostics"],
            json!([])
        );
    }
    // It is looked for again when it is typed.
    let mut scenario = Scenario::new(&text(&[N1], &[&pod("n1", "")]));
    let at = scenario.text().rfind("n1").expect("the name") + 1;
    scenario.edit(at, at + 1, "7");
    let reading = scenario.ask(r#"{"reading": {}}"#).expect("an answer");
    assert!(reading.contains("nominated node `n7`"), "{reading}");
}

/// Zone a has a matching pod, zone c none. `c`: the spec of the node of zone c.
fn spread(c: &str, more: &str) -> Value {
    let nodes = [("n1", "zone: a", ""), ("n9", "zone: c", c)];
    let constraint = format!(
        "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, \
         labelSelector: {{matchLabels: {{app: web}}}}{more}}}]"
    );
    let pod = format!(
        "kind: Pod, metadata: {{name: in, namespace: a, labels: {{app: web}}}}, spec: {{{constraint}, containers: \
         [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}"
    );
    let old = "kind: Pod, metadata: {name: old, namespace: a, labels: {app: web}}, spec: {nodeName: n1, containers: \
               [{name: c}]}";
    let answer = simulate(&text(&nodes, &[&pod, old]));
    let misfit = &answer["nodes"][0]["misfit"]["spread"];
    json!([
        misfit["minValue"],
        misfit["minNode"],
        misfit["minNodeIsCordoned"]
    ])
}

#[test]
fn the_domain_that_holds_the_minimum() {
    assert_eq!(spread("", ""), json!(["c", null, false]));
    assert_eq!(spread("unschedulable: true", ""), json!(["c", "n9", true]));
    let taint = "taints: [{key: k, effect: NoSchedule}]";
    assert_eq!(spread(taint, ""), json!(["c", "n9", false]));
    // It is no domain, and nothing is in the way.
    assert_eq!(
        spread(taint, ", nodeTaintsPolicy: Honor"),
        json!([null, null, null])
    );
    assert_eq!(spread("", ", minDomains: 3"), json!([null, null, false]));
}

#[test]
fn preemption_may_help() {
    let pod = |spec: &str| {
        format!(
            "kind: Pod, metadata: {{name: in, namespace: a}}, spec: {{{spec}containers: [{{name: c, resources: \
             {{requests: {{cpu: 3}}}}}}]}}"
        )
    };
    let old = "kind: Pod, metadata: {name: old, namespace: a}, spec: {nodeName: n1, containers: [{name: c, \
               resources: {requests: {cpu: 2}}}]}";
    let may = |node, pod: &str, old: &[&str]| {
        let mut objects = vec![pod];
        objects.extend(old);
        score(&text(&[node], &objects))["mayPreempt"].clone()
    };
    assert_eq!(may(N1, &pod(""), &[old]), true);
    assert_eq!(may(N1, &pod(""), &[]), false);
    assert_eq!(may(N1, &pod("preemptionPolicy: Never, "), &[old]), false);
    assert_eq!(
        may(N1, &pod("schedulingGates: [{name: g}], "), &[old]),
        false
    );
    let cordoned = ("n1", "", "unschedulable: true");
    assert_eq!(may(cordoned, &pod(""), &[old]), false);
}

#[test]
fn every_node_that_fits_has_its_total() {
    let pod = "kind: Pod, metadata: {name: in, namespace: a}, spec: {containers: [{name: c, resources: {requests: \
               {cpu: 1}}}]}";
    let old = |node: &str, cpu: u32| {
        format!(
            "kind: Pod, metadata: {{name: on-{node}, namespace: a}}, spec: {{nodeName: {node}, containers: [{{name: \
             c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}"
        )
    };
    let nodes = [
        N1,
        ("n2", "", ""),
        ("n3", "", ""),
        ("n4", "", "unschedulable: true"),
    ];
    let answer = simulate(&text(&nodes, &[pod, &old("n2", 1), &old("n3", 2)]));
    let totals: Vec<&Value> = (0..4).map(|at| &answer["nodes"][at]["total"]).collect();
    let by_profile = ask(
        &text(&nodes, &[pod, &old("n2", 1), &old("n3", 2)]),
        &json!({"scoreNodes": {"pod": "a/in", "defaultProfile": true}}),
    );
    for (at, total) in totals[..3].iter().enumerate() {
        assert!(total.is_i64(), "{totals:?}");
        assert_eq!(**total, by_profile["rows"][at]["defaultProfile"]["total"]);
    }
    assert_eq!(totals[3], &Value::Null);
    let alone = simulate(&text(&[N1], &[pod]));
    assert_eq!(alone["nodes"][0]["total"], Value::Null);
}

/// What is said of a verdict that kube-scheduler recorded on `a/in`, which requests so many CPUs beside `b/low`.
fn recorded(cpu: &str, status: &str, low: &str) -> Value {
    let pod = format!(
        "kind: Pod, metadata: {{name: in, namespace: a, uid: u}}, spec: {{priority: 5, containers: [{{name: c, \
         resources: {{requests: {{cpu: {cpu}}}}}}}]}}, status: {{phase: Pending, {status}}}"
    );
    let low = format!(
        "kind: Pod, metadata: {{name: low, namespace: b, uid: v}}, spec: {{nodeName: n1, priority: 1, containers: \
         [{{name: c, resources: {{requests: {{cpu: {low}}}}}}}]}}, status: {{phase: Running}}"
    );
    let answer = simulate(&text(&[N1], &[&pod, &low]));
    let found = data_of(&answer, &["verdict-differs"]).into_iter().next();
    found.map_or(Value::Null, |found| found["message"].clone())
}

/// Why node affinity, or what is asked before it, keeps `a/in` from a node with `disk: hdd`.
#[test]
fn the_requirement_of_node_affinity_that_a_node_lacks() {
    let n1 = ("n1", "disk: hdd, cores: '8'", "");
    let asked = |selector: &str, terms: &str| {
        let pod = format!(
            "kind: Pod, metadata: {{name: in, namespace: a, uid: u}}, spec: {{nodeSelector: {{{selector}}}, affinity: \
             {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}}}}}, \
             containers: [{{name: c}}]}}"
        );
        let misfit = simulate(&text(&[n1], &[&pod]))["nodes"][0]["misfit"].clone();
        json!([misfit["selector"]["key"], misfit["nodeAffinity"]])
    };
    let ssd = "{matchExpressions: [{key: cores, operator: Gt, values: ['4']}, \
               {key: disk, operator: In, values: [ssd]}]}";
    let told = |key: &str, operator: &str, values: &[&str], found: Option<&str>, terms: usize| {
        let affinity = json!({
            "key": key, "operator": operator, "values": values, "found": found, "terms": terms,
        });
        json!([null, affinity])
    };
    assert_eq!(asked("", ssd), told("disk", "In", &["ssd"], Some("hdd"), 1));
    let zone = "{matchExpressions: [{key: zone, operator: Exists}]}";
    assert_eq!(
        asked("", &format!("{zone}, {ssd}")),
        told("zone", "Exists", &[], None, 2)
    );
    // Where all terms name nodes, others are not tried.
    let name = "{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}";
    assert_eq!(
        asked("", &format!("{name}, {zone}")),
        told("metadata.name", "In", &["n2"], Some("n1"), 2)
    );
    // The nodeSelector is looked at first.
    assert_eq!(asked("arch: arm", ssd), json!(["arch", null]));
    // A term without requirements holds nowhere.
    assert_eq!(asked("", "{}"), json!([null, null]));
}

#[test]
fn a_priority_that_nobody_knows() {
    let pod = |uid: &str, spec: &str| {
        format!(
            "kind: Pod, metadata: {{name: in, namespace: a{uid}}}, spec: {{{spec}containers: [{{name: c}}]}}"
        )
    };
    let class =
        "apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: gold}, value: 7";
    let asked = |pod: &str, more: &[&str]| {
        let all: Vec<&str> = [pod].into_iter().chain(more.iter().copied()).collect();
        let answer = simulate(&text(&[N1], &all));
        let class = data_of(&answer, &["unknown-class"]).into_iter().next();
        json!([
            answer["priority"],
            class.map(|found| found["class"].clone())
        ])
    };
    let named = "priorityClassName: gold, ";
    for uid in ["", ", uid: u"] {
        assert_eq!(asked(&pod(uid, named), &[]), json!([0, "gold"]));
        assert_eq!(asked(&pod(uid, named), &[class]), json!([7, null]));
        assert_eq!(asked(&pod(uid, ""), &[]), json!([0, null]));
        let both = pod(uid, "priorityClassName: gold, priority: 3, ");
        assert_eq!(asked(&both, &[])[1], Value::Null);
    }
    let system = pod("", "priorityClassName: system-node-critical, ");
    assert_eq!(asked(&system, &[]), json!([2_000_001_000, null]));
}

#[test]
fn a_recorded_verdict_that_is_contradicted() {
    let condition = |message: &str| {
        format!(
            "conditions: [{{type: PodScheduled, status: \"False\", reason: Unschedulable, message: \"{message}\"}}]"
        )
    };
    let full = "0/1 nodes are available: 1 Insufficient cpu.";
    let hopeless =
        format!("{full} preemption: 0/1 nodes are available: 1 No preemption victims found.");
    let none = Value::Null;
    assert_eq!(recorded("1", &condition(full), "1"), full);
    assert_eq!(recorded("1", &condition(&hopeless), "1"), hopeless.as_str());
    // It waits here, too.
    assert_eq!(recorded("5", &condition(full), "1"), none);
    // A preemptor is recorded as unschedulable first.
    assert_eq!(recorded("4", &condition(full), "1"), none);
    assert_eq!(recorded("4", &condition(&hopeless), "1"), hopeless.as_str());
    let nominated = format!("nominatedNodeName: n1, {}", condition(&hopeless));
    assert_eq!(recorded("4", &nominated, "1"), none);
    let bound = condition(full).replace("False", "True");
    assert_eq!(recorded("1", &bound, "1"), none);
    let other = condition(full).replace("PodScheduled", "Ready");
    assert_eq!(recorded("1", &other, "1"), none);
}

#[test]
fn a_step_of_the_queue_names_all_resources_that_exceed_a_quota() {
    let quota = "kind: ElasticQuota, metadata: {name: q, namespace: a}, spec: {\
                 min: {cpu: 1, memory: 1Gi, example.com/gpu: 1}, max: {cpu: 1, memory: 1Gi, example.com/gpu: 1}}";
    let pod = "kind: Pod, metadata: {name: in, namespace: a}, spec: {containers: [{name: c, image: i, resources: \
               {requests: {cpu: 2, memory: 3Gi, example.com/gpu: 4}, limits: {example.com/gpu: 4}}}]}";
    let text = text(&[N1], &[pod])
        + &format!("---\n{{apiVersion: scheduling.x-k8s.io/v1alpha1, {quota}}}\n");
    let step = &ask(&text, &json!({"queue": {}}))["steps"][0];
    let rejection = &step["rejection"];
    assert_eq!(rejection["resource"], "cpu");
    let others = json!([
        {"resource": "memory", "wouldUse": 3_i64 << 30, "bound": 1 << 30},
        {"resource": "example.com/gpu", "wouldUse": 4, "bound": 1},
    ]);
    assert_eq!(rejection["others"], others);
    assert_eq!(rejection["unlisted"], Value::Null);
    // One that the max does not list counts as 0.
    let unlisted = &text.replace("max: {cpu: 1, memory: 1Gi", "max: {cpu: 2");
    let step = &ask(unlisted, &json!({"queue": {}}))["steps"][0];
    let excess = [
        &step["rejection"]["resource"],
        &step["rejection"]["bound"],
        &step["rejection"]["unlisted"],
    ];
    assert_eq!(json!(excess), json!(["memory", 0, true]));
}

/// kube-scheduler skips a pod that is being deleted; one that is on its node takes its room and its quota.
#[test]
fn pods_that_are_being_deleted() {
    let pod = |name: &str, spec: &str| {
        format!(
            "kind: Pod, metadata: {{name: {name}, namespace: a, deletionTimestamp: \"2026-01-01T00:00:00Z\"}}, spec: \
             {{{spec}containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}"
        )
    };
    let gated = pod("gated", "schedulingGates: [{name: g}], ");
    let [leaving, new] = [pod("in", ""), pod("new", "")];
    let all = text(&[N1], &[&leaving, &gated, &new]);
    let queue = ask(&all, &json!({"queue": {}}));
    let of = |answer: &Value| {
        [
            "stepsTotal",
            "waiting",
            "deleting",
            "deletingPods",
            "gatedPods",
        ]
        .map(|key| answer[key].clone())
    };
    let nobody = json!([0, 0, 2, ["a/in", "a/new"], ["a/gated"]]);
    assert_eq!(json!(of(&queue)), nobody);
    // The same pod while nobody deletes it.
    let stays = all.replacen(", deletionTimestamp: \"2026-01-01T00:00:00Z\"", "", 1);
    let queue = ask(&stays, &json!({"queue": {}}));
    assert_eq!(json!(of(&queue)), json!([1, 0, 1, ["a/new"], ["a/gated"]]));
    for (text, expected) in [(&all, true), (&stays, false)] {
        assert_eq!(simulate(text)["deleting"], json!(expected));
        assert_eq!(score(text)["deleting"], json!(expected));
    }
    let bound = pod("old", "nodeName: n1, ");
    let quota = "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: q, namespace: a}\n\
                 spec: {min: {cpu: 1}, max: {cpu: 8}}\n";
    let full = format!("{stays}- {{apiVersion: v1, {bound}}}\n{quota}");
    assert_eq!(simulate(&full)["feasible"], json!(0));
    assert_eq!(simulate(&full)["quotas"][0]["used"]["cpu"], json!(3000));
}

/// A pod of `a` with so many CPUs on `n1`, and what its spec and metadata say besides.
pub(super) fn on_n1(name: &str, cpu: u32, metadata: &str, spec: &str) -> String {
    format!(
        "kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}{metadata}}}, spec: {{nodeName: n1, containers: \
         [{{name: c, image: i, resources: {{requests: {{cpu: {cpu}}}}}}}]{spec}}}, status: {{phase: Running}}"
    )
}

/// A waiting pod of `a` with so many CPUs.
pub(super) fn waiting(name: &str, cpu: u32, spec: &str, status: &str) -> String {
    format!(
        "kind: Pod, metadata: {{name: {name}, namespace: a, uid: {name}}}, spec: {{containers: [{{name: c, image: i, \
         resources: {{requests: {{cpu: {cpu}}}}}}}]{spec}}}, status: {{phase: Pending{status}}}"
    )
}

#[test]
fn every_answer_about_a_pod_tells_a_recorded_verdict_that_it_contradicts() {
    let full = "0/1 nodes are available: 1 Insufficient cpu.";
    let status = format!(
        ", conditions: [{{type: PodScheduled, status: \"False\", reason: Unschedulable, message: \"{full}\"}}]"
    );
    let text = text(&[N1], &[&waiting("in", 1, "", &status)]);
    let now = "2026-01-01T00:00:00Z";
    for question in [
        json!({"scoreNodes": {"pod": "a/in", "defaultProfile": true}}),
        json!({"more": {"pod": "a/in"}}),
        json!({"change": {"now": now, "want": {"pod": "a/in", "admitted": true}}}),
    ] {
        let found = data_of(&ask(&text, &question), &["verdict-differs"]);
        let expected = json!([{"pod": null, "message": full}]);
        assert_eq!(json!(found), expected, "{question}");
    }
    let queue = ask(&text, &json!({"queue": {}}));
    assert_eq!(
        json!(data_of(&queue, &["verdict-differs"])),
        json!([{"pod": "a/in", "message": full}])
    );
}
