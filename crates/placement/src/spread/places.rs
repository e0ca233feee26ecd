//! Which topology domain every cluster lies in.

use crate::{
    details::Details,
    spread::{details::atlas, topology::Site},
};

impl Details<'_> {
    /// The deepest topology domain of every cluster in the order of the text, filtered ones
    /// included: its place in what [`Details::spread_domains`] gives; `u32::MAX` where it lies in
    /// none or is no candidate. `None`: there was no run. O(clusters + candidates x terms).
    pub fn spread_places(&self) -> Option<Vec<u32>> {
        let atlas = atlas(self, self.run()?);
        let mut numbers = vec![u32::MAX; atlas.domains().len()];
        for (number, domain) in (0..).zip(self.in_order(atlas)) {
            if let Some(slot) = numbers.get_mut(domain as usize) {
                *slot = number;
            }
        }
        let mut places = vec![u32::MAX; self.objects.clusters.len()];
        for (position, cluster) in self.decision.available().iter().enumerate() {
            if let (Site::In(domain), Some(place)) =
                (atlas.site(position), places.get_mut(*cluster as usize))
                && let Some(number) = numbers.get(domain as usize)
            {
                *place = *number;
            }
        }
        Some(places)
    }
}
