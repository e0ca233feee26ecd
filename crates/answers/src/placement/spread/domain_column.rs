//! The topology domain of every cluster.

use schedscope_objects::id::Id;
use schedscope_placement::spread::topology::ClusterDomain;

use crate::placement::DecisionDetails;

impl DecisionDetails<'_> {
    /// The deepest topology domain of every cluster in the order of the input, filtered clusters included, as its
    /// index in the answer of [`DecisionDetails::spread_domains`]; `u32::MAX` for a cluster without a domain, and for
    /// one that is not a candidate. `None`: there was no run. O(clusters + candidates x terms).
    pub fn spread_places(&self) -> Option<Vec<u32>> {
        let all = self
            .decision
            .spread_run()?
            .all_domains(self.decision, self.objects);
        let mut numbers = vec![u32::MAX; all.domains().len()];
        for (number, domain) in (0..).zip(self.in_order(all)) {
            if let Some(slot) = numbers.get_mut(domain.index()) {
                *slot = number;
            }
        }
        let mut places = vec![u32::MAX; self.objects.clusters.len()];
        for (position, cluster) in self.decision.available().iter().enumerate() {
            if let (ClusterDomain::In(domain), Some(place)) =
                (all.site(position), places.get_mut(cluster.index()))
                && let Some(number) = numbers.get(domain.index())
            {
                *place = *number;
            }
        }
        Some(places)
    }
}
