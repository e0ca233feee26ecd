//! Random volumes, claims and classes for the pods of a set.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{PodSet, lists, map};

/// Numbers that are drawn one after another; 0 once they are used up.
struct Draws(std::vec::IntoIter<u8>);

impl Draws {
    fn below(&mut self, most: usize) -> usize {
        usize::from(self.0.next().unwrap_or_default()) % most
    }

    /// In so many cases of a hundred.
    fn in_hundred(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    fn one(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())].clone()
    }

    fn maybe(&mut self, percent: usize, values: &[Value]) -> Option<Value> {
        self.in_hundred(percent).then(|| self.one(values))
    }
}

const ZONE: &str = "topology.kubernetes.io/zone";
const CLASSES: [&str; 15] = [
    "local", "local", "fast", "fast", "fast", "fast", "zoned", "zoned", "zoned", "lvm", "lvm",
    "lvm", "std", "gone", "blank",
];
const DRIVERS: [&str; 2] = ["ebs.csi.aws.com", "topolvm.io"];

fn texts<const N: usize>(texts: [&str; N]) -> Vec<Value> {
    texts.into_iter().map(Value::from).collect()
}

fn classes(draws: &mut Draws) -> Vec<Value> {
    let class = |name: &str, provisioner: &str, mode: &str| {
        json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name},
            "provisioner": provisioner, "volumeBindingMode": mode,
        })
    };
    let mut zoned = class("zoned", DRIVERS[0], "WaitForFirstConsumer");
    let zone = |values: Value| json!({"matchLabelExpressions": [{"key": ZONE, "values": values}]});
    let racks = draws.one(&[json!(["r1"]), json!(["r1", "r2"])]);
    zoned["allowedTopologies"] = json!([
        zone(json!(["a"])),
        {"matchLabelExpressions": [
            {"key": ZONE, "values": ["b", "c"]}, {"key": "rack", "values": racks},
        ]},
    ]);
    vec![
        class(
            "local",
            "kubernetes.io/no-provisioner",
            "WaitForFirstConsumer",
        ),
        class("fast", DRIVERS[0], "WaitForFirstConsumer"),
        class("lvm", DRIVERS[1], "WaitForFirstConsumer"),
        class("std", DRIVERS[0], "Immediate"),
        class("blank", "", "WaitForFirstConsumer"),
        zoned,
    ]
}

/// Requirements of the labels of nodes.
fn node_affinity(draws: &mut Draws, hosts: &[Value]) -> Value {
    let expressions = match draws.below(6) {
        0 | 1 => {
            let zones = draws.one(&[json!(["a"]), json!(["b"]), json!(["a", "c"])]);
            json!([{"key": ZONE, "operator": "In", "values": zones}])
        }
        2 => {
            json!([{"key": "kubernetes.io/hostname", "operator": "In", "values": [draws.one(hosts)]}])
        }
        3 => json!([
            {"key": "disk", "operator": "Exists"}, {"key": "rack", "operator": "NotIn", "values": ["r2"]},
        ]),
        4 => json!([{"key": "gen", "operator": "Gt", "values": ["1"]}]),
        _ => json!([]),
    };
    let fields = json!([{"key": "metadata.name", "operator": "In", "values": [draws.one(hosts)]}]);
    let has_fields = draws.in_hundred(15);
    let term = map([
        ("matchExpressions", Some(expressions)),
        ("matchFields", has_fields.then_some(fields)),
    ]);
    let mut terms = vec![term];
    if draws.in_hundred(15) {
        terms.push(json!({"matchExpressions": [{"key": ZONE, "operator": "DoesNotExist"}]}));
    }
    json!({"required": {"nodeSelectorTerms": terms}})
}

fn volume(draws: &mut Draws, at: usize, hosts: &[Value]) -> Value {
    let labels = map([
        (
            "topology.kubernetes.io/zone",
            draws.maybe(25, &texts(["a", "b", "a__b", "a__", "b __ c"])),
        ),
        (
            "failure-domain.beta.kubernetes.io/zone",
            draws.maybe(15, &texts(["a", "b__c"])),
        ),
        ("tier", draws.maybe(50, &texts(["x", "y"]))),
    ]);
    let affinity = draws.in_hundred(60).then(|| node_affinity(draws, hosts));
    let csi = draws.in_hundred(60).then(|| {
        let driver = draws.one(&texts(DRIVERS));
        json!({"driver": driver, "volumeHandle": draws.one(&texts(["h0", "h1", "h2", "h3"]))})
    });
    // Equal sizes are left to the order of a Go map.
    let size = draws
        .one(&[json!(4), json!(8), json!(12)])
        .as_i64()
        .unwrap_or(4);
    let spec = map([
        (
            "capacity",
            Some(json!({"storage": format!("{}Mi", size * 1024 + at as i64)})),
        ),
        (
            "accessModes",
            Some(draws.one(&[
                json!(["ReadWriteOnce"]),
                json!(["ReadWriteOnce", "ReadWriteMany"]),
            ])),
        ),
        (
            "storageClassName",
            draws.maybe(90, &texts(["local", "fast", "lvm", "zoned"])),
        ),
        (
            "volumeMode",
            draws.maybe(12, &texts(["Block", "Filesystem"])),
        ),
        (
            "volumeAttributesClassName",
            draws.maybe(5, &texts(["gold"])),
        ),
        ("nodeAffinity", affinity),
        ("csi", csi),
    ]);
    let metadata = map([
        ("name", Some(json!(format!("pv{at}")))),
        ("labels", Some(labels)),
        (
            "deletionTimestamp",
            draws.maybe(4, &texts(["2026-01-01T00:00:00Z"])),
        ),
    ]);
    let phase = draws.one(&texts([
        "Available",
        "Available",
        "Available",
        "Available",
        "Pending",
    ]));
    json!({
        "apiVersion": "v1", "kind": "PersistentVolume", "metadata": metadata, "spec": spec,
        "status": {"phase": phase},
    })
}

/// A claim, and perhaps the volume that it is bound to or that is reserved for it.
fn claim(
    draws: &mut Draws,
    (namespace, name): (&str, &str),
    (volumes, hosts): (&mut [Value], &[Value]),
) -> Value {
    let class = draws.one(&texts(CLASSES));
    let uid = format!("uid-{namespace}-{name}");
    let spec = map([
        ("storageClassName", draws.in_hundred(88).then(|| class.clone())),
        ("accessModes", Some(draws.one(&[
            json!(["ReadWriteOnce"]),
            json!(["ReadWriteOnce"]),
            json!(["ReadWriteMany"]),
            json!(["ReadWriteOncePod"]),
        ]))),
        ("resources", draws.in_hundred(92).then(|| {
            json!({"requests": {"storage": draws.one(&texts(["1Gi", "5Gi", "5Gi", "9Gi", "20Gi"]))}})
        })),
        ("volumeMode", draws.maybe(10, &texts(["Block", "Filesystem"]))),
        ("volumeAttributesClassName", draws.maybe(4, &texts(["gold"]))),
        ("selector", draws.maybe(10, &[json!({"matchLabels": {"tier": "x"}}), json!({})])),
    ]);
    let mut claim = json!({
        "apiVersion": "v1", "kind": "PersistentVolumeClaim",
        "metadata": {"namespace": namespace, "name": name, "uid": uid, "annotations": {}},
        "spec": spec, "status": {"phase": "Pending"},
    });
    let reference = map([
        ("namespace", Some(json!(namespace))),
        ("name", Some(json!(name))),
        ("uid", draws.maybe(70, &texts([&uid, &uid, &uid, "other"]))),
    ]);
    let at = draws.below(volumes.len().max(1));
    let is_free = volumes
        .get(at)
        .is_some_and(|volume| volume["spec"]["claimRef"].is_null());
    match draws.below(10) {
        0..4 => {
            let annotations = &mut claim["metadata"]["annotations"];
            annotations["pv.kubernetes.io/bind-completed"] = json!("yes");
            let is_there = is_free && draws.in_hundred(90);
            claim["spec"]["volumeName"] = json!(if is_there {
                format!("pv{at}")
            } else {
                "gone".to_owned()
            });
            if is_there {
                volumes[at]["spec"]["claimRef"] = reference;
                volumes[at]["status"]["phase"] = json!("Bound");
                claim["status"]["phase"] = json!("Bound");
            }
        }
        4 if is_free => {
            volumes[at]["spec"]["claimRef"] = reference;
            volumes[at]["spec"]["storageClassName"] = class;
        }
        5 if draws.in_hundred(60) => {
            let annotations = &mut claim["metadata"]["annotations"];
            annotations["volume.kubernetes.io/selected-node"] = draws.one(hosts);
        }
        6 if draws.in_hundred(20) => claim["spec"]["volumeName"] = json!(format!("pv{at}")),
        7 if draws.in_hundred(15) => claim["status"]["phase"] = json!("Lost"),
        8 if draws.in_hundred(15) => {
            claim["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
        }
        9 => lists::make_new(&mut claim),
        _ => {}
    }
    claim
}

/// A volume of a pod; of an ephemeral one, which more of the pods on nodes have, also its claim.
fn pod_volume(
    draws: &mut Draws,
    (pod, is_asked): (&Value, bool),
    at: usize,
) -> (Value, Option<Value>) {
    let name = format!("v{at}");
    let (namespace, of) = (&pod["metadata"]["namespace"], &pod["metadata"]["name"]);
    let read_only = draws.in_hundred(40);
    let is_ephemeral = !is_asked && draws.in_hundred(12);
    let source = match draws.below(16) {
        kind if kind == 0 || is_ephemeral => {
            let mut claim = None;
            if draws.in_hundred(85) {
                let uid = draws.one(&[
                    pod["metadata"]["uid"].clone(),
                    pod["metadata"]["uid"].clone(),
                    json!("other"),
                ]);
                let mode = draws.one(&texts(["fast", "fast", "lvm", "local"]));
                let mut own = json!({
                    "apiVersion": "v1", "kind": "PersistentVolumeClaim",
                    "metadata": {
                        "namespace": namespace, "name": format!("{}-{name}", of.as_str().expect("a name")),
                        "uid": format!("uid-{}-{name}", of.as_str().expect("a name")), "annotations": {},
                        "ownerReferences": [{
                            "apiVersion": "v1", "kind": "Pod", "name": of, "uid": uid, "controller": true,
                        }],
                    },
                    "spec": {
                        "storageClassName": mode, "accessModes": ["ReadWriteOnce"],
                        "resources": {"requests": {"storage": "1Gi"}},
                    },
                    "status": {"phase": "Pending"},
                });
                if draws.in_hundred(25) {
                    own["metadata"]["annotations"]["pv.kubernetes.io/bind-completed"] =
                        json!("yes");
                    own["spec"]["volumeName"] = json!("gone");
                }
                claim = Some(own);
            }
            let spec = json!({"accessModes": ["ReadWriteOnce"]});
            let volume =
                json!({"name": name, "ephemeral": {"volumeClaimTemplate": {"spec": spec}}});
            return (volume, claim);
        }
        1 => json!({"awsElasticBlockStore": {"volumeID": draws.one(&texts(["d0", "d1"]))}}),
        2 => {
            json!({"gcePersistentDisk": {"pdName": draws.one(&texts(["d0", "d1"])), "readOnly": read_only}})
        }
        3 => json!({"iscsi": {
            "iqn": draws.one(&texts(["d0", "d1"])), "targetPortal": "10.0.0.1", "lun": 0, "readOnly": read_only,
        }}),
        4 => json!({"rbd": map([
            ("monitors", Some(draws.one(&[json!(["a", "b"]), json!(["b", "c"]), json!(["c"])]))),
            ("image", Some(json!("i"))),
            ("pool", draws.maybe(60, &texts(["rbd", "p"]))),
            ("readOnly", Some(json!(read_only))),
        ])}),
        5 => json!({"emptyDir": {}}),
        _ => {
            let claims = texts([
                "c0", "c0", "c0", "c0", "c1", "c1", "c1", "c1", "c2", "c2", "c2", "c2", "c3", "c3",
                "c3", "c3", "missing",
            ]);
            json!({"persistentVolumeClaim": {"claimName": draws.one(&claims)}})
        }
    };
    let mut volume = source;
    volume["name"] = json!(name);
    (volume, None)
}

fn nodes_of_csi(draws: &mut Draws, hosts: &[Value]) -> Vec<Value> {
    let mut objects = Vec::new();
    for host in hosts {
        if draws.in_hundred(60) {
            let there = DRIVERS.into_iter().filter(|_| draws.in_hundred(85));
            let there: Vec<&str> = there.collect();
            let drivers = there.into_iter().map(|driver| {
                let count = draws.maybe(80, &[json!(1), json!(1), json!(2), json!(2), json!(3)]);
                json!({
                    "name": driver, "nodeID": host, "topologyKeys": [],
                    "allocatable": map([("count", count)]),
                })
            });
            objects.push(json!({
                "apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": host},
                "spec": {"drivers": drivers.collect::<Vec<_>>()},
            }));
        }
    }
    // Without any, a text does not say what drivers nodes have.
    if objects.is_empty() {
        let metadata = json!({"name": hosts[0]});
        objects.push(json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": metadata, "spec": {"drivers": []},
        }));
    }
    for number in 0..draws.below(3) {
        let volume = format!("pv{}", draws.below(6));
        objects.push(json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment",
            "metadata": {"name": format!("va{number}")},
            "spec": {
                "attacher": draws.one(&texts(DRIVERS)), "nodeName": draws.one(hosts),
                "source": {"persistentVolumeName": volume},
            },
        }));
    }
    let checks = draws.one(&[json!(true), json!(true), json!(false)]);
    for (driver, checks) in [(DRIVERS[0], json!(false)), (DRIVERS[1], checks)] {
        let required = draws.maybe(25, &[json!(true)]);
        objects.push(json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": driver},
            "spec": map([
                ("storageCapacity", Some(checks)),
                ("preventPodSchedulingIfMissing", required),
            ]),
        }));
    }
    for number in 0..draws.below(5) {
        let topology = draws.maybe(
            90,
            &[
                json!({}),
                json!({"matchLabels": {ZONE: "a"}}),
                json!({"matchLabels": {"rack": "r1"}}),
                json!({"matchExpressions": [{"key": "disk", "operator": "Exists"}]}),
            ],
        );
        objects.push(map([
            ("apiVersion", Some(json!("storage.k8s.io/v1"))),
            ("kind", Some(json!("CSIStorageCapacity"))),
            (
                "metadata",
                Some(json!({"namespace": "a", "name": format!("cap{number}")})),
            ),
            (
                "storageClassName",
                Some(draws.one(&texts(["lvm", "lvm", "fast"]))),
            ),
            ("nodeTopology", topology),
            ("capacity", draws.maybe(90, &texts(["2Gi", "10Gi", "30Gi"]))),
            ("maximumVolumeSize", draws.maybe(25, &texts(["1Gi", "6Gi"]))),
        ]));
    }
    objects
}

/// Makes up to two classes the default one, and lets drivers say where their volumes can be used.
fn add_topologies(draws: &mut Draws, storage: &mut [Value]) {
    let of_kind = |kind: &'static str| move |object: &&mut Value| object["kind"] == kind;
    if draws.in_hundred(60) {
        let mut classes: Vec<&mut Value> =
            storage.iter_mut().filter(of_kind("StorageClass")).collect();
        let count = classes.len();
        for _ in 0..2 {
            let metadata = &mut classes[draws.below(count)]["metadata"];
            metadata["annotations"] =
                json!({"storageclass.kubernetes.io/is-default-class": "true"});
            let years = texts(["2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"]);
            metadata["creationTimestamp"] = draws.one(&years);
        }
    }
    for csi_node in storage.iter_mut().filter(of_kind("CSINode")) {
        let drivers = csi_node["spec"]["drivers"].as_array_mut();
        for driver in drivers.into_iter().flatten() {
            driver["topologyKeys"] = draws.one(&[json!([]), json!([ZONE]), json!(["rack"])]);
        }
    }
}

/// Gives the pods of a set volumes, with everything that these depend on.
fn add_volumes(pod_set: &mut PodSet, draws: &mut Draws) {
    let of_kind = |objects: &[Value], kind: &str| -> Vec<Value> {
        let objects = objects.iter().filter(|object| object["kind"] == kind);
        objects.cloned().collect()
    };
    // Quotas protect most pods from eviction.
    if draws.in_hundred(70) {
        pod_set
            .objects
            .retain(|object| object["kind"] != "ElasticQuota");
    }
    let nodes = of_kind(&pod_set.objects, "Node");
    let hosts: Vec<Value> = nodes
        .iter()
        .map(|node| node["metadata"]["name"].clone())
        .collect();
    let mut storage = classes(draws);
    storage.extend(nodes_of_csi(draws, &hosts));
    let count = 1 + draws.below(7);
    let mut volumes: Vec<Value> = (0..count).map(|at| volume(draws, at, &hosts)).collect();
    let pods = of_kind(&pod_set.objects, "Pod");
    let mut namespaces: Vec<String> = Vec::new();
    for pod in &pods {
        let namespace = pod["metadata"]["namespace"]
            .as_str()
            .expect("a name")
            .to_owned();
        if !namespaces.contains(&namespace) {
            namespaces.push(namespace);
        }
    }
    for namespace in &namespaces {
        for name in ["c0", "c1", "c2", "c3"] {
            storage.push(claim(draws, (namespace, name), (&mut volumes, &hosts)));
        }
    }
    for object in pod_set
        .objects
        .iter_mut()
        .filter(|object| object["kind"] == "Pod")
    {
        let (namespace, name) = (
            &object["metadata"]["namespace"],
            &object["metadata"]["name"],
        );
        let key = format!(
            "{}/{}",
            namespace.as_str().expect("a name"),
            name.as_str().expect("a name")
        );
        let is_asked = key == pod_set.asked;
        let count = if is_asked {
            1 + draws.below(3)
        } else {
            draws.below(4).saturating_sub(1)
        };
        let mut of_pod = Vec::new();
        for at in 0..count {
            let (volume, claim) = pod_volume(draws, (object, is_asked), at);
            of_pod.push(volume);
            storage.extend(claim);
        }
        if !of_pod.is_empty() {
            object["spec"]["volumes"] = json!(of_pod);
        }
        // Otherwise few evictions are tried.
        if is_asked && draws.in_hundred(60) {
            object["spec"]["priority"] = json!(2000);
        }
    }
    storage.extend(volumes);
    add_topologies(draws, &mut storage);
    pod_set.objects.extend(storage);
}

/// The same sets, whose pods have volumes.
pub fn with_volumes(sets: BoxedStrategy<PodSet>) -> BoxedStrategy<PodSet> {
    (sets, prop::collection::vec(any::<u8>(), 640))
        .prop_map(|(mut pod_set, draws)| {
            add_volumes(&mut pod_set, &mut Draws(draws.into_iter()));
            pod_set
        })
        .boxed()
}
