//! What is wrong with workloads, versions and kinds, and with objects that name each other, and where.

use schedscope::reader::Reader;

use super::check_marked as at;

#[test]
// One table.
#[allow(clippy::too_many_lines)]
fn workloads() {
    let workload = |kind: &str, spec: &str| {
        let version = if kind == "Job" { "batch/v1" } else { "apps/v1" };
        format!(
            "apiVersion: {version}\nkind: {kind}\nmetadata: {{name: w, namespace: ns}}\nspec: {spec}\n"
        )
    };
    let template = "template: {metadata: {labels: {app: w}}, spec: {containers: [{name: c}]}}";
    let selector = "selector: {matchLabels: {app: w}}";
    at(
        &workload("Deployment", &format!("{{{selector}, {template}}}")),
        &[],
    );
    at(
        &workload(
            "StatefulSet",
            &format!("{{replicas: «-1», {selector}, {template}}}"),
        ),
        &["error out-of-range spec.replicas `-1` is out of range: it must be at least 0"],
    );
    at(
        &workload(
            "Deployment",
            &format!("{{replicas: «100001», {selector}, {template}}}"),
        ),
        &[
            "error out-of-range spec.replicas `100001`: schedscope creates at most 100000 pods of a workload",
        ],
    );
    at(
        &workload(
            "ReplicaSet",
            &format!("{{replicas: «'2'», {selector}, {template}}}"),
        ),
        &["error wrong-type spec.replicas expected a whole number, found the string `2`"],
    );
    at(
        &workload(
            "Deployment",
            &format!("{{replica: 1, {selector}, {template}}}").replace("replica:", "«replica»:"),
        ),
        &["error unknown-field spec.replica unknown field `replica`, did you mean `replicas`"],
    );
    at(
        &workload("Deployment", &format!("«{{{template}}}»")),
        &["error missing-field spec.selector a Deployment needs a `selector`"],
    );
    at(
        &workload("Deployment", &format!("«{{{selector}}}»")),
        &["error missing-field spec.template a Deployment needs a `template`"],
    );
    at(
        &workload(
            "Deployment",
            &format!(
                "{{{selector}, template: {{metadata: {{labels: «{{app: x}}»}}, spec: {{containers: [{{name: c}}]}}}}}}"
            ),
        ),
        &[
            "error invalid-value spec.template.metadata.labels `selector` does not match template `labels`",
        ],
    );
    at(
        &workload(
            "Deployment",
            &format!("{{{selector}, template: «{{spec: {{containers: [{{name: c}}]}}}}»}}"),
        ),
        &[
            "error invalid-value spec.template.metadata.labels `selector` does not match template `labels`",
        ],
    );
    at(
        &workload(
            "Deployment",
            &format!("{{{selector}, template: «{{metadata: {{labels: {{app: w}}}}}}»}}"),
        ),
        &["error missing-field spec.template.spec a template needs a `spec`"],
    );
    at(
        &workload(
            "Deployment",
            &format!(
                "{{{selector}, template: {{metadata: {{labels: {{app: w}}}}, spec: «{{}}»}}}}"
            ),
        ),
        &["error missing-field spec.template.spec.containers a pod needs a container"],
    );
    at(
        &workload(
            "StatefulSet",
            &format!(
                "{{{selector}, {}}}",
                template.replace("spec: {", "spec: {restartPolicy: «Never», ")
            ),
        ),
        &[
            "error invalid-value spec.template.spec.restartPolicy `Never` is not supported for a StatefulSet, use \
             `Always`",
        ],
    );
    at(
        &workload("Job", "{template: {spec: «{containers: [{name: c}]}»}}"),
        &[
            "error missing-field spec.template.spec.restartPolicy a Job needs a `restartPolicy`: `OnFailure` or \
             `Never`",
        ],
    );
    at(
        &workload(
            "Job",
            "{template: {spec: {restartPolicy: «Always», containers: [{name: c}]}}}",
        ),
        &[
            "error invalid-value spec.template.spec.restartPolicy `Always` is not supported for a Job, use \
             `OnFailure` or `Never`",
        ],
    );
    at(
        &workload(
            "Job",
            "{completions: «x», parallelism: «-2», suspend: «1», template: {spec: {restartPolicy: Never, containers: \
             [{name: c, resources: {requests: {cpu: «z»}}}]}}}",
        ),
        &[
            "error wrong-type spec.completions expected a whole number, found the string `x`",
            "error out-of-range spec.parallelism `-2` is out of range: it must be at least 0",
            "error wrong-type spec.suspend expected `true` or `false`, found the number `1`",
            "error invalid-quantity spec.template.spec.containers[0].resources.requests[cpu] `z` is not a quantity: \
             a quantity begins with a number",
        ],
    );
}

#[test]
fn versions_and_kinds() {
    let object = |version: &str, kind: &str| {
        format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: o}}\n")
    };
    at(
        &format!(
            "{}value: 1\n",
            object("«scheduling.k8s.io/v1beta1»", "PriorityClass")
        ),
        &[
            "warning unknown-version apiVersion `scheduling.k8s.io/v1beta1` is not served since Kubernetes 1.22, it \
             is read as `scheduling.k8s.io/v1`",
        ],
    );
    at(
        &format!(
            "{}status: {{disruptionsAllowed: 0}}\n",
            object("«policy/v1beta1»", "PodDisruptionBudget")
        ),
        &[
            "warning unknown-version apiVersion `policy/v1beta1` is not served since Kubernetes 1.25, it is read as \
             `policy/v1`",
        ],
    );
    // What was made up then is not missed.
    at(
        &format!(
            "{}spec: {{template: {{spec: {{containers: [{{name: c}}]}}}}}}\n",
            object("«extensions/v1beta1»", "Deployment")
        ),
        &[
            "warning unknown-version apiVersion `extensions/v1beta1` is not served since Kubernetes 1.16, it is read \
             as `apps/v1`",
        ],
    );
    at(
        &object("«scheduling.sigs.k8s.io/v1alpha1»", "ElasticQuota"),
        &[
            "warning unknown-version apiVersion `scheduling.sigs.k8s.io/v1alpha1` is the former name of the group, \
             it is read as `scheduling.x-k8s.io/v1alpha1`",
        ],
    );
    at(
        &object("«apps/v2»", "Node").replace("apps/v2", "v2"),
        &["warning unknown-version apiVersion `Node` has no version `v2` here; it is read as `v1`"],
    );
    at(
        &object("«v1»", "Deployment"),
        &[
            "error unknown-version apiVersion no matches for kind `Deployment` in version `v1`, use `apps/v1`",
        ],
    );
    at(
        &object("«apps/v1»", "Pod"),
        &[
            "error unknown-version apiVersion no matches for kind `Pod` in version `apps/v1`, use `v1`",
        ],
    );
    at(
        &object("«longhorn.io/v1beta2»", "Node"),
        &[
            "info unknown-kind apiVersion `Node` of `longhorn.io/v1beta2` is not used here, only that of `v1`",
        ],
    );
    at(
        &object("batch/v1", "«CronJob»"),
        &["info unknown-kind kind a `CronJob` creates no pods here: those in the input are used"],
    );
    at(
        &object("apps/v1", "«DaemonSet»"),
        &["info unknown-kind kind a `DaemonSet` creates no pods here: those in the input are used"],
    );
    at(
        &object("«node.k8s.io/v1beta1»", "RuntimeClass"),
        &[
            "warning unknown-version apiVersion `node.k8s.io/v1beta1` is not served since Kubernetes 1.25, it is read \
             as `node.k8s.io/v1`",
        ],
    );
    at(
        &object("autoscaling/v2", "«HorizontalPodAutoscaler»"),
        &["info unknown-kind kind kind `HorizontalPodAutoscaler` is not checked"],
    );
    at(
        &object("apps/v1", "«Deploymnet»"),
        &["warning unknown-kind kind kind `Deploymnet` is not checked, did you mean `Deployment`"],
    );
}

#[test]
fn names_of_other_objects() {
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";
    let on = |name: &str, more: &str, status: &str| {
        format!(
            "\
apiVersion: v1
kind: Pod
metadata: {{name: {name}, namespace: ns}}
spec: {{containers: [{{name: c}}], {more}}}
status: {status}
"
        )
    };
    let running = "{phase: Running}";
    at(
        &[
            on("a", "nodeName: «m»", running),
            on("b", "nodeName: n1", running),
            node.to_owned(),
            on("c", "nodeName: m", running),
            on("d", "nodeName: «o»", running),
            on("e", "nodeName: q", "{phase: Failed}"),
        ]
        .join("---\n"),
        &[
            "info unknown-object spec.nodeName node `m` is not in the input: 2 pods on it are not counted",
            "info unknown-object spec.nodeName node `o` is not in the input: 1 pod on it is not counted",
        ],
    );
    // Without any node nothing is counted anyway.
    at(&on("a", "nodeName: m", running), &[]);
    at(
        &[
            on("a", "priorityClassName: «gold»", running),
            on("b", "priorityClassName: gold, priority: 5", running),
            on("c", "priorityClassName: system-node-critical", running),
            on("d", "priorityClassName: silver", running),
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: silver}\nvalue: 1\n".to_owned(),
            "\
apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec: {template: {spec: {restartPolicy: Never, priorityClassName: gold, containers: [{name: c}]}}}
".to_owned(),
            "\
apiVersion: batch/v1
kind: Job
metadata: {name: k}
spec: {template: {spec: {restartPolicy: Never, priorityClassName: «iron», containers: [{name: c}]}}}
".to_owned(),
        ]
        .join("---\n"),
        &[
            "warning unknown-object spec.priorityClassName priority class `gold` is not in the input: priority 0 is \
             used, 2 times in all",
            "warning unknown-object spec.template.spec.priorityClassName priority class `iron` is not in the input: \
             priority 0 is used",
        ],
    );
}

#[test]
fn too_many_pods() {
    let job = |name: &str, mark: [&str; 2]| {
        format!(
            "\
apiVersion: batch/v1
kind: Job
metadata: {{name: {name}}}
spec: {{parallelism: {}100000{}, completions: 1000000, template: {{spec: {{restartPolicy: Never, containers: \
[{{name: c}}]}}}}}}
",
            mark[0], mark[1]
        )
    };
    let text = [
        job("a", ["", ""]),
        job("b", ["", ""]),
        job("c", ["«", "»"]),
        job("d", ["", ""]),
    ]
    .join("---\n");
    at(
        &text,
        &[
            "warning too-large spec.parallelism at most 200000 pods are created for all workloads together",
        ],
    );
    let text = text.replace(['«', '»'], "");
    let expansions = Reader::new(&text).objects().expansions();
    let made: Vec<usize> = expansions
        .iter()
        .map(|expansion| expansion.numbers.len())
        .collect();
    assert_eq!(made, [100_000, 100_000]);
}
