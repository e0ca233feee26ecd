//! Which topology domain every cluster lies in.

use schedscope_objects::id::Id;
use schedscope_placement::spread::topology::ClusterDomain;

use crate::placement::DecisionDetails;

impl DecisionDetails<'_> {
    /// The deepest topology domain of every cluster in the order of the text, filtered ones
    /// included: its place in what [`DecisionDetails::spread_domains`] gives; `u32::MAX` where it lies in
    /// none or is no candidate. `None`: there was no run. O(clusters + candidates x terms).
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
