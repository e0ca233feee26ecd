use proptest::prelude::*;
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

use super::*;

/// Texts that Go's `time.Parse(time.RFC3339, text)` accepts; what `Format(time.RFC3339Nano)` then writes, and what it
/// writes `In(time.UTC)`.
const ACCEPTED: [(&str, &str, &str); 26] = [
    (
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
    ),
    (
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2025-06-01T14:00:00+02:00",
        "2025-06-01T14:00:00+02:00",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2000-02-29T23:59:59-00:30",
        "2000-02-29T23:59:59-00:30",
        "2000-03-01T00:29:59Z",
    ),
    (
        "2024-02-29T23:30:00-01:45",
        "2024-02-29T23:30:00-01:45",
        "2024-03-01T01:15:00Z",
    ),
    (
        "0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
    ),
    (
        "0000-02-29T00:00:00Z",
        "0000-02-29T00:00:00Z",
        "0000-02-29T00:00:00Z",
    ),
    (
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
    ),
    (
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59Z",
    ),
    // Any number of places; nine count.
    (
        "2025-06-01T12:00:00.5Z",
        "2025-06-01T12:00:00.5Z",
        "2025-06-01T12:00:00.5Z",
    ),
    (
        "2025-06-01T12:00:00.0Z",
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2025-06-01T12:00:00.000000001Z",
        "2025-06-01T12:00:00.000000001Z",
        "2025-06-01T12:00:00.000000001Z",
    ),
    (
        "2025-06-01T12:00:00.1234567899Z",
        "2025-06-01T12:00:00.123456789Z",
        "2025-06-01T12:00:00.123456789Z",
    ),
    (
        "2025-06-01T12:00:00.00000000009Z",
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2025-06-01T12:00:00.5+02:00",
        "2025-06-01T12:00:00.5+02:00",
        "2025-06-01T10:00:00.5Z",
    ),
    // A comma in place of the point.
    (
        "2025-06-01T12:00:00,5Z",
        "2025-06-01T12:00:00.5Z",
        "2025-06-01T12:00:00.5Z",
    ),
    // One digit of the hour, and of nothing else.
    (
        "2025-06-01T9:00:00Z",
        "2025-06-01T09:00:00Z",
        "2025-06-01T09:00:00Z",
    ),
    (
        "2025-06-01T0:00:00,25-01:00",
        "2025-06-01T00:00:00.25-01:00",
        "2025-06-01T01:00:00.25Z",
    ),
    // Offsets up to 24:60.
    (
        "2025-06-01T12:00:00+00:00",
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2025-06-01T12:00:00-00:00",
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00Z",
    ),
    (
        "2025-06-01T12:00:00+23:59",
        "2025-06-01T12:00:00+23:59",
        "2025-05-31T12:01:00Z",
    ),
    (
        "2025-06-01T12:00:00+24:00",
        "2025-06-01T12:00:00+24:00",
        "2025-05-31T12:00:00Z",
    ),
    (
        "2025-06-01T12:00:00+02:60",
        "2025-06-01T12:00:00+03:00",
        "2025-06-01T09:00:00Z",
    ),
    (
        "2025-06-01T12:00:00-24:60",
        "2025-06-01T12:00:00-25:00",
        "2025-06-02T13:00:00Z",
    ),
    (
        "2025-01-01T00:00:00+00:01",
        "2025-01-01T00:00:00+00:01",
        "2024-12-31T23:59:00Z",
    ),
    (
        "2025-12-31T23:59:59.9-00:01",
        "2025-12-31T23:59:59.9-00:01",
        "2026-01-01T00:00:59.9Z",
    ),
];

#[test]
fn what_go_accepts() {
    for (text, written, utc) in ACCEPTED {
        let read = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), written, "{text}");
        assert_eq!(read.timestamp.to_string(), utc, "{text}");
    }
}

/// Texts that Go rejects, and the error here.
const REFUSED: [(TimestampError, &[&str]); 5] = [
    (
        TimestampError::Form,
        &[
            "",
            "now",
            "2025-06-01",
            "2025-06-01T12:00",
            "2025-06-01T12:00Z",
            "2025-06-01T12:00:00",
            // The separator.
            "2025-06-01 12:00:00Z",
            "2025-06-01t12:00:00Z",
            "2025-06-01Z12:00:00Z",
            "2025-06-01_12:00:00Z",
            "2025-06-01012:00:00Z",
            "2025-06-0112:00:00Z",
            // The other separators.
            "2025/06/01T12:00:00Z",
            "2025-06-01T12.00.00Z",
            "20250601T120000Z",
            // Digits.
            "25-06-01T12:00:00Z",
            "02025-06-01T12:00:00Z",
            "+025-06-01T12:00:00Z",
            "-025-06-01T12:00:00Z",
            "2025-6-01T12:00:00Z",
            "2025-06-1T12:00:00Z",
            "2025-06-01T:00:00Z",
            "2025-06-01T012:00:00Z",
            "2025-06-01T12:0:00Z",
            "2025-06-01T12:00:0Z",
            "2025-06-01T+2:00:00Z",
            "é025-06-01T12:00:00Z",
            "٢٠٢٥-06-01T12:00:00Z",
            // The fraction.
            "2025-06-01T12:00:00.Z",
            "2025-06-01T12:00:00,Z",
            "2025-06-01T12:00:00.5",
            "2025-06-01T12:00:00..5Z",
            "2025-06-01T12:00:00.5.5Z",
            "2025-06-01T12:00:00;5Z",
            // The offset.
            "2025-06-01T12:00:00z",
            "2025-06-01T12:00:00UTC",
            "2025-06-01T12:00:00+",
            "2025-06-01T12:00:00+02",
            "2025-06-01T12:00:00+0200",
            "2025-06-01T12:00:00+2:00",
            "2025-06-01T12:00:00+02:0",
            "2025-06-01T12:00:00+02:00:00",
            "2025-06-01T12:00:00+02:00Z",
            "2025-06-01T12:00:00Z+02:00",
            "2025-06-01T12:00:00ZZ",
            "2025-06-01T12:00:00\u{2212}02:00",
            // Spaces.
            " 2025-06-01T12:00:00Z",
            "2025-06-01T12:00:00Z ",
            "2025-06-01T12:00:00 Z",
        ],
    ),
    (
        TimestampError::Date,
        &[
            "2025-00-01T12:00:00Z",
            "2025-13-01T12:00:00Z",
            "2025-06-00T12:00:00Z",
            "2025-06-31T12:00:00Z",
            "2025-02-29T12:00:00Z",
            "1900-02-29T12:00:00Z",
            "2024-02-30T12:00:00Z",
        ],
    ),
    (
        TimestampError::TimeOfDay,
        &[
            "2025-06-01T24:00:00Z",
            "2025-06-01T12:60:00Z",
            "2025-06-01T12:00:61Z",
            // Leap seconds.
            "2016-12-31T23:59:60Z",
            "2025-07-01T01:59:60+02:00",
        ],
    ),
    // Go from 1.20 on; earlier releases take any two digits.
    (
        TimestampError::Offset,
        &[
            "2025-06-01T12:00:00+25:00",
            "2025-06-01T12:00:00-00:61",
            "2025-06-01T12:00:00+99:99",
        ],
    ),
    // Go reads these; RFC 3339 cannot write them in UTC.
    (
        TimestampError::Year,
        &["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"],
    ),
];

#[test]
fn what_go_refuses() {
    for (error, texts) in REFUSED {
        for text in texts {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }
}

/// A text of RFC 3339's shape, with fields that are a little too large and signs that are wrong now and then.
fn nearly_a_time() -> impl Strategy<Value = String> {
    "(20[0-9]{2}|[0-9]{4})-(0[1-9]|1[0-3])-(0[1-9]|[12][0-9]|3[0-2])[T ]([01][0-9]|2[0-4]):[0-6][0-9]:[0-6][0-9]\
     (\\.[0-9]{0,11})?(Z|[+-]([01][0-9]|2[0-5]):[0-6][0-9])"
}

/// Whether Go differs from RFC 3339 on a text of this shape.
fn is_a_case_of_its_own(text: &str) -> bool {
    let offset = &text[text.len() - 6..];
    let is_long = offset.starts_with(['+', '-']) && (&offset[1..3] == "24" || &offset[4..] == "60");
    is_long || &text[17..19] == "60"
}

proptest! {
    /// The crate `time` reads RFC 3339 strictly, but for the separator between the date and the time.
    #[test]
    fn as_the_library_reads(text in nearly_a_time()) {
        prop_assume!(!is_a_case_of_its_own(&text));
        let expect = OffsetDateTime::parse(&text, &Rfc3339).ok().filter(|_| text.as_bytes()[10] == b'T');
        let expect = expect.and_then(|time| time.checked_to_offset(UtcOffset::UTC));
        let expect = expect.filter(|time| (0..=9999).contains(&time.year()));
        let read = parse(&text).ok();
        let nanoseconds = expect.map(OffsetDateTime::unix_timestamp_nanos);
        prop_assert_eq!(read.map(|read| read.timestamp.as_nanosecond()), nanoseconds);
        let expect = expect.map(|time| time.format(&Rfc3339).expect("a text"));
        prop_assert_eq!(read.map(|read| read.timestamp.to_string()), expect);
    }

    #[test]
    fn what_is_written_is_read(seconds in -62_167_219_200_i64..253_402_300_800, nanos in 0_u32..1_000_000_000,
                               minutes in -1499_i32..=1499) {
        let timestamp = Timestamp::new(seconds, nanos).expect("a moment");
        let written = OffsetTimestamp { timestamp, offset: minutes * 60 };
        // The reader takes four digits of a year, and 24:60 but not 25:00.
        prop_assume!((0..=9999).contains(&written.civil().year));
        prop_assert_eq!(parse(&written.to_string()), Ok(written));
        prop_assert_eq!(Timestamp::from_nanosecond(timestamp.as_nanosecond()), Some(timestamp));
        let library = OffsetDateTime::from_unix_timestamp_nanos(timestamp.as_nanosecond()).expect("a moment");
        prop_assert_eq!(timestamp.to_string(), library.format(&Rfc3339).expect("a text"));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9TZ:.,+-]{0,40}|\\PC{0,30}") {
        if let Ok(read) = parse(&text) {
            let utc = parse(&read.timestamp.to_string()).map(|again| again.timestamp);
            prop_assert_eq!(utc, Ok(read.timestamp));
        }
    }
}
