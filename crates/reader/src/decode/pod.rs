//! Reads a `Pod`, and the pod of a template.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    names::Symbol,
    pod::{Container, Health, Owner, Phase, Pod, Preemption, WaitingContainer},
    policy::SYSTEM_CLASSES,
    taint::Toleration,
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{
    Decoder, FieldPath, Meta, admission, affinity, clip, constraints,
    constraints::{ContainerPort, PREFERRED, REQUIRED, Resize},
    labels, resources,
    resources::ResourceListKind,
    taint, volumes,
};

/// What the cluster autoscaler may do with a pod.
const SAFE_TO_EVICT: &str = "cluster-autoscaler.kubernetes.io/safe-to-evict";
/// The volumes of the node that the cluster autoscaler may delete, separated by commas.
const LOCAL_VOLUMES: &str = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes";

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> Pod {
    let is_new = meta.uid.is_empty() && meta.created.is_none();
    let annotation = |d: &Decoder<'_>, key: &str| {
        let value = d.tree.get(meta.annotations?, key, d.source)?;
        Some(d.text_of(value) != "api")
    };
    let annotations = meta.annotations;
    let mut pod = Pod {
        safe_to_evict: match text_at(d, annotations, SAFE_TO_EVICT) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        },
        is_mirror: annotation(d, "kubernetes.io/config.mirror").is_some(),
        is_static: annotation(d, "kubernetes.io/config.source") == Some(true),
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        uid: meta.uid,
        is_stored: !is_new,
        labels: meta.labels,
        owner: owner(d, root),
        created: meta.created,
        deleting: meta.deleting,
        ..Pod::default()
    };
    let mut resize = Resize::default();
    fields!(d, root, |d, field, at, path| match field {
        "spec" => decode_spec(&mut pod, d, at, path, is_new),
        "status" => decode_status(&mut pod, &mut resize, d, at, path),
    });
    d.needs(root, &FieldPath::Root, "spec", "a pod needs a `spec`");
    if let Some(spec) = d.get(root, "spec") {
        resize.settle(&mut pod, d, spec);
        if is_new && pod.node.is_empty() {
            admission::mounts(d, spec, &FieldPath::Root.field("spec"), &[]);
        }
        let volumes = d.get(spec, "volumes");
        let local = text_at(d, annotations, LOCAL_VOLUMES).unwrap_or_default();
        pod.has_local_storage =
            volumes.is_some_and(|volumes| volumes::has_local_storage(d, volumes, local));
    }
    pod
}

/// The text of an annotation.
fn text_at<'a>(d: &Decoder<'a>, annotations: Option<ValueId>, key: &str) -> Option<&'a str> {
    let value = d.tree.get(annotations?, key, d.source)?;
    Some(d.text_of(value))
}

fn decode_status<'a>(
    pod: &mut Pod,
    resize: &mut Resize<'a>,
    d: &mut Decoder<'a>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    fields!(d, at, path, |d, field, at, path| match field {
        "phase" => {
            pod.phase = phase(d, at, path);
            if pod.phase == Phase::Pending {
                pod.health = Health::Pending;
            }
        }
        "reason" => pod.reason = d.symbol(at, path).unwrap_or_default(),
        "nominatedNodeName" => pod.nominated = d.symbol(at, path).unwrap_or_default(),
        "startTime" => pod.started = d.time(at, path),
        "containerStatuses" | "initContainerStatuses" => resize.decode(d, at, path),
        "resources" | "allocatedResources" => resize.decode_whole(d, (field, at), path),
        "conditions" => {
            resize.conditions = Some(at);
            pod.preempted = is_preempted(d, at);
            if pod.health != Health::Pending {
                pod.health = health(d, at);
            }
            pod.is_scheduled = condition(d, at, "PodScheduled")
                .and_then(|scheduled| d.get(scheduled, "status"))
                .is_some_and(|status| d.text_of(status) == "True");
            if let Some(verdict) = verdict(d, at) {
                pod.nodes_tried = nodes_tried(verdict);
                pod.verdict = d.names.intern(verdict);
            }
        }
    });
    let conditions = d.get(at, "conditions");
    let is_scheduled = conditions.is_some_and(|of| condition(d, of, "PodScheduled").is_some());
    pod.is_unscheduled = pod.health == Health::Pending && !is_scheduled;
    let lists = ["initContainerStatuses", "containerStatuses"];
    pod.waiting = lists
        .into_iter()
        .find_map(|list| waiting(d, d.get(at, list)?));
}

/// The first container of a list of statuses that waits, other than for an init container.
fn waiting(d: &mut Decoder<'_>, statuses: ValueId) -> Option<WaitingContainer> {
    if d.tree.kind(statuses) != ValueKind::Sequence {
        return None;
    }
    let (name, reason) = d.tree.items(statuses).find_map(|status| {
        let state = d.get(status, "state")?;
        let reason = d.text_of(d.get(d.get(state, "waiting")?, "reason")?);
        let name = d.text_of(d.get(status, "name")?);
        (!reason.is_empty() && reason != "PodInitializing").then_some((name, reason))
    })?;
    Some(WaitingContainer {
        name: d.names.intern(name),
        reason: d.names.intern(reason),
    })
}

/// Reads the message of the condition `PodScheduled` if it is `False`.
fn verdict<'a>(d: &Decoder<'a>, conditions: ValueId) -> Option<&'a str> {
    let scheduled = condition(d, conditions, "PodScheduled")?;
    let text = |of, key| d.get(of, key).map(|node| d.text_of(node));
    let is_refused = text(scheduled, "status").is_none_or(|status| status == "False");
    text(scheduled, "message").filter(|_| is_refused)
}

/// The status of the condition `Ready`.
fn health(d: &Decoder<'_>, conditions: ValueId) -> Health {
    let status = condition(d, conditions, "Ready").and_then(|ready| d.get(ready, "status"));
    match status.map(|status| d.text_of(status)) {
        None => Health::Unstated,
        Some("True") => Health::Ready,
        Some(_) => Health::Unready,
    }
}

/// Whether the scheduler evicts the pod, as kube-scheduler writes it into the condition `DisruptionTarget`.
fn is_preempted(d: &Decoder<'_>, conditions: ValueId) -> bool {
    let says = |of, key, word| d.get(of, key).is_some_and(|node| d.text_of(node) == word);
    condition(d, conditions, "DisruptionTarget").is_some_and(|target| {
        says(target, "status", "True") && says(target, "reason", "PreemptionByScheduler")
    })
}

/// The first condition of a type, which decides, as in Kubernetes.
pub(super) fn condition(d: &Decoder<'_>, conditions: ValueId, kind: &str) -> Option<ValueId> {
    if d.tree.kind(conditions) != ValueKind::Sequence {
        return None;
    }
    let mut items = d.tree.items(conditions);
    items.find(|one| {
        d.tree.kind(*one) == ValueKind::Mapping
            && d.get(*one, "type")
                .is_some_and(|node| d.text_of(node) == kind)
    })
}

/// Reason and message of a condition that is `True`; empty where it is not.
pub(super) fn failure(d: &mut Decoder<'_>, conditions: ValueId, kind: &str) -> (Symbol, Symbol) {
    let Some(found) = condition(d, conditions, kind) else {
        return Default::default();
    };
    let [status, reason, message] = ["status", "reason", "message"]
        .map(|key| d.get(found, key).map_or("", |node| d.text_of(node)));
    if status != "True" {
        return Default::default();
    }
    (d.names.intern(reason), d.names.intern(message))
}

/// Reads the number in `0/3 nodes are available: …`.
pub(super) fn nodes_tried(verdict: &str) -> Option<u32> {
    let (nodes, said) = verdict.strip_prefix("0/")?.split_once(' ')?;
    said.starts_with("nodes are available")
        .then(|| nodes.parse().ok())?
}

/// Reads `spec` of a pod or a template, with the API server's defaults. `is_new`: no API server has taken it.
pub(super) fn decode_spec(
    pod: &mut Pod,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    is_new: bool,
) {
    let mut ports = Vec::new();
    let mut seen = FxHashMap::default();
    let mut host_network = false;
    fields!(d, at, path, |d, field, at, path| match field {
        "nodeName" => pod.node = d.symbol(at, path).unwrap_or_default(),
        "schedulerName" => pod.scheduler_name = d.symbol(at, path).unwrap_or_default(),
        "priority" => pod.priority = d.int32(at, path, i32::MIN..=i32::MAX),
        "priorityClassName" => pod.priority_class = d.symbol(at, path).unwrap_or_default(),
        "activeDeadlineSeconds" => pod.has_deadline = d.int32(at, path, 1..=i32::MAX).is_some(),
        "preemptionPolicy" => pod.preemption = preemption(d, at, path),
        "restartPolicy" => _ = d.word(at, path, &RESTART_POLICIES),
        "containers" => pod.containers = containers(d, at, path, false, &mut ports, &mut seen),
        "initContainers" =>
            pod.init_containers = containers(d, at, path, true, &mut ports, &mut seen),
        "overhead" => pod.overhead = resources::decode(d, at, path, ResourceListKind::Container),
        "resources" => {
            let mut whole = Container::default();
            resources::decode_resources(&mut whole, d, at, path, ResourceListKind::Pod);
            pod.resources = Some(Box::new(whole));
        }
        "nodeSelector" => {
            pod.node_selector = labels::decode(d, at, path);
            if is_new {
                d.check_labels(at, path);
            }
        }
        "affinity" => fields!(d, at, path, |d, field, at, path| match field {
            "nodeAffinity" => fields!(d, at, path, |d, field, at, path| match field {
                REQUIRED => pod.node_affinity = Some(affinity::terms(d, at, path)),
                PREFERRED => constraints::preferred_nodes(pod, d, at, path),
            }),
            "podAffinity" | "podAntiAffinity" =>
                constraints::pod_affinity(pod, d, at, path, field, is_new),
        }),
        "tolerations" => pod.tolerations = tolerations(d, at, path),
        "schedulingGates" => constraints::gates(pod, d, at, path),
        "hostNetwork" => host_network = d.boolean(at, path).unwrap_or_default(),
        "runtimeClassName" => pod.runtime_class = d.symbol(at, path).unwrap_or_default(),
        "topologySpreadConstraints" => constraints::topology_spread(pod, d, at, path),
        "volumes" => {
            pod.has_empty_dir = volumes::has_empty_dir(d, at);
            pod.volumes = volumes::decode(d, at, path);
            let images = volumes::images(d, at);
            if !images.is_empty() {
                pod.constraints.get_or_insert_default().image_volumes = images.into();
            }
        }
    });
    if pod.containers.is_empty() {
        d.missing(at, path, "containers", "a pod needs a container");
    }
    if pod.priority.is_none() {
        let class = &d.names[pod.priority_class];
        let known = SYSTEM_CLASSES.iter().find(|(name, _)| *name == class);
        pod.priority = known.map(|(_, value)| *value);
    }
    // No API server writes a UID with a slash, which the tests of schedulers have: their pods stay as given.
    let has_defaults = !d.names[pod.uid].contains('/');
    constraints::host_ports(pod, d, ports, [host_network, host_network && has_defaults]);
    if has_defaults {
        let containers = pod.containers.iter_mut().chain(&mut pod.init_containers);
        containers.for_each(resources::request_limits);
        if let Some(whole) = &mut pod.resources
            && !whole.limits.0.is_empty()
        {
            let (containers, init) = (&pod.containers, &pod.init_containers);
            constraints::request_effective(whole, containers, init, d.names);
            resources::request_limits(whole);
        }
    }
    if is_new {
        admission::check(d, pod, at, path);
    }
}

/// Reads `metadata.ownerReferences`: the controller, else the first.
pub(super) fn owner(d: &mut Decoder<'_>, root: ValueId) -> Option<Owner> {
    let metadata = d.get(root, "metadata")?;
    let node = d.get(metadata, "ownerReferences")?;
    let mut found = None;
    let mut controls = false;
    let path = FieldPath::Root.field("metadata");
    let path = path.field("ownerReferences");
    d.items(node, &path, |d, item, path| {
        let mut owner = Owner::default();
        let mut controller = false;
        fields!(d, item, path, |d, field, at, path| match field {
            "kind" => owner.kind = d.symbol(at, path).unwrap_or_default(),
            "name" => owner.name = d.symbol(at, path).unwrap_or_default(),
            "uid" => owner.uid = d.symbol(at, path).unwrap_or_default(),
            "apiVersion" => owner.api_version = d.symbol(at, path).unwrap_or_default(),
            "controller" => controller = d.boolean(at, path).unwrap_or_default(),
        });
        owner.controls = controller;
        if found.is_none() || (controller && !controls) {
            found = Some(owner);
            controls = controller;
        }
    });
    found
}

fn phase(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Phase {
    let known = ["Pending", "Running", "Succeeded", "Failed", "Unknown"];
    match d.word(at, path, &known) {
        Some("Pending" | "") | None => Phase::Pending,
        Some("Running") => Phase::Running,
        Some("Succeeded") => Phase::Succeeded,
        Some("Failed") => Phase::Failed,
        Some(_) => Phase::Unknown,
    }
}

/// Reads `preemptionPolicy`.
pub(super) fn preemption(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Option<Preemption> {
    match d.word(at, path, &["PreemptLowerPriority", "Never"])? {
        "Never" => Some(Preemption::Never),
        _ => Some(Preemption::PreemptLowerPriority),
    }
}

/// The values of `restartPolicy` of pods and containers.
const RESTART_POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

fn containers(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    is_init: bool,
    ports: &mut Vec<ContainerPort>,
    seen: &mut FxHashMap<Symbol, u32>,
) -> Box<[Container]> {
    let mut containers = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut container = Container::default();
        let mut named = None;
        let first_port = ports.len();
        fields!(d, item, path, |d, field, at, path| match field {
            "name" => {
                if let Some(name) = d.string(at, path).filter(|name| !name.is_empty()) {
                    d.check_dns_label(at, path, name);
                    named = Some((at, name));
                }
            }
            "image" => container.image = d.symbol(at, path).unwrap_or_default(),
            "resources" => resources::decode_resources(
                &mut container,
                d,
                at,
                path,
                ResourceListKind::Container,
            ),
            "ports" => constraints::container_ports(ports, d, at, path),
            "restartPolicy" => {
                let policy = d.word(at, path, &RESTART_POLICIES);
                container.is_sidecar = is_init && policy == Some("Always");
            }
        });
        if is_init && !container.is_sidecar {
            // An init container ends before the pod runs.
            ports.truncate(first_port);
        }
        match named {
            Some((at, name)) => {
                let name = d.names.intern(name);
                let times = seen.entry(name).or_insert(0_u32);
                *times += 1;
                // Each name is reported once.
                if *times == 2 {
                    let name = clip(&d.names[name]);
                    let message = format!("two containers of the pod have the name `{name}`");
                    d.refuse(at, &path.field("name"), message);
                }
            }
            None => d.missing(item, path, "name", "a container needs a `name`"),
        }
        containers.push(container);
    });
    containers.into_boxed_slice()
}

/// The tolerations of a pod.
pub(super) fn tolerations(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Box<[Toleration]> {
    taint::tolerations(d, at, path, &taint::NODE_EFFECTS).into_boxed_slice()
}
