//! A smaller request together with a larger bound of a quota, where the quota refuses the pod even without a request:
//! the less the pod requests, the less the bound has to grow.

use schedscope_objects::{id::QuotaId, names::Symbol, order};
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::admission::{over_aggregated_min, over_max};

use super::{
    bounds::{Bound, in_order},
    requests::Written,
    space::Ground,
};
use crate::search::Candidate;

/// At most so many candidates.
const MOST: usize = 4096;

/// A bound that refuses the pod without a request of the resource, too.
struct Refusing {
    bound: Bound,
    /// The bound in force.
    old: i64,
    /// How much larger it has to be for a pod that requests nothing.
    missing: i64,
}

/// A request that is made smaller.
struct Shrinking {
    /// What the pod needs of the resource now.
    amount: i64,
    /// The part of it that is edited.
    own: i64,
}

impl Ground<'_> {
    /// Smaller requests with such bounds: of each room that the pod could get the pair with the least cost, and whether
    /// these are all of their kind.
    pub(super) fn requests_with_bounds(
        self,
        info: &PodInfo,
        own: QuotaId,
    ) -> (Vec<Candidate>, bool) {
        let mut whole = true;
        let mut candidates: Vec<Candidate> = Vec::new();
        let resources = &self.world.snapshot.resources;
        for (id, amount) in info.request.fit.iter().filter(|(_, amount)| *amount > 0) {
            let refusing = self.refusing_always(info, own, id);
            let Some(resource) = self.named(resources.name(id)) else {
                continue;
            };
            if refusing.is_empty() {
                continue;
            }
            // There a request counts otherwise for a node and for a quota, or has a limit that goes with it.
            if !info.pod.init_containers.is_empty() || resource.is_exact() {
                whole = false;
                continue;
            }
            let targets = self.request_targets(info, id, &mut whole);
            for at in self
                .written(info, resource)
                .iter()
                .filter(|at| at.is_main())
            {
                let shrinking = Shrinking {
                    amount,
                    own: written_amount(at, resource.symbol, id),
                };
                for bound in &refusing {
                    for total in shrinking.totals(bound, &targets) {
                        if candidates.len() >= MOST {
                            return (candidates, false);
                        }
                        let request = shrinking.own - (amount - total);
                        let mut edits = self.request(info, resource, at, request);
                        edits.extend(self.grown(bound, total));
                        if edits.len() > 1 && !candidates.contains(&edits) {
                            candidates.push(edits);
                        }
                    }
                }
            }
        }
        (candidates, whole)
    }

    /// The bounds of a resource that refuse the pod whatever it requests of it.
    fn refusing_always(self, info: &PodInfo, own: QuotaId, resource: ResourceId) -> Vec<Refusing> {
        let ledger = &self.world.ledger;
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
        // Where a smaller request is enough for the bound, it is so without an edit of the bound.
        found.retain(|refusing| refusing.missing > 0);
        found
    }

    /// The edit of a bound for a pod that requests so much.
    fn grown(self, refusing: &Refusing, total: i64) -> Option<crate::Edit> {
        let quota = self.world.ledger.quotas.get(refusing.bound.quota)?;
        let grows = refusing.missing.saturating_add(total);
        let new = refusing.old.saturating_add(grows);
        let (_, values) = in_order(quota, refusing.bound);
        values
            .contains(&new)
            .then(|| self.bound((quota, refusing.bound), new))
    }
}

fn written_amount(at: &Written<'_>, symbol: Symbol, resource: ResourceId) -> i64 {
    let written = at.container.requests.get(symbol);
    written.map_or(0, |written| super::amounts::read(resource, written))
}

impl Shrinking {
    /// What the pod requests in the cheapest pairs: as much as there is room for, or less where the bound then grows so
    /// much less that the larger one of both shares is smaller.
    fn totals(&self, bound: &Refusing, targets: &[i64]) -> Vec<i64> {
        let least = self.amount.saturating_sub(self.own).max(0);
        let [own, old] = [self.own, bound.old.max(1)].map(i128::from);
        // Both shares are equal there: (amount - total) / own = (missing + total) / old.
        let even = i128::from(self.amount) * old - i128::from(bound.missing) * own;
        let even = i64::try_from(even.div_euclid((own + old).max(1))).unwrap_or(least);
        let mut totals = Vec::new();
        for target in targets
            .iter()
            .filter(|target| **target < self.amount && **target >= least)
        {
            // A bound of 0 has no share: the less it grows the better.
            let near = if bound.old <= 1 {
                [least, least]
            } else {
                [even, even.saturating_add(1)]
            };
            totals.extend(near.map(|total| total.clamp(least, *target)));
        }
        order::sort(&mut totals, Ord::cmp);
        totals.dedup();
        totals
    }
}
