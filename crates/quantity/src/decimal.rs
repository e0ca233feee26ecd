//! Decimal numbers of any size, kept as digits and an exponent.

use std::cmp::Ordering;

use crate::nearest;

/// `±digits * 10^exponent`, normalised: no zero at either end of the digits, and zero is `0 * 10^0`.
///
/// Nothing here grows with the exponent: `1e9999` is one digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: Box<str>,
    exponent: i32,
}

impl Decimal {
    /// `digits` are ASCII digits; an empty text counts as zero.
    pub(crate) fn new(negative: bool, digits: &str, exponent: i32) -> Self {
        let trimmed = digits.trim_end_matches('0');
        let dropped = digits.len() - trimmed.len();
        let trimmed = trimmed.trim_start_matches('0');
        if trimmed.is_empty() {
            Self {
                negative: false,
                digits: "0".into(),
                exponent: 0,
            }
        } else {
            Self {
                negative,
                digits: trimmed.into(),
                exponent: exponent + dropped as i32,
            }
        }
    }

    /// The digits of the magnitude; `0` for zero.
    pub(crate) fn digits(&self) -> &str {
        &self.digits
    }

    /// The power of ten of the last digit.
    pub(crate) fn exponent(&self) -> i32 {
        self.exponent
    }

    /// -1, 0 or 1.
    pub(crate) fn sign(&self) -> i32 {
        match (self.negative, &*self.digits) {
            (_, "0") => 0,
            (true, _) => -1,
            (false, _) => 1,
        }
    }

    /// The double nearest to the number in units of `10^unit`.
    pub(crate) fn to_f64(&self, unit: i32) -> f64 {
        let text = format!("{}e{}", self.digits, self.exponent - unit);
        let magnitude = nearest::double(&text).unwrap_or(f64::NAN);
        if self.negative { -magnitude } else { magnitude }
    }

    /// The number times `10^places`, where that is whole and fits.
    pub(crate) fn scaled(&self, places: i32) -> Option<i128> {
        let magnitude: i128 = self.digits.parse().ok()?;
        let number = if self.negative { -magnitude } else { magnitude };
        scaled(number, self.exponent + places)
    }

    /// The number times a factor. O(number of digits).
    pub(crate) fn times(&self, factor: u32) -> Self {
        let mut product = Vec::with_capacity(self.digits.len() + 10);
        let mut carry = 0_u64;
        for digit in self.digits.bytes().rev() {
            carry += u64::from(digit - b'0') * u64::from(factor);
            product.push((carry % 10) as u8);
            carry /= 10;
        }
        while carry > 0 {
            product.push((carry % 10) as u8);
            carry /= 10;
        }
        let digits: String = product
            .iter()
            .rev()
            .map(|digit| char::from(b'0' + digit))
            .collect();
        Self::new(self.negative, &digits, self.exponent)
    }

    /// Exact comparison, O(number of digits).
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        self.sign()
            .cmp(&other.sign())
            .then_with(|| match self.sign() {
                0 => Ordering::Equal,
                1 => self.compare_magnitude(other),
                _ => other.compare_magnitude(self),
            })
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        // Without zeros at the ends, the power of ten of the first digit decides, then the digits.
        let first = |number: &Self| number.exponent + number.digits.len() as i32;
        first(self)
            .cmp(&first(other))
            .then_with(|| self.digits.cmp(&other.digits))
    }
}

/// `number * 10^places`, where that is whole and fits.
pub(crate) fn scaled(number: i128, places: i32) -> Option<i128> {
    if number == 0 {
        return Some(0);
    }
    let power = 10_i128.checked_pow(places.unsigned_abs())?;
    if places >= 0 {
        number.checked_mul(power)
    } else {
        (number % power == 0).then(|| number / power)
    }
}
