//! Sums and differences, and the integer view, as apimachinery's `Add`, `Sub` and `AsInt64`.

use super::{Decimal, Format, Quantity, Rare, Repr, decimal};

/// The finest power of ten.
const NANO: i32 = -9;

impl Quantity {
    /// A whole number, as `NewQuantity` with the format `DecimalExponent`.
    pub fn from_integer(value: i64) -> Self {
        Self(Repr::Plain {
            value,
            scale: 0,
            format: Format::Exponent,
        })
    }

    /// The sum, in the format of `self`; in that of `other` where `self` is zero. `None` where a
    /// number lies beyond about 10^29, which apimachinery computes with big numbers.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let sum = self.nanos()?.checked_add(other.nanos()?)?;
        Some(self.result(other, sum))
    }

    /// The difference, as [`checked_add`](Self::checked_add) the sum.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        let difference = self.nanos()?.checked_sub(other.nanos()?)?;
        Some(self.result(other, difference))
    }

    /// The number where apimachinery holds it as a whole number that fits: `50k` is 50000; `None`
    /// for `1.5`, and for `1.0` and `1000m` too, whose last digit is not a one's.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Plain { value, scale, .. } if *scale >= 0 => {
                let whole = decimal::scaled(i128::from(*value), i32::from(*scale))?;
                i64::try_from(whole).ok()
            }
            Repr::Rare(rare) if rare.unit >= 0 => i64::try_from(rare.number.scaled(0)?).ok(),
            _ => None,
        }
    }

    /// The power of ten of the last digit that apimachinery holds.
    fn unit(&self) -> i32 {
        match &self.0 {
            Repr::Plain { scale, .. } => i32::from(*scale),
            Repr::Rare(rare) => rare.unit,
        }
    }

    fn format(&self) -> Format {
        match &self.0 {
            Repr::Plain { format, .. } => *format,
            Repr::Rare(rare) => rare.format,
        }
    }

    /// The result of an operation on two quantities.
    fn result(&self, other: &Self, nanos: i128) -> Self {
        let (format, unit) = match (self.sign(), other.sign()) {
            (0, _) => (other.format(), other.unit()),
            (_, 0) => (self.format(), self.unit()),
            _ => (self.format(), self.unit().min(other.unit())),
        };
        let in_units = decimal::scaled(nanos, NANO - unit).map(i64::try_from);
        match (in_units, i8::try_from(unit)) {
            (Some(Ok(value)), Ok(scale)) => Self(Repr::Plain {
                value,
                scale,
                format,
            }),
            _ => Self(Repr::Rare(Box::new(Rare {
                number: Decimal::new(nanos < 0, &nanos.unsigned_abs().to_string(), NANO),
                unit: NANO,
                format,
                text: None,
            }))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(text: &str) -> Quantity {
        Quantity::parse(text).expect("a quantity")
    }

    #[track_caller]
    fn check(one: &str, two: &str, sum: Option<&str>, difference: Option<&str>) {
        let (one, two) = (quantity(one), quantity(two));
        let text = |quantity: Option<Quantity>| quantity.map(|quantity| quantity.to_string());
        assert_eq!(text(one.checked_add(&two)).as_deref(), sum);
        assert_eq!(text(one.checked_sub(&two)).as_deref(), difference);
    }

    #[test]
    fn sums_and_differences() {
        check("50k", "20k", Some("70k"), Some("30k"));
        check("1Gi", "1Mi", Some("1025Mi"), Some("1023Mi"));
        check("1500m", "0.5", Some("2"), Some("1"));
        check("0", "1Ki", Some("1Ki"), Some("-1Ki"));
        check("1Ki", "1k", Some("2024"), Some("24"));
        check("1.5Gi", "512Mi", Some("2Gi"), Some("1Gi"));
        check("9E", "9E", Some("18E"), Some("0"));
        check(
            "1n",
            "1e20",
            Some("100000000000000000000000000001n"),
            Some("-99999999999999999999999999999n"),
        );
        check("1e30", "1", None, None);
        check("1e29", "1e29", None, Some("0"));
    }

    #[track_caller]
    fn check_integer(quantity: &Quantity, expect: Option<i64>) {
        assert_eq!(quantity.as_i64(), expect, "{quantity}");
    }

    #[test]
    fn whole_numbers() {
        check_integer(&quantity("50k"), Some(50_000));
        check_integer(&quantity("50000000G"), Some(50_000_000_000_000_000));
        check_integer(&quantity("1Ki"), Some(1024));
        check_integer(&quantity("+1Ki"), Some(1024));
        check_integer(&quantity("0"), Some(0));
        for text in [
            "1.5",
            "1.0",
            "1000000000000000000.0",
            "1000m",
            "1.5Gi",
            "9999999999999999999999999999999999999G",
        ] {
            check_integer(&quantity(text), None);
        }
        let sum = quantity("50k").checked_add(&Quantity::from_integer(20));
        check_integer(&sum.expect("a sum"), Some(50_020));
        let sum = quantity("500m").checked_add(&quantity("500m"));
        check_integer(&sum.expect("a sum"), None);
    }
}
