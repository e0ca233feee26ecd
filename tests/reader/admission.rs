//! What the API server refuses of a pod, a workload or a policy, by its own fields and by other objects.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use super::{check_marked as at, lines};

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {spec}\n")
}

/// A class with an overhead and a node selector, and what a pod of it says besides.
fn with_class(says: &str) -> String {
    "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: kata}\nhandler: kata\n\
     overhead: {podFixed: {cpu: 250m}}\nscheduling: {nodeSelector: {kata: 'true'}}\n---\n"
        .to_owned()
        + &pod(&format!(
            "{{runtimeClassName: kata, {says}containers: [{{name: c}}]}}"
        ))
}

#[test]
fn a_pod_agrees_with_its_runtime_class() {
    at(&with_class(""), &[]);
    at(
        &with_class("overhead: {cpu: 0.25}, nodeSelector: {kata: 'true', a: b}, "),
        &[],
    );
    at(
        &with_class("«overhead: {cpu: 1}», "),
        &[
            "error invalid-value spec.overhead differs from `overhead.podFixed` of RuntimeClass `kata`: the API server \
             refuses the pod",
        ],
    );
    at(
        &with_class("«overhead: {cpu: 1}», ").replace("overhead: {podFixed: {cpu: 250m}}\n", ""),
        &[
            "error invalid-value spec.overhead is set, and RuntimeClass `kata` defines none: the API server refuses \
             the pod",
        ],
    );
    at(
        &with_class("«nodeSelector: {kata: 'false'}», "),
        &[
            "error invalid-value spec.nodeSelector requires `kata: false`, and RuntimeClass `kata` requires `kata: \
             true`: the API server refuses the pod",
        ],
    );
    let stored = with_class("overhead: {cpu: 1}, ").replace("name: p", "name: p, uid: u");
    at(&stored, &[]);
}

#[test]
fn in_a_namespace_that_is_being_deleted() {
    let namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: default}\nstatus: {phase: «Terminating»}\n---\n";
    let warning = "warning invalid-value status.phase the namespace is being deleted: the API server creates no pods \
                   in it";
    let pod = pod("{containers: [{name: c}]}");
    let stored = pod.replace("name: p", "name: p, uid: u");
    at(&(namespace.to_owned() + &stored), &[warning]);
    let new = pod.replace("name: p", "name: p, namespace: «default»");
    at(
        &(namespace.to_owned() + &new),
        &[
            warning,
            "error invalid-value metadata.namespace Namespace `default` is being deleted, and the API server takes no \
             new pods in it",
        ],
    );
    at(&(namespace.replace("«Terminating»", "Active") + &pod), &[]);
}

/// An edit of a class or a namespace is an edit of what its pods may be.
#[test]
fn edits_of_other_objects_are_seen() {
    let text = with_class("nodeSelector: {kata: 'true'}, ")
        + "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default}\nstatus: {phase: Active}\n";
    for (from, to) in [
        (
            "nodeSelector: {kata: 'true'}}\n",
            "nodeSelector: {kata: 'false'}}\n",
        ),
        ("cpu: 250m", "cpu: 1"),
        ("Active", "Terminating"),
        ("metadata: {name: p}", "metadata: {name: p, uid: u}"),
    ] {
        let mut reader = Reader::new(&text);
        let start = text.find(from).expect("a place");
        reader.edit(start, start + from.len(), to, Encoding::Utf8);
        let found = reader.diagnostics(Encoding::Utf8, 100);
        let found: Vec<String> = found.iter().map(super::line).collect();
        assert_eq!(found, lines(&text.replace(from, to)), "{from}");
    }
}

#[test]
fn a_key_of_the_selector_is_in_no_list_of_keys() {
    let spread = |selector: &str, keys: &str| {
        format!(
            "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, \
             labelSelector: {selector}, matchLabelKeys: [{keys}]}}]"
        )
    };
    let message = |path: &str, more: &str| {
        format!(
            "error invalid-value {path}.topologySpreadConstraints[0].matchLabelKeys[0] exists in both `matchLabelKeys` \
             and `labelSelector`{more}"
        )
    };
    let single = |spread: &str| {
        pod(&format!("{{containers: [{{name: c}}], {spread}}}"))
            .replace("name: p", "name: p, labels: {a: b}")
    };
    let set = |spread: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\nspec: {{selector: {{matchLabels: \
             {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, spec: {{containers: [{{name: c}}], \
             {spread}}}}}}}\n"
        )
    };
    let one = "{matchLabels: {a: b}}";
    at(&single(&spread(one, "«a»")), &[&message("spec", "")]);
    at(&single(&spread(one, "x")), &[]);
    // The API server adds nothing to a template, and so takes it.
    let refuses = ": the API server refuses the pods";
    let path = "spec.template.spec";
    at(&set(&spread(one, "«a»")), &[&message(path, refuses)]);
    let twice = "{matchLabels: {a: b}, matchExpressions: [{key: a, operator: Exists}]}";
    at(&set(&spread(twice, "«a»")), &[&message(path, "")]);
    // A label that the controller sets.
    let hash = "{matchExpressions: [{key: pod-template-hash, operator: Exists}]}";
    at(
        &set(&spread(hash, "«pod-template-hash»")),
        &[&message(path, refuses)],
    );
    at(&set(&spread(one, "pod-template-hash")), &[]);
}

#[test]
fn keys_and_names_are_those_of_labels() {
    let key = |text: &str| {
        format!(
            "`{text}` is not a valid label key: at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit \
             at both ends; before it may stand a DNS name and `/`"
        )
    };
    at(
        &pod("{containers: [{name: c}], tolerations: [{key: «a b», value: «c d»}]}"),
        &[
            &format!("error invalid-value spec.tolerations[0].key {}", key("a b")),
            "error invalid-value spec.tolerations[0].value `c d` is not a valid label value: at most 63 letters, \
             digits, `-`, `_` and `.`, with a letter or digit at both ends",
        ],
    );
    at(
        &pod(
            "{containers: [{name: c}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: \
             [{labelSelector: {}, namespaces: [«A»], topologyKey: «a b»}]}}}",
        ),
        &[
            "error invalid-value spec.affinity.podAffinity.\
             requiredDuringSchedulingIgnoredDuringExecution[0].namespaces[0] `A` is not a valid name: at \
             most 63 lower case letters, digits and `-`, with a letter or digit at both ends",
            &format!(
                "error invalid-value spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]\
                 .topologyKey {}",
                key("a b")
            ),
        ],
    );
    at(
        &pod("{containers: [{name: c}], schedulingGates: [{name: a}, {name: «a»}]}"),
        &["error invalid-value spec.schedulingGates[1].name another gate has the name `a`"],
    );
    let taints = |second: &str| {
        format!(
            "apiVersion: v1\nkind: Node\nmetadata: {{name: n1}}\nspec: {{taints: [{{key: a, effect: NoSchedule}}, \
             {second}]}}\n"
        )
    };
    at(&taints("{key: a, effect: NoExecute}"), &[]);
    at(
        &taints("«{key: a, value: b, effect: NoSchedule}»"),
        &["error invalid-value spec.taints[1] taints must be unique by `key` and `effect`"],
    );
}

#[test]
fn amounts_of_a_pod_hold_those_of_its_containers() {
    let whole = |requests: &str, limits: &str| {
        pod(&format!(
            "{{resources: {{requests: {{cpu: {requests}}}, limits: {{cpu: 3}}}}, containers: [{{name: c, resources: \
             {{requests: {{cpu: 1}}, limits: {{cpu: {limits}}}}}}}, {{name: d, resources: {{requests: {{cpu: 1}}}}}}]}}"
        ))
    };
    at(&whole("2", "3"), &[]);
    at(
        &whole("«1»", "3"),
        &[
            "error out-of-range spec.resources.requests[cpu] must be at least the request of all containers, `2`",
        ],
    );
    at(
        &whole("2", "«4»"),
        &[
            "error out-of-range spec.containers[0].resources.limits[cpu] must be at most the limit of the pod, `3`",
        ],
    );
    at(
        &pod("{containers: [{name: c, resources: {limits: {cpu: 1, hugepages-2Mi: «3Mi»}}}]}"),
        &[
            "error invalid-quantity spec.containers[0].resources.limits[hugepages-2Mi] `3Mi` must be a multiple of the \
             size of the pages",
        ],
    );
}

#[test]
fn volumes_have_names_of_their_own() {
    at(
        &pod(
            "{containers: [{name: c}], volumes: [{name: v, emptyDir: {}}, {name: «v», persistentVolumeClaim: «{}»}]}",
        ),
        &[
            "error invalid-value spec.volumes[1].name another volume has the name `v`",
            "error missing-field spec.volumes[1].persistentVolumeClaim.claimName the volume needs a `claimName`",
        ],
    );
}

#[test]
fn counts_of_workloads_agree() {
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: «{completionMode: Indexed, template: {spec: \
               {restartPolicy: Never, containers: [{name: c}]}}}»\n";
    at(
        job,
        &[
            "error missing-field spec.completions a Job whose `completionMode` is `Indexed` needs `completions`",
        ],
    );
    let deployment = |says: &str, spec: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d}}\nspec: {{{says}, template: {{metadata: \
             {{labels: {{a: b}}}}, spec: {{{spec}containers: [{{name: c}}]}}}}}}\n"
        )
    };
    let selector = "selector: {matchLabels: {a: b}}";
    at(
        &deployment(&format!("{selector}, minReadySeconds: 599"), ""),
        &[],
    );
    at(
        &deployment(&format!("{selector}, minReadySeconds: «600»"), ""),
        &[
            "error invalid-value spec.progressDeadlineSeconds must be greater than `minReadySeconds`; its \
             default is 600",
        ],
    );
    at(
        &deployment("selector: «{}»", "activeDeadlineSeconds: «5», "),
        &[
            "error invalid-value spec.selector an empty selector is not valid for a Deployment",
            "error invalid-value spec.template.spec.activeDeadlineSeconds is not supported for a Deployment",
        ],
    );
    at(
        "apiVersion: batch/v1\nkind: «CronJob»\nmetadata: {name: j}\nspec: {schedule: «'0 24 * * *'», jobTemplate: \
         {spec: {template: {spec: {restartPolicy: «Always», containers: [{name: c}]}}}}}\n",
        &[
            "info unknown-kind kind a `CronJob` creates no pods here: those in the input are used",
            "error invalid-value spec.schedule `24` is no hour: numbers from 0 to 23, ranges as `1-3` and steps as \
             `*/2`",
            "error invalid-value spec.jobTemplate.spec.template.spec.restartPolicy `Always` is not supported for a \
             CronJob, use `OnFailure` or `Never`",
        ],
    );
}

#[test]
fn policies_of_a_namespace_agree() {
    let range = |limits: &str| {
        format!(
            "apiVersion: v1\nkind: LimitRange\nmetadata: {{name: r}}\nspec: {{limits: \
             [{{type: Container, {limits}}}]}}\n"
        )
    };
    at(
        &range("min: {cpu: 1}, defaultRequest: {cpu: 1}, default: {cpu: 2}, max: {cpu: 2}"),
        &[],
    );
    at(
        &range("min: {cpu: «2»}, max: {cpu: 1}"),
        &["error out-of-range spec.limits[0].min[cpu] must be less than or equal to `max`"],
    );
    let quota = |spec: &str| {
        format!("apiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: q}}\nspec: {spec}\n")
    };
    at(
        &quota(
            "{hard: {requests.nvidia.com/gpu: 1, count/pods: 2, services: 1, limits.memory: 1Gi}}",
        ),
        &[],
    );
    at(
        &quota("{hard: {gpu: «1»}, scopes: [Terminating, «NotTerminating»]}"),
        &[
            "error invalid-value spec.hard[gpu] `gpu` must be a standard resource for quota, as `requests.cpu`, or \
             fully qualified, as `requests.example.com/gpu`",
            "error invalid-value spec.scopes[1] conflicts with another scope: no pod is in both",
        ],
    );
}
