//! Times as Kubernetes writes them: RFC 3339.

use std::fmt;

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time};

/// A moment, to the nanosecond, within the years that RFC 3339 can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(OffsetDateTime);

/// Nothing but these bytes stands in a time.
const BYTES: &[u8] = b"0123456789-:.TZ+";

impl Timestamp {
    /// The first moment that can be written.
    pub const MIN: Self = Self::midnight(0, 1);
    /// The last one.
    pub const MAX: Self =
        Self(PrimitiveDateTime::new(Self::day(9999, 365), Time::MAX).assume_utc());

    const fn midnight(year: i32, day: u16) -> Self {
        Self(PrimitiveDateTime::new(Self::day(year, day), Time::MIDNIGHT).assume_utc())
    }

    const fn day(year: i32, day: u16) -> Date {
        match Date::from_ordinal_date(year, day) {
            Ok(date) => date,
            Err(_) => Date::MIN,
        }
    }

    /// Nanoseconds since 1970.
    pub fn as_nanosecond(self) -> i128 {
        self.0.unix_timestamp_nanos()
    }

    /// The moment so many nanoseconds after 1970; `None` where it cannot be written.
    pub fn from_nanosecond(nanoseconds: i128) -> Option<Self> {
        let moment = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds)
            .ok()
            .map(Self)?;
        (Self::MIN..=Self::MAX).contains(&moment).then_some(moment)
    }
}

impl fmt::Display for Timestamp {
    /// As Kubernetes writes it, in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (date, time) = (self.0.date(), self.0.time());
        let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
        let (hour, minute, second, nanosecond) = time.as_hms_nano();
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
        )?;
        if nanosecond > 0 {
            let digits = format!("{nanosecond:09}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        f.write_str("Z")
    }
}

/// A text that is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTime;

impl std::str::FromStr for Timestamp {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Self, NoTime> {
        parse(text).ok_or(NoTime)
    }
}

/// Reads a time as Kubernetes does: `2025-06-01T12:00:00Z`, with an optional fraction of a second
/// and an offset such as `+02:00` in place of `Z`. `None` for anything else.
pub fn parse(text: &str) -> Option<Timestamp> {
    if !text.bytes().all(|byte| BYTES.contains(&byte)) {
        return None;
    }
    let punctuation = [(4, "-"), (7, "-"), (13, ":"), (16, ":")];
    if punctuation
        .iter()
        .any(|(at, sign)| text.get(*at..=*at) != Some(*sign))
    {
        return None;
    }
    let part = |from: usize, to: usize| number(text.get(from..to)?);
    let month = Month::try_from(part(5, 7)? as u8).ok()?;
    let date = Date::from_calendar_date(part(0, 4)? as i32, month, part(8, 10)? as u8).ok()?;
    let (hour, minute, second) = (part(11, 13)?, part(14, 16)?, part(17, 19)?);
    let (nanosecond, offset) = match text.get(19..)?.strip_prefix('.') {
        Some(rest) => {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let (digits, offset) = rest.split_at(end);
            let nine = digits.get(..9).unwrap_or(digits);
            let unit = 10_u32.pow(9 - nine.len() as u32);
            (number(nine)? * unit, offset)
        }
        None => (0, text.get(19..)?),
    };
    // A leap second counts as the last moment before it.
    let is_leap = second == 60;
    let (second, nanosecond) = if is_leap {
        (59, 999_999_999)
    } else {
        (second, nanosecond)
    };
    let time = Time::from_hms_nano(hour as u8, minute as u8, second as u8, nanosecond).ok()?;
    let ahead = Duration::minutes(minutes(offset)?);
    let moment = PrimitiveDateTime::new(date, time).checked_sub(ahead)?;
    let is_last_of_month = || {
        let day = moment.month().length(moment.year());
        (moment.day(), moment.hour(), moment.minute()) == (day, 23, 59)
    };
    let moment = Timestamp(moment.assume_utc());
    let is_written = (Timestamp::MIN..=Timestamp::MAX).contains(&moment);
    (is_written && (!is_leap || is_last_of_month())).then_some(moment)
}

/// How many minutes an offset is ahead of UTC.
fn minutes(offset: &str) -> Option<i64> {
    if offset == "Z" {
        return Some(0);
    }
    let sign = match offset.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    if (hours.len(), minutes.len()) != (2, 2) {
        return None;
    }
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * i64::from(hours * 60 + minutes))
}

/// A number of at most nine digits.
fn number(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok())?
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;
    use time::{UtcOffset, format_description::well_known::Rfc3339};

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(
            parse(text).map(|time| time.to_string()).as_deref(),
            expect,
            "{text}"
        );
    }

    #[test]
    fn rfc_3339_only() {
        check("2025-06-01T12:00:00Z", Some("2025-06-01T12:00:00Z"));
        check("2025-06-01T12:00:00.5Z", Some("2025-06-01T12:00:00.5Z"));
        check("2025-06-01T14:00:00+02:00", Some("2025-06-01T12:00:00Z"));
        check("0001-01-01T00:00:00Z", Some("0001-01-01T00:00:00Z"));
        check(
            "2024-02-29T23:30:00.000000001-01:45",
            Some("2024-03-01T01:15:00.000000001Z"),
        );
        check(
            "2025-06-01T12:00:00.1234567899Z",
            Some("2025-06-01T12:00:00.123456789Z"),
        );
        check(
            "2025-07-01T01:59:60+02:00",
            Some("2025-06-30T23:59:59.999999999Z"),
        );
        for bad in [
            "",
            "2025-06-01",
            "2025-06-01 12:00:00Z",
            "2025-06-01t12:00:00z",
            "now",
            "2025-13-01T12:00:00Z",
            "2025-06-01T12:00:00",
            "2025-06-01T12:00:00.Z",
            "2025-06-01T12:00:00.5",
            "2025-06-01T12:00:00+2:00",
            "2025-06-01T12:00:00+24:00",
            "2025-06-01T12:00:00+02:60",
            "2025-06-01T12:00:00+02:00Z",
            "2025-02-29T12:00:00Z",
            "2025-06-01T24:00:00Z",
            "2025-06-01T12:60:00Z",
            "2025-06-01T12:00:61Z",
            "2025-06-30T22:59:60Z",
            "2025-06-29T23:59:60Z",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "+025-06-01T12:00:00Z",
            "2025-06-01T12:00:00ZZ",
        ] {
            check(bad, None);
        }
    }

    proptest! {
        #[test]
        fn as_the_library_reads(
            text in "20[0-9]{2}-(0[1-9]|1[0-3])-(0[1-9]|[23][0-9])[TZ0](0|1|2)[0-9]:[0-6][0-9]:([0-5][0-9]|59|60|61)(\\.[0-9]{0,11})?(Z|[+-]([01][0-9]|2[0-4]):[0-6][0-9])"
        ) {
            let expect = OffsetDateTime::parse(&text, &Rfc3339).ok();
            let expect = expect.map(|time| time.to_offset(UtcOffset::UTC));
            prop_assert_eq!(parse(&text).map(|time| time.0), expect);
            let expect = expect.map(|time| time.format(&Rfc3339).expect("a text"));
            prop_assert_eq!(parse(&text).map(|time| time.to_string()), expect);
        }
    }
}
