//! Fractions, for scores without the rounding of integer division.

use std::cmp::Ordering;

/// Numerator and denominator.
type Parts = (i128, i128);

/// A fraction of 128-bit integers, or a double if those overflow.
#[derive(Clone, Copy, Debug)]
pub enum ExactScore {
    /// Numerator and positive denominator, without a common divisor.
    Fraction(i128, i128),
    /// A double near the value.
    Double(f64),
}

impl ExactScore {
    pub const ZERO: Self = Self::Fraction(0, 1);

    /// `numerator / denominator`; the denominator must not be 0.
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).unwrap_or(1).max(1);
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        match denominator {
            0 => Self::Double(f64::NAN),
            1.. => Self::Fraction(numerator, denominator),
            _ => Self::Fraction(-numerator, -denominator),
        }
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Fraction(numerator, denominator) => {
                // The whole part and the rest apart, so that large numbers keep their fraction.
                let (whole, rest) = (numerator / denominator, numerator % denominator);
                whole as f64 + rest as f64 / denominator as f64
            }
            Self::Double(value) => value,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.combine(
            other,
            |(a, b), (c, d)| {
                let sum = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
                Some((sum, b.checked_mul(d)?))
            },
            |a, b| a + b,
        )
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.times(Self::new(-1, 1)))
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        self.combine(
            other,
            |(a, b), (c, d)| Some((a.checked_mul(c)?, b.checked_mul(d)?)),
            |a, b| a * b,
        )
    }

    /// The quotient; NaN for a division by zero.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        self.combine(
            other,
            |(a, b), (c, d)| Some((a.checked_mul(d)?, b.checked_mul(c)?)),
            |a, b| a / b,
        )
    }

    fn combine(
        self,
        other: Self,
        exactly: fn(Parts, Parts) -> Option<Parts>,
        nearly: fn(f64, f64) -> f64,
    ) -> Self {
        if let (Self::Fraction(a, b), Self::Fraction(c, d)) = (self, other)
            && let Some((numerator, denominator)) = exactly((a, b), (c, d))
        {
            return Self::new(numerator, denominator);
        }
        Self::Double(nearly(self.to_f64(), other.to_f64()))
    }

    /// Compares.
    pub fn compare(self, other: Self) -> Ordering {
        // Most that are compared are equal, and both have no common divisor.
        if let (Self::Fraction(a, b), Self::Fraction(c, d)) = (self, other)
            && (a, b) == (c, d)
        {
            return Ordering::Equal;
        }
        match self.minus(other) {
            Self::Fraction(numerator, _) => numerator.cmp(&0),
            Self::Double(value) => value.total_cmp(&0.0),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Divisions of 128 bits are slow, and numbers soon are smaller.
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_of_small(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_of_small(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_add_up() {
        let third = ExactScore::new(1, 3);
        let one = third.plus(third).plus(third);
        assert_eq!(one.compare(ExactScore::new(1, 1)), Ordering::Equal);
        assert_eq!(third.compare(ExactScore::new(1, 2)), Ordering::Less);
        assert_eq!(
            ExactScore::new(-7, 2).to_f64().to_bits(),
            (-3.5_f64).to_bits()
        );
        assert_eq!(
            ExactScore::new(3, -4)
                .minus(ExactScore::new(1, 4))
                .to_f64()
                .to_bits(),
            (-1.0_f64).to_bits()
        );
    }

    #[test]
    fn what_does_not_fit_is_nearly_right() {
        let huge = ExactScore::new(i128::MAX, 3);
        let square = huge.times(huge).to_f64();
        let expect = (i128::MAX as f64 / 3.0).powi(2);
        assert!((square / expect - 1.0).abs() < 1e-12);
    }
}
