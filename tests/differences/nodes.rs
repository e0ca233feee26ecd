//! "Resource limit-aware node scoring".

use std::fmt::Write as _;

use super::check;

const USE_CASE: &str = include_str!("../../examples/limit-aware-use-case.yaml");

/// Nodes with 10 CPUs and more, each with a pod of this CPU limit, and the pod `default/new`.
fn nodes(nodes: &[(&str, &str, u32)], new: &str) -> String {
    let mut text = String::new();
    for (name, more, limit) in nodes {
        let _ = write!(
            text,
            "apiVersion: v1\nkind: Node\nmetadata: {{name: {name}}}\n\
             status: {{allocatable: {{cpu: 10, memory: 10Gi, pods: 9{more}}}}}\n---\n\
             apiVersion: v1\nkind: Pod\nmetadata: {{name: on-{name}, uid: on-{name}}}\n\
             spec: {{nodeName: {name}, containers: [{{name: a, resources: {{requests: {{cpu: 0}}, limits: \
             {{cpu: {limit}}}}}}}]}}\nstatus: {{phase: Running}}\n---\n"
        );
    }
    text + "apiVersion: v1\nkind: Pod\nmetadata: {name: new, uid: new}\nspec: {containers: [{name: a"
        + new
        + "\n"
}

/// A pod with a CPU limit of 1.
const ONE: &str = ", resources: {requests: {cpu: 1}, limits: {cpu: 1}}}]}";

differences! {
    default_scheduler => {
        check(
            USE_CASE,
            r#"{"scoreNodes": {"pod": "default/pod5", "scorers": ["LeastAllocated"], "defaultProfile": true}}"#,
            r#"{"picks": [{"node": "node1"}],
                "defaultProfile": {"plugins": [{}, {}, {}, {}, {}, {}, {}], "choice": {"node": "node1"}}}"#,
        );
    }
    raw_of_several_resources => {
        check(
            USE_CASE,
            r#"{"scoreNodes": {"pod": "default/pod5", "scorers": ["LimitAware"]}}"#,
            r#"{"rows": [{"name": "node1", "raw": [15], "resources": [{"score": -75}, {"score": 90}]},
                         {"raw": [78]}]}"#,
        );
    }
    nothing_allocatable => {
        let text = nodes(&[("a", ", gpu.example/a: 2", 0), ("b", "", 0)], ONE);
        check(
            &text,
            r#"{"scoreNodes": {"pod": "default/new", "scorers": ["LimitAware"], "resources": [
                {"name": "cpu", "weight": 1}, {"name": "gpu.example/a", "weight": 1}]}}"#,
            r#"{"rows": [{"raw": [190]}, {"raw": [90]}],
                "notes": [
                    {"code": "resource-left-out", "resource": "gpu.example/a", "without": 1, "nodes": 2}]}"#,
        );
    }
    normalizing => {
        let ask = r#"{"scoreNodes": {"pod": "default/new", "scorers": ["LimitAware"],
                      "resources": [{"name": "cpu", "weight": 1}]}}"#;
        check(
            &nodes(&[("a", "", 0), ("b", "", 5), ("c", "", 10)], ONE),
            ask,
            r#"{"rows": [{"raw": [90], "normalized": [100]}, {"raw": [40], "normalized": [50]},
                         {"raw": [-10], "normalized": [0]}]}"#,
        );
        check(
            &nodes(&[("a", "", 5), ("b", "", 5)], ONE),
            ask,
            r#"{"rows": [{"raw": [40], "normalized": [0]}, {"raw": [40], "normalized": [0]}]}"#,
        );
    }
    overhead_in_milli => {
        let with = ONE.replace("}]}", "}], overhead: {cpu: 250m}}");
        check(
            &nodes(&[("a", "", 0)], &with),
            r#"{"scoreNodes": {"pod": "default/new", "scorers": ["LimitAware"],
                "resources": [{"name": "cpu", "weight": 1}]}}"#,
            r#"{"rows": [{"raw": [87], "resources": [{"podLimit": 1250}]}]}"#,
        );
    }
    best_effort_pods => {
        for (option, limit, raw) in [("", 10_000, 0), (r#", "bestEffort": "nothing""#, 0, 100)] {
            check(
                &nodes(&[("a", "", 0)], "}]}"),
                &format!(
                    r#"{{"scoreNodes": {{"pod": "default/new", "scorers": ["LimitAware"],
                         "resources": [{{"name": "cpu", "weight": 1}}]{option}}}}}"#
                ),
                &format!(r#"{{"rows": [{{"raw": [{raw}], "resources": [{{"podLimit": {limit}}}]}}]}}"#),
            );
        }
    }
}
