//! Waiting pods that are tried again because another pod was bound.

use schedscope::{answers::quota::queue::QueueOptions, scenario::Scenario};

use super::filters::{apart, spread, text};

const NODES: [&str; 3] = [
    "n1: zone: a, host: n1",
    "n2: zone: b, host: n2",
    "n3: zone: c, host: n3",
];

/// The steps, as `pod node`, with `-` for a pod that waits.
fn steps(pods: &[&str]) -> Vec<String> {
    let text = text(&NODES, pods);
    let queue = Scenario::new(&text).pods().queue(&QueueOptions::default());
    let steps = queue.steps.iter();
    steps
        .map(|step| {
            let pod = &step.pod.name;
            format!("{pod} {}", step.node.as_deref().unwrap_or("-"))
        })
        .collect()
}

#[test]
fn a_pod_waits_for_those_it_wants_to_be_near() {
    let near = |app: &str| {
        apart(
            "zone",
            &format!("labelSelector: {{matchLabels: {{app: {app}}}}}"),
        )
        .replace("podAntiAffinity", "podAffinity")
    };
    let cases: &[(&[&str], &[&str])] = &[
        (
            &[
                &format!("a: app: web| {}", near("cache")),
                "b: app: cache| hostNetwork: false",
            ],
            &["a -", "b n1", "a n1"],
        ),
        // A chain: each lets in the one before.
        (
            &[
                &format!("a: app: a| {}", near("b")),
                &format!("b: app: b| {}", near("c")),
                "c: app: c| hostNetwork: false",
            ],
            &["a -", "b -", "c n1", "b n1", "a n1"],
        ),
        // No pod of that kind comes: the pod is not tried again.
        (
            &[
                &format!("a: app: a| {}", near("none")),
                "b: app: b| hostNetwork: false",
            ],
            &["a -", "b n1"],
        ),
    ];
    for (pods, expected) in cases {
        assert_eq!(steps(pods), *expected, "{pods:?}");
    }
}

#[test]
fn a_pod_waits_for_those_that_even_out_its_domains() {
    let selector = "labelSelector: {matchLabels: {app: web}}";
    let even = spread("zone", selector);
    // Only n1 and n2 are open to the pods that come first.
    let pods = [
        format!("a: app: web| {even}, nodeSelector: {{host: n1}}"),
        format!("b: app: web| {even}, nodeSelector: {{host: n1}}, priority: -1"),
        "c: app: web| nodeSelector: {host: n2}, priority: -2".to_owned(),
        "d: app: web| nodeSelector: {host: n3}, priority: -3".to_owned(),
    ];
    let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
    assert_eq!(
        steps(&pods),
        ["a n1", "b n1", "c n2", "d n3"],
        "nodeAffinityPolicy: Honor counts n1 alone"
    );
    let pods = [
        format!("a: app: web| {}", ignoring(&even)),
        format!("b: app: web| {}, priority: -1", ignoring(&even)),
        "c: app: web| nodeSelector: {host: n2}, priority: -2".to_owned(),
        "d: app: web| nodeSelector: {host: n3}, priority: -3".to_owned(),
    ];
    let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
    assert_eq!(steps(&pods), ["a n1", "b -", "c n2", "d n3", "b n1"]);
}

/// Counts all zones, and goes to n1 alone.
fn ignoring(spread: &str) -> String {
    let spread = spread.replace("maxSkew", "nodeAffinityPolicy: Ignore, maxSkew");
    format!("{spread}, nodeSelector: {{host: n1}}")
}

#[test]
fn anti_affinity_and_room_wait_for_no_binding() {
    let away = apart("zone", "labelSelector: {matchLabels: {app: web}}");
    let pods: Vec<String> = ["a", "b", "c", "d", "e"]
        .iter()
        .map(|name| format!("{name}: app: web| {away}"))
        .collect();
    let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
    assert_eq!(steps(&pods), ["a n1", "b n2", "c n3", "d -", "e -"]);
}
