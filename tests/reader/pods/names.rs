//! Names and labels that the API server takes.

use super::{at, pod, resources, spec};

#[test]
fn forms_of_names_and_labels() {
    const VALUE: &str = "letters, digits, `-`, `_` and `.`, with a letter or digit at both ends";
    let labels = |metadata: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p, {metadata}}}\nspec: {{containers: [{{name: c}}]}}\n"
        )
    };
    let key = |key: &str| {
        format!(
            "error invalid-value metadata.labels[{key}] `{key}` is not a valid label key: at most 63 {VALUE}; before \
             it may stand a DNS name and `/`"
        )
    };
    let value = |path: &str, value: &str| {
        format!(
            "error invalid-value {path} `{value}` is not a valid label value: at most 63 {VALUE}"
        )
    };
    at(
        &labels("labels: {a: b, example.com/A_b.c-d: E, k: \"\", n: null, z: \"1\"}"),
        &[],
    );
    at(&labels("labels: {«\"a b\"»: c}"), &[&key("a b")]);
    at(&labels("labels: {«\"a/\"»: c}"), &[&key("a/")]);
    at(&labels("labels: {«A/b»: c}"), &[&key("A/b")]);
    at(
        &labels("labels: {a: «c d»}"),
        &[&value("metadata.labels[a]", "c d")],
    );
    at(
        &labels("labels: {a: «-c»}"),
        &[&value("metadata.labels[a]", "-c")],
    );
    let long = "x".repeat(64);
    at(&labels(&format!("labels: {{a: {}}}", &long[1..])), &[]);
    let clipped = format!("{}…", &long[..60]);
    at(
        &labels(&format!("labels: {{a: «{long}»}}")),
        &[&value("metadata.labels[a]", &clipped)],
    );
    // What a cluster has stored it has taken.
    at(&labels("uid: u, labels: {a: c d}"), &[]);
    spec(
        "nodeSelector: {zone: «eu west»}",
        &[&value("spec.nodeSelector[zone]", "eu west")],
    );
    at(
        &pod("{containers: [{name: «C_1»}]}"),
        &[
            "error invalid-value spec.containers[0].name `C_1` is not a valid name: at most 63 lower case letters, \
             digits and `-`, with a letter or digit at both ends",
        ],
    );
    at(
        &pod("{initContainers: [{name: a}], containers: [{name: «a»}]}"),
        &[
            "error invalid-value spec.containers[0].name two containers of the pod have the name `a`",
        ],
    );
    resources(
        "{requests: {hugepages-2Mi: «2Mi»}, limits: {hugepages-2Mi: 2Mi}}",
        &[
            "error invalid-value spec.containers[0].resources.requests[hugepages-2Mi] `hugepages-2Mi` needs a request \
             or limit of cpu or memory",
        ],
    );
    resources(
        "{requests: {hugepages-2Mi: 2Mi}, limits: {hugepages-2Mi: 2Mi, memory: 1Gi}}",
        &[],
    );
}
