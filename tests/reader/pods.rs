//! What is wrong with nodes and pods, and where.

mod affinity;
mod constraints;
mod names;

use super::{check, check_marked as at};

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p, namespace: ns}}\nspec: {spec}\n")
}

/// A pod with one container that has these resources.
#[track_caller]
fn resources(resources: &str, expect: &[&str]) {
    let spec = format!("{{containers: [{{name: c, resources: {resources}}}]}}");
    at(&pod(&spec), expect);
}

/// A pod with a container and more in its `spec`.
#[track_caller]
fn spec(more: &str, expect: &[&str]) {
    at(
        &pod(&format!("{{containers: [{{name: c}}], {more}}}")),
        expect,
    );
}

#[test]
fn object_line_and_column() {
    check(
        "\
apiVersion: v1
kind: Pod
metadata:
  name: p
  namespace: ns
spec:
  containers:
  - name: c
    resources:
      requests:
        cpu: 1 core
",
        &[
            "error invalid-quantity Pod ns/p spec.containers[0].resources.requests[cpu] 11:14-11:20 `1 core` is not \
             a quantity: unknown suffix ` core`, suffixes are n u m k M G T P E and Ki Mi Gi Ti Pi Ei",
        ],
    );
}

#[test]
fn amounts() {
    resources(
        "{requests: {cpu: 2, memory: 1.5Gi, ephemeral-storage: 1e3, hugepages-2Mi: 4Mi}, limits: {cpu: 2.5, memory: \
         2147483648, hugepages-2Mi: 4194304}}",
        &[],
    );
    resources(
        "{requests: {cpu: «-1»}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[cpu] `-1` must be greater than or equal to 0",
        ],
    );
    resources(
        "{limits: {cpu: «true»}}",
        &[
            "error wrong-type spec.containers[0].resources.limits[cpu] expected a quantity, found the boolean `true`",
        ],
    );
    resources(
        "{requests: «[cpu]»}",
        &[
            "error wrong-type spec.containers[0].resources.requests expected a mapping, found a list",
        ],
    );
    resources(
        "{requests: {memory: «500m»}}",
        &[
            "warning invalid-quantity spec.containers[0].resources.requests[memory] fractional byte value `500m` is \
             invalid, must be an integer",
        ],
    );
    resources(
        "{requests: {example.com/a: «0.5»}, limits: {example.com/a: «0.5»}}",
        &[
            "error invalid-quantity spec.containers[0].resources.requests[example.com/a] `0.5` must be an integer",
            "error invalid-quantity spec.containers[0].resources.limits[example.com/a] `0.5` must be an integer",
        ],
    );
    spec(
        "runtimeClassName: kata, overhead: {cpu: «-1m»}",
        &["error out-of-range spec.overhead[cpu] `-1m` must be greater than or equal to 0"],
    );
    spec(
        "resources: {requests: {cpu: «x»}}",
        &[
            "error invalid-quantity spec.resources.requests[cpu] `x` is not a quantity: a quantity begins with a \
             number",
        ],
    );
}

#[test]
fn names_of_resources() {
    resources(
        "{requests: {CPU: «1»}}",
        &[
            "error invalid-value spec.containers[0].resources.requests[CPU] `CPU` is not a resource, did you mean \
             `cpu`",
        ],
    );
    resources(
        "{limits: {memroy: «1»}}",
        &[
            "error invalid-value spec.containers[0].resources.limits[memroy] `memroy` is not a resource, did you \
             mean `memory`",
        ],
    );
    resources(
        "{limits: {gpu: «1»}}",
        &[
            "error invalid-value spec.containers[0].resources.limits[gpu] `gpu` must be a standard resource, as \
             `cpu`, or fully qualified, as `example.com/gpu`",
        ],
    );
    spec(
        "resources: {limits: {nvidia.com/gpu: «1»}}",
        &[
            "error invalid-value spec.resources.limits[nvidia.com/gpu] `nvidia.com/gpu` is not supported for a pod \
             as a whole, only `cpu`, `memory` and hugepages",
        ],
    );
    let quota = |bounds: &str| {
        format!(
            "\
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {{name: q, namespace: ns}}
spec: {bounds}
"
        )
    };
    at(
        &quota("{min: {requests.cpu: «1»}}"),
        &[
            "warning invalid-value spec.min[requests.cpu] `requests.cpu` is not a resource, did you mean `cpu`",
        ],
    );
    for (written, meant) in [
        ("maxx", "max"),
        ("Max", "max"),
        ("minn", "min"),
        ("mi", "min"),
    ] {
        at(
            &quota(&format!("{{«{written}»: {{cpu: 1}}}}")),
            &[&format!(
                "warning unknown-field spec.{written} unknown field `{written}`, did you mean `{meant}`"
            )],
        );
    }
    // Another word, and what stands beside the field that it resembles.
    at(
        &quota("{mix: {cpu: 1}, max: {cpu: 1}, maxx: {cpu: 1}}"),
        &[],
    );
    at(
        &quota("{max: {pods: «10», cpu: 2, nvidia.com/gpu: 1, hugepages-1Gi: 1Gi}}"),
        &["info invalid-value spec.max[pods] quotas do not count the resource `pods`"],
    );
    at(
        &quota("{max: {cpu: «-2»}, min: {nvidia.com/gpu: «500m»}}"),
        &[
            "error out-of-range spec.max[cpu] `-2` must be greater than or equal to 0",
            "error invalid-quantity spec.min[nvidia.com/gpu] `500m` must be an integer",
        ],
    );
    at(
        &quota("{max: «2»}\nstatus: {used: {cpu: -1}}"),
        &["error wrong-type spec.max expected a mapping, found the number `2`"],
    );
    at(
        "\
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: 2, pods: «1.5», cores: «2», attachable-volumes-aws-ebs: 25, a.b/c: 1}, capacity: \
{memory: «4Gb»}}
",
        &[
            "error invalid-quantity status.allocatable[pods] `1.5` must be an integer",
            "warning invalid-value status.allocatable[cores] `cores` must be a standard resource, as `cpu`, or fully \
             qualified, as `example.com/gpu`",
            "error invalid-quantity status.capacity[memory] `4Gb` is not a quantity: unknown suffix `Gb`, did you \
             mean `G`",
        ],
    );
}

#[test]
fn requests_and_limits() {
    resources(
        "{requests: {cpu: «2»}, limits: {cpu: 1500m}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[cpu] `2` must be less than or equal to cpu \
             limit of `1500m`",
        ],
    );
    resources(
        "{limits: {memory: 1G}, requests: {memory: «1Gi»}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[memory] `1Gi` must be less than or equal to \
             memory limit of `1G`",
        ],
    );
    resources(
        "{requests: {nvidia.com/gpu: «1»}, limits: {nvidia.com/gpu: 2}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[nvidia.com/gpu] `1` must be equal to \
             nvidia.com/gpu limit of `2`",
        ],
    );
    resources(
        "{requests: {nvidia.com/gpu: «1»}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[nvidia.com/gpu] limit must be set for non \
             overcommitable resources, as `nvidia.com/gpu`",
        ],
    );
    resources(
        "{requests: {cpu: 1, hugepages-2Mi: «2Mi»}, limits: {hugepages-2Mi: 4Mi}}",
        &[
            "error out-of-range spec.containers[0].resources.requests[hugepages-2Mi] `2Mi` must be equal to \
             hugepages-2Mi limit of `4Mi`",
        ],
    );
    resources("{requests: {cpu: 1000m}, limits: {cpu: 1}}", &[]);
    spec(
        "resources: {requests: {cpu: «3»}, limits: {cpu: 2}}",
        &[
            "error out-of-range spec.resources.requests[cpu] `3` must be less than or equal to cpu limit of `2`",
        ],
    );
}

#[test]
fn what_a_pod_needs() {
    at(
        "apiVersion: v1\nkind: Pod\nmetadata: «{namespace: ns, labels: {a: b}}»\nspec: {containers: [{name: c}]}\n",
        &["error missing-field metadata.name an object needs a name"],
    );
    at(
        "apiVersion: v1\nkind: Pod\nmetadata: {generateName: «job-», namespace: ns}\nspec: {containers: [{name: c}]}\n",
        &[
            "info missing-field metadata.name the API server makes the name, of `generateName` and five letters: \
             `job-xxxxx` stands for it",
        ],
    );
    at(
        "apiVersion: v1\nkind: Pod\nmetadata: {generateName: «Job-»}\nspec: {containers: [{name: c}]}\n",
        &[
            "error invalid-value metadata.generateName `Job-xxxxx` is not a valid name: at most 253 lower case \
             letters, digits, `-` and `.`, with a letter or digit at both ends of each part",
        ],
    );
    at(
        "«apiVersion: v1\nkind: Pod\nmetadata: {name: p}»\n",
        &["error missing-field spec a pod needs a `spec`"],
    );
    at(
        &pod("«{nodeName: n1}»"),
        &["error missing-field spec.containers a pod needs a container"],
    );
    at(
        &pod("«{containers: []}»"),
        &["error missing-field spec.containers a pod needs a container"],
    );
    at(
        &pod("{containers: [«{image: a}»]}"),
        &["error missing-field spec.containers[0].name a container needs a `name`"],
    );
    at(
        &pod("{containers: «{name: a}»}")
            .replace("spec: {", "spec: «{")
            .replace("»}\n", "»}»\n"),
        &[
            "error missing-field spec.containers a pod needs a container",
            "error wrong-type spec.containers expected a list, found a mapping",
        ],
    );
}

#[test]
fn words() {
    let status = |status: &str| format!("{}status: {status}\n", pod("{containers: [{name: c}]}"));
    at(
        &status("{phase: «Runing»}"),
        &["error invalid-value status.phase `Runing` is not allowed here, did you mean `Running`"],
    );
    at(
        &status("{phase: «Completed»}"),
        &[
            "error invalid-value status.phase `Completed` is not allowed here, use `Pending` or `Running` or \
             `Succeeded` or `Failed` or `Unknown`",
        ],
    );
    at(
        &status("{startTime: «now»}"),
        &[
            "error invalid-time status.startTime `now` is not a time, write it as `2025-06-01T12:00:00Z`",
        ],
    );
    spec(
        "preemptionPolicy: «never»",
        &[
            "error invalid-value spec.preemptionPolicy `never` is not allowed here, did you mean `Never`",
        ],
    );
    spec(
        "restartPolicy: «Alway»",
        &[
            "error invalid-value spec.restartPolicy `Alway` is not allowed here, did you mean `Always`",
        ],
    );
    spec(
        "initContainers: [{name: i, restartPolicy: «Allways»}]",
        &[
            "error invalid-value spec.initContainers[0].restartPolicy `Allways` is not allowed here, did you mean \
             `Always`",
        ],
    );
    spec(
        "priority: «3000000000»",
        &[
            "error out-of-range spec.priority `3000000000` is out of range: it must be between -2147483648 and \
             2147483647",
        ],
    );
    spec(
        "priority: «high»",
        &["error wrong-type spec.priority expected a whole number, found the string `high`"],
    );
    spec(
        "priorityClassname: a"
            .replace("priorityClassname", "«priorityClassname»")
            .as_str(),
        &[
            "error unknown-field spec.priorityClassname unknown field `priorityClassname`, did you mean \
             `priorityClassName`",
        ],
    );
    spec(
        "nodeName: «1»",
        &[
            "error wrong-type spec.nodeName expected a string, found the number `1`: put it in quotes",
        ],
    );
    spec(
        "nodeSelector: {gpu: «true»}",
        &[
            "error wrong-type spec.nodeSelector[gpu] expected a string, found the boolean `true`: put it in quotes",
        ],
    );
}

#[test]
fn taints_and_tolerations() {
    let node =
        |spec: &str| format!("apiVersion: v1\nkind: Node\nmetadata: {{name: n1}}\nspec: {spec}\n");
    at(
        &node("{taints: [{key: a, effect: «NoSelect»}]}"),
        &[
            "error invalid-value spec.taints[0].effect `NoSelect` is not allowed here, use `NoSchedule` or \
             `PreferNoSchedule` or `NoExecute`",
        ],
    );
    at(
        &node("{taints: [{key: a, effect: «NoScheduled»}]}"),
        &[
            "error invalid-value spec.taints[0].effect `NoScheduled` is not allowed here, did you mean `NoSchedule`",
        ],
    );
    at(
        &node("{taints: [«{effect: NoSchedule}», «{key: a}»]}"),
        &[
            "error missing-field spec.taints[0].key a taint needs a `key`",
            "error missing-field spec.taints[1].effect a taint needs an `effect`",
        ],
    );
    at(
        &node("{unschedulable: «1»}"),
        &["error wrong-type spec.unschedulable expected `true` or `false`, found the number `1`"],
    );
    spec(
        "tolerations: [{operator: Exists}, {key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 300}, \
         {key: b, value: c}]",
        &[],
    );
    spec(
        "tolerations: [{key: a, operator: «In»}]",
        &[
            "error invalid-value spec.tolerations[0].operator `In` is not allowed here, use `Equal` or `Exists` or ``",
        ],
    );
    spec(
        "tolerations: [«{value: a}»]",
        &[
            "error invalid-value spec.tolerations[0].operator operator must be Exists when `key` is empty, which \
             means \"match all values and all keys\"",
        ],
    );
    spec(
        "tolerations: [{key: a, operator: Exists, value: «b»}]",
        &[
            "error invalid-value spec.tolerations[0].value value must be empty when `operator` is 'Exists'",
        ],
    );
    spec(
        "tolerations: [{key: a, effect: «NoSchedule», tolerationSeconds: 3}, «{key: a, tolerationSeconds: 3}»]",
        &[
            "error invalid-value spec.tolerations[0].effect effect must be 'NoExecute' when `tolerationSeconds` is set",
            "error invalid-value spec.tolerations[1].effect effect must be 'NoExecute' when `tolerationSeconds` is set",
        ],
    );
    spec(
        "tolerations: [{key: a, effect: NoExecute, tolerationSeconds: «soon»}]",
        &[
            "error wrong-type spec.tolerations[0].tolerationSeconds expected a whole number, found the string `soon`",
        ],
    );
}
