//! Edits of amounts for which the API server refuses a new pod.

use schedscope_objects::cluster_context::LimitType;
use schedscope_pods::snapshot::PodInfo;

use super::{amounts, requests::LISTS, space::EditSource};
use crate::search::Candidate;

impl EditSource<'_> {
    /// All requests and limits of containers within the bounds of limit ranges: an amount beyond a bound is set to it.
    /// A bound of the pod as a whole is that of its only container.
    pub(super) fn within_bounds(self, info: &PodInfo) -> Option<Candidate> {
        let names = &self.objects.names;
        let mut edits = Candidate::new();
        for bounds in self
            .cluster
            .resource_quotas
            .iter()
            .flat_map(|of| &of.bounds)
        {
            for (symbol, bound, is_max) in [(&bounds.min, false), (&bounds.max, true)]
                .into_iter()
                .flat_map(|(list, is_max)| {
                    list.0.iter().map(move |(of, bound)| (*of, bound, is_max))
                })
            {
                let Some(resource) = self.named(&names[symbol]) else {
                    continue;
                };
                let bound = amounts::read(resource.id, bound);
                let written = self.written(info, resource);
                if bounds.of == LimitType::Pod && written.len() > 1 {
                    return None;
                }
                for at in &written {
                    let lists = [
                        (&at.container.requests, LISTS[0]),
                        (&at.container.limits, LISTS[1]),
                    ];
                    for (of, list) in lists {
                        let amount = of.get(symbol).map(|of| amounts::read(resource.id, of));
                        let is_beyond = |amount: i64| {
                            if is_max {
                                amount > bound
                            } else {
                                amount < bound
                            }
                        };
                        if amount.is_some_and(is_beyond) {
                            edits.extend(self.amounts(info, (resource, at), &[list], bound));
                        }
                    }
                }
            }
        }
        edits.extend(self.within_default_limits(info));
        (!edits.is_empty()).then_some(edits)
    }

    /// Requests above the limits that limit ranges set, down to those.
    fn within_default_limits(self, info: &PodInfo) -> Candidate {
        let ranges = self.cluster.resource_quotas.iter();
        let limits = ranges.flat_map(|of| &of.limits.0);
        let mut edits = Candidate::new();
        for (symbol, limit) in limits {
            let Some(resource) = self.named(&self.objects.names[*symbol]) else {
                continue;
            };
            let bound = amounts::read(resource.id, limit);
            for at in &self.written(info, resource) {
                let request = at.container.requests.get(*symbol);
                let request = request.map(|of| amounts::read(resource.id, of));
                let is_set = at.container.limits.get(*symbol) == Some(limit);
                if is_set && request.is_some_and(|request| request > bound) {
                    edits.extend(self.amounts(info, (resource, at), &LISTS[..1], bound));
                }
            }
        }
        edits
    }
}
