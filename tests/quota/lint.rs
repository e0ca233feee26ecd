//! Every finding about quotas, with an input on each side of its bound.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

/// A quota, as `namespace/name: spec`.
fn quota(key: &str, spec: &str) -> String {
    let (namespace, name) = key.split_once('/').expect("a name");
    format!(
        "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\n\
         metadata: {{name: {name}, namespace: {namespace}}}\n{spec}\n"
    )
}

fn node(name: &str, allocatable: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{{allocatable}}}}}\n"
    )
}

/// A pod that the API server has admitted: on a node, or pending where this is empty.
fn pod(key: &str, requests: &str, node: &str) -> String {
    let (namespace, name) = key.split_once('/').expect("a name");
    let phase = if node.is_empty() {
        "Pending"
    } else {
        "Running"
    };
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: {namespace}, uid: {name}}}\nspec:\n  \
         nodeName: \"{node}\"\n  containers: [{{name: c, resources: {{requests: {{{requests}}}}}}}]\n\
         status: {{phase: {phase}}}\n"
    )
}

/// The findings of some objects, a line each: the code, the object, the path, the resource, what is found and the
/// bound.
#[track_caller]
fn check(objects: &[String], expect: &[&str]) {
    let text = objects.concat();
    let question = json!({"quotas": {"profile": "Upstream"}}).to_string();
    let answer = Scenario::new(&text).ask(&question).expect("an answer");
    let answer: Value = reference::answers::read(&answer);
    let findings = answer["quotaDiagnostics"].as_array().expect("a list");
    let lines: Vec<String> = findings.iter().map(line).collect();
    assert_eq!(lines, expect, "{text}");
}

fn line(finding: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let object = &finding["object"];
    let object = if object.is_null() {
        "-".to_owned()
    } else {
        format!("{}/{}", text(&object["namespace"]), text(&object["name"]))
    };
    let path = finding["path"]
        .as_str()
        .filter(|path| !path.is_empty())
        .unwrap_or("-");
    let [code, severity, resource] =
        ["code", "severity", "resource"].map(|key| text(&finding[key]));
    format!(
        "{severity} {code} {object} {path} {resource} {}>{}",
        finding["found"], finding["bound"]
    )
}

#[test]
fn of_the_lists_of_a_quota() {
    let of = |spec: &str, expect: &[&str]| check(&[quota("a/q", spec)], expect);
    of(
        "spec: {min: {cpu: 1, memory: 1Gi}, max: {cpu: 1, memory: 1Gi}}",
        &[],
    );
    of(
        "spec: {min: {cpu: 1, memory: 1Gi}, max: {cpu: 1, memory: 1023Mi}}",
        &["warning max-below-min a/q spec.max[memory] memory 1072693248>1073741824"],
    );
    of(
        "spec: {min: {}, max: {}}",
        &["warning max-empty a/q spec.max - null>null"],
    );
    of(
        "spec: {min: {}, max: {ephemeral-storage: 0}}",
        &["warning max-without-cpu-and-memory a/q spec.max - null>null"],
    );
    of(
        "spec: {min: {memory: 1}, max: {memory: 1}}",
        &["warning max-missing-is-zero a/q spec.max cpu null>null"],
    );
    of(
        "spec: {min: {cpu: 1}, max: {cpu: 1}}",
        &["warning max-missing-is-zero a/q spec.max memory null>null"],
    );
    // What `max` does not name and `min` names.
    of(
        "spec: {min: {cpu: 1, memory: 1}, max: {cpu: 1}}",
        &[
            "warning max-missing-is-zero a/q spec.max memory null>null",
            "warning max-below-min a/q spec.max memory 0>1",
        ],
    );
    // Only what `max` names and allows is borrowed.
    of(
        "spec: {min: {memory: 1}, max: {cpu: 1m, memory: 1, x.y/gpu: 0, x.y/nic: 1}}",
        &[
            "info min-is-zero a/q spec.min cpu null>null",
            "info min-is-zero a/q spec.min x.y/nic null>null",
        ],
    );
    of(
        "spec: {min: {cpu: 1, memory: 1, pods: 3}, max: {cpu: 1, memory: 1, pods: 1}}",
        &[
            "info pods-ignored a/q spec.min[pods] - null>null",
            "info pods-ignored a/q spec.max[pods] - null>null",
        ],
    );
    of("spec: {min: {cpu: 1, memory: 1}}", &[]);
}

#[test]
fn of_two_quotas_of_a_namespace() {
    let spec = "spec: {min: {cpu: 2, memory: 1}, max: {cpu: 2, memory: 1}}";
    let other = "spec: {min: {cpu: 4, memory: 1}, max: {cpu: 2, memory: 1}}";
    check(
        &[quota("a/one", spec), quota("a/two", other)],
        &["warning several-quotas a/two metadata.namespace - null>null"],
    );
    check(&[quota("a/one", spec), quota("b/two", spec)], &[]);
}

#[test]
fn of_ephemeral_storage_that_max_does_not_name() {
    let spec = "spec: {min: {cpu: 1, memory: 1}, max: {cpu: 1, memory: 1}}";
    let of = |pod: String, expect: &[&str]| check(&[quota("a/q", spec), pod], expect);
    let missing = "warning max-missing-is-zero a/q spec.max ephemeral-storage null>null".to_owned();
    of(
        pod("a/p", "ephemeral-storage: 1", ""),
        &[
            &missing,
            "warning request-above-max a/p spec ephemeral-storage 1>0",
        ],
    );
    of(pod("a/p", "ephemeral-storage: 0", ""), &[]);
    let unused = "hint quota-unused a/q metadata.namespace - null>null";
    of(pod("b/p", "ephemeral-storage: 1", ""), &[unused]);
    let named = "spec: {min: {cpu: 1, memory: 1}, max: {cpu: 1, memory: 1, ephemeral-storage: 1}}";
    check(
        &[quota("a/q", named), pod("a/p", "ephemeral-storage: 1", "")],
        &[
            "info min-is-zero a/q spec.min ephemeral-storage null>null",
            "warning request-above-min a/p spec ephemeral-storage 1>0",
        ],
    );
}

#[test]
fn of_what_is_used() {
    let objects = |requests: &str, max: &str, other: &str| {
        let min = "min: {cpu: 2, memory: 1Gi}";
        let spec = format!("spec: {{{min}, max: {{cpu: {max}, memory: 1Gi}}}}");
        vec![
            quota("a/q", &spec),
            quota(
                "b/q",
                &format!("spec: {{{min}, max: {{cpu: 9, memory: 1Gi}}}}"),
            ),
            node("n", "cpu: 9, memory: 9Gi, pods: 9"),
            pod("a/p", requests, "n"),
            pod("b/p", other, "n"),
        ]
    };
    check(&objects("cpu: 3", "3", "cpu: 1"), &[]);
    check(
        &objects("cpu: 3", "2999m", "cpu: 1"),
        &["info used-above-max a/q spec.max cpu 3000>2999"],
    );
    check(
        &objects("cpu: 3", "3", "cpu: 1001m"),
        &["warning used-above-min - - cpu 4001>4000"],
    );
}

#[test]
fn of_minimums_and_nodes() {
    let objects = |first: &str, second: &str| {
        let spec = |cpu: &str| format!("spec: {{min: {{cpu: {cpu}, memory: 512Mi}}}}");
        vec![
            quota("a/q", &spec(first)),
            quota("b/q", &spec(second)),
            node("n1", "cpu: 3, memory: 1Gi, pods: 9"),
            node("n2", "cpu: 2, memory: 1Gi, pods: 9"),
        ]
    };
    check(&objects("2999m", "2"), &[]);
    check(
        &objects("3", "2"),
        &["info min-equals-capacity - - cpu 5000>5000"],
    );
    // What no quota guarantees and no node has is no match.
    check(&objects("0", "0"), &[]);
    check(
        &objects("3001m", "2"),
        &["warning min-above-capacity - - cpu 5001>5000"],
    );
    // Without nodes it is not known how much there is.
    check(&objects("30", "20")[..2], &[]);
}

#[test]
fn of_pods_that_never_run() {
    let objects = |requests: &str, spec: &str| {
        vec![
            quota("a/q", spec),
            quota("b/q", "spec: {min: {cpu: 2, memory: 1Gi, x.y/gpu: 1}}"),
            node("n1", "cpu: 5, memory: 2Gi, pods: 9"),
            node("n2", "cpu: 3, memory: 9Gi, x.y/gpu: 4, pods: 9"),
            pod("a/p", requests, ""),
            pod("b/p", "cpu: 1", "n1"),
        ]
    };
    let min = "min: {cpu: 2, memory: 1Gi}";
    let spec = |max: &str| format!("spec: {{{min}, max: {{cpu: {max}, memory: 9Gi}}}}");
    // The largest of each resource, on whatever node; the sum of all minimums.
    check(&objects("cpu: 4, memory: 2Gi", &spec("4")), &[]);
    check(
        &objects("cpu: 4001m", &spec("4001m")),
        &["warning request-above-min a/p spec cpu 4001>4000"],
    );
    check(
        &objects("cpu: 4001m", &spec("4")),
        &["warning request-above-max a/p spec cpu 4001>4000"],
    );
    check(
        &objects("cpu: 5001m", &spec("9")),
        &["warning request-above-every-node a/p spec cpu 5001>5000"],
    );
    check(
        &objects("cpu: 5", &spec("9")),
        &["warning request-above-min a/p spec cpu 5000>4000"],
    );
    check(
        &objects("memory: 9217Mi", &spec("2")),
        &["warning request-above-every-node a/p spec memory 9664724992>9663676416"],
    );
    // An extended resource counts where it is asked for; one that `max` does not name is not bounded.
    check(&objects("x.y/gpu: 1", &spec("2")), &[]);
    check(
        &objects("x.y/gpu: 2", &spec("2")),
        &["warning request-above-min a/p spec x.y/gpu 2>1"],
    );
    check(
        &objects("x.y/gpu: 5", &spec("2")),
        &["warning request-above-every-node a/p spec x.y/gpu 5>4"],
    );
    check(
        &objects(
            "x.y/gpu: 4",
            &format!("spec: {{{min}, max: {{cpu: 2, memory: 2Gi, x.y/gpu: 3}}}}"),
        ),
        &[
            "info min-is-zero a/q spec.min x.y/gpu null>null",
            "warning request-above-max a/p spec x.y/gpu 4>3",
        ],
    );
    // Without nodes, and without a quota.
    let no_nodes = [quota("a/q", &spec("2")), pod("a/p", "cpu: 3", "")];
    check(
        &no_nodes,
        &["warning request-above-max a/p spec cpu 3000>2000"],
    );
    let no_quota = [node("n", "cpu: 2, pods: 9"), pod("a/p", "cpu: 3", "")];
    check(
        &no_quota,
        &["warning request-above-every-node a/p spec cpu 3000>2000"],
    );
}

/// What the controller writes is not what the scheduler counts: running pods only, no overhead.
#[test]
fn of_the_status() {
    let of = |status: &str, pods: &[String], expect: &[&str]| {
        let spec =
            "spec: {min: {cpu: 9, memory: 9Gi}, max: {cpu: 9, memory: 9Gi}}\nstatus: {used: ";
        let mut objects = vec![quota("a/q", &format!("{spec}{status}}}"))];
        objects.extend_from_slice(pods);
        check(&objects, expect);
    };
    let gpu = ["warning used-above-min - - x.y/gpu 1>0"];
    let differs = ["info status-differs a/q status.used - null>null"];
    let pods = [pod("a/p", "cpu: 1500m", "n"), pod("a/q", "cpu: 2", "")];
    of("{cpu: 1500m, memory: 0}", &pods, &[]);
    of("{cpu: 1499m, memory: 0}", &pods, &differs);
    // A resource of which nothing is used may be left out.
    of("{cpu: 1500m}", &pods, &[]);
    of("{cpu: 3500m, memory: 0}", &pods, &differs);
    // The sum of the containers, or an init container, whichever is larger.
    let starting = |init: &str| {
        let pod = pod("a/p", "cpu: 1, memory: 2", "n");
        let init = format!(
            "  initContainers: [{{name: i, resources: {{requests: {{{init}}}}}}}]\n  overhead: {{cpu: 3}}\nstatus:"
        );
        pod.replace("status:", &init).replace(
            "containers: [",
            "containers: [{name: d, resources: {requests: {cpu: 1}}}, ",
        )
    };
    of("{cpu: 2, memory: 2}", &[starting("cpu: 2")], &[]);
    of("{cpu: 2, memory: 2}", &[starting("cpu: 1")], &[]);
    of(
        "{cpu: 2001m, memory: 3}",
        &[starting("cpu: 2001m, memory: 3")],
        &[],
    );
    of(
        "{cpu: 2, memory: 2, x.y/gpu: 1}",
        &[starting("x.y/gpu: 1")],
        &gpu,
    );
    let both = [differs[0], gpu[0]];
    of("{cpu: 2, memory: 2}", &[starting("x.y/gpu: 1")], &both);
}

#[test]
fn of_quotas_without_pods() {
    let quotas = [quota("a/q", "spec: {}"), quota("c/q", "spec: {}")];
    check(&quotas, &[]);
    let unused = "hint quota-unused c/q metadata.namespace - null>null";
    let mut objects = quotas.to_vec();
    objects.extend([pod("b/p", "", ""), pod("a/p", "", ""), pod("d/p", "", "")]);
    check(&objects, &[unused]);
}
