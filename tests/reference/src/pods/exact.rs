//! Fractions without any rounding.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

/// A fraction with a denominator above 0, not reduced.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    pub fn new(numerator: i128, denominator: i128) -> Self {
        assert!(denominator > 0);
        Self {
            numerator: numerator.into(),
            denominator: denominator.into(),
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(-1))
    }

    pub fn times(&self, factor: i128) -> Self {
        Self {
            numerator: &self.numerator * factor,
            denominator: self.denominator.clone(),
        }
    }

    /// The divisor must be above 0.
    pub fn over(&self, divisor: &Self) -> Self {
        assert!(divisor.numerator.sign() == Sign::Plus);
        Self {
            numerator: &self.numerator * &divisor.denominator,
            denominator: &self.denominator * &divisor.numerator,
        }
    }

    /// To twenty places, which is more than a double has.
    pub fn to_f64(&self) -> f64 {
        let scaled = &self.numerator * 100_000_000_000_000_000_000_i128 / &self.denominator;
        format!("{scaled}e-20").parse().expect("a number")
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = &self.numerator * &other.denominator;
        left.cmp(&(&other.numerator * &self.denominator))
    }
}
