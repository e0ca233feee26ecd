//! The node that a queue takes as kube-scheduler does, computed by hand, and what a profile of the text changes.

use crate::findings::not_looked_at;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

fn node(name: &str, more: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}}}\n{more}\nstatus: {{allocatable: {{cpu: 4, \
         memory: 4Gi, pods: 10}}}}\n"
    )
}

fn pod(name: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: d, uid: {name}}}\nspec:\n  containers: \
         [{{name: c, resources: {{requests: {{cpu: 1, memory: 1Gi}}}}}}]\n  {spec}\n"
    )
}

fn configuration(profile: &str) -> String {
    format!(
        "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n{profile}\n"
    )
}

fn queue(text: &str, options: &Value) -> Value {
    ask(&mut Scenario::new(text), &json!({"queue": options}))
}

fn nodes(answer: &Value) -> Vec<&str> {
    let steps = answer["steps"].as_array().expect("steps");
    let nodes = steps.iter().map(|step| step["node"].as_str());
    nodes.map(|node| node.unwrap_or("-")).collect()
}

/// An empty node has 75 free, and use as even with the pod as without, 75; all are without taints, 300. With one pod it
/// is 50, with two 25.
#[test]
fn ties_are_named() {
    let text = node("c", "") + &node("a", "") + &node("b", "") + &pod("p", "") + &pod("q", "");
    let answer = queue(&text, &json!({}));
    assert_eq!(nodes(&answer), ["a", "b"], "{answer:#}");
    assert_eq!(answer["ties"], 2);
    assert_eq!(
        answer["steps"][0]["tie"],
        json!({"total": 450, "tiedWith": ["b", "c"], "tied": 2})
    );
    assert_eq!(
        answer["steps"][1]["tie"],
        json!({"total": 450, "tiedWith": ["c"], "tied": 1})
    );
    let question = json!({"queueStep": {"queue": {}, "step": 2}});
    let step = ask(&mut Scenario::new(&text), &question);
    assert_eq!(step["tie"], answer["steps"][1]["tie"]);
    // One scorer alone has scores of its own.
    let answer = queue(&text, &json!({"scorer": "MostAllocated"}));
    assert_eq!(nodes(&answer), ["a", "a"], "{answer:#}");
    assert_eq!(answer["steps"][0]["tie"]["total"], 25);
    assert_eq!(answer["steps"][1]["tie"], Value::Null);
}

/// A pod goes by the profile that its scheduler has in the text: `packer` fills nodes.
#[test]
fn the_profile_of_the_scheduler_picks() {
    let packer = "- schedulerName: packer\n  pluginConfig:\n  - name: NodeResourcesFit\n    args: {scoringStrategy: \
                  {type: MostAllocated}}";
    let text = configuration(packer)
        + &node("a", "")
        + &node("b", "")
        + &pod("old", "nodeName: b")
        + &pod("p", "schedulerName: packer")
        + &pod("q", "");
    assert_eq!(nodes(&queue(&text, &json!({}))), ["b", "a"]);
    // A plugin alone counts beside the profile.
    let weights = json!({"weights": {"DefaultProfile": 1, "MostAllocated": 2}});
    assert_eq!(nodes(&queue(&text, &weights)), ["b", "b"]);
}

/// A node that the pod is kept from softly loses 300, whatever is free.
#[test]
fn taints_count_with_their_weight() {
    let taint = "spec: {taints: [{key: k, effect: PreferNoSchedule}]}";
    let text = node("a", taint) + &node("b", "") + &pod("old", "nodeName: b") + &pod("p", "");
    assert_eq!(nodes(&queue(&text, &json!({}))), ["b"]);
    assert_eq!(
        nodes(&queue(&text, &json!({"scorer": "LeastAllocated"}))),
        ["a"]
    );
    let weights = json!({"weights": {"TaintToleration": 1, "LeastAllocated": 5}});
    assert_eq!(nodes(&queue(&text, &weights)), ["a"]);
}

/// Without a plugin at `postFilter` no pod is evicted.
#[test]
fn a_profile_can_switch_preemption_off() {
    let text = |disabled: &str, enabled: &str| {
        let profile = format!(
            "- schedulerName: default-scheduler\n  plugins: {{postFilter: {{disabled: [{{name: '{disabled}'}}], \
             enabled: [{enabled}]}}}}"
        );
        configuration(&profile)
            + &node("a", "")
            + &[1, 2, 3, 4]
                .map(|n| pod(&format!("old{n}"), "nodeName: a"))
                .concat()
            + &pod("p", "priority: 10")
    };
    for (text, reason) in [
        (text("*", ""), json!("profile")),
        (text("DefaultPreemption", ""), json!("profile")),
        (text("*", "{name: CapacityScheduling}"), Value::Null),
        (text("ImageLocality", ""), Value::Null),
    ] {
        let cycle = json!({"simulatePod": {"pod": "d/p"}});
        let cycle = ask(&mut Scenario::new(&text), &cycle);
        assert_eq!(cycle["preemption"]["ineligibleReason"], reason, "{text}");
        let outcome = if reason.is_null() {
            "Preempt"
        } else {
            "Unschedulable"
        };
        assert_eq!(cycle["outcome"], outcome);
        let queue = queue(&text, &json!({}));
        assert_eq!(queue["steps"][0]["outcome"], outcome, "{queue:#}");
        assert_eq!(queue["steps"][0]["ineligibleReason"], reason);
        // What is applied is not among what is not looked at.
        assert_eq!(not_looked_at(&cycle).len(), 0, "{cycle:#}");
    }
}

/// `DefaultPreemption` waits only for a pod that the scheduler evicts, `CapacityScheduling` for any that leaves.
#[test]
fn whom_default_preemption_waits_for() {
    let evicted = "{type: DisruptionTarget, status: 'True', reason: PreemptionByScheduler}";
    let by_node = "{type: DisruptionTarget, status: 'True', reason: TerminationByKubelet}";
    let was = "{type: DisruptionTarget, status: 'False', reason: PreemptionByScheduler}";
    let both = format!("{by_node}, {evicted}");
    let capacity =
        "- plugins: {postFilter: {enabled: [{name: CapacityScheduling}], disabled: [{name: '*'}]}}";
    for (profile, conditions, waits) in [
        ("- {}", evicted, true),
        ("- {}", "", false),
        ("- {}", by_node, false),
        ("- {}", was, false),
        // The first condition of the type decides.
        ("- {}", &both, false),
        (capacity, evicted, true),
        (capacity, "", true),
        (capacity, by_node, true),
    ] {
        let leaving = pod("old4", "nodeName: a").replace(
            "uid: old4",
            "uid: old4, deletionTimestamp: '2024-01-01T00:00:00Z'",
        );
        let text = configuration(profile)
            + &node("a", "")
            + &[1, 2, 3]
                .map(|n| pod(&format!("old{n}"), "nodeName: a"))
                .concat()
            + &leaving
            + &format!("status: {{conditions: [{conditions}]}}\n")
            + &pod("p", "priority: 10")
            + "status: {nominatedNodeName: a}\n";
        let cycle = json!({"simulatePod": {"pod": "d/p"}});
        let cycle = ask(&mut Scenario::new(&text), &cycle);
        let (reason, who, outcome) = if waits {
            (json!("terminating"), json!("d/old4"), "Unschedulable")
        } else {
            (Value::Null, Value::Null, "Preempt")
        };
        let preemption = &cycle["preemption"];
        assert_eq!(
            (
                &preemption["ineligibleReason"],
                &preemption["terminating"],
                &cycle["outcome"]
            ),
            (&reason, &who, &json!(outcome)),
            "{profile} {conditions} {cycle:#}"
        );
    }
}

/// Room that a nominated pod holds is told from what is used, and so are pods that do not exist.
#[test]
fn held_and_refused() {
    let text = node("a", "")
        + &[1, 2]
            .map(|n| pod(&format!("old{n}"), "nodeName: a"))
            .concat()
        + &pod("first", "priority: 10\nstatus: {nominatedNodeName: a}")
        + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: wide, namespace: d}\nspec:\n  containers: [{name: c, \
           resources: {requests: {cpu: 2}}}]\n"
        + "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: d}\nspec: {hard: {pods: 3}}\n";
    let cycle = |pod: &str| {
        let question = json!({"simulatePod": {"pod": pod}});
        ask(&mut Scenario::new(&text), &question)
    };
    let misfit = &cycle("d/wide")["nodes"][0]["misfit"];
    assert_eq!(misfit["heldFor"], json!(["d/first"]), "{misfit:#}");
    assert_eq!(
        misfit["shortages"],
        json!([{"resource": "cpu", "requested": 2000, "used": 3000, "allocatable": 4000}])
    );
    assert_eq!(misfit["held"]["cpu"], 1000, "{misfit:#}");
    let first = cycle("d/first");
    assert_eq!(first["nominatedNode"], "a", "{first:#}");
    let question = json!({"queueStep": {"queue": {}, "step": 1}});
    let step = ask(&mut Scenario::new(&text), &question);
    assert_eq!(
        [&step["unbound"], &step["refused"], &step["refusedTotal"]],
        [&json!([]), &json!(["d/wide"]), &json!(1)],
        "{step:#}"
    );
}

/// Two pods have the port, and one may not be evicted: today's scheduler has a fault and counts the other as enough.
#[test]
fn what_the_scheduler_of_today_does_is_said() {
    let port = |name: &str, spec: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: d, uid: {name}}}\nspec:\n  \
             hostNetwork: true\n  containers: [{{name: c, ports: [{{containerPort: 80, hostPort: 80}}]}}]\n  {spec}\n"
        )
    };
    let text = node("a", "")
        + &port("one", "nodeName: a\nstatus: {phase: Running}")
        + &port(
            "two",
            "nodeName: a\n  priority: 20\nstatus: {phase: Running}",
        )
        + &port("p", "priority: 10");
    let cycle = |profile: &str| {
        let question = json!({"simulatePod": {"pod": "d/p", "profile": profile}});
        ask(&mut Scenario::new(&text), &question)
    };
    let (today, proposal) = (cycle("Upstream"), cycle("Proposal"));
    assert_eq!(proposal["outcome"], "Unschedulable", "{proposal:#}");
    assert_eq!(
        proposal["otherCycle"],
        json!({"profile": "Upstream", "outcome": "Preempt", "node": "a", "victims": ["d/one"]})
    );
    for field in ["outcome", "node", "victims"] {
        assert_eq!(proposal["otherCycle"][field], today[field], "{field}");
        assert_eq!(today["otherCycle"][field], proposal[field], "{field}");
    }
}
