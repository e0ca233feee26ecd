//! Budgets whose status is computed, and drains that never complete.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

const NODES: &str = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 8, pods: 20}}\n\
    ---\napiVersion: v1\nkind: Node\nmetadata: {name: n2}\nstatus: {allocatable: {cpu: 8, pods: 20}}\n";

/// A controller of a kind with the rest of its spec, called like its kind in lower case.
pub(super) fn controller(kind: &str, spec: &str) -> String {
    let name = kind.to_ascii_lowercase();
    format!(
        "---\napiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: a, uid: {name}}}\n\
         spec: {{{spec}selector: {{matchLabels: {{app: x}}}}, template: {{metadata: {{labels: {{app: x}}}}, \
         spec: {{containers: [{{name: c, image: i}}]}}}}}}\n"
    )
}

/// A pod of a controller of this kind; empty: of none. On `node`, with a status.
pub(super) fn pod(name: &str, kind: &str, node: &str, status: &str) -> String {
    let owner = kind.to_ascii_lowercase();
    let owners = match kind {
        "" => String::new(),
        _ => format!(
            ", ownerReferences: [{{apiVersion: apps/v1, kind: {kind}, name: {owner}, uid: {owner}, controller: true}}]"
        ),
    };
    format!(
        "---\napiVersion: v1\nkind: Pod\n\
         metadata: {{name: {name}, namespace: a, uid: {name}, labels: {{app: x}}{owners}}}\n\
         spec: {{nodeName: {node}, containers: [{{name: c, image: i, resources: {{requests: {{cpu: 1}}}}}}]}}\n\
         status: {{{status}}}\n"
    )
}

/// A budget of all pods of the label, with the rest of its spec, and a status (empty: none).
pub(super) fn budget(name: &str, spec: &str, status: &str) -> String {
    let status = match status {
        "" => String::new(),
        _ => format!("status: {{{status}}}\n"),
    };
    format!(
        "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\n\
         metadata: {{name: {name}, namespace: a, generation: 2}}\n\
         spec: {{selector: {{matchLabels: {{app: x}}}}{spec}}}\n{status}"
    )
}

pub(super) fn drain(text: &str) -> Value {
    let mut scenario = Scenario::new(&(NODES.to_owned() + text));
    ask(&mut scenario, &json!({"drain": {"node": "n1"}}))
}

/// The numbers that are computed: allowed, healthy, desired, expected.
fn computed(answer: &Value) -> Value {
    let rows = missing_inputs(answer).into_iter();
    let mut rows = rows.filter(|row| row["why"] == "budget-status");
    let of = &rows.next().expect("a computed budget")["computed"];
    assert!(rows.next().is_none(), "{answer:#}");
    json!([
        of["disruptionsAllowed"],
        of["currentHealthy"],
        of["desiredHealthy"],
        of["expectedPods"]
    ])
}

pub(super) const READY: &str = "phase: Running, conditions: [{type: Ready, status: 'True'}]";
pub(super) const UNREADY: &str = "phase: Running, conditions: [{type: Ready, status: 'False'}]";
const UNSTATED: &str = "phase: Running";

/// A budget's bound, the pods' controllers with the rest of their specs, the pods with their owner and status, and what
/// the disruption controller computes: allowed, healthy, desired, expected.
type Case<'a> = (
    &'a str,
    &'a [(&'a str, &'a str)],
    &'a [(&'a str, &'a str)],
    [i32; 4],
);

#[test]
#[allow(
    clippy::too_many_lines,
    reason = "a table of budgets and what they compute"
)]
fn as_the_disruption_controller_computes() {
    const RS: &str = "ReplicaSet";
    const FIVE: [(&str, &str); 5] = [(RS, READY); 5];
    let five: &[(&str, &str)] = &[(RS, "replicas: 5, ")];
    let cases: &[Case] = &[
        ("minAvailable: 3", five, &FIVE, [2, 5, 3, 5]),
        ("minAvailable: 5", five, &FIVE, [0, 5, 5, 5]),
        ("minAvailable: 7", five, &FIVE, [0, 5, 7, 5]),
        ("minAvailable: 0", five, &FIVE, [5, 5, 0, 5]),
        // Parts are rounded up: 2.5 to 3, 4.5 to 5, 0.05 to 1.
        ("minAvailable: 50%", five, &FIVE, [2, 5, 3, 5]),
        ("minAvailable: 90%", five, &FIVE, [0, 5, 5, 5]),
        ("minAvailable: 60%", five, &FIVE, [2, 5, 3, 5]),
        ("minAvailable: 0%", five, &FIVE, [5, 5, 0, 5]),
        ("maxUnavailable: 1%", five, &FIVE, [1, 5, 4, 5]),
        ("maxUnavailable: 50%", five, &FIVE, [3, 5, 2, 5]),
        ("maxUnavailable: 100%", five, &FIVE, [5, 5, 0, 5]),
        ("maxUnavailable: 2", five, &FIVE, [2, 5, 3, 5]),
        ("maxUnavailable: 9", five, &FIVE, [5, 5, 0, 5]),
        ("maxUnavailable: 0", five, &FIVE, [0, 5, 5, 5]),
        // Pods that are not ready, or terminating, or still starting, are not healthy; all are expected.
        (
            "minAvailable: 1",
            &[(RS, "replicas: 4, ")],
            &[
                (RS, READY),
                (RS, UNREADY),
                (RS, "phase: Pending"),
                (RS, UNSTATED),
            ],
            [1, 2, 1, 4],
        ),
        // Of the replicas that are wanted, also those that do not exist yet.
        (
            "maxUnavailable: 25%",
            &[(RS, "replicas: 8, ")],
            &[(RS, READY), (RS, READY), (RS, READY)],
            [0, 3, 6, 8],
        ),
        // The scale of each controller once; a pod without one is healthy and not expected.
        (
            "maxUnavailable: 1",
            &[(RS, "replicas: 2, "), ("StatefulSet", "replicas: 1, ")],
            &[
                (RS, READY),
                (RS, READY),
                ("StatefulSet", READY),
                ("", READY),
            ],
            [2, 4, 2, 3],
        ),
        ("maxUnavailable: 1", &[], &[("", READY)], [0, 1, 0, 0]),
        (
            "minAvailable: 1",
            &[],
            &[("", READY), ("", READY)],
            [1, 2, 1, 2],
        ),
        // Without replicas nothing is expected, and nothing allowed.
        (
            "maxUnavailable: 1",
            &[(RS, "replicas: 0, ")],
            &[(RS, READY)],
            [0, 1, 0, 0],
        ),
        (
            "minAvailable: 1",
            &[(RS, "replicas: 0, ")],
            &[(RS, READY)],
            [0, 1, 1, 1],
        ),
        // A Job has no scale: the controller fails.
        (
            "maxUnavailable: 1",
            &[],
            &[("Job", READY), ("Job", READY)],
            [0, 0, 0, 0],
        ),
        (
            "minAvailable: 1",
            &[],
            &[("Job", READY), ("Job", READY)],
            [1, 2, 1, 2],
        ),
        // A controller that the text lacks has as many replicas as pods, and so has a manifest without replicas.
        (
            "maxUnavailable: 1",
            &[],
            &[(RS, READY), (RS, READY)],
            [1, 2, 1, 2],
        ),
        (
            "maxUnavailable: 1",
            &[(RS, "")],
            &[(RS, READY), (RS, READY)],
            [1, 2, 1, 2],
        ),
        ("", five, &FIVE, [0, 5, 0, 0]),
    ];
    for (bound, controllers, pods, expected) in cases {
        let mut text = String::new();
        for (kind, spec) in *controllers {
            text += &controller(kind, spec);
        }
        for (at, (kind, status)) in pods.iter().enumerate() {
            text += &pod(&format!("p{at}"), kind, "n1", status);
        }
        let spec = if bound.is_empty() {
            String::new()
        } else {
            format!(", {bound}")
        };
        for status in [
            "",
            // What tools print without a cluster.
            "currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0",
        ] {
            let answer = drain(&(text.clone() + &budget("b", &spec, status)));
            assert_eq!(
                computed(&answer),
                json!(expected),
                "{bound} {controllers:?} {pods:?}"
            );
        }
    }
}

/// A controller that is not in the text counts as many pods as it has. A `ReplicaSet` replaces a deleted pod at once,
/// a `StatefulSet` once it has ended.
#[test]
fn pods_that_are_being_deleted_count_until_they_are_replaced() {
    for (kind, expected) in [("ReplicaSet", [1, 2, 1, 2]), ("StatefulSet", [0, 2, 2, 3])] {
        let deleted = pod("p3", kind, "n1", READY).replace(
            "uid: p3,",
            "uid: p3, deletionTimestamp: \"2026-01-01T00:00:00Z\",",
        );
        let text = [
            budget("b", ", maxUnavailable: 1", ""),
            pod("p1", kind, "n1", READY),
            pod("p2", kind, "n1", READY),
            deleted,
        ];
        let answer = drain(&text.concat());
        assert_eq!(computed(&answer), json!(expected), "{kind}: {answer:#}");
    }
}

/// The scale is that of the `Deployment`, also where the text lacks its `ReplicaSet`.
#[test]
fn the_scale_of_a_deployment() {
    let deployment = controller("Deployment", "replicas: 3, ");
    let set = controller("ReplicaSet", "replicas: 1, ").replace(
        "uid: replicaset}",
        "uid: replicaset, ownerReferences: [{kind: Deployment, name: deployment, uid: deployment, controller: true}]}",
    );
    let of_set = pod("p", "ReplicaSet", "n1", READY);
    let of_unknown = of_set
        .replace("name: replicaset,", "name: deployment-7c9,")
        .replace("{app: x}", "{app: x, pod-template-hash: 7c9}");
    for pods in [set + &of_set, of_unknown] {
        let answer = drain(&(deployment.clone() + &pods + &budget("b", ", maxUnavailable: 1", "")));
        assert_eq!(computed(&answer), json!([0, 1, 2, 3]), "{pods}");
    }
}

/// Pods that are not ready go where enough others are, also by a computed status.
#[test]
fn computed_for_pods_that_are_not_ready() {
    let text = |ready: usize, spec: &str| {
        let pods: String = (0..ready)
            .map(|at| pod(&format!("r{at}"), "ReplicaSet", "n2", READY))
            .collect();
        controller("ReplicaSet", "replicas: 3, ")
            + &pods
            + &pod("u", "ReplicaSet", "n1", UNREADY)
            + &budget("b", spec, "")
    };
    for (ready, spec, violating) in [
        (2, ", minAvailable: 2", 0),
        (1, ", minAvailable: 2", 1),
        (
            1,
            ", minAvailable: 2, unhealthyPodEvictionPolicy: AlwaysAllow",
            0,
        ),
        (2, ", maxUnavailable: 1", 0),
        (0, ", maxUnavailable: 3", 1),
    ] {
        let answer = drain(&text(ready, spec));
        assert_eq!(answer["violating"], violating, "{ready} {spec}");
        assert_eq!(answer["blocks"], json!([]), "{ready} {spec}");
    }
}

/// What never allows an eviction, and what only does not do so now.
#[test]
fn drains_that_never_complete() {
    const NONE: &str =
        "disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1";
    let set = |replicas: u32| controller("ReplicaSet", &format!("replicas: {replicas}, "));
    let of = |kind: &str, status: &str| pod("p", kind, "n1", status);
    let other = |status: &str| pod("q", "ReplicaSet", "n2", status);
    let one = set(1) + &of("ReplicaSet", READY);
    let two = set(2) + &of("ReplicaSet", READY) + &other(READY);
    let starting = set(2) + &of("ReplicaSet", READY) + &other(UNREADY);
    let none = set(0) + &of("ReplicaSet", READY);
    let job = of("Job", READY);
    let outdated = "disruptionsAllowed: 5, observedGeneration: 1";
    for (objects, spec, status, why) in [
        (&one, ", minAvailable: 1", NONE, Some("all-needed")),
        (&one, ", minAvailable: 1", "", Some("all-needed")),
        (&one, ", minAvailable: 100%", "", Some("all-needed")),
        (&one, ", minAvailable: 1%", "", Some("all-needed")),
        (&two, ", minAvailable: 2", "", Some("all-needed")),
        (&two, ", minAvailable: 51%", "", Some("all-needed")),
        (&two, ", minAvailable: 50%", "", None),
        (&two, ", minAvailable: 1", "", None),
        (&two, ", maxUnavailable: 0", "", Some("none-unavailable")),
        (&two, ", maxUnavailable: 0%", NONE, Some("none-unavailable")),
        (&two, ", maxUnavailable: 1%", "", None),
        (&none, ", minAvailable: 1", NONE, Some("all-needed")),
        (&none, ", maxUnavailable: 1", "", Some("no-replicas")),
        (&none, ", minAvailable: 50%", "", Some("no-replicas")),
        (&job, ", maxUnavailable: 1", "", Some("no-scale")),
        (&job, ", minAvailable: 10%", NONE, Some("no-scale")),
        (&two, "", NONE, Some("no-bound")),
        // The other pod can become ready: not now.
        (&starting, ", minAvailable: 1", "", None),
        (
            &starting,
            ", minAvailable: 1",
            "disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1",
            None,
        ),
        (&starting, ", minAvailable: 2", "", Some("all-needed")),
        // The controller looks at the change, and then the spec counts.
        (&two, ", maxUnavailable: 1", outdated, None),
        (
            &two,
            ", maxUnavailable: 0",
            outdated,
            Some("none-unavailable"),
        ),
        // What a status allows counts, whatever the text has of the pods.
        (
            &one,
            ", minAvailable: 1",
            "disruptionsAllowed: 1, observedGeneration: 2",
            None,
        ),
    ] {
        let answer = drain(&(objects.clone() + &budget("b", spec, status)));
        let found = json!([
            answer["blocks"][0]["why"],
            answer["pods"][0]["neverEvicted"]
        ]);
        assert_eq!(
            found,
            json!([why, why.is_some()]),
            "{objects}{spec} {status}"
        );
    }
    // A pod that no budget guards goes, and one that may go while it is not ready.
    let starting = set(1) + &of("ReplicaSet", "phase: Pending");
    let unready = set(1) + &of("ReplicaSet", UNREADY);
    let always = ", maxUnavailable: 0, unhealthyPodEvictionPolicy: AlwaysAllow";
    for (objects, spec) in [(starting, ", maxUnavailable: 0"), (unready, always)] {
        let answer = drain(&(objects + &budget("b", spec, "")));
        assert_eq!(answer["blocks"], json!([]), "{spec}");
    }
    // Two budgets.
    let answer = drain(
        &(two + &budget("b", ", minAvailable: 0", "") + &budget("c", ", minAvailable: 0", "")),
    );
    let block =
        json!({"why": "several-budgets", "budgets": ["a/b", "a/c"], "pods": 1, "pod": "a/p"});
    assert_eq!(answer["blocks"], json!([block]));
}

/// The replacement of the first pod finds no node, so that its budget never allows the second to go.
#[test]
fn a_drain_whose_pods_are_not_replaced() {
    let big = |name: &str| pod(name, "ReplicaSet", "n1", READY).replace("cpu: 1", "cpu: 4");
    let text = |pods: usize, spec: &str| {
        let pods: String = (0..pods).map(|at| big(&format!("p{at}"))).collect();
        let set = controller("ReplicaSet", "replicas: 4, ");
        let taken = pod("other", "", "n2", READY)
            .replace("cpu: 1", "cpu: 4")
            .replace("app: x", "app: y");
        set + &pods
            + &taken
            + &budget(
                "b",
                spec,
                "disruptionsAllowed: 1, currentHealthy: 4, desiredHealthy: 3",
            )
    };
    for (pods, spec, blocks) in [
        // One of them lands, one waits, and the third is never evicted.
        (
            3,
            ", maxUnavailable: 1",
            json!([{"why": "not-replaced", "budgets": ["a/b"], "pods": 1, "pod": "a/p2",
            "allowed": 1, "lost": 2}]),
        ),
        (2, ", maxUnavailable: 1", json!([])),
    ] {
        let answer = drain(&text(pods, spec));
        assert_eq!(answer["blocks"], blocks, "{pods}");
    }
}

/// A changed pod counts in the computed status of the questions that follow.
#[test]
fn an_edit_of_a_pod_is_counted() {
    let high = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: high, namespace: a, uid: high}\n\
        spec: {priority: 9, containers: [{name: c, resources: {requests: {cpu: 8}}}]}\n";
    let filler = pod("f", "", "n2", READY)
        .replace("app: x", "app: y")
        .replace("cpu: 1", "cpu: 8");
    let text = NODES.to_owned()
        + &controller("ReplicaSet", "replicas: 2, ")
        + &pod("p", "ReplicaSet", "n1", READY)
        + &pod("q", "ReplicaSet", "n1", READY)
        + &filler
        + &budget("b", ", minAvailable: 1", "")
        + high;
    let violations = |scenario: &mut Scenario| {
        let answer = ask(
            scenario,
            &json!({"explainNode": {"pod": "a/high", "node": "n1"}}),
        );
        answer["pods"]
            .as_array()
            .map(|pods| pods.iter().filter(|pod| pod["violatesPDB"] == true).count())
    };
    let mut scenario = Scenario::new(&text);
    assert_eq!(violations(&mut scenario), Some(1));
    scenario.replace(&text.replacen("'True'", "'False'", 1));
    assert_eq!(violations(&mut scenario), Some(2));
}
