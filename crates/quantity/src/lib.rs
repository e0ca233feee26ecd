//! Kubernetes quantities, exactly.
//!
//! A quantity is a decimal number with an optional suffix: `500m`, `63194Mi`, `1E3`. Reading,
//! rounding, the canonical text and the conversion to a double follow apimachinery's
//! `resource.Quantity` to the bit, because schedulers truncate what they compute from these
//! doubles: one differing bit is another score.
//!
//! The grammar is `[+-]? digits* ('.' digits*)? suffix`; the suffix is one of
//! `n u m k M G T P E`, `Ki Mi Gi Ti Pi Ei`, nothing, or `e` or `E` with a signed whole number.

mod arithmetic;
mod canonical;
mod decimal;
pub mod double;
mod error;
pub mod nearest;
mod parse;

use std::{cmp::Ordering, fmt, str::FromStr};

use decimal::Decimal;
pub use error::QuantityError;

/// An amount as Kubernetes writes it: `500m`, `63194Mi`, `1E3`.
///
/// The number is exact, down to 10^-9 (finer amounts are rounded away from zero) and far beyond
/// 64 bits. 16 bytes, and no heap for what machines print; large numbers and hand-written
/// spellings such as `38.857` are boxed.
///
/// `==` compares what was written, as far as it shows: `1` and `1000m` differ, as do their doubles
/// at times (`0.3` is 0.30000000000000004, `300m` is 0.3). [`compare`](Self::compare) compares the
/// numbers.
///
/// Its [`Display`](fmt::Display) is apimachinery's canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity(Repr);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Repr {
    /// `value * 10^scale`, scale from -9; the canonical text follows from these three.
    Plain {
        value: i64,
        scale: i8,
        format: Format,
    },
    /// Every other number.
    Rare(Box<Rare>),
}

// Fleets of 100,000 clusters hold a million quantities.
const _: () = assert!(size_of::<Quantity>() == 16);

/// A number that does not fit [`Repr::Plain`], or whose text has to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rare {
    number: Decimal,
    /// The number is a whole multiple of `10^unit`, and its double is computed in that unit.
    unit: i32,
    format: Format,
    /// The canonical text where it does not follow from the number.
    text: Option<Box<str>>,
}

/// The family of suffixes that a quantity was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `Ki` to `Ei`.
    Binary,
    /// `n` to `E`, or no suffix.
    Decimal,
    /// `e3`, `E-6`.
    Exponent,
}

impl Quantity {
    /// Reads a quantity. The whole text must match; nothing is trimmed.
    ///
    /// Amounts finer than 10^-9 are rounded away from zero, and amounts with a binary suffix end at 2^63 - 1, silently,
    /// as in apimachinery. Time and memory are linear in the length of the text, regardless of its exponent.
    ///
    /// # Errors
    ///
    /// [`QuantityError`] if the text is not a quantity. Numbers of more than 1,000 bytes and exponents beyond 9,999 are
    /// refused although apimachinery accepts some of them.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        parse::parse(text)
    }

    /// The double that the schedulers compute with: `f64(value) * 10^scale` in one multiplication,
    /// as apimachinery's `AsApproximateFloat64`. It is not always the double nearest to the
    /// number. Infinite beyond the range of doubles; NaN for a zero written with an exponent
    /// beyond 308 (`0e400`), as upstream.
    #[inline]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Plain { value, scale, .. } => times_pow10(*value as f64, i32::from(*scale)),
            Repr::Rare(rare) => times_pow10(rare.number.to_f64(rare.unit), rare.unit),
        }
    }

    /// The number in whole units, rounded away from zero (`500m` is 1, `-500m` is -1), as `Value()`.
    ///
    /// Beyond i64 it saturates; apimachinery calls its own result there undefined.
    pub fn value(&self) -> i64 {
        self.rounded_to(0)
    }

    /// The number in thousandths, rounded away from zero (`100u` is 1), as `MilliValue()`.
    ///
    /// Beyond i64 it saturates; apimachinery calls its own result there undefined.
    pub fn milli_value(&self) -> i64 {
        self.rounded_to(3)
    }

    /// The number times 10^9, exactly; `None` beyond i128, from about 1.7 * 10^29 on.
    pub fn nanos(&self) -> Option<i128> {
        match &self.0 {
            Repr::Plain { value, scale, .. } => {
                decimal::scaled(i128::from(*value), i32::from(*scale) + 9)
            }
            Repr::Rare(rare) => rare.number.scaled(9),
        }
    }

    /// -1, 0 or 1: whether the number is negative, zero or positive.
    pub fn sign(&self) -> i32 {
        match &self.0 {
            Repr::Plain { value, .. } => value.signum() as i32,
            Repr::Rare(rare) => rare.number.sign(),
        }
    }

    /// Compares the numbers, exactly: `1Gi` equals `1073741824`, and `1e400` is less than `1e401`.
    pub fn compare(&self, other: &Self) -> Ordering {
        // Most compared quantities have the same representation, and nanos take 128 bits, which are slow in
        // WebAssembly.
        if self == other {
            return Ordering::Equal;
        }
        match (self.nanos(), other.nanos()) {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => self.number().compare(&other.number()),
        }
    }

    /// Compares `self * factor` with `other * other_factor`, exactly.
    pub fn compare_products(&self, factor: u32, other: &Self, other_factor: u32) -> Ordering {
        // 64 bits suffice for nearly all, and 128 are slow in WebAssembly.
        if let (
            Repr::Plain { value, scale, .. },
            Repr::Plain {
                value: of,
                scale: at,
                ..
            },
        ) = (&self.0, &other.0)
            && scale == at
            && let Some(product) = value.checked_mul(factor.into())
            && let Some(other_product) = of.checked_mul(other_factor.into())
        {
            return product.cmp(&other_product);
        }
        let in_nanos = |quantity: &Self, factor: u32| quantity.nanos()?.checked_mul(factor.into());
        if let (Some(one), Some(two)) = (in_nanos(self, factor), in_nanos(other, other_factor)) {
            return one.cmp(&two);
        }
        let one = self.number().times(factor);
        one.compare(&other.number().times(other_factor))
    }

    /// Whole multiples of `10^-places`, at most 9 places, rounded away from zero, saturating.
    fn rounded_to(&self, places: u32) -> i64 {
        // 64 bits suffice for nearly all, and 128 are slow in WebAssembly.
        if let Repr::Plain { value, scale, .. } = &self.0
            && let shift = i32::from(*scale) + places as i32
            && let Some(power) = 10_i64.checked_pow(shift.unsigned_abs())
        {
            let magnitude = value.unsigned_abs();
            if shift < 0 {
                let rounded = magnitude.div_ceil(power.unsigned_abs()) as i64;
                return rounded * value.signum();
            }
            if magnitude <= (i64::MAX / power).unsigned_abs() {
                return value * power;
            }
        }
        let nanos = self.nanos().map_or(u128::MAX, i128::unsigned_abs);
        let magnitude = nanos.div_ceil(10_u128.pow(9 - places.min(9)));
        if self.sign() < 0 {
            i64::try_from(magnitude).map_or(i64::MIN, i64::wrapping_neg)
        } else {
            i64::try_from(magnitude).unwrap_or(i64::MAX)
        }
    }

    fn number(&self) -> Decimal {
        match &self.0 {
            Repr::Plain { value, scale, .. } => Decimal::new(
                *value < 0,
                &value.unsigned_abs().to_string(),
                i32::from(*scale),
            ),
            Repr::Rare(rare) => rare.number.clone(),
        }
    }
}

impl Default for Quantity {
    /// Zero, as an absent quantity is.
    fn default() -> Self {
        Self(Repr::Plain {
            value: 0,
            scale: 0,
            format: Format::Decimal,
        })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Plain { format, .. } => f.pad(&canonical::text(&self.number(), *format)),
            Repr::Rare(rare) => match &rare.text {
                Some(text) => f.pad(text),
                None => f.pad(&canonical::text(&rare.number, rare.format)),
            },
        }
    }
}

impl FromStr for Quantity {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        Self::parse(text)
    }
}

/// `base * 10^exponent` as Go computes it: `math.Pow10` is a product of two literals.
#[inline]
fn times_pow10(base: f64, exponent: i32) -> f64 {
    const FRACTIONS: [f64; 10] = [1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];
    const ONES: [f64; 32] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
    ];
    const THIRTY_TWOS: [f64; 10] = [
        1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288,
    ];
    let power = match exponent {
        0 => return base,
        -9..=-1 => FRACTIONS[exponent.unsigned_abs() as usize],
        1..=308 => THIRTY_TWOS[exponent as usize / 32] * ONES[exponent as usize % 32],
        ..-9 => 0.0, // no quantity is finer than 10^-9
        309.. => f64::INFINITY,
    };
    let product = base * power;
    if product.is_nan() {
        f64::NAN // one NaN on every platform
    } else {
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn quantity(text: &str) -> Quantity {
        Quantity::parse(text).unwrap_or_else(|error| panic!("`{text}`: {error}"))
    }

    #[track_caller]
    fn check_integers(text: &str, value: i64, milli: i64, nanos: Option<i128>) {
        let quantity = quantity(text);
        assert_eq!(quantity.value(), value, "value of `{text}`");
        assert_eq!(quantity.milli_value(), milli, "milli value of `{text}`");
        assert_eq!(quantity.nanos(), nanos, "nanos of `{text}`");
    }

    #[test]
    fn integer_views_round_away_from_zero_and_saturate() {
        check_integers("500m", 1, 500, Some(500_000_000));
        check_integers("-500m", -1, -500, Some(-500_000_000));
        check_integers("100u", 1, 1, Some(100_000));
        check_integers("-1.0001", -2, -1001, Some(-1_000_100_000));
        check_integers("0", 0, 0, Some(0));
        check_integers("0e400", 0, 0, Some(0));
        check_integers("2.5Ki", 2560, 2_560_000, Some(2_560_000_000_000));
        check_integers(
            "16Ei",
            i64::MAX,
            i64::MAX,
            Some(i128::from(i64::MAX) * 1_000_000_000),
        );
        check_integers("-1e30", i64::MIN, i64::MIN, None);
        check_integers("1e400", i64::MAX, i64::MAX, None);
        check_integers(
            "9223372036854775808",
            i64::MAX,
            i64::MAX,
            Some((i128::from(i64::MAX) + 1) * 1_000_000_000),
        );
    }

    #[track_caller]
    fn check_order(one: &str, two: &str, order: Ordering) {
        assert_eq!(quantity(one).compare(&quantity(two)), order);
        assert_eq!(quantity(two).compare(&quantity(one)), order.reverse());
    }

    #[test]
    fn comparison_is_exact() {
        check_order("1Gi", "1073741824", Ordering::Equal);
        check_order("1", "1000m", Ordering::Equal);
        check_order("9007199254740993", "9007199254740992", Ordering::Greater);
        check_order("1e400", "1e401", Ordering::Less);
        check_order("10e400", "1e401", Ordering::Equal);
        check_order("-1e400", "1e-400", Ordering::Less);
        check_order("-1e401", "-1e400", Ordering::Less);
        check_order("1e400", "1", Ordering::Greater);
        check_order("0e400", "-0", Ordering::Equal);
        check_order("1.2e500", "1.19e500", Ordering::Greater);
    }

    #[track_caller]
    fn check_products(one: (&str, u32), two: (&str, u32), order: Ordering) {
        let (first, second) = (quantity(one.0), quantity(two.0));
        assert_eq!(
            first.compare_products(one.1, &second, two.1),
            order,
            "{one:?} {two:?}"
        );
        assert_eq!(
            second.compare_products(two.1, &first, one.1),
            order.reverse()
        );
    }

    #[test]
    fn products_are_compared_exactly() {
        check_products(("57", 200), ("100", 114), Ordering::Equal);
        check_products(("570m", 200), ("1", 114), Ordering::Equal);
        check_products(("570m", 200), ("1", 115), Ordering::Less);
        check_products(("-3", 5), ("-2", 8), Ordering::Greater);
        check_products(
            ("9223372036854775807", 200),
            ("9223372036854775806", 200),
            Ordering::Greater,
        );
        check_products(("57e400", 200), ("100e400", 114), Ordering::Equal);
        check_products(("99e400", 101), ("9999e400", 1), Ordering::Equal);
        check_products(("-1e400", 3), ("-1e400", 2), Ordering::Less);
        check_products(("1e400", 0), ("0", 7), Ordering::Equal);
        check_products(("1e400", 0), ("1n", 1), Ordering::Less);
    }

    #[test]
    fn equality_is_about_what_was_written() {
        assert_eq!(quantity("1.5Gi"), quantity("1.50Gi"));
        assert_ne!(quantity("1"), quantity("1000m"));
        assert_ne!(quantity("5"), quantity("05"));
    }

    #[test]
    fn machine_written_quantities_need_no_heap() {
        for text in ["0", "16", "500m", "63194Mi", "8010504Ki", "1k", "1.5Gi"] {
            assert!(
                matches!(quantity(text).0, Repr::Plain { .. }),
                "`{text}` is boxed"
            );
        }
    }

    #[test]
    fn doubles_beyond_every_range() {
        #[track_caller]
        fn check(text: &str, double: f64) {
            assert_eq!(quantity(text).to_f64().to_bits(), double.to_bits());
        }
        check("1e308", 1e308);
        check("1e309", f64::INFINITY);
        check("-1e9999", f64::NEG_INFINITY);
        check("1e-9999", 1e-9);
        check("-0", 0.0);
        assert!(quantity("0e400").to_f64().is_nan());
    }

    #[test]
    fn a_width_pads_the_canonical_text() {
        assert_eq!(format!("{:>6}|", quantity("1.5")), " 1500m|");
    }
}
