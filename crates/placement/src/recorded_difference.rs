//! The clusters in which a decision differs from the recorded one.

use schedscope_objects::id::{ClusterId, Id};

use crate::{column::FeasiblePlace, decision::Decision, select::part};

/// Where the recorded clusters are among the feasible ones. It does not depend on scores.
#[derive(Debug, Default)]
pub struct RecordedPlaces {
    /// The places of those that are feasible.
    feasible: Vec<FeasiblePlace>,
    /// The ranks by name of the others.
    others: Vec<u64>,
}

impl RecordedPlaces {
    /// O(recorded log feasible).
    pub(crate) fn new(decision: &Decision) -> Self {
        let mut places = Self::default();
        for &cluster in &decision.recorded.own_clusters {
            match decision.place(cluster) {
                Some(place) => places.feasible.push(place),
                None => places.others.push(decision.fleet.rank(cluster).into()),
            }
        }
        places
    }
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
    /// O(recorded + selected), plus O(limit log limit).
    pub fn recorded_difference(&self, limit: usize, is_whole: bool) -> RecordedDifference {
        let places = &self.recorded_places;
        let mut goes = Vec::with_capacity(places.others.len() + places.feasible.len());
        goes.extend(&places.others);
        for &place in &places.feasible {
            if let Some(&rank) = self.ranks().get(place.index())
                && !self.takes(rank, place)
            {
                goes.push(rank.into());
            }
        }
        let mut comes = Vec::new();
        if let Some((selection, fleet)) = self.selection().filter(|_| is_whole) {
            comes.reserve_exact(selection.count);
            let selected = selection.unordered(fleet);
            let new = selected.filter(|cluster| !self.recorded.is_own(*cluster));
            comes.extend(new.map(|cluster| u64::from(fleet.rank(cluster))));
        }
        RecordedDifference {
            come: comes.len(),
            comes: self.first_by_name(comes, limit),
            go: goes.len(),
            goes: self.first_by_name(goes, limit),
        }
    }

    /// Whether the feasible cluster of a place is selected; `rank`: its rank by name.
    fn takes(&self, rank: u32, place: FeasiblePlace) -> bool {
        let Some(scoring) = &self.scoring else {
            return false;
        };
        let total = scoring.totals.get(place.index()).copied();
        let takes = scoring.selection.takes(total.unwrap_or(0), rank);
        takes.unwrap_or_else(|| {
            let cluster = self.feasible().get(place.index());
            cluster.is_some_and(|one| scoring.selection.is_selected(*one, &self.fleet))
        })
    }

    /// The first clusters by name of those with these ranks. O(ranks + limit log limit).
    fn first_by_name(&self, mut ranks: Vec<u64>, limit: usize) -> Vec<ClusterId> {
        part(&mut ranks, limit);
        ranks.truncate(limit);
        ranks.sort_unstable();
        let by_rank = self.fleet.by_rank();
        let mut clusters = Vec::with_capacity(ranks.len());
        clusters.extend(ranks.iter().filter_map(|rank| by_rank.get(*rank as usize)));
        clusters
    }
}
