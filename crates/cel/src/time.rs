//! Points and spans of time, as Go's `time` reads and writes them.

use std::{cmp::Ordering, fmt};

const NANOS: i64 = 1_000_000_000;
const DAY: i64 = 86_400;
/// 0001-01-01T00:00:00Z.
const FIRST: i64 = -62_135_596_800;
/// 9999-12-31T23:59:59Z.
const LAST: i64 = 253_402_300_799;

/// A point in time, in the years 1 to 9999, with the offset from UTC that it was written with.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    /// Since 1970-01-01T00:00:00Z.
    seconds: i64,
    /// Below 10^9.
    nanos: u32,
    /// Seconds east of UTC.
    offset: i32,
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The offset is how the time is written, not when it is.
impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos))
    }
}

/// A date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// The day of the year, from 1.
    pub day_of_year: i64,
    /// The day of the week; Sunday is 0.
    pub weekday: i64,
    /// From 0 to 23.
    pub hour: i64,
    /// From 0 to 59.
    pub minute: i64,
    /// From 0 to 59.
    pub second: i64,
}

impl Timestamp {
    /// A point in time in UTC; `None` outside the years 1 to 9999.
    pub fn new(seconds: i64) -> Option<Self> {
        Self::at(seconds, 0, 0)
    }

    fn at(seconds: i64, nanos: u32, offset: i32) -> Option<Self> {
        (FIRST..=LAST).contains(&seconds).then_some(Self {
            seconds,
            nanos,
            offset,
        })
    }

    /// Reads RFC 3339.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let number = |range: std::ops::Range<usize>| -> Option<i64> {
            let digits = bytes.get(range)?;
            digits.iter().all(u8::is_ascii_digit).then_some(())?;
            Some(
                digits
                    .iter()
                    .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')),
            )
        };
        let is = |at: usize, byte: u8| (bytes.get(at) == Some(&byte)).then_some(());
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
        is(4, b'-')?;
        is(7, b'-')?;
        is(10, b'T')?;
        is(13, b':')?;
        is(16, b':')?;
        let mut at = 19;
        let mut nanos = 0;
        if bytes.get(at) == Some(&b'.') {
            let digits = bytes[at + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit());
            let count = digits.count();
            (count > 0).then_some(())?;
            for place in 0..9 {
                let digit = if place < count {
                    bytes[at + 1 + place] - b'0'
                } else {
                    0
                };
                nanos = nanos * 10 + u32::from(digit);
            }
            at += 1 + count;
        }
        let offset = match bytes.get(at)? {
            b'Z' => {
                at += 1;
                0
            }
            sign @ (b'+' | b'-') => {
                let (hours, minutes) = (number(at + 1..at + 3)?, number(at + 4..at + 6)?);
                is(at + 3, b':')?;
                at += 6;
                ((0..=24).contains(&hours) && minutes < 60).then_some(())?;
                let offset = (hours * 60 + minutes) * 60;
                if *sign == b'-' { -offset } else { offset }
            }
            _ => return None,
        };
        let is_date = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        (at == bytes.len() && is_date && hour < 24 && minute < 60 && second < 60).then_some(())?;
        let days = days_from(year, month, day);
        let seconds = days * DAY + hour * 3600 + minute * 60 + second - offset;
        Self::at(seconds, nanos, offset as i32)
    }

    /// Seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// The thousandths behind the second.
    pub fn milliseconds(self) -> i64 {
        i64::from(self.nanos / 1_000_000)
    }

    /// Date and time of day where clocks are `offset` seconds ahead of UTC; by default those of the
    /// offset that it was written with.
    pub fn civil(self, offset: Option<i64>) -> Civil {
        let local = self.seconds + offset.unwrap_or(i64::from(self.offset));
        let days = local.div_euclid(DAY);
        let rest = local.rem_euclid(DAY);
        let (year, month, day) = date_of(days);
        Civil {
            year,
            month,
            day,
            day_of_year: days - days_from(year, 1, 1) + 1,
            weekday: (days + 4).rem_euclid(7),
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }

    /// Later by a span; `None` outside the years 1 to 9999.
    pub fn plus(self, span: Duration) -> Option<Self> {
        let nanos = i64::from(self.nanos) + span.0.rem_euclid(NANOS);
        let seconds = self.seconds + span.0.div_euclid(NANOS) + nanos / NANOS;
        Self::at(seconds, (nanos % NANOS) as u32, self.offset)
    }

    /// The span from another point to this one; `None` beyond 292 years.
    pub fn minus(self, other: Self) -> Option<Duration> {
        let seconds = self.seconds - other.seconds;
        let nanos = i64::from(self.nanos) - i64::from(other.nanos);
        let span = seconds.checked_mul(NANOS)?.checked_add(nanos)?;
        Some(Duration(span))
    }
}

/// RFC 3339, with as many decimals as it has.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.civil(None);
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second
        )?;
        if self.nanos > 0 {
            let decimals = format!("{:09}", self.nanos);
            write!(f, ".{}", decimals.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let minutes = self.offset.unsigned_abs() / 60;
        let sign = if self.offset < 0 { '-' } else { '+' };
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// A span of time in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(pub i64);

impl Duration {
    /// Reads `1h30m`, `-1.5s`, `100ms`: numbers with units, as Go's `ParseDuration`.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, mut rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest == "0" {
            return Some(Self(0));
        }
        if rest.is_empty() {
            return None;
        }
        // One more below zero than above: counted there.
        let mut sum: i64 = 0;
        while !rest.is_empty() {
            let (whole, behind) = digits(rest);
            let (decimals, behind) = match behind.strip_prefix('.') {
                Some(behind) => digits(behind),
                None => ("", behind),
            };
            if whole.is_empty() && decimals.is_empty() {
                return None;
            }
            let end = behind
                .find(|char: char| char == '.' || char.is_ascii_digit())
                .unwrap_or(behind.len());
            let unit = unit(&behind[..end])?;
            rest = &behind[end..];
            let whole = if whole.is_empty() {
                0
            } else {
                whole.parse::<i64>().ok()?
            };
            let mut part = whole.checked_mul(unit)?;
            let (mut value, mut scale) = (0_i64, 1.0_f64);
            for digit in decimals.bytes() {
                // What no longer fits does not count.
                let Some(next) = value
                    .checked_mul(10)
                    .and_then(|value| value.checked_add(i64::from(digit - b'0')))
                else {
                    break;
                };
                value = next;
                scale *= 10.0;
            }
            part = part.checked_add((value as f64 * (unit as f64 / scale)) as i64)?;
            sum = sum.checked_sub(part)?;
        }
        if negative {
            Some(Self(sum))
        } else {
            sum.checked_neg().map(Self)
        }
    }
}

fn digits(text: &str) -> (&str, &str) {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

fn unit(text: &str) -> Option<i64> {
    Some(match text {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => NANOS,
        "m" => 60 * NANOS,
        "h" => 3600 * NANOS,
        _ => return None,
    })
}

/// In seconds: `5400s`, `1.5s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Go's `Seconds()`: whole seconds and the rest, each as a double.
        let seconds = (self.0 / NANOS) as f64 + (self.0 % NANOS) as f64 / 1e9;
        write!(f, "{seconds}s")
    }
}

/// The offset of a time zone in seconds: `UTC`, nothing, or hours and minutes as `+02:00`. Named
/// zones are not known here.
///
/// # Errors
/// What is wrong with the text.
pub fn zone_offset(text: &str) -> Result<i64, String> {
    let unknown =
        || format!("unknown time zone `{text}`: UTC and offsets such as `+02:00` are known");
    if matches!(text, "" | "UTC") {
        return Ok(0);
    }
    let (hours, minutes) = text.split_once(':').ok_or_else(unknown)?;
    let hours: i64 = hours.parse().map_err(|_| unknown())?;
    let minutes: i64 = minutes.parse().map_err(|_| unknown())?;
    if hours.abs() > 24 || !(0..60).contains(&minutes) {
        return Err(unknown());
    }
    Ok(60
        * if hours < 0 {
            hours * 60 - minutes
        } else {
            hours * 60 + minutes
        })
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 of a date in the Gregorian calendar. Years begin in March here, so that
/// the leap day is the last one.
fn days_from(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date of a day, the other way round.
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_time(text: &str, expect: Option<(i64, &str)>) {
        let found = Timestamp::parse(text);
        let found = found.map(|time| (time.seconds(), time.to_string()));
        let expect = expect.map(|(seconds, text)| (seconds, text.to_owned()));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn times() {
        check_time("1970-01-01T00:00:00Z", Some((0, "1970-01-01T00:00:00Z")));
        check_time(
            "2025-06-01T12:00:00Z",
            Some((1_748_779_200, "2025-06-01T12:00:00Z")),
        );
        check_time(
            "2025-06-01T14:00:00.5+02:00",
            Some((1_748_779_200, "2025-06-01T14:00:00.5+02:00")),
        );
        check_time(
            "2000-02-29T23:59:59-00:30",
            Some((951_870_599, "2000-02-29T23:59:59-00:30")),
        );
        check_time(
            "0001-01-01T00:00:00Z",
            Some((FIRST, "0001-01-01T00:00:00Z")),
        );
        check_time(
            "9999-12-31T23:59:59.999999999Z",
            Some((LAST, "9999-12-31T23:59:59.999999999Z")),
        );
        for text in [
            "",
            "2025-06-01",
            "2025-06-01T12:00:00",
            "2025-06-01 12:00:00Z",
            "2025-02-29T00:00:00Z",
            "2025-13-01T00:00:00Z",
            "2025-06-01T24:00:00Z",
            "2025-06-01T12:00:60Z",
            "2025-06-01T12:00:00.Z",
            "2025-06-01T12:00:00Zx",
            "2025-06-01T12:00:00+0200",
            "0000-01-01T00:00:00Z",
            "2025-6-01T12:00:00Z",
            "é025-06-01T12:00:00Z",
        ] {
            check_time(text, None);
        }
    }

    #[test]
    fn dates_and_days_are_inverse() {
        let mut expect = (1, 1, 1);
        for day in days_from(1, 1, 1)..=days_from(9999, 12, 31) {
            assert_eq!(date_of(day), expect);
            let (year, month, date) = expect;
            expect = match (month, date) {
                (12, 31) => (year + 1, 1, 1),
                _ if date == days_in(year, month) => (year, month + 1, 1),
                _ => (year, month, date + 1),
            };
        }
    }

    #[test]
    fn parts_of_a_time() {
        let time = Timestamp::parse("2025-03-01T00:30:15.25Z").expect("a time");
        let civil = time.civil(None);
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
        assert_eq!(
            (civil.hour, civil.minute, civil.second, time.milliseconds()),
            (0, 30, 15, 250)
        );
        let civil = time.civil(Some(zone_offset("-01:00").expect("an offset")));
        assert_eq!((civil.month, civil.day, civil.hour), (2, 28, 23));
        assert_eq!(zone_offset("-05:30"), Ok(-19_800));
        assert_eq!(zone_offset("UTC"), Ok(0));
        assert!(zone_offset("Europe/Berlin").is_err() && zone_offset("99:00").is_err());
    }

    #[track_caller]
    fn check_span(text: &str, expect: Option<(i64, &str)>) {
        let found = Duration::parse(text).map(|span| (span.0, span.to_string()));
        let expect = expect.map(|(nanos, text)| (nanos, text.to_owned()));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn spans() {
        check_span("1h45m47s", Some((6_347 * NANOS, "6347s")));
        check_span("1.5s", Some((1_500_000_000, "1.5s")));
        check_span("-1.5h", Some((-5_400 * NANOS, "-5400s")));
        check_span("100ms", Some((100_000_000, "0.1s")));
        check_span("1ns", Some((1, "0.000000001s")));
        check_span(".5m", Some((30 * NANOS, "30s")));
        check_span("0", Some((0, "0s")));
        check_span(
            "9223372036.854775807s",
            Some((i64::MAX, "9223372036.854776s")),
        );
        check_span("-9223372036854775808ns", None);
        check_span(
            "2562047h47m16.854775807s",
            Some((i64::MAX, "9223372036.854776s")),
        );
        for text in ["", "1", "h", "1x", "1.h.", "--1s", "2562048h", "1 s", "."] {
            check_span(text, None);
        }
    }

    #[test]
    fn times_and_spans_add_up() {
        let time = |text| Timestamp::parse(text).expect("a time");
        let later = time("2025-01-01T00:00:00Z")
            .plus(Duration(-1))
            .expect("in range");
        assert_eq!(later.to_string(), "2024-12-31T23:59:59.999999999Z");
        assert_eq!(time("9999-12-31T23:59:59Z").plus(Duration(NANOS)), None);
        let span = time("2025-01-01T00:00:00.25Z").minus(time("2024-12-31T23:59:59.75Z"));
        assert_eq!(span, Some(Duration(500_000_000)));
        assert_eq!(
            time("9999-12-31T23:59:59Z").minus(time("0001-01-01T00:00:00Z")),
            None
        );
        assert_eq!(
            time("2025-06-01T14:00:00+02:00"),
            time("2025-06-01T12:00:00Z")
        );
    }
}
