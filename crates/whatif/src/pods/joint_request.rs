//! A smaller request together with a larger bound of a quota, if the quota rejects the pod even without the request:
//! the less the pod requests, the less the bound has to grow.

use schedscope_objects::{id::QuotaId, order};
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::admission::{over_aggregated_min, over_max};

use super::{
    amounts,
    bounds::{Bound, in_order},
    requests::{NeedByRequest, need_by},
    space::EditSource,
};
use crate::search::Candidate;

/// The maximum number of candidates.
const MOST: usize = 4096;

/// A bound that rejects the pod.
struct Refusing {
    bound: Bound,
    /// The current bound.
    old: i64,
    /// How much it has to grow for a pod with a charge of 0; negative if it has room to spare.
    missing: i64,
}

/// A request to reduce.
struct Shrinking {
    /// The current request.
    own: i64,
    /// What the pod needs on a node, as a function of the request.
    fit: NeedByRequest,
    /// What its quota is charged, as a function of the request.
    charge: NeedByRequest,
}

impl EditSource<'_> {
    /// Smaller requests with larger bounds: for each room that the pod could get, the pair with the least cost. Also
    /// returns whether the list is complete.
    pub(super) fn requests_with_bounds(
        self,
        info: &PodInfo,
        own: QuotaId,
    ) -> (Vec<Candidate>, bool) {
        // With init containers, more than one request may have to be smaller.
        let mut whole = info.pod.init_containers.is_empty();
        let mut candidates: Vec<Candidate> = Vec::new();
        let resources = &self.cluster.snapshot.resources;
        for (id, amount) in info.request.fit.iter().filter(|(_, amount)| *amount > 0) {
            let refusing = self.refusing_bounds(info, own, id);
            let Some(resource) = self.named(resources.name(id)) else {
                continue;
            };
            if refusing.is_empty() {
                continue;
            }
            let mut targets = self.request_targets(info, id, &mut whole);
            targets.retain(|target| *target < amount);
            for at in self.written(info, resource) {
                let written = at.container.requests.get(resource.symbol);
                let shrinking = Shrinking {
                    own: written.map_or(0, |written| amounts::read(id, written)),
                    fit: need_by(info, resource, &at, false),
                    charge: need_by(info, resource, &at, true),
                };
                for bound in &refusing {
                    for request in shrinking.requests(bound, &targets) {
                        if candidates.len() >= MOST {
                            return (candidates, false);
                        }
                        let more = shrinking.grows(bound, request);
                        let Some(bound_edit) = self.grown(bound, more) else {
                            continue;
                        };
                        let mut edits = self.request(info, resource, &at, request);
                        edits.push(bound_edit);
                        if edits.len() > 1 && !candidates.contains(&edits) {
                            candidates.push(edits);
                        }
                    }
                }
            }
        }
        (candidates, whole)
    }

    /// The bounds of a resource that reject the pod.
    fn refusing_bounds(self, info: &PodInfo, own: QuotaId, resource: ResourceId) -> Vec<Refusing> {
        let ledger = &self.cluster.ledger;
        let admission = &self.cycle.admission;
        let charge = info.request.charge.get(resource);
        let mut found = Vec::new();
        for excess in over_max(ledger, own, &admission.own).filter(|of| of.resource == resource) {
            let missing = excess
                .would_use
                .saturating_sub(charge)
                .saturating_sub(excess.bound);
            let bound = Bound {
                quota: own,
                is_max: true,
                resource,
            };
            found.push(Refusing {
                bound,
                old: excess.bound,
                missing,
            });
        }
        let over_min = over_aggregated_min(ledger, &admission.all);
        for excess in over_min.filter(|of| of.resource == resource) {
            let missing = excess
                .would_use
                .saturating_sub(charge)
                .saturating_sub(excess.bound);
            let mins = ledger.quotas.entries().map(|(quota, of)| {
                let bound = Bound {
                    quota,
                    is_max: false,
                    resource,
                };
                Refusing {
                    bound,
                    old: in_order(of, bound).0,
                    missing,
                }
            });
            found.extend(mins);
        }
        found
    }

    /// The edit that raises a bound by an amount; `None` if the new value is invalid.
    fn grown(self, refusing: &Refusing, grows: i64) -> Option<crate::Edit> {
        let quota = self.cluster.ledger.quotas.get(refusing.bound.quota)?;
        let new = refusing.old.saturating_add(grows);
        let (_, values) = in_order(quota, refusing.bound);
        values
            .contains(&new)
            .then(|| self.bound((quota, refusing.bound), new))
    }
}

impl Shrinking {
    /// How much a bound has to grow for a pod with the request.
    fn grows(&self, bound: &Refusing, request: i64) -> i64 {
        bound.missing.saturating_add(self.charge.with(request))
    }

    /// The requests of the cheapest pairs: as much as fits, or less, if the bound then grows so much less that the
    /// larger of both shares is smaller. Empty if a smaller request alone is enough for the bound. A request of 0 is
    /// listed only if no other fits.
    fn requests(&self, bound: &Refusing, targets: &[i64]) -> Vec<i64> {
        if self.grows(bound, 0) <= 0 {
            return Vec::new();
        }
        let least = self.charge.least();
        // Both shares are equal where (own - request) / own = (fixed + request) / old.
        let [own, old] = [self.own, bound.old.max(1)].map(i128::from);
        let fixed = i128::from(bound.missing) + i128::from(self.charge.beside());
        let even = own * (old - fixed);
        let even = i64::try_from(even.div_euclid((own + old).max(1))).unwrap_or(least);
        // Less than half of a request is unusual.
        let half = self.own.saturating_sub(self.own / 2);
        // The step of a bound of at most 1 is not a share: the less it grows the better.
        let near = if bound.old <= 1 {
            [least, least, half]
        } else {
            [even, even.saturating_add(1), half]
        };
        let mut requests = Vec::new();
        for most in targets.iter().filter_map(|target| self.fit.most(*target)) {
            let most = most.min(self.own.saturating_sub(1));
            let near = near
                .iter()
                .map(|request| (*request).max(least).max(1).min(most));
            requests.extend(near.filter(|request| *request >= 0));
        }
        order::sort(&mut requests, Ord::cmp);
        requests.dedup();
        requests
    }
}
