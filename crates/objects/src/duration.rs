//! Lengths of time as Go writes them: `1m30s`.

use std::fmt;

/// The longest length in milliseconds, as in Go: 292 years.
pub const LONGEST: u64 = i64::MAX as u64 / 1_000_000;

/// Why a text is no length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError {
    /// Numbers and units do not follow each other.
    Form,
    /// Below 0.
    Negative,
    /// A number without a unit.
    NoUnit,
    /// Parts of a millisecond.
    TooFine,
    /// Above [`LONGEST`].
    TooLong,
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "write numbers with the units `h`, `m`, `s` and `ms`, such as `1m30s`",
            Self::Negative => "it must not be negative",
            Self::NoUnit => "it needs a unit: `h`, `m`, `s` or `ms`",
            Self::TooFine => "milliseconds are whole, and the other units have three places behind the point at most",
            Self::TooLong => "it is longer than 292 years",
        })
    }
}

impl std::error::Error for DurationError {}

/// Reads a length of time in whole milliseconds: `0`, or numbers with the units `h`, `m`, `s`
/// (which may have up to three places behind the point) and `ms`, in any order, each as often as one
/// likes. O(characters).
///
/// Everything that is read here is read so by Go's `time.ParseDuration`, too.
///
/// # Errors
/// See [`DurationError`].
///
/// ```
/// use schedscope_objects::duration::parse;
/// assert_eq!(parse("1m30s"), Ok(90_000));
/// assert_eq!(parse("0.5s"), Ok(500));
/// ```
pub fn parse(text: &str) -> Result<u64, DurationError> {
    if text == "0" {
        return Ok(0);
    }
    if text.starts_with('-') {
        return Err(DurationError::Negative);
    }
    if text.is_empty() {
        return Err(DurationError::Form);
    }
    let mut rest = text;
    let mut sum = 0u64;
    while !rest.is_empty() {
        let (whole, behind) = digits(rest);
        let point = behind.strip_prefix('.');
        let (fraction, behind) = point.map_or(("", behind), digits);
        if whole.is_empty() && fraction.is_empty() {
            return Err(DurationError::Form);
        }
        let is_unit = |c: char| c.is_alphabetic();
        let unit = &behind[..behind.len() - behind.trim_start_matches(is_unit).len()];
        let scale = match unit {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            "ns" | "us" | "µs" | "μs" => return Err(DurationError::TooFine),
            "" if behind.is_empty() => return Err(DurationError::NoUnit),
            _ => return Err(DurationError::Form),
        };
        if fraction.len() > 3 || scale == 1 && point.is_some() {
            return Err(DurationError::TooFine);
        }
        // Three places of any of these units are whole milliseconds.
        let thousandths = format!("{fraction:0<3}").parse::<u64>().unwrap_or_default();
        let part = match whole {
            "" => Some(0),
            _ => whole.parse::<u64>().ok(),
        };
        let part = part.and_then(|part| part.checked_mul(scale));
        let part = part.and_then(|part| part.checked_add(thousandths * scale / 1000));
        sum = part
            .and_then(|part| part.checked_add(sum))
            .filter(|sum| *sum <= LONGEST)
            .ok_or(DurationError::TooLong)?;
        rest = behind.get(unit.len()..).unwrap_or_default();
    }
    Ok(sum)
}

/// The digits that a text begins with, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.split_at(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<u64, DurationError>) {
        assert_eq!(parse(text), expect, "{text}");
    }

    #[test]
    fn lengths() {
        check("0", Ok(0));
        check("0s", Ok(0));
        check("500ms", Ok(500));
        check("5s", Ok(5_000));
        check("1m30s", Ok(90_000));
        check("2h", Ok(7_200_000));
        check("1.5h", Ok(5_400_000));
        check(".5s", Ok(500));
        check("1.s", Ok(1_000));
        check("0.001s", Ok(1));
        check("0.001m", Ok(60));
        check("1s1s1ms", Ok(2_001));
        check("007s", Ok(7_000));
        check("9223372036854ms", Ok(LONGEST));
    }

    #[test]
    fn no_lengths() {
        for text in [
            "", "s", ".s", "1x", "1 s", " 1s", "1s ", "+1s", "1sm", "1d", "5S", "1..5s",
        ] {
            check(text, Err(DurationError::Form));
        }
        check("-1s", Err(DurationError::Negative));
        check("5", Err(DurationError::NoUnit));
        check("1s5", Err(DurationError::NoUnit));
        check("5us", Err(DurationError::TooFine));
        check("0.5ms", Err(DurationError::TooFine));
        check("1.ms", Err(DurationError::TooFine));
        check("0.0001s", Err(DurationError::TooFine));
        check("9223372036855ms", Err(DurationError::TooLong));
        check("99999999999999999999h", Err(DurationError::TooLong));
    }
}
