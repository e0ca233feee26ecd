//! What the reader finds that is not modelled: each entry of the table, and its place.

use schedscope::{
    objects::{
        diagnostic::Encoding,
        not_looked_at::{Counts, NOT_LOOKED_AT, NotLookedAtReason, NotLookedAtRule, Subject},
        word::Word as _,
    },
    reader::Reader,
};

/// One line for each place: the reason, the object, the path and the text that is shown.
fn found(reader: &Reader) -> Vec<String> {
    let text = reader.text();
    let names = &reader.objects().names;
    let places: Vec<_> = reader.not_looked_at().collect();
    let ranges = reader.ranges_of(&places, Encoding::Utf8);
    let lines = places.iter().zip(ranges).map(|(place, range)| {
        let (start, end) = (range.start.offset as usize, range.end.offset as usize);
        let found = place.found;
        format!(
            "{} {} {}/{} {}: {}",
            place.rule.reason.word(),
            &names[found.kind],
            &names[found.namespace],
            &names[found.name],
            found.path,
            text[start..end].trim_end(),
        )
    });
    lines.collect()
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(found(&Reader::new(text)), expect, "\n{text}");
}

const POD: &str = "\
apiVersion: v1
kind: Pod
metadata: {name: db, namespace: a, labels: {app: db}}
spec:
  schedulerName: default-scheduler
  resourceClaims: []
  volumes:
  - {name: tmp, emptyDir: {}}
  - {name: token, projected: {sources: [{configMap: {name: x}}]}}
  - {name: none, cinder: null}
  - {name: claim, persistentVolumeClaim: {claimName: c}}
  containers: [{name: c}]
";

#[test]
fn what_is_modelled_or_empty_is_not_listed() {
    check(POD, &[]);
    check(
        "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 4, pods: 110}}",
        &[],
    );
    check(&POD.replace("default-scheduler", "capacityscheduler"), &[]);
    check("apiVersion: v1\nkind: Secret\nmetadata: {name: s}", &[]);
}

#[test]
fn pods_and_templates() {
    let text = "\
apiVersion: v1
kind: Pod
metadata:
  name: db
  labels: {kueue.x-k8s.io/queue-name: main}
spec:
  schedulerName: mine
  volumes:
  - {name: tmp, emptyDir: {}}
  - {name: data, cinder: {volumeID: data}}
  containers: [{name: c}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: b}
spec:
  selector: {}
  template:
    metadata: {labels: {scheduling.x-k8s.io/pod-group: g}}
    spec:
      resourceClaims: [{name: gpu}]
      schedulingGroup: {podGroupName: g}
      containers: [{name: c}]
";
    check(
        text,
        &[
            "kueue-quota Pod default/db metadata.labels[kueue.x-k8s.io/queue-name]: main",
            "other-scheduler Pod default/db spec.schedulerName: mine",
            "volumes Pod default/db spec.volumes[1].cinder: {volumeID: data}",
            "pod-group Deployment b/web spec.template.metadata.labels[scheduling.x-k8s.io/pod-group]: g",
            "dynamic-resources Deployment b/web spec.template.spec.resourceClaims: [{name: gpu}]",
            "pod-group Deployment b/web spec.template.spec.schedulingGroup: {podGroupName: g}",
        ],
    );
}

#[test]
fn nodes_and_other_kinds() {
    let text = "\
apiVersion: v1
kind: Node
metadata: {name: n}
status: {allocatable: {cpu: 4}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: kube-system}
spec: {template: {spec: {volumes: [{cinder: {volumeID: d}}]}}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: sidecars}
webhooks:
- rules: [{resources: [services]}, {resources: [deployments, pods]}]
";
    check(
        text,
        &[
            "pods-not-made DaemonSet kube-system/agent : DaemonSet",
            "admission MutatingWebhookConfiguration /sidecars webhooks[0].rules[1].resources[1]: pods",
        ],
    );
}

#[test]
fn foreign_kinds_of_the_same_name_are_others() {
    let of = |version: &str, kind: &str| {
        format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: x}}\n")
    };
    check(
        &of("kueue.x-k8s.io/v1beta1", "Workload"),
        &["kueue-quota Workload /x : Workload"],
    );
    check(
        &of("scheduling.k8s.io/v1alpha1", "Workload"),
        &["pod-group Workload /x : Workload"],
    );
    check(&of("example.com/v1", "Workload"), &[]);
    check(&of("example.com/v1", "DaemonSet"), &[]);
}

/// Koordinator's kind has the former group of that of scheduler-plugins; its labels and annotations tell them apart.
#[test]
fn quotas_of_koordinator_are_not_read() {
    let quota = |version: &str, metadata: &str| {
        format!(
            "apiVersion: {version}\nkind: ElasticQuota\nmetadata: {{name: root, namespace: a{metadata}}}\n\
             spec: {{min: {{cpu: 1}}}}\n"
        )
    };
    let former = "scheduling.sigs.k8s.io/v1alpha1";
    let label = ", labels: {quota.scheduling.koordinator.sh/is-parent: 'false'}";
    let read = |text: &str| Reader::new(text).objects().quotas.len();
    let text = quota(former, label);
    check(
        &text,
        &["koordinator-quota ElasticQuota a/root \
             metadata.labels[quota.scheduling.koordinator.sh/is-parent]: 'false'"],
    );
    assert_eq!(read(&text), 0);
    let text = quota(former, &label.replace("labels", "annotations"));
    assert_eq!((read(&text), found(&Reader::new(&text)).len()), (0, 1));
    for text in [
        quota(former, ""),
        quota("scheduling.x-k8s.io/v1alpha1", label),
    ] {
        check(&text, &[]);
        assert_eq!(read(&text), 1, "{text}");
    }
}

#[test]
fn in_lists_it_takes_the_version_of_the_list() {
    let text = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimList\nitems:\n\
                - metadata: {name: data, namespace: a}\n";
    let found = found(&Reader::new(text));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("dynamic-resources ResourceClaim a/data : "),
        "{found:?}"
    );
}

#[test]
fn of_an_object_that_stands_twice_the_last_counts() {
    let with = POD.replace(
        "- {name: tmp, emptyDir: {}}",
        "- {name: data, cinder: {volumeID: d}}",
    );
    let line = "volumes Pod a/db spec.volumes[0].cinder: {volumeID: d}";
    check(&format!("{with}---\n{POD}"), &[]);
    check(&format!("{POD}---\n{with}"), &[line]);
}

/// JSON of the least object that has an entry.
fn example(rule: &NotLookedAtRule) -> (String, String) {
    let value = match rule.counts {
        Counts::Always => "{\"x\": 1}",
        Counts::UnlessOneOf(_) | Counts::UnlessKnownPlugin => "\"other\"",
        Counts::IfOneOf(words) => &format!("\"{}\"", words[0]),
        Counts::IfNeededPlugin => "\"*\"",
        Counts::Containing(word) => &format!("\"kind: {word}\""),
        Counts::IfBeside {
            value,
            beside: (field, other),
        } => &format!("{value}, \"{field}\": {other}"),
        Counts::Elsewhere => unreachable!("it has tests of its own"),
    };
    let mut json = value.to_owned();
    let mut rest = rule.path;
    while !rest.is_empty() {
        if let Some(before) = rest.strip_suffix("[]") {
            json = format!("[{json}]");
            rest = before;
        } else if let Some((before, key)) = rest
            .strip_suffix(']')
            .and_then(|rest| rest.rsplit_once('['))
        {
            json = format!("{{\"{}\": {json}}}", key.replace('*', "x"));
            rest = before;
        } else {
            let (before, key) = rest.rsplit_once('.').unwrap_or(("", rest));
            json = format!("{{\"{key}\": {json}}}");
            rest = before;
        }
    }
    let fields = if rule.path.is_empty() {
        String::new()
    } else {
        format!(", {}", &json[1..json.len() - 1])
    };
    let name = "\"metadata\": {\"name\": \"x\"}";
    // Where the entry itself is in the metadata, it takes their place.
    let fields = match fields.strip_prefix(", \"metadata\": {") {
        Some(inner) => format!("\"metadata\": {{\"name\": \"x\", {inner}"),
        None => format!("{name}{fields}"),
    };
    let (group, kind) = match rule.subject {
        Subject::Pods => ("", "Pod"),
        Subject::Objects { group, kinds } => (group, *kinds.last().expect("a kind")),
    };
    let version = if group.is_empty() {
        "v1".to_owned()
    } else {
        format!("{group}/v1")
    };
    let object = |version: &str| {
        format!("{{\"apiVersion\": \"{version}\", \"kind\": \"{kind}\", {fields}}}")
    };
    (object(&version), object("example.com/v1"))
}

#[test]
fn every_entry_of_the_table_is_found() {
    let all = NOT_LOOKED_AT.iter().enumerate();
    // Those that depend on more than a value are in `scheduler_configuration.rs` and in the tests of scenarios.
    let by_value = |rule: &NotLookedAtRule| {
        rule.counts != Counts::Elsewhere && rule.reason != NotLookedAtReason::AutoscaledReplicas
    };
    for (index, rule) in all.filter(|(_, rule)| by_value(rule)) {
        let (own, foreign) = example(rule);
        let reader = Reader::new(&own);
        let found: Vec<usize> = reader
            .not_looked_at()
            .map(|place| usize::from(place.index))
            .collect();
        assert!(found.contains(&index), "{rule:?}\n{own}");
        assert_eq!(
            Reader::new(&foreign).not_looked_at().count(),
            0,
            "{foreign}"
        );
    }
}

/// After an edit the list is that of the text read anew.
#[test]
fn edits_are_followed() {
    let claim = "{name: data, cinder: {volumeID: d}}";
    let plain = POD.replace(
        "- {name: tmp, emptyDir: {}}",
        "- {name: tmp, emptyDir: {}} #",
    );
    let other = POD
        .replace("name: db", "name: other")
        .replace("{name: tmp, emptyDir: {}}", claim);
    let mut reader = Reader::new(&format!("{plain}---\n{other}"));
    let edits: &[(&str, &str)] = &[
        ("{name: tmp, emptyDir: {}}", claim),
        ("volumeID: d", "volumeID: longer"),
        ("cinder: {volumeID: longer}", "emptyDir: {}"),
        ("default-scheduler", "mine"),
        ("schedulerName: mine", "schedulerName: default-scheduler"),
        ("kind: Pod", "kind: PodX"),
        ("kind: PodX", "kind: DaemonSet"),
        ("name: other", "name: db"),
        (
            "---\n",
            "---\napiVersion: quota.openshift.io/v1\nkind: ClusterResourceQuota\nmetadata: {name: l}\n---\n",
        ),
    ];
    for (from, to) in edits {
        let at = reader.text().find(from).expect("what is edited");
        reader.edit(at, at + from.len(), to, Encoding::Utf8);
        assert_eq!(
            found(&reader),
            found(&Reader::new(&reader.text())),
            "{from} -> {to}"
        );
    }
    assert_eq!(found(&reader).len(), 2, "{:?}", found(&reader));
}

/// An autoscaler counts where its workload does not say how many pods it wants.
#[test]
fn autoscalers_of_workloads_without_replicas() {
    let text = |target: &str, spec: &str| {
        format!(
            "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {{name: h}}\n\
             spec: {{scaleTargetRef: {{kind: Deployment, name: {target}}}, minReplicas: 4}}\n---\n\
             apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec: {{{spec}selector: {{}}, \
             template: {{spec: {{containers: [{{name: c}}]}}}}}}\n"
        )
    };
    let line = "autoscaled-replicas HorizontalPodAutoscaler /h spec.scaleTargetRef.name: web";
    check(&text("web", ""), &[line]);
    check(&text("web", "replicas: 1, "), &[]);
    check(&text("api", ""), &[]);
    let keda = text("web", "")
        .replace("autoscaling/v2", "keda.sh/v1alpha1")
        .replace("HorizontalPodAutoscaler", "ScaledObject");
    assert_eq!(found(&Reader::new(&keda)).len(), 1);
}
