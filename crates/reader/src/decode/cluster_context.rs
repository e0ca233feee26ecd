//! Reads `Namespace`, `Service`, `RuntimeClass`, `ResourceQuota` and `LimitRange`.

use rustc_hash::FxHashSet;
use schedscope_objects::{
    cluster_context::{
        LimitBounds, LimitRange, LimitType, Namespace, QuotaScope, ResourceQuota, RuntimeClass,
        ScopeName, ScopeOperator, Service,
    },
    diagnostic::DiagnosticCode,
    labels::Labels,
    managed_cluster::Resources,
    word::Word,
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, Meta, clip, form::is_subdomain, labels, pod, resources,
    resources::ResourceListKind,
};

/// The label with the namespace's name, which the API server sets on every namespace.
const NAME_LABEL: &str = "kubernetes.io/metadata.name";

pub(super) fn namespace(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> Namespace {
    let mut labels = meta.labels;
    let uid = d.get(root, "metadata").and_then(|node| d.get(node, "uid"));
    let is_new = uid.is_none_or(|node| d.text_of(node).is_empty() || d.is_null(node));
    let key = d.names.intern(NAME_LABEL);
    if is_new && labels.get(key).is_none() {
        let mut pairs = labels.0.into_vec();
        pairs.push((key, meta.name));
        labels = Labels(pairs.into_boxed_slice());
    }
    let status = d.get(root, "status");
    let phase = status.and_then(|status| d.get(status, "phase"));
    let terminates = phase.filter(|phase| d.text_of(*phase) == "Terminating");
    let metadata = d.get(root, "metadata");
    let deleted = metadata.and_then(|metadata| d.get(metadata, "deletionTimestamp"));
    let deleted = deleted.filter(|_| meta.deleting);
    if let Some(at) = deleted.or(terminates) {
        let (parent, field) = match deleted {
            Some(_) => ("metadata", "deletionTimestamp"),
            None => ("status", "phase"),
        };
        let path = FieldPath::Root.field(parent);
        let message = "the namespace is being deleted: the API server creates no pods in it";
        let code = DiagnosticCode::InvalidValue;
        d.warn(code, at, &path.field(field), message.to_owned());
    }
    Namespace {
        name: meta.name,
        labels,
        deleting: meta.deleting || terminates.is_some(),
    }
}

pub(super) fn service(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Service {
    let mut service = Service {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        selector: None,
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "selector" => service.selector = Some(labels::decode(d, at, path)),
            "ports" => service_ports(d, at, path),
        }),
    });
    let metadata = FieldPath::Root.field("metadata");
    let name = d.get(root, "metadata").and_then(|at| d.get(at, "name"));
    if let Some(at) = name {
        let name = d.text_of(at);
        // A name that no object may have is reported already.
        if is_subdomain(name) {
            d.check_dns_label(at, &metadata.field("name"), name);
        }
    }
    service
}

/// Rejects ports that their names do not tell apart.
fn service_ports(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let is_one = d.tree.items(at).count() == 1;
    let mut names = FxHashSet::default();
    d.items(at, path, |d, item, path| {
        let mut is_named = false;
        fields!(d, item, path, |d, field, at, path| match field {
            "name" => {
                let name = d.string(at, path).unwrap_or_default();
                is_named = !name.is_empty();
                if is_named {
                    d.check_dns_label(at, path, name);
                    if !names.insert(name) {
                        let message = format!("two ports have the name `{}`", clip(name));
                        d.refuse(at, path, message);
                    }
                }
            }
        });
        if !is_named && !is_one {
            let message = "each port of a Service with several ports needs a `name`";
            d.missing(item, path, "name", message);
        }
    });
}

pub(super) fn runtime_class(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> RuntimeClass {
    let mut class = RuntimeClass {
        name: meta.name,
        ..RuntimeClass::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "overhead" => d.field(at, path, "podFixed", |d, at, path| {
            class.overhead = resources::decode(d, at, path, ResourceListKind::Container);
        }),
        "scheduling" => fields!(d, at, path, |d, field, at, path| match field {
            "nodeSelector" => {
                class.node_selector = labels::decode(d, at, path);
                d.check_labels(at, path);
            }
            "tolerations" => class.tolerations = pod::tolerations(d, at, path),
        }),
    });
    class
}

/// The scopes that no pod is in together.
const CONFLICTING: [[ScopeName; 2]; 2] = [
    [ScopeName::BestEffort, ScopeName::NotBestEffort],
    [ScopeName::Terminating, ScopeName::NotTerminating],
];

pub(super) fn resource_quota(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ResourceQuota {
    let mut quota = ResourceQuota {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        ..ResourceQuota::default()
    };
    let mut scopes = Vec::new();
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "hard" => quota.hard = resources::decode(d, at, path, ResourceListKind::Hard),
            "scopes" => d.items(at, path, |d, at, path| {
                let name = word(d, at, path);
                let of_no_pod = |other: &QuotaScope| {
                    let pair = [name, other.name];
                    let mut both = CONFLICTING.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]);
                    both.any(|both| both.map(Some) == pair)
                };
                if scopes.iter().any(of_no_pod) {
                    let message = "conflicts with another scope: no pod is in both";
                    d.refuse(at, path, message.to_owned());
                }
                scopes.push(QuotaScope {
                    name,
                    operator: ScopeOperator::Exists,
                    values: Box::default(),
                });
            }),
            "scopeSelector" => d.field(at, path, "matchExpressions", |d, at, path| {
                d.items(at, path, |d, at, path| scopes.push(scope(d, at, path)));
            }),
        }),
        "status" => d.field(at, path, "used", |d, at, path| {
            quota.used = Some(resources::decode(d, at, path, ResourceListKind::Used));
        }),
    });
    quota.scopes = scopes.into();
    // The text may not mention the resource of a key elsewhere.
    for (key, _) in &quota.hard.0 {
        let text = &d.names[*key];
        let plain = text.strip_prefix("requests.");
        let plain = plain.or_else(|| text.strip_prefix("limits."));
        if let Some(plain) = plain.map(str::to_owned) {
            d.names.intern(&plain);
        }
    }
    quota
}

fn scope(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> QuotaScope {
    let mut scope = QuotaScope {
        name: None,
        operator: ScopeOperator::Exists,
        values: Box::default(),
    };
    fields!(d, at, path, |d, field, at, path| match field {
        "scopeName" => scope.name = word(d, at, path),
        "operator" => scope.operator = word(d, at, path).unwrap_or(ScopeOperator::Exists),
        "values" => scope.values = d.symbols(at, path),
    });
    scope
}

fn word<W: Word>(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<W> {
    let allowed: Vec<&str> = W::ALL.iter().map(|(_, word)| *word).collect();
    W::of(d.word(at, path, &allowed)?)
}

/// Reads the defaults that a `LimitRange` sets in containers, after the API server's defaulting of its items, and its
/// bounds.
///
/// Source: `SetDefaults_LimitRangeItem` in `pkg/apis/core/v1/defaults.go` of Kubernetes 1.35.
pub(super) fn limit_range(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> LimitRange {
    let mut range = LimitRange {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        ..LimitRange::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => d.field(at, path, "limits", |d, at, path| {
            d.items(at, path, |d, at, path| {
                limit_range_item(d, at, path, &mut range);
            });
        }),
    });
    // Refusals name the lists of a resource as a `ResourceQuota` does.
    let bounds = range.bounds.iter();
    let lists = bounds.flat_map(|bounds| [&bounds.min, &bounds.max, &bounds.ratio]);
    for (resource, _) in lists.chain([&range.limits]).flat_map(|list| &list.0) {
        let name = d.names[*resource].to_owned();
        d.names.intern(&format!("requests.{name}"));
        d.names.intern(&format!("limits.{name}"));
    }
    range
}

fn limit_range_item(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    range: &mut LimitRange,
) {
    let mut of = None;
    let [mut default, mut request, mut max, mut min, mut ratio] =
        std::array::from_fn(|_| Resources::default());
    let list = |d: &mut Decoder<'_>, at, path: &FieldPath<'_>| {
        resources::decode(d, at, path, ResourceListKind::Bounds)
    };
    fields!(d, at, path, |d, field, at, path| match field {
        "type" => of = LimitType::of(d.text_of(at)),
        "default" => default = list(d, at, path),
        "defaultRequest" => request = list(d, at, path),
        "max" => max = list(d, at, path),
        "min" => min = list(d, at, path),
        "maxLimitRequestRatio" => ratio = list(d, at, path),
    });
    let named = [
        ("min", &min),
        ("defaultRequest", &request),
        ("default", &default),
        ("max", &max),
    ];
    for (index, (field, list)) in named.iter().enumerate() {
        for (resource, amount) in &list.0 {
            let mut above = named[index + 1..].iter();
            let below = above.find(|(_, other)| {
                let bound = other.get(*resource);
                bound.is_some_and(|bound| amount.compare(bound).is_gt())
            });
            if let Some((bound, _)) = below {
                let resource = d.names[*resource].to_owned();
                let list = d.get(at, field).unwrap_or(at);
                let at = d.get(list, &resource).unwrap_or(list);
                let message = format!("must be less than or equal to `{bound}`");
                let path = path.field(field);
                d.error(
                    DiagnosticCode::OutOfRange,
                    at,
                    &FieldPath::Key(&path, &resource),
                    message,
                );
            }
        }
    }
    let Some(of) = of else { return };
    if of == LimitType::Container {
        for list in [&default, &max] {
            range.limits.fill(list);
        }
        for list in [&request, &default, &max, &min] {
            range.requests.fill(list);
        }
    }
    if [&min, &max, &ratio].iter().any(|list| !list.0.is_empty()) {
        range.bounds.push(LimitBounds {
            of,
            min,
            max,
            ratio,
        });
    }
}
