//! Times as Kubernetes writes them: RFC 3339.

use std::fmt;

use time::{
    Date, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset,
    format_description::well_known::Rfc3339,
};

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
        f.write_str(&self.0.format(&Rfc3339).unwrap_or_default())
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
    // The library also reads lower case; Kubernetes does not.
    if !text.bytes().all(|byte| BYTES.contains(&byte)) {
        return None;
    }
    let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    let moment = moment.checked_to_offset(UtcOffset::UTC).map(Timestamp)?;
    (Timestamp::MIN..=Timestamp::MAX)
        .contains(&moment)
        .then_some(moment)
}

#[cfg(test)]
mod tests {
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
        for bad in [
            "",
            "2025-06-01",
            "2025-06-01 12:00:00Z",
            "2025-06-01t12:00:00z",
            "now",
            "2025-13-01T12:00:00Z",
            "2025-06-01T12:00:00",
        ] {
            check(bad, None);
        }
    }
}
