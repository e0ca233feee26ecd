//! Go durations: numbers with units, such as `1m30s`.

use std::{fmt, str::FromStr};

/// A signed length of time in nanoseconds, at most 292 years.
///
/// The reader accepts what Go's `time.ParseDuration` accepts, with the same result: an optional sign, then `0`, or
/// numbers with the units `ns`, `us` (`µs`), `ms`, `s`, `m` and `h`, in any order and any number of times. Parts of a
/// nanosecond are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

/// The reason why a text is not a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError {
    /// Numbers and units do not alternate, or a unit is unknown.
    Form,
    /// The text ends with a number without a unit.
    NoUnit,
    /// The length does not fit 64 bits of nanoseconds.
    TooLong,
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => {
                "write numbers with the units `h`, `m`, `s`, `ms`, `us` and `ns`, such as `1m30s`"
            }
            Self::NoUnit => "it needs a unit: `h`, `m`, `s`, `ms`, `us` or `ns`",
            Self::TooLong => "it is longer than 292 years",
        })
    }
}

impl std::error::Error for DurationError {}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `ns`.
    Nanosecond,
    /// `us`, or `µs` with either of the two letters that look like mu.
    Microsecond,
    /// `ms`.
    Millisecond,
    /// `s`.
    Second,
    /// `m`.
    Minute,
    /// `h`.
    Hour,
}

impl Unit {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ns" => Self::Nanosecond,
            "us" | "\u{b5}s" | "\u{3bc}s" => Self::Microsecond,
            "ms" => Self::Millisecond,
            "s" => Self::Second,
            "m" => Self::Minute,
            "h" => Self::Hour,
            _ => return None,
        })
    }

    /// The nanoseconds of a unit.
    pub const fn nanoseconds(self) -> u64 {
        match self {
            Self::Nanosecond => 1,
            Self::Microsecond => 1_000,
            Self::Millisecond => 1_000_000,
            Self::Second => 1_000_000_000,
            Self::Minute => 60_000_000_000,
            Self::Hour => 3_600_000_000_000,
        }
    }
}

/// One number with its unit. At least one of its two texts has digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The digits before the point; may be empty.
    pub whole: &'a str,
    /// The digits after the point; may be empty. `None` without a point.
    pub fraction: Option<&'a str>,
    pub unit: Unit,
}

/// The parts of a duration's text from left to right: `1m30s` has two. The text is without a sign, and not the bare
/// `0` that may do without a unit. After an error there is nothing more.
#[derive(Clone, Debug)]
pub struct Parts<'a>(&'a str);

impl<'a> Parts<'a> {
    /// The parts of this text.
    pub fn new(text: &'a str) -> Self {
        Self(text)
    }

    fn take(&mut self) -> Result<Part<'a>, DurationError> {
        let (whole, behind) = digits(self.0);
        let (fraction, behind) = match behind.strip_prefix('.') {
            Some(behind) => {
                let (fraction, behind) = digits(behind);
                (Some(fraction), behind)
            }
            None => (None, behind),
        };
        if whole.is_empty() && fraction.is_none_or(str::is_empty) {
            return Err(DurationError::Form);
        }
        let end = behind.find(|c: char| c == '.' || c.is_ascii_digit());
        let (name, rest) = behind.split_at(end.unwrap_or(behind.len()));
        let unit = Unit::named(name).ok_or(if behind.is_empty() {
            DurationError::NoUnit
        } else {
            DurationError::Form
        })?;
        self.0 = rest;
        Ok(Part {
            whole,
            fraction,
            unit,
        })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Result<Part<'a>, DurationError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let part = self.take();
        if part.is_err() {
            self.0 = "";
        }
        Some(part)
    }
}

/// The digits that a text begins with, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

impl FromStr for Duration {
    type Err = DurationError;

    /// O(characters).
    fn from_str(text: &str) -> Result<Self, DurationError> {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if text == "0" {
            return Ok(Self(0));
        }
        if text.is_empty() {
            return Err(DurationError::Form);
        }
        let mut sum = 0_u64;
        for part in Parts::new(text) {
            let part = nanoseconds(part?).ok_or(DurationError::TooLong)?;
            sum = sum
                .checked_add(part)
                .filter(fits)
                .ok_or(DurationError::TooLong)?;
        }
        let nanoseconds = if is_negative {
            0_i64.checked_sub_unsigned(sum)
        } else {
            0_i64.checked_add_unsigned(sum)
        };
        nanoseconds.map(Self).ok_or(DurationError::TooLong)
    }
}

/// Up to 2^63, which fits below zero only.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "as `Option::filter` passes it"
)]
fn fits(nanoseconds: &u64) -> bool {
    *nanoseconds <= 1 << 63
}

/// A part in nanoseconds; `None` above 2^63. The fraction is computed with doubles, as in Go.
fn nanoseconds(part: Part<'_>) -> Option<u64> {
    let unit = part.unit.nanoseconds();
    let whole = match part.whole {
        "" => 0,
        digits => digits.parse::<u64>().ok()?,
    };
    let whole = whole.checked_mul(unit)?;
    let (mut value, mut scale) = (0_u64, 1.0_f64);
    for digit in part.fraction.unwrap_or_default().bytes() {
        // The digits from the nineteenth or twentieth on do not count.
        let next = value * 10 + u64::from(digit - b'0');
        if value > i64::MAX as u64 / 10 || !fits(&next) {
            break;
        }
        value = next;
        scale *= 10.0;
    }
    let fraction = (value as f64 * (unit as f64 / scale)) as u64;
    whole.checked_add(fraction).filter(fits)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: i64 = 1_000_000_000;

    /// Texts that Go's `time.ParseDuration` accepts, with the nanoseconds that it returns.
    const ACCEPTED: [(&str, i64); 45] = [
        ("0", 0),
        ("-0", 0),
        ("+0", 0),
        ("0s", 0),
        ("-0s", 0),
        ("5s", 5 * SECOND),
        ("+5s", 5 * SECOND),
        ("-5s", -5 * SECOND),
        ("007s", 7 * SECOND),
        ("30s", 30 * SECOND),
        ("1478s", 1478 * SECOND),
        ("5.0s", 5 * SECOND),
        ("5.6s", 5_600_000_000),
        ("5.s", 5 * SECOND),
        (".5s", 500_000_000),
        ("-.5s", -500_000_000),
        ("1.0s", SECOND),
        ("1.004s", 1_004_000_000),
        ("1.0040s", 1_004_000_000),
        ("100.00100s", 100_001_000_000),
        ("10ns", 10),
        ("0.9ns", 0),
        ("1.9ns", 1),
        ("11us", 11_000),
        ("12\u{b5}s", 12_000),
        ("12\u{3bc}s", 12_000),
        ("13ms", 13_000_000),
        ("1.0001ms", 1_000_100),
        ("14s", 14 * SECOND),
        ("15m", 900 * SECOND),
        ("16h", 57_600 * SECOND),
        ("3h30m", 12_600 * SECOND),
        ("10.5s4m", 250_500_000_000),
        ("-2m3.4s", -123_400_000_000),
        ("1h2m3s4ms5us6ns", 3_723_004_005_006),
        ("39h9m14.425s", 140_954_425_000_000),
        ("1s1s1s", 3 * SECOND),
        ("52763797000ns", 52_763_797_000),
        // More digits than 64 bits hold.
        ("0.3333333333333333333h", 1_200_000_000_000),
        ("0.100000000000000000000h", 360_000_000_000),
        ("0.9223372036854775807h", 3_320_413_933_267),
        ("0.92233720368547758091h", 3_320_413_933_267),
        // The ends of 64 bits; the lower one is one further.
        ("9223372036854775807ns", i64::MAX),
        ("9223372036s854ms775us807ns", i64::MAX),
        ("-9223372036854775808ns", i64::MIN),
    ];

    /// Texts that Go rejects, and the error here.
    const REFUSED: [(DurationError, &[&str]); 3] = [
        (
            DurationError::Form,
            &[
                "", "-", "+", "s", ".", "-.", ".s", "+.s", "--1s", "+-1s", "1x", "1d", "5S", "1sm",
                "1 s", " 1s", "1s ", "1s-1s", "1..5s", "1.h.", "1,5s", "٣s", "1é", "\u{85}1s",
            ],
        ),
        (
            DurationError::NoUnit,
            &["1", "-1", "1.5", ".5", "00", "0.0", "1s5"],
        ),
        (
            DurationError::TooLong,
            &[
                "2562048h",
                "-2562048h",
                "9223372036854775808ns",
                "-9223372036854775809ns",
                "9223372036854775.808us",
                "99999999999999999999h",
                "18446744073709551616ns",
                "9223372036854775807ns1ns",
                // Go's sum wraps to 0 here.
                "9223372036854775808ns9223372036854775808ns",
            ],
        ),
    ];

    #[test]
    fn what_go_accepts() {
        for (text, nanoseconds) in ACCEPTED {
            assert_eq!(text.parse(), Ok(Duration(nanoseconds)), "{text}");
        }
        for text in [
            "-9223372036854775.808us",
            "-9223372036s854ms775us808ns",
            "-2562047h47m16.854775808s",
        ] {
            assert_eq!(text.parse(), Ok(Duration(i64::MIN)), "{text}");
        }
    }

    #[test]
    fn what_go_refuses() {
        for (error, texts) in REFUSED {
            for text in texts {
                assert_eq!(text.parse::<Duration>(), Err(error), "{text}");
            }
        }
    }

    proptest! {
        /// Hours, minutes and seconds with nine places, as Go's `Duration.String` writes them.
        #[test]
        fn what_is_written_is_read(nanoseconds: i64, all in 0_u64..10_000_000_000_000) {
            for nanoseconds in [nanoseconds, all as i64] {
                let (sign, length) = (if nanoseconds < 0 { "-" } else { "" }, nanoseconds.unsigned_abs());
                let (seconds, rest) = (length / 1_000_000_000, length % 1_000_000_000);
                let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
                let text = format!("{sign}{hours}h{minutes}m{seconds}.{rest:09}s");
                prop_assert_eq!(text.parse(), Ok(Duration(nanoseconds)), "{}", text);
            }
        }

        /// The parts in any order, each in a unit of its own.
        #[test]
        fn parts_add_up(mut parts in prop::collection::vec((0_u64..1_000_000, 0_usize..6), 1..8)) {
            let names = ["ns", "us", "ms", "s", "m", "h"];
            let text = |parts: &[(u64, usize)]| {
                let part = |&(number, unit): &(u64, usize)| format!("{number}{}", names[unit]);
                parts.iter().map(part).collect::<Vec<_>>().concat()
            };
            let sum: u128 = parts.iter().map(|(number, unit)| {
                u128::from(*number) * u128::from(Unit::named(names[*unit]).expect("a unit").nanoseconds())
            }).sum();
            let expect = i64::try_from(sum).map(Duration).map_err(|_| DurationError::TooLong);
            prop_assert_eq!(text(&parts).parse(), expect);
            parts.reverse();
            prop_assert_eq!(text(&parts).parse(), expect);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[-+]?([0-9.]{0,22}[a-zµ]{0,2}){0,3}|\\PC{0,20}") {
            if let Ok(Duration(nanoseconds)) = text.parse() {
                prop_assert_eq!(format!("{nanoseconds}ns").parse(), Ok(Duration(nanoseconds)));
            }
        }
    }
}
