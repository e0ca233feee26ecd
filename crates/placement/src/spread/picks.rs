//! All picks of a run, and the order of the clusters that they give.

use schedscope_objects::id::{ClusterId, Id};

use crate::{
    column::FeasiblePlace,
    fleet::Fleet,
    select,
    spread::{
        tournament::{Pick, Ranking, Tournament},
        tree::TournamentTree,
    },
};

/// The clusters that may be picked.
#[derive(Clone, Copy, Debug)]
pub struct FeasibleClusters<'a> {
    pub feasible: &'a [ClusterId],
    /// The prioritizers' totals, by place.
    pub totals: &'a [i64],
    /// All clusters.
    pub fleet: &'a Fleet,
}

/// The clusters that are picked, one after another.
#[derive(Debug)]
pub struct Picks {
    /// Places of the feasible clusters, picked ones first, in order.
    pub places: Vec<FeasiblePlace>,
    /// The picks, in order.
    pub picks: Vec<Pick>,
}

impl Picks {
    /// Picks `most` clusters, or as many as there can be. `terms`: their max skews, where they are hard.
    /// For the cost see [`Tournament`].
    pub fn new(
        tree: &TournamentTree,
        field: FeasibleClusters<'_>,
        terms: &[Option<u32>],
        weight: i64,
        most: usize,
    ) -> Self {
        let FeasibleClusters {
            feasible,
            totals,
            fleet,
        } = field;
        let mut place_of = vec![FeasiblePlace::new(0); fleet.len()];
        for (place, &cluster) in feasible.iter().enumerate() {
            if let Some(slot) = place_of.get_mut(cluster.index()) {
                *slot = FeasiblePlace::new(place);
            }
        }
        let place = |cluster: ClusterId| {
            place_of
                .get(cluster.index())
                .copied()
                .unwrap_or(FeasiblePlace::new(0))
        };
        let names: Vec<u32> = feasible
            .iter()
            .map(|&cluster| fleet.rank(cluster))
            .collect();
        let ranked = select::ranked(&names, totals, fleet);
        let ranked: Vec<FeasiblePlace> = ranked.into_iter().map(place).collect();
        let ranking = Ranking {
            places: &ranked,
            totals,
            names: &names,
        };
        let mut tournament = Tournament::new(tree, ranking, terms, weight);
        let mut picks = Vec::with_capacity(most);
        while picks.len() < most
            && let Some(pick) = tournament.pick()
        {
            picks.push(pick);
        }
        drop(tournament);
        let mut places = Vec::with_capacity(ranked.len());
        let mut picked = vec![false; ranked.len()];
        for pick in &picks {
            places.extend(ranked.get(pick.rank as usize));
            if let Some(flag) = picked.get_mut(pick.rank as usize) {
                *flag = true;
            }
        }
        let rest = ranked.iter().zip(&picked).filter(|(_, picked)| !**picked);
        places.extend(rest.map(|(place, _)| *place));
        Self { places, picks }
    }
}
