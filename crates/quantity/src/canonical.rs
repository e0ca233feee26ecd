//! The canonical text of a number: the largest suffix that leaves it whole.

use super::{Format, decimal::Decimal};

/// The canonical text.
///
/// Binary numbers from 1024 on are divided by 1024 while they are whole; everything else is written
/// as a whole number of the largest power of 1000 that divides it. Suffixes end at `E`, exponents
/// do not.
pub(crate) fn text(number: &Decimal, format: Format) -> String {
    if number.sign() == 0 {
        return "0".into();
    }
    if format == Format::Binary
        && let Some(text) = binary(number)
    {
        return text;
    }
    let floor = number.exponent().div_euclid(3) * 3;
    let exponent = if format == Format::Exponent {
        floor
    } else {
        floor.min(18)
    };
    let suffix = match (format, exponent) {
        (_, 0) => "",
        (Format::Exponent, _) => &format!("e{exponent}"),
        (_, -9) => "n",
        (_, -6) => "u",
        (_, -3) => "m",
        (_, 3) => "k",
        (_, 6) => "M",
        (_, 9) => "G",
        (_, 12) => "T",
        (_, 15) => "P",
        _ => "E",
    };
    let sign = if number.sign() < 0 { "-" } else { "" };
    // At most two zeros, except with the largest suffix.
    let zeros = "0".repeat((number.exponent() - exponent) as usize);
    format!("{sign}{}{zeros}{suffix}", number.digits())
}

/// With a binary suffix: whole numbers from 1024 on only.
fn binary(number: &Decimal) -> Option<String> {
    let mut rest = number.scaled(0).filter(|whole| whole.abs() >= 1024)?;
    let mut suffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].into_iter();
    let mut suffix = suffixes.next()?;
    while rest % 1024 == 0
        && let Some(next) = suffixes.next()
    {
        rest /= 1024;
        suffix = next;
    }
    Some(format!("{rest}{suffix}"))
}
