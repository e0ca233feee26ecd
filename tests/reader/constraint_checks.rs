//! The API server's checks that compare fields of a pod with each other.

use super::check_marked as at;

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {spec}\n")
}

#[test]
fn spread_constraints_do_not_repeat() {
    let two = |first: &str, second: &str| {
        pod(&format!(
            "{{containers: [{{name: c}}], topologySpreadConstraints: [{{maxSkew: 1, {first}}}, \
             {{maxSkew: 2, {second}}}]}}"
        ))
    };
    let hard = "topologyKey: zone, whenUnsatisfiable: DoNotSchedule";
    at(
        &two(&hard.replace("zone", "«zone»"), hard),
        &[
            "error invalid-value spec.topologySpreadConstraints[0].topologyKey duplicate of a later constraint: \
             {zone, DoNotSchedule}",
        ],
    );
    at(&two(hard, &hard.replace("zone", "host")), &[]);
    at(
        &two(hard, &hard.replace("DoNotSchedule", "ScheduleAnyway")),
        &[],
    );
}

#[test]
fn a_key_is_in_one_list() {
    let term = |same: &str, other: &str| {
        pod(&format!(
            "{{containers: [{{name: c}}], affinity: {{podAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
             [{{topologyKey: zone, labelSelector: {{}}, matchLabelKeys: {same}, mismatchLabelKeys: {other}}}]}}}}}}"
        ))
    };
    at(
        &term("[a, «b»]", "[b]"),
        &[
            "error invalid-value spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]\
             .matchLabelKeys[1] exists in both matchLabelKeys and mismatchLabelKeys",
        ],
    );
    at(&term("[a]", "[b]"), &[]);
}

#[test]
fn ports_on_the_network_of_the_host() {
    let with = |network: &str, port: &str| {
        pod(&format!(
            "{{hostNetwork: {network}, containers: [{{name: c, ports: [{{{port}}}]}}]}}"
        ))
    };
    at(
        &with("true", "containerPort: «80», hostPort: 8080"),
        &[
            "error invalid-value spec.containers[0].ports[0].containerPort must match `hostPort` when `hostNetwork` \
             is true",
        ],
    );
    at(&with("false", "containerPort: 80, hostPort: 8080"), &[]);
    at(&with("true", "containerPort: 80, hostPort: 80"), &[]);
    at(&with("true", "containerPort: 80"), &[]);
}

/// The API server takes values of preferred terms that kube-scheduler does not parse.
#[test]
fn values_of_preferred_terms_are_warned_of() {
    for (operator, value, text, what) in [
        ("Gt", "«'-1'»", "-1", "an integer without a sign"),
        ("Lt", "«x»", "x", "an integer without a sign"),
        ("In", "«a b»", "a b", "a label value"),
    ] {
        let requirement = format!("{{key: gen, operator: {operator}, values: [{value}]}}");
        let expected = format!(
            "warning invalid-value spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]\
             .preference.matchExpressions[0].values[0] `{text}` is not {what}: the API server takes it, but where the \
             pod fits two or more nodes, kube-scheduler fails before it scores them and the pod stays pending"
        );
        at(
            &pod(&format!(
                "{{containers: [{{name: c}}], affinity: {{nodeAffinity: \
                 {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 1, preference: {{matchExpressions: \
                 [{requirement}]}}}}]}}}}}}"
            )),
            &[&expected],
        );
    }
}

/// What the API server compares in a new pod.
#[test]
fn new_pods_are_checked() {
    let one = |rest: &str| pod(&format!("{{containers: [{{name: c}}], {rest}}}"));
    let two = |first: &str, second: &str| {
        let container =
            |name, port| format!("{{name: {name}, ports: [{{containerPort: 8{port}}}]}}");
        let (first, second) = (container("c", first), container("d", second));
        pod(&format!("{{containers: [{first}, {second}]}}"))
    };
    at(
        &two("0, hostPort: 81", "1, hostPort: «81»"),
        &[
            "error invalid-value spec.containers[1].ports[0].hostPort port 81/TCP of the node is taken by another port \
             of the pod",
        ],
    );
    at(
        &two("0, hostPort: 81", "1, hostPort: 81, protocol: UDP"),
        &[],
    );
    at(
        &one("nodeName: «n1», schedulingGates: [{name: a}]"),
        &[
            "error invalid-value spec.nodeName cannot be set until all `schedulingGates` have been cleared",
        ],
    );
    at(
        &one("overhead: «{cpu: 1}»"),
        &[
            "error invalid-value spec.overhead is set without a `runtimeClassName` whose RuntimeClass defines it",
        ],
    );
    at(&one("overhead: {cpu: 1}, runtimeClassName: kata"), &[]);
    at(
        &pod(
            "{containers: [{name: c, volumeMounts: [{name: v}, {name: «w»}]}], volumes: [{name: v}]}",
        ),
        &["error invalid-value spec.containers[0].volumeMounts[1].name the pod has no volume `w`"],
    );
    at(
        &pod("{containers: [{name: c, resources: {limits: {hugepages-2Mi: «4Mi»}}}]}"),
        &[
            "error invalid-value spec.containers[0].resources.limits[hugepages-2Mi] `hugepages-2Mi` needs a request or \
             limit of cpu or memory",
        ],
    );
}

#[test]
fn label_keys_are_beside_a_selector() {
    let spread = |rest: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p, labels: {{app: a}}}}\nspec: {{containers: [{{name: c}}], \
             topologySpreadConstraints: [{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, \
             {rest}}}]}}\n"
        )
    };
    let path = "error invalid-value spec.topologySpreadConstraints[0].matchLabelKeys";
    at(
        &spread("matchLabelKeys: «[app]»"),
        &[&format!(
            "{path} must not be specified when `labelSelector` is not set"
        )],
    );
    at(
        &spread("matchLabelKeys: [«app»], labelSelector: {matchLabels: {app: b}}"),
        &[&format!(
            "{path}[0] exists in both `matchLabelKeys` and `labelSelector`"
        )],
    );
    at(
        &spread("matchLabelKeys: [app], labelSelector: {matchLabels: {tier: b}}"),
        &[],
    );
    let term = "{topologyKey: zone, labelSelector: {matchExpressions: [{key: app, operator: Exists}]}, \
                matchLabelKeys: [«app»]}";
    at(
        &format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p, labels: {{app: a}}}}\nspec: {{containers: [{{name: c}}], \
             affinity: {{podAntiAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 1, \
             podAffinityTerm: {term}}}]}}}}}}\n"
        ),
        &[
            "error invalid-value spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]\
             .podAffinityTerm.matchLabelKeys[0] exists in both `matchLabelKeys` and `labelSelector`",
        ],
    );
}
