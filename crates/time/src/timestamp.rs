//! Moments in UTC, and moments with the offset that they were written with.

use std::{fmt, num::NonZeroU32, str::FromStr};

use crate::{
    calendar::{Civil, DAY, days_to},
    rfc3339::{self, TimestampError},
};

/// The nanoseconds of a second.
const NANOS: i128 = 1_000_000_000;

/// A moment in UTC, to the nanosecond, within the years 0 to 9999 that RFC 3339 can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    /// Since 1970-01-01T00:00:00Z.
    seconds: i64,
    /// The nanoseconds of the second plus 1: an `Option<Timestamp>` then takes 16 bytes, too.
    nanos: NonZeroU32,
}

impl Timestamp {
    /// 0000-01-01T00:00:00Z.
    pub const MIN: Self = Self {
        seconds: days_to(0, 1, 1) * DAY,
        nanos: NonZeroU32::MIN,
    };

    /// 9999-12-31T23:59:59.999999999Z.
    pub const MAX: Self = Self {
        seconds: days_to(10_000, 1, 1) * DAY - 1,
        nanos: NonZeroU32::MIN.saturating_add(999_999_999),
    };

    /// The moment `seconds` and `nanoseconds` after 1970. `None` outside the years 0 to 9999, or if `nanoseconds` is a
    /// second or more.
    pub fn new(seconds: i64, nanoseconds: u32) -> Option<Self> {
        let nanos = NonZeroU32::MIN.checked_add(nanoseconds)?;
        let is_valid =
            (Self::MIN.seconds..=Self::MAX.seconds).contains(&seconds) && nanos <= Self::MAX.nanos;
        is_valid.then_some(Self { seconds, nanos })
    }

    /// The moment `nanoseconds` after 1970. `None` outside the years 0 to 9999.
    pub fn from_nanosecond(nanoseconds: i128) -> Option<Self> {
        let seconds = i64::try_from(nanoseconds.div_euclid(NANOS)).ok()?;
        Self::new(seconds, nanoseconds.rem_euclid(NANOS) as u32)
    }

    /// Seconds since 1970, rounded down.
    pub const fn as_second(self) -> i64 {
        self.seconds
    }

    /// The nanoseconds after [`as_second`](Self::as_second).
    pub const fn subsec_nanosecond(self) -> u32 {
        self.nanos.get() - 1
    }

    /// Nanoseconds since 1970.
    pub fn as_nanosecond(self) -> i128 {
        i128::from(self.seconds) * NANOS + i128::from(self.subsec_nanosecond())
    }
}

/// RFC 3339 in UTC, with as many places of the second as it has.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OffsetTimestamp {
            timestamp: *self,
            offset: 0,
        }
        .fmt(f)
    }
}

/// Reads RFC 3339, as [`OffsetTimestamp`] does.
impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        rfc3339::parse(text).map(|read| read.timestamp)
    }
}

/// A moment and the offset from UTC that it was written with.
///
/// The reader accepts what Go's `time.Parse(time.RFC3339, text)` accepts. This is RFC 3339 with these differences:
///
/// * the hour may have one digit: `2025-06-01T9:00:00Z`;
/// * the fraction of a second may follow a comma: `12:00:00,5Z`; from its tenth digit on it is dropped;
/// * an offset may have 24 hours and 60 minutes: `+24:60`;
/// * every year from 0000 to 9999 is a year;
/// * a leap second (`23:59:60`) is refused;
/// * lower-case `t` and `z` are refused.
///
/// Go also returns moments that are in the year -1 or 10000 in UTC; the reader refuses them, as RFC 3339 cannot
/// write them in UTC. Kubernetes writes its times in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetTimestamp {
    /// The moment.
    pub timestamp: Timestamp,
    /// Seconds east of UTC, at most 25 hours either way; a whole number of minutes where it was read.
    pub offset: i32,
}

impl OffsetTimestamp {
    /// The date and the time of day where clocks show this offset.
    pub fn civil(self) -> Civil {
        Civil::from_seconds(self.timestamp.as_second() + i64::from(self.offset))
    }
}

/// RFC 3339, with as many places of the second as it has: Go's `time.RFC3339Nano`.
impl fmt::Display for OffsetTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.civil();
        let mut text = *b"0000-00-00T00:00:00Z";
        let mut write = |end: usize, width: usize, mut number: i64| {
            for place in text[end - width..end].iter_mut().rev() {
                *place = b'0' + (number % 10) as u8;
                number /= 10;
            }
        };
        // On a clock, a year may be outside of those that have four digits.
        let is_short = (0..10_000).contains(&civil.year);
        if is_short {
            write(4, 4, civil.year);
        }
        write(7, 2, civil.month);
        write(10, 2, civil.day);
        write(13, 2, civil.hour);
        write(16, 2, civil.minute);
        write(19, 2, civil.second);
        let text = std::str::from_utf8(&text).unwrap_or_default();
        let nanos = self.timestamp.subsec_nanosecond();
        // A string that is written to grows once.
        if is_short && nanos == 0 && self.offset == 0 {
            return f.write_str(text);
        }
        let text = text.trim_end_matches('Z');
        if is_short {
            f.write_str(text)?;
        } else {
            write!(f, "{:04}{}", civil.year, &text[4..])?;
        }
        if nanos > 0 {
            let places = format!("{nanos:09}");
            write!(f, ".{}", places.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.unsigned_abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl FromStr for OffsetTimestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        rfc3339::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_moment_takes_no_more_room() {
        assert_eq!(size_of::<Option<Timestamp>>(), size_of::<Timestamp>());
        assert_eq!(size_of::<Timestamp>(), 16);
    }

    #[test]
    fn the_ends_of_the_years() {
        assert_eq!(Timestamp::MIN.to_string(), "0000-01-01T00:00:00Z");
        assert_eq!(Timestamp::MAX.to_string(), "9999-12-31T23:59:59.999999999Z");
        for end in [Timestamp::MIN, Timestamp::MAX] {
            assert_eq!(Timestamp::from_nanosecond(end.as_nanosecond()), Some(end));
        }
        assert_eq!(
            Timestamp::from_nanosecond(Timestamp::MIN.as_nanosecond() - 1),
            None
        );
        assert_eq!(
            Timestamp::from_nanosecond(Timestamp::MAX.as_nanosecond() + 1),
            None
        );
        assert_eq!(Timestamp::from_nanosecond(i128::MIN), None);
        assert_eq!(Timestamp::from_nanosecond(i128::MAX), None);
        assert_eq!(Timestamp::new(0, 1_000_000_000), None);
        assert_eq!(Timestamp::new(0, u32::MAX), None);
    }

    #[test]
    fn moments_before_1970() {
        let before = Timestamp::from_nanosecond(-1).expect("a moment");
        assert_eq!(
            (before.as_second(), before.subsec_nanosecond()),
            (-1, 999_999_999)
        );
        assert_eq!(before.to_string(), "1969-12-31T23:59:59.999999999Z");
        assert!(before < Timestamp::new(0, 0).expect("a moment"));
    }

    #[test]
    fn the_offset_moves_the_clock() {
        let read: OffsetTimestamp = "2025-03-01T00:30:15.25+02:00".parse().expect("a time");
        let civil = read.civil();
        assert_eq!(
            (
                civil.year,
                civil.month,
                civil.day,
                civil.day_of_year,
                civil.weekday
            ),
            (2025, 3, 1, 60, 6)
        );
        assert_eq!((civil.hour, civil.minute, civil.second), (0, 30, 15));
        let utc = OffsetTimestamp { offset: 0, ..read }.civil();
        assert_eq!((utc.month, utc.day, utc.hour), (2, 28, 22));
        // The year 10000 is on the clock only.
        let late: OffsetTimestamp = "9999-12-31T23:00:00Z".parse().expect("a time");
        let late = OffsetTimestamp {
            offset: 7200,
            ..late
        };
        assert_eq!(late.civil().year, 10_000);
    }
}
