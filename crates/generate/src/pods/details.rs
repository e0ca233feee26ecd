//! What real objects say besides what scheduling reads.

use crate::{
    pods::{node::GeneratedNode, pod::GeneratedPod},
    random::Random,
    text::{Node, map},
};

/// A list of one map each.
fn list<const N: usize>(items: [Node; N]) -> Node {
    Node::List(items.into())
}

fn text(text: &'static str) -> Node {
    Node::from(text)
}

fn number(number: i64) -> Node {
    Node::Number(number)
}

/// An address that follows from a number.
fn address(network: u32, index: u64) -> String {
    format!("10.{network}.{}.{}", index / 250 % 250, index % 250 + 2)
}

/// `status.conditions[]`.
fn condition(
    (kind, status): (&'static str, &'static str),
    time: &str,
    reason: Option<(&'static str, &'static str)>,
) -> Node {
    map([
        ("lastProbeTime", reason.is_none().then_some(Node::Null)),
        ("lastTransitionTime", Some(Node::from(time.to_owned()))),
        ("message", reason.map(|(_, message)| Node::from(message))),
        ("reason", reason.map(|(reason, _)| Node::from(reason))),
        ("status", Some(text(status))),
        ("type", Some(text(kind))),
    ])
}

/// Adds the details of a node to its `metadata`, `spec` and `status`.
pub(super) fn of_node(
    node: &GeneratedNode,
    index: u64,
    random: &mut Random,
    [metadata, spec, status]: [Node; 3],
) -> [Node; 3] {
    let time = random.time();
    let metadata = metadata
        .with([
            (
                "annotations",
                map([
                    (
                        "csi.volume.kubernetes.io/nodeid",
                        text("{\"ebs.csi.aws.com\":\"i-0123456789abcdef0\"}"),
                    ),
                    ("node.alpha.kubernetes.io/ttl", text("0")),
                    (
                        "volumes.kubernetes.io/controller-managed-attach-detach",
                        text("true"),
                    ),
                ]),
            ),
            ("resourceVersion", Node::from(random.resource_version())),
            ("uid", Node::from(random.uid())),
        ])
        .with_inner(
            "labels",
            [
                ("beta.kubernetes.io/arch", Node::from("amd64")),
                ("beta.kubernetes.io/os", Node::from("linux")),
                ("kubernetes.io/arch", Node::from("amd64")),
                ("kubernetes.io/os", Node::from("linux")),
                ("node-role.kubernetes.io/worker", Node::from("")),
                ("topology.kubernetes.io/region", Node::from("eu-west-1")),
            ],
        );
    let cidr = format!("10.{}.{}.0/24", 128 + index / 250 % 100, index % 250);
    let spec = spec.with([
        ("podCIDR", Node::from(cidr.clone())),
        ("podCIDRs", Node::List(vec![Node::from(cidr)])),
        (
            "providerID",
            Node::from(format!("aws:///eu-west-1/{}", node.name)),
        ),
    ]);
    let status = node_status(node, index, &time, random, status);
    [metadata, spec, status]
}

fn node_status(
    node: &GeneratedNode,
    index: u64,
    time: &str,
    random: &mut Random,
    status: Node,
) -> Node {
    let good = |kind, reason, message| condition((kind, "False"), time, Some((reason, message)));
    let image = |index: u32| {
        let name = format!("registry.example.com/team/service-{index}:1.{index}.0");
        map([
            ("names", Node::List(vec![Node::from(name)])),
            (
                "sizeBytes",
                Node::Number(i64::from(10_000_000 + index * 7_654_321)),
            ),
        ])
    };
    let kubelet = map([("kubeletEndpoint", map([("Port", Node::Number(10_250))]))]);
    let place = |kind, address| map([("address", Node::from(address)), ("type", Node::from(kind))]);
    status.with([
        (
            "addresses",
            Node::List(vec![
                place("InternalIP", address(0, index)),
                place("Hostname", node.name.clone()),
            ]),
        ),
        ("capacity", node.capacity()),
        (
            "conditions",
            Node::List(vec![
                good(
                    "MemoryPressure",
                    "KubeletHasSufficientMemory",
                    "kubelet has sufficient memory available",
                ),
                good(
                    "DiskPressure",
                    "KubeletHasNoDiskPressure",
                    "kubelet has no disk pressure",
                ),
                good(
                    "PIDPressure",
                    "KubeletHasSufficientPID",
                    "kubelet has sufficient PID available",
                ),
                condition(
                    ("Ready", "True"),
                    time,
                    Some(("KubeletReady", "kubelet is posting ready status")),
                ),
            ]),
        ),
        ("daemonEndpoints", kubelet),
        (
            "images",
            Node::List((0..12).map(|_| image(random.below(400))).collect()),
        ),
        (
            "nodeInfo",
            map([
                ("architecture", text("amd64")),
                ("bootID", Node::from(random.uid())),
                ("containerRuntimeVersion", text("containerd://2.1.4")),
                ("kernelVersion", text("6.8.0-1031-aws")),
                ("kubeProxyVersion", text("")),
                ("kubeletVersion", text("v1.35.1")),
                ("machineID", Node::from(random.uid().replace('-', ""))),
                ("operatingSystem", text("linux")),
                ("osImage", text("Ubuntu 24.04.2 LTS")),
                ("systemUUID", Node::from(random.uid())),
            ]),
        ),
    ])
}

/// Adds the details of a pod to its `metadata`, its container, its `spec` without containers, and
/// its `status`.
pub(super) fn of_pod(
    pod: &GeneratedPod,
    order: u64,
    random: &mut Random,
    [metadata, container, spec, status]: [Node; 4],
) -> [Node; 4] {
    let owner = pod.name.rsplit_once('-').map_or("", |(owner, _)| owner);
    let hash = owner.rsplit_once('-').map(|(_, hash)| hash);
    let is_daemon = pod.namespace == "kube-system";
    let account = if is_daemon { "kube-proxy" } else { "default" };
    let image = format!(
        "registry.example.com/team/{}:1.{}.0",
        pod.app,
        random.below(40)
    );
    let access = format!("kube-api-access-{}", crate::pods::names::ending(order));
    let metadata = metadata
        .with([
            ("generateName", Node::from(format!("{owner}-"))),
            ("generation", Node::Number(1)),
            (
                "ownerReferences",
                Node::List(vec![map([
                    ("apiVersion", Node::from("apps/v1")),
                    ("blockOwnerDeletion", Node::True),
                    ("controller", Node::True),
                    (
                        "kind",
                        Node::from(if is_daemon { "DaemonSet" } else { "ReplicaSet" }),
                    ),
                    ("name", Node::from(owner.to_owned())),
                    ("uid", Node::from(random.uid())),
                ])]),
            ),
            ("resourceVersion", Node::from(random.resource_version())),
        ])
        .with_inner(
            "labels",
            [if is_daemon {
                ("controller-revision-hash", Node::from("6d9c8b7f5"))
            } else {
                let hash = hash.unwrap_or_default();
                ("pod-template-hash", Node::from(hash.to_owned()))
            }],
        );
    let container = of_container(container, &image, &access);
    let spec = spec.with([
        ("dnsPolicy", text("ClusterFirst")),
        ("enableServiceLinks", Node::True),
        ("restartPolicy", text("Always")),
        ("schedulerName", text("default-scheduler")),
        ("securityContext", Node::Map(Vec::new())),
        ("serviceAccount", text(account)),
        ("serviceAccountName", text(account)),
        ("terminationGracePeriodSeconds", number(30)),
        (
            "volumes",
            list([map([
                ("name", Node::from(access)),
                ("projected", sources()),
            ])]),
        ),
    ]);
    let status = if pod.node.is_some() {
        placed(pod, order, image, random, status)
    } else {
        let message = "0/1 nodes are available: 1 Insufficient cpu.";
        let reason = Some(("Unschedulable", message));
        status.with([
            (
                "conditions",
                list([condition(("PodScheduled", "False"), &pod.created, reason)]),
            ),
            ("qosClass", text(pod.quality())),
        ])
    };
    [metadata, container, spec, status]
}

fn of_container(container: Node, image: &str, access: &str) -> Node {
    container.with([
        (
            "env",
            Node::List(vec![
                map([
                    ("name", Node::from("LOG_LEVEL")),
                    ("value", Node::from("info")),
                ]),
                map([
                    ("name", Node::from("POD_IP")),
                    (
                        "valueFrom",
                        map([(
                            "fieldRef",
                            map([
                                ("apiVersion", Node::from("v1")),
                                ("fieldPath", Node::from("status.podIP")),
                            ]),
                        )]),
                    ),
                ]),
            ]),
        ),
        ("image", Node::from(image.to_owned())),
        ("imagePullPolicy", Node::from("IfNotPresent")),
        (
            "livenessProbe",
            map([
                ("failureThreshold", number(3)),
                (
                    "httpGet",
                    map([
                        ("path", Node::from("/healthz")),
                        ("port", Node::Number(8080)),
                        ("scheme", Node::from("HTTP")),
                    ]),
                ),
                ("periodSeconds", number(10)),
                ("successThreshold", number(1)),
                ("timeoutSeconds", number(1)),
            ]),
        ),
        (
            "ports",
            Node::List(vec![map([
                ("containerPort", Node::Number(8080)),
                ("name", Node::from("http")),
                ("protocol", Node::from("TCP")),
            ])]),
        ),
        ("terminationMessagePath", Node::from("/dev/termination-log")),
        ("terminationMessagePolicy", Node::from("File")),
        (
            "volumeMounts",
            Node::List(vec![map([
                (
                    "mountPath",
                    Node::from("/var/run/secrets/kubernetes.io/serviceaccount"),
                ),
                ("name", Node::from(access.to_owned())),
                ("readOnly", Node::True),
            ])]),
        ),
    ])
}

/// The volume of a service account's token.
fn sources() -> Node {
    let item = |key: &'static str| map([("key", Node::from(key)), ("path", Node::from(key))]);
    map([
        ("defaultMode", number(420)),
        (
            "sources",
            list([
                map([(
                    "serviceAccountToken",
                    map([
                        ("expirationSeconds", Node::Number(3607)),
                        ("path", Node::from("token")),
                    ]),
                )]),
                map([(
                    "configMap",
                    map([
                        ("items", Node::List(vec![item("ca.crt")])),
                        ("name", Node::from("kube-root-ca.crt")),
                    ]),
                )]),
                map([(
                    "downwardAPI",
                    map([(
                        "items",
                        Node::List(vec![map([
                            (
                                "fieldRef",
                                map([
                                    ("apiVersion", Node::from("v1")),
                                    ("fieldPath", Node::from("metadata.namespace")),
                                ]),
                            ),
                            ("path", Node::from("namespace")),
                        ])]),
                    )]),
                )]),
            ]),
        ),
    ])
}

/// The `status` of a pod that is on a node.
fn placed(
    pod: &GeneratedPod,
    order: u64,
    image: String,
    random: &mut Random,
    status: Node,
) -> Node {
    let ip = address(1 + (order / 62_500 % 100) as u32, order);
    let host = address(0, u64::from(pod.node.unwrap_or_default()));
    let ips = |ip: &str| Node::List(vec![map([("ip", Node::from(ip.to_owned()))])]);
    let state = map([(
        "running",
        map([("startedAt", Node::from(pod.created.clone()))]),
    )]);
    let condition = |kind| condition((kind, "True"), &pod.created, None);
    let id = format!("containerd://{}", random.uid().replace('-', ""));
    let digest = format!("{image}@sha256:{}", random.uid().replace('-', ""));
    status.with([
        (
            "conditions",
            list([
                condition("PodReadyToStartContainers"),
                condition("Initialized"),
                condition("Ready"),
                condition("ContainersReady"),
                condition("PodScheduled"),
            ]),
        ),
        (
            "containerStatuses",
            list([map([
                ("containerID", Node::from(id)),
                ("image", Node::from(image)),
                ("imageID", Node::from(digest)),
                ("lastState", Node::Map(Vec::new())),
                ("name", Node::from("main")),
                ("ready", Node::True),
                ("restartCount", Node::Number(0)),
                ("started", Node::True),
                ("state", state),
            ])]),
        ),
        ("hostIP", Node::from(host.clone())),
        ("hostIPs", ips(&host)),
        ("podIP", Node::from(ip.clone())),
        ("podIPs", ips(&ip)),
        ("qosClass", text(pod.quality())),
    ])
}
