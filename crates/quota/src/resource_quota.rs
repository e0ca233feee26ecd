//! `ResourceQuota`s and the bounds of `LimitRange`s, by which the API server refuses new pods before any scheduler sees
//! them.
//!
//! Source: `pkg/quota/v1/evaluator/core/pods.go` and `plugin/pkg/admission/resourcequota` of Kubernetes 1.35;
//! [`limit_range`] for the bounds.

use schedscope_objects::{
    cluster_context::{LimitBounds, LimitType, QuotaScope, ResourceQuota},
    managed_cluster::Resources,
    names::{Names, Symbol},
    objects::Objects,
    pod::{Container, Pod},
    words,
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quantity::Quantity;

mod claims;
mod created;
pub mod limit_range;
mod scope;

use claims::{ClaimUse, Claims};
pub use created::admit_created;

words! {
    /// Why a `ResourceQuota` or a `LimitRange` refuses a pod.
    pub enum ResourceQuotaRule {
        /// The namespace would use more than `spec.hard`.
        Exceeded = "exceeded",
        /// A container does not name a resource that `spec.hard` or a bound of a `LimitRange` names.
        MustSpecify = "must-specify",
        /// A request or limit is below `min` of a `LimitRange`.
        BelowMin = "below-min",
        /// A request or limit is above `max` of a `LimitRange`.
        AboveMax = "above-max",
        /// A request is above the limit that a `LimitRange` sets.
        AboveLimit = "above-limit",
        /// A limit is more than `maxLimitRequestRatio` of a `LimitRange` times the request.
        AboveRatio = "above-ratio",
    }
}

/// The list of a container that counts: its requests or its limits.
type ListOf = fn(&Container) -> &Resources;

/// What a pod uses of a key of `spec.hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// One: pods are counted.
    Pod,
    /// Requests of a resource.
    Requests(Symbol),
    /// Limits of a resource.
    Limits(Symbol),
    /// The claims that are created for it.
    Claims(ClaimUse),
}

/// A key of `spec.hard` that counts pods or what they ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardKey {
    /// The key, as written: `requests.cpu`.
    pub key: Symbol,
    /// The resource that it bounds requests of: `cpu`; `pods` for the number of pods; `None` for limits.
    pub resource: Option<Symbol>,
    /// The bound, in milli-CPU or base units.
    pub hard: i64,
    /// What the namespace uses, in milli-CPU or base units.
    pub used: i64,
    /// Whether `status.used` has what was used at first; else the pods of the text were counted.
    from_status: bool,
    /// What of `used` the new pods use that were admitted since.
    new: i64,
    by: Use,
    /// Every container has to name it.
    is_required: bool,
}

/// A `ResourceQuota` with the use of its namespace; or a `LimitRange`.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedQuota {
    pub namespace: Symbol,
    pub name: Symbol,
    /// The keys that count pods or what they ask for, in the order of the text.
    pub keys: Vec<HardKey>,
    /// The bounds of a `LimitRange`.
    pub bounds: Vec<LimitBounds>,
    /// The requests that a `LimitRange` sets.
    requests: Resources,
    /// The limits that it sets.
    pub limits: Resources,
    scopes: Box<[QuotaScope]>,
    /// The class of pods that name none.
    default_class: Symbol,
    claims: Claims,
}

impl HardKey {
    /// The resource that it bounds limits of; `None`: of requests, or pods.
    pub fn limited(&self) -> Option<Symbol> {
        match self.by {
            Use::Limits(resource) => Some(resource),
            _ => None,
        }
    }
}

impl CountedQuota {
    /// By how much the namespace would use more than the bound with a pod; not above 0: by nothing.
    pub fn over(&self, key: &HardKey, info: &PodInfo, names: &Names) -> i64 {
        let requested = self.asked(key.by, info, names).unwrap_or_default();
        key.used.saturating_add(requested).saturating_sub(key.hard)
    }

    /// Whether it counts only some pods.
    pub fn is_scoped(&self) -> bool {
        !self.scopes.is_empty()
    }

    fn counts(&self, pod: &Pod, names: &Names) -> bool {
        self.scopes
            .iter()
            .all(|scope| scope::has_scope(scope, pod, self.default_class, names))
    }

    /// What a pod uses with its claims; `None`: nothing names it, or the quota does not count the pod.
    fn asked(&self, by: Use, info: &PodInfo, names: &Names) -> Option<i64> {
        if let Use::Claims(of) = by {
            let (amount, volume) = self.claims.created(of, info, names);
            return volume.map(|_| amount);
        }
        self.asked_alone(by, &info.pod, names)
    }

    /// The same without claims.
    fn asked_alone(&self, by: Use, pod: &Pod, names: &Names) -> Option<i64> {
        by.of(pod, names).filter(|_| self.counts(pod, names))
    }
}

/// Why a `ResourceQuota` or a `LimitRange` refuses a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceQuotaRefusal {
    /// What the bound of a `LimitRange` is of; `None`: a `ResourceQuota` refuses the pod.
    pub limits: Option<LimitType>,
    /// The quota's namespace.
    pub namespace: Symbol,
    /// The quota's name.
    pub name: Symbol,
    /// The key of `spec.hard`; of a `LimitRange`, the list with the resource in the same form, as `limits.cpu`.
    pub key: Symbol,
    /// The volume whose claim is refused, in place of the pod.
    pub volume: Option<Symbol>,
    pub rule: ResourceQuotaRule,
    /// The bound, in milli-CPU or base units; a ratio in thousandths.
    pub hard: i64,
    /// What the namespace uses without the pod.
    pub used: i64,
    /// Whether that begins with `status.used`; else with the pods of the text.
    pub from_status: bool,
    /// What of it the new pods use that are admitted before.
    pub new: i64,
    /// What the pod or a container asks for, or its ratio in thousandths; 0 where it does not name it.
    pub requested: i64,
}

/// The limit ranges and quotas of a namespace, or all, as they stand in the text. `status.used` is taken where it is
/// given, else the pods of the text are counted that are not over and that the API server has admitted: they are on a
/// node or stored. O(quotas x keys x pods x containers), of the namespace only.
pub fn counted(objects: &Objects, namespace: Option<Symbol>) -> Vec<CountedQuota> {
    let quotas = objects.resource_quotas.iter();
    let quotas = quotas.filter(|quota| namespace.is_none_or(|wanted| wanted == quota.namespace));
    let ranges = objects.limit_ranges.iter();
    let ranges = ranges.filter(|range| namespace.is_none_or(|wanted| wanted == range.namespace));
    let ranges = ranges.map(|range| CountedQuota {
        namespace: range.namespace,
        name: range.name,
        keys: Vec::new(),
        bounds: range.bounds.clone(),
        requests: range.requests.clone(),
        limits: range.limits.clone(),
        scopes: Box::default(),
        default_class: Symbol::EMPTY,
        claims: if range.bounds.iter().any(|of| of.of == LimitType::Claim) {
            Claims::new(objects, range.namespace, &[])
        } else {
            Claims::default()
        },
    });
    // The API server asks the limit ranges first.
    let quotas = quotas.map(|quota| count(quota, objects));
    ranges.chain(quotas).collect()
}

fn count(quota: &ResourceQuota, objects: &Objects) -> CountedQuota {
    let names = &objects.names;
    let classes = objects.priority_classes.iter();
    let default_class = classes.filter(|class| class.global_default);
    let default_class = default_class.min_by_key(|class| class.value);
    let mut counted = CountedQuota {
        namespace: quota.namespace,
        name: quota.name,
        keys: Vec::new(),
        bounds: Vec::new(),
        requests: Resources::default(),
        limits: Resources::default(),
        scopes: quota.scopes.clone(),
        default_class: default_class.map_or(Symbol::EMPTY, |class| class.name),
        claims: Claims::default(),
    };
    for (key, hard) in &quota.hard.0 {
        let Some((by, resource, is_required)) = meaning(*key, names) else {
            continue;
        };
        if matches!(by, Use::Claims(_)) && counted.claims == Claims::default() {
            counted.claims = Claims::new(objects, quota.namespace, &quota.scopes);
        }
        let status = quota.used.as_ref().and_then(|used| used.get(*key));
        let used = match (status, by) {
            (Some(used), _) => by.amount(used, names),
            (None, Use::Claims(of)) => counted.claims.stored(of, objects, quota.namespace),
            (None, _) => {
                let pods = objects.pods.iter();
                let pods = pods.filter(|pod| pod.namespace == quota.namespace && counts(pod));
                let uses = pods.filter_map(|pod| counted.asked_alone(by, pod, names));
                uses.fold(0, i64::saturating_add)
            }
        };
        counted.keys.push(HardKey {
            key: *key,
            resource,
            hard: by.amount(hard, names),
            used,
            from_status: status.is_some(),
            new: 0,
            by,
            is_required,
        });
    }
    counted
}

/// Whether the API server has admitted a pod, and counts it.
fn counts(pod: &Pod) -> bool {
    !pod.phase.is_over() && !pod.is_new()
}

/// All bounds and keys for which a new pod is refused; none for a pod that was admitted. First the limit ranges; then
/// all quotas check whether the pod names the resources that they limit, then each whether enough is left: the API
/// server's message has those of one rule and one quota. O(quotas x keys x containers).
pub fn refusals(
    quotas: &[CountedQuota],
    info: &PodInfo,
    names: &Names,
) -> Vec<ResourceQuotaRefusal> {
    let pod = &*info.pod;
    if !pod.is_new() {
        return Vec::new();
    }
    let own = quotas
        .iter()
        .filter(|quota| quota.namespace == pod.namespace);
    let bounded = own.clone();
    let bounded = bounded.flat_map(|range| limit_range::refusals(range, info, names));
    let keys = own;
    let keys = keys.flat_map(|quota| quota.keys.iter().map(move |key| (quota, key)));
    let refusal = |quota: &CountedQuota, key: &HardKey, rule, requested| ResourceQuotaRefusal {
        limits: None,
        namespace: quota.namespace,
        name: quota.name,
        key: key.key,
        volume: match key.by {
            Use::Claims(of) => quota.claims.created(of, info, names).1,
            _ => None,
        },
        rule,
        hard: key.hard,
        used: key.used,
        from_status: key.from_status,
        new: key.new,
        requested,
    };
    let lacks = |quota: &CountedQuota, key: &HardKey| {
        key.is_required && quota.counts(pod, names) && !key.by.is_named(pod, names)
    };
    let missing = keys.clone().filter(|(quota, key)| lacks(quota, key));
    let missing =
        missing.map(|(quota, key)| refusal(quota, key, ResourceQuotaRule::MustSpecify, 0));
    let exceeded = keys
        .filter(|(quota, key)| !lacks(quota, key))
        .filter_map(|(quota, key)| {
            let requested = quota.asked(key.by, info, names)?;
            let exceeds = key.used.saturating_add(requested) > key.hard;
            exceeds.then(|| refusal(quota, key, ResourceQuotaRule::Exceeded, requested))
        });
    bounded.chain(missing).chain(exceeded).collect()
}

/// Admits new pods one after another, as the API server does: the keys for which quotas refuse the pod; without any,
/// the pod counts from now on. O(quotas x keys x containers).
pub fn admit(
    quotas: &mut [CountedQuota],
    info: &PodInfo,
    names: &Names,
) -> Vec<ResourceQuotaRefusal> {
    if !info.pod.is_new() {
        return Vec::new();
    }
    let refusals = refusals(quotas, info, names);
    if refusals.is_empty() {
        for quota in quotas
            .iter_mut()
            .filter(|quota| quota.namespace == info.pod.namespace)
        {
            for at in 0..quota.keys.len() {
                let used = quota
                    .keys
                    .get(at)
                    .and_then(|key| quota.asked(key.by, info, names));
                if let (Some(used), Some(key)) = (used, quota.keys.get_mut(at)) {
                    key.used = key.used.saturating_add(used);
                    key.new = key.new.saturating_add(used);
                }
            }
            quota.claims.create(info, names);
        }
    }
    refusals
}

/// Releases what a pod uses that the API server counted and that is deleted; its claims are kept.
/// O(quotas x keys x containers).
pub fn release(quotas: &mut [CountedQuota], info: &PodInfo, names: &Names) {
    for quota in quotas
        .iter_mut()
        .filter(|quota| quota.namespace == info.pod.namespace)
    {
        quota.claims.create(info, names);
        for at in 0..quota.keys.len() {
            let used = quota
                .keys
                .get(at)
                .and_then(|key| quota.asked(key.by, info, names));
            if let (Some(used), Some(key)) = (used, quota.keys.get_mut(at)) {
                key.used = key.used.saturating_sub(used).max(0);
            }
        }
    }
}

/// The meaning of a key of `spec.hard`: how pods use it, the resource of requests, and whether each container must name
/// it. `None` if it does not limit pods.
fn meaning(key: Symbol, names: &Names) -> Option<(Use, Option<Symbol>, bool)> {
    let text = &names[key];
    if matches!(text, "pods" | "count/pods") {
        return Some((Use::Pod, names.get("pods"), false));
    }
    if let Some(of) = ClaimUse::of(text, names) {
        return Some((Use::Claims(of), None, false));
    }
    if let Some(limited) = text.strip_prefix("limits.") {
        let known = matches!(limited, "cpu" | "memory" | "ephemeral-storage");
        let symbol = names.get(limited).filter(|_| known)?;
        return Some((Use::Limits(symbol), None, limited != "ephemeral-storage"));
    }
    let plain = text.strip_prefix("requests.").unwrap_or(text);
    let is_compute =
        matches!(plain, "cpu" | "memory" | "ephemeral-storage") || plain.starts_with("hugepages-");
    // Extended resources are bounded by their requests only.
    let is_extended = plain.contains('/') && plain.len() < text.len();
    if !is_compute && !is_extended {
        return None;
    }
    let symbol = names.get(plain)?;
    Some((
        Use::Requests(symbol),
        Some(symbol),
        matches!(plain, "cpu" | "memory"),
    ))
}

impl Use {
    fn amount(self, quantity: &Quantity, names: &Names) -> i64 {
        match self {
            Self::Requests(resource) | Self::Limits(resource) if names[resource] == *"cpu" => {
                quantity.milli_value()
            }
            _ => quantity.value(),
        }
    }

    fn lists(self) -> Option<(Symbol, ListOf)> {
        match self {
            Self::Pod | Self::Claims(_) => None,
            Self::Requests(resource) => Some((resource, |container| &container.requests)),
            Self::Limits(resource) => Some((resource, |container| &container.limits)),
        }
    }

    /// Whether every container names it, or the pod as a whole.
    fn is_named(self, pod: &Pod, names: &Names) -> bool {
        let Some((resource, list)) = self.lists() else {
            return true;
        };
        let names_it = |container: &Container| list(container).get(resource).is_some();
        let whole = pod
            .resources
            .as_deref()
            .filter(|_| is_of_whole_pods(&names[resource]));
        whole.is_some_and(names_it)
            || pod
                .containers
                .iter()
                .chain(&pod.init_containers)
                .all(names_it)
    }

    /// What a pod uses: what its containers do, plus overhead. `None`: nothing names it.
    fn of(self, pod: &Pod, names: &Names) -> Option<i64> {
        let Some((resource, _)) = self.lists() else {
            return Some(1);
        };
        let used = self.of_containers(pod, names);
        let overhead = pod
            .overhead
            .get(resource)
            .map(|overhead| self.amount(overhead, names));
        // Overhead adds to a limit only where there is one.
        let overhead =
            overhead.filter(|_| matches!(self, Self::Requests(_)) || used.is_some_and(|of| of > 0));
        if used.is_none() && overhead.is_none() {
            return None;
        }
        Some(
            used.unwrap_or_default()
                .saturating_add(overhead.unwrap_or_default()),
        )
    }

    /// The sum of containers and sidecars, or an init container with the sidecars before it, whichever is larger; the
    /// request of the pod as a whole instead. `None`: nothing names it.
    fn of_containers(self, pod: &Pod, names: &Names) -> Option<i64> {
        let (resource, list) = self.lists()?;
        let amount =
            |container: &Container| Some(self.amount(list(container).get(resource)?, names));
        let (mut running, mut sidecars, mut starting) = (0_i64, 0_i64, 0_i64);
        let mut is_named = false;
        for amount in pod.containers.iter().filter_map(amount) {
            is_named = true;
            running = running.saturating_add(amount);
        }
        for container in &pod.init_containers {
            let own = amount(container);
            is_named |= own.is_some();
            let own = own.unwrap_or_default();
            let moment = sidecars.saturating_add(own);
            starting = starting.max(moment);
            if container.is_sidecar {
                running = running.saturating_add(own);
                sidecars = moment;
            }
        }
        let mut used = running.max(starting);
        let whole = pod
            .resources
            .as_deref()
            .filter(|_| is_of_whole_pods(&names[resource]));
        if let Some(amount) = whole.and_then(amount) {
            (used, is_named) = (amount, true);
        }
        is_named.then_some(used)
    }
}

/// Kubernetes reads no other resources of a pod as a whole.
fn is_of_whole_pods(resource: &str) -> bool {
    matches!(resource, "cpu" | "memory") || resource.starts_with("hugepages-")
}
