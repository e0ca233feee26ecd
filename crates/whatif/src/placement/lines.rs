//! Totals as functions of one weight: `total(w) = a + w * s`, over all real weights.

use schedscope_objects::{id::ClusterId, words};
use schedscope_placement::Decision;

use super::Trials;
use crate::fraction::Fraction;

/// Numbers beyond this are not computed with.
pub(super) const MOST: u64 = 1 << 56;

words! {
    /// Why totals are not linear in a weight. `misconfigured`: nothing is scored. `spread`: a run of spread decides,
    /// step by step. `overflow`: totals leave 64 bits. `not-feasible`: the cluster is not feasible.
    pub enum NotLinear {
        /// Nothing is scored.
        Misconfigured = "misconfigured",
        /// A run of spread decides, step by step.
        Spread = "spread",
        /// Totals leave 64 bits.
        Overflow = "overflow",
        /// The cluster is not feasible.
        NotFeasible = "not-feasible",
    }
}

/// The total of a feasible cluster as a function of one weight.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The cluster.
    pub cluster: ClusterId,
    /// Its rank by name: of equal totals, the smaller one is before the other.
    pub name: u32,
    /// The total at weight 0.
    pub a: i128,
    /// The score.
    pub s: i128,
}

impl Line {
    /// The larger one of its two numbers, without sign.
    pub(super) fn size(&self) -> u128 {
        self.a.unsigned_abs().max(self.s.unsigned_abs())
    }
}

/// The totals at a weight, as parts of its denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct TotalsAt {
    at: Fraction,
    /// The same in 64 bits, where all totals have no more: products of 128 bits are slow in WebAssembly.
    small: Option<(i64, i64)>,
}

impl TotalsAt {
    /// `size`: the largest one of the lines.
    pub(super) fn new(at: Fraction, size: u128) -> Self {
        let all = at.part.unsigned_abs().checked_add(at.whole.unsigned_abs());
        let most = all.and_then(|all| all.checked_mul(size));
        let is_small = most.is_some_and(|most| most < 1 << 62);
        Self {
            at,
            small: is_small.then_some((at.part as i64, at.whole as i64)),
        }
    }

    /// Of a line.
    #[inline]
    pub(super) fn of(&self, line: &Line) -> i128 {
        match self.small {
            Some((part, whole)) => i128::from(line.a as i64 * whole + line.s as i64 * part),
            None => line.a * self.at.whole + line.s * self.at.part,
        }
    }
}

/// The lines of all feasible clusters, in the order of the text.
#[derive(Debug)]
pub struct Lines {
    /// The lines.
    pub all: Vec<Line>,
    /// How many of them are selected.
    pub selected: usize,
}

impl Trials<'_> {
    /// Decides with a weight.
    pub fn weighed(&mut self, prioritizer: &str, weight: i32) -> Option<Decision> {
        let mut options = self.options.clone();
        options.weights.insert(prioritizer.to_owned(), weight);
        self.decide(&options)
    }

    /// The totals as functions of a prioritizer's weight, from three decisions.
    ///
    /// # Errors
    /// They are not linear.
    pub fn lines(&mut self, prioritizer: &str) -> Result<Lines, NotLinear> {
        let mut decided = Vec::with_capacity(3);
        for weight in [0, 1, 10] {
            let decision = self
                .weighed(prioritizer, weight)
                .ok_or(NotLinear::Misconfigured)?;
            if decision.spread_run().is_some() {
                return Err(NotLinear::Spread);
            }
            decided.push(decision);
        }
        let totals = |at: usize| {
            decided
                .get(at)
                .and_then(|of: &Decision| of.scoring.as_ref())
        };
        let (Some(none), Some(one), Some(ten)) = (totals(0), totals(1), totals(2)) else {
            return Err(NotLinear::Misconfigured);
        };
        let base = &decided[0];
        let mut all = Vec::with_capacity(none.totals.len());
        for (place, &cluster) in base.feasible().iter().enumerate() {
            let total =
                |of: &schedscope_placement::decision::Scoring| of.totals.get(place).copied();
            let (Some(none), Some(one), Some(ten)) = (total(none), total(one), total(ten)) else {
                return Err(NotLinear::Misconfigured);
            };
            let (a, s) = (i128::from(none), i128::from(one) - i128::from(none));
            let is_small = [none, one, ten]
                .iter()
                .all(|total| total.unsigned_abs() < MOST);
            if !is_small || a + 10 * s != i128::from(ten) {
                return Err(NotLinear::Overflow);
            }
            all.push(Line {
                cluster,
                name: base.fleet.rank(cluster),
                a,
                s,
            });
        }
        Ok(Lines {
            all,
            selected: none.selection.count,
        })
    }
}
