//! Namespaces, services, runtime classes, resource quotas, and workloads that only select.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

use schedscope_fuzz::reader::dump;

use super::{check_marked as at, line};

/// What is read of a text that has no finding: each object in one line.
#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let reader = Reader::new(text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
    assert_eq!(dump::objects(reader.objects()), expect, "\n{text}");
}

#[test]
fn namespaces() {
    let namespace =
        |metadata: &str| format!("apiVersion: v1\nkind: Namespace\nmetadata: {metadata}\n");
    let named = r#"("kubernetes.io/metadata.name", "a")"#;
    check(
        &namespace("{name: a}"),
        &[&format!(
            r#"Namespace {{ name: "a", labels: Labels([{named}]), deleting: false }}"#
        )],
    );
    check(
        &namespace("{name: a, labels: {env: prod}}"),
        &[&format!(
            r#"Namespace {{ name: "a", labels: Labels([("env", "prod"), {named}]), deleting: false }}"#
        )],
    );
    // It is there, or the namespace is stored: it is as the server has it.
    check(
        &namespace("{name: a, labels: {kubernetes.io/metadata.name: b}}"),
        &[
            r#"Namespace { name: "a", labels: Labels([("kubernetes.io/metadata.name", "b")]), deleting: false }"#,
        ],
    );
    check(
        &namespace("{name: a, uid: u, labels: {}}"),
        &[r#"Namespace { name: "a", labels: Labels([]), deleting: false }"#],
    );
    for ends in [
        "{name: a, uid: u, deletionTimestamp: 2026-01-01T00:00:00Z}",
        "{name: a, uid: u}\nstatus: {phase: Terminating}",
    ] {
        let reader = Reader::new(&namespace(ends));
        assert!(reader.objects().namespaces[0].deleting, "{ends}");
    }
    // No namespace has a namespace.
    let twice = namespace("{name: a, namespace: x}") + "---\n" + &namespace("{name: a}");
    let found = Reader::new(&twice).diagnostics(Encoding::Utf8, 9);
    let found: Vec<String> = found.iter().map(line).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("duplicate-object"), "{found:?}");
}

#[test]
fn services() {
    let service =
        |spec: &str| format!("apiVersion: v1\nkind: Service\nmetadata: {{name: s}}\n{spec}\n");
    let read = |selector: &str| {
        format!(r#"Service {{ namespace: "default", name: "s", selector: {selector} }}"#)
    };
    check(
        &service("spec: {selector: {app: a}, ports: [{port: 80}]}"),
        &[&read(r#"Some(Labels([("app", "a")]))"#)],
    );
    check(
        &service("spec: {selector: {}}"),
        &[&read("Some(Labels([]))")],
    );
    check(&service("spec: {selector: null}"), &[&read("None")]);
    check(&service("spec: {ports: []}"), &[&read("None")]);
    at(
        &service("spec: {selector: «[a]»}"),
        &["error wrong-type spec.selector expected a mapping, found a list"],
    );
}

#[test]
fn runtime_classes() {
    let class = |more: &str| {
        format!(
            "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {{name: kata}}\nhandler: kata\n{more}\n"
        )
    };
    let lines = |text: &str| dump::objects(Reader::new(text).objects());
    let with = lines(&class("overhead: {podFixed: {cpu: 250m}}"));
    assert!(
        with[0].starts_with(r#"RuntimeClass { name: "kata", overhead: Resources([("cpu", "#),
        "{with:?}"
    );
    check(
        &class(""),
        &[
            r#"RuntimeClass { name: "kata", overhead: Resources([]), node_selector: Labels([]), tolerations: [] }"#,
        ],
    );
    let scheduling = lines(&class(
        "scheduling: {nodeSelector: {vm: nested}, tolerations: [{key: kata, operator: Exists}]}",
    ));
    assert!(
        scheduling[0].contains(
            r#"node_selector: Labels([("vm", "nested")]), tolerations: [Toleration { key: "kata""#
        ),
        "{scheduling:?}"
    );
    at(
        &class("scheduling: {tolerations: [{key: «», operator: Equal}]}")
            .replace("«», operator: Equal", "'', operator: «Equal»"),
        &[
            "error invalid-value scheduling.tolerations[0].operator operator must be Exists when `key` is empty, \
             which means \"match all values and all keys\"",
        ],
    );
    at(
        &class("overhead: {podFixed: {cpu: «-1», memory: «x»}}"),
        &[
            "error out-of-range overhead.podFixed[cpu] `-1` must be greater than or equal to 0",
            "error invalid-quantity overhead.podFixed[memory] `x` is not a quantity: a quantity begins with a number",
        ],
    );
}

/// The API server fills the items of a limit range in, before it fills in pods.
#[test]
fn limit_ranges() {
    let lists = |limits: &str| {
        let text = format!(
            "apiVersion: v1\nkind: LimitRange\nmetadata: {{name: a}}\nspec: {{limits: [{limits}]}}\n"
        );
        let reader = Reader::new(&text);
        let objects = reader.objects();
        let range = &objects.limit_ranges[0];
        let list = |list: &schedscope::objects::managed_cluster::Resources| {
            let pairs = list.0.iter();
            let pairs = pairs.map(|(name, amount)| format!("{} {amount}", &objects.names[*name]));
            pairs.collect::<Vec<_>>().join(", ")
        };
        [list(&range.requests), list(&range.limits)]
    };
    for (limits, requests, most) in [
        ("{type: Container, default: {cpu: 2}}", "cpu 2", "cpu 2"),
        (
            "{type: Container, default: {cpu: 2}, defaultRequest: {cpu: 1, memory: 1Gi}}",
            "cpu 1, memory 1Gi",
            "cpu 2",
        ),
        ("{type: Container, max: {cpu: 3}}", "cpu 3", "cpu 3"),
        ("{type: Container, min: {cpu: 100m}}", "cpu 100m", ""),
        (
            "{type: Container, min: {cpu: 1}, max: {cpu: 3}, default: {cpu: 2}}",
            "cpu 2",
            "cpu 2",
        ),
        ("{type: Pod, max: {cpu: 3}}", "", ""),
        // The first one that has a resource gives it.
        (
            "{type: Container, defaultRequest: {cpu: 1}}, {type: Container, defaultRequest: {cpu: 2, memory: 1}}",
            "cpu 1, memory 1",
            "",
        ),
    ] {
        assert_eq!(lists(limits), [requests, most], "{limits}");
    }
}

#[test]
fn resource_quotas() {
    let quota = |rest: &str| {
        format!(
            "apiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: q, namespace: ns}}\n{rest}\n"
        )
    };
    let short = |text: &str| {
        let reader = Reader::new(text);
        let objects = reader.objects();
        let quota = &objects.resource_quotas[0];
        let names = |list: &schedscope::objects::managed_cluster::Resources| {
            let names = list
                .0
                .iter()
                .map(|(name, amount)| format!("{}={}", &objects.names[*name], amount.value()));
            names.collect::<Vec<_>>().join(",")
        };
        format!(
            "{} {} {:?} {}",
            &objects.names[quota.namespace],
            names(&quota.hard),
            quota.used.as_ref().map(names),
            !quota.scopes.is_empty()
        )
    };
    let hard = "spec: {hard: {requests.cpu: 4, pods: 10, count/jobs.batch: 3}";
    assert_eq!(
        short(&quota(&format!("{hard}}}\nstatus: {{used: {{pods: 2}}}}"))),
        r#"ns requests.cpu=4,pods=10,count/jobs.batch=3 Some("pods=2") false"#
    );
    let scoped = [
        "scopes: [BestEffort]",
        "scopeSelector: {matchExpressions: [{scopeName: PriorityClass}]}",
    ];
    for scope in scoped {
        let text = quota(&format!("{hard}, {scope}}}"));
        at(&text, &[]);
        assert!(short(&text).ends_with("None true"), "{text}");
    }
    assert!(short(&quota(&format!("{hard}, scopes: []}}"))).ends_with("None false"));
    at(
        &quota("spec: {hard: {pods: «-1», requests.cpu: «one»}}"),
        &[
            "error out-of-range spec.hard[pods] `-1` must be greater than or equal to 0",
            "error invalid-quantity spec.hard[requests.cpu] `one` is not a quantity: a quantity begins with a number",
        ],
    );
}

/// The selector of the only workload, and how many pods it makes.
fn selects(version: &str, kind: &str, spec: &str) -> String {
    let text =
        format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: w}}\nspec: {spec}\n");
    let reader = Reader::new(&text);
    let objects = reader.objects();
    let selector = objects.workloads[0].selector.as_ref().map(|selector| {
        let pairs = selector.match_labels.iter();
        let pairs = pairs
            .map(|(key, value)| format!("{}={}", &objects.names[*key], &objects.names[*value]));
        pairs.collect::<Vec<_>>().join(",")
    });
    let made: usize = objects
        .expansions()
        .iter()
        .map(|made| made.numbers.len())
        .sum();
    format!("{selector:?} {made}")
}

#[test]
fn selectors_of_workloads() {
    let template = "template: {metadata: {labels: {app: t}}, spec: {containers: [{name: c}]}}";
    let labels = "selector: {matchLabels: {app: t}}";
    for kind in ["Deployment", "ReplicaSet", "StatefulSet"] {
        let of = |spec: &str| selects("apps/v1", kind, spec);
        assert_eq!(
            of(&format!("{{{labels}, {template}}}")),
            r#"Some("app=t") 1"#
        );
        // As an owner it is known without a template, and makes no pods.
        assert_eq!(of(&format!("{{{labels}}}")), r#"Some("app=t") 0"#);
        assert_eq!(
            of(&format!("{{replicas: 3, {labels}}}")),
            r#"Some("app=t") 0"#
        );
        assert_eq!(of(&format!("{{{template}}}")), "None 1");
    }
    let controller = |spec: &str| selects("v1", "ReplicationController", spec);
    assert_eq!(controller("{selector: {app: t}}"), r#"Some("app=t") 0"#);
    assert_eq!(
        controller(&format!("{{selector: {{app: t}}, {template}}}")),
        r#"Some("app=t") 1"#
    );
    // Without a selector the labels of the template are it, in the versions that allow that.
    assert_eq!(
        controller(&format!("{{replicas: 2, {template}}}")),
        r#"Some("app=t") 2"#
    );
    assert_eq!(
        selects(
            "extensions/v1beta1",
            "ReplicaSet",
            &format!("{{{template}}}")
        ),
        r#"Some("app=t") 1"#
    );
    at(
        "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: w}\nspec: {selector: {app: b}, template: \
         {metadata: {labels: «{app: a}»}, spec: {containers: [{name: c}]}}}\n",
        &[
            "error invalid-value spec.template.metadata.labels `selector` does not match template `labels`",
        ],
    );
    at(
        "apiVersion: v1\nkind: ReplicationController\nmetadata: {name: w}\nspec: «{selector: {app: b}}»\n",
        &["error missing-field spec.template a ReplicationController needs a `template`"],
    );
}

/// An edit of any of them counts the pods anew; an edit that changes nothing does not.
#[test]
fn edits_count_anew() {
    let texts = [
        (
            "v1",
            "Namespace",
            "metadata: {name: a, labels: {env: one}}\n",
        ),
        (
            "v1",
            "Service",
            "metadata: {name: a}\nspec: {selector: {env: one}}\n",
        ),
        (
            "node.k8s.io/v1",
            "RuntimeClass",
            "metadata: {name: a}\noverhead: {podFixed: {example.com/one: 1}}\n",
        ),
        (
            "v1",
            "ResourceQuota",
            "metadata: {name: a}\nspec: {hard: {example.com/one: 1}}\n",
        ),
        (
            "v1",
            "LimitRange",
            "metadata: {name: a}\nspec: {limits: [{type: Container, default: {example.com/one: 1}}]}\n",
        ),
        (
            "kubescheduler.config.k8s.io/v1",
            "KubeSchedulerConfiguration",
            "profiles: [{plugins: {score: {disabled: [{name: one}]}}}]\n",
        ),
        (
            "v1",
            "ReplicationController",
            "metadata: {name: a}\nspec: {selector: {env: one}}\n",
        ),
        (
            "v1",
            "Node",
            "metadata: {name: a}\nstatus: {images: [{names: [one], sizeBytes: 5}], allocatable: {cpu: 1}}\n",
        ),
    ];
    for (version, kind, rest) in texts {
        let pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}]}\n";
        let text = format!("apiVersion: {version}\nkind: {kind}\n{rest}# one\n{pod}");
        let mut reader = Reader::new(&text);
        let state = |reader: &Reader| {
            (
                reader.objects().revisions.pods,
                reader.objects().pod_journal.epoch,
            )
        };
        let mut edit = |at: usize| {
            let before = state(&reader);
            reader.edit(at, at + 3, "two", Encoding::Utf8);
            let after = state(&reader);
            assert_eq!(
                dump::dump(&reader),
                dump::dump(&Reader::new(&reader.text())),
                "{kind}"
            );
            (before.0 < after.0, before.1 < after.1)
        };
        let comment = text.find("# one").expect("a comment") + 2;
        assert_eq!(edit(comment), (false, false), "{kind}");
        let value = text.find("one").expect("a value");
        assert_eq!(edit(value), (true, true), "{kind}");
    }
}
