//! Pods that filters cannot tell apart share a class, so that they are counted once.

use schedscope::{
    objects::kubernetes_version::KubernetesVersion,
    pods::{
        classes::PodClass,
        snapshot::{ClusterSnapshot, SnapshotInput},
    },
    reader::Reader,
};

/// A pod whose required term has a value.
fn pod(key: &str, app: &str, value: &str) -> String {
    let (namespace, name) = key.split_once('/').expect("namespace/name");
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: {namespace}, labels: {{app: {app}}}}}, \
         spec: {{containers: [{{name: c}}], affinity: {{podAntiAffinity: \
         {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: zone, \
         labelSelector: {{matchLabels: {{app: {value}}}}}}}]}}}}}}}}\n---\n"
    )
}

#[test]
fn pods_that_filters_cannot_tell_apart_share_a_class() {
    let all = [
        ("a/one", "x", "x"),
        ("a/two", "x", "x"),
        ("a/labels", "y", "x"),
        ("a/terms", "x", "y"),
        ("b/namespace", "x", "x"),
    ];
    let text: String = all.map(|(key, app, value)| pod(key, app, value)).concat();
    let reader = Reader::new(&text);
    let objects = reader.objects();
    let snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, KubernetesVersion::default()));
    let classes = snapshot.classes.as_ref().expect("classes");
    let [one, two, labels, terms, namespace] = all.map(|(key, ..)| {
        let pod = snapshot.pod(key, &objects.names).expect("a pod");
        classes.of(pod)
    });
    assert!(one.labels.is_some() && one.terms.is_some(), "{one:?}");
    assert_eq!(one, two);
    assert_eq!(one.terms, labels.terms);
    assert_ne!(one.labels, labels.labels);
    assert_eq!(one.labels, terms.labels);
    assert_ne!(one.terms, terms.terms);
    let is_other = |class: PodClass| class.labels != one.labels && class.terms != one.terms;
    assert!(is_other(namespace), "{namespace:?}");
}
