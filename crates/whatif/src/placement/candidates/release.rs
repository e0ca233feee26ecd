//! Removal of other clusters.

use schedscope_objects::{id::ClusterId, names::Symbol};
use schedscope_placement::prioritizer::{ClusterResources, PrioritizerKind};

use super::{Candidates, EditSource};
use crate::{
    Edit,
    placement::cluster_name,
    search::{Absence, Candidate},
};

/// Up to this number of feasible clusters, each is tried. With more, only those are tried whose removal alone may
/// matter, so that pairs are incomplete.
const ALL: usize = 32;

/// The maximum number of clusters to try because they may matter.
const MOST: usize = 64;

impl EditSource<'_> {
    /// Each feasible cluster except those that the want names. Infeasible clusters cannot matter: filters look at one
    /// cluster at a time, and scores and spread only at feasible clusters.
    pub(super) fn releases(&self) -> Result<Candidates, Absence> {
        let feasible = self.decision.feasible();
        if self.decision.scoring.is_none() || feasible.is_empty() {
            return Err(Absence::NotNeeded);
        }
        // A cluster that the record lacks may have joined the fleet later.
        let joined = self.want.record.is_some();
        let is_other = |cluster: &ClusterId| {
            !self.want.selects.contains(cluster) && (joined || !self.want.drops.contains(cluster))
        };
        if self.has_all_releases() {
            let others = feasible.iter().copied().filter(is_other);
            let mut list: Vec<Candidate> = others.map(|cluster| self.release(cluster)).collect();
            list.extend(self.all_drops());
            return Ok(Candidates::all(list));
        }
        let mut others = self.extremes();
        let whole = if self.decision.spread_run().is_none() {
            others.extend(self.ahead());
            true
        } else {
            others.extend_from_slice(self.decision.selected());
            false
        };
        if joined {
            others.extend(&self.want.drops);
        }
        others.retain(is_other);
        self.decision.fleet.sort(&mut others);
        others.dedup();
        others.truncate(MOST);
        let list = others.into_iter().map(|cluster| self.release(cluster));
        Ok(Candidates {
            list: list.chain(self.all_drops()).collect(),
            whole,
        })
    }

    /// All unwanted clusters that the record lacks, if there are several.
    fn all_drops(&self) -> Option<Candidate> {
        let drops = &self.want.drops;
        let is_joint = self.want.record.is_some() && drops.len() > 1 && drops.len() <= MOST;
        is_joint.then(|| drops.iter().flat_map(|one| self.release(*one)).collect())
    }

    /// Whether every cluster that may matter is tried, also together with other edits.
    pub(in crate::placement) fn has_all_releases(&self) -> bool {
        self.decision.feasible().len() <= ALL
    }

    /// The clusters that alone have the least or the most of a scored resource: without one of them, all scores change.
    pub(super) fn extremes(&self) -> Vec<ClusterId> {
        let feasible = self.decision.feasible();
        let resources = self
            .decision
            .plan
            .active()
            .filter_map(|entry| match entry.kind {
                PrioritizerKind::Allocatable(resource) => resource,
                _ => None,
            });
        let resources: Vec<Symbol> = resources.collect();
        let clusters = &self.objects.clusters;
        let amounts = ClusterResources::read(resources.iter().copied(), clusters, feasible);
        let mut found = Vec::new();
        for resource in resources {
            let Some((least, most)) = amounts.range(Some(resource), feasible.len()) else {
                continue;
            };
            for end in [least, most] {
                let all = amounts.of(Some(resource), feasible.len());
                let with = all.zip(feasible).filter(|(amounts, _)| {
                    amounts.is_some_and(|(amount, _)| amount.total_cmp(&end).is_eq())
                });
                let mut with = with.map(|(_, cluster)| *cluster);
                if let (Some(only), None) = (with.next(), with.next()) {
                    found.push(only);
                }
            }
        }
        found
    }

    /// The clusters whose removal meets the want if the other scores do not change: all clusters ranked after a removed
    /// one move up. Only the first ones by name are returned.
    fn ahead(&self) -> Vec<ClusterId> {
        let feasible = self.decision.feasible();
        let ranks = |clusters: &[ClusterId]| -> Vec<Option<u32>> {
            let ranks = clusters.iter().map(|cluster| self.decision.rank(*cluster));
            ranks.collect()
        };
        let (selects, drops) = (ranks(&self.want.selects), ranks(&self.want.drops));
        let left = feasible.len() as i64 - 1;
        let count = self
            .decision
            .wanted
            .map_or(left, |wanted| wanted.clamp(0, left));
        let is_met = |gone: u32| {
            let is_in = |rank: &Option<u32>| {
                rank.is_some_and(|rank| i64::from(rank - u32::from(gone < rank)) <= count)
            };
            self.want.count.is_none_or(|wanted| wanted as i64 == count)
                && selects.iter().all(is_in)
                && !drops.iter().any(is_in)
        };
        let ranked = self.decision.ranked().iter().zip(1_u32..);
        let met = ranked.filter(|(_, rank)| is_met(*rank));
        let mut met: Vec<ClusterId> = met.map(|(cluster, _)| *cluster).collect();
        self.decision.fleet.sort(&mut met);
        // The caller drops the clusters that the want names.
        met.truncate(MOST + self.want.selects.len() + self.want.drops.len());
        met
    }

    fn release(&self, cluster: ClusterId) -> Candidate {
        let name = cluster_name(self.objects.cluster_name(cluster));
        vec![Edit::removal(name)]
    }
}
