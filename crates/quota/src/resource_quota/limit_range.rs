//! The limits and bounds of `LimitRange`s. The API server fills in defaults before it looks at them.
//!
//! Source: `PodValidateLimitFunc` in `plugin/pkg/admission/limitranger/admission.go` of Kubernetes 1.35; for
//! the limits, `validateContainerResourceRequirements` in `pkg/apis/core/validation/validation.go`.

use schedscope_objects::{
    cluster_context::{LimitBounds, LimitType},
    managed_cluster::Resources,
    names::{Names, Symbol},
    pod::{Container, Pod},
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quantity::Quantity;

use super::{ClaimUse, CountedQuota, ResourceQuotaRefusal, ResourceQuotaRule, Use};

/// A request and a limit of a resource, in milli-CPU or base units.
type Asked = (Option<i64>, Option<i64>);

/// A request or limit that breaks a bound: the list, the rule, the amount and the bound.
type Wrong = (fn(Symbol) -> Use, ResourceQuotaRule, i64, i64);

/// The limits that a range sets below the requests, which the API server refuses first, and the bounds of the range
/// that a pod breaks, each once. O(bounds x containers).
pub(super) fn refusals(
    range: &CountedQuota,
    info: &PodInfo,
    names: &Names,
) -> Vec<ResourceQuotaRefusal> {
    let pod = &*info.pod;
    let mut found: Vec<ResourceQuotaRefusal> = Vec::new();
    let mut find =
        |(of, volume): (LimitType, Option<Symbol>), key: Symbol, (rule, requested, hard)| {
            if found.iter().any(|one| one.key == key && one.rule == rule) {
                return;
            }
            found.push(ResourceQuotaRefusal {
                limits: Some(of),
                namespace: range.namespace,
                name: range.name,
                key,
                volume,
                rule,
                hard,
                used: 0,
                from_status: false,
                new: 0,
                requested,
            });
        };
    for (resource, limit) in &range.limits.0 {
        for container in pod.containers.iter().chain(&pod.init_containers) {
            let (request, set) = (&container.requests, &container.limits);
            let is_default = set.get(*resource) == Some(limit);
            if let Some(request) = request.get(*resource).filter(|_| is_default) {
                let list = Use::Requests(*resource);
                let [request, limit] = [request, limit].map(|of| list.amount(of, names));
                if request > limit {
                    let rule = ResourceQuotaRule::AboveLimit;
                    find(
                        (LimitType::Container, None),
                        list.key(names),
                        (rule, request, limit),
                    );
                }
            }
        }
    }
    for bounds in &range.bounds {
        for (resource, asked) in judged(bounds, pod, names) {
            for (list, rule, requested, hard) in wrong(bounds, resource, asked, names) {
                find(
                    (bounds.of, None),
                    list(resource).key(names),
                    (rule, requested, hard),
                );
            }
        }
        for (volume, resource, wrong) in wrong_claims(bounds, range, info, names) {
            let key = Use::Requests(resource).key(names);
            find((LimitType::Claim, Some(volume)), key, wrong);
        }
    }
    found
}

/// What the bounds are compared with: of each container, or of the pod.
fn judged(bounds: &LimitBounds, pod: &Pod, names: &Names) -> Vec<(Symbol, Asked)> {
    let mut resources: Vec<Symbol> = Vec::new();
    for (resource, _) in [&bounds.min, &bounds.max, &bounds.ratio]
        .into_iter()
        .flat_map(|list| &list.0)
    {
        if !resources.contains(resource) {
            resources.push(*resource);
        }
    }
    let of = |resource: Symbol| -> Vec<Asked> {
        let uses = [Use::Requests(resource), Use::Limits(resource)];
        match bounds.of {
            LimitType::Claim => Vec::new(),
            LimitType::Pod => {
                let [request, limit] = uses.map(|of| of.of_containers(pod, names));
                vec![(request, limit)]
            }
            LimitType::Container => {
                let containers = pod.containers.iter().chain(&pod.init_containers);
                let asked = |container: &Container| {
                    let [request, limit] = uses.map(|of| {
                        let (_, list) = of.lists()?;
                        Some(of.amount(list(container).get(resource)?, names))
                    });
                    (request, limit)
                };
                containers.map(asked).collect()
            }
        }
    };
    let all = resources.into_iter();
    all.flat_map(|resource| of(resource).into_iter().map(move |asked| (resource, asked)))
        .collect()
}

/// The new claims of a pod that break a bound: the volume, the resource, the rule, the amount and the bound.
///
/// Source: `PersistentVolumeClaimValidateLimitFunc` in `plugin/pkg/admission/limitranger/admission.go` of Kubernetes
/// 1.35.
fn wrong_claims(
    bounds: &LimitBounds,
    range: &CountedQuota,
    info: &PodInfo,
    names: &Names,
) -> Vec<(Symbol, Symbol, (ResourceQuotaRule, i64, i64))> {
    if bounds.of != LimitType::Claim {
        return Vec::new();
    }
    let lists = [
        (&bounds.min, ResourceQuotaRule::BelowMin),
        (&bounds.max, ResourceQuotaRule::AboveMax),
    ];
    let lists = lists.into_iter().flat_map(|(list, rule)| {
        let of_storage = list
            .0
            .iter()
            .filter(|(resource, _)| names[*resource] == *"storage");
        of_storage.map(move |(resource, bound)| (*resource, rule, bound.value()))
    });
    let found = lists.flat_map(|(resource, rule, bound)| {
        let amounts = range.claims.amounts(ClaimUse::STORAGE, info, names);
        let wrong = amounts.filter(move |(amount, _)| match rule {
            ResourceQuotaRule::BelowMin => *amount < bound,
            _ => *amount > bound,
        });
        wrong.map(move |(amount, volume)| (volume, resource, (rule, amount, bound)))
    });
    found.collect()
}

fn wrong(
    bounds: &LimitBounds,
    resource: Symbol,
    (request, limit): Asked,
    names: &Names,
) -> Vec<Wrong> {
    use ResourceQuotaRule::{AboveMax, AboveRatio, BelowMin, MustSpecify};
    let bound = |list: &Resources| {
        let bound = list.get(resource)?;
        Some(Use::Requests(resource).amount(bound, names))
    };
    let mut found: Vec<Wrong> = Vec::new();
    let lists = [
        (Use::Requests as fn(Symbol) -> Use, request),
        (Use::Limits, limit),
    ];
    if let Some(min) = bound(&bounds.min) {
        if request.is_none() {
            found.push((Use::Requests, MustSpecify, 0, min));
        }
        for (list, amount) in lists {
            let below = amount.filter(|amount| *amount < min);
            found.extend(below.map(|amount| (list, BelowMin, amount, min)));
        }
    }
    if let Some(max) = bound(&bounds.max) {
        if limit.is_none() {
            found.push((Use::Limits, MustSpecify, 0, max));
        }
        for (list, amount) in lists {
            let above = amount.filter(|amount| *amount > max);
            found.extend(above.map(|amount| (list, AboveMax, amount, max)));
        }
    }
    if let Some(ratio) = bounds.ratio.get(resource).map(Quantity::milli_value) {
        let is_zero = |amount: Option<i64>| amount.is_none_or(|amount| amount == 0);
        for (list, amount) in lists {
            if is_zero(amount) {
                found.push((list, MustSpecify, 0, ratio));
            }
        }
        if let (Some(request @ 1..), Some(limit)) = (request, limit) {
            let asked = i128::from(limit) * 1000;
            let is_above = asked > i128::from(request) * i128::from(ratio);
            let asked = i64::try_from(asked / i128::from(request)).unwrap_or(i64::MAX);
            if is_above {
                found.push((Use::Limits, AboveRatio, asked, ratio));
            }
        }
    }
    found
}

impl Use {
    /// The list and the resource in the form of a key of `spec.hard`, which the reader of the range interned.
    fn key(self, names: &Names) -> Symbol {
        let (list, resource) = match self {
            Self::Pod | Self::Claims(_) => return Symbol::EMPTY,
            Self::Requests(resource) => ("requests", resource),
            Self::Limits(resource) => ("limits", resource),
        };
        let key = format!("{list}.{}", &names[resource]);
        names.get(&key).unwrap_or(resource)
    }
}
