//! Edits of a pod's requests.

use schedscope_objects::{
    names::Symbol,
    objects::Objects,
    order,
    pod::{Container, Pod},
};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    fit::NominatedRoom,
    snapshot::PodInfo,
};
use schedscope_quantity::Quantity;

use super::{amounts, space::EditSource, sums::Sums};
use crate::{Edit, Family, Step, StepSize, Value, search::Candidate};

/// The lists in which amounts are written.
pub(super) const LISTS: [&str; 2] = ["requests", "limits"];

/// A place in a pod where an amount of a resource is written.
pub(super) struct Written<'a> {
    /// The path of its `resources`.
    way: Vec<Step>,
    pub(super) container: &'a Container,
    place: Place,
}

impl Written<'_> {
    /// Whether it does not belong to an init container.
    pub(super) fn is_main(&self) -> bool {
        self.place == Place::Main
    }
}

/// The part of a pod that a request belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The pod as a whole, or a container: it counts once all containers run.
    Main,
    /// An init container, by its index.
    Init(usize),
}

/// What a pod needs of a resource at one moment.
struct Moment {
    amount: i64,
    /// Whether the containers run then, not an init container before them.
    is_main: bool,
    /// The init containers that run then, by index.
    inits: Vec<usize>,
}

impl Moment {
    fn has(&self, place: Place) -> bool {
        match place {
            Place::Main => self.is_main,
            Place::Init(at) => self.inits.contains(&at),
        }
    }
}

/// What a pod needs of a resource at each moment, by its containers. On a node, sidecars keep running with the
/// containers that start after them. A quota is charged for each init container separately.
fn moments(pod: &Pod, resource: Named<'_>, is_charge: bool) -> Vec<Moment> {
    let of = |container: &Container| {
        let written = container.requests.get(resource.symbol);
        written.map_or(0, |written| amounts::read(resource.id, written))
    };
    let sum = |amount: i64, container| amount.saturating_add(of(container));
    let mut all = Moment {
        amount: pod.containers.iter().fold(0, sum),
        is_main: true,
        inits: Vec::new(),
    };
    let mut before = (0, Vec::new());
    let mut moments = Vec::new();
    for (at, container) in pod.init_containers.iter().enumerate() {
        let (amount, mut inits) = if is_charge {
            (0, Vec::new())
        } else {
            before.clone()
        };
        inits.push(at);
        let amount = sum(amount, container);
        if container.is_sidecar && !is_charge {
            all.amount = sum(all.amount, container);
            all.inits.push(at);
            before = (amount, inits.clone());
        }
        moments.push(Moment {
            amount,
            is_main: false,
            inits,
        });
    }
    moments.push(all);
    moments
}

/// What a pod needs of a resource, as a function of one request: the request plus what runs at the same time, or what
/// is needed at another moment if that is more.
pub(super) struct NeedByRequest {
    beside: i64,
    other: i64,
}

impl NeedByRequest {
    /// What the pod needs with the request.
    pub(super) fn with(&self, request: i64) -> i64 {
        self.beside.saturating_add(request).max(self.other)
    }

    /// The largest request with which the pod needs at most `need`; `None` if it needs more even without the request.
    pub(super) fn most(&self, need: i64) -> Option<i64> {
        let most = need.saturating_sub(self.beside);
        (most >= 0 && self.other <= need).then_some(most)
    }

    /// The request below which the pod needs no less.
    pub(super) fn least(&self) -> i64 {
        self.other.saturating_sub(self.beside).max(0)
    }

    /// What the pod needs in addition to the request, at the moment when that counts.
    pub(super) fn beside(&self) -> i64 {
        self.beside
    }
}

/// A resource, with its name.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) id: ResourceId,
    pub(super) name: &'a str,
    pub(super) symbol: Symbol,
}

impl Named<'_> {
    /// Whether the limit must equal the request, because the resource cannot be overcommitted.
    pub(super) fn is_exact(self) -> bool {
        self.name.contains('/') || self.name.starts_with("hugepages-")
    }
}

impl<'a> EditSource<'a> {
    /// The resource with a name; `None` if it is not in the input.
    pub(super) fn named(self, name: &'a str) -> Option<Named<'a>> {
        Some(Named {
            id: self.cluster.snapshot.resources.get(name)?,
            name,
            symbol: self.objects.names.get(name)?,
        })
    }

    /// Where the requests of a resource are written: for the pod as a whole, or else for each container, init
    /// containers last.
    pub(super) fn written<'p>(self, info: &'p PodInfo, resource: Named<'_>) -> Vec<Written<'p>> {
        let (_, spec) = self.spec(info);
        let pod = &info.pod;
        let has = |list: &&Container| list.requests.get(resource.symbol).is_some();
        let of_pod = pod.resources.as_deref().filter(has);
        let keys = |keys: &[Step]| [&spec[..], keys].concat();
        let resources = || Step::Key("resources".to_owned());
        if let Some(container) = of_pod {
            let way = keys(&[resources()]);
            let place = Place::Main;
            return vec![Written {
                way,
                container,
                place,
            }];
        }
        let of_container = |list: &str, (at, container), place| {
            let containers = Step::Key(list.to_owned());
            let way = keys(&[containers, Step::Index(at), resources()]);
            Written {
                way,
                container,
                place,
            }
        };
        let all = pod.containers.iter().enumerate();
        let all = all.map(|one| of_container("containers", one, Place::Main));
        let init = pod.init_containers.iter().enumerate();
        let init = init.map(|one| of_container("initContainers", one, Place::Init(one.0)));
        let all = all.chain(init);
        all.filter(|written| has(&written.container)).collect()
    }

    /// The edits that set a request of a container, and the limit if both must be equal.
    pub(super) fn request(
        self,
        info: &PodInfo,
        resource: Named<'_>,
        at: &Written<'_>,
        new: i64,
    ) -> Candidate {
        let count = if resource.is_exact() { 2 } else { 1 };
        self.amounts(info, (resource, at), &LISTS[..count], new)
    }

    /// The edits of one amount in those lists of a container that have it.
    pub(super) fn amounts(
        self,
        info: &PodInfo,
        (resource, at): (Named<'_>, &Written<'_>),
        lists: &[&str],
        new: i64,
    ) -> Candidate {
        let edits = lists.iter().filter_map(|list| {
            let of = if *list == LISTS[0] {
                &at.container.requests
            } else {
                &at.container.limits
            };
            let written = of.get(resource.symbol)?;
            let old = amounts::read(resource.id, written);
            let keys = [list, resource.name].map(|key| Step::Key(key.to_owned()));
            Some(Edit {
                family: Family::Request,
                object: info.object(self.objects),
                path: [&at.way[..], &keys].concat(),
                old: Some(Value::Text(written.to_string())),
                new: Some(amounts::value(resource.id, resource.name, new)),
                subject: resource.name.to_owned(),
                model: None,
                pods: 1,
                numbers: Some((Some(old), Some(new))),
                step: StepSize::share(old, new),
            })
        });
        edits.collect()
    }

    /// Whether each resource is requested by at most one container. Otherwise, each edit of a pair may be of any size.
    pub(super) fn requests_once(self, info: &PodInfo) -> bool {
        let requested = info.request.fit.iter().filter(|(_, amount)| *amount > 0);
        let mut named = requested
            .filter_map(|(resource, _)| self.named(self.cluster.snapshot.resources.name(resource)));
        named.all(|resource| self.written(info, resource).len() < 2)
    }

    /// Smaller limits, if a `ResourceQuota` bounds them. If the request is larger than the new limit, tries the limit
    /// alone and with the request: the request may be written, or follow the limit.
    fn limits(self, info: &PodInfo, candidates: &mut Vec<Candidate>) {
        let names = &self.objects.names;
        let quotas = self.cluster.resource_quotas.iter();
        let keys = quotas.flat_map(|quota| quota.keys.iter().map(move |key| (quota, key)));
        for (quota, key) in keys {
            let resource = key.limited().and_then(|of| self.named(&names[of]));
            let over = quota.over(key, info, names);
            let Some(resource) = resource.filter(|_| over > 0) else {
                continue;
            };
            let mut written = self.written(info, resource);
            written.retain(|at| at.container.limits.get(resource.symbol).is_some());
            for at in written {
                let [request, limit] = [&at.container.requests, &at.container.limits]
                    .map(|of| of.get(resource.symbol))
                    .map(|of| of.map_or(0, |of| amounts::read(resource.id, of)));
                let new = limit.saturating_sub(over);
                if new < 0 {
                    continue;
                }
                candidates.push(self.amounts(info, (resource, &at), &LISTS[1..], new));
                if request > new {
                    candidates.push(self.amounts(info, (resource, &at), &LISTS, new));
                }
            }
        }
    }

    /// Smaller requests and limits, down to each critical value.
    pub(super) fn requests(self, info: &PodInfo, whole: &mut bool) -> Vec<Candidate> {
        let resources = &self.cluster.snapshot.resources;
        // With init containers, more than one request may have to be smaller.
        *whole &= info.pod.init_containers.is_empty();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (resource, amount) in info.request.fit.iter().filter(|(_, amount)| *amount > 0) {
            let Some(resource) = self.named(resources.name(resource)) else {
                continue;
            };
            let targets = self.request_targets(info, resource.id, whole);
            let counts_once = is_plain(info, resource);
            for at in self.written(info, resource) {
                let written = at.container.requests.get(resource.symbol);
                let own = written.map_or(0, |written| amounts::read(resource.id, written));
                let needs = [false, true].map(|is_charge| {
                    let of_all = if is_charge {
                        info.request.charge.get(resource.id)
                    } else {
                        amount
                    };
                    (of_all, need_by(info, resource, &at, is_charge))
                });
                for target in &targets {
                    for (of_all, need) in needs.iter().take(if counts_once { 1 } else { 2 }) {
                        // Here, the charge differs from what must be free by a constant.
                        let target = target.saturating_sub(amount.saturating_sub(*of_all));
                        let new = target.saturating_sub(need.beside());
                        let is_smaller = (0..own).contains(&new);
                        let candidate = self.request(info, resource, &at, new);
                        if is_smaller && (counts_once || !candidates.contains(&candidate)) {
                            candidates.push(candidate);
                        }
                    }
                }
            }
        }
        if self.cluster.is_refused {
            self.limits(info, &mut candidates);
            candidates.extend(self.within_bounds(info));
            candidates.extend(self.unnamed(info));
        }
        candidates
    }

    /// The amounts, at least 0, that a node, a quota or a `ResourceQuota` would have room for, largest first.
    pub(super) fn request_targets(
        self,
        info: &PodInfo,
        resource: ResourceId,
        whole: &mut bool,
    ) -> Vec<i64> {
        let cluster = self.cluster;
        let amount = info.request.fit.get(resource);
        let mut targets = vec![0];
        for (id, node) in cluster.snapshot.nodes.entries() {
            let room = NominatedRoom::on(node, &cluster.snapshot, info);
            let free = node.allocatable.get(resource);
            let free = free.saturating_sub(node.requested.get(resource));
            let sums = Sums::of_node(self, id, &|pod| pod.fit.get(resource));
            *whole &= sums.whole;
            for sum in &sums.amounts {
                let freed = free.saturating_add(*sum);
                targets.push(freed);
                targets.push(freed.saturating_sub(room.requested.get(resource)));
            }
        }
        // The charge differs from what must be free because of init containers or overhead.
        let uncharged = amount.saturating_sub(info.request.charge.get(resource));
        let admission = &self.cycle.admission;
        if let Some(quota) = cluster.ledger.of(info.pod.namespace) {
            let charge = info.request.charge.get(resource);
            let others = |all: &Amounts| all.get(resource).saturating_sub(charge);
            let mut below = |bound: i64, used: i64, sums: &Sums, others: i64| {
                for sum in &sums.amounts {
                    let taken = used.saturating_sub(*sum).saturating_add(others);
                    targets.push(bound.saturating_sub(taken).saturating_add(uncharged));
                }
            };
            if let Some(own) = cluster.ledger.quotas.get(quota) {
                let sums = Sums::of_all(self, Some(quota), resource);
                *whole &= sums.whole;
                let used = own.used.get(resource);
                for bound in [&own.max, &own.min] {
                    below(bound.of(resource), used, &sums, others(&admission.own));
                    below(bound.of(resource), used, &sums, 0);
                }
            }
            let sums = Sums::of_all(self, None, resource);
            *whole &= sums.whole;
            let (bound, used) = (
                cluster.ledger.min.of(resource),
                cluster.ledger.used.get(resource),
            );
            below(bound, used, &sums, others(&admission.all));
            below(bound, used, &sums, 0);
        }
        let name = cluster.snapshot.resources.name(resource);
        for bounds in cluster.resource_quotas.iter().flat_map(|of| &of.bounds) {
            let of = self.objects.names.get(name);
            let max = of.and_then(|of| bounds.max.get(of));
            targets.extend(max.map(|max| amounts::read(resource, max)));
        }
        for key in cluster.resource_quotas.iter().flat_map(|quota| &quota.keys) {
            if key
                .resource
                .is_some_and(|of| self.objects.names[of] == *name)
            {
                targets.push(key.hard.saturating_sub(key.used));
            }
        }
        targets.retain(|target| *target >= 0);
        order::sort(&mut targets, |a, b| b.cmp(a));
        targets.dedup();
        targets
    }
}

/// Whether all requests of a resource count at one moment.
fn is_plain(info: &PodInfo, resource: Named<'_>) -> bool {
    let is_of_pod = |of: &Container| of.requests.get(resource.symbol).is_some();
    info.pod.init_containers.is_empty() || info.pod.resources.as_deref().is_some_and(is_of_pod)
}

/// What the pod needs of a resource, as a function of one request: on a node, or of its quota.
pub(super) fn need_by(
    info: &PodInfo,
    resource: Named<'_>,
    at: &Written<'_>,
    is_charge: bool,
) -> NeedByRequest {
    let of = if is_charge {
        &info.request.charge
    } else {
        &info.request.fit
    };
    let of_all = of.get(resource.id);
    let written = at.container.requests.get(resource.symbol);
    let own = written.map_or(0, |written| amounts::read(resource.id, written));
    if is_plain(info, resource) {
        return NeedByRequest {
            beside: of_all.saturating_sub(own),
            other: i64::MIN,
        };
    }
    let moments = moments(&info.pod, resource, is_charge);
    let largest = moments.iter().map(|moment| moment.amount).max();
    // Overhead is needed at each moment.
    let overhead = of_all.saturating_sub(largest.unwrap_or(of_all));
    let most = |has: bool| {
        let moments = moments.iter().filter(|moment| moment.has(at.place) == has);
        let most = moments.map(|moment| moment.amount).max();
        most.map(|most| most.saturating_add(overhead))
    };
    NeedByRequest {
        beside: most(true).unwrap_or(of_all).saturating_sub(own),
        other: most(false).unwrap_or(i64::MIN),
    }
}

/// A pod with the request of an edit.
pub(super) fn requesting(pod: &Pod, edit: &Edit, objects: &Objects) -> Option<Pod> {
    let Some(Value::Text(amount)) = &edit.new else {
        return None;
    };
    let amount = Quantity::parse(amount).ok()?;
    let Some(Step::Key(resource)) = edit.path.last() else {
        return None;
    };
    let resource = objects.names.get(resource)?;
    let mut pod = pod.clone();
    let index = edit.path.iter().find_map(|step| match step {
        Step::Index(at) => Some(*at),
        Step::Key(_) => None,
    });
    let is_init = edit.path.contains(&Step::Key("initContainers".to_owned()));
    let container: &mut Container = match index {
        Some(at) if is_init => pod.init_containers.get_mut(at)?,
        Some(at) => pod.containers.get_mut(at)?,
        None => pod.resources.as_mut()?,
    };
    let is_limit = edit.path.contains(&Step::Key("limits".to_owned()));
    let list = if is_limit {
        &mut container.limits
    } else {
        &mut container.requests
    };
    let slot = list.0.iter_mut().find(|(name, _)| *name == resource)?;
    slot.1 = amount;
    Some(pod)
}
