//! The range of a sweep, and the values in it that a cycle may compare with something.

use schedscope_objects::{id::QuotaId, order};
use schedscope_pods::snapshot::PodInfo;

use super::{
    amounts,
    bounds::{Bound, in_order},
    requests::{Named, Written},
    space::{EditSource, MOST_PRIORITY},
    sums::QuotaSums,
    sweep::{NotSwept, PodParameter},
};
use crate::search::Candidate;

/// The values to try, and the edits that set one.
#[derive(Debug)]
pub(super) struct Range {
    /// The edits of an arbitrary value.
    pub(super) template: Candidate,
    pub(super) in_force: Option<i64>,
    /// The values from which the cycle may end differently, ascending; the first is the smallest value.
    pub(super) starts: Vec<i64>,
    /// The largest value.
    pub(super) last: i64,
    /// Whether scores depend on the value, so that the cycle may also end differently between two starts.
    pub(super) is_scored: bool,
    pub(super) whole: bool,
}

impl<'a> EditSource<'a> {
    /// The range of a parameter.
    pub(super) fn range(
        self,
        info: &PodInfo,
        parameter: PodParameter<'a>,
    ) -> Result<Range, NotSwept> {
        let mut range = match parameter {
            PodParameter::Priority => self.priority_range(info),
            PodParameter::Request(name) => {
                // No container requests a resource that no object names.
                let resource = self.named(name).ok_or(NotSwept::NoRequest)?;
                self.request_range(info, resource)?
            }
            PodParameter::Bound {
                quota,
                is_max,
                resource,
            } => {
                let resource = self.cluster.snapshot.resources.get(resource);
                let resource = resource.ok_or(NotSwept::NoResource)?;
                let quota = match quota {
                    Some(key) => self.quota(key),
                    None => self.cluster.ledger.of(info.pod.namespace),
                };
                let bound = Bound {
                    quota: quota.ok_or(NotSwept::NoQuota)?,
                    is_max,
                    resource,
                };
                self.bound_range(info, bound)?
            }
        };
        order::sort(&mut range.starts, Ord::cmp);
        range.starts.dedup();
        Ok(range)
    }

    fn quota(self, key: &str) -> Option<QuotaId> {
        let names = &self.objects.names;
        let mut quotas = self.cluster.ledger.quotas.entries();
        let is_it = |namespace: &str, name: &str| key == [namespace, "/", name].concat();
        let found = quotas.find(|(_, one)| is_it(&names[one.namespace], &names[one.name]));
        found.map(|(id, _)| id)
    }

    fn priority_range(self, info: &PodInfo) -> Range {
        let snapshot = &self.cluster.snapshot;
        let others = snapshot.pods.entries();
        let others = others.filter(|(id, pod)| *id != self.cluster.pod && pod.is_live());
        let mut starts: Vec<i64> = vec![i64::from(info.priority)];
        for (_, other) in others {
            let priority = i64::from(other.priority);
            starts.extend([priority, priority + 1]);
        }
        let most = i64::from(MOST_PRIORITY.max(info.priority));
        starts.retain(|start| *start <= most);
        let lowest = starts.iter().min().map_or(0, |one| one - 1);
        let lowest = lowest.max(i64::from(i32::MIN));
        let last = starts.iter().max().copied().unwrap_or(most);
        starts.push(lowest);
        Range {
            template: vec![self.priority(info, info.priority)],
            in_force: Some(i64::from(info.priority)),
            starts,
            last,
            is_scored: false,
            whole: true,
        }
    }

    fn request_range(self, info: &PodInfo, resource: Named<'a>) -> Result<Range, NotSwept> {
        let mut whole = info.pod.init_containers.is_empty();
        let mut written = self.written(info, resource);
        written.retain(Written::is_main);
        let at = written.first().ok_or(NotSwept::NoRequest)?;
        let requested = at.container.requests.get(resource.symbol);
        let own = requested.map_or(0, |requested| amounts::read(resource.id, requested));
        let total = info.request.fit.get(resource.id);
        let mut starts = vec![0, 1];
        for target in self.request_targets(info, resource.id, &mut whole) {
            starts.push(
                target
                    .saturating_sub(total)
                    .saturating_add(own)
                    .saturating_add(1),
            );
        }
        starts.retain(|start| *start >= 0);
        let limit = at.container.limits.get(resource.symbol);
        let limit = limit.filter(|_| !resource.is_exact());
        let largest = starts.iter().max().copied().unwrap_or(own).max(own);
        let last = limit.map_or(largest, |limit| {
            largest.min(amounts::read(resource.id, limit)).max(own)
        });
        Ok(Range {
            template: self.request(info, resource, at, own),
            in_force: Some(own),
            starts,
            last,
            is_scored: true,
            whole,
        })
    }

    fn bound_range(self, info: &PodInfo, bound: Bound) -> Result<Range, NotSwept> {
        let quota = self.cluster.ledger.quotas.get(bound.quota);
        let quota = quota.ok_or(NotSwept::NoQuota)?;
        let sums = QuotaSums::new(self, bound.resource, None);
        let sums = [sums.of(bound.quota), &sums.all];
        let mut whole = true;
        let mut starts = self.critical(info, bound, sums, &mut whole);
        // The API server accepts a max below the min, and the plugin compares with it anyway.
        let (old, _) = in_order(quota, bound);
        let values = 0..=i64::MAX;
        let in_force = (old < i64::MAX).then_some(old);
        let nodes = self.cluster.snapshot.nodes.iter();
        let all = nodes.fold(0_i64, |sum, node| {
            sum.saturating_add(node.allocatable.get(bound.resource))
        });
        let largest = starts.iter().copied().chain(in_force).chain([all]).max();
        let last = largest.unwrap_or(0).clamp(*values.start(), *values.end());
        starts.push(*values.start());
        starts.retain(|start| values.contains(start));
        Ok(Range {
            template: vec![self.bound((quota, bound), old)],
            in_force,
            starts,
            last,
            is_scored: false,
            whole,
        })
    }
}
