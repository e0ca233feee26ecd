//! "Capacity scheduling".

use super::check;

const NODE: &str = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n\
                    status: {allocatable: {cpu: 8, memory: 8Gi, pods: 9}}\n";

/// A quota of a namespace.
fn quota(namespace: &str, min: &str, max: &str) -> String {
    format!(
        "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
         metadata: {{name: of-{namespace}, namespace: {namespace}}}\nspec: {{min: {{{min}}}, max: {{{max}}}}}\n"
    )
}

/// A pod of a namespace that asks for CPU, with more of its spec and its status.
fn pod(name: &str, namespace: &str, cpu: &str, spec: &str, status: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: {namespace}, uid: {namespace}-{name}}}\n\
         spec: {{containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]{spec}}}\nstatus: {{{status}}}\n"
    )
}

const BOUND: &str = ", nodeName: n1";
const RUNNING: &str = "phase: Running";

/// What becomes of `a/new`, in both profiles.
#[track_caller]
fn same(text: &str, expect: &str) {
    for profile in ["Upstream", "Proposal"] {
        simulated(text, profile, expect);
    }
}

#[track_caller]
fn simulated(text: &str, profile: &str, expect: &str) {
    let asked = format!(r#"{{"simulatePod": {{"pod": "a/new", "profile": "{profile}"}}}}"#);
    check(text, &asked, expect);
}

/// The findings about a set of quotas, and a pod that is scheduled all the same.
#[track_caller]
fn accepted(text: &str, codes: &[&str]) {
    let codes: Vec<String> = codes
        .iter()
        .map(|code| format!(r#"{{"code": "{code}"}}"#))
        .collect();
    check(
        text,
        r#"{"quotas": {}}"#,
        &format!(r#"{{"quotaDiagnostics": [{}]}}"#, codes.join(", ")),
    );
    same(text, r#"{"outcome": "Schedulable"}"#);
}

const OVER_MAX: &str = r#"{"outcome": "Unschedulable", "rejection": {"reason": "OverMax"}}"#;
const SCHEDULABLE: &str = r#"{"outcome": "Schedulable", "rejection": null}"#;
const ALL: &str = "cpu: 8, memory: 8Gi";

differences! {
    missing_max_key => {
        let text = NODE.to_owned() + &quota("a", ALL, "memory: 8Gi") + &pod("new", "a", "1", "", "");
        simulated(&text, "Upstream", OVER_MAX);
        simulated(&text, "Proposal", SCHEDULABLE);
    }
    sum_of_min => {
        let quotas = quota("a", ALL, ALL) + &quota("b", ALL, ALL);
        accepted(
            &(NODE.to_owned() + &quotas + &pod("new", "a", "1", "", "")),
            &["quota-unused", "min-above-capacity", "min-above-capacity"],
        );
        accepted(
            &(NODE.to_owned() + &quota("a", ALL, ALL) + &pod("new", "a", "1", "", "")),
            &["min-equals-capacity", "min-equals-capacity"],
        );
    }
    one_quota_of_a_namespace => {
        let second = quota("a", ALL, "cpu: 0, memory: 0").replace("of-a", "second");
        let text = NODE.to_owned() + &quota("a", ALL, ALL) + &second + &pod("new", "a", "1", "", "");
        check(
            &text,
            r#"{"quotas": {}}"#,
            r#"{"quotas": [{"name": "of-a", "governs": true}, {"name": "second", "governs": false}]}"#,
        );
        same(&text, SCHEDULABLE);
    }
    hard_of_a_resource_quota => {
        let hard = "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: hard, namespace: a}\n\
                    spec: {hard: {requests.cpu: 4}}\n";
        let most = "cpu: 7, memory: 7Gi";
        let text = NODE.to_owned() + &quota("a", most, most) + hard + &pod("new", "a", "1", "", "");
        accepted(&text, &["min-above-hard", "max-above-hard"]);
    }
    nominated_pods_count => {
        let quotas = NODE.to_owned() + &quota("a", ALL, "cpu: 2, memory: 8Gi") + &pod("new", "a", "1", "", "");
        same(&quotas, SCHEDULABLE);
        let nominated = pod("waits", "a", "1500m", "", "phase: Pending, nominatedNodeName: n1");
        same(&(quotas + &nominated), OVER_MAX);
    }
    failed_pods => {
        let quotas = quota("a", "cpu: 2, memory: 4Gi", "cpu: 4, memory: 8Gi") + &quota("b", "cpu: 4, memory: 4Gi", ALL);
        let new = pod("new", "a", "2", "", "");
        for (status, over) in [
            ("phase: Pending, containerStatuses: [{name: c, state: {waiting: {reason: ImagePullBackOff}}}]", true),
            ("phase: Failed", false),
        ] {
            let text = NODE.to_owned() + &quotas + &pod("broken", "a", "2", BOUND, status) + &new;
            same(&text, &format!(r#"{{"outcome": "Schedulable", "overMinWithPod": {over}}}"#));
        }
    }
    exactly_max => {
        let before = NODE.to_owned() + &quota("a", ALL, "cpu: 2, memory: 8Gi") + &pod("old", "a", "1", BOUND, RUNNING);
        same(&(before.clone() + &pod("new", "a", "1", "", "")), SCHEDULABLE);
        same(&(before + &pod("new", "a", "1001m", "", "")), OVER_MAX);
    }
    aggregate_over_all_quotas => {
        let bounds = ["cpu: 2, memory: 4Gi", "cpu: 4, memory: 8Gi"];
        let quotas = quota("a", bounds[0], bounds[1]) + &quota("b", bounds[0], bounds[1]);
        let others = pod("old", "b", "3", &format!("{BOUND}, priority: 9"), RUNNING);
        let text = NODE.to_owned() + &quotas + &others + &pod("new", "a", "2", "", "");
        same(
            &text,
            r#"{"rejection": {"reason": "OverAggregatedMin", "resource": "cpu", "bound": 4000}}"#,
        );
    }
    default_priority => {
        let class = "---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: usual}\nvalue: 7\n\
                     globalDefault: true\n";
        let text = NODE.to_owned() + &pod("new", "a", "1", "", "");
        same(&text, r#"{"priority": 0}"#);
        same(&(text + class), r#"{"priority": 7}"#);
    }
    several_nodes => {
        let text = include_str!("../../examples/quota-cross-node.yaml");
        for profile in ["Upstream", "Proposal"] {
            check(
                text,
                &format!(r#"{{"simulatePod": {{"pod": "quota2/nginx-0", "profile": "{profile}"}}}}"#),
                r#"{"outcome": "Unschedulable", "victims": []}"#,
            );
        }
        check(
            text,
            r#"{"evictAcrossNodes": {"pod": "quota2/nginx-0"}}"#,
            r#"{"possible": true, "victims": [{}, {}]}"#,
        );
    }
    ledger_of_events => {
        let pod = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "a", "uid": "u"},
                      "spec": {"nodeName": "n1", "containers":
                          [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]},
                      "status": {"phase": "Running"}}"#;
        let quota = r#"{"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
                        "metadata": {"name": "q", "namespace": "a"}, "spec": {"min": {"cpu": "1"}}}"#;
        for (profile, used) in [("Upstream", 0), ("Proposal", 1000)] {
            check(
                "",
                &format!(
                    r#"{{"quotaEvents": {{"profile": "{profile}", "events": [{{"type": "addPod", "pod": {pod}}},
                         {{"type": "addElasticQuota", "elasticQuota": {quota}}}]}}}}"#
                ),
                &format!(r#"{{"steps": [{{}}, {{"quotas": [{{"used": {{"cpu": {used}}}}}]}}]}}"#),
            );
        }
    }
}
