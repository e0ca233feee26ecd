//! The best nodes.

use schedscope_objects::id::Id as _;
use schedscope_pods::{node_scan::TopNodes, snapshot::NameRank};

use super::{KEPT, NEVER, NodePick, ranked::RankedScores};

/// The largest number of distinct scores that are tried before the remaining nodes are scanned in one pass.
const MAX_LEVELS: usize = 16;

/// The best nodes so far; nodes are visited in the order of their names.
#[derive(Default)]
pub(super) struct Best {
    score: i64,
    best: TopNodes,
}

impl Best {
    /// The best of all nodes that are feasible.
    pub(super) fn of(scores: &RankedScores) -> Self {
        let mut best = Self::default();
        let (score, count) = scores.highest();
        if score == NEVER {
            return best;
        }
        best.score = score;
        best.best.count = count;
        let kept = count.min(KEPT);
        best.best.ranks.reserve(kept);
        best.best.ranks.extend(scores.with(score).take(kept));
        best
    }

    /// The best of the feasible nodes that `accepts` accepts, and how many such nodes there are: 0, 1 or 2 for more.
    /// It starts at the highest score, so that `accepts` is called for few nodes.
    pub(super) fn accepted(
        scores: &RankedScores,
        accepts: &mut dyn FnMut(NameRank) -> bool,
    ) -> (Self, usize) {
        let (mut best, mut feasible) = (Self::default(), 0);
        let mut above = None;
        for _ in 0..MAX_LEVELS {
            let level = scores.highest_below(above);
            if level == NEVER {
                return (best, feasible);
            }
            let is_best = best.best.count == 0;
            for rank in scores.with(level) {
                if (is_best || feasible < 2) && accepts(rank) {
                    feasible = 2.min(feasible + 1);
                    if is_best {
                        best.take(rank, level);
                    }
                }
            }
            if feasible == 2 {
                return (best, feasible);
            }
            above = Some(level);
        }
        // The remaining nodes in one pass, in the order of the names.
        for (rank, score) in scores.as_slice().iter().enumerate() {
            let is_asked = *score != NEVER
                && above.is_none_or(|above| *score < above)
                && (feasible < 2 || best.may_take(*score));
            if is_asked && accepts(NameRank::new(rank)) {
                feasible = 2.min(feasible + 1);
                if best.may_take(*score) {
                    best.take(NameRank::new(rank), *score);
                }
            }
        }
        (best, feasible)
    }

    pub(super) fn may_take(&self, score: i64) -> bool {
        self.best.count == 0 || score >= self.score
    }

    pub(super) fn take(&mut self, rank: NameRank, score: i64) {
        if score > self.score || self.best.count == 0 {
            self.score = score;
            self.best.ranks.clear();
            self.best.count = 0;
        }
        self.best.count += 1;
        if self.best.ranks.len() < KEPT {
            self.best.ranks.push(rank);
        }
    }

    pub(super) fn pick(self, constant: i64) -> NodePick {
        NodePick {
            total: self.score.saturating_add(constant),
            best: self.best,
            has_choice: false,
        }
    }
}
