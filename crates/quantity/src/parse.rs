//! Reads a quantity without building a number larger than its text.

use super::{Decimal, Format, Quantity, QuantityError, Rare, Repr, canonical};

/// The longest text, in bytes.
pub(crate) const MAX_LENGTH: usize = 1000;
/// The largest exponent, in either direction.
pub(crate) const MAX_EXPONENT: i32 = 9999;

/// Apimachinery's fast path holds at most this many digits.
const FAST_DIGITS: usize = 18;
/// The finest power of ten.
const NANO: i32 = -9;

/// The parts of a text.
struct Parts<'a> {
    text: &'a str,
    negative: bool,
    /// The digits before the point, without zeros in front; `0` where none is left.
    integer: &'a str,
    /// The digits after the point.
    fraction: &'a str,
    suffix: Suffix,
    /// Whether the number is digits with an optional `-`, without leading zeros and without a point.
    spelled_plainly: bool,
}

/// The factor of a suffix.
#[derive(Clone, Copy)]
enum Suffix {
    /// Two to this power, from 10 to 60.
    Binary(u32),
    /// Ten to this power, from -9 to 18.
    Decimal(i32),
    /// Ten to this power, up to [`MAX_EXPONENT`] in either direction.
    Exponent(i32),
}

impl Suffix {
    fn format(self) -> Format {
        match self {
            Self::Binary(_) => Format::Binary,
            Self::Decimal(_) => Format::Decimal,
            Self::Exponent(_) => Format::Exponent,
        }
    }
}

/// Reads a quantity; O(length).
pub(crate) fn parse(text: &str) -> Result<Quantity, QuantityError> {
    let parts = split(text)?;
    let fast = match parts.suffix {
        Suffix::Binary(bits) => fast_binary(&parts, bits),
        Suffix::Decimal(exponent) | Suffix::Exponent(exponent) => fast_decimal(&parts, exponent),
    };
    Ok(fast.unwrap_or_else(|| match parts.suffix {
        Suffix::Binary(bits) => slow_binary(&parts, bits),
        Suffix::Decimal(exponent) | Suffix::Exponent(exponent) => slow_decimal(&parts, exponent),
    }))
}

fn split(text: &str) -> Result<Parts<'_>, QuantityError> {
    if text.is_empty() {
        return Err(QuantityError::Empty);
    }
    if text.len() > MAX_LENGTH {
        return Err(QuantityError::TooLong);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, rest) = split_digits(unsigned);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => split_digits(rest),
        None => ("", rest),
    };
    let number = &text[..text.len() - rest.len()];
    let suffix = match suffix(rest) {
        Ok(suffix) => suffix,
        Err(QuantityError::UnknownSuffix { .. }) if number.is_empty() => {
            return Err(QuantityError::NoNumber);
        }
        Err(QuantityError::UnknownSuffix { .. }) if rest.starts_with('.') => {
            return Err(QuantityError::SecondPoint);
        }
        Err(error) => return Err(error),
    };
    let significant = digits.trim_start_matches('0');
    Ok(Parts {
        text,
        negative: text.starts_with('-'),
        integer: if significant.is_empty() {
            "0"
        } else {
            significant
        },
        fraction,
        suffix,
        spelled_plainly: number.strip_prefix('-').unwrap_or(number) == significant,
    })
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

fn suffix(text: &str) -> Result<Suffix, QuantityError> {
    Ok(match text {
        "" => Suffix::Decimal(0),
        "n" => Suffix::Decimal(-9),
        "u" => Suffix::Decimal(-6),
        "m" => Suffix::Decimal(-3),
        "k" => Suffix::Decimal(3),
        "M" => Suffix::Decimal(6),
        "G" => Suffix::Decimal(9),
        "T" => Suffix::Decimal(12),
        "P" => Suffix::Decimal(15),
        "E" => Suffix::Decimal(18),
        "Ki" => Suffix::Binary(10),
        "Mi" => Suffix::Binary(20),
        "Gi" => Suffix::Binary(30),
        "Ti" => Suffix::Binary(40),
        "Pi" => Suffix::Binary(50),
        "Ei" => Suffix::Binary(60),
        _ => match text.strip_prefix(['e', 'E']) {
            Some(exponent) => Suffix::Exponent(self::exponent(exponent)?),
            None => return Err(unknown_suffix(text)),
        },
    })
}

fn exponent(text: &str) -> Result<i32, QuantityError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(QuantityError::BadExponent);
    }
    let magnitude = digits.bytes().fold(0_i32, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(i32::from(digit - b'0'))
    });
    if magnitude > MAX_EXPONENT {
        return Err(QuantityError::ExponentTooLarge);
    }
    Ok(if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
}

fn unknown_suffix(text: &str) -> QuantityError {
    const SUFFIXES: [&str; 14] = [
        "n", "u", "m", "k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
    ];
    // `1K`, `1gi`, `1GB`, `1GiB`, `1 Gi`: another case, a byte too many, or a space.
    let meant = text.trim();
    let meant = meant.strip_suffix(['b', 'B']).unwrap_or(meant);
    let suggestion = SUFFIXES
        .into_iter()
        .find(|suffix| *suffix == meant)
        .or_else(|| {
            SUFFIXES
                .into_iter()
                .find(|suffix| suffix.eq_ignore_ascii_case(meant))
        });
    QuantityError::UnknownSuffix {
        suffix: text.chars().take(16).collect(),
        suggestion,
    }
}

/// `digits * 10^exponent` where 18 digits hold it.
fn fast_decimal(parts: &Parts<'_>, exponent: i32) -> Option<Quantity> {
    let scale = exponent - parts.fraction.len() as i32;
    if parts.integer.len() + parts.fraction.len() > FAST_DIGITS || scale < NANO {
        return None;
    }
    let digits = small(parts.integer.bytes().chain(parts.fraction.bytes()));
    let as_it_stands = scale % 3 == 0 && parts.integer != "0" && digits % 1000 != 0;
    Some(fast(parts, digits, scale, as_it_stands))
}

/// `digits * 2^bits` where apimachinery's estimate of 15 digits, and i64, hold it.
fn fast_binary(parts: &Parts<'_>, bits: u32) -> Option<Quantity> {
    let longest = match bits {
        10 => 11,
        20 => 8,
        30 => 5,
        40 => 2,
        _ => return None,
    };
    if !parts.fraction.is_empty() || parts.integer.len() > longest {
        return None;
    }
    let digits = small(parts.integer.bytes());
    let value = digits.checked_mul(1 << bits)?;
    // Upstream asks for a remainder by 8, not by 1024. It shows only in a `+`, a zero in front or a
    // point: `+1Ki` stays, `+8Ki` is `8Ki`.
    Some(fast(parts, value, 0, digits % 8 != 0))
}

fn small(digits: impl Iterator<Item = u8>) -> i64 {
    digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
}

fn fast(parts: &Parts<'_>, magnitude: i64, scale: i32, as_it_stands: bool) -> Quantity {
    let format = parts.suffix.format();
    let value = if parts.negative {
        -magnitude
    } else {
        magnitude
    };
    let number = || Decimal::new(parts.negative, &magnitude.to_string(), scale);
    // A plain spelling can be derived from the canonical text; exponents have several spellings.
    let derivable = !as_it_stands || parts.spelled_plainly && format != Format::Exponent;
    let derivable = derivable || canonical::text(&number(), format) == parts.text;
    match i8::try_from(scale) {
        Ok(scale) if derivable => Quantity(Repr::Plain {
            value,
            scale,
            format,
        }),
        _ => rare(
            number(),
            scale,
            format,
            (!derivable).then(|| parts.text.into()),
        ),
    }
}

/// `digits * 10^exponent`, rounded away from zero to whole nanounits.
fn slow_decimal(parts: &Parts<'_>, exponent: i32) -> Quantity {
    let mut digits = [parts.integer, parts.fraction].concat();
    let scale = exponent - parts.fraction.len() as i32;
    if scale >= NANO {
        return slow(parts, &digits, scale);
    }
    let kept = digits.len().saturating_sub((NANO - scale) as usize);
    let rounded_up = digits.bytes().skip(kept).any(|digit| digit != b'0');
    digits.truncate(kept);
    if rounded_up {
        increment(&mut digits);
    }
    slow(parts, &digits, NANO)
}

/// Adds one to a text of digits.
fn increment(digits: &mut String) {
    let nines = digits.len() - digits.trim_end_matches('9').len();
    digits.truncate(digits.len() - nines);
    let last = digits.pop().map_or(1, |digit| digit as u8 - b'0' + 1);
    digits.push(char::from(b'0' + last));
    digits.extend(std::iter::repeat_n('0', nines));
}

/// `digits * 2^bits`, rounded away from zero to whole nanounits, at most 2^63 - 1.
fn slow_binary(parts: &Parts<'_>, bits: u32) -> Quantity {
    const LARGEST: u128 = i64::MAX as u128 * 1_000_000_000;
    // Twenty digits exceed 2^63 with any suffix; with up to nineteen, no product below overflows: 10^19 * 2^60 < 2^128.
    let whole = match parts.integer.len() {
        ..=19 => parts
            .integer
            .bytes()
            .fold(0_u128, |sum, digit| sum * 10 + u128::from(digit - b'0')),
        _ => u128::MAX >> 60,
    } << bits;
    let factor = 1_000_000_000_u128 << bits;
    // The long multiplication of the fraction, last digit first: the carry before the point is the whole nanounits; a
    // remainder after it rounds up.
    let (carried, left) =
        parts
            .fraction
            .bytes()
            .rev()
            .fold((0_u128, false), |(carry, left), digit| {
                let sum = carry + u128::from(digit - b'0') * factor;
                (sum / 10, left || !sum.is_multiple_of(10))
            });
    let nanos = whole
        .saturating_mul(1_000_000_000)
        .saturating_add(carried)
        .saturating_add(u128::from(left));
    if nanos > LARGEST {
        return Quantity(Repr::Plain {
            value: if parts.negative { -i64::MAX } else { i64::MAX },
            scale: 0,
            format: Format::Binary,
        });
    }
    slow(parts, &nanos.to_string(), NANO)
}

/// A number of whole nanounits: `digits * 10^scale`, its unit 10^-9.
fn slow(parts: &Parts<'_>, digits: &str, scale: i32) -> Quantity {
    let format = parts.suffix.format();
    let number = Decimal::new(parts.negative, digits, scale);
    match number.scaled(-NANO).map(i64::try_from) {
        Some(Ok(value)) => Quantity(Repr::Plain {
            value,
            scale: if value == 0 { 0 } else { NANO as i8 },
            format,
        }),
        _ => rare(number, NANO, format, None),
    }
}

fn rare(number: Decimal, unit: i32, format: Format, text: Option<Box<str>>) -> Quantity {
    Quantity(Repr::Rare(Box::new(Rare {
        number,
        unit,
        format,
        text,
    })))
}
