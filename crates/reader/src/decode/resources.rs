//! Reads resource lists, and validates names and amounts as the API server does.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    managed_cluster::Resources,
    misspelt::is_misspelt,
    pod::Container,
};
use schedscope_quantity::Quantity;
use schedscope_text::tree::ValueId;

use crate::decode::{Cause, Decoder, FieldPath, clip};

/// Whose resources a list is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResourceListKind {
    /// A managed cluster's: any resource that it reports.
    Cluster,
    /// The capacity or allocatable resources of a node.
    Node,
    /// Requests, limits or overhead.
    Container,
    /// Requests or limits of a pod as a whole.
    Pod,
    /// Bounds of a quota.
    Quota,
    /// `status.used` of a quota, which its controller writes.
    Used,
    /// What a `ResourceQuota` allows: names of its own.
    Hard,
    /// The bounds and defaults of a `LimitRange`: any name.
    Bounds,
    /// The resources allocated to a container, from the status that the kubelet writes.
    Status,
}

/// Reads a resource list.
pub(super) fn decode(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    of: ResourceListKind,
) -> Resources {
    let pairs = d.map(node, path, |d, node, path| {
        let amount = d.quantity(node, path)?;
        if let (FieldPath::Key(_, name), true) = (path, of != ResourceListKind::Cluster) {
            check_name(d, node, path, name, of);
            check_amount(d, node, path, name, &amount, of);
        }
        Some(amount)
    });
    Resources(pairs.into_boxed_slice())
}

/// The objects that a `ResourceQuota` counts by a name of their own.
const COUNTED: [&str; 9] = [
    "pods",
    "services",
    "services.nodeports",
    "services.loadbalancers",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
];

const COMPUTE: [&str; 2] = ["cpu", "memory"];
const STORAGE: &str = "ephemeral-storage";

fn is_hugepages(name: &str) -> bool {
    name.starts_with("hugepages-")
}

/// Whether a resource is an extended resource: it is counted in whole units and cannot be overcommitted.
fn is_extended(name: &str) -> bool {
    name.contains('/') && !name.contains("kubernetes.io/")
}

fn check_name(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    name: &str,
    of: ResourceListKind,
) {
    let is_compute = COMPUTE.contains(&name) || is_hugepages(name);
    let is_container = is_compute || name == STORAGE || name.contains('/');
    let (is_known, severity) = match of {
        ResourceListKind::Container => (is_container, Severity::Error),
        ResourceListKind::Pod => (is_compute, Severity::Error),
        ResourceListKind::Quota if name == "pods" => {
            let message = "quotas do not count the resource `pods`".to_owned();
            d.report(
                Severity::Info,
                DiagnosticCode::InvalidValue,
                node,
                path,
                message,
            );
            return;
        }
        ResourceListKind::Quota => (is_container, Severity::Warning),
        ResourceListKind::Node => {
            let is_node =
                ["pods", "storage"].contains(&name) || name.starts_with("attachable-volumes-");
            (is_container || is_node, Severity::Warning)
        }
        ResourceListKind::Hard => {
            let plain = name.strip_prefix("requests.").unwrap_or(name);
            let plain = plain.strip_prefix("limits.").unwrap_or(plain);
            let is_hard = COMPUTE.contains(&plain)
                || [STORAGE, "storage"].contains(&plain)
                || is_hugepages(plain)
                || COUNTED.contains(&name)
                || name.contains('/');
            (is_hard, Severity::Error)
        }
        ResourceListKind::Cluster
        | ResourceListKind::Used
        | ResourceListKind::Bounds
        | ResourceListKind::Status => return,
    };
    if is_known {
        return;
    }
    // A ResourceQuota writes it as `requests.cpu`.
    let plain = name.strip_prefix("requests.").unwrap_or(name);
    let near = COMPUTE
        .into_iter()
        .chain([STORAGE])
        .find(|known| (*known == plain && plain != name) || is_misspelt(plain, known));
    let near = near.filter(|_| of != ResourceListKind::Hard);
    let cause = near.map(|near| Cause::Misspelt(near.to_owned()));
    let message = match (near, of) {
        (_, ResourceListKind::Hard) => format!(
            "`{}` must be a standard resource for quota, as `requests.cpu`, or fully qualified, as \
             `requests.example.com/gpu`",
            clip(name)
        ),
        (Some(near), _) => format!("`{}` is not a resource, did you mean `{near}`", clip(name)),
        (None, ResourceListKind::Pod) => format!(
            "`{}` is not supported for a pod as a whole, only `cpu`, `memory` and hugepages",
            clip(name)
        ),
        (None, _) => format!(
            "`{}` must be a standard resource, as `cpu`, or fully qualified, as `example.com/gpu`",
            clip(name)
        ),
    };
    let reason = (DiagnosticCode::InvalidValue, cause.unwrap_or_default());
    d.report_cause(severity, reason, node, path, message);
}

fn check_amount(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    name: &str,
    amount: &Quantity,
    of: ResourceListKind,
) {
    if amount.sign() < 0 {
        if !matches!(of, ResourceListKind::Used | ResourceListKind::Status) {
            let text = clip(d.text_of(node));
            let message = format!("`{text}` must be greater than or equal to 0");
            d.error(DiagnosticCode::OutOfRange, node, path, message);
        }
        return;
    }
    let page = name.strip_prefix("hugepages-").map(Quantity::parse);
    let page = page.and_then(Result::ok).map_or(0, |page| page.value());
    if page > 0
        && amount.value() % page != 0
        && matches!(of, ResourceListKind::Container | ResourceListKind::Pod)
    {
        let text = clip(d.text_of(node));
        let message = format!("`{text}` must be a multiple of the size of the pages");
        d.error(DiagnosticCode::InvalidQuantity, node, path, message);
        return;
    }
    if amount.milli_value() % 1000 == 0 || name == "cpu" || amount.value() > i64::MAX / 1000 {
        return;
    }
    let text = clip(d.text_of(node));
    if is_extended(name) || name == "pods" {
        let message = format!("`{text}` must be an integer");
        d.error(DiagnosticCode::InvalidQuantity, node, path, message);
    } else if COMPUTE.contains(&name) || name == STORAGE {
        let message = format!("fractional byte value `{text}` is invalid, must be an integer");
        d.warn(DiagnosticCode::InvalidQuantity, node, path, message);
    }
}

/// Reads `resources`.
pub(super) fn decode_resources(
    container: &mut Container,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    of: ResourceListKind,
) {
    let mut requests = None;
    fields!(d, at, path, |d, field, at, path| match field {
        "requests" => {
            container.requests = decode(d, at, path, of);
            requests = Some(at);
        }
        "limits" => container.limits = decode(d, at, path, of),
    });
    check_hugepages(container, d, at, path);
    if let Some(node) = requests {
        check_requests(container, d, node, &path.field("requests"));
    }
}

/// Rejects requests above limits, and a request for a resource that cannot be overcommitted without an equal limit.
fn check_requests(container: &Container, d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) {
    for (resource, amount) in &container.requests.0 {
        let limit = container.limits.get(*resource);
        // As schedulers count them.
        let count = |amount: &Quantity| (amount.value(), amount.milli_value());
        let order = limit.map(|limit| count(amount).cmp(&count(limit)));
        let name = &d.names[*resource];
        let is_exact = is_extended(name) || is_hugepages(name);
        if order.is_some_and(|order| order.is_eq() || (order.is_lt() && !is_exact))
            || (limit.is_none() && !is_exact)
        {
            continue;
        }
        let name = name.to_owned();
        let text = |node: Option<ValueId>| {
            let text = node.map(|node| clip(d.text_of(node).trim()));
            text.unwrap_or_default()
        };
        let at = d.get(node, &name);
        let requested = text(at);
        let message = match limit {
            Some(limit) => {
                let rule = if is_exact {
                    "equal to"
                } else {
                    "less than or equal to"
                };
                format!(
                    "`{requested}` must be {rule} {} limit of `{limit}`",
                    clip(&name)
                )
            }
            None => format!(
                "limit must be set for non overcommitable resources, as `{}`",
                clip(&name)
            ),
        };
        let path = FieldPath::Key(path, &name);
        let at = at.unwrap_or(node);
        d.error(DiagnosticCode::OutOfRange, at, &path, message);
    }
}

/// Rejects huge pages without a request or limit of cpu or memory.
fn check_hugepages(
    container: &Container,
    d: &mut Decoder<'_>,
    resources: ValueId,
    path: &FieldPath<'_>,
) {
    let lists = [
        ("requests", &container.requests),
        ("limits", &container.limits),
    ];
    let mut named = lists.iter().flat_map(|(_, list)| list.0.iter());
    let is_compute = |name: &str| COMPUTE.contains(&name);
    if named.any(|(name, _)| is_compute(&d.names[*name])) {
        return;
    }
    for (field, list) in lists {
        let mut pages = list.0.iter().map(|(name, _)| &d.names[*name]);
        let Some(name) = pages.find(|name| is_hugepages(name)).map(str::to_owned) else {
            continue;
        };
        let list = d.get(resources, field).unwrap_or(resources);
        let path = path.field(field);
        let at = d.get(list, &name).unwrap_or(list);
        let message = format!(
            "`{}` needs a request or limit of cpu or memory",
            clip(&name)
        );
        d.refuse(at, &FieldPath::Key(&path, &name), message);
        return;
    }
}

/// The API server's default: a resource with a limit and without a request is requested up to its limit.
pub(super) fn request_limits(container: &mut Container) {
    let mut requests = std::mem::take(&mut container.requests.0).into_vec();
    for (name, amount) in &container.limits.0 {
        if requests.iter().all(|(known, _)| known != name) {
            requests.push((*name, amount.clone()));
        }
    }
    container.requests = Resources(requests.into_boxed_slice());
}
