//! The clusters in which a decision differs from the recorded one.

use schedscope_objects::{
    id::{ClusterId, Id},
    order,
};

use crate::{column::FeasiblePlace, decision::Decision, fleet::Fleet, recorded::RecordedDecisions};

/// Where the recorded clusters are among the feasible ones. It does not depend on scores.
#[derive(Debug, Default)]
pub struct RecordedPlaces {
    /// Those that are feasible, by name: the rank by name of each, and in the lower half its place.
    feasible: Vec<u64>,
    /// The ranks by name of the others, ascending.
    others: Vec<u32>,
    /// The places of all feasible clusters by name; `None`: they stand in this order.
    by_name: Option<Vec<FeasiblePlace>>,
}

impl RecordedPlaces {
    /// O(clusters + recorded log feasible).
    pub(crate) fn new(fleet: &Fleet, recorded: &RecordedDecisions, feasible: &[ClusterId]) -> Self {
        let mut places = Self::default();
        let ranked =
            |cluster: ClusterId, place: usize| u64::from(fleet.rank(cluster)) << 32 | place as u64;
        for &cluster in &recorded.own_clusters {
            match feasible.binary_search(&cluster) {
                Ok(place) => places.feasible.push(ranked(cluster, place)),
                Err(_) => places.others.push(fleet.rank(cluster)),
            }
        }
        places.feasible.sort_unstable();
        order::numbers(&mut places.others, &mut |a, b| a.cmp(&b));
        let ranks = || feasible.iter().map(|cluster| fleet.rank(*cluster));
        if !ranks().is_sorted() {
            let mut known = vec![None; fleet.len()];
            for (place, cluster) in feasible.iter().enumerate() {
                if let Some(slot) = known.get_mut(cluster.index()) {
                    *slot = Some(FeasiblePlace::new(place));
                }
            }
            let by_rank = fleet.by_rank().iter();
            let by_name = by_rank.filter_map(|cluster| *known.get(cluster.index())?);
            places.by_name = Some(by_name.collect());
        }
        places
    }
}

/// The place in the lower half.
fn place_of(ranked: u64) -> FeasiblePlace {
    FeasiblePlace::new(ranked as u32 as usize)
}

/// The clusters in which a decision differs from the recorded one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedDifference {
    /// The clusters that are selected and not recorded, by name.
    pub comes: Vec<ClusterId>,
    /// The number of all of them.
    pub come: usize,
    /// The clusters that are recorded and not selected, by name.
    pub goes: Vec<ClusterId>,
    /// The number of all of them.
    pub go: usize,
}

impl Decision {
    /// The clusters in which the decision differs from the recorded one; lists at most `limit` each. `is_whole`: the
    /// record is, so that what it lacks comes.
    ///
    /// O(recorded), and O(feasible) where what comes is far behind by name.
    pub fn recorded_difference(&self, limit: usize, is_whole: bool) -> RecordedDifference {
        let places = &self.recorded_places;
        let feasible = self.feasible();
        let scoring = self.scoring.as_ref();
        let takes = |rank: u32, place: FeasiblePlace| {
            let Some(scoring) = scoring else {
                return false;
            };
            let total = scoring.totals.get(place.index()).copied();
            let takes = scoring.selection.takes(total.unwrap_or(0), rank);
            takes.unwrap_or_else(|| {
                let cluster = feasible.get(place.index());
                cluster.is_some_and(|one| scoring.selection.is_selected(*one, &self.fleet))
            })
        };
        let mut difference = RecordedDifference::default();
        let mut goes: Vec<u32> = Vec::new();
        let mut stays = 0;
        for &ranked in &places.feasible {
            let rank = (ranked >> 32) as u32;
            if takes(rank, place_of(ranked)) {
                stays += 1;
            } else if goes.len() < limit {
                goes.push(rank);
            }
        }
        difference.go = places.feasible.len() - stays + places.others.len();
        if !places.others.is_empty() {
            goes.extend(places.others.iter().take(limit));
            order::numbers(&mut goes, &mut |a, b| a.cmp(&b));
        }
        let by_rank = self.fleet.by_rank();
        let goes = goes.iter().take(limit);
        difference.goes = goes
            .filter_map(|rank| by_rank.get(*rank as usize).copied())
            .collect();
        if !is_whole {
            return difference;
        }
        difference.come = self.selected_count() - stays;
        let count = difference.come.min(limit);
        difference.comes.reserve_exact(count);
        for at in 0..feasible.len() {
            if difference.comes.len() >= count {
                break;
            }
            let place = match &places.by_name {
                Some(by_name) => by_name.get(at).copied(),
                None => Some(FeasiblePlace::new(at)),
            };
            if let Some(place) = place
                && let Some(&cluster) = feasible.get(place.index())
                && takes(self.fleet.rank(cluster), place)
                && !self.recorded.is_own(cluster)
            {
                difference.comes.push(cluster);
            }
        }
        difference
    }
}
