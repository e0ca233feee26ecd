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
    /// `part / whole`, in lowest terms. `whole` is not 0; both are at most 2^62.
    pub fn new(part: i128, whole: i128) -> Self {
        // 64 bits suffice, and 128-bit divisions are slow in WebAssembly.
        let (mut a, mut b) = (part.unsigned_abs() as u64, whole.unsigned_abs() as u64);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = i128::from(a.max(1)) * whole.signum();
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

/// An interval of weights; an end that is `None` is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end, and whether it is included.
    pub from: Option<(Fraction, bool)>,
    /// The upper end, and whether it is included.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_with_the_sign_above() {
        let terms = |part, whole| {
            let fraction = Fraction::new(part, whole);
            (fraction.part, fraction.whole)
        };
        assert_eq!(terms(6, 4), (3, 2));
        assert_eq!(terms(6, -4), (-3, 2));
        assert_eq!(terms(-6, -4), (3, 2));
        assert_eq!(terms(0, -7), (0, 1));
        assert_eq!(terms(7, 1), (7, 1));
        assert!(Fraction::new(-1, 2) < Fraction::new(-1, 3));
        assert!(Fraction::new(1, 3) < Fraction::of(1));
        assert!((Fraction::new(-3, 4).value() + 0.75).abs() < f64::EPSILON);
    }

    #[test]
    fn an_end_belongs_to_an_interval_or_not() {
        let halves: Vec<Fraction> = (0..=6).map(|half| Fraction::new(half, 2)).collect();
        let ends = [None, Some(false), Some(true)];
        for (from, to) in ends.iter().flat_map(|from| ends.map(|to| (*from, to))) {
            let interval = Interval {
                from: from.map(|within| (Fraction::of(1), within)),
                to: to.map(|within| (Fraction::of(2), within)),
            };
            let found: Vec<bool> = halves.iter().map(|it| interval.contains(*it)).collect();
            let begins = if from.is_none() {
                0
            } else {
                2 + usize::from(from == Some(false))
            };
            let ends = if to.is_none() {
                6
            } else {
                4 - usize::from(to == Some(false))
            };
            let expect: Vec<bool> = (0..=6).map(|at| (begins..=ends).contains(&at)).collect();
            assert_eq!(found, expect, "{interval:?}");
        }
    }
}
