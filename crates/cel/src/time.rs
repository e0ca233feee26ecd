//! The points and spans of time of CEL, as cel-go reads and writes them.

use std::{cmp::Ordering, fmt};

pub use schedscope_time::{Civil, Duration};
use schedscope_time::{OffsetTimestamp, Timestamp as Moment};

const NANOS: i64 = 1_000_000_000;
/// 0001-01-01T00:00:00Z.
const FIRST: i64 = -62_135_596_800;

/// A point in time, in the years 1 to 9999, with the offset from UTC that it was written with. The offset is part of
/// its text, not of its order.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp(OffsetTimestamp);

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

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.timestamp.cmp(&other.0.timestamp)
    }
}

impl Timestamp {
    /// A point in time in UTC; `None` outside the years 1 to 9999.
    pub fn new(seconds: i64) -> Option<Self> {
        Self::at(seconds, 0, 0)
    }

    fn at(seconds: i64, nanos: u32, offset: i32) -> Option<Self> {
        let timestamp = Moment::new(seconds, nanos)?;
        Self::in_range(OffsetTimestamp { timestamp, offset })
    }

    fn in_range(time: OffsetTimestamp) -> Option<Self> {
        (time.timestamp.as_second() >= FIRST).then_some(Self(time))
    }

    /// Reads RFC 3339 as [`OffsetTimestamp`] does; `None` outside the years 1 to 9999.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().and_then(Self::in_range)
    }

    /// Seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.timestamp.as_second()
    }

    /// The nanoseconds after the second.
    fn nanos(self) -> u32 {
        self.0.timestamp.subsec_nanosecond()
    }

    /// The thousandths after the second.
    pub fn milliseconds(self) -> i64 {
        i64::from(self.nanos() / 1_000_000)
    }

    /// The date and the time of day where clocks are `offset` seconds ahead of UTC; by default at the offset that the
    /// time was written with.
    pub fn civil(self, offset: Option<i32>) -> Civil {
        let offset = offset.unwrap_or(self.0.offset);
        OffsetTimestamp { offset, ..self.0 }.civil()
    }

    /// The point that is later by a span; `None` outside the years 1 to 9999.
    pub fn plus(self, span: Duration) -> Option<Self> {
        let nanos = i64::from(self.nanos()) + span.0.rem_euclid(NANOS);
        let seconds = self.seconds() + span.0.div_euclid(NANOS) + nanos / NANOS;
        Self::at(seconds, (nanos % NANOS) as u32, self.0.offset)
    }

    /// The span from another point to this one; `None` beyond 292 years.
    pub fn minus(self, other: Self) -> Option<Duration> {
        let seconds = self.seconds() - other.seconds();
        let nanos = i64::from(self.nanos()) - i64::from(other.nanos());
        let span = seconds.checked_mul(NANOS)?.checked_add(nanos)?;
        Some(Duration(span))
    }
}

/// RFC 3339, with as many places of the second as it has.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Writes a span in seconds: `5400s`, `1.5s`.
#[derive(Clone, Copy, Debug)]
pub struct InSeconds(pub Duration);

impl fmt::Display for InSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Duration(nanos) = self.0;
        // Go's `Seconds()`: whole seconds and the rest, each as a double.
        let seconds = (nanos / NANOS) as f64 + (nanos % NANOS) as f64 / 1e9;
        write!(f, "{seconds}s")
    }
}

/// The offset of a time zone in seconds: `UTC`, an empty text, or hours and minutes as `+02:00`. Named zones are not
/// known here.
///
/// # Errors
/// The message that the zone is unknown.
pub fn zone_offset(text: &str) -> Result<i32, String> {
    let unknown =
        || format!("unknown time zone `{text}`: UTC and offsets such as `+02:00` are known");
    if matches!(text, "" | "UTC") {
        return Ok(0);
    }
    let (hours, minutes) = text.split_once(':').ok_or_else(unknown)?;
    let hours: i32 = hours.parse().map_err(|_| unknown())?;
    let minutes: i32 = minutes.parse().map_err(|_| unknown())?;
    if !(-24..=24).contains(&hours) || !(0..60).contains(&minutes) {
        return Err(unknown());
    }
    Ok(60
        * if hours < 0 {
            hours * 60 - minutes
        } else {
            hours * 60 + minutes
        })
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
            "2025-06-01T14:00:00.5+02:00",
            Some((1_748_779_200, "2025-06-01T14:00:00.5+02:00")),
        );
        check_time(
            "0001-01-01T00:00:00Z",
            Some((FIRST, "0001-01-01T00:00:00Z")),
        );
        check_time("0000-12-31T23:59:59.999999999Z", None);
        check_time("0001-01-01T00:00:00+00:01", None);
        check_time(
            "9999-12-31T23:59:59.999999999Z",
            Some((253_402_300_799, "9999-12-31T23:59:59.999999999Z")),
        );
        check_time("9999-12-31T23:59:59-00:01", None);
        check_time("2025-06-01 12:00:00Z", None);
        check_time("2025-06-01T12:00:60Z", None);
    }

    #[test]
    fn parts_of_a_time() {
        let time = Timestamp::parse("2025-03-01T00:30:15.25+02:00").expect("a time");
        let civil = time.civil(None);
        assert_eq!((civil.month, civil.day, civil.hour), (3, 1, 0));
        assert_eq!((civil.second, time.milliseconds()), (15, 250));
        let civil = time.civil(Some(zone_offset("-01:00").expect("an offset")));
        assert_eq!((civil.month, civil.day, civil.hour), (2, 28, 21));
        assert_eq!(zone_offset("-05:30"), Ok(-19_800));
        assert_eq!(zone_offset("UTC"), Ok(0));
        for unknown in ["Europe/Berlin", "99:00", "1:60", "-2147483648:00"] {
            assert!(zone_offset(unknown).is_err(), "{unknown}");
        }
    }

    #[track_caller]
    fn check_span(text: &str, expect: &str) {
        let span: Duration = text.parse().expect("a duration");
        assert_eq!(InSeconds(span).to_string(), expect, "{text}");
    }

    #[test]
    fn spans() {
        check_span("1h45m47s", "6347s");
        check_span("1.5s", "1.5s");
        check_span("-1.5h", "-5400s");
        check_span("100ms", "0.1s");
        check_span("1ns", "0.000000001s");
        check_span("0", "0s");
        check_span("9223372036.854775807s", "9223372036.854776s");
        check_span("-9223372036854775808ns", "-9223372036.854776s");
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
