//! Totals as functions of one weight: `total(w) = a + w * s`, over all real weights.

use std::ops::{Add, Mul};

use schedscope_objects::{id::ClusterId, words};
use schedscope_placement::Decision;

use super::Trials;

/// Larger numbers count as an overflow.
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
    pub cluster: ClusterId,
    /// Its rank by name: of equal totals, the one with the smaller rank comes first.
    pub name: u32,
    /// The total at weight 0.
    pub a: i64,
    /// The score.
    pub s: i64,
}

/// Integers of one size: 64 bits where they suffice, because 128-bit products are slow in WebAssembly.
pub(super) trait Whole:
    Copy + Ord + From<i64> + Add<Output = Self> + Mul<Output = Self>
{
}

impl Whole for i64 {}
impl Whole for i128 {}

/// Whether sums of a few products of two numbers of these sizes fit into 64 bits.
pub(super) fn is_small(one: u64, other: u64) -> bool {
    u128::from(one) * u128::from(other) < 1 << 58
}

/// The lines of all feasible clusters, in input order.
#[derive(Debug)]
pub struct Lines {
    /// The lines.
    pub all: Vec<Line>,
    /// How many of them are selected.
    pub selected: usize,
}

impl Trials<'_> {
    /// Decides with another weight of a prioritizer.
    pub fn weighed(&mut self, prioritizer: &str, weight: i32) -> Option<Decision> {
        let mut options = self.options.clone();
        options.weights.insert(prioritizer.to_owned(), weight);
        self.decide(&options)
    }

    /// The totals as functions of a prioritizer's weight, from three decisions.
    ///
    /// # Errors
    /// Totals are not linear in the weight.
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
            let is_small = [none, one, ten]
                .iter()
                .all(|total| total.unsigned_abs() < MOST);
            if !is_small {
                return Err(NotLinear::Overflow);
            }
            let (a, s) = (none, one - none);
            if a + 10 * s != ten {
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
