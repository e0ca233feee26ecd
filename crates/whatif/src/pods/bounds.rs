//! Edits of the bounds of quotas.

use schedscope_objects::{diagnostic::ObjectName, id::QuotaId, order};
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::ledger::Quota;

use super::{
    amounts,
    space::EditSource,
    sums::{QuotaSums, Sums},
};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Candidate};

/// A bound of a quota.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    pub(super) quota: QuotaId,
    pub(super) is_max: bool,
    pub(super) resource: ResourceId,
}

impl EditSource<'_> {
    /// Bounds of quotas that just flip a comparison of the cycle.
    pub(super) fn quotas(self, info: &PodInfo, whole: &mut bool) -> Vec<Candidate> {
        let ledger = &self.cluster.ledger;
        let Some(own) = ledger.of(info.pod.namespace) else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        for resource in self.bounded(info) {
            let sums = QuotaSums::new(self, resource, None);
            for (id, quota) in ledger.quotas.entries() {
                for is_max in [true, false] {
                    let bound = Bound {
                        quota: id,
                        is_max,
                        resource,
                    };
                    if is_max && id != own {
                        continue;
                    }
                    let critical = self.critical(info, bound, [sums.of(id), &sums.all], whole);
                    self.bounds((quota, bound), &critical, &mut candidates);
                }
            }
        }
        candidates
    }

    /// The resources whose bounds a cycle of the pod may compare.
    pub(super) fn bounded(self, info: &PodInfo) -> Vec<ResourceId> {
        let mut resources: Vec<ResourceId> = info.request.charge.iter().map(|(r, _)| r).collect();
        let used = self.cluster.ledger.used.extended();
        resources.extend(used.iter().map(|(r, _)| *r));
        order::sort(&mut resources, Ord::cmp);
        resources.dedup();
        resources
    }

    /// The sums that a bound is compared with. `sums`: of the pods of the quota, and of all pods.
    pub(super) fn critical(
        self,
        info: &PodInfo,
        bound: Bound,
        [sums, of_all]: [&Sums; 2],
        whole: &mut bool,
    ) -> Vec<i64> {
        let ledger = &self.cluster.ledger;
        let resource = bound.resource;
        let Some(quota) = ledger.quotas.get(bound.quota) else {
            return Vec::new();
        };
        *whole &= sums.whole && of_all.whole;
        let request = info.request.charge.get(resource);
        let admission = &self.cycle.admission;
        let mut more = vec![0];
        if ledger.of(info.pod.namespace) == Some(bound.quota) {
            more.extend([request, admission.own.get(resource)]);
        }
        let mut critical = sums.around(quota.used.get(resource), &more);
        if !bound.is_max {
            // The sum of all mins, which includes this one.
            let nominated = self.nominated(bound.quota, resource);
            let all = admission.all.get(resource);
            let min = quota.min.of(resource);
            let others = ledger.min.of(resource).saturating_sub(min);
            let with = all.saturating_add(nominated);
            let without = all.saturating_sub(nominated);
            let all = [request, all, with, without];
            let summed = of_all.around(ledger.used.get(resource), &all);
            critical.extend(summed.iter().map(|sum| sum.saturating_sub(others)));
        }
        critical
    }

    /// The charge of the nominated pods of a quota.
    fn nominated(self, quota: QuotaId, resource: ResourceId) -> i64 {
        let cluster = self.cluster;
        let pods = cluster.snapshot.nominated.iter();
        let pods = pods.filter_map(|pod| cluster.snapshot.pods.get(*pod));
        let pods = pods.filter(|pod| cluster.ledger.of(pod.pod.namespace) == Some(quota));
        pods.fold(0_i64, |sum, pod| {
            sum.saturating_add(pod.request.charge.get(resource))
        })
    }

    /// A bound at each critical sum: `sum` itself admits it, one less does not.
    fn bounds(
        self,
        (quota, bound): (&Quota, Bound),
        critical: &[i64],
        candidates: &mut Vec<Candidate>,
    ) {
        let (old, range) = in_order(quota, bound);
        if old == i64::MAX {
            return;
        }
        let mut values: Vec<i64> = critical
            .iter()
            .map(|sum| {
                if *sum > old {
                    *sum
                } else {
                    sum.saturating_sub(1)
                }
            })
            .filter(|new| range.contains(new) && *new != old)
            .collect();
        order::sort(&mut values, Ord::cmp);
        values.dedup();
        for new in values {
            candidates.push(vec![self.bound((quota, bound), new)]);
        }
    }

    /// The edit that sets a bound of a quota.
    pub(super) fn bound(self, (quota, bound): (&Quota, Bound), new: i64) -> Edit {
        let names = &self.objects.names;
        let name = self.cluster.snapshot.resources.name(bound.resource);
        let mut objects = self.objects.quotas.iter();
        let object = objects.find(|o| o.name == quota.name && o.namespace == quota.namespace);
        let list = object.and_then(|o| {
            if bound.is_max {
                o.max.as_ref()
            } else {
                o.min.as_ref()
            }
        });
        let written = list.and_then(|list| list.get(names.get(name)?));
        let mut way = path(if bound.is_max { "spec.max" } else { "spec.min" });
        way.push(Step::Key(name.to_owned()));
        let (old, _) = in_order(quota, bound);
        Edit {
            family: Family::Quota,
            object: ObjectName {
                kind: "ElasticQuota".to_owned(),
                namespace: names[quota.namespace].to_owned(),
                name: names[quota.name].to_owned(),
            },
            path: way,
            old: written.map(|written| Value::Text(written.to_string())),
            new: Some(amounts::value(bound.resource, name, new)),
            subject: name.to_owned(),
            model: None,
            pods: 1,
            numbers: Some(((old < i64::MAX).then_some(old), Some(new))),
            step: StepSize::share(old, new),
        }
    }
}

/// The current value of a bound, and its valid values: the min is at most the max, unless the bounds are already out of
/// order.
pub(super) fn in_order(quota: &Quota, bound: Bound) -> (i64, std::ops::RangeInclusive<i64>) {
    let [min, max] = [&quota.min, &quota.max].map(|side| side.of(bound.resource));
    let is_ordered = min <= max;
    match (bound.is_max, is_ordered) {
        (true, true) => (max, min.max(0)..=i64::MAX),
        (false, true) => (min, 0..=max),
        (is_max, false) => (if is_max { max } else { min }, 0..=i64::MAX),
    }
}
