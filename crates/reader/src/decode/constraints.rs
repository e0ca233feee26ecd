//! Reads the fields that place a pod near other pods or away from them, or that keep it off a node for a reason other
//! than resources; and applies the API server's defaults to them in pods that are not stored yet.

mod checks;
mod resize;

use std::ops::RangeInclusive;

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    labels::Labels,
    managed_cluster::Resources,
    names::{Names, Symbol},
    pod::{
        Container, HostPort, LabelKeys, Pod, PodAffinityTerm, PodConstraints,
        PreferredSchedulingTerm, TopologySpreadConstraint, WeightedPodAffinityTerm,
    },
    selector::LabelSelector,
};
use schedscope_quantity::Quantity;
use schedscope_text::tree::ValueId;

pub(super) use self::resize::Resize;
use crate::decode::{Decoder, FieldPath, affinity, clip, selector};

/// The terms that a node must have, of each kind of affinity.
pub(super) const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
/// The terms that a node should have.
pub(super) const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

const HONOR: [&str; 2] = ["Honor", "Ignore"];

fn constraints(pod: &mut Pod) -> &mut PodConstraints {
    pod.constraints.get_or_insert_default()
}

/// One of several words; any other is reported and treated as absent.
fn word<'a>(
    d: &mut Decoder<'a>,
    at: ValueId,
    path: &FieldPath<'_>,
    allowed: &[&str],
) -> Option<&'a str> {
    d.word(at, path, allowed)
        .filter(|word| allowed.contains(word))
}

/// A whole number in a range; any other is reported in the API server's words and treated as absent.
fn number(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    range: RangeInclusive<i32>,
    rule: &str,
) -> Option<i32> {
    let number = d.integer(at, path)?;
    let narrow = i32::try_from(number)
        .ok()
        .filter(|number| range.contains(number));
    if narrow.is_none() {
        let message = format!("`{number}` {rule}");
        d.error(DiagnosticCode::OutOfRange, at, path, message);
    }
    narrow
}

fn weight(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> i32 {
    number(d, at, path, 1..=100, "must be in the range 1-100").unwrap_or_default()
}

fn label_selector(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> LabelSelector {
    let selector = selector::decode(d, at, path);
    selector::check(&selector, d, at, path);
    selector
}

/// Reads `schedulingGates`.
pub(super) fn gates(pod: &mut Pod, d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let mut gates = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut gate = Symbol::EMPTY;
        d.field(item, path, "name", |d, at, path| {
            gate = d.label_key(at, path);
            if gates.contains(&gate) {
                let message = format!("another gate has the name `{}`", clip(&d.names[gate]));
                d.refuse(at, path, message);
            }
        });
        if gate.is_empty() {
            d.missing(item, path, "name", "a scheduling gate needs a `name`");
        }
        gates.push(gate);
    });
    if !gates.is_empty() {
        constraints(pod).scheduling_gates = gates.into_boxed_slice();
    }
}

/// `ports[]` of a container.
#[derive(Clone, Default)]
pub(super) struct ContainerPort {
    protocol: Symbol,
    ip: Symbol,
    /// 0: none.
    host: u16,
    /// 0: none.
    container: u16,
    /// The place of `containerPort`, if it is not the port of the node.
    other: Option<(ValueId, String)>,
}

/// Reads `ports` of a container.
pub(super) fn container_ports(
    ports: &mut Vec<ContainerPort>,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    let rule = "must be between 1 and 65535, inclusive";
    d.items(at, path, |d, item, path| {
        let mut port = ContainerPort::default();
        fields!(d, item, path, |d, field, at, path| match field {
            "hostPort" =>
                port.host = number(d, at, path, 0..=65535, rule).unwrap_or_default() as u16,
            "containerPort" =>
                port.container = number(d, at, path, 1..=65535, rule).unwrap_or_default() as u16,
            "hostIP" => port.ip = d.symbol(at, path).unwrap_or_default(),
            "protocol" => {
                let protocol = word(d, at, path, &["TCP", "UDP", "SCTP"]);
                port.protocol = protocol
                    .map(|word| d.names.intern(word))
                    .unwrap_or_default();
            }
        });
        if port.host > 0 && port.container > 0 && port.host != port.container {
            let at = d.get(item, "containerPort").unwrap_or(item);
            port.other = Some((at, path.field("containerPort").to_string()));
        }
        ports.push(port);
    });
}

/// Adds the host ports of a pod. `on_host`: the pod uses the host's network; `by_default`: and
/// each port defaults to a host port.
pub(super) fn host_ports(
    pod: &mut Pod,
    d: &mut Decoder<'_>,
    ports: Vec<ContainerPort>,
    [on_host, by_default]: [bool; 2],
) {
    if on_host {
        checks::network_ports(d, &ports);
    }
    let mut taken = Vec::new();
    for port in ports {
        let host = if port.host == 0 && by_default {
            port.container
        } else {
            port.host
        };
        if host > 0 {
            let mut or = |symbol: Symbol, default| {
                if symbol.is_empty() {
                    d.names.intern(default)
                } else {
                    symbol
                }
            };
            taken.push(HostPort {
                protocol: or(port.protocol, "TCP"),
                ip: or(port.ip, "0.0.0.0"),
                port: host,
            });
        }
    }
    if !taken.is_empty() {
        constraints(pod).host_ports = taken.into_boxed_slice();
    }
}

/// Reads `topologySpreadConstraints`.
pub(super) fn topology_spread(
    pod: &mut Pod,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    let mut list = Vec::new();
    d.items(at, path, |d, item, path| {
        list.push(spread_constraint(d, item, path));
    });
    // A value that is not a list is reported once.
    if !list.is_empty() {
        checks::spread_repeats(d, at, path, &list);
        constraints(pod).topology_spread = list.into_boxed_slice();
    }
}

pub(super) fn spread_constraint(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> TopologySpreadConstraint {
    let positive = "must be greater than zero";
    let mut constraint = TopologySpreadConstraint {
        max_skew: 1,
        min_domains: 1,
        is_hard: true,
        honors_node_affinity: true,
        ..TopologySpreadConstraint::default()
    };
    let mut action = "";
    let mut domains = None;
    fields!(d, at, path, |d, field, at, path| match field {
        "maxSkew" => constraint.max_skew = number(d, at, path, 1..=i32::MAX, positive).unwrap_or(1),
        "topologyKey" => constraint.topology_key = d.label_key(at, path),
        "whenUnsatisfiable" => {
            let word = word(d, at, path, &["DoNotSchedule", "ScheduleAnyway"]);
            constraint.is_hard = word != Some("ScheduleAnyway");
            action = word.unwrap_or("DoNotSchedule");
        }
        "labelSelector" => constraint.selector = Some(label_selector(d, at, path)),
        "matchLabelKeys" => constraint.match_label_keys = d.symbols(at, path),
        "minDomains" => {
            constraint.min_domains = number(d, at, path, 1..=i32::MAX, positive).unwrap_or(1);
            domains = Some(at);
        }
        "nodeAffinityPolicy" =>
            constraint.honors_node_affinity = word(d, at, path, &HONOR) != Some("Ignore"),
        "nodeTaintsPolicy" =>
            constraint.honors_node_taints = word(d, at, path, &HONOR) == Some("Honor"),
    });
    d.needs(at, path, "maxSkew", "a constraint needs a `maxSkew`");
    if constraint.topology_key.is_empty() {
        d.missing(at, path, "topologyKey", "can not be empty");
    }
    if action.is_empty() {
        let message = "a constraint needs `whenUnsatisfiable`";
        d.missing(at, path, "whenUnsatisfiable", message);
    }
    if let (Some(at), false) = (domains, constraint.is_hard) {
        constraint.min_domains = 1;
        let message =
            "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway";
        d.refuse(at, &path.field("minDomains"), message.to_owned());
    }
    constraint
}

/// Reads the preferred terms of `nodeAffinity`.
pub(super) fn preferred_nodes(
    pod: &mut Pod,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    let mut terms = Vec::new();
    d.items(at, path, |d, item, path| {
        let mut term = PreferredSchedulingTerm::default();
        fields!(d, item, path, |d, field, at, path| match field {
            "weight" => term.weight = weight(d, at, path),
            "preference" =>
                term.preference = affinity::term(d, at, path, affinity::TermUse::Preferred),
        });
        d.needs(item, path, "weight", "a preferred term needs a `weight`");
        d.needs(
            item,
            path,
            "preference",
            "a preferred term needs a `preference`",
        );
        terms.push(term);
    });
    constraints(pod).preferred_node_affinity = Some(terms.into_boxed_slice());
}

/// Reads `podAffinity` or `podAntiAffinity`, by its name. `is_new`: the pod is not stored yet.
pub(super) fn pod_affinity(
    pod: &mut Pod,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    name: &str,
    is_new: bool,
) {
    let (mut required, mut preferred) = (Vec::new(), Vec::new());
    let labels = is_new.then_some(&pod.labels);
    fields!(d, at, path, |d, field, at, path| match field {
        REQUIRED => d.items(at, path, |d, item, path| {
            required.push(affinity_term(d, item, path, labels));
        }),
        PREFERRED => d.items(at, path, |d, item, path| {
            let mut term = WeightedPodAffinityTerm::default();
            fields!(d, item, path, |d, field, at, path| match field {
                "weight" => term.weight = weight(d, at, path),
                "podAffinityTerm" => term.term = affinity_term(d, at, path, labels),
            });
            d.needs(item, path, "weight", "a preferred term needs a `weight`");
            d.needs(
                item,
                path,
                "podAffinityTerm",
                "a preferred term needs a `podAffinityTerm`",
            );
            preferred.push(term);
        }),
    });
    if required.is_empty() && preferred.is_empty() {
        return;
    }
    let constraints = constraints(pod);
    let affinity = if name == "podAffinity" {
        &mut constraints.pod_affinity
    } else {
        &mut constraints.pod_anti_affinity
    };
    affinity.required = required.into_boxed_slice();
    affinity.preferred = preferred.into_boxed_slice();
}

/// Reads a term. `labels`: those of a pod that is not stored yet, with which the API server completes the selector.
fn affinity_term(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    labels: Option<&Labels>,
) -> PodAffinityTerm {
    let mut term = PodAffinityTerm::default();
    let [mut same, mut other]: [Box<[Symbol]>; 2] = Default::default();
    fields!(d, at, path, |d, field, at, path| match field {
        "labelSelector" => term.selector = Some(label_selector(d, at, path)),
        "topologyKey" => term.topology_key = d.label_key(at, path),
        "namespaces" => {
            term.namespaces = d.symbols(at, path);
            d.items(at, path, |d, at, path| {
                let name = d.text_of(at);
                d.check_dns_label(at, path, name);
            });
        }
        "namespaceSelector" => term.namespace_selector = Some(label_selector(d, at, path)),
        "matchLabelKeys" => same = d.symbols(at, path),
        "mismatchLabelKeys" => other = d.symbols(at, path),
    });
    if term.topology_key.is_empty() {
        d.missing(at, path, "topologyKey", "can not be empty");
    }
    checks::label_keys(d, at, path, [&same, &other]);
    if let Some(labels) = labels
        && term.selector.is_some()
    {
        term.label_keys = LabelKeys::new(same, other);
        term.complete(labels);
    }
    term
}

/// The API server's default for a pod with pod-level limits: the containers' cpu and memory requests are the pod's.
pub(super) fn request_effective(
    whole: &mut Container,
    containers: &[Container],
    init: &[Container],
    names: &Names,
) {
    for name in ["cpu", "memory"] {
        let Some(resource) = names.get(name) else {
            continue;
        };
        if whole.requests.get(resource).is_some() {
            continue;
        }
        if let Some(amount) = effective_request(resource, containers, init) {
            let mut requests = std::mem::take(&mut whole.requests.0).into_vec();
            requests.push((resource, amount));
            whole.requests = Resources(requests.into_boxed_slice());
        }
    }
}

/// The request of all containers for a resource: their sum with the sidecars', or an init container with the sidecars
/// before it, whichever is larger.
pub(super) fn effective_request(
    resource: Symbol,
    containers: &[Container],
    init: &[Container],
) -> Option<Quantity> {
    let mut running = None;
    let mut starting = None;
    for container in init {
        let Some(request) = container.requests.get(resource) else {
            continue;
        };
        let with_sidecars = plus(running.clone(), request);
        if container.is_sidecar {
            running.clone_from(&with_sidecars);
        }
        starting = larger(starting, with_sidecars);
    }
    for container in containers {
        if let Some(request) = container.requests.get(resource) {
            running = plus(running, request);
        }
    }
    larger(running, starting)
}

fn plus(sum: Option<Quantity>, amount: &Quantity) -> Option<Quantity> {
    let Some(sum) = sum else {
        return Some(amount.clone());
    };
    // A sum that overflows is the larger summand.
    let total = sum.checked_add(amount);
    total.or_else(|| larger(Some(sum), Some(amount.clone())))
}

fn larger(a: Option<Quantity>, b: Option<Quantity>) -> Option<Quantity> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a.compare(&b).is_lt() { b } else { a }),
        (a, b) => a.or(b),
    }
}
