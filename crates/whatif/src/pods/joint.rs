//! Bounds of quotas that are edited together: those that reject the pod, and those that limit each other.

use schedscope_objects::{id::QuotaId, order};
use schedscope_pods::{amounts::ResourceId, snapshot::PodInfo};
use schedscope_quota::{
    admission::{Excess, over_aggregated_min, over_max},
    ledger::Quota,
};

use super::{
    bounds::{Bound, in_order},
    space::EditSource,
    sums::QuotaSums,
};
use crate::{Edit, StepSize, search::Candidate};

/// The maximum number of candidates of each kind.
const MOST: usize = 4096;

/// A quota, and one of its bounds.
type OfQuota<'a> = (&'a Quota, Bound);

impl EditSource<'_> {
    /// Joint edits of bounds, with `requests` also of requests and bounds, and whether the list is complete.
    pub(super) fn joint(self, info: &PodInfo, requests: bool) -> (Vec<Candidate>, bool) {
        let Some(own) = self.cluster.ledger.of(info.pod.namespace) else {
            return (Vec::new(), true);
        };
        let mut whole = true;
        let mut all = self.refusing(own);
        all.extend(self.own_min_and_max(info, own, &mut whole));
        all.extend(self.shared_mins(&mut whole));
        if requests {
            let (pairs, are_all) = self.requests_with_bounds(info, own);
            all.extend(pairs);
            whole &= are_all;
        }
        all.retain(|edits| edits.len() > 1);
        (all, whole)
    }

    /// Raises every bound that rejects the pod to what the pod needs. A deficit of the mins is added to a single quota,
    /// with one candidate for each quota.
    fn refusing(self, own: QuotaId) -> Vec<Candidate> {
        let ledger = &self.cluster.ledger;
        let admission = &self.cycle.admission;
        let over_max: Vec<Excess> = over_max(ledger, own, &admission.own).collect();
        let over_min: Vec<Excess> = over_aggregated_min(ledger, &admission.all).collect();
        let maxes = |candidate: &mut Candidate| {
            for excess in &over_max {
                candidate.extend(self.edit_of(own, true, excess.resource, excess.would_use));
            }
        };
        if over_min.is_empty() {
            let mut candidate = Vec::new();
            maxes(&mut candidate);
            return vec![candidate];
        }
        let mut candidates = Vec::new();
        for (id, quota) in ledger.quotas.entries().take(MOST) {
            let mut candidate = Vec::new();
            maxes(&mut candidate);
            let fits = over_min.iter().all(|excess| {
                let resource = excess.resource;
                let missing = excess.would_use.saturating_sub(excess.bound);
                let new = quota.min.of(resource).saturating_add(missing);
                let mut maxes = over_max.iter().filter(|_| id == own);
                let raised = maxes.find(|max| max.resource == resource);
                let most = raised.map_or(quota.max.of(resource), |max| max.would_use);
                candidate.extend(self.edit_of(id, false, resource, new));
                new <= most
            });
            if fits {
                candidates.push(candidate);
            }
        }
        candidates
    }

    /// The min and the max of the quota of the pod, if one cannot change without the other: a min above the current
    /// max, or a max below the current min.
    fn own_min_and_max(self, info: &PodInfo, own: QuotaId, whole: &mut bool) -> Vec<Candidate> {
        let ledger = &self.cluster.ledger;
        let Some(quota) = ledger.quotas.get(own) else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        for resource in self.bounded(info) {
            let [min, max] = [false, true].map(|is_max| Bound {
                quota: own,
                is_max,
                resource,
            });
            let (old_min, old_max) = (quota.min.of(resource), quota.max.of(resource));
            if old_max == i64::MAX || old_min > old_max {
                continue;
            }
            let sums = QuotaSums::new(self, resource, None);
            let sums = [sums.of(own), &sums.all];
            let [mins, maxes] = [(min, old_min), (max, old_max)].map(|(bound, old)| {
                let critical = self.critical(info, bound, sums, whole).into_iter();
                let values = critical.map(|sum| {
                    if sum > old {
                        sum
                    } else {
                        sum.saturating_sub(1)
                    }
                });
                let mut values: Vec<i64> = values.filter(|new| *new >= 0 && *new != old).collect();
                order::sort(&mut values, Ord::cmp);
                values.dedup();
                values
            });
            for new_max in maxes {
                for &new_min in &mins {
                    let is_in_order = new_min <= new_max;
                    if !is_in_order || (new_min <= old_max && new_max >= old_min) {
                        continue;
                    }
                    if candidates.len() >= MOST {
                        *whole = false;
                        return candidates;
                    }
                    let edits = [((quota, max), new_max), ((quota, min), new_min)];
                    candidates.push(edits.map(|(of, new)| self.bound(of, new)).into());
                }
            }
        }
        candidates
    }

    /// Splits a deficit of the sum of all mins between two quotas that both lack room for all of it, so that the larger
    /// share is as small as possible.
    fn shared_mins(self, whole: &mut bool) -> Vec<Candidate> {
        let ledger = &self.cluster.ledger;
        let mut candidates = Vec::new();
        for excess in over_aggregated_min(ledger, &self.cycle.admission.all) {
            let resource = excess.resource;
            let missing = excess.would_use.saturating_sub(excess.bound);
            let lends = ledger.quotas.entries().filter_map(|(quota, of)| {
                let bound = Bound {
                    quota,
                    is_max: false,
                    resource,
                };
                let (old, values) = in_order(of, bound);
                let room = values.end().saturating_sub(old);
                (1..missing)
                    .contains(&room)
                    .then_some(((of, bound), old, room))
            });
            let lends: Vec<(OfQuota<'_>, i64, i64)> = lends.collect();
            for (at, one) in lends.iter().enumerate() {
                for other in &lends[at + 1..] {
                    if candidates.len() >= MOST {
                        *whole = false;
                        return candidates;
                    }
                    candidates.extend(self.shared(missing, one, other));
                }
            }
        }
        candidates
    }

    /// The cheapest way to share an amount between two mins.
    fn shared(
        self,
        missing: i64,
        one: &(OfQuota<'_>, i64, i64),
        other: &(OfQuota<'_>, i64, i64),
    ) -> Option<Candidate> {
        let (least, most) = (
            missing.saturating_sub(other.2).max(1),
            one.2.min(missing - 1),
        );
        if least > most {
            return None;
        }
        let [first, second] = [one.1, other.1].map(|old| i128::from(old.max(1)));
        let even = i128::from(missing) * first / (first + second);
        let even = i64::try_from(even).unwrap_or(i64::MAX);
        let parts = [even, even.saturating_add(1)].map(|part| part.clamp(least, most));
        let cost = |part: &i64| -> [StepSize; 2] {
            let [a, b] = [(one.1, *part), (other.1, missing - part)]
                .map(|(old, part)| StepSize::share(old, old.saturating_add(part)));
            if a < b { [b, a] } else { [a, b] }
        };
        let part = parts.into_iter().min_by(|a, b| cost(a).cmp(&cost(b)))?;
        let new = [(one, part), (other, missing - part)];
        Some(
            new.map(|(of, part)| self.bound(of.0, of.1.saturating_add(part)))
                .into(),
        )
    }

    fn edit_of(self, quota: QuotaId, is_max: bool, resource: ResourceId, new: i64) -> Option<Edit> {
        let of = self.cluster.ledger.quotas.get(quota)?;
        let bound = Bound {
            quota,
            is_max,
            resource,
        };
        Some(self.bound((of, bound), new))
    }
}
