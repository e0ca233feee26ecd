//! What is read of the fields by which a pod stays near other pods or away from them, and what the API server makes of
//! them in pods that are not stored yet.

use schedscope::{
    objects::{diagnostic::Encoding, pod::Pod},
    reader::Reader,
};

use schedscope_fuzz::reader::dump;

/// A pod with labels `app: a` and `version: v1`. A stored one has a UID.
fn pod(is_stored: bool, spec: &str, status: &str) -> String {
    let uid = if is_stored { "uid: u, " } else { "" };
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{{uid}name: p, labels: {{app: a, version: v1}}}}\nstatus: \
         {{{status}}}\nspec: {spec}\n"
    )
}

/// The parts of an object that are not as in an object without any of them, as one line each.
fn differing(text: &str, plain: &str) -> Vec<String> {
    let whole = format!("{{{text}}}");
    let parts = split(&whole);
    let plain = split(plain);
    parts
        .into_iter()
        .filter(|part| !plain.contains(part))
        .collect()
}

/// The fields of a struct as Rust prints it.
fn split(text: &str) -> Vec<String> {
    let inner = text.split_once('{').map_or(text, |(_, inner)| inner);
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0);
    for char in inner.chars() {
        depth += i32::from("([{".contains(char)) - i32::from(")]}".contains(char));
        if char == ',' && depth == 0 {
            parts.push(std::mem::take(&mut part).trim().to_owned());
        } else {
            part.push(char);
        }
    }
    parts.push(part.trim().trim_end_matches(['}', ')', ' ']).to_owned());
    parts
}

/// What is read of a pod without findings beside an empty `PodConstraints`.
#[track_caller]
fn constraints(reader: &Reader, pod: &Pod) -> Vec<String> {
    let texts: Vec<&str> = reader.objects().names.texts().collect();
    let plain = format!("{:?}", schedscope::objects::pod::PodConstraints::default());
    let Some(constraints) = &pod.constraints else {
        return vec!["none".to_owned()];
    };
    let text = dump::resolve(&format!("{constraints:?}"), &texts);
    let text = text
        .trim_start_matches("PodConstraints {")
        .trim_end_matches('}');
    differing(text, &plain)
}

#[track_caller]
fn check(is_stored: bool, spec: &str, status: &str, expect: &[&str]) {
    let text = pod(is_stored, spec, status);
    let reader = Reader::new(&text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
    let found = constraints(&reader, &reader.objects().pods[0]);
    assert_eq!(found, expect, "\n{text}");
}

/// The same of a stored pod and of one that is not.
#[track_caller]
fn both(more: &str, expect: &[&str]) {
    for is_stored in [false, true] {
        check(
            is_stored,
            &format!("{{containers: [{{name: c}}], {more}}}"),
            "",
            expect,
        );
    }
}

#[test]
fn plain_pods_have_none() {
    both("nodeSelector: {a: b}", &["none"]);
    both(
        "schedulingGates: [], topologySpreadConstraints: [], hostNetwork: true, affinity: {podAffinity: \
         {requiredDuringSchedulingIgnoredDuringExecution: []}, podAntiAffinity: {}}",
        &["none"],
    );
}

#[test]
fn gates() {
    both(
        "schedulingGates: [{name: example.com/b}, {name: example.com/a}]",
        &[r#"scheduling_gates: ["example.com/b", "example.com/a"]"#],
    );
}

#[test]
fn host_ports() {
    let port = |protocol: &str, ip: &str, port: u16| {
        format!(r#"HostPort {{ protocol: "{protocol}", ip: "{ip}", port: {port} }}"#)
    };
    let ports = |ports: &[String]| format!("host_ports: [{}]", ports.join(", "));
    let containers = "{containers: [{name: a, ports: [{containerPort: 8080, hostPort: 8080}, {containerPort: 81, \
                      hostPort: 0}, {containerPort: 82}]}, {name: b, ports: [{containerPort: 53, hostPort: 53, \
                      hostIP: '::', protocol: UDP}]}]";
    // Of init containers, sidecars only.
    let init = "initContainers: [{name: i, ports: [{containerPort: 1, hostPort: 1}]}, {name: s, restartPolicy: \
                Always, ports: [{containerPort: 2, hostPort: 2, protocol: SCTP}]}]";
    let own = [
        port("TCP", "0.0.0.0", 8080),
        port("UDP", "::", 53),
        port("SCTP", "0.0.0.0", 2),
    ];
    for is_stored in [false, true] {
        check(
            is_stored,
            &format!("{containers}, {init}}}"),
            "",
            &[&ports(&own)],
        );
    }
    // On the host's network each port is one of the host.
    let host = format!("{containers}, {init}, hostNetwork: true}}");
    let all = [
        port("TCP", "0.0.0.0", 8080),
        port("TCP", "0.0.0.0", 81),
        port("TCP", "0.0.0.0", 82),
        port("UDP", "::", 53),
        port("SCTP", "0.0.0.0", 2),
    ];
    for is_stored in [false, true] {
        check(is_stored, &host, "", &[&ports(&all)]);
    }
    // Wherever it stands.
    let first = host
        .replacen('{', "{hostNetwork: true, ", 1)
        .replace(", hostNetwork: true}", "}");
    check(false, &first, "", &[&ports(&all)]);
}

#[test]
fn topology_spread() {
    let read = |fields: &str| format!("topology_spread: [TopologySpreadConstraint {{ {fields} }}]");
    both(
        "topologySpreadConstraints: [{maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}]",
        &[&read(
            "max_skew: 2, topology_key: \"zone\", is_hard: true, selector: None, match_label_keys: [], \
             min_domains: 1, honors_node_affinity: true, honors_node_taints: false",
        )],
    );
    // Its keys are not merged here: the scheduler looks at them.
    both(
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: \
         {}, matchLabelKeys: [version, none], nodeAffinityPolicy: Ignore, nodeTaintsPolicy: Honor}]",
        &[&read(
            "max_skew: 1, topology_key: \"zone\", is_hard: false, selector: Some(LabelSelector { match_labels: [], \
             match_expressions: [] }), match_label_keys: [\"version\", \"none\"], min_domains: 1, \
             honors_node_affinity: false, honors_node_taints: true",
        )],
    );
    both(
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 3, \
         nodeAffinityPolicy: Honor, nodeTaintsPolicy: Ignore}]",
        &[&read(
            "max_skew: 1, topology_key: \"zone\", is_hard: true, selector: None, match_label_keys: [], \
             min_domains: 3, honors_node_affinity: true, honors_node_taints: false",
        )],
    );
}

/// A term of pod affinity as Rust prints it.
fn term(expressions: &str, more: &str) -> String {
    format!(
        "PodAffinityTerm {{ selector: Some(LabelSelector {{ match_labels: [(\"app\", \"a\")], match_expressions: \
         [{expressions}] }}), topology_key: \"zone\", {more} }}"
    )
}

#[test]
fn pod_affinity() {
    let plain = "labelSelector: {matchLabels: {app: a}}, topologyKey: zone";
    let alone = "namespaces: [], namespace_selector: None, label_keys: None";
    both(
        &format!(
            "affinity: {{podAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{{plain}}}]}}}}"
        ),
        &[&format!(
            "pod_affinity: PodAffinity {{ required: [{}], preferred: [] }}",
            term("", alone)
        )],
    );
    both(
        &format!(
            "affinity: {{podAntiAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 7, \
             podAffinityTerm: {{{plain}, namespaces: [x, z], namespaceSelector: {{}}}}}}]}}}}"
        ),
        &[&format!(
            "pod_anti_affinity: PodAffinity {{ required: [], preferred: [WeightedPodAffinityTerm {{ weight: 7, term: \
             {} }}] }}",
            term(
                "",
                "namespaces: [\"x\", \"z\"], namespace_selector: Some(LabelSelector { match_labels: [], \
                 match_expressions: [] }), label_keys: None"
            )
        )],
    );
    // Absent is not empty.
    both(
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}",
        &[
            "pod_affinity: PodAffinity { required: [PodAffinityTerm { selector: None, topology_key: \"zone\", \
             namespaces: [], namespace_selector: None, label_keys: None }], preferred: [] }",
        ],
    );
}

/// Keys of labels that the pod carries are merged into selectors once, before it is stored.
#[test]
fn label_keys_of_pod_affinity() {
    let spec = "{containers: [{name: c}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: \
                [{labelSelector: {matchLabels: {app: a}}, topologyKey: zone, matchLabelKeys: [version, none], \
                mismatchLabelKeys: [app, other]}]}}}";
    let kept =
        "Some(LabelKeys { same: [\"version\", \"none\"], other: [\"app\", \"other\"], merged: 2 })";
    let read = |expressions: &str, keys: &str| {
        let more = format!("namespaces: [], namespace_selector: None, label_keys: {keys}");
        let term = term(expressions, &more);
        format!("pod_affinity: PodAffinity {{ required: [{term}], preferred: [] }}")
    };
    let merged = "Requirement { key: \"version\", operator: \"In\", values: [\"v1\"] }, Requirement { key: \"app\", \
     operator: \"NotIn\", values: [\"a\"] }";
    check(false, spec, "", &[&read(merged, kept)]);
    check(true, spec, "", &[&read("", "None")]);
    // What the server stores is read as it is.
    let stored = spec.replace(
        "{matchLabels: {app: a}}",
        "{matchLabels: {app: a}, matchExpressions: [{key: version, operator: In, values: [v1]}, {key: app, operator: \
         NotIn, values: [a]}]}",
    );
    check(true, &stored, "", &[&read(merged, "None")]);
    // A template's labels count, wherever they stand.
    let labels = "metadata: {labels: {app: a, version: v1}}";
    for template in [
        format!("{{{labels}, spec: {spec}}}"),
        format!("{{spec: {spec}, {labels}}}"),
    ] {
        let text = format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: d, uid: u}}\nspec: {{selector: {{matchLabels: \
             {{app: a}}}}, template: {template}}}\n"
        );
        let reader = Reader::new(&text);
        assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
        let found = constraints(&reader, &reader.objects().workloads[0].template);
        assert_eq!(found, [read(merged, kept)], "\n{text}");
    }
}

#[test]
fn preferred_nodes() {
    let affinity = |list: &str| {
        format!(
            "affinity: {{nodeAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: {list}}}}}"
        )
    };
    both(&affinity("[]"), &["preferred_node_affinity: Some([])"]);
    both(
        &affinity(
            "[{weight: 9, preference: {matchFields: [{key: metadata.name, operator: In, values: [n1]}]}}]",
        ),
        &[
            "preferred_node_affinity: Some([PreferredSchedulingTerm { weight: 9, preference: NodeSelectorTerm { \
             labels: [], fields: [NodeRequirement { key: \"metadata.name\", operator: \"In\", values: [\"n1\"], \
             unparsable: false }] } }])",
        ],
    );
}

/// What containers hold by their status counts where it is more than they ask for, or the spec does not count.
#[test]
fn resized_containers() {
    let spec = "{nodeName: n1, containers: [{name: a, resources: {requests: {cpu: 1}}}, {name: b, resources: \
     {requests: {cpu: 2}}}], initContainers: [{name: i}, {name: s, restartPolicy: Always}]}";
    let short = |status: &str| {
        let text = pod(true, spec, status);
        let reader = Reader::new(&text);
        assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
        let Some(constraints) = &reader.objects().pods[0].constraints else {
            return "none".to_owned();
        };
        let names = &reader.objects().names;
        let list = |list: &schedscope::objects::managed_cluster::Resources| {
            let list = list.0.iter();
            let list =
                list.map(|(name, amount)| format!("{}={}", &names[*name], amount.milli_value()));
            list.collect::<Vec<_>>().join(",")
        };
        let resized = constraints.resized.iter().map(|container| {
            let sort = if container.is_init { "init" } else { "" };
            format!(
                "{sort}{}({};{})",
                container.index,
                list(&container.requests),
                list(&container.allocated)
            )
        });
        let resized: Vec<_> = resized.collect();
        format!(
            "{}{}",
            resized.join(" "),
            if constraints.resize_infeasible {
                " infeasible"
            } else {
                ""
            }
        )
    };
    let two = "containerStatuses: [{name: b, resources: {requests: {cpu: 3}}, allocatedResources: {cpu: 2}}, {name: a, \
               resources: {requests: {cpu: 500m}}}]";
    assert_eq!(short(two), "0(cpu=500;) 1(cpu=3000;cpu=2000)");
    assert_eq!(
        short("containerStatuses: [{name: a, resources: {requests: {cpu: 1}}}]"),
        "none"
    );
    // Another resource is more.
    assert_eq!(
        short("containerStatuses: [{name: a, allocatedResources: {cpu: 9}}]"),
        "0(;cpu=9000)"
    );
    assert_eq!(
        short("containerStatuses: [{name: a, resources: {}, allocatedResources: {memory: 1}}]"),
        "0(;memory=1000)"
    );
    // Init containers by their own list.
    assert_eq!(
        short(
            "initContainerStatuses: [{name: i, resources: {requests: {cpu: 1}}}, {name: s, resources: {requests: \
             {cpu: 1}}}, {name: gone, resources: {requests: {cpu: 1}}}]"
        ),
        "init0(cpu=1000;) init1(cpu=1000;)"
    );
    let condition = |reason: &str| {
        format!("{two}, conditions: [{{type: Ready}}, {{type: PodResizePending, {reason}}}]")
    };
    assert_eq!(
        short(&condition("reason: Deferred")),
        "0(cpu=500;) 1(cpu=3000;cpu=2000)"
    );
    assert_eq!(
        short(&condition("reason: Infeasible")),
        "0(cpu=500;) 1(cpu=3000;cpu=2000) infeasible"
    );
    let both = condition("reason: Deferred}, {type: PodResizePending, reason: Infeasible");
    assert_eq!(short(&both), "0(cpu=500;) 1(cpu=3000;cpu=2000)");
}

/// The requests of the pod as a whole.
fn whole(is_stored: bool, containers: &str, resources: &str) -> String {
    let spec = format!("{{containers: [{containers}], resources: {resources}}}");
    let text = pod(is_stored, &spec, "");
    let reader = Reader::new(&text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
    let pod = &reader.objects().pods[0];
    let requests = &pod.resources.as_ref().expect("resources").requests.0;
    let names = &reader.objects().names;
    let requests = requests
        .iter()
        .map(|(name, amount)| format!("{}={}", &names[*name], amount.milli_value()));
    requests.collect::<Vec<_>>().join(",")
}

#[test]
fn requests_of_the_pod_as_a_whole() {
    let container =
        "{name: a, resources: {requests: {cpu: 1}}}, {name: b, resources: {limits: {cpu: 500m}}}";
    // The containers' request first, else the limit.
    assert_eq!(
        whole(false, container, "{limits: {cpu: 4, memory: 1}}"),
        "cpu=1500,memory=1000"
    );
    assert_eq!(
        whole(false, container, "{limits: {memory: 1}}"),
        "cpu=1500,memory=1000"
    );
    assert_eq!(
        whole(false, container, "{requests: {cpu: 2}, limits: {cpu: 4}}"),
        "cpu=2000"
    );
    assert_eq!(
        whole(false, container, "{requests: {memory: 1}}"),
        "memory=1000"
    );
    assert_eq!(
        whole(true, container, "{limits: {cpu: 4, memory: 1}}"),
        "cpu=1500,memory=1000"
    );
    // An init container with the sidecars before it, where that is more.
    let init = "{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: i, resources: {requests: {cpu: \
                2}}}, {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}, {name: j, resources: \
                {requests: {cpu: 1500m}}}";
    assert_eq!(whole(false, init, "{limits: {cpu: 4}}"), "cpu=2500");
    assert_eq!(
        whole(false, &init.replace("1500m", "500m"), "{limits: {cpu: 4}}"),
        "cpu=2000"
    );
}

/// A pod whose labels, ports or gates change is counted out and in again, and the others stay.
#[test]
fn changed_pods_are_journalled() {
    let other = pod(false, "{containers: [{name: c}]}", "").replace("name: p", "name: q");
    let own = "{containers: [{name: c, image: one, ports: [{hostPort: 81}]}], schedulingGates: [{name: gate}], \
               runtimeClassName: fast, topologySpreadConstraints: [{maxSkew: 5, topologyKey: zone, whenUnsatisfiable: \
               DoNotSchedule}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: \
               [{topologyKey: rack}]}}}";
    let text = format!("{other}---\n{}", pod(false, own, ""));
    for (old, new) in [
        ("app: a", "app: b"),
        ("image: one", "image: two"),
        ("hostPort: 81", "hostPort: 82"),
        ("name: gate", "name: date"),
        ("runtimeClassName: fast", "runtimeClassName: slow"),
        ("maxSkew: 5", "maxSkew: 6"),
        ("topologyKey: rack", "topologyKey: pack"),
    ] {
        let mut reader = Reader::new(&text);
        let before = reader.objects().pod_journal.clone();
        let at = text.rfind(old).expect("the field");
        reader.edit(at, at + old.len(), new, Encoding::Utf8);
        let after = &reader.objects().pod_journal;
        assert_eq!(
            (after.epoch, &after.changed[..]),
            (before.epoch, &[1][..]),
            "{old}"
        );
        let anew = Reader::new(&reader.text());
        assert_eq!(dump::dump(&reader), dump::dump(&anew), "{old}");
    }
}

#[test]
fn owners_images_and_classes() {
    let text = "\
apiVersion: v1
kind: Pod
metadata: {name: p, ownerReferences: [{apiVersion: v1, kind: Node, name: n1}, {apiVersion: apps/v1, kind: ReplicaSet, \
name: r, controller: true}]}
spec: {runtimeClassName: kata, containers: [{name: c, image: 'example.com/a:1'}]}
---
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {images: [{names: [a, b], sizeBytes: 12345678901}, {names: null}]}
";
    let reader = Reader::new(text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), []);
    let objects = reader.objects();
    let (names, pod) = (&objects.names, &objects.pods[0]);
    let owner = pod.owner.expect("an owner");
    assert_eq!(
        (
            &names[owner.api_version],
            &names[owner.kind],
            owner.controls
        ),
        ("apps/v1", "ReplicaSet", true)
    );
    assert_eq!(
        (&names[pod.runtime_class], &names[pod.containers[0].image]),
        ("kata", "example.com/a:1")
    );
    let images = &objects.nodes[0].images;
    let of = |at: usize| {
        images[at]
            .names
            .iter()
            .map(|name| &names[*name])
            .collect::<Vec<_>>()
    };
    assert_eq!((of(0), images[0].size), (vec!["a", "b"], 12_345_678_901));
    assert_eq!((of(1), images[1].size), (vec![], 0));
}
