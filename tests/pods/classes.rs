//! Pods that filters cannot tell apart share a class, so that they are counted once.

use schedscope::{
    objects::{kubernetes_version::KubernetesVersion, profile::Profile},
    pods::{
        classes::PodClass,
        fit::{CycleState, Faults, Misfit},
        snapshot::{ClusterSnapshot, NamedClasses, SnapshotInput},
    },
    reader::Reader,
};

/// A pod whose required term has a selector.
fn pod(key: &str, app: &str, selector: &str) -> String {
    let (namespace, name) = key.split_once('/').expect("namespace/name");
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: {namespace}, labels: {{app: {app}}}}}, \
         spec: {{containers: [{{name: c}}], affinity: {{podAntiAffinity: \
         {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: zone, \
         labelSelector: {{{selector}}}}}]}}}}}}}}\n---\n"
    )
}

#[test]
fn pods_that_filters_cannot_tell_apart_share_a_class() {
    let (is, is_not) = ("matchLabels: {app: x}", "matchLabels: {app: y}");
    let in_list = "matchExpressions: [{key: app, operator: In, values: [x]}]";
    let not_in_list = &in_list.replace("In", "NotIn");
    let all = [
        ("a/one", "x", is),
        ("a/two", "x", is),
        ("a/labels", "y", is),
        ("a/terms", "x", is_not),
        ("b/namespace", "x", is),
        ("a/in", "x", in_list),
        ("a/not-in", "x", not_in_list),
    ];
    let text: String = all
        .map(|(key, app, selector)| pod(key, app, selector))
        .concat();
    let reader = Reader::new(&text);
    let objects = reader.objects();
    let snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, KubernetesVersion::default()));
    let classes = snapshot.classes.as_ref().expect("classes");
    let [one, two, labels, terms, namespace, in_list, not_in_list] = all.map(|(key, ..)| {
        let pod = snapshot.pod(key, &objects.names).expect("a pod");
        classes.of(pod)
    });
    assert!(one.labels.is_some() && one.terms.is_some(), "{one:?}");
    assert_eq!(one, two);
    assert_eq!(one.terms, labels.terms);
    assert_ne!(one.labels, labels.labels);
    assert_eq!(one.labels, terms.labels);
    assert_ne!(one.terms, terms.terms);
    assert_ne!(in_list.terms, not_in_list.terms);
    let is_other = |class: PodClass| class.labels != one.labels && class.terms != one.terms;
    assert!(is_other(namespace), "{namespace:?}");
}

/// The first pod with a selector, a host port or a spread constraint can be a copy that is added later.
#[test]
fn a_copy_with_terms_is_counted_where_no_pod_of_the_text_has_any() {
    let node = "{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: z}}, \
                status: {allocatable: {pods: 9}}}\n---\n";
    let old = "{apiVersion: v1, kind: Pod, metadata: {name: old, namespace: a, labels: {app: x}}, \
               spec: {nodeName: n1, containers: [{name: c}]}}\n---\n";
    let new = pod("a/new", "x", "matchLabels: {app: x}");
    let reader = Reader::new(&[node, old, &new].concat());
    let mut objects = reader.objects().clone();
    let template = objects.pods.pop().expect("the new pod");
    let mut snapshot =
        ClusterSnapshot::new(&SnapshotInput::of(&objects, KubernetesVersion::default()));
    assert!(snapshot.classes.is_none());
    let copy = snapshot.add_copy(
        (None, 0),
        &template,
        NamedClasses::of(&objects),
        &objects.names,
    );
    let info = snapshot.pods.get(copy).expect("the copy").clone();
    let faults = Faults::of(Profile::Upstream, snapshot.version);
    let node = snapshot.nodes.entries().next().expect("a node").0;
    let state = CycleState::new(&snapshot, &info, &objects.names, faults);
    assert!(
        matches!(state.fits(node), Err(Misfit::PodAffinity(_))),
        "{:?}",
        state.fits(node)
    );
}

/// A pod with claims, each of a class or bound to a volume.
fn claiming(name: &str, claims: &[&str]) -> String {
    let mut volumes = Vec::new();
    let mut text = String::new();
    for (at, spec) in claims.iter().enumerate() {
        volumes.push(format!(
            "{{name: v{at}, persistentVolumeClaim: {{claimName: {name}-{at}}}}}"
        ));
        let claim = format!(
            "{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: {name}-{at}, namespace: a}}, \
             spec: {{accessModes: [ReadWriteOnce], {spec}}}}}\n---\n"
        );
        text.push_str(&claim);
    }
    let volumes = volumes.join(", ");
    text + &format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: a}}, \
         spec: {{containers: [{{name: c}}], volumes: [{volumes}]}}}}\n---\n"
    )
}

/// Claims of one class that get their volumes with the node are alike; a bound one is like no other.
#[test]
fn pods_whose_claims_are_alike_pass_the_same_nodes() {
    let class = |name: &str| {
        format!(
            "{{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {{name: {name}}}, provisioner: x.io/y, \
             volumeBindingMode: WaitForFirstConsumer}}\n---\n"
        )
    };
    let [fast, slow] = ["storageClassName: fast", "storageClassName: slow"];
    let bound = "storageClassName: fast, volumeName: pv";
    let all = [
        ("one", vec![fast]),
        ("like", vec![fast]),
        ("class", vec![slow]),
        ("bound", vec![bound]),
        ("two", vec![fast, fast]),
    ];
    let pods = all.iter().map(|(name, claims)| claiming(name, claims));
    let text = class("fast") + &class("slow") + &pods.collect::<String>();
    let reader = Reader::new(&text);
    let objects = reader.objects();
    let snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, KubernetesVersion::default()));
    let storage = snapshot.storage.as_ref().expect("classes");
    let infos = all.map(|(name, _)| {
        let pod = snapshot.pod(&format!("a/{name}"), &objects.names);
        pod.and_then(|pod| snapshot.pods.get(pod)).expect("a pod")
    });
    let [one, others @ ..] = infos;
    let alike = others.map(|other| storage.is_alike(one, other));
    assert_eq!(alike, [true, false, false, false]);
}
