//! What limit ranges give new pods.

use schedscope::scenario::Scenario;
use serde_json::Value;

const TEXT: &str = "
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: lr, namespace: shop}
spec: {limits: [{type: Container, defaultRequest: {cpu: 2, memory: 1Gi}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: new, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: new}}
  template: {metadata: {labels: {app: new}}, spec: {containers: [{name: c}]}}
";

fn ask(text: &str, question: &str) -> Value {
    let answer = Scenario::new(text).ask(question).expect("an answer");
    reference::answers::read(&answer)
}

fn bound(text: &str) -> Value {
    ask(text, r#"{"queue": {}}"#)["bound"].clone()
}

/// Of three replicas that request nothing themselves, two have room on 4 CPUs.
#[test]
fn containers_without_requests_get_those_of_their_namespace() {
    assert_eq!(bound(TEXT), 2);
    assert_eq!(
        bound(&TEXT.replace(
            "namespace: shop}\nspec: {limits",
            "namespace: other}\nspec: {limits"
        )),
        3
    );
    // What a container requests itself stays.
    let own = TEXT.replace(
        "[{name: c}]",
        "[{name: c, resources: {requests: {cpu: 1}}}]",
    );
    assert_eq!(bound(&own), 3);
    // What it is limited to is requested before the ranges are looked at.
    let limited = TEXT.replace("[{name: c}]", "[{name: c, resources: {limits: {cpu: 1}}}]");
    assert_eq!(bound(&limited), 3);
}

/// A pod that is stored, or on a node, was admitted before.
#[test]
fn stored_pods_are_as_they_are() {
    let with = |metadata: &str, spec: &str| {
        format!(
            "{TEXT}---\napiVersion: v1\nkind: Pod\nmetadata: {{name: old, namespace: shop{metadata}}}\n\
             spec: {{priority: 9, containers: [{{name: c}}]{spec}}}\n"
        )
    };
    assert_eq!(bound(&with(", uid: u", "")), 3);
    assert_eq!(bound(&with("", ", nodeName: n1")), 2);
    // A manifest takes the room of one.
    assert_eq!(bound(&with("", "")), 2);
}

/// What refuses the first new pod: each of `limits.cpu 3000 above-max 2000 Container`.
fn refusals(limits: &str, containers: &str) -> Vec<String> {
    let text = TEXT.replace(
        "[{type: Container, defaultRequest: {cpu: 2, memory: 1Gi}}]",
        limits,
    );
    let text = text.replace("[{name: c}]", containers);
    let answer = ask(&text, r#"{"scoreNodes": {"pod": "shop/new-0"}}"#);
    let first = &answer["resourceQuota"];
    let more = first["more"].as_array().into_iter().flatten();
    let keys = std::iter::once(first)
        .filter(|first| !first.is_null())
        .chain(more);
    let words = |key: &Value| {
        let fields = ["resource", "requested", "rule", "hard", "limits"];
        fields
            .map(|field| key[field].to_string().replace('"', ""))
            .join(" ")
    };
    keys.map(words).collect()
}

/// As `PodValidateLimitFunc` of the API server, after its defaults.
#[test]
fn bounds_refuse_new_pods() {
    let one = "[{name: c, resources: {requests: {cpu: 1}, limits: {cpu: 3}}}]";
    let two = "[{name: c, resources: {requests: {cpu: 1}, limits: {cpu: 1}}}, \
               {name: d, resources: {requests: {cpu: 1}}}]";
    let cases: &[(&str, &str, &[&str])] = &[
        // The limit that it sets is below the request, of one container only.
        (
            "[{type: Container, default: {cpu: 500m}}]",
            two,
            &["requests.cpu 1000 above-limit 500 Container"],
        ),
        ("[{type: Container, default: {cpu: 500m}}]", one, &[]),
        (
            "[{type: Container, max: {cpu: 3}, min: {cpu: 1}}]",
            one,
            &[],
        ),
        (
            "[{type: Container, max: {cpu: 2}}]",
            one,
            &["limits.cpu 3000 above-max 2000 Container"],
        ),
        (
            "[{type: Container, min: {cpu: 2}}]",
            one,
            &["requests.cpu 1000 below-min 2000 Container"],
        ),
        (
            "[{type: Container, maxLimitRequestRatio: {cpu: 3}}]",
            one,
            &[],
        ),
        (
            "[{type: Container, maxLimitRequestRatio: {cpu: 2500m}}]",
            one,
            &["limits.cpu 3000 above-ratio 2500 Container"],
        ),
        // A container without amounts gets the bound by default; a pod does not.
        ("[{type: Container, max: {cpu: 2}}]", "[{name: c}]", &[]),
        (
            "[{type: Pod, max: {cpu: 2}, min: {memory: 1Ki}}]",
            "[{name: c}]",
            &[
                "requests.memory 0 must-specify 1024 Pod",
                "limits.cpu 0 must-specify 2000 Pod",
            ],
        ),
        (
            "[{type: Pod, min: {cpu: 2500m}}]",
            two,
            &[
                "requests.cpu 2000 below-min 2500 Pod",
                "limits.cpu 1000 below-min 2500 Pod",
            ],
        ),
        (
            "[{type: Pod, max: {cpu: 1}}]",
            two,
            &["requests.cpu 2000 above-max 1000 Pod"],
        ),
        (
            "[{type: PersistentVolumeClaim, max: {storage: 1}}]",
            one,
            &[],
        ),
    ];
    for (limits, containers, expected) in cases {
        assert_eq!(
            refusals(limits, containers),
            *expected,
            "{limits} {containers}"
        );
    }
    let refused = TEXT.replace("[{type: Container,", "[{type: Container, max: {cpu: 1},");
    assert_eq!(bound(&refused), 0);
}

/// Bounds of claims refuse those that are created for a pod, and none that is stored.
#[test]
fn bounds_of_claims() {
    let claim = |uid: &str| {
        format!(
            "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: d, namespace: shop{uid}}}\n\
             spec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 10}}}}}}\n"
        )
    };
    let containers = "[{name: c}], volumes: [{name: v, persistentVolumeClaim: {claimName: d}}]";
    for (bound, uid, expected) in [
        (
            "max: {storage: 9}",
            "",
            vec!["requests.storage 10 above-max 9 PersistentVolumeClaim"],
        ),
        (
            "min: {storage: 11}",
            "",
            vec!["requests.storage 10 below-min 11 PersistentVolumeClaim"],
        ),
        ("min: {storage: 10}, max: {storage: 10}", "", vec![]),
        ("max: {storage: 9}", ", uid: u", vec![]),
    ] {
        let limits = format!("[{{type: PersistentVolumeClaim, {bound}}}]");
        let found = refusals(&limits, &format!("{containers}}}}}\n{}#", claim(uid)));
        assert_eq!(found, expected, "{bound}{uid}");
    }
}
