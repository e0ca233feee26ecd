//! Exact fractions.

use std::cmp::Ordering;

/// A fraction, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub part: i128,
    /// The denominator, above 0.
    pub whole: i128,
}

impl Fraction {
    /// `part / whole`; `whole` is not 0. Both are at most 2^62.
    pub fn new(part: i128, whole: i128) -> Self {
        let (mut a, mut b) = (part.unsigned_abs(), whole.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = (a as i128).max(1) * whole.signum();
        Self {
            part: part / common,
            whole: whole / common,
        }
    }

    /// A whole number.
    pub fn of(number: i64) -> Self {
        Self {
            part: i128::from(number),
            whole: 1,
        }
    }

    /// The nearest double.
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.part * other.whole).cmp(&(other.part * self.whole))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A part of the line of all weights; ends that are `None` lie at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Where it begins, and whether that belongs to it.
    pub from: Option<(Fraction, bool)>,
    /// Where it ends, and whether that belongs to it.
    pub to: Option<(Fraction, bool)>,
}

impl Interval {
    /// Whether a weight is in it.
    pub fn contains(&self, weight: Fraction) -> bool {
        let above = self
            .from
            .is_none_or(|(from, within)| from < weight || (within && from == weight));
        let below = self
            .to
            .is_none_or(|(to, within)| weight < to || (within && to == weight));
        above && below
    }
}
