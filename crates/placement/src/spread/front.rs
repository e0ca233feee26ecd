//! The candidates of a part of the topology that could still win, and nothing else.

use smallvec::SmallVec;

/// One cluster that could win.
///
/// Entries are in order by [`key`]: by count, then by preference, then by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrontEntry {
    /// Selected clusters in the domain of the level that is being compared.
    pub(super) count: u32,
    /// The position among all clusters by prioritizer total, then name; smaller is better.
    pub(super) rank: u32,
    /// Its spread score over the levels below, as [`ScorePreference`] orders it; smaller is preferred.
    pub(super) preference: u64,
}

/// Entries, sorted, as [`FrontPruner`] leaves them. Nearly always one or two.
pub(super) type ParetoFront = SmallVec<[FrontEntry; 2]>;

/// Which spread scores are preferred: high ones, or low ones where the weight is negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScorePreference(u64);

impl ScorePreference {
    /// The preference of a weight.
    pub(super) fn new(weight: i64) -> Self {
        Self(if weight < 0 { 0 } else { u64::MAX })
    }

    /// A spread score as a number that is smaller where the score is preferred.
    pub(super) fn of(self, score: u64) -> u64 {
        score ^ self.0
    }

    /// The spread score again.
    pub(super) fn score(self, preference: u64) -> u64 {
        preference ^ self.0
    }
}

/// Takes entries in order and keeps those that can win or set the range.
///
/// Domains of one count always have the same term score and are blocked together. So an entry can be dropped if another
/// entry of the same count is preferred and also has a better rank: it can never win. The last entry of a count has the
/// least preferred spread score, which normalisation needs; it is kept regardless of its rank.
pub(super) struct FrontPruner<'a> {
    kept: &'a mut ParetoFront,
    /// The entry before, if it was not kept.
    dropped: Option<FrontEntry>,
    /// The best rank of this count.
    best: u32,
}

impl<'a> FrontPruner<'a> {
    /// Starts with nothing in `kept`.
    pub(super) fn new(kept: &'a mut ParetoFront) -> Self {
        kept.clear();
        Self {
            kept,
            dropped: None,
            best: 0,
        }
    }

    /// Takes the next entry; none before was larger.
    pub(super) fn push(&mut self, entry: FrontEntry) {
        match self.kept.last() {
            Some(last) if last.count == entry.count => {
                if entry.rank < self.best {
                    self.best = entry.rank;
                    self.dropped = None;
                    self.kept.push(entry);
                } else if entry.preference != last.preference {
                    self.dropped = Some(entry);
                }
            }
            _ => {
                self.kept.extend(self.dropped.take());
                self.best = entry.rank;
                self.kept.push(entry);
            }
        }
    }

    /// The end of the entries.
    pub(super) fn finish(self) {
        self.kept.extend(self.dropped);
    }
}

/// Both fronts in one, into `merged`.
pub(super) fn merge(one: &[FrontEntry], two: &[FrontEntry], merged: &mut ParetoFront) {
    let mut pruner = FrontPruner::new(merged);
    let (mut one, mut two) = (one.iter().peekable(), two.iter().peekable());
    loop {
        let next = match (one.peek(), two.peek()) {
            (Some(a), Some(b)) if key(a) <= key(b) => one.next(),
            (_, Some(_)) => two.next(),
            (Some(_), None) => one.next(),
            (None, None) => break,
        };
        if let Some(entry) = next {
            pruner.push(*entry);
        }
    }
    pruner.finish();
}

/// The order of entries.
pub(super) fn key(entry: &FrontEntry) -> (u32, u64, u32) {
    (entry.count, entry.preference, entry.rank)
}
