//! What a text records of its pods and quotas, computed by hand.

use crate::findings::{data_of, missing_inputs};
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{answers::ask, pods::items};

/// A node with 4 CPUs, 4 GiB and room for 10 pods.
fn node(name: &str, more: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}, labels: {{disk: {name}}}}}\n{more}\n\
         status: {{allocatable: {{cpu: 4, memory: 4Gi, pods: 10}}}}\n"
    )
}

/// A pod of namespace `d` with 1 CPU and 1 GiB; `status` is beside its phase.
fn pod(name: &str, spec: &str, status: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: d, uid: {name}}}\nspec:\n  containers: \
         [{{name: c, resources: {{requests: {{cpu: 1, memory: 1Gi}}}}}}]\n  {spec}\nstatus: {{{status}}}\n"
    )
}

fn running(name: &str, spec: &str) -> String {
    pod(name, spec, "phase: Running")
}

fn quota(bounds: &str, used: &str) -> String {
    format!(
        "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {{name: q, namespace: d}}\n\
         spec: {bounds}\nstatus: {{used: {used}}}\n"
    )
}

fn compare(text: &str) -> Value {
    ask(&mut Scenario::new(text), &json!({"compareRecorded": {}}))
}

/// `kind pod node -> chosen` of each pod that differs.
fn rows(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row = |row: &Value| {
        let [kind, pod, node, chosen] =
            ["kind", "pod", "node", "chosen"].map(|key| text(&row[key]));
        format!("{kind} {pod} {node} -> {chosen}")
    };
    items(&answer["pods"]).map(row).collect()
}

#[test]
fn why_a_pod_would_not_be_placed_there() {
    let tainted = "spec: {taints: [{key: gone, effect: NoExecute}]}";
    let avoids = "spec: {taints: [{key: only, effect: NoSchedule}]}";
    let tolerates = "nodeName: a\n  tolerations: [{operator: Exists}]";
    let full = ["a1", "a2", "a3", "a4", "a5"]
        .map(|name| running(name, "nodeName: a"))
        .concat();
    for (text, expected, plugin) in [
        // Alone on a node as good as the other: any of the best is the same.
        (
            node("a", "") + &node("b", "") + &running("p", "nodeName: b"),
            vec![],
            "",
        ),
        // A node that is not started yet is the record, and not asked for.
        (
            node("a", "")
                + &node("b", "")
                + &pod("o", "nodeName: a", "")
                + &pod("p", "nodeName: a", ""),
            vec!["elsewhere d/o a -> b", "elsewhere d/p a -> b"],
            "",
        ),
        (
            node("a", "")
                + &node("b", avoids)
                + &pod("o", "nodeName: a", "")
                + &pod("p", tolerates, ""),
            vec!["elsewhere d/p a -> b"],
            "",
        ),
        (
            node("a", tainted) + &node("b", "") + &running("p", "nodeName: a"),
            vec!["misfit d/p a -> b"],
            "TaintToleration",
        ),
        (
            node("a", "spec: {unschedulable: true}") + &running("p", "nodeName: a"),
            vec!["misfit d/p a -> -"],
            "NodeUnschedulable",
        ),
        (
            node("a", "")
                + &node("b", "")
                + &running("p", "nodeName: a\n  nodeSelector: {disk: b}"),
            vec!["misfit d/p a -> b"],
            "NodeAffinity",
        ),
        // 5 CPUs are requested of 4: no pod of the node would be put there again.
        (
            node("a", "") + &full,
            vec![
                "misfit d/a1 a -> -",
                "misfit d/a2 a -> -",
                "misfit d/a3 a -> -",
                "misfit d/a4 a -> -",
                "misfit d/a5 a -> -",
            ],
            "NodeResourcesFit",
        ),
        // 2 CPUs in use of 1: neither would be admitted, and both fit.
        (
            node("a", "")
                + &quota("{max: {cpu: 1}}", "{cpu: 2}")
                + &running("p", "nodeName: a")
                + &running("q", "nodeName: a"),
            vec!["rejected d/p a -> -", "rejected d/q a -> -"],
            "",
        ),
    ] {
        let answer = compare(&text);
        assert_eq!(rows(&answer), expected, "{text}\n{answer:#}");
        let differs = expected.iter().any(|row| !row.starts_with("elsewhere"));
        assert_eq!(answer["same"], !differs, "{text}");
        for row in items(&answer["pods"]).filter(|_| !plugin.is_empty()) {
            assert_eq!(row["misfit"]["plugin"], plugin, "{text}");
        }
    }
}

/// On `a` with the other pod 50 free, on `b` 75; on both use as even with the pod as without, 75.
#[test]
fn the_scores_of_both_nodes_are_told() {
    let text = node("a", "")
        + &node("b", "")
        + &running("o", "nodeName: a\n  nodeSelector: {disk: a}")
        + &running("p", "nodeName: a");
    let answer = compare(&text);
    assert_eq!(rows(&answer), ["elsewhere d/p a -> b"]);
    assert_eq!(
        answer["pods"][0]["scores"],
        json!({
            "own": 425, "best": 450,
            "terms": [{"plugin": "NodeResourcesFit", "weight": 1, "own": 50, "best": 75}],
        }),
        "{answer:#}"
    );
    assert_eq!(
        (&answer["sameNode"], &answer["elsewhere"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn some_pods_are_not_asked_about() {
    let mirror = running("m", "nodeName: a").replace(
        "uid: m}",
        "uid: m, ownerReferences: [{apiVersion: v1, kind: Node, name: a, uid: a, controller: true}]}",
    );
    let going = running("t", "nodeName: a").replace(
        "uid: t}",
        "uid: t, deletionTimestamp: '2026-01-01T00:00:00Z'}",
    );
    let text = node("a", "spec: {unschedulable: true}")
        + &mirror
        + &going
        + &running("far", "nodeName: z")
        + &pod("done", "nodeName: a", "phase: Succeeded")
        + &pod("waits", "", "");
    let answer = compare(&text);
    assert_eq!(answer["same"], Value::Null, "{answer:#}");
    for (field, count) in [
        ("asked", 0),
        ("mirrors", 1),
        ("terminating", 1),
        ("onUnknownNodes", 1),
    ] {
        assert_eq!(answer[field], count, "{field} {answer:#}");
    }
}

/// The pod of a `DaemonSet` names its node: nothing scores higher.
#[test]
fn a_daemon_has_one_node() {
    let only = "nodeName: a\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: \
                {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}}}";
    let text = node("a", "") + &node("b", "") + &running("o", "nodeName: a") + &running("p", only);
    let answer = compare(&text);
    assert_eq!(rows(&answer), ["elsewhere d/o a -> b"]);
    assert_eq!(answer["sameNode"], 1);
    // Likewise where the affinity was cut out of the text.
    let owned = running("p", "nodeName: a").replace(
        "uid: p",
        "uid: p, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: d, controller: true}]",
    );
    let text = node("a", "") + &node("b", "") + &running("o", "nodeName: a") + &owned;
    assert_eq!(rows(&compare(&text)), ["elsewhere d/o a -> b"]);
}

#[test]
fn nominations() {
    let four = |spec: &str| {
        let of = |name: &&str| running(name, spec);
        ["a1", "a2", "a3", "a4"].iter().map(of).collect::<String>()
    };
    let high = pod("p", "priority: 10", "nominatedNodeName: a");
    let going = running("a4", "nodeName: a");
    let gone = going.replace(
        "uid: a4}",
        "uid: a4, deletionTimestamp: '2026-01-01T00:00:00Z'}",
    );
    for (text, expected) in [
        // It evicts one there, or goes there.
        (
            node("a", "") + &four("nodeName: a") + &high,
            json!(["holds", "Preempt", "a", null]),
        ),
        (
            node("a", "") + &node("b", "") + &high,
            json!(["holds", "Schedulable", "a", null]),
        ),
        // The room is coming.
        (
            node("a", "") + &four("nodeName: a").replace(&going, &gone) + &high,
            json!(["holds", "Unschedulable", null, "d/a4"]),
        ),
        // The node is full of pods that are as important, and another one has room.
        (
            node("a", "") + &node("b", "") + &four("nodeName: a\n  priority: 10") + &high,
            json!(["moved", "Schedulable", "b", null]),
        ),
        (
            node("a", "") + &four("nodeName: a\n  priority: 10") + &high,
            json!(["lost", "Unschedulable", null, null]),
        ),
        (
            node("b", "") + &high,
            json!(["unknown", "Schedulable", "b", null]),
        ),
    ] {
        let answer = compare(&text);
        let row = &answer["nominations"][0];
        let found = ["kind", "outcome", "chosen", "waitsFor"].map(|key| row[key].clone());
        assert_eq!(json!(found), expected, "{text}\n{answer:#}");
        let fails = ["moved", "lost"].iter().any(|kind| row["kind"] == *kind);
        assert_eq!(answer["lost"], usize::from(fails), "{text}\n{answer:#}");
    }
}

#[test]
fn why_a_status_differs() {
    let bounds = "{min: {cpu: 4, memory: 4Gi}, max: {cpu: 8}}";
    let at = |name: &str, time: &str| {
        let status = format!("phase: Running, startTime: '2026-01-01T00:0{time}:00Z'");
        pod(name, "nodeName: a", &status)
    };
    let two = node("a", "") + &at("p", "1") + &at("q", "2");
    let ended = pod("e", "nodeName: a", "phase: Succeeded");
    for (text, expected) in [
        (
            two.clone() + &quota(bounds, "{cpu: 2, memory: 2Gi}"),
            json!([]),
        ),
        // Another notation of the same amount.
        (
            two.clone() + &quota(bounds, "{cpu: 2000m, memory: 2048Mi}"),
            json!([]),
        ),
        (
            two.clone() + &ended + &quota(bounds, "{cpu: 3, memory: 3Gi}"),
            json!([[
                "ended-pods",
                ["d/e"],
                ["cpu 3 2 2000", "memory 3Gi 2Gi 2147483648"]
            ]]),
        ),
        (
            two.clone() + &quota(bounds, "{cpu: 1, memory: 1Gi}"),
            json!([[
                "new-pods",
                ["d/q"],
                ["cpu 1 2 2000", "memory 1Gi 2Gi 2147483648"]
            ]]),
        ),
        (
            two.clone() + &quota(bounds, "{cpu: 5, memory: 2Gi}"),
            json!([["missing-pods", [], ["cpu 5 2 2000"]]]),
        ),
        (
            two.clone() + &quota(bounds, "{cpu: 1500m, memory: 2Gi}"),
            json!([["older", [], ["cpu 1500m 2 2000"]]]),
        ),
        // The controller does not count a pod that has not started; the scheduler does.
        (
            two.clone()
                + &pod("new", "nodeName: a", "phase: Pending")
                + &quota(bounds, "{cpu: 2, memory: 2Gi}"),
            json!([]),
        ),
        // Nothing is recorded.
        (two.clone() + &quota(bounds, "{}"), json!([])),
    ] {
        // For the plugin, a max of CPU alone admits no memory: its pods would not get their node again.
        let options = json!({"compareRecorded": {"profile": "Proposal"}});
        let answer = ask(&mut Scenario::new(&text), &options);
        let row = |row: &Value| {
            let uses = items(&row["resources"]).map(|of| {
                let text = |key: &str| of[key].as_str().unwrap_or_default().to_owned();
                let [resource, recorded, counted] = ["resource", "recorded", "counted"].map(text);
                format!("{resource} {recorded} {counted} {}", of["charged"])
            });
            json!([row["cause"], row["causePods"], uses.collect::<Vec<_>>()])
        };
        let found: Vec<Value> = items(&answer["quotas"]).map(row).collect();
        assert_eq!(json!(found), expected, "{text}\n{answer:#}");
        assert_eq!(answer["quotasRecorded"] == 1, !text.contains("used: {}"));
        assert_eq!(answer["same"] == true, found.is_empty());
        // What has ended is not missing; what no pod of the text explains is.
        let lacks = text.contains("cpu: 5,");
        let missing = missing_inputs(&answer);
        let counted = missing.iter().filter(|row| row["why"] == "quota-pods");
        assert_eq!(counted.count(), usize::from(lacks), "{text}\n{answer:#}");
    }
}

/// Who is counted: those with most of the first resource that differs.
#[test]
fn the_pods_of_a_quota_are_named() {
    let large = running("large", "nodeName: a").replace("cpu: 1", "cpu: 2");
    let text = node("a", "")
        + &running("p", "nodeName: a")
        + &large
        + &quota("{}", "{cpu: 9, memory: 2Gi}");
    let answer = compare(&text);
    let quota = &answer["quotas"][0];
    assert_eq!(
        quota["pods"],
        json!([{"pod": "d/large", "amounts": {"cpu": "2"}}, {"pod": "d/p", "amounts": {"cpu": "1"}}]),
        "{answer:#}"
    );
    assert_eq!(quota["podsTotal"], 2);
}

/// What kube-scheduler recorded of pods that it could not place, in their condition or in an event, is compared, too.
#[test]
fn pods_that_were_not_placed() {
    let condition = "phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, \
                     message: '0/1 nodes are available: 1 Insufficient cpu.'}]";
    let event = "---\napiVersion: v1\nkind: Event\nmetadata: {name: e, namespace: d}\ninvolvedObject: {kind: \
                 Pod, name: p, namespace: d}\nreason: FailedScheduling\ntype: Warning\nlastTimestamp: \
                 2026-01-01T00:00:00Z\n\
                 message: '0/1 nodes are available: 1 Insufficient cpu.'\n";
    let told = |text: &str| {
        let answer = compare(text);
        json!([
            answer["same"],
            answer["unschedulable"],
            data_of(&answer, &["verdict-differs"])
        ])
    };
    let verdict =
        json!([{"pod": "d/p", "message": "0/1 nodes are available: 1 Insufficient cpu."}]);
    let text = node("n1", "") + &pod("p", "", condition);
    assert_eq!(told(&text), json!([false, 1, verdict]));
    let text = node("n1", "") + &pod("p", "", "phase: Pending") + event;
    assert_eq!(told(&text), json!([false, 1, verdict]));
    // It holds: four others are on the node.
    let full: String = (0..4)
        .map(|at| running(&format!("r{at}"), "nodeName: n1"))
        .collect();
    assert_eq!(told(&(text + &full)), json!([true, 1, []]));
    // Nothing is recorded.
    let text = node("n1", "") + &pod("p", "", "phase: Pending");
    assert_eq!(told(&text), json!([null, 0, []]));
}
