//! The API server's checks of a new pod that compare its fields with each other.
//!
//! Source: `pkg/apis/core/validation` and `plugin/pkg/admission/runtimeclass` of Kubernetes 1.35.

use rustc_hash::FxHashSet;
use schedscope_objects::{
    diagnostic::DiagnosticCode,
    names::Symbol,
    pod::{Pod, PodVolume},
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{
    Decoder, FieldPath, clip,
    constraints::{PREFERRED, REQUIRED, effective_request},
    form::is_label_key,
};

/// A check of a pod, whose `spec` is at the value.
type Rule = fn(&mut Decoder<'_>, &Pod, ValueId, &FieldPath<'_>);

const RULES: [Rule; 6] = [gates, overhead, whole, volumes, host_ports, label_keys];

/// Checks a pod that no API server has taken.
pub(super) fn check(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    for rule in RULES {
        rule(d, pod, spec, path);
    }
}

/// Rejects `nodeName` before all scheduling gates are removed.
fn gates(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    let gates = pod.constraints.as_ref().map(|of| &of.scheduling_gates);
    if !pod.node.is_empty() && gates.is_some_and(|gates| !gates.is_empty()) {
        let at = d.get(spec, "nodeName").unwrap_or(spec);
        let message = "cannot be set until all `schedulingGates` have been cleared";
        d.refuse(at, &path.field("nodeName"), message.to_owned());
    }
}

/// Rejects `overhead` without a runtime class, from which the API server sets it.
fn overhead(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    if pod.runtime_class.is_empty() && !pod.overhead.0.is_empty() {
        let at = d.get(spec, "overhead").unwrap_or(spec);
        let message = "is set without a `runtimeClassName` whose RuntimeClass defines it";
        d.refuse(at, &path.field("overhead"), message.to_owned());
    }
}

/// Rejects requests of the pod as a whole below those of its containers, and limits of a container above the pod's.
fn whole(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    let Some(whole) = &pod.resources else { return };
    let place = |d: &Decoder<'_>, of: ValueId, list: &str, name: &str| {
        let resources = d.get(of, "resources")?;
        d.get(d.get(resources, list)?, name)
    };
    for (resource, amount) in &whole.requests.0 {
        let name = d.names[*resource].to_owned();
        let all = effective_request(*resource, &pod.containers, &pod.init_containers);
        let Some(all) = all.filter(|all| all.compare(amount).is_gt()) else {
            continue;
        };
        // A request that is not written is that of the limit, which containers may not exceed either.
        if let Some(at) = place(d, spec, "requests", &name) {
            let message = format!("must be at least the request of all containers, `{all}`");
            let path = path.field("resources");
            let path = path.field("requests");
            d.error(
                DiagnosticCode::OutOfRange,
                at,
                &FieldPath::Key(&path, &name),
                message,
            );
        }
    }
    let path = path.field("containers");
    let items = list(d, spec, "containers").into_iter();
    for (index, (at, container)) in items.zip(&pod.containers).enumerate() {
        for (resource, limit) in &container.limits.0 {
            let most = whole.limits.get(*resource);
            let Some(most) = most.filter(|most| limit.compare(most).is_gt()) else {
                continue;
            };
            let name = d.names[*resource].to_owned();
            let message = format!("must be at most the limit of the pod, `{most}`");
            let path = FieldPath::Index(&path, index);
            let path = path.field("resources");
            let path = path.field("limits");
            let at = place(d, at, "limits", &name).unwrap_or(at);
            d.error(
                DiagnosticCode::OutOfRange,
                at,
                &FieldPath::Key(&path, &name),
                message,
            );
        }
    }
}

/// Rejects volumes with the same name, and one of a claim without its name.
fn volumes(d: &mut Decoder<'_>, _: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    let path = path.field("volumes");
    let mut seen = FxHashSet::default();
    for (index, volume) in list(d, spec, "volumes").into_iter().enumerate() {
        let path = FieldPath::Index(&path, index);
        let name = d.get(volume, "name").map_or("", |at| d.text_of(at));
        if !name.is_empty() && !seen.insert(name) {
            let message = format!("another volume has the name `{}`", clip(name));
            let at = d.get(volume, "name").unwrap_or(volume);
            d.refuse(at, &path.field("name"), message);
        }
        if let Some(claim) = d.get(volume, "persistentVolumeClaim") {
            let path = path.field("persistentVolumeClaim");
            d.needs(claim, &path, "claimName", "the volume needs a `claimName`");
        }
    }
}

/// Rejects a host port that two containers have. Init containers run one after another.
fn host_ports(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    let taken = pod.constraints.as_ref().map(|of| of.host_ports.len());
    if taken.unwrap_or_default() < 2 {
        return;
    }
    let on_host = d.get(spec, "hostNetwork").map(|at| d.text_of(at)) == Some("true");
    let mut seen = FxHashSet::default();
    let path = path.field("containers");
    for (index, container) in list(d, spec, "containers").into_iter().enumerate() {
        let path = FieldPath::Index(&path, index);
        let path = path.field("ports");
        for (index, port) in list(d, container, "ports").into_iter().enumerate() {
            let text = |key: &str| d.get(port, key).map_or("", |at| d.text_of(at));
            let host = match text("hostPort") {
                "" | "0" if on_host => text("containerPort"),
                host => host,
            };
            let protocol = Some(text("protocol")).filter(|protocol| !protocol.is_empty());
            let taken = (protocol.unwrap_or("TCP"), text("hostIP"), host);
            if matches!(host, "" | "0") || seen.insert(taken) {
                continue;
            }
            let (protocol, ip, host) = taken;
            let of = if ip.is_empty() { "" } else { " of " };
            let message = format!(
                "port {}/{protocol}{of}{} of the node is taken by another port of the pod",
                clip(host),
                clip(ip)
            );
            let at = d.get(port, "hostPort").unwrap_or(port);
            d.refuse(
                at,
                &FieldPath::Index(&path, index).field("hostPort"),
                message,
            );
        }
    }
}

/// Checks the label keys of spread constraints and of terms of pod affinity.
fn label_keys(d: &mut Decoder<'_>, pod: &Pod, spec: ValueId, path: &FieldPath<'_>) {
    if pod.constraints.is_none() {
        return;
    }
    let spread = path.field("topologySpreadConstraints");
    for (index, at) in list(d, spec, "topologySpreadConstraints")
        .into_iter()
        .enumerate()
    {
        keys_of(d, pod, at, &FieldPath::Index(&spread, index));
    }
    let Some(affinity) = d.get(spec, "affinity") else {
        return;
    };
    let path = path.field("affinity");
    for kind in ["podAffinity", "podAntiAffinity"] {
        let path = path.field(kind);
        for name in [REQUIRED, PREFERRED] {
            let path = path.field(name);
            let terms = d.get(affinity, kind).map(|at| list(d, at, name));
            for (index, at) in terms.unwrap_or_default().into_iter().enumerate() {
                let path = FieldPath::Index(&path, index);
                match d.get(at, "podAffinityTerm").filter(|_| name == PREFERRED) {
                    Some(at) => keys_of(d, pod, at, &path.field("podAffinityTerm")),
                    None => keys_of(d, pod, at, &path),
                }
            }
        }
    }
}

/// Rejects lists of label keys without a `labelSelector`, and a key of `matchLabelKeys` that the selector has too:
/// the API server adds the pod's own value to the selector of a new pod, and refuses a key of the list that the
/// selector then has twice. It adds nothing to a template, so it takes one whose pods it refuses. A pod on a node was
/// taken, and has the value already.
fn keys_of(d: &mut Decoder<'_>, pod: &Pod, at: ValueId, path: &FieldPath<'_>) {
    let selector = d.get(at, "labelSelector").filter(|at| !d.is_null(*at));
    for name in ["matchLabelKeys", "mismatchLabelKeys"] {
        let keys = list(d, at, name);
        let path = path.field(name);
        let Some(selector) = selector else {
            if let Some(at) = d.get(at, name).filter(|_| !keys.is_empty()) {
                let message = "must not be specified when `labelSelector` is not set";
                d.refuse(at, &path, message.to_owned());
            }
            continue;
        };
        for (index, at) in keys.into_iter().enumerate() {
            let path = FieldPath::Index(&path, index);
            let key = d.text_of(at);
            if !is_label_key(key) {
                d.refuse_label_key(at, &path, key);
                continue;
            }
            let written = times(d, selector, key);
            if name != "matchLabelKeys" || !pod.node.is_empty() || written == 0 {
                continue;
            }
            let mut labels = pod.labels.0.iter();
            let carries = labels.any(|(label, _)| d.names[*label] == *key) || is_made(d, key);
            let message = "exists in both `matchLabelKeys` and `labelSelector`";
            if written > 1 || carries && maker(d).is_none() {
                d.refuse(at, &path, message.to_owned());
            } else if carries {
                let message = format!("{message}: the API server refuses the pods");
                d.refuse(at, &path, message);
            }
        }
    }
}

/// The kind of the workload whose template the pod is; `None`: it is a Pod.
fn maker<'d>(d: &'d Decoder<'_>) -> Option<&'d str> {
    let (_, kind) = d.object?;
    Some(&d.names[kind]).filter(|kind| *kind != "Pod")
}

/// Whether the controller of a template gives its pods this label.
fn is_made(d: &Decoder<'_>, key: &str) -> bool {
    match maker(d) {
        Some("Deployment") => key == "pod-template-hash",
        Some("StatefulSet" | "DaemonSet") => key == "controller-revision-hash",
        _ => false,
    }
}

/// How often a selector has a requirement for a key.
fn times(d: &Decoder<'_>, selector: ValueId, key: &str) -> usize {
    let labels = d.get(selector, "matchLabels");
    let expressions = list(d, selector, "matchExpressions").into_iter();
    let of_key = |one: &ValueId| d.get(*one, "key").is_some_and(|at| d.text_of(at) == key);
    usize::from(labels.is_some_and(|labels| d.get(labels, key).is_some()))
        + expressions.filter(of_key).count()
}

/// Rejects the mount of a volume that the pod does not have. `claims`: from templates.
pub(super) fn mounts(
    d: &mut Decoder<'_>,
    spec: ValueId,
    path: &FieldPath<'_>,
    claims: &[PodVolume],
) {
    fn name<'a>(d: &Decoder<'a>, of: ValueId) -> &'a str {
        d.get(of, "name").map_or("", |at| d.text_of(at))
    }
    let volumes = list(d, spec, "volumes").into_iter();
    let mut volumes: FxHashSet<Symbol> = volumes.map(|at| d.names.intern(name(d, at))).collect();
    volumes.extend(claims.iter().map(|claim| claim.name));
    for kind in ["initContainers", "containers"] {
        let path = path.field(kind);
        for (index, container) in list(d, spec, kind).into_iter().enumerate() {
            let path = FieldPath::Index(&path, index);
            for field in ["volumeMounts", "volumeDevices"] {
                let path = path.field(field);
                for (index, mount) in list(d, container, field).into_iter().enumerate() {
                    let volume = name(d, mount);
                    if !volumes.contains(&d.names.intern(volume)) {
                        let message = format!("the pod has no volume `{}`", clip(volume));
                        let at = d.get(mount, "name").unwrap_or(mount);
                        d.refuse(at, &FieldPath::Index(&path, index).field("name"), message);
                    }
                }
            }
        }
    }
}

/// The items of a list of a mapping; none where it is not a list.
fn list(d: &Decoder<'_>, of: ValueId, key: &str) -> Vec<ValueId> {
    let is_list = |at: &ValueId| d.tree.kind(*at) == ValueKind::Sequence;
    let list = d.get(of, key).filter(is_list);
    list.map_or_else(Vec::new, |at| d.tree.items(at).collect())
}
