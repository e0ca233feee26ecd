//! Durations of a `Timeline`: whole milliseconds, written as Go writes durations: `1m30s`.

use std::fmt;

use schedscope_time::{
    DurationError as GoError,
    duration::{Part, Parts, Unit},
};

/// The longest duration in milliseconds, as in Go: 292 years.
pub const LONGEST: u64 = i64::MAX as u64 / 1_000_000;

/// The reason why a text is not a duration of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError {
    /// Numbers and units do not alternate.
    Form,
    /// The duration is below 0.
    Negative,
    /// A number has no unit.
    NoUnit,
    /// The duration has parts of a millisecond.
    TooFine,
    /// The duration is above [`LONGEST`].
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

impl From<GoError> for DurationError {
    fn from(error: GoError) -> Self {
        match error {
            GoError::Form => Self::Form,
            GoError::NoUnit => Self::NoUnit,
            GoError::TooLong => Self::TooLong,
        }
    }
}

/// Reads a duration in whole milliseconds: `0`, or numbers with the units `h`, `m`, `s` (with up to three places after
/// the point) and `ms`, in any order and any number of times. O(characters).
///
/// Go's `time.ParseDuration` reads every text that is read here, with the same result.
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
    let mut sum = 0_u64;
    for part in Parts::new(text) {
        sum = sum
            .checked_add(milliseconds(part?)?)
            .filter(|sum| *sum <= LONGEST)
            .ok_or(DurationError::TooLong)?;
    }
    Ok(sum)
}

/// One part of a duration in milliseconds.
fn milliseconds(part: Part<'_>) -> Result<u64, DurationError> {
    let fraction = part.fraction.unwrap_or_default();
    let has_point = part.fraction.is_some();
    let unit = match part.unit {
        Unit::Nanosecond | Unit::Microsecond => return Err(DurationError::TooFine),
        Unit::Millisecond if has_point => return Err(DurationError::TooFine),
        _ if fraction.len() > 3 => return Err(DurationError::TooFine),
        unit => unit.nanoseconds() / 1_000_000,
    };
    // Three places of a second, a minute and an hour are whole milliseconds.
    let thousandths = format!("{fraction:0<3}").parse::<u64>().unwrap_or_default();
    let whole = match part.whole {
        "" => Some(0),
        whole => whole.parse::<u64>().ok(),
    };
    whole
        .and_then(|whole| whole.checked_mul(unit))
        .and_then(|whole| whole.checked_add(thousandths * unit / 1000))
        .ok_or(DurationError::TooLong)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;
    use schedscope_time::Duration;

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<u64, DurationError>) {
        assert_eq!(parse(text), expect, "{text}");
    }

    #[test]
    fn durations() {
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
    fn not_durations() {
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

    proptest! {
        #[test]
        fn go_reads_the_same(text in "([0-9]{0,4}(\\.[0-9]{0,4})?(ms|s|m|h|us)?){1,4}|[0-9]{1,14}(ms|s|m|h)") {
            if let Ok(milliseconds) = parse(&text) {
                let nanoseconds = i64::try_from(milliseconds * 1_000_000).expect("at most the longest");
                prop_assert_eq!(text.parse(), Ok(Duration(nanoseconds)));
            }
        }
    }
}
