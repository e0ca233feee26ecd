//! The order of trials in a search.

use std::cmp::Ordering;

use schedscope_objects::order;

use super::{Change, List, Search};
use crate::{Family, Natural, Rank};

/// The maximum number of pairs of two families; with more, the search is incomplete.
const MOST_PAIRS: usize = 400_000;

/// A pair of candidates, as positions in their lists, with a lower bound on its cost, except shares.
type Pair = ((Rank, usize, Natural, usize), u64, u32, u32);

/// The total distance of three weights that change by 1 each.
pub(super) const THREE: u64 = 3;

impl Search {
    /// Whether the first candidates are weights.
    pub(super) fn has_weights(&self) -> bool {
        let first = self.single.first().and_then(|list| list.first());
        first.is_some_and(|first| first.cost.families == [Family::Weight])
    }

    /// Records the total distance up to which combinations of weights were tried.
    pub(super) fn reached(&mut self, distance: u64) {
        let all = distance.min(self.most_distance);
        self.found.distance = Some(all.max(self.found.distance.unwrap_or(0)));
    }

    /// Whether a change was found that displaces nothing and is not of the last rank: joint edits cannot be cheaper.
    fn has_harmless(&self) -> bool {
        let mut found = self.found.changes.iter();
        found.any(|change| change.cost.displaced == 0 && change.cost.rank < Rank::Last)
    }

    /// Whether a change was found that is not of the last rank.
    fn has_ordinary(&self) -> bool {
        let mut found = self.found.changes.iter();
        found.any(|change| change.cost.rank < Rank::Last)
    }

    pub(super) fn next_list(&mut self) {
        (self.at, self.is_by_hand, self.alike, self.rounder) = (0, false, None, None);
        let is_met = self.before < self.found.changes.len();
        // Before joint edits: all of these displace something.
        let is_met_alone = self.before > 0;
        self.before = self.found.changes.len();
        let count = self.single.len();
        let (mut one, mut other) = match self.list {
            List::Single(family) if family + 1 < count => {
                self.list = List::Single(family + 1);
                return;
            }
            List::Single(_) if !self.joint.is_empty() && !self.has_harmless() => {
                self.list = List::Joint;
                return;
            }
            List::Joint if self.found.out_of_steps || is_met_alone => return self.end(),
            List::Single(_) if self.found.changes.is_empty() => (0, 0),
            List::Single(_) if self.past_last.is_some() && !self.has_ordinary() => {
                self.past_last = Some(true);
                (0, 0)
            }
            List::Joint => {
                self.of_joint = self.found.changes.len();
                (0, 0)
            }
            // Combinations of weights are searched by distance, however many weights they have. Farther ones are
            // reported only if they have fewer weights.
            List::Pairs(0, 0, _) if !is_met && !self.threes.is_empty() && self.found.depth < 3 => {
                (self.list, self.found.depth) = (List::Threes, 3);
                return;
            }
            List::Threes => {
                self.list = List::Pairs(0, 0, std::mem::take(&mut self.far));
                return;
            }
            List::Pairs(one, other, _) => (one, other + 1),
            List::Several(at, _) => return self.begin_several(at + 1),
            List::Single(_) | List::End => return self.end(),
        };
        self.found.depth = self.found.depth.max(2);
        self.found.complete &= self.is_whole_in_pairs;
        loop {
            if other >= count {
                (one, other) = (one + 1, one + 1);
            }
            if one >= count {
                return self.begin_several(0);
            }
            if !self.can_pair(one, other) {
                other += 1;
                continue;
            }
            let [first, second] = [one, other].map(|list| self.single[list].len());
            if first.saturating_mul(second) <= MOST_PAIRS {
                let mut pairs = self.pairs(one, other);
                if (one, other) == (0, 0) && !self.threes.is_empty() {
                    let list = &self.single[0];
                    let is_near = |(a, b): &(u32, u32)| {
                        let far = [*a, *b].map(|at| list[at as usize].cost.whole());
                        far.iter().sum::<u64>() <= THREE
                    };
                    (pairs, self.far) = pairs.into_iter().partition(is_near);
                }
                self.list = List::Pairs(one, other, pairs);
                return;
            }
            self.found.complete = false;
            other += 1;
        }
    }

    /// The pairs of two lists, or of one, cheapest first.
    fn pairs(&self, one: usize, other: usize) -> Vec<(u32, u32)> {
        let same = one == other;
        let (one, other) = (&self.single[one], &self.single[other]);
        let mut pairs: Vec<Pair> = Vec::new();
        for (a, first) in one.iter().enumerate() {
            for (b, second) in other.iter().enumerate().skip(if same { a + 1 } else { 0 }) {
                let [first, second] = [&first.cost, &second.cost];
                // One of the last rank is not better with another edit.
                if self.past_last == Some(true) && first.rank.max(second.rank) == Rank::Last {
                    continue;
                }
                let step = first.whole().saturating_add(second.whole());
                let key = (
                    first.rank.max(second.rank),
                    self.floor.of_both(first, second),
                    first.natural.max(second.natural),
                    first.edits + second.edits,
                );
                pairs.push((key, step, a as u32, b as u32));
            }
        }
        let shares = |pair: &Pair| {
            let share = |of: &[Change], at: u32| of.get(at as usize)?.cost.steps.get(1).copied();
            let (a, b) = (share(one, pair.2), share(other, pair.3));
            if a < b { (b, a) } else { (a, b) }
        };
        order::sort(&mut pairs, |a, b| {
            let whole = (a.0, a.1).cmp(&(b.0, b.1));
            whole
                .then_with(|| shares(a).cmp(&shares(b)))
                .then_with(|| a.cmp(b))
        });
        pairs.into_iter().map(|(.., a, b)| (a, b)).collect()
    }

    /// If a pair and joint edits have the same families, reports only the cheaper one. The family `vmConfig` has many
    /// kinds of edits, so all of its changes are reported.
    pub(super) fn cheaper_of_each(&mut self) {
        let rest = self.found.changes.split_off(self.of_joint);
        let joint = std::mem::take(&mut self.found.changes);
        let is_less = |one: &Change, other: &Change, most: Ordering| {
            one.cost.families == other.cost.families
                && !one.cost.families.contains(&Family::VmConfig)
                && one.cost.cmp(&other.cost) <= most
                && (other.by_hand || !one.by_hand)
        };
        let kept = |own: &[Change], others: &[Change], most: Ordering| {
            let own = own.iter();
            let kept = own.filter(|own| !others.iter().any(|other| is_less(other, own, most)));
            kept.cloned().collect::<Vec<Change>>()
        };
        self.found.changes = kept(&joint, &rest, Ordering::Equal);
        self.found
            .changes
            .extend(kept(&rest, &joint, Ordering::Less));
        self.of_joint = 0;
    }
}

/// Drops changes that contain all edits of a change before them: their other edits are useless.
pub(super) fn without_supersets(changes: &mut Vec<Change>) {
    let mut kept: Vec<Change> = Vec::new();
    for change in std::mem::take(changes) {
        let mut less = kept.iter().filter(|less| change.by_hand || !less.by_hand);
        if !less.any(|less| less.edits.iter().all(|edit| change.edits.contains(edit))) {
            kept.push(change);
        }
    }
    *changes = kept;
}
