//! The reader of RFC 3339; accepts what Go's `time.Parse(time.RFC3339, text)` accepts.

use std::fmt;

use crate::{
    calendar::{DAY, days_in, days_to},
    timestamp::{OffsetTimestamp, Timestamp},
};

/// The reason why a text is not a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// The text does not have the form `2006-01-02T15:04:05Z`, with an optional fraction and an offset.
    Form,
    /// The calendar does not have the date.
    Date,
    /// The hour is above 23, or the minute or second above 59. Leap seconds are refused.
    TimeOfDay,
    /// The hours of the offset are above 24, or its minutes above 60.
    Offset,
    /// The moment in UTC is outside the years 0 to 9999.
    Year,
}

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "write it as `2025-06-01T12:00:00Z`",
            Self::Date => "the calendar does not have this date",
            Self::TimeOfDay => "the time of day must be between 00:00:00 and 23:59:59",
            Self::Offset => "the offset must be at most 24:60",
            Self::Year => "in UTC it must be in the years 0 to 9999",
        })
    }
}

impl std::error::Error for TimestampError {}

/// Reads a time. O(characters).
pub(crate) fn parse(text: &str) -> Result<OffsetTimestamp, TimestampError> {
    let fields = Fields::parse(text.as_bytes()).ok_or(TimestampError::Form)?;
    let Fields {
        year,
        month,
        day,
        hour,
        minute,
        second,
        nanos,
        offset,
    } = fields;
    if !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return Err(TimestampError::Date);
    }
    if hour > 23 || minute > 59 || second > 59 {
        return Err(TimestampError::TimeOfDay);
    }
    if offset.hours > 24 || offset.minutes > 60 {
        return Err(TimestampError::Offset);
    }
    let offset = offset.sign * (offset.hours * 60 + offset.minutes) * 60;
    let local = days_to(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
    let timestamp = Timestamp::new(local - offset, nanos).ok_or(TimestampError::Year)?;
    Ok(OffsetTimestamp {
        timestamp,
        offset: offset as i32,
    })
}

/// The numbers of a time, as they are written.
struct Fields {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanos: u32,
    offset: Offset,
}

/// The numbers of an offset from UTC, as they are written.
struct Offset {
    sign: i64,
    hours: i64,
    minutes: i64,
}

impl Fields {
    fn parse(text: &[u8]) -> Option<Self> {
        let mut rest = text;
        let rest = &mut rest;
        let year = number(rest, 4)?;
        literal(rest, b'-')?;
        let month = number(rest, 2)?;
        literal(rest, b'-')?;
        let day = number(rest, 2)?;
        literal(rest, b'T')?;
        // Go's layout has `15` for the hour, which also accepts one digit.
        let hour = number(rest, 2).or_else(|| number(rest, 1))?;
        literal(rest, b':')?;
        let minute = number(rest, 2)?;
        literal(rest, b':')?;
        let second = number(rest, 2)?;
        let nanos = fraction(rest)?;
        let offset = Offset::parse(rest)?;
        rest.is_empty().then_some(Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            nanos,
            offset,
        })
    }
}

impl Offset {
    fn parse(rest: &mut &[u8]) -> Option<Self> {
        let (&sign, behind) = rest.split_first()?;
        *rest = behind;
        let sign = match sign {
            b'Z' => {
                return Some(Self {
                    sign: 1,
                    hours: 0,
                    minutes: 0,
                });
            }
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let hours = number(rest, 2)?;
        literal(rest, b':')?;
        let minutes = number(rest, 2)?;
        Some(Self {
            sign,
            hours,
            minutes,
        })
    }
}

/// Takes one byte.
fn literal(rest: &mut &[u8], byte: u8) -> Option<()> {
    *rest = rest.strip_prefix(&[byte])?;
    Some(())
}

/// Takes a number of `digits` digits; `None` if there are fewer.
fn number(rest: &mut &[u8], digits: usize) -> Option<i64> {
    let (number, behind) = rest.split_at_checked(digits)?;
    if !number.iter().all(u8::is_ascii_digit) {
        return None;
    }
    *rest = behind;
    Some(
        number
            .iter()
            .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')),
    )
}

/// Takes the fraction of a second, if there is one, and returns it in nanoseconds. Digits after the ninth are dropped.
fn fraction(rest: &mut &[u8]) -> Option<u32> {
    let Some((b'.' | b',', behind)) = rest.split_first() else {
        return Some(0);
    };
    let count = behind
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if count == 0 {
        return None;
    }
    let (digits, behind) = behind.split_at(count);
    *rest = behind;
    let digit = |place: usize| digits.get(place).map_or(0, |digit| u32::from(digit - b'0'));
    Some((0..9).fold(0, |sum, place| sum * 10 + digit(place)))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
