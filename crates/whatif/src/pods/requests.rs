//! Edits of a pod's requests.

use schedscope_objects::{names::Symbol, order, pod::Container};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    fit::NominatedRoom,
    snapshot::PodInfo,
};

use super::{
    amounts,
    space::{Ground, share},
    sums::Sums,
};
use crate::{Edit, Family, Step, Value, search::Candidate};

/// A place in a pod where an amount of a resource is written.
pub(super) struct Written<'a> {
    /// The path of its `resources`.
    way: Vec<Step>,
    pub(super) container: &'a Container,
}

/// A resource that amounts are written of.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) id: ResourceId,
    pub(super) name: &'a str,
    pub(super) symbol: Symbol,
}

impl Named<'_> {
    /// Of what cannot be promised twice, as much is limited as is requested.
    pub(super) fn is_exact(self) -> bool {
        self.name.contains('/') || self.name.starts_with("hugepages-")
    }
}

impl<'a> Ground<'a> {
    /// The resource of a name; `None`: the text does not have it.
    pub(super) fn named(self, name: &'a str) -> Option<Named<'a>> {
        Some(Named {
            id: self.world.snapshot.resources.get(name)?,
            name,
            symbol: self.objects.names.get(name)?,
        })
    }

    /// Where the requests of a resource are written: of the pod as a whole, or else of each container.
    pub(super) fn written<'p>(self, info: &'p PodInfo, resource: Named<'_>) -> Vec<Written<'p>> {
        let (_, spec) = self.spec(info);
        let pod = &info.pod;
        let has = |list: &&Container| list.requests.get(resource.symbol).is_some();
        let of_pod = pod.resources.as_deref().filter(has);
        let keys = |keys: &[Step]| [&spec[..], keys].concat();
        let resources = || Step::Key("resources".to_owned());
        if let Some(container) = of_pod {
            let way = keys(&[resources()]);
            return vec![Written { way, container }];
        }
        let all = pod.containers.iter().enumerate();
        let all = all.filter(|(_, container)| has(container));
        let of_container = |(at, container)| {
            let containers = Step::Key("containers".to_owned());
            let way = keys(&[containers, Step::Index(at), resources()]);
            Written { way, container }
        };
        all.map(of_container).collect()
    }

    /// The edits that give a container a request, with the limit that has to be equal.
    pub(super) fn request(
        self,
        info: &PodInfo,
        resource: Named<'_>,
        at: &Written<'_>,
        new: i64,
    ) -> Candidate {
        let lists = [
            ("requests", at.container.requests.get(resource.symbol)),
            ("limits", at.container.limits.get(resource.symbol)),
        ];
        let count = if resource.is_exact() { 2 } else { 1 };
        let edits = lists.into_iter().take(count).filter_map(|(list, written)| {
            let written = written?;
            let old = amounts::read(resource.id, written);
            let keys = [list, resource.name].map(|key| Step::Key(key.to_owned()));
            Some(Edit {
                family: Family::Request,
                object: info.object(self.objects),
                path: [&at.way[..], &keys].concat(),
                old: Some(Value::Text(written.to_string())),
                new: Some(amounts::value(resource.id, resource.name, new)),
                subject: resource.name.to_owned(),
                numbers: Some((Some(old), Some(new))),
                step: share(old, new),
            })
        });
        edits.collect()
    }

    /// Smaller requests, down to each critical value.
    pub(super) fn requests(self, info: &PodInfo, whole: &mut bool) -> Vec<Candidate> {
        let resources = &self.world.snapshot.resources;
        // Where init containers ask for more than all others, smaller requests of these change nothing.
        *whole &= info.pod.init_containers.is_empty();
        let mut candidates = Vec::new();
        for (resource, amount) in info.request.fit.iter().filter(|(_, amount)| *amount > 0) {
            let Some(resource) = self.named(resources.name(resource)) else {
                continue;
            };
            let targets = self.request_targets(info, resource.id, whole);
            for at in self.written(info, resource) {
                let written = at.container.requests.get(resource.symbol);
                let own = written.map_or(0, |written| amounts::read(resource.id, written));
                for target in &targets {
                    let new = own.saturating_sub(amount.saturating_sub(*target));
                    if (0..own).contains(&new) {
                        candidates.push(self.request(info, resource, &at, new));
                    }
                }
            }
        }
        candidates
    }

    /// The amounts, from 0, up to which a node or a quota would have room, from the largest.
    pub(super) fn request_targets(
        self,
        info: &PodInfo,
        resource: ResourceId,
        whole: &mut bool,
    ) -> Vec<i64> {
        let world = self.world;
        let amount = info.request.fit.get(resource);
        let mut targets = vec![0];
        for (id, node) in world.snapshot.nodes.entries() {
            let room = NominatedRoom::on(node, &world.snapshot, info);
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
        // What is charged differs from what must be free where init containers or overhead do.
        let uncharged = amount.saturating_sub(info.request.charge.get(resource));
        let admission = &self.cycle.admission;
        if let Some(quota) = world.ledger.of(info.pod.namespace) {
            let charge = info.request.charge.get(resource);
            let others = |all: &Amounts| all.get(resource).saturating_sub(charge);
            let mut below = |bound: i64, used: i64, sums: &Sums, others: i64| {
                for sum in &sums.amounts {
                    let taken = used.saturating_sub(*sum).saturating_add(others);
                    targets.push(bound.saturating_sub(taken).saturating_add(uncharged));
                }
            };
            if let Some(own) = world.ledger.quotas.get(quota) {
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
                world.ledger.min.of(resource),
                world.ledger.used.get(resource),
            );
            below(bound, used, &sums, others(&admission.all));
            below(bound, used, &sums, 0);
        }
        targets.retain(|target| *target >= 0);
        order::sort(&mut targets, |a, b| b.cmp(a));
        targets.dedup();
        targets
    }
}
