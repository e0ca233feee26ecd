//! Reads `ElasticQuota`, `PriorityClass` and `PodDisruptionBudget`.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    policy::{
        Availability, BudgetStatus, ElasticQuota, IntOrPercent, PodDisruptionBudget, PriorityClass,
        SYSTEM_CLASSES,
    },
};
use schedscope_text::tree::{Scalar, ValueId};

use crate::decode::{
    Decoder, FieldPath, Meta, clip, cluster_set, pod::preemption, resources,
    resources::ResourceListKind, selector,
};

pub(super) fn elastic_quota(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ElasticQuota {
    let mut quota = ElasticQuota {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        ..ElasticQuota::default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => fields!(d, at, path, |d, field, at, path| match field {
            "min" => quota.min = Some(resources::decode(d, at, path, ResourceListKind::Quota)),
            "max" => quota.max = Some(resources::decode(d, at, path, ResourceListKind::Quota)),
        }),
        "status" => d.field(at, path, "used", |d, at, path| {
            quota.used = Some(resources::decode(d, at, path, ResourceListKind::Used));
        }),
    });
    quota
}

/// The highest value of a class that is not Kubernetes' own.
const HIGHEST_USER_VALUE: i32 = 1_000_000_000;

pub(super) fn priority_class(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> PriorityClass {
    let mut class = PriorityClass {
        name: meta.name,
        ..PriorityClass::default()
    };
    let mut value = None;
    fields!(d, root, |d, field, at, path| match field {
        "value" => {
            class.value = d.int32(at, path, i32::MIN..=i32::MAX).unwrap_or_default();
            value = Some(at);
        }
        "globalDefault" => class.global_default = d.boolean(at, path).unwrap_or_default(),
        "preemptionPolicy" => class.preemption = preemption(d, at, path).unwrap_or_default(),
    });
    let message = "a priority class needs a `value`";
    match value {
        Some(at) => check_value(&class, d, root, at),
        None => d.missing(root, &FieldPath::Root, "value", message),
    }
    class
}

fn check_value(class: &PriorityClass, d: &mut Decoder<'_>, root: ValueId, at: ValueId) {
    let name = d.names[class.name].to_owned();
    let path = FieldPath::Root.field("value");
    let system = SYSTEM_CLASSES.iter().find(|(known, _)| *known == name);
    let message = match system {
        Some((_, value)) if *value == class.value => return,
        Some((_, value)) => format!("value of `{name}` must be {value}"),
        None if class.value > HIGHEST_USER_VALUE => {
            format!("maximum allowed value of a user defined priority is {HIGHEST_USER_VALUE}")
        }
        None if name.starts_with("system-") => {
            let metadata = d.get(root, "metadata");
            let at = metadata.and_then(|node| d.get(node, "name")).unwrap_or(at);
            let path = FieldPath::Root.field("metadata");
            let message =
                "priority class names with `system-` prefix are reserved for system use only";
            d.refuse(at, &path.field("name"), message.to_owned());
            return;
        }
        None => return,
    };
    d.error(DiagnosticCode::OutOfRange, at, &path, message);
}

pub(super) fn disruption_budget(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: &Meta,
) -> PodDisruptionBudget {
    let mut budget = PodDisruptionBudget {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        ..PodDisruptionBudget::default()
    };
    let (mut allowed, mut observed) = (None, None);
    let mut status = BudgetStatus::default();
    let mut counts = 0;
    let mut count = |d: &mut Decoder<'_>, at, path: &FieldPath<'_>| {
        counts += 1;
        d.int32(at, path, 0..=i32::MAX).unwrap_or_default()
    };
    fields!(d, root, |d, part, at, path| match part {
        "spec" => decode_spec(&mut budget, d, at, path),
        "status" => fields!(d, at, path, |d, field, at, path| match field {
            "disruptionsAllowed" => allowed = Some(count(d, at, path)),
            "disruptedPods" => {
                let pods = d.map(at, path, |_, _, _| Some(()));
                budget.disrupted_pods = pods.into_iter().map(|(pod, ())| pod).collect();
            }
            "currentHealthy" => status.current_healthy = count(d, at, path),
            "desiredHealthy" => status.desired_healthy = count(d, at, path),
            "expectedPods" => status.expected_pods = count(d, at, path),
            "observedGeneration" =>
                observed = d.integer(at, path).map(|generation| (at, generation)),
        }),
    });
    status.disruptions_allowed = allowed.unwrap_or_default();
    // Tools that write a budget without a cluster, like `kubectl create --dry-run`, print all counts as 0.
    let is_zero = counts == 4 && observed.is_none() && status == BudgetStatus::default();
    budget.status = (allowed.is_some() && !is_zero).then_some(status);
    if budget.status.is_none() {
        let message =
            "no controller has written `status`: `disruptionsAllowed` is computed from the pods";
        let path = FieldPath::Root.field("status");
        d.report(
            Severity::Info,
            DiagnosticCode::MissingField,
            d.get(root, "status").unwrap_or(root),
            &path.field("disruptionsAllowed"),
            message.to_owned(),
        );
    }
    let metadata = d.get(root, "metadata");
    let generation = metadata.and_then(|metadata| d.get(metadata, "generation"));
    if let (Some((at, observed)), Some(generation)) = (observed, generation)
        && let Some(generation) = d.integer(generation, &FieldPath::Root.field("metadata"))
        && observed < generation
    {
        budget.is_outdated = true;
        let message = "is below `metadata.generation`: evictions are refused until the budget's controller has \
                       looked at its last change";
        let path = FieldPath::Root.field("status");
        d.warn(
            DiagnosticCode::InvalidValue,
            at,
            &path.field("observedGeneration"),
            message.to_owned(),
        );
    }
    if cluster_set::is_v1beta1(d, root) {
        // In that version, an empty selector selects nothing, and the API server does not convert it.
        budget.selector = budget.selector.take().filter(|of| !of.is_empty());
    }
    budget
}

fn decode_spec(
    budget: &mut PodDisruptionBudget,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    let (mut least, mut most) = (None, None);
    fields!(d, at, path, |d, field, at, path| match field {
        "selector" => {
            let selector = selector::decode(d, at, path);
            selector::check(&selector, d, at, path);
            budget.selector = Some(selector);
        }
        "minAvailable" => least = int_or_percent(d, at, path, 100).map(Availability::MinAvailable),
        "maxUnavailable" =>
            most = int_or_percent(d, at, path, 100).map(Availability::MaxUnavailable),
        "unhealthyPodEvictionPolicy" => {
            let policy = d.word(at, path, &["IfHealthyBudget", "AlwaysAllow"]);
            budget.always_allows_unready = policy == Some("AlwaysAllow");
        }
    });
    budget.availability = most.or(least);
    if least.is_some() && most.is_some() {
        let message = "minAvailable and maxUnavailable cannot be both set".to_owned();
        d.refuse(at, path, message);
    }
}

/// Reads a number or a percentage of pods, of at most `most` percent.
pub(super) fn int_or_percent(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    most: u16,
) -> Option<IntOrPercent> {
    if let Some(Scalar::Number(_)) = d.tree.scalar(at, d.source) {
        let number = d.int32(at, path, 0..=i32::MAX)?;
        return (number >= 0).then_some(IntOrPercent::Int(number));
    }
    let text = d.string(at, path)?;
    let digits = text.strip_suffix('%').unwrap_or_default();
    let is_percent = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let (code, message) = if !is_percent {
        let rule = "a valid percent string must be a numeric string followed by an ending '%'";
        (
            DiagnosticCode::InvalidValue,
            format!("`{}`: {rule}", clip(text)),
        )
    } else if let Some(percent) = digits.parse().ok().filter(|percent| *percent <= most) {
        return Some(IntOrPercent::Percent(percent));
    } else {
        let message = format!("`{}` must not be greater than {most}%", clip(text));
        (DiagnosticCode::OutOfRange, message)
    };
    d.error(code, at, path, message);
    None
}
