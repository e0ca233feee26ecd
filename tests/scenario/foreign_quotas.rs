//! Quotas of Kueue, Volcano and Koordinator: each answer about pods and quotas says whose they are.

use crate::findings::data_of;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const NODE: &str = "apiVersion: v1, kind: Node, metadata: {name: n1}, \
                    status: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}";

fn pod(metadata: &str, spec: &str) -> String {
    format!(
        "apiVersion: v1, kind: Pod, metadata: {{name: in, namespace: a, uid: one{metadata}}}, \
         spec: {{{spec}containers: [{{name: c}}]}}"
    )
}

/// The reasons that come before each answer.
#[track_caller]
fn check(objects: &[&str], pods: &[&str], quotas: &[&str]) {
    let items = [&[NODE], objects].concat().into_iter();
    let items: Vec<String> = items.map(|object| format!("- {{{object}}}\n")).collect();
    let text = format!("apiVersion: v1\nkind: List\nitems:\n{}", items.concat());
    for (ask, expected) in [
        (json!({"queue": {}}), pods),
        (json!({"simulatePod": {"pod": "a/in"}}), pods),
        (json!({"explainNode": {"pod": "a/in", "node": "n1"}}), pods),
        (json!({"quotas": {}}), quotas),
        (json!({"pods": {}}), quotas),
    ] {
        let answer = Scenario::new(&text).ask(&ask.to_string());
        let answer: Value = reference::answers::read(&answer.expect("an answer"));
        let found = data_of(&answer, &["not-modelled"]);
        let mut found: Vec<&str> = found.iter().filter_map(|row| row["why"].as_str()).collect();
        found.dedup();
        assert_eq!(found, expected, "{ask}: {text}");
    }
}

#[test]
fn pods_and_objects_say_whose_quotas_they_are() {
    const KUEUE: &[&str] = &["kueue-quota"];
    const VOLCANO: &[&str] = &["volcano-queue"];
    const KOORDINATOR: &[&str] = &["koordinator-quota"];
    let plain = pod("", "");
    check(&[&plain], &[], &[]);
    for (metadata, spec, reason) in [
        (", labels: {kueue.x-k8s.io/queue-name: q}", "", KUEUE),
        (
            "",
            "schedulingGates: [{name: kueue.x-k8s.io/admission}], ",
            KUEUE,
        ),
        (
            ", annotations: {scheduling.volcano.sh/queue-name: q}",
            "",
            VOLCANO,
        ),
        (
            ", annotations: {scheduling.volcano.sh/group-name: g}",
            "",
            VOLCANO,
        ),
        ("", "schedulerName: volcano, ", VOLCANO),
        (
            ", labels: {quota.scheduling.koordinator.sh/name: q}",
            "",
            KOORDINATOR,
        ),
        ("", "schedulerName: koord-scheduler, ", KOORDINATOR),
    ] {
        check(&[&pod(metadata, spec)], reason, reason);
    }
    let gated = pod("", "schedulingGates: [{name: example.com/gate}], ");
    check(&[&gated], &[], &[]);
    // Queues concern the pods that are in them; a tree of quotas concerns every pod.
    let queue = "apiVersion: kueue.x-k8s.io/v1beta1, kind: ClusterQueue, metadata: {name: q}";
    check(&[&plain, queue], &[], KUEUE);
    let queue = "apiVersion: scheduling.volcano.sh/v1beta1, kind: Queue, metadata: {name: q}";
    check(&[&plain, queue], &[], VOLCANO);
    let profile =
        "apiVersion: quota.koordinator.sh/v1alpha1, kind: ElasticQuotaProfile, metadata: {name: q}";
    check(&[&plain, profile], KOORDINATOR, KOORDINATOR);
}
