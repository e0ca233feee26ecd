//! Totals, ranking, and how many.

use std::{num::NonZeroU32, sync::OnceLock};

use schedscope_objects::{
    id::{ClusterId, Id},
    profile::Profile,
};

use crate::{
    column::{FeasiblePlace, ScoreColumn},
    fleet::Fleet,
};

/// A column of scores with its weight.
pub(crate) type Weighted<'a> = (i32, &'a ScoreColumn);

/// The weighted sum of scores of every feasible cluster, by place. `kept`: other columns, with their totals.
///
/// `Upstream` wraps products and sums in 64 bits, as the hub does; `Proposal` computes the exact sum
/// and brings it to the nearest 64-bit integer. O(prioritizers x feasible), of the kept columns only those whose weight
/// has changed.
pub fn totals(
    columns: &[Weighted<'_>],
    feasible: usize,
    profile: Profile,
    kept: Option<(&[Weighted<'_>], &[i64])>,
) -> Vec<i64> {
    let wraps = |columns| profile == Profile::Upstream || fits(columns);
    if !wraps(columns) {
        let totals = (0..feasible).map(|place| {
            let sum = columns.iter().map(|(weight, column)| {
                let score = column.get(FeasiblePlace::new(place)).unwrap_or(0);
                i128::from(*weight) * i128::from(score)
            });
            clamp(sum.sum())
        });
        return totals.collect();
    }
    // Sums that wrap, or fit, are those of the kept totals and the differences of weights.
    let kept = kept.filter(|(others, totals)| {
        let same = columns.iter().zip(*others);
        let mut same = same.map(|((_, one), (_, other))| std::ptr::eq(*one, *other));
        others.len() == columns.len()
            && totals.len() == feasible
            && same.all(|same| same)
            && fits(others)
    });
    let mut changed = columns
        .iter()
        .enumerate()
        .filter_map(|(at, (weight, column))| {
            let before = kept.and_then(|(others, _)| others.get(at));
            let change = i64::from(*weight) - before.map_or(0, |(before, _)| i64::from(*before));
            (change != 0).then_some((change, &column.scores))
        });
    let add = |total: i64, score: &i64, change: i64| total.wrapping_add(score.wrapping_mul(change));
    let first = changed.next();
    let mut totals: Vec<i64> = match (kept, first) {
        (Some((_, totals)), Some((change, scores))) => {
            let both = totals.iter().zip(scores);
            both.map(|(total, score)| add(*total, score, change))
                .collect()
        }
        (Some((_, totals)), None) => totals.to_vec(),
        (None, Some((change, scores))) => {
            scores.iter().map(|score| add(0, score, change)).collect()
        }
        (None, None) => vec![0; feasible],
    };
    for (change, scores) in changed {
        for (total, score) in totals.iter_mut().zip(scores) {
            *total = add(*total, score, change);
        }
    }
    totals
}

/// The nearest 64-bit integer.
pub fn clamp(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// Whether no sum can leave 64 bits.
pub(crate) fn fits(columns: &[(i32, &ScoreColumn)]) -> bool {
    let largest: i128 = columns
        .iter()
        .map(|(weight, column)| {
            let (low, high) = column.range.unwrap_or_default();
            let score = i128::from(low.unsigned_abs().max(high.unsigned_abs()));
            i128::from(weight.unsigned_abs()) * score
        })
        .sum();
    largest <= i128::from(i64::MAX)
}

/// The feasible clusters, the selected ones apart from the rest.
///
/// A cluster is a key: how far its total lies below the highest one of 32 bits, then its rank by name; so the smallest
/// key is the best cluster, and no comparison looks at a text. If a total needs more bits, ranks take the place of all
/// totals.
#[derive(Debug, Default)]
pub struct Selection {
    keys: SelectionKeys,
    /// How many are selected: the first keys, in no order.
    pub count: usize,
    /// The total and the rank by name of the last selected cluster, where the keys are packed and some are selected.
    cut: Option<(i64, u32)>,
    ranked: OnceLock<Vec<ClusterId>>,
    selected: OnceLock<Vec<ClusterId>>,
    /// Whether a cluster is selected; by cluster.
    flags: OnceLock<Vec<bool>>,
    /// The rank of a cluster among the feasible ones; by cluster.
    ranks: OnceLock<Vec<Option<NonZeroU32>>>,
}

#[derive(Debug)]
enum SelectionKeys {
    /// By total and name.
    Packed(Vec<u64>),
    /// Clusters that something else has put in order.
    Listed(Vec<ClusterId>),
}

impl Default for SelectionKeys {
    fn default() -> Self {
        Self::Packed(Vec::new())
    }
}

impl Selection {
    /// Selects the best `wanted` of the feasible clusters: total descending, then name ascending.
    ///
    /// `ranks`: the rank by name of each feasible cluster. O(feasible): nothing is sorted until somebody asks for the
    /// order.
    pub fn new(
        feasible: &[ClusterId],
        ranks: &[u32],
        totals: &[i64],
        fleet: &Fleet,
        wanted: Option<usize>,
    ) -> Self {
        let count = wanted.map_or(feasible.len(), |wanted| wanted.min(feasible.len()));
        let mut keys = SelectionKeys::new(ranks, totals);
        let mut cut = None;
        if let SelectionKeys::Packed(packed) = &mut keys
            && count > 0
        {
            part(packed, count);
            // The one that stands there is the last, unless all are selected, in no order.
            let last = if count < packed.len() {
                packed.get(count - 1)
            } else {
                packed.iter().max()
            };
            cut = last.and_then(|key| {
                let rank = *key as u32;
                let cluster = fleet.by_rank().get(rank as usize)?;
                let place = feasible.binary_search(cluster).ok()?;
                Some((*totals.get(place)?, rank))
            });
        }
        Self {
            keys,
            count,
            cut,
            ..Self::default()
        }
    }

    /// The selection of the first `count` of all feasible clusters in a given order.
    pub fn listed(clusters: Vec<ClusterId>, count: usize) -> Self {
        Self {
            keys: SelectionKeys::Listed(clusters),
            count,
            ..Self::default()
        }
    }

    /// All feasible clusters, best first. O(n log n) at the first call.
    pub fn ranked(&self, fleet: &Fleet) -> &[ClusterId] {
        self.ranked
            .get_or_init(|| self.keys.sorted(self.keys.len(), fleet))
    }

    /// The selected clusters, best first. O(selected log selected) at the first call.
    pub fn selected(&self, fleet: &Fleet) -> &[ClusterId] {
        if let Some(ranked) = self.ranked.get() {
            return ranked.get(..self.count).unwrap_or(ranked);
        }
        self.selected
            .get_or_init(|| self.keys.sorted(self.count, fleet))
    }

    /// The best `limit` of the selected clusters, best first. O(selected + limit log limit).
    pub fn first(&self, limit: usize, fleet: &Fleet) -> Vec<ClusterId> {
        let count = limit.min(self.count);
        if let Some(known) = self.ranked.get().or(self.selected.get()) {
            return known.iter().take(count).copied().collect();
        }
        self.keys.first(self.count, count, fleet)
    }

    /// Whether a feasible cluster of this total and this rank by name is selected; `None`: totals do not tell.
    #[inline]
    pub(crate) fn takes(&self, total: i64, rank: u32) -> Option<bool> {
        match self.keys {
            SelectionKeys::Packed(_) => Some(
                self.cut
                    .is_some_and(|(last, behind)| total > last || total == last && rank <= behind),
            ),
            SelectionKeys::Listed(_) => None,
        }
    }

    /// Whether a feasible cluster is selected. O(n) at the first call.
    pub fn is_selected(&self, cluster: ClusterId, fleet: &Fleet) -> bool {
        let flags = self.flags.get_or_init(|| {
            let mut flags = vec![false; fleet.len()];
            for cluster in self.unordered(fleet) {
                if let Some(flag) = flags.get_mut(cluster.index()) {
                    *flag = true;
                }
            }
            flags
        });
        flags.get(cluster.index()).copied().unwrap_or(false)
    }

    /// The rank of a feasible cluster, from 1. O(n log n) at the first call.
    pub fn rank(&self, cluster: ClusterId, fleet: &Fleet) -> Option<u32> {
        let ranks = self.ranks.get_or_init(|| {
            let mut ranks = vec![None; fleet.len()];
            for (&cluster, rank) in self.ranked(fleet).iter().zip(1..) {
                if let Some(slot) = ranks.get_mut(cluster.index()) {
                    *slot = NonZeroU32::new(rank);
                }
            }
            ranks
        });
        ranks
            .get(cluster.index())
            .copied()
            .flatten()
            .map(NonZeroU32::get)
    }

    /// The last selected cluster: the cut. O(selected log selected) at the first call.
    pub fn last(&self, fleet: &Fleet) -> Option<ClusterId> {
        self.selected(fleet).last().copied()
    }

    /// The selected clusters in no order.
    pub fn unordered<'a>(&'a self, fleet: &'a Fleet) -> impl Iterator<Item = ClusterId> + 'a {
        (0..self.count).filter_map(|place| self.keys.cluster(place, fleet))
    }
}

/// The clusters of these ranks by name, by total descending, then name ascending. O(n log n).
pub fn ranked(ranks: &[u32], totals: &[i64], fleet: &Fleet) -> Vec<ClusterId> {
    SelectionKeys::new(ranks, totals).sorted(ranks.len(), fleet)
}

/// Brings the `count` smallest keys to the front.
pub(crate) fn part(keys: &mut [u64], count: usize) {
    if count > 0 && count < keys.len() {
        keys.select_nth_unstable(count - 1);
    }
}

impl SelectionKeys {
    /// Of clusters with these ranks by name and these totals.
    fn new(ranks: &[u32], totals: &[i64]) -> Self {
        let pack = |(total, rank): (u64, &u32)| total << 32 | u64::from(*rank);
        // How far a total lies below the highest one of 32 bits.
        let below = |total: &i64| i64::from(i32::MAX).wrapping_sub(*total) as u64;
        let bits = totals.iter().fold(0, |bits, total| bits | below(total));
        if u32::try_from(bits).is_ok() {
            return Self::Packed(totals.iter().map(below).zip(ranks).map(pack).collect());
        }
        // Totals that need more bits are replaced by their ranks.
        let mut distinct = totals.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let above = |total: &i64| distinct.len() - distinct.partition_point(|one| one <= total);
        let totals = totals.iter().map(|total| above(total) as u64);
        Self::Packed(totals.zip(ranks).map(pack).collect())
    }

    fn len(&self) -> usize {
        match self {
            Self::Packed(keys) => keys.len(),
            Self::Listed(clusters) => clusters.len(),
        }
    }

    fn cluster(&self, place: usize, fleet: &Fleet) -> Option<ClusterId> {
        // The lower half of a key is the rank.
        let rank = match self {
            Self::Packed(keys) => *keys.get(place)? as u32,
            Self::Listed(clusters) => return clusters.get(place).copied(),
        };
        fleet.by_rank().get(rank as usize).copied()
    }

    /// The clusters of the `count` smallest among the first `selected` keys, best first.
    fn first(&self, selected: usize, count: usize, fleet: &Fleet) -> Vec<ClusterId> {
        match self {
            Self::Packed(keys) if count > 0 && count < selected => {
                let mut keys: Vec<u64> = keys.iter().copied().take(selected).collect();
                part(&mut keys, count);
                keys.truncate(count);
                Self::Packed(keys).sorted(count, fleet)
            }
            _ => self.sorted(count, fleet),
        }
    }

    /// The clusters of the first `count` keys, best first.
    fn sorted(&self, count: usize, fleet: &Fleet) -> Vec<ClusterId> {
        let by_rank = |rank: u32| fleet.by_rank().get(rank as usize).copied();
        match self {
            Self::Packed(keys) => {
                let mut keys: Vec<u64> = keys.iter().copied().take(count).collect();
                keys.sort_unstable();
                keys.into_iter()
                    .filter_map(|key| by_rank(key as u32))
                    .collect()
            }
            Self::Listed(clusters) => clusters.iter().copied().take(count).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from a seed, some of them large.
    fn numbers(seed: u64, count: usize) -> Vec<i64> {
        let mut number = seed;
        let next = std::iter::repeat_with(|| {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let shift = if number >> 62 == 0 { 1 } else { 58 };
            (number as i64) >> shift
        });
        next.take(count).collect()
    }

    #[test]
    fn keys_sort_by_total_and_rank() {
        let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
        for ends in [
            [0, 0],
            [low, high],
            [low - 1, 0],
            [0, high + 1],
            [i64::MIN, i64::MAX],
        ] {
            for seed in 0..50 {
                let small = numbers(seed, 20).into_iter().map(|number| number % 5);
                let totals: Vec<i64> = ends.into_iter().chain(small).collect();
                let ranks: Vec<u32> = (0..totals.len() as u32).rev().collect();
                let SelectionKeys::Packed(mut keys) = SelectionKeys::new(&ranks, &totals) else {
                    panic!("totals are packed");
                };
                keys.sort_unstable();
                let sorted: Vec<u32> = keys.into_iter().map(|key| key as u32).collect();
                let mut expect: Vec<(i64, u32)> = totals.into_iter().zip(ranks).collect();
                expect.sort_by_key(|(total, rank)| (std::cmp::Reverse(*total), *rank));
                let expect: Vec<u32> = expect.into_iter().map(|(_, rank)| rank).collect();
                assert_eq!(sorted, expect);
            }
        }
    }

    #[test]
    fn kept_totals_change_nothing() {
        for seed in 0..200 {
            let scores = |at| match (seed + at) % 4 {
                0 => numbers(seed + at, 9),
                _ => numbers(seed + at, 9).iter().map(|n| n % 100).collect(),
            };
            let columns: Vec<ScoreColumn> =
                (0..3).map(|at| ScoreColumn::full(scores(at))).collect();
            let weights = |seed| {
                numbers(seed, 3)
                    .into_iter()
                    .map(|weight| weight as i32 % 11)
            };
            let weighted =
                |seed| -> Vec<(i32, &ScoreColumn)> { weights(seed).zip(&columns).collect() };
            let (before, mut after) = (weighted(seed), weighted(seed + 1));
            if seed % 3 > 0 {
                after[1].0 = before[1].0;
            }
            for profile in [Profile::Upstream, Profile::Proposal] {
                for other in [profile, profile.other()] {
                    let kept = totals(&before, 9, other, None);
                    let expect = totals(&after, 9, profile, None);
                    assert_eq!(totals(&after, 9, profile, Some((&before, &kept))), expect);
                }
            }
        }
    }
}
