//! The scores of one prioritizer over all feasible clusters.

use schedscope_objects::{id::Id, ids};

use crate::window::ValidityWindow;

ids! {
    /// The position of a cluster among the feasible clusters of a decision, which stand in the order of the text.
    pub struct FeasiblePlace;
}

/// A flat column of scores, parallel to the feasible clusters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreColumn {
    /// Scores; a missing score is 0, as in the sum.
    pub scores: Vec<i64>,
    /// One bit per cluster that has no score; empty where all have one.
    missing: Vec<u64>,
    /// Smallest and largest score; `None` where no cluster has one.
    pub range: Option<(i64, i64)>,
    /// The places of the clusters whose scores have expired, ascending.
    pub expired: Vec<FeasiblePlace>,
    /// Whether the other profile has other scores.
    pub by_profile: bool,
    /// While the clock stays in here, the column stays true.
    pub window: ValidityWindow,
}

impl ScoreColumn {
    /// Scores that all clusters have.
    pub fn full(scores: Vec<i64>) -> Self {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for score in &scores {
            (low, high) = (low.min(*score), high.max(*score));
        }
        Self {
            range: (low <= high).then_some((low, high)),
            scores,
            ..Self::default()
        }
    }

    /// Collects scores in the order of the feasible clusters.
    pub(super) fn collect(scores: impl ExactSizeIterator<Item = Option<i64>>) -> Self {
        let mut column = Self {
            scores: Vec::with_capacity(scores.len()),
            ..Self::default()
        };
        let words = scores.len().div_ceil(64);
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for (place, score) in scores.enumerate() {
            if let Some(score) = score {
                (low, high) = (low.min(score), high.max(score));
            } else {
                column.missing.resize(words, 0);
                if let Some(word) = column.missing.get_mut(place / 64) {
                    *word |= 1 << (place % 64);
                }
            }
            column.scores.push(score.unwrap_or(0));
        }
        column.range = (low <= high).then_some((low, high));
        column
    }

    /// The score at a place; `None` where the cluster has none.
    pub fn get(&self, place: FeasiblePlace) -> Option<i64> {
        let place = place.index();
        let missing = self
            .missing
            .get(place / 64)
            .is_some_and(|word| word >> (place % 64) & 1 == 1);
        if missing {
            return None;
        }
        self.scores.get(place).copied()
    }

    /// Whether the score at a place has expired.
    pub fn is_expired(&self, place: FeasiblePlace) -> bool {
        self.expired.binary_search(&place).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_scores_are_missing_and_count_zero() {
        let scores: Vec<Option<i64>> = (0..130)
            .map(|place| (place % 3 != 1).then_some(place - 50))
            .collect();
        let column = ScoreColumn::collect(scores.iter().copied());
        let back: Vec<Option<i64>> = (0..130)
            .map(|place| column.get(FeasiblePlace::new(place)))
            .collect();
        assert_eq!(back, scores);
        assert_eq!(column.scores[1], 0);
        assert_eq!(column.range, Some((-50, 79)));
        assert_eq!(column.get(FeasiblePlace::new(130)), None);
        assert_eq!(ScoreColumn::collect([None].into_iter()).range, None);
    }
}
